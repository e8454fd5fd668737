#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy analyse: layouts that ran on many machines.

load analyse

setup() {
	analyse_setup
}

# fleet SYSTEM FACTOR [MACHINES]: print 3 runs of 4 layouts on each machine.  Each
# value is FACTOR times e^(y/1000).  y is the sum of four whole numbers: one for the
# machine, one for the layout, one for the pair of both, and one for the run.
fleet() {
	awk -v name="$1" -v factor="$2" -v n="${3:-5}" 'BEGIN {
		split("3 -7 12 1 -9", m)
		split("20 -14 5 -11", l)
		for (i = 1; i <= n; i++)
			for (k = 1; k <= 4; k++)
				for (r = 1; r <= 3; r++) {
					cell = (i * 7 + k * k * 5) % 11 - 5
					run = (i * 5 + k * 3 + r * r * 7) % 9 - 4
					y = m[(i - 1) % 5 + 1] + l[k] + cell + run
					printf "%s,n%d,L%d,%d,%.17g\n", name,
						i, k, r, factor * exp(y / 1000)
				}
	}'
}

# closed: analyze the variance of the logarithms of the values in fleet.csv.  Print the
# variances due to machines, layouts, layouts x machines and runs, each times 1e6, and
# then the geometric mean.
closed() {
	awk -F, 'NR > 1 {
		y = 1000 * log($5)
		m[$2] += y / 12; l[$3] += y / 15; c[$2, $3] += y / 3
		all += y / 60; x[NR] = y; at[NR] = $2 SUBSEP $3
	}
	END {
		for (i in m) sm += 12 * (m[i] - all) ^ 2 / 4
		for (k in l) sl += 15 * (l[k] - all) ^ 2 / 3
		for (i in m) for (k in l)
			sc += 3 * (c[i, k] - m[i] - l[k] + all) ^ 2 / 12
		for (j in x) se += (x[j] - c[at[j]]) ^ 2 / 40
		printf "%.12g %.12g %.12g %.12g %.12g\n", (sm - sc) / 12,
			(sl - sc) / 15, (sc - se) / 3, se, exp(all / 1000)
	}' fleet.csv
}

header=system,machine,layout,run,value

@test "components of balanced data are the analysis of variance's" {
	{ echo $header; fleet base 0.5; } >fleet.csv
	json fleet.csv
	read -r machines layouts cells runs mean < <(closed)
	near '.systems[0].components.machines.estimate * 1e6' "$machines" 1e-9
	near '.systems[0].components.layouts.estimate * 1e6' "$layouts" 1e-9
	near '.systems[0].components.layouts_machines.estimate * 1e6' "$cells" 1e-9
	near '.systems[0].components.runs.estimate * 1e6' "$runs" 1e-9
	near '.systems[0].portable_share.estimate' \
		"$(awk "BEGIN { print $layouts / ($layouts + $cells) }")" 1e-5
	near '.systems[0].mean.estimate' "$mean" 1e-9
	jq -e '.systems[0] | .mean.lo < .mean.estimate and
		.mean.estimate < .mean.hi and .balanced and .n_machines == 5 and
		.n_layouts == 4 and .n_runs == 60 and
		(.components | all(.lo <= .estimate and .estimate < .hi)) and
		.portable_share.lo < .portable_share.estimate and
		.kinds == null and (.machines | length) == 5' out.json
	jq -e '.ratio == null' out.json
}

@test "rows in any order give the same numbers" {
	{ echo $header; fleet base 0.5; } >fleet.csv
	json fleet.csv
	mv out.json expected.json
	{ head -n 1 fleet.csv; sed 1d fleet.csv | sort -t, -k4,4 -k3,3r; } >other.csv
	json other.csv
	for part in portable_share.hi components.machines.lo mean.hi; do
		near ".systems[0].$part" \
			"$(jq ".systems[0].$part" expected.json)" 1e-9
	done
}

@test "two systems are compared run by run" {
	{ echo $header; fleet old 0.5; fleet new 0.52; } |
		awk -F, -v OFS=, 'NR > 1 && $1 == "new" {
			$5 *= exp(((NR * 7) % 11 - 5) / 1000) } 1' >in.csv
	json in.csv
	jq -e '.ratio | .verdict == "larger" and .without_partner == 0 and
		.old == "old" and .new == "new" and .n_runs == 60' out.json
	near '.ratio.mean.estimate' 1.04 2e-3
	# Machines and layouts drop out of the ratio.  Only the noise that was
	# added to the system new is left.
	jq -e '.ratio.components.machines.estimate <
		.systems[0].components.machines.estimate / 10' out.json
	# If a run is missing, the paired run of the other system is left out too.
	sed '/^old,n3,L2,1,/d' in.csv >lost.csv
	json lost.csv
	jq -e '.ratio | .without_partner == 1 and .n_runs == 59 and
		(.balanced | not)' out.json
	randstudy analyse lost.csv >out
	grep -q '^ratio "new" / "old" over machines and layouts: 1.0' out
	grep -q '^verdict, threshold 0 %: larger$' out
	grep -q '^  left out, .*: 1 run$' out
	[ "$(grep -c 'portable share of the layout effect' out)" = 3 ]
	[ "$(grep -c 'cheapest plan' out)" = 1 ]
	# Runs that have other labels in the other system have no partners.
	awk -F, -v OFS=, 'NR > 1 && $1 == "new" { $4 += 3 } 1' in.csv >other.csv
	randstudy analyse other.csv >out
	grep -q '^  no runs to compare: .*, and none of the 120 runs has such a partner$' out
	run -1 grep -q 'at least 2 machines' out
}

@test "kinds of machines are compared, and machines within their kind" {
	{ echo system,kind,machine,layout,run,value
	  fleet base 0.5 6 | awk -F, -v OFS=, '{
		kind = substr($2, 2) % 2 ? "odd" : "even"
		if (kind == "even")
			$5 *= 1.2
		$2 = kind "," $2
		print }'; } >in.csv
	json in.csv
	jq -e '.systems[0] | [.kinds[].name] == ["odd", "even"] and
		[.kinds[].machines] == [3, 3] and .kinds[0].to_first.lo == null and
		.tests.kinds_differ.p < 0.001 and
		.machines[0].kind == "odd"' out.json
	near '.systems[0].kinds[1].to_first.estimate' 1.2 0.03
	randstudy analyse in.csv | grep -q '^    "even", 3 machines: 0\.6'
}

@test "a machine that differs is named" {
	{ echo $header; fleet base 0.5; } | awk -F, -v OFS=, '
		$2 == "n4" { $5 *= 1.1 } 1' >in.csv
	randstudy analyse in.csv >out
	grep -q '^  machines that differ .*: [1-5] of 5$' out
	grep -A1 '^  machines that differ' out | grep -q '^    "n4": .* %, p [=<] '
	run ! grep 'numbers of runs differ' out
	sed '/,n3,L2,2,/d' in.csv >fewer.csv
	mv fewer.csv in.csv
	randstudy analyse in.csv |
		grep -q '^  the numbers of runs differ: tests of machines and kinds may find'
}

@test "few machines, one run and lost layouts are said" {
	{ echo $header; fleet base 0.5 3; } >in.csv
	randstudy analyse in.csv | grep -q '^  what is said of machines rests on few: 3; the interval of a mean over so few can be too narrow$'
	grep -E '^system|,1,[^,]*$' in.csv | sed '/n2,L3/d' >single.csv
	randstudy analyse single.csv >out
	grep -q '3 machines × 4 layouts, 1 run of each, 11 runs; 1 of 12 cells has no run' out
	grep -q 'layout effect: unknown, since no machine ran a layout twice$' out
	grep -q '^  runs, with layouts x machines ' out
	json single.csv
	jq -e '.systems[0] | .portable_share.estimate == null and
		.components.layouts_machines.estimate == null' out.json
	# One machine has no interval over machines.
	{ echo $header; fleet base 0.5 1; } >in.csv
	randstudy analyse in.csv | grep -q '^  no interval can be given'
}

@test "iterations are averaged; the level of machines needs its name" {
	{ echo $header; fleet base 0.5; } >fleet.csv
	json fleet.csv
	mv out.json expected.json
	{ echo system,machine,layout,run,iteration,value
	  sed 1d fleet.csv | awk -F, -v OFS=, -v OFMT=%.17g '{
		print $1, $2, $3, $4, 1, $5 * 0.9
		print $1, $2, $3, $4, 2, $5 * 1.1 }'; } >in.csv
	json in.csv
	near '.systems[0].components.runs.estimate' \
		"$(jq '.systems[0].components.runs.estimate' expected.json)" 1e-9
	near '.systems[0].mean.estimate' \
		"$(jq '.systems[0].mean.estimate' expected.json)" 1e-9
	# The header may have capitals.
	json fleet.csv
	mv out.json expected.json
	sed '1s/machine/Machine/' fleet.csv >in.csv
	json in.csv
	cmp out.json expected.json
	sed '1s/machine/host/' fleet.csv >in.csv
	json in.csv
	jq -e '(.machines | not) and .systems[0].levels[0].name == "host"' out.json
}

@test "costs decide the plan" {
	{ echo $header; fleet base 0.5; } >fleet.csv
	json fleet.csv
	mv out.json cheap.json
	json fleet.csv --costs 1000,1,1
	jq -e '.costs == {"machine": 1000, "layout": 1, "run": 1}' out.json
	jq -e --slurpfile cheap cheap.json '.systems[0].plan as $p |
		$cheap[0].systems[0].plan as $c | all(range(4);
			$p[.].machines <= $c[.].machines and
			$p[.].half_width <= $p[.].percent / 100)' out.json
	jq -e --slurpfile cheap cheap.json '.systems[0].plan[0].machines <
		$cheap[0].systems[0].plan[0].machines' out.json
	run -2 randstudy analyse fleet.csv --costs 1,2
	[[ $output == *'--costs has 2 numbers, but three are needed: machine, layout, run'* ]]
}

@test "machines: one system that is not compared is named in the singular" {
	{ echo $header; fleet base 0.5; fleet new 0.5; fleet third 0.5; } >fleet.csv
	run -0 randstudy analyse fleet.csv
	grep -x '1 more system in the file is not compared' <<<"$output"
}

@test "machines: values in steps as large as their variation give no verdict" {
	{
		echo $header
		awk 'BEGIN {
			for (s = 0; s < 2; s++) for (m = 0; m < 5; m++)
				for (l = 0; l < 8; l++) for (r = 0; r < 2; r++)
					printf "%s,m%d,%d,%d,%.1f\n", s ? "new" : "old", m, l,
						r, 5 + 0.1 * s + 0.1 * (++k * 7919 % 23 == 0)
		}'
	} >fleet.csv
	run -0 randstudy analyse fleet.csv
	[[ $output == 'ratio "new" / "old" over machines and layouts: 1.0'*', 95 % interval undefined'* ]]
	[[ $output == *'verdict, threshold 0 %: undecided: the values look rounded to steps larger than their variation, and the ratio may be off by up to 2.0 %'* ]]
	randstudy analyse --format json fleet.csv |
		jq -e '.ratio | .verdict == "undecided" and .mean.lo == null'
}

@test "what has no meaning for machines is refused" {
	{ echo $header; fleet base 0.5; } >fleet.csv
	for option in --bootstrap=100 --series --budget=10 --estimator=min \
		--method=kj --method=log; do
		run -2 randstudy analyse fleet.csv $option
		[[ $output == *'not for data of several machines'* ]]
	done
	sed '7s/[^,]*$/-1/' fleet.csv >in.csv
	run -2 randstudy analyse in.csv
	[[ $output == *'the run "3" of layout "L2" on machine "n1" is not above 0'* ]]
	sed '1s/^/benchmark,/; 2,$s/^/b,/' fleet.csv >in.csv
	run -2 randstudy analyse in.csv
	[[ $output == *'has both benchmarks and machines'* ]]
	sed '$p' fleet.csv >in.csv
	run -2 randstudy analyse in.csv
	[[ $output == *'the same cells as line'* ]]
}
