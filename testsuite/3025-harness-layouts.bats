#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run --keep-layouts=none keeps programs only while they are needed, makes
# them again when needed, and checks that they are the same.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# kept: print the numbers of the layouts that exist
kept() {
	find st/layouts -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | tr '\n' ' '
}

n_runs() {
	query 'SELECT count(*) FROM run'
}

@test "--keep-layouts=none keeps nothing but the results" {
	program 'ls "$T/st/layouts" | wc -l >>"$T/there"'
	export T
	study --no-report --keep-layouts=none --executions 2
	[ "$(n_runs)" = 16 ]
	[ -z "$(kept)" ]
	# All 8 layouts existed in the reference run and in all other runs.
	[ "$(sort -u there)" = 8 ]
	[ "$(query "SELECT json_extract(value, '\$.\"keep-layouts\"') FROM meta WHERE key = 'design'")" = none ]
	run -0 randstudy run -o st
	[ "$(n_runs)" = 16 ]
	[ -z "$(kept)" ]
	# The length of the seed decides where the sentence is wrapped.
	[[ $(tr -s '\n ' ' ' <<<"$output") == *"The layouts were not kept, but can be linked again. rows: "* ]]
	[[ $output == *"linked again."*"  link all: randstudy run -o '"*"/st' --keep-layouts=all"* ]]
	[[ $output == *"  link one: RANDCC_FACTORS=functions,units randld --replay '"*"/st/record/0/"*"' --seed SEED -o FILE"* ]]
	[[ $output != *'randstudy inspect'* ]]
	run -0 randstudy report --format html st
	[[ $output == *'--keep-layouts=all</code></dd>'* ]]
	run -2 randstudy inspect st/layouts/000000/prog
	[[ $output == *'cannot read "st/layouts/000000/prog"'*'says how to link one again'* ]]
}

@test "removed layouts are made again the same, and removed again" {
	study --no-report --seed 1
	[ "$(kept | wc -w)" = 8 ]
	cp -r st/layouts before
	randstudy run -o st --no-report --keep-layouts=none
	[ -z "$(kept)" ]
	randstudy run -o st --no-report --keep-layouts=all
	diff -r before st/layouts
	# The study keeps its programs from now on.
	randstudy run -o st --no-report --layouts 5
	[ "$(kept | wc -w)" = 10 ]
	[ "$(n_runs)" = 10 ]
}

@test "a study that grows links no more than what it needs" {
	study --no-report --keep-layouts=none
	# A program that differs from the one made before is refused.
	cp st/record/0/*/script script
	echo '# changed' >>"$(echo st/record/0/*/script)"
	run -1 randstudy run -o st --no-report --keep-layouts=all
	[[ $output == *'layout 0 of "prog" is not the file that this study made before'* ]]
	cp script st/record/0/*/script
	# The study needs two new random layouts and two new original ones.  The
	# new original ones are copies of the first original one.  So three
	# programs are linked: two random ones, and the first original one.
	run -0 randstudy run -o st --no-report --layouts 6 --keep-layouts=none
	[[ $output == *'laying out 3 of 3'* ]]
	[ "$(n_runs)" = 12 ]
	[ -z "$(kept)" ]
}

@test "a study with --precision keeps a step at a time" {
	program 'find "$T/st/layouts" -name prog | wc -l >>"$T/there"; echo hello'
	export T
	study --no-report --layouts 10 --precision 0.0001% --max-layouts 15 --keep-layouts=none
	[ "$(n_runs)" = 30 ]
	[ -z "$(kept)" ]
	# During the first runs, 20 programs exist.  During the later runs, 11
	# exist: ten new ones and the first original one.
	[ "$(sort -n there | uniq -c | tr -s ' \n' ' ')" = ' 11 11 21 20 ' ]
}

@test "an interrupted study links only what is left" {
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 14 ] || kill -INT $PPID; exit 0'
	export T
	# The study is interrupted in the second round.  Five of the eight
	# layouts have had both of their runs then.
	run env --default-signal=INT randstudy run -o st --layouts 4 --seed 3 \
		--build 'randld --fake-link prog.sh prog' --executions 2 \
		--keep-layouts=none -- '{binary}'
	[ "$status" = 130 ]
	[ "$(n_runs)" = 13 ]
	# The layouts that exist are those with runs left, and the first
	# original layout.
	{
		echo 1
		query 'SELECT layout FROM run GROUP BY layout HAVING count(*) < 2'
	} | sort -u | xargs printf '%06d\n' >left
	[ "$(kept)" = "$(tr '\n' ' ' <left)" ]
	# Lost layouts are made again.
	rm -r st/layouts
	run -0 randstudy run -o st --no-report
	[ "$(n_runs)" = 16 ]
	[ -z "$(kept)" ]
}

@test "the program of a run that failed stays" {
	program 'case $0 in */000004/*) exit 3;; esac; echo hello'
	run -1 study --no-report --keep-layouts=none --on-wrong go-on
	[ "$(n_runs)" = 8 ]
	[ "$(kept)" = '000004 ' ]
}

@test "valgrind counts before the layouts are removed" {
	cat >"$T/bin/valgrind" <<-'END'
		#!/bin/sh
		[ "$1" != --version ] || { echo valgrind-9.1; exit; }
		tool=${1#--tool=}
		for word; do
			case $word in --"$tool"-out-file=*) out=${word#*=} ;; esac
		done
		printf 'version: 1\nevents: Ir\nfn=main\n1 2\nsummary: 12\n' >"${out%\%p}$$"
		while [ "${1#--}" != "$1" ] || [ "$1" = -q ]; do shift; done
		exec "$@"
	END
	chmod +x "$T/bin/valgrind"
	PATH=$T/bin:$PATH study --no-report --keep-layouts=none --metric cachegrind:Ir
	[ "$(query 'SELECT count(*) FROM exact')" = 8 ]
	[ -z "$(kept)" ]
}

@test "--keep-layouts takes only all or none" {
	run -2 study --keep-layouts=some
	[[ $output == *'keep-layouts'* ]]
}
