#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Thin archives: the members are files of the user, which must not change.  Their
# functions are laid out like functions in an ordinary archive.

setup() {
	export PATH=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}/bin:$PATH
	T=$BATS_TEST_TMPDIR
	unset RANDCC_SEED RANDCC_FACTORS RANDCC_RECORD
	cd "$T"
	# Two members have the same name in two folders.  The name of one member
	# is longer than the 15 characters in a header, and one member has an
	# odd number of bytes.
	mkdir lib lib/sub
	for unit in one two three lib/sub/one a_name_beyond_15_characters; do
		write_unit "$unit"
	done
	randcc -c -o main.o main.c
	printf 'odd' >odd.txt
	members="one.o two.o odd.txt lib/sub/one.o three.o
		a_name_beyond_15_characters.o"
}

write_unit() { # NAME: write a unit of 20 functions, and a main.c that calls the first
	local id=${1//\//_} i
	for i in {1..20}; do
		echo "int ${id}_$i(int x) { return x * $i + ${#id}; }"
	done >"$1.c"
	randcc -O2 -c -o "$1.o" "$1.c"
	echo "int ${id}_1(int);" >>decl.h
	echo "sum += ${id}_1($((${#id} % 7)));" >>calls.h
	printf '#include <stdio.h>\n#include "decl.h"\nint main(void) {\nint sum = 0;\n#include "calls.h"\nprintf("%%d\\n", sum);\nreturn 0;\n}\n' >main.c
}

archive() { # MODIFIERS FILE
	# shellcheck disable=SC2086 # a list of members
	ar "$1" "$2" $members
}

differ() { # FILE FILE
	[ -s "$1" ]
	run cmp -s "$1" "$2"
	[ "$status" -eq 1 ]
}

layout() { # PROGRAM
	randld --inspect "$1" | sed -n '/^$/,$p'
}

@test "a thin archive is laid out as the ordinary one is" {
	archive rcs plain.a
	archive rcsT thin.a
	[ "$(head -c 7 thin.a)" = '!<thin>' ]
	for seed in none 1 2; do
		RANDCC_SEED=$seed randcc -o plain main.o plain.a
		RANDCC_SEED=$seed randcc -o thin main.o thin.a
		layout plain >plain.$seed
		layout thin >thin.$seed
		cmp plain.$seed thin.$seed
		cut -f2 thin.$seed >order.$seed
		cmp plain thin
		[ "$(./plain)" = "$(./thin)" ]
	done
	[ "$(wc -l <thin.1)" -gt 100 ]
	differ order.none order.1
	differ order.1 order.2
	randld --inspect --note thin | grep -x 'randomised: yes'
}

@test "a thin archive is found by -l, by its path, from another folder and when named twice" {
	archive rcs libplain.a
	archive rcsT lib/sub/libthin.a
	export RANDCC_SEED=5
	randcc -o plain main.o -L. -lplain
	mkdir elsewhere
	cd elsewhere
	randcc -o by_l ../main.o -L../lib/sub -lthin
	randcc -o by_path ../main.o "$T/lib/sub/libthin.a"
	randcc -o twice ../main.o ../lib/sub/libthin.a ../lib/sub/libthin.a
	for program in by_l by_path twice; do
		cmp <(layout ../plain) <(layout $program)
		[ "$(./$program)" = "$(../plain)" ]
	done
}

@test "archives within a thin archive are laid out" {
	ar rcs inner.a one.o two.o a_name_beyond_15_characters.o
	ar rcsT thin_inner.a lib/sub/one.o
	ar rcsT thin.a inner.a thin_inner.a three.o
	ar rcs plain.a one.o two.o a_name_beyond_15_characters.o lib/sub/one.o three.o
	export RANDCC_SEED=6
	randcc -o plain main.o plain.a
	randcc -o thin main.o thin.a
	cmp plain thin
}

@test "ar reads the ordinary archive that replaces a thin one" {
	archive rcsT thin.a
	export RANDCC_SAVE_TEMPS=1 TMPDIR=$T/tmp
	mkdir tmp
	RANDCC_SEED=1 randcc -o thin main.o thin.a
	full=$(find tmp -name 'full*.a')
	[ "$(head -c 7 "$full")" = '!<arch>' ]
	diff <(ar t "$full") <(basename -a $members)
	nm -s "$full" | sed -n '/^Archive index/,/^$/p' >index
	nm -s thin.a | sed -n '/^Archive index/,/^$/p' | sed 's|in .*/|in |' |
		diff - index
	[ "$(grep -c ' in ' index)" -eq 100 ]
	mkdir extracted
	cd extracted
	ar x "../$full" odd.txt three.o
	cmp odd.txt ../odd.txt
	cmp three.o ../three.o
}

@test "an archive without an index is linked if the linker can, else gets its own message" {
	archive rcST thin.a
	run gcc -o plain main.o thin.a
	if [ "$status" -eq 0 ]; then
		RANDCC_SEED=1 randcc -o thin main.o thin.a
		RANDCC_SEED=2 randcc -o other main.o thin.a
		[ "$(./plain)" = "$(./thin)" ]
		differ thin other
		randld --inspect --note thin | grep -q '^randomised: yes'
		return
	fi
	[[ $output == *"no index"* ]]
	run env RANDCC_SEED=1 randcc -o thin main.o thin.a
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"thin.a"*"no index"* ]]
}

@test "a thin archive is recorded whole, so that the tree may go" {
	mkdir tree
	cp --parents main.o $members tree
	cd tree
	archive rcsT thin.a
	RANDCC_SEED=none RANDCC_RECORD=$T/record randcc -o program main.o thin.a
	RANDCC_SEED=7 randcc -o "$T/rebuilt" main.o thin.a
	cd ..
	rm -r tree one.o two.o three.o lib
	randld --replay record/program --seed 7 -o replayed
	cmp rebuilt replayed
	randld --replay record/program --seed none -o original
	differ original replayed
	[ "$(./original)" = "$(./replayed)" ]
}

@test "slim LTO objects in a thin archive are laid out" {
	for unit in one two three lib/sub/one a_name_beyond_15_characters; do
		randcc -O2 -flto -c -o "$unit.o" "$unit.c"
	done
	# shellcheck disable=SC2086
	gcc-ar rcsT thin.a ${members/odd.txt/}
	# shellcheck disable=SC2086
	gcc-ar rcs plain.a ${members/odd.txt/}
	RANDCC_SEED=3 randcc -O2 -flto -o thin main.o thin.a
	RANDCC_SEED=3 randcc -O2 -flto -o plain main.o plain.a
	cmp <(layout thin) <(layout plain)
	[ "$(./thin)" = "$(./plain)" ]
}

fails() { # TEXT: the link of broken.a fails with it, and leaves nothing
	run env RANDCC_SEED=1 TMPDIR="$T/tmp" randcc -o broken main.o broken.a
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *'randld: error: cannot read "broken.a"'*"$1"* ]]
	[ ! -e broken ]
	[ -z "$(ls "$T/tmp")" ]
}

@test "a missing member is named" {
	mkdir tmp
	archive rcsT broken.a
	rm two.o
	fails '"two.o": No such file or directory'
}

@test "a thin archive cut off anywhere is an error, never half an archive" {
	mkdir tmp
	archive rcsT broken.a
	cp broken.a whole.a
	size=$(stat -c %s whole.a)
	for cut in 1 30 59 60 61 $((size - 70)) $((size - 600)) $((size - 2000)); do
		head -c $((size - cut)) whole.a >broken.a
		fails ""
	done
}

@test "names and offsets that lead nowhere are refused" {
	mkdir tmp
	archive rcsT whole.a
	LC_ALL=C sed 's|^/0   |/9999|' whole.a >broken.a
	differ whole.a broken.a
	fails 'has no name'
	ar rcsT short.a one.o
	LC_ALL=C sed 's|^\(/0 .*\)644     [0-9]|\1644     x|' short.a >broken.a
	differ short.a broken.a
	fails 'no member header'
	cp short.a broken.a
	printf '\377' | dd of=broken.a bs=1 seek=75 conv=notrunc status=none
	fails 'its symbol index names no member'
	cp short.a broken.a
	printf '\377' | dd of=broken.a bs=1 seek=68 conv=notrunc status=none
	fails 'its symbol index is truncated'
	# Keep only the index: the members are cut off.
	head -c $(($(stat -c %s short.a) - 60)) short.a >broken.a
	fails 'its symbol index names no member'
	ar rcs inner.a one.o
	rm broken.a
	ar rcsT broken.a inner.a
	ar rcs inner.a odd.txt
	ar d inner.a one.o
	fails 'is not an archive with a member'
}
