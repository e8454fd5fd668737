#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randld reads a linker script wherever the linker finds it: in a directory of -L,
# among the inputs, in a record, or through another script that includes it.

bats_require_minimum_version 1.5.0

setup() {
	load wrapper.bash
	wrapper_setup
	export RANDCC_SEED=1
}

# A program with two entry points, which exit with 3 and 4.  The script
# scripts/whole chooses the first one.  The script `without` chooses none.
make_entry_points() {
	cat >start.S <<-'EOT'
		.globl go, _start
		#ifdef __aarch64__
		go:	mov x0, #3
			b 1f
		_start:	mov x0, #4
		1:	mov x8, #93
			svc #0
		#else
		go:	mov $3, %edi
			jmp 1f
		_start:	mov $4, %edi
		1:	mov $60, %eax
			syscall
		#endif
		.section .note.GNU-stack,"",@progbits
	EOT
	gcc -c start.S
	mkdir scripts
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >default
	sed 's/ENTRY(_start)/ENTRY(go)/' default >scripts/whole
	sed '/ENTRY/d' default >without
}

refuses_stack() {
	RANDCC_FACTORS=stack fails_with 125 \
		'the linker script chooses the entry point' "$@"
}

@test "stack: an entry point chosen by a script in a directory of -L is refused" {
	make_entry_points
	refuses_stack randld -Lscripts -T whole start.o -o p
	[ ! -e p ]
	randld -Lscripts -T whole -e go start.o -o p
	run -3 ./p
}

@test "stack: an entry point chosen by an included script is refused" {
	make_entry_points
	echo 'ENTRY(go)' >entry
	{ echo 'INCLUDE entry'; cat without; } >includes
	refuses_stack randld -T includes start.o -o p
	[ ! -e p ]
}

@test "stack: an entry point chosen by a script among the inputs is refused" {
	make_entry_points
	echo 'ENTRY(go)' >implicit
	refuses_stack randld start.o implicit -o p
	[ ! -e p ]
}

@test "stack: a replay refuses the recorded script's entry point" {
	make_entry_points
	RANDCC_FACTORS=functions RANDCC_RECORD=$PWD/record \
		randld -T scripts/whole start.o -o p
	run -3 ./p
	rm -r scripts
	refuses_stack randld --replay record/p --seed 1 -o q
	[ ! -e q ]
}

@test "stack: a comment in a script chooses no entry point" {
	make_entry_points
	{ echo '/* ENTRY(go) */'; cat without; } >comment
	RANDCC_FACTORS=stack randld -T comment start.o -o p
	run -4 ./p
	randld --inspect --note p | grep -qx 'stack: [0-9]*'
}

@test "data: a comment in a script does not make it add to the default one" {
	make_entry_points
	echo 'int a = 1, b = 2;' >a.c
	RANDCC_FACTORS=data randcc -O1 -c a.c
	{ echo '/* INSERT */'; cat default; } >comment
	RANDCC_FACTORS=data fails_with 125 'needs a linker script that sorts variables' \
		randld -T comment start.o a.o -o p
}
