#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The simulations that are kept in doc/statistics: STATISTICS.md quotes what they
# printed, and this version prints the same.

bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	kept=$top/doc/statistics
	page=$top/doc/STATISTICS.md
	build=${RANDCC_BUILD:-$top/build}
	cd "$BATS_TEST_TMPDIR" || exit
}

# table NAME: print the page's table of that name
table() {
	awk -v name="$1" '
	$0 == "<!-- end of " name " -->" { is_it = 0 }
	is_it && /^\|/
	$0 == "<!-- " name " -->" { is_it = 1 }' "$page"
}

@test "the tables of STATISTICS.md follow from the kept outputs" {
	for name in claims found position goals common once rules growth ends fleet; do
		"$kept/tables" $name >table
		[ "$(wc -l <table)" -ge 5 ]
		table $name | diff - table
	done
}

@test "every simulation that is listed is kept, and no other" {
	grep -v '^#' "$kept/commands" | grep . >listed
	[ "$(wc -l <listed)" -ge 50 ]
	while read -r name arguments; do
		head -n 1 "$kept/$name.text" | grep -qxF -e \
			"\$ randstudy simulate --seed 1 $arguments"
		echo "$name.text"
	done <listed | sort >names
	(cd "$kept" && printf '%s\n' *.text) | sort | diff - names
}

@test "the outputs that STATISTICS.md prints are the kept ones" {
	cat "$kept"/*.text >all
	awk '/^    \$ randstudy simulate/ { is_it = 1 }
	!/^    / { is_it = 0 }
	is_it { print substr($0, 5) }' "$page" >printed
	[ "$(grep -c '^\$' printed)" -ge 12 ]
	while IFS= read -r line; do
		case $line in
		'$ '*)
			awk -v line="$line" '
			/^\$ / { is_it = $0 == line }
			is_it' all >output
			[ -s output ] || {
				echo "not kept: $line"
				return 1
			}
			;;
		*)
			grep -qxF -e "$line" output || {
				echo "not printed: $line"
				return 1
			}
			;;
		esac
	done <printed
}

# section HEADING: print the section's text in one line, without tables and indented
# blocks
section() {
	awk -v heading="$1" '
	/^## / { is_it = $0 == heading; next }
	is_it && !/^\|/ && !/^    /' "$page" | tr '\n' ' '
}

@test "the numbers that the text quotes of them are in them" {
	cat "$kept"/*.text | grep -oE '[0-9]+\.[0-9]{2}' | awk '
	{ printf "%s\n%.1f\n", $1, $1 }' | sort -u >known
	# These numbers were counted in another way, as the text says, or are
	# settings.
	printf '%s\n' 94.7 2.42 84.9 89.2 1.4826 | sort >elsewhere
	section '## A second round, and blocks run again' |
		grep -oE '[0-9]+\.[0-9]+' | sort -u >said
	[ "$(wc -l <said)" -ge 8 ]
	sort -u known elsewhere | comm -23 said - >missing
	[ ! -s missing ] || {
		cat missing
		return 1
	}
}

@test "no goal is missed but the one that was set later" {
	table goals >goals
	grep -F '**no**' goals >missed
	[ "$(wc -l <missed)" = 1 ]
	grep -qF 'nothing in common (a goal set later)' missed
}

@test "this version simulates what is kept" {
	# Each kind of simulation
	names='one-layout-1 stop-looks'
	for name in "$kept"/quick-*.text; do
		names="$names $(basename -s .text -- "$name")"
	done
	[ "$(wc -w <<<"$names")" = 10 ]
	# shellcheck disable=SC2086 # names
	"$kept/keep" "$build" . $names
	for name in $names; do
		cmp "$name.text" "$kept/$name.text"
	done
}
