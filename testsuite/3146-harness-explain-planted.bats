#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The programs with planted causes, and how their explanations are judged
# (testsuite/bench/planted and testsuite/bench/explain).

load harness

setup() {
	real_setup
	planted=$BATS_TEST_DIRNAME/bench/planted
}

@test "the same numbers give the same program, and another set another" {
	"$planted" 3 1 2 >a.c
	"$planted" 3 1 2 >b.c
	"$planted" 3 2 2 >c.c
	cmp a.c b.c
	run ! cmp -s a.c c.c
	run -2 "$planted" 21 1 2
	run -2 "$planted" 3
}

@test "the cause is where the first line says" {
	# Read the first line of the program.  Set $1 to the function, $2 to the other
	# function ("-"), $3 to the modulus, $4 to the first offset, and $5 to the
	# number of offsets.
	"$planted" 8 1 1 >prog.c
	# shellcheck disable=SC2046 # words
	set -- $(sed -n 's,^/\* cause page 2 \(.*\) \*/$,\1,p' prog.c)
	[ $# = 5 ]
	[ "$5" = 512 ]
	# This version of the program returns 7 where the function would do its
	# slow work.
	sed "s,^\t\tn += n .*,\t\treturn 7;," prog.c >count.c
	sed -i '/^int main/,$d' count.c
	cat >>count.c <<-EOF
		int main(void)
		{
			return cold[0](0) + (int)$1(1, 0);
		}
	EOF
	randcc -O2 count.c -o slow 2>err
	for offset in "$4" $((($4 + 512) % 4096)); do
		RANDCC_SEED=1 RANDCC_MOVE="$1@$offset/4096" randcc -O2 count.c -o prog
		run ./prog
		[ "$status" = $((offset == $4 ? 7 : 1)) ]
	done
}

# answer NAME NAMED: write an answer of explain.  NAMED (true or false) says whether it
# names the function NAME.
answer() {
	cat >out.json <<-EOF
		{"decided": true, "tests": [{"function": "$1", "other": null,
		 "modulus": 64, "named": $2,
		 "ratio": {"estimate": 1.03, "low": 1.02, "high": 1.04},
		 "doses": [{"offset": 48, "suspected": true},
		 {"offset": 0, "suspected": false}]}]}
	EOF
}

# judged: print the last line of the results, without its date and duration
judged() {
	cut -d, -f 1-14 results.csv | tail -n 1
}

@test "an answer is right, partly right, or wrong" {
	mkdir bin
	cat >bin/randstudy <<-'EOF'
		#!/bin/sh
		mkdir -p st
		[ "$1" != explain ] || cat "$FAKE_JSON"
	EOF
	chmod +x bin/randstudy
	bench() {
		rm -f results.csv
		RANDCC_BUILD=$T FAKE_JSON=$T/out.json PROGRAMS=$1 WORK=1 LIMIT=9 \
			RESULTS=$T/results.csv "$BATS_TEST_DIRNAME/bench/explain"
	}
	read -r _ _ _ _ name _ _ first _ <<<"$("$planted" 3 1 1 | head -n 1)"
	answer "$name" true
	bench 3
	place=$((first == 48))
	[ "$(judged)" = "quiet,1,9,1,3,line,2,1,$place,0,true,1.03,1.02,1.04" ]
	sed -i "s/\"offset\": 48/\"offset\": $first/" out.json
	bench 3
	[ "$(judged)" = "quiet,1,9,1,3,line,2,1,1,0,true,1.03,1.02,1.04" ]
	answer other true
	bench 3
	[ "$(judged)" = "quiet,1,9,1,3,line,2,0,0,1,true,,," ]
	bench 17
	[ "$(judged)" = "quiet,1,9,1,17,none,0,0,0,1,true,,," ]
	answer other false
	bench 17
	[ "$(judged)" = "quiet,1,9,1,17,none,0,0,0,0,true,,," ]
	# The program has two causes, and the answer names one of them.
	read -r _ _ _ _ name _ <<<"$("$planted" 15 1 1 | head -n 1)"
	answer "$name" true
	bench 15
	[ "$(wc -l <results.csv)" = 3 ]
	[ "$(cut -d, -f 6-8,10 results.csv | tail -n 2 | xargs)" = \
		'line,3,1,0 page,2,0,0' ]
	# A program whose results are there already is not measured again.
	cp results.csv before.csv
	RANDCC_BUILD=$T PROGRAMS=15 WORK=1 LIMIT=9 RESULTS=$T/results.csv \
		"$BATS_TEST_DIRNAME/bench/explain"
	cmp results.csv before.csv
}
