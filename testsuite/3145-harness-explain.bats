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
# these options.  With -Os no loop is aligned.  gcc 14 with -O2 aligns short loops to 32 bytes.  The functions with these loops
# would then never be at an offset of 16 or 48.
study() {
	timed_study "randcc -Os -DCAUSE='$1' ${*:2} -o prog main.c one.c two.c three.c" --layouts 6
}

# valid_explanation: check `out.json` by the schema
valid_explanation() {
	valid out.json explanation explanation-test explanation-dose \
		explanation-function explanation-association
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
	# All three functions are hot, and main() is not.
	[ "$(answer '[.functions[] | select(.moved) | .name] | sort |
		join(" ")')" = 'one three two' ]
	run -0 randstudy explain --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'two at 48 mod 64 costs '*' of the time; confirmed by moving it alone, 4 offsets, '*' blocks.'* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	# The CPU's counters are granted, or it is said that they are not.
	if jq -e '.counters.granted == []' out.json; then
		[[ $output == *"The CPU's counters are not granted here"* ]]
	else
		[[ $output == *"The CPU's counters are granted here"* ]]
	fi
	# Among all associations that are listed, this one is the strongest.
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
	jq -e '(.doses | length) == 6' test.json
	valid_explanation
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
	[[ $output == *'All of it'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'several functions together, or of variables and the heap, which explain leaves where they are.'* ]]
}

@test "a time without noise is explained too" {
	study 'LINE(two) == 48' -DNOISE=0
	search
	[ "$(answer '.named | join(" ")')" = two ]
	[ "$(answer '.decided')" = true ]
	valid_explanation
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
	[ ! -e st/explain.db ]
}
