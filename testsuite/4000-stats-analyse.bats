#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy analyse: the worked examples from a file, and files that are wrong.

bats_require_minimum_version 1.5.0

setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	PATH=$build/bin:$PATH
	cd "$BATS_TEST_TMPDIR" || exit
}

# table NAME VALUES…: rows of 3 binaries × 2 executions × 2 measurements
table() {
	local name=$1 b e m
	shift
	for b in 1 2 3; do
		for e in 1 2; do
			for m in 1 2; do
				echo "$name,$b,$e,$m,$1"
				shift
			done
		done
	done
}

header=system,binary,execution,measurement,value

# TR tables 6.1 and 6.2
table_61() {
	echo $header
	table base 9 5 8 3 10 6 7 11 1 12 2 4
}
table_62() {
	echo $header
	table old 9 11 5 6 16 13 12 8 15 7 10 14
	table new 10 12 6 7 9 1 11 4 8 5 3 2
}

# near JSON-FILTER EXPECTED RELATIVE, of out.json
near() {
	jq -e --argjson e "$2" --argjson r "$3" \
		"($1) as \$x | (\$x - \$e | fabs) <= \$r * (\$e | fabs)" \
		out.json >near.log || {
		echo "$1 is $(jq "$1" out.json), not $2"
		return 1
	}
}

json() {
	randstudy analyse --format json "$@" >out.json
}

# wrong EXPECTED-MESSAGE: in.csv is refused so
wrong() {
	run randstudy analyse in.csv
	[ "$status" -eq 2 ]
	[ "${lines[0]}" = "randstudy: error: $1" ] || {
		echo "got: $output"
		return 1
	}
}

@test "table 6.1 of Kalibera and Jones is reproduced" {
	table_61 >in.csv
	json in.csv --costs 10,1,1
	near '.systems[0].mean' 6.5 0
	near '.systems[0].levels[0].S2' 3.5625 1e-15
	near '.systems[0].levels[1].S2' 2.5833333333333335 1e-15
	near '.systems[0].levels[2].S2' 16.5 1e-15
	near '.systems[0].levels[1].T2' -5.666666666666667 1e-15
	near '.systems[0].levels[2].S2_kept' 12.722222222222221 1e-15
	near '.systems[0].levels[0].T2_kept' 0.3819444444444444 1e-13
	[ "$(jq -c '[.systems[0].levels[].removed]' out.json)" = '[false,true,false]' ]
	[ "$(jq -c '[.systems[0].levels[].name]' out.json)" = '["binary","execution","measurement"]' ]
	[ "$(jq -c '.systems[0].plan.r' out.json)" = '[null,1,19]' ]
	[ "$(jq -c '.systems[0].plan.costs' out.json)" = '[10,1,1]' ]
	[ "$(jq -c '[.ratio, .bootstrap, .verdict]' out.json)" = '[null,null,null]' ]
}

@test "table 6.2 of Kalibera and Jones is reproduced" {
	table_62 >in.csv
	json in.csv --method kj
	near '.systems[0].mean' 10.5 0
	near '.systems[1].mean' 6.5 0
	near '.systems[0].levels[0].S2' 5.8125 1e-15
	near '.systems[1].levels[0].S2' 4.5625 1e-15
	near '(.systems[0].ci | (.hi - .lo) / 2)' 5.98904 1e-6
	near '(.systems[1].ci | (.hi - .lo) / 2)' 5.30612 1e-6
	near '.ratio.lo' 0.1098344 5e-7
	near '.ratio.hi' 1.7253016 5e-8
	near '.ratio.df' 2 0
	[ "$(jq -r '.ratio.method, .ratio.bounded, .verdict' out.json | tr '\n' ' ')" = 'kj true undecided ' ]
}

@test "the JSON has its keys" {
	table_62 >in.csv
	json in.csv --bootstrap 100 --seed 5
	[ "$(jq -c '.systems[0] | keys' out.json)" = '["balanced","ci","levels","max","mean","median","min","n","name","plan","sd"]' ]
	[ "$(jq -c '.systems[0].ci | keys' out.json)" = '["df","hi","level","lo"]' ]
	[ "$(jq -c '.systems[0].levels[0] | keys' out.json)" = '["S2","S2_kept","T2","T2_kept","n","n_min","name","removed","repeated"]' ]
	[ "$(jq -c '.systems[0].plan | keys' out.json)" = '["costs","hi","lo","precision","r"]' ]
	[ "$(jq -c '.ratio | keys' out.json)" = '["bounded","df","estimate","hi","level","lo","method","outside"]' ]
	[ "$(jq -c '.bootstrap | keys' out.json)" = '["bca","center","coverage","estimate","few","of","percentile","replicates","scheme","seed","statistic","student"]' ]
	[ "$(jq -c '.bootstrap | .replicates, .seed' out.json | tr '\n' ' ')" = '100 "5" ' ]
	[ "$(jq -c 'keys' out.json)" = '["bootstrap","ratio","suite","systems","threshold","to_decide","values","verdict"]' ]
	jq -e '.suite == null and .values == null and
		(.systems[0] | has("benchmark") | not)' out.json
}

# The first measurements of table 6.1's first executions, by hand: 9, 10, 1;
# Georges et al.'s interval is Student's over them.
@test "start-up performance is that of the first iterations alone" {
	{ echo system,execution,iteration,value
	  printf 'a,%d,%d,%d\n' 1 1 9 1 2 5 2 1 10 2 2 6 3 1 1 3 2 12; } >in.csv
	json in.csv --only 1
	near '.systems[0].mean' 6.666666666666667 1e-15
	# qt(.975, 2) * sd(c(9, 10, 1)) / sqrt(3), by R
	near '(.systems[0].ci | (.hi - .lo) / 2)' 12.2539603459267 1e-12
	jq -e '.systems[0].ci.df == 2 and (.systems[0].levels | map(.name)) == ["execution"] and
		.values == {only: {level: "iteration", cell: "1", left_out: 3}}' out.json
	cp out.json expected.json
	# In any order of rows, where a first row is no first iteration.
	{ head -n 1 in.csv; sed 1d in.csv | sort -r; } >other.csv
	json other.csv --only 1
	near '.systems[0].mean' 6.666666666666667 1e-15
	near '(.systems[0].ci | (.hi - .lo) / 2)' 12.2539603459267 1e-12
	run -0 randstudy analyse in.csv --only 1
	[ "${lines[0]}" = 'only rows whose iteration is "1"; the other 3 are left out' ]
	# An execution without one is missing, and a bad row is told all the same.
	sed -i '/^a,2,1/d' in.csv
	json in.csv --only 1
	[ "$(jq '.systems[0].n' out.json)" = 2 ]
	echo a,2,3,x >>in.csv
	run -2 randstudy analyse in.csv --only 1
	[[ $output == *'line 7: "x" is not a finite decimal number'* ]]
	sed -i '$d' in.csv
	echo a,1,1,5 >>in.csv
	run -2 randstudy analyse in.csv --only 1
	[[ $output == *'line 7: the same cells as line 2'* ]]
	run -2 randstudy analyse other.csv --only 7
	[[ $output == *'"other.csv": no row has "7" in its column "iteration"'* ]]
	printf 'system,run,value\na,1,5\n' >in.csv
	run -2 randstudy analyse in.csv --only 1
	[[ $output == *'--only leaves "in.csv" without a level'* ]]
}

@test "the minimum and the median of each unit are estimators" {
	table_62 >in.csv
	json in.csv --estimator min
	# old: 5, 8, 7; new: 6, 1, 2
	near '.systems[0].mean' 6.666666666666667 1e-15
	near '.systems[0].levels[0].S2' 2.3333333333333335 1e-15
	near '.ratio.estimate' 0.45 1e-15
	jq -e '.values == {estimator: "min"} and .systems[0].n == 3 and
		(.systems[0].levels | map(.name)) == ["binary"]' out.json
	json in.csv --estimator median
	# old: 7.5, 12.5, 12; new: 8.5, 6.5, 4
	near '.systems[0].mean' 10.666666666666666 1e-15
	near '.systems[1].mean' 6.333333333333333 1e-15
	run -0 randstudy analyse in.csv -e min
	[ "${lines[0]}" = 'values: the minimum of each binary' ]
	# Units that have not the same number of values: the first binary has lost
	# its 5 and its 6, the last its execution.
	sed -i '/^old,1,.*,[56]$/d; /^old,3,2,/d' in.csv
	json in.csv --estimator min
	# 9, 8, 7
	near '.systems[0].mean' 8 1e-15
	near '.systems[0].levels[0].S2' 1 1e-15
	near '.systems[1].mean' 3 1e-15
}

# Chen & Revels: the numbers of testsuite/unit/stats_suite.c, from a file.
@test "the report says how many executions to time together" {
	printf 'system,together,ns\nf,1,120\nf,2,220\nf,3,300\nf,4,410\ng,4,4\ng,1,2\n' >in.csv
	json in.csv --tune 1000,1
	[ "$(jq -c '.systems[] | [.min, .together]' out.json | tr '\n' ' ')" = '[100,982] [1,993] ' ]
	jq -e '.values == {timer: {accuracy: 1000, precision: 1, a: 0.01, b: 0.5,
		most_together: 4}}' out.json
	run -0 randstudy analyse in.csv --tune 1000,1
	[ "${lines[1]}" = 'system "f": one execution takes 100; time 982 together' ]
	[ "${lines[3]}" = '  up to 4 were timed together; accuracy / precision asks for 1 to 1000' ]
	# 1 + 3 / (1 + exp(0.012 (100 - 0.45 * 4)))
	json in.csv --tune 4,1,0.012,0.45
	[ "$(jq -c '[.systems[].together]' out.json)" = '[1,2]' ]
	run -0 randstudy analyse in.csv --tune 4,1,0.012,0.45
	[[ $output != *'asks for'* ]]
	for bad in 1 1,2 0,0 -5,1 1000,1,0.01 1000,1,0.02,0.5 1000,1,0.01,0.6 x,1; do
		run ! randstudy analyse in.csv "--tune=$bad"
		[[ $output == *"--tune: \"$bad\" is not accuracy and precision"* ]]
	done
	for option in --only=1 --estimator=min; do
		run ! randstudy analyse in.csv --tune 1000,1 $option
		[[ $output == *'not with --only or --estimator'* ]]
	done
	# A time of nothing has no number; cells must be numbers of executions.
	printf 'system,together,ns\nf,1,0\n' >zero.csv
	run -0 randstudy analyse zero.csv --tune 1000,1
	[[ ${lines[1]} == *'undefined, since it is not above 0' ]]
	for bad in 0 x 01 -1; do
		printf 'system,together,ns\nf,1,120\nf,%s,5\n' "$bad" >in.csv
		run -2 randstudy analyse in.csv --tune 1000,1
		[[ $output == *"line 3: \"$bad\" is not a number of executions"* ]]
	done
}

# columns LAYOUTS EXECUTIONS LAYOUT-SD EXECUTION-SD: values of a pattern that has
# about these variances
columns() {
	awk -v n="$1" -v m="$2" -v a="$3" -v b="$4" 'BEGIN {
		print "system,layout,execution,value"
		for (i = 1; i <= n; i++)
			for (k = 1; k <= m; k++) {
				x = a * (i * 7 % n - (n - 1) / 2) / n
				y = b * ((k + i) % m - (m - 1) / 2) / m
				print "a," i "," k "," 100 + 3.5 * (x + y)
			}
	}'
}

@test "the bootstrap says when it covers too little, or too much" {
	columns 3 3 2 1 >in.csv
	run -0 randstudy analyse in.csv --bootstrap 1000 --seed 1
	[[ $output == *'fewer than 10 layout: percentile and BCa intervals may cover too little'* ]]
	[[ $output == *'percentile and BCa are too narrow: with these counts and variances about '*' % of them cover, not 95 % (normal data)'* ]]
	json in.csv --bootstrap 1000 --seed 1
	jq -e '.bootstrap | .few and .coverage > 0.74 and .coverage < 0.84' out.json
	# Nothing but executions varies: layouts' means all but agree.
	columns 20 3 0.1 5 >in.csv
	run -0 randstudy analyse in.csv --bootstrap 1000 --seed 1
	[[ $output == *'too wide, as lower levels dominate: with these counts and variances about '* ]]
	[[ $output != *'fewer than'* ]]
	json in.csv --bootstrap 1000 --seed 1
	jq -e '.bootstrap | (.few | not) and .coverage > 0.97' out.json
	# Where only the highest level is drawn that does not happen.
	json in.csv --bootstrap 1000 --seed 1 --scheme RNN
	# 2 pt(qnorm(.975) sqrt(.95), 19) - 1, by R
	near .bootstrap.coverage 0.928698582 1e-4
	# As good as it says.
	columns 100 2 2 0.1 >in.csv
	run -0 randstudy analyse in.csv --bootstrap 1000 --seed 1
	[[ $output == *'percentile'* && $output != *'of them cover'* ]]
	# Not known for others than the mean.
	json in.csv --bootstrap 1000 --seed 1 --statistic median
	jq -e '.bootstrap.coverage == null' out.json
	json in.csv --bootstrap 1000 --seed 1 --scheme FLAT
	jq -e '.bootstrap.coverage == null' out.json
}

@test "rows in any order, CRLF, quotes and a byte-order mark change nothing" {
	table_62 >in.csv
	json in.csv
	mv out.json expected.json
	{ printf '\357\273\277%s\r\n' "$header"
	  # "old" must come first: it is what the other is compared with.
	  sed -n 2p in.csv
	  sed 1,2d in.csv | sort -t, -k5,5 -k2,2
	} | sed 's/old/"old"/; s/,\([0-9]\),\([0-9]*\)\r*$/,"\1","\2"\r/' >other.csv
	json other.csv
	cmp out.json expected.json
	json - <other.csv
	cmp out.json expected.json
	# A pipe cannot be read twice.
	# shellcheck disable=SC2002
	cat other.csv | json -
	cmp out.json expected.json
}

@test "quoted names may hold commas, quotes and line ends" {
	printf 'system,run,value\n"a, ""b""\nc",1,5\n"a, ""b""\nc",2,7\n' >in.csv
	json in.csv
	[ "$(jq -c '.systems[0].name' out.json)" = '"a, \"b\"\nc"' ]
	near '.systems[0].mean' 6 0
	echo 'x,y,z' >>in.csv
	wrong '"in.csv" line 6: "z" is not a finite decimal number'
}

@test "counts that differ are handled, and named" {
	table_62 | sed '3d' >in.csv
	run randstudy analyse in.csv
	[ "$status" -eq 0 ]
	[[ $output == *'3 binary × 2 execution × 1 to 2 measurement, 11 values'* ]]
	[[ $output == *'counts differ'*'nothing was dropped'* ]]
	json in.csv
	# The execution level goes; the first binary is (9 + 5 + 6) / 3 then,
	# and counts as much as the others.
	[ "$(jq -c '[.systems[0].levels[].removed]' out.json)" = '[false,true,false]' ]
	near '.systems[0].mean' 10.138888888888889 1e-15
	[ "$(jq '.systems[0].balanced' out.json)" = false ]
}

@test "a number undefined for one or constant values is null, not 0" {
	printf 'system,run,value\na,1,5\n' >in.csv
	json in.csv
	[ "$(jq -c '.systems[0] | .mean, .sd, .ci.lo, .levels[0].S2' out.json | tr '\n' ' ')" = '5 null null null ' ]
	run randstudy analyse in.csv
	[ "$status" -eq 0 ]
	[[ $output == *'one run only: no interval can be given'* ]]
	printf 'system,run,value\na,1,5\na,2,5\nb,1,5\nb,2,5\n' >in.csv
	json in.csv
	near '.ratio.lo' 1 0
	near '.ratio.hi' 1 0
}

@test "an unbounded ratio is reported as such" {
	printf 'system,run,value\na,1,-1\na,2,1.2\nb,1,50\nb,2,51\n' >in.csv
	json in.csv
	[ "$(jq -c '.ratio | .bounded, .lo, .hi' out.json | tr '\n' ' ')" = 'false null null ' ]
	run randstudy analyse in.csv
	[[ ${lines[0]} == *unbounded* ]]
	[[ ${lines[1]} == *undecided* ]]
}

@test "verdicts follow the threshold" {
	{ echo system,run,value
	  for i in 1 2 3 4 5 6 7 8; do echo "a,$i,10$((i % 4))"; done
	  for i in 1 2 3 4 5 6 7 8; do echo "b,$i,11$((i % 4))"; done; } >in.csv
	json in.csv
	[ "$(jq -r .verdict out.json)" = slower ]
	json in.csv --threshold 20
	[ "$(jq -r .verdict out.json)" = 'no difference' ]
	json in.csv --threshold 9.5
	[ "$(jq -r .verdict out.json)" = undecided ]
	[ "$(jq '.to_decide > 8' out.json)" = true ]
}

@test "the bootstrap gives the same bytes for a seed on any number of threads" {
	table_62 >in.csv
	for statistic in mean median min; do
		for scheme in RRR RRN RNN FLAT; do
			json in.csv --bootstrap 3000 --seed 9 --statistic $statistic --scheme $scheme --threads 1
			mv out.json one.json
			json in.csv --bootstrap 3000 --seed 9 --statistic $statistic --scheme $scheme --threads 7
			cmp out.json one.json
		done
	done
	json in.csv --bootstrap 3000 --seed 10 --scheme FLAT --statistic min --threads 7
	run cmp out.json one.json
	[ "$status" -eq 1 ]
	run randstudy analyse in.csv --bootstrap 100 --seed 1
	[[ $output == *'fewer than 10 binary'* ]]
}

@test "a trend is seen in a series and not in its shuffled twin" {
	{ echo system,run,value
	  for ((i = 1; i <= 200; i++)); do echo "a,$i,$((i * 7 + i % 5))"; done; } >in.csv
	json in.csv --series --seed 1
	[ "$(jq '.systems[0].highest_series | .autocorrelation[0] > 0.9 and (.shuffled[0] | fabs) < 0.2 and .p < 1e-10' out.json)" = true ]
}

@test "an error in a file is reported with its line" {
	: >in.csv
	wrong '"in.csv" is empty'
	echo system,run,value >in.csv
	wrong '"in.csv" has no rows behind its header'
	printf 'system,value\na,1\n' >in.csv
	wrong '"in.csv" line 1: 2 columns: system, 1 to 8 levels and value are needed'
	printf 's,1,2,3,4,5,6,7,8,9,value\n' >in.csv
	wrong '"in.csv" line 1: 11 columns: system, 1 to 8 levels and value are needed'
	printf 'system,run,value\na,1,5\na,2\n' >in.csv
	wrong '"in.csv" line 3: 2 columns, but the header has 3'
	printf 'system,run,value\na,1,5\na,2,6,7\n' >in.csv
	wrong '"in.csv" line 3: 4 columns, but the header has 3'
	for bad in five nan inf 0x10 1e999 1,5 '5 ' ' 5' 1.2.3 '' - .; do
		printf 'system,run,value\na,1,5\na,2,"%s"\n' "$bad" >in.csv
		wrong "\"in.csv\" line 3: \"$bad\" is not a finite decimal number"
	done
	printf 'system,run,value\na,1,5\na,,6\n' >in.csv
	wrong '"in.csv" line 3: column 2 is empty'
	printf 'system,run,value\na,1,5\n\na,2,6\n' >in.csv
	wrong '"in.csv" line 3: empty'
	printf 'system,run,value\na,1,5\na,"2,6\n' >in.csv
	wrong '"in.csv" line 3: a quote is left open'
	printf 'system,run,value\na,1,5\na,"2"x,6\n' >in.csv
	wrong '"in.csv" line 3: text behind a closing quote'
	printf 'system,run,value\na,1,5\na,2"x,6\n' >in.csv
	wrong '"in.csv" line 3: a quote inside a field that does not begin with one'
	printf 'system,run,value\na,1,5\na,2\0x,6\n' >in.csv
	wrong '"in.csv" line 3: a NUL byte'
	printf 'system,run,value\na,1,5\na,"2\0x",6\n' >in.csv
	wrong '"in.csv" line 3: a NUL byte'
	printf 'system,run,value\na,"1\n",5\nb,1,x' >in.csv
	wrong '"in.csv" line 4: "x" is not a finite decimal number'
	rm in.csv
	wrong 'cannot open "in.csv": No such file or directory'
	mkdir in.csv
	wrong 'cannot read "in.csv": Is a directory'
}

@test "a duplicate row is reported with both lines" {
	printf 'system,run,value\na,1,5\na,2,6\nb,1,7\na,2,8\n' >in.csv
	wrong '"in.csv" line 5: the same cells as line 3'
	printf 'system,run,value\na,x,5\na,y,6\na,x,8\n' >in.csv
	wrong '"in.csv" line 4: the same cells as line 2'
	# Many rows, so that they are sorted by counting: the last comes twice.
	{
		echo system,run,value
		seq 5000 -1 1 | sed 's/.*/a,&,1.&/'
		echo a,2500,5
	} >in.csv
	wrong '"in.csv" line 5002: the same cells as line 2502'
	sed -i '$d' in.csv
	json in.csv
	[ "$(jq '.systems[0].n' out.json)" = 5000 ]
	# Numbers that are far apart, or too large, or become text.
	{
		echo system,run,value
		seq 5000 -1 1 | sed 's/.*/a,&000,1.&/'
		echo a,4294967296000,1
	} >in.csv
	for again in 2500000 4294967296000; do
		{ cat in.csv; echo a,$again,5; } >twice.csv
		run -2 randstudy analyse twice.csv
		[[ $output == *"\"twice.csv\" line 5003: the same cells as line $((again == 2500000 ? 2502 : 5002))" ]]
	done
	sed -i '$d' in.csv
	for again in 2500000 4294967294 x; do
		{ cat in.csv; echo a,$again,5; echo a,$again,6; } >twice.csv
		run -2 randstudy analyse twice.csv
		[[ $output == *'the same cells as line '* ]]
	done
	{ cat in.csv; echo a,02500000,5; echo a,x,6; } >other.csv
	json other.csv
	[ "$(jq '.systems[0].n' out.json)" = 5002 ]
	# The same run of another system is another cell.
	printf 'system,run,value\na,2,5\na,1,6\nb,2,8\nb,1,9\n' >in.csv
	json in.csv
	near '.systems[1].mean' 8.5 0
	run randstudy analyse - < <(printf 'system,run,value\na,1,5\na,1,6\n')
	[ "$status" -eq 2 ]
	[[ $output == *'"standard input": a row comes twice'* ]]
}

# Through a pipe, in long rows: `make check-large` has ten million in a file.
# Groups are found by number where it is small, else by text: all must agree.
@test "groups may have any name and any order" {
	awk 'BEGIN {
		print "system,layout,execution,value"
		for (i = 0; i < 40; i++)
			for (k = 1; k <= 3; k++)
				print "a,%" i % 40 "%," k "," i * 7 % 40 + k / 4
	}' >in.csv
	# names that count, others, long ones, far apart, with a zero in front
	for name in '\1' 'x\1' 'a-long-name-\1' '\1000000' '0\1' '\17'; do
		sed "s/%\([0-9]*\)%/$name/" in.csv >all.csv
		json all.csv
		jq -S '.systems[0]' out.json >expected.json
		near '.systems[0].mean' 20 1e-15
		{
			head -n 1 all.csv
			sed 1d all.csv | sort -t, -k4.4,4 -k2,2
		} >other.csv
		json other.csv
		jq -e --slurpfile e expected.json '.systems[0].n == 120 and
			(.systems[0].levels[0].S2 / $e[0].levels[0].S2 - 1 | fabs) < 1e-12 and
			(.systems[0].levels[1].S2 / $e[0].levels[1].S2 - 1 | fabs) < 1e-12' out.json
	done
	# "7", "07" and "007" are three layouts.
	printf 'system,layout,value\na,7,1\na,07,2\na,007,3\n' >in.csv
	json in.csv
	[ "$(jq '.systems[0].n' out.json)" = 3 ]
	printf 'system,layout,run,value\na,7,1,1\na,7,2,2\na,07,1,2\na,07,2,2\na,7,3,3\na,07,3,3\n' >in.csv
	json in.csv
	[ "$(jq -c '[.systems[0].levels[].n]' out.json)" = '[2,3]' ]
}

@test "a file of more than 2^31 bytes is read" {
	head -c 60000 /dev/zero | tr '\0' x >name
	mkfifo fifo
	awk 'BEGIN {
		getline name <"name"
		print "system,run,value"
		for (i = 1; i <= 36000; i++)
			print name "," i "," i % 10
		print "x,1"
	}' >fifo &
	run -2 randstudy analyse - <fifo
	wait
	[ "$output" = 'randstudy: error: "standard input" line 36002: 2 columns, but the header has 3' ]
}

@test "analyse refuses bad options" {
	table_61 >in.csv
	for bad in --confidence=40 --confidence=x --method=fast --threshold=-1 \
		--bootstrap=9 --scheme=NNN --statistic=mode --threads=0 \
		--costs=1,0 --costs=a --format=xml; do
		run randstudy analyse in.csv "$bad"
		[ "$status" -ne 0 ]
		[[ $output == *"${bad#*=}"* ]]
	done
	run randstudy analyse in.csv --costs 1,2
	[ "$status" -eq 2 ]
	[[ $output == *'--costs has 2 numbers, but the data has 3 levels'* ]]
	run randstudy analyse in.csv --seed x
	[ "$status" -eq 2 ]
	[[ $output == *'bad seed "x"'* ]]
	run randstudy analyse in.csv >/dev/full
	run bash -c 'randstudy analyse in.csv >/dev/full'
	[ "$status" -eq 2 ]
	[[ $output == *'cannot write the result: No space left on device'* ]]
}

# Three benchmarks: TR table 6.2 as it is, with the values ten times as large and
# a little off, and the other way round.
benchmarks() {
	echo "benchmark,$header"
	table_62 | sed '1d; s/^/b1,/'
	table_62 | awk -F, -v OFS=, 'NR > 1 { $5 = $5 * 10 + NR % 3; print "b2", $0 }'
	table_62 | sed '1d; s/^old/x/; s/^new/old/; s/^x/new/; s/^/b3,/'
}

@test "each benchmark is analysed as if it were alone" {
	benchmarks >in.csv
	json in.csv --threshold 5
	cp out.json all.json
	for name in b1 b2 b3; do
		{
			echo $header
			# the old system first, as in the whole file
			grep "^$name,old," in.csv | sed 's/^[^,]*,//'
			grep "^$name,new," in.csv | sed 's/^[^,]*,//'
		} >one.csv
		json one.csv --threshold 5
		diff <(jq -S .ratio out.json) \
			<(jq -S ".suite.benchmarks[] | select(.benchmark == \"$name\") | .ratio" all.json)
		[ "$(jq .verdict out.json)" = \
			"$(jq ".suite.benchmarks[] | select(.benchmark == \"$name\") | .verdict" all.json)" ]
		diff <(jq -S '.systems | sort_by(.name)' out.json) \
			<(jq -S "[.systems[] | select(.benchmark == \"$name\") | del(.benchmark)] | sort_by(.name)" all.json)
	done
	jq -e '.ratio == null and .verdict == null and .bootstrap == null' all.json
}

@test "benchmarks have a geometric mean, Holm's correction and their JSON keys" {
	benchmarks >in.csv
	json in.csv --bootstrap 500 --seed 5
	jq -e '(([.suite.benchmarks[].ratio.estimate | log] | add / length | exp) as $g
		| .suite.geometric_mean.estimate / $g - 1 | fabs < 1e-12)' out.json
	# R's p.adjust(p, "holm"), by hand for three
	jq -e '[.suite.benchmarks[]] | sort_by(.p) |
		[([.[0].p * 3, 1] | min), .[1].p * 2, .[2].p] as $q |
		[$q[0], ([$q[0], $q[1]] | max), ([$q[0], $q[1], $q[2]] | max)] as $h |
		[.[].p_holm] | . == ($h | map([., 1] | min))' out.json
	[ "$(jq -c '.suite | keys' out.json)" = '["benchmarks","geometric_mean","new","old"]' ]
	[ "$(jq -c '.suite.benchmarks[0] | keys' out.json)" = '["benchmark","p","p_holm","ratio","verdict","verdict_holm"]' ]
	[ "$(jq -c '.suite.benchmarks[0].ratio | keys' out.json)" = '["bounded","df","estimate","hi","level","lo","method","outside"]' ]
	[ "$(jq -c '.suite.geometric_mean | keys' out.json)" = '["bootstrap","estimate","few","level","log","n","replicates","seed"]' ]
	[ "$(jq -c '.suite.geometric_mean.bootstrap | keys' out.json)" = '["df","hi","level","lo"]' ]
	jq -e '.suite.geometric_mean | .few and .replicates == 500 and .seed == "5" and .n == 3' out.json
	# the same for any number of threads, and in any order of rows
	cp out.json expected.json
	json in.csv --bootstrap 500 --seed 5 --threads 3
	diff expected.json out.json
	run -0 randstudy analyse --seed 5 in.csv
	[[ $output == *'ratio "new" / "old" by benchmark'*'"b1": 0.61'*'for all together: undecided (Holm'* ]]
	[[ $output == *'geometric mean of 3 ratios: 0.8'*'bootstrap RRR'*'fewer than 10'* ]]
	[[ $output == *'benchmark "b2", system "new": 3 binary'* ]]
}

@test "a benchmark without the second system, and a single system, are handled" {
	benchmarks | grep -v '^b2,new' >in.csv
	json in.csv
	jq -e '.suite.benchmarks[1] == {benchmark: "b2", ratio: null, verdict: null,
		p: null, p_holm: null, verdict_holm: null} and
		.suite.geometric_mean.n == 2' out.json
	grep -v ',new,' in.csv >old.csv
	json old.csv
	jq -e '.suite == null and (.systems | length) == 3' out.json
}

@test "an error among benchmarks is reported with its line" {
	benchmarks >in.csv
	check() { # MESSAGE
		run -2 randstudy analyse in.csv
		echo "$output"
		[[ $output == *"$1"* ]]
	}
	sed -i '3s/^b1//' in.csv
	check '"in.csv" line 3: column 1 is empty'
	benchmarks >in.csv
	sed -i '4s/^b1,//' in.csv
	check '"in.csv" line 4: 5 columns, but the header has 6'
	benchmarks >in.csv
	sed -n 5p in.csv >>in.csv
	check '"in.csv" line 74: the same cells as line 5'
	echo 'benchmark,system,value' >in.csv
	check 'line 1: 3 columns: benchmark, system, 1 to'
}
