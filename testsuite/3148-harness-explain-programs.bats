#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy explain on programs of several kinds: C++, LTO, --gc-sections, a library,
# functions of the same name.  One test kills randstudy explain and starts it again.
# The programs print their own "time", which depends on an address, so that nothing here
# depends on how long a run takes.

load harness

setup() {
	real_setup
	timed_headers
}

# study BUILD: lay out and measure ./prog
study() {
	timed_study "$1" --layouts 6
}

# cplusplus_program: write main.cc.  It needs no library of C++, so randcc can link it, in
# half the time of randc++.  The function must have four possible offsets in a cache
# line.  So it is aligned to 16, and compiled with -Os, which aligns no loop.  With -O2,
# gcc 14.4 and newer align the loop to 32.
cplusplus_program() {
	cat >main.cc <<-'EOF'
		#include "spin.h"
		#include "timed.h"
		namespace geo {
		template <typename T> __attribute__((noinline, aligned(16)))
		T spin(T x, long n)
		{
			SPIN(x, n, 31);
			return x;
		}
		struct tree {
			unsigned long x;
			__attribute__((noinline)) void walk(long n)
			{
				SPIN(x, n, 29);
			}
		};
		}
		int main()
		{
			geo::tree t{1};
			const long n = begin_run(40000);
			unsigned long x = 1;

			for (int i = 0; i < 100; i++) {
				t.walk(n);
				x = geo::spin<unsigned long>(x, n);
			}
			print_time(x + t.x, LINE(&geo::spin<unsigned long>) == 32 ? 103 : 100);
		}
	EOF
}

@test "a function of C++ has its own name, and its hot loop is shown" {
	cplusplus_program
	study 'randc++ -Os -c main.cc && randcc -o prog main.o'
	explain
	[ "$(answer '.named | join(" ")')" = _ZN3geo4spinImEET_S1_l ]
	command -v c++filt && command -v objdump || skip 'no binutils'
	[ "$(answer '.functions[] | select(.name == "_ZN3geo4spinImEET_S1_l") |
		.label')" = 'unsigned long geo::spin<unsigned long>(unsigned long, long)' ]
	run -0 randstudy explain --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'unsigned long geo::spin<unsigned long>(unsigned long, long) at 32 mod 64 costs'* ]]
	[[ $output == *'The hot loop of unsigned long geo::spin'* ]]
	[[ $output != *'The hot loop of geo::tree'* ]]
	# The hot loop ends with the branch to its first instruction.
	answer '.functions[] | select(.name == "_ZN3geo4spinImEET_S1_l")' >f.json
	first=$(printf %x "$(jq '.loop[0].address' f.json)")
	jq -e --arg first "$first" '.loop[-1].text | contains(" " + $first + " ")' \
		f.json
	# The loop has most samples of the function.
	jq -e '[.loop[].samples] | add > 20' f.json
}

@test "with LTO it is found too" {
	cplusplus_program
	study 'randcc -Os -flto main.cc -o prog'
	explain
	[ "$(answer '.named | join(" ")')" = _ZN3geo4spinImEET_S1_l ]
	[ "$(answer '.tests[] | select(.named) | .first')" = 32 ]
}

@test "functions of the same name are said not to be moved" {
	for unit in a b; do
		cat >$unit.c <<-EOF
			#include "spin.h"
			static __attribute__((noinline)) unsigned long
			spin(unsigned long x, long n)
			{
				SPIN(x, n, 31);
				return x;
			}
			unsigned long $unit(unsigned long x, long n)
			{
				return spin(x, n);
			}
		EOF
	done
	cat >main.c <<-'EOF'
		#include "timed.h"
		unsigned long a(unsigned long x, long n);
		unsigned long b(unsigned long x, long n);
		int main(void)
		{
			const long n = begin_run(40000);
			unsigned long x = 1;

			for (int i = 0; i < 100; i++)
				x = a(b(x, n), n);
			print_time(x, 100);
			return 0;
		}
	EOF
	study 'randcc -O2 main.c a.c b.c -o prog'
	explain
	[ "$(answer '[.functions[] | select(.name == "spin") | .moved] | any')" = \
		false ]
	[ "$(answer '[.functions[] | select(.name == "spin") | .obstacle] | unique |
		join("|")')" = 'the program has 2 functions "spin"' ]
	run -0 randstudy explain --report st
	[[ $output == *'No function with a notable share of the time can be moved.'* ]]
}

@test "a function of a shared library is found" {
	cat >lib.c <<-'EOF'
		#include "spin.h"
		__attribute__((aligned(16)))
		unsigned long spin(unsigned long x, long n)
		{
			SPIN(x, n, 31);
			return x;
		}
		int first(int x) { return x + 3; }
		int second(int x) { return x * 3; }
	EOF
	cat >main.c <<-'EOF'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include "timed.h"
		unsigned long spin(unsigned long x, long n);
		int main(void)
		{
			const long n = begin_run(80000);
			unsigned long x = 1;

			for (int i = 0; i < 100; i++)
				x = spin(x, n);
			print_time(x, LINE(dlsym(RTLD_DEFAULT, "spin")) == 48 ? 103 : 100);
			return 0;
		}
	EOF
	study "randcc -Os -shared -fPIC lib.c -o libspin.so &&
		randcc -Os main.c -L. -lspin -Wl,-rpath,'\$ORIGIN' -o prog"
	explain
	[ "$(answer '.named | join(" ")')" = spin ]
	[ "$(answer '.tests[] | select(.named) | .first')" = 48 ]
	[ "$(answer '.functions[] | select(.name == "spin") | .file')" = 1 ]
}

# kill_after N: run `randstudy explain`, and kill it when N runs are stored.  The first
# call begins with at most ten runs that it does not store, and a later call with one.
kill_after() {
	local n=0 stored
	stored=$(sql 'SELECT count(*) FROM trial' 2>/dev/null) || stored=0
	[ "$stored" != 0 ] || heat
	stall_in $(((stored == 0 ? 10 : 1) + $1 - stored + 2))
	randstudy explain --explore 40 --budget 1h st >out 2>err &
	pid=$!
	for _ in $(seq 1200); do
		n=$(sql 'SELECT count(*) FROM trial' 2>/dev/null) || n=0
		[ "${n:-0}" -lt "$1" ] || break
		! grep -q 'in which functions the time is' err || skip "$(cat err)"
		sleep 0.05
	done
	# kill fails if the process has ended by itself.
	kill -9 $pid
	wait $pid || :
	rm stall
	[ ! -s out ]
}

sql() {
	sqlite3 -cmd '.timeout 5000' st/explain.db "$1"
}

# stored N: print what the first N runs measured, and when
stored() {
	sql "SELECT count(*), sum(value), sum(start_ns % 1000000) FROM (SELECT value, start_ns
		FROM trial ORDER BY start_ns LIMIT $1)"
}

@test "killed while it explores and while it confirms, it repeats no run" {
	cplusplus_program
	# With --gc-sections the function is found too.
	study 'randcc -Os -ffunction-sections -Wl,--gc-sections main.cc -o prog'
	kill_after 12
	n=$(sql 'SELECT count(*) FROM trial')
	[ "$n" -ge 12 ]
	before=$(stored "$n")
	# Blocks are stored whole, and the functions were sampled once.
	[ "$(sql 'SELECT count(*) % 4 FROM trial WHERE phase = 0')" = 0 ]
	sampled=$(sql "SELECT value FROM meta WHERE key = 'functions'")
	# Exploring takes at least ten blocks of four runs.  After 44 runs, confirming
	# has begun.
	kill_after 44
	m=$(sql 'SELECT count(*) FROM trial')
	explored=$(sql 'SELECT count(*) FROM trial WHERE phase = 0')
	[ "$m" -gt "$explored" ]
	again=$(stored "$m")
	[ "$(stored "$n")" = "$before" ]
	explain
	[ "$(answer .decided)" = true ]
	[ "$(answer '.named | join(" ")')" = _ZN3geo4spinImEET_S1_l ]
	[ "$(answer '.tests[] | select(.named) | .first')" = 32 ]
	[ "$(stored "$n")" = "$before" ]
	[ "$(stored "$m")" = "$again" ]
	# The last call did not explore or sample again, and no run of a block was
	# repeated.
	[ "$(sql 'SELECT count(*) FROM trial WHERE phase = 0')" = "$explored" ]
	[ "$(sql "SELECT value FROM meta WHERE key = 'functions'")" = "$sampled" ]
	[ "$(sql 'SELECT sum(n <> 1) FROM (SELECT count(*) AS n FROM trial
		GROUP BY phase, block, dose)')" = 0 ]
	[ ! -e st/explain ]
}
