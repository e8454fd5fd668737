#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Which linker scripts randld accepts, and which it refuses.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 3 20
	rec=$PWD/rec
	gcc -O2 main.c u0.c u1.c u2.c -o plain
}

teardown() {
	# no temporary file is left, in any case
	[ -z "$(ls "$TMPDIR")" ]
}

@test "a linker script that matches the path of a file finds it" {
	mkdir src
	echo 'int special = 5;' >src/sp.c
	echo 'SECTIONS { .spec 0x10000000 : { *src/sp.o(.data) } } INSERT AFTER .data;' >path.ld
	for f in main u0 u1 u2; do randcc -O2 -c $f.c; done
	(cd src && randcc -c sp.c)
	# An object with functions is ranked, and linked as a copy.  An object
	# without functions is linked from its own path.
	for extra in '' 'int extra(int x) { return x; }'; do
		echo "int special = 5; $extra" >src/sp.c
		(cd src && randcc -c sp.c)
		RANDCC_SEED=1 randcc -no-pie main.o u?.o src/sp.o -Wl,-T,path.ld -o p
		nm p | grep -q '^0*10000000 D special'
	done
}

@test "a linker script finds files in other folders and behind -l, or is refused" {
	local pattern seed form
	mkdir src lib work
	randcc -O2 -c main.c u?.c
	echo 'int special = 5; int extra(int x) { return x; }' >src/sp.c
	(cd src && randcc -c sp.c)
	ar rc lib/libsp.a src/sp.o
	# script PATTERN: place the variable of the files that match
	script() {
		echo "SECTIONS { .spec 0x10000000 : { $1 } } INSERT AFTER .data;" >path.ld
	}
	cd work
	for pattern in '*src/sp.o(.data)' '*/sp.o(.data)' 'KEEP(*src/*.o(.data))'; do
		script "$pattern"
		RANDCC_SEED=1 randcc -no-pie ../main.o ../u?.o ../src/sp.o -Wl,-T,path.ld -o p
		nm p | grep -q '^0*10000000 D special'
	done
	for pattern in '*lib/libsp.a:*(.data)' '*lib/libsp.a:sp.o(.data)'; do
		script "$pattern"
		for seed in none 1; do
			RANDCC_RECORD=$rec RANDCC_SEED=$seed randcc -no-pie ../main.o ../u?.o \
				-L../lib -lsp -Wl,-u,extra -Wl,-T,path.ld -o p
			nm p | grep -q '^0*10000000 D special'
			randld --replay "$rec/p" --seed $seed -o q
			cmp p q
		done
	done
	cd ..
	for pattern in src/sp.o 'src/*.o' 's*' 'src/?p.o'; do
		for form in "$pattern(.data)" "SORT($pattern)(.data)" \
			"*(EXCLUDE_FILE($pattern) .mine)" "KEEP(*sp.o(.data) $pattern(.data))"; do
			script "$form"
			RANDCC_SEED=1 fails_with 1 "\"path.ld\" chooses \"src/sp.o\" by \"$pattern\"" \
				randcc -no-pie main.o u?.o src/sp.o -Wl,-T,path.ld -o p
			grep -q 'let the pattern begin with a star' err
			[ ! -e p ]
		done
	done
	script 'src/*.o(.data)'
	RANDCC_UNSUPPORTED=pass RANDCC_SEED=1 randcc -no-pie main.o u?.o src/sp.o -Wl,-T,path.ld -o p 2>err
	grep -q 'warning: the linker script "path.ld" chooses "src/sp.o"' err
	# A file without functions is linked by its own name, but not in a replay.
	echo 'int special = 5;' >src/sp.c
	(cd src && randcc -c sp.c)
	RANDCC_RECORD=$rec RANDCC_SEED=1 randcc -no-pie main.o u?.o src/sp.o -Wl,-T,path.ld -o r
	nm r | grep -q '^0*10000000 D special'
	fails_with 125 'chooses "src/sp.o" by "src/*.o"' randld --replay "$rec/r" --seed 1 -o q
}

@test "scripts are refused in every form that undoes a layout" {
	for f in main u0 u1 u2; do randcc -O2 -c $f.c; done
	export RANDCC_SEED=3
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >default
	# A script that names a function's section is refused, for the original
	# layout too.
	echo 'SECTIONS { .fast : { *(.text.f1_1) } } INSERT BEFORE .text;' >name.ld
	for seed in 3 none; do
		RANDCC_SEED=$seed fails_with 1 'by the names of their sections' randcc main.o u?.o -Wl,-T,name.ld -o p
	done
	# the linker uses a script that randld does not see
	echo 'SECTIONS { .mytext : { *(.text.*) } } INSERT BEFORE .text;' >takes.ld
	sed '/SORT(.text.sorted/d' default >plain.ld
	sed 's/\*(.text .stub .text.\*.*)/& *(SORT(.text.sorted.*))/' plain.ld >late.ld
	printf '#!/bin/sh\nexec ld "$@" -T "%s"\n' "$PWD/plain.ld" >ld.own
	chmod +x ld.own
	RANDCC_LD=$PWD/ld.own fails_with 1 'did not place functions by rank' randcc main.o u?.o -o p
	[ ! -e p ]
	# A program without symbols is linked once more, with them.
	: >empty
	for option in -s -Wl,--strip-al -Wl,-x -Wl,--retain-symbols-file=empty \
		-Wl,--retain-symbols-file,empty; do
		RANDCC_LD=$PWD/ld.own fails_with 1 'did not place functions by rank' \
			randcc $option main.o u?.o -o p
		[ ! -e p ]
	done
	# The second link differs from the first one.
	{
		echo '#!/bin/sh'
		echo "case \$* in */whole/*) set -- \"\$@\" -T \"$PWD/plain.ld\" ;; esac"
		echo 'exec ld "$@"'
	} >ld.two
	chmod +x ld.two
	RANDCC_LD=$PWD/ld.two fails_with 1 'could not be linked in the same way' randcc -s main.o u?.o -o p
	[ ! -e p ]
	RANDCC_LD=$PWD/ld.two RANDCC_UNSUPPORTED=pass randcc -s main.o u?.o -o p 2>err
	grep -q unrandomised err
	randld --inspect --note p 2>err | grep -q '^randomised: no'
	RANDCC_LD=$PWD/ld.own RANDCC_UNSUPPORTED=pass randcc main.o u?.o -o p 2>err
	grep -q unrandomised err
	randld --inspect --note p | grep -q '^randomised: no'
	# takes.ld and late.ld take all code before it is sorted.  other.ld
	# sorts all sections .text.*, and not .text.sorted.* alone.
	for script in takes.ld late.ld; do
		randcc main.o u?.o -Wl,-T,$script -o p
		RANDCC_FACTORS=program fails_with 1 'under a linker script that does not sort' \
			randcc main.o u?.o -Wl,-T,$script -o p
	done
	sed 's/\.text\.\* \.gnu/SORT(.text.*) .gnu/' plain.ld >other.ld
	grep -q 'SORT(.text.\*)' other.ld
	fails_with 1 'does not sort .text.sorted' randcc main.o u?.o -Wl,-T,other.ld -o p
}

@test "a script that places a variable by its name is refused in every layout, if randcc renamed it" {
	local flags
	echo 'int table = 7; int extra(int x) { return x; }' >table.c
	echo 'SECTIONS { .fixed 0x10000000 : { *(.data.table) } } INSERT AFTER .data;' >table.ld
	for flags in '' -flto; do
		# shellcheck disable=SC2086 # words
		RANDCC_FACTORS=functions,data randcc -O1 -fdata-sections $flags -c table.c main.c u?.c
		for seed in none 1; do
			RANDCC_FACTORS=functions,data RANDCC_SEED=$seed fails_with 1 'places variables by the names of their sections' \
				randcc $flags -no-pie main.o u?.o table.o -Wl,-T,table.ld -o p
			grep -q 'RANDCC_FACTORS and compile again' err
			[ ! -e p ]
		done
	done
	RANDCC_FACTORS=functions,data randcc -fdata-sections -c table.c main.c u?.c
	RANDCC_FACTORS=functions RANDCC_SEED=1 fails_with 1 'places variables by the names of their sections' \
		randcc -no-pie main.o u?.o table.o -Wl,-T,table.ld -o p
	# The variable has its own name if the factor is not among those of the
	# compilation.
	randcc -fdata-sections -c table.c main.c u?.c
	for seed in none 1; do
		RANDCC_SEED=$seed randcc -no-pie main.o u?.o table.o -Wl,-T,table.ld -o p
		nm p | grep -q '^0*10000000 . table'
	done
}

@test "linker scripts may sort, keep the order, or add to the default script" {
	make_units 3 20
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >sorts
	sed '/SORT(.text.sorted/d' sorts >plain
	# without SORT, functions stay in their units, and units move
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -O2 main.c u0.c u1.c u2.c -Wl,-T,plain -o prog.$seed
		order_of prog.$seed | sed -n 's/^f\(.\)_.*/\1/p' | uniq >units.$seed
		[ "$(wc -l <units.$seed)" = 3 ]
	done
	not diff -q <(order_of prog.1) <(order_of prog.2)
	not diff -q units.1 units.2
	RANDCC_SEED=none randcc -O2 main.c u0.c u1.c u2.c -Wl,-T,plain -o prog
	gcc -O2 -ffunction-sections main.c u0.c u1.c u2.c -Wl,-T,plain -o prog.plain
	diff <(order_of prog) <(order_of prog.plain)
	for factor in program padding; do
		RANDCC_FACTORS=functions,$factor fails_with 1 "the factor $factor under a linker script that does not sort" \
			randcc main.c u0.c u1.c u2.c -Wl,-T,plain -o prog
		grep -qF 'add *(SORT(.text.sorted.*)) before' err
	done
	fails_with 1 'an LTO program needs a linker script that sorts' randcc -flto main.c u0.c -Wl,-T,plain -o prog
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -O2 main.c u0.c u1.c u2.c -Wl,-T,sorts -o prog.$seed
	done
	not diff -q <(order_of prog.1) <(order_of prog.2)
	echo 'SECTIONS { .mine : { *(.mine) } } INSERT AFTER .data;' >adds
	RANDCC_SEED=1 randcc -O2 main.c u0.c u1.c u2.c -Wl,-T,adds -o prog
	diff <(order_of prog) <(order_of prog.1)
}

@test "a script that adds to the default one may take whole objects" {
	make_units 20 9
	randcc -O2 -c main.c u*.c
	# units SEED: print the functions of u0, in their order
	units() {
		order_of prog.$1 | grep '^f0_'
	}
	for pattern in '*u0.o' '*u0.o(*)' '*u0.o(.t*)' '*u0.o(.text .text?*)'; do
		echo "SECTIONS { .fast : { $pattern } } INSERT BEFORE .text;" >fast
		for seed in 1 2 3; do
			RANDCC_SEED=$seed randcc main.o u*.o -Wl,-T,fast -o prog.$seed
			[ "$(units $seed | wc -l)" = 9 ]
			readelf -S -W prog.$seed | grep -q ' \.fast  *PROGBITS'
		done
		not diff -q <(units 1) <(units 2)
		not diff -q <(units 2) <(units 3)
	done
	# These take no functions.  Then functions move across units.
	for pattern in '*(.mine)' '*u0.o(.mine)' 'KEEP (*(.mine)) . = ALIGN(2 * 8);' '*(EXCLUDE_FILE (*u1.o) .mine)' 'SORT_BY_NAME(*)(.mine)'; do
		echo "SECTIONS { .mine : { $pattern } } INSERT AFTER .data;" >adds
		RANDCC_FACTORS=program RANDCC_SEED=1 randcc main.o u*.o -Wl,-T,adds -o prog
	done
	# Nor does a sort of files, in a whole script.
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' |
		sed 's/^  \.text  *:/  .isr : { SORT_BY_NAME(*)(.isr) *start.o(*) }\n&/' >whole
	grep -q isr whole
	RANDCC_FACTORS=program RANDCC_SEED=1 randcc main.o u*.o -Wl,-T,whole -o prog
	RANDCC_FACTORS=program fails_with 1 'does not support the factor program under a linker script that does not sort' \
		randcc main.o u*.o -Wl,-T,fast -o prog
}

@test "functions with relocations are ordered under a script that keeps the order" {
	ld --verbose | sed '1,/^=====/d; /^=====/,$d; /SORT(.text.sorted/d' >keeps
	# This program has calls, functions with a cold half, and copies in
	# section groups.
	cat >calls.cc <<-'EOT'
		#include <stdio.h>
		#include <stdlib.h>
		int total;
		template <int N> __attribute__((noinline)) int copy(int x)
		{
			return x > 90 ? printf("%d\n", total) : copy<N - 1>(x + N);
		}
		template <> __attribute__((noinline)) int copy<0>(int x) { return total += x; }
		#define F(n) __attribute__((noinline)) static int f##n(int x) \
			{ if (x > 99) { puts("f" #n); abort(); } total += n; return printf("%d\n", x + n); }
		F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
		int main()
		{
			int n = copy<8>(1);
			return f0(n) + f1(n) + f2(n) + f3(n) + f4(n) + f5(n) + f6(n) + f7(n) == 0;
		}
	EOT
	gcc -O2 -fno-inline -ffunction-sections calls.cc -lstdc++ -Wl,-T,keeps -o prog.plain
	./prog.plain >expected
	for seed in none 1 2; do
		RANDCC_SEED=$seed randcc -O2 -fno-inline calls.cc -lstdc++ -Wl,-T,keeps -o prog.$seed
		./prog.$seed | diff - expected
		readelf -W --unwind prog.$seed >/dev/null
	done
	diff <(order_of prog.none) <(order_of prog.plain)
	not diff -q <(order_of prog.1) <(order_of prog.2)
	diff <(order_of prog.1 | sort) <(order_of prog.2 | sort)
}

@test "linker scripts that name objects through others, or themselves, are refused" {
	make_units 2 4
	randcc -O1 -c main.c u0.c u1.c
	export RANDCC_SEED=1
	echo 'INPUT(inner.ld)' >outer.ld
	echo 'GROUP(u1.o)' >inner.ld
	fails_with 1 '"inner.ld" names "u1.o"' randcc main.o u0.o outer.ld -o p
	[ ! -e p ]
	echo 'STARTUP(u1.o)' >inner.ld
	fails_with 1 '"inner.ld" names "u1.o"' randcc main.o u0.o outer.ld -o p
	# An option gives the script extra.ld, which includes inner.ld.
	echo 'SECTIONS { .x : { *(.x) } } INSERT AFTER .data; INCLUDE inner.ld' >extra.ld
	for how in -Textra.ld -Wl,--script=extra.ld; do
		fails_with 1 '"inner.ld" names "u1.o"' randcc main.o u0.o $how -o p
	done
	[ ! -e p ]
	echo 'INPUT(u1.o)' >inner.ld
	RANDCC_UNSUPPORTED=pass randcc main.o u0.o outer.ld -o p 2>err
	grep -q 'u1.o", whose functions are not randomised' err
	# Scripts that include each other in a circle are refused, since ld would follow
	# them for ever.  Two scripts that include the same third one are accepted.
	echo 'INPUT(outer.ld)' >inner.ld
	fails_with 1 'includes itself through "outer.ld"' randcc main.o u0.o u1.o outer.ld -o p
	echo 'INPUT(inner.ld)' >inner.ld
	fails_with 1 'includes itself through "inner.ld"' randcc main.o u0.o u1.o inner.ld -o p
	echo 'INPUT(c.ld)' | tee a.ld >b.ld
	echo '/* nothing */' >c.ld
	randcc main.o u0.o u1.o a.ld b.ld a.ld -o p
}

@test "scripts in MRI's language that name objects are refused" {
	make_units 2 4
	randcc -O1 -c main.c u0.c u1.c
	export RANDCC_SEED=1
	printf '* a comment, LOAD u0.o\nCHIP x ; LOAD u0.o\nload u0.o, u1.o\n' >mri
	for how in -Wl,-c,mri -Wl,--mri-script=mri -Wl,-mri-script,mri; do
		fails_with 1 '"mri" names "u0.o": functions in such a file' \
			randcc main.o $how -o p
		[ ! -e p ]
	done
	printf 'INCLUDE mri\n' >outer
	fails_with 1 '"mri" names "u0.o"' randcc main.o -Wl,-c,outer -o p
	# Do not check the status, because ld 2.40 may refuse this script with -pie.
	RANDCC_UNSUPPORTED=pass run randcc main.o -Wl,-c,mri -o p
	[[ $output == *'u1.o", whose functions are not randomised'* ]]
}
