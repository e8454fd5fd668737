#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy report: its numbers follow from the exported rows.

# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo hello'
	study --no-report --layouts 12 --seed 1
	known_times
}

# Replace the measured times by known ones.
known_times() {
	query "UPDATE run SET wall_ns = 1000000000
		+ (ord * 7919 % 101) * 100000
		+ (SELECT CASE seed WHEN 'none' THEN 0
			ELSE 20000000 + (layout * 7907 % 103) * 1000000 END
			FROM layout WHERE id = run.layout)"
}

# report: put the text into $output, and without line breaks into $flat
report() { # STATUS
	run "-$1" randstudy report st
	flat=$(tr -s ' \n' ' ' <<<"$output")
}

# Print the wall seconds of an arm from the CSV, by column name.
walls() { # ARM
	randstudy report --format csv st | awk -F, -v arm="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["arm"] == arm && $at["outcome"] == "ok" {
			printf "%.9f\n", $at["wall_ns"] / 1e9
		}'
}

moments() { # prints n, mean, standard deviation of the numbers read
	awk '{ x[NR] = $1; sum += $1 }
		END {
			mean = sum / NR
			for (i = 1; i <= NR; i++) ss += (x[i] - mean) ^ 2
			printf "%d %.12g %.12g\n", NR, mean, sqrt(ss / (NR - 1))
		}'
}

json() { # PATH
	randstudy report --format json st | jq -r "$1"
}

# near A B: check that they are equal to nine digits
near() {
	awk -v a="$1" -v b="$2" 'BEGIN {
		d = a - b; if (d < 0) d = -d
		m = a < 0 ? -a : a
		exit !(d <= 1e-9 * m + 1e-15)
	}' || {
		echo "$1 is not $2" >&2
		return 1
	}
}

@test "means, standard deviations and intervals follow from the exported rows" {
	for arm in random fixed; do
		read -r n mean sd < <(walls "$arm" | moments)
		[ "$n" = 12 ]
		cell=".arms[] | select(.arm == \"$arm\")"
		[ "$(json "$cell | .\"runs-ok\"")" = 12 ]
		near "$(json "$cell | .mean.estimate")" "$mean"
		near "$(json "$cell | .sd")" "$sd"
		# t(0.975, 11) from a table: 2.200985
		half=$(awk -v sd="$sd" 'BEGIN { print 2.2009851600916384 * sd / sqrt(12) }')
		low=$(awk -v m="$mean" -v h="$half" 'BEGIN { printf "%.12g", m - h }')
		got=$(json "$cell | .mean.low")
		awk -v a="$got" -v b="$low" 'BEGIN { d = a - b; exit !(d < 1e-6 && d > -1e-6) }'
	done
}

@test "layout's variance, its share and the ratios follow from the exported rows" {
	read -r _ mean_r sd_r < <(walls random | moments)
	read -r _ mean_f sd_f < <(walls fixed | moments)
	effect='.effects[0]'
	near "$(json "$effect.\"layout-variance\".estimate")" \
		"$(awk -v a="$sd_r" -v b="$sd_f" 'BEGIN { printf "%.15g", a * a - b * b }')"
	near "$(json "$effect.\"variance-ratio\".estimate")" \
		"$(awk -v a="$sd_r" -v b="$sd_f" 'BEGIN { printf "%.15g", a * a / (b * b) }')"
	near "$(json "$effect.\"share-of-variance\".estimate")" \
		"$(awk -v a="$sd_r" -v b="$sd_f" 'BEGIN { printf "%.15g", 1 - b * b / (a * a) }')"
	near "$(json "$effect.\"layout-sd-percent\".estimate")" \
		"$(awk -v a="$sd_r" -v b="$sd_f" -v m="$mean_r" \
			'BEGIN { printf "%.15g", 100 * sqrt(a * a - b * b) / m }')"
	near "$(json "$effect.shift.estimate")" \
		"$(awk -v a="$mean_r" -v b="$mean_f" 'BEGIN { printf "%.15g", a / b }')"
	[ "$(json "$effect.method")" = two-arms ]
	[ "$(json "$effect.\"variation-detected\"")" = true ]
	[ "$(json "$effect.\"shift-detected\"")" = true ]
}

@test "the text says the same numbers, in 80 columns" {
	report 0
	awk 'length > 80 { exit 1 }' <<<"$output"
	read -r _ mean sd < <(walls random | moments)
	[[ $output == *"random layouts     12  "*"$(printf '%.3f s' "$mean")"* ]]
	[[ $flat == *"Both a shift and variation: random layouts take "*" more time"* ]]
	[[ $flat == *"The original layout is a lucky one"* ]]
	[[ $flat == *"above those of $(
		json '.effects[0]."original-position".below'
	) of 12 random layouts, with one run of each (percentile "* ]]
	[[ $flat == *"within +-$(printf '%.2g' "$(
		json '.effects[0]."one-layout-error-percent".estimate'
	)") % of the mean over all layouts"* ]]
	slowest=$(walls random | sort -n | tail -n 1)
	[[ $output == *"slowest"*"$(printf '%.3f s' "$slowest")"* ]]
	[[ $output == *"deviation  expected  seed"* ]]
	[[ $output == *"slowest"*"$(printf '%+.2f %%' "$(
		json '.effects[0].extremes.highest."expected-deviation" * 100'
	)")"* ]]
}

@test "an effect that was not detected is not called absent" {
	query 'UPDATE run SET wall_ns = 1000000000 + (ord * 7919 % 101) * 100000'
	report 0
	[[ $flat == *"Neither a shift nor variation was detected"* ]]
	[[ $flat == *"Not detected above the noise"*"does not mean"* ]]
	run -1 grep -iE 'no effect|are equal|are the same|identical' <<<"$output"
}

@test "a shift alone and variation alone are told apart" {
	query "UPDATE run SET wall_ns = 1000000000 + (ord * 7919 % 101) * 100000
		- (SELECT (seed != 'none') * 50000000 FROM layout WHERE id = run.layout)"
	report 0
	[[ $flat == *"A shift: random layouts take "*" less time"* ]]
	[[ $flat == *"Layout changes the time of prog: random layouts take "*" less time than the original one on average; they were not seen to differ among themselves."* ]]
	[[ $flat != *'not seen to change'* ]]
	[[ $flat == *"an unlucky one"* ]]
	query "UPDATE run SET wall_ns = 1000000000
		+ ((ord * 7919 % 101) - 50) * 10000 * (SELECT
			CASE seed WHEN 'none' THEN 1 ELSE 100 END
			FROM layout WHERE id = run.layout)"
	report 0
	[[ $flat == *"Variation: layouts differ with a standard deviation"* ]]
	# Some of the variance is noise.
	[[ $flat == *"Layout accounts for over 99 % of the variance"* ]]
}

@test "random layouts that all gave one value set no limit, and exact values may differ" {
	query "UPDATE run SET wall_ns = 1000000000 + (SELECT seed = 'none' FROM layout
		WHERE id = run.layout) * (ord * 7919 % 101) * 100000"
	report 0
	[[ $flat == *'No answer about the time of prog: all runs of random layouts gave the same value, and runs of the original layout did not.'* ]]
	[[ $flat == *'they cannot say how much layouts vary at most'* ]]
	[[ $flat != *'up to 0.0 %'* && $flat != *'< 0.0 %'* && $flat != *'n/a of the mean'* ]]
	[ "$(json '.effects[0]."layout-sd-percent-most"')" = null ]
	query "UPDATE run SET wall_ns = 1000000000 + (SELECT seed = 'none' FROM layout
		WHERE id = run.layout) * 10000000"
	report 0
	[[ $flat == *'A difference without noise: all runs of random layouts gave one value, and all runs of the original layout gave another.'* ]]
}

@test "runs far from all others are flagged, and still counted" {
	run -0 randstudy report st
	[[ $output != *'far from'* ]]
	query "UPDATE run SET wall_ns = 5000000000 WHERE ord = (SELECT min(ord)
		FROM run JOIN layout ON run.layout = layout.id WHERE seed != 'none')"
	report 0
	[[ $flat == *'1 of 12 runs (random layouts) lies far from the others'* ]]
	[ "$(json '.arms[0]."runs-ok"')" = 12 ]
	[ "$(json '.arms[0]."runs-far-off"')" = 1 ]
	[ "$(json '.arms[1]."runs-far-off"')" = 0 ]
}

@test "several executions are advised only where they would help" {
	random="SELECT min(ord) FROM run JOIN layout ON run.layout = layout.id
		WHERE seed != 'none'"
	query "UPDATE run SET wall_ns = 5000000000 WHERE ord = ($random)"
	report 0
	[[ $flat == *'far from the others: disturbed, or a rare layout;'*'a study with --executions 2 tells the two apart'* ]]
	# All runs of the original arm have the same layout, so only a
	# disturbance can explain a run that is far off.
	known_times
	query "UPDATE run SET wall_ns = 5000000000 WHERE ord = (SELECT min(ord)
		FROM run JOIN layout ON run.layout = layout.id WHERE seed = 'none')"
	report 0
	[[ $flat == *'1 of 12 runs (original layout) lies far from the others: disturbed;'* ]]
	[[ $flat != *'rare layout'* && $flat != *'--executions 2'* ]]
	# The layouts have already run more than once, so --executions 2 is no
	# advice.
	rm -rf st
	study --no-report --layouts 12 --executions 2 --seed 1
	known_times
	query "UPDATE run SET wall_ns = 5000000000 WHERE ord = ($random)"
	report 0
	[[ $flat == *'1 of 24 runs (random layouts) lies far from the others: disturbed, or a rare layout, if all runs of that layout lie far off;'* ]]
	[[ $flat != *'--executions 2'* ]]
}

@test "the report says how many layouts differ, for every factor" {
	report 0
	[[ $flat == *'layouts 12 of 12 differ; varied: functions,units'* ]]
	[[ $flat != *'layouts differ:'* ]]
	query "UPDATE layout SET digest = 'd' WHERE seed != 'none'"
	report 0
	[[ $flat == *'layouts 1 of 12 differ; varied: functions,units'* ]]
	[[ $flat == *'only 1 of 12 layouts differ: there is little in the program that functions,units can vary; --factors program,padding varies more'* ]]
	# The report does not advise factors that the study already uses.
	query "UPDATE meta SET value = replace(value, 'functions,units', 'program,padding')"
	report 0
	[[ $flat == *'there is little in the program that program,padding can vary'* ]]
	[[ $flat != *'varies more'* ]]
}

@test "failed runs are listed and not counted" {
	query "UPDATE run SET outcome='wrong-output', wall_ns=1 WHERE ord IN (3, 4)"
	report 1
	[[ $flat == *'2 of 24 runs FAILED'* ]]
	[[ $flat == *'run 4 '*'wrong-output'*'run 5 '* ]]
	[ "$(json '[.arms[]."runs-ok"] | add')" = 22 ]
	[ "$(json '.outcomes."wrong-output"')" = 2 ]
	[ "$(randstudy report --format csv st | grep -c wrong-output)" = 2 ]
}

@test "no number is printed for too few runs" {
	query "DELETE FROM run WHERE ord > 1"
	report 0
	[[ $flat == *'too few good runs'* ]]
	[[ $flat == *'None: at least two good runs of each arm are needed'* ]]
	[ "$(json '.effects[0].defined')" = false ]
	query 'DELETE FROM run'
	report 0
	[[ $flat == *'Nothing has been measured yet.'* ]]
}

@test "csv has a line per run and a value per column, empty where undefined" {
	randstudy report --format csv st >rows
	[ "$(wc -l <rows)" = 25 ]
	[ "$(awk -F, '{ print NF }' rows | sort -u)" = 22 ]
	[ "$(awk -F, 'NR > 1 { print $18 }' rows | sort -u)" = '' ]
	# each column has the contents that its name says
	columns=ord,execution,outcome,start_ns,wall_ns,user_ns,system_ns
	columns=$columns,minor_faults,major_faults,voluntary_switches
	columns=$columns,involuntary_switches,exit_status,output_bytes
	columns=$columns,env_bytes,n_left_behind,session
	sqlite3 -separator , st/study.db "SELECT $columns FROM run" >expected
	cut -d, -f 1,6-11,13-17,19-22 rows | tail -n +2 | cmp - expected
	[ "$(awk -F, 'NR > 1 && $5 == "none" { n++ } END { print n }' rows)" = 12 ]
}

@test "hyperfine's JSON has its fields: a result for each arm, a value for each layout" {
	randstudy report --format hyperfine st >hf
	[ "$(jq -c '[.results[].command]' hf)" = \
		'["random layouts","original layout"]' ]
	jq -e '.results[] | (.times | length) == 12 and
		(.exit_codes | length) == 12 and
		(.memory_usage_byte | length) == 12 and
		(.parameters.arm | type == "string")' hf >/dev/null
	[ "$(jq '.results[0].times[]' hf | xargs printf '%.9f\n' | sort)" = \
		"$(walls random | sort)" ]
	near "$(jq '.results[0].mean' hf)" "$(json '.arms[0].mean.estimate')"
	near "$(jq '.results[1].stddev' hf)" "$(json '.arms[1].sd')"
}

@test "hyperfine's JSON has one result for each of two systems, with means of layouts" {
	rm -rf st
	randstudy run -o st --layouts 3 --executions 2 --seed 1 --no-report \
		--system 'old=randld --fake-link prog.sh prog' \
		--system 'new=randld --fake-link prog.sh prog' \
		--program prog -- '{binary}'
	query 'UPDATE run SET wall_ns = 1000000000 + layout * 1000000
		+ 1000 * (ord % 7)'
	randstudy report --format hyperfine st >hf
	[ "$(jq -c '[.results[] | [.command, (.times | length)]]' hf)" = \
		'[["old",3],["new",3]]' ]
	near "$(jq '.results[1].times | add / length' hf)" "$(json '.arms[] |
		select(.system == "new" and .arm == "random") | .mean.estimate')"
}

@test "benchfmt has one line per layout and no value twice" {
	randstudy report --format benchfmt st >bench
	[ "$(grep -c '^Benchmark/program=prog/arm=random 1 [0-9.e+]* ns/op$' bench)" = 12 ]
	[ "$(grep -c '^Benchmark/program=prog/arm=fixed 1 ' bench)" = 12 ]
	[ "$(grep -c '^[a-z]*: ' bench)" -ge 3 ]
	for arm in random fixed; do
		[ "$(awk -v arm="/arm=$arm" 'index($1, arm) { printf "%.9f\n", $3 / 1e9 }' bench | sort)" = \
			"$(walls $arm | sort)" ]
	done
}

@test "with several executions, layout's variance is taken beside that within layouts" {
	rm -rf st
	study --no-report --layouts 6 --executions 3
	[ "$(json '.effects[0].method')" = within ]
	# The variance is compared with the noise within layouts, so the test of
	# the spread is not needed.
	[ "$(json '.effects[0] | .spread == null and ."variation-by-f-only" == false')" = true ]
	[ "$(json '.arms[0]."runs-ok"')" = 18 ]
	[ "$(json '.arms[0].layouts')" = 6 ]
}

# Print from the CSV, for layouts with equal numbers of runs: the variance of the
# layouts' means, the mean variance within a layout, and the runs of a layout.
within() { # ARM
	randstudy report --format csv st | awk -F, -v arm="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["arm"] == arm && $at["outcome"] == "ok" {
			id = $at["layout"]
			x[id, n[id]++] = $at["wall_ns"] / 1e9
			sum[id] += $at["wall_ns"] / 1e9
		}
		END {
			for (id in n) { k++; all += sum[id] / n[id] }
			for (id in n) {
				between += (sum[id] / n[id] - all / k) ^ 2
				for (j = 0; j < n[id]; j++)
					ss += (x[id, j] - sum[id] / n[id]) ^ 2
				df += n[id] - 1
				r = n[id]
			}
			printf "%.15g %.15g %d\n", between / (k - 1), ss / df, r
		}'
}

@test "with several executions, each number is what its sentence says" {
	rm -rf st
	study --no-report --layouts 12 --executions 3 --seed 1
	known_times
	read -r means inside r < <(within random)
	[ "$r" = 3 ]
	effect='.effects[0]'
	near "$(json "$effect.\"variance-ratio\".estimate")" \
		"$(awk -v v="$means" -v w="$inside" 'BEGIN { printf "%.15g", v / (w / 3) }')"
	[ "$(json "$effect.\"variance-ratio-of\"")" = 'layout means / noise in them' ]
	near "$(json "$effect.\"share-of-variance\".estimate")" \
		"$(awk -v v="$means" -v w="$inside" \
			'BEGIN { l = v - w / 3; printf "%.15g", l / (l + w) }')"
	# The sd in the JSON is for single runs, in both arms.
	for arm in random fixed; do
		read -r n _ sd < <(walls "$arm" | moments)
		[ "$n" = 36 ]
		near "$(json ".arms[] | select(.arm == \"$arm\") | .sd")" "$sd"
	done
	near "$(json '.arms[0]."sd-of-layout-means"')" \
		"$(awk -v v="$means" 'BEGIN { printf "%.15g", sqrt(v) }')"
	[ "$(json '.arms[1] | has("sd-of-layout-means")')" = false ]
	report 0
	awk 'length > 80 { exit 1 }' <<<"$output"
	[[ $flat == *"of the variance of single runs over random layouts"* ]]
	ratio=$(awk -v v="$means" -v w="$inside" 'BEGIN { printf "%.3g", v / (w / 3) }')
	[[ $flat == *"The variance of layout means is $ratio times the variance that noise alone would give them"* ]]
	[[ $flat != *"times that of the original layout"* ]]
	[[ $flat == *"sd: of single runs; the interval of random layouts is computed from the means of layouts"* ]]
}

@test "with one execution, the ratio is to the original layout's variance" {
	[ "$(json '.effects[0]."variance-ratio-of"')" = 'random layouts / original layout' ]
	report 0
	[[ $flat == *"This variance is "*" times that of the original layout"* ]]
	[[ $flat != *"sd: of single runs"* ]]
}

# Make a study that has the times of data/regimes.csv, block by block.
jumping_study() {
	rm -rf st
	study --no-report --layouts 30 --seed 3
	query "CREATE TABLE jump (block INTEGER, arm TEXT, wall INTEGER)"
	awk -F, 'NR > 1 { printf "INSERT INTO jump VALUES (%d, \047%s\047, %s);\n",
			int($1 / 2), $3, $9 }' \
		"$BATS_TEST_DIRNAME/data/regimes.csv" | sqlite3 st/study.db
	query "UPDATE run SET wall_ns = (SELECT wall FROM jump
		WHERE block = run.ord / 2 AND jump.arm = (SELECT
			CASE seed WHEN 'none' THEN 'fixed' ELSE 'random' END
			FROM layout WHERE id = run.layout))"
	query "DROP TABLE jump"
}

# Three of eight layouts take a third less time in both rounds.  The machine's speed jumps.
@test "few layouts of two kinds leave undecided whether layout matters" {
	rm -rf st
	study --no-report --seed 1 --layouts 8 --executions 2
	query "UPDATE run SET wall_ns = (1000000000 + ord * 7907 % 13 * 100000)
		* (1 + ord / 8 % 2) * CASE WHEN (SELECT seed != 'none' AND layout % 8 < 3
			FROM layout WHERE id = run.layout) THEN 0.67 ELSE 1 END"
	report 0
	[[ $flat == *'Undecided whether layout changes the time of prog: one build may be off by up to '* ]]
	[[ $flat == *'standard deviation ('*' %); not confirmed'* ]]
	[[ $flat == *'No shift was detected, and variation among layouts is undecided.'* ]]
	[[ $flat == *'The test that holds for noise of any kind does not confirm it'* ]]
	[[ $flat == *'it is undecided whether the random layouts differ by more than noise'* ]]
	[ "$(json '.effects[0] | ."variation-undecided" and (."variation-detected" | not)')" = true ]
	# The names of options do not break in a page.
	randstudy report --format html --metric wall st >page.html
	grep -q '<span class="option">--' page.html
}

@test "a machine that jumps between speeds does not hide a shift" {
	jumping_study
	report 0
	awk 'length > 80 { exit 1 }' <<<"$output"
	[[ $flat == *'Layout changes the time of prog: random layouts take '*' than the original one on average; whether they differ among themselves is not known.'* ]]
	[[ $flat == *"random layouts take 4.4 % more time on average (randomisation test on the signs of the layouts' log ratios, and Hall's test for skewed ones: p = $(
		printf '%.2g' "$(json '.effects[0]."shift-p"')"
	))."* ]]
	[[ $flat == *"original layout: 1.044 (95 % interval 1.013 to 1.075; log ratios within blocks, 29 degrees of freedom)."* ]]
	[[ $flat == *"These runs cannot tell: each layout was run once, on a machine whose speed changed."*"at most 15 % of the mean"*"--executions 2"* ]]
	[[ $flat == *"correlation of runs in the same block is 0.89. The standard deviation of single runs is 16 %, within blocks 5.6 %, layouts included; the autocorrelation of successive runs is 0."* ]]
	[[ $flat == *"A shift: random layouts take 4.4 % more time "*"One round cannot show variation among layouts (a standard deviation of up to 15 % is possible)."* ]]
	run -1 grep -E '0\.0 %' <<<"$output"
	report 0
	[[ $flat == *"intervals for the mean of one arm are not valid; intervals for ratios within blocks are."* ]]
	# The extremes come from ratios within blocks: range(D) - mean(D) in R.
	[[ $flat == *"fastest "*" -16.9 %"*"slowest "*" +33.2 %"*"deviation: computed within blocks"* ]]
	near "$(json '.effects[0]."shift-blocks".low')" 1.0133661725433678
	# The JSON also has the shift by Welch's method, which is not reported.
	[ "$(json '.effects[0].shift.method')" = welch ]
	json '.effects[0] | .shift.low < 0.97 and .shift.high > 1.12' | grep -x true
	[ "$(json '.effects[0].reported')" = blocks ]
	[ "$(json '.effects[0]."shift-detected"')" = true ]
	[ "$(json '.effects[0]."variation-detected"')" = false ]
	[ "$(json '.blocks | "\(.whole) \(.torn) \(.correlated)"')" = "30 0 true" ]
	# The series of blocks has these jumps.
	[ "$(json .blocks.jumps)" -ge 4 ]
	[[ $flat == *"The speed of the machine jumped $(json .blocks.jumps) times between blocks"* ]]
}

@test "a report says how much time the host of a virtual machine took" {
	rm -rf st
	study --no-report
	[ "$(query "SELECT json_type(host, '$.steal') IN ('real', 'integer') FROM session")" = 1 ]
	query "UPDATE session SET start_ns = 0, end_ns = 1000, host = json_set(host, '$.steal', 0.01)"
	# The second session was three times as long, and the third was killed.
	query "INSERT INTO session SELECT id + 1, 0, 3000, json_set(host, '$.steal', 0.05)
		FROM session"
	query "INSERT INTO session SELECT 9, 0, NULL, json_remove(host, '$.steal')
		FROM session WHERE id = 1"
	report 0
	[[ $flat == *"ran others for 4.0 % of the time of all CPUs, idle time included (steal)."* ]]
	[ "$(json '.steal * 1000 | round')" = 40 ]
	for vm in true false; do
		query "UPDATE session SET host = json_set(host, '$.steal', 0.0,
			'$.\"virtual-machine\"', json('$vm'))"
		report 0
		[[ $flat == *"reported no time for which it ran others"* ]] && said=true || said=false
		[ $said = $vm ]
	done
	# A kernel that does not count it
	query "UPDATE session SET host = json_remove(host, '$.steal')"
	report 0
	[[ $flat != *steal* ]]
	[ "$(json .steal)" = null ]
}

@test "an answer says that layouts are too few, if that is the reason for none" {
	rm -rf st
	study --no-report --layouts 4 --executions 2 --redo off --seed 3
	query 'UPDATE run SET wall_ns = 1000000000 + ord / 2 * 7919 % 101 * 10000000
		+ ord * 7907 % 103 * 1000'
	report 0
	[ "$(json '.effects[0].reported')" = blocks ]
	[[ $flat == *'So few layouts cannot tell whether the time of prog depends on layout: one build may be off by up to '* ]]
	[[ $flat == *'too few layouts to tell'* ]]
	[[ $flat == *'These runs cannot tell: too few layouts have good runs in every round. '*'More layouts would measure it.'* ]]
	[[ $flat != *'one round cannot tell'* ]]
	[[ $flat != *'each layout was run once'* ]]
}

@test "a failed run takes its block out of ratios within blocks" {
	jumping_study
	query "UPDATE run SET outcome = 'timeout' WHERE ord = 7"
	report 1
	[[ $flat == *"log ratios within blocks, 28 degrees of freedom"* ]]
	[[ $flat == *"1 of 30 blocks lacks a good run and is not used"* ]]
	[ "$(json '.blocks.torn')" = 1 ]
}

@test "on a calm machine the ratio is that of the means" {
	report 0
	[[ $flat == *"original layout: 1."*"; Fieller, Welch's degrees of freedom)"* ]]
	[[ $flat == *"not seen to be more alike than others"* ]]
	[ "$(json '.effects[0].reported')" = means ]
	[ "$(json '.effects[0]."shift-blocks".method')" = blocks ]
}

@test "the interval of a time does not reach below zero" {
	query 'UPDATE run SET wall_ns = 1000000 + (ord = 5) * 3000000000 +
		(ord = 6) * 2000000000'
	report 0
	[[ $output == *' 0 to '* ]]
	text=$output
	run ! grep -E ' -[0-9.]+ ([a-z]+ )?to ' <<<"$text"
	# The JSON has the computed limit, which is below zero.
	json '[.arms[].mean.low] | min < 0' | grep -x true
}

@test "a study whose sessions were on several machines begins with a warning" {
	study --no-report --layouts 14
	[ "$(query 'SELECT count(*) FROM session')" = 2 ]
	report 0
	[[ $flat == *'measured in 2 sessions: the machine may have changed between them'* ]]
	cp st/study.db kept.db
	query "UPDATE session SET host = json_set(host, '$.kernel', 'other', '$.aslr', '9')
		WHERE id = 1"
	report 0
	[[ $flat == *'measured in 2 sessions, between which the machine changed: kernel, aslr; the report shows the machine of the last one'* ]]
	mv kept.db st/study.db
	for change in "'$.hostname', 'other'" "'$.cpu', 'another'"; do
		cp st/study.db kept.db
		query "UPDATE session SET host = json_set(host, $change) WHERE id = 2"
		report 0
		[[ $flat == *'the runs were made on 2 machines (host names or processors differ between sessions)'* ]]
		[[ $flat != *'the machine may have changed'* ]]
		# The warning stands above the answer.
		[[ $flat == *'2 machines'*'random layouts'* ]]
		mv kept.db st/study.db
	done
}

@test "a report and messages have no control characters of a command" {
	rm -r st
	escape=$(printf 'x\033]0;title\007')
	program 'exit "$2"'
	study --no-report -- '{binary}' "$escape" 0
	run -0 randstudy report st
	[[ $output == *'x?]0;title?'* && $output != *$'\033'* ]]
	run -2 randstudy report "$escape"
	[[ $output == *'x?]0;title?'* && $output != *$'\033'* ]]
}
