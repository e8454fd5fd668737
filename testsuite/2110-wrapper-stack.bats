#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The factor stack: it lowers the stack pointer before the program starts.

bats_require_minimum_version 1.5.0

setup() {
	load wrapper.bash
	wrapper_setup
}

note() {
	randld --inspect --note "$1"
}

# Print the offset of the stack in the note.
offset_of() {
	note "$1" | sed -n 's/^stack: \([0-9]*\)$/\1/p'
}

# Make a program that prints the contents of its stack, and to standard error the
# address of its arguments on the stack.
make_main() {
	cat >main.c <<-'EOT'
		#include <link.h>
		#include <stdio.h>
		#include <stdint.h>
		#include <string.h>
		#include <sys/auxv.h>
		extern char **environ;
		static int n_constructed;
		__attribute__((constructor)) static void construct(int argc, char **argv, char **envp)
		{
			n_constructed = argc + (argv[argc] == 0) + (strcmp(*envp, *environ) == 0);
		}
		int main(int argc, char **argv, char **envp)
		{
			_Alignas(16) char aligned[16];
			char **p;
			ElfW(auxv_t) *aux;
			int n_aux = 0;
			printf("%d arguments, constructor %d, misaligned %d\n", argc,
			       n_constructed, (int)((uintptr_t)aligned % 16));
			for (p = argv; *p; p++)
				printf("argument %s\n", *p);
			for (p++; *p; p++)
				if (strncmp(*p, "T_", 2) == 0)
					printf("variable %s\n", *p);
			for (aux = (void *)(p + 1); aux->a_type != AT_NULL; aux++) {
				n_aux++;
				if (aux->a_type == AT_PAGESZ || aux->a_type == AT_EXECFN)
					printf("auxiliary %d\n", getauxval(aux->a_type) == aux->a_un.a_val);
			}
			printf("%d in all; environ %d\n", n_aux, strcmp(environ[0], envp[0]) == 0);
			fprintf(stderr, "%lu\n", (unsigned long)(uintptr_t)argv);
			return 7;
		}
	EOT
}

# run_at PROGRAM: run it without address randomization, write its output to `out`, and
# print the address of its arguments.
run_at() {
	local status=0
	cp "$1" program
	env -i ${LD_PRELOAD:+"LD_PRELOAD=$LD_PRELOAD"} T_A=1 T_B=two setarch -R ./program x 'y z' >out 2>'at' || status=$?
	[ $status = 7 ] || return 1
	cat at
}

@test "the seed lowers the stack by 0 to 4096 bytes in steps of 16" {
	make_main
	setarch -R true || skip 'setarch -R is not permitted'
	export RANDCC_FACTORS=stack
	for flags in '' -static -static-pie -no-pie '-O2 -flto' -Wl,-z,now -pg \
		-Wl,--gc-sections "$(protect_branches)"; do
		# shellcheck disable=SC2086
		gcc $flags main.c -o p0
		first=$(run_at p0)
		cp out want
		for seed in 1 2 3; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc $flags main.c -o p$seed
			at=$(run_at p$seed)
			diff want out
			# The copied part takes less than a page.
			[ $((first - at - 4096)) = "$(offset_of p$seed)" ]
		done
		[ "$(offset_of p1)" != "$(offset_of p2)" ]
	done
	RANDCC_RECORD=$PWD/record randcc main.c -o p
	randld --replay record/p --seeds 1..40 -o many.%s >many
	for seed in {1..40}; do
		offset_of "many.$seed"
	done >offsets
	awk '$1 % 16 || $1 < 0 || $1 > 4096 { exit 1 }
		$1 < 1024 { low++ } $1 > 3072 { high++ }
		END { exit !(NR == 40 && low > 2 && high > 2) }' offsets
	note p | grep -qx 'randomised: yes'
}

@test "the C library's environment is whole at every offset" {
	cat >environment.c <<-'EOT'
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		extern char **environ;
		static int missing(char **from)
		{
			int n = 100;
			for (char **p = from; *p != NULL; p++)
				n -= strncmp(*p, "T_", 2) == 0;
			for (int i = 1; i <= 100; i++) {
				char name[16];
				snprintf(name, sizeof(name), "T_%d", i);
				n += getenv(name) == NULL || atoi(getenv(name)) != i;
			}
			return n;
		}
		int main(int argc, char **argv, char **envp)
		{
			return argc != 2 || missing(environ) || missing(envp) ||
			       missing(argv + argc + 1);
		}
	EOT
	for i in {1..100}; do
		variables+=("T_$i=$i")
	done
	export RANDCC_FACTORS=stack
	for flags in '' -static; do
		RANDCC_RECORD=$PWD/record randcc $flags environment.c -o p
		randld --replay record/p --seeds 1..16 -o e.%s >many
		for seed in {1..16}; do
			env -i "${variables[@]}" ./e."$seed" x
		done
	done
}

@test "functions and data stay where they are for every seed" {
	make_units 3 20
	for seed in 1 2; do
		RANDCC_FACTORS=stack RANDCC_SEED=$seed randcc main.c u0.c u1.c u2.c -o p$seed
		nm p$seed >names$seed
		note p$seed >note$seed
	done
	cmp names1 names2
	not cmp note1 note2
	# Two programs that differ only in the offset have different digests.
	not diff <(grep digest note1) <(grep digest note2)
	# The program is the plain program with one more function.
	gcc -ffunction-sections main.c u0.c u1.c u2.c -o plain
	diff <(order_of plain) <(order_of p1 | grep -vx __randcc_entry)
	RANDCC_FACTORS=stack RANDCC_SEED=none randcc main.c u0.c u1.c u2.c -o orig
	note orig | not grep -q '^stack'
	diff <(nm plain) <(nm orig)
}

@test "a replay with other factors gives the same bytes" {
	make_main
	export RANDCC_FACTORS=functions,units,padding,stack RANDCC_SEED=3
	RANDCC_RECORD=$PWD/record randcc -O2 main.c -o p3
	randld --replay record/p3 --seed 3 -o q3
	cmp p3 q3
	randld --replay record/p3 --seed 4 -o q4
	RANDCC_SEED=4 randcc -O2 main.c -o p4
	cmp p4 q4
	note p3 | grep -qx 'factors: functions,units,padding,stack'
	[ "$(offset_of p3)" != "$(offset_of p4)" ]
	run -7 ./q4
}

@test "exceptions, ending threads and exit handlers work, in C++ and Fortran too" {
	cat >a.cc <<-'EOT'
		#include <cstdio>
		#include <cstdlib>
		#include <pthread.h>
		#include <stdexcept>
		struct Last { ~Last() { std::puts("last"); } } last;
		static void bye() { std::puts("bye"); }
		int main(int argc, char **)
		{
			struct Frame { ~Frame() { std::puts("main's frame"); } } frame;
			std::atexit(bye);
			try {
				throw std::runtime_error("thrown");
			} catch (const std::exception &e) {
				std::puts(e.what());
			}
			if (argc > 2)
				throw 1;
			if (argc > 1)
				pthread_exit(nullptr);
			return 3;
		}
	EOT
	printf 'program p\n print *, command_argument_count()\nend program\n' >p.f90
	export RANDCC_FACTORS=stack RANDCC_SEED=1
	for flags in -O0 '-O2 -static-pie' '-O2 -flto'; do
		# shellcheck disable=SC2086
		g++ $flags a.cc -o plain
		# shellcheck disable=SC2086
		randc++ $flags a.cc -o p
		for arguments in '' x; do
			status=0 plain_status=0
			# shellcheck disable=SC2086
			./plain $arguments >want || plain_status=$?
			# shellcheck disable=SC2086
			./p $arguments >out || status=$?
			diff want out
			[ $status = $plain_status ]
		done
		run -134 bash -c './p x y'
	done
	randfc p.f90 -o p
	[ "$(./p x y | tr -d ' ')" = 2 ]
}

@test "gdb's backtraces end where they did" {
	native_only 'gdb starts programs of its own machine'
	command -v gdb || skip 'no gdb'
	make_main
	export RANDCC_FACTORS=stack RANDCC_SEED=1
	randcc -g main.c -o p
	gdb -batch -nx -ex 'set backtrace past-main on' \
		-ex 'set backtrace past-entry on' -ex 'break __randcc_entry' \
		-ex 'break main' -ex run -ex bt -ex 'stepi 12' -ex bt \
		-ex continue -ex bt --args ./p x >log 2>&1
	# Stop in the added code, at its beginning and in its middle, then in main,
	# whose last caller is the start file.
	[ "$(grep -c '^#0 .* __randcc_entry ()' log)" = 2 ]
	grep '^#' log | head -2 | not grep -qv '^#0 .* __randcc_entry ()'
	grep '^#' log | tail -n +3 | head -1 | grep -q 'main (argc=2'
	grep '^#' log | tail -1 | grep -q '_start ()'
}

@test "a program may name another entry point, none, or one in its script" {
	cat >start.S <<-'EOT'
		.globl go
		.type go,@function
		#ifdef __aarch64__
		go:	ldr x0, [sp]	/* argc is the exit status */
			mov x8, #93
			svc #0
		#else
		go:	mov (%rsp), %rdi
			mov $60, %eax
			syscall
		#endif
		.section .note.GNU-stack,"",@progbits
	EOT
	gcc -c start.S
	export RANDCC_FACTORS=stack RANDCC_SEED=1
	for option in '-e go' -ego --entry=go '--entry go'; do
		# shellcheck disable=SC2086
		randld $option start.o -o p
		run -3 ./p x y
		[ "$(offset_of p)" -gt 0 ]
	done
	randld start.o -o p 2>err
	note p | grep -qx 'stack: none (no entry point)'
	note p | grep -qx 'randomised: no (nothing to move)'
	fails_with 125 'entry point is an address' randld -e 0x401000 start.o -o p
	grep -q 'name a symbol with -e' err
	[ ! -e p ] || [ p -ot err ]
	ld --verbose | sed '1,/^=====/d; /^=====/,$d; s/ENTRY(_start)/ENTRY(go)/;
		s/\*(SORT(.text.sorted.\*))/&/' >script
	fails_with 125 'the linker script chooses the entry point' randld -T script start.o -o q
	randld -T script -e go start.o -o q
	run -3 ./q x y
	RANDCC_UNSUPPORTED=pass randld -T script start.o -o q 2>err
	note q | grep -qx 'stack: none (not supported)'
}

@test "another machine is refused" {
	echo '.globl _start; _start: nop' >start.S
	gcc -c start.S
	printf '\363\000' | dd of=start.o bs=1 seek=18 conv=notrunc status=none
	RANDCC_FACTORS=stack RANDCC_SEED=1 fails_with 125 'the factor stack needs x86-64, i386 or aarch64' randld start.o -o p
	grep -q 'hint: take "stack" out of RANDCC_FACTORS' err
	[ ! -e p ]
}

@test "a shared library is not shifted, and its note says so" {
	make_units 1 9
	RANDCC_FACTORS=stack RANDCC_SEED=1 randcc -fPIC -shared u0.c -o libu.so
	note libu.so | grep -qx 'stack: none (a shared library)'
	note libu.so | grep -qx 'randomised: no (nothing to move)'
	RANDCC_FACTORS=functions,stack RANDCC_SEED=1 randcc -fPIC -shared u0.c -o libu.so
	note libu.so | grep -qx 'randomised: yes'
}

@test "i386 programs are shifted too" {
	cat >start.S <<-'EOT'
		.globl _start
		.type _start,@function
		_start:	mov (%esp), %ebx
			mov 4(%esp,%ebx,4), %eax	/* NULL behind the arguments */
			add %eax, %ebx
			lea 8(%esp,%ebx,4), %esi
		1:	lodsl
			test %eax, %eax
			jnz 1b
		2:	lodsl			/* AT_PAGESZ is 6 */
			cmp $6, %eax
			lodsl
			jne 2b
			shr $12, %eax
			add %eax, %ebx		/* arguments + pages of 4 KiB */
			mov $1, %eax
			int $0x80
		.section .note.GNU-stack,"",@progbits
	EOT
	gcc -m32 -c start.S 2>/dev/null || skip 'no 32-bit assembler'
	export RANDCC_FACTORS=stack
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -m32 -static -nostdlib start.o -o p$seed
		[ "$(offset_of p$seed)" -gt 0 ]
	done
	gcc -m32 -static -nostdlib start.o -o plain
	status=0
	./plain x y || status=$?
	[ $status = 4 ] || skip 'this kernel runs no 32-bit programs'
	run -4 ./p1 x y
	run -4 ./p2 x y
}
