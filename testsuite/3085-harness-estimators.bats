#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy report --estimator: what stands for the values of a layout.

load harness

setup() {
	harness_setup
	program 'echo hello'
	study --no-report --layouts 10 --executions 3 --seed 1
	# by execution 0, 1 ms and 1 s on top of 1.00 to 1.09 s by layout
	query 'UPDATE run SET wall_ns = 1000000000 + CASE execution WHEN 0 THEN 0
		WHEN 1 THEN 1000000 ELSE 1000000000 END + (SELECT layout * 10000000
		FROM layout WHERE id = run.layout)'
}

mean_of() { # ESTIMATOR
	randstudy report --estimator "$1" --format json st |
		jq '.arms[0].mean.estimate * 1e6 | round'
}

@test "mean, median and minimum" {
	[ "$(mean_of mean)" = 1378667 ]
	[ "$(mean_of median)" = 1046000 ]
	[ "$(mean_of min)" = 1045000 ]
	run -0 randstudy report --estimator min st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'random layouts 10 1.045 s '*'by the minimum of its values'* ]]
	[ "$(randstudy report --format json -e median st | jq -r .estimator)" = median ]
}

@test "what has one value only" {
	rm -rf st
	study --no-report --layouts 4
	run -2 randstudy report --estimator min st
	[[ $output == *'needs more than one'* ]]
	run -0 randstudy report --estimator mean st
	run -2 randstudy report --estimator max st
}
