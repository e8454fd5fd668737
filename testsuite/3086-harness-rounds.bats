#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run adds a second round if the first round was not calm, and runs
# blocks again.  The values are planted: the n-th run prints a function of n.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	export T
}

# planted EXPRESSION: make a program that prints noise plus EXPRESSION, where n is the
# number of the run
planted() {
	program 'echo x >>"$T/count"' 'n=$(wc -l <"$T/count")' \
		"echo value \$((100000 + n * 7919 % 101 + $1))"
}

measure() { # [OPTION...]
	randstudy run -o st --build 'randld --fake-link prog.sh prog' --seed 4 \
		--layouts 10 --ignore-output --metric 'v/s=stdout:value ([0-9]+)' \
		"$@" -- '{binary}'
}

json() {
	randstudy report --format json st | jq -r "$1"
}

@test "a calm first round is the only one" {
	planted 0
	run -0 measure
	[ "$(query 'SELECT count(*) FROM run')" = 20 ]
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'The first round was calm, so there was no second one'* ]]
	[ "$(json '.rounds | "\(.number) \(.automatic) \(.judged.calm)"')" = '1 true true' ]
	# nothing is left to do
	run -0 randstudy run -o st
	[ "$(query 'SELECT count(*) FROM run')" = 20 ]
}

@test "a second round follows one that was not calm" {
	planted 'n % 16 * 2000'
	run -0 --separate-stderr measure
	[[ $stderr == *'the first round was not calm (successive runs depend on each other): a second round follows'* ]]
	[ "$(query 'SELECT count(*) FROM run WHERE execution = 1')" -ge 20 ]
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'The first round was not calm: successive runs depended on each other (autocorrelation 0.'*'So a second one followed (--executions auto).'* ]]
	[ "$(json '.rounds | "\(.number) \(.judged.calm) \(.stages[0].kind)"')" = '2 false round' ]
	[ "$(json '.effects[0].reported')" = blocks ]
	# The report of a study that ended before says so.
	mv st whole
	cp -R whole st
	query "DELETE FROM run WHERE ord >= 25"
	run -0 randstudy report st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'So a second one was planned, which is not complete (--executions auto).'* ]]
	query "DELETE FROM meta WHERE key = 'rounds'"
	query "DELETE FROM run WHERE ord >= 12"
	run -0 randstudy report st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Its runs were not tested for being calm (--executions auto), since the study ended before.'* ]]
	rm -r st
	mv whole st
	# a number fixes it
	run -2 randstudy run -o st --executions 1
	[[ $output == *'executions is auto, not 1'* ]]
	rm -r st count
	measure --executions 1 --no-report
	[ "$(query 'SELECT count(*) FROM run')" = 20 ]
	[ "$(json .rounds.automatic)" = false ]
}

@test "blocks that differ too much between rounds are run again" {
	planted '(n == 30) * 90000'
	run -0 --separate-stderr measure --executions 2
	[[ $stderr == *'the blocks of 1 layout are run again (1 differs far too much between rounds or from the others; pass 1 of 3)'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 44 ]
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Blocks were run again in 1 pass: of 1 layout that differed far too much between rounds or from the others.'*'The new runs replace 4 runs'* ]]
	[ "$(json '.rounds | "\(."replaced-runs") \(."repeated-layouts")"')" = '4 1' ]
	# Replaced runs are exported, but no mean uses them.
	randstudy report --format csv st >rows
	[ "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ n += $at["replaced"] } END { print n, NR - 1 }' rows)" = '4 44' ]
	[ "$(json '.arms | map(.max < 110000) | all')" = true ]
	[ "$(json '[.arms[]."runs-ok"] | @csv')" = 20,20 ]
	# The page marks replaced runs and blocks.
	randstudy report --format html st >page
	[ "$(grep -c '<circle class="replaced".*<title>run ' page)" = 4 ]
	[ "$(grep -c '<circle class="replaced".*<title>block .*, run again: ' page)" = 2 ]
	grep -F 'Empty circles: 2 blocks that were run again' page
	grep -F 'Empty circles: runs whose block was run again' page
	# The text, the page and the JSON have the same jumps.  The runs of blocks 12 to
	# 19 take half as long again.
	query "UPDATE value SET value = value * 1.5 WHERE ord BETWEEN 24 AND 39"
	n=$(json .blocks.jumps)
	[ "$n" -ge 1 ]
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"The speed of the machine jumped $n time"* ]]
	randstudy report --format html st | grep -F "speed jumped ($n time"
	rm -r st count
	measure --executions 2 --redo off --no-report
	[ "$(query 'SELECT count(*) FROM run')" = 40 ]
}

@test "a block that the end of a session tore is run again" {
	planted 0
	program "$(tail -n +2 prog.sh)" '[ $n != 6 ] || kill -INT $PPID'
	run env --default-signal=INT randstudy run -o st --seed 4 --layouts 10 \
		--build 'randld --fake-link prog.sh prog' --ignore-output \
		--metric 'v/s=stdout:value ([0-9]+)' -- '{binary}'
	[ "$status" = 130 ]
	n=$(query 'SELECT count(*) FROM run')
	[ $((n % 2)) = 1 ]
	run -0 --separate-stderr randstudy run -o st
	[[ $stderr == *'the blocks of 1 layout are run again (the end of a session tore 1; pass 1 of 3)'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 22 ]
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Blocks were run again in 1 pass: of 1 layout that the end of a session had torn. The new runs replace 2 runs'* ]]
	[ "$(json .blocks.torn)" = 0 ]
	[ "$(json '[.arms[]."runs-ok"] | @csv')" = 10,10 ]
}

@test "a suite's file may say auto" {
	planted 0
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 4
		  executions: auto
		  build: randld --fake-link prog.sh prog
		  command: '{binary}'
		  ignore-output: true
		benchmarks:
		  one: {}
	END
	run -0 randstudy run -o st --no-report --study suite.yaml
	[ "$(sqlite3 st/one/study.db "SELECT json_extract(value, '\$.executions')
		FROM meta WHERE key = 'design'")" = auto ]
}

@test "a bad number of executions is refused" {
	planted 0
	run -2 measure --executions often
	[[ $output == *'--executions needs auto or a whole number from 1 to 100000: "often"'* ]]
}
