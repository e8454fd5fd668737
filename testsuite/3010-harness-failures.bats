#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy reports failures in one line with a remedy, and ends with the right exit
# code.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# one_error STATUS PATTERN: check that `run` got one error line of that pattern
one_error() {
	[ "$status" = "$1" ] || return 1
	[ "$(grep -c '^randstudy: error: ' <<<"$output")" = 1 ] || return 1
	# shellcheck disable=SC2053 # a pattern is meant
	[[ $output == $2 ]]
}

@test "a study whose build failed is corrected by the corrected command" {
	program 'echo hello'
	run -2 randstudy run -o st --build 'cp prog.sh prog' --layouts 6 --seed 3 \
		-- '{binary}'
	# Settings are replaced only if the options describe a whole study.
	run -2 randstudy run -o st --seed 4
	[[ $output == *'begun with other settings: seed is 3, not 4'* ]]
	run -0 study
	[[ $output == *'no run is stored in "'*'/st": its settings are replaced'* ]]
	[ "$(query 'select count(*) from run')" = 8 ]
	[ "$(query "select json_extract(value, '$.seed') from meta where key = 'design'")" = 3 ]
	# The study has runs now, so its settings are not replaced.
	run -2 study --prepare true
	[[ $output == *'begun with other settings: prepare is nothing, not true'* ]]
	run -0 study
	[[ $output != *replaced* && $output != *building* ]]
}

@test "a study without runs gets other settings, and keeps what was built" {
	program 'echo "hello $1"'
	run -1 study --prepare false -- '{binary}' one
	[[ $output == *'running it again: new settings replace these while no run is stored'* || \
		$output == *'--prepare'* ]]
	before=$(stat -c %y st/record/0)
	run -0 study --arm 'pad=factors:padding' --layouts 3 -- '{binary}' two
	[[ $output == *replaced* && $output != *building* ]]
	[ "$before" = "$(stat -c %y st/record/0)" ]
	[ "$(query 'select count(*) from run')" = 9 ]
	[ "$(query 'select count(*) from layout')" = 9 ]
	[ "$(cat st/reference)" = 'hello two' ]
	rm -r st
	# A build without sections for variables is not kept for the factor "data".
	run -1 study --prepare false -- '{binary}' one
	run -0 study --factors functions,data -- '{binary}' two
	[[ $output == *replaced*building* ]]
	rm -r st
	# A larger number of layouts extends the study.
	study --layouts 50 --no-runs
	run -0 randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--executions 1 --redo off --no-runs -- '{binary}'
	[ "$(query 'select count(*) from layout')" = 100 ]
	run -0 study --layouts 2 --no-runs
	[[ $output == *replaced* && $output != *building* ]]
	before=$(stat -c %Y.%i st/layouts/000000/prog)
	run -0 study --layouts 3 --on-wrong go-on
	[[ $output != *replaced* ]]
	[ "$before" = "$(stat -c %Y.%i st/layouts/000000/prog)" ]
	[ "$(query 'select count(*) from run')" = 6 ]
	rm -r st
	# The corrected command builds only the system whose build had failed.
	run -1 randstudy run -o st --layouts 2 --system 'a=randld --fake-link prog.sh prog' \
		--system 'b=false' --program prog -- '{binary}' one
	run -0 randstudy run -o st --layouts 2 --system 'a=randld --fake-link prog.sh prog' \
		--system 'b=randld --fake-link prog.sh prog' --program prog -- '{binary}' one
	[ "$(grep -c '^building' <<<"$output")" = 1 ]
	[ "$(query 'select count(*) from run')" = 8 ]
	# Invalid settings (a bad metric, too few layouts) replace nothing.
	rm -r st
	run -1 study --prepare false
	run -2 study --metric 'x=stdout:('
	run -2 study --precision 1% --layouts 3
	[ "$(query "select json_extract(value, '$.prepare') from meta where key = 'design'")" = false ]
}

@test "missing and bad options and values exit with 2 and create nothing" {
	for bad in '--layouts 1' '--layouts x' '--layouts 1e3' '--seed none' \
		'--seed -1' '--seed 18446744073709551616' '--factors luck' \
		'--timeout 0' '--timeout x' '--timeout 0x10' '--timeout nan' \
		'--timeout=+-5' '--cool-down -1' '--on-wrong maybe' '--env big' \
		'--exit-status 256' '--executions 0' '--stdin missing' \
		'--expect missing' '--what' '--output-limit -1' '--warmup -1'; do
		# shellcheck disable=SC2086 # options are meant to split
		run -2 randstudy run -o st $bad \
			--build 'randld --fake-link prog.sh prog' -- '{binary}'
		[ -n "$output" ]
		[ ! -e st ]
	done
}

@test "seconds are read strictly, and no cool-down may be asked for" {
	run -2 randstudy run -o st --timeout ' 5' \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	[[ $output == *'--timeout needs a number of seconds from 0.001 to 1e+09: " 5"'* ]]
	[ ! -e st ]
	study --cool-down 0 --timeout 1e1
	[ "$(query "select json_extract(value, '$.timeout') from meta where key = 'design'")" = 10.0 ]
}

@test "a new study needs a build, a command and {binary} in it" {
	run randstudy run -o st -- '{binary}'
	one_error 2 '*a new study needs a build command (--build)*hint*'
	run randstudy run -o st --build true
	one_error 2 '*a new study needs a command to run*hint*'
	run randstudy run -o st --build true -- ./prog
	one_error 2 '*a new study needs {binary} in the command*hint*'
	[ ! -e st ]
}

@test "unknown commands and missing arguments are refused" {
	run -2 randstudy
	run -2 randstudy frobnicate
	[[ $output == *'unknown command "frobnicate"'* ]]
	run -2 randstudy report
	run -2 randstudy report --format nonsense st
	run -2 randstudy report --metric nonsense st
	run -2 randstudy inspect
	run -2 randstudy check
	run -0 randstudy --help
	run -0 randstudy --version
	for command in run report inspect check; do
		run -0 randstudy "$command" --help
	done
}

@test "a report on something that is no study is refused" {
	run randstudy report missing
	one_error 2 '*cannot read the study "missing/study.db"*'
	mkdir empty
	run randstudy report empty
	one_error 2 '*'
	mkdir other
	sqlite3 other/study.db 'CREATE TABLE t(x)'
	run randstudy report other
	one_error 2 '*not a study of randcc*'
	run randstudy run -o other --build true -- '{binary}'
	one_error 2 '*not a study of randcc*'
	mkdir text
	echo 'this is not a database at all, just some text' >text/study.db
	run randstudy report text
	one_error 2 '*file is not a database*'
}

@test "a study of another format version is not touched" {
	study --no-report
	query 'PRAGMA user_version=99'
	run randstudy run -o st
	one_error 2 '*format 99, but this randstudy reads format*'
}

@test "a folder cannot be read by a run, nor a device be the expected output" {
	for option in "--stdin ." "--expect ." "--expect /dev/null"; do
		# shellcheck disable=SC2086 # two words
		run -2 study $option
		[[ $output == *"randstudy run: ${option% *}: "* ]]
		[ ! -e st ]
	done
}

@test "a failed build is reported with its status, its log and the log's end" {
	run randstudy run -o st --build 'echo some output; exit 7' -- '{binary}'
	one_error 1 '*failed with status 7; its output is in "*/st/build-0.log"*some output*'
	grep -q 'some output' st/build-0.log
	# After the build is corrected, the study continues.
	run -1 randstudy run -o st2 --layouts 2 \
		--build '[ -e ok ] || { touch ok; exit 1; }; randld --fake-link prog.sh prog' \
		-- '{binary}'
	run -0 randstudy run -o st2
}

@test "a build that does not use randcc is refused" {
	run randstudy run -o st --build 'cp prog.sh prog' -- '{binary}'
	one_error 2 '*linked nothing through randcc*hint*CC=randcc*make clean*'
}

@test "a link that cannot be repeated is refused" {
	FAKE_RANDLD_FAIL=all run study
	one_error 1 '*linking "prog" again with seed * failed with status 1:*cannot link with seed*'
	run -0 randstudy run -o st
}

@test "the others are kept when one layout cannot be linked" {
	study --no-report --seed 5
	seed=$(query 'SELECT seed FROM layout WHERE id = 2')
	rm -r st
	FAKE_RANDLD_FAIL=$seed run study --seed 5
	one_error 1 "*linking \"prog\" again with seed $seed failed with status 1:*"
	[ "$(query 'SELECT count(*) FROM layout')" = 3 ]
	[ "$(find st/layouts -name prog | wc -l)" = 3 ]
	stat -c %Y%i st/layouts/000000/prog >before
	run -0 randstudy run -o st
	stat -c %Y%i st/layouts/000000/prog | cmp - before
}

@test "a layout that is not random is refused" {
	FAKE_RANDLD_RANDOMISED=no run study
	one_error 1 '*was linked without a random layout*hint*'
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
}

@test "a missing randld is reported" {
	rm bin/randld
	run randstudy run -o st --build true -- '{binary}'
	one_error 2 '*cannot run "*/randld": No such file*'
}

@test "nothing is measured of a program that fails at once" {
	program 'echo oops >&2; exit 3'
	run study
	one_error 1 '*ended with status 3 instead of 0*no other run was made; the output of this run is in "*/st/failed/reference.stdout" and "*/st/failed/reference.stderr"*correct the command*begin a new study*-o*'
	# No hint says how to resume, because the program would fail again.
	[[ $output != *'to resume'* ]]
	[ "$(cat st/failed/reference.stderr)" = oops ]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	# No run is stored, so the next command replaces the settings.
	run -0 study -- sh -c '"$1"; [ $? = 3 ]' sh '{binary}'
	rm -rf st
	run -0 study --exit-status 3
}

@test "the run of a layout that prints something else is stored and never counted" {
	# The fake randld writes the seed into the program's text, where the
	# program reads it.
	program 'grep -q "^#note seed: none" "$0" && echo right || echo wrong'
	run study
	one_error 1 '*layout with seed *) printed unexpected output, from byte 0 on*hint*failed/*'
	[[ $output == *'to resume: randstudy run -o '*' --on-wrong go-on'* ]]
	[ "$(query "SELECT count(*) FROM run WHERE outcome='wrong-output'")" = 1 ]
	[ "$(cat st/failed/*.stdout)" = wrong ]
	# With --on-wrong go-on the study continues, and the exit code reports
	# the failure.
	run -1 randstudy run -o st --on-wrong go-on
	[[ $output == *'4 of 8 runs FAILED'* ]]
	[ "$(query "SELECT count(*) FROM run WHERE outcome='wrong-output'")" = 4 ]
	run -1 randstudy report st
	[[ $output == *'Failed runs'*'wrong-output'* ]]
}

@test "output that differs each time is named as such" {
	program 'date +%N; od -N8 -An -tx8 /dev/urandom'
	run study
	one_error 1 '*hint*'
	rm -rf st
	run -0 study --ignore-output
	rm -rf st
	run -0 study --verify 'grep -q "^[0-9]*\$"'
	rm -rf st
	run study --verify 'exit 4'
	one_error 1 '*printed output that "exit 4" does not accept (status 4)*'
}

@test "--expect decides what is right" {
	echo hello >right
	echo other >wrong
	run -0 study --expect right
	rm -rf st
	run study --expect wrong
	one_error 1 '*printed unexpected output, from byte 0 on*'
	[[ $output != *'to resume'* ]]
}

@test "a name with a line break does not break a message" {
	run randstudy report $'no\nstudy'
	one_error 2 '*"no[?]study/study.db"*'
}

@test "a crash, a time limit and endless output each have a name" {
	program 'grep -q "^#note seed: none" "$0" || kill -SEGV $$'
	run study
	one_error 1 '*was killed by signal 11*'
	rm -rf st
	program 'grep -q "^#note seed: none" "$0" || sleep 1000'
	run study --timeout 1
	one_error 1 '*was killed after 1 s (--timeout)*'
	rm -rf st
	run study --timeout 0.25
	one_error 1 '*was killed after 0.25 s (--timeout)*'
	rm -rf st
	program 'grep -q "^#note seed: none" "$0" || exec yes'
	run study --output-limit 1000000
	one_error 1 '*printed more than 1000000 bytes (--output-limit)*'
}

@test "a gigabyte of output is cut off in each run, and a megabyte is kept" {
	program 'grep -q "^#note seed: none" "$0" || exec head -c 1G /dev/zero'
	run -1 study --no-report --output-limit 1000000 --on-wrong go-on
	[ "$(query "SELECT count(*) FROM run
		WHERE outcome = 'too-much-output' AND output_bytes > 1000000")" = 4 ]
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 4 ]
	# Four runs exceed the limit of 1 MB.  Each is stopped at once, and the stored
	# output is little longer than the limit.
	kept=$(cat st/failed/*.stdout | wc -c)
	[ "$kept" -gt 4000000 ]
	[ "$kept" -le $((4 << 20)) ]
	[ "$(du -sk st | cut -f1)" -lt 6000 ]
}

@test "a command that cannot be found or executed is reported" {
	run study --no-report -- no-such-program '{binary}'
	one_error 2 '*cannot find the program "no-such-program"*'
	rm -rf st
	run study --no-report -- /dev/null '{binary}'
	one_error 1 '*cannot run "/dev/null": Permission denied*'
}

@test "settings other than the study's are refused by name" {
	study --no-report --seed 5
	run randstudy run -o st --seed 6
	one_error 2 '*seed is 5, not 6*hint*'
	run randstudy run -o st --layouts 3
	one_error 2 '*layouts is 4, not 3*'
	run randstudy run -o st -- '{binary}' x
	one_error 2 '*command is *'
	run -0 randstudy run -o st --seed 5 --layouts 4 -- '{binary}'
}

@test "a report that cannot be written is an error" {
	[ -c /dev/full ] || skip 'no /dev/full'
	study --no-report
	run bash -c 'randstudy report st >/dev/full'
	one_error 2 '*cannot write the report*'
}

@test "hostile programs do not survive their run" {
	program 'trap "" TERM HUP INT' \
		'setsid sh -c "echo \$\$ >>pids; sleep 1000" &' \
		'until [ -s pids ]; do sleep 0.01; done' \
		'exec >&- 2>&-'
	run -0 study --ignore-output --timeout 60
	[[ $output == *'left processes behind'* ]]
	[ "$(query 'SELECT min(n_left_behind) >= 1 FROM run')" = 1 ]
	while read -r pid; do
		run -1 runs "$pid"
	done <pids
}
