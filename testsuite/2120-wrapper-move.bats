#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Moving single functions (RANDCC_MOVE): nothing else moves.

bats_require_minimum_version 1.5.0

setup() {
	load wrapper.bash
	wrapper_setup
}

# addresses PROGRAM: print its symbols with their addresses, sorted by name
addresses() {
	nm "$1" | awk 'NF == 3 { print $3, $1 }' | LC_ALL=C sort
}

# same_but NAMES A B: check that two programs have the same symbols at the same
# addresses, except those of NAMES (a regular expression)
same_but() {
	diff <(addresses "$2" | grep -vE "^($1) ") \
		<(addresses "$3" | grep -vE "^($1) ")
	[ "$(addresses "$2" | wc -l)" = "$(addresses "$3" | wc -l)" ]
	diff <(sections "$2") <(sections "$3")
}

# sections PROGRAM: print the headers of its sections that are loaded
sections() {
	readelf -SW "$1" | sed -n 's/^ *\[ *[0-9]*\]//p' | awk '$3 !~ /^0*$/'
}

# address PROGRAM FUNCTION: print its address in decimal
address() {
	addresses "$1" | awk -v f="$2" '$1 == f { print $2; exit }' |
		{ read -r at && echo $((16#$at)); }
}

# place FUNCTION OFFSET/MODULUS: replay ./record/p with seed 5 to ./moved, and check
# that the function is at the offset, and all others are where they are in ./same.
place() {
	local at
	randld --replay record/p --seed 5 --move "$1@$2" -o moved
	at=$(address moved "$1")
	[ $((at % ${2#*/})) = $((${2%/*})) ]
	same_but "$1" same moved
}

@test "a function comes to its offset with every linker, and nothing else moves" {
	make_units 2 10
	gcc -O2 main.c u?.c -o plain
	./plain >want
	n=0
	for options in '-O2' '-O2 -flto' '-Os -Wl,--gc-sections -no-pie' \
		'-shared -fPIC -Wl,-soname=p'; do
		for linker in bfd gold lld; do
			command -v ld.$linker >/dev/null || continue
			case $linker$options in lld*flto) continue ;; esac
			export RANDCC_FACTORS=functions,units
			# Add padding in every fourth case only, because it needs one
			# more link.
			[ $((n % 4)) != 0 ] || RANDCC_FACTORS=program,padding
			echo "$linker $options $RANDCC_FACTORS"
			# shellcheck disable=SC2086
			RANDCC_SEED=1 RANDCC_RECORD=$PWD/record randcc \
				-fuse-ld=$linker $options main.c u?.c -o p
			randld --replay record/p --seed 5 --move f1_7@same -o same
			for to in 16/64 0xff0/4096; do
				place f1_7 $to
				case $options in
				-shared*) ;;
				*) ./moved | diff want - ;;
				esac
			done
			rm -r record
			n=$((n + 1))
		done
	done
	[ $n -ge 4 ]
	[ -z "$(ls "$TMPDIR")" ]
}

@test "the unmoved function is where it is without a window, and the rest a page further" {
	make_units 2 10
	RANDCC_SEED=5 RANDCC_RECORD=$PWD/record randcc -O2 main.c u?.c -o p
	randld --replay record/p --seed 5 --move f1_7@same -o same
	[ "$(address p f1_7)" = "$(address same f1_7)" ]
	paste -d' ' <(addresses p) <(addresses same) | while read -r name at other now; do
		[ "$name" = "$other" ]
		by=$((16#$now - 16#$at))
		echo "$name $by"
		[ $by = 0 ] || [ $by = 4096 ] || exit 1
	done >shifts
	grep -q ' 0$' shifts
	grep -q ' 4096$' shifts
	# One unmoved program serves for every modulus up to the window's size.
	place f1_7 48/64
	place f1_7 48/128
	place f1_7 48/4096
	randld --replay record/p --seed 5 --move f1_7@same/65536 -o same
	place f1_7 0xabc0/65536
	# main is the first function, and the filler before main is the first
	# section of .text.
	randld --replay record/p --seed 5 --move main@same -o same
	[ "$(order_of same | grep -vxE '_init|_start' | head -n 1)" = main ]
	for to in 0/64 16/64 32/64 48/64; do
		place main $to
	done
}

@test "two functions move independently of each other" {
	make_units 2 10
	RANDCC_SEED=5 RANDCC_RECORD=$PWD/record randcc -O2 main.c u?.c -o p
	# Also move two functions that are neighbours in the layout.
	mapfile -t next < <(order_of p | grep -A1 -x f1_7)
	for pair in 'f0_2 f1_7' "${next[*]}"; do
		read -r f g <<<"$pair"
		randld --replay record/p --seed 5 --move "$f@same,$g@same" -o same
		randld --replay record/p --seed 5 --move "$f@16/64,$g@same" -o f
		randld --replay record/p --seed 5 --move "$f@same" --move "$g@32/4096" -o g
		randld --replay record/p --seed 5 --move "$g@32/4096,$f@16/64" -o both
		same_but "$f" same f
		same_but "$g" same g
		same_but "$f|$g" same both
		[ "$(address both "$f")" = "$(address f "$f")" ]
		[ "$(address both "$g")" = "$(address g "$g")" ]
		[ $(($(address f "$f") % 64)) = 16 ]
		[ $(($(address g "$g") % 4096)) = 32 ]
	done
}

# A program in C++ with a thunk, a template in two units, local functions of the
# same name, and a cold half.  gcc for aarch64 splits functions only on request.
make_cxx() {
	split=-freorder-blocks-and-partition
	cat >a.cc <<-'E'
		#include <cstdio>
		#include <stdexcept>
		struct A { int v; __attribute__((noinline)) A(int x); virtual ~A(); };
		A::A(int x) : v(x) { std::puts("A"); }
		A::~A() { std::puts("~A"); }
		struct B { virtual int other() { return 4; } };
		struct C : A, B { C() : A(3) {} int other() override; };
		int C::other() { return v * 5; }
		template <class T> __attribute__((noinline)) T twice(T x) { if (x > 1000) throw std::runtime_error("big"); return x * 2; }
		static __attribute__((noinline)) int helper(int x) { return x + 1; }
		int via(B *b) { return b->other(); }
		int in_b(int);
		int main(int argc, char **)
		{
			C c;
			int s = twice(argc) + helper(argc) + in_b(argc);
			try { s += twice(1001 + argc); } catch (const std::exception &e) { std::puts(e.what()); }
			std::printf("%d %d\n", s, via(&c));
		}
	E
	cat >b.cc <<-'E'
		#include <stdexcept>
		template <class T> __attribute__((noinline)) T twice(T x) { if (x > 1000) throw std::runtime_error("big"); return x * 2; }
		static __attribute__((noinline)) int helper(int x) { return x + 5; }
		int in_b(int x) { return twice(x) + helper(x); }
	E
}

@test "C++: aliases move along; thunks, cold halves and templates are functions" {
	make_cxx
	RANDCC_SEED=1 RANDCC_RECORD=$PWD/record randc++ -O2 $split a.cc b.cc -o p
	./p >want
	for f in _ZThn16_N1C5otherEv _Z5twiceIiET_S0_ main main.cold; do
		addresses p | grep -q "^$f "
		randld --replay record/p --seed 5 --move $f@same -o same
		place $f 48/64 || place $f 49/64
		./moved | diff want -
	done
	# The alias of a constructor is in the constructor's section.
	randld --replay record/p --seed 5 --move _ZN1AC1Ei@same -o same
	randld --replay record/p --seed 5 --move _ZN1AC1Ei@48/64 -o moved
	same_but '_ZN1AC[12]Ei' same moved
	[ "$(address moved _ZN1AC1Ei)" = "$(address moved _ZN1AC2Ei)" ]
	[ $(($(address moved _ZN1AC2Ei) % 64)) = 48 ]
	fails_with 125 'cannot move both "_ZN1AC2Ei" and "_ZN1AC1Ei"' randld \
		--replay record/p --seed 5 --move _ZN1AC2Ei@same,_ZN1AC1Ei@same -o no
	# Local functions of the same name are told apart by their units.
	fails_with 125 'the program has 2 functions "_ZL6helperi"' randld \
		--replay record/p --seed 5 --move _ZL6helperi@16/64 -o no
	grep -q 'name one of [ab]_cc:_ZL6helperi, [ab]_cc:_ZL6helperi' err
	for unit in a b; do
		randld --replay record/p --seed 5 --move ${unit}_cc:_ZL6helperi@same -o same
		for to in 16 32; do
			randld --replay record/p --seed 5 \
				--move ${unit}_cc:_ZL6helperi@$to/64 -o moved
			same_but _ZL6helperi same moved
			[ "$(diff <(addresses same) <(addresses moved) | grep -c '^>')" -le 1 ]
		done
	done
	not test -e no
}

@test "with LTO the functions that LTO made are moved, and nothing is compiled" {
	cat >a.c <<-'E'
		#include <stdio.h>
		__attribute__((noinline)) static int dup(int x) { printf("a%d\n", x); return x; }
		int b(int);
		int main(int c, char **v) { (void)v; return dup(c) + b(c) - 2; }
	E
	cat >b.c <<-'E'
		#include <stdio.h>
		__attribute__((noinline)) static int dup(int x) { printf("b%d\n", x); return x; }
		int b(int x) { return dup(x); }
	E
	for linker in bfd gold; do
		RANDCC_SEED=1 RANDCC_RECORD=$PWD/record randcc -O2 -flto \
			-flto-partition=max -fuse-ld=$linker a.c b.c -o p
		./p >want
		# gcc tells local functions of the same name apart by a suffix, and
		# ranks leave it out.
		for f in dup.lto_priv.0 dup.lto_priv.1; do
			randld --replay record/p --seed 5 --move $f@same -o same
			for to in 16/64 48/64; do
				place $f $to
				./moved | diff want -
			done
		done
		rm -r record
	done
}

@test "a build, a replay and a replay of many seeds give the same bytes" {
	make_units 2 10
	RANDCC_SEED=7 RANDCC_MOVE=f1_7@48/64 randcc -O2 main.c u?.c -o built
	RANDCC_SEED=1 RANDCC_RECORD=$PWD/record randcc -O2 main.c u?.c -o p
	randld --replay record/p --seed 7 --move f1_7@48/64 -o replayed
	cmp built replayed
	randld --replay record/p --seeds 6..9 --move f1_7@48/64 --jobs 2 -o many.%s
	cmp built many.7
	for seed in 6 8 9; do
		[ $(($(address many.$seed f1_7) % 64)) = 48 ]
	done
	# The option overrides the variable.
	RANDCC_MOVE=nothing@same randld --replay record/p --seed 7 --move f1_7@48/64 -o again
	cmp built again
	RANDCC_MOVE=f1_7@48/64 randld --replay record/p --seed 7 -o again
	cmp built again
}

@test "the note says what was moved, and the digest depends on it" {
	make_units 2 10
	RANDCC_SEED=7 RANDCC_RECORD=$PWD/record randcc -O2 main.c u?.c -o p
	randld --replay record/p --seed 7 --move f1_7@same,f0_3@same/64 -o same
	randld --replay record/p --seed 7 --move f1_7@48/64,f0_3@same/64 -o moved
	randld --inspect --note same >note
	grep -qx 'move: f1_7@same/4096, 0 bytes before, 4096 after' note
	grep -qx 'move: f0_3@same/64, 0 bytes before, 4096 after' note
	randld --inspect --note moved | grep '^move: f1_7@48/64, ' |
		sed 's/[^0-9 ]//g' | {
		read -r _ before after
		[ $((before + after)) = 4096 ]
		[ "$before" = $(($(address moved f1_7) - $(address same f1_7))) ]
	}
	randld --inspect --note p | not grep '^move: '
	not diff <(randld --inspect --note same | grep digest) \
		<(randld --inspect --note moved | grep digest)
	randld --inspect --note moved | grep -qx 'randomised: yes'
}

@test "programs without symbols are verified, and have the same code" {
	make_units 2 10
	for options in -Wl,-x -s; do
		RANDCC_SEED=7 RANDCC_MOVE=f1_7@48/64 randcc -O2 main.c u?.c -o whole
		RANDCC_SEED=7 RANDCC_MOVE=f1_7@48/64 randcc -O2 $options main.c u?.c -o p
		for program in whole p; do
			objcopy -O binary -j .text $program $program.text
		done
		cmp whole.text p.text
		randld --inspect --note p | grep -q '^move: f1_7@48/64, '
	done
	nm p 2>&1 | grep -q 'no symbols'
}

@test "what cannot be moved is an error that says why" {
	cat >a.c <<-'E'
		__attribute__((noinline)) int one(int x) { return x * 3 + 1; }
		__attribute__((noinline)) int two(int x) { return x * 3 + 1; }
		__attribute__((noinline)) int unused(int x) { return x * 77; }
		__attribute__((section(".mine"), noinline)) int mine(int x) { return x - 4; }
		int main(int c, char **v) { (void)v; return one(c) + two(c) + mine(c) - 5; }
	E
	export RANDCC_SEED=5 RANDCC_RECORD=$PWD/record
	randcc -O2 -fno-ipa-icf -Wl,--gc-sections a.c -o p
	export RANDCC_UNSUPPORTED=pass
	refuses() { # TEXT MOVES [OPTIONS]
		local text=$1 moves=$2
		shift 2
		echo old >no
		fails_with 125 "$text" randld --replay record/p --move "$moves" "$@" -o no
		not test -e no
	}
	refuses 'the program has no function "nothing"' nothing@16/64
	refuses 'the program has no function "b_c:one"' b_c:one@16/64
	refuses 'cannot move "unused": the linker has left it out' unused@16/64
	refuses 'cannot move "mine": it has no section' mine@16/64
	refuses 'cannot move "_start": it has no section' _start@16/64
	refuses 'cannot move "one" to offset 8: its section is aligned to 16' one@8/64
	grep -q 'must be a multiple of 16' err
	refuses 'in the original layout' one@16/64 --seed none
	RANDCC_FACTORS=stack refuses 'without a factor that ranks them' one@16/64
	fails_with 125 'bad value "one" in --move' randld --replay record/p --move one -o no
	fails_with 125 'bad modulus' randld --replay record/p --move one@1/3 -o no
	fails_with 125 'bad offset' randld --replay record/p --move one@64/64 -o no
	fails_with 125 '"--move" needs a value' randld --replay record/p -o no --move
	RANDCC_MOVE=one@1 fails_with 125 'bad value "one@1" in RANDCC_MOVE' \
		randcc a.c -o no
	RANDCC_MOVE=nothing@16/64 not randcc -O2 a.c -o no
	not test -e no
	if command -v ld.mold; then
		rm -r record
		randcc -O2 -fuse-ld=mold a.c -o p
		refuses 'mold cannot move single functions' one@16/64
	fi
	for linker in gold lld; do
		command -v ld.$linker || continue
		rm -r record
		randcc -O2 -fno-ipa-icf -fuse-ld=$linker -Wl,--icf=all a.c -o p
		refuses 'the linker has folded it with "two"' one@16/64
		refuses 'the linker has folded it with "one"' two@16/64
		randld --replay record/p --move main@16/64 -o yes
	done
	if command -v ld.gold; then
		rm -r record
		randcc -O2 -fuse-ld=gold -shared -fPIC a.c -o p
		refuses 'a library without a soname' one@16/64
	fi
	if command -v ld.lld; then
		rm -r record
		make_cxx
		randc++ -O2 $split -fuse-ld=lld a.cc b.cc -o p
		refuses 'its cold half has the same place' main@16/64
		refuses 'its cold half has the same place' main.cold@16/64
	fi
}

@test "a linker that does not keep the windows is noticed" {
	make_units 2 10
	# This linker gives the filler another size.
	cat >ld.bad <<-'E'
		#!/bin/sh
		case "$*" in *--version*) exec ld --version ;; esac
		object=
		for word; do
			case $word in */randcc-layout.o) object=$word ;; esac
		done
		case "$*" in *-Map=*) exec ld "$@" ;; esac
		section=$(objdump -h -w "$object" | awk -v end="!$BAD\$" '$2 ~ end { print $2 }')
		head -c 20 /dev/zero >bytes
		[ -z "$section" ] || objcopy --update-section "$section=bytes" "$object"
		exec ld "$@"
	E
	chmod +x ld.bad
	export RANDCC_SEED=5 RANDCC_LD=$PWD/ld.bad
	BAD=no randcc -O2 main.c u?.c -o fine
	at=$(($(address fine f1_7) % 64))
	to=$(((at + 32) % 64))
	export RANDCC_MOVE=f1_7@$to/64
	BAD=no randcc -O2 main.c u?.c -o fine
	BAD='tshift' fails_with 1 'the linker did not place "f1_7" at the offset' \
		randcc -O2 main.c u?.c -o no
	not test -e no
	BAD='shift' fails_with 1 'moving "f1_7" also moved "' \
		randcc -O2 main.c u?.c -o no
	not test -e no
}
