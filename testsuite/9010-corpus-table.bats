#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page of third-party programs describes its rows and leaves none out.  The results
# here have the format of testsuite/corpus/run.

bats_require_minimum_version 1.5.0
load page.bash

setup() {
	table=$BATS_TEST_DIRNAME/corpus/table
	results=$BATS_TEST_TMPDIR
	seed_2=18446744073709551557
}

result() { # PROGRAM LINE...: correct results, except these lines
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
	row '- `-O2 -flto`: 0 of 1 correct in all points; not checked in all points: all'
}

@test "a program with costs of layouts has a row of them" {
	result small
	run -0 "$table" "$results" small
	[[ $output != *"Cost of layouts"* ]]
	result large functions=12345 cost_30=0.25 cost_alone='1.2 1.0 1.4 1.1 1.3' \
		cost_alone_memory='1.1 1.05' cost_more='1.02 1.01' cost_memory='204800 102400' \
		lto_build_1=5 lto_build_plain=4 lto_cost_30=0.5
	run -0 "$table" "$results" small large
	row '| large | 12345 | 1.200 (1.000 to 1.400) | 1.075 (1.050 to 1.100) | 1.015 (1.010 to 1.020) | 2.000 (200 of 100 MiB) | 0.250 | 1.35 | 0.125 | 1.38 |'
	[[ $output != *"| small | 9 |"* ]]
	result large functions=12345 cost_30=0.25
	run -0 "$table" "$results" large
	row '| large | 12345 | - | - | - | - | 0.250 | 1.35 | - | - |'
}

@test "builds side by side are the cost of a build, and the page says who timed them later" {
	result large functions=12345 cost_30=0.25 build_beside='4.0 4.2'
	run -0 "$table" "$results" large
	row '| large | -O2 | 2 | 12345 | 1.05 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	row '| large | 12345 | - | - | - | - | 0.250 | 1.30 | - | - |'
	[[ $output != *'made later than the rest'* ]]
	result large functions=12345 cost_30=0.25 build_beside='4.0 4.2' \
		build_beside_randcc='0.1.0 (fedc987)' build_beside_machine='two, 4 CPUs'
	run -0 "$table" "$results" large
	row 'Builds side by side that were made later than the rest of the row:'
	row '- large: randcc 0.1.0 (fedc987); two, 4 CPUs'
	# A later run of everything replaces the result.
	keep=$BATS_TEST_DIRNAME/corpus/keep
	run -0 "$keep" "$results" "$results/kept" large
	result large functions=12345 cost_30=0.5 build_beside='4.0 4.4'
	run -0 "$keep" "$results" "$results/kept" large
	[ -z "$output" ]
	diff <(sort "$results/large/result") <(sort "$results/kept/large/result")
}

@test "a result of one seed is not taken for both" {
	result half
	sed -i "/^\(build\|suite\|replay_is_rebuild\)_$seed_2/d" "$results/half/result"
	run -0 "$table" "$results" half
	row '| half | -O2 | 2 | 9 | 1.00 | 1.50 | pass (one seed) | yes | yes | yes | 8 | 7 | yes (one seed) |'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 0 of 1 correct in all points; not checked in all points: half'
}

@test "rows of two wrappers are told apart" {
	result old
	result new
	run -0 "$table" "$results" old new
	row 'All rows are from one version of randcc.'
	result new randcc='0.1.0 (fedc987)'
	run -0 "$table" "$results" old new
	row 'The rows are not all from one version of randcc.'
	row '| old | 1.0-1 | C | 0.1.0 (1234abc) |'
	row '| new | 1.0-1 | C | 0.1.0 (fedc987) |'
}

@test "the table names the machines of the rows" {
	result first machine='one, 2 CPUs'
	result second machine='two, 4 CPUs'
	result third machine='one, 2 CPUs'
	result fourth
	run -0 "$table" "$results" first second third fourth
	row '- one, 2 CPUs: first, third'
	row '- two, 4 CPUs: second'
	row '- not recorded: fourth'
}

@test "the table names the tools of the rows and the command that made them" {
	result old gcc='gcc 12.1' ld='ld 2.40'
	result new gcc='gcc 12.2' ld='ld 2.40'
	run -0 "$table" "$results" old new
	row 'linker: gcc 12.1; gcc 12.2; ld 2.40.'
	row 'Generated by `make check-corpus corpus-table`; do not edit.'
	result old lto_skipped='not run: does not work with plain gcc'
	result new lto_skipped='not run: does not work with plain gcc'
	run -0 "$table" "$results" old new
	row 'linker: gcc of an unknown version; ld of an unknown version.'
	row 'Generated by `make LTO=all check-corpus corpus-table`; do not edit.'
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
	row '- `-O2`: 1 of 1 correct in all points; these run no own tests: some'
}

@test "a wrong result is shown" {
	result bad suite_1='NO: fail 1, plain pass' \
		output_1=NO same=7 replay_is_rebuild_1=NO
	run -0 "$table" "$results" bad
	row '| bad | -O2 | 2 | 9 | 1.10 | 1.50 | NO: fail 1, plain pass | NO | yes | yes | 7 of 8 | 7 | NO |'
	# The other seed is wrong.
	result bad suite_"$seed_2"='NO: fail 2, plain pass' \
		output_"$seed_2"=NO replay_is_rebuild_"$seed_2"=NO
	run -0 "$table" "$results" bad
	row '| bad | -O2 | 2 | 9 | 1.10 | 1.50 | NO: fail 2, plain pass | NO | yes | yes | 8 | 7 | NO |'
	# The plain program is wrong.
	result bad output_plain='NO: sha256 1234'
	run -0 "$table" "$results" bad
	row '| bad | -O2 | 2 | 9 | 1.10 | 1.50 | pass | NO | yes | yes | 8 | 7 | yes |'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 0 of 1 correct in all points; wrong: bad'
	# The linker failed, and so there is no ratio.
	result bad link=NO
	run -0 "$table" "$results" bad
	# shellcheck disable=SC2016 # a code span
	row '- `-O2`: 0 of 1 correct in all points; wrong: bad'
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
	row '- `-O2`: 2 of 5 correct in all points; wrong: untested, broken; not run: other'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2 -flto`: 0 of 5 correct in all points; wrong: linked; not run: good, untested, broken, other'
}

@test "a run that was interrupted shows what it has finished" {
	result cut
	sed -i '/^lto_\|^failed_any/d' "$results/cut/result"
	printf 'lto_output_built\tyes\nlto_functions\t7\n' >>"$results/cut/result"
	run -0 "$table" "$results" cut
	row '| cut | -O2 | 2 | 9 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	row '| cut | -O2 -flto | not finished |'
	# shellcheck disable=SC2016 # a code span
	row '- `-O2 -flto`: 0 of 1 correct in all points; not run: cut'
	# It was interrupted in the own tests of the second seed.
	sed -i "/^suite_$seed_2/d" "$results/cut/result"
	run -0 "$table" "$results" cut
	row '| cut | not finished |'
}

@test "the page of the evidence names itself" {
	result good
	run -0 "$table" --evidence "$results" good other
	row '# Modern programs'
	# shellcheck disable=SC2016 # a code span
	row 'Generated by `make check-evidence evidence-table`; do not edit.'
	row '| good | -O2 | 2 | 9 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	row '| other | not run |'
}

@test "finished results are kept, and fewer do not replace them" {
	keep=$BATS_TEST_DIRNAME/corpus/keep
	result all
	result part
	sed -i '/^failed_any/d' "$results/part/result"
	result other skipped='skipped: no bison here'
	run -0 "$keep" "$results" "$results/kept" all part other missing
	cmp "$results/all/result" "$results/kept/all/result"
	[ "$(ls "$results/kept")" = all ]
	sed -i '/^build_1/d' "$results/all/result"
	run -0 "$keep" "$results" "$results/kept" all
	[[ $output == *'has fewer lines than'*'which stays'* ]]
	grep -q ^build_1 "$results/kept/all/result"
	result all same=7
	run -0 "$keep" "$results" "$results/kept" all
	grep -q '^same	7' "$results/kept/all/result"
	run -2 "$keep" "$results"
}

# the keys that have no prefix for the builds for -O2 -flto
common='^(program|version|language|tests|randcc|machine|gcc|failed_any)\t'

# lto_part: add correct builds for -O2 -flto to the result of all
lto_part() {
	sed -i '/^lto_skipped/d' "$results/all/result"
	sed -nE "/$common/!s/^/lto_/p" \
		"$results/all/result" >"$results/all/lto"
	cat "$results/all/lto" >>"$results/all/result"
}

# Make a result of builds for -O2 -flto, as LTO=only makes it.
lto_only() { # PROGRAM LINE...
	result "$@"
	sed -E -i "/^lto_skipped/d; /$common/!s/^/lto_/" "$results/$1/result"
}

@test "builds for -O2 and for -flto may come from two runs" {
	keep=$BATS_TEST_DIRNAME/corpus/keep
	result all machine='one, 2 CPUs' gcc='gcc 12.1' cost_30=0.25
	run -0 "$keep" "$results" "$results/kept" all
	lto_only all machine='two, 4 CPUs' gcc='gcc 12.2' randcc='0.1.0 (fedc987)' functions=11 \
		tests='a part'
	run -0 "$keep" "$results" "$results/kept" all
	run -0 "$table" "$results/kept" all
	row '| all | -O2 | 2 | 9 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	row '| all | -O2 -flto | 2 | 11 | 1.10 | 1.50 | pass: a part | yes | yes | yes | 8 | 7 | yes |'
	row '| all | 1.0-1 | C | 0.1.0 (1234abc); `-flto`: 0.1.0 (fedc987) |'
	row 'The rows are not all from one version of randcc.'
	row '- one, 2 CPUs: all'
	row '- two, 4 CPUs: all (`-flto`)'
	row 'linker: gcc 12.1; gcc 12.2; ld of an unknown version.'
	# The builds for -O2 are made again, without the others, by the second randcc.
	result all machine='two, 4 CPUs' gcc='gcc 12.2' randcc='0.1.0 (fedc987)' functions=10 cost_30=0.25
	run -0 "$keep" "$results" "$results/kept" all
	run -0 "$table" "$results/kept" all
	row '| all | -O2 | 2 | 10 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	row '| all | -O2 -flto | 2 | 11 | 1.10 | 1.50 | pass: a part | yes | yes | yes | 8 | 7 | yes |'
	row '| all | 1.0-1 | C | 0.1.0 (fedc987) |'
	row 'All rows are from one version of randcc.'
}

@test "builds of two versions of a program are not one result, and an error in either counts" {
	keep=$BATS_TEST_DIRNAME/corpus/keep
	result all
	run -0 "$keep" "$results" "$results/kept" all
	lto_only all version=1.1-1
	run -1 "$keep" "$results" "$results/kept" all
	[[ $output = *"of another version of the program"* ]]
	lto_only all
	sed -i 's/^lto_layout_only.*/lto_layout_only\tNO: 7 of 8/' "$results/all/result"
	run -0 "$keep" "$results" "$results/kept" all
	[ "$(grep -c ^failed_any "$results/kept/all/result")" = 1 ]
	grep -q -x $'failed_any\tyes' "$results/kept/all/result"
	# When they are made again and are right, the error is gone.
	lto_only all
	run -0 "$keep" "$results" "$results/kept" all
	grep -q -x $'failed_any\tno' "$results/kept/all/result"
	# A run that failed early has fewer lines, and replaces nothing.
	printf 'program\tall\nversion\t1.0-1\nlto_failed\tthe plain build\nfailed_any\tyes\n' \
		>"$results/all/result"
	run -0 "$keep" "$results" "$results/kept" all
	[[ $output = *"$results/all/result\" has fewer lines than \"$results/kept/all/result\", which stays" ]]
	grep -q ^lto_build_plain "$results/kept/all/result"
	# The other programs of the list are kept even if one is refused.
	result all version=1.1-1
	result next
	run -1 "$keep" "$results" "$results/kept" all next
	[ -e "$results/kept/next/result" ]
	# Plain gcc -flto turned out not to work.
	result all lto_skipped='not run: does not work with plain gcc'
	run -0 "$keep" "$results" "$results/kept" all
	run -0 "$table" "$results/kept" all
	row '| all | -O2 -flto | not run: does not work with plain gcc |'
}

@test "builds whose machine was not recorded are not said to be of another one" {
	keep=$BATS_TEST_DIRNAME/corpus/keep
	result all
	lto_part
	run -0 "$keep" "$results" "$results/kept" all
	sed -i '/^lto_\(tests\|recipe\|randcc\|machine\|gcc\|clang\|ld\)\t/d' "$results/kept/all/result"
	result all machine='one, 2 CPUs' tests='a part'
	run -0 "$keep" "$results" "$results/kept" all
	run -0 "$table" "$results/kept" all
	row '- one, 2 CPUs: all'
	row '- not recorded: all (`-flto`)'
	row '| all | -O2 | 2 | 9 | 1.10 | 1.50 | pass: a part | yes | yes | yes | 8 | 7 | yes |'
	row '| all | -O2 -flto | 2 | 9 | 1.10 | 1.50 | pass | yes | yes | yes | 8 | 7 | yes |'
	# A whole new result replaces both.
	result all machine='two, 4 CPUs' tests='a part'
	lto_part
	run -0 "$keep" "$results" "$results/kept" all
	run -0 "$table" "$results/kept" all
	row '- two, 4 CPUs: all'
	[[ $output != *'one, 2 CPUs'* ]]
}

@test "the page of the evidence has the results that are kept" {
	cd "$BATS_TEST_DIRNAME/.."
	names=$(make --no-print-directory -s \
		--eval='names:; @echo $(EVIDENCE)' names)
	# shellcheck disable=SC2086 # names
	"$table" --evidence doc/evidence/builds $names | diff - doc/evidence/BUILDS.md
}

@test "COST.md has the costs of the large programs of the evidence" {
	cd "$BATS_TEST_DIRNAME/.."
	testsuite/corpus/limits doc/evidence/BUILDS.md >"$results/limits"
	# every program of more than 10,000 functions at -O2
	awk -F' *[|] *' '$3 == "-O2" && $5 > 10000 { print $2 }' doc/evidence/BUILDS.md |
		diff - <(sed '1,2d; s/^| //; s/ .*//' "$results/limits")
	cp doc/COST.md "$results/page"
	doc/put-table "$results/page" limits <"$results/limits"
	diff doc/COST.md "$results/page"
}

@test "a cost above the limit is bold" {
	cat >"$results/page" <<-'EOF'
		## Cost of layouts
		| program | functions | one layout / bare link | in memory | one more / bare link | peak memory | 30 layouts / build | with the build | -flto: 30 layouts / build | with the build |
		| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
		| a | 12345 | 1.104 (1.000 to 1.400) | 1.106 (1.050 to 1.100) | 0.915 (0.9 to 1.2) | 2.000 (200 of 100 MiB) | 0.250 | 1.35 | 0.125 | 1.38 |
		| b | 10001 | 1.2 (1 to 2) | - | 1.1 (1 to 2) | 1.0 (1 of 1 MiB) | 0.2 | 1.10 | - | - |
		## Columns
		| c | 10002 | 1.2 | - | 1.1 (1 to 2) | 1.0 (1 of 1 MiB) | 0.2 | 1.10 | - | - |
	EOF
	run -0 "$BATS_TEST_DIRNAME/corpus/limits" "$results/page"
	row '| a | 12345 | 1.10 (1.00 to 1.40) | **1.11** (1.05 to 1.10) | 0.92 (0.90 to 1.20) | **1.35** | **1.38** |'
	row '| b | 10001 | **1.20** (1.00 to 2.00) | - | 1.10 (1.00 to 2.00) | 1.10 | - |'
	[ "${#lines[@]}" = 4 ]
	echo '## Cost of layouts' >"$results/page"
	run -1 "$BATS_TEST_DIRNAME/corpus/limits" "$results/page"
}

@test "EVIDENCE.md has the numbers of functions that the builds have" {
	cd "$BATS_TEST_DIRNAME/../doc"
	awk -F'|' '$3 == " -O2 " { print $2, $5 }' evidence/BUILDS.md >"$BATS_TEST_TMPDIR/counted"
	[ -s "$BATS_TEST_TMPDIR/counted" ]
	while read -r name count; do
		# The page has the name of the package.
		[ "$name" != speedtest1 ] || name=sqlite3
		awk -F'|' -v name="$name" -v count="$count" '
		$2 == " " name " " && NF == 8 { gsub(/[ ,]/, "", $6); found = $6 == count }
		END { exit !found }' EVIDENCE.md || {
			echo "$name has $count functions"
			false
		}
	done <"$BATS_TEST_TMPDIR/counted"
}

# thousands N: print a number as in 12,345
thousands() {
	sed 's/...$/,&/' <<<"$1"
}

@test "EVIDENCE.md has the numbers of functions of cc1plus" {
	cd "$BATS_TEST_DIRNAME/../doc"
	read -r all linked named < <(awk -F' *[|] *' '
		$2 == "cc1plus" && $3 == "-O2" { print $12, $13, $5 }' evidence/BUILDS.md)
	[ "$all" -gt 50000 ]
	[ "$linked" -lt 50000 ]
	page=EVIDENCE.md
	says "$page" "its linker was given $(thousands "$linked")."
	says "$page" "compares $(thousands "$all"): it counts the build's own tools too."
	says "$page" "Copies are about $((linked - named)) of $(thousands $((all - named)));"
}

@test "COST.md says what builds of PostgreSQL cost, one after the other and side by side" {
	cd "$BATS_TEST_DIRNAME/../doc"
	read -r apart beside < <(awk -F'\t' '$1 == "build_plain" { plain = $2 }
		$1 ~ /^build_[0-9]/ { sum += $2; n++ }
		$1 == "build_beside" { split($2, pair, " ") }
		END { printf "%.2f %.2f\n", sum / n / plain, pair[2] / pair[1] }' \
		evidence/builds/postgresql/result)
	says COST.md "took $apart of its time. Side by side the ratio is $beside."
}

@test "the programs of the evidence have recipes, and only redis is in the corpus too" {
	cd "$BATS_TEST_DIRNAME/.."
	run -0 make -s --no-print-directory \
		--eval='groups:; @printf "%s\n" $(sort $(CORPUS)) "" $(sort $(EVIDENCE))' groups
	sed '/^$/,$d' <<<"$output" >"$BATS_TEST_TMPDIR/corpus"
	sed '1,/^$/d' <<<"$output" >"$BATS_TEST_TMPDIR/evidence"
	cd "$BATS_TEST_TMPDIR"
	[ "$(comm -12 corpus evidence)" = redis ]
	# Every recipe is in the corpus or in the evidence.
	sort -u corpus evidence >both
	basename -s .sh -- "$BATS_TEST_DIRNAME"/corpus/programs/*.sh | sort | cmp - both
	# doc/CORPUS.md lists the corpus.
	sed -n 's/^| \([a-z0-9]*\) | -O2 |.*/\1/p' "$BATS_TEST_DIRNAME/../doc/CORPUS.md" |
		cmp - corpus
	# doc/EVIDENCE.md lists the recipes of the evidence.
	while read -r name; do
		grep -q "^| [^|]* | [^|]* .*\`$name\`" "$BATS_TEST_DIRNAME/../doc/EVIDENCE.md" ||
			grep -q "^| $name |" "$BATS_TEST_DIRNAME/../doc/EVIDENCE.md"
	done <evidence
}

@test "the page of third-party programs has the results that are kept" {
	cd "$BATS_TEST_DIRNAME/.."
	names=$(make --no-print-directory -s \
		--eval='names:; @echo $(CORPUS)' names)
	# shellcheck disable=SC2086 # names
	"$table" doc/corpus $names | diff - doc/CORPUS.md
}
