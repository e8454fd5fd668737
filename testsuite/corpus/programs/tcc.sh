# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=tcc=0.9.27+git20200814.62c30a4a-1
sha256=d63c113bcdd657f51c8ee197a0b0a24203603313e19a52b5f678d40ab7f5df35
language=C
program=tcc
output=74704b19e30b0e6285974fe24bde1ee9091b4f6a695a8af58e29e7936a16ac15
tests='language but for two, preprocessor'

build() {
	./configure --cc="$CC" --extra-cflags="$CFLAGS" \
		--extra-ldflags="$LDFLAGS"
	make -j"$JOBS" AR="$AR" CONFIG_strip=no tcc libtcc1.a
}

# Remove two tests, which need tcc to be linked to the mathematics library.  With -flto,
# not even plain gcc links it to this library.
suite() {
	rm tests/tests2/22_floating_point.c tests/tests2/24_math_library.c
	make -C tests tests2-dir pp-dir
}

# tcc compiles itself.
workload() {
	# tcc.o contains the paths of the sources, so give them the same path in every
	# run.
	ln -sfn -- "$(dirname "$input")/tree" tree
	"$1" -Btree -Itree -DONE_SOURCE=1 -DCONFIG_TRIPLET='"x"' \
		-c tree/tcc.c -o tcc.o
	cksum <tcc.o
}
