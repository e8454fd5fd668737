# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=libzstd=1.5.4+dfsg2-5
sha256=8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953
language=C
program=programs/obj/zstd
output=887da7082f75843ab6e8a22cd89828c8be88bba358f19f0b8c4ccb9d1318dacb
tests='400 of its fuzzer'

# Set BUILD_DIR.  Otherwise the makefile of zstd puts the objects into a folder whose
# name depends on the flags.  It links the program there, and makes programs/zstd a
# symbolic link.
build() {
	make -j"$JOBS" -C programs zstd BUILD_DIR=obj HAVE_ZLIB=0 HAVE_LZMA=0 \
		HAVE_LZ4=0 CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS"
}

suite() {
	make -j"$JOBS" -C tests fuzzer BUILD_DIR=fuzz CFLAGS="$CFLAGS" \
		LDFLAGS="$LDFLAGS"
	tests/fuzzer -s1 -i400
}

workload() {
	head -c 5000000 "$input" >text
	"$1" -q -12 --single-thread -c text >text.zst
	cksum <text.zst
	"$1" -q -d -c text.zst | cmp - text
}
