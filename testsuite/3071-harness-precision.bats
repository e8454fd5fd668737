#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run --precision and --budget: a study that decides itself when to stop.

load harness

setup() {
	harness_setup
	program 'echo hello'
}

# grow [OPTION...]: run a study that decides itself when to stop
grow() {
	randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--seed 1 --executions 1 "$@" -- '{binary}'
}

@test "layouts are added until the interval is narrow enough" {
	# For any ten positive values, the half-width is at most 247 % of the mean, so
	# one analysis is enough.
	run -0 grow --precision 300%
	[ "$(query 'SELECT count(*) FROM run')" = 20 ]
	[[ $output == *'10 layouts: half-width '*'(wanted: 300 %); precise enough'* ]]
	[[ $output == *'When did the study end?'*'The study ended as asked for, at +-300 % or less.'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'computed at 96.5 %, so that they have a level of 95 %'* ]]
	# A higher precision continues the study.  It is analyzed at numbers of layouts
	# that are fixed in advance.
	run -0 grow --precision 0.0001% --max-layouts 30
	[ "$(query 'SELECT first_layout, n_layouts FROM batch' | tr '\n' ' ')" = '0|10 10|5 15|8 23|7 ' ]
	[ "$(query 'SELECT count(*) FROM run')" = 60 ]
	[[ $output == *'continuing to 23'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'The study ended at the largest number of layouts allowed (--max-layouts 30), before it reached +-0.000 %.'* ]]
	# The same command again has nothing to do.
	run -0 grow --precision 0.0001% --max-layouts 30
	[[ $output != *'30 layouts: half-width'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 60 ]
}

@test "values that are all equal are not taken as precise" {
	program 'echo "points: 12"'
	run -0 grow --precision 5% --max-layouts 15 --metric 'points=stdout:points: ([0-9]+)'
	[ "$(query 'SELECT count(*) FROM run')" = 30 ]
	[[ $output == *'before it reached +-5.0 %'* || $output == *'before it reached +-5 %'* ]]
	[[ $output != *'precise enough'* ]]
}

@test "layouts that are added change none that are there" {
	grow --layouts 20 --no-report
	query 'SELECT id, seed FROM layout WHERE id < 20' >fixed
	query 'SELECT ord, layout FROM run WHERE ord < 20' >order
	mv st long
	grow --precision 0.0001 --max-layouts 15 --no-report
	query 'SELECT id, seed FROM layout WHERE id < 20' | cmp - fixed
	query 'SELECT ord, layout FROM run WHERE ord < 20' >first
	mv st short
	# A study that the user extends by the same numbers has the same layouts
	# and order.
	grow --layouts 10 --no-report
	randstudy run -o st --layouts 15 --no-report
	query 'SELECT ord, layout FROM run WHERE ord < 20' | cmp - first
	query 'SELECT id, seed FROM layout' >seeds
	sqlite3 short/study.db 'SELECT id, seed FROM layout' | cmp - seeds
}

@test "layouts are added for the ratio where two systems are compared" {
	run -0 randstudy run -o st --system 'a=randld --fake-link prog.sh prog' \
		--system 'b=randld --fake-link prog.sh prog' \
		--precision 0.0001 --max-layouts 12 --executions 1 \
		-- '{binary}'
	[[ $output == *'Half-width of the interval of the ratio at each interim analysis:'*'10 layouts'*12* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 48 ]
}

@test "layouts are added until the budget is spent" {
	program 'sleep 0.02'
	run -0 grow --budget 1.5 --layouts 2
	[[ $output == *'out of time'* ]]
	[[ $output == *"The study ended when its time (--budget) was up."* ]]
	[[ $output != *'so that they hold'* ]]
	# the blocks are whole
	n=$(query 'SELECT count(*) FROM run')
	[ "$n" -ge 4 ]
	[ $((n % 2)) = 0 ]
	# The same call has nothing to do.  With a larger budget the study continues.
	run -0 randstudy run -o st
	[ "$(query 'SELECT count(*) FROM run')" = "$n" ]
	run -0 randstudy run -o st --budget 2m --max-layouts $((n / 2 + 20)) --no-report
	[ "$(query 'SELECT count(*) FROM run')" = $((n + 40)) ]
}

@test "a clock that is set while the study runs does not spend the budget" {
	cat >step.c <<-'EOF'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <stdlib.h>
		#include <time.h>
		#include <unistd.h>

		/* Once the file $STEP exists, it is one hour later. */
		int clock_gettime(clockid_t id, struct timespec *t)
		{
			int (*real)(clockid_t, struct timespec *) =
				dlsym(RTLD_NEXT, "clock_gettime");
			int result = real(id, t);

			if (id == CLOCK_REALTIME && access(getenv("STEP"), F_OK) == 0)
				t->tv_sec += 3600;
			return result;
		}
	EOF
	gcc -shared -fPIC -o "$BATS_TEST_TMPDIR/step.so" step.c
	export STEP=$T/step ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0
	program '[ -n "$STEP" ] && touch "$STEP"'
	LD_PRELOAD=$BATS_TEST_TMPDIR/step.so grow --budget 1h --layouts 2 --max-layouts 4 --no-report
	# The runs came after the step.  The session is no longer for it.
	[ "$(query 'SELECT min(run.start_ns) - session.start_ns > 3000e9 FROM run, session')" = 1 ]
	[ "$(query 'SELECT max(end_ns - start_ns) < 1000e9 FROM session')" = 1 ]
}

@test "a budget that is too short for anything is reported" {
	program 'sleep 0.1'
	run -1 grow --budget 0.2
	[[ $output == *'the budget was spent before anything was measured'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
}

@test "a growing study survives kill -9 with nothing lost and nothing twice" {
	grow --precision 300 --no-report
	RANDOM=7
	for _ in $(seq 12); do
		randstudy run -o st --precision 0.0001 --max-layouts 60 \
			--no-report 2>/dev/null &
		pid=$!
		sleep "0.$(printf '%03d' $((RANDOM % 200)))"
		kill -9 "$pid" 2>/dev/null || :
		wait "$pid" 2>/dev/null || :
		# The number of planned layouts is always the sum of the batches'
		# layouts.
		[ "$(query "SELECT json_extract(value, '\$.layouts') FROM meta
			WHERE key = 'design'")" = "$(query 'SELECT sum(n_layouts) FROM batch')" ]
	done
	run -0 randstudy run -o st --no-report
	[ "$(query 'SELECT count(*), min(ord), max(ord) FROM run')" = '120|0|119' ]
	[ "$(query 'SELECT count(*) FROM (SELECT DISTINCT layout, execution FROM run)')" = 120 ]
	[ "$(query 'PRAGMA integrity_check')" = ok ]
}

@test "options that contradict each other are refused" {
	for bad in '--precision 0' '--precision x' '--precision 1001' \
		'--budget 0' '--budget 1w' '--max-layouts 1' '--max-layouts 15' \
		'--precision 1 --layouts 9' '--precision 1 --layouts 20 --max-layouts 15'; do
		# shellcheck disable=SC2086 # options are meant to split
		run -2 grow $bad
		[ ! -e st ]
	done
}
