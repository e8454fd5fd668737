#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The report of a study on many machines, over machines and layouts.  The machines
# are simulated: shards with times that testsuite/tools/make-shards draws.

# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program true
}

# shard [OPTION...]: make the shard of one machine, ./one.db
shard() {
	study --no-runs --seed 1 "$@" 2>/dev/null
	randstudy pack st st.pack >/dev/null
	randstudy worker st.pack -k 1 -o one --local local 2>/dev/null >/dev/null
	mv one/machine-000001.db one.db
	rm -r one local
}

# two_systems [OPTION...]: make ./one.db, the shard of a study with the systems old
# and new
two_systems() {
	randstudy run -o st --no-runs --seed 1 --program prog --redo off \
		--system 'old=randld --fake-link prog.sh prog' \
		--system 'new=randld --fake-link prog.sh prog' \
		"$@" -- '{binary}' 2>/dev/null
	randstudy pack st st.pack >/dev/null
	randstudy worker st.pack -k 1 -o one --local local 2>/dev/null >/dev/null
	mv one/machine-000001.db one.db
	rm -r one local
}

# merged ARGUMENT...: make shards with make-shards, and merge them into ./merged
merged() {
	"$BATS_TEST_DIRNAME/tools/make-shards" "${@:1:$#}"
	randstudy merge -o merged fleet >/dev/null
}

# exported OLD NEW: write in.csv, the input of randstudy analyse.  OLD and NEW each name
# a system and an arm of the study, as in "program random".
exported() {
	local of
	# The status is 1 if runs failed.
	randstudy report -f csv merged >rows.csv || [ $? = 1 ]
	echo system,kind,machine,layout,run,value >in.csv
	for of in "$1" "$2"; do
		awk -F, -v OFS=, -v of="$of" '
			FNR == NR { kind[$1] = $2; next }
			FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			$at["system"] " " $at["arm"] == of {
				print of, kind[$1], $1, $at["layout"],
					$at["execution"], $at["wall_ns"] }' \
			kinds.csv rows.csv >>in.csv
	done
}

# kinds: write the machine and the processor of each machine to kinds.csv
kinds() {
	randstudy report -f json merged |
		jq -r '.machines[] | [.machine, .host.cpu] | join(",")' >kinds.csv
}

# equal JQ-OF-REPORT JQ-OF-ANALYSE: compare numbers of report.json and analyse.json
equal() {
	local a b
	a=$(jq "$1" report.json)
	b=$(jq "$2" analyse.json)
	awk -v a="$a" -v b="$b" 'BEGIN {
		d = a - b; m = b < 0 ? -b : b
		exit !(a != "" && a != "null" && (d < 0 ? -d : d) <= 1e-9 * (m + 1e-6)) }' || {
		echo "$1 is $a, but $2 is $b" >&2
		return 1
	}
}

# same_numbers PART: check that a part of report.json has the numbers that randstudy
# analyse gives for the ratio in in.csv
same_numbers() {
	local part=$1 key limit
	randstudy analyse --format json in.csv >analyse.json
	while read -r key limit; do
		equal "$part.ratio.$key" ".ratio.mean.$limit"
		equal "$part.\"portable-share\".$key" ".ratio.portable_share.$limit"
		equal "$part.variances.machines.$key" ".ratio.components.machines.$limit"
		equal "$part.variances.layouts.$key" ".ratio.components.layouts.$limit"
		equal "$part.variances.\"layouts-machines\".$key" \
			".ratio.components.layouts_machines.$limit"
		equal "$part.variances.runs.$key" ".ratio.components.runs.$limit"
	done <<-EOF
		estimate estimate
		low lo
		high hi
	EOF
	for key in machines_differ layouts_differ layouts_depend; do
		equal "$part.tests.\"${key/_/-}\".p" ".ratio.tests.$key.p"
	done
	for key in effect se shrunken; do
		equal "[$part.\"each-machine\"[] | .$key] | add" \
			"[.ratio.machines[] | .$key] | add"
		equal "$part.\"each-machine\" | max_by(.machine) | .$key" \
			".ratio.machines | max_by(.name | tonumber) | .$key"
	done
}

@test "the shift's numbers equal those of randstudy analyse on the rows" {
	shard --layouts 8 --executions 2
	merged one.db fleet 6 0.05 0.02 0.01 0.01 0.02
	kinds
	exported 'prog fixed' 'prog random'
	randstudy report -f json merged >report.json
	same_numbers '.effects[0]."over-machines"'
	jq -e '.effects[0]."over-machines" | .balanced and .machines == 6 and
		.layouts == 8 and .values == 96 and .kinds == []' report.json
	# Some runs of two machines are lost.
	sqlite3 merged/study.db "UPDATE machine_run SET outcome='timeout' WHERE
		machine = 2 AND ord < 5 OR machine = 5 AND layout = 3"
	exported 'prog fixed' 'prog random'
	mv in.csv all.csv
	# If a run of a block failed, the report uses no run of that block.
	awk -F, 'NR == FNR { if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i
			else if ($at["outcome"] != "ok")
				bad[$1 "," $at["layout"] "," $at["execution"]]
			next }
		!(($3 "," $4 "," $5) in bad)' rows.csv all.csv >in.csv
	run -1 randstudy report -f json merged
	echo "$output" >report.json
	same_numbers '.effects[0]."over-machines"'
	jq -e '.effects[0]."over-machines" | .balanced | not' report.json
}

@test "a comparison's numbers equal those of randstudy analyse on the rows" {
	two_systems --layouts 6 --executions 2
	merged --kinds 2 one.db fleet 7 0.05 0.02 0.01 0.01 0.02
	kinds
	exported 'old random' 'new random'
	randstudy compare --fail-on never -f json merged >report.json
	same_numbers '.comparisons[0]."over-machines"'
	for key in 'mean.estimate' 'mean.hi' 'to_first.estimate' 'to_first.lo'; do
		name=${key/to_first/to-first}
		name=${name/%.hi/.high}
		name=${name/%.lo/.low}
		equal ".comparisons[0].\"over-machines\".kinds[1].\"${name%.*}\".${name#*.}" \
			".ratio.kinds[1].$key"
	done
	equal '.comparisons[0]."over-machines".tests."kinds-differ".p' \
		.ratio.tests.kinds_differ.p
	[ "$(jq -r .ratio.verdict analyse.json)" = undecided ]
	[ "$(jq -r '.comparisons[0].verdict' report.json)" = undecided ]
}

@test "the text has the numbers of the JSON, in every format" {
	two_systems --layouts 6 --executions 2
	merged --kinds 2 one.db fleet 7 0.05 0.02 0.01 0.01 0.02
	randstudy report -f json merged >report.json
	share=$(jq -r '.comparisons[0]."over-machines"."portable-share".estimate' report.json)
	share=$(printf '%.2f' "$share")
	sd=$(jq '.comparisons[0]."over-machines".variances.layouts.estimate | sqrt * 100' \
		report.json)
	sd=$(printf '%.1f' "$sd")
	for format in text markdown html; do
		randstudy report -f $format merged >page
		sed 's/<[^>]*>/ /g' page | tr -s ' \n' '  ' >words
		grep -qF "Portable share of the layout effect: $share (95" words
		grep -qF "$sd" words
		grep -qF 'layouts x machines' words
		grep -qF 'Over 7 machines and 6 layouts' words
		grep -qF 'Layouts with the same seed are compared.' words
		grep -qF 'processor 1' words
		grep -q 'Do kinds of machines differ?' words
	done
	# The comparison and both effects each have a plot with one strip for
	# each of the 7 machines.
	[ "$(grep -o '<svg' page | wc -l)" = 3 ]
	[ "$(grep -o 'class="mean"' page | wc -l)" = 21 ]
	run -3 randstudy compare merged
	[[ $output == 'Comparison with old on 7 of 7 machines: 336 runs'* ]]
	[[ $output == *'undecided (threshold 1.0 %).'* ]]
	[[ $output != *'machine by machine'* ]]
	run -0 randstudy compare --fail-on never -f html merged
	[[ $output == *'strips-systems-0'* ]]
}

@test "a difference is found, and the exit status says which" {
	two_systems --layouts 6 --executions 2
	merged one.db fleet 5 0.02 0.002 0.001 0.001
	sqlite3 merged/study.db "UPDATE machine_run SET wall_ns = wall_ns * 1.1 WHERE
		layout IN (SELECT id FROM layout WHERE system = 1)"
	run -1 randstudy compare merged
	[[ $output == *'new takes 10'*' % more time than old ('*'): slower (threshold 1.0 %)'* ]]
	run -1 randstudy compare --threshold 5 merged
	run -0 randstudy compare --threshold 20 merged
	[[ $output == *': no difference (threshold 20 %)'* ]]
	# A missing machine leaves no verdict.
	randstudy merge -o merged fleet --of 6 >/dev/null
	run -3 randstudy compare merged
	[[ $output == *'No answer on new against old yet'* ]]
	[[ $output == *'machine 6 of 6 is missing'* ]]
	run -0 randstudy report merged
	[[ $output == *'No answer about random layouts of old yet'* ]]
	run -2 randstudy compare merged merged
}

@test "values in steps as large as their variation give no verdict" {
	two_systems --layouts 6 --executions 2
	merged one.db fleet 5 0.02 0.002 0.001 0.001
	# Nearly all values of a system are one of two steps.
	sqlite3 merged/study.db "UPDATE machine_run SET wall_ns = 20000000 * (50
		+ (SELECT system FROM layout WHERE id = machine_run.layout)
		+ ((ord * 7919 + machine * 31) % 23 = 0))"
	run -3 randstudy compare --fail-on regression merged
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'No verdict on new against old: the values look rounded to steps larger than their variation, and the ratio may be off by up to 2.0 %'* ]]
	[[ $flat == *'new / old +2.00 % no interval, over 5 machines'* ]]
	randstudy compare --fail-on never -f json merged |
		jq -e '.comparisons[0] | .verdict == "undecided" and ."verdict-alone" == "undecided"
			and .p == null and ."over-machines".ratio.low == null'
}

@test "a machine without a block of good runs is not left out silently" {
	local change
	two_systems --layouts 6 --executions 2
	merged one.db fleet 5 0.02 0.002 0.001 0.001
	cp merged/study.db kept.db
	run -0 randstudy compare --threshold 20 merged
	for change in "wall_ns = 0 WHERE machine = 4 AND ord = 7" \
		"outcome = 'timeout' WHERE machine = 4 AND layout IN
			(SELECT id FROM layout WHERE system = 1 AND seed != 'none')"; do
		sqlite3 merged/study.db "UPDATE machine_run SET $change"
		run -3 randstudy compare --threshold 20 merged
		[[ $(tr -s ' \n' '  ' <<<"$output") == *'the results over all machines lack machine 4, '* ]]
		[[ $output == *'No answer on new against old yet'* ]]
		cp kept.db merged/study.db
	done
	# If no machine has blocks, there is no result, and nothing is missing.
	sqlite3 merged/study.db 'UPDATE machine_run SET wall_ns = 0 WHERE ord = 7'
	run -3 randstudy compare --threshold 20 merged
	[[ $(tr -s ' \n' '  ' <<<"$output") == *'values that are not above 0 do not have'* ]]
}

@test "three systems are judged together" {
	randstudy run -o st --no-runs --seed 1 --program prog --redo off --layouts 4 \
		--executions 2 --system 'a=randld --fake-link prog.sh prog' \
		--system 'b=randld --fake-link prog.sh prog' \
		--system 'c=randld --fake-link prog.sh prog' -- '{binary}' 2>/dev/null
	randstudy pack st st.pack >/dev/null
	randstudy worker st.pack -k 1 -o one --local local 2>/dev/null >/dev/null
	merged one/machine-000001.db fleet 5 0.02 0.01 0.01 0.01
	randstudy compare --fail-on never -f json merged >report.json
	jq -e '[.comparisons[].new] == ["b", "c"] and
		(.comparisons | all(."p-holm" >= .p))' report.json
	run -3 randstudy compare merged
	[[ $(tr -s ' \n' '  ' <<<"$output") == *'judged with all pairs of systems'* ]]
}

@test "machines that differ are named, with their hardware" {
	shard --layouts 6 --executions 2
	merged one.db fleet 8 0.05 0.002 0.001 0.001
	sqlite3 merged/study.db "UPDATE machine_run SET wall_ns = wall_ns * 1.05 WHERE
		machine = 4 AND layout IN (SELECT id FROM layout WHERE seed != 'none');
		UPDATE machine_session SET host = json_set(host, '\$.cpu', 'odd processor')
		WHERE machine = 4"
	# Machine 4 is the only one of its kind, so no other machine of the kind
	# can be compared with it.
	run -0 randstudy report merged
	[[ $output == *'Do kinds of machines differ?'* ]]
	sqlite3 merged/study.db "UPDATE machine_session SET host = json_set(host, '\$.cpu',
		'one processor', '\$.kernel', 'odd kernel') WHERE machine = 4;
		UPDATE machine_session SET host = json_set(host, '\$.cpu', 'one processor')"
	run -0 randstudy report merged
	grep -q '^ *4 node4 .* one processor (.* CPUs), odd kernel' <<<"$output"
	grep -q '8 machines differ from the mean of all' <<<"$output"
	[ "$(randstudy report -f json merged |
		jq '[.effects[0]."over-machines"."each-machine"[] | select(.effect > 0.03)] |
		map(.machine) == [4] and .[0].differs')" = true ]
}

@test "machines of one computer are told from several" {
	shard --layouts 4 --executions 2
	merged one.db fleet 6 0.05 0.01 0.01 0.01
	randstudy report merged >page
	run -1 grep 'one computer' page
	same() {
		sqlite3 merged/study.db "UPDATE machine_session SET host =
			json_set(host, '\$.$1', 'the same') WHERE machine IN ($2)"
	}
	# Machines are one computer if they have the same host name or the same boot
	# ID.  Containers on one computer have the same boot ID.
	same hostname 2,4
	same boot-id 4,5
	for command in 'report' 'report -f html' 'report -f markdown' 'report -f json'; do
		# shellcheck disable=SC2086 # words
		randstudy $command merged | tr -s ' \n' '  ' >page
		grep -q 'machines 2, 4 and 5 ran on one computer, the same, and may have shared its CPUs' page
		grep -q 'their differences say nothing about hardware' page
	done
	[ "$(randstudy report -f json merged | jq -c '."same-computer"')" = '[[2,4,5]]' ]
	# Anonymous reports also say which machines were one computer, but not its name.
	randstudy report --anonymous -f json merged >page
	[ "$(jq -c '."same-computer"' page)" = '[[2,4,5]]' ]
	run -1 grep -e 'the same' -e boot-id -e 'boot of' page
}

@test "few machines, one round and one machine are said" {
	shard --layouts 4
	merged one.db fleet 3 0.05 0.01 0.01 0.01
	randstudy report merged | tr -s ' \n' '  ' >words
	grep -qF 'Only 3 machines were measured, and all that is said of machines rests on these. The interval of a mean over so few can be too narrow: if machines differ much, it misses the true mean more often than 5 times in 100.' words
	grep -qF 'unknown, since no machine ran a layout twice' words
	grep -qF 'and the layout on one machine alone' words
	# No direction is claimed if the interval has both.
	grep -qE 'Over 3 machines and 4 layouts, random layouts were not seen to differ from the original layout on average \(-[0-9.]+ to \+[0-9.]+ %\)\.' words
	rm fleet/machine-00000[23].db
	randstudy merge -o merged fleet --of 1 >/dev/null
	run -0 randstudy report merged
	[[ $(tr -s ' \n' '  ' <<<"$output") == *'No result over machines for random layouts: two machines are needed.'* ]]
	[ "$(randstudy report -f json merged | jq '.effects[0]."over-machines"')" = null ]
}

@test "values without ratios within blocks have no result over machines" {
	shard --layouts 4 --executions 2
	merged one.db fleet 3 0.05 0.01 0.01 0.01
	run -0 randstudy report --estimator median merged
	[[ $(tr -s ' \n' '  ' <<<"$output") == *'No result over machines for random layouts: the result comes from ratios within blocks'* ]]
	grep -q '^ *3  *node3  *16 ' <<<"$output"
}

@test "machines without a good run are said to have none" {
	shard --layouts 4 --executions 2
	merged one.db fleet 3 0.05 0.01 0.01 0.01
	for db in fleet/*.db; do
		sqlite3 "$db" "update run set outcome = 'bad-exit', exit_status = 1"
	done
	randstudy merge -o without fleet >/dev/null
	run -1 randstudy report without
	tr -s ' \n' '  ' <<<"$output" >words
	grep -qF 'No result over machines for random layouts: no machine has a good run.' words
}

@test "a picture of many machines shows those farthest from the mean" {
	shard --layouts 4 --executions 2
	merged one.db fleet 70 0.05 0.01 0.01 0.01 0.01
	randstudy report -f html merged >page
	grep -q 'the 60 of 70 machines that are farthest from the mean' page
	[ "$(grep -o 'class="mean"' page | wc -l)" = 60 ]
}

# planned NAME: print a row of a table of the plan on standard input, such as
# "6 12 2 +-1.4 % 300"
planned() {
	sed -n "s/^ *$1  *//p" | tr -s ' ' | head -n 1
}

@test "a plan's numbers are those of randstudy analyse" {
	shard --layouts 8 --executions 2
	merged one.db fleet 6 0.05 0.02 0.01 0.01 0.02
	kinds
	exported 'prog fixed' 'prog random'
	randstudy analyse --format json --costs 60,20,3 in.csv >analyse.json
	run -0 randstudy plan --costs 60,20,3 merged
	for percent in 0.5 1 1.5 2; do
		jq -r ".ratio.plan[] | select(.percent == $percent) |
			if .machines then \"\(.machines) \(.layouts) \(.runs)\" else \"more\" end" \
			analyse.json >expected
		planned "+-$(printf '%#.2g' "$percent") %" <<<"$output" | grep -q "^$(cat expected) "
	done
	# the commands have the numbers of the plan for 1 %
	read -r machines layouts runs <<<"$(jq -r '.ratio.plan[] | select(.percent == 1) |
		"\(.machines) \(.layouts) \(.runs)"' analyse.json)"
	grep -qF -- "randstudy run -o next --no-runs --layouts $layouts --executions $runs " \
		<<<"$output"
	grep -qF -- "--build 'randld --fake-link prog.sh prog' --redo=off -- '{binary}'" <<<"$output"
	grep -qF -- "next.pack -o shards --of $machines" <<<"$output"
	# The plan does not exceed the given budget.  The filter has "floor" because jq
	# 1.7 would print a whole number as 300.0.
	cost=$(jq '.ratio.plan[] | select(.percent == 2) | .cost | floor' analyse.json)
	run -0 randstudy plan --costs 60,20,3 --budget "$cost" merged
	read -r machines layouts runs width _ spent < <(planned "$cost" <<<"$output" | sed 's/+-//')
	[ $((60 * machines + 20 * layouts + 3 * machines * layouts * runs)) = "$spent" ]
	awk -v width="$width" -v spent="$spent" -v cost="$cost" \
		'BEGIN { exit !(width <= 2 && spent <= cost) }'
	run -0 randstudy plan --costs 60,20,3 --budget 100 merged
	[[ $output == *'100 is not enough for two machines and two layouts'* ]]
	# With few machines, no number of layouts is enough.
	run -0 randstudy plan --precision 0.1 --machines 6 merged
	[[ $output == *'more than 6 machines or 1000 layouts'* ]]
	[[ $output == *'With 6 machines, expect no less than +-'* ]]
	# Without --costs, a plan uses the measured costs.
	run -0 randstudy plan merged
	[[ $output == *', as measured here: '* ]]
	awk 'length > 80 && !/randstudy/ { exit 1 }' <<<"$output"
}

@test "a plan takes the cost of a machine from the sessions that ended" {
	local shard
	shard --layouts 4 --executions 2
	merged one.db fleet 2 0.001 0.001 0.001 0.001
	# A run takes about 1 s.  The first session of a machine is killed after 12 runs.  The
	# second session makes the other 4 runs, and 30 s pass besides them.
	for shard in fleet/*.db; do
		sqlite3 "$shard" "UPDATE run SET session = 1 + (ord >= 12);
			UPDATE session SET end_ns = NULL;
			INSERT INTO session SELECT 2, start_ns + 60000000000,
				start_ns + 94000000000, host FROM session"
	done
	randstudy merge -o merged fleet >/dev/null
	randstudy plan merged | tr -s ' \n' '  ' >words
	grep -qF 'Costs, as measured here: 30 s for a machine besides its runs' words
	# If no session of a machine ended, the other machines tell the cost.
	sqlite3 fleet/machine-000002.db 'UPDATE session SET end_ns = NULL'
	randstudy merge -o merged fleet >/dev/null
	randstudy plan merged | tr -s ' \n' '  ' >words
	grep -qF 'Costs, as measured here: 30 s for a machine besides its runs' words
}

@test "a plan for many machines says what it lacks" {
	shard --layouts 4 --timeout 9 --executions 2 --warmup 1
	merged one.db fleet 4 0.05 0.02 0.01 0.01
	run -0 randstudy plan merged
	grep -qF -- ' --redo=off --timeout=9 --warmup=1 -- ' <<<"$output"
	[[ $output != *'the other settings'* ]]
	sqlite3 merged/study.db "UPDATE meta SET value = json_set(value, '\$.cpu', '1')
		WHERE key = 'design'; UPDATE machine_meta SET value =
		json_set(value, '\$.cpu', '1') WHERE key = 'design'"
	run -0 randstudy plan merged
	[[ $(tr -s ' \n' '  ' <<<"$output") == *'the other settings of this study too: cpu.'* ]]
	run -2 randstudy plan --costs 1,2 merged
	[[ $output == *'is not three numbers'* ]]
	run -2 randstudy plan --costs 1,2,0 merged
	# A study of one machine takes neither --costs nor --machines.
	mkdir one
	cp one.db one/study.db
	run -2 randstudy plan --costs 1,2,3 one
	[[ $output == *'are for a study of several machines'* ]]
	run -2 randstudy plan --machines 3 one
	rm fleet/machine-00000[234].db
	randstudy merge -o merged fleet --of 1 >/dev/null
	run -0 randstudy plan merged
	[[ $output == *'None: at least two machines'* ]]
}

@test "machines whose runs shared a CPU and machines whose runs did not have no common metric" {
	shard --layouts 8 --executions 2 --tandem-if-possible
	merged one.db fleet 3 0.05 0.02 0.01 0.01
	run -0 randstudy report merged
	sqlite3 merged/study.db "INSERT OR REPLACE INTO machine_meta VALUES(2, 'tandem',
		'{\"cpu\":0,\"sched\":\"other\",\"slice-ns\":null,\"busy-share\":1.0,\"main-thread-share\":1.0}')"
	run -2 randstudy report merged
	[[ $output == *'the machines have no common metric: machine 1 has wall, machine 2 has cpu'*'--metric cpu compares'* ]]
	run -0 randstudy report --metric cpu merged
	run -0 randstudy report --machine=1 merged
}

@test "a merged study whose tables are damaged is refused, with the reason" {
	shard --layouts 8 --executions 2
	merged one.db fleet 3 0.05 0.02 0.01 0.01
	sqlite3 merged/study.db 'DROP TABLE machine_session'
	for command in report compare plan; do
		run -2 randstudy $command merged
		[[ $output == *'study.db": '*'machine_session'* ]]
	done
}
