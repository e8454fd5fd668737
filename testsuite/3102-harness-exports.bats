#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# If another tool is installed, it reads the reports in its own format.  The tools are
# benchcmp (Debian's golang-golang-x-tools), benchstat (golang.org/x/perf/cmd/benchstat;
# not in Debian 12), hyperfine, and the Python scripts of hyperfine's sources.  Debian's
# hyperfine lacks the scripts: $HYPERFINE_SCRIPTS names their folder, and $PYTHON may
# name the interpreter.  Neither Debian 12 nor npm has pyperf or ReBench, so there is no
# format for them.

load harness

setup() {
	harness_setup
	program 'echo hello'
	randstudy run -o st --layouts 12 --seed 1 --no-report \
		--system 'old=randld --fake-link prog.sh prog' \
		--system 'new=randld --fake-link prog.sh prog' \
		--program prog -- '{binary}'
	# new takes 5 % more
	query 'UPDATE run SET wall_ns = (SELECT 1000000000 + 50000000 * system
		+ 1000000 * (layout * 7907 % 13) FROM layout
		WHERE id = run.layout)'
}

# script NAME [ARGUMENT...]: run one of hyperfine's scripts on the study
script() {
	[ -n "${HYPERFINE_SCRIPTS:-}" ] ||
		skip "HYPERFINE_SCRIPTS does not name hyperfine's scripts"
	python=${PYTHON:-python3}
	"$python" -c 'import matplotlib, scipy' || skip "no matplotlib or scipy"
	randstudy report --format hyperfine st >hf
	MPLBACKEND=Agg run -0 "$python" "$HYPERFINE_SCRIPTS/$1" hf "${@:2}"
}

@test "benchstat compares two systems over layouts, and knows which is better" {
	command -v benchstat >/dev/null || skip "no benchstat"
	randstudy report --format benchfmt st >bench
	run -0 benchstat -filter /arm:random -col /program bench
	[[ $output == *old*new*'sec/op'* ]]
	# The output has the medians, and a change that was detected (p below
	# 0.05).
	grep -E '^.*1\.00[0-9] ± .*1\.05[0-9] ± .*\+[45]\.[0-9]+% \(p=0\.000 n=12\)' <<<"$output"
}

@test "benchcmp reads each system" {
	command -v benchcmp >/dev/null || skip "no benchcmp"
	randstudy report --format benchfmt st >bench
	for system in old new; do
		sed -n "s,^Benchmark/program=$system,Benchmark,p" bench >$system
	done
	run -0 benchcmp old new
	[ "$(grep -c '^Benchmark/arm=random .*+[0-9.]*%$' <<<"$output")" = 12 ]
	[ "$(grep -c '^Benchmark/arm=fixed ' <<<"$output")" = 12 ]
}

@test "the lines are those of Go's benchmark format" {
	randstudy run -o rate --layouts 4 --seed 1 --no-report \
		--metric 'ops/s=stdout:ops: ([0-9]+)' --metric 'p,higher=stdout:ops: ([0-9]+)' \
		--build 'printf "#!/bin/sh\necho ops: 1$$\n" >prog.sh; randld --fake-link prog.sh "a b"' \
		-- '{binary}'
	for metric in '' wall ops p memory; do
		randstudy report --format benchfmt ${metric:+--metric $metric} rate >>bench
	done
	randstudy report --format benchfmt st >>bench
	# https://go.dev/design/14313-benchmark-format has three kinds of lines: "key:
	# value", "Unit UNIT KEY=VALUE" and "BenchmarkName N VALUE UNIT".  A key begins
	# with a lower-case letter and has no upper-case letter and no blank.
	run -1 grep -vE -e '^[a-z][^[:upper:][:space:]:]*: .*$' -e '^$' \
		-e '^Unit [^ ]+ better=(lower|higher)$' \
		-e '^Benchmark[^[:lower:][:space:]][^[:space:]]* [1-9][0-9]* [0-9.]+(e[+-]?[0-9]+)? [^[:space:]]+$' bench
	grep -qx 'Unit ns/op better=lower' bench
	grep -qx 'Unit ops/s better=higher' bench
	grep -qx 'Unit p better=higher' bench
}

@test "names that are the same in Go's format are told apart" {
	link='randld --fake-link prog.sh prog'
	printf '%s\n' 'defaults:' '  layouts: 2' "  command: '{binary}'" \
		"  system: {O-2: $link, O+2: $link, O_2#01: $link}" \
		'benchmarks:' '  a-b: {}' '  a b: {}' '  a: {}' >suite.yaml
	randstudy run -o su --study suite.yaml --no-report
	randstudy report --format benchfmt su >bench
	[ "$(grep -o '^Benchmark/benchmark=[^/]*/program=[^/]*/arm=random ' bench |
		sort | uniq -c | awk '$1 == 2' | wc -l)" = 9 ]
	[ "$(sed -n 's,.*/benchmark=\([^/]*\)/.*,\1,p' bench | uniq | paste -sd ' ')" = \
		'a_b a_b#01 a' ]
	randstudy report --format benchfmt su/a >bench
	[ "$(sed -n 's,.*/program=\([^/]*\)/.*,\1,p' bench | uniq | paste -sd ' ')" = \
		'O_2 O_2#01 O_2_01' ]
}

@test "hyperfine's JSON has the keys of hyperfine's own" {
	command -v hyperfine >/dev/null || skip "no hyperfine"
	hyperfine -N -r 2 --export-json own true >/dev/null 2>&1
	randstudy report --format hyperfine st >hf
	[ "$(jq '[.results[0] | keys[]] - [input.results[0] | keys[]] | length' own hf)" = 0 ]
	jq -e '[.results[] | .times | length] == [12, 12]' hf
}

@test "hyperfine's script tests two systems over layouts" {
	script welch_ttest.py
	[[ $output == *'Command 1: old'*'Command 2: new'*'There is a difference between the two benchmarks (p < 0.05)'* ]]
}

@test "hyperfine's scripts draw a box and a histogram for each system" {
	script plot_whisker.py -o whisker.png
	[ "$(head -c 4 whisker.png | tail -c 3)" = PNG ]
	script plot_histogram.py -o histogram.png
	[ "$(head -c 4 histogram.png | tail -c 3)" = PNG ]
}

@test "an anonymous report in any format names neither the host nor a directory" {
	touch input
	host=it-is-my-host
	rm -rf st
	randstudy run -o st --layouts 4 --seed 1 --no-report \
		--build "true $BATS_TEST_TMPDIR/source && randld --fake-link prog.sh prog" \
		--program prog -- '{binary}' "$PWD/input"
	query "UPDATE session SET host = json_set(host, '$.hostname', '$host',
		'$.\"kernel-command-line\"', 'root=/dev/secret',
		'$.\"boot-id\"', 'secret-boot')"
	for format in text html json csv hyperfine benchfmt; do
		randstudy report --anonymous --format "$format" "$PWD/st" >anonymous
		[ -s anonymous ]
		run -1 grep -F -e "$host" -e secret -e "$BATS_TEST_TMPDIR" anonymous
	done
	# Without --anonymous the names are in the JSON report.  --anonymous removes
	# three keys and nothing else.
	randstudy report --format json "$PWD/st" >named
	grep -F "$host" named
	grep -F secret named
	grep -F "$BATS_TEST_TMPDIR" named
	randstudy report --anonymous --format json "$PWD/st" >anonymous
	diff <(jq '[paths] | length' anonymous) <(jq '[paths] | length - 3' named)
	diff <(jq .arms anonymous) <(jq .arms named)
}

@test "an anonymous comparison or suite names neither the host nor a directory" {
	query "UPDATE session SET host = json_set(host, '$.hostname', 'box')"
	for format in text json; do
		randstudy compare --anonymous --format "$format" "$PWD/st" >anonymous || :
		run -1 grep -F -e box -e "$BATS_TEST_TMPDIR" anonymous
	done
	randstudy run -o one --layouts 4 --seed 1 --no-report \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	cp -r one other
	randstudy compare --anonymous "$PWD/one" "$PWD/other" >anonymous || :
	grep -E '^  (one|other) ' anonymous
	run -1 grep -F "$BATS_TEST_TMPDIR" anonymous
	cat >suite.yaml <<-'END'
		defaults: {layouts: 4, seed: 1, command: '{binary}', program: prog}
		benchmarks:
		  one: {build: 'randld --fake-link prog.sh prog'}
		  none: {build: 'false'}
	END
	run -1 randstudy run -o "$PWD/su" --no-report --study suite.yaml
	for format in text html json csv hyperfine benchfmt; do
		randstudy report --anonymous --format "$format" "$PWD/su" >anonymous || :
		grep -F one anonymous
		run -1 grep -F "$BATS_TEST_TMPDIR" anonymous
	done
}
