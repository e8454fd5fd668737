#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy analyse reads a file of more than 2^31 bytes with ten million rows, and
# finds an error in a row that follows them.

bats_require_minimum_version 1.5.0

setup_file() {
	cd "$BATS_FILE_TMPDIR" || exit
	# Use a long name, so that ten million rows are more than 2^31 bytes.
	printf 'x%.0s' {1..220} >name
	awk 'BEGIN {
		getline name <"name"
		print "system,layout,execution,iteration,value"
		for (i = 1; i <= 1000; i++)
			for (j = 1; j <= 100; j++)
				for (k = 1; k <= 100; k++)
					print name "," i "," j "," k "," k
	}' >in.csv
	size=$(stat -c %s in.csv)
	export size
}

setup() {
	PATH=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../../build}/bin:$PATH
	cd "$BATS_FILE_TMPDIR" || exit
	truncate -s "$size" in.csv
}

@test "more than 2^31 bytes are read to the end" {
	[ "$size" -gt 2147483648 ]
	randstudy analyse --format json in.csv >out.json
	# The variance of 1 … 100 is 100 * 101 / 12.
	jq -e '.systems[0] | (.name | length) == 220 and .n == 10000000 and
		.mean == 50.5 and [.levels[].n] == [1000, 100, 100] and
		(.levels[2].S2 / (100 * 101 / 12) - 1 | fabs) < 1e-14' out.json
}

@test "the values take at most three times their size as doubles in memory" {
	[ -x /usr/bin/time ] || skip 'no /usr/bin/time'
	/usr/bin/time -f %M -o kb randstudy analyse in.csv
	[ $(($(cat kb) * 1024)) -le $((3 * 8 * 10000000)) ]
	# Append a row whose run number, 0, does not follow the number before it.
	echo "$(cat name),1000,100,0,50.5" >>in.csv
	/usr/bin/time -f %M -o kb randstudy analyse in.csv
	[ $(($(cat kb) * 1024)) -le $((3 * 8 * 10000000)) ]
}

@test "an error behind 2^31 bytes is reported with its line" {
	echo 'x,1,1,1' >>in.csv
	run -2 randstudy analyse in.csv
	[ "$output" = 'randstudy: error: "in.csv" line 10000002: 4 columns, but the header has 5' ]
}

@test "a file is read again from behind 2^31 bytes" {
	# Append a run 0 to the last execution, which has the runs 1 to 100.
	echo "$(cat name),1000,100,0,50.5" >>in.csv
	randstudy analyse --format json in.csv >out.json
	jq -e '.systems[0] | .n == 10000001 and (.balanced | not) and
		(.levels[2] | .n_min == 100 and .n == 101)' out.json
	sed -n 2p in.csv >>in.csv
	run -2 randstudy analyse in.csv
	[ "$output" = 'randstudy: error: "in.csv" line 10000003: the same cells as line 2' ]
}
