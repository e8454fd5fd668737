#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy with the real randcc and randld measures the programs that were asked
# for.

# shellcheck disable=SC2154 # bats sets stderr
# shellcheck disable=SC2016 # a "$" in single quotes is for make
load harness

setup() {
	real_setup
	units a b c
	{
		echo '#include <stdio.h>'
		for unit in a b c; do
			for i in $(seq 20); do echo "int $unit$i(int);"; done
		done
		echo 'int main(void) { int x = 1;'
		for unit in a b c; do
			for i in $(seq 20); do echo "x = $unit$i(x);"; done
		done
		printf '%s\n' 'printf("%d\n", x); return 0; }'
	} >main.c
}

study() {
	randstudy run -o st --no-report --layouts 4 \
		--build 'randcc -O1 -o prog main.c a.c b.c c.c' \
		"$@" -- '{binary}'
}

@test "the programs run have the seeds that were drawn" {
	study
	sqlite3 st/study.db 'SELECT id, seed FROM layout' >list
	while IFS='|' read -r id seed; do
		randstudy inspect "$(printf 'st/layouts/%06d/prog' "$id")" |
			sed -n 's/^seed: //p' >got
		[ "$(cat got)" = "$seed" ]
	done <list
	[ "$(sqlite3 st/study.db "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
	[ "$(sqlite3 st/study.db "SELECT count(DISTINCT digest) FROM layout")" = 5 ]
}

@test "the options that it was compiled with are reported" {
	study
	run -0 randstudy report st
	[[ $output == *'  options     -O1 (1 call)'* ]]
	[ "$(randstudy report --format json st | jq -c .options)" = '[[{"options":"-O1","calls":1}]]' ]
	# The report names the three most frequent options, and the number of
	# the others.
	echo '[{"options":"-O2","calls":3},{"options":"","calls":1},{"options":"-a","calls":1},{"options":"-b","calls":1}]' >list
	sqlite3 st/study.db "UPDATE meta SET value = readfile('list') WHERE key = 'options-0'"
	run -0 randstudy report st
	[[ $output == *'  options     -O2 (3 calls), no options (1 call), -a (1 call), and 1 more (json)'* ]]
	# A study of an older randstudy has no record of the options.
	sqlite3 st/study.db "DELETE FROM meta WHERE key = 'options-0'"
	run -0 randstudy report st
	[[ $output != *'  options '* ]]
}

@test "the original arm is the program as it was built" {
	study
	for copy in 1 3 5 7; do
		cmp prog "st/layouts/00000$copy/prog"
	done
}

@test "a layout is the same whether randstudy or randcc makes it" {
	study
	seed=$(sqlite3 st/study.db 'SELECT seed FROM layout WHERE id = 2')
	RANDCC_SEED=$seed randcc -O1 -o again main.c a.c b.c c.c
	randstudy inspect again | sed -n '/^$/,$p' | cut -f 2 >one
	randstudy inspect st/layouts/000002/prog | sed -n '/^$/,$p' | cut -f 2 >two
	[ -s one ]
	cmp one two
}

@test "the study continues after the sources have gone" {
	study
	rm -f ./*.c prog
	run -0 randstudy run -o st --layouts 6 --no-report
	[ "$(sqlite3 st/study.db 'SELECT count(*) FROM run')" = 12 ]
}

@test "two systems from one tree, cleaned between" {
	printf 'prog: main.o a.o b.o c.o\n\t$(CC) -o $@ $^\n%%.o: %%.c\n\t$(CC) $(O) -c $<\n' >Makefile
	run -0 randstudy run -o st --no-report --layouts 3 --program prog \
		--system 'O0=rm -f *.o; make CC=randcc O=-O0' \
		--system 'O2=rm -f *.o prog; make CC=randcc O=-O2' -- '{binary}'
	[ "$(sqlite3 st/study.db "SELECT count(DISTINCT checksum) FROM layout WHERE seed = 'none'")" = 2 ]
	run -0 --separate-stderr randstudy report st
	[[ $output == *'O2 against O0'* ]]
}

@test "factors are passed to randld" {
	study --factors program,padding
	randstudy inspect st/layouts/000000/prog >note
	grep -qx 'factors: program,padding' note
	run -2 randstudy run -o st --factors units
	[[ $output == *'factors is program,padding, not units'* ]]
}

@test "a study killed while laying out continues where it was" {
	export TMPDIR=$T/tmp
	mkdir tmp
	begin=(randstudy run -o st --no-report --layouts 30 --executions 1 --seed 7 --jobs 2
		--build 'randcc -O1 -o prog main.c a.c b.c c.c' -- '{binary}')
	for enough in 5 15; do
		"${begin[@]}" 2>/dev/null &
		victim=$!
		until [ "$(find st/layouts -path '*/0000??/prog' 2>/dev/null | wc -l)" -ge $enough ]; do
			sleep 0.02
		done
		kill -9 "$victim"
		wait "$victim" || :
		# Every layout in the store has its program.
		sqlite3 st/study.db 'SELECT id FROM layout' >stored
		while read -r id; do
			stat -c '%n %i %Y' "$(printf 'st/layouts/%06d/prog' "$id")"
		done <stored >"before$enough"
	done
	run -0 "${begin[@]}"
	[ "$(sqlite3 st/study.db "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 60 ]
	# Layouts that had been made before the kill were not made again.
	for enough in 5 15; do
		[ "$(wc -l <before$enough)" -ge $enough ]
		cut -d' ' -f1 before$enough | xargs stat -c '%n %i %Y' | cmp - before$enough
	done
	# orphans of the killed process have ended and left nothing
	for _ in $(seq 200); do
		[ -n "$(ls tmp)" ] || break
		sleep 0.05
	done
	[ -z "$(ls tmp)" ]
	[ "$(ls st/layouts | wc -l)" = 60 ]
	# The layouts are the same as without an interruption.
	mv st killed
	run -0 "${begin[@]}"
	(cd st/layouts && sha256sum */prog) >one
	(cd killed/layouts && sha256sum */prog) | cmp - one
}

@test "--rebuild gives the same programs as linking again" {
	printf 'prog: main.o a.o b.o c.o\n\t$(CC) -o $@ $^\n%%.o: %%.c\n\t$(CC) -O1 -c $<\nclean:\n\trm -f prog *.o\n' >Makefile
	begin=(--no-report --layouts 3 --seed 7 --build 'echo built >>builds; make clean && make CC=randcc' --program prog)
	run -0 randstudy run -o again "${begin[@]}" -- '{binary}'
	[ "$(wc -l <builds)" = 1 ]
	run -0 randstudy run -o anew --rebuild "${begin[@]}" -- '{binary}'
	[ "$(wc -l <builds)" = 6 ] # once to see what it links, 3 layouts, the original
	(cd again/layouts && sha256sum */prog) >one
	(cd anew/layouts && sha256sum */prog) | cmp - one
	# A study with --rebuild continues with --rebuild, and its report says
	# so.
	run -0 randstudy run -o anew --layouts 4
	[ "$(wc -l <builds)" = 7 ]
	[[ $output == *'each built anew'* ]]
	# a build that makes nothing is noticed
	rm prog
	run -1 randstudy run -o lazy --rebuild --layouts 3 --program prog \
		--build 'make CC=randcc' -- '{binary}'
	[[ $output == *'the build did not link "'*'/prog" again: it has seed none, not '*'make clean && make'* ]]
	run -0 randstudy run -o two --rebuild --no-report --layouts 2 --program prog \
		--system 'a=rm -f prog; make CC=randcc' --system 'b=make clean; make CC=randcc' -- '{binary}'
	[ "$(sqlite3 two/study.db "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 8 ]
}

@test "arms may vary data and the stack" {
	sed -i 's/^int main/int first = 1, second = 2, third = 3, fourth = 4;\n&/' main.c
	study --arm data=factors:data --arm stack=factors:stack
	[ "$(sqlite3 st/study.db "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 16 ]
	# The numbers of the arms are 0 random, 1 fixed, 2 data, 3 stack.
	for arm in 0 2 3; do
		sqlite3 st/study.db "SELECT id, seed FROM layout WHERE arm = $arm" >list
		factors=$(sed -n "$((arm + 1))p" <<<$'functions,units\n\ndata\nstack')
		while IFS='|' read -r id seed; do
			program=$(printf 'st/layouts/%06d/prog' "$id")
			randld --inspect --note "$program" >got
			grep -qx "seed: $seed" got
			grep -qx "factors: $factors" got
			nm "$program" | awk '$2 ~ /[Dd]/ && $3 ~ /^(first|second|third|fourth)$/' | sort | cut -d' ' -f3 | paste -sd' ' >>"order-$arm"
			nm "$program" | awk '$2 ~ /[Tt]/ && $3 ~ /^[abc][0-9]+$/' | sort | cut -d' ' -f3 | paste -sd' ' >>"functions-$arm"
			sed -n 's/^stack: //p' got >>"stack-$arm"
		done <list
	done
	# only the requested factors vary
	[ "$(sort -u order-2 | wc -l)" -gt 1 ]
	[ "$(sort -u order-0 order-3 | wc -l)" = 1 ]
	[ "$(sort -u functions-0 | wc -l)" -gt 1 ]
	[ "$(sort -u functions-2 functions-3 | wc -l)" = 1 ]
	[ "$(sort -u stack-3 | wc -l)" -gt 1 ]
	[ "$(cat stack-0 stack-2 | wc -l)" = 0 ]
	run -0 randstudy report st
	[[ $output == *'Effect of each arm'*$'\n  data '*' data '*$'\n  stack '*' stack '* ]]
	[[ $output == *'data: '*' of 4 differ; varied: data'* ]]
}

@test "a program that was not kept is made again by the command that is printed" {
	study --seed 4
	cp -r st/layouts before
	sqlite3 st/study.db 'SELECT seed FROM layout WHERE id = 2' >seed
	study --keep-layouts=none
	[ -z "$(ls st/layouts)" ]
	told=$(randstudy report st | sed -n 's/^ *link one: *//p')
	told=${told/SEED/$(cat seed)}
	bash -c "${told/FILE/again}"
	cmp again before/000002/prog
	study --keep-layouts=all
	diff -r before st/layouts
}
