#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy report --estimator: the value that represents a layout.

load harness

setup() {
	harness_setup
	program 'echo hello'
	study --no-report --layouts 10 --executions 3 --seed 1
	# The layouts take 1.00 to 1.09 s.  The three executions of each add 0,
	# 1 ms and 1 s.
	query 'UPDATE run SET wall_ns = 1000000000 + CASE execution WHEN 0 THEN 0
		WHEN 1 THEN 1000000 ELSE 1000000000 END + (SELECT layout * 10000000
		FROM layout WHERE id = run.layout)'
}

mean_of() { # ESTIMATOR
	randstudy report --estimator "$1" --format json st |
		jq '.arms[0].mean.estimate * 1e6 | round'
}

@test "the report has mean, median and minimum" {
	[ "$(mean_of mean)" = 1378667 ]
	[ "$(mean_of median)" = 1046000 ]
	[ "$(mean_of min)" = 1045000 ]
	run -0 randstudy report --estimator min st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'random layouts 10 1.045 s '*"the minimum of a layout's values counts as one run"* ]]
	[ "$(randstudy report --format json -e median st | jq -r .estimator)" = median ]
}

@test "an estimator over a single value is refused" {
	rm -rf st
	study --no-report --layouts 4
	run -2 randstudy report --estimator min st
	[[ $output == *'needs more than one'* ]]
	run -0 randstudy report --estimator mean st
	run -2 randstudy report --estimator max st
}

@test "minima of different numbers of values are refused" {
	query "UPDATE run SET outcome = 'timeout' WHERE ord = 7"
	run -2 randstudy report --estimator min st
	[[ $output == *'they summarize 2 to 3 values, and a minimum of more values is smaller'* ]]
	run -1 randstudy report --estimator median st
	# An unfinished study claims nothing.
	query 'DELETE FROM run WHERE ord >= 50'
	run -1 randstudy report --estimator min st
}

@test "the minimum is refused if higher values are better" {
	rm -rf st
	program 'echo score $(($$ % 7 + 100))'
	study --no-report --layouts 4 --executions 2 \
		--metric 'score,higher=stdout:^score ([0-9.]+)'
	run -2 randstudy report --estimator min st
	[[ $output == *'the minimum of "score" is its most disturbed run, because higher values are better'* ]]
	run -0 randstudy report --estimator median st
	run -0 randstudy report --metric wall --estimator min st
}

@test "the executions of a short program make a sample" {
	rm -rf st
	run -0 study --layouts 2 --tune
	[[ $output == *'  tuned  '*'a run is '*' execution'* ]]
	k=$(query "SELECT value ->> 'executions' FROM meta WHERE key = 'tuned'")
	[ "$k" -ge 1 ]
	[ "$(randstudy report --format json st | jq .tuned.executions)" = "$k" ]
	# Give each run 5 executions.  A CSV row has the sum of their times, but reports
	# give the time of one execution.
	query "UPDATE meta SET value = json_set(value, '$.executions', 5) WHERE key = 'tuned'"
	query 'UPDATE run SET wall_ns = 20000000 + layout * 5'
	[ "$(randstudy report --format csv st | cut -d, -f9,23 | sort -u | head -1)" = '20000000,5' ]
	[ "$(randstudy report --format json st | jq '.arms[1].mean.estimate * 1e9 | round')" = 4000002 ]
	[ "$(randstudy report --format hyperfine st | jq '.results[0].times[0] < 0.005')" = true ]
	run -0 randstudy plan st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'a sample of 5 executions in a row'* ]]
	# A resumed study keeps its number of executions.
	run -2 randstudy run -o st --aslr off
	run -0 randstudy run -o st --tune --no-report
}
