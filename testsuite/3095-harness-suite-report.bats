#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The report of a suite.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness
load suite

setup() {
	suite_setup
}

# measured: make a suite of three programs with known times, and one that fails
measured() {
	suite '  three:' '    directory: one' '  none:' '    build: "false"'
	sed -i "s/layouts: 3/layouts: 12/; s/layouts: 4/layouts: 12/" suite.yaml
	run -1 run_suite
	local name times
	for name in one two three; do
		times="1000000000 + (ord * 7919 % 101) * 100000"
		case $name in
		one) times="$times + (SELECT CASE seed WHEN 'none' THEN 0 ELSE
			20000000 + (layout * 7907 % 103) * 1000000 END
			FROM layout WHERE id = run.layout)" ;;
		two) times="$times + (SELECT CASE seed WHEN 'none' THEN 0 ELSE
			20000000 END FROM layout WHERE id = run.layout)" ;;
		esac
		sqlite3 "st/$name/study.db" "UPDATE run SET wall_ns = $times"
	done
}

@test "the report has a line for each benchmark, with the numbers of its study" {
	measured
	run -1 randstudy report st
	awk 'length > 80 { exit 1 }' <<<"$output"
	[[ $output == *'Suite of 4 benchmarks: wall time'* ]]
	grep -E '^  one  .* both$' <<<"$output"
	grep -E '^  two  .* shift$' <<<"$output"
	grep -E '^  three  .* neither$' <<<"$output"
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'none: nothing measured: the build "false" failed with status 1'* ]]
	[[ $flat == *'random slower one, two random faster none'* ]]
	for name in one two three; do
		row=".benchmarks[] | select(.benchmark == \"$name\")"
		diff <(json "$row | .effect") <(json '.effects[0]' "st/$name")
		diff <(json "$row | .random") \
			<(json '.arms[0] | del(."layout-means")' "st/$name")
	done
	[ "$(json '.absent[].benchmark')" = none ]
	# The number of layouts needed is the number in the plan of the
	# benchmark's study.
	n=$(json '.benchmarks[0]."layouts-needed"[0].n')
	run -0 randstudy plan st/one
	grep -E "^  \+-0\.50 % +$n " <<<"$output"
}

@test "if runs of any benchmark shared a CPU, a suite is reported by CPU time" {
	measured
	sqlite3 st/two/study.db "INSERT INTO meta VALUES('tandem',
		'{\"cpu\": 0, \"sched\": \"other\", \"busy-share\": 1, \"main-thread-share\": 1}')"
	run -1 randstudy report st
	[[ $output == *'Suite of 4 benchmarks: user and system time'* ]]
	for name in one two three; do
		grep -qE "^  $name  " <<<"$output"
	done
	run -1 randstudy report --format csv st
	[ "$(grep -c '^two,' <<<"$output")" = "$(grep -c '^one,' <<<"$output")" ]
	# Who asks for wall time is told which benchmark has none.
	run -1 --separate-stderr randstudy report --metric wall st
	[[ $stderr == *'st/two" shared a CPU'* ]]
}

@test "the report says when and where, and names benchmarks that differ" {
	measured
	run -1 randstudy report st
	[[ $output == *'sd/mean, %'*'How it was measured'*'  measured    wall time of 72 runs, 20'*' UTC'*'  machine     '*'  built by    '* ]]
	[ "$(grep -c '^  machine' <<<"$output")" = 1 ]
	diff <(sed -n '/^  built by/,/^$/p' <<<"$output") \
		<(randstudy report st/one | sed -n '/^  built by/,/^$/p')
	json '.benchmarks[] | .measured | .runs == 24 and .host.kernel != null and
		.compiler != null and ."begin-unix-s" > 1e9' | sort | uniq -c | grep '3 true'
	sqlite3 st/two/study.db "UPDATE session SET
		host = json_set(host, '\$.cpu', 'Model T')"
	run -1 randstudy report st
	grep '^  machine     one, three: ' <<<"$output"
	grep '^  machine     two: Model T ' <<<"$output"
	run -1 randstudy report --format html st
	[[ $output == *'<dt>machine</dt><dd>two: Model T '* ]]
}

# holm_is_right: check the adjusted p-values by those of the benchmarks.  One family has
# the variation (its one-sided p-value is doubled) and the shift of all rows.
holm_is_right() {
	json 'def variation: .effect | (if .reported == "blocks" then ."layouts-differ-p"
			else [.spread.p, ."variance-ratio-p"] | max end) |
			if . == null then null else [2 * ., 1] | min end;
		def shift: .effect."shift-p";
		([.benchmarks[] | variation, shift] | map(select(. != null)) | sort) as $p |
		def holm: if . == null then null else . as $one |
			[range(($p | index($one)) + 1) | [(($p | length) - .) * $p[.], 1] | min] |
			max end;
		def is($a): if $a == null then . == null else (. - $a | fabs) < 1e-12 end;
		($p | length) > 2 and ([.benchmarks[] |
			(variation | holm) as $v | (shift | holm) as $s |
			(."variation-p-holm" | is($v)) and (."shift-p-holm" | is($s)) and
			."variation-detected-holm" == ($v != null and $v <= 0.05) and
			."shift-detected-holm" == ($s != null and $s <= 0.05)] | all)' |
		grep -x true
}

@test "a variation that rests on one run is told from one that does not" {
	measured
	# The times do not vary with layout.  One run of a random layout is
	# disturbed.
	sqlite3 st/three/study.db "UPDATE run SET wall_ns =
		1000000000 + (ord * 7919 % 101) * 10000 + (SELECT CASE
		WHEN seed <> 'none' AND layout = 5 THEN 30000000 ELSE 0 END
		FROM layout WHERE id = run.layout)"
	run -1 randstudy report st
	awk 'length > 80 { exit 1 }' <<<"$output"
	grep -E '^  one  .* both$' <<<"$output"
	grep -E '^  three  .* neither\?$' <<<"$output"
	# The headline counts benchmarks that are judged together, as the table
	# does: one varies, and two is shifted.
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Layout changes 2 of 3 benchmarks: one build of one is off by up to '* ]]
	[[ $flat == *'benchmarks that layout changes 2 of 3 judged together (Holm); 2 judged alone'* ]]
	# The table of the variation says which of the two tests, F and Brown-Forsythe,
	# detect it.
	seen=$(sed -n '/^Variation from layout to layout/,/^  F:/p' <<<"$output")
	grep -E '^  one +[0-9.]+ \([0-9.]+ to [0-9.]+\) .* both$' <<<"$seen"
	grep -E '^  two .* neither$' <<<"$seen"
	grep -E '^  three .* F only$' <<<"$seen"
	sed -n '/^Benchmarks whose layouts vary/,/^$/p' <<<"$output" | grep -x '  layouts vary  one'
	three='.benchmarks[] | select(.benchmark == "three") |'
	json "$three"'.seen == "neither" and .effect."variation-by-f-only" and
		.effect."variance-ratio-p" < 0.001 and .effect.spread.p > 0.1 and
		.effect.spread.test == "brown-forsythe" and
		."variation-detected-holm" == false' | grep -x true
	json '.benchmarks[0] | .seen == "both" and ."variation-detected-holm" and
		(.effect."variation-by-f-only" | not)' | grep -x true
	holm_is_right
	run -1 randstudy report --format html st
	[[ $output == *'>neither?</td>'*'>F only</td>'*'judged together (Holm)</h3>'*'<dt>layouts vary</dt><dd>one</dd>'* ]]
	run -0 randstudy report st/three
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Only F detects variation (one-sided p = '*'It may rest on a few runs: '*' (p = 0.'* ]]
	[[ $flat == *'F alone detects variation, which may rest on a few runs.'* ]]
	run -0 randstudy report st/one
	[[ $output != *'rest on a few runs'* ]]
}

@test "counts that are the same in all layouts are a result, not a lack of runs" {
	measured
	sqlite3 st/three/study.db 'UPDATE run SET wall_ns = 1500000000'
	run -1 randstudy report st
	grep -E "^  three +1(500)?\.[50]+ m?s .* n/a .* constant$" <<<"$output"
	[[ $output != *"too few good"* ]]
	[ "$(json '[.benchmarks[].seen] | @csv')" = '"both","shift","constant"' ]
	run -1 randstudy report --format html st
	[[ $output == *'>constant</td>'* ]]
}

@test "a tiny shift fits into its column" {
	measured
	sqlite3 st/two/study.db 'UPDATE run SET wall_ns = 1500000000 + ord % 7'
	run -1 randstudy report st
	grep -E '^  two .* [+-]?[0-9.]*0 +[+-]?[0-9.]+ to [+-]?[0-9.]+ +[a-z]+[*]?$' <<<"$output"
}

@test "a larger mean is a change upwards, also if means are negative" {
	suite
	sed -i 's/layouts: 3/layouts: 12/; s/layouts: 4/layouts: 12/' suite.yaml
	sed -i '$a echo v -10' one/prog.sh two/prog.sh
	run -0 run_suite --metric 'v=stdout:^v (.*)' --ignore-output
	local name
	for name in one two; do
		sqlite3 "st/$name/study.db" "UPDATE value SET value =
			-10 + (ord * 7919 % 101) * 0.0001 + (SELECT
			CASE seed WHEN 'none' THEN 0 ELSE 0.2 END
			FROM run JOIN layout ON layout.id = run.layout
			WHERE run.ord = value.ord)"
	done
	run -0 randstudy report --metric v st/one
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'random layouts are 2.'*' % higher than the original one on average'* ]]
	[[ $flat == *'random against original +2.'*'difference of the means (+1.'* ]]
	[ "$(json '.effects[0].effect.shift.estimate < 1' st/one)" = true ]
	run -0 randstudy report --metric v st
	grep -E '^  one .* \+2\.[0-9]+ +\+1\.[0-9]+ to \+2\.[0-9]+ +shift$' <<<"$output"
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'random larger one, two random smaller none'* ]]
	[[ $flat == *'Geometric mean of random / original: none; the mean of a benchmark is negative.'* ]]
	[ "$(randstudy report --format json --metric v st | jq '."shift-geometric-mean"')" = null ]
}

@test "the report has the geometric mean and the verdict for all together" {
	measured
	mean=$(json '[.benchmarks[].effect.shift.estimate | log] | add / length | exp')
	got=$(json '."shift-geometric-mean".estimate')
	awk -v a="$mean" -v b="$got" 'BEGIN { d = a - b; exit !(d < 1e-12 && d > -1e-12) }'
	json '."shift-geometric-mean"' | jq -e '.benchmarks == 3 and
		.bootstrap.low < .estimate and .estimate < .bootstrap.high and
		.log.low < .estimate and .estimate < .log.high and
		.bootstrap.few == false'
	# the result is the same every time
	diff <(randstudy report st) <(randstudy report st)
	# Adjusted p-values are from 0 to 1.
	json '[.benchmarks[]."shift-p-holm"] | max < 1.0000001 and min >= 0'
}

@test "csv has the rows of all benchmarks" {
	measured
	randstudy report --format csv st >rows || :
	head -n 1 rows | grep '^benchmark,order,system,'
	[ "$(cut -d, -f1 rows | sort | uniq -c | tr -s ' \n' ' ')" = \
		' 1 benchmark 24 one 24 three 24 two ' ]
	diff <(sed -n 's/^two,//p' rows) <(randstudy report --format csv st/two | tail -n +2)
	run -2 randstudy plan st
	[[ $output == *'"st" is a suite'*'name one of its benchmarks: st/NAME'* ]]
}

@test "the formats of other tools have every benchmark" {
	measured
	randstudy report --format benchfmt st >bench || :
	for name in one two three; do
		[ "$(grep -c "^Benchmark/benchmark=$name/program=prog/arm=random 1 " bench)" = 12 ]
	done
	[ "$(grep -c '^Unit ns/op better=lower$' bench)" = 1 ]
	diff <(sed -n 's|^Benchmark/benchmark=two|Benchmark|p' bench) \
		<(randstudy report --format benchfmt st/two | grep '^Benchmark')
	randstudy report --format hyperfine st >hf || :
	jq -e '[.results[].command] | contains(["one: random layouts",
		"one: original layout", "three: original layout"])' hf
	diff <(jq '[.results[] | select(.command | startswith("two: ")) | .times]' hf) \
		<(randstudy report --format hyperfine st/two |
			jq '[.results[].times]')
}

@test "two systems have a ratio for each benchmark and for all" {
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 10
		  executions: 1
		  seed: 1
		  system: {old: randld --fake-link prog.sh prog, new: randld --fake-link prog.sh prog}
		  program: prog
		  command: '{binary}'
		benchmarks:
		  one: {directory: one}
		  two: {directory: two}
		  alone:
		    directory: one
		    system: ~
		    build: randld --fake-link prog.sh prog
	END
	run_suite
	for name in one two; do
		[ $name = one ] && by=0.9 || by=1.004
		sqlite3 "st/$name/study.db" "UPDATE run SET wall_ns = (SELECT
			CASE system WHEN 0 THEN 1 ELSE $by END * 1000000000
			+ ((layout + system * 3) % 10 * 7907 % 13) * 100000 FROM layout
			WHERE id = run.layout)"
	done
	run -0 randstudy report st
	awk 'length > 80 { exit 1 }' <<<"$output"
	grep -E '^  one +0\.900.* faster +faster$' <<<"$output"
	grep -E '^  two +1\.004.* no difference +no difference$' <<<"$output"
	grep -E '^  alone  +no system old or new$' <<<"$output"
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'new takes 4.'*' % less time than old, in the geometric mean of 2 benchmarks.'* ]]
	[[ $flat == *'Of 2 benchmarks judged together, new takes less time than old in 1, and more in 0; 1 differs by no more than 1.0 %, and 0 are undecided.'* ]]
	# The ratios are also plotted with characters.
	grep -E '^  one +-*o-* +\| +-[0-9.]+ %$' <<<"$output"
	grep -E '^  geometric mean +=*O=* +\| +-[0-9.]+ %$' <<<"$output"
	grep -E '^ +[-+]*\+[-+]*$' <<<"$output"
	json '.systems[0]' | jq -e '.old == "old" and .new == "new" and
		.threshold == 0.01 and ."geometric-mean".benchmarks == 2'
	for name in one two; do
		diff <(json ".systems[0].benchmarks[] | select(.benchmark == \"$name\") |
			.ratio | {estimate, low, high}") \
			<(randstudy compare --format json st/$name |
				jq '."ratio-blocks" | {estimate, low, high}')
	done
	# If no block is whole, both compare the means of layouts with the same seed.
	sqlite3 st/one/study.db "UPDATE run SET outcome = 'bad-exit' WHERE layout IN
		(SELECT id FROM layout WHERE arm = 1 AND system = 1)"
	randstudy compare --fail-on never --format json st/one >one.json
	jq -e '.blocks == null and ."common-layouts"' one.json
	json '.systems[0].benchmarks[] | select(.benchmark == "one") |
		.ratio | {estimate, low, high}' >of_suite
	jq '."ratio-blocks" | {estimate, low, high}' one.json | diff of_suite -
}

@test "the geometric mean is judged at the threshold of the benchmarks" {
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 10
		  executions: 1
		  seed: 1
		  system: {old: randld --fake-link prog.sh prog, new: randld --fake-link prog.sh prog}
		  program: prog
		  command: '{binary}'
		benchmarks:
		  one: {directory: one}
		  two: {directory: two}
	END
	run_suite
	times() { # BY NOISE-OF-NEW-NS
		for name in one two; do
			sqlite3 "st/$name/study.db" "UPDATE run SET wall_ns = (SELECT
				CASE system WHEN 0 THEN 1 ELSE $1 END * 1000000000
				+ CASE system WHEN 0 THEN layout * 5 % 7 * 1000
				ELSE layout * 7907 % 13 * $2 END
				FROM layout WHERE id = run.layout)"
		done
		run -0 randstudy report st
		flat=$(tr -s ' \n' ' ' <<<"$output")
	}
	times 1.004 1000
	[[ $flat == *'new and old differ by no more than 1.0 % in the geometric mean of 2 benchmarks.'* ]]
	times 0.975 5000000
	[[ $flat == *'Undecided (threshold 1.0 %): new takes '*' % less to '*' % more time than old, in the geometric mean of 2 benchmarks.'* ]]
	[[ $flat == *' in 0, and more in 0; 0 differ by no more than 1.0 %, and 2 are undecided.'* ]]
}

@test "without a geometric mean the answer says why, and counts the verdicts" {
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 20
		  executions: 1
		  seed: 1
		  system: {old: randld --fake-link prog.sh prog, new: randld --fake-link prog.sh prog}
		  program: prog
		  command: '{binary}'
		benchmarks:
		  one: {directory: one}
		  two: {directory: two}
	END
	run_suite
	times() { # [SQL]: set the times of both, and then change those of `one`
		for name in one two; do
			sqlite3 "st/$name/study.db" "UPDATE run SET wall_ns = (SELECT
				CASE system WHEN 0 THEN 1 ELSE 1.1 END * 1000000000
				+ ((layout + system * 3) % 10 * 7907 % 13) * 100000
				FROM layout WHERE id = run.layout)"
		done
		sqlite3 st/one/study.db "$1"
		run -0 randstudy report st
		flat=$(tr -s ' \n' ' ' <<<"$output")
		[[ $flat != *'two good layouts'* ]]
		[[ $flat == *'No overall comparison of new with old: the values of a benchmark do not vary, are too coarse, or depended on when they were measured'* ]]
		[[ $flat == *'and more in 1; 0 differ by no more than 1.0 %, and 1 is undecided.'* ]]
		grep -E '^  one +1\.[0-9]+ +n/a +undecided +undecided$' <<<"$output"
	}
	times 'UPDATE run SET wall_ns = 1000000000 WHERE layout IN
		(SELECT id FROM layout WHERE system = 0)'
	# The machine has two speeds, and a run of the original layout has no logarithm.
	times "UPDATE run SET wall_ns = wall_ns + ord / 4 % 2 * 300000000;
		UPDATE run SET wall_ns = 0 WHERE ord = (SELECT min(ord) FROM run
			JOIN layout ON run.layout = layout.id WHERE seed = 'none')"
	[ "$(json '.systems[0].benchmarks[0] | [.verdict, .p] | @csv')" = '"undecided",' ]
	run -3 randstudy compare st/one
	[[ $output == *'No verdict on new against old: the runs depended'* ]]
}

# several BENCHMARK...: run a suite with these benchmarks, each "NAME: SETTINGS", of
# two systems that take 1 s and 1.024 s, unless the settings say otherwise
several() {
	{
		printf '%s\n' 'defaults:' '  layouts: 10' '  executions: 1' '  seed: 1' \
			'  directory: one' '  program: prog' "  command: '{binary}'" \
			'  system: {a: randld --fake-link prog.sh prog, b: randld --fake-link prog.sh prog}' \
			'benchmarks:'
		printf '  %s\n' "$@"
	} >suite.yaml
	run_suite
	local name
	for name in "${@%%:*}"; do
		sqlite3 "st/$name/study.db" "UPDATE run SET wall_ns = (SELECT
			CASE system WHEN 0 THEN 1 ELSE 1.024 END * 1000000000
			+ layout * 7907 % 13 * 300000 FROM layout WHERE id = run.layout)"
	done
}

@test "a suite's verdicts have the thresholds of its benchmarks" {
	several 'one: {decide: 5, max-layouts: 10}' 'two: {decide: 5, max-layouts: 10}'
	run -0 randstudy report st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'b and a differ by no more than 5.0 % in the geometric mean of 2 benchmarks.'* ]]
	[[ $flat == *'in 0, and more in 0; 2 differ by no more than 5.0 %, and 0 are undecided.'* ]]
	[[ $flat == *'The threshold is 5 %: '* ]]
	json '.systems[0] | .threshold == 0.05 and ([.benchmarks[] | .threshold == 0.05 and
		.verdict == "no difference larger than the threshold"] | all)' | grep -x true
	[ "$(json '.systems[0].benchmarks[0].verdict')" = \
		"$(randstudy compare --format json st/one | jq -r .verdict)" ]
}

@test "benchmarks with different thresholds are judged each at its own" {
	several 'one: {decide: 5, max-layouts: 10}' 'two: {}'
	run -0 randstudy report st
	awk 'length > 80 { exit 1 }' <<<"$output"
	grep -E '^  one +1\.02.* no difference +no difference +5 %$' <<<"$output"
	grep -E '^  two +1\.02.* slower +slower +1 %$' <<<"$output"
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'b and a differ by no more than 5.0 % in the geometric mean of 2 benchmarks.'* ]]
	[[ $flat == *"1 differs by no more than the benchmark's threshold, and 0 are undecided."* ]]
	[[ $flat == *'The geometric mean is judged at the largest, 5 %.'* ]]
	[ "$(json '.systems[0] | [.threshold, (.benchmarks[] | .threshold, .verdict)] | @csv')" = \
		'0.05,0.05,"no difference larger than the threshold",0.01,"slower"' ]
	for name in one two; do
		[ "$(json ".systems[0].benchmarks[] | select(.benchmark == \"$name\").verdict")" = \
			"$(randstudy compare --fail-on never --format json st/$name | jq -r .verdict)" ]
	done
}

@test "the systems of every benchmark are compared, and a missing ratio has a reason" {
	link='randld --fake-link prog.sh prog'
	several 'one: {}' "two: {system: {a: $link, b: $link, c: $link}}" \
		"three: {system: {x: $link, y: $link}}" "four: {system: {b: $link, a: $link}}"
	[ "$(json '[.systems[] | .old, .new] | @csv')" = '"a","b","a","c","x","y"' ]
	[ "$(json '[.systems[]."geometric-mean".benchmarks] | @csv')" = 3,1,1 ]
	run -0 randstudy report st
	for title in 'b against a' 'c against a' 'y against x'; do
		grep "^$title: wall time over layouts" <<<"$output"
	done
	grep -E '^  three +no system a or b$' <<<"$output"
	grep -E '^  one +no system c$' <<<"$output"
	grep -E '^  four +no system x or y$' <<<"$output"
	[ "$(json '.systems[1].benchmarks[0].why')" = 'no system c' ]
	sqlite3 st/one/study.db "UPDATE run SET outcome = 'bad-exit'"
	sqlite3 st/two/study.db 'DELETE FROM run WHERE ord > 5'
	sqlite3 st/four/study.db 'DELETE FROM run'
	run -1 randstudy report st
	grep -E '^  one +too few good layouts$' <<<"$output"
	grep -E '^  two +not finished$' <<<"$output"
	grep -E '^  four +nothing measured$' <<<"$output"
	[ "$(randstudy report --format json st | jq -c '[.systems[0].benchmarks[].why]')" = \
		'["too few good layouts","not finished","no system a or b","nothing measured"]' ]
}

@test "a suite of one benchmark is reported in the singular" {
	several 'one: {}'
	run -0 randstudy report st
	[[ $output == 'Suite of 1 benchmark: wall time'* ]]
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Of 1 benchmark judged together, b takes less time than a in 0, and more in 1; 0 differ by '* ]]
	sqlite3 st/one/study.db "UPDATE run SET wall_ns = wall_ns + layout * 7907 % 13 * 90000000"
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *', and 1 is undecided.'* ]]
}

# scores LABEL [LABEL2]: make a suite of two systems that print a number, which
# is 37 % lower in the system new
scores() {
	for name in one two; do
		printf '%s\n' '#!/bin/sh' 'case $0 in' \
			'*new*) x=$((63000 + $$ % 7 * 10));;' \
			'*) x=$((100000 + $$ % 7 * 10));;' 'esac' 'echo "score $x"' \
			>"$name/prog.sh"
	done
	rm -rf st
	cat >suite.yaml <<-END
		defaults:
		  layouts: 6
		  system: {old: randld --fake-link prog.sh old, new: randld --fake-link prog.sh new}
		  program: [old=old, new=new]
		  command: '{binary}'
		benchmarks:
		  one: {directory: one, metric: "$1=stdout:^score ([0-9]+)"}
		  two: {directory: two, metric: "${2:-$1}=stdout:^score ([0-9]+)"}
	END
	run_suite
}

@test "a suite's verdicts are better or worse only where that is known" {
	scores score,higher
	run -0 randstudy report st
	grep -E '^  one +0\.6[0-9].* worse +worse$' <<<"$output"
	[[ $output == *'random larger'* && $output != *faster* ]]
	[ "$(json '[.better, (.systems[0].benchmarks[0] | .verdict, .regression)] | @csv')" = \
		'"higher","slower",true' ]
	scores score
	run -0 randstudy report st
	grep -E '^  one +0\.6[0-9].* smaller +smaller$' <<<"$output"
	[ "$(json '[.better, (.systems[0].benchmarks[0] | .verdict, .regression)] | @csv')" = \
		',"smaller",' ]
	run -0 randstudy report --format html st
	[[ $output != *faste* && $output != *slowe* && $output != *worse* ]]
	run -0 randstudy report --metric score,lower st
	grep -E '^  one +0\.6[0-9].* less +less$' <<<"$output"
	# benchmarks that disagree
	scores score,higher score,lower
	run -0 randstudy report st
	grep -E '^  two +0\.6[0-9].* smaller +smaller$' <<<"$output"
	[ "$(json .better)" = null ]
}

@test "a benchmark on a machine that jumps has its ratio from blocks" {
	measured
	# The machine switches between two speeds every six runs.  Random layouts are
	# 2 % slower than the original layout.
	sqlite3 st/one/study.db "UPDATE run SET wall_ns = (ord * 7919 % 101) * 10000
		+ (1000000000 + (SELECT seed <> 'none' FROM layout
			WHERE id = run.layout) * 20000000)
		* (1 + (ord / 6) % 2)"
	run -1 randstudy report st
	awk 'length > 80 { exit 1 }' <<<"$output"
	grep -E '^  one  .* n/a +\+2\.007 +.* shift$' <<<"$output"
	grep -E '^  one  +at most [0-9.]+ .* n/a .* one round$' <<<"$output"
	run -1 grep -F '0.0 (0.0 to 0.0)' <<<"$output"
	[ "$(json '.benchmarks[0].effect.reported')" = blocks ]
	[ "$(json '.benchmarks[0].seen')" = shift ]
	json '.benchmarks[0] | ."shift-detected-holm" and ."variation-p-holm" == null' | grep -x true
	holm_is_right
}

@test "a benchmark of two rounds says that its layouts are too few" {
	suite
	sed -i 's/executions: 1/executions: 2/; s/layouts: 3/layouts: 4/' suite.yaml
	run -0 run_suite --redo off
	sqlite3 st/one/study.db "UPDATE run SET wall_ns = 1000000000
		+ ord / 2 * 7919 % 101 * 10000000 + ord * 7907 % 103 * 1000"
	run -0 randstudy report st
	grep -E '^  one  +at most [0-9.]+ .* n/a .* few layouts$' <<<"$output"
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'few layouts: '*'More layouts would measure the variation.'* ]]
	[ "$(json '.benchmarks[0].effect.reported')" = blocks ]
}
