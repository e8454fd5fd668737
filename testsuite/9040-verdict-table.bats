#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page of planted differences counts the results right.  If there are few studies,
# the page says that.  The results here have the format of testsuite/bench/verdict.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0
load page.bash

setup() {
	top=$BATS_TEST_DIRNAME/..
	cd "$BATS_TEST_TMPDIR" || exit
	echo condition,mode,work,effect,study,method,claim,seconds,ratio,runs,date \
		>results.csv
}

# result CONDITION EFFECT STUDY METHOD CLAIM SECONDS [RATIO]
result() {
	echo "$1,tandem,12000,$2,$3,$4,$5,$6,${7:-1.0},64,2026-01-0$((1 + $3 % 3))T10:00:00Z" \
		>>results.csv
}

@test "found and wrong claims are counted by effect, method and condition" {
	for i in 1 2 3 4; do
		result quiet 2 $i randstudy slower 2$i.0
		result quiet 0.5 $i randstudy none 110.4 1.0$((i % 2 * 2))
		result quiet 0.5 $i hyperfine faster 7
	done
	result quiet 0 1 randstudy slower 30
	result quiet 0 2 randstudy faster 31
	result quiet 0 3 randstudy none 120
	result loaded 5 1 pooled slower 40
	run -0 "$top/testsuite/bench/verdict-table" results.csv
	row '| 0 % | randstudy |  | 2 of 3 (21 to 94 %) | +0.00 % | 31 | 120 |'
	# The geometric mean of 1.02, 1.00, 1.02 and 1.00 is 1.00995.
	row '| 0.5 % | randstudy | 0 of 4 (0 to 49 %) | 0 of 4 (0 to 49 %) | +1.00 % | 110 | 110 |'
	row '| 0.5 % | hyperfine | 0 of 4 (0 to 49 %) | 4 of 4 (51 to 100 %) | +0.00 % | 7 | 7 |'
	row '| 2 % | randstudy | 4 of 4 (51 to 100 %) | 0 of 4 (0 to 49 %) | +0.00 % | 22 | 24 |'
	row '| 5 % | pooled | 1 of 1 (21 to 100 %) | 0 of 1 (0 to 79 %) | +0.00 % | 40 | 40 |'
	row '## Quiet, runs in tandem'
	row '## Loaded, runs in tandem'
	row '12000 rounds of work a run, about 0.3 s; 2026-01-01 to 2026-01-03.'
	# The page sorts effects, whatever the order of the results.
	[ "$(grep -oE '^\| [0-9.]+ %' <<<"$output" | head -n 4 | tr -d '|% \n')" = 00.50.52 ]
}

@test "the page says that fewer studies than planned prove little" {
	for i in $(seq 40); do
		result quiet 2 "$i" randstudy slower 20
	done
	run -0 "$top/testsuite/bench/verdict-table" results.csv
	[[ $output != *'prove little'* ]]
	result loaded 2 1 randstudy slower 20
	run -0 "$top/testsuite/bench/verdict-table" results.csv
	row '**1 study of some differences where 40 are planned: these figures indicate, and prove little.**'
}

@test "the page says which goals are reached" {
	for i in $(seq 40); do
		# 3 of 40 are wrong, and 36 are found within a minute.
		result quiet 0 "$i" randstudy "$([ "$i" -gt 3 ] && echo none || echo faster)" 120
		result quiet 2 "$i" randstudy slower "$([ "$i" -gt 4 ] && echo 60 || echo 61)"
		result loaded 0 "$i" randstudy "$([ "$i" -gt 2 ] && echo none || echo slower)" 300
		result loaded 2 "$i" randstudy "$([ "$i" -gt 5 ] && echo slower || echo none)" 9
		# Other methods do not count.
		result loaded 2 "$i" hyperfine slower 9
	done
	result quiet 0.5 1 randstudy slower 20
	run -0 "$top/testsuite/bench/verdict-table" results.csv
	claims='0 %: a difference is claimed in at most 5 % of studies'
	row "| quiet | $claims | 3 of 40 | **no** |"
	row "| loaded | $claims | 2 of 40 | yes |"
	row '| quiet | 0.5 %: found within 2 minutes in at least 90 % of studies | 1 of 1 | open |'
	row '| quiet | 2 %: found within 1 minute in at least 90 % of studies | 36 of 40 | yes |'
	row '| loaded | 2 %: found within 5 minutes in at least 90 % of studies | 35 of 40 | **no** |'
}

@test "the kept page follows from the kept results" {
	[ -e "$top/doc/VERDICT.md" ] || skip 'no results are kept'
	"$top/testsuite/bench/verdict-table" "$top/doc/verdict/results.csv" |
		diff - "$top/doc/VERDICT.md"
}

@test "the README says what the kept results say" {
	awk -F' *[|] *' '/^## Goals/ { is_it = 1 } is_it && NF == 6 { print $2, $3 "|" $4 }' \
		"$top/doc/VERDICT.md" >goals
	[ "$(grep -c ' studies|' goals)" = 5 ]
	for effect in 0.5 1 2 5; do
		# one row for each of the two conditions
		[ "$(grep -cF "| $effect % | randstudy | 40 of 40 " "$top/doc/VERDICT.md")" = 2 ]
	done
	[ "$(grep -c 'claimed in at most 5 % of studies|1 of 40$' goals)" = 2 ]
	grep -qF '0.5, 1, 2 and 5 % were found in 40 of 40 comparisons each, without a load and with one. Of equal programs, 1 of 40 comparisons claimed a difference, without a load and with one' \
		"$top/README.md"
}

@test "CI.md says what the kept results say" {
	sed -n '/^## Loaded/,/^## Goals/p' "$top/doc/VERDICT.md" >loaded
	grep -qE '^\| 2 % \| randstudy \| 40 of 40 .* \| 16 \|$' loaded
	grep -qE '^\| 0\.5 % \| randstudy \| 40 of 40 .* \| 214 \|$' loaded
	grep -qF '| 0 % | randstudy |  | 1 of 40 ' loaded
	grep -qF '| git, loaded | 0.58 s | 51 and 32 | 7.36 % (5.88) | 0.91 % (0.52) |' \
		"$top/doc/TANDEM.md"
	tr '\n' ' ' <"$top/doc/CI.md" >ci
	grep -qF 'A difference of 2 % was found in 40 of 40 comparisons, within 16 s each, builds included, and one of 0.5 % in 40 of 40, within 214 s each.' ci
	grep -qF 'If both programs did the same work, 1 of 40 claimed a difference within' ci
	grep -qF '| git, quiet | 0.59 s | 53 and 32 | 11.4 % (8.44) | 1.01 % (0.56) |' "$top/doc/TANDEM.md"
	grep -qF 'The noise of a pair of runs of git was 11.4 % in turns and 1.01 % in tandem without such a load, 7.36 % and 0.91 % with it' ci
}

# judge RULE: run judge() of testsuite/bench/verdict on the lines of standard input
judge() {
	(
		eval "$(sed -n '/^judge() {$/,/^}$/p' "$top/testsuite/bench/verdict")"
		judge "$1"
	)
}

# The expected numbers are from R: wilcox.test(), t.test(var.equal = TRUE), and
# sd().
@test "the usual rules judge as they do" {
	printf 'a %s\n' 100 102 101 99 103 98 104 97 105 96 >values
	printf 'b %s\n' 104.5 106.5 105.5 103.5 107.5 102.5 108.5 101.5 109.5 100.5 \
		>>values
	# U = 15, p = 0.0068; t = 3.32 with 18 degrees of freedom; the sd of the ratio
	# is 0.0436
	for rule in benchstat hyperfine pooled; do
		[ "$(judge $rule <values)" = 'slower 1.04478 20' ]
	done
	# the ratio exceeds 1 by less than its sd, 0.0425; t = 1.40
	awk '{ print $1, $1 == "b" ? $2 - 2.6 : $2 }' values >near
	for rule in benchstat hyperfine pooled; do
		[ "$(judge $rule <near)" = 'none 1.01891 20' ]
	done
	# The systems are exchanged, so b is faster.
	sed 's/^a/c/; s/^b/a/; s/^c/b/' values >other
	for rule in benchstat hyperfine pooled; do
		[[ $(judge $rule <other) = 'faster 0.95714 20' ]]
	done
	# the limit of the exact test: U = 23 gives p = 0.0433, U = 24 gives 0.0524
	printf 'a %s\n' 1 2 3 4 5 6 7 8 9 10 >limit
	printf 'b %s\n' 0.5 0.6 7.5 11 12 13 14 15 16 17 >>limit
	[[ $(judge benchstat <limit) = 'slower '* ]]
	sed -i 's/7\.5/6.5/' limit
	[[ $(judge benchstat <limit) = 'none '* ]]
}
