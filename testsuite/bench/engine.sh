#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measure the cost of the plugin, randcc and randld in two ways.  Ratios of CPU time
# compare two commands, which run in turn; the smallest of several times counts.
# valgrind counts instructions, which do not depend on the load of the machine.
#
#	SQLITE=DIR	a directory with sqlite3.c and sqlite3.h; without it, the
#			measurements of SQLite are skipped
#	BENCH=PARTS	some of "compiling many linking instructions programs";
#			default: all
#	SIZES=LIST	numbers of functions for "instructions" (default "1400 25000
#			100000")
set -eu
sizes=${SIZES:-1400 25000 100000}
parts=" ${BENCH:-compiling many linking instructions programs} "
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
PATH=$RANDCC_BUILD/bin:$PATH
export RANDCC_SEED=1
TIMEFORMAT='%3U %3S'

put() { # NAME VALUE UNIT
	printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

cpu() { # COMMAND...: print its CPU seconds
	{ time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# ratio NAME BLOCKS TIMES OURS THEIRS: compare the CPU times of two shell
# functions.  The work has BLOCKS equal blocks.  The functions run in turn, TIMES
# times for each block, and the smallest time of each function counts.
ratio() {
	local a=9999 b=9999 block
	for ((block = 0; block < $2; block++)); do
		for ((i = 0; i < $3; i++)); do
			a=$(min "$a" "$(cpu "$4" "$block")")
			b=$(min "$b" "$(cpu "$5" "$block")")
		done
	done
	put "$1" "$(awk -v a="$a" -v b="$b" -v n="$2" 'BEGIN {
		printf "%.3f (%.3f over %.3f s)", a / b, n * a, n * b }')" times
	difference=$(awk -v a="$a" -v b="$b" 'BEGIN { print 1000 * (a - b) }')
}

min() {
	awk -v a="$1" -v b="$2" 'BEGIN { print b < a ? b : a }'
}

# functions N FILE: write a unit of N functions
functions() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "int f%d(int x) { return x * %d + (x >> %d); }\n",
				i, i + 3, i % 31
	}' >"$2"
}

is_part() {
	case $parts in
	*" $1 "*) echo "# $1" ;;
	*) return 1 ;;
	esac
}

has_sqlite() {
	[ -f "${SQLITE:-}/sqlite3.c" ] && return
	echo 'bench: sqlite3.c is skipped: SQLITE=DIR is not set' >&2
	return 1
}

echo 'int main(void) { return 0; }' >main.c
gcc -c main.c
functions 100000 many.c

if is_part compiling; then
	mkdir tiny
	for i in $(seq 500); do
		echo "int f$i(int x) { return x + $i; }" >"tiny/$i.c"
	done
	tiny() { # BLOCK COMPILER: compile 20 of its files
		for i in $(seq $(($1 * 20 + 1)) $(($1 * 20 + 20))); do
			"$2" -O2 -c "tiny/$i.c" -o t.o
		done
	}
	tiny_randcc() { tiny "$1" randcc; }
	tiny_gcc() { tiny "$1" gcc; }
	ratio '500 tiny files, of gcc (at most 1.03)' 25 3 tiny_randcc tiny_gcc
	calls() { for _ in $(seq 50); do "$1" --version; done; }
	calls_randcc() { calls randcc; }
	calls_gcc() { calls gcc; }
	ratio '200 calls, of gcc' 4 5 calls_randcc calls_gcc
	put 'randcc itself, a call (at most 1)' \
		"$(awk -v t="$difference" 'BEGIN { printf "%.2f", t / 50 }')" ms
	if has_sqlite; then
		sqlite_randcc() { randcc -O2 -c "$SQLITE/sqlite3.c" -o s.o; }
		sqlite_gcc() { gcc -O2 -c "$SQLITE/sqlite3.c" -o s.plain.o; }
		ratio 'sqlite3.c, of gcc (at most 1.01)' 1 3 \
			sqlite_randcc sqlite_gcc
	fi
fi

many_randcc() { randcc -O0 -c many.c -o many.o; }
many_gcc() { gcc -O0 -ffunction-sections -c many.c -o plain.o; }
if is_part many; then
	ratio '100,000 functions in a unit, of gcc (at most 1.02)' 1 2 \
		many_randcc many_gcc
fi

if is_part linking; then
	[ -e many.o ] || many_randcc
	[ -e plain.o ] || many_gcc
	link_plain() { gcc main.o plain.o -o p; }
	link_seed() { RANDCC_FACTORS=program randcc main.o many.o -o p; }
	link_none() { RANDCC_SEED=none randcc main.o many.o -o p; }
	ratio '100,000 functions, a seed, of -ffunction-sections (at most 1.5)' \
		1 5 link_seed link_plain
	ratio '100,000 functions, original, of -ffunction-sections (at most 1.5)' \
		1 5 link_none link_plain
	# Each object has 64 MB and 1,000 functions.  randld calls ld.no, a linker
	# that does nothing, so the time is that of randld alone.
	# shellcheck disable=SC2016 # a "$" in single quotes is for the written script
	printf '#!/bin/sh\n[ "$1" != --version ] || exec ld --version\n' >ld.no
	chmod +x ld.no
	for i in 1 2 3 4; do
		{
			echo ".data"
			echo ".fill 64 * 1024 * 1024, 1, 65"
			awk -v u="$i" 'BEGIN { for (i = 0; i < 1000; i++) printf ".section .text.randcc___________________.u%d_c.f%d,\"ax\",@progbits\nret\n", u, i }'
		} | as -o "big$i.o" -
	done
	rerank() { RANDCC_LD=$work/ld.no randld main.o big?.o -o p; }
	rerank
	t=9999
	for _ in 1 2 3 4 5; do
		t=$(min "$t" "$(cpu rerank)")
	done
	put 're-ranking (at least 1)' \
		"$(awk -v t="$t" 'BEGIN { printf "%.2f", 4 * 64 / 1024 / t }')" GB/s
fi

command -v valgrind >/dev/null || {
	echo 'bench: instructions are skipped: no valgrind' >&2
	exit 0
}
count() { # COMMAND...
	valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		--log-file=count "$@" >/dev/null 2>&1
	sed -n 's/.*Collected : //p' count
}
quotient() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f", a / b }'
}
if is_part instructions; then
	# Write the arguments that gcc passes to its linker for main.o and n.o to
	# line/args.
	mkdir line
	# shellcheck disable=SC2016 # a "$" in single quotes is for the written script
	printf '#!/bin/sh\nprintf "%%s\\n" "$@" >%s/line/args\n' "$work" >line/ld
	chmod +x line/ld
	: >n.o
	TMPDIR=$work gcc -B"$work/line" main.o n.o -o p
	ld=$(command -v ld)
	# The plain side links objects of plain gcc, because randcc's section names
	# are longer and cost the linker time.
	for n in $sizes; do
		functions "$n" n.c
		gcc -O0 -ffunction-sections -c n.c
		theirs=$(count "$ld" @line/args)
		if [ "$n" = 100000 ] && [ -e many.o ]; then
			mv many.o n.o
		else
			randcc -O0 -c n.c
		fi
		ours=$(RANDCC_LD=$ld count "$RANDCC_BUILD/bin/randld" @line/args)
		put "randld beyond ld, $n functions (at most $([ "$n" = 1400 ] && echo 10 || echo 25))" \
			"$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.1f", 100 * a / b }')" '%'
		put "randld, a function, of $n" \
			"$(awk -v a="$ours" -v n="$n" 'BEGIN { printf "%.0f", a / n }')" instructions
	done
	functions 500 some.c
	cc1=$(gcc -print-prog-name=cc1)
	plugin=$RANDCC_BUILD/lib/randcc/$(gcc -dumpfullversion)-$(gcc -dumpmachine)/layout.so
	put 'cc1 with the plugin, of -ffunction-sections' "$(quotient \
		"$(count "$cc1" -quiet -O2 -fplugin="$plugin" some.c -o some.s)" \
		"$(count "$cc1" -quiet -O2 -ffunction-sections some.c -o some.s)")" times
fi

is_part programs || exit 0
has_sqlite || exit 0
cat >sql.c <<-'EOT'
	#include "sqlite3.h"
	int main(void)
	{
		sqlite3 *db;
		return sqlite3_open(":memory:", &db) ||
		       sqlite3_exec(db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
				    "SELECT i + 1 FROM n WHERE i < 9999) SELECT sum(i * i % 97), "
				    "count(DISTINCT i % 89) FROM n", 0, 0, 0);
	}
EOT
sql() { # COMPILER...
	"$@" -O2 -I"$SQLITE" -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_THREADSAFE=0 \
		sql.c sqlite3.o -o sql -lm
	count ./sql
}
for compiler in gcc "gcc -ffunction-sections" randcc; do
	# shellcheck disable=SC2086 # words
	$compiler -O2 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_THREADSAFE=0 \
		-c "$SQLITE/sqlite3.c"
	case $compiler in
	gcc) plain=$(sql gcc) ;;
	gcc*) sections=$(sql gcc -ffunction-sections) ;;
	esac
done
for seed in none 1 2; do
	ours=$(RANDCC_SEED=$seed sql randcc)
	put "a program with seed $seed, of -ffunction-sections (1)" \
		"$(quotient "$ours" "$sections")" times
	put "a program with seed $seed, of gcc (at most 1.001)" \
		"$(quotient "$ours" "$plain")" times
done
