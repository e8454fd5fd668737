#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy diagnose says whether the runs look independent.

# shellcheck disable=SC2154 # harness.bash sets build
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# series NAME: print the JSON of this series
series() {
	randstudy diagnose --format json st >diagnosis.json
	valid diagnosis.json diagnosis diagnosis-series || return
	jq --arg name "$1" '.series[] | select(.name == $name)' diagnosis.json
}

@test "runs that do not depend on time pass" {
	study --seed 5 --layouts 40 --no-report
	# times depend only on the layouts, which come in random order
	query 'UPDATE run SET wall_ns = 1000000000 + layout * layout * 7919 % 997 * 10000'
	run -0 randstudy diagnose st
	awk 'length > 80 { exit 1 }' <<<"$output"
	[ "$(grep -c 'in order of time  *the same in random order' <<<"$output")" = 1 ]
	[[ $output == *'all runs (80 values)'*'random layouts (40 values)'*'original layout (40 values)'* ]]
	series 'all runs' | jq -e '.hints.changes == [] and .hints["ljung-box"].p > 0.01
		and (.values | length) == 80 and (.autocorrelation | length) == 10
		and (.values | sort) == (.shuffled | sort) and .values != .shuffled' >/dev/null
	[ "$(randstudy diagnose --all st | grep -c 'the same in random order')" = 3 ]
}

@test "drift, steps and correlated neighbours are seen" {
	study --seed 5 --layouts 40 --no-report
	# times are 10 % larger at the end than at the beginning; runs are a second apart
	query 'UPDATE run SET start_ns = ord * 1000000000,
		wall_ns = 1000000000 + ord * 100000000 / 79 + ord * 7919 % 997 * 1000'
	series 'all runs' | jq -e '.hints.drift | .low > 0.085 and .high < 0.11' >/dev/null
	run -0 randstudy diagnose st
	[[ $output == *'drift from first to last 9'*' *; Ljung-Box'* ]]
	# times have a step in the middle
	query 'UPDATE run SET wall_ns = 1000000000 + (ord >= 40) * 50000000 + ord * ord * 7919 % 997 * 1000'
	[ "$(series 'all runs' | jq -c .hints.changes)" = '[40]' ]
	# runs are slower just after the fixed arm
	query 'UPDATE run SET wall_ns = 1000000000 + ord * 7919 % 997 * 1000 + 50000000 *
		coalesce((SELECT arm FROM run AS before JOIN layout
			ON layout.id = before.layout WHERE before.ord = run.ord - 1), 0)'
	run -0 randstudy diagnose --format json st
	jq -e '.["run-before"].p < 0.001' <<<"$output" >/dev/null
}

@test "values of 0 and below 0 are series too" {
	program 'echo "n: 7"'
	study --seed 5 --layouts 8 --no-report --metric 'n=stdout:n: ([0-9]+)'
	# All values of one cell are 0.
	original='ord IN (SELECT ord FROM run JOIN layout ON layout.id = run.layout WHERE seed = '"'none')"
	query 'UPDATE value SET value = 1000 + ord * ord * 7919 % 97'
	query "UPDATE value SET value = 0 WHERE $original"
	run -0 randstudy diagnose --metric n st
	awk '/^all runs/ { seen = 1 } /^random layouts/ { exit } seen && /drift from first to last -?[0-9.]+ %/ { found = 1 }
		/all values are the same/ { exit 1 } END { exit !found }' <<<"$output"
	[[ $output != *nan* && $output == *'original layout (8 values)'*'all values are the same'* ]]
	[[ $output == *'By position in the block: F = '* ]]
	randstudy diagnose --metric n --format json st |
		jq -e '.series[0].values | all(. != null) and (map(select(. == 1)) | length >= 8)'
	# The lower limit of a drift comes first.
	query 'UPDATE value SET value = -1000 - ord'
	run -0 randstudy diagnose --metric n st
	grep -oE 'drift from first to last [0-9.]+ % \([0-9.-]+ to [0-9.]+ %\)' <<<"$output" >drifts
	[ "$(wc -l <drifts)" = 3 ]
	tr -d '(' <drifts | awk '$8 > $6 || $10 < $6 { exit 1 }'
}

@test "each series is drawn to a file of its own" {
	study --seed 5 --layouts 8 --no-report
	query 'UPDATE run SET wall_ns = 1000000000 + ord * 7919 % 997 * 1000'
	run -0 randstudy diagnose --plots pictures/new st
	for name in all-runs random-layouts original-layout; do
		xmllint --noout "pictures/new/$name.svg"
		grep -q 'in order of time' "pictures/new/$name.svg"
		grep -q 'in random order' "pictures/new/$name.svg"
		grep -q prefers-color-scheme:dark "pictures/new/$name.svg"
	done
	# For each of two orders, there are a picture of the 16 runs and four
	# pictures of pairs of runs that are 1 to 4 apart.  So there are 16 + 15
	# + 14 + 13 + 12 = 70 points, and ten bars for ten autocorrelations.
	[ "$(grep -c '<circle' pictures/new/all-runs.svg)" = 140 ]
	[ "$(grep -c 'class="bar"' pictures/new/all-runs.svg)" = 20 ]
	# The axes go from 0.9994 to 1.0006 of the mean.  The two pictures of all
	# runs and the eight of pairs have these numbers.
	for end in 0.9994 1.0006; do
		[ "$(grep -c ">$end<" pictures/new/all-runs.svg)" = 10 ]
	done
	run -0 randstudy diagnose --plots pictures --type svg st
	run -2 randstudy diagnose --plots pictures --type png st
	[[ $output == *'"png" is not svg'* ]]
	touch file
	run -2 randstudy diagnose --plots file/pictures st
	[[ $output == *'cannot make "file/pictures"'* ]]
}

@test "missing studies, too few runs and bad options are reported" {
	run -2 randstudy diagnose missing
	study --layouts 2 --no-report
	query 'DELETE FROM run WHERE ord > 0'
	run -0 randstudy diagnose st
	[[ $output == *'too few values'* ]]
	query 'DELETE FROM run'
	run -0 randstudy diagnose st
	run -2 randstudy diagnose --format x st
	run -2 randstudy diagnose --type pdf st
}
