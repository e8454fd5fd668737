#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy machine measures the machine alone.  Nothing here depends on times.

# shellcheck disable=SC2154 # harness.bash sets build
load harness

setup() {
	harness_setup
}

# machine OPTION...: measure for the shortest time possible, and print the JSON
machine() {
	randstudy machine --time 0.1 --format json "$@"
}

@test "the report has a sentence, the noise, the differences and the remedies" {
	run -0 randstudy machine --time 0.1 --run-time 2
	[[ ${lines[0]} == 'Measurement noise of this machine' ]]
	[[ ${lines[1]} == *'This machine '* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'two runs of the same program'* ]]
	[[ $output == *'Variation of runs'* ]]
	[[ $output == *'in turns, wall time'*'in turns, CPU time'*'in tandem, CPU time'* ]]
	[[ $output == *'Smallest detectable differences'* ]]
	[[ $output == *'1 min '*' 15 '*'5 min '*' 75 '*'15 min '*' 225 '* ]]
	[[ $output == *'two programs of 2 s'* ]]
	[[ $output == *'How to reduce the noise'* ]]
	[[ $output == *governor*turbo*'SMT sibling'*'isolated CPUs'*ASLR*'cgroup CPU quota'* ]]
	[[ $output == *'--seed='* ]]
	# Only lines with commands are longer than 80 characters.
	awk 'length > 80 && !/^  run: / { exit 1 }' <<<"$output"
}

@test "the JSON has all runs and what follows from them" {
	machine --seed 18446744073709551615 >out.json
	valid out.json machine machine-series
	jq -e '.format == "randcc-machine-1" and .seed == "18446744073709551615"
		and .pairs >= 3 and (.order | length) == 2 * .pairs
		and (.turns.wall.values | length) == 2 * .pairs
		and (.turns.cpu.values | length) == 2 * .pairs
		and (.tandem.values | length) == 2 * .pairs
		and all(.turns.wall.values[]; . > 0)
		and [.detectable.budgets[].minutes] == [1, 5, 15]
		and (.advice | length) == 6
		and (.host | has("kernel"))' out.json >/dev/null
	[[ $(jq -r .sentence out.json) == 'This machine '*. ]]
}

@test "the same seed gives the same order, another seed another" {
	# Every measurement has at least three pairs of each kind, so the order has at
	# least six entries.
	order='.order[:6]'
	machine --seed 5 | jq -c "$order" >one
	machine --seed 5 | jq -c "$order" >two
	machine --seed 6 | jq -c "$order" >three
	diff one two
	run -1 diff one three
	grep -q turns one
	grep -q tandem one
}

@test "the computation can be run alone" {
	run -0 randstudy machine --work=10
	[ -z "$output" ]
}

@test "bad options are refused" {
	run -2 randstudy machine --time 2h
	[[ $output == *'--time needs a time up to 1h'* ]]
	run -2 randstudy machine --seed x
	[[ $output == *'bad seed "x"'* ]]
	run -2 randstudy machine --work=0
	run -2 randstudy machine here
}
