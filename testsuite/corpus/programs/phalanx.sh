# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=phalanx=25-1
sha256=b3874d5dcd22c64626b2c955b18b27bcba3aa727855361a91eab57a6324b22dd
language=C
program=phalanx

build() {
	make -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS -std=gnu89 -D_GNU_SOURCE" \
		LDFLAGS="$LDFLAGS"
}

# A search by depth, so that time plays no part, and what is best for both; how
# many positions it takes differs by a few from run to run, for it looks at the
# clock.  Without -o - it looks for input too, and breaks off at its end.
workload() {
	printf 'post\ndepth 9\nsetboard %s\ngo\nquit\n' \
		'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4' |
		"$1" -o - -b - -f 600 -l - -t 1024 -x - |
		sed -n '/^PV/,/^my move/p'
}
