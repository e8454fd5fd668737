# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=tcc=0.9.27+git20200814.62c30a4a-1
sha256=d63c113bcdd657f51c8ee197a0b0a24203603313e19a52b5f678d40ab7f5df35
language=C
program=tcc
tests='language, preprocessor'

build() {
	./configure --cc="$CC" --extra-cflags="$CFLAGS" \
		--extra-ldflags="$LDFLAGS"
	make -j"$JOBS" AR="$AR" CONFIG_strip=no tcc libtcc1.a
}

suite() {
	make -C tests tests2-dir pp-dir
}

# It compiles itself.
workload() {
	tree=$(dirname "$input")/tree
	"$1" -B"$tree" -I"$tree" -DONE_SOURCE=1 -DCONFIG_TRIPLET='"x"' \
		-c "$tree/tcc.c" -o tcc.o
	cksum <tcc.o
}
