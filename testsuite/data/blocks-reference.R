# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rscript blocks-reference.R >blocks-reference.tsv
#
# R's results for runs in blocks.  The data comes from the generator of
# stats-reference.R, which is exact in double precision, so that
# testsuite/unit/stats_blocks.c makes the same numbers.  Needs base R.
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
	n <- 6 + draw(60)
	m <- 2 + set %% 2
	# A layout effect is the sum of two uniform numbers.  If set %% 4 is 1, the
	# effects are heavy-tailed.  If set %% 4 is 2, the effects are 0.
	layout <- sapply(seq_len(n), function(i) draw(2000) + draw(2000))
	if (set %% 4 == 1) layout <- floor(layout^4 / 4000^3)
	if (set %% 4 == 2) layout <- layout * 0
	# Some sets have few distinct values, so that ties occur.
	step <- if (set %% 5 == 0) 500 else 1
	d <- sapply(seq_len(n), function(i) sapply(seq_len(m), function(r)
		floor((layout[i] + draw(1000) + draw(1000)) / step) * step)) # m × n
	d <- (d - 2900) / 65536
	mean_d <- colMeans(d)
	emit(set, "n", n)

	# The variance due to layout.
	kurtosis_df <- function(x) {
		n <- length(x)
		middle <- mean(x, trim = 1 / (2 * sqrt(n - 4)))
		kappa <- n * sum((x - middle)^4) / sum((x - mean(x))^2)^2
		max(1, min(n - 1, 2 * (n - 1) / (kappa - (n - 3) / n)))
	}
	s2 <- apply(d, 2, var)
	v <- var(mean_d)
	w <- sum(s2) / (m * n)
	kappa <- n * sum(s2^2) / sum(s2)^2
	if (m == 2) # of the differences about 0
		stopifnot(abs(kappa / (n * sum((d[1, ] - d[2, ])^4) /
			sum((d[1, ] - d[2, ])^2)^2) - 1) < 1e-12)
	v_df <- kurtosis_df(mean_d)
	w_df <- max(1, min(n * (m - 1), 2 * n / (kappa - (n - 3) / n)))
	emit(set, "v", v)
	emit(set, "w", w)
	emit(set, "v_df", v_df)
	emit(set, "w_df", w_df)
	# Burdick & Graybill 3.3.  G and H are computed from quantiles of F with
	# infinite degrees of freedom in the denominator.
	a <- 0.025
	up <- function(df1, df2) qf(1 - a, df1, df2)
	low <- function(df1, df2) qf(a, df1, df2)
	difference <- function(v, v_df, w, w_df) {
		g1 <- 1 - 1 / up(v_df, Inf); g2 <- 1 - 1 / up(w_df, Inf)
		h1 <- 1 / low(v_df, Inf) - 1; h2 <- 1 / low(w_df, Inf) - 1
		f <- up(v_df, w_df); e <- low(v_df, w_df)
		g12 <- ((f - 1)^2 - g1^2 * f^2 - h2^2) / f
		h12 <- ((1 - e)^2 - h1^2 * e^2 - g2^2) / e
		w <- min(w, v * qf(0.9, w_df, v_df))
		below <- g1^2 * v^2 + h2^2 * w^2 + g12 * v * w
		above <- h1^2 * v^2 + g2^2 * w^2 + h12 * v * w
		c(max(0, v - w - sqrt(max(0, below))),
			max(0, v - w + sqrt(max(0, above))))
	}
	emit(set, "t2", v - w)
	t2 <- difference(v, v_df, w, w_df)
	emit(set, "t2_lo", t2[1])
	emit(set, "t2_hi", t2[2])

	# Use the first two rounds as two arms in which each layout was run once.
	arms <- c(var(d[1, ]), var(d[2, ]))
	arms_df <- c(kurtosis_df(d[1, ]), kurtosis_df(d[2, ]))
	emit(set, "arms_v_df", arms_df[1])
	emit(set, "arms_w_df", arms_df[2])
	t2 <- difference(arms[1], arms_df[1], arms[2], arms_df[2])
	emit(set, "arms_lo", t2[1])
	emit(set, "arms_hi", t2[2])
	share <- function(ratio) max(0, 1 - 1 / ratio)
	emit(set, "share_lo",
		share(arms[1] / arms[2] / up(arms_df[1], arms_df[2])))
	emit(set, "share_hi",
		share(arms[1] / arms[2] / low(arms_df[1], arms_df[2])))

	# Compute the degrees of freedom if runs are missing: every seventh layout
	# has only its first run.
	runs <- lapply(seq_len(n), function(i)
		if (i %% 7 == 0) d[1, i] else d[, i])
	some_df <- sum(lengths(runs) - 1)
	squares <- sapply(runs, function(x) sum((x - mean(x))^2))
	kappa <- n * sum(squares^2) / sum(squares)^2
	emit(set, "some_v_df", kurtosis_df(sapply(runs, mean)))
	emit(set, "some_w_df",
		max(1, min(some_df, 2 * n / (kappa - (n - 3) / n))))

	# Hall's transformation of t, for one sample and for two.
	third <- function(x)
		sum((x - mean(x))^3) / ((length(x) - 1) * (length(x) - 2) * length(x))
	hall <- function(t, skew, df)
		2 * pt(-abs(t + skew * t^2 / 3 + skew^2 * t^3 / 27 + skew / 6), df)
	one <- t.test(mean_d)
	emit(set, "p_skewed", hall(unname(one$statistic),
		third(mean_d) / one$stderr^3, unname(one$parameter)))
	two <- t.test(d[1, ], d[2, ])
	emit(set, "p_skewed_two", hall(unname(two$statistic),
		(third(d[1, ]) - third(d[2, ])) / two$stderr^3,
		unname(two$parameter)))

	# Do layouts differ?
	pairs <- combn(m, 2)
	emit(set, "rho", mean(sapply(seq_len(ncol(pairs)), function(k)
		cor(d[pairs[1, k], ], d[pairs[2, k], ], method = "spearman"))))

	# Compute exact p-values from all arrangements of a small part of the data.
	x <- mean_d[1:6]
	signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), 6)))
	emit(set, "p_signs", mean(abs(signs %*% x) >= abs(sum(x)) - 1e-12))
	order <- as.matrix(expand.grid(rep(list(1:6), 6)))
	order <- order[apply(order, 1, function(o) !anyDuplicated(o)), ]
	if (m == 2) {
		rank1 <- rank(d[1, 1:6])
		rank2 <- rank(d[2, 1:6])
		got <- apply(order, 1, function(o) sum(rank1 * rank2[o]))
		emit(set, "p_ranks", mean(got >= sum(rank1 * rank2) - 1e-9))
	}
}
