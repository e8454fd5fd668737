# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=phalanx=25-1
sha256=b3874d5dcd22c64626b2c955b18b27bcba3aa727855361a91eab57a6324b22dd
language=C
program=phalanx
output=5b75627775e0143d665b6d4eaa5d91d3445c9423a97e63cd4aea09aea207ff37

build() {
	make -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS -std=gnu89 -D_GNU_SOURCE" \
		LDFLAGS="$LDFLAGS"
}

# Search to a fixed depth, so that time does not matter, and print the best moves.
# The number of positions, and the choice among equal moves, differ from run to
# run, because phalanx takes a random number from the clock.  Without "-o -"
# phalanx also polls for input, and stops at the end of the input.
workload() {
	for position in \
		'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPPPPP1/RNBQK2R w KQkq - 4 4' \
		'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' \
		'2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1'; do
		printf 'depth 8\nsetboard %s\ngo\nquit\n' "$position" |
			"$1" -o - -b - -f 600 -l - -t 1024 -x - |
			grep '^my move'
	done
}
