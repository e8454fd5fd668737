#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Linking stays fast.  The measures that make it fast do not change the program.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 3 20
	rec=$PWD/rec
	gcc -O2 main.c u0.c u1.c u2.c -o plain
}

@test "the time for padding does not grow with the square of the functions" {
	# instructions are counted, not seconds
	command -v valgrind >/dev/null || skip 'no valgrind'
	for n in 1000 4000; do
		for i in $(seq $n); do
			echo "int g$i(int x) { return x + $i; }"
		done >many.c
		echo 'int main(void) { return 0; }' >>many.c
		randcc -O0 -c many.c -o many$n.o
	done
	cost() { # OBJECT
		printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\nexec valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file=count ld "$@"\n' >ld.v
		chmod +x ld.v
		RANDCC_LD=$PWD/ld.v RANDCC_FACTORS=program,padding RANDCC_SEED=1 randcc "$1" -o p >/dev/null
		sed -n 's/.*Collected : //p' count
	}
	small=$(cost many1000.o)
	large=$(cost many4000.o)
	[ "$large" -lt $((6 * small)) ]
}

# spread: print whether the file system of the current directory can be told to place
# directories far apart
spread() {
	mkdir topdir
	chattr +T topdir 2>chattr.log || return 0
	lsattr -d topdir | cut -d' ' -f1
}

@test "copies of different links are in directories that the file system places apart" {
	command -v lsattr >/dev/null || skip 'no lsattr'
	mkdir tmp
	cat >ld.see <<-'EOF'
		#!/bin/sh
		[ "$1" != --version ] || exec ld --version
		for word; do
			case $word in */u0.o) echo "$word" >>"$SEEN" ;; esac
		done
		lsattr -d "$TMPDIR"/randld.* >>"$SEEN.flags" 2>&1
		exec ld "$@"
	EOF
	chmod +x ld.see
	export SEEN=$PWD/seen
	gcc -O2 -ffunction-sections -c main.c u0.c u1.c u2.c
	for seed in 1 2; do
		TMPDIR=$PWD/tmp RANDCC_LD=$PWD/ld.see RANDCC_SEED=$seed \
			randcc main.o u0.o u1.o u2.o -o "p$seed"
	done
	# The directory of the copies has the random name of the link's.
	[ "$(grep -c -x "$PWD/tmp/randld\.\([^/]*\)/0\.\1/u0\.o" seen)" = 2 ]
	[ "$(sort -u seen | wc -l)" = 2 ]
	[ -z "$(ls tmp)" ]
	# "T" is FS_TOPDIR_FL of ext4.
	can=$(spread)
	if [[ $can == *T* ]]; then
		[ "$(cut -d' ' -f1 seen.flags | grep -c T)" = 2 ]
	fi
	# Copies that are kept are for people and scripts to find.
	TMPDIR=$PWD/tmp RANDCC_SAVE_TEMPS=1 RANDCC_SEED=1 randcc main.o u0.o u1.o u2.o \
		-o kept
	ls tmp/randld.*/0/u0.o
	cmp kept p1
}

# names_as_met DIR: print the ranked names of the copies in DIR, in the order in
# which GNU ld reads them
names_as_met() {
	local object
	for object in "$1"/randcc-layout.o "$1"/0/*.o; do
		readelf -SW "$object"
	done | sed -n 's/.* \(\.text\.sorted\.[^ ]*\) *PROGBITS.*/\1/p'
}

# mean_depth: print the mean depth of GNU ld 2.40's tree of the names on standard input
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
		# Each of three objects has 401 functions, and one pivot for
		# every 64 functions.  main.o has one function.
		read -r n depth < <(names_as_met "$temps" | mean_depth)
		[ "$n" = $((3 * (401 + 7) + 1)) ]
		# In a balanced tree the mean depth would be about 10.
		[ "$depth" -le 18 ]
		# Most names come right after a smaller one, which makes reading
		# and writing fast.
		names_as_met "$temps" | grep u1_c |
			awk '{ n += $0 > last; last = $0 } END { exit n < NR * 22 / 24 }'
		# The pivots hold no code.
		readelf -SW "$temps/randcc-layout.o" |
			awk '/text\.sorted/ && $(NF - 5) !~ /^0+$/ { exit 1 }'
		rm -r "$temps"
	done
}

@test "the linker's malloc is tuned unless the user tuned it, and the compilers' is not" {
	cat >ld.t <<-'END'
		#!/bin/sh
		[ "$1" != --version ] || exec ld --version
		printf '%s\n' "${GLIBC_TUNABLES-unset}" "${LD_BIND_NOW+bound}" | tr : '\n' |
			sed -n 's/glibc.malloc.mmap_threshold=.*/tuned/p; s/.*hugetlb/hugetlb/p; /check/p; /unset/p; /bound/p' |
			paste -sd' ' >>tunables
		exec ld "$@"
	END
	chmod +x ld.t
	echo 'asm(".section .rodata; .fill 2097152");' >large.c
	randcc -c main.c u?.c large.c
	export RANDCC_SEED=1 RANDCC_LD=$PWD/ld.t
	unset GLIBC_TUNABLES LD_BIND_NOW
	randcc main.o u?.o -o p
	randcc main.o u?.o large.o -o p
	GLIBC_TUNABLES=glibc.malloc.check=0 randcc main.o u?.o large.o -o p
	RANDCC_RECORD=$rec randcc -flto main.c u?.c large.o -o p
	randld --replay "$rec/p" --seed 2 -o q
	printf '%s\n' tuned 'tuned hugetlb=1 bound' glibc.malloc.check=0 unset tuned |
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
	# With --emit-relocs (-q), pivots would leave empty output sections.
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
	# Some linker scripts have no place for pivots, the empty sections that
	# randld adds so that the linker sorts faster.
	echo 'SECTIONS { .text : { */main.o(SORT(.text.sorted.*)) */u?.o(SORT(.text.sorted.*)) */main.o(.text*) */u?.o(.text*) } }' >files.ld
	randcc -nostdlib -static main.o u?.o -Wl,-T,files.ld,--unresolved-symbols=ignore-all -Wl,--orphan-handling=warn -o s >>map 2>&1
	[ "$(grep -c '^ \.text\.sorted\.' map)" -ge 300 ]
	not grep 'sorted\..*!' map
}
