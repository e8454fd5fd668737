# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Functions for the tests of randstudy.  real_setup() prepares a test with the real
# randld.  harness_setup() prepares a test with a fake randld: the program is then a
# shell script, which does what the test needs.

bats_require_minimum_version 1.5.0
load schema

# Go to the empty folder $T.  A second call, also one after setup_file(), finds the same
# build, although the first call has unset RANDCC_BUILD.
real_setup() {
	export TESTED_BUILD=${TESTED_BUILD:-${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}}
	build=$TESTED_BUILD
	PATH=$build/bin:$PATH
	unset "${!RANDCC_@}" "${!RANDSTUDY_@}" "${!FAKE_RANDLD_@}" LD_LIBRARY_PATH
	# The path has a blank and a quote, which must not split a word.
	T="$BATS_TEST_TMPDIR/it's a place"
	mkdir -p "$T"
	cd "$T" || return
}

harness_setup() {
	real_setup
	mkdir -p bin
	ln -s "$BATS_TEST_DIRNAME/data/fake-randld" bin/randld
	export RANDSTUDY_BINDIR=$T/bin
}

# units NAME...: write NAME.c with 20 functions NAME1, NAME2 ...
units() {
	local unit i
	for unit; do
		for i in $(seq 20); do
			echo "int $unit$i(int x) { return x * $i + 1; }"
		done >"$unit.c"
	done
}

# program LINE...: write prog.sh, a shell script of these lines
program() {
	{
		echo '#!/bin/sh'
		printf '%s\n' "$@"
	} >prog.sh
}

# study [OPTION...] [-- COMMAND...]: run a quick study in ./st, whose number of runs
# does not depend on how calm this machine is
study() {
	local options=() command=('{binary}')
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	[ $# -le 1 ] || command=("${@:2}")
	randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--layouts 4 --executions 1 --redo off "${options[@]}" -- "${command[@]}"
}

query() { # SQL
	sqlite3 st/study.db "$1"
}

# runs PID: check that the process exists and is not a zombie.  (In a container a zombie
# may never be reaped.)
runs() {
	local state
	state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null)
	[ -n "$state" ] && [ "$state" != Z ] && [ "$state" != X ]
}

# ---- Programs whose time is known --------------------------------------
#
# The tests of `explain` and `best` use programs that print a "time".  A program
# computes this time from the addresses of its functions and from noise.  So no test
# depends on how long a run takes.
#
# The programs use three files in the directory in which the study was made.  If a test
# calls these functions in another directory, runs_in has the path of the files.
#
#	runs	a byte for each run
#	hot	a number.  Runs up to this number are hot: their functions loop, so that
#		samples find them.  `explain` and `best` sample only their first runs.
#	stall	a number.  Runs from this number on wait until the file is removed.

# timed_headers: write timed.h, which main() needs, and spin.h for hot functions
timed_headers() {
	cat >spin.h <<-'EOF'
		#define SPIN(x, n, k) \
			for (long i = 0; i < n; i++) \
				x = x * 6364136223846793005UL + (x >> k) + 1
	EOF
	cat >timed.h <<-'EOF'
		#include <stdint.h>
		#include <stdio.h>
		#include <unistd.h>

		#define PAGE(f) ((uintptr_t)(f) % 4096)
		#define LINE(f) ((uintptr_t)(f) % 64)
		#define SET(f) (PAGE(f) / 64)

		static unsigned long run;

		static unsigned long number_in(const char *file, unsigned long none)
		{
			FILE *f = fopen(file, "r");

			if (f != NULL) {
				if (fscanf(f, "%lu", &none) != 1)
					none = 0;
				fclose(f);
			}
			return none;
		}

		/* Return n if the run is hot, else 0. */
		static long begin_run(long n)
		{
			FILE *f = fopen("runs", "a");

			fputc('.', f);
			fflush(f);
			run = (unsigned long)ftell(f);
			fclose(f);
			while (number_in("stall", -1UL) <= run)
				usleep(20000);
			return run <= number_in("hot", 0) ? n : 0;
		}

		#ifndef NOISE
		#define NOISE 1
		#endif

		/* Print a time with noise, which depends on the number of the run.  With
		 * -DNOISE=0 there is none.  x is what was computed. */
		static void print_time(unsigned long x, double time)
		{
			uint64_t z = run * 0x9e3779b97f4a7c15;
			unsigned noise = 0;

			z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
			z = (z ^ z >> 27) * 0x94d049bb133111eb;
			z ^= z >> 31;
			/* the sum of 4 bytes: a deviation of 0.15 */
			for (int i = 0; i < 4; i++)
				noise += z >> 8 * i & 255;
			printf("%s\ntime: %.6f\n", x != 0 ? "done" : "",
			       time + NOISE * (noise - 510.0) / 1000);
		}
	EOF
}

# hot_program: write main.c and the hot functions one(), two() and three(), each in a file
# of its name.  The macro CAUSE, a condition, says when the program is slower.
hot_program() {
	local name
	timed_headers
	for name in one two three; do
		echo "unsigned long $name(unsigned long x, long n);" >>hot.h
		cat >$name.c <<-EOF
			#include "spin.h"
			__attribute__((aligned(16)))
			unsigned long $name(unsigned long x, long n)
			{
				SPIN(x, n, 31);
				return x;
			}
		EOF
	done
	cat >main.c <<-'EOF'
		#include "hot.h"
		#include "timed.h"
		int main(void)
		{
			const long n = begin_run(40000);
			unsigned long x = 1;

			for (int i = 0; i < 100; i++)
				x = three(two(one(x, n), n), n);
			print_time(x, 100 + (CAUSE ? 3 : 0));
			return 0;
		}
	EOF
}

# order_program: write main.c, one.c, two.c and three.c.  The macro EFFECT is added to
# the program's time.  By default it depends on the order of the functions.  Each file
# but main.c also has a function `step` and a cold function.
order_program() {
	local name
	timed_headers
	for name in one two three; do
		cat >$name.c <<-EOF
			static int step(int x) { return x + sizeof("$name"); }
			int (*use_$name)(int) = step;
			int $name(int x) { return use_$name(x) + 1; }
			__attribute__((cold)) int cold_$name(int x) { return x - 1; }
		EOF
	done
	cat >main.c <<-'EOF'
		#include <stdlib.h>
		#include "timed.h"
		#ifndef EFFECT
		#define EFFECT ((char *)three < (char *)one ? -3 : 0)
		#endif
		int one(int x);
		int two(int x);
		int three(int x);
		int cold_one(int x), cold_two(int x), cold_three(int x);
		int main(int argc, char **argv)
		{
			const double t = argc > 1 ? atof(argv[1]) : 100;

			begin_run(0);
			if (argc > 5)
				argc = cold_one(cold_two(cold_three(argc)));
			print_time(one(two(three(1))), t + EFFECT);
			return 0;
		}
	EOF
}

# timed_study BUILD [OPTION...]: lay out and measure ./prog in ./st
timed_study() {
	randstudy run -o st --no-report --executions 1 --redo off --seed 3 \
		--metric 'time/s=once:stdout:^time: ([0-9.]+)' --layouts 2 \
		--build "$1" --program prog "${@:2}" -- '{binary}'
}

# runs_made: print the number of runs that the programs made so far
runs_made() {
	{ cat "${runs_in:-.}/runs" || :; } 2>/dev/null | wc -c
}

# stall_in N: make the N-th run from now, and all later runs, wait
stall_in() {
	echo $(($(runs_made) + $1)) >"${runs_in:-.}/stall"
}

# heat: make the next twelve runs hot.  `best` makes one run, and then samples at most
# ten runs.
heat() {
	echo $(($(runs_made) + 12)) >"${runs_in:-.}/hot"
}

# explain [OPTION...]: explain ./st, with the report as JSON in `out.json`
explain() {
	[ -e st/explain.db ] || heat
	# The causes of the tests are strong, and need few runs.
	randstudy explain --explore 40 --budget 1h --format json "$@" st >out.json 2>err || {
		cat err >&2
		# A container may forbid sampling.
		! grep -q 'in which functions the time is' err || skip "$(cat err)"
		return 1
	}
}

# answer FILTER: print what jq finds in `out.json`
answer() {
	jq -r "$1" out.json
}
