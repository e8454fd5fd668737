#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy analyse: the files and options that it takes or refuses.

load analyse

setup() {
	analyse_setup
}

@test "rows in any order, CRLF, quotes and a byte-order mark change nothing" {
	table_62 >in.csv
	json in.csv
	mv out.json expected.json
	{ printf '\357\273\277%s\r\n' "$header"
	  # The first row must be of "old", because the first system is the one
	  # that the other is compared with.
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

# wrong EXPECTED-MESSAGE: check that in.csv is refused with this message
wrong() {
	run randstudy analyse in.csv
	[ "$status" -eq 2 ]
	[ "${lines[0]}" = "randstudy: error: $1" ] || {
		echo "got: $output"
		return 1
	}
}

@test "control characters of names are not printed, and a mean of 0 has no relative spread" {
	{
		echo system,layout,run,value
		for i in 1 2 3 4; do
			printf 'a\033[31m,%s,1,-1\na\033[31m,%s,2,1\n' $i $i
		done
	} >in.csv
	run -0 randstudy analyse in.csv
	[[ $output == *'system "a?[31m": '* ]]
	[[ $output != *nan* && $output != *inf* && $output != *$'\033'* ]]
	[[ $output =~ layout\ +0\ +-1\ +-\ +unknown ]]
}

@test "an error in a file is reported with its line" {
	: >in.csv
	wrong '"in.csv" is empty'
	echo system,run,value >in.csv
	wrong '"in.csv" has no rows after its header'
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
	wrong '"in.csv" line 3: text after a closing quote'
	printf 'system,run,value\na,1,5\na,2"x,6\n' >in.csv
	wrong '"in.csv" line 3: a quote inside a field that does not begin with a quote'
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
	[[ ${lines[1]} == *'number the repetitions in the column before the value' ]]
	printf 'system,run,more,value\na,1,1,5\na,1,2,6\n' >wide.csv
	run -2 randstudy analyse wide.csv --columns system,run,value
	[[ $output == *'name more columns in --columns, so that no two rows are alike' ]]
	printf 'system,run,value\na,x,5\na,y,6\na,x,8\n' >in.csv
	wrong '"in.csv" line 4: the same cells as line 2'
	# There are many rows.  The last row repeats one in the middle.
	{
		echo system,run,value
		seq 5000 -1 1 | sed 's/.*/a,&,1.&/'
		echo a,2500,5
	} >in.csv
	wrong '"in.csv" line 5002: the same cells as line 2502'
	sed -i '$d' in.csv
	json in.csv
	[ "$(jq '.systems[0].n' out.json)" = 5000 ]
	# The names of the runs are numbers with large gaps, a number above 32 bits, or
	# text.
	{
		echo system,run,value
		seq 5000 -1 1 | sed 's/.*/a,&000,1.&/'
		echo a,4294967296000,1
	} >in.csv
	for again in 2500000 4294967296000; do
		{ cat in.csv; echo a,$again,5; } >twice.csv
		run -2 randstudy analyse twice.csv
		[[ $output == *"\"twice.csv\" line 5003: the same cells as line $((again == 2500000 ? 2502 : 5002))"$'\n'* ]]
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
	# Two systems may have runs with the same number.
	printf 'system,run,value\na,2,5\na,1,6\nb,2,8\nb,1,9\n' >in.csv
	json in.csv
	near '.systems[1].mean' 8.5 0
	run randstudy analyse - < <(printf 'system,run,value\na,1,5\na,1,6\n')
	[ "$status" -eq 2 ]
	[[ $output == *'"standard input" line 3: the same cells as line 2'$'\n'* ]]
}

# Read long rows through a pipe; `make check-large` reads ten million from a file.
# If the name of a group is a small number, the program looks it up by number, otherwise
# by text.  The result must be the same for both kinds of names.
@test "groups may have any name and any order" {
	awk 'BEGIN {
		print "system,layout,execution,value"
		for (i = 0; i < 40; i++)
			for (k = 1; k <= 3; k++)
				print "a,%" i % 40 "%," k "," i * 7 % 40 + k / 4
	}' >in.csv
	# The names are small numbers, short texts, long texts, large numbers, numbers
	# with a leading zero, and numbers with gaps.
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

@test "columns of a wide file are selected by name" {
	table_62 >in.csv
	json in.csv
	mv out.json expected.json
	# The file has 20 more columns, and the used columns are in another
	# order.
	awk -F, '{
		printf "%s,%s,%s,%s,%s", $5, $4, $2, $3, $1
		for (i = 1; i <= 20; i++)
			printf ",%s", NR == 1 ? "more" i : ""
		print ""
	}' in.csv >wide.csv
	json wide.csv --columns system,binary,execution,measurement,value
	cmp out.json expected.json
	wrong_wide() {
		run -2 randstudy analyse wide.csv "$@"
	}
	wrong_wide
	[ "${lines[0]}" = 'randstudy: error: "wide.csv" line 1: 25 columns: system, 1 to 8 levels and value are needed' ]
	[[ ${lines[1]} == *'--columns NAME,NAME... selects columns'* ]]
	wrong_wide --columns system,binary,ms
	[ "${lines[0]}" = 'randstudy: error: --columns: "wide.csv" has no column "ms"' ]
	[[ ${lines[1]} == *'its columns are value, measurement, binary, '* ]]
	wrong_wide --columns system,binary,binary,value
	[ "${lines[0]}" = 'randstudy: error: --columns: "binary" is named twice' ]
	wrong_wide --columns system,value
	[[ ${lines[0]} == *'2 columns: system, 1 to 8 levels and value are needed' ]]
	wrong_wide --columns ''
	[[ ${lines[0]} == *'has no column ""' ]]
	# A name that two columns have chooses neither.
	printf 'system,run,run,value\na,1,2,5\na,2,3,6\n' >twice.csv
	run -2 randstudy analyse twice.csv --columns system,run,value
	[ "${lines[0]}" = 'randstudy: error: --columns: "twice.csv" has two columns "run"' ]
	[[ ${lines[1]} == *'give each column of the header its own name' ]]
	# An empty cell matters only in a column that is used.
	wrong_wide --columns system,more7,value
	[ "${lines[0]}" = 'randstudy: error: "wide.csv" line 2: column 12 is empty' ]
	# A file may have at most 256 columns.
	seq -s, 300 >many.csv
	run -2 randstudy analyse many.csv --columns 1,2,3
	[[ ${lines[0]} == *'line 1: more than 256 columns' ]]
}

@test "runs of a study that failed or were made again are left out" {
	{
		echo order,system,execution,outcome,start_unix_ns,wall_ns,replaced
		echo 1,a,1,ok,1,10,0
		echo 2,a,2,ok,2,12,0
		echo 3,a,3,exit,3,900,0
		echo 4,a,4,ok,4,500,1
		echo 5,a,5,crash,5,,0
		echo 6,a,6,ok,6,14,0
	} >in.csv
	run -0 randstudy analyse in.csv --columns system,execution,wall_ns
	[[ $output == *'mean 12.0'* ]]
	[[ $output == *'warning: "in.csv": rows of failed runs are left out: 2'* ]]
	[[ $output == *'warning: "in.csv": rows of runs that were made again are left out: 1'* ]]
	# A column that is a level is taken as it is.
	sed 's/,,0/,1,0/' in.csv >full.csv
	run -0 randstudy analyse full.csv --columns system,outcome,execution,wall_ns
	[[ $output != *'failed runs'* ]]
	# Other files may have such a column.
	sed 's/start_unix_ns/start/; /crash/d' in.csv >other.csv
	run -0 randstudy analyse other.csv --columns system,execution,wall_ns
	[[ $output != *'left out'* ]]
	grep -v ',ok,' in.csv >bad.csv
	run -2 randstudy analyse bad.csv --columns system,execution,wall_ns
	[[ $output == *'"bad.csv" has no row of a good run'* ]]
}

@test "the header may have capitals, but not the system in another place" {
	printf 'Benchmark,System,run,value\nx,a,1,5\nx,a,2,6\nx,b,1,4\nx,b,2,3\n' >in.csv
	json in.csv
	jq -e '.suite.benchmarks[0].benchmark == "x"' out.json
	printf 'run,system,value\n1,a,5\n2,a,6\n' >in.csv
	run -2 randstudy analyse in.csv
	[[ $output == *'line 1: column 2 is "system", which should be column 1'* ]]
	[[ $output == *'hint: --columns NAME,NAME... selects columns'* ]]
	run -0 randstudy analyse in.csv --columns system,run,value
}

@test "a value, a benchmark and a machine in another place are refused" {
	printf 'system,Value,run\na,5,1\na,6,2\nb,5,1\nb,7,2\n' >in.csv
	wrong '"in.csv" line 1: column 2 is "value", which should be column 3'
	[[ ${lines[1]} == *'--columns NAME,NAME... selects columns'* ]]
	run -0 randstudy analyse in.csv --columns system,run,Value
	[[ $output == 'ratio "b" / "a": 1.1,'* ]]
	printf 'system,benchmark,run,value\na,x,1,5\na,x,2,6\n' >in.csv
	wrong '"in.csv" line 1: column 2 is "benchmark", which should be column 1'
	printf 'system,layout,machine,run,value\na,1,m,1,5\na,2,m,1,6\n' >in.csv
	wrong '"in.csv" line 1: column 3 is "machine", which should be column 2'
	# Columns that the user names are taken as they are.
	run -0 randstudy analyse in.csv --columns system,layout,machine,run,value
}

@test "a file with semicolons or tabs is said to have them" {
	printf 'system;run;value\na;1;5\na;2;6\n' >in.csv
	wrong '"in.csv" line 1: its columns are separated by semicolons, not by commas'
	[[ ${lines[1]} == *'write the file again with commas, and a point in decimal numbers' ]]
	printf 'system\trun\tvalue\na\t1\t5\na\t2\t6\n' >in.csv
	wrong '"in.csv" line 1: its columns are separated by tabs, not by commas'
}

@test "names with blanks around them, UTF-16 and lone carriage returns are refused" {
	for bad in 'a ' ' a' $'a\t'; do
		printf 'system,run,value\na,1,5\n%s,2,6\n' "$bad" >in.csv
		wrong "\"in.csv\" line 3: \"$bad\" in column 1 begins or ends with a blank"
		[[ ${lines[1]} == *'remove blanks beside commas' ]]
	done
	printf 'system,run,value\na,1,5\na, 2,6\n' >in.csv
	wrong '"in.csv" line 3: " 2" in column 2 begins or ends with a blank'
	for format in UTF-16 UTF-16LE UTF-16BE; do
		printf '\357\273\277system,run,value\na,1,5\n' | iconv -f UTF-8 -t "$format" >in.csv
		wrong '"in.csv" line 1: UTF-16 text, where UTF-8 is needed'
	done
	printf 'system,run,value\ra,1,5\ra,2,6\r' >in.csv
	wrong '"in.csv" line 1: it has a carriage return: lines must end with a newline'
	printf 'system,run,value\n"a",1\r,5\n"a",1,6\n' >in.csv
	wrong '"in.csv" line 2: it has a carriage return: lines must end with a newline'
	printf 'system,layout, machine,value\na,1,1,5\na,2,1,6\n' >in.csv
	wrong '"in.csv" line 1: " machine" in column 3 begins or ends with a blank'
}

@test "values whose variance a double cannot hold are refused" {
	printf 'system,run,value\na,1,1e-200\na,2,2e-200\nb,1,3e-200\nb,2,3.1e-200\n' >in.csv
	wrong 'the values of "a" are too small: the largest is 2e-200, and their variance cannot be computed'
	[[ ${lines[1]} == *'give them in another unit, in which they lie between 1e-130 and 1e+130'* ]]
	printf 'system,run,value\na,1,1\na,2,2\nb,1,-3e200\nb,2,1\n' >in.csv
	wrong 'the values of "b" are too large: the largest is 3e+200, and their variance cannot be computed'
	# Zeros are not refused, nor is one small value among others.
	printf 'system,run,value\na,1,0\na,2,0\nb,1,1e-200\nb,2,1\n' >in.csv
	run -0 randstudy analyse in.csv
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
	for option in --scheme=FLAT --statistic=median; do
		run randstudy analyse in.csv $option
		[ "$status" -eq 2 ]
		[[ $output == *'--scheme and --statistic need --bootstrap'* ]]
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

@test "a file without a header, and a number that is too small, are refused" {
	printf '%s\n' old,1,10 old,2,11 new,1,12 new,2,12.5 >in.csv
	wrong '"in.csv" line 1 is no header: its last column is a number'
	printf '%s\n' system,run,value old,1,10 old,2,1e-400 >in.csv
	wrong '"in.csv" line 3: "1e-400" is not a finite decimal number'
}
