# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=lz4=1.9.4-1
sha256=0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b
language=C
program=programs/lz4
output=a239db442bb82a33cd6b27e2ff07cdc3ade4a8a8a6cb4af27e35cd2f72ab7190
tests='command line, but for huge files'

build() {
	make -C programs -j"$JOBS" lz4 CC="$CC" CFLAGS="$CFLAGS" \
		LDFLAGS="$LDFLAGS"
}

suite() {
	make -C tests -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS" \
		test-lz4-basic test-lz4-multiple test-lz4-skippable \
		test-lz4-frame-concatenation test-lz4-testmode \
		test-lz4-contentSize test-lz4-dict test-lz4-sparse
}

workload() {
	"$1" -q -12 -c "$input" >out.lz4
	cksum <out.lz4
	"$1" -q -d -c out.lz4 | cmp - "$input"
}
