# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Functions for the tests of randstudy.  A fake randld lets a shell script, which
# does what the test needs, stand for the program.

bats_require_minimum_version 1.5.0

harness_setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	PATH=$build/bin:$PATH
	unset "${!RANDCC_@}" "${!FAKE_RANDLD_@}"
	# The path has a blank and a quote, which must not split a word.
	T="$BATS_TEST_TMPDIR/it's a place"
	mkdir -p "$T/bin"
	ln -s "$BATS_TEST_DIRNAME/data/fake-randld" "$T/bin/randld"
	export RANDSTUDY_BINDIR=$T/bin
	cd "$T" || return
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
