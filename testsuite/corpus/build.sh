# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2164 # see run
# Functions for the recipes' builds; see run.

# Run ./configure without the flags under test.  Only make gets these flags.  A
# configure script inspects the files of its test programs.  Link-time optimization and
# -save-temps change these files, so the script would draw wrong conclusions.
configure() {
	CFLAGS=-O2 CXXFLAGS=-O2 LDFLAGS="" ./configure "$@"
}

# Run COMMAND, which is make, with the flags under test.  FLAG is added if not empty.
by_flags() { # FLAG COMMAND...
	extra=${1:+ $1}
	shift
	"$@" -j"$JOBS" CFLAGS="$CFLAGS$extra" CXXFLAGS="$CXXFLAGS$extra" \
		LDFLAGS="$LDFLAGS"
}

# Run CMake's configure in the tree's folder b, which becomes the current one.
# CMake takes the compilers from the environment.  It gets the flags under test
# last, in a second call: the first call looks for the compiler's name and version
# in all files that a compilation leaves, and files of -save-temps would mislead
# it.
configure_cmake() { # ARGUMENT...
	mkdir b
	cd b
	# Without CMAKE_POLICY_VERSION_MINIMUM, CMake 4 refuses projects that were
	# written for a version before 3.5.
	CFLAGS=-O2 CXXFLAGS=-O2 LDFLAGS="" \
		cmake -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DCMAKE_BUILD_TYPE=None \
		-DCMAKE_AR="$(command -v "$AR")" -DCMAKE_RANLIB="$(command -v "$RANLIB")" "$@" ..
	cmake -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
		-DCMAKE_EXE_LINKER_FLAGS="$LDFLAGS" \
		-DCMAKE_SHARED_LINKER_FLAGS="$LDFLAGS" .
}

# Make named/gcc and named/g++, scripts that call the compilers under test.  They append
# the options in $named_flags.
#
# Some programs contain the names and the options of their compilers.  The scripts hide
# whether gcc or randcc is called, so that both build the same program.
name_compiler() {
	mkdir named
	# shellcheck disable=SC2016 # for the scripts
	printf '#!/bin/sh\nexec %s "$@" $named_flags\n' "$CC" >named/gcc
	# shellcheck disable=SC2016
	printf '#!/bin/sh\nexec %s "$@" $named_flags\n' "$CXX" >named/g++
	chmod +x named/gcc named/g++
}

# Build a compiler proper of gcc, and the libraries that it needs, once.  gcc's tarball has
# the compiler's sources in another one.  The tools of the build get the flags under test
# too, since their objects are compared as well.
build_compiler() { # LANGUAGES PROGRAM
	mkdir src
	tar -x --no-same-owner -f gcc-*-dfsg.tar.xz -C src --strip-components=1
	CFLAGS=-O2 CXXFLAGS=-O2 LDFLAGS="" src/configure --disable-bootstrap \
		--disable-multilib --disable-nls --disable-lto --disable-plugin \
		--disable-werror --enable-languages="$1" --enable-checking=release \
		--without-isl --without-zstd
	# A compiler contains a checksum of its objects, and LTO copies the bytes into
	# functions.  As in the last stage of a bootstrap, it gets one that is there.
	echo given | tee stage_current >stage_final
	mkdir prev-gcc
	printf '#include "config.h"\n#include "system.h"\n%s\n' \
		'EXPORTED_CONST unsigned char executable_checksum[16] = { 0 };' |
		tee prev-gcc/cc1-checksum.cc >prev-gcc/cc1plus-checksum.cc
	# The folders are configured without the flags under test, as by configure() above.
	make -j"$JOBS" configure-host configure-build-libiberty configure-build-libcpp
	by_flags "" make CFLAGS_FOR_BUILD="$CFLAGS" configure-gcc all-libcpp \
		all-libdecnumber all-libbacktrace all-libiberty all-libcody all-zlib \
		all-build-libiberty all-build-libcpp
	by_flags "" make CFLAGS_FOR_BUILD="$CFLAGS" -C gcc "$2"
}

# Print every Nth of these files of gcc's own tests.  Files with directives for gcc's test
# driver, other than "dg-do run", and those that include headers of C++ are left out.
own_tests() { # N FILE...
	every=$1
	shift
	for file; do
		! grep -q -e 'dg-[^d]' -e '{ *target' -e xfail -e trampoline \
			"$file" || continue
		[ ! -e "${file%.*}.x" ] || continue
		case $file in
		*.C)
			grep -q 'dg-do run' "$file" || continue
			! grep -q '#include' "$file" || continue
			;;
		*) ! grep -q dg- "$file" || continue ;;
		esac
		echo "$file"
	done | awk -v every="$every" 'NR % every == 0'
}

# Compile each of the files on standard input with a compiler proper of gcc, and run what
# was made of it, which must end with 0.  There must be N of them.  DRIVER assembles and
# links.  The headers are those of the system.  The compiler, as configured here, makes no
# position-independent code.
run_own_tests() { # N DRIVER COMPILER
	tests_left=$1
	include=$(gcc -print-file-name=include)
	multiarch=$(gcc -print-multiarch)
	while IFS= read -r file; do
		"$3" -quiet -O2 -w -isystem "$include" -isystem "/usr/include/$multiarch" \
			"$file" -o own.s </dev/null
		"$2" -no-pie own.s -o own -lm </dev/null
		timeout 60 ./own >own.out </dev/null
		tests_left=$((tests_left - 1))
	done
	[ "$tests_left" = 0 ]
}
