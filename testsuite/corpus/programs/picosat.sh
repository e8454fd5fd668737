# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=picosat=965-2
sha256=15169b4f28ba8f628f353f6f75a100845cdef4a2244f101a02b6e5a26e46a754
language=C
changed='the names of the compiler and its flags in config.h'
program=picosat
output=64fc0e8da502c8b1c7ba1018458449737785d2f671119f107a0603475dbacd49

build() {
	CFLAGS="$CFLAGS -DNDEBUG" ./configure.sh
	# The program contains its compiler and flags.  clang names some functions after a
	# hash of all that a file contains, so give every compiler the same text.
	make config.h
	sed -i '/^#define PICOSAT_C/s/".*"/""/' config.h
	make -j"$JOBS" AR="$AR" RANLIB="$RANLIB" picosat
}

# Ask whether eight pigeons fit into seven holes.  They do not, so the exit status is 20
# (unsatisfiable).
workload() {
	awk 'BEGIN {
		holes = 7
		print "p cnf", (holes + 1) * holes, \
			holes + 1 + holes * (holes + 1) * holes / 2
		for (p = 0; p <= holes; p++) {
			for (h = 1; h <= holes; h++)
				printf "%d ", p * holes + h
			print 0
		}
		for (h = 1; h <= holes; h++)
			for (p = 0; p <= holes; p++)
				for (q = 0; q < p; q++)
					print -(p * holes + h), \
						-(q * holes + h), 0
	}' >pigeons.cnf
	"$1" pigeons.cnf
}
