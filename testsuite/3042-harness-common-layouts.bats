#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Systems of one study have common layouts: layout number N of each has the same seed.
# --independent-layouts gives each its own, and --no-original leaves out the runs of the
# original layouts.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
	printf '#!/bin/sh\necho hello\n' >old.sh
	printf '#!/bin/sh\necho hello\n: new\n' >new.sh
}

two_systems() { # [OPTION...]
	randstudy run -o st --seed 1 --no-report \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' \
		--program prog "$@" -- '{binary}'
}

n_seeds() { # the number of different seeds of layouts FROM and later
	query "SELECT count(DISTINCT seed) FROM layout WHERE arm = 0 AND layout >= ${1:-0}"
}

# common_times: set times that depend on the number of the layout alone, up to 20 %,
# but for noise up to 0.2 %.  The new program takes 1 % longer.
common_times() {
	query "UPDATE run SET wall_ns = (SELECT 1000000000
		+ (arm = 0) * (layout * 7907 % 21) * 10000000
		+ system * 10000000
		+ (run.ord * 7877 % 23) * 80000 FROM layout WHERE id = run.layout)"
}

@test "layout N of all systems has the same seed" {
	two_systems --layouts 5 --executions 1
	[ "$(n_seeds)" = 5 ]
	[ "$(query 'SELECT count(*) FROM layout a JOIN layout b
		ON a.layout = b.layout AND a.seed = b.seed
		WHERE a.arm = 0 AND b.arm = 0 AND a.system = 0 AND b.system = 1')" = 5 ]
	run -2 two_systems --layouts 7 --independent-layouts
	[[ $output == *'independent-layouts is'*', not true'* ]]
	# a block runs the layouts with the same number
	[ "$(query 'SELECT count(*) FROM (SELECT DISTINCT ord / 4, seed FROM run
		JOIN layout ON run.layout = layout.id WHERE arm = 0)')" = 5 ]
}

@test "--independent-layouts gives each system layouts of its own, also when it grows" {
	two_systems --layouts 5 --executions 1 --independent-layouts
	[ "$(n_seeds)" = 10 ]
	run -0 randstudy run -o st --layouts 7 --no-report
	[ "$(n_seeds)" = 14 ]
	run -0 randstudy compare --format json --fail-on never st
	[ "$(jq '."common-layouts"' <<<"$output")" = false ]
}

@test "a study that an older version began keeps layouts of its own" {
	two_systems --layouts 5 --executions 1 --independent-layouts
	query "UPDATE meta SET value = json_remove(json_set(value, '\$.schedule', 2),
		'\$.\"independent-layouts\"') WHERE key = 'design'"
	run -0 randstudy run -o st --layouts 7 --no-report
	[ "$(n_seeds)" = 14 ]
	run -0 randstudy compare --format json --fail-on never st
	[ "$(jq '."common-layouts"' <<<"$output")" = false ]
	# what it has may be asked for
	run -0 two_systems --layouts 7 --independent-layouts
	# version 3 has the same layouts for both
	query "UPDATE meta SET value = json_set(value, '\$.schedule', 3)
		WHERE key = 'design'"
	run -0 randstudy run -o st --layouts 9 --no-report
	[ "$(n_seeds 7)" = 2 ]
}

@test "a program that is compared with itself has layouts of its own on each side" {
	cp old.sh prog.sh
	randstudy aa -o st --build 'randld --fake-link prog.sh prog' --layouts 5 \
		--executions 1 --no-report -- '{binary}'
	[ "$(n_seeds)" = 10 ]
}

@test "the commands of METHOD.md give the ratio and the interval of KJ13" {
	two_systems --turns --executions 1 --independent-layouts --layouts 8
	[ "$(n_seeds)" = 16 ]
	query "UPDATE run SET wall_ns = 1000000000 + ord * 7919 % 101 * 3000000
		+ 50000000 * (SELECT system FROM layout WHERE id = run.layout)"
	mv st study
	sed -n '/^    randstudy report --format csv study/,/^$/s/^    //p' \
		"$BATS_TEST_DIRNAME/../doc/METHOD.md" >commands
	[ "$(grep -c . commands)" = 4 ]
	sed -i 's/--method kj/& --format json/' commands
	run -0 bash -e commands
	# Fieller's limits, with half-widths from Student's t with n - 1 degrees of freedom
	awk -F, 'NR > 1 { n[$2]++; sum[$2] += $9; sum2[$2] += $9 * $9 }
	function half2(s) {
		return 2.364624 ^ 2 * (sum2[s] - sum[s] ^ 2 / n[s]) / (n[s] - 1) / n[s]
	}
	END {
		x = sum["old"] / n["old"]
		y = sum["new"] / n["new"]
		a = x * x - half2("old")
		root = sqrt((x * y) ^ 2 - a * (y * y - half2("new")))
		printf "%d %d %.5f %.5f %.5f\n", n["old"], n["new"], y / x,
			(x * y - root) / a, (x * y + root) / a
	}' runs.csv >expected
	read -r method estimate lo hi < <(jq -r \
		'.ratio | "\(.method) \(.estimate) \(.lo) \(.hi)"' <<<"$output")
	[ "$method" = kj ]
	[ "$(printf '8 8 %.5f %.5f %.5f' "$estimate" "$lo" "$hi")" = "$(cat expected)" ]
}

@test "an effect that layouts have on both systems cancels in their ratio" {
	two_systems --layouts 20 --executions 1 --redo off
	common_times
	run -1 randstudy compare --threshold 0.5 --format json st
	valid <(echo "$output")
	[ "$(jq -r '.verdict, .reported, ."common-layouts"' <<<"$output" | xargs)" = \
		'slower blocks true' ]
	jq -e '."ratio-blocks" | .estimate > 1.008 and .estimate < 1.011 and
		.low > 1.007 and .high < 1.012' <<<"$output"
	# the means of both vary too much to tell
	[ "$(jq -r .ratio.verdict <<<"$output")" = undecided ]
	# one build of each, with the same seed, is off by less than 1 %
	jq -e '."one-build-each-error-percent-most" | . > 0 and . < 1' <<<"$output"
	run -1 randstudy compare --threshold 0.5 st
	output=$(tr -s ' \n' ' ' <<<"$output")
	[[ $output == *'Layout number N of old and layout number N of new have the same seed'* ]]
	[[ $output == *'error of one build each at most +-0.'*' of layouts with the same seed'* ]]
	# two layouts of the same rows differ by far more, if their seeds differ
	query "UPDATE meta SET value = json_set(value, '\$.\"independent-layouts\"',
		json('true')) WHERE key = 'design'"
	run -1 randstudy compare --threshold 0.5 --format json st
	jq -e '."common-layouts" == false and ."one-build-each-error-percent-most" > 5' \
		<<<"$output"
}

@test "common layouts do not look like a machine that changes its speed" {
	two_systems --layouts 30 --executions auto
	common_times
	run -1 randstudy compare --threshold 0.5 --format json st
	jq -e '.blocks.correlation | . < 0.3 and . > -0.3' <<<"$output"
	run -0 randstudy report st
	[[ $output != *'the speed of the machine changed'* ]]
}

@test "common layouts are compared by their means if no block is whole" {
	two_systems --layouts 20 --executions 1 --redo off --on-wrong go-on
	common_times
	query "UPDATE run SET outcome = 'bad-exit' WHERE layout IN
		(SELECT id FROM layout WHERE arm = 1 AND system = 1)"
	run -1 randstudy compare --threshold 0.5 --format json st
	[ "$(jq -r '.verdict, ."common-layouts", ."ratio-blocks".units' <<<"$output" |
		xargs)" = 'slower true 20' ]
	run -1 randstudy compare --threshold 0.5 st
	output=$(tr -s ' \n' ' ' <<<"$output")
	[[ $output == *'are compared with each other by their means, because blocks have no ratio here'* ]]
	# a report of a study with failed runs exits with 1
	run -1 randstudy report --format html st
}

@test "a warning says that equal ratios are not compared in pairs" {
	two_systems --layouts 8 --executions 1 --redo off
	query "UPDATE run SET wall_ns = (SELECT (100 + layout * 7 % 5) * (1 + system) *
		1000000 FROM layout WHERE id = run.layout)"
	run randstudy compare st
	output=$(tr -s ' \n' ' ' <<<"$output")
	[[ $output == *'the ratios of layouts with the same seed are all equal'*'takes the layouts as independent'* ]]
}

@test "all runs of a diagnosis leave out layouts that repeat" {
	two_systems --layouts 20 --executions 1 --redo off
	common_times
	run -0 randstudy diagnose --format json st
	jq -e '.series[0] | .name == "all runs" and (.values | length) == 60' <<<"$output"
}

@test "an undecided comparison names the factor offset, unless layouts vary it" {
	two_systems --layouts 6 --executions 1 --redo off
	query "UPDATE run SET wall_ns = 1000000000 + (run.ord * 7877 % 23) * 8000000"
	run randstudy compare st
	output=$(tr -s ' \n' ' ' <<<"$output")
	[[ $output == *'Verdict: undecided'*'A new study with --factors functions,units,offset may then need fewer layouts.'* ]]
	# Not with mold, not if it is varied already, and not if layouts are independent.
	cp -R st other
	sqlite3 other/study.db "UPDATE meta SET value = 'mold 2.0' WHERE key = 'linker'"
	run randstudy compare other
	[[ $output == *'Verdict: undecided'* ]]
	[[ $output != *'fewer layouts'* ]]
	rm -r other
	for setting in "$.arms[0].factors|'functions,offset'" \
		"$.arms[0].factors|'stack'" "$.\"independent-layouts\"|json('true')"; do
		cp -R st other
		sqlite3 other/study.db "UPDATE meta SET value = json_set(value,
			'${setting%%|*}', ${setting#*|}) WHERE key = 'design'"
		run randstudy compare other
		[[ $output == *'Verdict: undecided'* ]]
		[[ $output != *'fewer layouts'* ]]
		rm -r other
	done
}

@test "--no-original runs random layouts alone" {
	two_systems --layouts 8 --executions 1 --no-original
	[ "$(query 'SELECT count(*) FROM run')" = 16 ]
	[ "$(query "SELECT count(*) FROM layout WHERE seed = 'none'")" = 0 ]
	[ "$(n_seeds)" = 8 ]
	query "UPDATE run SET wall_ns = (SELECT 1000000000 + system * 30000000
		+ (layout * 7907 % 21) * 10000000 + (run.ord * 7877 % 23) * 80000
		FROM layout WHERE id = run.layout)"
	run -1 randstudy compare st
	[[ $output == *'new takes 2.'*'more time than old'* ]]
	[[ $output != *'One build of each'* ]]
	[[ $output == *'all 16 runs printed what the first layout printed at first'* ]]
	run -0 randstudy report st
	[[ $output == *'Layout study of old and new: random layouts'* ]]
	[[ $output != *'against the original'* ]]
	# the comparison has shown both arms
	[[ $output != *'old, random layouts '* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	run -0 randstudy report --format html st
	run -1 randstudy compare --format json st
	valid <(echo "$output")
	run -0 randstudy check st
	[[ $(randstudy report st) == *'The autocorrelation of the successive runs'* ]]
	# it grows as it began
	run -0 randstudy run -o st --layouts 10 --no-report
	[ "$(query 'SELECT count(*) FROM run')" = 20 ]
}

@test "--no-original decides, and discards layouts" {
	printf '#!/bin/sh\ni=0\nwhile [ $i -lt 3000 ]; do i=$((i + 1)); done\necho hello\n' >old.sh
	printf '#!/bin/sh\ni=0\nwhile [ $i -lt 9000 ]; do i=$((i + 1)); done\necho hello\n' >new.sh
	run -1 randstudy ab -o st --threshold 1% --keep-layouts none --no-original \
		--program prog 'randld --fake-link old.sh prog' \
		'randld --fake-link new.sh prog' -- '{binary}' || {
		echo "$output"
		false
	}
	[[ $output == *'more time'* ]]
	[ "$(query 'SELECT count(DISTINCT arm) FROM layout')" = 1 ]
}

@test "--no-original names the layout of a reference run that fails" {
	printf '#!/bin/sh\nexit 3\n' >new.sh
	run -1 two_systems --layouts 4 --no-original
	[[ $output == *'the reference run of new, in its layout with seed '*', ended with status 3 instead of 0'* ]]
	run -1 randstudy run -o other --layouts 4 --seed 1 --no-report \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' \
		--program prog -- '{binary}'
	[[ $output == *'the reference run of new, in its original layout, ended with status 3 instead of 0'* ]]
}

@test "--no-original keeps the arms of --arm" {
	two_systems --layouts 4 --executions 1 --no-original \
		--arm plain=seed:none,env:fixed --arm pad=factors:padding
	[ "$(query 'SELECT count(*) FROM run')" = 24 ]
	[ "$(query "SELECT json_extract(value, '\$.arms[1].name') FROM meta
		WHERE key = 'design'")" = plain ]
}

@test "--no-original of one system is refused" {
	run -2 randstudy run -o st --build 'randld --fake-link old.sh prog' \
		--no-original -- '{binary}'
	[[ $output == *'--no-original leaves nothing to compare with'*'--system'* ]]
	[ ! -e st ]
	run -2 randstudy aa -o st --build 'randld --fake-link old.sh prog' \
		--no-original -- '{binary}'
	[[ $output == *'compared with itself needs its original layout too'* ]]
	[ ! -e st ]
}

@test "a study with other arms is not resumed, and the error names their options" {
	two_systems --layouts 4 --no-original
	run -2 two_systems --layouts 4 --factors program \
		--arm pad=factors:padding,env:fixed
	[[ $output == *'factors is functions,units --no-original, not program --arm pad=factors:padding,env:fixed'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 8 ]
	# An arm that is called as the usual second one is not taken for it, and words are
	# quoted.
	run -2 two_systems --no-original --arm fixed=factors:padding --arm 'my arm=seed:none'
	[[ $output == *"not functions,units --no-original --arm fixed=factors:padding --arm 'my arm=seed:none'"* ]]
}

@test "a suite without original layouts does not name them" {
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 3
		  executions: 1
		  no-original: true
		  program: prog
		  system:
		    old: randld --fake-link old.sh prog
		    new: randld --fake-link new.sh prog
		  command: ['{binary}']
		benchmarks:
		  one: {}
		  two: {}
	END
	randstudy run -o st --no-report --study suite.yaml
	run -0 randstudy report st
	[[ ${lines[0]} == 'Suite of 2 benchmarks: wall time, random layouts' ]]
	[[ $output != *original* ]]
}
