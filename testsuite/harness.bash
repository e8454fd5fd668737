# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Functions for the tests of randstudy.  real_setup() prepares a test with the real
# randld.  harness_setup() prepares a test with a fake randld: the program is then a
# shell script, which does what the test needs.

bats_require_minimum_version 1.5.0

# Go to the empty folder $T.
real_setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	PATH=$build/bin:$PATH
	unset "${!RANDCC_@}" "${!RANDSTUDY_@}" "${!FAKE_RANDLD_@}" LD_LIBRARY_PATH
	# The path has a blank and a quote, which must not split a word.
	T="$BATS_TEST_TMPDIR/it's a place"
	mkdir -p "$T"
	cd "$T" || return
}

harness_setup() {
	real_setup
	mkdir -p bin
	ln -s "$BATS_TEST_DIRNAME/data/fake-randld" bin/randld
	export RANDSTUDY_BINDIR=$T/bin
}

# units NAME...: write NAME.c with 20 functions NAME1, NAME2 ...
units() {
	local unit i
	for unit; do
		for i in $(seq 20); do
			echo "int $unit$i(int x) { return x * $i + 1; }"
		done >"$unit.c"
	done
}

# program LINE...: write the program
program() {
	{
		echo '#!/bin/sh'
		printf '%s\n' "$@"
	} >prog.sh
}

# study [OPTION...] [-- COMMAND...]: run a quick study in ./st, whose number of runs
# does not depend on how calm this machine is
study() {
	local options=() command=('{binary}')
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	[ $# -le 1 ] || command=("${@:2}")
	randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--layouts 4 --executions 1 --redo off "${options[@]}" -- "${command[@]}"
}

query() { # SQL
	sqlite3 st/study.db "$1"
}

# runs PID: check that the process exists and is not a zombie.  (In a container a
# zombie may never be collected.)
runs() {
	local state
	state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null)
	[ -n "$state" ] && [ "$state" != Z ] && [ "$state" != X ]
}
