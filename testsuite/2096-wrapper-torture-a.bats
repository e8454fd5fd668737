#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A sample of gcc's own tests, by testsuite/torture/run: the first half.  2097 has
# the second half.

bats_require_minimum_version 1.5.0
load wrapper.bash
load torture.bash

setup() {
	wrapper_setup
	top=$BATS_TEST_DIRNAME/..
}

@test "gcc's own tests end as with gcc: a sample of them, part 1 of 2" {
	sample_of_gcc 1/2
}
