#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy controls the conditions of each run, stores them and reports them.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
}

# Print the distinct lines that runs wrote to ./log.
log() {
	sort -u log
}

@test "--aslr sets the personality of the runs and not of randstudy" {
	program 'cat /proc/self/personality >>log'
	study --aslr off --no-report
	[ "$(log)" = 00040000 ]
	rm -r st log
	setarch -R randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--layouts 2 --aslr on --no-report -- '{binary}'
	[ "$(log)" = 00000000 ]
	run -0 randstudy report st
	[[ $output == *'control     aslr on'* ]]
	# The processor's name decides where the line wraps.
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'ASLR on'* ]]
}

@test "--cpu pins the runs; a CPU that is not there is refused" {
	program 'grep Cpus_allowed_list /proc/self/status | tr -dc 0-9,- >>log; echo >>log'
	cpu=$(taskset -cp $$ | sed 's/.*[:,-] *//')
	study --cpu "$cpu" --no-report
	[ "$(log)" = "$cpu" ]
	rm -r st
	run -2 study --cpu 1023
	[[ $output == *'CPU 1023 (--cpu) does not exist'* ]]
	for bad in '' x 0- 3-1 0,,1 99999 -1; do
		rm -rf st
		run -2 study --cpu="$bad"
	done
}

@test "--nice and --sched reach the runs, and a refusal says what to do" {
	program 'ps -o ni=,cls= -p $$ | tr -s " " >>log'
	study --nice 7 --sched batch --no-report
	[ "$(log)" = ' 7 B' ]
	rm -r st
	run -2 study --nice 20
	run -2 study --nice=-21
	[[ $output == *'needs a whole number from -20 to 19: "-21"'* ]]
	run -2 study --nice=--5
	run -2 study --warmup=-1
	run -2 study --sched deadline
	if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
		# The user is still root, but without the capability to set a
		# real-time class.
		rm -rf st
		run -1 setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice \
			prlimit --nice=0 --rtprio=0 \
			randstudy run -o st --sched fifo --layouts 2 \
			--build 'randld --fake-link prog.sh prog' -- '{binary}'
		[[ $output == *'cannot set --sched for the runs: Operation not permitted'* ]]
		[[ $output == *'rtprio'* ]]
	fi
}

@test "--fresh-cwd gives each run an empty directory with a path of one length" {
	program "ls -A >>'$BATS_TEST_TMPDIR/log'; pwd >>'$BATS_TEST_TMPDIR/where'" \
		'touch left; echo 5 >value'
	study --fresh-cwd --metric 'v=file:value:(.*)' --no-report
	[ ! -s "$BATS_TEST_TMPDIR/log" ]
	[ "$(sort -u "$BATS_TEST_TMPDIR/where")" = "$T/st/cwd" ]
	[ ! -e st/cwd ] && [ ! -e left ]
	[ "$(query 'select count(*) from value where value = 5')" = 8 ]
	rm -r st
	mkdir -p "in put/sub" && echo x >"in put/sub/file"
	study --template 'in put' --no-report
	[ "$(sort -u "$BATS_TEST_TMPDIR/log")" = sub ]
	run -0 randstudy report st
	[[ $output == *fresh-cwd*'template '* ]]
}

@test "--prepare and --cleanup run around each run and must succeed" {
	program 'cat state >>log; echo ran >state'
	study --prepare 'echo ready >state' --cleanup 'cat state >>log2' --no-report
	[ "$(log)" = ready ] && [ "$(sort -u log2)" = ran ]
	[ "$(wc -l <log)" = 9 ] && [ "$(wc -l <log2)" = 9 ]
	rm -r st
	run -1 study --prepare 'exit 3'
	[[ $output == *'the --prepare command "exit 3" ended with status 3'* ]]
	rm -r st
	run -1 study --cleanup false
	[[ $output == *'the --cleanup command "false" ended with status 1'* ]]
}

@test "--cleanup runs if a run was interrupted, and to its end" {
	program 'test "$(wc -l <log)" -lt 3 || { touch sleeping; sleep 60; }'
	randstudy run -o st --build 'randld --fake-link prog.sh prog' --layouts 4 \
		--prepare 'echo ready >>log' --cleanup 'sleep 0.3; echo clean >>log2' \
		--no-report -- '{binary}' &
	while [ ! -e sleeping ]; do
		sleep 0.05
	done
	kill -TERM $!
	wait $! || true
	[ "$(wc -l <log)" = 3 ] && [ "$(wc -l <log2)" = 3 ]
}

@test "--shell hands the command to the shell, with {binary} quoted" {
	program 'echo "$@" | tee -a log'
	randstudy run -o st --build 'randld --fake-link prog.sh prog' --layouts 2 \
		--shell --no-report -- 'echo in | { read -r x; {binary} $x; } | cat'
	[ "$(log)" = in ]
}

@test "--cool-down waits before each run, and a bad one is refused" {
	program 'date +%s.%N >>log'
	study --cool-down 0.1 --layouts 2 --no-report
	[ "$(query 'select min(b.start_ns - a.start_ns - a.wall_ns) >= 100000000
		from run a join run b on b.ord = a.ord + 1')" = 1 ]
	run -2 study --cool-down -1
}

@test "the control settings are stored, and a study continues without options" {
	program 'cat /proc/self/personality >>log; cat state >>log; [ "$(wc -l <log)" != 8 ]'
	run -1 study --aslr off --prepare 'echo ready >state' --no-report
	# one run failed, and all others were made
	run -1 randstudy run -o st --on-wrong go-on --no-report
	[ "$(query 'SELECT outcome, count(*) FROM run GROUP BY outcome')" = \
		$'bad-exit|1\nok|7' ]
	[ "$(log)" = $'00040000\nready' ]
	run -2 randstudy run -o st --aslr on
	[[ $output == *'aslr is off, not on'* ]]
}

@test "inputs have checksums, and a study does not continue with others" {
	echo one >in.txt && echo two >word.txt
	program 'cat - "$1"; echo x >>count; [ "$(wc -l <count)" != 4 ]'
	run -1 study --stdin in.txt --no-report -- '{binary}' word.txt
	[ "$(query "select json_array_length(json_group_array(value)) from
		json_each((select value from meta where key = 'inputs'))")" = 2 ]
	echo other >word.txt
	run -2 randstudy run -o st --on-wrong go-on
	[[ $output == *'"word.txt" has changed since the study was begun'*'hint'* ]]
	echo two >word.txt
	run -1 randstudy run -o st --on-wrong go-on
	[ "$(query 'select count(*) from run')" = 8 ]
	# The report has checksums of the two inputs, and of the programs of seven
	# layouts.  The eighth layout has none, because its run failed.
	run -1 --separate-stderr randstudy report --format json st
	[ "$(jq -c '.inputs | keys | map(sub(".*/"; ""))' <<<"$output")" = \
		'["in.txt","word.txt"]' ]
	jq -e '[.inputs[], .arms[]."layout-means"[]."program-checksum"] |
		length == 9 and all(test("^[0-9a-f]{16}$"))' <<<"$output"
}

# Make a study of a program that prints word.txt.  Its fifth run changes word.txt, in the
# way of the command $1.  "runs" is the number of stored runs.
study_of_word() { # COMMAND [OPTION...]
	echo two >word.txt
	program "echo x >>count; [ \"\$(wc -l <count)\" != 5 ] || { $1; }; cat \"\$1\""
	shift
	run study --ignore-output --no-report "$@" -- '{binary}' word.txt
	runs=$(query 'select count(*) from run')
}

@test "a run whose input changes is not stored, and ends the study" {
	study_of_word 'echo new >word.txt'
	[ "$status" = 2 ]
	# The first run is the reference run.
	[ "$runs" = 3 ]
	[[ $output == *'"word.txt" changed while the study ran: the last run is not stored'* ]]
	echo two >word.txt
	randstudy run -o st --no-report
	[ "$(query 'select count(*) from run')" = 8 ]
}

@test "an input that is removed, or written anew with other bytes, counts as changed" {
	study_of_word 'rm word.txt; set -- /dev/null'
	[ "$status/$runs" = 2/3 ]
	rm -r st count
	study_of_word 'printf "%s\n" owt >new; touch -r word.txt new; mv new word.txt'
	[ "$status/$runs" = 2/3 ]
}

@test "an input that is touched, or written anew with the same bytes, has not changed" {
	study_of_word 'touch word.txt; cp word.txt new; mv new word.txt'
	[ "$status/$runs" = 0/8 ]
}

@test "a file that each run writes is no input" {
	echo old >out.txt
	program 'echo x >>count; cat count >"$1"'
	study --no-report -- '{binary}' out.txt
	[ "$(query 'select count(*) from run')" = 8 ]
	# It may change between the sessions too, and while a study grows.
	echo other >out.txt
	randstudy run -o st --layouts 6 --no-report
	[ "$(query 'select count(*) from run')" = 12 ]
	randstudy pack st st.pack
	rm -r st
	run -0 study --layouts 10 --precision 0.0001 --max-layouts 12 --no-report -- '{binary}' out.txt
	[ "$(query 'select count(*) from run')" = 24 ]
}

@test "a failed run that leaves half of its file is stored as failed" {
	echo 'done' >out.txt
	program 'echo x >>count; : >"$1"; [ "$(wc -l <count)" != 5 ] || exit 3; echo done >"$1"'
	run -1 study --no-report --on-wrong go-on -- '{binary}' out.txt
	[ "$(query 'SELECT outcome, count(*) FROM run GROUP BY outcome')" = $'bad-exit|1\nok|7' ]
}

@test "an input that changes during the reference run of a later session is noticed" {
	echo two >word.txt
	program 'echo x >>count; [ "$(wc -l <count)" != 4 ] || exit 3
		[ "$(wc -l <count)" != 5 ] || echo new >word.txt; cat "$1"'
	run -1 study --ignore-output --no-report -- '{binary}' word.txt
	[ "$(query 'select count(*) from run')" = 3 ]
	run -2 randstudy run -o st --on-wrong go-on --no-report
	[[ $output == *'"word.txt" changed while the study ran'* ]]
	[ "$(query 'select count(*) from run')" = 3 ]
}

@test "counts of a changed input are not stored" {
	command -v valgrind >/dev/null || skip 'no valgrind'
	echo two >word.txt
	cat >count.c <<-'EOF'
		#include <stdio.h>
		#include <stdlib.h>

		int main(int argc, char **argv)
		{
			FILE *f = fopen(argv[argc - 1], getenv("LD_PRELOAD") ? "a" : "r");

			fputs("x", f);
			return 0;
		}
	EOF
	gcc -o prog.sh count.c
	echo >>prog.sh
	run -2 study --layouts 2 --ignore-output --no-report --metric cachegrind:Ir \
		-- '{binary}' word.txt
	[[ $output == *'"word.txt" changed while the study ran'* ]]
	[ "$(query 'select count(*) from exact')" = 0 ]
	[ "$(query 'select count(*) from run')" = 4 ]
}

@test "with --fresh-cwd, a file beside the study is no input of the runs" {
	export T
	mkdir folder && echo two >folder/word.txt && echo two >word.txt
	program 'cd -P "$T"; [ -e count ] && echo new >>word.txt; echo x >>count
		cat folder/"$1"'
	study --template folder --no-report -- '{binary}' word.txt
	[ "$(query 'select count(*) from run')" = 8 ]
	randstudy run -o st --layouts 6 --no-report
	[ "$(query 'select count(*) from run')" = 12 ]
}

@test "a study does not continue with another --template" {
	template_has_changed() {
		run -2 randstudy run -o st --on-wrong go-on
		[[ $output == *'folder" has changed since the study was begun'* ]]
	}
	mkdir -p folder/sub && echo one >folder/sub/in.txt && ln -s sub link && mv link folder
	export T
	program 'cat sub/in.txt; echo x >>"$T"/count; [ "$(wc -l <"$T"/count)" != 4 ]'
	run -1 study --template folder --no-report
	echo other >folder/sub/in.txt
	template_has_changed
	echo one >folder/sub/in.txt && mv folder/sub/in.txt folder/sub/into.txt
	template_has_changed
	mv folder/sub/into.txt folder/sub/in.txt && ln -sfn sub/. folder/link
	template_has_changed
	ln -sfn sub folder/link && chmod +x folder/sub/in.txt
	template_has_changed
	chmod -x folder/sub/in.txt
	randstudy run -o st --on-wrong go-on --no-report || [ $? = 1 ]
	[ "$(query 'select count(*) from run')" = 8 ]
}
