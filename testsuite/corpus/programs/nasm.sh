# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=nasm=2.16.01-1
sha256=c77745f4802375efeee2ec5c0ad6b7f037ea9c87c92b149a9637ff099f162558
language=C
program=nasm
output=13a222081c7162b4ea36323b46f1449e6ef6a6c024e50221db3ae4cf4f40087f
needs=python3

build() {
	configure
	by_flags '' make
}

suite() {
	make travis
}

# Assemble 3000 groups of instructions, some of which a macro makes, for three formats.
workload() {
	awk 'BEGIN {
		n = split("rax rbx rcx rdx rsi rdi r8 r15", reg, " ")
		print "bits 64\n%macro pair 2\n push %1\n xor %2, %1\n%endmacro"
		print "section .text"
		for (i = 0; i < 3000; i++) {
			a = reg[i % n + 1]
			b = reg[int(i / n) % n + 1]
			printf "l%d: mov %s, [%s + %s * 8 + %d]\n", i, a, b, \
				a, i * 7919 % 4096
			printf " add %s, %d\n pair %s, %s\n", a, i, a, b
			printf " jne l%d\n", i * 31 % 3000
			printf " vpaddd ymm%d, ymm%d, [%s]\n", i % 16, \
				i % 7, b
			printf " %%assign v%d v%d + %d\n", i, i ? i - 1 : 0, i
		}
		print "section .data\n dq v2999"
	}' | sed 's/v0 + 0/0/' >in.asm
	for format in elf64 macho64 bin; do
		"$1" -f $format -o out.$format in.asm
		echo "status $?"
		cksum <out.$format
	done
}
