#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A sample of gcc's own tests, by testsuite/torture/run.

bats_require_minimum_version 1.5.0
load wrapper.bash
load torture.bash

setup() {
	wrapper_setup
	top=$BATS_TEST_DIRNAME/..
}

# The sample has one of every SAMPLE tests (80 by default).  For C++ and Fortran it has
# one of every 8 * SAMPLE tests.
@test "gcc's own tests end as with gcc: a sample of them" {
	unset SOURCES SHARE LAYOUTS ALL
	local folder chosen=${SAMPLE:-}
	own_build
	JOBS=1 SHARE=8 SAMPLE=${SAMPLE:-80} run "$top/testsuite/torture/run" "$own"
	echo "$output"
	[ "$status" -ne 77 ] || skip "gcc's sources are not here"
	[ "$status" -eq 0 ] || return
	[[ $output != *"skipped: no "* ]] ||
		skip "$(grep -o 'no [^ ]*, .*' <<<"$output" | paste -sd ';')"
	[ -z "$chosen" ] || return 0
	# Check that tests of every language ran, and tests of LTO.
	for folder in gcc.c-torture/ gcc.dg/lto/ g++.dg/ gfortran.dg/; do
		echo "$folder: $(ran "$folder")"
		[ "$(ran "$folder")" -ge 1 ] || return
	done
}
