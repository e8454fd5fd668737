#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A study that grows after its result was read: --layouts, --may-grow, --decide.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
}

# prints FILE BASE STEP: write a program that prints BASE + k * STEP, with k from 0 to
# 12.  k depends on the layout's number alone.
prints() {
	printf '#!/bin/sh\nid=${0%%/*}\necho "${id##*/} %s %s" |
	awk %s\n' "$2" "$3" "'{ print \"x\", \$2 + \$1 * 7907 % 13 * \$3 }'" >"$1"
}

# jq 1.7 prints a number as the report spells it, unless the filter computes with it.
# Some filters therefore add 0.
json() { # JQ-EXPRESSION
	randstudy report --format json st | jq -r "$1"
}

report() {
	randstudy report st | tr -s ' \n' ' '
}

one() { # OPTION...
	prints prog.sh 10000 10
	randstudy run -o st --build 'randld --fake-link prog.sh prog' --seed 1 \
		--executions 1 --turns --metric 'x,lower=stdout:^x ([0-9]+)' \
		--no-report "$@" -- '{binary}'
}

two() { # OPTION...
	randstudy run -o st --system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' --program prog \
		--executions 1 --turns --metric 'x,lower=stdout:^x ([0-9]+)' \
		--seed 1 --no-report "$@" -- '{binary}'
}

@test "a study that grew after its report has wider intervals, and says so" {
	one --layouts 10
	[ "$(json '[.["computed-confidence"] + 0, .["looked-at"].layouts[]] | @csv')" = 0.95,10 ]
	[[ $(report) != *'looked at'* ]]
	[[ $(report) != *'Their limit is'* ]]
	randstudy run -o st --layouts 20 --no-report
	[ "$(json '[.["looked-at"].planned, .["looked-at"].layouts[]] | @csv')" = false,10,20 ]
	json '.["computed-confidence"] > 0.99 and .confidence + 0 == 0.95' | grep -qx true
	[[ $(report) == *'How often was the result looked at? 2 times, at 10 and 20 layouts. The study was planned for 10 layouts, and grew after its result could be read.'* ]]
	[[ $(report) == *'a probability of at most 5.35 %.'* ]]
	randstudy report st | awk 'length > 80 { exit 1 }'
}

@test "a finished study that grows by a precision or a time was looked at before" {
	local goal
	for goal in --precision=0.001% --budget=1000s; do
		rm -rf st
		one --layouts 10
		randstudy run -o st "$goal" --max-layouts 15 --no-report
		[ "$(json '[.["looked-at"].planned, .["looked-at"].layouts[]] | @csv')" = false,10,15 ]
		[[ $(report) == *'2 times, at 10 and 15 layouts.'* ]]
		# Nobody could read the result of a study that went on at once.
		rm -rf st
		one --layouts 10 "$goal" --max-layouts 15
		[ "$(json '[.["looked-at"].layouts[]] | @csv')" = 15 ]
	done
}

@test "growth that was announced costs less later and more at first" {
	one --layouts 10 --may-grow
	[ "$(json '.["computed-confidence"] * 1000 | round')" = 975 ]
	[[ $(report) == *'Once so far, at 10 layouts. The study may grow'*'computed at 97.5 %'*'The p-values in this report are not adjusted for that. Their limit is 0.025, in place of 0.05.'* ]]
	randstudy run -o st --layouts 20 --no-report
	json '.["computed-confidence"] | . > 0.97 and . < 0.99' | grep -qx true
	[[ $(report) == *'2 times, at 10 and 20 layouts. Each look may make a false claim'*'have a level of 95 %.'* ]]
}

@test "layouts are added until the question is decided" {
	prints old.sh 10000 10
	prints new.sh 10500 10
	run -0 two --decide 1%
	[[ $output == *'10 layouts: half-width '*'; decided'* ]]
	[ "$(json '.looks[-1].then')" = decided ]
	[ "$(json '.comparisons[0] | [.verdict, .threshold, .regression] | @csv')" = '"slower",0.01,true' ]
	[[ $(report) == *'The study ended as asked for, with a decision at 1.0 %.'* ]]
	# The same call again makes no runs.
	run -0 two --decide 1%
	[[ $output != *'half-width'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 40 ]
	# With another threshold the study continues.
	run -0 two --decide 4.9% --max-layouts 15
	[[ $output == *'undecided; '* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 60 ]
	[ "$(json '.["looked-at"].layouts | @csv')" = 10,15 ]
}

@test "a study that knows its end has a narrower last interval, and may go on" {
	prints old.sh 10000 100
	prints new.sh 10070 100
	# There is time for more layouts than the 15 that are allowed.
	run -0 two --decide 1% --budget 1h --max-layouts 15
	[[ $output == *'undecided; continuing to 15'*'undecided; most layouts'* ]]
	[ "$(json '.["looked-at"] | [.end, .layouts[]] | @csv')" = 15,10,15 ]
	# Two looks that share 4 % have more than 96 % each, and less than 98 %.
	json '.["computed-confidence"] | . > 0.96 and . < 0.98' | grep -qx true
	[[ $(report) == *'2 times, at 10 and 15 layouts.'*'about 15 layouts were expected within --budget and --max-layouts. The level allows 5 % of false claims. The looks up to this number of layouts may use four fifths of these. '* ]]
	limited=$(json '.["computed-confidence"]')
	# The end stays, and what is left is spent beyond it.
	run -0 two --decide 1% --budget 1h --max-layouts 22
	[ "$(json '.["looked-at"] | [.end, .layouts[]] | @csv')" = 15,10,15,22 ]
	json ".[\"computed-confidence\"] > $limited" | grep -qx true
	rm -r st
	run -0 two --decide 1% --max-layouts 15
	[ "$(json '.["looked-at"] | [.end, .layouts[]] | @csv')" = ,10,15 ]
	json ".[\"computed-confidence\"] > $limited" | grep -qx true
	[[ $(report) != *'were expected'* ]]
}

@test "a study whose report may have been read gets no end later" {
	prints old.sh 10000 100
	prints new.sh 10070 100
	for options in --may-grow '--budget 1h --max-layouts 10'; do
		# shellcheck disable=SC2086 # words
		run -0 two --layouts 10 $options
		run -0 two --decide 1% --budget 1h --max-layouts 15
		[ "$(json '.["looked-at"].end')" = null ]
		rm -r st
	done
	run -0 two --decide 1% --budget 1h --max-layouts 15 --may-grow
	[ "$(json '.["looked-at"].end')" = null ]
}

@test "settings that replace those of a failed command have a planned end too" {
	prints old.sh 10000 100
	# The build fails, as there is no new.sh.
	run -1 two --decide 1% --budget 1h --max-layouts 15
	prints new.sh 10070 100
	run -0 two --decide 1% --budget 1h --max-layouts 15 --timeout 100
	[[ $output == *'its settings are replaced'* ]]
	[ "$(json '.["looked-at"] | [.end, .layouts[]] | @csv')" = 15,10,15 ]
}

@test "growth by --decide is not planned if the result could be read before" {
	prints old.sh 10000 100
	prints new.sh 10070 100
	run -0 two --layouts 10
	run -0 two --layouts 15
	level=$(json '.["computed-confidence"]')
	rm -r st
	run -0 two --layouts 10
	run -0 two --decide 1% --max-layouts 15
	[ "$(json '.["looked-at"] | [.planned, .layouts[]] | @csv')" = false,10,15 ]
	[ "$(json '.["computed-confidence"]')" = "$level" ]
	[[ $(report) == *'The study was planned for 10 layouts, and grew after its result could be read.'* ]]
	# A study without runs has no result yet.
	rm -r st
	run -0 two --layouts 10 --no-runs
	run -0 two --decide 1% --max-layouts 15
	[ "$(json '.["looked-at"].planned')" = true ]
}

@test "nothing is claimed before the first look is stored" {
	prints old.sh 10000 10
	prints new.sh 10500 10
	run -0 two --decide 1% --budget 1h --max-layouts 15
	sqlite3 st/study.db "DELETE FROM meta WHERE key = 'looks';
		UPDATE meta SET value = '0' WHERE key = 'looks-end'"
	[[ $(report) == *'nothing is claimed yet'* ]]
	[ "$(json '.comparisons[0].verdict')" != slower ]
	run -0 two --decide 1% --budget 1h --max-layouts 15
	[ "$(json '.comparisons[0].verdict')" = slower ]
}

@test "a time limit that is given later does not change the looks before" {
	prints old.sh 10000 100
	prints new.sh 10070 100
	run -0 two --decide 1% --max-layouts 10
	run -0 two --decide 1% --max-layouts 15 --budget 1h
	[ "$(json '.["looked-at"] | [.end, .layouts[]] | @csv')" = ,10,15 ]
}

@test "a study whose time ran out is done until more runs are made" {
	prints old.sh 10000 10
	prints new.sh 10500 10
	run -0 two --decide 1% --max-layouts 10
	[ "$(query "SELECT json_extract(value, '\$[0].runs') FROM meta WHERE key = 'looks'")" = 40 ]
	out_of_time() { # RUNS: at the end of the time there were so many runs
		query "UPDATE meta SET value = json_set(value, '\$[0].then', 'out of time',
			'\$[0].runs', $1) WHERE key = 'looks'"
	}
	# A session that was killed made 39 of the 40 runs.
	query 'DELETE FROM run WHERE ord = 39'
	out_of_time 39
	[ "$(json '.finished, .comparisons[0].verdict')" = $'true\nslower' ]
	out_of_time 30
	[ "$(json '.finished, .comparisons[0].verdict')" = $'false\nundecided' ]
}

@test "no difference larger than the threshold is a decision too" {
	prints old.sh 10000 1
	prints new.sh 10010 1
	run -0 two --decide 1%
	[ "$(json '.looks[-1].then')" = decided ]
	[ "$(json '.comparisons[0].verdict')" = 'no difference larger than the threshold' ]
	[[ $(report) == *'Verdict: no difference larger than 1.0 % (threshold). The 90 % interval, '*' lies within it: one-sided tests at 5 % rule out a larger difference in either direction.'* ]]
}

@test "an undecided study names the command that would decide" {
	prints old.sh 10000 100
	prints new.sh 10070 100
	run -0 two --decide 1% --max-layouts 12
	[[ $output == *'12 layouts: half-width '*'undecided; most layouts'* ]]
	[[ $(report) == *'(--max-layouts 12), before it reached a decision at 1.0 %.'* ]]
	n=$(json '.comparisons[0]["layouts-to-decide"]')
	[ "$n" -gt 12 ]
	[[ $(report) == *"With about $n layouts of each, 80 of 100 such studies would reach a verdict"*"randstudy run -o st --layouts $n"* ]]
}

@test "a question needs two systems and a threshold" {
	run -2 one --decide 1%
	[[ $output == *'--decide compares systems: name two or more with --system'* ]]
	for bad in 0 -1% 200% x; do
		run -2 one "--decide=$bad"
		[[ $output == *'--decide needs a percentage above 0, at most 99: "'"$bad"'"'* ]]
	done
}
