# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=bzip2=1.0.8-5
sha256=ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269
language=C
program=bzip2
output=3a8d3c389400f40fcbd60fc00721708a66f1fdfb069f7e82d91a2b142ae67aa5

build() {
	make -j"$JOBS" bzip2 CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" \
		LDFLAGS="$LDFLAGS" AR="$AR" RANLIB="$RANLIB"
}

# The Makefile's test depends on a second program, so make its comparisons here.
suite() (
	set -e
	for n in 1 2 3; do
		./bzip2 -"$n" <sample$n.ref | cmp - sample$n.bz2
		./bzip2 -d <sample$n.bz2 | cmp - sample$n.ref
	done
)

workload() {
	"$1" -9 -c "$input" >out.bz2
	cksum <out.bz2
	"$1" -d -c out.bz2 | cmp - "$input"
}
