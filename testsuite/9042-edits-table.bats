#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page about comparisons after an edit follows from the results, which have the format
# of testsuite/bench/edits.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0
load page.bash

setup() {
	top=$BATS_TEST_DIRNAME/..
	cd "$BATS_TEST_TMPDIR" || exit
	echo program,kind,study,layouts,ratio,low,high,seconds,date >results.csv
}

result() { # PROGRAM KIND STUDY LOW HIGH SECONDS [LAYOUTS]
	echo "$1,$2,$3,${7:-30},1,$4,$5,$6,2026-01-0${3}T10:00:00Z" >>results.csv
}

@test "half-widths are of log ratios, and layouts are compared for equal seeds" {
	# ln(1.04 / 0.96) / 2 is 0.04002, ln(1.01 / 0.99) / 2 is 0.01000.
	result lua common 1 0.96 1.04 40
	result lua common 2 0.98 1.02 44
	result lua common 3 0.98 1.02 42
	result lua offset 1 0.99 1.01 50
	result lua offset 2 0.99 1.01 60
	result lua offset 3 1.01 1.03 52
	result lua independent 1 0.95 0.99 40
	run -0 "$top/testsuite/bench/edits-table" results.csv
	# (0.01 / 0.04)^2 is 0.062, and (0.01 / 0.02)^2 is 0.250; the median of these two
	# and 0.240 is 0.240.
	row '| lua | 3 | 2.06 % | 2.00 % | 1.00 % | 0.240 | 42 | 52 |'
	row '30 layouts of each version; 2026-01-01 to 2026-01-03.'
	row '* independent: 1 of 1 (21 to 100 %)'
	row '* common: 0 of 3 (0 to 56 %)'
	row '* offset: 1 of 3 (6 to 79 %)'
}

@test "a program without one kind has no number for it" {
	result vm common 1 0.98 1.02 44 10
	result lua offset 2 0.99 1.01 60
	run -0 "$top/testsuite/bench/edits-table" results.csv
	row '| vm | 0 | - | 2.00 % | - | - | 44 | - |'
	row '| lua | 1 | - | - | 1.00 % | - | - | 60 |'
	row '10 to 30 layouts of each version; 2026-01-01 to 2026-01-02.'
}

@test "a torn line is refused" {
	result vm common 1 0.98 1.02 44
	echo vm,offset,1,30,1 >>results.csv
	run -1 "$top/testsuite/bench/edits-table" results.csv
	[[ $output == *'results.csv:3: 5 columns'* ]]
}

@test "the kept page of edits follows from the kept results" {
	[ -e "$top/doc/EDITS.md" ] || skip 'no results are kept'
	"$top/testsuite/bench/edits-table" "$top/doc/edits/results.csv" |
		diff - "$top/doc/EDITS.md"
}
