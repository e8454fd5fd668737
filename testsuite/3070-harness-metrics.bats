#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy --metric: numbers that a program prints, at the level of iterations.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
	# Three iterations have known times, which do not depend on the layout's path.
	program 'for i in 1 2 3; do echo "iteration $i took $i.5 ms"; done' \
		'echo "rate 7e3" >&2' 'echo "heap: 12" >heap.txt'
}

three() { # OPTION...
	study --iterations 3 \
		--metric 'step/ms=stdout:^iteration [0-9] took ([0-9.]+) ms' "$@"
}

json() { # JQ-EXPRESSION
	randstudy report --format json st | jq -r "$1"
}

@test "each match is an iteration, stored with its run and its metric" {
	three --metric 'rate=once:stderr:^rate ([0-9.e]+)' \
		--metric 'heap/MB=once:file:heap.txt:([0-9]+)$' --no-report
	[ "$(query "select count(*) from run where outcome = 'ok'")" = 8 ]
	[ "$(query 'select count(*) from value')" = 40 ]
	[ "$(query "select group_concat(value, ' ') from
		(select value from value where ord = 5 order by metric, iteration)")" = \
		'1.5 2.5 3.5 7000.0 12.0' ]
}

@test "the report tells the three levels apart and knows units of time" {
	three --executions 2 --no-report
	[ "$(json '.metric + " " + .unit')" = 'step seconds' ]
	[ "$(json '.arms[0] | [.values, ."runs-ok", .layouts] | @csv')" = 24,8,4 ]
	[ "$(json '.arms[0].mean.estimate * 1e6 | round')" = 2500 ]
	# Iterations are not independent.  The degrees of freedom follow from the number
	# of layouts and, for the original layout, from the number of runs.
	[ "$(json '[.arms[].mean.df + 0] | @csv')" = 3,7 ]
	run -0 randstudy report st
	[[ $output == *'step, 3 iterations in each of 16 runs'* ]]
	[[ $output == *'2.500 ms'* ]]
	run -0 randstudy report --metric wall st
	[[ $output == *'wall time of 16 runs'* ]]
	run -0 randstudy plan st
}

@test "the first iterations are left out, or one is used alone" {
	three --executions 2 --no-report --skip-iterations 1
	[ "$(json '.arms[0] | [.values, ."runs-ok"] | @csv')" = 16,8 ]
	[ "$(json '.arms[0].mean.estimate * 1e6 | round')" = 3000 ]
	[ "$(json '.study["skip-iterations"]')" = 1 ]
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'3 iterations in each of 16 runs, the first 1 of them left out'* ]]
	# All iterations are stored and exported, even those that are left out.
	[ "$(randstudy report --format csv st | wc -l)" = 49 ]
	# These settings may change in a study that has runs.
	run -2 --separate-stderr randstudy run -o st --only-iteration 1
	[[ $stderr == *'exclude each other: give one of them as 0'* ]]
	randstudy run -o st --only-iteration 1 --skip-iterations 0 --no-report
	[ "$(json '.arms[0] | [.values, ."runs-ok"] | @csv')" = 8,8 ]
	[ "$(json '.arms[0].mean.estimate * 1e6 | round')" = 1500 ]
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'of which only number 1 is used'* ]]
	run -2 --separate-stderr randstudy run -o st --only-iteration 4
	[[ $stderr == *'there is no iteration 4: a run has 3'* ]]
	run -2 --separate-stderr randstudy run -o st --only-iteration 0 --skip-iterations 3
	[[ $stderr == *'a run has 3 iterations: skipping the first 3 leaves none'* ]]
}

@test "a line of the csv is an iteration and holds the other numbers too" {
	three --metric 'rate=once:stderr:^rate ([0-9.e]+)' --no-report
	randstudy report --format csv st >st.csv
	[ "$(head -n 1 st.csv | sed 's/.*,session,//')" = iteration,step,rate ]
	[ "$(sed -n '2,4s/.*,\([0-9]*,[^,]*,[^,]*\)$/\1/p' st.csv)" = \
		$'0,1.5,7000\n1,2.5,7000\n2,3.5,7000' ]
	[ "$(wc -l <st.csv)" = 25 ]
}

@test "a run with fewer or more numbers than asked for fails by name" {
	run -1 three --iterations 4
	[[ $output == *'wrote 3 numbers for the metric step to standard output'*'instead of 4'* ]]
	rm -r st
	run -1 three --iterations 2
	[[ $output == *'wrote 3 numbers'*'instead of 2'* ]]
	rm -r st
	# The fourth run prints one number instead of two.
	program 'n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) >n' \
		'echo "x 1"; [ "$n" = 3 ] || echo "x 2"'
	run -1 study --iterations 2 --metric 'x=stdout:x ([0-9]+)' --on-wrong go-on \
		--ignore-output
	[ "$(query "select count(*), sum(outcome = 'no-metric') from run")" = '8|1' ]
	[ "$(query 'select count(*) from value')" = 14 ]
}

@test "a match that is no number is an error that names the line" {
	program 'echo "x 1"; echo "x 1,5"'
	run -1 study --iterations 2 --metric 'x=stdout:^x (.*)'
	[[ $output == *'wrote "1,5" in line 2 of standard output, which is not a number (metric x)'* ]]
}

@test "a match that is only a part of a number is an error, unless the expression goes on" {
	while IFS=' ' read -r line regex part; do
		program "echo 'x: $line' >&2"
		run -1 study --metric "x=stderr:$regex"
		[[ $(tr -s ' \n' ' ' <<<"$output") == *"wrote \"$line\" in line 1 of standard error, of which the expression takes only \"$part\" (metric x)"* ]]
		rm -r st
	done <<-'EOT'
		1.01e-04 x:.([0-9.]+) 1.01
		1,234.5 x:.([0-9.]+) 1
		0x10 x:.([0-9]+) 0
		15.7 x:.([0-9]+) 15
		1234 x.*([0-9]+) 4
	EOT
	# the number is whole, or the expression says what follows
	while IFS=' ' read -r line regex value; do
		program "echo 'x: $line' >&2"
		study --no-report --metric "x=stderr:$regex"
		[ "$(query 'select distinct value from value')" = "$value" ]
		rm -r st
	done <<-'EOT'
		15.7 x:.([0-9]+)\. 15.0
		12,34 x:.([0-9.]+) 12.0
		1,234,7 x:.([0-9.]+), 1.0
		5ms x:.([0-9.]+) 5.0
		5.end x:.([0-9]+) 5.0
		3e x:.([0-9]+) 3.0
		-2.5e+3 x:.([-+0-9.e]+) -2500.0
		0x10 x:(.*) 16.0
	EOT
	for text in 1e-400 inf; do
		program "echo 'x: $text'"
		run -1 study --metric 'x=stdout:x: (.*)'
		[[ $output == *"wrote \"$text\" in line 1 of standard output, which is not a number"* ]]
		rm -r st
	done
}

@test "a file that the program does not write is not taken from an earlier run" {
	echo 'heap: 1' >old.txt
	run -1 study --metric 'heap=file:old.txt:([0-9]+)'
	[[ $output == *'did not write the file "old.txt"'* ]]
}

@test "outputs are compared without the numbers that are measured" {
	program 'echo "took $$ ns"; echo end'
	study --metric 'took/ns=stdout:^took ([0-9]+)' --no-report
	[ "$(query "select count(*) from run where outcome = 'ok'")" = 8 ]
	rm -r st
	program 'echo "took $$ ns"; n=$(cat n 2>/dev/null || echo 0)' \
		'echo $((n + 1)) >n; echo "end $((n > 3))"'
	run -1 study --metric 'took/ns=stdout:^took ([0-9]+)'
	[[ $output == *'printed unexpected output'* ]]
}

# throughput LABEL: measure two systems that print a number, which is 37 % lower
# in the system new
throughput() {
	program 'case $0 in' '*new*) x=$((63000 + $$ % 7 * 10));;' \
		'*) x=$((100000 + $$ % 7 * 10));;' 'esac' 'echo "score $x"'
	rm -rf st
	randstudy run -o st --layouts 6 --metric "$1=stdout:^score ([0-9.]+)" \
		--system old='randld --fake-link prog.sh old' \
		--system new='randld --fake-link prog.sh new' --program old=old \
		--program new=new --no-report -- '{binary}'
}

# words_of_all [OPTION...]: print the text of randstudy compare, and the text, HTML
# and JSON of randstudy report
# shellcheck disable=SC2120 # `run` passes them
words_of_all() {
	randstudy compare "$@" st || true
	for format in text html json; do
		randstudy report "$@" --format "$format" st
	done
}

better_words='faste|slowe|better|worse|lucky|less time|more time|needs|regression": (true|false)'

@test "a metric cannot have the name of a column" {
	local name
	study --no-report --layouts 2
	randstudy report --format csv st | head -1 | tr , '\n' >columns
	[ "$(wc -l <columns)" -ge 20 ]
	while read -r name; do
		run -2 study --metric "$name=stdout:([0-9]+)"
		[[ $output == *"\"$name\" is the name of a column in csv: choose another"* ]]
	done <columns
}

@test "hyperfine's format refuses what it would ignore" {
	study --no-report --layouts 2
	run -2 randstudy report --format hyperfine --metric cpu st
	[[ $output == *'--format hyperfine has times only, as means'* ]]
	run -2 randstudy report --format hyperfine --estimator min st
	run -0 randstudy report --format hyperfine st
}

@test "a unit that is a rate says that more is better" {
	for label in ops/s score/MB/s req/s; do
		throughput "$label"
		run -1 randstudy compare st
		flat=$(tr -s ' \n' ' ' <<<"$output")
		[[ $flat == *'Verdict: new is worse: its '*' is 37 % smaller than that of old.'* ]]
		[[ $output != *' time '* && $output != *' less '* ]]
		run -1 randstudy compare -f json st
		[ "$(jq -r '[.better, .ratio.verdict, .ratio.regression] | @csv' <<<"$output")" = \
			'"higher","slower",true' ]
	done
	run -0 randstudy report --format json st
	[ "$(jq -r '[.metric, .unit, .better] | @csv' <<<"$output")" = '"req","req/s","higher"' ]
	run -0 randstudy report --metric req/s st
	[[ $output == *'100'*' req/s'* ]]
	# no report speaks of a time
	run -0 words_of_all
	[[ $output != *faste* && $output != *slowest* && $output != *' s<'* ]]
	[[ $output == *'from the smallest to the largest mean'* ]]
	run -0 randstudy report --format benchfmt st
	[[ $output == *$'\nUnit req/s better=higher\n'*' req/s'* ]]
}

@test "a metric may say which values are better" {
	throughput score,higher
	run -1 randstudy compare st
	[[ $output == *'new is worse: its value of score is 37'* ]]
	run -1 randstudy compare --metric score,higher st
	# The user cannot contradict what randstudy knows.
	run -2 randstudy compare --metric score,lower st
	[[ $output == *'--metric score,lower: it is known that higher values of "score" are better'* ]]
	for format in text json html; do
		run -2 randstudy report --metric wall,higher --format $format st
		[[ $output == *'--metric wall,higher: it is known that lower values of "wall" are better'* ]]
	done
	run -2 randstudy run -o st --metric 'score/points=stdout:(a b)' --metric cpu
	[[ $output == *"metric is 'score,higher=stdout:^score ([0-9.]+)', not 'score/points=stdout:(a b)' and cpu"* ]]
	[ "$(query "select json_extract(value, '\$.metrics[0].better') from meta
		where key = 'design'")" = higher ]
	throughput score/points,lower
	run -0 randstudy compare st
	[[ $output == *'new needs 37 % less score than old'* ]]
	[ "$(json .better)" = lower ]
	run -2 randstudy compare --metric score,up st
	[[ $output == *'lower or higher'* ]]
	run -2 study --metric 'score,up=stdout:(a)'
	[[ $output == *'the word after the comma must be lower or higher, whichever is better, not "up"'* ]]
	run -2 study --metric 'w,higher=wall'
	[[ $output == *'is known'* ]]
}

@test "no value is called better or worse if the direction is unknown" {
	for label in score rate/ops; do
		throughput "$label"
		run -3 randstudy compare st
		flat=$(tr -s ' \n' ' ' <<<"$output")
		[[ $flat == *"Verdict: the value of ${label%/*} of new is 37 % smaller than that of old."* ]]
		[[ $flat == *"--metric ${label%/*},higher"* ]]
		[[ $flat != *faster* && $flat != *less* && $flat != *needs* ]]
		run -3 randstudy compare -f json st
		[ "$(jq -r '[.better, .ratio.verdict, .ratio.regression] | @json' <<<"$output")" = \
			'[null,"smaller",null]' ]
		# No sentence calls a value better, except the ones that say
		# that this is unknown.
		words_of_all | grep -vE \
			'better or worse is not known|values are better|"better": null' >all
		run -1 grep -E "$better_words" all
		run -1 randstudy compare --metric "${label%/*},higher" st
		run -0 randstudy compare --metric "${label%/*},lower" st
		run -2 randstudy compare --better higher st
		[[ $output == *'--metric NAME,higher'* ]]
	done
}

@test "a study whose rate was stored as a time is not inverted" {
	throughput ops/s
	# Store the unit as an older randstudy did.
	query "update meta set value = json_set(value, '\$.metrics[0].unit', 's')
		where key = 'design'"
	run -1 randstudy compare st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'new is worse: its value of ops is 37 % smaller'* ]]
	[[ $flat == *'ops was stored by an older randstudy as a number of s, and is read as ops/s, of which more is better'* ]]
	[[ $(randstudy report --metric ops/s st) == *'ops/s'*'ops of 24 runs'* ]]
	# The study continues with the command that began it.
	run -0 randstudy run -o st --layouts 7 --metric 'ops/s=stdout:^score ([0-9.]+)' --no-report
	[ "$(query 'select count(*) from run')" = 28 ]
	query "update meta set value = json_set(value, '\$.metrics[0].name', 'widgets')
		where key = 'design'"
	run -3 randstudy compare st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'the value of widgets of new is 37 % smaller'* ]]
	[[ $flat == *'may be a rate (widgets/s): --metric widgets,lower or'* ]]
	run -1 randstudy compare --metric widgets,higher st
	[[ $output != *'may be a rate'* ]]
}

# proposed: print the option that the hints in $output propose
proposed() {
	sed -n 's/^randstudy: hint: *\(--metric .*\)/\1/p' <<<"$output"
}

@test "a metric whose original is 0 has no ratio, and the report says so" {
	program 'echo "n: 1"'
	study --no-report --layouts 4 --metric 'n=stdout:n: ([0-9]+)'
	query "UPDATE value SET value = (SELECT CASE seed WHEN 'none' THEN 0 ELSE layout.id END
		FROM run JOIN layout ON layout.id = run.layout WHERE run.ord = value.ord)"
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'None: the mean of the original layout is 0, so no ratio to it exists.'* ]]
}

@test "a program that prints its score fails with the option to add" {
	program 'echo "10 items"; echo "ops/s: $((1000 + $$ % 1000))"'
	run -1 study
	[[ $output == *'this run printed "ops/s: '*'", not "ops/s: '* ]]
	[ "$(proposed)" = "--metric 'ops/s=stdout:^ops/s: +([0-9.eE+-]+)'" ]
	[[ $output != *'which values are better'* ]]
	# A resumed study that fails in its reference run prints the option too.
	run -1 randstudy run -o st --on-wrong go-on
	[ "$(proposed)" = "--metric 'ops/s=stdout:^ops/s: +([0-9.eE+-]+)'" ]
	eval "option=($(proposed))"
	rm -r st
	run -0 study "${option[@]}"
	[[ $output == *'ops/s'* ]]
	[ "$(json .better)" = higher ]
	rm -r st
	# With --on-wrong go-on the option is printed once.
	run -1 study --on-wrong go-on
	[ "$(proposed | wc -l)" = 1 ]
	rm -r st
	# The program prints two numbers, and one of them is a metric already.
	program 'echo "took $(($$ % 9000 + 1000)) ms at $(($$ % 8000 + 1000)) MB/s"'
	run -1 study --metric 'took/ms=stdout:^took ([0-9]+)'
	eval "option=($(proposed))"
	[ "${#option[@]}" = 2 ]
	rm -r st
	run -0 study --metric 'took/ms=stdout:^took ([0-9]+)' "${option[@]}"
	[ "$(query 'select count(distinct metric) from value')" = 2 ]
}

@test "a program that prints more than a score is told so" {
	program 'echo "score: $(($$ % 9000 + 1000))"; echo "at 12:$$:00"'
	run -1 study
	[[ $output == *'numbers in the output change, and more'* ]]
	[[ $output == *'say which values are better: score,higher=... or score,lower=...'* ]]
	[[ $(proposed) == *' --ignore-output' ]]
	eval "option=($(proposed))"
	rm -r st
	run -0 study "${option[@]}"
	rm -r st
	# no number, no option
	program 'echo "at $(date +%N):00"'
	run -1 study
	[ "$(proposed)" = '' ]
	[[ $output == *'this run printed "at '* ]]
}

@test "a name with a unit of time that may be a rate is refused" {
	for label in widgets/s throughput/s request/s; do
		run -2 study --metric "$label=stdout:(a)"
		[[ $output == *"\"$label\" may be a rate or a time: write rate/$label for ${label%/*} per s"* ]]
	done
}

@test "bad metrics are refused, with the reason" {
	for bad in 'nonsense' 'stdout:x' 'stdout:(' 'stdout:(a)(b)' 'file:x' \
		'wall=stdout:(.)' 'a b=stdout:(.)' 'once:wall' 'perf:'; do
		run -2 study --metric "$bad"
		[ ! -e st ]
	done
	run -2 study --metric 'stdout:(a)' --metric 'stdout:(b)'
	[[ $output == *'two metrics are called "stdout"'* ]]
	run -2 study --iterations 2
	[[ $output == *'iterations need a --metric'* ]]
	three --no-report
	run -2 randstudy report --metric nonsense st
	[[ $output == *'no metric "nonsense"'*'every study has wall'*'this one has "step" too'* ]]
}

@test "a study of the first format is read and continued" {
	study --no-report
	for table in $(query "select name from sqlite_master where name glob 'machine*'"); do
		query "drop table $table"
	done
	sqlite3 st/study.db 'drop table alone; alter table run drop column sharers;
		drop table library; drop table exact; drop table value;
		create table value(ord integer not null, iteration integer not null,
			value real not null, primary key(ord, iteration)) without rowid;
		delete from run where ord > 3; pragma user_version = 1'
	before=$(sha256sum st/study.db)
	run -0 randstudy report st
	[[ $output == *'4 of 8 runs'* ]]
	[ "$before" = "$(sha256sum st/study.db)" ]
	run -0 randstudy run -o st
	[ "$(query 'select count(*) from run')" = 8 ]
	[ "$(query 'pragma user_version')" = 5 ]
}
