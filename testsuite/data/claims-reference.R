# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rscript claims-reference.R >claims-reference.tsv
#
# R's results for claims about ratios and single layouts.  The data comes from the
# generator of stats-reference.R, so that testsuite/unit/stats_claims.c makes the
# same numbers.  Needs base R.  If mvtnorm is installed, prints the levels of interim
# analyses too.
#
# One line for each number: set, name, value.

options(digits = 17, warn = 2)
state <- 0
draw <- function(n) { # 0 … n-1
	state <<- (16807 * state) %% 2147483647
	floor(state / 2147483647 * n)
}
emit <- function(set, name, value)
	cat(sprintf("%d\t%s\t%.17g\n", set, name, value), sep = "")

for (set in 1:40) {
	state <- set * 1000 + 7
	for (i in 1:10) draw(2)
	n_old <- 4 + draw(20)
	n_now <- 4 + set %% 17
	more <- 300 - draw(600)
	spread <- 20 + draw(800)
	old <- sapply(seq_len(n_old), function(i) 5000 + draw(spread) + draw(spread))
	now <- sapply(seq_len(n_now), function(i) 5000 + more + draw(spread))
	delta <- c(0, 0.01, 0.05, 0.2)[1 + set %% 4]

	# p_equivalent comes from two one-sided tests.  p_different comes from a test
	# of the nearer end of the region of equivalence.
	theta <- mean(now) / mean(old)
	a <- theta^2 * var(old) / n_old
	b <- var(now) / n_now
	df <- (a + b)^2 / (a^2 / (n_old - 1) + b^2 / (n_now - 1))
	t_at <- function(theta) (mean(now) - theta * mean(old)) /
		sqrt(var(now) / n_now + theta^2 * var(old) / n_old)
	below <- t_at(1 / (1 + delta))
	above <- t_at(1 + delta)
	emit(set, "n_old", n_old)
	emit(set, "theta", theta)
	emit(set, "p_equivalent", max(pt(below, df, lower.tail = FALSE),
		pt(above, df)))
	emit(set, "p_different", if (above > 0) 2 * pt(-above, df)
		else if (below < 0) 2 * pt(below, df) else 1)

	# Compute the same p-values, and intervals at three levels, from ratios within
	# blocks.  The third level is for one of three pairs (Bonferroni).  In every
	# third set some blocks are missing.
	m <- min(n_old, n_now)
	whole <- seq_len(m) %% 5 != 0 | set %% 3 != 0
	D <- log(now[1:m] / old[1:m])[whole]
	end <- log1p(delta)
	emit(set, "b_n", length(D))
	emit(set, "b_equivalent", max(
		t.test(D, mu = -end, alternative = "greater")$p.value,
		t.test(D, mu = end, alternative = "less")$p.value))
	emit(set, "b_different", if (mean(D) > end) t.test(D, mu = end)$p.value
		else if (mean(D) < -end) t.test(D, mu = -end)$p.value else 1)
	for (level in c(0.95, 0.9, 1 - 0.05 / 3)) emit(set,
		paste0(c("b_lo_", "b_hi_"), round(1000 * level)),
		exp(t.test(D, conf.level = level)$conf.int))

	# Compute where a single value lies among the old layouts.  The value is that
	# of an old layout, or that of the new system's first layout.
	value <- if (set %% 3 == 0) old[2] else now[1]
	emit(set, "percentile", 100 * (mean(old < value) + mean(old == value) / 2))
	emit(set, "z", abs(value - mean(old)) / sd(old))
	emit(set, "one_layout", qnorm(0.975) * sd(old))

	# Levels of three interim analyses, from the trivariate normal distribution.
	if (set <= 12 && requireNamespace("mvtnorm", quietly = TRUE)) {
		n <- cumsum(c(5 + draw(30), 1 + draw(60), 1 + draw(60)))
		spent <- cumsum(c(1 + draw(20), 1 + draw(20), 1 + draw(20))) / 1000
		correlation <- sqrt(outer(n, n, pmin) / outer(n, n, pmax))
		# Return the probability that all scores are within ±z.  TVPACK computes
		# only one-sided probabilities, so add and subtract those.
		inside <- function(z) {
			k <- seq_along(z)
			if (length(z) == 1) return(1 - 2 * pnorm(-z))
			signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), length(z))))
			sum(apply(signs, 1, function(s) prod(s) *
				mvtnorm::pmvnorm(upper = s * z,
					corr = correlation[k, k],
					algorithm = mvtnorm::TVPACK(abseps = 1e-14))[1]))
		}
		z <- c()
		for (k in 1:3) z <- c(z, if (k == 1) qnorm(1 - spent[1] / 2) else
			uniroot(function(x) inside(c(z, x)) - (1 - spent[k]),
				c(0.5, 7), tol = 1e-12)$root)
		for (k in 1:3) emit(set, paste0("level_", k), 1 - 2 * pnorm(-z[k]))
	}
}
