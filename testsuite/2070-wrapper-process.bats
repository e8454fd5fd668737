#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The surroundings of a link: search paths, signals, umask and TMPDIR.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 3 20
	rec=$PWD/rec
	gcc -O2 main.c u0.c u1.c u2.c -o plain
}

@test "libraries are found as the linker finds them" {
	for f in u0 u1 u2; do randcc -O2 -c $f.c; done
	mkdir bad good
	ar rcs good/libfoo.a u0.o u1.o u2.o
	local other=--32
	[[ $(gcc -dumpmachine) != aarch64* ]] || other=-mabi=ilp32
	echo '.globl unit0' | as $other -o other.o -
	ar rcs bad/libfoo.a other.o
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc main.c -Lbad -Lgood -lfoo -o p$seed 2>err
	done
	not diff -q <(order_of p1) <(order_of p2)
	# The command line has a library, and no object.
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -nostdlib -shared -Wl,--whole-archive -Lgood -lfoo -Wl,--no-whole-archive -o x$seed.so
		randld --inspect --note x$seed.so | grep -qx "seed: $seed"
	done
	not diff -q <(order_of x1.so) <(order_of x2.so)
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

@test "a parent that ignores SIGCHLD does not hide what the compiler is" {
	command -v python3 >/dev/null || skip 'needs python3'
	echo 'int f(void) { return 1; }' >ignored.c
	RANDCC_CC='env gcc' python3 -c 'import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execvp("randcc", ["randcc", "-c", "ignored.c"])'
	readelf -SW ignored.o | grep -q '\.text\.randcc_'
	echo 'int main(void) { return 0; }' >ignored.c
	python3 -c 'import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execvp("randcc", ["randcc", "ignored.c", "-o", "ignored"])'
	randld --inspect --note ignored | grep -q '^linker: '
}
