#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run: the study's directory, the commands that run once, and short
# forms of options.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# Run a quick study without -o.
nameless() { # OPTION...
	randstudy run --build 'randld --fake-link prog.sh prog' -r 2 "$@" -- \
		'{binary}'
}

@test "without -o a study gets a new directory, which is named at the end" {
	run -0 --separate-stderr nameless
	[[ $output == "Layout study of prog:"* ]]
	[[ $stderr == *'the study is in "randstudy-1": randstudy report randstudy-1' ]]
	[ -f randstudy-1/study.db ]
	run -0 --separate-stderr nameless
	[[ $stderr == *'the study is in "randstudy-2"'* ]]
	[ -f randstudy-2/study.db ]
	run -0 randstudy report randstudy-1
}

@test "git does not list the directory of a study without -o" {
	git init -q .
	nameless --no-report
	run -0 git status --porcelain -- randstudy-1
	[ -z "$output" ]
}

@test "a study without -o and without runs is replaced by the corrected command" {
	run -1 randstudy run --build 'false' -r 2 -- '{binary}'
	[[ $output == *'the study is in "randstudy-1"'* ]]
	run -0 --separate-stderr nameless --no-report
	[[ $stderr == *'its settings are replaced'*'the study is in "randstudy-1"'* ]]
	[ ! -e randstudy-2 ]
}

@test "a command that is refused leaves no directory behind" {
	run -2 randstudy run
	[[ $output == *'a new study needs a build command (--build)'*'-o DIR'* ]]
	run -2 randstudy run --build make -- prog
	[ ! -e randstudy-1 ]
}

@test "two studies without -o at the same time do not meet" {
	program 'sleep 0.2'
	nameless --no-report >one 2>&1 &
	# Wait until the first build has ended, because both builds write the same file.
	until grep -q 'laying out' one; do
		kill -0 $! && sleep 0.01
	done
	nameless --no-report
	wait $! || { cat one; false; }
	[ -f randstudy-1/study.db ] && [ -f randstudy-2/study.db ]
}

@test "a study is not scattered into a directory with other files" {
	mkdir st
	touch st/notes.txt
	run -2 study
	[[ $output == *'"st" holds no study, but other files ("notes.txt")'* ]]
	[[ $output == *'-o st/study'* ]]
	[ "$(ls -A st)" = notes.txt ]
	run -2 randstudy run -o . --build 'randld --fake-link prog.sh prog' -- \
		'{binary}'
	[[ $output == *'"." holds no study, but other files'* ]]
	printf 'benchmarks:\n  a:\n    build: x\n    command: "{binary}"\n' >s.yaml
	run -2 randstudy run -o st --study s.yaml
	[[ $output == *'"st" holds no study, but other files'* ]]
	[ "$(ls -A st)" = notes.txt ]
	rm st/notes.txt
	run -0 study --no-report
}

@test "--setup and --conclude run once in a study, around its runs" {
	program 'echo run >>log'
	study --no-report -s 'echo setup $(pwd) >>log' -C 'echo conclude >>log'
	[ "$(head -n 1 log)" = "setup $T" ]
	[ "$(tail -n 1 log)" = conclude ]
	[ "$(grep -c setup log)" = 1 ] && [ "$(grep -c conclude log)" = 1 ]
	[ "$(grep -cx run log)" = 9 ]
	randstudy run -o st --no-report
	[ "$(grep -c setup log)" = 1 ] && [ "$(grep -c conclude log)" = 1 ]
	# More layouts need the setup again.
	randstudy run -o st --no-report -r 5
	[ "$(grep -c setup log)" = 2 ] && [ "$(grep -c conclude log)" = 2 ]
	[ "$(tail -n 1 log)" = conclude ]
}

@test "a study that was interrupted continues without --setup" {
	program '[ ! -e break ] || exit 1' 'echo run >>log'
	run -1 study --no-report --setup 'echo setup >>log' \
		--conclude 'echo conclude >>log' --prepare \
		'[ "$(grep -c run log)" -lt 4 ] || touch break'
	[ "$(grep -c setup log)" = 1 ]
	run -1 grep -q conclude log
	rm break
	run -1 randstudy run -o st --no-report
	[ "$(grep -c setup log)" = 1 ]
}

@test "--setup that fails ends the study with its last lines, and can be corrected" {
	run -1 study --setup 'echo no such disk >&2; exit 3'
	[[ $output == *'the --setup command "echo no such disk >&2; exit 3" failed with status 3'* ]]
	[[ $output == *'| no such disk'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	run -0 study --no-report --setup true
}

@test "the short forms of hyperfine are options" {
	randstudy run -o st --build 'randld --fake-link prog.sh prog' -r 3 -w 2 \
		-s true -p true -c true -C true --no-report -- '{binary}'
	[ "$(query "SELECT json_extract(value, '\$.layouts', '\$.warmup', '\$.setup', '\$.prepare', '\$.cleanup', '\$.conclude') FROM meta WHERE key='design'")" = \
		'[3,2,"true","true","true","true"]' ]
	run -2 study -w x
	run -2 study -r 1
	[[ $output == *'--layouts needs a whole number from 2'* ]]
}
