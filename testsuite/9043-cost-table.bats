#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tables of the page about the cost of layouts follow from the results, which have the
# format of testsuite/bench/replay.sh.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0
load page.bash

setup() {
	top=$BATS_TEST_DIRNAME/..
	cd "$BATS_TEST_TMPDIR" || exit
}

result() { # PART CASE QUANTITY VALUES
	printf '%s\t%s\t%s\t%s\n' "$@" >>results.tsv
}

@test "builds are compared by their smallest times" {
	result sqlite3 -O2 plain '11 10 12'
	result sqlite3 -O2 recorded '10.5 10.2'
	result sqlite3 -O2 layouts '0.9 0.8 1'
	result sqlite3 -O2 rebuild '10.4 10.1 9.9'
	result sqlite3 '-O2 -flto' plain 20
	result sqlite3 '-O2 -flto' recorded 21
	result sqlite3 '-O2 -flto' layouts 1
	result sqlite3 '-O2 -flto' rebuild 22
	run -0 "$top/testsuite/bench/cost-table" results.tsv
	row 'Costs relative to one plain build of sqlite3; the smallest of 3 times of each:'
	row '| -O2 | 1.10 | 0.08 | 29.7 |'
	row '| -O2 -flto | 1.10 | 0.05 | 33.0 |'
	[[ $output != *'bare link'* ]]
}

@test "links have the median and the range of their rounds" {
	result link 100 bare '0.016 0.0155 0.0162'
	result link 100 more '1.05 0.98 1.31'
	result link 100 more_ranked '1.02 1.04'
	result link 100 alone '1.2 1.3 1.4'
	result link 100 memory '1.08 1.09 1.07'
	result bzip2 1000 wall 20.4
	result bzip2 1000 layouts 33.6
	result disk bzip2 more 1.0149
	run -0 "$top/testsuite/bench/cost-table" results.tsv
	row '| 100 | 16.0 | 1.05 | 0.98 to 1.31 (3) | 1.03 | **1.30** | 1.08 |'
	row '1,000 layouts of bzip2 took 20 s of wall time and 34 s of CPU time.'
	row 'Each file of a layout of bzip2 takes 1.015 times the size of the program on disk.'
}

@test "the page of costs names the machine" {
	result machine '' processor 'Fast (family 6 model 1)'
	result machine '' cpus 4
	result machine '' kernel 'Linux 6'
	result machine '' compiler 'gcc 12'
	result machine '' linker 'GNU ld 2'
	result machine '' load '0.10 0.20 0.30'
	result machine '' date 2026-01-01
	run -0 "$top/testsuite/bench/cost-table" results.tsv
	row 'Fast (family 6 model 1), CPUs: 4, Linux 6; gcc 12; GNU ld 2; load average 0.10 0.20 0.30 at the beginning; 2026-01-01.'
}

@test "a cost without its quantities is no cost of 0" {
	result sqlite3 -O2 plain 10
	result sqlite3 -O2 recorded 11
	run -1 "$top/testsuite/bench/cost-table" results.tsv
	[[ $output == *'no layouts of sqlite3 -O2: measure again'* ]]
	# A page keeps its table if there is no new one.
	printf '%s\n' a '<!-- t -->' '' '| old |' '' '<!-- end of t -->' b >page
	cp page before
	run -1 "$top/doc/put-table" page t </dev/null
	[[ $output == *'stays as it is'* ]]
	cmp page before
	run -1 "$top/doc/put-table" page other <<<'| new |'
	[[ $output == *'has no place for the table "other"'* ]]
	cmp page before
	echo '| new |' | "$top/doc/put-table" page t
	grep -qx '| new |' page
}

@test "a torn line of costs is refused" {
	result link 100 bare ''
	run -1 "$top/testsuite/bench/cost-table" results.tsv
	[[ $output == *'results.tsv:1: 4 columns'* ]]
	printf 'link\t100\tmo' >results.tsv
	run -1 "$top/testsuite/bench/cost-table" results.tsv
	[[ $output == *'results.tsv:1: 3 columns'* ]]
}

@test "the tables of COST.md follow from the kept results" {
	"$top/testsuite/bench/cost-table" "$top/doc/cost/replay.tsv" | grep '^|' >made
	[ "$(wc -l <made)" -ge 5 ]
	cp "$top/doc/COST.md" page
	"$top/testsuite/bench/cost-table" "$top/doc/cost/replay.tsv" |
		"$top/doc/put-table" page replay
	diff "$top/doc/COST.md" page
}
