# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=lz4=1.9.4-1
sha256=0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b
language=C
program=programs/lz4

build() {
	make -C programs -j"$JOBS" lz4 CC="$CC" CFLAGS="$CFLAGS" \
		LDFLAGS="$LDFLAGS"
}

workload() {
	"$1" -q -12 -c "$input" >out.lz4
	cksum <out.lz4
	"$1" -q -d -c out.lz4 | cmp - "$input"
}
