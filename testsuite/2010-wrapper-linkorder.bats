#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The order of the linker's inputs can decide which definition is linked, or which
# constructor runs first.  Each test links with many seeds, and checks one rule that
# protects such a case.  Some input must move, and the program must do the same as
# before.

setup() {
	load wrapper.bash
	wrapper_setup
	# Objects of plain gcc have no ranks and move as units.
	export RANDCC_UNSUPPORTED=error
	for i in 0 1 2 3 4 5; do
		echo "int plain$i(void) { return $i; } int data$i = 1 + $i;" >p$i.c
		gcc -O1 -c p$i.c
	done
	echo 'int main(void) { return 0; }' >main.c
	gcc -O1 -c main.c
}

order_of_data() {
	nm -n "$1" | awk '$3 ~ /^data[0-9]/ { printf "%s ", $3 }'
}

# orders COMMAND…: print the number of different orders of data for eight seeds
orders() {
	for seed in 1 2 3 4 5 6 7 8; do
		RANDCC_SEED=$seed "$@" -o prog
		order_of_data prog
		echo
	done | sort -u | wc -l
}

plain='p0.o p1.o p2.o p3.o p4.o p5.o'

@test "objects move, with their data, and all stay" {
	# shellcheck disable=SC2086
	[ "$(orders randcc main.o $plain)" -ge 6 ]
	[ "$(order_of_data prog | wc -w)" = 6 ]
	randld --inspect --note prog | grep -q '^moved: [1-9]'
}

@test "every order of three objects occurs" {
	# The unit tests check the permutation itself over 12,000 seeds;
	# this test checks that the linker gets that permutation.
	for seed in $(seq 40); do
		RANDCC_SEED=$seed randcc main.o p0.o p1.o p2.o -o prog
		order_of_data prog
		echo
	done | sort | uniq -c >count
	[ "$(wc -l <count)" = 6 ]
}

@test "factor functions alone moves no object" {
	# shellcheck disable=SC2086
	RANDCC_FACTORS=functions orders randcc main.o $plain >n
	[ "$(cat n)" = 1 ]
	[ "$(order_of_data prog)" = 'data0 data1 data2 data3 data4 data5 ' ]
}

@test "groups and whole-archive spans do not move, and nothing passes them" {
	# shellcheck disable=SC2086
	[ "$(orders randcc main.o -Wl,--start-group $plain -Wl,--end-group)" = 1 ]
	ar rcs libp.a p2.o p3.o
	[ "$(orders randcc main.o p0.o p1.o -Wl,--whole-archive libp.a \
		-Wl,--no-whole-archive p4.o p5.o)" -ge 2 ]
	for seed in 1 2 3 4 5 6 7 8; do
		RANDCC_SEED=$seed randcc main.o p0.o p1.o -Wl,--whole-archive \
			libp.a -Wl,--no-whole-archive p4.o p5.o -o prog
		order_of_data prog |
			grep -Eq '^data[01] data[01] data2 data3 data[45] data[45] '
	done
}

@test "constructors keep their order" {
	for i in 0 1 2 3; do
		echo "#include <stdio.h>
		__attribute__((constructor)) static void f(void) { putchar('0' + $i); }" >c$i.c
		gcc -c c$i.c
	done
	for seed in $(seq 12); do
		# shellcheck disable=SC2086
		RANDCC_SEED=$seed randcc main.o c0.o p0.o c1.o p1.o c2.o p2.o p3.o c3.o -o prog
		[ "$(./prog)" = 0123 ]
		order_of_data prog
		echo
	done | sort -u >orders
	[ "$(wc -l <orders)" -ge 6 ]
}

@test "the first definition of a weak symbol wins, as in a plain link" {
	for i in 0 1 2 3; do
		echo "__attribute__((weak)) int who(void) { return $i; }" >w$i.c
		gcc -c w$i.c
	done
	echo 'int who(void); int main(void) { return who(); }' >main.c
	gcc -c main.c
	for seed in $(seq 12); do
		RANDCC_SEED=$seed randcc main.o w2.o p0.o w1.o p1.o w0.o w3.o \
			p2.o p3.o p4.o -o prog
		run ./prog
		[ "$status" = 2 ]
	done
}

@test "linker sets keep their order" {
	for i in 0 1 2 3; do
		echo "static const int x __attribute__((section(\"myset\"), used)) = $i;" >s$i.c
		gcc -c s$i.c
	done
	cat >main.c <<-'EOT'
		#include <stdio.h>
		extern const int __start_myset[], __stop_myset[];
		int main(void)
		{
			for (const int *p = __start_myset; p < __stop_myset; p++)
				printf("%d", *p);
			return 0;
		}
	EOT
	gcc -c main.c
	for seed in $(seq 12); do
		RANDCC_SEED=$seed randcc main.o s3.o p0.o s1.o p1.o s2.o p2.o s0.o -o prog
		[ "$(./prog)" = 3120 ]
	done
}

@test "tables of sections with unusual names keep their order" {
	for i in 0 1 2 3; do
		echo "int x$i __attribute__((section(\".my.table\"))) = $i;" >s$i.c
		gcc -c s$i.c
	done
	cat >main.c <<-'EOT'
		#include <stdio.h>
		extern int x3, x0;
		int main(void)
		{
			for (int *p = &x3; p <= &x0; p++)
				printf("%d", *p);
			return 0;
		}
	EOT
	gcc -c main.c
	for seed in $(seq 12); do
		RANDCC_SEED=$seed randcc main.o s3.o p0.o s1.o p1.o s2.o p2.o s0.o -o prog
		[ "$(./prog)" = 3120 ]
	done
}

@test "so do tables whose sections have names that begin like usual ones" {
	for name in .data_tab .rodata_tab .text_tab .bss_tab; do
		flags=a
		case $name in .data* | .bss*) flags=aw ;; esac
		printf '.section %s,"%s"\n.globl tab_begin\ntab_begin:\n' $name $flags >begin.s
		printf '.section %s,"%s"\n.globl tab_end\ntab_end:\n' $name $flags >end.s
		for i in 1 2 3 4; do
			printf '.section %s,"%s"\n.quad %s\n' $name $flags $i >t$i.s
		done
		printf '#include <stdio.h>\nextern long tab_begin[], tab_end[];\nint main(void) { for (long *p = tab_begin; p < tab_end; p++) printf("%%ld", *p); }\n' >table.c
		gcc -c begin.s end.s t?.s
		gcc table.c begin.o t?.o end.o -o want
		[ "$(./want)" = 1234 ]
		for seed in 1 2 3 4 5 6; do
			RANDCC_SEED=$seed randcc table.c begin.o t?.o end.o -o p
			[ "$(./p)" = 1234 ]
		done
	done
}

@test "such tables keep their order in an archive too, by any linker" {
	printf '.section .data_tab,"aw"\n.globl tab_begin\ntab_begin:\n' >begin.s
	printf '.section .data_tab,"aw"\n.globl tab_end\ntab_end:\n' >end.s
	for i in 1 2 3 4; do
		printf '__attribute__((section(".data_tab"), used)) static long e = %s; int g%s(int x) { return x + %s; }\n' $i $i $i >t$i.c
	done
	printf '#include <stdio.h>\nextern long tab_begin[], tab_end[];\nint main(void) { for (long *p = tab_begin; p < tab_end; p++) printf("%%ld", *p); }\n' >table.c
	gcc -c begin.s end.s
	randcc -O1 -c table.c t?.c
	ar rc libt.a t?.o
	n=0
	for linker in bfd gold lld mold; do
		command -v ld.$linker >/dev/null || continue
		gcc -fuse-ld=$linker table.o begin.o -Wl,--whole-archive libt.a -Wl,--no-whole-archive end.o -o want || continue
		[ "$(./want)" = 1234 ]
		for seed in 1 2 3 4 5 6; do
			RANDCC_SEED=$seed randcc -fuse-ld=$linker table.o begin.o -Wl,--whole-archive libt.a -Wl,--no-whole-archive end.o -o p
			[ "$(./p)" = 1234 ]
		done
		n=$((n + 1))
	done
	[ "$n" != 0 ]
}

@test "the first of several different copies of a group stays the first" {
	# One inline function is compiled differently in each unit.
	for i in 0 1 2 3; do
		echo "inline int __attribute__((noinline)) which() { return $i; }
		int call$i() { return which(); }" >g$i.cc
		g++ -c g$i.cc
	done
	echo 'int call0(); int main() { return call0(); }' >main.cc
	g++ -c main.cc
	for seed in $(seq 12); do
		RANDCC_SEED=$seed randc++ main.o g1.o p0.o g0.o p1.o g2.o g3.o -o prog
		run ./prog
		[ "$status" = 1 ]
	done
}

@test "equal copies of a group do not keep objects from moving" {
	for i in 0 1 2 3 4 5; do
		echo "inline int __attribute__((noinline)) same() { return 7; }
		int data$i = 1 + $i; int call$i() { return same(); }" >g$i.cc
		g++ -c g$i.cc
	done
	echo 'int main() { return 0; }' >main.cc
	g++ -c main.cc
	[ "$(orders randc++ main.o g0.o g1.o g2.o g3.o g4.o g5.o)" -ge 6 ]
}

@test "stack traces of .sframe do not keep objects from moving" {
	gcc -Wa,--gsframe -O1 -c p?.c || skip 'the assembler makes no .sframe'
	readelf -SW p0.o | grep -qF ' .sframe '
	# shellcheck disable=SC2086
	[ "$(orders randcc main.o $plain)" -ge 6 ]
}

@test "nothing moves under -z muldefs, where the first definition wins" {
	for i in 0 1 2; do
		echo "int twin(void) { return $i; }" >t$i.c
		gcc -c t$i.c
	done
	echo 'int twin(void); int main(void) { return twin(); }' >main.c
	gcc -c main.c
	for opt in -Wl,-z,muldefs -Wl,--allow-multiple-definition; do
		for seed in 1 2 3 4 5 6; do
			RANDCC_SEED=$seed randcc $opt main.o t2.o t1.o t0.o -o prog
			run ./prog
			[ "$status" = 2 ]
		done
	done
}

@test "IR objects keep their order, so that inlining is that of the plain build" {
	make_units 6 4
	randcc -O2 -flto -c main.c u0.c u1.c u2.c u3.c u4.c u5.c
	body() {
		objdump -d --no-show-raw-insn --disassemble=main "$1" |
			sed -n '/<main>:/,$p' | sed 's/^ *[0-9a-f]*:\t//; s/[0-9a-f]* <[^>]*>//; s/0x[0-9a-f]*(%rip)//; s/#.*//; 1d'
	}
	RANDCC_SEED=none randcc -O2 -flto main.o u?.o -o prog
	body prog >want
	[ -s want ]
	for seed in 1 2 3 4 5 6; do
		RANDCC_SEED=$seed randcc -O2 -flto main.o u?.o -o prog
		diff <(body prog) want
	done
}

@test "RANDCC_PIN pins objects by name or by path" {
	mkdir d
	cp p1.o d/pinned.o
	for pin in 'p0.o:d/*' '*0.o:pinned.o'; do
		for seed in 1 2 3 4 5 6; do
			RANDCC_PIN=$pin RANDCC_SEED=$seed randcc p0.o main.o d/pinned.o p2.o p3.o p4.o -o prog
			[[ $(order_of_data prog) = 'data0 data1 '* ]]
		done
	done
	RANDCC_PIN='p*' RANDCC_SEED=1 randcc $plain main.o -o prog
	[ "$(order_of_data prog)" = 'data0 data1 data2 data3 data4 data5 ' ]
}

@test "start files of any kind stay where they are" {
	echo 'int f(void) { return 1; }' >crt1.c
	gcc -c crt1.c -o mycrt.o
	gcc -c crt1.c -o crt1.o
	objcopy --redefine-sym f=g crt1.o
	for seed in 1 2 3 4 5 6; do
		RANDCC_SEED=$seed RANDCC_SAVE_TEMPS='' randcc -static main.o crt1.o p0.o p1.o -o prog
		./prog
	done
	# a shared library and a profiled program have other start files
	RANDCC_SEED=1 randcc -shared -fPIC p0.c p1.c -o lib.so
	RANDCC_SEED=1 randcc -pg main.o p0.o -o prog
	./prog
}
