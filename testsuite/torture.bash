# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Functions for tests that run gcc's own tests.  Loaded after wrapper.bash.

# own_build: copy the build folder, to write results there or replace randcc
own_build() {
	own=$BATS_TEST_TMPDIR/build
	mkdir "$own" "$own/lib"
	cp -R "$build/bin" "$build/libexec" "$own/"
	cp -R "$build/lib/randcc" "$own/lib/"
}

# Print how many of gcc's tests in FOLDER were run and ended as with gcc.
ran() { # FOLDER
	awk -F'\t' -v folder="$1" 'index($1, folder) == 1 &&
		$4 ~ /^same: runs: / && !seen[$1]++ { n++ }
		END { print n + 0 }' "$own/torture/results"
}

# sample_of_gcc PART/PARTS: run a part of the sample of gcc's tests.  The sample has one
# test in SAMPLE (default 8).  Each part has a bats file of its own, so that the parts
# run side by side.
sample_of_gcc() { # PART/PARTS
	unset SOURCES SHARE LAYOUTS ALL
	local folder chosen=${SAMPLE:-}
	own_build
	JOBS=1 SAMPLE=${SAMPLE:-8} SHARD=$1 run "$top/testsuite/torture/run" \
		"$own"
	echo "$output"
	[ "$status" -ne 77 ] || skip "gcc's sources are not here"
	[ "$status" -eq 0 ] || return
	[[ $output != *"skipped: no "* ]] ||
		skip "$(grep -o 'no [^ ]*, .*' <<<"$output" | paste -sd ';')"
	[ -z "$chosen" ] || return 0
	# Check that tests of every language ran, and tests of LTO in each.
	for folder in gcc.c-torture/ gcc.dg/lto/ g++.dg/ gfortran.dg/; do
		echo "$folder: $(ran "$folder")"
		[ "$(ran "$folder")" -ge 3 ] || return
	done
}
