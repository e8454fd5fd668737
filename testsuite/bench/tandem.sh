#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compare two modes of a study (doc/TANDEM.md).  In the mode "tandem", two runs share
# one CPU at the same time.  In the mode "turns", one run is made after the other.  This
# script measures the noise between two runs of the same binary, what sharing a CPU
# costs, and whether layouts have the same effect in both modes.
#
# Each program gets a study in each mode.  Both studies have the same layouts and three
# arms: a random layout, and the original one twice ("fixed", "again").  The studies
# alternate every few seconds, so that both meet the same states of the machine.  A
# round runs every layout once, in random order.  So in each round, a layout runs at
# another time and between other layouts.
#
#	PROGRAMS	some of loops and planted (made here); bzip2, lua, fasttree and
#			gzip (Debian's sources, in SOURCES or downloaded to it); and
#			cpython, and git, haproxy and redis, whose workloads are several
#			processes (recipes of testsuite/corpus/programs); default: loops
#			and planted
#	LAYOUTS, ROUNDS	default 8 and 4
#	SLICE		the seconds for which a study goes on at a time, default 9; it
#			is doubled while it is too short for two blocks
#	LOAD=SEED	meanwhile run build/bench/load with this seed and a process for
#			each CPU; the condition is then "loaded", otherwise "quiet"
#	KEEP=DIR	put the rows into DIR/rows.csv and DIR/alone.csv, where they
#			replace older rows of the same condition and program
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
top=$(cd -- "$here/../.." && pwd)
layouts=${LAYOUTS:-8}
rounds=${ROUNDS:-4}
slice=${SLICE:-9}
condition=${LOAD:+loaded}
condition=${condition:-quiet}
read -r -a programs <<<"${PROGRAMS:-loops planted}"
# Makefiles use the name PROGRAMS too, and make would take its value from the
# environment.
unset PROGRAMS
work=$(mktemp -d)
SOURCES=${SOURCES:-$work/sources}
load=
trap '[ -z "$load" ] || kill "$load" || :; rm -rf -- "$work"' EXIT
PATH=$RANDCC_BUILD/bin:$PATH

die() {
	echo "tandem: $1" >&2
	exit 1
}

# ---- The programs: each sets build, program, command, options in its own folder ----

# functions N: print N small functions, and an array of them
functions() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "__attribute__((noinline)) static unsigned " \
				"f%d(unsigned x) { return x * %du + (x >> %d); }\n",
				i, 2 * i + 3, i % 29 + 1
		printf "static unsigned (*const f[])(unsigned) = {"
		for (i = 0; i < n; i++)
			printf "f%d,", i
		print "};"
	}'
}

# Make a program that calls 64 small functions one after the other, again and again.
# Its speed depends on the layout even with PLANTED=0.
make_loops() {
	{
		echo '#include <stdint.h>'
		echo '#include <stdio.h>'
		functions 64
		cat <<'END'
/* PLANTED per cent of the work depend on the address of one function. */
int main(void)
{
	const unsigned place = ((uintptr_t)f[7] >> 4) & 7;
	const long n = 100000000L + 1000000L * PLANTED * place / 8;
	unsigned x = 1;

	for (long i = 0; i < n; i++)
		x = f[i & 63](x);
	return printf("done %d\n", x == 0) < 0;
}
END
	} >loops.c
	program=./loops command='{binary}'
	build='randcc -O1 -DPLANTED=0 loops.c -o loops'
}

make_planted() {
	make_loops
	build='randcc -O1 -DPLANTED=8 loops.c -o loops'
}

# source_of PACKAGE: unpack Debian's upstream source here
source_of() {
	local tarball

	"$top/tools/fetch-source" "$1" "$SOURCES" >names
	while read -r tarball; do
		tar -xf "$tarball" --strip-components=1
	done <names
}

# text BYTES: print BYTES bytes of text: the C files of this folder, over and over
text() {
	while cat ./*.c; do
		:
	done 2>/dev/null | head -c "$1"
}

make_bzip2() {
	source_of bzip2
	text 3800000 >in.txt
	program=./bzip2 command='{binary} -9 -c in.txt'
	build='randcc -O2 -o bzip2 blocksort.c huffman.c crctable.c randtable.c'
	build="$build compress.c decompress.c bzlib.c bzip2.c"
}

make_gzip() {
	mkdir bzip2
	(cd bzip2 && source_of bzip2 && text 3800000 >../in.txt)
	source_of gzip
	./configure CC=gcc >configure.log 2>&1 || die "gzip: configure failed"
	program=./gzip command='{binary} -7 -n -c in.txt'
	build='make clean; make CC=randcc'
}

make_lua() {
	source_of lua5.4
	cat >w.lua <<'END'
local sieve, n = {}, 0
for i = 2, 400000 do
	if not sieve[i] then
		n = n + 1
		for k = i * i, 400000, i do sieve[k] = true end
	end
end
print(n)
local words = {}
for i = 1, 100000 do words[i] = string.format("%05d", i * 7919 % 100021) end
table.sort(words)
print(words[1], words[#words], #table.concat(words, ","))
local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
print(fib(28))
END
	program=src/lua command='{binary} w.lua'
	build='make -C src clean; make -C src linux CC=randcc'
}

# The input is 60 sequences of 200 letters.  Each sequence but the first is a copy of an
# earlier one with some letters changed.
make_fasttree() {
	source_of fasttree
	awk 'function next_random(n) {
		seed = (seed * 1103515245 + 12345) % 2147483648
		return int(seed / 65536) % n
	}
	BEGIN {
		seed = 7
		for (j = 0; j < 200; j++)
			s[0, j] = substr("ACGT", next_random(4) + 1, 1)
		for (i = 0; i < 60; i++) {
			print ">taxon" i
			from = i == 0 ? 0 : next_random(i)
			for (j = 0; j < 200; j++) {
				s[i, j] = next_random(12) ? s[from, j] :
					substr("ACGT", next_random(4) + 1, 1)
				printf "%s", s[i, j]
			}
			print ""
		}
	}' >a.fa
	program=./FastTree command='{binary} -nt -gtr -seed 7 -quiet a.fa'
	build='randcc -O2 -o FastTree fasttree.c -lm'
}

# make_recipe NAME: build a recipe's program, and run its workload, with text as input
make_recipe() {
	mkdir source
	(cd source && source_of "$("$top/doc/evidence/recipe" "$1" package)")
	find source -name '*.[ch]' | LC_ALL=C sort | xargs cat >input
	rm -r source
	export STUDY_TOP=$top STUDY_BUILD=$RANDCC_BUILD STUDY_FLAGS=-O2 SOURCES
	build=$top/doc/study/build
	program=tree/$("$top/doc/evidence/recipe" "$1" program)
	command="$top/doc/evidence/workload $1 $place {binary}"
	options=--fresh-cwd
}

make_git() {
	make_recipe git
}

make_haproxy() {
	make_recipe haproxy
}

make_redis() {
	make_recipe redis
}

make_cpython() {
	make_recipe cpython
}

# ---- Measuring ----

# study MODE [OPTION...]: set the array `run` to the command that continues the study of
# MODE
study() {
	local mode=$1

	shift
	# shellcheck disable=SC2206 # options and the command are split into words
	run=(randstudy run -o "$place/$mode" "--$mode" --build "$build"
		--program "$program" --layouts "$layouts" --executions "$rounds"
		--seed 1 --factors "program,padding,functions" --arm again=seed:none
		--env fixed $options --no-report "$@" -- $command)
}

fail() {
	cat "$place/log" >&2
	exit 1
}

# Build and lay out both studies, so that no slice interrupts a build.
prepare() {
	local mode

	for mode in turns tandem; do
		study $mode --no-runs
		"${run[@]}" 2>"$place/log" || fail
	done
}

# go_on MODE: continue the study of MODE for a slice; succeed if the study is complete
go_on() {
	local status=0

	study "$1"
	timeout --foreground --preserve-status -s INT "$slice" "${run[@]}" \
		2>"$place/log" || status=$?
	[ $status = 0 ] || [ $status = 130 ] || fail
	return $status
}

# runs MODE: print the number of stored runs
runs() {
	sqlite3 "$place/$1/study.db" 'SELECT count(*) FROM run' 2>/dev/null || echo 0
}

# Go on with one study at a time, in the order turns, tandem, tandem, turns, and so on,
# until both studies are complete.  On a busy machine a slice may be too short for two
# blocks.  Its length is then doubled.
measure() {
	local i=0 mode before left=' turns tandem '

	while [ "$left" != ' ' ]; do
		mode=turns
		[ $((i % 4)) = 0 ] || [ $((i % 4)) = 3 ] || mode=tandem
		i=$((i + 1))
		case $left in
		*" $mode "*)
			before=$(runs $mode)
			if go_on $mode; then
				left=${left/ $mode / }
			elif [ $(($(runs $mode) - before)) -lt 6 ]; then
				slice=$((slice * 2))
			fi
			;;
		esac
	done
}

# keep: put the rows of both studies into $work/rows.csv and $work/alone.csv
keep() {
	local mode

	for mode in turns tandem; do
		randstudy report --format csv --metric cpu "$place/$mode" |
			"$top/doc/tandem/rows" "$condition" "$name" $mode \
				>>"$work/rows.csv"
	done
	sqlite3 -separator , "$place/tandem/study.db" \
		"SELECT '$condition', '$name', (r.user_ns + r.system_ns) / 1000,
			(a.user_ns + a.system_ns) / 1000
		FROM run r JOIN alone a USING (ord)
		WHERE r.outcome = 'ok' AND a.outcome = 'ok'" >>"$work/alone.csv"
}

# replace FILE: put the new rows of $work/FILE into $KEEP/FILE; they replace older rows
# of the same condition and program
replace() {
	local old=$KEEP/$1

	[ -e "$old" ] || head -n 1 "$work/$1" >"$old"
	awk -F, 'NR == FNR { is_new[$1, $2]; next }
		FNR == 1 || !(($1, $2) in is_new)' "$work/$1" "$old" >"$work/kept"
	sed 1d "$work/$1" >>"$work/kept"
	cp -- "$work/kept" "$old"
}

echo condition,program,mode,round,block,layout,order,random_us,fixed_us,again_us \
	>"$work/rows.csv"
echo condition,program,tandem_us,alone_us >"$work/alone.csv"
if [ -n "${LOAD:-}" ]; then
	"$RANDCC_BUILD/bench/load" "$LOAD" "$(nproc)" &
	load=$!
fi
for name in "${programs[@]}"; do
	place=$work/$name
	mkdir "$place"
	cd -- "$place"
	options=
	"make_$name" || die "no program \"$name\""
	prepare
	measure
	keep
	cd -- "$work"
	rm -r -- "$place"
	[ -z "${KEEP:-}" ] || { replace rows.csv && replace alone.csv; }
done
"$top/doc/tandem/figures" "$work/rows.csv" "$work/alone.csv"
