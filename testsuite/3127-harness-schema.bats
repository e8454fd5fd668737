#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/report.schema.json describes the JSON that randstudy prints.  The tests 3145, 3147
# and 3149 check the JSON of `explain` and `best`.

load harness
load suite

setup() {
	suite_setup
	program 'echo hello'
	python3 -c 'import jsonschema' || skip "no python3-jsonschema"
}

# SQL expressions for the time of a run.  `calm` depends on the layout alone.  `jumpy`
# also depends on the order of the runs, so that the report uses ratios from blocks.
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
	# Check a study without runs, and a study of `randstudy aa`.
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

@test "the JSON of several machines has the schema" {
	study --no-runs --executions 2
	randstudy pack st st.pack
	randstudy worker st.pack -k 1 -o one --local local
	"$BATS_TEST_DIRNAME/tools/make-shards" --kinds 2 one/machine-000001.db fleet 5 \
		0.02 0.01 0.01 0.01
	randstudy merge -o merged fleet
	randstudy report -f json merged >fleet.json
	valid fleet.json machines over-machines
	jq -e '.effects[0]."over-machines".kinds | length == 2' fleet.json
	# There are too few machines for a result, and one machine is missing.
	randstudy merge -o merged one --of 2
	randstudy report -f json merged >one.json
	valid one.json machines over-machines
	rm -r st one
	randstudy run -o st --no-runs --layouts 4 --program prog \
		--system 'old=randld --fake-link prog.sh prog' \
		--system 'new=randld --fake-link prog.sh prog' -- '{binary}'
	randstudy pack st st.pack
	for k in 1 2; do
		randstudy worker st.pack -k $k -o two --local local --machine n$k
	done
	randstudy merge -o merged two
	randstudy compare --fail-on never -f json merged >two.json
	valid two.json machines over-machines
	jq -e '.comparisons[0]."over-machines" != null' two.json
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
