#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Options that were added in gcc 14 to 16 and in GNU ld 2.41 to 2.47.  A test is
# skipped if the compiler or the linker does not know its option.

setup() {
	load wrapper.bash
	wrapper_setup
}

# gcc_has OPTION…
gcc_has() {
	gcc "$@" -fsyntax-only -x c /dev/null 2>/dev/null || skip "gcc $version has no $1"
}

# ld_has OPTION: skip the test unless `ld --help` lists the option
ld_has() {
	ld --help | grep -q -e "^ *$1\\b" || skip "$(ld --version | head -n 1) has no $1"
}

# make_chain: write a program whose functions call each other across units.  All of
# them also call one function that is in a unit of its own.
make_chain() {
	local u f
	for u in 0 1 2 3; do
		{
			echo '__attribute__((noinline)) unsigned common(unsigned);'
			for f in {0..19}; do
				echo "__attribute__((noinline)) static unsigned s${u}_$f(unsigned x) { return x * $((u * 31 + f * 7 + 3))u ^ x >> $((f % 13 + 1)); }"
				echo "unsigned next$(((u + 1) % 4))_$f(unsigned);"
				echo "__attribute__((noinline)) unsigned next${u}_$f(unsigned x) { return x < 5 ? x : next$(((u + 1) % 4))_$f(x / 3) + common(x) + s${u}_$f(x); }"
			done
		} >"c$u.c"
	done
	echo '__attribute__((noinline)) unsigned common(unsigned x) { unsigned s = 0; for (unsigned i = 0; i < x % 7; i++) s += x >> i; return s; }' >c4.c
	{
		echo '#include <stdio.h>'
		for f in {0..19}; do echo "unsigned next0_$f(unsigned);"; done
		echo 'int main(void) { unsigned x = 1; for (unsigned i = 0; i < 50; i++) {'
		for f in {0..19}; do echo "x += next0_$f(x + i);"; done
		echo '} printf("%u\n", x); return 0; }'
	} >chain.c
}

# objects_of CACHE: print names and checksums of the objects in gcc's cache
objects_of() {
	(cd "$1" && find . -name '*.ltrans.o' -exec sha256sum {} + | sort)
}

@test "incremental LTO keeps gcc's objects in the cache, for links side by side too" {
	local at flags
	gcc_has -flto-incremental=.
	make_chain
	gcc -O2 c?.c chain.c -o plain
	./plain >want
	for at in both link; do
		mkdir cache
		flags="-O2 -flto -flto-partition=cache --param=lto-min-partition=50 -flto-incremental=$PWD/cache"
		# shellcheck disable=SC2086 # words
		if [ $at = both ]; then
			randcc $flags -c c?.c chain.c
		else
			randcc -O2 -flto -c c?.c chain.c
		fi
		# shellcheck disable=SC2086 # words
		RANDCC_SEED=none RANDCC_RECORD=$PWD/record$at randcc $flags c?.o chain.o -o none$at
		objects_of cache >before
		[ -s before ]
		for seed in 1 2 3; do
			# shellcheck disable=SC2086 # words
			RANDCC_SEED=$seed randcc $flags c?.o chain.o -o p$seed &
		done
		wait
		objects_of cache | diff before -
		# shellcheck disable=SC2086 # words
		RANDCC_SEED=1 randcc $flags c?.o chain.o -o again
		cmp p1 again
		objects_of cache | diff before -
		# Plain gcc uses the cached objects too, and may add others to
		# the cache.
		# shellcheck disable=SC2086 # words
		gcc $flags c?.o chain.o -o gcc_links
		[ -z "$(objects_of cache | comm -23 before -)" ]
		diff <(order_of none$at) <(order_of gcc_links)
		for p in none$at p1 p2 p3 gcc_links; do
			./$p | diff want -
		done
		moved none$at p1 p2 p3
		# the record has the objects, and needs no cache
		rm -r cache
		randld --replay "record$at/none$at" --seed 1 -o replayed
		cmp p1 replayed
	done
}

@test "every way to partition a program under LTO gives functions their ranks" {
	local how
	gcc_has -flto-partition=cache
	make_chain
	gcc -O2 c?.c chain.c -o plain
	./plain >want
	randcc -O2 -flto -c c?.c chain.c
	for how in cache balanced 1to1 max one none; do
		RANDCC_SEED=none RANDCC_RECORD=$PWD/record randcc -O2 -flto -flto-partition=$how \
			--param=lto-min-partition=50 c?.o chain.o -o none$how
		for seed in 1 2; do
			RANDCC_SEED=$seed randcc -O2 -flto -flto-partition=$how \
				--param=lto-min-partition=50 c?.o chain.o -o p$seed
			./p$seed | diff want -
			randld --replay "record/none$how" --seed $seed -o replayed
			cmp p$seed replayed
		done
		moved none$how p1 p2
		order_of p1 | grep -E '^next' >order$how
		# ranks do not depend on partitions
		diff ordercache order$how
	done
}

@test "gcc's order for locality is the original layout, and its clones are ranked" {
	local flags='-O2 -fprofile-use -flto=1 -fipa-reorder-for-locality
		--param=lto-partition-locality-frequency-cutoff=0
		--param=lto-partition-locality-size-cutoff=65536
		--param=lto-max-locality-partition=300'
	gcc_has -fipa-reorder-for-locality
	make_chain
	# This option makes gcc clone functions, for which it needs only a
	# profile.
	gcc -O2 -fprofile-generate -fprofile-update=single -c c?.c chain.c
	gcc -fprofile-generate c?.o chain.o -o profiled
	./profiled >want
	# shellcheck disable=SC2086 # words
	{
		gcc $flags -ffunction-sections -c c?.c chain.c
		gcc $flags -ffunction-sections c?.o chain.o -o plain
		randcc $flags -c c?.c chain.c
		RANDCC_SEED=none RANDCC_RECORD=$PWD/record randcc $flags c?.o chain.o -o none
		diff <(order_of plain) <(order_of none)
		for seed in 1 2; do
			RANDCC_SEED=$seed randcc $flags c?.o chain.o -o p$seed
			randcc $flags -c c?.c chain.c
			RANDCC_SEED=$seed randcc $flags c?.o chain.o -o again
			cmp p$seed again
			./p$seed | diff want -
			randld --replay record/none --seed $seed -o replayed
			cmp p$seed replayed
			# Both programs have the same functions, clones
			# included.
			diff <(order_of none | sort) <(order_of p$seed | sort)
		done
	}
	moved none p1 p2
	[ "$(order_of plain | grep -c locality_clone)" -gt 3 ] || skip "gcc $version orders these functions, and clones none"
	not diff -q <(order_of p1 | grep locality_clone) <(order_of p2 | grep locality_clone)
}

@test "assembly at top level reaches functions of other partitions, which are laid out" {
	local flags='-O2 -flto -flto-toplevel-asm-heuristics -flto-partition=max'
	gcc_has -flto-toplevel-asm-heuristics
	make_chain
	cat >asm.c <<-'end'
		__attribute__((noinline, used)) static int hidden(int x) { return x * 3 + 1; }
		asm(".pushsection .data.rel.local,\"aw\"\n.globl table\ntable: .quad hidden\n.popsection");
		extern int (*const table)(int);
		int by_table(int x) { return table(x); }
	end
	sed -i 's/^int main(void) {/int by_table(int); & if (by_table(3) != 10) return 1;/' chain.c
	# shellcheck disable=SC2086 # words
	gcc $flags -ffunction-sections asm.c c?.c chain.c -o plain
	./plain >want
	for seed in none 1 2; do
		# shellcheck disable=SC2086 # words
		RANDCC_SEED=$seed randcc $flags asm.c c?.c chain.c -o p$seed
		./p$seed | diff want -
	done
	diff <(order_of plain) <(order_of pnone)
	moved pnone p1 p2
}

@test "every function keeps the alignment of -fmin-function-alignment, with padding too" {
	gcc_has -fmin-function-alignment=64
	make_units 4 20
	gcc -O2 main.c u?.c -o plain
	./plain >want
	randcc -O2 -fmin-function-alignment=64 -c main.c u?.c
	RANDCC_SEED=none randcc main.o u?.o -o pnone
	for factors in functions,units program,padding; do
		for seed in 1 2; do
			RANDCC_FACTORS=$factors RANDCC_SEED=$seed randcc main.o u?.o -o p$seed
			./p$seed | diff want -
			[ "$(nm p$seed | grep -cE '^[0-9a-f]*[048c]0 [tT] f[0-9]+_[0-9]+$')" = 80 ]
		done
		moved pnone p1 p2
	done
}

@test "--remap-inputs is refused, since randld reads the files that the line names" {
	ld_has --remap-inputs
	make_units 2 5
	randcc -O2 -c main.c u?.c
	mv u1.o other.o
	gcc -Wl,--remap-inputs=u1.o=other.o main.o u0.o u1.o -o plain 2>/dev/null || gcc main.o u0.o other.o -o plain
	echo 'u1.o=other.o' >list
	for option in --remap-inputs=u1.o=other.o --remap-inputs,u1.o=other.o --remap-inputs-file=list; do
		RANDCC_SEED=1 fails_with 1 'changes where the linker finds its inputs' \
			randcc "-Wl,$option" main.o u0.o other.o -o p
		grep -q 'hint: remove that option' err
		[ ! -e p ]
	done
}

@test "--section-ordering-file is refused, since it orders sections by itself" {
	ld_has --section-ordering-file
	make_units 2 5
	randcc -O2 -c main.c u?.c
	echo '.text : { *(.text.f0_0) }' >order
	RANDCC_SEED=1 fails_with 1 'the option "--section-ordering-file" orders sections by itself' \
		randcc -Wl,--section-ordering-file=order main.o u?.o -o p
	[ ! -e p ]
}

@test "--rosegment, -O0 and -z nosectionheader change nothing about a layout" {
	local option
	make_units 3 10
	randcc -O2 -c main.c u?.c
	RANDCC_SEED=1 randcc main.o u?.o -o p
	./p >want
	for option in -O0 --rosegment,-z,separate-code; do
		ld --help | grep -q -e "${option%%,*}" || [ "$option" = -O0 ] || continue
		for seed in none 1; do
			RANDCC_SEED=$seed randcc "-Wl,$option" main.o u?.o -o q$seed
			./q$seed | diff want -
		done
		diff <(order_of p) <(order_of q1)
		moved qnone q1
	done
	ld --help | grep -q nosectionheader || skip "$(ld --version | head -n 1) has no --rosegment or no -z nosectionheader"
	RANDCC_SEED=1 randcc -Wl,-z,nosectionheader main.o u?.o -o bare 2>err
	./bare | diff want -
	grep -q 'it has no section headers' err
}

@test "SFrame stack traces name the moved functions" {
	echo 'int f(int x) { return x; }' >f.c
	gcc -Wa,--gsframe -c f.c 2>/dev/null || skip "$(as --version | head -n 1) has no --gsframe"
	make_units 3 10
	randcc -O2 -Wa,--gsframe -c main.c u?.c
	for seed in none 1 2; do
		RANDCC_SEED=$seed randcc main.o u?.o -o p$seed
		./p$seed >out$seed
		readelf --sframe p$seed >sframe 2>/dev/null || skip 'readelf shows no SFrame'
		# The SFrame section has an entry at the address of each
		# function.
		grep -oE 'pc = 0x[0-9a-f]+' sframe | sed 's/.*0x0*//' | sort >described
		[ -s described ]
		nm p$seed | awk '$3 ~ /^f[0-9]+_/ { sub(/^0+/, "", $1); print $1 }' | sort >functions
		[ -z "$(comm -13 described functions)" ]
	done
	cmp out1 out2
	moved pnone p1 p2
}

@test "objects between --start-lib and --end-lib are linked if they are needed, and laid out" {
	local linker n=0
	make_units 3 10
	echo 'int unused(void) { return 1; }' >unused.c
	randcc -O2 -c main.c u?.c unused.c
	RANDCC_SEED=none randcc main.o u?.o -o plain
	./plain >want
	for linker in bfd gold lld mold; do
		command -v ld.$linker || continue
		gcc -fuse-ld=$linker main.o -Wl,--start-lib unused.o u?.o -Wl,--end-lib -o q || continue
		n=$((n + 1))
		for seed in none 1 2; do
			RANDCC_SEED=$seed randcc -fuse-ld=$linker main.o -Wl,--start-lib unused.o u?.o \
				-Wl,--end-lib -o p$seed
			./p$seed | diff want -
			not grep -qx unused <(order_of p$seed)
		done
		diff <(order_of q) <(order_of pnone)
		moved pnone p1 p2
	done
	[ $n != 0 ] || skip 'no linker has --start-lib'
	# The program has a note although its first file is in --start-lib.
	for linker in lld mold; do
		command -v ld.$linker || continue
		randcc -fuse-ld=$linker -nostartfiles -Wl,-emain -Wl,--start-lib unused.o u?.o \
			-Wl,--end-lib main.o -o p
		randld --inspect p
	done
}
