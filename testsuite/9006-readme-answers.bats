#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# README.md and doc/TUTORIAL.md quote the answers that randstudy prints for the kept
# measurements.  testsuite/data/readme and testsuite/data/tutorial have dumps of the
# databases of studies, and doc/study/flags.csv has the runs of another one.

load harness
load page.bash

setup() {
	harness_setup
	top=$BATS_TEST_DIRNAME/..
	data=$BATS_TEST_DIRNAME/data/readme
}

# quoted TEXT [PAGE]: print the indented block of the README, or of another page, that
# contains TEXT, without the indentation
quoted() {
	awk -v text="$1" '
	function finish() {
		sub(/\n+$/, "", block)
		if (index(block, text)) { print block; found = 1; exit }
		block = ""
	}
	/^    / || /^$/ { if (block != "" || /^    /) block = block substr($0, 5) "\n"; next }
	{ finish() }
	END { if (!found) finish(); exit !found }' "$top/${2:-README.md}"
}

# is_printed TEXT [PAGE]: check that $output contains the block of the page
is_printed() {
	# without commands above it
	block=$(quoted "$@" | sed '/^\$ /d' | sed '/./,$!d')
	echo "The page has:"
	echo "$block"
	[ "$(wc -l <<<"$block")" -ge 2 ]
	[[ $'\n'$output$'\n' == *$'\n'"$block"$'\n'* ]]
}

@test "the README's comparison of two versions is what is printed of its runs" {
	mkdir st
	sqlite3 st/study.db <"$data/bzip2.sql"
	run -0 randstudy compare st
	is_printed 'working-tree and main differ'
}

@test "the README's study of a program is what is printed of its runs" {
	mkdir st
	sqlite3 st/study.db <"$data/fasttree.sql"
	run -0 randstudy report st
	is_printed 'Layout changes the time of fasttree'
	# The command in the README is the command of the study.
	[[ $(quoted 'randstudy run -o study --tandem') == *"--layouts 30 --executions 3"*"'randcc -O2 -o fasttree fasttree.c -lm'"*"-nt -gtr -seed 7 -quiet" ]]
	query "SELECT value FROM meta WHERE key = 'design'" >design
	jq -e '.layouts == 30 and .executions == 3 and .runs == "tandem"
		and .build == "randcc -O2 -o fasttree fasttree.c -lm"
		and .command == ["{binary}", "-nt", "-gtr", "-seed", "7", "-quiet"]' design
}

@test "the README's three flags are what is printed of the kept runs" {
	program 'echo hello'
	link='randld --fake-link prog.sh prog'
	# First a fake study makes the layouts with their seeds.  The kept runs
	# then replace the fake study's runs.  The schedule is removed, because an
	# older version made the kept runs in another order.
	randstudy run -o st --no-report --seed 2006 --env fixed --layouts 30 --independent-layouts \
		--executions 3 --program prog --system "calls=$link" \
		--system "O2=$link" --system "O3=$link" -- '{binary}'
	sqlite3 st/study.db <<-END
		.mode csv
		.import $top/doc/study/flags.csv kept
		UPDATE meta SET value = json_remove(value, '$.schedule') WHERE key = 'design';
		DELETE FROM run;
		INSERT INTO run(ord, layout, execution, session, start_ns, wall_ns, user_ns,
			system_ns, minor_faults, major_faults, voluntary_switches,
			involuntary_switches, env_bytes, output_bytes, exit_status,
			n_left_behind, outcome)
		SELECT "order", l.id, execution, 1, start_unix_ns, wall_ns, user_ns,
			system_ns, minor_faults, major_faults, voluntary_switches,
			involuntary_switches, env_bytes, output_bytes, exit_status,
			left_behind, outcome
		FROM kept k JOIN layout l ON l.layout = k.layout
			AND (l.seed = k.seed)
			AND l.arm = (k.arm = 'fixed') AND l.system = CASE k.system
				WHEN 'calls' THEN 0 WHEN 'O2' THEN 1 ELSE 2 END;
		DROP TABLE kept;
	END
	[ "$(query 'SELECT count(*) FROM run')" = 540 ]
	run -0 randstudy report st
	is_printed 'Undecided (threshold 1.0 %): O2'
	is_printed 'O3 takes 29.7 % less time than calls'
	is_printed 'Ratio of the two original layouts alone: 0.9328'
}

@test "the tutorial's reports are what is printed of its runs" {
	while IFS='|' read -r name command text; do
		mkdir st
		sqlite3 st/study.db <"$BATS_TEST_DIRNAME/data/tutorial/$name.sql"
		# shellcheck disable=SC2086 # words
		run -0 randstudy $command st
		is_printed "$text" doc/TUTORIAL.md
		# without --fail-on, as ab
		status=0
		# shellcheck disable=SC2086 # words
		randstudy ${command% *} st >judged || status=$?
		echo $status >"$name.status"
		query "SELECT value FROM meta WHERE key = 'design'" >design
		jq -e '.runs == "tandem" and .command == ["{binary}", "primes.vm"]' design
		tr -s ' \n' ' ' <<<"$output" >"$name"
		query "SELECT json_extract(host, '$.load') FROM session ORDER BY id LIMIT 1" >>loads
		query 'SELECT (max(end_ns) - min(start_ns)) / 1000000000 FROM session' >"$name.seconds"
		rm -r st
	done <<-'END'
		power|compare --fail-on=never|working-tree and HEAD differ
		limit|compare --fail-on=never|Undecided (threshold 1.0 %): working-tree
		layouts|report|Layout changes the time of vm
	END
	# What the text says of them
	page=$top/doc/TUTORIAL.md
	awk '{ printf "%s%.1f", NR == 1 ? "" : NR == 3 ? " and " : ", ", $1 }' loads >load
	[ "$(wc -l <loads)" = 3 ]
	says "$page" "Its load average was $(cat load) before the three measurements."
	says "$page" "Here its session took $(cat power.seconds) seconds:"
	says "$page" "The exit status of \`ab\` is $(cat power.status): it is not worse."
	says "$page" "so the exit status is $(cat limit.status). It would be 1 if"
	layouts=$(part power 's/.*interval, ([0-9]+) layouts each.*/\1/p')
	says "$page" "laid out each $layouts times"
	# "working-tree takes 2.1 % less to 2.8 % more time than HEAD"
	less=$(part limit 's/.* takes ([0-9.]+) % less to [0-9.]+ % more time .*/\1/p')
	more=$(part limit 's/.* takes [0-9.]+ % less to ([0-9.]+) % more time .*/\1/p')
	layouts=$(part limit 's/.*interval, ([0-9]+) layouts each.*/\1/p')
	says "$page" "$layouts layouts of each say that the new version takes between $less % less and $more % more time"
	# "one build each -22.39 % original layouts, ... (-22.83 to -21.94 %)"
	part limit 's/.* one build each -([0-9.]+) % original.*/\1/p' >one
	says "$page" "takes $(awk '{ printf "%.0f", $1 }' one) % less time, with an interval of half a per cent on either side"
	part limit 's/.* one build each [^(]*\(-([0-9.]+) to -([0-9.]+) %\).*/\1 \2/p' >ends
	awk '{ exit !(($1 - $2) / 2 > 0.4 && ($1 - $2) / 2 < 0.6) }' ends
	# One build is off by up to more than this.
	part layouts 's/.* one build is off by up to ([0-9.]+) % .*/\1/p' >off
	part "$page" 's/^A difference of ([0-9.]+) % between two builds of this program may be layout.*/\1/p' >difference
	[ "$(cat difference)" -lt "$(cat off)" ]
}

# part FILE COMMAND: print the part of a file that sed's command prints, which must exist
part() {
	sed -nE "$2" "$1" | grep .
}

@test "the tutorial says of how many programs layout matters, as the evidence does" {
	words=(none one two three four five six seven eight nine ten)
	"$top/doc/evidence/figures" remedies "$top/doc/evidence/remedies.csv" >figures.tsv
	awk -F'\t' '$2 == "O2" && $3 == "sd-low" { n++; varies += $4 > 1 }
	END { print n + 0, varies + 0 }' figures.tsv >count
	read -r n varies <count
	says "$top/doc/TUTORIAL.md" "${words[n]^} programs are measured in [evidence](evidence/README.md). At \`-O2\`, the standard deviation of ${words[varies]} of them is above 1 % with its whole interval."
}
