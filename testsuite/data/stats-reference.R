# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rscript stats-reference.R >stats-reference.tsv
#
# R's results for 200 random balanced data sets of 2 to 4 levels.  The data comes
# from a generator that is exact in double precision (Park & Miller's), so that
# testsuite/unit/stats_reference.c makes the same numbers.  With the package lme4, print
# REML estimates too.  With boot, print percentile intervals too.
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

# Draw effects of the highest level first, as integers, so that sums are exact.
values <- function(r, range, base) { # r, range: lowest level first
	n <- length(r)
	group <- function(i, effect) {
		out <- c()
		for (k in seq_len(r[i])) {
			e <- effect + draw(range[i]) + draw(range[i])
			out <- c(out, if (i > 1) group(i - 1, e) else base + e)
		}
		out
	}
	group(n, 0)
}

# S² by R's analysis of variance, lowest level first.
variances <- function(y, r) {
	n <- length(r)
	total <- length(y)
	f <- list()
	size <- 1
	# The units of level i + 1 are numbered within their parent.  With global
	# numbers, R would combine each unit with every parent.
	for (i in seq_len(n - 1)) {
		size <- size * r[i]
		f[[i]] <- factor((seq_len(total) - 1) %/% size %% r[i + 1])
	}
	d <- data.frame(y = y)
	names <- c()
	for (i in rev(seq_len(n - 1))) {
		name <- paste0("f", i)
		d[[name]] <- f[[i]]
		names <- c(names, name)
	}
	form <- as.formula(paste("y ~ Error(", paste(names, collapse = "/"), ")"))
	strata <- summary(aov(form, data = d))
	ms <- rev(sapply(strata, function(s) s[[1]][["Mean Sq"]][1]))
	list(s2 = unname(ms) / cumprod(c(1, r))[seq_len(n)], data = d, names = names)
}

# Find the zero of f's gradient by Newton's method on five-point differences.  An
# optimizer that compares values of f stops where the values no longer differ.  Its
# result has half of the digits.
stationary <- function(f, x) {
	slope <- function(x, k) {
		h <- 0.003 * x[k]
		at <- function(m) f(replace(x, k, x[k] + m * h))
		(at(-2) - 8 * at(-1) + 8 * at(1) - at(2)) / (12 * h)
	}
	gradient <- function(x) sapply(seq_along(x), function(k) slope(x, k))
	for (i in 1:6) {
		h <- 0.001 * x
		hessian <- sapply(seq_along(x), function(k) (
			gradient(replace(x, k, x[k] + h[k])) -
			gradient(replace(x, k, x[k] - h[k]))) / (2 * h[k]))
		x <- x - solve(hessian, gradient(x))
	}
	x
}

# lme4's estimates, from its own REML criterion.
reml <- function(v) {
	terms <- sapply(seq_along(v$names), function(k)
		paste0("(1|", paste(v$names[seq_len(k)], collapse = ":"), ")"))
	form <- as.formula(paste("y ~", paste(terms, collapse = "+")))
	fit <- suppressWarnings(suppressMessages(lme4::lmer(form, data = v$data,
		control = lme4::lmerControl(optCtrl = list(xtol_abs = 1e-12,
			ftol_abs = 1e-14, maxeval = 100000)))))
	criterion <- lme4::lmer(form, data = v$data, devFunOnly = TRUE)
	theta <- lme4::getME(fit, "theta")
	names(theta) <- sub("[.][(]Intercept[)]$", "", names(theta))
	theta[] <- stationary(criterion, unname(theta))
	criterion(unname(theta)) # leaves its state at theta
	e <- environment(criterion)
	residual <- (e$resp$wrss() + e$pp$sqrL(1)) / (nrow(v$data) - 1)
	vc <- theta^2 * residual
	groups <- sapply(rev(seq_along(v$names)), function(k)
		paste(rev(v$names[seq_len(k)]), collapse = ":"))
	alt <- sapply(rev(seq_along(v$names)), function(k)
		paste(v$names[seq_len(k)], collapse = ":"))
	pick <- ifelse(groups %in% names(vc), groups, alt)
	unname(c(residual, vc[pick]))
}

# Brown & Forsythe 1974: an analysis of variance of the distances from the median.
spread <- function(a, b) {
	g <- factor(rep(c("a", "b"), c(length(a), length(b))))
	x <- c(a, b)
	distance <- abs(x - ave(x, g, FUN = median))
	test <- anova(lm(distance ~ g))
	means <- tapply(distance, g, mean)
	c(f = test[["F value"]][1], p = test[["Pr(>F)"]][1],
		ratio = means[["a"]] / means[["b"]])
}

# KJ13 eq. 5.  The product under the root is expanded, because the difference of
# products in the paper loses all digits for values near 1e9.
fieller <- function(y, z, h, g) {
	if (y^2 <= h^2) return(c(NA, NA))
	root <- sqrt(y^2 * g^2 + z^2 * h^2 - h^2 * g^2)
	(y * z + c(-1, 1) * root) / (y^2 - h^2)
}

for (set in 1:200) {
	state <- set * 1000 + 7
	for (i in 1:10) draw(2)
	n <- 2 + set %% 3
	r <- 2 + sapply(seq_len(n), function(i) draw(2))
	r[n] <- 3 + draw(5)
	top2 <- 3 + draw(5)
	range <- 10^sapply(seq_len(n), function(i) draw(4))
	range <- 1 + range
	base <- 5000
	scale <- c(1, 1e-9, 1e12, 1)[1 + set %% 4]
	old <- values(r, range, base)
	r2 <- r
	r2[n] <- top2
	more <- draw(500) # here: arguments are evaluated late
	now <- values(r2, range, base + more)
	# The variances of integers have no rounding errors.  They are multiplied by
	# scale^2 when they are printed.  A shift does not change a variance.
	v <- variances(old, r)
	w <- variances(now, r2)
	t2 <- v$s2 - c(0, v$s2[-n] / r[-n])
	shift <- if (set %% 4 == 3) 1e9 else 0
	for (i in seq_len(n)) {
		emit(set, paste0("S2_", i), v$s2[i] * scale^2)
		emit(set, paste0("T2_", i), t2[i] * scale^2)
	}
	if (all(t2 > 1e-6) && shift == 0 && scale == 1 &&
			requireNamespace("lme4", quietly = TRUE)) {
		est <- reml(v)
		for (i in seq_len(n)) emit(set, paste0("reml_", i), est[i])
	}
	y <- (mean(old) + shift) * scale
	z <- (mean(now) + shift) * scale
	a <- v$s2[n] * scale^2 / r[n]
	b <- w$s2[n] * scale^2 / top2
	half <- qt(.975, r[n] - 1) * sqrt(a)
	emit(set, "mean", y)
	emit(set, "half", half)
	theta <- z / y
	kj <- fieller(y, z, half, qt(.975, top2 - 1) * sqrt(b))
	df <- (b + theta^2 * a)^2 / (b^2 / (top2 - 1) + theta^4 * a^2 / (r[n] - 1))
	t <- qt(.975, df)
	welch <- fieller(y, z, t * sqrt(a), t * sqrt(b))
	emit(set, "kj_lo", kj[1])
	emit(set, "kj_hi", kj[2])
	emit(set, "welch_lo", welch[1])
	emit(set, "welch_hi", welch[2])
	emit(set, "welch_df", df)
	bf <- spread(old, now)
	for (name in names(bf)) emit(set, paste0("bf_", name), bf[[name]])
	rel <- c(a / y^2, b / z^2)
	ldf <- sum(rel)^2 / sum(rel^2 / (c(r[n], top2) - 1))
	emit(set, "log_lo", theta * exp(-qt(.975, ldf) * sqrt(sum(rel))))
	emit(set, "log_hi", theta * exp(qt(.975, ldf) * sqrt(sum(rel))))
	if (set <= 3 && requireNamespace("boot", quietly = TRUE)) {
		# boot resamples one level.  This generator resamples all levels, and
		# returns a whole replicate.
		rrr <- function(d, r) {
			one <- function(i, begin) {
				size <- prod(r[seq_len(i - 1)])
				at <- begin + size * (sample.int(r[i], r[i], TRUE) - 1)
				if (i == 1) d[at] else unlist(lapply(at, function(b) one(i - 1, b)))
			}
			one(length(r), 1)
		}
		set.seed(set)
		bt <- boot::boot(old * scale, mean, 4000, sim = "parametric", mle = r,
			ran.gen = rrr)
		ci <- boot::boot.ci(bt, .95, "perc")$percent[4:5]
		emit(set, "boot_lo", ci[1])
		emit(set, "boot_hi", ci[2])
		emit(set, "boot_sd", sd(bt$t))
	}
}

# The quantiles behind all intervals.
for (p in c(1e-4, .025, .05, .5, .95, .975, .9995)) for (df in c(1, 2, 3, 4.56, 9, 29, 100.5, 999, 1e5, 1e9))
	emit(0, sprintf("t %g %g", p, df), qt(p, df))
for (p in c(1e-4, .025, .5, .975, .9995)) for (df in c(1, 2, 9, 29.5, 999, 99999))
	emit(0, sprintf("chi2 %g %g", p, df), qchisq(p, df))
# At (1e-4, 1, 1) the exact quantile is tan(pi p / 2)^2, and qf() is off by 4e-9.
# Improve it by two steps of Newton's method on pf().
f_quantile <- function(p, a, b) {
	x <- qf(p, a, b)
	for (i in 1:2) x <- x - (if (p < .5) pf(x, a, b) - p else
		(1 - p) - pf(x, a, b, lower.tail = FALSE)) / df(x, a, b)
	x
}
for (p in c(1e-4, .025, .5, .975, .9995)) for (a in c(1, 2, 9, 29.5, 999)) for (b in c(1, 2, 9, 29.5, 999, 99999))
	emit(0, sprintf("f %g %g %g", p, a, b), f_quantile(p, a, b))
