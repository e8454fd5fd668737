#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small versions of what the builds of third-party programs do.  `make
# check-corpus` found these cases, and builds the programs themselves.

load wrapper.bash

setup() {
	wrapper_setup
	make_units 3 40
}

# laid_out COMMAND...: let the command make ./program with plain gcc, and with the seeds
# none, 1 and 2.  Plain gcc and the seed none give the same order; the seeds 1 and 2
# each give another one.
laid_out() {
	local seed
	CC="gcc -ffunction-sections" "$@"
	order_of program >order.plain
	./program >output.plain
	for seed in none 1 2; do
		CC=randcc RANDCC_SEED=$seed "$@"
		order_of program >order.$seed
		./program | cmp - output.plain
	done
	[ -s order.plain ]
	cmp order.plain order.none
	run cmp -s order.none order.1
	[ "$status" -eq 1 ]
	run cmp -s order.1 order.2
	[ "$status" -eq 1 ]
	cmp <(sort order.none) <(sort order.1)
	randld --inspect --note program | grep -x 'randomised: yes'
}

partial() {
	$CC -O2 -c main.c u0.c u1.c u2.c
	ld -r -o part.o u0.o u1.o
	$CC -nostdlib -r -o whole.o part.o u2.o
	$CC -o program main.o whole.o
}

@test "objects that ld -r linked together are laid out" {
	laid_out partial
	# There is one object, so that only ranks move functions.
	[ "$(objdump -h whole.o | grep -c 'randcc_')" -gt 120 ]
}

sorted_by_alignment() {
	$CC -O2 -fdata-sections -o program main.c u0.c u1.c u2.c \
		-Wl,--sort-common,--sort-section,alignment,--gc-sections
}

@test "--sort-section=alignment is respected" {
	laid_out sorted_by_alignment
}

in_groups() {
	$CC -O2 -c main.c u0.c u1.c u2.c
	rm -f libu0.a thin.a
	ar rcs libu0.a u0.o
	ar rcsT thin.a u1.o u2.o
	$CC -o program main.o -Wl,--start-group -Wl,--whole-archive libu0.a \
		-Wl,--no-whole-archive thin.a -Wl,--end-group -lm
}

@test "thin and ordinary archives work in a group and whole" {
	laid_out in_groups
}

@test "links repeated to find the libraries a program needs all work" {
	randcc -O2 -c main.c u0.c u1.c u2.c
	export RANDCC_SEED=3 RANDCC_RECORD=$PWD/record
	for libraries in "-lm -lnothing" "-lm -lcrypto_of_nobody" "-lm" ""; do
		# shellcheck disable=SC2086 # a list
		randcc -o program main.o u0.o u1.o u2.o $libraries \
			2>>log || echo "failed: $libraries" >>log
	done
	[ "$(grep -c '^failed' log)" -eq 2 ]
	randld --replay record/program --seed 3 -o again
	cmp program again
}

@test "a program that the build makes and runs generates the same" {
	cat >generate.c <<-'EOT'
		#include <stdio.h>
		static int square(int i) { return i * i; }
		int main(void)
		{
			for (int i = 0; i < 50; i++)
				printf("int g%d(void) { return %d; }\n", i, square(i));
			return 0;
		}
	EOT
	for i in 1 2 3; do
		randcc -O2 -o generate generate.c
		./generate >generated.$i.c
	done
	cmp generated.1.c generated.2.c
	cmp generated.2.c generated.3.c
}

@test "an assembler source beside the C ones keeps its code" {
	cat >asm.S <<-'EOT'
		.text
		.globl answer
		answer:
		#ifdef __aarch64__
		mov w0, #42
		#else
		mov $42, %eax
		#endif
		ret
		.section .note.GNU-stack,"",@progbits
	EOT
	printf 'int answer(void);\nint main(void) { return answer() - 42; }\n' >m.c
	RANDCC_SEED=1 randcc -O2 -o program m.c asm.S u0.c
	./program
}

@test "a linker script that names archives is refused, or noted on request" {
	randcc -O2 -c main.c u0.c u1.c u2.c
	ar rcs real.a u0.o u1.o
	ar rcs libwanted.a u2.o
	echo '/* ( a script */ GROUP ( "real.a", AS_NEEDED(-lwanted) )' >libs.a
	export RANDCC_SEED=1
	fails_with 1 'the linker script "./libs.a" names "real.a"' \
		randcc -o program main.o -L. -ls
	grep -q 'name that file on the command line' err
	[ ! -e program ]
	fails_with 1 'names "real.a"' randcc -o program main.o libs.a
	# The linker finds one archive beside the script, and the other by -l.
	mkdir elsewhere
	echo 'INPUT(-lwanted)' >libt.a
	fails_with 1 'names "-lwanted"' randcc -o program main.o real.a libt.a -L.
	(cd elsewhere && fails_with 1 'names "real.a"' randcc -o program \
		../main.o ../libs.a)

	RANDCC_UNSUPPORTED=pass randcc -o program main.o -L. -ls 2>err
	grep -q '"real.a", whose functions are not randomised' err
	./program
	RANDCC_SEED=none randcc -o program main.o -L. -ls
	./program
	# A script that names no file of the user is accepted.
	echo 'INPUT(-lm -lc)' >libu.a
	randcc -o program main.o real.a libwanted.a libu.a
	./program
}
