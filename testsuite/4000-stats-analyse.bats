#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy analyse: the numbers, by worked examples.

load analyse

setup() {
	analyse_setup
}

@test "table 6.1 of Kalibera and Jones is reproduced" {
	table_61 >in.csv
	# In the report a binary costs 10.  It leaves out the execution of the binary, which
	# costs 1.
	json in.csv --costs 9,1,1
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
	# Since version 1.7, jq prints 9.0 as 9.0.  "+ 0" makes it 9.
	[ "$(jq -c '.systems[0].plan.costs | map(. + 0)' out.json)" = '[9,1,1]' ]
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
	[ "$(jq -c 'keys' out.json)" = '["bootstrap","format","ratio","suite","systems","threshold","to_decide","values","verdict"]' ]
	jq -e '.suite == null and .values == null and
		(.systems[0] | has("benchmark") | not)' out.json
}

# The rows are the first execution of each binary in table 6.1.  The first iterations of
# these three executions are 9, 10 and 1.  The interval of Georges et al. is Student's
# interval of these three values.
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
	# Rows may have any order: a first row need not be a first iteration.
	{ head -n 1 in.csv; sed 1d in.csv | sort -r; } >other.csv
	json other.csv --only 1
	near '.systems[0].mean' 6.666666666666667 1e-15
	near '(.systems[0].ci | (.hi - .lo) / 2)' 12.2539603459267 1e-12
	run -0 randstudy analyse in.csv --only 1
	[ "${lines[0]}" = 'only rows whose iteration is "1"; the other 3 are left out' ]
	# An execution without a first iteration is left out.  A malformed row
	# is an error even if it would be left out.
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
	[[ $output == *'--only needs two levels or more; "in.csv" has one'* ]]
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
	[[ $output != *'cannot be compared'* ]]
	# The binaries have different numbers of values.  The first binary lacks its
	# values 5 and 6, and the last binary lacks its second execution.
	sed -i '/^old,1,.*,[56]$/d; /^old,3,2,/d' in.csv
	json in.csv --estimator min
	# The minima are 9, 8 and 7.
	near '.systems[0].mean' 8 1e-15
	near '.systems[0].levels[0].S2' 1 1e-15
	near '.systems[1].mean' 3 1e-15
	run -0 randstudy analyse in.csv -e min
	[[ $output == *'warning: not every "binary" has the same number of values, so their minima cannot be compared'* ]]
	run -0 randstudy analyse in.csv -e median
	[[ $output != *'cannot be compared'* ]]
}

@test "a verdict says why there is none" {
	printf 'system,run,value\nold,1,1\nnew,1,2\n' >in.csv
	run -0 randstudy analyse in.csv
	[[ $output == *'undecided: a system has one member of the highest level only'* ]]
	printf 'system,run,value\nold,1,1\nold,2,1\nnew,1,2\nnew,2,2\n' >in.csv
	run -0 randstudy analyse in.csv
	[[ $output == *'undecided: all values of a system are equal, so their variation is unknown'* ]]
}

@test "values that were rounded to large steps give no verdict" {
	{
		echo system,run,value
		for run in {1..20}; do
			echo "old,$run,1.0$((run % 5 == 0))"
			echo "new,$run,1.0$((run % 3 != 0))"
		done
	} >in.csv
	json in.csv
	jq -e '.verdict == "undecided" and .ratio.lo == null' out.json
	run -0 randstudy analyse in.csv
	[[ $output == *'undecided: the values of a system look rounded to steps larger than their variation, and a mean may be off by half a step'* ]]
	# With a difference of many steps there is a verdict.
	sed 's/^new,\([0-9]*\),1/new,\1,2/' in.csv >far.csv
	run -0 randstudy analyse far.csv
	[[ $output == *'threshold 0 %: larger'* ]]
	# Some disturbed values hide nothing.
	sed 's/\(,4\),1\.0/\1,1.02/' in.csv >disturbed.csv
	run -0 randstudy analyse disturbed.csv
	[[ $output == *'undecided: the values of a system look rounded'* ]]
	# A suite says the same of a benchmark.
	sed '1s/^/benchmark,/; 2,$s/^/sort,/' in.csv >suite.csv
	run -0 randstudy analyse suite.csv
	[[ $output == *'undecided: the values of a system look rounded'* ]]
}

@test "a suite whose benchmarks do not all vary has no interval for its mean" {
	{
		echo benchmark,system,run,value
		for run in 1 2 3 4; do
			echo "a,old,$run,10$run"
			echo "a,new,$run,11$run"
			echo "b,old,$run,5"
			echo "b,new,$run,6"
		done
	} >in.csv
	run -0 randstudy analyse in.csv
	[[ $output == *'geometric mean of 2 ratios: undefined: the variation of a benchmark is unknown'* ]]
	[[ $output != *'bootstrap RRR'* ]]
}

# This method is by Chen & Revels.  The numbers are those of
# testsuite/unit/stats_suite.c.
@test "the report says how many executions to time together" {
	printf 'system,together,ns\nf,1,120\nf,2,220\nf,3,300\nf,4,410\ng,4,4\ng,1,2\n' >in.csv
	json in.csv --tune 1000,1
	[ "$(jq -c '.systems[] | [.min + 0, .together + 0]' out.json | tr '\n' ' ')" = '[100,982] [1,993] ' ]
	jq -e '.values == {timer: {accuracy: 1000, precision: 1, a: 0.01, b: 0.5,
		most_together: 4}}' out.json
	run -0 randstudy analyse in.csv --tune 1000,1
	[ "${lines[1]}" = 'system "f": one execution takes 100; time 982 together' ]
	[ "${lines[3]}" = '  up to 4 were timed together; accuracy / precision requires 1 to 1000' ]
	# 1 + 3 / (1 + exp(0.012 (100 - 0.45 * 4)))
	json in.csv --tune 4,1,0.012,0.45
	[ "$(jq -c '[.systems[].together]' out.json)" = '[1,2]' ]
	run -0 randstudy analyse in.csv --tune 4,1,0.012,0.45
	[[ $output != *'requires'* ]]
	for bad in 1 1,2 0,0 -5,1 1000,1,0.01 1000,1,0.02,0.5 1000,1,0.01,0.6 x,1; do
		run ! randstudy analyse in.csv "--tune=$bad"
		[[ $output == *"--tune: \"$bad\" needs ACCURACY,PRECISION"* ]]
	done
	for option in --only=1 --estimator=min; do
		run ! randstudy analyse in.csv --tune 1000,1 $option
		[[ $output == *'cannot be combined with --only or --estimator'* ]]
	done
	# No number of executions follows from a time of 0.
	printf 'system,together,ns\nf,1,0\n' >zero.csv
	run -0 randstudy analyse zero.csv --tune 1000,1
	[[ ${lines[1]} == *'undefined, since it is not above 0' ]]
	for bad in 0 x 01 -1; do
		printf 'system,together,ns\nf,1,120\nf,%s,5\n' "$bad" >in.csv
		run -2 randstudy analyse in.csv --tune 1000,1
		[[ $output == *"line 3: \"$bad\" is not a number of executions"* ]]
	done
}

# columns LAYOUTS EXECUTIONS LAYOUT-SD EXECUTION-SD: print values of a pattern with
# about these standard deviations
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
	[[ $output == *'fewer than 10 layout: percentile and BCa intervals may cover too rarely'* ]]
	[[ $output == *'percentile and BCa are too narrow: with these counts and variances about '*' % of them cover, not 95 % (normal data)'* ]]
	json in.csv --bootstrap 1000 --seed 1
	jq -e '.bootstrap | .few and .coverage > 0.74 and .coverage < 0.84' out.json
	# Only executions vary: the layouts' means almost agree.
	columns 20 3 0.1 5 >in.csv
	run -0 randstudy analyse in.csv --bootstrap 1000 --seed 1
	[[ $output == *'too wide, as lower levels dominate: with these counts and variances about '* ]]
	[[ $output != *'fewer than'* ]]
	json in.csv --bootstrap 1000 --seed 1
	jq -e '.bootstrap | (.few | not) and .coverage > 0.97' out.json
	# If only the highest level is resampled, the interval is not too wide.
	json in.csv --bootstrap 1000 --seed 1 --scheme RNN
	# 2 pt(qnorm(.975) sqrt(.95), 19) - 1, by R
	near .bootstrap.coverage 0.928698582 1e-4
	# The interval has the coverage that it claims.
	columns 100 2 2 0.1 >in.csv
	run -0 randstudy analyse in.csv --bootstrap 1000 --seed 1
	[[ $output == *'percentile'* && $output != *'of them cover'* ]]
	# The coverage is known only for the mean.
	json in.csv --bootstrap 1000 --seed 1 --statistic median
	jq -e '.bootstrap.coverage == null' out.json
	json in.csv --bootstrap 1000 --seed 1 --scheme FLAT
	jq -e '.bootstrap.coverage == null' out.json
}

@test "counts that differ are handled, and named" {
	table_62 | sed '3d' >in.csv
	run randstudy analyse in.csv
	[ "$status" -eq 0 ]
	[[ $output == *'3 binary × 2 execution × 1 to 2 measurement, 11 values'* ]]
	[[ $output == *'groups differ in size'*'no value was dropped'* ]]
	json in.csv
	# The level of executions is removed.  The mean of the first binary is
	# then (9 + 5 + 6) / 3.  It counts as much as the others.
	[ "$(jq -c '[.systems[0].levels[].removed]' out.json)" = '[false,true,false]' ]
	near '.systems[0].mean' 10.138888888888889 1e-15
	[ "$(jq '.systems[0].balanced' out.json)" = false ]
}

@test "a number undefined for one or constant values is null, not 0" {
	printf 'system,run,value\na,1,5\n' >in.csv
	json in.csv
	[ "$(jq -c '.systems[0] | .mean + 0, .sd, .ci.lo, .levels[0].S2' out.json | tr '\n' ' ')" = '5 null null null ' ]
	run randstudy analyse in.csv
	[ "$status" -eq 0 ]
	[[ $output == *'one run only: no interval can be given'* ]]
	printf 'system,run,value\na,1,5\na,2,5\nb,1,5\nb,2,5\n' >in.csv
	json in.csv
	near '.ratio.estimate' 1 0
	jq -e '.ratio | [.lo, .hi, .df, .bounded] == [null, null, null, false]' out.json
}

@test "equal values have no interval, and nothing is planned from them" {
	printf 'system,layout,run,value\na,1,1,5\na,1,2,5\na,2,1,5\na,2,2,5\nb,1,1,6\nb,1,2,6.5\nb,2,1,7\nb,2,2,6\n' >in.csv
	json in.csv --bootstrap 1000 --budget 20 --statistic median
	jq -e '.systems[0] | (.ci | [.lo, .hi] == [null, null]) and
		(.plan.precision | map(.n) == [null, null, null, null]) and
		.plan.budget.half_width == null' out.json
	jq -e '.systems[1].ci.lo != null' out.json
	run -0 randstudy analyse in.csv
	[[ $output == *'mean 5, 95 % interval undefined'* ]]
	[[ $output == *'each layout has the same mean, so the variation is unknown: no interval can be given'* ]]
	[[ $output == *'unknown: no variation was seen'* ]]
	[ "$(grep -c 'layout needed for' <<<"$output")" = 1 ]
	# A bootstrap of equal values has no interval either.
	grep -v ^b in.csv >one.csv
	json one.csv --bootstrap 1000
	jq -e '[.bootstrap.percentile.lo, .bootstrap.percentile.hi] == [null, null]' out.json
	# A suite with equal values has no limits and no verdict either.
	printf 'benchmark,system,run,value\nx,a,1,5\nx,a,2,5\nx,b,1,4\nx,b,2,4\n' >suite.csv
	json suite.csv
	jq -e '.suite | (.benchmarks[0] | .verdict == "undecided" and .verdict_holm == "undecided" and
		.ratio.lo == null and .p == null) and .geometric_mean.log.lo == null' out.json
	run -0 randstudy analyse suite.csv
	[[ $output == *'undecided: all values of a system are equal, so their variation is unknown'* ]]
	[[ $output != *nan* ]]
}

@test "numbers have the digits that their interval is worth" {
	printf 'system,run,value\na,1,1.0321\na,2,1.0378\na,3,1.0297\nb,1,110.321\nb,2,180.578\nb,3,640.997\n' >in.csv
	run -0 randstudy analyse in.csv --budget 2
	# mean 1.0332, half-width 0.0103 (R: t.test)
	[[ $output == *'mean 1.033, 95 % interval 1.023 to 1.044 (± 1.0 %)'* ]]
	# mean 310.6, half-width 716
	[[ $output == *'mean 310, 95 % interval -410 to 1030 (wider than the value itself)'* ]]
	[[ $output == *' (wider than the ratio itself)'* ]]
	[[ $output == *'a budget of 2 buys 2 run: ± '* ]]
	# Only the table of variances has numbers with exponents.
	run ! grep -E '^[^S]*[0-9]e[+-]?[0-9]' < <(grep -v '^  run ' <<<"$output")
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
	# It is unknown whether lower or higher values are better.
	[ "$(jq -r .verdict out.json)" = larger ]
	[[ $(randstudy analyse in.csv) == *'verdict, threshold 0 %: larger'* ]]
	{ head -n 1 in.csv; grep ^b in.csv; grep ^a in.csv; } >swapped.csv
	[[ $(randstudy analyse swapped.csv) == *'verdict, threshold 0 %: smaller'* ]]
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

# pairs A B: print systems a and b with two layouts of two runs each.  All values of a
# are A, and all values of b are B.
pairs() {
	echo system,layout,run,value
	for s in a b; do
		for i in 1 2 3 4; do
			echo "$s,$((i / 3)),$i,$([ $s = a ] && echo "$1" || echo "$2")"
		done
	done
}

@test "values that do not vary give no verdict" {
	pairs 5 4 >in.csv
	json in.csv --threshold 1
	[ "$(jq -r .verdict out.json)" = undecided ]
	run -0 randstudy analyse in.csv
	[[ $output == *'undecided: all values of a system are equal'* ]]
}

@test "negative means give no verdict" {
	table_62 | sed 's/,\([0-9.]*\)$/,-\1/' | awk -F, 'NR > 1 && /new/ { $NF *= 9 } 1' OFS=, >in.csv
	json in.csv
	[ "$(jq -r .verdict out.json)" = undecided ]
	run -0 randstudy analyse in.csv
	[[ $output == *'undecided: a mean is not positive'* ]]
}
