#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Linkers: the tables of doc/LINKERS.md, cell by cell.

bats_require_minimum_version 1.5.0

# Make the objects for all kinds of links, each with its options in a folder.
setup_file() {
	load wrapper.bash
	BATS_TEST_TMPDIR=$BATS_FILE_TMPDIR wrapper_setup
	make_units 4 8
	# These are variables that LTO does not remove.
	for i in 1 2 3 4 5 6 7 8; do
		sed -i "1i volatile int d$i = $i;" main.c
	done
	sed -i 's/unsigned x = 1;/unsigned x = d1 + d2 * d3 + d4 - d5 + d6 * d7 + d8;/' main.c
	# --icf can fold these functions, because they have equal code.
	for i in 1 2 3 4 5 6; do
		echo "__attribute__((noinline)) int same$i(int x) { return x * 77 + 5; }"
	done >same.c
	for i in 1 2 3 4 5 6; do
		echo "int same$i(int);"
	done >more.c
	echo 'int more(int x) { return same1(x) + same2(x) * same3(x) + same4(x) - same5(x) / same6(x); }' >>more.c
	compile plain
	compile pic -fPIC
	compile nopie -fno-pie
	compile lto -flto
	compile fat -flto -ffat-lto-objects
}

compile() { # FOLDER OPTION...
	mkdir "../$1"
	RANDCC_FACTORS=functions,data randcc -O2 "${@:2}" -c main.c u?.c same.c more.c
	mv ./*.o "../$1"
}

setup() {
	load wrapper.bash
	wrapper_setup
	page=$BATS_TEST_DIRNAME/../doc/LINKERS.md
	objects=$BATS_FILE_TMPDIR
}

# cell TABLE ROW LINKER: print the entry for the linker in this row of doc/LINKERS.md
cell() {
	awk -v table="## $1" -v row="$2" -v linker="$3" -F ' *[|] *' '
		/^## / { here = $0 == table }
		here && $3 == "bfd" { for (i = 1; i <= NF; i++) col[$i] = i }
		here && $2 == row { print $col[linker] }' "$page"
}

# rows TABLE: print the names of the rows of a table of doc/LINKERS.md
rows() {
	awk -v table="## $1" -F ' *[|] *' '
		/^## / { here = $0 == table }
		here && NF > 5 && $2 != "---" && $3 != "bfd" { print $2 }' "$page"
}

needs() {
	command -v "ld.$1" >/dev/null || skip "no $1"
}

# link_kind KIND LINKER OUT: make OUT by this kind of link
link_kind() {
	local from=plain files=() words=()
	case $1 in
	static | static-pie) words=("-$1") ;;
	gc-sections) words=('-Wl,--gc-sections') ;;
	icf) words=('-Wl,--icf=all') ;;
	relocatable) words=(-r -nostdlib) ;;
	no-pie)
		from=nopie
		words=(-no-pie)
		;;
	shared)
		from=pic
		words=(-shared)
		;;
	lto | fat-lto)
		from=${1%-lto}
		words=(-O2 -flto -flto-partition=balanced)
		;;
	esac
	files=("$objects/$from"/{u0,u1,u2,u3,same,more}.o)
	if [ "$1" = archive ]; then
		rm -f libu.a
		ar rcs libu.a "${files[@]}"
		files=('-Wl,-u,more' libu.a)
	fi
	randcc -fuse-ld="$2" "${words[@]}" "$objects/$from/main.o" "${files[@]}" -o "$3"
}

size_of_text() { # FILE: in bytes
	size -A "$1" | awk '$1 == ".text" { print $2 }'
}

variables_of() { # FILE: in the order of addresses
	nm -n "$1" | awk '$3 ~ /^d[1-8]$/ { print $3 }'
}

# laid_out KIND LINKER FACTOR: check that the order is not the plain one, that
# the program prints the same, and that the note says how it was laid out
laid_out() {
	local digest
	RANDCC_SEED=7 RANDCC_FACTORS=$3 link_kind "$1" "$2" "$1.7"
	[ "$1" = shared ] || [ "$(./"$1.7")" = "$(cat "want")" ]
	randld --inspect --note "$1.7" >note
	[ "$1 $3" = 'shared stack' ] || grep -qx 'randomised: yes' note
	grep -qx "linker: $(ld."$2" --version | head -n 1)" note
	digest=$(sed -n 's/^digest: //p' note)
	[ "$digest" != 0000000000000000 ]
	case $3 in
	padding | offset)
		# A filler has at most 64 bytes, and up to 63 more align that of
		# offset, so 400 bytes need several.
		[ $(($(size_of_text "$1.7") - $(size_of_text "$1.none"))) -gt 400 ]
		;;
	stack) grep -q '^stack: ' note ;;
	data)
		[ "$(variables_of "$1.7" | wc -l)" = 8 ]
		not diff -q >/dev/null <(variables_of "$1.7") <(variables_of "$1.none")
		;;
	*) not diff -q >/dev/null <(order_of "$1.7") <(order_of "$1.none") ;;
	esac
}

# refused KIND LINKER FACTOR: check that the link fails, and that the hint proposes
# -fuse-ld=bfd
refused() {
	RANDCC_SEED=7 RANDCC_FACTORS=$3 fails_with 1 'randld: error: ' link_kind "$1" "$2" refused
	grep -Eq 'hint: .*(-fuse-ld=bfd)' err
	[ ! -e refused ]
}

# walk LINKER: test every kind of link with every factor
walk() {
	local kind factor want
	needs "$1"
	for kind in $(rows 'Kinds of link'); do
		want=$(cell 'Kinds of link' "$kind" "$1")
		echo "$1 $kind: $want"
		case $want in
		yes)
			RANDCC_SEED=none link_kind "$kind" "$1" "$kind.none"
			[ "$kind" = shared ] || "./$kind.none" >want
			;;
		-)
			run -1 link_kind "$kind" "$1" out
			continue
			;;
		'as is')
			RANDCC_SEED=7 link_kind "$kind" "$1" one.o
			readelf -SW one.o | grep -q 'randcc_*\.u0_c\.f0_0'
			RANDCC_SEED=7 randcc -fuse-ld="$1" one.o -o prog
			randld --inspect --note prog | grep -qx 'randomised: yes'
			[ "$(./prog)" = "$(./plain.none)" ]
			continue
			;;
		esac
		for factor in $(rows Factors); do
			case "$want $(cell Factors "$factor" "$1") $factor" in
			'yes yes '*)
				laid_out "$kind" "$1" "$factor"
				;;
			*) refused "$kind" "$1" "$factor" ;;
			esac
		done
	done
}

@test "LINKERS.md has its tables" {
	[ "$(rows Factors | wc -l)" = 7 ]
	[ "$(rows 'Kinds of link' | wc -l)" = 11 ]
	[ "$(cell Factors padding mold)" = no ]
	[ "$(cell Factors data bfd)" = yes ]
	[ "$(cell 'Kinds of link' icf bfd)" = - ]
}

@test "GNU ld does what the table says for every kind of link and every factor" {
	walk bfd
}

@test "gold does what the table says for every kind of link and every factor" {
	walk gold
}

@test "lld does what the table says for every kind of link and every factor" {
	walk lld
}

@test "mold does what the table says for every kind of link and every factor" {
	walk mold
}

@test "options that order sections themselves are refused" {
	local ld option
	# GNU ld reads its --section-ordering-file as a script, which 2045
	# tests.
	echo '.text : { *(.text.f0_0) }' >f
	while read -r ld option; do
		command -v "ld.$ld" >/dev/null || continue
		RANDCC_SEED=7 fails_with 1 "the option \"${option%%=[^n]*}" \
			randcc -fuse-ld="$ld" "-Wl,${option/ /,}" "$objects"/plain/*.o -o p
		grep -q 'hint: remove that option' err
		[ ! -e p ]
	done <<-'end'
		bfd --sort-section=name
		gold --sort-section=name
		gold --section-ordering-file=f
		gold --no-text-reorder
		gold -z text-unlikely-segment
		gold -z keep-text-section-prefix
		lld -z keep-text-section-prefix
		lld --sort-section=name
		lld --symbol-ordering-file=f
		lld --call-graph-ordering-file=f
		lld --shuffle-sections=*=1
		mold --shuffle-sections=1
		mold --reverse-sections
		mold --directory=/
	end
	# For the original layout, options that sort by name are refused too.  Other
	# options that order sections are accepted.
	RANDCC_SEED=none fails_with 1 'orders sections by itself' \
		randcc -Wl,--sort-sectio=name "$objects"/plain/*.o -o p
	if command -v ld.gold; then
		RANDCC_SEED=none randcc -fuse-ld=gold -Wl,--no-text-reorder "$objects"/plain/*.o -o p
	fi
}

@test "abbreviated options are understood as ld does" {
	export RANDCC_SEED=7
	cd "$objects/plain"
	local line
	line="-e main --dynamic-link $(dynamic_linker) main.o u0.o u1.o u2.o u3.o same.o more.o -lc"
	# shellcheck disable=SC2086 # words
	{
		randld $line --outpu="$BATS_TEST_TMPDIR/short" --dependency-fi=$BATS_TEST_TMPDIR/deps
		randld $line --output="$BATS_TEST_TMPDIR/long"
		fails_with 1 "unrecognized option '--libr=c'" randld $line --libr=c -o "$BATS_TEST_TMPDIR/none"
	}
	cmp "$BATS_TEST_TMPDIR"/short "$BATS_TEST_TMPDIR"/long
	not grep -q "$TMPDIR" "$BATS_TEST_TMPDIR/deps"
	not grep -q randcc-layout "$BATS_TEST_TMPDIR/deps"
}

@test "a project that calls the linker chooses by a word, a variable or a name" {
	local line
	line="-e main -dynamic-linker $(dynamic_linker) $(echo "$objects"/plain/*.o)"
	line+=" -L$(dirname "$(gcc -print-file-name=libc.so)") -lc"
	export RANDCC_SEED=7
	for ld in gold lld mold; do
		command -v "ld.$ld" >/dev/null || continue
		# shellcheck disable=SC2086 # words
		{
			LD="randld -fuse-ld=$ld"
			$LD $line -o word
			RANDCC_LD=ld.$ld randld -fuse-ld=bfd $line -o variable
			"$build/libexec/randcc/ld.$ld" $line -o name
			# The linker is also chosen in this way if there is
			# nothing to lay out.
			$LD -r "$objects"/plain/u0.o -o u0.o
			diff <($LD --version) <("ld.$ld" --version)
		}
		cmp word variable
		cmp word name
		randld --inspect --note word | grep -qx "linker: $("ld.$ld" --version | head -n 1)"
	done
	fails_with 125 'cannot find the real linker "ld.none"' randld -fuse-ld=none "$objects"/plain/u0.o -o p
}

@test "an order that was undone is noticed, under LTO too" {
	# the linker uses a script that randld does not see
	ld --verbose | sed '1,/^=====/d; /^=====/,$d; /SORT(.text.sorted/d' >plain.ld
	printf '#!/bin/sh\nexec ld "$@" -T "%s"\n' "$PWD/plain.ld" >ld.own
	chmod +x ld.own
	for from in plain lto; do
		RANDCC_LD=$PWD/ld.own RANDCC_SEED=7 fails_with 1 'did not place functions by rank' \
			randcc -O2 -flto=1 "$objects/$from"/*.o -o p
		[ ! -e p ]
	done
	# many functions folded into one do not count as another order
	for i in {1..200}; do
		echo "__attribute__((noinline)) int fold$i(int x) { return x * 3 + 1; }"
	done >fold.c
	randcc -O2 -c fold.c
	for ld in gold lld mold; do
		command -v "ld.$ld" >/dev/null || continue
		RANDCC_SEED=7 randcc -fuse-ld="$ld" -Wl,--icf=all "$objects"/plain/*.o fold.o -o p
		[ "$(nm p | awk '$3 ~ /^fold/ { print $1 }' | sort -u | wc -l)" -lt 5 ]
		randld --inspect --note p | grep -qx 'randomised: yes'
	done
}

# Print the lines of an object's contents with their sections, sorted.  Groups
# are left out, because they hold numbers of sections.
pieces_of() {
	contents_of "$1" |
		awk '/^Contents of section|^RELOCATION RECORDS/ { of = $0 } { print of, $0 }' |
		grep -v 'section \.group' | sort
}

@test "reordered section headers leave code, data, relocations and symbols the same" {
	needs mold
	cat >c.cc <<-'end'
		#include <map>
		#include <stdexcept>
		#include <string>
		#include <cstdio>
		struct A { virtual ~A() {} virtual int f(int x) { if (x > 3) throw std::runtime_error("big"); return x; } };
		struct B : A { int f(int x) override { try { return A::f(x) + 1; } catch (std::exception &) { return -1; } } };
		int main() {
			std::map<std::string, int> m;
			int sum = 0;
			for (int i = 0; i < 9; i++) { B b; m[std::to_string(i)] = b.f(i); }
			for (auto &p : m) sum = sum * 3 + p.second;
			printf("%d\n", sum);
		}
	end
	randc++ -O1 -g -c c.cc
	RANDCC_SEED=none randc++ -fuse-ld=mold c.o -o plain
	RANDCC_SAVE_TEMPS=1 RANDCC_SEED=3 randc++ -fuse-ld=mold c.o -o p
	[ "$(./p)" = "$(./plain)" ]
	not cmp -s c.o "$TMPDIR"/randld.*/0/c.o
	diff <(pieces_of c.o) <(pieces_of "$TMPDIR"/randld.*/0/c.o)
	eu-elflint --gnu-ld "$TMPDIR"/randld.*/0/c.o
	not diff -q >/dev/null <(readelf -SW c.o) <(readelf -SW "$TMPDIR"/randld.*/0/c.o)
}

@test "every linker replays a recorded link to the same bytes" {
	for ld in gold lld mold; do
		command -v "ld.$ld" >/dev/null || continue
		RANDCC_SEED=none RANDCC_RECORD=$PWD/record randcc -fuse-ld="$ld" "$objects"/plain/*.o -o "p$ld"
		RANDCC_SEED=7 randcc -fuse-ld="$ld" "$objects"/plain/*.o -o again
		randld --replay "record/p$ld" --seed 7 -o replayed
		cmp again replayed
		randld --replay "record/p$ld" --seed none -o replayed
		cmp "p$ld" replayed
		# the plain layout is the one that the linker gives without
		# randld
		gcc -fuse-ld="$ld" "$objects"/plain/*.o -o without
		diff <(order_of without) <(order_of replayed)
	done
}

@test "mold lets members move within an archive, but not where their order matters" {
	needs mold
	# The first object on the command line decides which copy is linked, and
	# which constructor runs first.
	for i in 1 2 3 4 5 6; do
		echo "int first(void) { return $i; } int only$i(void) { return $i; }" >dup$i.c
		echo "#include <stdio.h>
			int at$i(void) { return $i; }
			__attribute__((constructor)) static void say(void) { putchar('0' + $i); }" >con$i.c
		echo "int free$i(int x) { return x * $i; } int g$i(int x) { return free$i(x) + 1; }" >mov$i.c
	done
	cat >use.c <<-'end'
		int first(void), at1(void), at2(void), at3(void), g1(int), g2(int), g3(int), g4(int), g5(int), g6(int);
		int printf(const char *, ...);
		int main(void) { return printf(" %d %d\n", first(), at1() + at2() + at3() + g1(1) + g2(2) + g3(3) + g4(4) + g5(5) + g6(6)) < 0; }
	end
	randcc -O1 -c use.c dup?.c con?.c mov?.c
	ar rcs liball.a dup?.o con?.o mov?.o
	for seed in 1 2 3 4 5 6; do
		RANDCC_SEED=$seed RANDCC_FACTORS=units randcc -fuse-ld=mold use.o -L. -lall -o p
		[ "$(./p)" = '123 1 103' ]
		randld --inspect --note p | grep -q '^moved: [1-9]'
		order_of p | grep '^free' | tr '\n' ' ' >>orders
		echo >>orders
	done
	[ "$(sort -u orders | wc -l)" -ge 5 ]
	ar rcS none.a mov?.o
	RANDCC_SEED=1 fails_with 1 'cannot move the units of the archive "none.a"' \
		randcc -fuse-ld=mold use.o dup1.o con?.o none.a -o q
	# GNU ld places the members of an archive in the order in which it needs them,
	# whatever their order in the archive.
	ld --verbose | sed '1,/^=====/d; /^=====/,$d; /SORT(.text.sorted/d' >plain.ld
	RANDCC_SEED=1 fails_with 1 'cannot move the units of the archive "all"' \
		randcc -Wl,-T,plain.ld use.o -L. -lall -o q
	RANDCC_SEED=1 RANDCC_FACTORS=functions randcc -Wl,-T,plain.ld use.o -L. -lall -o q
}
