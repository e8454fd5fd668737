#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy plan computes the counts of the next study from one study.

load harness

setup() {
	harness_setup
	program 'echo hello'
	study --no-report --layouts 10 --seed 1
	# The ten layouts take 1.00, 1.01 ... 1.09 seconds: mean 1.045, sd 0.03028.
	query 'UPDATE run SET wall_ns = 1000000000 + (SELECT layout * 10000000
		FROM layout WHERE id = run.layout)'
	query "UPDATE layout SET link_ns = (seed != 'none') * 1000000000"
}

@test "a plan says how many layouts a precision needs" {
	run -0 randstudy plan st
	# The numbers of layouts were computed independently.  For a half-width e of
	# 0.5, 1, 1.5 and 2 % this is the smallest n with t(0.975, n - 1) *
	# 0.030276503540974917 / sqrt(n) <= e * 1.045
	[ "$(awk '$1 ~ /^\+-[0-9.]+$/ { printf "%s ", $3 }' <<<"$output")" = '132 35 17 11 ' ]
	# 1165 layouts of 3.09 s fit into an hour.  The half-width is then
	# t(0.975, 1164) * 0.03028 / sqrt(1165) / 1.045.  The detectable difference is
	# (t(0.975, 2328) + t(0.8, 2328)) * sqrt(2 / 1165) * 0.03028 / 1.045.
	[[ $(tr -s ' \n' ' ' <<<"$output") == *' 1 h 00 min 1165 +-0.17 % 0.34 % 2 h 00 min 2330 +-0.12 % 0.24 % '* ]]
	# Each layout costs a link and a run in both arms: 1 + 2 * 1.045 s.
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"A link took 1.0 s, a run 1.0 s"* ]]
	[[ $output == *"132   6 min 48 s"* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	run -0 randstudy plan --precision 1 st
	[ "$(awk '$1 ~ /^\+-[0-9.]+$/ { printf "%s ", $3 }' <<<"$output")" = '35 ' ]
}

@test "nothing is planned from values that never vary" {
	query 'UPDATE run SET wall_ns = 1500000000'
	run -0 randstudy plan st
	[[ $output == *'None: each layout has the same mean, so the variation is unknown.'* ]]
	[[ $output != *'+-'* ]]
	run -0 randstudy report st
	grep -E '^  random layouts +10 +1\.500 s +none ' <<<"$output"
}

@test "a plan says what precision a budget buys" {
	run -0 randstudy plan --budget 309 st
	[[ $output == *"5 min 09 s is enough for 100 layouts: expect +-0.57 %"* ]]
	run -0 randstudy plan --budget 2h st
	[[ $output == *"2 h 00 min is enough for 2330 layouts"* ]]
	run -0 randstudy plan --budget 3s st
	[[ $output == *"too short"* ]]
}

@test "a plan advises no more layouts than a study can have" {
	run -0 randstudy plan --budget 100h st
	[[ $output == *" is enough for 100000 layouts: expect +-0.018 %"* ]]
	# (1.96 * 0.030276503540974917 / 1.045 / 0.0001)^2 = 322,000 layouts
	run -0 randstudy plan --precision 0.01 st
	grep -q '^ *+-0\.01.* more than a study can have$' <<<"$output"
}

@test "a plan advises executions once the variance within layouts is known" {
	run -0 randstudy plan st
	[[ $output == *"Executions of each layout: not known"* ]]
	rm -rf st
	study --no-report --layouts 6 --executions 4 --seed 1
	run -0 randstudy plan st
	[[ $output == *"Executions of each layout: "[0-9]* ]]
}

# rule SQL: print the advice on executions if each run takes 1 s plus SQL ms
rule() {
	query "UPDATE run SET wall_ns = 1000000000 + 1000000 * (SELECT $1
		FROM layout WHERE id = run.layout)"
	randstudy plan st | tr -s ' \n' ' '
}

@test "each rule for executions is named" {
	rm -rf st
	study --no-report --layouts 6 --executions 4 --seed 1
	# link 0.1 s, run 1.0325 s
	query "UPDATE layout SET link_ns = (seed != 'none') * 100000000"
	# layouts' means 25 ms apart: S_2^2 = 2187.5 ms^2; T_1^2 = 166.7, T_2^2 = 2145.8
	# sqrt(0.1 / 1.0775 * 166.7 / 2145.8) = 0.085
	[[ $(rule 'layout * 25 + execution * 10') == *'Executions of each layout: 1 (optimum 0.085; 95 % interval '* ]]
	[[ $(rule 'layout * 25') == *'Executions of each layout: 1 (optimum 0; 95 % interval 0 to 0).'* ]]
	[[ $(rule 'layout + execution * 10') == *'Executions of each layout: 100, the most that is ever advised, as the level above shows no variation of its own (95 % interval of the optimum '*' to unbounded).'* ]]
	# links take long, and layouts hardly matter
	query "UPDATE layout SET link_ns = (seed != 'none') * 10000000000000"
	[[ $(rule 'layout * 2 + execution * 3') == *'Executions of each layout: 100 (optimum '*'; more is never advised).'* ]]
	# The iterations of an execution differ, and every execution has the
	# same times.
	rm -rf st
	program 'echo t 1; echo t 2; echo t 4'
	study --no-report --layouts 3 --executions 3 --iterations 3 \
		--metric 't=stdout:t ([0-9])'
	query 'UPDATE value SET value = value + (SELECT layout.layout FROM layout
		JOIN run ON layout.id = run.layout WHERE run.ord = value.ord)'
	[[ $(randstudy plan st | tr -s ' \n' ' ') == *'Executions of each layout: 1. This study detected no variation at this level and left the level out of the analysis.'*'Iterations of each execution: '* ]]
}

@test "bad options and studies are refused" {
	for bad in '--precision 0' '--precision x' '--budget 0' '--budget 1w' \
		'--metric x' ''; do
		# shellcheck disable=SC2086 # options are meant to split
		run -2 randstudy plan $bad ${bad:+st}
	done
	run -2 randstudy plan missing
}
