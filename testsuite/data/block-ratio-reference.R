# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rscript block-ratio-reference.R >block-ratio-reference.tsv
#
# R's results for 120 random experiments in blocks, with missing blocks.  The data
# comes from a generator that is exact in double precision (Park & Miller's), so
# that testsuite/unit/stats_block_ratio.c makes the same numbers.  Needs base R.
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

experiment <- function(set) {
	state <<- 1000003 * set
	n <- 4 + draw(37)
	rounds <- 1 + set %% 4
	scale <- c(1, 1e-9, 1e12, 1e-200)[1 + set %% 5 %% 4]
	rows <- list()
	for (r in seq_len(rounds)) {
		by <- draw(n)
		for (i in 0:(n - 1)) {
			old <- 500 + draw(100000) / 1000
			now <- 500 + draw(120000) / 1000 + 3 * i
			missing <- draw(10) == 0
			if (missing && set %% 2 == 0) next
			rows[[length(rows) + 1]] <- c(i, (i + by) %% n, old * scale,
				now * scale)
		}
	}
	as.data.frame(do.call(rbind, rows))
}

one_way <- function(set, u) {
	test <- t.test(u)
	emit(set, "estimate", exp(mean(u)))
	emit(set, "lo", exp(test$conf.int[1]))
	emit(set, "hi", exp(test$conf.int[2]))
	emit(set, "df", test$parameter)
	emit(set, "sd", sd(u))
	walsh <- outer(u, u, "+") / 2
	emit(set, "hl", exp(median(walsh[upper.tri(walsh, TRUE)])))
	if (length(u) >= 6) {
		w <- wilcox.test(u, conf.int = TRUE, exact = TRUE)
		emit(set, "hl_lo", exp(w$conf.int[1]))
		emit(set, "hl_hi", exp(w$conf.int[2]))
	}
}

# Print the ratio of crossed layouts: its estimate, limits and degrees of freedom.  The
# variance of mean(d) allows for clusters: the blocks that have the same layout.
crossed <- function(set, d, a, b) {
	n <- length(d)
	e <- residuals(lm(d ~ 1))
	cluster <- function(g) {
		s <- rowsum(e, g)
		k <- length(s)
		sum(s^2) / n^2 * k / (k - 1)
	}
	va <- cluster(a)
	vb <- cluster(b)
	each <- cluster(seq_len(n))
	v <- max(va + vb - each, each)
	df <- min(length(unique(a)), length(unique(b))) - 1
	half <- qt(.975, df) * sqrt(v)
	emit(set, "estimate", exp(mean(d)))
	emit(set, "lo", exp(mean(d) - half))
	emit(set, "hi", exp(mean(d) + half))
	emit(set, "df", df)
}

for (set in 1:120) {
	x <- experiment(set)
	names(x) <- c("a", "b", "old", "now")
	d <- log(x$now / x$old)
	if (set %% 3 == 0) one_way(set, as.vector(tapply(d, x$a, mean)))
	if (set %% 3 == 1) one_way(set, d)
	if (set %% 3 == 2 && (anyDuplicated(x$a) || anyDuplicated(x$b)))
		crossed(set, d, x$a, x$b)
	else if (set %% 3 == 2) one_way(set, d)
	k <- nrow(x)
	if (k < 2) next
	long <- data.frame(y = log(c(x$old, x$now)), block = factor(rep(1:k, 2)),
		cell = factor(rep(1:2, each = k)))
	ms <- anova(lm(y ~ cell + block, long))
	between <- ms["block", "Mean Sq"]
	within <- ms["Residuals", "Mean Sq"]
	emit(set, "correlation", (between - within) / (between + within))
	emit(set, "within", sqrt(within))
	emit(set, "raw", sqrt(mean(c(var(log(x$old)), var(log(x$now))))))
	emit(set, "p", ms["block", "Pr(>F)"])
}
