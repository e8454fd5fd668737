#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Other features of real builds: very large units, compilers called through others,
# response files, and code that is reached in unusual ways.

setup() {
	load wrapper.bash
	wrapper_setup
}

@test "an object with more than 65,280 sections is laid out" {
	# The assembler makes sections with the plugin's names; gcc would take a minute.
	awk 'BEGIN {
		for (i = 0; i < 70000; i++)
			printf ".section .text.randcc___________________.many_c.f%d,\"ax\",@progbits\n.type f%d,@function\nf%d: ret\n.size f%d,1\n", i, i, i, i
		print ".section .note.GNU-stack,\"\",@progbits"
	}' | as -o many.o -
	readelf -h many.o | grep -q 'Number of section headers: *0 (7'
	echo 'int main(void) { return 0; }' >main.c
	randcc -c main.c
	for seed in none 1; do
		RANDCC_FACTORS=program RANDCC_SEED=$seed randcc main.o many.o -o p$seed
		./p$seed
		[ "$(nm p$seed | grep -c ' t f[0-9]')" = 70000 ]
	done
	randld --inspect --note p1 | grep -qx 'randomised: yes'
	moved pnone p1
	# The layout object has a filler for each of these functions.
	RANDCC_FACTORS=program,padding RANDCC_SEED=1 RANDCC_SAVE_TEMPS=1 randcc main.o many.o -o pp 2>/dev/null
	readelf -h "$TMPDIR"/randld.*/randcc-layout.o | grep -q 'Number of section headers: *\(0 (\)\{0,1\}5[0-9][0-9][0-9][0-9]'
	./pp
}

@test "ifunc, TLS, constructors, chosen sections, no_reorder, used and alias keep their meaning" {
	cat >odd.c <<-'EOT'
		#include <stdio.h>
		static int one(void) { return 1; }
		static int two(void) { return 2; }
		static int (*choose(void))(void) { return one() == 1 ? two : one; }
		int chosen(void) __attribute__((ifunc("choose")));
		static __thread int tls = 3;
		extern __thread int other_tls;
		__attribute__((section(".mine"))) int mine(void) { return tls++ + other_tls; }
		__attribute__((section(".text.keep"))) int keep(void) { return 5; }
		__attribute__((no_reorder)) int first(void) { return 6; }
		__attribute__((no_reorder)) int second(void) { return 7; }
		int alias(void) __attribute__((alias("second")));
		__attribute__((constructor(200))) static void early(void) { puts("early"); }
		__attribute__((constructor)) static void late(void) { puts("late"); }
		__attribute__((destructor)) static void gone(void) { puts("gone"); }
		int main(void)
		{
			printf("%d %d %d %d %d %d\n", chosen(), mine(), mine(), keep(), first(), alias());
			return second() - 7;
		}
	EOT
	echo '__thread int other_tls = 10; int x0(void) { return 0; } int x1(void) { return 1; }' >tls.c
	gcc -O2 odd.c tls.c -o plain
	./plain >want
	for flags in -O2 '-O2 -flto' '-O0 -static' '-O2 -fpic -ftls-model=global-dynamic'; do
		for seed in 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc $flags odd.c tls.c -o p$seed
			./p$seed | cmp - want
		done
		moved p1 p2
	done
	readelf -SW p1 | grep -qw .mine
	randcc -O2 -c odd.c
	readelf -SW odd.o | grep -q ' \.text\.keep '
}

@test "response files reach the compiler and the linker" {
	make_units 3 8
	RANDCC_SEED=4 randcc -O2 main.c u0.c u1.c u2.c -o want
	printf '%s\n' -O2 main.c '"u0.c"' "'u1.c'" u2.c >args
	RANDCC_SEED=4 randcc @args -o p
	cmp want p
	randcc -O2 -c main.c u0.c u1.c u2.c
	RANDCC_SEED=4 randcc main.o u0.o u1.o u2.o -o want
	echo 'u1.o u2.o' >'more'
	echo 'u0.o @more' >objects
	RANDCC_SEED=4 randcc main.o @objects -o p
	cmp want p
	RANDCC_SEED=4 randcc main.o -Wl,@objects -o p
	cmp want p
	# A response file that names itself is an error, and does not run for
	# ever.
	echo '@self' >self
	run timeout 60 randld main.o @self -o p
	[ "$status" != 0 ]
	[ "$status" -lt 124 ]
}

@test "split and compressed debug information works" {
	make_units 2 8
	RANDCC_SEED=1 randcc -O1 main.c u0.c u1.c -o want
	for flags in '-g -gsplit-dwarf' '-g -gz' '-g3 -gz -gsplit-dwarf'; do
		# shellcheck disable=SC2086
		RANDCC_SEED=1 randcc -O1 $flags main.c u0.c u1.c -o p
		diff <(order_of want) <(order_of p)
		gdb -batch -ex 'info line f1_3' p 2>/dev/null | grep -q 'u1.c'
	done
}

@test "distcc may preprocess here and compile elsewhere under another name" {
	make_units 2 8
	mkdir there
	for f in main u0 u1; do
		randcc -O2 -c $f.c -o $f.o
		randcc -O2 -E $f.c -o there/distccd_$f.i
		(cd there && randcc -O2 -c distccd_$f.i -o ../$f.far.o)
	done
	names() { readelf -SW "$1" | grep -o '\.text[^ ]*'; }
	for f in u0 u1; do
		diff <(names $f.o) <(names $f.far.o)
	done
	RANDCC_SEED=3 randcc main.o u0.o u1.o -o near
	RANDCC_SEED=3 randcc main.far.o u0.far.o u1.far.o -o far
	diff <(order_of near) <(order_of far)
	command -v distcc || skip 'no distcc'
	DISTCC_HOSTS=localhost DISTCC_DIR=$PWD/distcc distcc randcc -O2 -c u0.c -o again.o
	cmp again.o u0.o
}

@test "ccache reuses objects of a compilation without a seed, in another folder too" {
	command -v ccache || skip 'no ccache'
	make_units 2 8
	export CCACHE_DIR=$PWD/cache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
	for seed in 1 2; do
		RANDCC_SEED=$seed ccache randcc -O2 -c u0.c -o $seed.o
	done
	cmp 1.o 2.o
	ccache -s | grep -Eqi 'hits.*[1-9]'
	# ccache does not see by itself which gcc randcc calls.
	other=$(other_gcc) || skip 'no other gcc with a plugin'
	export RANDCC_CC=$other
	PATH=$(native_path)
	CCACHE_COMPILERCHECK='%compiler% -v' ccache randcc -O2 -c u0.c -o other.o
	readelf -p .comment other.o | grep -qF " $("$other" -dumpfullversion)"
	for cc in 'ccache gcc' "ccache $other" 'ccache gcc'; do
		RANDCC_CC=$cc randcc -O2 -c u0.c -o under.o
		want=$(${cc#ccache } -dumpfullversion)
		readelf -p .comment under.o | grep -qF " $want"
	done
}
