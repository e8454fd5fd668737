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
	by_flags "" make CFLAGS_FOR_BUILD="$CFLAGS" configure-gcc all-libcpp \
		all-libdecnumber all-libbacktrace all-libiberty all-libcody all-zlib \
		all-build-libiberty all-build-libcpp
	by_flags "" make CFLAGS_FOR_BUILD="$CFLAGS" -C gcc "$2"
}
