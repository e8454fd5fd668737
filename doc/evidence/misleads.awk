# SPDX-License-Identifier: GPL-3.0-or-later
# Experiment 4 of doc/EVIDENCE.md, a part of figures.  The first file has the rows of
# "remedies", which give the truth; the second has the runs of single builds: layout K
# of a random arm is a build, and its executions are runs of it.

FNR == 1 { file++; next }
file == 1 { read_run() }
file == 2 {
	build = $1 SUBSEP $4 SUBSEP ($5 == "random" ? "random" : "original") SUBSEP $2
	# The number of a set of 30 runs is that of the layout.
	if (!(($1, $2) in is_set)) {
		is_set[$1, $2]
		sets[$1, ++n_sets[$1]] = $2
	}
	time[build, ++n_times[build]] = $7
}

# Compare two samples, time[A, …] and time[B, …].  Set old and now to their means, error
# and df to the standard error of now - old with Welch's degrees of freedom, va and vb to the
# variances of both means, and the claim of each test to -1 (A is faster), 1 (slower) or 0.
# If the samples have the same blocks, the runs of a block are also compared in pairs.
# Return 0 if a sample has fewer than two runs.
function compare(a, b, has_pairs,   i, na, nb, t) {
	split("", claims)
	na = n_times[a]
	nb = n_times[b]
	if (na < 2 || nb < 2)
		return 0
	now = old = va = vb = 0
	for (i = 1; i <= na; i++)
		now += time[a, i] / na
	for (i = 1; i <= nb; i++)
		old += time[b, i] / nb
	for (i = 1; i <= na; i++)
		va += (time[a, i] - now) ^ 2 / (na - 1) / na
	for (i = 1; i <= nb; i++)
		vb += (time[b, i] - old) ^ 2 / (nb - 1) / nb
	claims["Welch"] = df = 0
	error = sqrt(va + vb)
	if (error > 0) {
		t = (now - old) / error
		df = (va + vb) ^ 2 / (va ^ 2 / (na - 1) + vb ^ 2 / (nb - 1))
		if (t_two_sided(t, df) < 0.05)
			claims["Welch"] = t < 0 ? -1 : 1
	} else if (now != old)
		claims["Welch"] = now < old ? -1 : 1
	claims["Mann-Whitney"] = rank_claim(a, b, na, nb)
	if (has_pairs)
		claims["pairs"] = pair_claim(a, b, na)
	return 1
}
# Student t of the log ratios of pairs of runs.
function pair_claim(a, b, n,   i, d, s, ss) {
	for (i = 1; i <= n; i++) {
		d[i] = log(time[a, i] / time[b, i])
		s += d[i] / n
	}
	for (i = 1; i <= n; i++)
		ss += (d[i] - s) ^ 2
	if (s == 0 || (ss > 0 && t_two_sided(s / sqrt(ss / (n - 1) / n), n - 1) >= 0.05))
		return 0
	return s < 0 ? -1 : 1
}
# The normal approximation, with the corrections for ties and continuity.
function rank_claim(a, b, na, nb,   i, k, v, n, u, less, ties, same, sd, z) {
	for (i = 1; i <= na; i++) {
		v[i] = time[a, i]
		for (k = 1; k <= nb; k++)
			u += v[i] > time[b, k] ? 1 : v[i] == time[b, k] ? 0.5 : 0
	}
	for (k = 1; k <= nb; k++)
		v[na + k] = time[b, k]
	n = na + nb
	sort(v, n)
	for (i = 1; i <= n; i += same) {
		for (same = 1; i + same <= n && v[i + same] == v[i]; same++)
			;
		ties += same ^ 3 - same
	}
	sd = sqrt(na * nb / 12 * (n + 1 - ties / (n * (n - 1))))
	if (sd == 0)
		return 0
	z = u - na * nb / 2
	less = z < 0
	z = abs(z) - 0.5
	if (z <= 0 || z_two_sided(z / sd) >= 0.05)
		return 0
	return less ? -1 : 1
}

# The kind of a claim.
function kind_of(claim, truth, estimate) {
	if (truth == "undecided")
		return claim ? "unconfirmed" : "open"
	if (truth == "same")
		return claim && (estimate > 1.01 || estimate < 1 / 1.01) ? \
			"contradicted" : "right"
	if (!claim)
		return "missed"
	return claim == (truth == "faster" ? -1 : 1) ? "right" : "turned"
}
# Count the kind of claim of each test for a program, and for all of them.
function count(p, builds, kind,   test) {
	for (test in claims) {
		tally[p, builds, test, kind[test]]++
		tally["all", builds, test, kind[test]]++
		n_claims[p, builds, test] += claims[test] != 0
		n_claims["all", builds, test] += claims[test] != 0
	}
}

# Is now / old compatible with the ratio r, whose logarithm has the standard error e?  This
# is Welch's test of now - r * old.
function is_near(r, e,   off, sd) {
	off = now - r * old
	sd = sqrt(va + r ^ 2 * vb + (e * r * old) ^ 2)
	return sd > 0 ? t_two_sided(off / sd, df) >= 0.05 : off == 0
}
# Count a comparison for the program and for all.
function count_one(what, p) {
	n_of_kind[what, p]++
	n_of_kind[what, "all"]++
}

# Note a ratio of the last set of flags to the first, by one build of each.
function add_turns(p, r) {
	n_turns[p]++
	log_turns[p] += log(r)
	if (n_turns[p] == 1 || r < least_turns[p])
		least_turns[p] = r
	if (r > most_turns[p])
		most_turns[p] = r
}

# Compare sets of flags, by builds of one kind with the same number.
function compare_flags(p, now_flags, old_flags, truth, builds,   i, a, b, test, kind) {
	for (i = 1; i <= n_sets[p]; i++) {
		a = p SUBSEP now_flags SUBSEP builds SUBSEP sets[p, i]
		b = p SUBSEP old_flags SUBSEP builds SUBSEP sets[p, i]
		if (!compare(a, b, 1))
			continue
		for (test in claims)
			kind[test] = kind_of(claims[test], truth, now / old)
		if (now_flags == all[n_all] && old_flags == all[1])
			add_turns(p, now / old)
		if (kind["Welch"] == "missed" && is_near(ratio, 0))
			count_one("noise", p)
		if (!is_near(ratio, 0))
			count_one("outside", p)
		if (!is_near(ratio, ratio_error))
			count_one("far", p)
		if (kind["Welch"] == "unconfirmed" && (now < old) == (ratio < 1))
			count_one("alike", p)
		count(p, builds, kind)
		count(p, "either", kind)
	}
}
# Compare a set of flags with itself: builds with different random layouts, or the
# original one again.
function compare_alike(p, flags, builds, name,   i, k, a, b, test, kind) {
	for (i = 1; i < n_sets[p]; i++)
		for (k = i + 1; k <= n_sets[p]; k++) {
			a = p SUBSEP flags SUBSEP builds SUBSEP sets[p, i]
			b = p SUBSEP flags SUBSEP builds SUBSEP sets[p, k]
			if (!compare(a, b, 0))
				continue
			for (test in claims)
				kind[test] = claims[test] ? "claimed" : "none"
			count(p, name, kind)
		}
}

function put_counts(p, builds, test,   i, k, sum) {
	k = split("right missed turned contradicted open unconfirmed", kind_name, " ")
	for (i = 1; i <= k; i++)
		sum += tally[p, builds, test, kind_name[i]]
	if (!sum)
		return
	put(p, builds " " test, "comparisons", sum)
	put(p, builds " " test, "claims", n_claims[p, builds, test] + 0)
	for (i = 1; i <= k; i++)
		put(p, builds " " test, kind_name[i],
			tally[p, builds, test, kind_name[i]] + 0)
	least_wrong = tally[p, builds, test, "missed"] + tally[p, builds, test, "turned"] + \
		tally[p, builds, test, "contradicted"]
	put(p, builds " " test, "at-least", 100 * least_wrong / sum)
	put(p, builds " " test, "at-most",
		100 * (least_wrong + tally[p, builds, test, "unconfirmed"]) / sum)
}
function put_alike(p, name, test,   sum) {
	sum = tally[p, name, test, "claimed"] + tally[p, name, test, "none"]
	if (!sum)
		return
	put(p, name " " test, "comparisons", sum)
	put(p, name " " test, "claimed", tally[p, name, test, "claimed"] + 0)
	put(p, name " " test, "share", 100 * tally[p, name, test, "claimed"] / sum)
}
# Standard deviation of the n runs of a build, in per cent of their mean.
function sd_of_runs(build, n,   i, s, ss) {
	for (i = 1; i <= n; i++)
		s += time[build, i] / n
	for (i = 1; i <= n; i++)
		ss += (time[build, i] - s) ^ 2
	return 100 * sqrt(ss / (n - 1)) / s
}
# Put the median of this over the builds of a program, or over all builds, and how many
# misses the noise can explain; how many intervals exclude the ratio over layouts; and how
# many claims that are not confirmed have its direction.
function put_noise(p,   build, part, v, n) {
	for (build in n_times) {
		split(build, part, SUBSEP)
		if ((p == "all" || part[1] == p) && n_times[build] > 1)
			v[++n] = sd_of_runs(build, n_times[build])
	}
	if (!n)
		return
	sort(v, n)
	put(p, "noise", "sd-of-runs", (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2)
	put(p, "noise", "missed", n_of_kind["noise", p] + 0)
	put(p, "noise", "outside", n_of_kind["outside", p] + 0)
	put(p, "noise", "far", n_of_kind["far", p] + 0)
	put(p, "noise", "alike", n_of_kind["alike", p] + 0)
}
# Put the mean time of the original layout of the first set of flags where runs share a
# CPU, relative to that where they take turns.
function put_cost(p,   i, k, build, sum, n) {
	for (i = 1; i <= n_sets[p]; i++) {
		build = p SUBSEP all[1] SUBSEP "original" SUBSEP sets[p, i]
		for (k = 1; k <= n_times[build]; k++)
			sum += time[build, k] / 1e6
		n += n_times[build]
	}
	if (n && n_runs[p, all[1] " fixed"])
		put(p, "sharing", "cost", seconds[p, all[1] " fixed"] / \
			n_runs[p, all[1] " fixed"] / (sum / n))
}
function put_program(p,   i) {
	for (i = 1; i <= 3; i++) {
		put_counts(p, "either", test_name[i])
		put_counts(p, "original", test_name[i])
		put_counts(p, "random", test_name[i])
		put_alike(p, "other-layout", test_name[i])
		put_alike(p, "same-build", test_name[i])
	}
}

# Which pairs have a truth?  All do whose layouts are known.
function find_pairs(   q, p, i, k) {
	for (q = 1; q <= n_programs; q++) {
		p = programs[q]
		if (!n_sets[p])
			continue
		for (i = 2; i <= n_all; i++)
			for (k = 1; k < i; k++)
				if ((p, all[i] " random") in has &&
				    (p, all[k] " random") in has &&
				    time_ratio(p, all[i] " random",
					    all[k] " random", 0.05)) {
					pair[++n_pairs] = p SUBSEP all[i] SUBSEP all[k]
				}
	}
}
END {
	n_all = split(systems, all, " ")
	split("Welch Mann-Whitney pairs", test_name, " ")
	find_pairs()
	for (j = 1; j <= n_pairs; j++) {
		split(pair[j], part, SUBSEP)
		time_ratio(part[1], part[2] " random", part[3] " random", 0.05 / n_pairs)
		truth = time_word()
		if (part[2] == all[n_all] && part[3] == all[1]) {
			put(part[1], "sharing", "ratio", ratio)
			put(part[1], "sharing", "ratio-low", ratio_low)
			put(part[1], "sharing", "ratio-high", ratio_high)
		}
		n_truths[part[1], truth]++
		n_truths["all", truth]++
		compare_flags(part[1], part[2], part[3], truth, "original")
		compare_flags(part[1], part[2], part[3], truth, "random")
	}
	for (q = 1; q <= n_programs; q++)
		for (j = 1; j <= n_all; j++) {
			compare_alike(programs[q], all[j], "random", "other-layout")
			compare_alike(programs[q], all[j], "original", "same-build")
		}
	for (q = 1; q <= n_programs + 1; q++) {
		p = q > n_programs ? "all" : programs[q]
		put_program(p)
		if (n_pairs)
			put_noise(p)
		put_cost(p)
		if (n_turns[p]) {
			put(p, "sharing", "turns", exp(log_turns[p] / n_turns[p]))
			put(p, "sharing", "turns-low", least_turns[p])
			put(p, "sharing", "turns-high", most_turns[p])
		}
		if (!n_pairs)
			continue
		put(p, "truth", "differs", n_truths[p, "faster"] + n_truths[p, "slower"])
		put(p, "truth", "same", n_truths[p, "same"] + 0)
		put(p, "truth", "undecided", n_truths[p, "undecided"] + 0)
	}
}
