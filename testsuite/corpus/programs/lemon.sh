# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=liblemon=1.3.1+dfsg-6
sha256=367b992467e4da06d5f8d2a664969ec39682723694469cba652ac55e8bd02f0a
language=C++
program=b/tools/dimacs-solver
needs=cmake

build() {
	mkdir b
	cd b
	cmake -DCMAKE_BUILD_TYPE=None -DCMAKE_AR="$(command -v "$AR")" \
		-DCMAKE_RANLIB="$(command -v "$RANLIB")" \
		-DLEMON_ENABLE_GLPK=NO -DLEMON_ENABLE_COIN=NO ..
	make -j"$JOBS" lemon dimacs-solver
}

# A transport problem.
workload() {
	awk 'BEGIN {
		n = 60
		state = 42
		print "p min", 2 * n, n * n
		for (i = 1; i <= n; i++) {
			print "n", i, 20
			print "n", n + i, -20
		}
		for (i = 1; i <= n; i++)
			for (k = 1; k <= n; k++) {
				state = (state * 16807) % 2147483647
				print "a", i, n + k, 0, 10 + state % 7, \
					state % 1000
			}
	}' >problem.min
	"$1" -q problem.min
}
