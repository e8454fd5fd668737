# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=nauty=2.8.6+ds-2
sha256=685227e0aa6dc1b66cab480b04d41e20a57e2b4297722616bf649ac0e527cb0d
language=C
program=geng
needs=autoreconf

build() {
	autoreconf -f -i
	configure
	by_flags '' make geng
}

suite() {
	make -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" checks
}

# Graphs of nine nodes, counted by their edges; connected ones of ten, in part.
workload() {
	"$1" -u -v 9 2>&1 | grep '^>C'
	"$1" -c -q 10 12:13 5/40 | cksum
}
