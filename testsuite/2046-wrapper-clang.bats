#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# clang has no plugin of randcc, so randld itself puts the ranks into the names of the
# functions' sections.

setup() {
	load wrapper.bash
	wrapper_setup
	command -v clang >/dev/null || skip 'no clang'
}

sources='main.c u0.c u1.c u2.c'

# sections_of OBJECT: print the lines of contents_of, each with its heading, sorted,
# because the order of sections may differ.  Groups are left out, because they hold
# numbers of sections.
sections_of() {
	contents_of "$1" 2>/dev/null | awk '/^[A-Z].*:$/ { head = $0 } { print head, $0 }' |
		grep -v '^Contents of section .group' | sort
}

# groups_of OBJECT: print the signature of each group, and its sections with plain
# names, sorted
groups_of() {
	readelf -gW "$1" | sed -E 's/group section \[ *[0-9]+\]/group section/
		s/^ *\[ *[0-9]+\] //
		s/\.text\.(sorted\.[0-9]\.[0-9a-f]{16}|randcc_+)\.[^.]*\./.text./' |
		awk '/group section/ { head = $0 } { print head, $0 }' | sort
}

# same_as_rebuild RECORD OUTPUT COMMAND…: check that the replay of rec/RECORD is the
# output of COMMAND -o OUTPUT
same_as_rebuild() {
	local record=$1 output=$2
	shift 2
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none "$@" -o "$output"
	cp "$output" original
	randld --replay "rec/$record" --seeds none,1,2,3 -o replayed.%s
	cmp replayed.none original
	for seed in 1 2 3; do
		RANDCC_SEED=$seed "$@" -o "$output"
		cmp replayed.$seed "$output"
		not diff -q <(order_of "$output") <(order_of original)
	done
}

@test "a seed fixes the bytes, another changes the order alone, and none keeps clang's" {
	make_units 3 30
	# shellcheck disable=SC2086
	clang -O2 -ffunction-sections -Wl,--build-id=none $sources -o plain
	./plain >want
	for seed in none 1 2; do
		for p in p.$seed again; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randclang -O2 -Wl,--build-id=none $sources -o $p
		done
		cmp p.$seed again
		./p.$seed | cmp - want
		diff <(order_of p.$seed | sort) <(order_of plain | sort)
	done
	diff <(order_of p.none) <(order_of plain)
	not diff -q <(order_of p.1) <(order_of plain)
	not diff -q <(order_of p.1) <(order_of p.2)
	# Only the note and the symbol table of the original layout differ.
	strip -o a plain
	objcopy -S -R .note.randcc p.none b
	cmp a b
	# The other way to choose clang makes the same program.
	# shellcheck disable=SC2086
	RANDCC_CC=clang RANDCC_SEED=1 randcc -O2 -Wl,--build-id=none $sources -o again
	cmp p.1 again
}

@test "options that would join clang's functions are undone" {
	make_units 1 20
	for option in -fno-function-sections -fno-unique-section-names; do
		for seed in 1 2; do
			RANDCC_FACTORS=functions RANDCC_SEED=$seed randclang -O2 $option \
				main.c u0.c -o p.$seed
		done
		not diff -q <(order_of p.1) <(order_of p.2)
	done
}

@test "the copies of clang's objects differ from them in section names only" {
	make_units 2 60
	cat >x.cc <<-'EOT'
		#include <string>
		#include <vector>
		static __attribute__((cold, noinline)) int cold(int x) { throw x; }
		template <class T> T twice(T x) { return x + x; }
		static std::string text("text");
		int x(int a)
		{
			std::vector<std::string> v{text, twice(text)};
			try { return a < 0 ? cold(a) : static_cast<int>(v.size()); } catch (int e) { return e; }
		}
	EOT
	echo 'extern "C" int unit0(int); int x(int); int main() { return unit0(1) + x(-1) == 0; }' >main.cc
	clang -O2 -g -ffunction-sections -c u0.c
	clang++ -O2 -g -ffunction-sections -c x.cc main.cc
	md5sum ./*.o >before
	for seed in 1 2; do
		rm -rf "${TMPDIR:?}"/*
		RANDCC_SAVE_TEMPS=1 RANDCC_SEED=$seed randclang++ main.o u0.o x.o -o p 2>err
		./p
		for f in main u0 x; do
			copy=$(find "$TMPDIR" -name $f.o)
			diff <(sections_of "$copy") <(sections_of $f.o)
			diff <(groups_of "$copy") <(groups_of $f.o)
			readelf -SW "$copy" | grep -q '\.text\.sorted\.'
			# A relocation section has the name of its section.
			readelf -SW "$copy" | grep -q '\.rela\.text\.sorted\.'
		done
	done
	md5sum -c before
}

@test "a replay is the rebuild: objects, archives, C++, a library, every linker" {
	make_units 3 20
	clang -O2 -ffunction-sections -c main.c u0.c u1.c u2.c
	ar rcs libu.a u0.o u1.o u2.o
	llvm-ar rcsT thin.a u0.o u1.o u2.o 2>/dev/null || ar rcsT thin.a u0.o u1.o u2.o
	# shellcheck disable=SC2086
	same_as_rebuild prog prog randclang -O2 $sources
	same_as_rebuild prog prog randclang main.o -L. -lu
	same_as_rebuild prog prog randclang main.o thin.a
	same_as_rebuild lib.so lib.so randclang -O2 -shared -fPIC u0.c u1.c u2.c
	same_as_rebuild prog prog randclang -static main.o u0.o u1.o u2.o
	for linker in lld gold mold; do
		command -v ld.$linker >/dev/null || continue
		# shellcheck disable=SC2086
		same_as_rebuild prog prog randclang -fuse-ld=$linker -O2 $sources
	done
}

@test "functions of gcc and of clang are laid out together" {
	make_units 2 30
	randcc -O2 -c main.c u0.c
	clang -O2 -ffunction-sections -c u1.c
	# The factor `program` ranks all functions together, so the functions of the
	# two units mix.
	for seed in 1 2; do
		RANDCC_FACTORS=program RANDCC_SEED=$seed randcc main.o u0.o u1.o -o p$seed
		./p$seed
		[ "$(order_of p$seed | grep -o '^f[01]_' | uniq | wc -l)" -gt 10 ]
	done
	not diff -q <(order_of p1) <(order_of p2)
}

@test "code in a plain .text stays whole, and objects of the plugin keep their names" {
	make_units 2 20
	clang -O2 -c u0.c
	randcc -O2 -c main.c u1.c
	as -o text.o <<<'.section .note.GNU-stack,""; .text; .globl one; one: ret; .section .text.mine,"ax"; two: ret'
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc main.o u0.o u1.o text.o -o p$seed
		diff <(order_of p$seed | grep '^f0_') <(order_of u0.o | grep '^f0_')
		diff <(order_of p$seed | grep -A 1 -x one) <(echo one; echo two)
	done
	not diff -q <(order_of p1) <(order_of p2)
}

@test "each order of clang's functions is equally likely" {
	printf 'int %s(int x) { return x + %d; }\n' a 1 b 2 c 3 >f.c
	echo 'int a(int), b(int), c(int); int main(void) { return a(1) + b(2) + c(3) == 0; }' >main.c
	clang -O2 -ffunction-sections -c f.c main.c
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randclang main.o f.o -o p
	randld --replay rec/p --seeds 1..120 -o l/%s
	for p in l/*; do
		order_of "$p" | grep -x '[abc]' | tr -d '\n'
		echo
	done | sort | uniq -c >orders
	# There are 6 orders, and each is expected 20 times.  20.5 is the 0.999
	# quantile of chi-square with 5 degrees of freedom.
	awk '{ sum += ($1 - 20) ^ 2 / 20 } END { print NR, sum; exit NR != 6 || sum > 20.5 }' orders
}

@test "padding, the stack and a list of moved code take clang's functions too" {
	make_units 2 20
	for factors in functions,units,padding functions,stack; do
		RANDCC_RECORD=$PWD/rec RANDCC_FACTORS=$factors RANDCC_SEED=3 \
			randclang -O2 main.c u0.c u1.c -o p
		./p
		randld --inspect --note p | grep -qx 'randomised: yes'
	done
	randld --inspect --record rec/p p >list
	awk -F '\t' '$2 ~ /^f[01]_/ { n++; bad += $5 != "moved" } END { exit n != 40 || bad }' list
}

@test "clang's calls that only link, or ask, print no warning" {
	echo 'int main(void) { return 0; }' | tee main.c >main.cc
	for factors in functions functions,data; do
		RANDCC_FACTORS=$factors RANDCC_SEED=1 randclang -Werror -c main.c -o c.o
		RANDCC_FACTORS=$factors RANDCC_SEED=1 randclang++ -Werror -c main.cc -o cc.o
		RANDCC_FACTORS=functions RANDCC_SEED=1 randclang -Werror c.o -o p
		RANDCC_FACTORS=functions RANDCC_SEED=1 randclang++ -Werror cc.o -o p
	done 2>err
	[ ! -s err ]
	diff <(randclang --version) <(clang --version)
	diff <(randclang -E main.c) <(clang -E main.c)
}

@test "programs of clang -flto, full and thin, are laid out by lld; a replay compiles nothing" {
	command -v ld.lld >/dev/null || skip 'no lld'
	make_units 3 10
	# If x began as a constant, LTO would compute the output at compile time,
	# and the program would have no functions to order.
	sed -i 's/unsigned x = 1;/volatile unsigned one = 1; unsigned x = one;/' main.c
	echo '#!/bin/sh
	case "$*" in *lto-obj-path*) echo compiled >>compiles ;; esac
	exec ld.lld "$@"' >ld.counting
	chmod +x ld.counting
	for kind in full thin; do
		# shellcheck disable=SC2086
		clang -O2 -flto=$kind -fuse-ld=lld $sources -o plain
		./plain >want
		clang -O2 -flto=$kind -c u1.c u2.c
		llvm-ar rcs libu.a u1.o u2.o 2>/dev/null || ar rcs libu.a u1.o u2.o
		clang -O2 -flto=$kind -fuse-ld=lld main.c u0.c libu.a -o plain.a
		rm -f compiles
		RANDCC_LD=$PWD/ld.counting RANDCC_RECORD=$PWD/rec RANDCC_SEED=none \
			randclang -O2 -flto=$kind main.c u0.c libu.a -o prog
		diff <(order_of prog | grep '^[fu]') <(order_of plain.a | grep '^[fu]')
		randld --replay rec/prog --seeds none,1,2 -o replayed.%s
		cmp replayed.none prog
		[ "$(wc -l <compiles)" = 1 ]
		for seed in 1 2; do
			RANDCC_LD=$PWD/ld.counting RANDCC_SEED=$seed \
				randclang -O2 -flto=$kind main.c u0.c libu.a -o prog
			cmp prog replayed.$seed
			./prog | cmp - want
			diff <(order_of prog | sort) <(order_of plain.a | sort)
			not diff -q <(order_of prog) <(order_of plain.a)
		done
		not diff -q <(order_of replayed.1) <(order_of replayed.2)
	done
}

@test "a constructor is that of the first object, of gcc's and clang's copies" {
	cat >a.h <<-'EOT'
		struct A { int x; A(int y); ~A(); };
		extern int n;
		inline A::A(int y) : x(y * 3) { if (y > 2) n++; }
		inline A::~A() { if (x > 1) n--; }
	EOT
	printf '#include "a.h"\nint fx(int c) { A a(c); return a.x; }\n' >x.cc
	printf '#include "a.h"\nint fy(int c) { A a(c + 1); return a.x; }\n' >y.cc
	printf 'int n; int fx(int); int fy(int); int main() { return fx(1) + fy(1) != 9; }\n' >m.cc
	g++ -O1 -fno-exceptions -fno-inline -c m.cc x.cc
	clang++ -O0 -fno-exceptions -c y.cc
	# The groups of the two compilers have different names.
	readelf -gW x.o | grep -qF '[_ZN1AC5Ei]'
	readelf -gW y.o | grep -qF '[_ZN1AC2Ei]'
	sizes() { nm -S "$1" | awk '/ _ZN1A[CD]2E/ { print $2, $4 }' | sort; }
	for pair in 'x.o y.o' 'y.o x.o'; do
		# shellcheck disable=SC2086
		g++ m.o $pair -o plain
		for seed in 1 2 3 4 5 6; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randc++ m.o $pair -o p
			diff <(sizes plain) <(sizes p)
		done
	done
}

@test "libraries that an object names for lld are refused, and those on the line are not" {
	command -v ld.lld >/dev/null || skip 'no lld'
	for i in 1 2 3; do
		echo "int f$i(int x) { return x * $i; }"
	done >f.c
	printf '#pragma comment(lib, "foo")\nint f2(int); int main(int c, char **v) { return f2(c) - 2; }\n' >main.c
	clang -O1 -ffunction-sections -c f.c main.c
	ar rc libfoo.a f.o
	export RANDCC_SEED
	for RANDCC_SEED in none 1; do
		fails_with 125 '"main.o" names libraries for lld' \
			randclang -fuse-ld=lld main.o -L. -o p
		grep -q 'hint: name them on the command line (-lNAME), and pass --no-dependent-libraries' err
		[ ! -e p ]
	done
	RANDCC_UNSUPPORTED=pass randclang -fuse-ld=lld main.o -L. -o p 2>err
	grep -q 'names libraries for lld.* "p" is linked unrandomised' err
	./p
	randld --inspect --note p | grep -q '^randomised: no'
	randclang -fuse-ld=lld main.o -L. -Wl,--no-dependent-libraries -lfoo -o p
	./p
	fails_with 125 '"main.o" names libraries' randclang -fuse-ld=lld main.o -L. \
		-Wl,--no-dependent-libraries -Wl,--dependent-libraries -o p
	# Members of archives name libraries too.
	clang -O1 -c main.c
	ar rc libmain.a main.o
	fails_with 125 'libmain.a" names libraries' randclang -fuse-ld=lld -L. -lmain -o p
	# Other linkers ignore what an object names.
	for ld in bfd gold mold; do
		command -v ld.$ld >/dev/null || continue
		randclang -fuse-ld=$ld main.o -L. -lfoo -o p
		./p
	done
}

@test "a profile of calls does not decide the order in lld" {
	command -v ld.lld >/dev/null || skip 'no lld'
	printf 'int %s(int x) { return x + %d; }\n' a 1 b 2 c 3 d 4 e 5 f 6 >f.c
	echo 'int a(int), f(int); int main(void) { return a(1) + f(1) == 0; }' >main.c
	clang -O2 -ffunction-sections -S f.c main.c
	echo '.cg_profile main, f, 1000; .cg_profile f, a, 900' >>main.s
	clang -c main.s f.s
	readelf -SW main.o | grep -q call-graph-profile
	for seed in 1 2; do
		RANDCC_SEED=$seed randclang -fuse-ld=lld main.o f.o -o p$seed
	done
	not diff -q <(order_of p1) <(order_of p2)
}

@test "clang's variables move with the factor data" {
	for i in 1 2 3 4 5 6 7 8; do
		echo "int v$i = $i; static int s$i = 2; const int c$i = $i; int f$i(void) { return v$i++ + s$i++ + c$i; }"
	done >v.c
	echo 'extern int f1(void); int main(void) { return f1() != 4; }' >main.c
	export RANDCC_FACTORS=functions,data RANDCC_RECORD=$PWD/rec
	variables() { nm -n "$1" | awk '$2 ~ /^[dDrR]$/ && $3 ~ /^[vsc][0-9]/ { print $3 }'; }
	for seed in none 1 2; do
		RANDCC_SEED=$seed randclang -O2 main.c v.c -o prog
		./prog
		mv prog p$seed
	done
	randld --inspect --note p1 | grep '^data: 24 variables$'
	not diff -q <(variables p1) <(variables p2)
	diff <(variables p1 | sort) <(variables pnone | sort)
	randld --replay rec/prog --seeds none,1 -o r%s
	cmp r1 p1
	cmp rnone pnone
}

@test "LTO whose objects lld keeps elsewhere is refused" {
	command -v ld.lld >/dev/null || skip 'no lld'
	make_units 3 4
	for option in --thinlto-cache-dir=$PWD/cache -plugin-opt=emit-llvm; do
		run randclang -O2 -flto=thin -fuse-ld=lld "-Wl,$option" $sources -o prog
		[ "$status" -ne 0 ]
		[[ $output == *"with the option \"$option\" lld does not keep the objects of LTO"* ]]
	done
}

@test "a script that adds to another may not name clang's functions either" {
	printf '%s\n' 'int fast(void) { return 3; }' >fast.c
	printf '%s\n' 'int fast(void); int main(void) { return fast() - 3; }' >main.c
	clang -O2 -ffunction-sections -c fast.c main.c
	printf '%s\n' 'SECTIONS { .fast : { *(.text.fast) } }' 'INSERT AFTER .text;' >add.ld
	printf '%s\n' 'SECTIONS { .other : { *(.other) } }' 'INSERT AFTER .text;' >more.ld
	RANDCC_CC=gcc run randcc fast.o main.o -Wl,-T,add.ld -Wl,-T,more.ld -o prog
	[ "$status" -ne 0 ]
	[[ $output == *'the linker script places functions by the names of their sections'* ]]
	# ".text.unknown" in a kernel's script is the name of a group, and not
	# of a function.
	printf '%s\n' 'SECTIONS { .fast : { *(.text.unknown .text.unknown.*) } }' \
		'INSERT AFTER .text;' >add.ld
	randcc fast.o main.o -Wl,-T,add.ld -o prog
	./prog
}

@test "data: variables of a system's archive alone have a script" {
	echo 'int main() { throw 1; }' >main.cc
	RANDCC_FACTORS=functions,data RANDCC_SEED=1 randc++ -static-libstdc++ main.cc -o prog
	# Without randld's script, the variables of the static libstdc++ would
	# all be in .data, which is writable.
	readelf -SW prog | grep -qF .data.sorted
	readelf -SW prog | awk '$2 == ".bss" || $3 == ".bss" { print }' | grep NOBITS
	size=$(readelf -SW prog | sed -n 's/^ *\[ *[0-9]*\] \.data  *PROGBITS  *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p')
	[ $((0x$size)) -lt 65536 ]
}

@test "LLVM bitcode is refused where the linker's plugin compiles it" {
	echo 'int main(void) { return 0; }' >main.c
	clang -O2 -flto -c main.c
	fails_with 125 'cannot order the functions of LLVM' env RANDCC_SEED=1 \
		randld -plugin none.so main.o -o p
}

@test "a profile of calls does not decide the order under the user's own script either" {
	command -v ld.lld >/dev/null || skip 'no lld'
	printf 'int %s(int x) { return x + %d; }\n' a 1 b 2 c 3 d 4 e 5 f 6 >f.c
	echo 'int a(int), f(int); void _start(void) { a(1) + f(1); for (;;); }' >main.c
	clang -O2 -ffunction-sections -S f.c main.c
	# Without randld, lld orders all functions by these calls.
	for pair in '_start, f' 'f, a' 'a, e' 'e, b' 'b, d' 'd, c'; do
		echo ".cg_profile $pair, 1000"
	done >>main.s
	clang -c main.s f.s
	echo 'SECTIONS { .text : { *(SORT(.text.sorted.*)) *(.text .text.*) } }' >sort.ld
	for seed in 1 2 3; do
		RANDCC_FACTORS=program RANDCC_SEED=$seed randclang -nostdlib -static -fuse-ld=lld \
			-T sort.ld main.o f.o -o p$seed
	done
	moved p1 p2
	moved p2 p3
	moved p1 p3
}

@test "data: a script that adds to the default one may not name variables" {
	echo 'int slow = 1, fast = 2; int main(void) { return slow + fast - 3; }' >main.c
	clang -O2 -ffunction-sections -fdata-sections -c main.c
	echo 'SECTIONS { .fast : { *(.data.fast) } } INSERT AFTER .data;' >add.ld
	RANDCC_FACTORS=functions RANDCC_SEED=1 randclang main.o -Wl,-T,add.ld -o prog
	readelf -SW prog | grep -qF ' .fast '
	RANDCC_FACTORS=functions,data RANDCC_SEED=1 run randclang main.o -Wl,-T,add.ld -o prog
	[ "$status" -ne 0 ]
	[[ $output == *'the linker script places variables by the names of their sections'* ]]
	[[ $output == *'take "data" out of RANDCC_FACTORS'* ]]
	# A script may name sections that hold no named variable, such as a
	# user's own section and the merged strings.
	echo 'SECTIONS { .more : { *(.data..mine .data.rel.more .rodata.str1.1) } } INSERT AFTER .data;' >add.ld
	sed -i 's/ .data.rel.more//' add.ld
	RANDCC_FACTORS=functions,data RANDCC_SEED=1 randclang main.o -Wl,-T,add.ld -o prog
	./prog
}

@test "data: members of an archive that have variables alone take part" {
	for i in 1 2 3 4; do
		echo "int v$i = $i;" >v$i.c
		echo "const int c$i = $i;" >c$i.c
		echo "int b$i;" >b$i.c
	done
	for kind in v c b; do echo "extern int ${kind}1, ${kind}2, ${kind}3, ${kind}4;"; done >main.c
	echo 'int main(void) { return v1 + v2 + v3 + v4 + c1 + c2 + c3 + c4 + b1 + b2 + b3 + b4 - 20; }' >>main.c
	clang -O2 -ffunction-sections -fdata-sections -c main.c [vcb]?.c
	ar rcs libv.a [vcb]?.o
	for seed in 1 2; do
		RANDCC_FACTORS=functions,units,data RANDCC_SEED=$seed randclang main.o libv.a -o p$seed
		./p$seed
		# The note may count one variable more, because some programs
		# link a variable of libgcc.
		n=$(randld --inspect --note p$seed | sed -n 's/^data: \([0-9]*\) variables.*/\1/p')
		[ "$n" -ge 12 ]
		nm -n p$seed | awk '$3 ~ /^[vcb][1-4]$/ { print $3 }' >order.$seed
		[ "$(wc -l <order.$seed)" = 12 ]
	done
	not diff -q order.1 order.2
}

@test "data: with RANDCC_UNSUPPORTED=pass a refused link ranks no variable" {
	printf '%s\n' '#include <iostream>' 'int variable = 1;' 'int main() { std::cout << variable; }' >main.cc
	clang++ -O2 -ffunction-sections -fno-exceptions -c main.cc
	export RANDCC_FACTORS=functions,data RANDCC_SEED=1
	run randclang++ -static-libstdc++ main.o -o prog
	[ "$status" -ne 0 ]
	[[ $output == *'no object was compiled with the factor "data"'* ]]
	RANDCC_UNSUPPORTED=pass randclang++ -static-libstdc++ main.o -o prog
	./prog
	# constants stay in a section that is not writable
	clang++ -static-libstdc++ main.o -o plain
	size() { readelf -SW "$1" | sed -n "s/^ *\[ *[0-9]*\] $2  *PROGBITS  *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p"; }
	[ "$(size prog .data)" = "$(size plain .data)" ]
	[ "$(size prog .rodata)" = "$(size plain .rodata)" ]
	randld --inspect --note prog | grep -qx 'factors: functions'
}

@test "an archive with BSD ar's index is linked with the members that it names" {
	command -v python3 >/dev/null || skip 'no python3'
	make_units 3 6
	clang -O2 -ffunction-sections -c main.c u0.c u1.c u2.c
	ar rcs gnu.a u0.o u1.o u2.o
	python3 "$BATS_TEST_DIRNAME/tools/bsd-index" gnu.a bsd.a
	clang main.o bsd.a -o plain
	./plain >want
	for seed in none 1 2; do
		RANDCC_SEED=$seed randclang main.o bsd.a -o p$seed
		./p$seed | cmp - want
	done
	moved pnone p1 p2
}

# member OBJECT NAME: print a member of an archive whose name is in its body, as BSD
# ar writes it
member() {
	local size=$((${#2} + $(stat -c %s "$1")))
	printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "#1/${#2}" 0 0 0 100644 $size
	printf %s "$2"
	cat "$1"
	[ $((size % 2)) = 0 ] || echo
}

@test "members of BSD archives may have names of odd lengths" {
	command -v ld.lld >/dev/null || skip 'no lld'
	make_units 3 6
	clang -O2 -ffunction-sections -c main.c u0.c u1.c u2.c
	{
		echo '!<arch>'
		member u0.o odd-name.o.
		member u1.o even-name.o.
		member u2.o odd-again-u.o
	} >bsd.a
	clang -fuse-ld=lld main.o bsd.a -o plain
	for seed in none 1 2; do
		RANDCC_SEED=$seed randclang -fuse-ld=lld main.o bsd.a -o p$seed
		./p$seed | cmp - <(./plain)
	done
	moved pnone p1 p2
}

@test "a section that gcc's user chose stays the user's, alone in its object too" {
	printf '%s\n' '__attribute__((section(".text.fast"), noinline)) int fast(void) { return 3; }' >fast.c
	printf '%s\n' 'int fast(void); int other(void) { return 4; } int main(void) { return fast() + other() - 7; }' >main.c
	for flags in '' -flto; do
		# shellcheck disable=SC2086
		randcc -O2 $flags -c fast.c main.c
		for seed in 1 2 3; do
			# shellcheck disable=SC2086
			RANDCC_SAVE_TEMPS=1 RANDCC_SEED=$seed randcc -O2 $flags fast.o main.o \
				-Wl,-Map=map -o prog 2>err
			./prog
			not grep -E 'sorted.*\.fast$' map
			not grep -F randcc_kept <(readelf -SW prog)
		done
	done
	# -ffunction-sections without the plugin puts `fast` into .text.fast,
	# although the user chose no section.  So `fast` is ranked.
	gcc -O2 -ffunction-sections -c main.c
	echo 'int fast(void) { return 3; }' | gcc -O2 -ffunction-sections -xc -c - -o fast.o
	RANDCC_SEED=1 randcc fast.o main.o -Wl,-Map=map -o prog
	grep -qE 'sorted.*\.fast$' map
}

@test "a study's report names each compiler with its functions" {
	make_units 2 10
	gcc -O2 -ffunction-sections -c u1.c
	randstudy run -o study --layouts 3 --program prog \
		--build 'randclang -O2 main.c u0.c u1.o -o prog' -- '{binary}' >report
	clang=$(clang -dumpversion)
	gcc=$(gcc -dumpfullversion)
	# gcc compiled u1.c: ten functions and unit1.
	tr -s '\n ' ' ' <report | grep -qF "functions of clang $clang: "
	tr -s '\n ' ' ' <report | grep -qE "clang $clang: 12, gcc $gcc: 11;"
	randstudy report --format json study >report.json
	"$BATS_TEST_DIRNAME/tools/check-json" "$BATS_TEST_DIRNAME/../doc/report.schema.json" report.json
	[ "$(jq -c .compilers report.json)" = "{\"clang $clang\":12,\"gcc $gcc\":11}" ]
}

@test "a report of systems from several compilers names those of each system" {
	make_units 1 10
	randstudy run -o study --layouts 3 --program prog \
		--system 'ours=randcc -O2 main.c u0.c -o prog' \
		--system 'theirs=randclang -O2 main.c u0.c -o prog' -- '{binary}' >report
	clang=$(clang -dumpversion)
	tr -s '\n ' ' ' <report | grep -qE "built by ours: gcc [^;]*; GNU ld [^;]*; theirs: functions of clang $clang: 12; GNU ld"
	randstudy report --format json study >report.json
	"$BATS_TEST_DIRNAME/tools/check-json" "$BATS_TEST_DIRNAME/../doc/report.schema.json" report.json
	[ "$(jq -c '.toolchains | map_values(.compilers)' report.json)" = \
		"{\"ours\":{},\"theirs\":{\"clang $clang\":12}}" ]
	# Systems that were built alike have no such object.
	randstudy run -o alike --no-report --layouts 3 --program prog \
		--system 'a=randcc -O2 main.c u0.c -o prog' \
		--system 'b=randcc -O1 main.c u0.c -o prog' -- '{binary}'
	[ "$(randstudy report --format json alike | jq .toolchains)" = null ]
}

@test "a comparison of studies from different compilers says so" {
	make_units 1 10
	for study in gcc clang mixed; do
		case $study in
		gcc) build='randcc -O2 main.c u0.c -o prog' ;;
		clang) build='randclang -O2 main.c u0.c -o prog' ;;
		mixed) build='gcc -O2 -ffunction-sections -c u0.c && randclang -O2 main.c u0.o -o prog' ;;
		esac
		randstudy run -o $study --no-report --layouts 3 --program prog \
			--build "$build" -- '{binary}'
	done
	for pair in 'gcc clang' 'clang gcc' 'clang mixed' 'mixed clang'; do
		# shellcheck disable=SC2086 # two names
		run randstudy compare $pair
		[[ $output == *'built by different compilers'* ]]
	done
	for pair in 'clang clang' 'gcc gcc'; do
		# shellcheck disable=SC2086 # two names
		run randstudy compare $pair
		[[ $output != *'built by different compilers'* ]]
	done
}

@test "a linker that is named by its path is run by randld" {
	command -v ld.lld >/dev/null || skip 'no lld'
	make_units 1 10
	lld=$(command -v ld.lld)
	bfd=$(command -v ld.bfd)
	echo "--ld-path=$lld" >'a response file'
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$lld" >ld.mine
	chmod +x ld.mine
	for option in "--ld-path=$lld" "-fuse-ld=$lld" "-fuse-ld=bfd --ld-path=$lld" \
		'--ld-path=./ld.mine' "--ld-path=$bfd --ld-path=$lld"; do
		# shellcheck disable=SC2086 # words
		RANDCC_SEED=1 randclang -O2 $option main.c u0.c -o prog
		randld --inspect --note prog | grep -q '^linker: .*LLD'
		randld --inspect --note prog | grep -qx 'randomised: yes'
	done
	RANDCC_SEED=2 randclang -O2 @'a response file' main.c u0.c -o prog
	randld --inspect --note prog | grep -q '^linker: .*LLD'
	RANDCC_FLAGS="--ld-path=$lld" RANDCC_SEED=2 randclang -O2 main.c u0.c -o prog
	randld --inspect --note prog | grep -q '^linker: .*LLD'
	RANDCC_SEED=2 randclang -O2 "--ld-path=$bfd" main.c u0.c -o prog
	randld --inspect --note prog | grep -q '^linker: GNU ld'
	# A compilation warns of nothing that clang alone would not say.
	[ "$(randclang -O2 "-fuse-ld=$lld" -c main.c 2>&1)" = \
		"$(clang -O2 "-fuse-ld=$lld" -c main.c 2>&1)" ]
}
