# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154 # run sets work
#
# Make the inputs of the study's benchmarks in the current folder, by a function for
# each benchmark.  $1 is the size: `ref` runs for some tenths of a second, `small`
# for a tenth of that, for simulators.  $work/tree holds the program's sources.  All
# inputs are generated or part of the sources: nothing is downloaded for them.

pick() { # SIZE REF SMALL
	if [ "$1" = small ]; then echo "$3"; else echo "$2"; fi
}

prepare_bzip2() {
	own_text | head -c "$(pick "$1" 3200000 300000)" >text
}

prepare_perl() {
	own_text | tr -cd '\11\12\40-\176' |
		head -c "$(pick "$1" 2000000 100000)" >text
	input_words >words.pl
}

# Make functions with a loop, a switch and a structure each.
prepare_tcc() {
	awk -v n="$(pick "$1" 40000 1500)" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "struct s%d { int a, b; char c[%d]; };\n" \
				"static int f%d(int x, struct s%d *p)\n{\n" \
				"\tint i, sum = %d;\n\n" \
				"\tfor (i = 0; i < x; i++) {\n" \
				"\t\tswitch (p->c[i] & 7) {\n" \
				"\t\tcase 1: sum += p->a * i + %d; break;\n" \
				"\t\tcase 2: sum ^= p->b << (i & 3); break;\n" \
				"\t\tdefault: sum -= x > i ? p->a : p->b;\n" \
				"\t\t}\n\t}\n\treturn sum;\n}\n",
				i, i % 31 + 1, i, i, i * 7919 % 1000, i
	}' >program.c
}

prepare_lemon() {
	input_assignment "$(pick "$1" 750 120)" >problem.min
}

prepare_gnugo() {
	{
		echo boardsize 9
		for _ in $(seq "$(pick "$1" 6 1)"); do
			printf 'genmove b\ngenmove w\n'
		done
		printf 'showboard\nquit\n'
	} >game.gtp
}

prepare_hmmer2() {
	cp -- "$work/tree/tutorial/rrm.hmm" .
	input_proteins "$(pick "$1" 4500 100)" >proteins.fa
}

prepare_phalanx() {
	printf 'depth %s\nsetboard %s\ngo\nquit\n' "$(pick "$1" 11 7)" \
		'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPPPPP1/RNBQK2R w KQkq - 4 4' \
		>position
}

# It reads no input: the width of its register is the size.
prepare_libquantum() {
	pick "$1" 14 10 >argument
}

# Make frames of 176 by 144 from the sources: any bytes are a picture.
prepare_x264() {
	own_text | head -c "$((38016 * $(pick "$1" 20 2)))" >pictures.yuv
}

prepare_xerces() {
	input_xml "$(pick "$1" 50000 3000)" >in.xml
}
