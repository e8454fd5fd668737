#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy analyse: a file of several benchmarks.

load analyse

setup() {
	analyse_setup
}

# Print three benchmarks.  The first is table 6.2 of TR.  The second has values
# that are ten times as large and slightly changed.  The third has the first one's
# systems exchanged.
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
			# the old system comes first, as in the whole file
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
	# Compute what p.adjust(p, "holm") of R gives for three p-values.
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
	# the result is the same for any number of threads and any order of rows
	cp out.json expected.json
	json in.csv --bootstrap 500 --seed 5 --threads 3
	diff expected.json out.json
	run -0 randstudy analyse --seed 5 in.csv
	[[ $output == *'ratio "new" / "old" by benchmark'*'"b1": 0.62'*'jointly for all: undecided (Holm'* ]]
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

@test "a bootstrap that benchmarks cannot have is refused" {
	benchmarks >in.csv
	for option in --scheme=FLAT --statistic=median --statistic=min; do
		run -2 randstudy analyse in.csv --bootstrap 200 $option
		[[ $output == *'--scheme and --statistic are not for data of several benchmarks'* ]]
	done
	run -0 randstudy analyse in.csv --bootstrap 200 --scheme RRR --statistic mean
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

@test "systems that are not compared in a file with benchmarks are counted" {
	benchmarks >in.csv
	run -0 randstudy analyse in.csv
	[[ $output != *'not compared'* ]]
	first=$(sed -n 2p in.csv | cut -d, -f2)
	grep ",$first," in.csv | sed "s/,$first,/,third,/" >more.csv
	cat more.csv >>in.csv
	run -0 randstudy analyse in.csv
	grep -x '1 more system in the file is not compared' <<<"$output"
	sed 's/,third,/,fourth,/' more.csv >>in.csv
	run -0 randstudy analyse in.csv
	grep -x '2 more systems in the file are not compared' <<<"$output"
}
