#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Corners in which a layout, a record or a build went wrong: scripts, libraries
# and definitions that are not the usual ones, and what surrounds a build.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 3 20
	rec=$PWD/rec
	gcc -O2 main.c u0.c u1.c u2.c -o plain
}

@test "a record that fails removes no device, and -o /dev/null is a probe" {
	[ "$(id -u)" = 0 ] && mknod null c 1 3 2>/dev/null || skip 'needs root'
	echo file >file
	run randcc main.c u0.c u1.c u2.c -o null
	[ "$status" = 0 ]
	[ -z "$output" ]
	RANDCC_RECORD=$PWD/file run randcc main.c u0.c u1.c u2.c -o null
	[ "$status" = 0 ]
	[ -c null ]
	[ -z "$(RANDCC_RECORD=$rec randcc main.c u0.c u1.c u2.c -o null 2>&1)" ]
}

@test "-R DIR is an rpath; a relative record is refused" {
	RANDCC_RECORD=$rec randcc main.c u0.c u1.c u2.c -Wl,-R,/usr/lib -o p
	randld --replay "$rec/p" --seed 1 -o q
	readelf -d q | grep -q 'R.*PATH.*/usr/lib'
	RANDCC_RECORD=rec fails_with 125 'must be an absolute path' randcc -c u0.c
}

@test "a replay needs a library without a soname by the same name, or refuses it" {
	randcc -shared -fPIC u0.c u1.c u2.c -o libns.so
	RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c ./libns.so -o p
	randld --replay "$rec/p" --seed 5 -o q
	readelf -d q | grep -q 'NEEDED.*\[\./libns.so\]'
	./q | diff <(./plain) -
	RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c -L. -l:libns.so -o r
	mv libns.so moved.so
	fails_with 125 'libns.so" has no soname' randld --replay "$rec/p" --seed 5 -o q
	randld --replay "$rec/r" --seed 5 -o q
	readelf -d q | grep -q 'NEEDED.*\[libns.so\]'
}

@test "an archive keeps its name on a replay" {
	randcc -O2 -fPIC -c main.c u0.c u1.c u2.c
	ar rcs libfoo.a u0.o u1.o u2.o
	for seed in 1 2; do
		RANDCC_RECORD=$rec RANDCC_SEED=$seed randcc -shared main.o -L. -lfoo -Wl,--exclude-libs,libfoo.a -o x.so
		randld --replay "$rec/x.so" --seed $seed -o again.so
		cmp x.so again.so
	done
}

@test "pins hold on a replay, and the note has padding's size" {
	randcc -O1 -c main.c u0.c u1.c u2.c
	RANDCC_PIN='u*.o' RANDCC_RECORD=$rec RANDCC_SEED=3 randcc u0.o u1.o u2.o main.o -o p
	randld --inspect --note p | grep -qx 'moved: 0'
	randld --replay "$rec/p" --seed 3 -o q
	cmp p q
	export RANDCC_FACTORS=padding RANDCC_SEED=3
	RANDCC_PADDING_MAX=4 randcc u0.o u1.o u2.o main.o -o p4
	RANDCC_PADDING_MAX=32 randcc u0.o u1.o u2.o main.o -o p32
	randld --inspect --note p32 | grep -qx 'padding-max: 32'
	not diff -q <(randld --inspect --note p4 | grep digest) <(randld --inspect --note p32 | grep digest)
	RANDCC_PADDING_MAX=0 randcc u0.o u1.o u2.o main.o -o p0
	randld --inspect --note p0 | grep -q '^randomised: no'
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

@test "a linker script that matches the path of a file finds it" {
	mkdir src
	echo 'int special = 5;' >src/sp.c
	echo 'SECTIONS { .spec 0x10000000 : { *src/sp.o(.data) } } INSERT AFTER .data;' >path.ld
	for f in main u0 u1 u2; do randcc -O2 -c $f.c; done
	(cd src && randcc -c sp.c)
	# ranked or not, by a copy or in place
	for extra in '' 'int extra(int x) { return x; }'; do
		echo "int special = 5; $extra" >src/sp.c
		(cd src && randcc -c sp.c)
		RANDCC_SEED=1 randcc -no-pie main.o u?.o src/sp.o -Wl,-T,path.ld -o p
		nm p | grep -q '^0*10000000 D special'
	done
}

@test "scripts are refused in every form that undoes a layout" {
	for f in main u0 u1 u2; do randcc -O2 -c $f.c; done
	export RANDCC_SEED=3
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >default
	# by the name of a function's section, also for the original layout
	echo 'SECTIONS { .fast : { *(.text.f1_1) } } INSERT BEFORE .text;' >name.ld
	for seed in 3 none; do
		RANDCC_SEED=$seed fails_with 1 'by the names of their sections' randcc main.o u?.o -Wl,-T,name.ld -o p
	done
	# a script of the linker's own, which we do not see
	echo 'SECTIONS { .mytext : { *(.text.*) } } INSERT BEFORE .text;' >takes.ld
	sed '/SORT(.text.sorted/d' default >plain.ld
	sed 's/\*(.text .stub .text.\*.*)/& *(SORT(.text.sorted.*))/' plain.ld >late.ld
	printf '#!/bin/sh\nexec ld "$@" -T "%s"\n' "$PWD/plain.ld" >ld.own
	chmod +x ld.own
	RANDCC_LD=$PWD/ld.own fails_with 1 'did not place functions by rank' randcc main.o u?.o -o p
	[ ! -e p ]
	RANDCC_LD=$PWD/ld.own RANDCC_UNSUPPORTED=pass randcc main.o u?.o -o p 2>err
	grep -q unrandomised err
	randld --inspect --note p | grep -q '^randomised: no'
	# all code taken before it is sorted, or sorted by other names
	for script in takes.ld late.ld; do
		randcc main.o u?.o -Wl,-T,$script -o p
		RANDCC_FACTORS=program fails_with 1 'under a linker script that does not sort' \
			randcc main.o u?.o -Wl,-T,$script -o p
	done
	sed 's/\.text\.\* \.gnu/SORT(.text.*) .gnu/' plain.ld >other.ld
	grep -q 'SORT(.text.\*)' other.ld
	fails_with 1 'does not sort .text.sorted' randcc main.o u?.o -Wl,-T,other.ld -o p
}

@test "libraries are found as the linker finds them" {
	for f in u0 u1 u2; do randcc -O2 -c $f.c; done
	mkdir bad good
	ar rcs good/libfoo.a u0.o u1.o u2.o
	echo '.globl unit0' | as --32 -o other.o -
	ar rcs bad/libfoo.a other.o
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc main.c -Lbad -Lgood -lfoo -o p$seed 2>err
	done
	not diff -q <(order_of p1) <(order_of p2)
	# nothing but a library on the line
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -nostdlib -shared -Wl,--whole-archive -Lgood -lfoo -Wl,--no-whole-archive -o x$seed.so
		randld --inspect --note x$seed.so | grep -qx "seed: $seed"
	done
	not diff -q <(order_of x1.so) <(order_of x2.so)
}

@test "programs with the store's name or with a dot are recorded" {
	for name in store .hidden; do
		RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c u0.c u1.c u2.c -o $name
	done
	[ "$(randld --list-records "$rec" | wc -l)" = 2 ]
	randld --list-records "$rec" | while IFS=$(printf '\t') read -r name output; do
		randld --replay "$rec/$name" --seed none -o again
		cmp again "$output"
	done
}

@test "an ignored signal stays ignored" {
	printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\n: >started\nuntil [ -e go ]; do sleep 0.05; done\nexec ld "$@"\n' >ld.slow
	chmod +x ld.slow
	for f in main u0 u1 u2; do randcc -O2 -c $f.c; done
	(
		trap '' HUP
		exec env RANDCC_LD="$PWD/ld.slow" randcc main.o u?.o -o p
	) &
	pid=$!
	until [ -e started ]; do sleep 0.05; done
	pkill -HUP -P $pid || true
	for child in $(pgrep -f "ld.slow|randld" 2>/dev/null); do
		case $(readlink "/proc/$child/cwd" 2>/dev/null) in
		"$PWD") kill -HUP "$child" ;;
		esac
	done
	: >go
	wait $pid
	./p | diff <(./plain) -
}

@test "the time for padding does not grow with the square of the functions" {
	# counted in instructions, not in seconds
	command -v valgrind >/dev/null || skip 'no valgrind'
	for n in 1000 4000; do
		for i in $(seq $n); do
			echo "int g$i(int x) { return x + $i; }"
		done >many.c
		echo 'int main(void) { return 0; }' >>many.c
		randcc -O0 -c many.c -o many$n.o
	done
	cost() { # OBJECT
		printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\nexec valgrind --tool=none --log-file=/dev/null ld "$@"\n' >ld.v
		printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\nexec valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file=count ld "$@"\n' >ld.v
		chmod +x ld.v
		RANDCC_LD=$PWD/ld.v RANDCC_FACTORS=program,padding RANDCC_SEED=1 randcc "$1" -o p >/dev/null
		sed -n 's/.*Collected : //p' count
	}
	small=$(cost many1000.o)
	large=$(cost many4000.o)
	[ "$large" -lt $((6 * small)) ]
}

# names_as_met DIR: the ranked names in the copies there, as GNU ld meets them
names_as_met() {
	local object
	for object in "$1"/randcc-layout.o "$1"/0/*.o; do
		readelf -SW "$object"
	done | sed -n 's/.* \(\.text\.sorted\.[^ ]*\) *PROGBITS.*/\1/p'
}

# mean_depth: of the tree, into which GNU ld 2.40 puts what standard input names
mean_depth() {
	LC_ALL=C awk '{
		node = 1
		depth = 0
		while (node in name) {
			depth++
			if (!((node, $0 < name[node]) in child))
				child[node, $0 < name[node]] = NR + 1
			node = child[node, $0 < name[node]]
		}
		if (node == 1 || node == NR + 1)
			name[node] = $0
		total += depth
	} END { printf "%d %d\n", NR, total / NR }'
}

@test "GNU ld reads names in an order that it sorts fast" {
	make_units 3 400
	randcc -O0 -c main.c u?.c
	for factors in functions,units program; do
		RANDCC_SAVE_TEMPS=1 RANDCC_FACTORS=$factors RANDCC_SEED=1 \
			randcc main.o u?.o -o p 2>err
		temps=$(sed -n 's/.*kept in "\(.*\)"/\1/p' err)
		# 401 functions an object, a pivot for 64 of them; main's has one.
		read -r n depth < <(names_as_met "$temps" | mean_depth)
		[ "$n" = $((3 * (401 + 7) + 1)) ]
		# a balanced tree: 10
		[ "$depth" -le 18 ]
		# neighbours, for the sake of reading and writing
		names_as_met "$temps" | grep u1_c |
			awk '{ n += $0 > last; last = $0 } END { exit n < NR * 22 / 24 }'
		# The pivots are nothing else.
		readelf -SW "$temps/randcc-layout.o" |
			awk '/text\.sorted/ && $(NF - 5) !~ /^0+$/ { exit 1 }'
		rm -r "$temps"
	done
}

@test "the linker's malloc is tuned unless the user tuned it, and the compilers' is not" {
	cat >ld.t <<-'END'
		#!/bin/sh
		[ "$1" != --version ] || exec ld --version
		echo "${GLIBC_TUNABLES-unset}" | tr : '\n' |
			sed -n 's/glibc.malloc.mmap_threshold=.*/tuned/p; s/.*hugetlb/hugetlb/p; /check/p; /unset/p' |
			paste -sd' ' >>tunables
		exec ld "$@"
	END
	chmod +x ld.t
	echo 'asm(".section .rodata; .fill 2097152");' >large.c
	randcc -c main.c u?.c large.c
	export RANDCC_SEED=1 RANDCC_LD=$PWD/ld.t
	unset GLIBC_TUNABLES
	randcc main.o u?.o -o p
	randcc main.o u?.o large.o -o p
	GLIBC_TUNABLES=glibc.malloc.check=0 randcc main.o u?.o large.o -o p
	RANDCC_RECORD=$rec randcc -flto main.c u?.c large.o -o p
	randld --replay "$rec/p" --seed 2 -o q
	printf '%s\n' tuned 'tuned hugetlb=1' glibc.malloc.check=0 unset tuned |
		diff - tunables
}

@test "a program that inspects its own sections sees the same ones" {
	make_units 2 150
	export RANDCC_SEED=1
	for option in -Map=map --print-map --print-gc-sections; do
		randcc -O1 main.c u?.c -Wl,--gc-sections,$option -o q >>map 2>&1
		randcc -O1 main.c u?.c -Wl,--gc-sections -o r
		cmp q r
	done
	# With -q, empty output sections would stay.
	randcc -O1 -c main.c u?.c
	for i in {0..99}; do
		echo "__thread int t$i = 1; int d$i = 1, b$i; const int r$i = 1;"
	done >many.c
	RANDCC_FACTORS=data randcc -O1 -c many.c
	ar rc libmany.a many.o
	export RANDCC_FACTORS=functions,units,data
	randcc main.o u?.o libmany.a -Wl,--emit-relocs -o s
	readelf -SW s >sections
	not grep -F .tdata sections
	unset RANDCC_FACTORS
	# A script may have no place for them.
	echo 'SECTIONS { .text : { */main.o(SORT(.text.sorted.*)) */u?.o(SORT(.text.sorted.*)) */main.o(.text*) */u?.o(.text*) } }' >files.ld
	randcc -nostdlib -static main.o u?.o -Wl,-T,files.ld,--unresolved-symbols=ignore-all -Wl,--orphan-handling=warn -o s >>map 2>&1
	[ "$(grep -c '^ \.text\.sorted\.' map)" -ge 300 ]
	not grep 'sorted\..*!' map
}

@test "an odd umask and an odd TMPDIR work" {
	(
		umask 0222
		RANDCC_SEED=1 randcc main.c u0.c u1.c u2.c -o p
	)
	./p | diff <(./plain) -
	TMPDIR=$PWD/nowhere fails_with 125 "cannot create a directory in \"$PWD/nowhere\"" randld u0.o -o p
	RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c u0.c u1.c u2.c -o p
	mkdir near
	(
		TMPDIR=near
		export TMPDIR
		randld --replay "$rec/p" --seed 1 -o q
	)
	ln -s real.map link.map
	: >real.map
	randcc main.c u0.c u1.c u2.c -Wl,-Map=link.map -o p
	[ -L link.map ]
	grep -q 'Linker script and memory map' real.map
	not grep -q 'randld\.' real.map
}
