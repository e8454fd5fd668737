# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=fasttree=2.1.11-2
sha256=7f15713f02afb167f4f33dc067b5b2282b219b22fbaa17eb8f771a7147a05a5c
language=C
program=FastTree
output=2ce8e554aa3622c7da2f98552b1a8cab934da170c21a61f4c2338fd2e4187b0b
# One command compiles and links the program, so gcc keeps its object file only with
# -save-temps.
flags=-save-temps

# Build without -ffast-math and similar flags.  With these flags the output depends on
# the compiler, though not on the layout.
build() {
	# shellcheck disable=SC2086 # lists of flags
	$CC $CFLAGS -o FastTree fasttree.c -lm
}

workload() {
	awk 'BEGIN {
		base = "ACGT"
		state = 1
		for (i = 0; i < 60; i++) {
			printf ">taxon%d\n", i
			for (k = 0; k < 200; k++) {
				state = (state * 16807) % 2147483647
				if (i == 0 || state % 100 < 8)
					site[k] = substr(base, \
						state % 4 + 1, 1)
				printf "%s", site[k]
			}
			print ""
		}
	}' >alignment.fa
	"$1" -nt -gtr -seed 7 -quiet alignment.fa
}
