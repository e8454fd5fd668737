#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/evidence/run, with a small program in place of a program of its list: it builds
# the program with all sets of flags, trains it, measures it, and continues a
# measurement.

# shellcheck disable=SC2154 # bats sets output and stderr
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	build=${RANDCC_BUILD:-$top/build}
	build=$(cd "$build" && pwd)
	cd "$BATS_TEST_TMPDIR" || exit
}

# Make a copy of the scripts, and a recipe "zstd" of a program whose workload computes
# for some milliseconds.  One of its objects is of no use to the program.
small_evidence() {
	mkdir -p copy/doc copy/testsuite/corpus/programs copy/tools copy/harness/document \
		sources small-1
	cp -R "$top/doc/study" "$top/doc/evidence" "$top/doc/EVIDENCE.md" \
		"$top/doc/put-table" "$top/doc/pictures.sh" "$top/doc/statistics.awk" \
		copy/doc/
	rm -f copy/doc/evidence/*.csv copy/doc/evidence/*.machine
	cp "$top"/testsuite/corpus/*.sh copy/testsuite/corpus/
	cp "$top/testsuite/drivers.sh" copy/testsuite/
	cp "$top/tools/which-randcc" copy/tools/
	cp "$top/harness/document/svg.c" copy/harness/document/
	cat >small-1/main.c <<-'END'
		#include <stdio.h>
		#include <stdlib.h>
		int often(int), rarely(int);
		int main(int argc, char **argv)
		{
			unsigned sum = 0;
			for (int i = 0; i < 1000 * atoi(argv[argc - 1]); i++)
				sum += i % 1000 ? often(i) : rarely(i);
			printf("%u\n", sum);
			return 0;
		}
	END
	echo 'int often(int i) { return i % 7 * 3; } int never(int i) { return -i; }' \
		>small-1/often.c
	echo 'int rarely(int i) { return i / 3; }' >small-1/rarely.c
	echo 'int useless(void) { return 1; }' >small-1/useless.c
	cat >small-1/Makefile <<-'END'
		small: main.o often.o rarely.o | useless.o; $(CC) $(LDFLAGS) -o $@ $^
	END
	tar -czf sources/small_1.orig.tar.gz small-1
	sum=$(sha256sum <sources/small_1.orig.tar.gz)
	cc -o plain small-1/main.c small-1/often.c small-1/rarely.c
	output=$({ ./plain 20; echo 'status 0'; } | sha256sum)
	cat >copy/testsuite/corpus/programs/zstd.sh <<-END
		package=small=1-1
		sha256=${sum%% *}
		program=small
		output=${output%% *}
		build() { make CC="\$CC" CFLAGS="\$CFLAGS" LDFLAGS="\$LDFLAGS"; }
		workload() { "\$top/interrupt"; "\$1" 20; }
	END
	# The workload runs copy/interrupt, which kills the study and its own caller with
	# SIGKILL at the call whose number is in the file "kill-at", and once if the
	# study of the file "kill-when-stored" has more than 16 runs.
	cat >copy/interrupt <<-END
		#!/bin/sh
		cd "$PWD"
		echo >>called
		is_time() {
			[ "\$(wc -l <called)" = "\$(cat kill-at)" ] && return
			[ -e kill-when-stored ] || return
			n=\$(sqlite3 -readonly "\$(cat kill-when-stored)" \
				'SELECT count(*) FROM run' 2>/dev/null)
			[ "\${n:-0}" -gt 16 ] && rm kill-when-stored
		}
		! is_time 2>/dev/null || {
			run=\$(cat pid)
			kill -9 \$(pgrep -P \$run) \$run \$PPID
		}
		# A program that waits cannot run in tandem, on any machine.
		sleep 0.2
	END
	chmod +x copy/interrupt
}

# evidence OPTION...: run experiments of small studies
evidence() {
	SOURCES=$PWD/sources STUDY_DIR=$PWD/kept EVIDENCE=${names:-zstd} LAYOUTS=2 \
		BUILDS=2 RUNS=2 sh -c 'echo $$ >pid; exec "$@"' sh \
		copy/doc/evidence/run "$build" "$@"
}

# Print the names of the sections for unlikely, hot and startup functions in the files
# of the system number N.
sections_of() { # N
	find "kept/remedies/result/zstd/record/$1" -type f -exec readelf -SW {} + \
		2>/dev/null | grep -oE '\.text\.(unlikely|hot|startup)[.a-z]*' | sort -u
}

@test "remedies builds eight sets of flags, and goes on where it was killed" {
	small_evidence
	# A program whose link-time optimisation is slow has it here.
	sed -i '1i lto=slow' copy/testsuite/corpus/programs/zstd.sh
	# Call 1 is the training for pgo.
	echo 1 >kill-at
	names='zstd git' BENCHMARKS=zstd run -137 --separate-stderr evidence remedies
	[[ $stderr == *'without a recipe yet: redis'*'without a recipe yet: calculix'* ]]
	[[ $stderr != *'without a recipe yet: git'* ]]
	[[ $output == 'There are no kept rows of remedies yet.  This machine:'* ]]
	cd kept/remedies/result/zstd
	[ -e build-6.log ]
	touch before
	cd "$BATS_TEST_TMPDIR"
	db=kept/remedies/result/zstd/study.db
	echo $db >kill-when-stored
	run -137 evidence remedies
	[ ! -e kill-when-stored ]
	n_runs=$(sqlite3 $db 'SELECT count(*) FROM run')
	[ "$n_runs" -gt 16 ]
	[ "$n_runs" -lt 64 ]
	run -0 --separate-stderr evidence remedies
	[ "$(sqlite3 $db 'SELECT count(*) FROM run')" = 64 ]
	# The sets of flags that were built when the study was killed were not built again.
	[ -z "$(find kept/remedies/result/zstd/build-[0-5].log -newer \
		kept/remedies/result/zstd/before)" ]
	# The block that was torn is left out.
	[[ $stderr == *'evidence: 1 blocks left out'* ]]
	[ "$(cut -d, -f1,4,5 kept/remedies/rows.csv | sed 1d | sort | uniq -c |
		awk '{ print $1 }' | sort -u)" = 3 ]
	[ "$(cut -d, -f4 kept/remedies/rows.csv | sed 1d | sort -u | tr '\n' ' ')" = \
		'O2 O3 both functions loops lto pgo pgo-lto ' ]
	[[ $output == *'| zstd | pgo-lto | turns | – | – | – | too few layouts |'* ]]
	# The profile was used.
	[ "$(find kept/remedies/zstd/profile -name '*often*.gcda' | wc -l)" = 1 ]
	[ -z "$(sections_of 0 | grep unlikely)" ]
	sections_of 6 | grep unlikely

	# misleads takes the same programs, and does not build them again.
	sed -i /^lto=/d copy/testsuite/corpus/programs/zstd.sh
	rm -rf kept/remedies/zstd/profile
	run -0 --separate-stderr evidence misleads
	[ ! -e kept/misleads/zstd/profile ]
	for i in 0 7; do
		diff -r "kept/remedies/result/zstd/record/$i" \
			"kept/misleads/result/zstd/record/$i"
	done
	[ "$(sed 1d kept/misleads/rows.csv | wc -l)" = 64 ]
	[ "$(cut -d, -f6 kept/misleads/rows.csv | sed 1d | sort -u)" = 1 ]
	# padding takes the build at -O2.
	run -0 --separate-stderr evidence padding
	diff -r kept/remedies/result/zstd/record/0 kept/padding/result/zstd/record/0
	[ "$(cut -d, -f5 kept/padding/rows.csv | sed 1d | sort | uniq -c |
		awk '{ print $2 $1 }' | tr '\n' ' ')" = 'fixed4 pad4 random4 ' ]
	# The results of an unfinished study are not kept.
	run -1 --separate-stderr env EVIDENCE=zstd copy/doc/evidence/keep "$build" kept remedies
	[[ $stderr == *'is not finished: zstd (3 of 60 blocks)'* ]]
	EVIDENCE='zstd git' run -1 --separate-stderr \
		copy/doc/evidence/keep "$build" kept padding
	[[ $stderr == *'has no runs of git'* ]]
	[ ! -e copy/doc/evidence/remedies.csv ]
}

@test "keep --add leaves the rows of other programs, and names the versions" {
	small_evidence
	# Take 30 layouts, as keep demands.
	sed -i 's/LAYOUTS:-30/MORE:-30/' copy/doc/evidence/run
	run -0 --separate-stderr evidence padding
	folder=copy/doc/evidence
	awk 'BEGIN {
		print "program,layout,execution,system,arm,sharers,cpu_us"
		for (i = 0; i < 180; i++)
			printf "git,%d,%d,git,%s,3,%d\n", i / 6, i / 3 % 2,
				i % 3 == 0 ? "fixed" : i % 3 == 1 ? "pad" : "random",
				100000 + i * 7919 % 997
		for (i = 0; i < 9; i++) print "zstd,0,0,zstd,fixed,3,1"
	}' >$folder/padding.csv
	"$folder/machine" "$build" | sed 's/^randcc	.*/randcc	old/' >$folder/padding.machine
	cp $folder/padding.machine before
	# redis has no rows yet.
	EVIDENCE='zstd git redis' run -0 --separate-stderr \
		"$folder/keep" "$build" kept --add padding
	[ "$(grep -c '^git,' $folder/padding.csv)" = 180 ]
	[ "$(grep -c '^zstd,' $folder/padding.csv)" = 180 ]
	[ "$(grep -c '^program,' $folder/padding.csv)" = 1 ]
	head -n "$(wc -l <before)" $folder/padding.machine | cmp - before
	grep -q "^randcc of zstd	$("$top/tools/which-randcc" "$build" | cut -d' ' -f1)" \
		$folder/padding.machine
	# A repetition names what differs: here the version of randcc that measured git.
	EVIDENCE=zstd run -0 --separate-stderr evidence padding
	[ "${lines[0]}" = \
		'The kept rows of padding are of another machine in these points:' ]
	[ "${lines[1]}" = '  randcc: old' ]
	[[ ${lines[2]} == '    here: '* ]]
	[[ ${lines[3]} != '  '* ]]
	# Another machine is refused, and nothing changes.
	sed -i 's/^CPUs	.*/CPUs	77/' $folder/padding.machine
	cp $folder/padding.csv before
	EVIDENCE='zstd git' run -1 --separate-stderr "$folder/keep" "$build" kept --add padding
	[[ $stderr == *'CPUs: 77'*'is of another machine than what is kept'* ]]
	cmp before $folder/padding.csv
}

@test "the differences of two machines are those of all keys that either has" {
	machine=$top/doc/evidence/machine
	printf '%s\t%s\n' CPUs 2 randcc 1 'randcc of a b' 2 'randcc of c' 3 \
		kernel old >kept
	printf '%s\t%s\n' CPUs 4 randcc 3 harness x kernel old >mine
	run -0 "$machine" --differences kept mine
	[ "$output" = '  CPUs: 2
    here: 4
  randcc: 1
    here: 3
  randcc of a b: 2
    here: 3
  harness: not kept
    here: x' ]
	run -0 "$machine" --differences kept kept
	[[ $output == '  randcc of a b: 2
    here: 1
'* ]]
	run -0 "$machine" --differences mine mine
	[ "$output" = '  none of what is compared' ]
}

@test "a workload of one process runs in tandem" {
	small_evidence
	sed -i '$d' copy/testsuite/corpus/programs/zstd.sh
	cat >>copy/testsuite/corpus/programs/zstd.sh <<-'END'
		timed_part() { exec "$1" 20; }
		shown_part() { cat; }
	END
	# To run in tandem, a workload must compute for at least 20 ms.
	sed -i 's/1000 \*/5000000 */' small-1/main.c
	tar -czf sources/small_1.orig.tar.gz small-1
	sum=$(sha256sum <sources/small_1.orig.tar.gz)
	cc -o plain small-1/main.c small-1/often.c small-1/rarely.c
	output=$({ ./plain 20; echo 'status 0'; } | sha256sum)
	sed -i "s/^sha256=.*/sha256=${sum%% *}/; s/^output=.*/output=${output%% *}/" \
		copy/testsuite/corpus/programs/zstd.sh
	evidence padding
	[ "$(cut -d, -f6 kept/padding/rows.csv | sed 1d | sort -u)" = 3 ]
}

# build_with_profile STATUS: build zstd with a profile in kept/remedies/zstd, and stay
# there.  The build must end with this status, such as -0.
build_with_profile() {
	mkdir -p kept/remedies/zstd
	cd kept/remedies/zstd
	STUDY_TOP=$BATS_TEST_TMPDIR/copy STUDY_BUILD=$build \
		SOURCES=$BATS_TEST_TMPDIR/sources PATH=$build/bin:$PATH \
		RANDCC_RECORD=$PWD/record run "$1" --separate-stderr \
		"$BATS_TEST_TMPDIR/copy/doc/evidence/build" 6 pgo
}

@test "a wrong output of the instrumented program ends the build" {
	small_evidence
	sed -i 's/^output=.*/output=1/' copy/testsuite/corpus/programs/zstd.sh
	build_with_profile -1
	[[ $stderr == *'zstd with -fprofile-generate has a wrong output' ]]
}

@test "runs of the program during its build are not in the profile" {
	small_evidence
	sed -i 's|^build() { \(.*\) }|build() { \1 ./small 3 >>../ran; }|' \
		copy/testsuite/corpus/programs/zstd.sh
	build_with_profile -0
	# It ran in both builds, with gcc and with randcc.
	[ "$(wc -l <ran)" = 2 ]
	# Each gcc has a format of its own.
	dump=gcov-dump-$(gcc -dumpversion)
	command -v "$dump" >/dev/null || dump=gcov-dump
	run -0 "$dump" profile/*often.gcda
	[[ $output == *'runs=1,'* ]]
}

@test "an experiment or a program that does not exist is refused" {
	small_evidence
	run -2 --separate-stderr evidence nosuch
	[[ $stderr == *'no experiment "nosuch"'* ]]
	BENCHMARKS=redis run -2 --separate-stderr evidence remedies
	[[ $stderr == *'no benchmark "redis": zstd'* ]]
}
