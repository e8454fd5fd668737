#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run --arm adds arms.

load harness

setup() {
	harness_setup
	program 'echo hello'
}

arms() {
	study --seed 1 --arm pad=factors:padding,functions \
		--arm still=seed:none,env:fixed "$@"
}

@test "each arm varies its own factors and has seeds of its own" {
	export FAKE_RANDLD_LOG=$T/log
	run -0 arms
	[ "$(query 'SELECT count(*) FROM run')" = 16 ]
	[ "$(query "SELECT count(*) FROM layout WHERE seed = 'none' AND arm IN (1, 3)")" = 8 ]
	[ "$(query "SELECT count(DISTINCT seed) FROM layout WHERE arm IN (0, 2)")" = 8 ]
	grep -q 'RANDCC_FACTORS=functions,padding' log
	[ "$(query 'SELECT count(*) FROM run JOIN layout ON layout.id = run.layout
		WHERE arm = 3 AND env_bytes != 0')" = 0 ]
	[ "$(query 'SELECT count(*) FROM run JOIN layout ON layout.id = run.layout
		WHERE arm != 3 AND env_bytes != 0')" -gt 6 ]
	[[ $output == *'Effect of each arm'*$'\n  pad '*' functions,padding  '*$'\n  still '*' original, no env '* ]]
	# The text describes one arm, and the JSON describes all.
	[ "$(grep -c 'Does the time vary with layout' <<<"$output")" = 1 ]
	[ "$(randstudy report --format json st | jq -c '[.effects[].arm]')" = '["random","pad"]' ]
	# a statement about both arms is printed once
	randstudy report --format json st | jq -e '.warnings |
		length == (unique | length) and any(startswith("only 4 layouts"))'
	run -0 randstudy plan st
	[[ $output == *'arm pad, from 4 layouts'* ]]
}

@test "known effects of arms are found" {
	arms --layouts 12 --no-report
	# The arms "fixed" and "still" take 1 s, +-1 ms.  The arm "random" takes
	# 2 % more.  The layouts of the arm "pad" are spread by up to 30 ms.
	query 'UPDATE run SET wall_ns = (SELECT CASE arm
			WHEN 0 THEN 1020000000 WHEN 2 THEN 1000000000 + (layout % 4 - 1.5) * 20000000
			ELSE 1000000000 END + (layout % 3 - 1) * 1000000
		FROM layout WHERE id = run.layout)'
	run -0 randstudy report st
	# Precise numbers would make the table too wide, so it is printed as a
	# list.
	[[ $output == *$'\n  random layouts\n    varied: functions,units\n    ratio of means: 1.02000 (1.01'*' to 1.02'*') *'* ]]
	# The layouts differ by -30, -10, 10 and 30 ms, three times each.  Their sd is
	# 23.4 ms, or 2.3 %.
	[[ $output =~ '  pad'$'\n'[^*]*'sd/mean from layout: 2.3 % ('[^*]*'*' ]]
	[[ $(sed -n '/^  still$/,/^$/p' <<<"$output") == *'varied: original'* ]]
	[[ $(sed -n '/^  still$/,/^$/p' <<<"$output") != *'*'* ]]
}

@test "impossible arms are refused" {
	for bad in pad pad= =seed:none pad=factors:nonsense pad=factors:none \
		pad=seed:5 pad=env:fixed pad=seed:none,env:x random=seed:none; do
		run -2 study --arm "$bad"
		[ ! -e st ]
	done
	run -2 study --arm pad=factors:nonsense
	[[ $output == *'unknown factor "nonsense"'*'functions'* ]]
	run -2 study --arm a=seed:none --arm a=seed:none
	[[ $output == *'two arms are called "a"'* ]]
	# a study keeps its arms
	arms --no-report
	run -2 randstudy run -o st --arm late=seed:none
	[[ $output == *'begun with other settings: arms'* || $output == *'begun with other settings: factors'* ]]
	run -0 randstudy run -o st --no-report --arm pad=factors:padding,functions \
		--arm still=seed:none,env:fixed
}
