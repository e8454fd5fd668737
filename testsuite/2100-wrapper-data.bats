#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The factor data: it permutes the variables within each section.

bats_require_minimum_version 1.5.0

setup() {
	load wrapper.bash
	wrapper_setup
}

note() {
	randld --inspect --note "$1"
}

# variables_of PROGRAM: print its variables v…, by section and address, one a line
variables_of() {
	nm -n "$1" | awk '$2 ~ /^[rRdDbB]$/ && $3 ~ /^v[0-9]+_/ { print toupper($2), $3 }' |
		sed -E 's/\.(lto_priv\.)?[0-9]+$//' | sort -s -k1,1
}

# make_data UNITS: make units with variables of each kind, and a main that sums them
make_data() {
	local u i
	for ((u = 0; u < $1; u++)); do
		for ((i = 0; i < 10; i++)); do
			echo "int v${u}_d$i = $i; static int v${u}_s$i = $i + 1;"
			echo "int v${u}_b$i; static char v${u}_c${i}[$((i * 8 + 2))];"
			echo "const int v${u}_r$i = $i; static const short v${u}_t${i}[3] = {$i, 1, 2};"
			echo "int *v${u}_l$i = &v${u}_d$i; int *const v${u}_k$i = &v${u}_b$i;"
			echo "__thread int v${u}_h$i = $i; __thread int v${u}_z$i;"
		done
		echo "long sum$u(int n) { static int v${u}_f = 3; long x = v${u}_f++;"
		for ((i = 0; i < 10; i++)); do
			echo "x = x * 3 + v${u}_d$i + v${u}_s$i++ + v${u}_b$i++ + v${u}_c${i}[n]++ + v${u}_r$i + v${u}_t${i}[n];"
			echo "x += *v${u}_l$i + *v${u}_k$i + v${u}_h$i++ + v${u}_z$i++;"
		done
		echo 'return x; }'
	done | awk 'BEGIN { file = "u0.c" } { print > file } /^return x; }/ { n++; file = "u" n ".c" }'
	{
		echo '#include <stdio.h>'
		for ((u = 0; u < $1; u++)); do echo "long sum$u(int);"; done
		echo 'int main(int argc, char **argv) { long x = 0;'
		for ((u = 0; u < $1; u++)); do echo "x = x * 7 + sum$u(argc % 2) + sum$u(0);"; done
		echo 'printf("%ld\n", x); return 0; }'
	} >main.c
}

# moves_data FOLDER LINKFLAG...: link the objects in FOLDER for three seeds and
# compare the orders of variables
moves_data() {
	local seed section
	gcc "${@:2}" "plain$1"/*.o -o plain
	./plain >want
	for seed in none 1 2; do
		RANDCC_FACTORS=functions,data RANDCC_SEED=$seed \
			randcc "${@:2}" "$1"/*.o -o p$seed
		./p$seed | diff want -
		variables_of p$seed >order$seed
	done
	diff <(variables_of plain) ordernone
	diff <(sort order1) <(sort order2)
	for section in R D B; do
		not diff -q <(grep ^$section order1) <(grep ^$section order2)
		not diff -q <(grep ^$section order1) <(grep ^$section ordernone)
		# The variables of a unit stand together, and units keep their
		# order.  In section R each unit has two groups, because
		# relocated constants are separate.
		grep -E "^$section v[0-9]+_[sbt]" order1 | cut -c3-4 | uniq >blocks
		[ "$section" = R ] || diff blocks - <<<$'v0\nv1\nv2'
	done
	# the note counts all these sections
	note p1 | grep -qx "data: $(readelf -SW "$1"/*.o |
		grep -c ' \.\(rodata\|data\|bss\|tdata\)\.[a-z.]*randcc_*\.') variables"
}

@test "the seed moves variables within each section, and units stay whole" {
	# The leak detector does not work in qemu.
	[ -z "${TEST_EMULATED:-}" ] || export ASAN_OPTIONS=detect_leaks=0
	make_data 3
	while IFS='|' read -r folder compile links; do
		mkdir "$folder" "plain$folder"
		# shellcheck disable=SC2086 # words
		{
			(cd "$folder" && RANDCC_FACTORS=data randcc $compile -c ../*.c)
			(cd "plain$folder" && gcc -fdata-sections $compile -c ../*.c)
		}
		for link in ${links:--O}; do
			# shellcheck disable=SC2086 # words
			moves_data "$folder" ${compile/-O?/} $link
		done
	done <<-'EOT'
		default|-O2|-O -static-pie -Wl,-z,norelro,--gc-sections
		nopie|-O0 -g -fno-pie|-no-pie
		asan|-O1 -fsanitize=address|
	EOT
}

@test "variables move with units and program, also by whole units of an archive" {
	make_data 4
	export RANDCC_FACTORS=data
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	ar rcs libu.a u0.o u1.o u2.o u3.o
	gcc -O2 main.c u0.c u1.c u2.c u3.c -o plain
	./plain >want
	for seed in 1 2 3; do
		RANDCC_FACTORS=units,data RANDCC_SEED=$seed randcc main.o libu.a -o u$seed
		./u$seed | diff want -
		variables_of u$seed | grep '^B v[0-9]_[bc]' | cut -c3-4 | uniq >blocks$seed
		[ "$(wc -l <blocks$seed)" = 4 ]
	done
	[ "$(cat blocks1 blocks2 blocks3 | paste - - - - | sort -u | wc -l)" -gt 1 ]
	RANDCC_FACTORS=program,data RANDCC_SEED=1 randcc main.o libu.a -o a1
	./a1 | diff want -
	[ "$(variables_of a1 | grep '^B' | cut -c3-4 | uniq | wc -l)" -gt 20 ]
}

@test "nothing moves unless asked for, and code and its relocations stay the same" {
	make_data 1
	# gcc for aarch64 addresses variables from anchors, but not with the
	# factor.  Without anchors, the code must be the same.
	local anchors=
	case $(gcc -dumpmachine) in aarch64*) anchors=-fno-section-anchors ;; esac
	# shellcheck disable=SC2086 # no word if empty
	randcc -O2 $anchors -c u0.c -o without.o
	not grep -q 'data.randcc' without.o
	RANDCC_FACTORS=functions,data randcc -O2 -c u0.c -o with.o
	RANDCC_FACTORS=data RANDCC_SEED=5 randcc -O2 -c u0.c -o with5.o
	cmp with.o with5.o
	code() {
		objcopy -O binary -j ".text.randcc___________________.u0_c.sum0" "$1" /dev/stdout
	}
	cmp <(code with.o) <(code without.o)
	gcc -O2 -ffunction-sections -fdata-sections -c u0.c -o plain.o
	diff <(contents_of plain.o) <(contents_of with.o |
		sed -E 's/(\.(rodata|data|data\.rel\.local|data\.rel\.ro\.local|bss|tdata)\.)randcc_+\.u0_c\./\1/g')
}

@test "edata, __bss_start, _end and the like keep their meaning" {
	make_data 2
	cat >ends.c <<-'EOT'
		extern char edata, __bss_start, _end, __data_start;
		extern int v0_d1, v1_b3, v0_b0;
		#include <stdint.h>
		#define BETWEEN(a, x, b) ((uintptr_t)(a) <= (uintptr_t)(x) && (uintptr_t)(x) < (uintptr_t)(b))
		int check(void)
		{
			return BETWEEN(&__data_start, &v0_d1, &edata) &&
			       BETWEEN(&__bss_start, &v0_b0, &_end) &&
			       BETWEEN(&__bss_start, &v1_b3, &_end);
		}
	EOT
	sed -i 's/^long sum0/int check(void); long sum0/; s/int main(.*/& if (!check()) return 9;/' main.c u0.c
	sed -i '1i int check(void);' main.c
	for seed in 1 2; do
		RANDCC_FACTORS=data RANDCC_SEED=$seed randcc -O1 main.c ends.c u0.c u1.c -o p
		./p
		# Variables that are initialised with 0 take no room in the
		# file.  Variables that are constant after relocation are in the
		# segment that becomes read-only (RELRO).
		readelf -SW p | grep -q '\.bss\.sorted  *NOBITS'
		readelf -lW p | grep 'GNU_RELRO' >relro
		readelf -lW p | grep -q '\.rodata \.rodata\.sorted '
		readelf -lW p | grep -A99 'Segment Sections' | grep -q 'tdata.*data.rel.ro.sorted .*dynamic .got *$'
	done
}

@test "sections, no_reorder, common symbols and sets keep the user's order" {
	make_data 1
	cat >kept.c <<-'EOT'
		#include <stdio.h>
		#define SET __attribute__((section("myset"), used))
		SET static int a1 = 1; SET static int a2 = 2; SET static int a3 = 3;
		__attribute__((no_reorder)) int n1 = 1;
		__attribute__((no_reorder)) int n2 = 2;
		__attribute__((no_reorder)) int n3 = 3;
		__attribute__((common)) int c1; __attribute__((common)) int c2;
		__attribute__((section(".data.mine"))) int m1 = 1;
		__attribute__((used)) static int unused_kept = 8;
		extern int __start_myset, __stop_myset;
		__attribute__((constructor)) static void one(void) { putchar('1'); }
		__attribute__((constructor)) static void two(void) { putchar('2'); }
		void show(void)
		{
			for (int *p = &__start_myset; p != &__stop_myset; p++)
				printf(" %d", *p);
			printf(" %d %d\n", &n1 < &n2 && &n2 < &n3, c1 + c2 + m1);
		}
	EOT
	sed -i 's/int main(.*/void show(void); & show();/' main.c
	gcc -O1 -fdata-sections main.c u0.c kept.c -o plain
	./plain >want
	for seed in 1 2 3 4; do
		RANDCC_FACTORS=data RANDCC_SEED=$seed randcc -O1 main.c u0.c kept.c -o p
		./p | diff want -
		nm p | grep -q unused_kept
	done
	readelf -SW p | grep -q ' myset '
}

@test "sections that the user named keep their order, in a unit without functions too" {
	local i
	for i in 0 1 2 3 4 5; do
		echo "__attribute__((section(\".data.row$i\"))) long row$i = $i;"
	done >rows.c
	cat >main.c <<-'EOT'
		extern long row0, row1, row2, row3, row4, row5;
		long other0 = 3, other1 = 4, other2 = 5;
		int main(void)
		{
			long rows = row0 + row1 + row2 + row3 + row4 + row5;
			return rows + other0 + other1 + other2 - 27;
		}
	EOT
	rows_of() { nm -n "$1" | awk '$3 ~ /^row/ { print $3 }'; }
	for flags in '' '-flto -ffat-lto-objects -fno-lto'; do
		# shellcheck disable=SC2086 # words
		gcc -O2 $flags main.c rows.c -o plain
		for seed in none 1 2 3 4; do
			# shellcheck disable=SC2086 # words
			RANDCC_FACTORS=functions,data RANDCC_SEED=$seed \
				randcc -O2 $flags main.c rows.c -o p
			./p
			diff <(rows_of p) <(rows_of plain)
		done
	done
}

@test "-fno-toplevel-reorder keeps variables in the order of the source, -O0 does not" {
	local i
	for i in 0 1 2 3 4 5 6 7; do echo "int w$i = $i + 1;"; done >ws.c
	echo 'int get(void) { return w3; }' >>ws.c
	cat >main.c <<-'EOT'
		int get(void);
		int other0 = 3, other1 = 4, other2 = 5;
		int main(void) { return get() + other0 - other1 - other2 + 2; }
	EOT
	order_of_data() { nm -n "$1" | awk '$3 ~ /^w[0-9]/ { print $3 }'; }
	export RANDCC_FACTORS=functions,data
	for flags in -O2 -O0 '-O2 -flto'; do
		# shellcheck disable=SC2086 # words
		randcc $flags -c main.c
		# shellcheck disable=SC2086 # words
		randcc $flags -fno-toplevel-reorder -c ws.c
		for seed in none 1 2 3; do
			# shellcheck disable=SC2086 # words
			RANDCC_SEED=$seed randcc $flags main.o ws.o -o p
			./p
			diff <(order_of_data p) <(printf 'w%d\n' 0 1 2 3 4 5 6 7)
		done
	done
	randcc -O0 -c main.c ws.c
	RANDCC_SEED=1 randcc main.o ws.o -o p
	not diff -q <(order_of_data p) <(printf 'w%d\n' 0 1 2 3 4 5 6 7)
}

@test "vtables, inline and thread-local variables move, in Fortran and on i386 too" {
	for i in 1 2; do
		cat >a$i.cc <<-EOT
			#include <cstdio>
			struct B { virtual int f() { return 1; } virtual ~B() {} };
			struct D$i : B { int f() override { return $i; } };
			template <int N> struct T { static int x; static const char *const s; };
			template <int N> int T<N>::x = N;
			template <int N> const char *const T<N>::s = "t";
			inline int shared = 5; static const int table[] = {1, 2, $i};
			inline thread_local int mine = 2;
			int run$i(int n) { D$i d; B *b = &d; return b->f() + T<3>::x++ + *T<4>::s + shared++ + table[n] + mine++; }
		EOT
	done
	echo 'int run1(int); int run2(int); int printf(const char *, ...);
		int main(int c, char **) { try { throw 1; } catch (int) { } return printf("%d %d\n", run1(c), run2(c)) < 0; }' | sed 's/int printf/extern "C" int printf/' >m.cc
	cat >f.f90 <<-'EOT'
		program f
		  integer, save :: a(3) = (/1, 2, 3/), b
		  real :: c
		  common /blk/ c
		  b = b + a(2)
		  c = b
		  print *, a, b, c
		end program
	EOT
	export RANDCC_FACTORS=functions,units,data
	for flags in -O0 -O2 '-O2 -flto'; do
		# shellcheck disable=SC2086
		g++ -std=c++17 $flags m.cc a1.cc a2.cc -o plain
		./plain >want
		for seed in 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randc++ -std=c++17 $flags m.cc a1.cc a2.cc -o p
			./p | diff want -
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randfc $flags f.f90 -o f
			./f | tr -s ' ' | grep -qx ' 1 2 3 2 2.00000000 *'
		done
	done
	gcc -m32 -c -x c /dev/null -o /dev/null 2>/dev/null || return 0
	make_data 1
	echo 'long sum0(int); void _start(void) { sum0(1); for (;;) ; }' >s.c
	RANDCC_SEED=1 randcc -m32 -fno-pic -nostdlib -static -O2 s.c u0.c -o p32
	note p32 | grep -q '^data: '
}

@test "LTO moves units and variables alike for any partitions" {
	make_data 3
	gcc -O2 main.c u0.c u1.c u2.c -o plain
	./plain >want
	export RANDCC_FACTORS=functions,units,data
	for seed in 1 2; do
		for partition in balanced 1to1 one; do
			RANDCC_SEED=$seed randcc -O2 -flto -flto-partition=$partition main.c u0.c u1.c u2.c -o p$seed$partition
			./p$seed$partition | diff want -
			variables_of p$seed$partition >all$seed$partition
			# .tbss keeps the order in which gcc emits its
			# variables.  Since gcc 16 this order depends on the
			# partitions.
			grep -vE '_(z[0-9]|h0)$' all$seed$partition >order$seed$partition
			[ "$(wc -l <order$seed$partition)" -ge 100 ]
			diff <(sort all$seed$partition) <(sort all${seed}balanced)
		done
		diff order${seed}balanced order${seed}one
		diff order${seed}1to1 order${seed}one
		note p${seed}one | grep -q '^data: .* those of LTO'
		# These objects have no function yet, only GIMPLE.
		run ! grep "^compilers:" <(note p${seed}one)
	done
	not diff -q order1one order2one
}

@test "a replay gives the same bytes, with LTO, padding and stack too" {
	make_data 2
	for flags in -O2 '-O2 -flto'; do
		for factors in data functions,units,padding,data,stack; do
			export RANDCC_FACTORS=$factors
			rm -rf record
			# shellcheck disable=SC2086
			RANDCC_SEED=none RANDCC_RECORD=$PWD/record randcc $flags main.c u0.c u1.c -o p
			for seed in 3 4; do
				randld --replay record/p --seed $seed -o q$seed
				# shellcheck disable=SC2086
				RANDCC_SEED=$seed randcc $flags main.c u0.c u1.c -o p$seed
				cmp p$seed q$seed
			done
			not cmp -s q3 q4
			not diff <(note q3 | grep digest) <(note q4 | grep digest)
		done
	done
	# --inspect lists the variables in the order of their addresses
	randld --inspect q3 | cut -f2 | grep '^v[0-9]*_[bc]' >listed
	nm -n q3 | awk '$3 ~ /^v[0-9]*_[bc]/ { print $3 }' | diff listed -
}

@test "a project that calls the linker itself moves variables too" {
	make_data 2
	gcc -O1 main.c u0.c u1.c -o plain
	./plain >want
	export RANDCC_FACTORS=functions,units,data
	randcc -O1 -c main.c u0.c u1.c
	crt() { gcc -print-file-name="$1"; }
	link() { # RANDLD… -o PROGRAM
		"$@" -dynamic-linker "$(dynamic_linker)" "$(crt crt1.o)" \
			"$(crt crti.o)" main.o u0.o u1.o -lc "$(crt crtn.o)"
	}
	for seed in none 1 2; do
		RANDCC_SEED=$seed link randld -o p$seed
		./p$seed | diff want -
		variables_of p$seed >order$seed
	done
	note p1 | grep -qx 'data: [0-9]* variables'
	not diff -q order1 order2
	not diff -q order1 ordernone
	diff <(sort order1) <(sort order2)
	# GNU ld can also be chosen in these two ways.
	RANDCC_SEED=1 link randld -fuse-ld=bfd -o q
	cmp p1 q
	RANDCC_LD=ld.bfd RANDCC_SEED=1 link randld -o q
	cmp p1 q
	if command -v ld.gold; then
		RANDCC_SEED=1 fails_with 125 'does not support the factor data' \
			link randld -fuse-ld=gold -o r
		[ ! -e r ]
	fi
}

@test "a program of functions and jump tables alone is laid out" {
	cat >tables.c <<-'EOT'
		int f(int);
		int main(int n, char **a) { return f(n - 1 + (a == 0)) - 7; }
		__attribute__((noinline, noclone)) int f(int i)
		{
			switch (i) {
			case -2: return 33;
			case -1: return 0;
			case 0: return 7;
			case 1: return 4;
			case 2: return 3;
			case 3: return 15;
			case 4: return 9;
			default: return 99;
			}
		}
	EOT
	export RANDCC_FACTORS=functions,data RANDCC_SEED=1
	# With these options every gcc makes a jump table.  With -O0, gcc 16
	# would make none.  Without -fno-tree-switch-conversion, other versions
	# would make an array of the results.  Without the parameter, gcc for
	# aarch64 would compare seven cases one by one.
	randcc -O1 -fjump-tables -fno-tree-switch-conversion \
		--param case-values-threshold=4 -c tables.c
	readelf -SW tables.o | grep -q ' \.rodata\.f '
	randcc tables.o -o p
	./p
	note p | grep -qx 'randomised: yes'
	note p | grep -qx 'data: 0 variables'
}

@test "named constants move, and the compiler's own do not" {
	cat >vector.c <<-'EOT'
		typedef __INTPTR_TYPE__ V
			__attribute__((__vector_size__(sizeof(__INTPTR_TYPE__))));
		__attribute__((noinline, noclone)) V f(void)
		{
			V v = {(__INTPTR_TYPE__)f};
			return v;
		}
		int main(void) { return f()[0] != (__INTPTR_TYPE__)f; }
	EOT
	# gcc puts this initial value into .data.
	cat >struct.c <<-'EOT'
		#define F (__INTPTR_TYPE__)f
		#define F8 F, F + 1, F, F + 2, F, F + 3, F, F + 4
		#define F64 F8, F8, F8, F8, F8, F8, F8, F8
		struct S { __INTPTR_TYPE__ x[128]; };
		__attribute__((noinline, noclone)) struct S f(void)
		{
			struct S s = {{F64, F64}};
			return s;
		}
		int main(void) { return f().x[126] != F; }
	EOT
	export RANDCC_FACTORS=functions,data RANDCC_SEED=1
	for options in '-O2 -fPIE' '-O2 -fPIE -fdata-sections'; do
		randcc $options -c vector.c struct.c
		# gcc for aarch64 makes the vector in a register.
		[[ $(gcc -dumpmachine) = aarch64* ]] ||
			readelf -SW vector.o | grep -q ' \.data\.rel\.ro'
		readelf -SW struct.o | grep -qE ' \.data[^ ]* +PROGBITS +0+ [0-9a-f]+ 000400 '
		for unit in vector struct; do
			randcc $unit.o -o p
			./p
			note p | grep -qx 'data: 0 variables'
		done
	done
	# The constants and the variable of these units have names.  The units
	# are compiled without the plugin.
	cat >table.c <<-'EOT'
		static int f(void) { return 0; }
		static int g(void) { return 1; }
		static int (*const t[])(void) = {f, f, g, f, f, g};
		int main(int n, char **a) { return t[n](); }
	EOT
	cat >local.c <<-'EOT'
		static const int t[] = {3, 0, 5, 7, 1, 1};
		int main(int n, char **a) { return t[n]; }
	EOT
	echo 'static int t[] = {3, 0, 5}; int main(int n, char **a) { return t[n]++; }' >variable.c
	for unit in table local variable; do
		for options in -O2 '-O2 -fdata-sections'; do
			gcc $options -c $unit.c -o o.o
			if [ "$options" = -O2 ]; then
				fails_with 1 'no object was compiled with the factor' randcc o.o -o q
			else # a section of its own suffices, if the object names it
				randcc o.o -o q
				note q | grep -qx 'data: 1 variables'
			fi
			# A stripped object counts too, although it has no names
			# of variables.
			strip --strip-unneeded o.o
			not grep -qw t <<<"$(nm o.o)"
			fails_with 1 'no object was compiled with the factor' randcc o.o -o q
		done
	done
}

@test "a link that cannot move variables is refused with a remedy" {
	make_data 1
	export RANDCC_FACTORS=functions,data RANDCC_SEED=1
	# No object was compiled with the factor.
	RANDCC_FACTORS=functions randcc -O1 -c main.c u0.c
	fails_with 1 'no object was compiled with the factor' randcc main.o u0.o -o p
	grep -q 'compile all objects again with "data" in RANDCC_FACTORS' err
	[ ! -e p ]
	# Some objects were compiled with the factor, and one without it.
	randcc -O1 -c main.c u0.c
	echo 'int other = 3; int other2;' >o.c
	RANDCC_FACTORS=functions randcc -c o.c
	randcc main.o u0.o o.o -o p
	note p | grep -qx 'data: [0-9]* variables; 1 object compiled without it'
	# The user's script may replace the default one, or add to it.
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >whole
	fails_with 1 'needs a linker script that sorts variables' randcc -T whole main.o u0.o -o q
	grep -q INSERT err
	echo 'SECTIONS { .mine : { *(.mine) } } INSERT AFTER .data;' >adds
	randcc -T adds main.o u0.o -o q
	./q
	RANDCC_UNSUPPORTED=pass randcc -T whole main.o u0.o -o q
	note q | grep -q '^randomised: no'
	# Other linkers do not support the factor (2090 tests what they
	# support).
	for ld in gold lld mold; do
		command -v "ld.$ld" || continue
		fails_with 1 'does not support the factor data' randcc -fuse-ld="$ld" main.o u0.o -o r
		grep -q 'fuse-ld=bfd.*leave data out' err
		[ ! -e r ]
	done
	# A linker that ignores randld's script is found out.
	cat >ld.deaf <<-'EOT'
		#!/bin/sh
		for a; do
			shift
			case $a in -T*randcc-layout.ld)
				sed 's/SORT(\([^)]*\))/\1/' "${a#-T}" >unsorted
				a=-Tunsorted ;;
			esac
			set -- "$@" "$a"
		done
		exec ld "$@"
	EOT
	chmod +x ld.deaf
	RANDCC_LD=$PWD/ld.deaf fails_with 1 'did not place variables by rank' randcc main.o u0.o -o q
}

@test "a replay of several seeds makes the original layout as a build does" {
	# The C library's start files have variables that get names with this factor,
	# and their functions do not.
	printf 'int a = 1;\nint main(void) { return a - 1; }\n' >min.c
	export RANDCC_FACTORS=data
	RANDCC_SEED=none RANDCC_RECORD=$PWD/record randcc -O2 min.c -o min
	randld --replay record/min --seeds none,1 -o layout.%s
	cmp min layout.none
	RANDCC_SEED=1 randcc -O2 min.c -o one
	cmp one layout.1
	not grep -q '^compilers:' <(randld --inspect --note layout.1)
}
