# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2164 # see run
# What the recipes' builds share; see run.

# ./configure without the flags under test, which make gets.  A configure looks
# into its test programs, and with link-time optimisation, or with what
# -save-temps leaves behind, believes in functions and sizes that are not there.
configure() {
	CFLAGS=-O2 CXXFLAGS=-O2 LDFLAGS="" ./configure "$@"
}

# A make with the flags under test and, if it is not empty, another.
by_flags() { # FLAG COMMAND...
	extra=${1:+ $1}
	shift
	"$@" -j"$JOBS" CFLAGS="$CFLAGS$extra" CXXFLAGS="$CXXFLAGS$extra" \
		LDFLAGS="$LDFLAGS"
}

# CMake's configure, in a folder b of the tree, which becomes the current one; it
# takes the compilers and the flags under test from the environment.
configure_cmake() { # ARGUMENT...
	mkdir b
	cd b
	cmake -DCMAKE_BUILD_TYPE=None -DCMAKE_AR="$(command -v "$AR")" \
		-DCMAKE_RANLIB="$(command -v "$RANLIB")" "$@" ..
}
