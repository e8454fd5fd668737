#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy loses nothing and does nothing twice, whatever ends it.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# complete N: check that the database is sound and has N runs, all good and none
# twice
complete() {
	[ "$(query 'SELECT count(*), min(ord), max(ord) FROM run')" = \
		"$1|0|$(($1 - 1))" ] || return 1
	[ "$(query 'SELECT count(*) FROM (SELECT DISTINCT layout, execution FROM run)')" = "$1" ] ||
		return 1
	[ "$(query "SELECT count(*) FROM run WHERE outcome!='ok'")" = 0 ] ||
		return 1
	[ "$(query 'PRAGMA integrity_check')" = ok ]
}

# A fixed sequence of random numbers chooses the moments, but the test must pass
# for any moments.
@test "a study of 200 runs survives kill -9 at 50 moments" {
	study --no-report --layouts 2
	RANDOM=42
	for _ in $(seq 50); do
		randstudy run -o st --layouts 100 --no-report 2>/dev/null &
		pid=$!
		sleep "0.$(printf '%03d' $((RANDOM % 150)))"
		kill -9 "$pid" 2>/dev/null || :
		wait "$pid" 2>/dev/null || :
		# stored runs stay
		n=$(query 'SELECT count(*) FROM run')
		[ "$n" -ge "${before:-0}" ]
		before=$n
	done
	run -0 randstudy run -o st --no-report
	complete 200
}

@test "a program in flight does not outlive a killed randstudy" {
	program 'if [ "${RANDSTUDY_PADDING+x}" ] && [ -e "$T/armed" ]; then' \
		'setsid sh -c "echo \$\$ >\"\$T/left\"; exec sleep 1000" &' \
		'until [ -s "$T/left" ]; do sleep 0.01; done' \
		'sleep 1000 & echo "$$ $! $(cat "$T/left")" >"$T/pid"' \
		'wait; fi'
	export T
	study --no-report --layouts 2
	touch armed
	randstudy run -o st --layouts 3 --no-report 2>/dev/null &
	victim=$!
	until [ -s pid ]; do sleep 0.02; done
	kill -9 "$victim"
	wait "$victim" || :
	# the program, its child, and a process that left its session have ended
	read -r parent child left <pid
	for pid in "$parent" "$child" "$left"; do
		for _ in $(seq 500); do
			runs "$pid" || break
			sleep 0.02
		done
		run -1 runs "$pid"
	done
	rm armed
	run -0 randstudy run -o st --no-report
	complete 6
}

@test "^C ends after the run in flight and says how to continue" {
	# The fourth execution, which is the third run after the reference run,
	# interrupts randstudy.
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 4 ] || kill -INT $PPID; exit 0'
	export T
	run env --default-signal=INT randstudy run -o st --layouts 4 \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	[ "$status" = 130 ]
	[[ $output == *'interrupted: ending after the current run'* ]]
	[[ $output == *"3 of 8 runs are stored; to resume: randstudy run -o '"*"/st'"* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 3 ]
	run -0 randstudy run -o st
	complete 8
}

@test "the command that it prints to continue works" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 4 ] || kill -INT $PPID; exit 0'
	export T
	run env --default-signal=INT randstudy run -o st --layouts 4 \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	told=$(sed -n 's/.*to resume: //p' <<<"$output")
	cd /
	run -0 bash -c "$told"
	cd "$T"
	complete 8
}

@test "a signal to randstudy alone ends the build too, and the study can be made again" {
	for signal in INT TERM HUP KILL; do
		rm -rf st inner own
		# A shell ignores SIGINT for what it runs in the background.
		option=--default-signal=$signal
		[ "$signal" != KILL ] || option=
		# The outer shell waits for sleep, and does not pass signals on.  timeout
		# gives its command another process group.
		env ${option:+"$option"} randstudy run -o st --layouts 4 --build \
			'echo $$ >outer; timeout 1000 sh -c "echo \$\$ >own; exec sleep 1000" &
			until [ -s own ]; do sleep 0.02; done
			sh -c "echo \$\$ >inner; exec sleep 1000"
			randld --fake-link prog.sh prog' -- '{binary}' 2>err &
		victim=$!
		until [ -s inner ]; do sleep 0.02; done
		kill -s "$signal" "$victim"
		status=0
		wait "$victim" || status=$?
		[ "$status" = $((128 + $(kill -l "$signal"))) ]
		# They have ended, or end soon if another process had to notice that
		# randstudy was killed.
		for pid in $(cat outer inner own); do
			for _ in $(seq 500); do
				[ "$signal" = KILL ] && runs "$pid" || break
				sleep 0.02
			done
			run -1 runs "$pid"
		done
	done
	run -0 randstudy run -o st --layouts 4 --no-report --build \
		'randld --fake-link prog.sh prog' -- '{binary}'
	complete 8
}

@test "SIGTERM does not wait for the run in flight, and nohup is respected" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 4 ] || { kill -TERM $PPID; sleep 1000; }; exit 0'
	export T
	run randstudy run -o st --layouts 4 \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	[ "$status" = 143 ]
	[ "$(query 'SELECT count(*) FROM run')" = 2 ]
	run -0 randstudy run -o st
	complete 8
	rm -rf st count
	program 'kill -HUP $PPID; exit 0'
	run -0 env --ignore-signal=HUP randstudy run -o st --layouts 4 \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	complete 8
}

@test "two processes on one study are refused" {
	program 'if [ -e "$T/armed" ]; then touch "$T/running"' \
		'while [ -e "$T/armed" ]; do sleep 0.02; done; fi'
	export T
	study --no-report --layouts 2
	touch armed
	randstudy run -o st --layouts 3 --no-report 2>/dev/null &
	until [ -e running ]; do sleep 0.02; done
	run -2 randstudy run -o st
	[[ $output == *'another randstudy is working on the study'* ]]
	# A report can be read while another randstudy works on the study.
	run -0 randstudy report st
	[[ $output == *'not complete: 4 of 6 runs'*'not finished'* ]]
	rm armed
	wait $!
	complete 6
}

@test "an unfinished study claims nothing, until it goes on or is ended" {
	study --no-report --layouts 10
	query 'delete from run where ord >= 8'
	run -0 randstudy report st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'study is not complete: 8 of 20 runs, so nothing is claimed yet; to go on, use `randstudy run -o DIR`, and to end it with these runs, `randstudy run -o DIR --budget 1s`'*'No answer about the time of prog yet: the study is not finished.'* ]]
	[ "$(grep -c 'not complete' <<<"$output")" = 1 ]
	for claim in 'Neither a shift' 'Not detected' 'Do random layouts differ' 'off by up to'; do
		[[ $flat != *"$claim"* ]]
	done
	finished() { randstudy report --format json st | jq .finished; }
	[ "$(finished)" = false ]
	# The command from the message ends the study with the runs that it has.
	randstudy run -o st --budget 0.001s --no-report
	[ "$(query 'select count(*) from run')" = 8 ]
	[ "$(finished)" = true ]
	run -0 randstudy report st
	[[ $output == *'out of time after 8 of 20 planned runs'* ]]
	[[ $output == *'Does the time vary with layout?'* ]]
	# A larger budget continues the study.
	randstudy run -o st --budget 1h --max-layouts 10 --no-report
	[ "$(query 'select count(*) from run')" = 20 ]
	[ "$(finished)" = true ]
}

@test "a copy made while it runs is a sound study" {
	study --no-report --layouts 2
	randstudy run -o st --layouts 100 --no-report 2>/dev/null &
	pid=$!
	while kill -0 "$pid" 2>/dev/null; do
		rm -rf copy
		# (cp complains about temporary files that are deleted meanwhile)
		cp -r st copy 2>/dev/null || :
		run -0 randstudy check copy
	done
	wait "$pid"
	complete 200
}

@test "a full disk gives one clear line, loses nothing, and the study continues later" {
	mkdir small
	mount -t tmpfs -o size=400k tmpfs small 2>/dev/null ||
		skip 'cannot mount a small file system here'
	run randstudy run -o small/st --layouts 2 --executions 1 --no-report \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	filled=
	for layouts in $(seq 20 20 400); do
		run randstudy run -o small/st --layouts "$layouts" --no-report
		[ "$status" = 0 ] || { filled=yes; break; }
	done
	failed_with=$output
	mount -o remount,size=20m small
	run randstudy run -o small/st --no-report
	again=$status
	cp -r small/st st
	umount small
	[ -n "$filled" ]
	[[ $failed_with == *'randstudy: error: '* ]]
	[ "$again" = 0 ]
	complete $((layouts * 2))
}

@test "a full disk while storing a run says which file and what to do" {
	mkdir small
	mount -t tmpfs -o size=1m tmpfs small 2>/dev/null ||
		skip 'cannot mount a small file system here'
	# the first measured run fills the disk
	program 'if [ "${RANDSTUDY_PADDING+x}" ] && [ -e "$T/armed" ]; then' \
		'dd if=/dev/zero of="$T/small/fill" bs=4k 2>/dev/null; fi; exit 0'
	export T
	randstudy run -o small/st --layouts 2 --no-report \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	touch armed
	run randstudy run -o small/st --layouts 4 --no-report
	failed=$status failed_with=$output
	rm small/fill armed
	run randstudy run -o small/st --no-report
	again=$status
	cp -r small/st st
	umount small
	[ "$failed" = 1 ]
	[[ $failed_with == *'error: cannot store '*'" in "'*'/small/st/study.db": '*'full'* ]] ||
		[[ $failed_with == *'error: cannot '*'/small/st'*': '* ]]
	[ "$again" = 0 ]
	complete 8
}

# old_study FORMAT: make the study in ./st that data/study-format-FORMAT.sql describes.  An
# older randstudy with this format of the database began it, and was interrupted.
old_study() {
	program 'sleep 0.02' 'echo 42'
	mkdir -p st/record/0/link-0
	cp prog.sh st/record/0/link-0/script
	echo "$PWD/prog" >st/record/0/link-0/output
	echo 42 >st/reference
	sed "s|@FOLDER@|$PWD|g" "$BATS_TEST_DIRNAME/data/study-format-$1.sql" |
		sqlite3 st/study.db
}

@test "studies of older versions are read, reported and continued" {
	# The SQL has the path between single quotes.
	mkdir "$BATS_TEST_TMPDIR/old" && cd "$BATS_TEST_TMPDIR/old"
	for format in 1 3; do
		old=$BATS_TEST_DIRNAME/data/study-format-$format.csv
		old_study $format
		[ "$(query 'PRAGMA user_version')" = $format ]
		before=$(sha256sum <st/study.db)
		randstudy report --format csv st >csv
		# the rows that the older randstudy printed
		diff "$old" csv
		run -0 randstudy report st
		[[ $output == *'study is not finished'* ]]
		randstudy report --format json st >json
		[ "$(jq '[.arms[]."runs-ok"] | add' json)" = "$(($(wc -l <"$old") - 1))" ]
		# A report does not write to the study.
		[ "$(sha256sum <st/study.db)" = "$before" ]
		randstudy run -o st --no-report
		[ "$(query "select count(*) from run where outcome = 'ok'")" = 40 ]
		randstudy report --format csv st >csv
		head -n "$(wc -l <"$old")" csv | diff "$old" -
		rm -r st
	done
}

@test "a study of older sources, or of other tools, says so when it goes on" {
	study --no-report >report.txt
	# Our own output is no source.
	study --no-report >report.txt 2>err
	run -1 grep 'was changed' err
	# A program may write files beside its sources.
	date >out.dat
	study --no-report 2>err
	run -1 grep 'was changed' err
	sed -i s/hello/goodbye/ prog.sh
	study --layouts 6 >report.txt 2>err
	grep -F "warning: \"$PWD/prog.sh\" was changed after the build of the study" err
	grep -F 'the study measures what was built before that' err
	[ "$(query "SELECT count(*) FROM run WHERE outcome='ok'")" = 12 ]
	# A call that names no command goes on with what is stored.
	run -0 --separate-stderr randstudy run -o st --no-report
	[[ $stderr != *'was changed'* ]]
	CFLAGS=-O3 study --layouts 6 --no-report 2>err
	grep -F 'was built with other tools: CFLAGS is "-O3", and was not set' err
}

@test "output that cannot be written is an error in every command" {
	[ -c /dev/full ] || skip 'no /dev/full'
	program 'sleep 0.02' 'echo 42'
	cp prog.sh old.sh && cp prog.sh new.sh
	randstudy run -o st --layouts 2 --executions 1 --no-report \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' -- '{binary}'
	printf '%s\n' system,layout,value a,1,3 a,2,4 a,3,5 >rows.csv
	for command in 'compare --fail-on never st' 'report st' 'plan st' 'diagnose st' \
		'check st' 'analyse rows.csv' 'simulate --replicates 50 --layouts 5' '--version' '--help' \
		'report --format csv st' 'report --format json st' 'pack st st.pack'; do
		echo "randstudy $command"
		rm -f st.pack
		# shellcheck disable=SC2086 # words
		randstudy $command >out 2>/dev/null
		rm -f st.pack
		# shellcheck disable=SC2086 # words
		[ "$(randstudy $command >/dev/full 2>err; echo $?)" = 2 ]
		[ -s err ]
	done
}
