# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Tables for the tests of randstudy analyse.

bats_require_minimum_version 1.5.0
load schema

analyse_setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	PATH=$build/bin:$PATH
	cd "$BATS_TEST_TMPDIR" || exit
}

# table NAME VALUES…: print rows of 3 binaries × 2 executions × 2 measurements
table() {
	local name=$1 b e m
	shift
	for b in 1 2 3; do
		for e in 1 2; do
			for m in 1 2; do
				echo "$name,$b,$e,$m,$1"
				shift
			done
		done
	done
}

header=system,binary,execution,measurement,value

# Tables 6.1 and 6.2 of the technical report TR.
table_61() {
	echo $header
	table base 9 5 8 3 10 6 7 11 1 12 2 4
}

table_62() {
	echo $header
	table old 9 11 5 6 16 13 12 8 15 7 10 14
	table new 10 12 6 7 9 1 11 4 8 5 3 2
}

# near JSON-FILTER EXPECTED RELATIVE: check a number of out.json
near() {
	jq -e --argjson e "$2" --argjson r "$3" \
		"($1) as \$x | (\$x - \$e | fabs) <= \$r * (\$e | fabs)" \
		out.json >near.log || {
		echo "$1 is $(jq "$1" out.json), not $2"
		return 1
	}
}

# json OPTION...: write the JSON to out.json.  The schema describes each key.
json() {
	local definitions
	mapfile -t definitions < <(jq -r '."$defs" | keys[] | select(test("analys"))' \
		"$BATS_TEST_DIRNAME/../doc/report.schema.json")
	randstudy analyse --format json "$@" >out.json
	valid out.json "${definitions[@]}"
}
