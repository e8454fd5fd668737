# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rscript unshare-reference.R >unshare-reference.tsv
#
# R's results for runs that shared a CPU, corrected for what sharing costs.  The data
# comes from the generator of stats-reference.R, so that
# testsuite/unit/stats_unshare.c makes the same numbers.  Needs base R.
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
	n <- 3 + draw(40)
	scale <- c(1, 1e-9, 1e12)[1 + set %% 3]
	more <- 400 - draw(900)
	cost <- draw(600)
	x <- t(sapply(seq_len(n), function(i) {
		alone <- 3000 + draw(300)
		old <- 3000 + cost + draw(100)
		c(alone, old, old + more + draw(60)) * scale
	}))
	logs <- log(x)
	d <- logs[, 3] - logs[, 2]
	c <- logs[, 2] - logs[, 1]
	# The delta method, with the covariance matrix of the two means.
	at <- eval(deriv(~ log(1 + exp(c) * (exp(d) - 1)), c("d", "c")),
		list(d = mean(d), c = mean(c)))
	gradient <- attr(at, "gradient")
	se <- sqrt(drop(gradient %*% cov(cbind(d, c)) %*% t(gradient)) / n)
	half <- qt(.975, n - 1) * se
	emit(set, "n", n)
	emit(set, "estimate", exp(at[1]))
	emit(set, "lo", exp(at[1] - half))
	emit(set, "hi", exp(at[1] + half))
}
