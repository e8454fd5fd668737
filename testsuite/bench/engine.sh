#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the plugin, randcc and randld cost: as ratios of CPU time, the two sides
# of each taken in turn and the least of several compared, and, where valgrind is
# there, as instructions, which do not depend on the machine's load.
#
#	SQLITE=DIR	with sqlite3.c in it; else it is not compiled
set -eu
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
PATH=$RANDCC_BUILD/bin:$PATH
export RANDCC_SEED=1
TIMEFORMAT='%3U %3S'

put() { # NAME VALUE UNIT
	printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

cpu() { # COMMAND...: its seconds of CPU
	{ time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# ratio NAME TIMES OURS THEIRS: shell functions, in turn
ratio() {
	local best_a=9999 best_b=9999 t
	for ((i = 0; i < $2; i++)); do
		t=$(cpu "$3") && best_a=$(min "$best_a" "$t")
		t=$(cpu "$4") && best_b=$(min "$best_b" "$t")
	done
	put "$1" "$(awk -v a="$best_a" -v b="$best_b" 'BEGIN {
		printf "%.3f (%.3f over %.3f s)", a / b, a, b }')" times
}

min() {
	awk -v a="$1" -v b="$2" 'BEGIN { print b < a ? b : a }'
}

# functions N FILE: a unit of N functions
functions() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "int f%d(int x) { return x * %d + (x >> %d); }\n",
				i, i + 3, i % 31
	}' >"$2"
}

# sections N FILE: an object of N functions as the plugin names them
sections() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			printf ".section .text.randcc___________________.many_c.f%d,\"ax\",@progbits\n.type f%d,@function\nf%d: ret\n.size f%d,1\n", i, i, i, i
		print ".section .note.GNU-stack,\"\",@progbits"
	}' | as -o "$2" -
}

mkdir tiny
for i in $(seq 500); do
	echo "int f$i(int x) { return x + $i; }" >"tiny/$i.c"
done
functions 100000 many.c
echo 'int main(void) { return 0; }' >main.c
gcc -c main.c

echo '# compiling'
tiny() { for f in tiny/*.c; do "$1" -O2 -c "$f" -o t.o; done; }
tiny_randcc() { tiny randcc; }
tiny_gcc() { tiny gcc; }
ratio '500 tiny files, of gcc (at most 1.03)' 3 tiny_randcc tiny_gcc
calls() { for _ in $(seq 200); do "$1" --version; done; }
calls_randcc() { calls randcc; }
calls_gcc() { calls gcc; }
a=$(cpu calls_randcc)
b=$(cpu calls_gcc)
put 'randcc itself, a call (at most 1)' \
	"$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", (a - b) * 5 }')" ms
many_randcc() { randcc -O0 -c many.c -o many.o; }
many_gcc() { gcc -O0 -ffunction-sections -c many.c -o plain.o; }
ratio '100,000 functions in a unit, of gcc (at most 1.02)' 2 many_randcc many_gcc
if [ -f "${SQLITE:-}/sqlite3.c" ]; then
	sqlite_randcc() { randcc -O2 -c "$SQLITE/sqlite3.c" -o s.o; }
	sqlite_gcc() { gcc -O2 -c "$SQLITE/sqlite3.c" -o s.plain.o; }
	ratio 'sqlite3.c, of gcc (at most 1.01)' 3 sqlite_randcc sqlite_gcc
else
	echo 'bench: sqlite3.c is skipped: SQLITE=DIR names where it is' >&2
fi

echo '# linking'
link_plain() { gcc main.o plain.o -o p; }
link_seed() { RANDCC_FACTORS=program randcc main.o many.o -o p; }
link_none() { RANDCC_SEED=none randcc main.o many.o -o p; }
ratio '100,000 functions, a seed, of -ffunction-sections (at most 1.5)' 3 link_seed link_plain
ratio '100,000 functions, original, of -ffunction-sections (at most 1.5)' 3 link_none link_plain
# Objects of 64 MB with 1,000 functions each, and no linker behind randld.
# shellcheck disable=SC2016 # for that shell
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
t=$(min "$(cpu rerank)" "$(min "$(cpu rerank)" "$(cpu rerank)")")
put 're-ranking (at least 1)' \
	"$(awk -v t="$t" 'BEGIN { printf "%.2f", 4 * 64 / 1024 / t }')" GB/s

command -v valgrind >/dev/null || {
	echo 'bench: instructions are skipped: no valgrind' >&2
	exit 0
}
echo '# instructions'
count() { # COMMAND...
	valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		--log-file=count "$@" >/dev/null 2>&1
	sed -n 's/.*Collected : //p' count
}
ld=$(command -v ld)
for n in 1400 25000 50000 100000; do
	sections "$n" n.o
	theirs=$(count "$ld" -e main main.o n.o -o p)
	ours=$(RANDCC_LD=$ld count "$RANDCC_BUILD/bin/randld" -e main main.o n.o -o p)
	put "randld beyond ld, $n functions (at most $([ "$n" = 1400 ] && echo 10 || echo 25))" \
		"$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.1f", 100 * a / b }')" '%'
	put "randld, a function, of $n" \
		"$(awk -v a="$ours" -v n="$n" 'BEGIN { printf "%.0f", a / n }')" instructions
done
functions 500 some.c
cc1=$(gcc -print-prog-name=cc1)
plugin=$RANDCC_BUILD/lib/randcc/$(gcc -dumpfullversion)/layout.so
a=$(count "$cc1" -quiet -O2 -fplugin="$plugin" some.c -o some.s)
b=$(count "$cc1" -quiet -O2 -ffunction-sections some.c -o some.s)
put 'cc1 with the plugin, of -ffunction-sections' \
	"$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.4f", a / b }')" times
