#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page of other people's programs says what its rows are, and leaves none
# out: made of results as testsuite/corpus/run writes them.

bats_require_minimum_version 1.5.0

setup() {
	table=$BATS_TEST_DIRNAME/corpus/table
	results=$BATS_TEST_TMPDIR
	seed_2=18446744073709551557
}

result() { # PROGRAM LINE...: all as it should be, but for these lines
	mkdir -p "$results/$1"
	{
		for line in program="$1" version=1.0-1 language=C \
			randcc='0.1.0 (1234abc)' output_built=yes \
			order_none=yes output_plain=yes functions=9 objects=2 compared=8 \
			same=8 layout_only=yes output_none=yes output_1=yes \
			output_$seed_2=yes seeds_compared=7 \
			seeds_same=7 same_for_seeds=yes link_plain=0.2 \
			link_seed=0.3 replay_none=yes order_changed=yes \
			build_plain=1.0 suite_plain=pass \
			replay_is_rebuild_{1,$seed_2}=yes \
			build_1=1.0 build_$seed_2=1.2 \
			suite_1=pass suite_"$seed_2"=pass \
			lto_skipped='not run: takes long' "${@:2}" \
			failed_any=no; do
			printf '%s\t%s\n' "${line%%=*}" "${line#*=}"
		done
	} >"$results/$1/result"
}

row() { # ROW: the page has this line
	grep -q -x -F -e "$1" <<<"$output" || {
		echo "no line: $1"
		echo "$output"
		false
	}
}

@test "each set of flags has a row, whether it was run or not" {
	result all
	run -0 "$table" "$results" all other
	row '| all | -O2 | 2 | 9 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	row '| all | -O2 -flto | not run: takes long |'
	row '| other | not run |'
}

@test "link-time optimisation has all columns" {
	result all
	sed 's/^/lto_/; /^lto_lto_/d' "$results/all/result" >"$BATS_TEST_TMPDIR/lto"
	sed -i '/^lto_skipped/d' "$results/all/result"
	cat "$BATS_TEST_TMPDIR/lto" >>"$results/all/result"
	run -0 "$table" "$results" all
	row '| all | -O2 -flto | 2 | 9 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	sed -i "/^lto_\(build_\|suite_\|output_plain\)/d" "$results/all/result"
	run -0 "$table" "$results" all
	row '| all | -O2 -flto | 2 | 9 | - | 1.50 | - | yes (no checksum) | yes | yes | 8 | 7 | yes |'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2 -flto`: 0 of 1 in all points as they should be; not looked at in all points: all'
}

@test "a result of one seed is not taken for both" {
	result half
	sed -i "/^\(build\|suite\|replay_is_rebuild\)_$seed_2/d" "$results/half/result"
	run -0 "$table" "$results" half
	row '| half | -O2 | 2 | 9 | 1.00 | 1.50 | pass (one seed) | yes | yes | yes | 8 | 7 | yes (one seed) |'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 0 of 1 in all points as they should be; not looked at in all points: half'
}

@test "rows of two wrappers are told apart" {
	result old
	result new
	run -0 "$table" "$results" old new
	row 'All rows are of one randcc.'
	result new randcc='0.1.0 (fedc987)'
	run -0 "$table" "$results" old new
	row 'The rows are not all of one randcc.'
	row '| old | 1.0-1 | C | 0.1.0 (1234abc) |'
	row '| new | 1.0-1 | C | 0.1.0 (fedc987) |'
}

@test "the table names the tools of the rows and the command that made them" {
	result old gcc='gcc 12.1' ld='ld 2.40'
	result new gcc='gcc 12.2' ld='ld 2.40'
	run -0 "$table" "$results" old new
	row 'linker: gcc 12.1; gcc 12.2; ld 2.40.'
	row 'Made by `make check-corpus corpus-table`; not to be edited.'
	result old lto_skipped='not run: does not work with plain gcc'
	result new lto_skipped='not run: does not work with plain gcc'
	run -0 "$table" "$results" old new
	row 'linker: gcc of an unknown version; ld of an unknown version.'
	row 'Made by `make LTO=all check-corpus corpus-table`; not to be edited.'
}

@test "a part of a program's own tests is called a part" {
	result some tests='the library'
	run -0 "$table" "$results" some
	row '| some | -O2 | 2 | 9 | 1.10 | 1.50 | pass: the library | yes | yes | yes | 8 | 7 | yes |'
}

@test "the table says why own tests are not run, and what was changed" {
	result some tests='not run: they want a network' suite_{1,"$seed_2"}=none \
		changed='a name'
	run -0 "$table" "$results" some
	row '| some | -O2 | 2 | 9 | 1.10 | 1.50 | not run: they want a network | yes | yes | yes | 8 | 7 | yes |'
	row '- some: a name'
}

@test "a wrong result is shown" {
	result bad suite_1='NO: fail 1, plain pass' \
		output_1=NO same=7 replay_is_rebuild_1=NO
	run -0 "$table" "$results" bad
	row '| bad | -O2 | 2 | 9 | 1.10 | 1.50 | NO: fail 1, plain pass | NO | yes | yes | 7 of 8 | 7 | NO |'
	# The other seed's.
	result bad suite_"$seed_2"='NO: fail 2, plain pass' \
		output_"$seed_2"=NO replay_is_rebuild_"$seed_2"=NO
	run -0 "$table" "$results" bad
	row '| bad | -O2 | 2 | 9 | 1.10 | 1.50 | NO: fail 2, plain pass | NO | yes | yes | 8 | 7 | NO |'
	# The plain program's.
	result bad output_plain='NO: sha256 1234'
	run -0 "$table" "$results" bad
	row '| bad | -O2 | 2 | 9 | 1.10 | 1.50 | pass | NO | yes | yes | 8 | 7 | yes |'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 0 of 1 in all points as they should be; not so: bad'
	# The linker failed, and so there is no ratio.
	result bad link=NO
	run -0 "$table" "$results" bad
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 0 of 1 in all points as they should be; not so: bad'
	printf 'program\tcut\n' >"$results/bad/result"
	run -0 "$table" "$results" bad
	row '| cut | not finished |'
}

@test "the summary names programs with a wrong result and those not run" {
	result good lto_skipped='not run'
	result linked lto_output_built=yes lto_layout_only='NO: 7 of 8'
	sed -i /lto_skipped/d "$results/linked/result"
	result untested suite_plain='fail 1' suite_1='NO: fail 1, plain fail 1' \
		suite_"$seed_2"='NO: fail 1, plain fail 1'
	result broken failed='the build with randcc'
	sed -i /output_built/d "$results/broken/result"
	run -0 "$table" "$results" good linked untested broken other
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 2 of 5 in all points as they should be; not so: untested, broken; not run: other'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2 -flto`: 0 of 5 in all points as they should be; not so: linked; not run: good, untested, broken, other'
}
