#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Studies with several systems, and randstudy compare, which compares systems or
# studies.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
	printf '#!/bin/sh\necho hello\n' >old.sh
	printf '#!/bin/sh\necho hello\n: new\n' >new.sh
}

two_systems() { # LAYOUTS
	randstudy run -o st --layouts "$1" --executions 1 --seed 1 --no-report \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' \
		--program prog -- '{binary}'
}

# times OLD NEW: set the times of the systems to about these microseconds.  Each
# layout adds 0 to 1.2 ms.  The layouts that have the same number in the two systems
# add different times.
times() {
	query "UPDATE run SET wall_ns = (SELECT
		CASE system WHEN 0 THEN $1 ELSE $2 END * 1000
		+ ((layout + system * 3) % 10 * 7907 % 13) * 100000 FROM layout
		WHERE id = run.layout)"
}

verdict() { # EXPECTED STATUS
	run "-$2" randstudy compare --format json st
	[ "$(jq -r .ratio.verdict <<<"$output")" = "$1" ]
}

@test "systems are built once each, laid out alike, run interleaved" {
	two_systems 5
	[ "$(query 'SELECT count(*) FROM run')" = 20 ]
	# every block of four runs holds each system and arm once
	[ "$(query 'SELECT count(*) FROM (SELECT DISTINCT ord / 4, system, arm
		FROM run JOIN layout ON run.layout = layout.id)')" = 20 ]
	run -0 grep -l ': new' st/layouts/*/prog
	[ "${#lines[@]}" = 10 ]
	# the systems have five layouts in common, and one original layout each
	[ "$(query "SELECT count(DISTINCT seed) FROM layout")" = 6 ]
	run -0 randstudy report st
	[[ $output == *'Layout study of old and new'* ]]
	[[ $output == *'new against old: wall time over layouts'* ]]
	[[ $output == *'  layouts     old: 5 of 5 differ; varied: '*'  layouts     new: 5 of 5 differ; varied: '* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
}

@test "a small difference that is known says in which direction it is" {
	two_systems 10
	times 1000000 1024000
	run -0 randstudy compare --threshold 5 st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'new and old differ by no more than 5.0 % ('*' % more, 90 % interval'* ]]
	times 1000000 976000
	run -0 randstudy compare --threshold 5 st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'new and old differ by no more than 5.0 % ('*' % less, 90 % interval'* ]]
}

@test "a difference of millionths is not said to be 0.000 %" {
	two_systems 10
	query "UPDATE run SET wall_ns = 1000000000 + ord * 7919 % 101 + (SELECT system * 3000
		+ (layout + system * 3) % 10 * 7907 % 13 * 50 FROM layout WHERE id = run.layout)"
	run -1 randstudy compare --threshold 0 st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'new takes 0.000300 % more time than old (0.0002'*' to 0.0003'*' %, 10 layouts each)'* ]]
	[[ $flat == *'would have said 0.0003'* && $flat != *', no difference'* ]]
	[[ $flat == *'Verdict: new takes 0.0003 % more time'* ]]
}

@test "names with line breaks stay in their rows" {
	two_systems 3
	query "UPDATE meta SET value = json_set(value, '$.systems[0].name',
		'a' || char(10) || 'b', '$.systems[1].name', 'c' || char(9) || 'd')
		WHERE key = 'design'"
	run randstudy report st
	grep -q '^  a b, random layouts  *3 ' <<<"$output"
	grep -qx '== Effect of layout on a b ==' <<<"$output"
	grep -qx '== Effect of layout on c d ==' <<<"$output"
	for name in $'a\nb' $'a\tb' 'a b'; do
		run -2 randstudy run -o other --system "$name=true" -- '{binary}'
		[[ $output == *'is no name: it has a blank'* ]]
	done
}

@test "a comparison with failed runs is no success" {
	two_systems 10
	times 1000000 1000500
	run -0 randstudy compare st
	query "UPDATE run SET outcome = 'wrong-output' WHERE ord = 5"
	for format in text json; do
		run -3 randstudy compare --format $format st
		[[ $output == *'1 of 40 runs failed'* ]]
	done
	run -3 randstudy compare --fail-on regression st
	run -2 randstudy ab -o st
	[[ $output == *'1 of 40 runs failed'*'differ by no more than'* ]]
	run -0 randstudy compare --fail-on never st
	run -0 randstudy ab --fail-on never -o st
	times 1000000 1100000
	run -1 randstudy compare st
}

@test "of two studies, only the one with too few layouts is to grow" {
	for n in 4 20; do
		randstudy run -o "st$n" --layouts "$n" --executions 1 --redo off --no-report \
			--build 'randld --fake-link old.sh prog' -- '{binary}'
		sqlite3 "st$n/study.db" "UPDATE run SET wall_ns = 1000000000
			+ ord * 7919 % 101 * 1237 + (SELECT (seed <> 'none') *
			(layout * 7907 % 13) FROM layout WHERE id = run.layout) * 2000003"
	done
	for pair in 'st20 st4' 'st4 st20'; do
		# shellcheck disable=SC2086
		run -3 randstudy compare $pair
		[[ $output != *'With this number of layouts'* ]]
		[[ $output == *'With about 1'*' layouts of each'* ]]
		grep -E '^  to decide: randstudy run -o st4 --layouts 1[0-9]$' <<<"$output"
		[[ $output != *'run -o st20'* ]]
	done
}

@test "values of 0 or less do not hide that runs depended on when they were made" {
	two_systems 20
	times 1000000 1000000
	query 'UPDATE run SET wall_ns = wall_ns + ord / 4 % 2 * 300000000'
	[ "$(randstudy compare --format json st | jq -r .reported)" = blocks ]
	query 'UPDATE run SET wall_ns = 0 WHERE ord = 5'
	run -3 randstudy compare st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'No verdict on new against old: the runs depended on when they were made, and values of 0 or less have no ratio within blocks.'* ]]
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'intervals and tests take the runs as independent, and claim too much'* ]]
	# Without that dependence the means are compared.
	times 1000000 1100000
	query 'UPDATE run SET wall_ns = 0 WHERE ord = 5'
	[ "$(randstudy compare --format json st | jq -r .reported)" = means ]
	run randstudy compare st
	[[ $output != *'depended on when'* ]]
}

@test "studies that leave out other iterations, or have other settings, are not alike" {
	one() {
		randstudy run -o "$1" --layouts 4 --executions 1 --no-report --program prog \
			--build 'randld --fake-link numbers.sh prog' --iterations 3 \
			--metric 'x,lower=stdout:^x ([0-9]+)' --ignore-output "${@:2}" -- '{binary}'
	}
	printf '#!/bin/sh\nfor i in 1 2 3; do echo x $(($$ %% 7 + 100)); done\n' >numbers.sh
	one a
	one b --skip-iterations 1
	one c --env fixed
	run -2 randstudy compare a b
	[[ $output == *'"b" leave out different iterations: their ratio would mean nothing'* ]]
	run randstudy compare --metric wall a b
	[ "$status" != 2 ]
	[[ $output != *'these settings'* ]]
	run randstudy compare a c
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'these settings of the two studies differ, and the ratio compares them too: env'* ]]
}

@test "the three verdicts appear, and a regression has its own exit code" {
	two_systems 10
	times 1000000 1100000
	verdict slower 1
	times 1000000 900000
	verdict faster 0
	times 1000000 1000500
	verdict 'no difference larger than the threshold' 0
	times 1000000 1010000
	verdict undecided 3
	run -0 randstudy compare --fail-on regression st
	run -0 randstudy compare --fail-on never st
	run -2 randstudy compare --fail-on always st
	[[ $output == *'--fail-on: "always" is not one of undecided, regression, never'* ]]
	[ "$(jq '."layouts-to-decide" | type' <<<"$output")" != '""' ]
	times 1000000 1100000
	run -1 randstudy compare --fail-on regression st
	run -0 randstudy compare --fail-on never st
	times 1000000 1010000
	run -1 randstudy compare --threshold 0.5 st
	[[ $output == *'Verdict: new takes '*' % more time than old'* ]]
	run -0 randstudy compare --threshold 5% st
	[[ $output == *'Verdict: no difference larger than 5.0 % (threshold)'* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
}

@test "the JSON of two systems has the comparison, as compare has it" {
	two_systems 6
	times 1000000 1100000
	run -1 randstudy compare --format json st
	jq -S . <<<"$output" >compared
	[ "$(jq -r '.format + " " + .better' compared)" = 'randcc-comparison-1 lower' ]
	[ "$(jq .ratio.regression compared)" = true ]
	randstudy report --format json st | jq -S '.comparisons[0]' >reported
	cmp compared reported
	rm -r st
	printf '#!/bin/sh\necho hello\n' >prog.sh
	study --no-report
	[ "$(randstudy report --format json st | jq 'has("comparisons")')" = false ]
}

@test "two studies whose metric has different units are refused, and a study with itself" {
	printf '#!/bin/sh\necho "score 5"\n' >prog.sh
	study --no-report --layouts 2 --metric 'score/points=stdout:score ([0-9])'
	mv st old
	study --no-report --layouts 2 --metric 'score/marks=stdout:score ([0-9])'
	run -2 randstudy compare old st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'the metric "score" has another unit in "'*'st" than in "'*'old"'* ]]
	cp -r old copy
	run randstudy compare old copy
	[[ $output == *'copy against old'* && $output != *'another unit'* ]]
	ln -s old link
	for other in old link ./old/; do
		run -2 randstudy compare old $other
		[[ $output == *'are the same study'* ]]
	done
}

@test "the ratio is that of the exported rows" {
	two_systems 6
	times 1000000 1100000
	expected=$(randstudy report --format csv st | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["arm"] == "random" { sum[$at["system"]] += $at["wall_ns"] }
		END { printf "%.9f", sum["new"] / sum["old"] }')
	run -1 randstudy compare --format json st
	[ "$(jq .ratio.estimate <<<"$output" | awk '{ printf "%.9f", $1 }')" = "$expected" ]
}

@test "a comparison repeats the warnings about a study's runs" {
	randstudy run -o st --layouts 10 --executions 1 --seed 1 --no-report --program prog \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' \
		--system 'third=randld --fake-link new.sh prog' -- '{binary}'
	# The system new hardly varies with layout.  One run of each system is
	# disturbed.
	query "UPDATE run SET wall_ns = (SELECT 1000000000
		+ CASE WHEN system = 1 AND seed <> 'none' THEN layout % 2 * 100000
		ELSE layout * 7907 % 13 * 100000 END
		+ CASE WHEN system = 0 AND seed <> 'none' AND layout = 3
			OR system = 1 AND seed = 'none' AND layout = 4
			OR system = 2 AND seed = 'none' AND layout = 5
			THEN 500000000 ELSE 0 END
		FROM layout WHERE id = run.layout)"
	query "UPDATE session SET host = json_set(host, '\$.load', 42.5,
		'\$.\"virtual-machine\"', json('true'), '\$.cpus', 2)"
	run -3 randstudy compare st
	awk 'length > 80 { exit 1 }' <<<"$output"
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Warnings'*'1 of 10 runs (old, random layouts) lies far from the others: '* ]]
	[[ $flat == *'1 of 10 runs (new, original layout) lies far from the others: '* ]]
	[[ $flat == *'1 of 10 runs (third, original layout) lies far from the others: '* ]]
	[[ $flat == *'the load was 42.50 when'* ]]
	# Common warnings are printed once, for any number of comparisons.
	[ "$(grep -c '^Warnings' <<<"$output")" = 1 ]
	[ "$(grep -c 'this is a virtual machine' <<<"$output")" = 1 ]
	[[ $flat == *'The sd from layout to layout, with the noise removed, is: old '*' %'*', new at most '* ]]
	[[ $flat == *'For new only an upper limit is known. It includes the noise'* ]]
	[[ $flat != *'For old it is not known'* ]]
	[[ $flat != *'0.0 % (0.0 to '* ]]
	# The warnings of a comparison are about its two systems.
	run -3 randstudy compare --format json st
	# The JSON of three systems is one document.
	[ "$(jq -s 'length' <<<"$output")" = 1 ]
	[ "$(jq -r '.format' <<<"$output")" = randcc-comparisons-1 ]
	[ "$(jq -r '[.comparisons[] | .old, .new] | join(" ")' <<<"$output")" = 'old new old third' ]
	[ "$(jq -r '.comparisons[0].warnings | map(select(test("\\((old|new|third), "))) | length' <<<"$output")" = 2 ]
	jq -e '.comparisons[0]."layout-sd-percent" | .new.estimate == 0 and .old.estimate > 1' <<<"$output"
	jq -e '.comparisons[0]."layout-sd-percent-reported" | .new == null and .old.estimate > 1' <<<"$output"
	jq -e '.comparisons[0]."layout-sd-percent-most" | .new > 0 and .old > 1' <<<"$output"
	jq -e '.comparisons[1].warnings | any(test("third, original layout")) and all(test("new, original layout") | not)' <<<"$output"
	# Holm's method adjusts both p-values, because there are two
	# comparisons.
	jq -e '[.comparisons[] | [.p, ."p-holm"]] | sort | .[0][1] == ([2 * .[0][0], 1] | min)
		and .[1][1] >= .[1][0]' <<<"$output"
	jq -e '.comparisons | all(has("verdict-holm"))' <<<"$output"
	# the report has the same comparisons
	jq .comparisons <<<"$output" >compared
	randstudy report --format json st | jq .comparisons >reported
	cmp compared reported
}

@test "one build each has the verdict of its pair, not of all pairs together" {
	randstudy run -o st --layouts 10 --executions 1 --seed 1 --no-report --program prog \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' \
		--system 'third=randld --fake-link new.sh prog' -- '{binary}'
	# The original layouts differ by 3 %, without noise to speak of.
	query "UPDATE run SET wall_ns = (SELECT 1000000000 + run.ord * 7907 % 13 * 1000
		+ CASE WHEN seed = 'none' THEN system % 2 * 30000000
		ELSE layout * 7907 * (system + 1) % 13 * 4000000 + system % 2 * 19000000 END
		FROM layout WHERE id = run.layout)"
	run -3 randstudy compare st
	first=$(sed -n '/^new against old/,/^third against old/p' <<<"$output" | tr -s ' \n' ' ')
	[[ $first == *'Judged alone, this pair would have a verdict. It does not hold jointly'* ]]
	[[ $first == *'compares two layouts, not the two programs. runs mean'* ]]
	[[ $first != *'another verdict'* ]]
	# The pair alone would be undecided here, and one build each says "no difference".
	second=$(sed -n '/^third against old/,$p' <<<"$output" | tr -s ' \n' ' ')
	[[ $second == *'not the two programs. Taken as a comparison of the programs, it would give another verdict.'* ]]
	# Original layouts that are equal contradict the pair alone.  The printed verdict
	# is that of all pairs, so the page names the other.
	query "UPDATE run SET wall_ns = wall_ns - (SELECT system % 2 * 30000000 FROM layout
		WHERE id = run.layout AND seed = 'none')
		WHERE layout IN (SELECT id FROM layout WHERE seed = 'none')"
	run -3 randstudy compare st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'it would give another verdict than this pair alone.'* ]]
}

@test "a comparison says where its numbers come from, as the report does" {
	two_systems 3
	part() { sed -n '/^  machine /,/^  built by/p' <<<"$1"; }
	report=$(randstudy report st)
	run randstudy compare st
	[[ $output == 'Systems of one study, over layouts'*'new against old: '*'How it was measured'*'  measured    wall time of 12 runs, 20'*' UTC'* ]]
	[ -n "$(part "$report")" ]
	[ "$(part "$output")" = "$(part "$report")" ]
	run randstudy compare --format json st
	jq -e '.measured | .old == .new and .old.runs == 12 and
		.old.host.kernel != null and .old.randcc != null and
		.old."end-unix-s" >= .old."begin-unix-s"' <<<"$output"
	# If two studies ran on different machines, the comparison names both
	# machines.
	rm -r st
	randstudy run -o st --layouts 3 --executions 1 --seed 1 --no-report \
		--build 'randld --fake-link old.sh prog' -- '{binary}'
	cp -r st other
	query "UPDATE session SET host = json_set(host, '\$.cpu', 'Model T')"
	run randstudy compare other st
	[[ $output == 'Two studies, over layouts'*'different machines'*'How it was measured'*'machine     other: '*'machine     st: Model T '*'other'*'  measured    wall'*'st'*'  measured    wall'* ]]
	[ "$(grep -c '^  built by' <<<"$output")" = 1 ]
}

@test "two studies are compared with a warning" {
	for s in old new; do
		randstudy run -o "$s" --layouts 4 --no-report --seed 2 \
			--build "randld --fake-link $s.sh prog" -- '{binary}' 2>/dev/null
	done
	run randstudy compare old new
	[ "$status" -le 1 ] || [ "$status" = 3 ]
	[[ $output == *'new against old'*'measured apart'* ]]
	run -2 randstudy compare old
	[[ $output == *'has one system: nothing to compare'* ]]
	run -2 randstudy compare
	run -2 randstudy compare old missing
	run -2 randstudy compare old new third
	run -2 randstudy compare --threshold x old new
}

@test "a comparison that cannot be computed has no verdict, whatever --fail-on is" {
	two_systems 2
	query 'UPDATE run SET wall_ns = 0'
	for what in undecided regression; do
		run -3 randstudy compare --fail-on $what st
		[[ $(tr -s ' \n' ' ' <<<"$output") == *'No comparison of new with old: a mean is 0, so their ratio is not defined.'* ]]
	done
	run -0 randstudy compare --fail-on never st
	# One layout of each is too few.
	query 'DELETE FROM run WHERE ord > 3'
	run -3 randstudy compare --fail-on regression st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'No comparison of new with old: '* ]]
	[[ $output != *'a mean is 0'* ]]
}

@test "two studies are compared only if each has one system" {
	two_systems 2
	randstudy run -o one --layouts 2 --no-report --seed 2 \
		--build 'randld --fake-link old.sh prog' -- '{binary}'
	for pair in 'one st' 'st one' 'st st'; do
		# shellcheck disable=SC2086 # two words
		run -2 randstudy compare $pair
		flat=$(tr -s ' \n' ' ' <<<"$output")
		[[ $flat == *'the study "st" has 2 systems (old, new): two studies are compared only if each has one system'* ]]
		[[ $flat == *'(randstudy compare st)'* && $output != *'Two studies'* ]]
	done
}

@test "--build and --system do not mix; --system needs a name" {
	run -2 randstudy run -o st --build true --system a=true -- '{binary}'
	[[ $output == *'--build and --system exclude each other'* ]]
	for bad in a =true a= ''; do
		run -2 randstudy run -o st --system "$bad" -- '{binary}'
	done
	run -2 randstudy run -o st --system 'make CC=randcc' -- '{binary}'
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'"make CC" is no name: it has a blank; for example: --system '"'old=make CC=randcc'"* ]]
	run -2 randstudy run -o st --system a=true --system a=false -- '{binary}'
	[[ $output == *'two systems are called "a"'* ]]
	[ ! -e st ]
}

@test "systems that print different things are told apart" {
	printf '#!/bin/sh\necho other\n' >new.sh
	run two_systems 4
	[ "$status" = 1 ]
	[[ $output == *'new prints something else than old, from byte 0 on (reference run, original layout)'* ]]
	[[ $output == *'new printed "other", and old "hello"'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'if the two may print different things, begin a new study with --ignore-output'* ]]
	# the program of a failed run is named too
	rm -r st
	printf '#!/bin/sh\nexit 3\n' >new.sh
	run two_systems 4
	[[ $output == *'the reference run of new, in its original layout, ended with status 3 instead of 0'* ]]
	rm -r st
	printf '#!/bin/sh\necho >>count\n[ "$(wc -l <count)" -lt 6 ] || echo other\n' >new.sh
	cp new.sh old.sh
	run two_systems 4
	[[ $output == *' of 16 ('[on]??', '*'layout'*') printed unexpected output'* ]]
}

@test "values that do not vary, or are negative, give no verdict" {
	program 'echo hello'
	cp prog.sh old.sh
	cp prog.sh new.sh
	randstudy run -o st --no-report --layouts 5 --seed 1 \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' -- '{binary}'
	query "UPDATE run SET wall_ns = (SELECT 1000000000 - system * 100000000
		FROM layout WHERE id = run.layout)"
	run -3 randstudy compare st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Verdict: none. All runs of a system gave the same value'* ]]
	[[ $flat != *'less time'* ]]
	run -3 randstudy compare --format json st
	[ "$(jq -r .verdict <<<"$output")" = undecided ]
	[ "$(jq -r .ratio.verdict <<<"$output")" = undecided ]
	# One system that does not vary is enough.
	query "UPDATE run SET wall_ns = 1000000000 + system * (100000000 + id * 1000)
		FROM layout WHERE layout.id = run.layout"
	run -3 randstudy compare st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'No verdict on new against old: all values of a system are equal.'* ]]
	[[ $flat == *'If the values were rounded, measure them with more digits'* ]]
	rm -rf st
	program 'echo "gain: -1$(( $$ % 10 ))"'
	cp prog.sh old.sh
	program 'echo "gain: -3$(( $$ % 10 ))"'
	cp prog.sh new.sh
	randstudy run -o st --no-report --layouts 8 --executions 1 --seed 1 \
		--ignore-output \
		--metric 'gain=stdout:gain: (-?[0-9]+)' \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' -- '{binary}'
	run -3 randstudy compare st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'Verdict: none. A mean is not positive'* ]]
	# The report has no ratios within blocks, because negative values have
	# no logarithm.
	run -0 randstudy report --format json st
	jq -e '.blocks == null and .effects[0]."shift-blocks" == null' <<<"$output"
}

@test "the spread of rounded values is tested if it is larger than a step" {
	program 'echo hello'
	cp prog.sh old.sh
	randstudy run -o st --no-report --layouts 30 --executions 1 --seed 1 \
		--build 'randld --fake-link old.sh prog' -- '{binary}'
	# The original has 1.00 s.  One layout in two has 1.01 s.
	query "UPDATE run SET wall_ns = 1000000000 + 10000000 *
		(layout.seed <> 'none' AND layout.layout * 7 % 10 < 5)
		FROM layout WHERE layout.id = run.layout"
	run -0 randstudy report st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'but its values are too coarse to show it'* ]]
	[[ $flat == *'This is not tested: the values look rounded to steps as large as their spread.'* ]]
	run -0 randstudy report --format json st
	jq -e '.effects[0] | ."variation-detected" == false and ."variation-by-f-only" == false and
		."shift-detected" == false and (.shift | has("low") and .low == null)' <<<"$output"
	# One layout in five takes 0.3 s more.
	query "UPDATE run SET wall_ns = wall_ns + 300000000 *
		(layout.seed <> 'none' AND layout.layout % 5 = 0)
		FROM layout WHERE layout.id = run.layout"
	run -0 randstudy report --format json st
	jq -e '.effects[0]."variation-detected" == true' <<<"$output"
}

@test "values that a clock rounded to large steps give no verdict" {
	program 'echo hello'
	cp prog.sh old.sh
	cp prog.sh new.sh
	randstudy run -o st --no-report --layouts 30 --executions 2 --seed 1 \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' -- '{binary}'
	# Steps of 10 ms: 6 of 30 runs of old and 21 of 30 of new have the next one.
	query "UPDATE run SET wall_ns = 1000000000 + 10000000 *
		(layout.layout * 7 % 10 < 2 + 5 * system)
		FROM layout WHERE layout.id = run.layout"
	run -3 randstudy compare st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'No verdict on new against old: the values are too coarse.'* ]]
	[[ $flat == *'look rounded to steps larger than their variation, so the ratio may be off by up to 1.00 %'* ]]
	run -3 randstudy compare --format json st
	jq -e '.verdict == "undecided" and (.ratio | has("low") and .low == null and .estimate > 1.001)' <<<"$output"
	# What the kernel counts is not rounded.
	query "UPDATE run SET minor_faults = wall_ns / 10000000"
	run -1 randstudy compare --metric minor-faults --threshold 0% --format json st
	jq -e '.verdict == "slower"' <<<"$output"
	# A difference of many steps is seen.
	query "UPDATE run SET wall_ns = wall_ns + 300000000 * system
		FROM layout WHERE layout.id = run.layout"
	run -1 randstudy compare st
	[[ $output == *'new takes 30'*'more time than old'* ]]
}
