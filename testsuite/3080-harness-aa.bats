#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy aa compares a program with itself.

load harness

setup() {
	harness_setup
	program 'echo hello'
}

# aa [OPTION...]
aa() {
	randstudy aa -o st --build 'echo >>built; randld --fake-link prog.sh prog' \
		--seed 1 --executions 1 "$@" -- '{binary}'
}

@test "one build has independent layouts on both sides" {
	run -0 aa --layouts 6 --no-report
	[ "$(wc -l <built)" = 1 ]
	[ "$(query 'SELECT count(*) FROM run')" = 24 ]
	[ "$(query "SELECT count(DISTINCT seed) FROM layout WHERE seed != 'none'")" = 12 ]
	# The study can be extended.
	run -0 randstudy run -o st --layouts 8 --no-report
	[ "$(query 'SELECT count(*) FROM run')" = 32 ]
	[ "$(wc -l <built)" = 1 ]
}

@test "values that do not vary leave the detectable difference unknown" {
	program 'echo "points: 12"'
	run -0 aa --layouts 6 --metric 'points=stdout:points: ([0-9]+)'
	[[ $output == *'Not known: all values of a system are equal.'* ]]
	[[ $output != *unbounded* && $output != *'must exceed'* ]]
	run -0 randstudy report --format json st
	jq -e '[.. | objects | select(has("half-width"))] | length > 0 and all(."half-width" == null)' <<<"$output"
}

@test "the smallest detectable difference follows from known times" {
	aa --layouts 16 --no-report
	# Random layouts vary by 2 % on both sides, and runs of the original layout by
	# 0.1 %.
	query "UPDATE run SET wall_ns = (SELECT 1000000000 +
		CASE seed WHEN 'none' THEN (layout % 3 - 1) * 1000000
		ELSE ((layout * 7) % 16 - 7.5) * 4000000 END
		FROM layout WHERE id = run.layout)"
	run -0 randstudy report st
	text=$(tr -s ' \n' ' ' <<<"$output")
	# The sd is 19.04 ms, so the half-width is sqrt(2 / 16) * 2.042 * 1.904 %.
	[[ $text == *'must exceed +-1.4 % to be distinguished from none. The smallest detectable difference is 1.9'*' %: a true difference of that size would be detected in 80 of 100'* ]]
	[[ $text != *'between two sides that are the same'* ]]
	# Ratios are within blocks, and one round does not show how much layouts vary.
	[ "$(randstudy report --format json st | jq -r '.effects[0].reported')" = blocks ]
	[[ $text != *'With one build on each side'* ]]
	[[ $text == *'Welch'?'s test found a difference in '[3456].[0-9]' % of 2000 random splits of all layouts into two sides'* ]]
	randstudy report --format json st |
		jq -e '.floor | .["told-apart"] == false and .["half-width"] < 0.015
			and .ratio.estimate == 1' >/dev/null
	# If one side differs, the report calls this a false alarm.
	query 'UPDATE run SET wall_ns = wall_ns * 1.05 WHERE layout IN
		(SELECT id FROM layout WHERE system = 1)'
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'between two sides that are the same'* ]]
}

@test "one build on each side is simulated from the variances that the report shows" {
	aa --layouts 16 --executions 2 --redo off --no-report
	# As above, on a machine that jumps between two speeds.  The variances of the arms
	# are then those of the jumps.
	query "UPDATE run SET wall_ns = (1 + 0.36 * (ord / 32 % 2)) * (SELECT 1000000000 +
		CASE seed WHEN 'none' THEN 0 ELSE ((layout * 7) % 16 - 7.5) * 4000000 END
		FROM layout WHERE id = run.layout) + (ord * 7919 % 101) * 20000"
	run -0 randstudy report st
	text=$(tr -s ' \n' ' ' <<<"$output")
	[[ $text == *'With one build on each side, run 16 times as is usual, 9'[0-9]' % of comparisons would be false alarms'* ]]
	[ "$(randstudy report --format json st |
		jq '.effects[0] | .reported == "blocks" and ."variation-detected"')" = true ]
	# Layouts that are not seen to differ say nothing about one build.
	query "UPDATE run SET wall_ns = 1000000000 + (ord * 7919 % 101) * 20000"
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") != *'With one build on each side'* ]]
}

@test "pairs of layouts are counted" {
	aa --layouts 4 --executions 2 --no-report
	query "UPDATE run SET wall_ns = (SELECT 1000000000 + layout * 10000000
		FROM layout WHERE id = run.layout) + execution * 1000"
	run -0 randstudy report st
	text=$(tr -s ' \n' ' ' <<<"$output")
	# There are 28 pairs.  In 4 of them both layouts have the same time, so they
	# are not told apart.
	[[ $text == *'With the 2 runs of each layout in this study, a difference was found in 86 % of 28 pairs'* ]]
}

@test "a study of two systems is refused" {
	run -2 randstudy aa -o st --system a=x --system b=y -- '{binary}'
	[[ $output == *'one program with itself'* ]]
	[ ! -e st ]
	study --no-report
	run -2 aa --layouts 4
	[[ $output == *'begun with other settings'* ]]
}
