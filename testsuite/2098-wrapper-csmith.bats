#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# testsuite/csmith/run, which `make check-csmith` calls, notices every kind of failure.
# The last test runs it on two random programs.

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

@test "a program whose output depends on randcc is kept with its flags" {
	command -v csmith >/dev/null || skip "no csmith here"
	own_build
	stand_in 'exec gcc "$@" -DRANDCC -Dmain=their_main -include /dev/null'
	REDUCE=no run -1 "$top/testsuite/csmith/run" "$own" 1 4
	echo "$output"
	[[ $output == *"$own/csmith/failed/4"* ]]
	[[ $output == *"1 programs: 0 the same, 1 differ"* ]]
	cd "$own/csmith/failed/4"
	./differs
	ln -sf "$build/bin/randcc" "$own/bin/randcc"
	not ./differs
}

@test "kept programs are tried first" {
	command -v csmith >/dev/null || skip "no csmith here"
	own_build
	mkdir -p csmith/kept
	cp "$top/testsuite/csmith/run" csmith/
	cp "$top/testsuite/drivers.sh" .
	echo '/* -O2:3:functions,units */
		#include <stdio.h>
		__attribute__((noipa)) int zero(void) { return 0; }
		int main(void) { puts("checksum = " KIND); return zero(); }' \
		>csmith/kept/kind.c
	stand_in 'exec gcc -DKIND="\"randcc\"" "$@"'
	printf '#!/bin/sh\nexec %s -DKIND="\\"gcc\\"" "$@"\n' \
		"$(command -v gcc)" >"$own/bin/gcc"
	chmod +x "$own/bin/gcc"
	run -1 csmith/run --kept "$own"
	[[ $output == "kind.c: differs: RANDCC_SEED=3 RANDCC_FACTORS=functions,units randcc -O2" ]]
	sed -i 's/KIND/"same"/' csmith/kept/kind.c
	# A kept program that is not randomised fails, because it proves
	# nothing.
	run -1 csmith/run --kept "$own"
	stand_in "exec '$build/bin/randcc' \"\$@\""
	run -0 csmith/run --kept "$own"
	[ -z "$output" ]
}

@test "a program is reduced to one that is sound" {
	own_build
	# The program reads uninitialised memory, so a difference is not
	# randcc's fault.
	echo '#include <stdio.h>
		int main(void) { int x; printf("checksum = %s%d\n", KIND, x);
		return 0; }' >wild.c
	sed 's/int x;/int x = 1;/' wild.c >sound.c
	for file in wild sound; do
		sed -i '1i #ifndef KIND\n#define KIND "gcc"\n#endif' $file.c
	done
	stand_in 'exec gcc -DKIND="\"randcc\"" "$@"'
	run -0 "$top/testsuite/csmith/run" --differs "$own" sound.c -O2 1 program
	run -1 "$top/testsuite/csmith/run" --differs "$own" wild.c -O2 1 program
}

# reduce_by SCRIPT: replace cvise by a script, and reduce a program that fails
reduce_by() { # SCRIPT
	printf '#!/bin/sh\n%s\n' "$1" >"$own/bin/cvise"
	chmod +x "$own/bin/cvise"
	rm -rf "$own/csmith"
	run -1 "$own/testsuite/csmith/run" "$own" 1 4
	echo "$1: $output"
}

@test "a program that fails is reduced, kept and tried first" {
	own_build
	mkdir -p "$own/testsuite/csmith/kept" "$own/tools"
	cp "$top/testsuite/csmith/run" "$own/testsuite/csmith/"
	cp "$top/testsuite/drivers.sh" "$own/testsuite/"
	cp "$top/tools/which-randcc" "$own/tools/"
	cat >"$own/bin/csmith" <<-'EOT'
		#!/bin/sh
		cat <<'END'
		#include <stdio.h>
		#ifndef KIND
		#define KIND "gcc"
		#endif
		int unused(void) { return 7; }
		int main(void) { puts("checksum = " KIND); return 0; }
		END
	EOT
	chmod +x "$own/bin/csmith"
	stand_in 'exec gcc -DKIND="\"randcc\"" "$@"'
	failed=$own/csmith/failed/4
	# The driver restores the program if the reducer fails, changes nothing, makes
	# the program larger, or leaves an empty file.
	for script in 'echo it rains; exit 3' : 'echo >>program.c' '>program.c'; do
		reduce_by "$script"
		[[ $output == *"not reduced: cvise ended with status "*"$failed/reduce.log"* ]]
		[[ $output != *"reduced by"* ]]
		[ ! -e "$failed/kept.c" ]
		"$own/bin/csmith" | cmp - "$failed/program.c"
	done
	reduce_by 'sed -i /unused/d program.c; exit 1'
	[[ $output == *"reduced by cvise, which ended with status 1, a test for "* ]]
	reduce_by 'sed -i /unused/d program.c; exec ./differs'
	[[ $output == *"reduced by cvise, a test for "*"$failed/kept.c"* ]]
	[[ $output == *"1 programs: 0 the same, 1 differ"* ]]
	not grep unused "$failed/kept.c"
	mv "$failed/kept.c" "$own/testsuite/csmith/kept/kind.c"
	printf '#!/bin/sh\necho "int main(void) { __builtin_puts(\\"checksum\\"); return 0; }"\n' \
		>"$own/bin/csmith"
	reduce_by :
	[[ ${lines[0]} == "kind.c: differs: RANDCC_SEED=8 RANDCC_FACTORS=functions,units randcc -Os" ]]
	ln -sf "$build/bin/randcc" "$own/bin/randcc"
	run -0 "$own/testsuite/csmith/run" "$own" 1 4
	grep -q -x 'kept	1' "$own/csmith/results"
}

# programs C: replace csmith by a script that prints the program C
programs() { # C
	printf '#!/bin/sh\necho "%s"\n' "$1" >"$own/bin/csmith"
	chmod +x "$own/bin/csmith"
}

@test "programs that are missing or too slow are no success" {
	command -v csmith >/dev/null || skip "no csmith here"
	own_build
	programs 'int main(void) { return 137; }' # as one out of time
	run -1 "$top/testsuite/csmith/run" "$own" 2 5
	echo "$output"
	[[ $output == *"2 programs: 0 the same, 0 differ, 2 too slow to judge, 0 not made"* ]]
	[[ $output == *"0 of 2 programs judged: too few"* ]]
	programs 'int main(void) { return 0; }'
	run -1 "$top/testsuite/csmith/run" "$own" 1 5
	echo "$output"
	[[ $output == *"5: unfit: -O0"* ]]
	printf '#!/bin/sh\n[ "$1" = --version ] || { echo it rains >&2; exit 3; }\n' \
		>"$own/bin/csmith"
	run -1 "$top/testsuite/csmith/run" "$own" 2 5
	echo "$output"
	[[ $output == *"5: not made: it rains: -O0"* ]]
	[[ $output == *"2 programs: 0 the same, 0 differ, 0 too slow to judge, 2 not made"* ]]
	# Two of three programs are judged, but the third makes the run fail.
	cat >"$own/bin/csmith" <<-'EOT'
		#!/bin/sh
		case $* in *" 6"*) exit 3 ;; esac
		echo 'int main(void) { __builtin_puts("checksum"); return 0; }'
	EOT
	run -1 "$top/testsuite/csmith/run" "$own" 3 5
	echo "$output"
	[[ $output == *"3 programs: 2 the same, 0 differ, 0 too slow to judge, 1 not made"* ]]
	run -0 "$top/testsuite/csmith/run" "$own" 1 5
	for n in 0 x -1; do
		run -2 "$top/testsuite/csmith/run" "$own" $n
		[[ $output == *"bad number of programs: N=$n"* ]]
	done
}

@test "two random programs print the same with randcc" {
	command -v csmith >/dev/null || skip "no csmith here"
	own_build
	# The user's settings do not apply to the programs.
	export RANDCC_CC=no-such-compiler RANDCC_UNSUPPORTED=fail
	REDUCE=no run -0 "$top/testsuite/csmith/run" "$own" 2 11
	echo "$output"
	cat "$own/csmith/results"
	grep -q -x 'csmith	csmith.*' "$own/csmith/results"
	# csmith writes a file into its current folder, which must not be this one.
	[ -z "$(ls)" ]
	grep -q -x '12	-O3 -g	24:functions,units 25:program	same' \
		"$own/csmith/results"
}
