#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Inputs that are wrong in every way, whole programs against them: an error,
# never a crash, never a program that was silently not randomised.

setup() {
	load wrapper.bash
	wrapper_setup
}

@test "valgrind has nothing to say of a link" {
	command -v valgrind >/dev/null || skip 'no valgrind'
	make_units 2 4
	randcc -O1 -c main.c u0.c u1.c
	ar rcsT thin.a u1.o
	for factors in functions,units program,padding; do
		RANDCC_LD=$(command -v ld) RANDCC_SEED=1 RANDCC_FACTORS=$factors \
			RANDCC_RECORD=$PWD/rec valgrind -q --error-exitcode=9 \
			"$build/bin/randld" -e main main.o u0.o thin.a --defsym=printf=0 -o p
	done
	valgrind -q --error-exitcode=9 "$build/bin/randld" --replay rec/p --seed 2 -o q
	valgrind -q --error-exitcode=9 "$build/bin/randld" --inspect q >/dev/null
}
