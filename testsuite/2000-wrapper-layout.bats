#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs laid out by randcc are reproducible, differ by seed, and have the same code.

setup() {
	load wrapper.bash
	wrapper_setup
}

sources='main.c u0.c u1.c u2.c u3.c u4.c u5.c'

# layout SEED FLAGS…: make p.SEED from $inputs.  Write its output to out.SEED, and the
# order of its functions to order.SEED.
layout() {
	local seed=$1
	shift
	# shellcheck disable=SC2086
	RANDCC_SEED=$seed randcc -O2 "$@" ${inputs:-$sources} -o "p.$seed"
	"./p.$seed" >"out.$seed"
	order_of "p.$seed" >"order.$seed"
}

# Check for a set of flags, with six units of 30 functions, that layouts are
# reproducible, differ by seed, and have the same functions.
holds() {
	make_units 6 30
	# shellcheck disable=SC2086
	gcc -O2 -ffunction-sections "$@" $sources -o plain
	./plain >out.plain
	order_of plain >order.plain
	for seed in none 0 1 18446744073709551615; do
		layout "$seed" "$@"
		cmp "out.$seed" out.plain
		diff <(sort "order.$seed") <(sort order.plain)
		mv "p.$seed" first
		layout "$seed" "$@"
		cmp "p.$seed" first
	done
	diff order.none order.plain
	[ "$(cat order.0 order.1 order.18446744073709551615 order.none | wc -l)" -gt 700 ]
	[ "$(md5sum <order.0)" != "$(md5sum <order.1)" ]
	[ "$(md5sum <order.0)" != "$(md5sum <order.none)" ]
	[ "$(md5sum <order.1)" != "$(md5sum <order.18446744073709551615)" ]
}

# holds_for_objects FLAGS…: check the same as `holds`, but compile the units only once
holds_for_objects() {
	local inputs=${sources//.c/.o}
	make_units 6 30
	# shellcheck disable=SC2086
	randcc -O2 "$@" -c $sources
	holds "$@"
}

@test "a seed fixes the bytes, another changes the order alone, and none keeps the plain order" {
	holds
}

@test "a seed fixes the bytes under LTO too" {
	holds_for_objects -flto
	# The order does not depend on the number of partitions.  With "max", each
	# function is a partition.
	make_units 6 6
	for n in one none 1to1 max balanced; do
		layout 1 -flto -flto-partition=$n --param lto-partitions=3 \
			--param lto-min-partition=10
		sed 's/\.lto_priv\.[0-9]*//' order.1 | grep '^f[0-9]' >order.$n
	done
	for n in none 1to1 max balanced; do
		diff order.one order.$n
	done
}

@test "a seed fixes the bytes of static and position-dependent programs too" {
	holds_for_objects -static
	holds_for_objects -no-pie
	holds_for_objects -static-pie
}

@test "seed none is the plain program, to the byte of its code" {
	make_units 3 40
	# The sections of these functions match the patterns of gcc's groups in
	# ld's script.
	echo 'int hot(int x) { return x; } int seems_unlikely(int x) { return x + 1; }
		int startup(int x) { return x; } int last(int x) { return x; }' >>u1.c
	sources='main.c u0.c u1.c u2.c'
	# shellcheck disable=SC2086
	gcc -O2 -ffunction-sections -Wl,--build-id=none $sources -o plain
	layout none -Wl,--build-id=none
	# Only the note and the symbol table differ.
	strip -o a plain
	objcopy -S -R .note.randcc p.none b
	cmp a b
}

@test "each link draws a fresh seed when none is given" {
	make_units 3 40
	randcc -O2 main.c u0.c u1.c u2.c -o a
	randcc -O2 main.c u0.c u1.c u2.c -o b
	[ "$(randld --inspect --note a | grep ^seed)" != \
		"$(randld --inspect --note b | grep ^seed)" ]
	not diff -q <(order_of a) <(order_of b)
	# the seed in the note gives the same program again
	seed=$(randld --inspect --note a | sed -n 's/^seed: //p')
	RANDCC_SEED=$seed randcc -O2 main.c u0.c u1.c u2.c -o c
	cmp a c
}

# Print the lines of contents_of, each with its heading.  Sort them, because the order
# of sections may differ.
sections_of() {
	contents_of "$1" | awk '/^[A-Z].*:$/ { head = $0 } { print head, $0 }' | sort
}

@test "randld's copies differ from the objects in section names only" {
	make_units 2 60
	for f in main u0 u1; do
		randcc -O2 -g -gno-record-gcc-switches -c $f.c
		gcc -O2 -g -gno-record-gcc-switches -ffunction-sections \
			-c $f.c -o $f.plain.o
	done
	for seed in 1 2 3; do
		rm -rf "${TMPDIR:?}"/*
		RANDCC_SAVE_TEMPS=1 RANDCC_SEED=$seed \
			randcc main.o u0.o u1.o -o p 2>err
		for f in main u0 u1; do
			copy=$(find "$TMPDIR" -name $f.o)
			diff <(sections_of "$copy") <(sections_of $f.plain.o)
			readelf -SW "$copy" | grep -q '\.text\.sorted\.'
			[ "$(stat -c %s "$copy")" = "$(stat -c %s $f.o)" ]
		done
	done
}

@test "the user's objects and archives are never touched" {
	make_units 3 20
	randcc -O2 -c main.c u0.c u1.c u2.c
	ar rcs libu.a u1.o u2.o
	chmod a-w ./*.o libu.a
	md5sum ./*.o libu.a >before
	RANDCC_SEED=5 randcc main.o u0.o libu.a -o p
	md5sum -c before
	[ -z "$(ls "$TMPDIR")" ]
}

@test "archive members are laid out too, by path and by -l" {
	make_units 4 20
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	ar rcs libu.a u0.o u1.o u2.o u3.o
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc main.o libu.a -o a.$seed
		RANDCC_SEED=$seed randcc main.o -L. -lu -o b.$seed
		RANDCC_SEED=$seed randcc main.o -L . -l u -lu -o c.$seed
		RANDCC_SEED=$seed randcc main.o -L. -l:libu.a -o d.$seed
		for p in b c d; do
			cmp "a.$seed" $p.$seed
		done
	done
	not diff -q <(order_of a.1) <(order_of a.2)
	[ "$(./a.1)" = "$(./a.2)" ]
}

@test "units of the same name are different units" {
	mkdir one two
	for d in one two; do
		for f in a b c d e f g h; do
			echo "__attribute__((noinline)) static int same_$f(int x) { return x * 3; }"
			echo "int ${d}_$f(int x) { return same_$f(x) + 1; }"
		done >$d/util.c
		(cd $d && randcc -O1 -c util.c)
	done
	echo 'int one_a(int); int two_a(int); int main(void) { return one_a(1) - two_a(1); }' >main.c
	RANDCC_SAVE_TEMPS=1 RANDCC_SEED=1 randcc main.c one/util.o two/util.o -o p 2>err
	./p
	names=$(find "$TMPDIR" -name util.o -exec readelf -SW {} + |
		grep -o '\.text\.sorted\.[^ ]*same_a' | sort -u | wc -l)
	[ "$names" = 2 ]
}

@test "the factor functions moves no unit, units moves no function within one, program mixes all" {
	make_units 6 30
	unit_runs() { # how often the unit changes along the order
		order_of "$1" | sed -n 's/^f\([0-9]*\)_.*/\1/p' | uniq | wc -l
	}
	# shellcheck disable=SC2086
	for factors in functions units functions,units program none; do
		RANDCC_FACTORS=$factors RANDCC_SEED=3 randcc -O2 $sources -o p.$factors
		./p.$factors
	done
	RANDCC_SEED=none randcc -O2 main.c u0.c u1.c u2.c u3.c u4.c u5.c -o p.orig
	[ "$(order_of p.functions | sed -n 's/^f\([0-9]*\)_.*/\1/p' | uniq | tr -d '\n')" = 012345 ]
	not diff -q <(order_of p.functions) <(order_of p.orig)
	[ "$(unit_runs p.units)" = 6 ]
	not diff -q <(order_of p.units) <(order_of p.orig)
	for u in 0 1 2 3 4 5; do
		diff <(order_of p.units | grep "^f${u}_") <(order_of p.orig | grep "^f${u}_")
	done
	[ "$(unit_runs p.functions,units)" = 6 ]
	[ "$(unit_runs p.program)" -gt 60 ]
	diff <(order_of p.none) <(order_of p.orig)
	randld --inspect --note p.none | grep -q '^randomised: no'
	randld --inspect --note p.orig | grep -q '^randomised: no'
	randld --inspect --note p.program | grep -q '^randomised: yes$'
}

@test "a seed gives the order that it gave in the version of 2026-11-22" {
	for u in a b c; do
		for i in 1 2 3; do
			echo "int $u$i(int x) { return x * $i; }"
		done >$u.c
	done
	echo 'int a1(int), b1(int), c1(int); int main(void) { return a1(b1(c1(1))) == 7; }' >m.c
	randcc -O2 -c m.c a.c b.c c.c
	while read -r factors seed order; do
		RANDCC_FACTORS=$factors RANDCC_SEED=$seed randcc m.o a.o b.o c.o -o p
		[ "$(order_of p | grep -x '[abc][123]' | tr '\n' ' ')" = "$order " ]
	done <<-'END'
		functions,units 1 c2 c1 c3 a1 a3 a2 b1 b2 b3
		functions,units 42 b3 b1 b2 a1 a2 a3 c1 c3 c2
		program 1 a1 c2 a3 b1 c1 b2 b3 a2 c3
		program 42 c1 b3 a1 a2 a3 c3 b1 b2 c2
		units 1 c1 c2 c3 a1 a2 a3 b1 b2 b3
		units 42 b1 b2 b3 a1 a2 a3 c1 c2 c3
	END
}

@test "the note holds seed, factors, linker and the digest of the order" {
	make_units 2 20
	RANDCC_SEED=42 RANDCC_FACTORS=program randcc -O2 main.c u0.c u1.c -o p
	randld --inspect p >text
	grep -qx 'seed: 42' text
	grep -qx 'factors: program' text
	grep -qx 'randomised: yes' text
	grep -q '^linker: GNU ld' text
	grep -Eqx 'digest: [0-9a-f]{16}' text
	not grep -qx 'digest: 0000000000000000' text
	# the functions are in the same order as in the output of nm
	diff <(sed '1,/^$/d' text | cut -f2 | grep '^f[0-9]') \
		<(order_of p | grep '^f[0-9]')
	# the note is not loaded, and survives strip
	readelf -lW p | grep -q NOTE
	readelf -lW p >segments
	not grep -q 'note.randcc' segments
	strip p
	randld --inspect p >stripped 2>err
	diff <(sed '/^$/,$d' text) <(sed '/^$/,$d' stripped)
	grep -q 'stripped' err
}

@test "seed none places a copy of a function called sorted where plain gcc does" {
	cat >main.c <<-'EOT'
		#define F(n) __attribute__((noinline)) int n(int x) { return x; }
		int copy(int x) __asm__("sorted.part.0");
		F(a) F(sorted) F(b) F(copy) F(c) F(sorted_too)
		int main(void) { return 0; }
	EOT
	gcc -O1 -ffunction-sections main.c -o plain
	for seed in none 1 2; do
		RANDCC_SEED=$seed randcc -O1 main.c -o p$seed
		./p$seed
	done
	diff <(order_of plain) <(order_of pnone)
	moved pnone p1 p2
}

@test "a program linked without symbols is checked, and has the digest of one with them" {
	make_units 2 20
	export RANDCC_SEED=42
	for options in '' -shared\ -fPIC -flto=1; do
		# shellcheck disable=SC2086 # words
		for symbols in -Wl,--build-id -Wl,-x -s; do
			randcc -O2 $options main.c u0.c u1.c "$symbols" -o "p$symbols"
			randld --inspect --note "p$symbols" >"note$symbols"
		done
		[ -z "$(nm p-s 2>&1 | grep ' [tT] ')" ]
		diff note-Wl,--build-id note-s
		diff note-Wl,-x note-s
		not grep -qx 'digest: 0000000000000000' note-s
	done
	# The record's replay has a digest too, and LTO compiles once.
	RANDCC_RECORD=$PWD/rec strace -f -e trace=execve -o calls \
		randcc -O2 -flto=1 main.c u0.c u1.c -s -o p ||
		skip 'strace cannot trace here'
	[ "$(grep -c 'execve(.*/lto1"' calls)" = 2 ]
	randld --replay rec/p --seed 43 -o q
	not grep -qx 'digest: 0000000000000000' <(randld --inspect --note q)
}

@test "a record says which functions layouts move, and where the others come from" {
	bats_require_minimum_version 1.5.0
	make_units 2 3
	gcc -O2 -c u1.c
	RANDCC_RECORD=$PWD/record randcc -O2 main.c u0.c u1.o -lm -o p
	# The fields are address, name, offset, size, how and origin.
	randld --inspect --record record/p p >list
	awk -F '\t' '{ exit NF != 6 }' list
	[ "$(cut -f1,2 list | grep -c .)" = "$(randld --inspect p | sed '1,/^$/d' | wc -l)" ]
	[ "$(awk -F '\t' '$2 ~ /^f0_|^main$/ { print $5 }' list | sort -u)" = moved ]
	[ "$(awk -F '\t' '$2 ~ /^f1_/ { print $5, $6 }' list | sort -u)" = 'fixed u1.o' ]
	[ "$(awk -F '\t' '$2 == "_start" { print $5 }' list)" = system ]
	# The file has the functions at these offsets, with these sizes.
	IFS=$'\t' read -r address _ offset size _ < <(awk -F '\t' '$2 == "main"' list)
	objdump -d --start-address="0x$address" --stop-address="$((0x$address + size))" p |
		grep -q '<main>:'
	readelf -SW p | grep -q ' \.text '
	base=$(readelf -SW p | sed -n 's/.* \.text *PROGBITS *\([0-9a-f]*\) \([0-9a-f]*\) .*/\1 \2/p')
	[ $((0x$offset - 0x${base#* })) = $((0x$address - 0x${base% *})) ]
	# In turn, the program does not exist, the record does not exist, and no
	# program is given.
	run -125 randld --inspect --record record/p missing
	run -125 randld --inspect --record record/missing p
	run -125 randld --inspect --record record/p
	[ "$(randld --inspect --needed p | grep -c '^libc\.so')" = 1 ]
	run -2 randld --inspect --needed list
}

@test "the added object changes neither the stack nor control-flow protection" {
	make_units 1 5
	option=$(protect_branches)
	gcc -O2 "$option" -ffunction-sections main.c u0.c -o plain
	RANDCC_SEED=1 randcc -O2 "$option" main.c u0.c -o p
	diff <(readelf -nW plain | grep -A1 'property') <(readelf -nW p | grep -A1 'property')
	diff <(readelf -lW plain | grep GNU_STACK) <(readelf -lW p | grep GNU_STACK)
}

@test "padding puts 0 to 4 steps of filler between the functions that are linked" {
	make_units 4 40
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	ar rcs libu.a u0.o u1.o u2.o u3.o
	echo 'int unused(void) { return 1; }' >unused.c
	randcc -O2 -c unused.c
	ar rcs libu.a unused.o
	for flags in '' -Wl,--gc-sections -static; do
		# shellcheck disable=SC2086
		RANDCC_FACTORS=none RANDCC_SEED=1 randcc $flags main.o libu.a -o plain
		for seed in 1 2; do
			# shellcheck disable=SC2086
			RANDCC_FACTORS=padding RANDCC_SEED=$seed randcc $flags main.o libu.a -o p$seed
			diff <(order_of plain | grep '^f[0-9]') <(order_of p$seed | grep '^f[0-9]')
			[ "$(./p$seed)" = "$(./plain)" ]
			randld --inspect --note p$seed | grep -qx 'randomised: yes'
		done
		# The distance between two functions grows by 0 to 4 steps of 16 bytes.
		# Each of these five numbers of steps occurs.
		distances() {
			local address _ last=
			nm -n "$1" | grep ' f[0-9]*_' | while read -r address _ _; do
				[ -z "$last" ] || echo $((0x$address - last))
				last=$((0x$address))
			done
		}
		paste <(distances plain) <(distances p1) |
			awk '{ d = $2 - $1; print d; if (d % 16 || d < 0 || d > 64) exit 1 }' >added
		[ "$(sort -u added | wc -l)" -ge 5 ]
		not cmp -s <(distances p1) <(distances p2)
		diff <(readelf -h plain | grep -E 'ABI|Flags') <(readelf -h p1 | grep -E 'ABI|Flags')
		not grep -qx unused <(order_of p1)
	done
	RANDCC_FACTORS=padding RANDCC_PADDING_MAX=0 RANDCC_SEED=1 randcc -static main.o libu.a -o p0
	cmp <(distances plain) <(distances p0)
}

@test "padding works under LTO and on a replay" {
	make_units 3 30
	export RANDCC_FACTORS=functions,units,padding
	for flags in -O2 '-O2 -flto'; do
		# shellcheck disable=SC2086
		RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc $flags main.c u0.c u1.c u2.c -o p
		./p >want
		for seed in 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc $flags main.c u0.c u1.c u2.c -o p
			randld --replay rec/p --seed $seed -o replayed
			cmp p replayed
			./p | diff want -
			# shellcheck disable=SC2086
			RANDCC_FACTORS=functions,units RANDCC_SEED=$seed randcc $flags main.c u0.c u1.c u2.c -o q
			diff <(order_of p) <(order_of q)
			[ "$(size p | awk 'NR == 2 { print $1 }')" -gt "$(size q | awk 'NR == 2 { print $1 }')" ]
		done
	done
}

@test "GNU ld is given the same objects, in an order by which it is fast" {
	make_units 2 100
	cat >t.cc <<-'EOT'
		#include <string>
		#include <vector>
		template <int n> __attribute__((noinline)) int f(int x) { return x * n + std::to_string(n).size(); }
		struct base { virtual ~base() {} virtual int g(int x) { return f<1>(x) + f<2>(x); } };
		struct derived : base { int g(int x) override { switch (x) { case 1: return f<3>(x); case 2: throw x; case 3: return f<4>(x); case 4: return f<5>(x); case 7: return 9; } return base::g(x); } };
		base *make(int x) { if (x) return new base; return new derived; }
		int unit1(std::vector<int> v) { std::vector<int> w = v; w.push_back(make(1)->g(2)); return w.size(); }
	EOT
	randcc -O2 -c main.c u0.c u1.c
	randc++ -O2 -c t.cc
	RANDCC_SAVE_TEMPS=1 RANDCC_SEED=5 randc++ main.o u0.o u1.o t.o -o prog 2>err
	copies=$(sed -n 's/.*temporary files kept in "\(.*\)"/\1/p' err)
	# The copy has 101 functions.  The first ten headers are those of the
	# ten last ranks, in ascending order.  The next ten headers are those of
	# the ten ranks before, and so on.  The first rank is the last header.
	readelf -SW "$copies/0/u0.o" | sed -n 's/^ *\[ *[0-9]*\] //p' >all
	grep -o '^\.text\.sorted\.[^ ]*' all >headers
	[ "$(wc -l <headers)" = 101 ]
	LC_ALL=C sort headers >sorted
	for run in {0..9}; do
		cmp <(sed -n "$((10 * run + 1)),$((10 * run + 10))p" headers) \
			<(sed -n "$((92 - 10 * run)),$((101 - 10 * run))p" sorted)
	done
	cmp <(sed -n 101p headers) <(sed -n 1p sorted)
	# The bytes of the functions are in the order of the headers.
	awk '/^\.text\.sorted/ { print $4 }' all >offsets
	[ "$(wc -l <offsets)" = 101 ]
	LC_ALL=C sort -c offsets
	compare=$build/test/compare-objects
	[ -x "$compare" ] || skip "compare-objects is not built"
	printf '%s\n' main.o u0.o u1.o t.o | "$compare" "$PWD" "$copies/0" >same || { cat same; false; }
	read -r objects functions equal <same
	[ "$objects" = 4 ]
	[ "$functions" -gt 130 ]
	[ "$functions" = "$equal" ]
}

# functions PROGRAM: print its functions that make_units wrote, by address
functions() {
	nm -n "$1" | awk 'NF == 3 && $3 ~ /^(f[0-9]+_[0-9]+|unit[0-9]+)$/ { print $3 }'
}

@test "RANDCC_ORDER puts functions in a given order, and the others stay in theirs" {
	bats_require_minimum_version 1.5.0
	make_units 3 8
	printf '%s\n' f1_3 f0_5 '' nosuch unit2 f1_3 f2_0 >list
	RANDCC_SEED=none randcc -O1 -o plain main.c u?.c
	export RANDCC_SEED=1
	RANDCC_ORDER=$PWD/list randcc -O1 -o prog main.c u?.c
	diff <(functions prog) <(
		printf '%s\n' f1_3 f0_5 unit2 f2_0
		functions plain | grep -vxFf <(grep . list)
	)
	randld --inspect --note prog | grep -qx 'order: a list of 5 symbols'
	# LTO makes the objects.  It keeps most functions, since they are noinline.
	RANDCC_ORDER=$PWD/list randcc -O1 -flto -flto-partition=1to1 -o prog main.c u?.c
	diff <(functions prog | grep -xFf <(grep . list)) \
		<(printf '%s\n' f1_3 f0_5 unit2 f2_0 | grep -xFf <(functions prog))
	[ "$(functions prog | head -1)" = f1_3 ]
	# The list may come from another system.
	sed 's/$/ \r/' list >list.crlf
	RANDCC_ORDER=$PWD/list.crlf randcc -O1 -o prog main.c u?.c
	[ "$(functions prog | head -2 | tr '\n' ' ')" = 'f1_3 f0_5 ' ]
	echo nosuch >none
	RANDCC_ORDER=$PWD/none randcc -O1 -o prog main.c u?.c 2>err
	grep -q 'none of the 1 symbols that RANDCC_ORDER lists' err
	# RANDCC_ORDER has no effect on the original layout.  A replay may use another
	# order.
	RANDCC_SEED=none RANDCC_ORDER=$PWD/list randcc -O1 -o prog main.c u?.c
	diff <(functions prog) <(functions plain)
	RANDCC_RECORD=$PWD/rec randcc -O1 -o prog main.c u?.c
	RANDCC_ORDER=$PWD/list randld --replay rec/prog -o again
	[ "$(functions again | head -2 | tr '\n' ' ')" = 'f1_3 f0_5 ' ]
	run -125 env RANDCC_ORDER=list randcc -O1 -o bad main.c u?.c
	[[ $output == *'absolute path'* ]]
	run -125 env RANDCC_ORDER="$PWD/missing" randcc -O1 -o bad main.c u?.c
	[ ! -e bad ]
	command -v ld.mold >/dev/null || return 0
	RANDCC_ORDER=$PWD/list fails_with 1 'mold cannot put the functions of several objects into the order' \
		randcc -O1 -fuse-ld=mold -o bad main.c u?.c
}
