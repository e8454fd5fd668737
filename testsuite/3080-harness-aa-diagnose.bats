#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy aa: a program against itself; randstudy diagnose: do the runs look
# independent?

# shellcheck disable=SC2154 # harness.bash sets build
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# aa [OPTION...]
aa() {
	randstudy aa -o st --build 'echo >>built; randld --fake-link prog.sh prog' \
		--seed 1 "$@" -- '{binary}'
}

@test "aa: one build has independent layouts on both sides" {
	run -0 aa --layouts 6 --no-report
	[ "$(wc -l <built)" = 1 ]
	[ "$(query 'SELECT count(*) FROM run')" = 24 ]
	[ "$(query "SELECT count(DISTINCT seed) FROM layout WHERE seed != 'none'")" = 12 ]
	# it goes on as any study does
	run -0 randstudy run -o st --layouts 8 --no-report
	[ "$(query 'SELECT count(*) FROM run')" = 32 ]
	[ "$(wc -l <built)" = 1 ]
}

@test "aa: the smallest detectable difference follows from known times" {
	aa --layouts 16 --no-report
	# layouts spread by 2 %, both sides alike; runs of one layout by 0.1 %
	query "UPDATE run SET wall_ns = (SELECT 1000000000 +
		CASE seed WHEN 'none' THEN (layout % 3 - 1) * 1000000
		ELSE ((layout * 7) % 16 - 7.5) * 4000000 END
		FROM layout WHERE id = run.layout)"
	run -0 randstudy report st
	text=$(tr -s ' \n' ' ' <<<"$output")
	# sd 19.04 ms, so sqrt(2 / 16) * 2.042 * 1.904 %
	[[ $text == *'more than +-1.4 % to be told from none; one of 1.9'*' % in truth would be in 80 of 100'* ]]
	[[ $output != *'were told apart though'* ]]
	# one layout each: nearly always a false alarm
	[[ $text == *'run 16 times, as usual: 9'[0-9]' % false alarms'* ]]
	[[ $text == *'dealt out to two sides at random, '[3456].[0-9]' % of 2000'* ]]
	randstudy report --format json st |
		jq -e '.floor | .["told-apart"] == false and .["half-width"] < 0.015
			and .ratio.estimate == 1' >/dev/null
	# a side that differs is a false alarm, and called so
	query 'UPDATE run SET wall_ns = wall_ns * 1.05 WHERE layout IN
		(SELECT id FROM layout WHERE system = 1)'
	run -0 randstudy report st
	[[ $output == *'were told apart though'* ]]
}

@test "aa: pairs of layouts are counted" {
	aa --layouts 4 --executions 2 --no-report
	query "UPDATE run SET wall_ns = (SELECT 1000000000 + layout * 10000000
		FROM layout WHERE id = run.layout) + execution * 1000"
	run -0 randstudy report st
	text=$(tr -s ' \n' ' ' <<<"$output")
	# 28 pairs, of which the 4 with the same time are not told apart
	[[ $text == *'Counted with the 2 runs of each layout here: 86 % of 28 pairs'* ]]
}

@test "aa: a study of two systems is refused" {
	run -2 randstudy aa -o st --system a=x --system b=y -- '{binary}'
	[[ $output == *'one program with itself'* ]]
	[ ! -e st ]
	study --no-report
	run -2 aa --layouts 4
	[[ $output == *'begun with other settings'* ]]
}

# series NAME: the JSON of one of them
series() {
	randstudy diagnose --format json st |
		jq --arg name "$1" '.series[] | select(.name == $name)'
}

@test "diagnose: runs that do not depend on time pass" {
	study --seed 5 --layouts 40 --no-report
	# times that follow from the layouts alone, which come in random order
	query 'UPDATE run SET wall_ns = 1000000000 + layout * 7919 % 997 * 10000'
	run -0 randstudy diagnose st
	awk 'length > 80 { exit 1 }' <<<"$output"
	[ "$(grep -c 'in order of time  *the same in random order' <<<"$output")" = 1 ]
	[[ $output == *'all runs (80 values)'*'random runs (40 values)'*'fixed runs (40 values)'* ]]
	series 'all runs' | jq -e '.hints.changes == [] and .hints["ljung-box"].p > 0.01
		and (.values | length) == 80 and (.autocorrelation | length) == 10
		and (.values | sort) == (.shuffled | sort) and .values != .shuffled' >/dev/null
	[ "$(randstudy diagnose --all st | grep -c 'the same in random order')" = 3 ]
}

@test "diagnose: drift, steps and correlated neighbours are seen" {
	study --seed 5 --layouts 40 --no-report
	# 10 % more at the end than at the beginning; runs a second apart
	query 'UPDATE run SET start_ns = ord * 1000000000,
		wall_ns = 1000000000 + ord * 100000000 / 79 + ord * 7919 % 997 * 1000'
	series 'all runs' | jq -e '.hints.drift | .low > 0.085 and .high < 0.11' >/dev/null
	run -0 randstudy diagnose st
	[[ $output == *'drift from first to last 9'*' *; Ljung-Box'* ]]
	# a step in the middle
	query 'UPDATE run SET wall_ns = 1000000000 + (ord >= 40) * 50000000 + ord * 7919 % 997 * 1000'
	[ "$(series 'all runs' | jq -c .hints.changes)" = '[40]' ]
	# slower whenever the fixed arm ran just before
	query 'UPDATE run SET wall_ns = 1000000000 + ord * 7919 % 997 * 1000 + 50000000 *
		coalesce((SELECT arm FROM run AS before JOIN layout
			ON layout.id = before.layout WHERE before.ord = run.ord - 1), 0)'
	run -0 randstudy diagnose --format json st
	jq -e '.["run-before"].p < 0.001' <<<"$output" >/dev/null
}

@test "diagnose: gnuplot draws the pictures" {
	command -v gnuplot >/dev/null || skip 'no gnuplot'
	study --seed 5 --layouts 8 --no-report
	query 'UPDATE run SET wall_ns = 1000000000 + ord * 7919 % 997 * 1000'
	run -0 randstudy diagnose --plots pictures/new st
	for name in all-runs random-runs fixed-runs; do
		grep -q '</svg>' "pictures/new/$name.svg"
	done
	run -0 randstudy diagnose --plots pictures --type png st
	[ "$(head -c 4 pictures/all-runs.png | tail -c 3)" = PNG ]
	run -2 env PATH="$build/bin" randstudy diagnose --plots pictures st
	[[ $output == *'cannot find "gnuplot"'*'gnuplot-nox'* ]]
}

@test "diagnose: missing studies, too few runs and bad options are reported" {
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
