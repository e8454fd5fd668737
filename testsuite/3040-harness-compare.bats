#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Several systems in one study, and randstudy compare.

# shellcheck disable=SC2016 # programs expand their own words
load harness

setup() {
	harness_setup
	printf '#!/bin/sh\necho hello\n' >old.sh
	printf '#!/bin/sh\necho hello\n: new\n' >new.sh
}

two_systems() { # LAYOUTS
	randstudy run -o st --layouts "$1" --seed 1 --no-report \
		--system 'old=randld --fake-link old.sh prog' \
		--system 'new=randld --fake-link new.sh prog' \
		--program prog -- '{binary}'
}

# times OLD NEW: about so many microseconds, a little different by layout
times() {
	query "UPDATE run SET wall_ns = (SELECT
		CASE system WHEN 0 THEN $1 ELSE $2 END * 1000
		+ (layout * 7907 % 13) * 100000 FROM layout
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
	# each system has layouts of its own
	[ "$(query "SELECT count(DISTINCT seed) FROM layout")" = 11 ]
	run -0 randstudy report st
	[[ $output == *'Layout study of old and new'* ]]
	[[ $output == *'new against old: wall time over layouts'* ]]
	[[ $output == *'  layouts     old: 5 of 5 differ; varied: '*'  layouts     new: 5 of 5 differ; varied: '* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
}

@test "three verdicts, and the exit code for a regression" {
	two_systems 10
	times 1000000 1100000
	verdict slower 1
	times 1000000 900000
	verdict faster 0
	times 1000000 1000500
	verdict 'no difference larger than the threshold' 0
	times 1000000 1010000
	verdict undecided 0
	[ "$(jq '."layouts-to-decide" | type' <<<"$output")" != '""' ]
	run -1 randstudy compare --threshold 0.5 st
	[[ $output == *'Verdict: new takes '*' % more time than old'* ]]
	run -0 randstudy compare --threshold 5% st
	[[ $output == *'Verdict: no difference larger than 5.0 % (threshold)'* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
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

@test "two studies: compared, but not without a warning" {
	for s in old new; do
		randstudy run -o "$s" --layouts 4 --no-report --seed 2 \
			--build "randld --fake-link $s.sh prog" -- '{binary}' 2>/dev/null
	done
	run randstudy compare old new
	[ "$status" -le 1 ]
	[[ $output == *'new against old'*'measured apart'* ]]
	run -2 randstudy compare old
	[[ $output == *'has one system: nothing to compare'* ]]
	run -2 randstudy compare
	run -2 randstudy compare old missing
	run -2 randstudy compare old new third
	run -2 randstudy compare --threshold x old new
}

@test "--build and --system do not mix; --system needs a name" {
	run -2 randstudy run -o st --build true --system a=true -- '{binary}'
	[[ $output == *'either --build or --system'* ]]
	for bad in a =true a= ''; do
		run -2 randstudy run -o st --system "$bad" -- '{binary}'
	done
	run -2 randstudy run -o st --system a=true --system a=false -- '{binary}'
	[[ $output == *'two systems are called "a"'* ]]
	[ ! -e st ]
}

@test "systems that print different things are told apart" {
	printf '#!/bin/sh\necho other\n' >new.sh
	run two_systems 4
	[ "$status" = 1 ]
	[[ $output == *'printed something else than expected'* ]]
}
