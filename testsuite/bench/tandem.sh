#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measure what tandem runs are worth (doc/TANDEM.md): the noise of two runs of the
# same binary in turns and in tandem, what sharing a CPU costs, and whether layouts
# have the same effect in both.
#
# For each program, small studies in turns and in tandem alternate, so that both meet
# the same machine.  All have the same layouts, and three arms: a random layout, and
# the original one twice ("fixed", "again").  Times are CPU times.
#
#	BUILD, PROGRAM, COMMAND	a program to measure instead of those below: the
#			build command, the program that it makes, and the command, as
#			for randstudy run (COMMAND is split into words)
#	LAYOUTS, ROUNDS	layouts (default 8), and studies of each kind (default 3)
#	KEEP=DIR	keep the rows in this directory, a file for each study
set -eu
layouts=${LAYOUTS:-8}
rounds=${ROUNDS:-3}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
PATH=$RANDCC_BUILD/bin:$PATH

# study MODE ROUND: one study; its rows go to NAME-MODE-ROUND.csv
study() {
	local place=$name-$1-$2
	# shellcheck disable=SC2086 # the command is split into words
	randstudy run -o "$work/$place" "--$1" --build "$build" \
		--program "$program" --layouts "$layouts" --seed 1 \
		--factors program,padding,functions --arm again=seed:none \
		--env fixed --no-report -- $command 2>"$work/log" ||
		{ cat "$work/log" >&2; exit 1; }
	randstudy report --format csv --metric cpu "$work/$place" \
		>"$work/$place.csv"
	[ -z "${KEEP:-}" ] || cp -- "$work/$place.csv" "$KEEP"
	sqlite3 -separator ' ' "$work/$place/study.db" \
		"SELECT r.user_ns + r.system_ns, a.user_ns + a.system_ns
		FROM run r JOIN alone a USING (ord)
		WHERE r.outcome = 'ok' AND a.outcome = 'ok'" >>"$work/$name-alone"
	rm -r -- "${work:?}/$place"
}

# Columns of a row: order 1, arm 3, layout 4, outcome 7, user 10, system 11.
analyse() {
	awk -F, -v name="$name" -v rounds="$rounds" '
	function put(what, value, unit) {
		printf "%s, %s\t%s\t%s\n", name, what, value, unit
	}
	FNR == 1 {
		mode = FILENAME ~ /-tandem-/ ? "tandem" : "turns"
		next
	}
	$7 == "ok" {
		block = FILENAME " " int($1 / 3)
		mode_of[block] = mode
		time[block, $3] = log($10 + $11)
		n_good[block]++
		if ($3 == "random")
			layout_of[block] = $4
	}
	# Blocks that a failure has torn are left out.
	function collect(   block, mode, pair, original, d, k) {
		for (block in n_good) {
			if (n_good[block] < 3)
				continue
			mode = mode_of[block]
			pair = time[block, "fixed"] - time[block, "again"]
			n_pairs[mode]++
			squares[mode] += pair * pair
			original = (time[block, "fixed"] + time[block, "again"]) / 2
			d = time[block, "random"] - original
			k = layout_of[block]
			layout[k]
			n[mode, k]++
			sum[mode, k] += d
			sum2[mode, k] += d * d
		}
	}
	# The variance of layout means, and within layouts.
	function effects(mode,   k, s, ss, w, x) {
		s = ss = w = n_layouts = 0
		for (k in layout) {
			x = mean[mode, k] = sum[mode, k] / n[mode, k]
			w += (sum2[mode, k] - x * sum[mode, k]) / (n[mode, k] - 1)
			s += x
			ss += x * x
			n_layouts++
		}
		grand[mode] = s / n_layouts
		within[mode] = w / n_layouts
		over[mode] = (ss - s * s / n_layouts) / (n_layouts - 1)
		x = over[mode] - within[mode] / rounds
		put("layout sd, in " mode, sprintf("%.2f", x > 0 ? 100 * sqrt(x) : 0),
			sprintf("%% (F = %.1f, %d and %d df)",
			over[mode] * rounds / within[mode], n_layouts - 1,
			n_layouts * (rounds - 1)))
	}
	# Noise in the means of tandem makes the slope too small: it is divided by
	# their reliability.
	function compare(   k, sxy, x, y, slope, rest, reliability, se) {
		for (k in layout) {
			x = mean["tandem", k] - grand["tandem"]
			y = mean["turns", k] - grand["turns"]
			sxy += x * y
		}
		x = over["tandem"] * (n_layouts - 1)
		y = over["turns"] * (n_layouts - 1)
		slope = sxy / x
		rest = (y - slope * sxy) / (n_layouts - 2)
		se = sqrt(rest / x)
		reliability = 1 - within["tandem"] / rounds / over["tandem"]
		put("slope of turns on tandem", sprintf("%.2f", slope),
			sprintf("(standard error %.2f, correlation %.2f)", se,
			sxy / sqrt(x * y)))
		if (reliability > 0.3)
			put("the same without attenuation",
				sprintf("%.2f", slope / reliability),
				sprintf("(standard error %.2f)", se / reliability))
	}
	END {
		collect()
		for (i = 1; i <= 2; i++) {
			mode = i == 1 ? "turns" : "tandem"
			noise[mode] = sqrt(squares[mode] / n_pairs[mode])
			put("noise of a pair, in " mode,
				sprintf("%.3f", 100 * noise[mode]),
				"% (" n_pairs[mode] " pairs)")
		}
		put("noise, tandem / turns",
			sprintf("%.3f", noise["tandem"] / noise["turns"]), "times")
		effects("turns")
		effects("tandem")
		compare()
	}' "$work/$name"-*.csv
	awk -v name="$name" '{
		d = log($1 / $2); s += d; ss += d * d
	}
	END {
		if (NR > 1)
			printf "%s, CPU time in tandem / alone\t%.3f\ttimes " \
				"(standard error %.3f, %d runs)\n", name, exp(s / NR),
				sqrt((ss - s * s / NR) / (NR - 1) / NR), NR
	}' "$work/$name-alone"
}

measure() {
	local round mode
	for ((round = 1; round <= rounds; round++)); do
		for mode in turns tandem; do
			study "$mode" "$round"
		done
	done
	analyse
}

if [ -n "${BUILD:-}" ]; then
	name=$(basename -- "${PROGRAM:?}") build=$BUILD program=$PROGRAM command=${COMMAND:?}
	measure
	exit
fi

# functions N: N small functions, and an array of them
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

cd -- "$work"
{
	echo '#include <stdint.h>'
	echo '#include <stdio.h>'
	functions 64
	cat <<'EOF'
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
EOF
} >loops.c
command='{binary}' name=loops program=./loops
build='randcc -O1 -DPLANTED=0 loops.c -o loops'
measure
name=planted build='randcc -O1 -DPLANTED=8 loops.c -o loops'
measure
