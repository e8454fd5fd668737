# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=gmp=2:6.2.1+dfsg1-1.1
sha256=471b9e463e04362a0124f215afc5f0a4b99caedeeb62634c61bbc12988efa64c
language=C
changed='a makefile in the place of its documentation, which Debian leaves out; the names of the compiler and its flags in gmp.h'
program=demos/factorize
output=6afa2435601acde492443797c46b15a1f7ed82189b01d08358ff6ea342a3fcfe
tests='integers (mpz)'
needs="m4"

# A third of GMP is assembly, which the compiler's command assembles.  Take the assembly
# for any x86-64 processor, not that for the current processor, so that the program is
# the same everywhere.  Debian's tarball lacks the manual.
build() {
	mkdir -p doc
	printf 'all:\n' >doc/Makefile.in
	configure --build=x86_64-pc-linux-gnu --disable-shared
	# gmp.h names the compiler and its flags.  clang names some functions after a hash of
	# all that a file contains, also of offsets in the source.  Give every compiler the
	# same text.
	sed -i -E '/^#define __GMP_(CC|CFLAGS) /s/".*"/""/' gmp.h
	by_flags '' make
	by_flags '' make -C demos factorize
}

# Run the tests of integers; the others take long.
suite() {
	by_flags '' make -C tests libtests.la &&
		by_flags '' make -C tests/mpz check
}

workload() {
	"$1" 1000000016000000063 18446744073709551557 \
		340282366920938463463374607431768211455 \
		1000000000000000000000000000057000000000000000000000000000000 \
		123456789012345678901234567890123 999999999950000000000429
}
