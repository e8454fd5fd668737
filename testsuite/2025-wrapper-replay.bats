#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# One replay makes many layouts of a record.  Each layout has the bytes that a
# replay of its seed alone gives.  A layout that fails does not affect the others.

setup() {
	bats_require_minimum_version 1.5.0
	load wrapper.bash
	wrapper_setup
	make_units 4 20
}

record() { # OPTION...
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc -O1 "$@" -o prog
}

# as_one_by_one SEED...: check that made/SEED is the output of --seed SEED
as_one_by_one() {
	for seed; do
		randld --replay rec/prog --seed "$seed" -o one
		cmp one "made/$seed"
	done
	[ "$(ls made | wc -l)" = $# ]
	[ "$(sha256sum made/* | cut -d' ' -f1 | sort -u | wc -l)" = $# ]
	[ -z "$(ls "$TMPDIR")" ]
}

@test "--seeds takes a range and a list" {
	record main.c u?.c
	randld --replay rec/prog --seeds 1..3,none,18446744073709551615,0x10 -o made/%s
	as_one_by_one 1 2 3 none 18446744073709551615 16
	rm -r made
	randld --replay rec/prog --seeds 7..7 --jobs 1 -o made/%s
	as_one_by_one 7
}

@test "a job overwrites its copies, and its copies only" {
	make_units 2 150
	gcc -O1 -c u0.c -o plain.o
	randcc -O1 -c u1.c -o 'odd name.o'
	randcc -O1 -c main.c -o main.o
	ar rc libodd.a 'odd name.o'
	record main.o plain.o libodd.a
	randld --replay rec/prog --seeds 3,none,1,2 --jobs 1 -o made/%s
	as_one_by_one 3 none 1 2
	# Padding links twice.
	rm -r made
	export RANDCC_FACTORS=program,padding,stack
	randld --replay rec/prog --seeds 8,none,9 --jobs 1 -o made/%s
	as_one_by_one 8 none 9
}

@test "seeds come from a file or standard input, for names with a percent sign and LTO too" {
	record -flto -flto-partition=1to1 main.c u?.c
	printf '# mine\n1\n\n 2..3 # and\r\nnone\n9' >seeds
	randld --replay rec/prog --seeds seeds --jobs 3 -o made/%s
	as_one_by_one 1 2 3 none 9
	mkdir 50%s
	(cd 50%s && echo 4 | randld --replay ../rec/prog --seeds - -o '%%/%s.%s/x')
	cmp 50%s/%/4.4/x <(randld --replay rec/prog --seed 4 -o y && cat y)
}

@test "original layouts are replayed alone, and so is padding" {
	record main.c u?.c
	randld --replay rec/prog --seeds none -o made/%s
	as_one_by_one none
	rm -r made
	export RANDCC_FACTORS=functions,padding
	randld --replay rec/prog --seeds none,5,6 -o made/%s
	as_one_by_one none 5 6
}

@test "a word that is no seed is refused before anything is linked" {
	record main.c u?.c
	many() { randld --replay rec/prog --seeds "$1" -o "${2:-made/%s}"; }
	printf '1\nnone\n2,x\n' >seeds
	fails_with 125 '"seeds", line 3: bad seed "x"' many seeds
	printf '5..2\n' >seeds
	fails_with 125 '"seeds", line 1: bad range "5..2"' many seeds
	printf '\n1..9000000\n' >seeds
	fails_with 125 'line 2: more than a million seeds: "1..9000000"' many seeds
	printf '\n#\n' >seeds
	fails_with 125 'no seeds in "seeds"' many seeds
	fails_with 125 'cannot read the seeds "gone": No such file' many gone
	fails_with 125 'bad seed "1e" in --seeds' many 1,1e
	fails_with 125 'bad range "none..3" in --seeds' many none..3
	fails_with 125 'bad seed "18446744073709551616"' many 18446744073709551616
	fails_with 125 'the seed 3 twice' many 1..4,3
	fails_with 125 '-o needs a name with %s in it' many 1..4 out
	fails_with 125 '-o needs a name with %s in it' many 1..4 made/%d%s
	fails_with 125 'unknown option "--sed" with --replay' randld --replay rec/prog --sed 1 -o out
	fails_with 125 '"--seed" needs a value' randld --replay rec/prog --seed
	fails_with 125 'seed and --seeds exclude each other' randld --replay rec/prog --seed 1 --seeds 2 -o made/%s
	fails_with 125 'need --seeds' randld --replay rec/prog --seed 1 --jobs 2 -o out
	fails_with 125 '--jobs needs a number' randld --replay rec/prog --seeds 1 --jobs 0 -o made/%s
	[ ! -e made ]
}

@test "a layout that fails is reported, and the others are made" {
	record main.c u?.c
	mkdir -p made/3
	fails_with 1 'the layout of seed 3 failed with status 1' \
		randld --replay rec/prog --seeds 1..6 --jobs 2 -o made/%s
	grep -q '1 of 6 layouts failed' err
	rmdir made/3
	[ "$(ls made | tr '\n' ' ')" = '1 2 4 5 6 ' ]
	for seed in 1 2 4 5 6; do
		randld --replay rec/prog --seed $seed -o one
		cmp one made/$seed
	done
	[ -z "$(ls "$TMPDIR")" ]
}

@test "three failures in a row stop a replay" {
	record main.c u?.c
	mkdir -p made/1 made/2 made/3
	fails_with 1 '3 of 9 layouts failed' \
		randld --replay rec/prog --seeds 1..9 --jobs 1 -o made/%s
	grep -q '6 were not tried' err
	[ "$(ls made | wc -l)" = 3 ]
}

@test "--report prints a line for each layout as it is done" {
	record main.c u?.c
	mkdir -p made/2
	run -1 --separate-stderr randld --replay rec/prog --seeds none,2,3 --report -o made/%s
	[ "$(cut -f1,2 <<<"$output" | sort)" = $'2\t1\n3\t0\nnone\t0' ]
	not grep -qv '^[0-9a-z]*	[01]	[0-9]*$' <<<"$output"
}

@test "a signal, or a reader that goes away, ends a replay without leftovers" {
	record main.c u?.c
	randld --replay rec/prog --seeds 1..100000 -o made/%s --jobs 2 &
	pid=$!
	until [ -e made/2 ]; do sleep 0.02; done
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ $status = 143 ]
	[ -z "$(ls "$TMPDIR")" ]
	rm -r made
	randld --replay rec/prog --seeds 1..100000 -o made/%s --report --jobs 2 | head -n 3
	[ "$(ls made | wc -l)" -lt 1000 ]
	[ -z "$(ls "$TMPDIR")" ]
	# the layouts that exist are complete
	for file in made/*; do
		randld --replay rec/prog --seed "${file#made/}" -o one
		cmp one "$file"
	done
}

@test "kill -9 leaves nothing but the layouts under way" {
	cat >ld.slow <<-'END'
		#!/bin/sh
		[ "$1" = --version ] || [ ! -e slow ] || { : >started; sleep 1; }
		exec ld "$@"
	END
	chmod +x ld.slow
	export RANDCC_LD=$PWD/ld.slow
	record main.c u?.c
	: >slow
	randld --replay rec/prog --seeds 1..9 --jobs 1 -o made/%s &
	for _ in {1..300}; do
		[ -e started ] && break
		sleep 0.1
	done
	kill -9 $!
	for _ in {1..300}; do
		[ -e made/1 ] && [ -z "$(ls "$TMPDIR")" ] && break
		sleep 0.1
	done
	rm slow
	as_one_by_one 1
}

@test "--list-order prints the functions of a layout, with their sections and objects" {
	make_units 3 8
	for f in main u0 u1 u2; do
		echo "static __attribute__((noinline)) int twin(int x) { return x; }
			int (*use_$f)(int) = twin;" >>$f.c
		gcc -O1 -ffunction-sections -c $f.c
	done
	# The linker drops the `twin` of this unit.
	echo 'static __attribute__((noinline)) int twin(int x) { return x; }
		int dead(int x) { return twin(x) + 1; }' >dead.c
	gcc -O1 -ffunction-sections -c dead.c
	mkdir dir
	mv u1.o dir/
	ar rc libu2.a u2.o
	export RANDCC_FACTORS=functions,program
	record -Wl,--gc-sections,-uuse_main,-uuse_u0,-uuse_u1,-uuse_u2 \
		./main.o "$PWD/u0.o" dead.o dir/u1.o libu2.a
	for seed in 1 2 3; do
		randld --replay rec/prog --seed $seed -o one
		randld --replay rec/prog --seed $seed --list-order one >list
		# The list has the functions of the program, in their order.
		diff <(cut -f1,2 list) <(nm -n one |
			awk 'NF == 3 && $2 ~ /[tT]/ { print $1 "\t" $3 }')
		awk -F '\t' '$2 == "_start" && ($3 != "-" || $4 != "-") ||
			$2 == "main" && $3 != ".text.startup.main" &&
			$3 != ".text.main" ||
			$2 ~ /^f2_/ && $4 != "libu2.a:u2.o" ||
			$2 ~ /^f1_/ && ($3 != ".text." $2 || $4 != "dir/u1.o") {
				print; exit 1 }' list
		# Four units have a function `twin`.  The list has the object of each.
		[ "$(awk -F '\t' '$2 == "twin" { print $4 }' list | sort |
			tr '\n' ' ')" = 'dir/u1.o libu2.a:u2.o main.o u0.o ' ]
	done
	run -125 randld --replay rec/prog --list-order one -o two
	run -125 randld --replay rec/prog --seed 1 --list-order missing
}

@test "--list-order tells functions of the same name apart, whatever the linker does with cold ones" {
	for f in a b c; do
		kind=noinline
		[ $f != b ] || kind=noinline,cold
		echo "static __attribute__(($kind)) int same(int x) { return x * 3; }
			int before_$f(int x) { return x + 1; }
			int $f(int x) { return same(x) + before_$f(x); }" >$f.c
	done
	echo 'int a(int), b(int), c(int);
		int main(int n, char **v) { return (a(n) + b(n) + c(n)) & 1; }' >m.c
	gcc -O2 -ffunction-sections -c a.c b.c c.c m.c
	for linker in bfd gold lld mold; do
		gcc -fuse-ld=$linker a.o b.o c.o m.o -o plain || continue
		rm -rf rec
		RANDCC_FACTORS=functions,program record -fuse-ld=$linker a.o b.o c.o m.o
		for seed in 1 2 3 4 5 6 7 8; do
			randld --replay rec/prog --seed $seed -o one
			randld --replay rec/prog --seed $seed --list-order one |
				awk -F '\t' '$2 == "same" { print $1, $4 }' >list
			readelf -sW one | awk '$4 == "FILE" { file = $8 }
				$8 == "same" { sub(/c$/, "o", file); print $2, file }' |
				sort >truth
			[ "$(wc -l <list)" = 3 ]
			# mold does not sort, so an object may be unknown.
			[ $linker != mold ] || sed -i '/ -$/d' list
			[ -s list ]
			[ "$(comm -23 list truth)" = "" ]
		done
	done
}

@test "a replay makes the linker try the files that the build made it try, and no more" {
	record -Wl,--verbose main.c u?.c -lm >built
	randld --replay rec/prog --seed none -o again >replayed
	grep -q '/libm\.' built
	tried() {
		grep -c '^attempt to open' "$1"
	}
	[ "$(tried built)" = "$(tried replayed)" ]
}
