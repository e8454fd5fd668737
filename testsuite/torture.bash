# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Functions for tests that run gcc's own tests.  Loaded after wrapper.bash.

# own_build: copy the build folder to $own, where a test may write results or replace
# randcc
own_build() {
	own=$BATS_TEST_TMPDIR/build
	mkdir "$own" "$own/lib"
	cp -R "$build/bin" "$build/libexec" "$own/"
	cp -R "$build/lib/randcc" "$own/lib/"
}

# Print how many of gcc's tests in FOLDER ran and ended under randcc as under gcc.
ran() { # FOLDER
	awk -F'\t' -v folder="$1" 'index($1, folder) == 1 &&
		$4 ~ /^same: runs: / && !seen[$1]++ { n++ }
		END { print n + 0 }' "$own/torture/results"
}
