# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/evidence/effects.awk: effects of layouts from rows of doc/evidence/rows, as "How
# it is judged" in doc/EVIDENCE.md defines them.  Put doc/statistics.awk before it, and
# after it a program that calls read_run() for every row.
#
# A side is a system and an arm, "O2 random".  least is the number of layouts without
# which nothing is said of a side.

function put(program, flags, figure, value) {
	printf "%s\t%s\t%s\t%s\n", program, flags, figure, value
}

# ---- Rows ----
# ln of the CPU time is in y[PROGRAM, LAYOUT, EXECUTION, SIDE].
function read_run(   b, side) {
	if (!($1 in n_blocks)) {
		programs[++n_programs] = $1
		n_blocks[$1] = 0
	}
	b = $1 SUBSEP $2 SUBSEP $3
	side = $4 " " $5
	if (!(b in known)) {
		known[b]
		block[$1, ++n_blocks[$1]] = b
	}
	if (!(($1, side) in has)) {
		has[$1, side]
		n_sides[$1]++
	}
	if ($6 > sharers[$1])
		sharers[$1] = $6
	y[b, side] = log($7)
	seconds[$1, side] += $7 / 1e6
	n_runs[$1, side]++
}

# ---- Effects ----
# Set effect[SIDE, LAYOUT, i] of the program p: the value of each run of the side minus
# the mean value of the given sides (from[1 … n_from]) in its block.
function find_effects(p, side, from, n_from,   i, k, b, part, mean) {
	for (i in n_of)
		if (index(i, side SUBSEP) == 1)
			delete n_of[i]
	for (i = 1; i <= n_blocks[p]; i++) {
		b = block[p, i]
		split(b, part, SUBSEP)
		mean = 0
		for (k = 1; k <= n_from; k++)
			mean += y[b, from[k]] / n_from
		effect[side, part[2], ++n_of[side, part[2]]] = y[b, side] - mean
		if (!((p, part[2]) in is_layout)) {
			is_layout[p, part[2]]
			layout[p, ++n_layouts[p]] = part[2]
		}
	}
}

# Summarise effect[side, …] of the program p: n layouts, the mean effect m[1 … n] of each,
# var, the variance of these, and noise, the part of var that is not layout.
function summarise(p, side,   i, k, l, x, s, ss, w, df, h) {
	n = s = ss = w = df = h = 0
	split("", m)
	for (i = 1; i <= n_layouts[p]; i++) {
		l = layout[p, i]
		if (!((side, l) in n_of))
			continue
		x = 0
		for (k = 1; k <= n_of[side, l]; k++)
			x += effect[side, l, k] / n_of[side, l]
		for (k = 1; k <= n_of[side, l]; k++)
			w += (effect[side, l, k] - x) ^ 2
		df += n_of[side, l] - 1
		h += 1 / n_of[side, l]
		m[++n] = x
		s += x
	}
	if (n < least || df == 0)
		return 0
	mean = s / n
	for (i = 1; i <= n; i++)
		ss += (m[i] - mean) ^ 2
	var = ss / (n - 1)
	noise = w / df * h / n
	return 1
}

# Bonett's interval for the variance of m[1 … n], low to high, with the probability p
# outside.  The fourth moment is about a trimmed mean.
function bonett(p,   v, i, cut, trimmed, fourth, z, c, kurtosis, error) {
	low = high = 0
	if (var == 0)
		return
	for (i = 1; i <= n; i++)
		v[i] = m[i]
	sort(v, n)
	cut = int(n / (2 * sqrt(n - 4)))
	for (i = cut + 1; i <= n - cut; i++)
		trimmed += v[i] / (n - 2 * cut)
	for (i = 1; i <= n; i++)
		fourth += (m[i] - trimmed) ^ 4
	z = z_limit(p)
	c = n / (n - z)
	kurtosis = n * fourth / ((n - 1) * var) ^ 2
	error = kurtosis - (n - 3) / n
	error = c * sqrt((error > 0 ? error : 0) / (n - 1))
	low = var * c * exp(-z * error)
	high = var * c * exp(z * error)
}

# Is r in the interval of the ratio of two variances?  Either has an estimate e, and a
# low and a high limit (Zou and Donner): the interval of e1 - r * e2 has 0 in it.
function may_be_ratio(r, e1, l1, h1, e2, l2, h2,   d) {
	d = e1 - r * e2
	if (d > 0)
		return d * d <= (e1 - l1) ^ 2 + (r * (h2 - e2)) ^ 2
	return d * d <= (h1 - e1) ^ 2 + (r * (e2 - l2)) ^ 2
}
# Set ratio_low and ratio_high, "inf" where there is no limit.  There is no interval, and
# the value is 0, if no ratio from 1e-6 to 1e6 fits.
function ratio_interval(e1, l1, h1, e2, l2, h2,   i, r, first, last, a, b, c) {
	first = last = ""
	for (i = -1200; i <= 1200; i++) {
		r = exp(i * log(10) / 200)
		if (may_be_ratio(r, e1, l1, h1, e2, l2, h2)) {
			if (first == "")
				first = i
			last = i
		}
	}
	if (first == "")
		return 0
	ratio_low = first == -1200 ? 0 : edge(first, first - 1, e1, l1, h1, e2, l2, h2)
	ratio_high = last == 1200 ? "inf" : edge(last, last + 1, e1, l1, h1, e2, l2, h2)
	return 1
}
function edge(inside, outside, e1, l1, h1, e2, l2, h2,   i, mid) {
	for (i = 0; i < 40; i++) {
		mid = (inside + outside) / 2
		if (may_be_ratio(exp(mid * log(10) / 200), e1, l1, h1, e2, l2, h2))
			inside = mid
		else
			outside = mid
	}
	return exp(inside * log(10) / 200)
}
function root(x) { return x > 0 ? sqrt(x) : 0 }

# Put the standard deviation of layouts in per cent, with its interval.
function put_sd(p, name, level) {
	bonett(level)
	put(p, name, "layouts", n)
	put(p, name, "sd", 100 * root(var - noise))
	put(p, name, "sd-low", 100 * root(low - noise))
	put(p, name, "sd-high", 100 * root(high - noise))
	put(p, name, "noise", 100 * sqrt(noise))
}

# ---- Times ----
# Set ratio, ratio_low, ratio_high: the time of a side over that of another, by the
# differences of runs in a block, with Student's interval over layouts.  ratio_error is the
# standard error of its logarithm.
function time_ratio(p, side, other, level,   from, half) {
	from[1] = other
	find_effects(p, side, from, 1)
	if (!summarise(p, side))
		return 0
	ratio_error = sqrt(var / n)
	half = t_limit(level, n - 1) * ratio_error
	ratio = exp(mean)
	ratio_low = exp(mean - half)
	ratio_high = exp(mean + half)
	return 1
}
function time_word() {
	if (ratio_high < 1)
		return "faster"
	if (ratio_low > 1)
		return "slower"
	return ratio_low >= 1 / 1.01 && ratio_high <= 1.01 ? "same" : "undecided"
}
