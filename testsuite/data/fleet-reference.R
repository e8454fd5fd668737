# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rscript fleet-reference.R >fleet-reference.tsv
#
# R's results for studies on many machines.  The data comes from the generator
# of stats-reference.R, which is exact in double precision, so that
# testsuite/unit/stats_fleet.c makes the same numbers.  Needs lme4.
#
# One line for each number: set, name, value.

suppressMessages(library(lme4))
options(digits = 17)
state <- 0
draw <- function(n) { # 0 … n-1
	state <<- (16807 * state) %% 2147483647
	floor(state / 2147483647 * n)
}
emit <- function(set, name, value)
	cat(sprintf("%d\t%s\t%.17g\n", set, name, value), sep = "")
# The sum of three uniform numbers is nearly normal.
effect <- function(size) size * (draw(1000) + draw(1000) + draw(1000) - 1498.5)

# Burdick & Graybill 3.3: limits of sum(c * θ) from mean squares s.  The upper
# limit is minus the lower limit of the sum with all signs changed.
limit <- function(c, s, df, tail, upper) {
	if (upper)
		return(-limit(-c, s, df, tail, FALSE))
	used <- which(c != 0)
	plus <- used[c[used] > 0]
	minus <- used[c[used] < 0]
	up <- function(df1, df2) qf(1 - tail, df1, df2)
	low <- function(df1, df2) qf(tail, df1, df2)
	x <- abs(c) * s
	g <- 1 - 1 / up(df, Inf)
	h <- 1 / low(df, Inf) - 1
	sum <- sum((g * x)[plus]^2) + sum((h * x)[minus]^2)
	for (i in plus) for (k in minus) {
		f <- up(df[i], df[k])
		sum <- sum + ((f - 1)^2 - (g[i] * f)^2 - h[k]^2) / f *
			x[i] * x[k]
	}
	for (i in plus) for (k in plus) if (i < k) {
		n <- df[i] + df[k]
		sum <- sum + ((1 - 1 / up(n, Inf))^2 * n^2 / (df[i] * df[k]) -
			g[i]^2 * df[i] / df[k] - g[k]^2 * df[k] / df[i]) /
			(length(plus) - 1) * x[i] * x[k]
	}
	sum(c * s) - sqrt(max(sum, 0))
}
kurtosis_df <- function(x) {
	n <- length(x)
	if (n < 5)
		return(n - 1)
	middle <- mean(x, trim = 1 / (2 * sqrt(n - 4)))
	kappa <- n * sum((x - middle)^4) / sum((x - mean(x))^2)^2
	max(1, min(n - 1, 2 * (n - 1) / (kappa - (n - 3) / n)))
}

# lmer() stops when its steps are small.  Make it stop at much smaller steps.
control <- lmerControl(optimizer = "bobyqa", calc.derivs = FALSE,
	check.conv.singular = "ignore",
	optCtrl = list(rhobeg = 0.2, rhoend = 1e-11, maxfun = 1e6))

for (set in 1:24) {
	state <- set * 1000 + 7
	for (i in 1:10) draw(2)
	n_machines <- 4 + draw(9)
	n_layouts <- 3 + draw(10)
	n_runs <- 2 + draw(2)
	n_kinds <- if (set %% 4 == 3) 2 else 1
	# Sets 13 … 24 lose runs; 19 … 24 lose many.
	lost <- if (set <= 12) 0 else if (set <= 18) 100 else 450
	size <- c(5, 4, 3, 2)
	if (set %% 6 == 1) size[1] <- 0
	if (set %% 6 == 2) size[2] <- 0
	if (set %% 6 == 4) size[3] <- 0
	kind <- sapply(seq_len(n_machines), function(m) (m - 1) %% n_kinds)
	machine <- sapply(seq_len(n_machines), function(m) effect(size[1]))
	layout <- sapply(seq_len(n_layouts), function(l) effect(size[2]))
	d <- data.frame()
	for (m in seq_len(n_machines)) for (l in seq_len(n_layouts)) {
		cell <- effect(size[3])
		for (k in seq_len(n_runs)) {
			x <- (1000 * kind[m] + machine[m] + layout[l] + cell +
				effect(size[4])) / 65536
			# A cell of the first machine, of the first layout or on the
			# diagonal never loses its first run.
			if (draw(1000) >= lost || (k == 1 &&
				(m == 1 || l == 1 || m == l)))
				d <- rbind(d, data.frame(m = m, l = l,
					kind = kind[m], x = x))
		}
	}
	d$machine <- factor(d$m)
	d$layout <- factor(d$l)
	emit(set, "n", nrow(d))
	emit(set, "sum", sum(d$x))

	# Fit by REML from several starts, since the likelihood is flat near its
	# optimum.
	formula <- if (n_kinds > 1) x ~ factor(kind) + (1 | machine) +
		(1 | layout) + (1 | machine:layout) else
		x ~ 1 + (1 | machine) + (1 | layout) + (1 | machine:layout)
	fits <- lapply(list(c(1, 1, 1), c(0.3, 2, 2), c(2, 0.5, 0.2)),
		function(start) lmer(formula, d, REML = TRUE,
			control = control, start = start))
	fit <- fits[[which.min(sapply(fits, REMLcrit))]]
	v <- as.data.frame(VarCorr(fit))
	component <- function(name) v$vcov[v$grp == name]
	emit(set, "machines", component("machine"))
	emit(set, "layouts", component("layout"))
	emit(set, "cells", component("machine:layout"))
	emit(set, "runs", component("Residual"))
	emit(set, "criterion", as.numeric(REMLcrit(fit)))
	# The weight of a kind in the mean is its share of the machines.
	part <- if (n_kinds > 1) c(1, mean(kind)) else 1
	emit(set, "mean", sum(part * fixef(fit)))
	emit(set, "mean_se", sqrt(as.numeric(part %*% as.matrix(vcov(fit)) %*%
		part)))
	if (n_kinds > 1) {
		emit(set, "kind", fixef(fit)[2])
		emit(set, "kind_se", sqrt(vcov(fit)[2, 2]))
	}
	for (m in 1:3)
		emit(set, paste0("shrunken", m), ranef(fit)$machine[m, 1])

	# The analysis of variance of the cells' means.
	cells <- aggregate(x ~ machine + layout + kind, d, mean)
	rss <- function(formula) {
		fit <- lm(formula, cells)
		c(sum(resid(fit)^2), fit$df.residual)
	}
	both <- rss(x ~ machine + layout)
	no_layouts <- rss(x ~ machine)
	no_machines <- if (n_kinds > 1) rss(x ~ layout + factor(kind)) else
		rss(x ~ layout)
	square <- function(less, more)
		(less[1] - more[1]) / (less[2] - more[2])
	emit(set, "ms_cells", both[1] / both[2])
	emit(set, "ms_layouts", square(no_layouts, both))
	emit(set, "ms_machines", square(no_machines, both))
	emit(set, "ms_runs", sum(resid(lm(x ~ machine:layout, d))^2) /
		(nrow(d) - nrow(cells)))
	if (n_kinds > 1)
		emit(set, "ms_kinds", square(rss(x ~ layout), no_machines))
	# The expected mean square of layouts is own * σ²_L + σ²_LM + runs * σ²_E.
	# Compute the coefficients `own` and `runs` as traces.  Do the same for
	# machines.
	project <- function(formula) {
		x <- model.matrix(formula, cells)
		q <- qr.Q(qr(x))[, seq_len(qr(x)$rank), drop = FALSE]
		diag(nrow(cells)) - q %*% t(q)
	}
	count <- aggregate(x ~ machine + layout + kind, d, length)$x
	residual <- project(~ machine + layout)
	expect <- function(name, projection, df, z) {
		emit(set, paste0(name, "_runs"), sum(diag(projection) / count) / df)
		emit(set, paste0(name, "_own"),
			sum(diag(t(z) %*% projection %*% z)) / df)
	}
	expect("layouts", project(~ machine) - residual, n_layouts - 1,
		model.matrix(~ layout - 1, cells))
	expect("machines", project(if (n_kinds > 1) ~ layout + factor(kind) else
		~ layout) - residual, n_machines - n_kinds,
		model.matrix(~ machine - 1, cells))
	emit(set, "cells_runs", sum(diag(residual) / count) / both[2])

	# Limits of the intervals, for balanced data only.  s has the mean squares of
	# machines, layouts, cells and runs.
	if (lost == 0) {
		s <- c(square(no_machines, both), square(no_layouts, both),
			both[1] / both[2], sum(resid(lm(x ~ machine:layout,
			d))^2) / (nrow(d) - nrow(cells)))
		effects <- tapply(cells$x, cells$machine, mean)
		effects <- effects - ave(effects, kind)
		df <- c((n_machines - n_kinds) * kurtosis_df(effects) /
				(n_machines - 1),
			kurtosis_df(tapply(cells$x, cells$layout, mean)),
			both[2] * kurtosis_df(resid(lm(x ~ machine + layout,
				cells))) / (nrow(cells) - 1), NA)
		within <- tapply(resid(lm(x ~ machine:layout, d))^2,
			paste(d$m, d$l), sum)
		kappa <- length(within) * sum(within^2) / sum(within)^2
		df <- pmax(df, 1)
		df[4] <- max(1, min(nrow(d) - nrow(cells), 2 * length(within) /
			(kappa - (length(within) - 3) / length(within))))
		emit(set, "df_machines", df[1])
		emit(set, "df_layouts", df[2])
		emit(set, "df_cells", df[3])
		emit(set, "df_runs", df[4])
		e <- n_runs
		part <- list(c(1, 0, -1, 0) / n_layouts,
			c(0, 1, -1, 0) / n_machines, c(0, 0, 1, -1 / e))
		for (i in 1:3) {
			c <- part[[i]]
			zero <- s
			zero[i] <- s[i] - sum(c * s) / c[i]
			raised <- if (sum(c * s) < 0) zero else s
			least <- limit(c, zero, df, 0.025, TRUE)
			emit(set, paste0("lo", i), max(0, limit(c, s, df, 0.025,
				FALSE), min(least, limit(c, s, df, 0.05, FALSE))))
			emit(set, paste0("hi", i), limit(c, raised, df, 0.025,
				TRUE))
		}
		emit(set, "lo4", s[4] * df[4] / qchisq(0.975, df[4]))
		emit(set, "hi4", s[4] * df[4] / qchisq(0.025, df[4]))
		# The share at which a limit of (1 - share) σ²_L - share σ²_LM
		# is 0.
		share <- function(s, tail, upper) {
			at <- function(x) limit((1 - x) * part[[2]] -
				x * part[[3]], s, df, tail, upper)
			if (at(0) <= 0) 0 else if (at(1) >= 0) 1 else
				uniroot(at, 0:1, tol = 1e-13)$root
		}
		cell <- max(s[3], s[4] / e)
		with <- function(layouts, cells) c(s[1], layouts, cells, s[4])
		now <- with(max(s[2], cell), cell)
		emit(set, "share_lo", max(share(now, 0.025, FALSE),
			min(share(now, 0.05, FALSE),
			share(with(cell, cell), 0.025, TRUE))))
		emit(set, "share_hi", min(share(now, 0.025, TRUE),
			max(share(now, 0.05, TRUE),
			share(with(now[2], s[4] / e), 0.025, FALSE))))
	}

	# Test each machine's difference from the mean of its kind.  The error comes
	# from the residuals of cells.
	fit <- lm(x ~ machine + layout, cells)
	if (n_kinds == 1) {
		contrast <- rep(0, length(coef(fit)))
		contrast[2:n_machines] <- -1 / n_machines
		for (m in 2:3) {
			own <- contrast
			own[m] <- own[m] + 1
			emit(set, paste0("effect", m), sum(own * coef(fit)))
			se <- sqrt(as.numeric(own %*% vcov(fit) %*% own))
			emit(set, paste0("se", m), se)
			emit(set, paste0("p", m), 2 * pt(-abs(sum(own *
				coef(fit)) / se), fit$df.residual))
		}
	}
}
