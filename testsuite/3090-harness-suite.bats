#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Suites: a study file describes many benchmarks, each a study of its own.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness
load suite

setup() {
	suite_setup
}

# refused WHERE MESSAGE: check that the benchmark's settings on standard input give the
# message at that line and column
refused() {
	{
		echo 'benchmarks:'
		echo '  x:'
		sed 's/^/    /'
	} >bad.yaml
	echo "--- $(cat bad.yaml)"
	run -2 --separate-stderr randstudy run -o bad --study bad.yaml
	echo "$stderr"
	[[ $stderr == *"bad.yaml:$1: "*"$2"* ]]
	[ ! -e bad ]
}

@test "each benchmark is an ordinary study" {
	suite
	run_suite
	[ "$(runs_of one)" = 6 ]
	[ "$(runs_of two)" = 8 ]
	run -0 randstudy report st/one
	[[ $output == *'Layout study of prog'* ]]
	run -0 randstudy run -o st/two --layouts 5 --no-report
	[ "$(runs_of two)" = 10 ]
	[ "$(cat st/one/reference)" = "hello from one a b it's" ]
}

@test "programs need not be kept, for all benchmarks or for one" {
	layouts_of() { # BENCHMARK
		find "st/$1/layouts" -mindepth 1 -maxdepth 1 | wc -l
	}
	suite '    keep-layouts: none'
	run_suite
	[ "$(runs_of two)" = 8 ]
	[ "$(layouts_of one)/$(layouts_of two)" = 6/0 ]
	run_suite --keep-layouts=none
	[ "$(layouts_of one)/$(layouts_of two)" = 0/0 ]
	run_suite --keep-layouts=all
	[ "$(runs_of one)/$(runs_of two)" = 6/8 ]
	[ "$(layouts_of one)/$(layouts_of two)" = 6/8 ]
}

@test "a setting is stored as the option of that name would be" {
	touch right
	mkdir one/sub
	cat >suite.yaml <<-'END'
		benchmarks:
		  x:
		    directory: one
		    layouts: 5
		    executions: 2
		    seed: 11
		    build: randld --fake-link prog.sh prog
		    program: prog
		    factors: program, padding
		    stdin: ../right
		    timeout: 12.5
		    warmup: 1
		    env: fixed
		    verify: cat >/dev/null
		    ignore-output: true
		    exit-status: 0
		    output-limit: 1000
		    on-wrong: go-on
		    command: '{binary} "a b"'
	END
	sed -i 's/program, padding/program,padding/' suite.yaml
	run_suite
	cd one
	randstudy run -o ../same --no-report --layouts 5 --executions 2 \
		--seed 11 --build 'randld --fake-link prog.sh prog' \
		--program prog --factors program,padding --stdin ../right \
		--timeout 12.5 --warmup 1 --env fixed --verify 'cat >/dev/null' \
		--ignore-output --exit-status 0 --output-limit 1000 \
		--on-wrong go-on -- '{binary}' 'a b'
	cd ..
	diff <(design same) <(design st/x)
}

@test "every option of run is a setting, except those about one call" {
	refused 3:5 'unknown key "nonsense"' <<<'nonsense: 1'
	sed -n 's/.*valid keys: //p' <<<"$stderr" | sed 's/, /\n/g' | sort >settings
	{
		randstudy run --help | grep -oE '^ {2,6}(-., )?--[a-z-]+' | sed 's/.*--//' |
			grep -vxE 'output|jobs|no-runs|no-report|study|help|usage|version'
		printf '%s\n' command directory
	} | sort >options
	[ "$(wc -l <options)" -gt 15 ]
	diff options settings
}

@test "an error in a study file is reported with line and column" {
	refused 3:5 'unknown key "layuots"; did you mean "layouts"?' <<<'layuots: 3'
	refused 3:14 'needs a whole number from 2' <<<'layouts: 1'
	refused 4:10 'random' <<<$'build: x\nenv: maybe'
	refused 3:20 'must be true or false' <<<'ignore-output: maybe'
	refused 4:5 'duplicate key "build", first in line 3' <<<$'build: x\nbuild: y'
	refused 3:12 'cannot read "nothing"' <<<'stdin: nothing'
	refused 3:13 'needs one group' <<<'metric: stdout:x'
	[[ $stderr != *--help* ]]
	refused 3:16 'cannot change to the directory' <<<'directory: nowhere'
	refused 3:15 'a word of the command must be a string' <<<'command: [{binary}, x]'
	[[ $stderr == *"in quotes: '{binary}'"* ]]
	refused 3:14 'unclosed quote in' <<<"command: '{binary} \"x'"
	refused 3:15 'must be a string, not a mapping' <<<'library: [{a: b}]'
	refused 3:14 'must be a string, not a list' <<<'layouts: [3, 4]'
	refused 3:14 'must be a string, not a list' <<<'factors: [functions, units]'
	refused 3:12 'must be a string, not a mapping' <<<'build: {CC: randcc}'
	refused 4:1 'did not find expected' <<<'seed: [1'
	refused 3:5 'a benchmark must be a mapping, not a list' <<<'- x'
	# a missing setting is reported at the benchmark's position
	printf 'benchmarks:\n  x:\n    build: make\n' >bad.yaml
	run -2 randstudy run -o bad --study bad.yaml
	[[ $output == *'needs a command to run'*'the benchmark "x", bad.yaml:2'* ]]
}

@test "a file that cannot be a study file is refused" {
	check() { # MESSAGE CONTENT
		printf '%b' "$2" >bad.yaml
		run -2 randstudy run -o bad --study bad.yaml
		echo "$output"
		[[ $output == *"$1"* ]]
		[ ! -e bad ]
	}
	check 'bad.yaml:1:1: the file is empty' ''
	check 'bad.yaml:1:1: a study file must be a mapping, not a list' '- a\n'
	check 'bad.yaml:1:1: unknown key "benchmark"; did you mean "benchmarks"?' 'benchmark: 1\n'
	check 'bad.yaml:1:1: "benchmarks" is missing' 'defaults: {layouts: 3}\n'
	check 'bad.yaml:1:13: "benchmarks" is empty' 'benchmarks: {}\n'
	check 'bad.yaml:2:3: unknown key "nope"' 'defaults:\n  nope: 1\nbenchmarks: {a: {}}\n'
	check 'cannot name a directory' 'benchmarks:\n  ../x: {build: x}\n'
	check 'cannot name a directory' 'benchmarks:\n  .: {build: x}\n'
	check 'is taken' 'benchmarks:\n  suite.json: {build: x}\n'
	check 'is taken' 'benchmarks:\n  lock: {build: x}\n'
	check 'is taken' 'benchmarks:\n  study.db: {build: x}\n'
	run -2 randstudy run -o bad --study nothing.yaml
	[[ $output == *'cannot read the study file "nothing.yaml": No such file'* ]]
	# no benchmark is begun if a later one is wrong
	suite '  three:' '    layouts: 1'
	run -2 run_suite
	[ ! -e st ]
}

@test "a default can be taken back, and a command in one line is split" {
	cat >suite.yaml <<-'END'
		defaults: &all
		  layouts: 2
		  exit-status: 9
		  ignore-output: true
		  build: randld --fake-link prog.sh prog
		  command: '{binary} a\ b "c d" ''e'' x"y z"'
		benchmarks:
		  x:
		    directory: one
		    exit-status: ~
		    ignore-output: false
	END
	run_suite
	[ "$(cat st/x/reference)" = 'hello from one a b c d e xy z' ]
	design st/x | jq -e '."exit-status" == 0 and ."ignore-output" == false'
	design st/x | jq -e '.command == ["{binary}", "a b", "c d", "e", "xy z"]'
}

@test "several systems are given as a mapping" {
	cat >suite.yaml <<-'END'
		benchmarks:
		  x:
		    layouts: 2
		    system:
		      old: randld --fake-link one/prog.sh prog.old
		      new: randld --fake-link one/prog.sh prog.new
		    program: {old: prog.old, new: prog.new}
		    command: '{binary}'
	END
	run_suite
	design st/x | jq -e '.systems == [
		{"name": "old", "program": "prog.old",
			"build": "randld --fake-link one/prog.sh prog.old"},
		{"name": "new", "program": "prog.new",
			"build": "randld --fake-link one/prog.sh prog.new"}]'
	[ "$(runs_of x)" = 8 ]
}

@test "an option beside a study file replaces the setting of that name alone" {
	arms() { # OPTION...: print the arms of a suite with these options
		rm -rf st
		run_suite --no-runs "$@" 2>log || { cat log; return 1; }
		for name in one two; do
			design "st/$name" | jq -c '[.arms[] | [.name, .factors]]'
		done | uniq
	}
	suite
	sed -i '1a \  factors: program,padding\n  arm: x=factors:program' suite.yaml
	[ "$(arms --factors padding)" = \
		'[["random","padding"],["fixed",null],["x","program"]]' ]
	[ "$(arms --arm y=factors:data)" = \
		'[["random","program,padding"],["fixed",null],["y","data"]]' ]
	systems() { # OPTION...: print the systems of a suite with these options
		rm -rf st
		run_suite --no-runs "$@" 2>log || { cat log; return 1; }
		design st/one | jq -c '[.systems[] | [.name, .build, .program]]'
	}
	link='randld --fake-link prog.sh'
	suite
	sed -i '1a \  program: prog' suite.yaml
	[ "$(systems --system "a=$link prog" --system "b=true; $link prog")" = \
		"[[\"a\",\"$link prog\",\"prog\"],[\"b\",\"true; $link prog\",\"prog\"]]" ]
	[ "$(systems --build "$link new" --program new)" = "[[\"new\",\"$link new\",\"new\"]]" ]
	sed -i "s/^  build: .*/  factors: program,padding\n  system: {a: $link prog, b: $link prog}/" suite.yaml
	[ "$(arms --no-original)" = '[["random","program,padding"]]' ]
	[ "$(systems --program b=prog)" = "[[\"a\",\"$link prog\",null],[\"b\",\"$link prog\",\"prog\"]]" ]
	rm -r st
	run -2 --separate-stderr run_suite --build "$link prog"
	[[ $stderr == *'suite.yaml:'*': --build and --system exclude each other'* ]]
	[ ! -e st ]
}

@test "a suite that is continued without its file keeps its programs and arms" {
	suite
	sed -i '1a \  factors: program,padding' suite.yaml
	run_suite --no-runs
	cp st/suite.json before
	for option in --no-original --arm=x=factors:data --program=other; do
		run -2 --separate-stderr randstudy run -o st "$option"
		[[ $stderr == *'a suite that is continued'*'together with the study file (--study)'* ]]
	done
	diff before st/suite.json
	run -0 randstudy run -o st --factors program,padding --no-report
	[ "$(runs_of one)/$(runs_of two)" = 6/8 ]
}

@test "a benchmark that fails does not stop the others" {
	suite '  zero:' '    directory: one' '    build: "echo no such luck; false"'
	sed -i 's/^  one:/  first:\n    directory: two\n    exit-status: 3\n  one:/' suite.yaml
	run -1 --separate-stderr run_suite
	[[ $stderr == *'benchmark "first" failed: '*'with status 0 instead of 3'* ]]
	[[ $stderr == *'benchmark "zero" failed: '*'build'* ]]
	[[ $stderr == *'to continue the suite: randstudy run -o'* ]]
	[ "$(runs_of one)" = 6 ]
	[ "$(runs_of two)" = 8 ]
	jq -e '[.benchmarks[].status] == [1, 0, 0, 1]' st/suite.json
	# A failed benchmark is tried again after its settings are corrected.
	sed -i 's/echo no such luck; false/randld --fake-link prog.sh prog/' suite.yaml
	rm -r st/zero st/first
	sed -i 's/exit-status: 3/exit-status: 0/' suite.yaml
	run -0 run_suite
	jq -e '[.benchmarks[] | .status == 0 and .problem == null] | all' st/suite.json
}

@test "--no-runs lays a suite out, to be measured later" {
	suite
	run -0 --separate-stderr run_suite --no-runs
	[[ $stderr == *"to measure: randstudy run -o st" ]]
	[ "$(find st/*/layouts -name prog | wc -l)" = 14 ]
	[ "$(runs_of one)$(runs_of two)" = 00 ]
	rm */prog.sh
	run -0 randstudy run -o st --no-report
	[ "$(runs_of one)$(runs_of two)" = 68 ]
}

@test "a stopped suite continues without the study file and runs nothing twice" {
	printf '#!/bin/sh\n[ -e "%s/slow" ] && sleep 0.1\necho hello\n' "$T" >two/prog.sh
	suite
	sed -i 's/layouts: 4/layouts: 40/' suite.yaml
	touch slow
	randstudy run -o st --no-report --study suite.yaml 2>log &
	pid=$!
	for _ in $(seq 600); do
		[ "$(runs_of two 2>/dev/null || :)0" -le 10 ] || break
		sleep 0.05
	done
	kill $pid
	status=0
	wait $pid || status=$?
	[ "$status" = 143 ]
	grep 'to continue the suite: randstudy run -o' log
	n=$(runs_of two)
	[ "$n" -lt 80 ]
	rm slow
	mv suite.yaml elsewhere
	run -0 randstudy run -o st --no-report
	[ "$(runs_of one)" = 6 ]
	[ "$(runs_of two)" = 80 ]
	jq -e '[.benchmarks[].status] == [0, 0]' st/suite.json
}

@test "a suite grows by benchmarks and layouts and does not shrink" {
	suite
	run_suite
	suite '  three:' '    directory: one'
	run -0 run_suite
	[ "$(runs_of one)" = 6 ]
	[ "$(runs_of three)" = 6 ]
	run -0 randstudy run -o st --layouts 5 --no-report
	[ "$(runs_of one)" = 10 ]
	[ "$(runs_of two)" = 10 ]
	# The file asks for fewer layouts than are measured: none is removed.
	run -0 run_suite
	[ "$(runs_of one)" = 10 ]
	suite
	run -2 run_suite
	[[ $output == *'has the benchmark "three", but "suite.yaml" does not'* ]]
	# other settings are refused
	suite '  three:' '    directory: one'
	sed -i 's/seed: 7/seed: 8/' suite.yaml
	run -1 run_suite
	[[ $output == *'begun with other settings: seed is 7, not 8'* ]]
}

@test "a suite and a study do not mix, and two processes do not share one" {
	suite
	(cd one && randstudy run -o ../st --build 'randld --fake-link prog.sh prog' \
		--layouts 2 --no-report -- '{binary}')
	run -2 run_suite
	[[ $output == *'holds one study, not a suite'* ]]
	rm -r st
	run_suite
	exec 8>st/lock
	flock 8
	run -2 run_suite
	[[ $output == *'another randstudy is working on'* ]]
	exec 8>&-
	echo '{"format": "other"}' >st/suite.json
	run -2 randstudy run -o st
	[[ $output == *'suite.json" is damaged'* ]]
}

# Make miniatures of the example's programs and their inputs.
miniature() {
	local name
	for name in gzip bzip2 perl; do
		mkdir "$name"
		printf 'all:\n\trandld --fake-link prog.sh %s\nclean:\n' "$name" \
			>"$name/Makefile"
	done
	mkdir input
	printf '#!/bin/sh\ncat "$2"\n' >gzip/prog.sh
	printf '#!/bin/sh\ncat\n' >bzip2/prog.sh
	printf '#!/bin/sh\ncat "$3"\n' >perl/prog.sh
	printf '#!/bin/sh\n[ "$*" = "--cc randcc" ]\n' >perl/config.sh
	chmod +x perl/config.sh
	echo data >input/program.tar
	echo data >input/program.tar.gz
	echo 'done' >input/split.pl
}

@test "the example of a suite runs in miniature" {
	miniature
	cp "$BATS_TEST_DIRNAME/../doc/examples/suite.yaml" .
	run -0 randstudy run -o st --study suite.yaml --layouts 3
	[[ $output == *'Suite of 3 benchmarks'* ]]
	for name in 164.gzip 256.bzip2 400.perlbench; do
		[ "$(runs_of "$name")" = 6 ]
	done
	[ "$(cat st/256.bzip2/reference)" = data ]
	design st/400.perlbench | jq -e '.timeout == 600 and .warmup == 1'
}
