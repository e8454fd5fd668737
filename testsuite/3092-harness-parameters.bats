#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run -P: parameters of the build and of the command.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo "hello $*"'
}

# design NAME: the settings of the benchmark st/NAME
design() {
	sqlite3 "st/$1/study.db" "SELECT value FROM meta WHERE key='design'"
}

# parameter OPTION... -- COMMAND...: a quick study
parameter() {
	randstudy run -o st --build 'randld --fake-link prog.sh prog' -r 2 \
		--no-report "$@"
}

@test "a parameter of the build makes a system of each value" {
	run -0 randstudy run -o st -r 3 -P flags=-O2,-O3 \
		--build 'echo {flags} >>built; randld --fake-link prog.sh prog{flags}' \
		--program 'prog{flags}' --ignore-output -- '{binary}'
	[ "$(cat built)" = $'-O2\n-O3' ]
	[ "$(query "SELECT json_extract(value, '\$.systems[0].name', '\$.systems[1].name', '\$.systems[1].program') FROM meta WHERE key='design'")" = \
		'["flags=-O2","flags=-O3","prog-O3"]' ]
	[ "$(query 'SELECT count(*) FROM run')" = 12 ]
	[[ $output == *'flags=-O3'* ]]
	# To continue the study, -P need not be given again.
	run -0 randstudy run -o st -r 4 --no-report
}

@test "two parameters of the build make every combination" {
	run -0 randstudy run -o st -r 2 --no-report -P a=1,2 -P b=x,y \
		--system 's=: {a} {b}; randld --fake-link prog.sh prog' \
		--system 'plain=randld --fake-link prog.sh prog' \
		--ignore-output -- '{binary}'
	[ "$(query "SELECT group_concat(json_extract(s.value, '\$.name'), ' ') FROM meta, json_each(json_extract(meta.value, '\$.systems')) s WHERE meta.key='design'")" = \
		's,a=1,b=x s,a=1,b=y s,a=2,b=x s,a=2,b=y plain' ]
}

@test "a parameter of the command makes a benchmark of each value, built once" {
	run -0 randstudy run -o st -r 2 -P n=1..3 \
		--build 'echo >>built; randld --fake-link prog.sh prog' -- \
		'{binary}' '{n}' 'x{n}y'
	[ "$(cat st/n=1/reference)" = 'hello 1 x1y' ]
	[ "$(cat st/n=3/reference)" = 'hello 3 x3y' ]
	[[ $output == *'n=1'*'n=2'*'n=3'* ]]
	[ "$(wc -l <built)" = 1 ]
	# A later call may omit -P, or give a -P with more values.
	run -0 randstudy run -o st --no-report
	run -0 randstudy run -o st -r 2 -P n=1..4 --no-report \
		--build 'echo >>built; randld --fake-link prog.sh prog' -- \
		'{binary}' '{n}' 'x{n}y'
	[ "$(cat st/n=4/reference)" = 'hello 4 x4y' ]
	run -2 randstudy run -o st -r 2 -P n=1,2 --no-report \
		--build 'echo >>built; randld --fake-link prog.sh prog' -- \
		'{binary}' '{n}' 'x{n}y'
	[[ $output == *'has the benchmark "n=3", but "-P" does not'* ]]
}

@test "a benchmark whose build differs is built itself" {
	run -0 parameter -P n=1,2 --setup 'echo {n}' --build \
		'echo {n} >>built; randld --fake-link prog.sh prog' -- '{binary}'
	[ "$(cat built)" = $'1\n2' ]
}

@test "parameters of the command and of the build go together" {
	run -0 parameter -P n=1,2 -P f=-O1,-O2 --build \
		': {f}; randld --fake-link prog.sh prog' -- '{binary}' '{n}'
	for n in 1 2; do
		[[ $(design "n=$n") == *'"f=-O1"'*'"f=-O2"'* ]]
	done
}

@test "a parameter may name an input" {
	mkdir data
	echo one >data/a
	echo two >data/b
	program cat
	run -0 parameter -P in=data/a,data/b --stdin '{in}' -- '{binary}'
	[ "$(cat st/in=data_a/reference)" = one ]
	[ "$(cat st/in=data_b/reference)" = two ]
	rm -r st
	run -2 parameter -P in=data/a,data/c --stdin '{in}' -- '{binary}'
	[[ $output == *'cannot read "data/c" (--stdin)'* ]]
	run -2 parameter --stdin '{in}' -- '{binary}'
	[[ $output == *'cannot read "{in}" (--stdin)'* ]]
}

@test "values are lists, ranges, and texts with commas and blanks" {
	values() { # VALUES: the names of the benchmarks
		rm -rf st
		parameter --no-runs -P "v=$1" -- '{binary}' '{v}' >&2
		sed -n 's/.*"name": "v=\(.*\)",/\1/p' st/suite.json | paste -sd '|'
	}
	[ "$(values 'a,b c')" = 'a|b c' ]
	[ "$(values '-Wl\,-z\,now,')" = '-Wl,-z,now|' ]
	[ "$(values 1..3)" = '1|2|3' ]
	[ "$(values 10..30..10,5)" = '10|20|30|5' ]
	[ "$(values -2..0)" = '-2|-1|0' ]
	[ "$(values 0..2,007)" = '0|1|2|007' ]
	[ "$(values 1..x,1...2)" = '1..x|1...2' ]
	[ "$(values 9223372036854775806..9223372036854775807)" = \
		'9223372036854775806|9223372036854775807' ]
	[ "$(values 1..3..4611686018427387904)" = 1 ]
	[ "$(values -9223372036854775808..9223372036854775807..9223372036854775807)" = \
		'-9223372036854775808|-1|9223372036854775806' ]
}

@test "a parameter that makes no sense is refused" {
	refused() { # MESSAGE OPTION...
		run -2 parameter "${@:2}" -- '{binary}' '{n}'
		[[ $output == *"$1"* ]]
	}
	refused '-P needs NAME=VALUE,...' -P n
	refused '-P needs NAME=VALUE,...' -P =1
	refused '-P needs NAME=VALUE,...' -P 'a b=1'
	refused '-P needs NAME=VALUE,...' -P 3=1
	refused '-P n is given twice' -P n=1 -P n=2
	refused 'the value "1" is given twice' -P n=1,2,1
	refused 'choose another name for the parameter of -P' -P binary=1
	refused 'cannot have leading zeros: list the values' -P n=01..03
	refused 'cannot have leading zeros: list the values' -P n=8..010
	refused 'cannot have leading zeros: list the values' -P n=-01..3
	refused 'is not a range' -P n=3..1
	refused 'is not a range' -P n=1..3..0
	refused 'more than 100 values' -P n=1..101
	refused 'more than 100 values' -P n=-9223372036854775808..9223372036854775807
	refused '-P m: neither the build command, COMMAND nor another setting (such as --stdin) contains {m}' \
		-P n=1 -P m=1
	refused 'not valid UTF-8' -P $'n=\xff'
	run -2 randstudy aa -o st --build make -P n=1,2 -- '{binary}' '{n}'
	[[ $output == *'randstudy aa measures one program: no -P'* ]]
	run -2 randstudy run -o st --study x.yaml -P n=1,2 -- '{binary}' '{n}'
	[[ $output == *'-P and --study exclude each other'* ]]
	[ ! -e st ]
}

@test "a mistyped name of a parameter is an error, which has the known names" {
	unknown() { # WORD [OPTION...]
		run -2 parameter -P n=1,2 -P size=3 "${@:2}" -- '{binary}' '{n}' '{size}' "$1"
		[[ $(tr -s ' \n' ' ' <<<"$output") == *"\"{nn}\" is no parameter: there are {binary}, {n} and {size}; if the text is meant as it is, add -P nn='{nn}'"* ]]
		[ ! -e st ]
	}
	unknown '{nn}'
	unknown 'x={nn},'
	unknown y --stdin 'in-{nn}'
	unknown y --build 'make N={nn}; randld --fake-link prog.sh prog'
	# These are accepted: the option from the hint, a variable of the shell,
	# and braces around other text.
	run -0 parameter -P n=1,2 -P nn='{nn}' \
		--build 'V=x; : ${V} && randld --fake-link prog.sh prog' -- \
		'{binary}' '{n}' '{nn}' '{ n }' '{1}'
	[ "$(cat 'st/n=2,nn={nn}/reference')" = 'hello 2 {nn} { n } {1}' ]
	# Without -P, {binary} is the only placeholder, and other braces are plain text.
	rm -r st
	run -0 parameter --build 'randld --fake-link prog.sh prog' -- '{binary}' '{nn}'
}

@test "a study file may have parameters of the build" {
	cat >suite.yaml <<-'END'
		benchmarks:
		  x:
		    layouts: 2
		    build: ': {f}; randld --fake-link prog.sh prog'
		    parameter: {f: '-O1,-O2'}
		    command: '{binary}'
	END
	run -0 randstudy run -o st --study suite.yaml --no-report
	[[ $(design x) == *'"f=-O1"'*'"f=-O2"'* ]]
	sed -i "s/: {f};/:;/; s/'{binary}'/'{binary} {f}'/" suite.yaml
	run -2 randstudy run -o st2 --study suite.yaml --no-report
	[[ $output == *'the parameter "f" is one of the command: write a benchmark for each value'* ]]
}
