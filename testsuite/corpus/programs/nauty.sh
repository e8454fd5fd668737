# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=nauty=2.8.6+ds-2
sha256=685227e0aa6dc1b66cab480b04d41e20a57e2b4297722616bf649ac0e527cb0d
language=C
program=geng
output=aa406f3889fc3e275155c742a6b0047c1c0e724ca74b8dc4b702dc8ac9b59e62
tests='dreadnaut, geng'
needs=autoreconf

build() {
	autoreconf -f -i
	configure
	by_flags '' make geng
}

# Run the tests of these five programs only.  Other tests need most of the forty
# programs, which take long to build.
suite() {
	by_flags '' make dreadtest naucompare geng labelg countg &&
		sed -e '/^if ! /,/^fi/d' \
			-e '/^runonetest .*dreadtest[SWL14]/d' \
			-e '/gen[^g]\|directg/d' \
			runalltests >runsometests &&
		sh runsometests
}

# Count the graphs of nine nodes by their edges, and count a part of the connected
# graphs of ten nodes.
workload() {
	"$1" -u -v 9 2>&1 | grep '^>C'
	"$1" -c -q 10 12:13 5/40 | cksum
}
