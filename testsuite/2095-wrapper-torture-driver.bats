#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# testsuite/torture/run, which `make check-torture` calls, notices every kind of
# failure.  2096 runs it on a sample of gcc's own tests.

bats_require_minimum_version 1.5.0
load wrapper.bash
load torture.bash

setup() {
	wrapper_setup
	top=$BATS_TEST_DIRNAME/..
	unset SOURCES SHARE SAMPLE LAYOUTS ALL
	export JOBS=1
}

# stand_in SCRIPT: replace randcc by a script
stand_in() { # SCRIPT
	rm "$own/bin/randcc"
	printf '#!/bin/sh\n%s\n' "$1" >"$own/bin/randcc"
	chmod +x "$own/bin/randcc"
}

# Make tests like gcc's: one passes, one fails, one does not compile, and one prints
# something else each time.
own_tests() {
	own_build
	local tests=$own/torture/testsuite
	mkdir -p "$tests/gcc.c-torture/execute" "$tests/gcc.dg/lto" \
		"$tests/g++.dg" "$tests/gfortran.dg"
	touch "$tests/.complete"
	cd "$tests/gcc.c-torture/execute" || return
	echo '/* { dg-options "-DSTATUS=0" } */
		int f(int x) { return x; }
		int main(void) { return f(STATUS); }' >passes.c
	echo 'int main(void) { __builtin_abort(); }' >fails.c
	echo 'int main(void) { return x; }' >broken.c
	echo '#include <stdio.h>
		#include <time.h>
		int main(void) { struct timespec t;
		clock_gettime(CLOCK_MONOTONIC, &t);
		printf("%ld\n", t.tv_nsec); return 0; }' >restless.c
	cd ../../gcc.dg/lto || return
	echo '/* { dg-lto-do run } */
		/* { dg-lto-options { { -O2 -flto } { -O1 -flto -flto-partition=1to1 } } } */
		int g(void); int main(void) { return g() - 7; }' >two_0.c
	echo 'int g(void) { return 7; }' >two_1.c
	echo '// { dg-do compile }' >../../g++.dg/no_run.C
}

@test "verdicts are compared, and tests that cannot be judged are counted" {
	own_tests
	SHARE=1 run -0 "$top/testsuite/torture/run" -v "$own"
	echo "$output"
	[[ $output == *"5 tests, 18 times compiled"* ]]
	# Each test has 2 layouts for each of its flags.  Two tests pass:
	# passes.c with 4 flags, and the test of two files with 2 flags.
	[[ $output == *" 12 same, and pass"* ]]
	# fails.c aborts with 4 flags and 2 layouts each, which is counted 8
	# times.  broken.c does not compile with 4 flags, which is counted 4
	# times.
	[[ $output == *" 12 same, and fail or only link"* ]]
	[[ $output == *" 8 unstable"* ]]
	[[ $output == *" 1 skipped: kind"* ]]
	# Tests that do not compile or have no verdict do not count.
	[[ $output == *" 10 of 18 compiled of C came to a program"* ]]
}

# without COMMAND: make ./tools, a folder for PATH with all commands except this one
without() { # COMMAND
	mkdir tools
	ln -s /usr/bin/* "$own"/bin/* tools/
	rm -f "tools/$1" "$own/bin/$1"
}

@test "tests without their compiler are skipped by name" {
	own_tests
	echo 'program p; ! { dg-do run }
		end program' >"$own/torture/testsuite/gfortran.dg/empty.f90"
	SHARE=1 run -0 "$top/testsuite/torture/run" "$own" gfortran.dg/empty.f90 \
		gcc.c-torture/execute/passes.c
	[[ $output == *" 4 of 4 compiled of Fortran came to a program"* ]]
	without gfortran
	PATH=$PWD/tools run -0 "$top/testsuite/torture/run" "$own" \
		gfortran.dg/empty.f90 gcc.c-torture/execute/passes.c
	echo "$output"
	[[ $output == *" 1 skipped: no gfortran, Fortran"* ]]
	grep -q -x 'skipped: no gfortran, Fortran	1' "$own/torture/results"
	PATH=$PWD/tools run "$top/testsuite/torture/run" "$own" \
		gfortran.dg/empty.f90
	[ "$status" -ne 0 ]
	[[ $output == *"1 skipped: no gfortran, Fortran"* ]]
}

@test "a language that yields hardly any program is an error" {
	own_tests
	passes=gcc.c-torture/execute/passes.c
	broken=gcc.c-torture/execute/broken.c
	sed 's/x;/y;/' "$own/torture/testsuite/$broken" \
		>"$own/torture/testsuite/gcc.c-torture/execute/too.c"
	run -0 "$top/testsuite/torture/run" "$own" $passes $broken
	[[ $output == *" 4 of 8 compiled of C came to a program"* ]]
	run -1 "$top/testsuite/torture/run" "$own" $passes $broken \
		gcc.c-torture/execute/too.c
	echo "$output"
	[[ $output == *" 4 of 12 compiled of C came to a program: too few for a result"* ]]
	without prlimit
	PATH=$PWD/tools run "$top/testsuite/torture/run" "$own" $passes
	[ "$status" -ne 0 ]
	[[ ${lines[0]} == 'torture: no "prlimit" here' ]]
}

@test "paths with a space and flags that dump files work" {
	own_tests
	cd "$BATS_TEST_TMPDIR/w"
	mkdir "$BATS_TEST_TMPDIR/a build"
	mv "$own" "$BATS_TEST_TMPDIR/a build/own"
	own="$BATS_TEST_TMPDIR/a build/own"
	sed -i 's/{ -O1/{ -O2 -flto -fdump-ipa-icf } { -O1/' \
		"$own/torture/testsuite/gcc.dg/lto/two_0.c"
	run -0 "$top/testsuite/torture/run" "$own" gcc.dg/lto/two_0.c
	echo "$output"
	[[ $output == *" 4 same, and pass"* ]]
	[[ $output == *" 1 skipped: flags that dump, C"* ]]
	grep -q '^lib/randcc/.*/layout.so	' "$own/torture/results"
	# The path of gcc's sources, which make passes on, has a space too.
	mkdir -p "with space/gcc-1/gcc/testsuite/gcc.c-torture/execute"
	for folder in gcc.dg/lto g++.dg gfortran.dg; do
		mkdir -p "with space/gcc-1/gcc/testsuite/$folder"
		touch "with space/gcc-1/gcc/testsuite/$folder/none"
	done
	echo 'int main(void) { return 0; }' \
		>"with space/gcc-1/gcc/testsuite/gcc.c-torture/execute/one.c"
	major=$(gcc -dumpversion)
	tar -C "with space" -cJf "with space/gcc-${major%%.*}.1.tar.xz" gcc-1
	own_build
	line=$(make --no-print-directory -C "$top" -n O="$own" \
		SOURCES="$PWD/with space" check-torture-built |
		grep -A 9 'SOURCES=')
	(cd "$top" && sh -c "$line") >out
	cat out
	grep -q -x "torture: 1 tests, 4 times compiled" out
}

@test "another exit, a failed compilation and a failed link are seen" {
	own_tests
	for script in 'exec gcc "$@" -DSTATUS=1 -USTATUS -DSTATUS=1' \
		'case " $* " in *" -c "*passes*) echo error: it rains >&2; exit 1 ;; esac; exec gcc "$@"' \
		'case " $* " in *" -c "*) exec gcc "$@" ;; esac; echo error: it rains >&2; exit 1' \
		'exec gcc "$@"'; do
		stand_in "$script"
		run -1 "$top/testsuite/torture/run" "$own" \
			gcc.c-torture/execute/passes.c
		echo "$script: $output"
		[[ $output == *"passes.c"*"DIFFERS"* ]]
		[[ $output != *"same"* || $script == *'exec gcc "$@"' ]]
		[[ $script != *rains* || $output == *"(error: it rains)"* ]]
	done
	# Plain gcc, the last script, makes a correct program.  Only the missing note
	# of randld shows that the program is not laid out.
	[[ $output == *"not marked randomised"* ]]
}

# Run the driver with the test NAME.  If gcc compiles the test, its program ends with
# the statement HOW.  If the command RANDCC compiles it, its program returns 0.
ends() { # NAME HOW RANDCC
	echo "/* { dg-options \"-DEND=$2\" } */
		int main(void) { END; return 0; }" \
		>"$own/torture/testsuite/gcc.c-torture/execute/$1"
	stand_in "exec $3 \"\$@\" -UEND -DEND="
	LAYOUTS=1 run "$top/testsuite/torture/run" "$own" \
		"gcc.c-torture/execute/$1"
	echo "$1, $2, $3: $output"
}

@test "another exit is counted where gcc's own program faults" {
	own_tests
	randcc=$build/bin/randcc
	ends faults.c '__builtin_trap()' "$randcc"
	[ "$status" -eq 0 ]
	[[ $output == *"faults.c"*"faults: gcc runs: 132 "*"randcc runs: 0 "* ]]
	[[ $output == *" 4 gcc's own faults"* ]]
	# The name of a test determines the layouts that the driver draws.  For
	# traps.c, one of the four layouts is the original one.  An exit other
	# than gcc's counts as a difference there.
	ends traps.c '__builtin_trap()' "$randcc"
	[ "$status" -eq 1 ]
	[[ $output == *"none none"*"DIFFERS"* ]]
	[[ $output == *" 1 DIFFERS"*" 3 gcc's own faults"* ]]
	# These fail: an abort(), a failed link, and a program that randcc did not lay out.
	ends faults.c '__builtin_abort()' "$randcc"
	[[ $output == *" 4 DIFFERS"* ]]
	ends faults.c '__builtin_trap()' "$randcc -Wl,--none-such"
	[[ $output == *": unrecognized option"*" 4 DIFFERS"* ]]
	ends faults.c '__builtin_trap()' gcc
	[[ $output == *"not marked randomised"*" 4 DIFFERS"* ]]
}

# Make the last run look as if it had been interrupted after its first ROWS results.
interrupted() { # ROWS
	awk -F'\t' -v n="$1" 'NF == 4 && ++i > n { exit }
		$1 !~ /^(randcc|part|share|skipped.*)$/' \
		"$own/torture/results" >"$own/torture/unfinished"
}

@test "an interrupted run continues, and a finished one starts again" {
	own_tests
	passes=gcc.c-torture/execute/passes.c
	run -0 "$top/testsuite/torture/run" "$own" $passes
	[[ $output == *" s of processor time"* ]]
	first=$(grep -v ' of processor time$' <<<"$output")
	interrupted 6
	sed -i 's/same: runs: 0/DIFFERS/' "$own/torture/unfinished"
	run -1 "$top/testsuite/torture/run" "$own" $passes
	[[ $output == *" 4 DIFFERS"*" 4 same, and pass"* ]]
	[ ! -e "$own/torture/unfinished" ]
	run -0 "$top/testsuite/torture/run" "$own" $passes
	[ "$(grep -v ' of processor time$' <<<"$output")" = "$first" ]
	# There are 4 sets of flags.  Each set has three lines: 2 layouts, and the time.
	[ "$(grep -c "^$passes" "$own/torture/results")" -eq 12 ]
	[ "$(cut -f2,3 "$own/torture/results" | grep -c 'seconds$')" -eq 4 ]
}

@test "results belong to one driver, compiler, linker and C library" {
	own_tests
	mkdir -p "$own/testsuite/torture" "$own/tools"
	driver=$own/testsuite/torture/run
	cp "$top/testsuite/torture/run" "$driver"
	cp "$top/testsuite/torture/Tests.pm" "${driver%/*}"
	cp "$top/tools/which-randcc" "$own/tools/"
	passes=gcc.c-torture/execute/passes.c
	run -0 "$driver" "$own" $passes
	interrupted 12
	sed -i 's/same: runs: 0/DIFFERS/' "$own/torture/unfinished"
	cp "$own/torture/unfinished" before
	run -1 "$driver" "$own" $passes
	for tool in gcc ld ldd; do
		cat >"$own/bin/$tool" <<-EOT
			#!/bin/sh
			[ "\$1" = --version ] || exec $(command -v $tool) "\$@"
			$(command -v $tool) --version | sed '1s/$/, other/'
		EOT
		chmod +x "$own/bin/$tool"
		cp before "$own/torture/unfinished"
		run "$driver" "$own" $passes
		echo "$tool: $output"
		[ "$status" -eq 0 ]
		rm "$own/bin/$tool"
	done
	for file in "$driver" "${driver%/*}/Tests.pm"; do
		cp before "$own/torture/unfinished"
		echo '# changed' >>"$file"
		run -0 "$driver" "$own" $passes
		cp "$top"/testsuite/torture/{run,Tests.pm} "${driver%/*}"
	done
	cp before "$own/torture/unfinished"
	echo /other.tar.xz >"$own/torture/testsuite/.complete"
	run -0 "$driver" "$own" $passes
	grep -q -x "tests	other.tar.xz" "$own/torture/results"
}

@test "missing sources are reported" {
	own_build
	SOURCES=/nonexistent run -77 "$top/testsuite/torture/run" "$own"
	[[ $output == *"skipped: gcc's sources are not here"* ]]
}

@test "a folder without any test is an error" {
	own_tests
	run "$top/testsuite/torture/run" "$own" gcc.c-torture/execute/none.c
	[ "$status" -ne 0 ]
	[[ $output == "torture: no such tests" ]]
}
