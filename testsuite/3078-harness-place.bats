#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run: programs that find their files beside themselves run at their
# own path.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

# The program needs the file "data" in its folder.
setup() {
	harness_setup
	mkdir tree
	echo beside >tree/data
	program 'echo "$0" >>"$LOG"; cat "$(dirname "$0")/data"'
	export LOG=$T/log
}

# own [OPTION...]: run a study of the program
own() {
	randstudy run -o st --build 'randld --fake-link prog.sh tree/prog' \
		-r 4 --no-report "$@" -- '{binary}'
}

# Make a program that appends the seed in its own note to $LOG.  The seed tells
# which file a run executed.
seeds() {
	program 'cat "$(dirname "$0")/data" >/dev/null; sed -n "s/^#note seed: //p" "$0" >>"$LOG"'
}

# After this call randstudy cannot make mount namespaces.
deny_namespaces() {
	gcc -D DENIED=EPERM -D CALL=SYS_unshare -o deny \
		"$BATS_TEST_DIRNAME/tools/deny-call.c"
	./deny /bin/true || skip "the kernel has no seccomp filters"
	randstudy() {
		"$T/deny" randstudy "$@"
	}
}

need_namespaces() {
	unshare -m true 2>/dev/null || unshare -Urm true 2>/dev/null ||
		skip "no mount namespaces here"
}

@test "a program that fails elsewhere and works at its own path runs there" {
	need_namespaces
	run -0 own
	[[ $output == *'works only at its own path ("'"$T/tree/prog"'")'*'mount namespace of its own'* ]]
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
	[ "$(cat st/reference)" = beside ]
	# The first attempt was in the layout's folder, all later runs at the
	# program's own path.
	[ "$(sed 1d log | sort -u)" = "$T/tree/prog" ]
	[ "$(ls tree)" = $'data\nprog' ]
	# A later session runs the program at its own path at once.
	rm log
	run -0 randstudy run -o st -r 5 --no-report
	[ "$(sort -u log)" = "$T/tree/prog" ]
	[[ $output != *'works only at its own path'* ]]
	run -0 randstudy report st
	[[ $output == *'in-place (found necessary)'* ]]
	[ "$(randstudy report --format json st | jq '.["in-place"]')" = true ]
}

@test "each run at its own path executes its own layout" {
	need_namespaces
	seeds
	own --in-place
	query "SELECT l.seed FROM run r JOIN layout l ON r.layout = l.id ORDER BY ord" >want
	sed 1d log | diff want -
	[ "$(sed -n 's/^#note seed: //p' tree/prog)" = none ]
	rm -r st log
	deny_namespaces
	own --in-place
	query "SELECT l.seed FROM run r JOIN layout l ON r.layout = l.id ORDER BY ord" >want
	sed 1d log | diff want -
	[ "$(sed -n 's/^#note seed: //p' tree/prog)" = none ]
	[ "$(ls tree)" = $'data\nprog' ] && [ ! -e st/exchange ]
}

@test "a program that fails at both places is reported, with both" {
	rm tree/data
	run -1 own
	[[ $output == *'the reference run of the original layout ended with status 1'* ]]
	[[ $output == *'| cat: '*'No such file'* ]]
	[[ $output == *'it failed in the folder of its layout, and at its own path ("'*'/tree/prog") too'* ]]
	run -1 own --in-place
	[[ $output == *'it ran at its own path ("'*'/tree/prog"), beside its files'* ]]
	[ "$(ls tree)" = prog ]
	rm -r st
	run -1 own
	echo beside >tree/data
	run -0 randstudy run -o st --no-report
}

@test "--in-place runs every run at the program's own path" {
	need_namespaces
	own --in-place
	[ "$(sort -u log)" = "$T/tree/prog" ]
	rm -r st tree/data
	program 'echo "$0"; exit 3'
	run -1 own --in-place
	[[ $output == *'ended with status 3 instead of 0'*"| $T/tree/prog"* ]]
	# A study needs the program's tree as long as it continues.
	rm -r st
	program 'echo hello'
	run -0 own --in-place
	rm -r tree
	run -2 randstudy run -o st -r 6
	[[ $output == *"\"$T/tree/prog\" does not exist any more, and the layouts run at its path"* ]]
}

@test "two systems that share their path are warned of" {
	need_namespaces
	run -0 randstudy run -o st -r 4 --no-report \
		--system 'a=randld --fake-link prog.sh tree/prog' \
		--system 'b=randld --fake-link prog.sh tree/prog' -- '{binary}'
	[[ $output == *"several systems run at \"$T/tree/prog\": the files beside this program are those of the last build"* ]]
	rm -r st
	mkdir other
	cp tree/data other
	run -0 randstudy run -o st -r 4 --no-report \
		--system 'a=randld --fake-link prog.sh tree/prog' \
		--system 'b=randld --fake-link prog.sh other/prog' -- '{binary}'
	[[ $output != *'several systems'* ]]
	# The first system is not one of the two.
	rm -r st
	run -0 randstudy run -o st -r 4 --no-report \
		--system 'a=randld --fake-link prog.sh other/prog' \
		--system 'b=randld --fake-link prog.sh tree/prog' \
		--system 'c=randld --fake-link prog.sh tree/prog' -- '{binary}'
	[[ $output == *"several systems run at \"$T/tree/prog\": "* ]]
}

@test "programs in tandem have the same path, each in its own namespace" {
	need_namespaces
	cat >spin.c <<-'END'
		#include <stdio.h>
		#include <string.h>
		#include <time.h>
		int main(int argc, char **argv)
		{
			char path[4096], text[64] = "";
			struct timespec t;
			volatile unsigned long sum = 0;
			FILE *f;

			snprintf(path, sizeof(path), "%.*sdata",
				 (int)(strrchr(argv[0], '/') + 1 - argv[0]), argv[0]);
			f = fopen(path, "r");
			if (f == NULL || argc < 1 || fgets(text, 64, f) == NULL)
				return 1;
			do {
				for (int i = 0; i < 100000; i++)
					sum += (unsigned long)i;
				clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
			} while (t.tv_sec == 0 && t.tv_nsec < 50000000);
			fputs(text, stdout);
			return 0;
		}
	END
	gcc -O1 -o prog.sh spin.c
	echo >>prog.sh
	run -0 own --tandem

	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok' AND sharers = 2")" = 16 ]
	[ "$(cat st/reference)" = beside ]
	deny_namespaces
	run -2 randstudy run -o st -r 6
	[[ $output == *'its layouts cannot run at the same time'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 16 ]
	rm -r st
	run -2 own --tandem
	[[ $output == *'this machine allows no mount namespaces: only one layout at a time can be there'* ]]
	rm -r st
	run -0 own --tandem-if-possible
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
}

@test "a duet is refused if only one layout at a time can be at its own path" {
	[ "$(nproc)" -gt 1 ] || skip 'needs two CPUs'
	seeds
	deny_namespaces
	run -2 own --duet --in-place
	[[ $output == *'its layouts cannot run at the same time'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	# Only the reference runs were made, of the original layout.
	[ "$(sort -u log)" = none ]
}

@test "two studies at once run at the same path" {
	need_namespaces
	program 'sleep 0.05; cat "$(dirname "$0")/data"'
	own >one 2>&1 &
	# The builds of both studies write tree/prog.
	until grep -q 'laying out' one; do
		kill -0 $! && sleep 0.01
	done
	(cd "$T" && randstudy run -o st2 --build 'randld --fake-link prog.sh tree/prog' \
		-r 4 --no-report -- '{binary}') >two 2>&1
	wait $! || { cat one; false; }
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
	[ "$(sqlite3 st2/study.db "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
}

@test "a user who is not root runs programs at their own path too" {
	[ "$(id -u)" = 0 ] || skip "the other tests are of such a user"
	setpriv --reuid 65534 --regid 65534 --clear-groups unshare -Urm true ||
		skip "users may make no namespaces here"
	setpriv --reuid 65534 --regid 65534 --clear-groups randstudy --version >/dev/null ||
		skip "only root may enter the folder of this build"
	for dir in "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" "$BATS_TEST_TMPDIR" . tree; do
		chmod a+rwx "$dir"
	done
	program 'id -u; cat "$(dirname "$0")/data"'
	run -0 setpriv --reuid 65534 --regid 65534 --clear-groups \
		randstudy run -o st --build 'randld --fake-link prog.sh tree/prog' \
		-r 4 --no-report -- '{binary}'
	[[ $output == *'in a mount namespace of its own'* ]]
	[ "$(cat st/reference)" = $'65534\nbeside' ]
}

@test "without namespaces the layouts take the program's place one at a time" {
	deny_namespaces
	run -0 own
	[[ $output == *'works only at its own path'*'one at a time in place of the file'* ]]
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
	[ "$(sed 1d log | sort -u)" = "$T/tree/prog" ]
	[ "$(sed -n 's/^#note seed: //p' tree/prog)" = none ]
	[ "$(ls tree)" = $'data\nprog' ]
}

@test "the program is put back when randstudy is killed" {
	deny_namespaces
	program 'cat "$(dirname "$0")/data"; [ ! -e "$(dirname "$0")/slow" ] || { touch slow; sleep 60; }'
	own --no-runs
	cp tree/prog original
	touch tree/slow
	own --in-place >/dev/null 2>&1 &
	while [ ! -e slow ]; do sleep 0.02; done
	[ -e tree/prog.randstudy-original ] && [ -s st/exchange ]
	for fd in /proc/[0-9]*/fd/*; do
		[ "$fd" -ef st/lock ] || continue
		killed=${fd#/proc/}
		kill -9 "${killed%%/*}"
	done
	[ "$killed" ]
	for _ in $(seq 250); do
		[ -e tree/prog.randstudy-original ] || break
		sleep 0.02
	done
	cmp original tree/prog
	[ "$(ls tree)" = $'data\nprog\nslow' ] && [ ! -e st/exchange ]
}

@test "the next session puts back what a power failure left" {
	own --no-runs
	cp tree/prog original
	mv tree/prog tree/prog.randstudy-original
	echo layout >tree/prog
	touch tree/prog.randstudy-layout
	printf '%s\0' "$T/tree/prog" >st/exchange
	run -0 own
	cmp original tree/prog
	[ "$(ls tree)" = $'data\nprog' ] && [ ! -e st/exchange ]
}

@test "a program that another study exchanges is left alone" {
	deny_namespaces
	own --no-runs
	touch tree/prog.randstudy-original
	run -1 own --in-place
	[[ $output == *"another study runs a layout at \"$T/tree/prog\""* ]]
	[ -e tree/prog.randstudy-original ] && [ ! -s tree/prog.randstudy-original ]
}
