#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/report.schema.json describes the JSON that randstudy prints.

# shellcheck disable=SC2016 # programs expand their own words
load harness
load suite

setup() {
	suite_setup
	program 'echo hello'
	schema=$BATS_TEST_DIRNAME/../doc/report.schema.json
	python3 -c 'import jsonschema' || skip "no python3-jsonschema"
}

# valid FILE [DEFINITION...]
valid() {
	"$BATS_TEST_DIRNAME/tools/check-json" "$schema" "$@"
}

# Times that vary by layout alone, and times that depend on when they were
# measured, so that ratios are from blocks.
calm='1000000000 + ((SELECT id FROM layout WHERE id = run.layout) * 7907 % 13) * 1000000'
jumpy='(1000000000 + (layout * 7907 % 13) * 1000000) * (1 + ord / 4 % 2)'

# times EXPRESSION DATABASE...
times() {
	for db in "${@:2}"; do
		sqlite3 -cmd '.timeout 5000' "$db" "UPDATE run SET wall_ns = $1"
	done
}

@test "a study's JSON has the schema" {
	study --no-report --executions 2
	randstudy report -f json st >one.json
	valid one.json
	# one without runs, and one without a second layout to speak of
	rm -r st
	study --no-report --no-runs
	randstudy report -f json st >none.json
	valid none.json
	randstudy aa -o aa --layouts 3 --no-report --build 'randld --fake-link prog.sh prog' -- '{binary}'
	randstudy report -f json aa >aa.json
	valid aa.json
}

@test "a comparison's JSON has the schema, and no key that it does not describe" {
	randstudy run -o st --no-report --layouts 5 --program prog \
		--system 'old=randld --fake-link prog.sh prog' \
		--system 'new=randld --fake-link prog.sh prog' \
		--system 'third=randld --fake-link prog.sh prog' -- '{binary}'
	randstudy compare -f json --fail-on never st >three.json
	valid three.json comparison comparisons
	for how in "$calm" "$jumpy"; do
		times "$how" st/study.db
		randstudy report -f json st >report.json
		valid report.json comparison
	done
	rm -r st
	for s in old new; do
		study --no-report --layouts 4
		mv st $s
	done
	randstudy compare -f json --fail-on never old new >two.json
	valid two.json comparison
	[ "$(jq -r .headline two.json | cut -c 1-9)" != '' ]
}

@test "a suite's JSON has the schema" {
	suite
	run_suite
	for how in "$calm" "$jumpy"; do
		times "$how" st/*/study.db
		randstudy report -f json st >suite.json
		valid suite.json
	done
}

@test "a history's JSON has the schema" {
	line() {
		printf '{"time":%s,"old":"%s","new":"%s","metric":"m","confidence":0.95,' "$1" "$2" "$3"
		printf '"threshold":0.01,"ratio":1.02,"low":1.01,"high":1.03,"p":%s,' "$4"
		printf '"verdict":"larger","suggested":"larger","layouts":10,"better":"lower"}\n'
	}
	mkdir base
	{
		line 1 a b 0.01
		line 2 x y null
	} >base/history.jsonl
	randstudy history -f json base >history.json
	valid history.json history
	[ "$(jq '.comparisons[1]."since-first"' history.json)" = null ]
}

@test "the schema refuses other documents" {
	study --no-report
	randstudy report -f json st >one.json
	for change in 'del(.metric)' '.arms = null' '.format = "x"' '.better = "up"' \
		'.confidence = "95"' '.looks = [{}]'; do
		jq "$change" one.json >bad.json
		run -1 valid bad.json
		[ -n "$output" ]
	done
	# new keys may be added
	jq '.new = 1' one.json >more.json
	valid more.json
}
