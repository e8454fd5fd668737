#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measure the cost of compiling and linking with and without randcc.  The program has
# 2,000 functions in 20 units, which are compiled one after the other.  Each time is
# the shortest of five.
set -eu
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
PATH=$RANDCC_BUILD/bin:$PATH

for unit in $(seq 20); do
	for i in $(seq 100); do
		printf 'int f%d_%d(int x) { return x * %d + (x >> %d); }\n' \
			"$unit" "$i" "$((unit * i + 3))" "$((i % 31))"
	done >"u$unit.c"
done
for unit in $(seq 20); do
	printf 'int f%d_1(int x);\n' "$unit"
done >main.c
echo 'int main(int argc, char **argv) { (void)argv; return f20_1(argc) == 0; }' \
	>>main.c

best() { # NAME COMMAND...: print the shortest of five, in milliseconds
	name=$1
	shift
	for _ in 1 2 3 4 5; do
		start=$(date +%s%N)
		"$@"
		echo $((($(date +%s%N) - start) / 1000))
	done | sort -n | awk -v name="$name" 'NR == 1 {
		printf "%s\t%.1f\tms\n", name, $1 / 1000
	}'
}

compile() { # COMPILER
	for unit in $(seq 20); do
		"$1" -O2 -ffunction-sections -c "u$unit.c"
	done
}

"${CC:-gcc}" -O2 -c main.c
best compile-gcc compile gcc
best link-gcc gcc -o program ./*.o
best compile-randcc compile randcc
best link-randcc env RANDCC_SEED=1 randcc -o program ./*.o
best link-randcc-original env RANDCC_SEED=none randcc -o program ./*.o
