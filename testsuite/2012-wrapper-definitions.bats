#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Copies of a definition, and sets that a script gathers, keep their order.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 3 20
	gcc -O2 main.c u0.c u1.c u2.c -o plain
}

@test "copies of a group that differ only in a constant are told apart" {
	cat >h.h <<-'EOT'
		#include <cstdio>
		#ifndef MOD
		#define MOD "core"
		#endif
		inline void __attribute__((noinline)) logmsg(const char *m) { std::printf("[%s] %s\n", MOD, m); }
	EOT
	printf '#include "h.h"\nvoid nb(); int main() { logmsg("hi"); nb(); }\n' >ha.cc
	printf '#include "h.h"\nvoid nb() { logmsg("nb"); }\n' >hb.cc
	for flags in -O0 -O2; do
		g++ $flags -c ha.cc
		g++ $flags -DMOD='"net"' -c hb.cc
		g++ ha.o hb.o -o want
		./want >want.out
		for seed in 1 2 3 4 5 6; do
			RANDCC_SEED=$seed randc++ ha.o hb.o u?.c -o p
			./p | diff want.out -
		done
	done
}

@test "a weak definition and a group of the same name keep their order" {
	printf '#include <cstdio>\ninline int f() { return 1; } int g(); int (*p)() = f; int main() { std::printf("%%d %%d\\n", p(), g()); }\n' >a.cc
	echo '__attribute__((weak)) int f() { return 2; } int g() { return f(); }' >b.cc
	g++ -c a.cc b.cc
	for seed in 1 2 3 4 5 6 7 8; do
		RANDCC_SEED=$seed randc++ a.o b.o u?.c -o p
		[ "$(./p)" = '1 1' ]
	done
}

# first_copy_wins BINDING SECTION…: define the variable `copy` in one object for each of
# these sections, with the values 1, 2, …, and check that every seed links the first.
first_copy_wins() {
	local binding=$1 objects=() value=0 section
	shift
	for section; do
		value=$((value + 1))
		cat >copy$value.s <<-EOT
			.section $section
			.$binding copy
			.type copy, %object
			copy: .long $value
			.size copy, 4
			.section .note.GNU-stack,"",%progbits
		EOT
		gcc -c copy$value.s
		objects+=("copy$value.o")
	done
	echo 'extern const int copy; int main(void) { return copy; }' >m.c
	gcc -c m.c
	for seed in 1 2 3 4 5 6 7 8; do
		RANDCC_SEED=$seed randcc m.o "${objects[@]}" -o p
		run ./p
		[ "$status" = 1 ]
	done
}

group_one='.rodata.one,"aG",%progbits,one,comdat'
group_two='.rodata.two,"aG",%progbits,two,comdat'
group_copy='.rodata.copy,"aG",%progbits,copy,comdat'

@test "the first section .gnu.linkonce of a name stays the first" {
	first_copy_wins globl '.gnu.linkonce.r.copy,"a"' '.gnu.linkonce.r.copy,"a"'
}

@test "a symbol that groups of several signatures define keeps its order" {
	first_copy_wins weak "$group_one" "$group_two"
	first_copy_wins weak "$group_one" "$group_copy"
	first_copy_wins weak "$group_copy" "$group_one"
}

@test "a weak definition and a symbol in a group of another name keep their order" {
	first_copy_wins weak "$group_one" .rodata
	first_copy_wins weak .rodata "$group_one"
}

@test "a set that a linker script gathers keeps its order" {
	echo 'SECTIONS { .myset : { set_start = .; KEEP(*(.myset)) set_end = .; } } INSERT AFTER .data;' >set.ld
	for i in 1 2 3; do
		echo "static const int x __attribute__((section(\".myset\"), used)) = $i;" >s$i.c
	done
	printf '#include <stdio.h>\nextern const int set_start[], set_end[]; int main(void) { for (const int *p = set_start; p < set_end; p++) printf("%%d", *p); return 0; }\n' >m.c
	for seed in 1 2 3 4 5 6; do
		RANDCC_SEED=$seed randcc m.c s1.c s2.c s3.c u?.c -Wl,-T,set.ld -o p
		[ "$(./p)" = 123 ]
		randld --inspect --note p | grep -qx 'randomised: yes'
	done
}
