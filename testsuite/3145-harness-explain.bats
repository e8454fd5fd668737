#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy explain finds the function whose place matters, by moving it.  The
# program prints its own "time", which it computes from its functions' addresses
# and some noise, so that nothing here depends on how long a run takes.

load harness

setup() {
	real_setup
	hot_program
}

# study CAUSE [OPTION...]: lay out and measure a program with this cause, compiled with
# these options.  With -Os no loop is aligned.  gcc 14 with -O2 aligns short loops to 32
# bytes.  The functions with these loops would then never be at an offset of 16 or 48.
study() {
	timed_study "randcc -Os -DCAUSE='$1' ${*:2} -o prog main.c one.c two.c three.c" --layouts 6
}

# valid_explanation: check `out.json` by the schema
valid_explanation() {
	valid out.json explanation explanation-test explanation-dose \
		explanation-function explanation-association explanation-event
}

# search: explain, and search anew up to twice if no function is named.  A search
# misses a cause now and then, because its places are drawn at random.
search() {
	for _ in 1 2 3; do
		rm -f st/explain.db*
		explain
		answer .named
		[ "$(answer '.named | length')" = 0 ] || break
	done
}

@test "an offset in the line is named, with its cost, and its text says so" {
	study 'LINE(two) == 48'
	# The budget ends this call.  The next call continues the search.
	explain --budget 0.001
	[ "$(answer '.decided')" = false ]
	valid_explanation
	before=$(sqlite3 st/explain.db 'select count(*), sum(value) from trial')
	n=${before%|*}
	[ "$n" -gt 0 ]
	explain
	[ "$(answer '.named | join(" ")')" = two ]
	[ "$(sqlite3 st/explain.db "select count(*), sum(value) from
		(select value from trial order by start_ns limit $n)")" = "$before" ]
	[ "$(answer '.named | join(" ")')" = two ]
	[ "$(answer '.decided')" = true ]
	valid_explanation
	answer '.tests[] | select(.named)' | tee test.json
	jq -e '.modulus == 64 and .first == 48 and .blocks >= 6 and
		.ratio.low > 1.02 and .ratio.high < 1.04' test.json
	jq -e '[.doses[] | select(.suspected) | .offset] == [48] and
		([.doses[].offset] | sort) == [0, 16, 32, 48]' test.json
	# One of the four is the layout as it is: that of the named seed.
	offset=$(answer '.functions[] | select(.name == "two") | .offset')
	jq -e --argjson at "$((offset % 64))" \
		'[.doses[] | select(.unmoved) | .offset] == [$at]' test.json
	seed=$(answer '.["moved-seed"]')
	[ "$(sqlite3 st/study.db "select count(*) from layout where seed = '$seed'")" = 1 ]
	# All three functions are hot, and main() is not.
	[ "$(answer '[.functions[] | select(.moved) | .name] | sort |
		join(" ")')" = 'one three two' ]
	run -0 randstudy explain --report st
	words=$(tr -s ' \n' ' ' <<<"$output")
	[[ $words == *'two at 48 mod 64 costs '*' of the time; confirmed by moving it alone, 4 offsets, '*' blocks.'* ]]
	[[ $words == *" functions were moved in the layout of the seed $seed "* ]]
	[[ $words == *' command {binary}'* ]]
	[[ $words == *" machine $(jq -r .host.cpu out.json) "* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	# All runs as CSV, with the functions' names.
	randstudy explain --report --format csv st >out.csv
	[ "$(wc -l <out.csv)" = $(($(sqlite3 st/explain.db 'select count(*) from trial') + 1)) ]
	[ "$(awk -F, 'NR > 1 { n++; sum += $11 } END { printf "%d|%.6f\n", n, sum }' out.csv)" = \
		"$(sqlite3 st/explain.db "select printf('%d|%.6f', count(*), sum(value)) from trial")" ]
	awk -F, '$1 == 1 && $4 == "two@48/64" { found = 1 } END { exit !found }' out.csv
	# The report says whether the CPU's counters are granted.
	if jq -e '.counters.granted == []' out.json; then
		[[ $output == *"The CPU's counters are not granted here"* ]]
	else
		[[ $output == *"The CPU's counters are granted here"* ]]
	fi
	# The strongest association that is listed is that of function two with offset
	# 48.
	[[ $output == *'two       48 to 63 mod 64 '*'< 0.001  yes'* ]]
	jq -e '.screen.associations[0] | .function == "two" and
		.property == "line" and .first == 48 and .width == 16 and
		.ratio > 1.02 and .ratio < 1.04 and .p < 0.001 and .tested' out.json
	jq -e '.screen | .tried as $n | .associations | length <= $n and
		(map(.property) | unique) == ["distance", "line", "page", "set"] and
		(map(.t | fabs) | . == (sort | reverse)) and
		all(.p >= 0 and .p <= 1)' out.json
	# The page has a picture of every test: an interval and a mark for each
	# offset, sorted.
	randstudy explain --report --format html st >out.html
	! command -v xmllint >/dev/null || xmllint --noout --nonet out.html
	i=$(answer '.tests | map(.named) | index(true)')
	sed -n "/id=\"doses-$i-title\"/,/<\/svg>/p" out.html >picture
	[ "$(grep -c 'class="interval"' picture)" = 4 ]
	# One of the two marks is in the legend.
	[ "$(grep -c 'class="original"' picture)" = 2 ]
	[ "$(grep -o '<text class="tick"[^>]*middle[^>]*>[0-9]*<' picture |
		sed 's/.*>\([0-9]*\)</\1/' | xargs)" = '0 16 32 48' ]
	grep -q 'offset of two modulo 64' picture
	# If the time of the search was over, the answer says that there may be others.
	[[ $words != *'not excluded'* ]]
	cp -r st short
	sqlite3 short/explain.db "update meta set value = '{\"short\": true}' where key = 'exploring'"
	run -0 randstudy explain --report short
	[[ $(tr -s ' \n' ' ' <<<"$output") == *' blocks. Other places are not excluded: the time was over after '[1-9]*' To begin anew with a longer --budget, remove explain.db.'* ]]
	# The answer is stored, so nothing is run again.  An earlier call that was killed
	# when it had stored the answer left programs, which are removed.
	mkdir -p st/explain/base
	touch st/explain/base/prog
	n=$(sqlite3 st/explain.db 'select count(*) from trial')
	explain
	[ "$(sqlite3 st/explain.db 'select count(*) from trial')" = "$n" ]
	[ ! -e st/explain ]
	# Every run that tests this suspicion moves exactly one function.
	[ "$(sqlite3 st/explain.db "select distinct moves glob '?@*/64' from
		trial where phase = $(answer '.tests | map(.named) |
			index(true) + 1')")" = 1 ]
}

@test "a range in the page is named" {
	study 'PAGE(three) / 512 == 2'
	search
	[ "$(answer '.named | join(" ")')" = three ]
	answer '.tests[] | select(.named)' >test.json
	jq -e '.modulus == 4096 and .first == 1024 and
		[.doses[] | select(.suspected) | .offset / 512 | floor] == [2]' \
		test.json
}

@test "two functions in one cache set are named together" {
	study 'SET(one) == SET(three)'
	search
	answer '.tests[] | select(.named)' >test.json
	jq -e '[.function, .other] | sort == ["one", "three"]' test.json
	# Six doses, and the layout as it is unless one of them is that layout.
	jq -e '(.doses | length) as $n | ($n == 6 or $n == 7) and
		([.doses[] | select(.unmoved)] | length == 1)' test.json
	valid_explanation
}

@test "events that the kernel counts are shown at each offset" {
	# At offset 48, the program also touches many pages.
	echo 'int touch(void);' >>hot.h
	cat >touch.c <<-'EOF'
		static volatile char area[1 << 22];
		int touch(void)
		{
			for (unsigned i = 0; i < sizeof(area); i += 4096)
				area[i] = 1;
			return 1;
		}
	EOF
	timed_study "randcc -Os -DCAUSE='LINE(two) == 48 && touch()' -o prog *.c" \
		--layouts 6 --metric perf:page-faults
	perf=$(sqlite3 st/study.db "select count(*) from value where metric = 1")
	[ "$perf" != 0 ] || skip 'the kernel counts no page faults here'
	search
	valid_explanation
	answer '.tests[] | select(.named)' | tee test.json
	jq -e '.blocks as $n | .events[] | select(.event == "page-faults") |
		.blocks == $n and (.doses | length == 4 and all(.se < 0.5) and
		(map(select(.offset == 48)) | .[0].ratio > 5 and .[0].mean > 1024) and
		all(.offset == 48 or (.ratio > 0.9 and .ratio < 1.1)))' test.json
	# Compute the exact ratio from the counts.
	dose=$(jq '[.doses[].offset] | index(48)' test.json)
	phase=$(answer '.tests | map(.named) | index(true) + 1')
	expected=$(sqlite3 st/explain.db "select avg(value) filter (where dose = $dose) /
		avg(value) filter (where dose != $dose) from count where phase = $phase")
	jq -e --argjson expected "$expected" '.events[0].doses[] | select(.offset == 48) |
		.ratio / $expected - 1 | fabs < 1e-9' test.json
	run -0 randstudy explain --report st
	[[ $output == *'offset mod 64'*' page-faults'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'Events: the kernel counted them in the same runs'* ]]
	# The database of an earlier version has no table of counts.
	sqlite3 st/explain.db 'drop table count'
	explain --report
	[ "$(answer '.tests | map(.events) | add | length')" = 0 ]
}

@test "without a cause no function is named" {
	study 0
	# The first call has no time, so it explores with as few runs as possible.  The
	# second call tests the suspicions.
	explain --budget 0.001
	explain
	[ "$(answer '.named | length')" = 0 ]
	[ "$(answer '.decided')" = true ]
	run -0 randstudy explain --report st
	[[ $output == *'No single function explains the variation.'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'No place of one function has an effect above the threshold of 0.50 % that explains it. Several functions together may be the cause, or the places of variables and the heap, which explain does not test.'* ]]
}

@test "after too few runs there is no answer, and the next call goes on" {
	study 0
	explain --explore 200 --budget 0.001
	[ "$(answer '[.explored, .decided, (.tests | length)] | tostring')" = \
		'[false,false,0]' ]
	valid_explanation
	run -0 randstudy explain --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'No answer yet: after 40 runs with functions at random places it is too early '*' The same command goes on. '* ]]
	[[ $output != *'No single function'* ]]
	explain --explore 60
	[ "$(answer '[.explored, .decided] | tostring')" = '[true,true]' ]
	[ "$(sqlite3 st/explain.db 'select count(*) from trial where phase = 0')" -ge 60 ]
	# The first call fixes the threshold.
	run -2 randstudy explain --threshold 2 st
	[[ $output == *'has the threshold 0.5 %'*'leave out --threshold to go on'* ]]
	explain --threshold 0.5
	# So is the number of functions.
	run -2 randstudy explain --functions 2 st
	[[ $output == *'moves at most 6 functions'*'leave out --functions to go on'* ]]
	explain --functions 6
	# A report cannot have other options either.
	for option in --threshold=2 --functions=2 --metric=cpu; do
		run -2 randstudy explain --report "$option" st
		[[ $output == *'/explain.db" has another '*'leave out the option'* ]]
	done
}

@test "iterations that are left out leave a number of the whole run alone" {
	sed -i 's/^\t*print_time.*/&\n\t\tputs("step: 1\\nstep: 2");/' main.c
	timed_study 'randcc -Os -DCAUSE=0 -o prog main.c one.c two.c three.c' \
		--metric 'step=stdout:step: ([0-9]+)' --iterations 2 --skip-iterations 1
	explain --metric time
	[ "$(answer .explored)" = true ]
}

@test "a search that ended early excludes no other place" {
	study 0
	explain --explore 60
	[ "$(answer '.["cut-short"]')" = false ]
	run -0 randstudy explain --report st
	[[ $output == *'No single function explains the variation.'* ]]
	sqlite3 st/explain.db "update meta set value = '{\"short\": true}' where key = 'exploring'"
	explain --report
	[ "$(answer '.["cut-short"]')" = true ]
	valid_explanation
	run -0 randstudy explain --report st
	[[ $output != *'No single function'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'No function is confirmed, and others are not excluded: the time was over after '*' To begin anew with a longer --budget, remove explain.db.'* ]]
}

@test "another processor does not go on" {
	study 0
	explain --explore 200 --budget 0.001
	[ "$(answer .host.cpu)" = "$(sqlite3 st/explain.db \
		"select value ->> '$.cpu' from meta where key = 'host'")" ]
	sqlite3 st/explain.db "update meta set value = json_set(value, '$.cpu', 'Z80')
		where key = 'host'"
	run -2 randstudy explain st
	[[ $output == *'/explain.db" has runs of another processor: Z80, not '*'begin anew'* ]]
	run -0 randstudy explain --report st
	[[ $output == *'Z80 ('* ]]
}

@test "a time without noise is explained too" {
	study 'LINE(two) == 48' -DNOISE=0
	search
	[ "$(answer '.named | join(" ")')" = two ]
	[ "$(answer '.decided')" = true ]
	valid_explanation
	# A second suspicion that was not tested is not hidden behind the answer.
	cp -r st undecided
	sqlite3 undecided/explain.db "update meta set value = json_insert(value, '\$[#]',
		json_set(value -> '\$[0]', '\$.first', 16)) where key = 'suspects'"
	run -0 randstudy explain --report undecided
	[[ $(tr -s ' \n' ' ' <<<"$output") == *' blocks. The time was over before all suspected places were decided. The same command goes on. '* ]]
	# Its database is checked too.
	run -0 randstudy check undecided
	[[ $output == *'/study.db": no damage found'*'/explain.db": no damage found'* ]]
	head -c 9000 st/explain.db >undecided/explain.db
	run -2 randstudy check undecided
	[[ $output == *'/study.db": no damage found'*'/explain.db": '*malformed* ]]
	answer '.tests[] | select(.named)' >test.json
	jq -e '.first == 48 and .blocks >= 9 and
		(.ratio | [.estimate, .low, .high] | all(. - 1.03 | fabs < 1e-9))' test.json
	jq -e '.doses | all(.ratio.low == .ratio.high)' test.json
	run -0 randstudy explain --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'two at 48 mod 64 costs 3.0'*' of the time; confirmed by moving it alone, 4 offsets, '*' blocks.'* ]]
}

@test "what cannot be explained is said before anything is run" {
	run -2 randstudy explain st
	run -2 randstudy explain --report .
	study 0
	run -2 randstudy explain --report st
	[[ $output == *'was not explained yet'* ]]
	run -2 randstudy explain --system nosuch st
	[[ $output == *'no system "nosuch"'* ]]
	run -2 randstudy explain --metric nosuch st
	run -2 randstudy explain --threshold 101 st
	[[ $output == *'needs a percentage above 0, at most 100'* ]]
	[ ! -e st/explain.db ]
}
