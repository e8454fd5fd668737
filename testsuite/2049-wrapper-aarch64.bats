#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs for aarch64 are built with gcc's cross compiler and its binutils, and run in
# qemu.  `make check-aarch64` runs most other tests of the wrapper in this way.

bats_require_minimum_version 1.5.0

setup() {
	load wrapper.bash
	wrapper_setup
	machine=aarch64-linux-gnu
	for tool in $machine-gcc qemu-aarch64-static; do
		command -v $tool >/dev/null || skip "no $tool"
	done
	[ -e "$(plugin_of $machine-gcc)" ] || skip "no plugin for $machine-gcc"
	# Put the tools into PATH under their short names, by which the
	# functions of wrapper.bash call them.
	mkdir ../bin
	for tool in gcc g++ gfortran ld ld.bfd ld.gold as ar nm ranlib objdump readelf; do
		found=$(command -v $machine-$tool) || continue
		ln -s "$found" ../bin/$tool
	done
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
	plugin=$(plugin_of gcc)
}

# emulated PROGRAM...: run a program for aarch64.  Do not hand it the library that
# testsuite/aarch64/run preloads: the dynamic linker would print that the library is
# for another machine.
emulated() {
	qemu-aarch64-static -L /usr/$machine -U LD_PRELOAD "$@"
}

note() {
	randld --inspect --note "$1"
}

# mapping_of OBJECT: print the symbols that tell code ($x) from data ($d)
mapping_of() {
	readelf -sW "$1" | grep ' \$[xd]'
}

# Write far.c, whose functions call one that is farther away than a branch reaches.
make_far() {
	{
		echo '#include <stdio.h>'
		echo '__attribute__((section(".far"), noinline)) int far_one(int x) { return x * 3 + 1; }'
		for i in 1 2 3 4 5 6 7 8; do
			echo "__attribute__((noinline)) int f$i(int x) { return far_one(x) + $i; }"
		done
		echo 'int main(int argc, char **argv) { (void)argv;'
		echo 'printf("%d\n", f1(argc) + f2(argc) + f3(argc) + f4(argc) + f5(argc) + f6(argc) + f7(argc) + f8(argc));'
		echo 'return 0; }'
	} >far.c
	far=-Wl,--section-start=.far=0x20000000
}

@test "the cross compiler's plugin is its own, and the native gcc refuses it" {
	[[ $plugin == */$(gcc -dumpfullversion)-$machine/layout.so ]]
	# randcc has a table of compilers with plugins.  If a compiler is not in the
	# table, randcc asks the compiler for its version and machine.
	echo 'int main(void) { return 0; }' >a.c
	RANDCC_CC=$machine-gcc randcc '-###' -c a.c 2>&1 | grep -qF "$machine/layout.so"
	printf '#!/bin/sh\nexec %s-gcc "$@"\n' $machine >mygcc
	chmod +x mygcc
	RANDCC_CC=$PWD/mygcc randcc '-###' -c a.c 2>&1 | grep -qF "$machine/layout.so"
	native=$(PATH=${PATH#*:} command -v gcc)
	[ "$("$native" -dumpmachine)" != $machine ] || skip 'the native compiler is this one'
	fails_with 1 "was built for gcc $(gcc -dumpfullversion) " "$native" -fplugin="$plugin" -c a.c
	grep -q "[0-9] $machine (.*), this is gcc [0-9.]* [0-9]* $("$native" -dumpmachine)" err
	PATH=${PATH#*:} RANDCC_CC=$native randcc -c a.c
	readelf -h a.o | not grep -q AArch64
}

@test "a cross compiler without plugin headers is refused with the name of their package" {
	for word in dumpfullversion:99.1.0 dumpmachine:$machine; do
		printf '[ "$*" != -%s ] || { echo %s; exit; }\n' "${word%:*}" "${word#*:}"
	done >fake
	{ echo '#!/bin/sh'; cat fake; } >$machine-gcc-99
	chmod +x $machine-gcc-99
	echo 'int x;' >a.c
	RANDCC_CC=$PWD/$machine-gcc-99 fails_with 125 'no layout plugin for' randcc -c a.c
	grep -q "gcc 99.1.0$" err
	grep -q "(gcc-99-plugin-dev-$machine in Debian" err
	mv $machine-gcc-99 gcc-99
	RANDCC_CC=$PWD/gcc-99 fails_with 125 'no layout plugin for' randcc -c a.c
	grep -q "(gcc-99-plugin-dev in Debian" err
}

@test "objects differ in section names only, mapping symbols and all" {
	make_units 1 60
	cat >a.cc <<-'EOF'
		#include <stdexcept>
		struct A { virtual int f(int x) { return x + 1; } virtual ~A() {} };
		struct B : virtual A { int f(int x) override { if (x > 9) throw std::range_error("b"); return x; } };
		template <int N> int t(int x) { static int n = x; return n + N; }
		int g(int x)
		{
			switch (x) { case 1: return 7; case 2: return t<1>(x); case 3: return 99;
			case 4: return t<2>(x); case 5: return 12; case 6: return -3; }
			B b;
			try { return b.f(x); } catch (...) { return 5; }
		}
	EOF
	for flags in -O0 -O2 '-O3 -fPIC' -Os '-O2 -mbranch-protection=standard' \
		'-O2 -mcmodel=large -fno-pie' '-O2 -mno-outline-atomics -fno-reorder-functions'; do
		for source in u0.c a.cc; do
			driver=gcc
			[ $source = u0.c ] || driver=g++
			# shellcheck disable=SC2086
			$driver $flags -ffunction-sections -c $source -o plain.o
			contents_of plain.o >plain
			for arg in '' -fplugin-arg-layout-seed=1; do
				# shellcheck disable=SC2086
				$driver $flags -fplugin="$plugin" $arg -c $source -o named.o
				diff plain <(contents_of named.o)
				diff <(mapping_of plain.o) <(mapping_of named.o)
			done
			mapping_of plain.o | grep -q x
		done
	done
}

@test "for aarch64 too a seed fixes the bytes, another changes the order alone, and none is plain" {
	make_units 4 20
	for flags in '' -static -static-pie -no-pie -flto -Wl,--gc-sections; do
		# shellcheck disable=SC2086
		gcc -O2 $flags -ffunction-sections main.c u?.c -o plain
		want=$(emulated ./plain)
		for seed in none 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc -O2 $flags main.c u?.c -o p$seed
			[ "$(emulated ./p$seed)" = "$want" ]
		done
		# shellcheck disable=SC2086
		RANDCC_SEED=1 randcc -O2 $flags main.c u?.c -o again
		cmp p1 again
		moved pnone p1 p2
		diff <(order_of plain) <(order_of pnone)
		diff <(order_of p1 | sort) <(order_of p2 | sort)
	done
}

@test "every factor moves the program, and a replay gives the same bytes" {
	make_units 4 20
	for i in 1 2 3 4 5 6 7 8; do
		sed -i "1i volatile int d$i = $i;" main.c
	done
	gcc -O2 main.c u?.c -o plain
	want=$(emulated ./plain)
	for factors in functions units program functions,padding stack data \
		functions,units,padding,data,stack; do
		export RANDCC_FACTORS=$factors
		for flags in '' -flto; do
			rm -rf record
			# shellcheck disable=SC2086
			RANDCC_SEED=1 RANDCC_RECORD=$PWD/record \
				randcc -O2 $flags main.c u?.c -o p1
			randld --replay record/p1 --seed 2 -o q2
			# shellcheck disable=SC2086
			RANDCC_SEED=2 randcc -O2 $flags main.c u?.c -o p2
			cmp q2 p2
			[ "$(emulated ./p1)" = "$want" ]
			[ "$(emulated ./p2)" = "$want" ]
			note p2 | grep -qx 'randomised: yes'
			not cmp -s p1 p2
		done
	done
}

@test "filler is of instructions that trap, and a multiple of them" {
	make_units 2 20
	RANDCC_FACTORS=functions,padding RANDCC_SEED=1 randcc -O2 main.c u?.c -o p
	objdump -d -j .text p >code
	[ "$(grep -c 'brk	#0x' code)" -ge 40 ]
	not grep -q '\.inst\|undefined\|udf' code
	# Every filler differs, so that no linker folds them.
	awk '/brk\t/ && !filler { print $NF } { filler = /brk\t/ }' code | sort >first
	[ "$(uniq first | wc -l)" -gt 10 ]
}

@test "branches that reach too far go through veneers, whose functions are in order" {
	make_far
	for factors in functions,units functions,padding,stack; do
		gcc -O2 -no-pie $far far.c -o plain
		for seed in none 1 2 3; do
			RANDCC_FACTORS=$factors RANDCC_SEED=$seed \
				randcc -O2 -no-pie $far far.c -o p$seed
			[ "$(emulated ./p$seed)" = "$(emulated ./plain)" ]
			nm p$seed | grep -q 'far_one_veneer'
			not grep -q 'bl	20000000 ' <(objdump -d -j .text p$seed)
		done
		moved p1 p2 p3
	done
}

@test "the linker's repairs of Cortex-A53 errata work in every layout" {
	# The linker repairs an instruction only at certain offsets in a page.
	# The function `many` is long enough to have the pattern at all of these
	# offsets.
	{
		printf '%s\n' '.globl many' '.type many,@function' \
			'.section .text.many,"ax"' 'many: stp x29, x30, [sp, #-16]!' \
			'.rept 1025' 'adrp x0, v' 'ldr x1, [sp]' \
			'ldr x2, [x0, #:lo12:v]' '.endr' \
			'mov x3, #2; mov x4, #3; mov x5, #4' 'ldr x1, [sp]' \
			'madd x0, x3, x4, x5' 'ldp x29, x30, [sp], #16' ret \
			'.size many, .-many' .data '.balign 8' 'v: .quad 5' \
			'.section .note.GNU-stack,"",@progbits'
	} >many.s
	make_units 2 20
	sed -i 's/int main/long many(void);\n&/; s/printf/x += many(); &/' main.c
	for kind in adrp full; do
		fix=-Wl,--fix-cortex-a53-843419=$kind,--fix-cortex-a53-835769
		gcc -O2 main.c u?.c many.s $fix -o plain
		for seed in none 1 2; do
			RANDCC_FACTORS=functions,units,padding RANDCC_SEED=$seed \
				randcc -O2 main.c u?.c many.s $fix -o p$seed
			[ "$(emulated ./p$seed)" = "$(emulated ./plain)" ]
			nm p$seed | grep -q 'erratum_835769_veneer'
			[ $kind = full ] || nm p$seed | grep -q ' e843419@'
		done
		moved p1 p2
	done
}

@test "the stack moves by the seed, and start-up code finds what it needs" {
	cat >main.c <<-'EOF'
		#include <link.h>
		#include <stdint.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		#include <sys/auxv.h>
		static void bye(void) { puts("bye"); }
		int main(int argc, char **argv, char **envp)
		{
			char **p = envp;
			while (*p)
				p++;
			ElfW(auxv_t) *aux = (void *)(p + 1);
			int n = 0;
			for (; aux->a_type != AT_NULL; aux++)
				n += aux->a_type == AT_PAGESZ && getauxval(AT_PAGESZ) == aux->a_un.a_val;
			atexit(bye);
			printf("%d %s %s %d %d\n", argc, argv[argc - 1], getenv("T_A"), n,
			       (int)((uintptr_t)argv % 16));
			fprintf(stderr, "%lu\n", (unsigned long)(uintptr_t)argv);
			return 7;
		}
	EOF
	for flags in '' -static -static-pie '-mbranch-protection=standard -Wl,-z,now'; do
		# shellcheck disable=SC2086
		gcc $flags main.c -o plain
		T_A=1 run -7 --separate-stderr emulated ./plain x 'y z'
		want=$output
		for seed in 1 2 3; do
			# shellcheck disable=SC2086
			RANDCC_FACTORS=stack RANDCC_SEED=$seed randcc $flags main.c -o p$seed
			T_A=1 run -7 --separate-stderr emulated ./p$seed x 'y z'
			[ "$output" = "$want" ]
			note p$seed | grep -qx 'randomised: yes'
			not cmp -s p$seed plain
		done
		[ "$(note p1 | grep ^stack:)" != "$(note p2 | grep ^stack:)" ]
	done
	# Unwinding ends in the new entry point, as it does in _start.
	readelf --debug-dump=frames p1 | grep -A9 ' FDE ' >frames
	readelf -sW p1 | grep -q 'FUNC .* __randcc_entry'
	grep -q "pc=0*$(nm p1 | awk '$3 == "__randcc_entry" { sub(/^0*/, "", $1); print $1 }')\.\." frames
}

@test "the added object takes away no protection of branches" {
	echo 'int f(int x) { return x + 1; } void _start(void) { for (;;) f(1); }' >a.c
	for kind in standard bti none; do
		gcc -O2 -mbranch-protection=$kind -nostdlib a.c -o plain
		RANDCC_FACTORS=functions,padding,stack RANDCC_SEED=1 \
			randcc -O2 -mbranch-protection=$kind -nostdlib a.c -o p
		diff <(readelf -nW plain | grep -A1 property) <(readelf -nW p | grep -A1 property)
		[ $kind = none ] || readelf -nW p | grep -q 'AArch64 feature: BTI'
	done
	diff <(readelf -lW plain | grep GNU_STACK) <(readelf -lW p | grep GNU_STACK)
}

@test "libraries, procedure linkage and exceptions work in C++, modules in Fortran" {
	cat >lib.cc <<-'EOF'
		#include <stdexcept>
		int one(int x) { if (x > 1) throw std::runtime_error("one"); return x; }
		int two(int x) { static thread_local int n = 5; return n += one(x - 1); }
		int three(int x) { return two(x) + one(1); }
	EOF
	cat >main.cc <<-'EOF'
		#include <cstdio>
		#include <stdexcept>
		int three(int);
		int main(int argc, char **)
		{
			try { std::printf("%d\n", three(argc)); three(argc + 9); }
			catch (const std::exception &e) { std::puts(e.what()); return 3; }
			return 0;
		}
	EOF
	printf 'module m\ncontains\nfunction f(x)\ninteger :: x, f\nf = x * 3\nend function\nend module\nprogram p\nuse m\nprint *, f(5)\nend program\n' >p.f90
	export RANDCC_FACTORS=functions,units,padding,stack
	for seed in 1 2; do
		export RANDCC_SEED=$seed
		randc++ -O2 -fPIC -shared lib.cc -o lib$seed.so
		randc++ -O2 main.cc ./lib$seed.so -o p$seed
		run -3 emulated ./p$seed
		[ "$output" = $'6\none' ]
	done
	objdump -d -j .plt p1 | grep -q '@plt>:'
	command -v gfortran >/dev/null
	randfc -O2 p.f90 -o p
	[ "$(emulated ./p | tr -d ' ')" = 15 ]
}

@test "called by itself, randld is told the cross linker by RANDCC_LD" {
	make_units 1 5
	PATH=${PATH#*:}
	RANDCC_CC=$machine-gcc randcc -O2 -c main.c u0.c
	not grep -q aarch64linux <(ld -V) || skip 'ld links for aarch64 too'
	fails_with 1 'wrong format' env -u COMPILER_PATH randld -r main.o u0.o -o p
	RANDCC_LD=$machine-ld randld -r main.o u0.o -o p
}
