# SPDX-License-Identifier: GPL-3.0-or-later
# Experiments 5 and 6 of doc/EVIDENCE.md, a part of figures: the variation over layouts of
# the arm "random", called order here, beside that of another arm.  `other` is the name of
# the experiment, and of the figures of that arm.

FNR > 1 {
	# The only system has no name here, and arms are what is compared.
	$4 = $5 == "random" ? "order" : $5 == "fixed" ? $5 : other
	$5 = "of"
	read_run()
}

function find_variance(p, s) {
	original[1] = "fixed of"
	find_effects(p, s " of", original, 1)
	return summarise(p, s " of")
}
function put_arm(p, s) {
	find_variance(p, s)
	put(p, s, "seconds", seconds[p, s " of"] / n_runs[p, s " of"])
	put_sd(p, s, 0.05 / (2 * n_known))
	put(p, s, "moves", low - noise > 0 ? "yes" : "no")
	lowest[s] = low - noise
	bonett(0.05 / n_known)
	e[s] = var - noise
	l[s] = low - noise
	h[s] = high - noise
}
function put_ratio(p,   word) {
	word = "undecided"
	if (e["order"] > 0)
		put(p, other, "variances", e[other] > 0 ? e[other] / \
			e["order"] : 0)
	if (ratio_interval(e[other], l[other], h[other], e["order"],
			l["order"], h["order"])) {
		put(p, other, "variances-low", ratio_low)
		put(p, other, "variances-high", ratio_high)
		if (ratio_high != "inf" && ratio_high < 1)
			word = "less"
		else if (ratio_low > 1)
			word = "more"
	}
	if (lowest["order"] <= 0 && lowest[other] <= 0)
		word = "none seen"
	put(p, other, "word", word)
}

END {
	for (q = 1; q <= n_programs; q++)
		if (find_variance(programs[q], "order") &&
		    find_variance(programs[q], other)) {
			is_known[programs[q]]
			n_known++
		}
	for (q = 1; q <= n_programs; q++) {
		p = programs[q]
		put(p, "order", "sharers", sharers[p])
		if (!(p in is_known))
			continue
		put_arm(p, "order")
		put_arm(p, other)
		put_ratio(p)
	}
}
