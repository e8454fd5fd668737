#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The simulations that are kept in doc/statistics: STATISTICS.md quotes what they
# printed, and this version prints the same.  The page's other figures are computed from
# the rows that are kept elsewhere.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0
load page.bash

setup() {
	top=$BATS_TEST_DIRNAME/..
	kept=$top/doc/statistics
	page=$top/doc/STATISTICS.md
	build=${RANDCC_BUILD:-$top/build}
	cd "$BATS_TEST_TMPDIR" || exit
}

# table NAME: print the page's table of that name
table() {
	awk -v name="$1" '
	$0 == "<!-- end of " name " -->" { is_it = 0 }
	is_it && /^\|/
	$0 == "<!-- " name " -->" { is_it = 1 }' "$page"
}

@test "the tables of STATISTICS.md follow from the kept outputs" {
	for name in claims found position goals common once rules growth ends fleet alarms best; do
		"$kept/tables" $name >table
		[ "$(wc -l <table)" -ge 5 ]
		table $name | diff - table
	done
}

@test "every simulation that is listed is kept, and no other" {
	grep -v '^#' "$kept/commands" | grep . >listed
	[ "$(wc -l <listed)" -ge 50 ]
	while read -r name arguments; do
		head -n 1 "$kept/$name.text" | grep -qxF -e \
			"\$ randstudy simulate --seed 1 $arguments"
		echo "$name.text"
	done <listed | sort >names
	(cd "$kept" && printf '%s\n' *.text) | sort | diff - names
}

@test "the outputs that STATISTICS.md prints are the kept ones" {
	cat "$kept"/*.text >all
	awk '/^    \$ randstudy simulate/ { is_it = 1 }
	!/^    / { is_it = 0 }
	is_it { print substr($0, 5) }' "$page" >printed
	[ "$(grep -c '^\$' printed)" -ge 12 ]
	while IFS= read -r line; do
		case $line in
		'$ '*)
			awk -v line="$line" '
			/^\$ / { is_it = $0 == line }
			is_it' all >output
			[ -s output ] || {
				echo "not kept: $line"
				return 1
			}
			;;
		*)
			grep -qxF -e "$line" output || {
				echo "not printed: $line"
				return 1
			}
			;;
		esac
	done <printed
}

# nothing_else: the page has no percentage, time or decimal number outside its tables and
# the outputs that it prints but those of the texts that quotes() has found
nothing_else() {
	awk '
	/^<!-- end of / { skips = 0 }
	!skips && !/^#/ && !/^    / && !/^\|/
	/^<!-- / && !/^<!-- end of / { skips = 1 }' "$page" |
		unquoted >left
	run -1 grep -oE '.{0,40}[0-9]+(\.[0-9]+| (%|per cent|points|m?s\>|[KM]i?B)).{0,20}' left
}

# calc EXPRESSION [FORMAT]: print its value, by default with one decimal
calc() {
	awk -v format="${2:-%.1f}" "BEGIN { printf format, $1 }"
}

# numbers HEADING ROW NAME...: print the numbers of the rows of kept outputs
numbers() {
	"$kept/tables" numbers "$@" >numbers.now
	[ -s numbers.now ] || {
		echo "no row: $*"
		return 1
	}
	cat numbers.now
}

# covers ROW NAME...: print the coverages in that row
covers() {
	numbers 'intervals that cover' "$@"
}

# widths ROW NAME...: print the half-widths in that row
widths() {
	numbers 'mean half-widths' "$@"
}

# at N: print the Nth number
at() {
	sed -n "$1p"
}

# least, most: print the smallest or the largest number
least() {
	sort -g | head -n 1
}
most() {
	sort -g | tail -n 1
}

# from_to [FORMAT]: print the smallest and the largest number as "A to B"
from_to() {
	sort -g | sed -n '1p;$p' | tr '\n' ' ' |
		awk -v format="${1:-%.1f}" '{ printf format " to " format, $1, $2 }'
}

# apart: print how far the numbers of two columns are apart at most
apart() {
	awk '{ x = $2 - $1; most = NR == 1 || x > most ? x : most } END { print most }'
}

# What the page says of the first tables and their notes
claim_figures() {
	local ses lost two
	ses=$(calc 'sqrt(0.95 * 0.05 / 20000) * 100' %.2f)
	quotes "One standard error of 95 % is $ses, of 2.5 % it is $(calc 'sqrt(0.025 * 0.975 / 20000) * 100' %.2f)."
	head -n 3 "$kept/study-normal.text" | grep -q '^seed 1, 20000 simulated studies'
	covers 'shift: chosen' study-{normal,spikes,ar,regimes} |
		awk '$1 < 94 || $1 > 96 { exit 1 }'
	quotes 'the interval of the shift (`study-*`) is within a point of 95 %, in each of the four noises.'
	lost=$(covers 'shift: chosen' skewed-normal-{gamma,lognormal0.5,lognormal} | least)
	two=$(covers 'shift: chosen' skewed-two-{gamma,lognormal0.5,lognormal} | least)
	quotes "On a calm machine skewed layouts cost up to $(calc "95 - $lost") points (\`skewed-normal-*\`), and up to $(calc "95 - $two") points if each layout is run twice"
	# A layout that is run again has two blocks of two runs.
	quotes "On average $(calc "4 * $(numbers randomisation 'layouts repeated' study-regimes | at 3)" %.0f) runs more were made"
	quotes "second round that $(numbers randomisation 'studies with a second' study-normal |
		from_to %.0f) % of calm studies get without need."
}

# What the page says of blocks, common layouts and one round
block_figures() {
	local row alone two
	for row in one systems; do
		covers 'shift: chosen' "$row-normal" >chosen
		covers 'shift: unpaired' "$row-normal" >unpaired
		paste chosen unpaired | apart >$row
	done
	alone=$(calc "$(cat one)")
	two=$(calc "$(cat systems)")
	quotes "The choice costs up to $alone points of coverage on a calm machine (\`one-normal\`), and up to $two points for two systems with layouts of their own (\`systems-normal\`)"
	widths 'shift: chosen' common-none-normal >chosen
	widths 'shift: unpaired' common-none-normal >unpaired
	paste chosen unpaired | awk '{ printf "%.0f\n", 100 * ($1 / $2 - 1) }' >wider
	quotes "the interval is $(at 1 <wider) % wider with 10 layouts than that of two groups with the same runs, and $(at 3 <wider) % wider with 30."
	quotes "by $(calc '100 * 0.03 ^ 2 / 2' %.3f) % if the layouts of one program vary by 3 % and those of the other do not."
	quotes "it covers $(covers 'shift: unpaired' common-normal | from_to) % of the true ratios in \`common-normal\`."
	quotes "($(widths 'shift: blocks, t' one-spikes | at 2) instead of $(widths 'shift: unpaired' one-spikes | at 2) % with 15 layouts)"
	quotes "by 30 layouts on a calm machine in $(calc "$(numbers 'claims of' 'layouts differ' one-normal | at 3)") % of studies (\`one-normal\`)."
}

# What the page says of second rounds, and of blocks that are run again
round_figures() {
	local two=(two-{normal,spikes,ar,regimes}) alike=(alike-{normal,spikes,ar,regimes})
	quotes "a fixed second round (\`two-*\`) covers $(covers 'shift: chosen' "${two[@]}" | from_to) % with 15 and 30 layouts."
	quotes "the sign test alone finds a shift in $(numbers randomisation 'no shift' "${alike[@]}" | from_to) % of the studies, and the rank test alone, one-sided at 5 % and made where there is a second round, layouts in at most $(calc "$(numbers randomisation 'layouts alike' "${alike[@]}" | most)") % (\`alike-*\`)."
	quotes "leave the sd its coverage, $(calc "$(covers 'layout variance: chosen' kept-spikes | at 2)") % with 30 layouts, and widen the interval of the shift: its half-width is $(widths 'shift: chosen' kept-spikes | at 2) instead of $(widths 'shift: chosen' study-spikes | at 3) %."
	quotes "in $(covers 'layout variance: chosen' "${alike[@]}" | from_to) % of the studies (\`alike-*\`)."
}

# What the page says of the estimators that ignore blocks, and of stopping
estimator_figures() {
	covers 'ratio: welch' means-normal | sed 1d |
		awk '$1 < 94 || $1 > 96 { exit 1 }'
	quotes 'is within one point of 95 from 5 layouts on.'
	covers 'mean: t, all' means-normal | awk '$1 < 31 || $1 > 37 { exit 1 }'
	quotes 'Taking all values as independent covers the truth a third of the time.'
	grep -q -- '--sd 2,0,0 ' "$kept/stop-looks-95.text"
	stops() { # NAME: print the coverage
		calc "$(sed -n 's/^intervals that cover the mean, % *//p' "$kept/$1.text")"
	}
	quotes "if layouts vary by 2 %, $(stops stop-looks-95) % of nominal 95 % intervals cover the truth (\`stop-looks-95\`)."
	grep -q -- '--confidence 96.5$' "$kept/stop-looks.text"
	quotes "at 96.5 % they cover it in $(stops stop-looks) % of the studies (\`stop-looks\`)."
	quotes "(lognormal layouts: $(stops stop-looks-lognormal) %, \`stop-looks-lognormal\`)"
	quotes "has spent $(calc '5 * (1 - 10 / 20)') % at 10 layouts, $(calc '5 * (1 - 10 / 40)' %.2f) % at 20 and $(calc '5 * (1 - 10 / 120)') % at 60."
}

# What the page says of searches and of other things that unit tests counted
counted_figures() {
	local n kinds
	# count FILE EXPRESSION: print what an expression of sed finds in the counts
	count() {
		sed -nE "s/^# $2.*/\1/p" "$kept/$1.counts"
	}
	quotes "cover $(calc "$(count stats_block_ratio 'crossed, layout sd 3 %: ([0-9.]+)')") % with a layout sd of 3 % and $(calc "$(count stats_block_ratio 'crossed, no layout sd: ([0-9.]+)')") % without one (\`build/test/stats_block_ratio\`, 20,000 experiments)."
	awk '/^# lognormal, within: F / { printf "%.1f", 100 * $(NF - 2) / $NF }' \
		"$kept/stats_spread.counts" >within
	quotes "A disturbed run is then in both: $(cat within) % false alarms with lognormal runs, three of each layout (\`build/test/stats_spread\`)."
	n=$(awk '{ print $NF }' "$kept/stats_spread.counts" | sort -u)
	quotes "one-sided at 2.5 %, for ${n%???},${n: -3} pairs of arms of 30 runs"

	quotes "the interval of the model covers in $(count stats_unshare '.*: ([0-9.]+) % cover' | from_to) %, and that of r in $(
		count stats_unshare '.* cover, ([0-9.]+) %' | awk '{ printf "%s%.0f", NR == 1 ? "" : NR == 5 ? " and " : ", ", $1 }') %."
	quotes "costs of $(count stats_unshare '.*, cost ([0-9.]+)' | sort -g | sed -n '1p;$p' | sed 's/0$//' | tr '\n' ' ' | sed 's/ / to /;s/ $//'),"

	# the seven kinds come first
	sed '/^# gain/,$d' "$kept/harness_best.counts" | grep -v '^# \.\.\.' >kinds
	kinds=$(wc -l <kinds)
	[ "$kinds" = 7 ]
	n=$(sed -nE 's/.*: ([0-9]+) searches:.*/\1/p' kinds | sort -u)
	quotes "simulates $n searches on each of seven kinds of programs. The interval covers the true gain in $(
		sed -nE 's/.* stated [^,]*, covers ([0-9.]+) %; deciding.*/\1/p' kinds | from_to) % of them, and the mean of the stated gains is below the mean of the true ones by $(
		sed -nE 's/.* stated -([0-9.]+) %.*/\1/p' kinds | from_to %.2f) % of the time."
	[ "$(grep -c ' stated -' kinds)" = 7 ]
	n=$(awk '/^# gain / { n += $5 } END { print n }' "$kept/harness_best.counts")
	quotes "simulates ${n%???},${n: -3} searches whose winner truly gains 0 to $(awk '
		/^# gain / { print $3 + 0 }' "$kept/harness_best.counts" | most) %"
}

# What the page says of the rows of a machine that jumps
regimes_figures() {
	awk -F, "$(cat "$top/doc/statistics.awk")"'
	# the mean of the wall times of an arm, and the square of its standard error
	function moments(arm,   n) {
		n = count[arm]
		mean[arm] = sum[arm] / n
		error2[arm] = (squares[arm] - sum[arm] ^ 2 / n) / (n - 1) / n
		return n
	}
	function fieller(   n, ratio, v, w, df, t, g, half) {
		n = moments("random")
		moments("fixed")
		ratio = mean["random"] / mean["fixed"]
		v = error2["random"]
		w = error2["fixed"] * ratio ^ 2
		df = (v + w) ^ 2 / (v ^ 2 / (n - 1) + w ^ 2 / (n - 1))
		t = t_limit(0.05, df)
		g = t * t * error2["fixed"] / mean["fixed"] ^ 2
		half = t / mean["fixed"] * sqrt(v + w - g * v)
		printf "| means, Fieller | %.3f (%.3f to %.3f) |\n", ratio,
			(ratio - half) / (1 - g), (ratio + half) / (1 - g)
	}
	function student(n,   b, s, ss, half) {
		for (b = 0; b < n; b++) {
			s += d[b]
			ss += d[b] ^ 2
		}
		half = t_limit(0.05, n - 1) * sqrt((ss - s * s / n) / (n - 1) / n)
		printf "| within blocks, t with %d df | %.3f (%.3f to %.3f) |\n", n - 1,
			exp(s / n), exp(s / n - half), exp(s / n + half)
	}
	# the means of all pairs, and the distribution of the signed-rank statistic
	function hodges_lehmann(n,   i, j, k, ways, q, below) {
		for (i = 0; i < n; i++)
			for (j = i; j < n; j++)
				pair[++k] = (d[i] + d[j]) / 2
		sort(pair, k)
		ways[0] = 1
		for (i = 1; i <= n; i++)
			for (j = k; j >= i; j--)
				ways[j] += ways[j - i]
		for (q = 0; (below += ways[q] / 2 ^ n) < 0.025; q++)
			;
		printf "| within blocks, Hodges-Lehmann | %.3f (%.3f to %.3f) |\n",
			exp((pair[int((k + 1) / 2)] + pair[int(k / 2) + 1]) / 2),
			exp(pair[q]), exp(pair[k + 1 - q])
	}
	# the correlation of the two runs of a block, with the mean of each arm taken off
	function correlation(n,   b, s, ss, m, mm) {
		for (b = 0; b < n; b++) {
			s += d[b]
			ss += d[b] ^ 2
			m += level[b]
			mm += level[b] ^ 2
		}
		ss = (ss - s * s / n) / 2
		mm = (mm - m * m / n) / 2
		printf "correlate by %.2f in their blocks.\n", (mm - ss) / (mm + ss)
	}
	NR > 1 {
		b = int($1 / 2)
		d[b] += $3 == "random" ? log($9) : -log($9)
		level[b] += log($9)
		sum[$3] += $9
		squares[$3] += $9 ^ 2
		count[$3]++
	}
	END {
		fieller()
		student(b + 1)
		hodges_lehmann(b + 1)
		correlation(b + 1)
	}' "$top/testsuite/data/regimes.csv" >computed
	sed -n 1,3p computed | while IFS= read -r row; do
		grep -qxF -e "$row" "$page" || {
			echo "no row: $row"
			return 1
		}
	done
	quotes "Its runs $(at 4 <computed)"
	# the median run at either speed
	awk -F, 'NR > 1 { print $9 / 1e9 }' "$top/testsuite/data/regimes.csv" | sort -g >seconds
	for test in '<' '>'; do
		awk '$1 '$test' 0.45' seconds | awk '{ x[NR] = $1 }
		END { printf "%.1f\n", x[int((NR + 1) / 2)] }'
	done | sort -g >speeds
	quotes "jumped between about $(at 1 <speeds) and $(at 2 <speeds) s every ten runs or so."
	# The unit test asserts this number of jumps.
	grep -qF 'assert_int_equal(find(x, N), 5);' "$top/testsuite/unit/stats_jumps.c"
	quotes 'The five jumps in the 60 runs of'
}

# What the page says of the cost of sharing, of the end of runs, and of real programs
best_figures() {
	local saves rows=$top/doc/planted/best.csv
	saves=$(awk -F'\t' '$1 == 3 { us[$2] = $4 }
	END { printf "%.2f", (us["first"] - us["last"]) / 1000 }' "$top/doc/tandem/ending.tsv")
	quotes "The run that ends last takes about $saves ms less CPU time for its end"
	quotes "and s = $saves ms / t (\`end-share\`)."
	quotes "For runs of 140 ms s is $(calc "100 * $saves / 140" %.2f) %."
	awk -F, "$(cat "$top/doc/statistics.awk" "$top/testsuite/bench/counts.awk")"'
	function add(key, x) {
		n[key]++
		sum[key] += x
		squares[key] += x * x
	}
	# the mean in per cent, and its standard error
	function mean_text(key, format, between,   m) {
		m = sum[key] / n[key]
		return sprintf(format between format, 100 * m,
			100 * sqrt((squares[key] / n[key] - m * m) / (n[key] - 1)))
	}
	function median_of(v, n) {
		sort(v, n)
		return (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
	}
	# whether the interval holds the truth that allows for a share s
	function holds(s) {
		if ($22 < 1)
			low *= 1 - s
		else
			high *= 1 + s
		return low <= $13 && $13 <= high
	}
	NR == FNR {
		if (FNR > 1 && $26 != "" && $26 != "null") {
			# the share that was allowed for, from the limit it moved
			low = $11 < $23 ? $11 : $23
			high = $12 > $24 ? $12 : $24
			s = $22 < 1 ? 1 - $26 / low : $27 / high - 1
			share_ = s > share_ ? s : share_
		}
		next
	}
	FNR == 1 { next }
	{
		low = $11 < $23 ? $11 : $23
		high = $12 > $24 ? $12 : $24
		in_it = low <= $13 && $13 <= high
	}
	$3 > 0 {
		costs[++n_costly] = $25
		add("model", log($17 / $10))
		add("measured", log($17 / $22))
		next
	}
	$26 == "" || $26 == "null" {
		cheap[++n_before] = $25
		before += in_it
		would += holds(share_)
		next
	}
	{
		widths[++n_new] = 100 * log($27 / $26) / 2
		covers += $26 <= $13 && $13 <= $27
		without += in_it
		add("below", -log($13 / $22))
	}
	END {
		if (n_costly != 6 || n_before != 60 || n_new != 30)
			exit 1
		printf "with a cost of %.1f %% the gains by the model are larger than those of runs in turns (%s), and those as measured too (%s)\n",
			100 * (median_of(costs, n_costly) - 1),
			mean_text("model", "%.2f", " %, standard error "),
			mean_text("measured", "%.2f", " %, ")
		printf "sharing costs about %.1f %%, sixty searches\n",
			100 * (median_of(cheap, n_before) - 1)
		printf "planted gain in %d of them, and would have covered it in %d with this allowance,\n",
			before, would
		text = share(covers, n_new)
		sub(/\(/, "(Wilson: ", text)
		printf "the interval of \x60best\x60 covers in %s, and would in %d without the allowance.\n",
			text, without
		printf "The mean of the stated gains is below the truth by %s).\n",
			mean_text("below", "%.3f", " % (standard error ")
		printf "have a half-width below %.3f %%.\n", median_of(widths, n_new)
	}' "$rows" "$rows" >computed
	[ "$(wc -l <computed)" = 6 ]
	while IFS= read -r text; do
		quotes "$text"
	done <computed
}

# What the page says with numbers, and nobody measured: settings of the simulations and of
# the code, levels, and what follows by arithmetic
settings() {
	local text
	while IFS= read -r text; do
		quotes "$text"
	done <<-'END'
		Layouts vary by 3 %, runs by 1.8 %.
		on average by 0.36 in ln;
		(autocorrelation 0.95, standard deviation 0.18);
		two speeds, 0.36 apart in ln,
		"Just 2 %" is the worst case for a threshold of 2 %.
		layouts vary by 2 %, executions and values by 1 %.
		10 layouts, which vary by 2 % and have no noise;
		stops at a half-width of 2 %.
		The error of one layout is 1.96 times the layouts' sd.
		has p <= 0.05.
		judged together at 5 % (Holm's adjustment;
		Modeling and Analysis*, 11.2)
		Layouts vary by 3 % and runs by 1.8 % here,
		random layouts are 2 % slower:
		4 times 1.4826 median differences.
		Layouts vary by 2 % of the mean, executions and iterations by 1 % each,
		within 1.96 standard deviations from layout to layout of the mean over layouts with probability 95 %,
		gives 1.96 times the upper limit
		and then 1.5 times as many each time.
		its intervals at 1 - 0.7 (1 - 95 %) = 96.5 %, calls them 95 %,
		If every report uses 95 %, more than 5 % of studies
		spends half of 5 %. At n layouts a study has spent 5 % (1 - n_first / 2n).
		has spent the whole 5 %.
		may spend 0.35 % more, 0.35 % (1 - (n_first / n)²) at n layouts.
		have spent 4 % · n / n_end, and more layouts than n_end have spent 5 % (1 - 0.2 n_end / n)
		intervals at 95 % misses two times in three (1 - 0.95^20).
		covers a variance of zero in 97.5 % of studies, since
		uses all of the 5 %.
		a one-sided test at 5 % rejects, and covers 95 % on either side.
		Layouts vary by 3 % on a machine, runs by 1.8 %, and machines by 1 %.
		coverage of nominal 95 % intervals, in per cent.
		about 0.1 s of CPU time again and again,
		exp((t(0.975, n − 1) + t(0.8, n − 1))
		(Bonferroni), is at most 0.2;
		after 40 % of the time, without a suspicion 80 %.
		The error of 5 % is divided by
		than 7.4 times the median distance
		at least the level (95 %: 6 blocks).
		less than 1 % of the time would not be seen.
		(that of blocks, at 95 %) excludes 1
		true ratios of exp(−0.05), exp(−0.02), exp(0.05), exp(0.2) and 1
		(layouts deviate by 0.2 to 1 %, runs by 0.3 to 1 %; 24 blocks)
		(1 + exp(0.01 (t − accuracy / 2) / precision))
		a unit in their last place is 1.2e-7,
		Half of them lose runs (six 10 %, six 45 %);
		would decide with 80 % probability
	END
}

# The unit test of the formula compares it with these coverages.
bootstrap_figures() {
	local name row
	for name in normal below; do
		for row in mean ratio; do
			covers "$row: bootstrap RRR percentile" bootstrap-$name >$row
		done
		paste -d, mean ratio | sed 's/,/, /'
	done >kept.pairs
	[ "$(wc -l <kept.pairs)" = 8 ]
	sed -nE 's/^\t\t\{\{.*\}, ([0-9.]+, [0-9.]+)\},$/\1/p' \
		"$top/testsuite/unit/stats_bootstrap.c" | diff kept.pairs -
	sed -nE 's/.* = known\[i\]\.r\[2\] < 5 \? ([0-9.]+) : ([0-9.]+);/\2 \1/p' \
		"$top/testsuite/unit/stats_bootstrap.c" >bounds
	quotes "It is within $(cut -d' ' -f1 bounds) points of them, and within $(cut -d' ' -f2 bounds) points with three layouts,"
}

@test "every figure of the text of STATISTICS.md is computed from kept rows" {
	settings
	claim_figures
	block_figures
	round_figures
	estimator_figures
	counted_figures
	regimes_figures
	best_figures
	bootstrap_figures
	nothing_else
}

@test "no goal is missed but the one that was set later" {
	table goals >rows
	grep -F '**no**' rows >missed
	[ "$(wc -l <missed)" = 1 ]
	grep -qF 'nothing in common (a goal set later)' missed
}

@test "this version simulates what is kept" {
	# Each kind of simulation
	names='one-layout-1 stop-looks'
	for name in "$kept"/quick-*.text; do
		names="$names $(basename -s .text -- "$name")"
	done
	[ "$(wc -w <<<"$names")" = 10 ]
	# shellcheck disable=SC2086 # names
	"$kept/keep" "$build" . $names
	for name in $names; do
		cmp "$name.text" "$kept/$name.text"
	done
}

@test "the unit tests of this version count what is kept" {
	names=
	for name in "$kept"/*.counts; do
		name=$(basename -s .counts -- "$name")
		[ -x "$build/test/$name" ] || skip "$name is not built"
		names="$names $name"
	done
	[ "$(wc -w <<<"$names")" = 4 ]
	# shellcheck disable=SC2086 # names
	"$kept/keep" "$build" . $names
	for name in $names; do
		cmp "$name.counts" "$kept/$name.counts"
	done
}
