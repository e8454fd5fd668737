#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# A malformed input gives an error message.  It never gives a crash, or a program that
# is silently not randomised.

setup() {
	load wrapper.bash
	wrapper_setup
}

@test "valgrind finds no error in a link" {
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

@test "a name of a section with very many words is read" {
	{
		printf '\t.section .text.'
		awk 'BEGIN { for (i = 0; i < 400000; i++) printf "split."; print "f,\"ax\"" }'
		printf 'f:\tret\n'
	} >deep.s
	make_units 1 3
	gcc -c deep.s u0.c main.c
	randcc main.o u0.o deep.o -o p
	./p
}

@test "a pipe among the inputs is left to the linker and does not block" {
	make_units 1 4
	randcc -O1 -c main.c u0.c
	mkfifo pipe
	# ld itself would wait for a writer of the pipe.  It is enough that
	# randld starts the linker.
	cat >ld.t <<-'END'
		#!/bin/sh
		[ "$1" != --version ] || exec ld --version
		touch reached
	END
	chmod +x ld.t
	RANDCC_LD=$PWD/ld.t run timeout 60 randcc main.o u0.o -Wl,-R,pipe -o p \
		</dev/null
	[ -e reached ]
	printf '!<thin>\n%-16s%-12s%-6s%-6s%-8s%-10s`\n' pipe/ 0 0 0 644 8 >thin.a
	run timeout 60 randcc main.o u0.o thin.a -o p
	[ "$status" != 0 ]
	[ "$status" != 124 ]
}

@test "an absurd number of sections in the header is refused" {
	make_units 1 4
	randcc -O1 -c main.c u0.c
	for number in '\377\377\377\377\377\377\377\377' '\377\377\377\000'; do
		cp u0.o bad.o
		printf "$number" | dd of=bad.o bs=1 seek=40 conv=notrunc status=none
		RANDCC_SEED=1 fails_with 125 'bad.o' randld main.o bad.o -o p
	done
}

@test "section headers that begin at the end of an object are not read" {
	# The field for the number of headers is 0, so that the number is in the
	# first header.
	printf '\x7fELF\2\1\1%b\1\0\x3e\0\1\0\0\0%b\0\x10%b\x40\0%b\x40\0%b' \
		'\0\0\0\0\0\0\0\0\0' \
		'\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' \
		'\0\0\0\0\0\0\0\0\0\0' '\0\0\0\0' '\0\0\0\0' >end.o
	truncate -s 4096 end.o
	run valgrind -q --error-exitcode=99 randld end.o -o prog
	[ "$status" -ne 99 ]
	[ "$status" -lt 126 ]
}

@test "names without a terminator and loops of archives are errors that name the file" {
	make_units 1 4
	randcc -O1 -c main.c u0.c
	export RANDCC_SEED=1
	# change the last byte of the section names, in the middle of the file
	at=$(readelf -SW u0.o | awk '$2 == ".shstrtab" || $3 == ".shstrtab" { for (i = 1; i < NF; i++) if ($i == "STRTAB") print $(i + 2), $(i + 3) }')
	set -- $at
	printf x | dd of=u0.o bs=1 seek=$((0x$1 + 0x$2 - 1)) conv=notrunc status=none
	fails_with 125 'u0.o' randld main.o u0.o -o p
	# a thin archive that is its own member
	printf '!<thin>\n%-16s%-12s%-6s%-6s%-8s%-10s`\n' self.a/ 0 0 0 644 68 >self.a
	run timeout 60 randld main.o self.a -o p
	[ "$status" != 0 ]
	[ "$status" != 124 ]
	[ "$status" -lt 126 ]
	[ ! -e p ]
	# an empty file and a directory in place of an object
	: >empty.o
	mkdir dir.o
	for bad in empty.o dir.o; do
		run randld main.o $bad -o p
		[ "$status" != 0 ]
		[ "$status" -lt 126 ]
		[ ! -e p ]
	done
}
