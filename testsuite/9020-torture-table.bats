#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page of gcc's own tests and random programs counts every verdict once, and
# hides none: made of results as testsuite/torture/run and testsuite/csmith/run
# write them.

bats_require_minimum_version 1.5.0

setup() {
	table=$BATS_TEST_DIRNAME/torture/table
	torture=$BATS_TEST_TMPDIR/torture
	csmith=$BATS_TEST_TMPDIR/csmith
	printf '%s\t%s\n' layouts 2 factors 'functions,units none' \
		gcc 'gcc 12' ld 'ld 2' libc 'ldd 3' tests gcc-12.tar.xz \
		randcc '0.1.0 (1234abc)' part all share 16 \
		'skipped: kind, C' 5 'skipped: kind, C++' 6 >"$torture"
	printf '%s\t%s\n' randcc '0.1.0 (fedc987)' gcc 'gcc 12' ld 'ld 2' \
		libc 'ldd 3' csmith 'csmith 2.3.0' kept 1 \
		'kept that differ' 0 seconds 77 >"$csmith"
}

verdict() { # TEST FLAGS LAYOUT VERDICT: of one of gcc's tests
	printf '%s\t%s\t%s\t%s\n' "$@" >>"$torture"
}

random() { # NUMBER FLAGS LAYOUTS VERDICT
	printf '%s\t%s\t%s\t%s\n' "$@" >>"$csmith"
}

row() { # ROW: the page has this line
	grep -q -x -F -e "$1" <<<"$output" || {
		echo "no line: $1"
		echo "$output"
		false
	}
}

# One test with one verdict of each kind, and another one.
fill() {
	a=gcc.c-torture/execute/a.c
	verdict $a -O2 '5 functions,units' 'same: runs: 0 d41d8cd9'
	verdict $a -O2 'none none' 'same: runs: 134 d41d8cd9'
	verdict $a -O2 '7 functions,units' 'same: links'
	verdict $a -O2 '8 functions,units' 'same: does not link'
	verdict $a -O2 '9 functions,units' unstable
	verdict $a -O2 '9 functions,units' 'faults: gcc x; randcc y'
	verdict $a -O2 seconds 1.50
	verdict gcc.c-torture/execute/b.c -O2 compile 'same: does not compile'
	verdict gcc.c-torture/execute/b.c -O2 seconds 2.25
	verdict gfortran.dg/c.f90 '-O2 -g' '4 functions,units' \
		'same: runs: 0 d41d8cd9'
	verdict gfortran.dg/c.f90 '-O1' 'none none' 'same: runs: 0 d41d8cd9'
}

@test "torture: each language and set of flags has a row of tests and verdicts" {
	fill
	run -0 "$table" "$torture" "$csmith"
	# shellcheck disable=SC2016 # code spans, here and below
	row '| C: gcc.c-torture/execute | `-O2` | 2 | 2 | 1 | 1 | 1 | 2 | 1 | 1 | 0 |'
	row '| Fortran: gfortran.dg | its own | 1 | 2 | 2 | 0 | 0 | 0 | 0 | 0 | 0 |'
	row "- gcc's own tests: of 9 verdicts 7 the same, 0 differ, 1 where gcc's own program faults, 1 unstable"
	row 'Made by `make check-torture SHARE=16 LAYOUTS=2` and `make torture-table`; not to be edited.'
	row 'By `make check-torture SHARE=16 LAYOUTS=2`:'
	row 'all of gcc.c-torture/execute and gcc.dg/lto, and one in 16 of g++.dg and gfortran.dg'
	row '(`ALL=1`, which takes all of these too, it was not).'
	row '3 tests, compiled 4 times by gcc and as often by randcc, each for 2 layouts.'
	row '4 s of processor time.'
	row 'Skipped: 5 (kind, C); 6 (kind, C++); the kind is that of a test not to be run.'
	row '| `functions,units` | 4 | 1 | 1 | 0 |'
	row '| the original layout | 2 | 0 | 0 | 0 |'
	row "Seeds and factors go by the test's name and flags; seeds: 5, from 4 to 9."
	row '| randcc | 0.1.0 (1234abc) | 0.1.0 (fedc987) |'
	row '| tests | gcc-12.tar.xz | csmith 2.3.0 |'
	# What is not run is not said to be the same.
	row 'Not run.'
	[[ $output != *"random programs: of"* ]]
}

@test "torture: tests that fault, differ or have an unknown verdict are named" {
	fill
	verdict $a -O0 '3 functions,units' 'DIFFERS: gcc x; randcc z'
	verdict $a -O0 compile 'DIFFERS: only randcc compiles it'
	verdict $a -O0 'none none' 'same'
	run -0 "$table" "$torture" "$csmith"
	# shellcheck disable=SC2016 # code spans
	row '| C: gcc.c-torture/execute | `-O0` | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 3 |'
	row "- gcc's own tests: of 12 verdicts 7 the same, 3 differ, 1 where gcc's own program faults, 1 unstable"
	row '- `gcc.c-torture/execute/a.c`, `-O2`, 9 functions,units: faults: gcc x; randcc y'
	row '- `gcc.c-torture/execute/a.c`, `-O0`, 3 functions,units: DIFFERS: gcc x; randcc z'
	row '- `gcc.c-torture/execute/a.c`, `-O0`, compile: DIFFERS: only randcc compiles it'
	row '- `gcc.c-torture/execute/a.c`'
	row '| `functions,units` | 4 | 1 | 1 | 1 |'
}

@test "torture: a sample is called a sample" {
	fill
	sed -i 's/^part\t.*/part\tone in 8/' "$torture"
	run -0 "$table" "$torture" "$csmith"
	# shellcheck disable=SC2016 # code spans, here and below
	row 'By `make check-torture SHARE=16 SAMPLE=8 LAYOUTS=2`:'
	row '(`ALL=1`, which takes all of these too, it was not); of these one in 8.'
	for part in 'named ones' 'one in 8, part 1 of 2'; do
		sed -i "s/^part\t.*/part\t$part/" "$torture"
		run -0 "$table" "$torture" "$csmith"
		row "By \`testsuite/torture/run\` ($part):"
	done
}

@test "torture: a whole run is called whole, and sets of flags that dump files are named" {
	fill
	sed -i 's/^share\t.*/share\t1/' "$torture"
	printf 'skipped: flags that dump, C\t7\n' >>"$torture"
	run -0 "$table" "$torture" "$csmith"
	# shellcheck disable=SC2016 # a code span
	row 'By `make check-torture ALL=1 LAYOUTS=2`:'
	row 'all of gcc.c-torture/execute, gcc.dg/lto, g++.dg and gfortran.dg.'
	row 'Skipped: 5 (kind, C); 6 (kind, C++); 7 (flags that dump, C); the kind is that of a test not to be run, flags that dump are a set of them, of a test of LTO.'
}

@test "csmith: each set of flags has a row, and different outputs are named" {
	random 1001 -O2 '2002:functions,units 2003:program' same
	random 1002 -O2 '2004:functions,data,stack 2005:program' same
	random 1003 -O0 '2006:program 2007:program' slow
	random 1004 -O0 '2008:program 2009:program' 'not made: it rains'
	random 1005 -O0 '2010:program 2011:program' \
		'differs: RANDCC_SEED=2010 RANDCC_FACTORS=program randcc -O0: here'
	random 1006 -O0 '2010:program 2011:program' ''
	run -0 "$table" /nonexistent "$csmith"
	row '- random programs: of 6 2 the same, 1 differ, 1 too slow to judge, 2 not made'
	row "By \`make check-csmith N=6 FIRST=1001\`, for csmith's seeds 1001 to 1006: each prints a"
	row 'Made by `make check-csmith N=6 FIRST=1001` and `make torture-table`; not to be edited.'
	row '77 s of processor time.'
	# shellcheck disable=SC2016 # code spans
	row '| `-O2` | 2 | 2 | 0 | 0 | 0 |'
	row '| `-O0` | 4 | 0 | 1 | 2 | 1 |'
	row '| `program` | 2 |'
	row '| `functions,data,stack` | 1 |'
	row '- 1004: `-O0`: not made: it rains'
	row '- 1005: `-O0`: differs: RANDCC_SEED=2010 RANDCC_FACTORS=program randcc -O0: here'
	row '- 1006: `-O0`: '
	row 'Programs that failed once and are kept: 1; of these fail: 0.'
	[[ $output != *"own tests: of"* ]]
	# As it was called, though the last one ended early.
	printf '%s\t%s\n' n 7 first 1000 >>"$csmith"
	run -0 "$table" /nonexistent "$csmith"
	row "By \`make check-csmith N=7 FIRST=1000\`, for csmith's seeds 1001 to 1006: each prints a"
	row '| tests | - | csmith 2.3.0 |'
}
