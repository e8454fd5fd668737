# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=gcc-12=12.2.0-14+deb12u1
sha256=b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb
language=C++
program=gcc/cc1
output=f6e0d15316335fbfa3e7a099c06c718cc7df9fd53254443b9a225336b61fe7a7
lto=slow
tests='none: they need the whole compiler, built with itself'

# The tarball has the compiler's sources in another one.  Only the C compiler proper and
# the libraries that it needs are built, once.  The tools of the build get the flags under
# test too, since their objects are compared as well.
build() {
	mkdir src
	tar -x --no-same-owner -f gcc-*-dfsg.tar.xz -C src --strip-components=1
	CFLAGS=-O2 CXXFLAGS=-O2 LDFLAGS="" src/configure --disable-bootstrap \
		--disable-multilib --disable-nls --disable-lto --disable-plugin \
		--disable-werror --enable-languages=c --enable-checking=release \
		--without-isl --without-zstd
	by_flags "" make CFLAGS_FOR_BUILD="$CFLAGS" configure-gcc all-libcpp all-libdecnumber all-libbacktrace \
		all-libiberty all-libcody all-zlib all-build-libiberty all-build-libcpp
	by_flags "" make CFLAGS_FOR_BUILD="$CFLAGS" -C gcc cc1
}

# Write headers with what decNumber.c needs of the C library, so that the program
# compiles the same text on every system.
stubs() {
	mkdir stubs
	cat >stubs/stdlib.h <<-'EOT'
		typedef __SIZE_TYPE__ size_t;
		#define NULL ((void *)0)
		void *malloc(size_t);
		void free(void *);
		int abs(int);
		void abort(void);
	EOT
	cat >stubs/string.h <<-'EOT'
		#include <stdlib.h>
		void *memcpy(void *, const void *, size_t);
		void *memset(void *, int, size_t);
		char *strcpy(char *, const char *);
		size_t strlen(const char *);
	EOT
	cat >stubs/stdint.h <<-'EOT'
		typedef __INT8_TYPE__ int8_t;
		typedef __INT16_TYPE__ int16_t;
		typedef __INT32_TYPE__ int32_t;
		typedef __INT64_TYPE__ int64_t;
		typedef __UINT8_TYPE__ uint8_t;
		typedef __UINT16_TYPE__ uint16_t;
		typedef __UINT32_TYPE__ uint32_t;
		typedef __UINT64_TYPE__ uint64_t;
	EOT
	echo 'int printf(const char *, ...);' >stubs/stdio.h
	echo 'int tolower(int);' >stubs/ctype.h
	cat >stubs/signal.h <<-'EOT'
		#define SIGFPE 8
		int raise(int);
	EOT
	for header in config.h gstdint.h; do
		echo '#include <stdint.h>' >stubs/$header
	done
	for header in sys/types.h inttypes.h strings.h unistd.h; do
		mkdir -p "stubs/$(dirname $header)"
		: >stubs/$header
	done
}

# Compile a library for decimal numbers, which is a part of the compiler.
timed_part() {
	tree=$(dirname "$input")/tree/src
	[ -d stubs ] || stubs
	cp "$tree/libdecnumber/decNumber.c" .
	exec "$1" -quiet -O2 -nostdinc -I stubs -I "$tree/libdecnumber" \
		-I "$tree/libdecnumber/dpd" -I "$tree/include" decNumber.c -o /dev/stdout
}

shown_part() {
	cat
}

workload() {
	(timed_part "$1") | shown_part
}
