# SPDX-License-Identifier: GPL-3.0-or-later
# Experiment 3 of doc/EVIDENCE.md, a part of figures.

FNR > 1 { read_run() }

# Find the sides of a program: its systems, and their original layouts.
function find_sides(p,   i) {
	n_systems = 0
	for (i = 1; i <= n_all; i++)
		if ((p, all[i] " random") in has) {
			flags[++n_systems] = all[i]
			original[n_systems] = all[i] " fixed"
		}
}

# Read the layouts' variances of all systems of a program.
function find_variances(p,   i, s) {
	find_sides(p)
	for (i = 1; i <= n_systems; i++) {
		s = flags[i]
		find_effects(p, s " random", original, n_systems)
		if (!summarise(p, s " random"))
			continue
		n_sds++
		if (s != all[1])
			n_ratios++
		known_var[p, s]
	}
}

function put_remedy(p, s,   e, l, h) {
	put(p, s, "seconds", seconds[p, s " random"] / n_runs[p, s " random"])
	put(p, s, "sharers", sharers[p])
	if (!((p, s) in known_var))
		return
	find_effects(p, s " random", original, n_systems)
	summarise(p, s " random")
	put_sd(p, s, 0.05 / n_sds)
	sd[p, s] = root(var - noise)
	is_stable[p, s] = root(high - noise) <= 0.005
	if (s != all[1] && n_ratios > 0) {
		bonett(0.05 / n_ratios)
		e = var - noise
		l = low - noise
		h = high - noise
	} else if (n_ratios > 0) {
		# The first system, with which the others are compared.
		bonett(0.05 / n_ratios)
		first_e = var - noise
		first_l = low - noise
		first_h = high - noise
		has_first = 1
	}
	put(p, s, "steady", s == all[1] || !has_first ? is_stable[p, s] ?
		"stable" : "" : steady_word(p, s, e, l, h))
	if (s == all[1] || !has_first)
		return
	if (time_ratio(p, s " random", all[1] " random", 0.05 / n_ratios)) {
		put(p, s, "ratio", ratio)
		put(p, s, "ratio-low", ratio_low)
		put(p, s, "ratio-high", ratio_high)
		put(p, s, "time", time_word())
	}
}
function steady_word(p, s, e, l, h,   has_interval) {
	has_interval = ratio_interval(e, l, h, first_e, first_l, first_h)
	if (has_interval) {
		put(p, s, "variances-low", ratio_low)
		put(p, s, "variances-high", ratio_high)
	}
	if (is_stable[p, s])
		return "stable"
	if (has_interval && ratio_high != "inf" && ratio_high < 1)
		return "steadier"
	if (has_interval && ratio_low > 1)
		return "less steady"
	return sd[p, s] < sd[p, all[1]] ? "looks steadier only" : "not steadier"
}

END {
	n_all = split(systems, all, " ")
	for (q = 1; q <= n_programs; q++)
		find_variances(programs[q])
	for (q = 1; q <= n_programs; q++) {
		find_sides(programs[q])
		has_first = 0
		for (j = 1; j <= n_systems; j++)
			put_remedy(programs[q], flags[j])
	}
}
