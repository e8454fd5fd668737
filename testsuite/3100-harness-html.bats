#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy report --format html writes one page that is safe, accessible, and has the
# numbers of the other formats.

# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	command -v xmllint >/dev/null || skip "no xmllint"
	harness_setup
	evil='<script>alert("x")</script>&amp;'
	program 'echo hello'
	# This SQL statement sets known times in any study.
	times="UPDATE run SET wall_ns = 1000000000
		+ (ord * 7919 % 101) * 100000
		+ (SELECT CASE seed WHEN 'none' THEN 0
			ELSE 20000000 + ((layout + system * 5) * 7907 % 103) * 1000000 END
			+ system * 50000000 FROM layout WHERE id = run.layout)"
}

# two_systems: make a study of two systems, the second with a hostile name
two_systems() {
	randstudy run -o st --layouts 12 --executions 2 --redo off --seed 1 --no-report \
		--system 'old=randld --fake-link prog.sh prog' \
		--system "$evil=randld --fake-link prog.sh prog" \
		--program prog -- '{binary}' '</title><b>'
	sqlite3 st/study.db "$times"
}

# make a suite of three programs with hostile names, and one that fails
suite() {
	cat >suite.yaml <<-END
		defaults:
		  layouts: 12
		  executions: 1
		  seed: 1
		  build: randld --fake-link prog.sh prog
		  command: '{binary}'
		benchmarks:
		  one: {}
		  'alert("x")<script>&': {}
		  $1
		  none:
		    build: "echo '<i>'; false"
	END
	run -1 randstudy run -o st --no-report --study suite.yaml
	for db in st/*/study.db; do
		sqlite3 "$db" "$times"
	done
}

page() { # STATUS [COMMAND...]
	[ $# != 1 ] || set -- "$1" randstudy report --format html st
	run "-$1" --separate-stderr "${@:2}"
	printf '%s\n' "$output" >page.html
	xmllint --noout --nonet page.html
}

# Print the page's words on one line, with "+-" for the plus-minus sign and plain spaces
# for no-break spaces.
words() {
	at 'string(//main)' | sed 's/\xc2\xa0/ /g; s/±/+-/g' | tr -s ' \n' ' '
}

at() { # XPATH
	xmllint --nonet --xpath "$1" page.html
}

# Check that the page loads nothing, runs nothing, and shows names as text.
safe() {
	run -1 grep -niE '(src|href|action|data|poster)=|url\(|@import|https?:|[[:space:]]on[a-z]+="' page.html
	[ "$(at 'count(//script | //link | //iframe | //img | //object | //b | //i)')" = 0 ]
	at 'string(//meta[@http-equiv = "Content-Security-Policy"]/@content)' |
		grep -F "default-src 'none'"
}

# Check for titles, a language, and headings of columns and rows, for screen readers.
accessible() {
	[ "$(at 'string(/html/@lang)')" = en ]
	[ "$(at 'count(//h1)')" = 1 ]
	[ "$(at 'string-length(/html/head/title) > 0')" = true ]
	[ "$(at 'count(//svg)')" -gt 0 ]
	[ "$(at 'count(//svg[not(@role = "img" and title and desc)])')" = 0 ]
	[ "$(at 'count(//figure[not(figcaption)])')" = 0 ]
	[ "$(at 'count(//th[not(@scope)])')" = 0 ]
	[ "$(at 'count(//tbody/tr[not(th[@scope = "row"])])')" = 0 ]
	# every id that is referred to exists once
	at '//@id' | grep -o '"[^"]*"' | tr -d '"' | sort >ids
	[ -z "$(uniq -d ids)" ]
	at '//@aria-labelledby' | grep -o '"[^"]*"' | tr -d '"' | tr ' ' '\n' |
		sort -u | comm -23 - ids >missing
	[ ! -s missing ]
}

@test "the page of a study is well-formed, safe and accessible" {
	two_systems
	page 0
	safe
	accessible
	at 'string(/html/head/title)' | grep -F "$evil"
	grep -F '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;' page.html
	at 'string(//dl[dt = "command"])' | grep -F "'</title><b>'"
	# The page has every setting and every fact about the machine, in parts
	# that the reader can open.
	at 'string(//details[starts-with(summary, "All settings")]/pre[1])' |
		jq -e '.executions == 2 and .command[1] == "</title><b>"'
	at 'string(//details[starts-with(summary, "All settings")]/pre[2])' |
		jq -e '.kernel != null and .cpus > 0'
}

@test "the page of a study has the words and numbers of the text report" {
	two_systems
	# The times do not depend on when the runs were made, so means have intervals.
	query 'UPDATE run SET wall_ns = 1000000000 + ord * ord * 7919 % 997 * 10000'
	randstudy report --format json st | jq -e '.blocks.correlated == false' >/dev/null
	page 0
	words >words
	# The page has every long sentence of the text report's answers.  Line breaks may
	# differ.
	randstudy report st | awk '/^Does the time/, /^Extremes/' |
		grep '^  ' | tr -s ' \n' ' ' | grep -o '[^.;:]\{30,\}[.;:]' >sentences
	[ "$(wc -l <sentences)" -gt 5 ]
	while read -r sentence; do
		grep -qF "$sentence" words || {
			echo "missing: $sentence"
			false
		}
	done <sentences
	# The page also has the numbers in the table of the text report.
	randstudy report st | grep -E '^  .{18} +24 ' |
		grep -oE '[0-9]+\.[0-9]+' >numbers
	[ "$(wc -l <numbers)" -ge 12 ]
	while read -r number; do
		at 'concat((//table)[1], (//table)[2])' | grep -qF "$number"
	done <numbers
}

@test "the page of a study has a mark for each good run and each layout" {
	two_systems
	sqlite3 st/study.db "UPDATE run SET outcome = 'wrong-output' WHERE ord = 3"
	page 1
	marks='*[self::circle or self::path][starts-with(title, "run ")]'
	n=$(at "count(//svg[@aria-labelledby = 'sequence-0-title sequence-0-about']/$marks)")
	m=$(at "count(//svg[@aria-labelledby = 'sequence-1-title sequence-1-about']/$marks)")
	[ $((n + m)) = 95 ]
	[ "$(at 'count(//svg[starts-with(@aria-labelledby, "layouts-0")]/circle[starts-with(title, "layouts/")])')" = 12 ]
	at 'string(//main)' | grep -F 'wrong-output'
	# every mark lies within its picture
	for axis in x y; do
		for value in $(at "//circle/@c$axis" | grep -o '[0-9.-]*'); do
			awk -v v="$value" 'BEGIN { exit !(v >= 0 && v <= 420) }'
		done
	done
	# The picture has a pair for each whole block.  One of the 24 blocks
	# lacks the run that failed.
	[ "$(at "count(//svg[starts-with(@aria-labelledby, 'pairs-')]//*[starts-with(title, 'block ')])")" = 23 ]
	at "string(//figcaption[contains(., 'of 23 blocks')])" |
		grep -F '1 more lack'
	# The picture of arms shows single runs for both arms, not means for one
	# of them.
	[ "$(at "count(//svg[@aria-labelledby = 'arms-title arms-about']//*[starts-with(@class, 'original')])")" = 25 ]
}

@test "a study without runs and one with a single run have a page" {
	study --no-report
	query 'DELETE FROM run'
	page 0
	at 'string(//main)' | grep 'Nothing has been measured yet'
	rm -r st
	study --no-report
	query 'DELETE FROM run WHERE ord > 0'
	page 0
	accessible
	words | grep 'at least two good runs of each arm are needed'
	run -1 grep -E '="-?(nan|inf)' page.html
}

@test "a constant study has no axis without extent" {
	study --no-report
	query 'UPDATE run SET wall_ns = 1000000000'
	page 0
	accessible
	run -1 grep -E '="-?(nan|inf)' page.html
}

@test "the page of a suite is well-formed, safe, accessible and has every benchmark" {
	suite 'two: {}'
	page 1
	safe
	accessible
	for name in one two 'alert("x")<script>&'; do
		at '//tbody/tr/th' | grep -qF "$(sed 's/&/\&amp;/; s/</\&lt;/; s/>/\&gt;/' <<<"$name")"
	done
	words >words
	grep -F 'none: nothing measured: the build "echo '"'<i>'"'; false" failed' words
	# Each benchmark has a row in both plots, and the geometric mean has a
	# diamond.
	[ "$(at 'count(//svg[starts-with(@aria-labelledby, "variation")]/text[@class = "name"])')" = 3 ]
	[ "$(at 'count(//svg[starts-with(@aria-labelledby, "shift")]/text[@class = "name"])')" = 4 ]
	[ "$(at 'count(//line[@class = "interval summary"])')" = 1 ]
}

@test "variations far apart are drawn on a logarithmic axis" {
	suite 'two: {}'
	variation='//svg[starts-with(@aria-labelledby, "variation")]'
	page 1
	at "string($variation/title)" | grep -F 'wall time: relative variation'
	at "string($variation/text[@class = 'label'])" | grep -x 'standard deviation / mean, %'
	# In the benchmark "one", random layouts now vary a thousandth as much
	# as before, and the original layout does not vary.
	sqlite3 st/one/study.db "UPDATE run SET wall_ns = 1000000000 + (
		SELECT CASE seed WHEN 'none' THEN 0 ELSE layout * 7907 % 103 * 1000 END
		FROM layout WHERE id = run.layout)"
	page 1
	at "string($variation/text[@class = 'label'])" | grep -F logarithmic
	# The mark of the original layout is a diamond at the end of the axis,
	# and that end is marked as not to scale.  The diamond extends 4.5 to
	# either side.
	end=$(at "string($variation/line[@class = 'grid'][1]/@x1)")
	at "string($variation/text[@class = 'tick'][1])" | grep -x '≤ 0.0001'
	at "string(($variation/path[@class = 'original'])[1]/@d)" |
		grep "^M$(awk -v x="$end" 'BEGIN { printf "%.1f", x - 4.5 }') "
	run -1 grep -E '="-?(nan|inf)' page.html
}

@test "the page of a suite has the numbers of the text report" {
	suite 'two: {}'
	page 1
	words >words
	randstudy report st >text || :
	tr -s ' \n' ' ' <text | grep -oE 'Geometric mean of .* not for others\.' >sentence
	grep -qF "$(cat sentence)" words
	grep -E '^  one .* both$' text | grep -oE '[+-]?[0-9]+\.[0-9]+|\b[0-9]+\b' >numbers
	[ "$(wc -l <numbers)" -gt 6 ]
	while read -r number; do
		grep -qF -- "$number" words
	done <numbers
}

@test "the page of a suite of two systems has its ratios" {
	suite 'two: {build: ~, program: prog, system: {a<: randld --fake-link prog.sh prog, b>: randld --fake-link prog.sh prog}}'
	page 1
	safe
	accessible
	at 'string(//h2[contains(., "against a<")])' | grep -F 'b> against a<'
	[ "$(at 'count(//svg[starts-with(@aria-labelledby, "systems-0")]/line[starts-with(@class, "interval")])')" = 2 ]
}

@test "a page has a table for each table of the text" {
	randstudy run -o st --layouts 4 --seed 1 --no-report \
		--build 'randld --fake-link prog.sh prog' --program prog \
		--arm pad=factors:functions,padding --arm still=seed:none \
		-- '{binary}'
	sqlite3 st/study.db "$times"
	sqlite3 st/study.db "UPDATE run SET outcome = 'wrong-output' WHERE ord = 3"
	page 1
	accessible
	table='following-sibling::div[1]/table'
	[ "$(at "string(//h3[. = 'Effect of each arm']/$table//th[. = 'pad']/../td[1])")" = functions,padding ]
	[ "$(at "count(//h3[starts-with(., 'Extremes')]/$table/tbody/tr)")" = 4 ]
	[ "$(at "string(//h2[. = 'Failed runs']/$table//th[. = 'run 4']/../td[1])")" = wrong-output ]
	# Each table is named by a heading that exists once.
	for id in $(at "//table/@aria-labelledby" | grep -o '"[^"]*"' | tr -d '"'); do
		[ "$(at "count(//*[@id = '$id'])")" = 1 ]
	done
}

@test "the pages of ab and compare show the noise of both sides, and all runs over time" {
	two_systems
	for command in 'ab -o' compare; do
		# shellcheck disable=SC2086 # two words
		page 1 randstudy $command st --format html
		safe
		accessible
		# The two systems have 24 random layouts.  The picture has a circle for
		# each of them, and one in the legend.  It has as many marks for
		# original layouts.
		picture="//section//svg[starts-with(@aria-labelledby, 'systems-layouts-0-title')]"
		[ "$(at "count($picture/text[@class = 'name'][. = 'original layout'])")" = 2 ]
		[ "$(at "count($picture/circle[@class = 'random'])")" = 25 ]
		[ "$(at "count($picture/path[@class = 'original'])")" = 25 ]
		[ "$(at "count(//svg[starts-with(@aria-labelledby, 'pairs-')]//*[starts-with(title, 'block ')])")" = 24 ]
		[ "$(at "count(//svg[starts-with(@aria-labelledby, 'sequence-')])")" = 2 ]
	done
	# Two separate studies have no blocks in common.
	rm -r st
	study --no-report
	cp -r st one
	mv st two
	page 0 randstudy compare --fail-on never --format html one two
	accessible
	[ "$(at "count(//svg[starts-with(@aria-labelledby, 'sequence-')])")" = 2 ]
}

@test "a page of a program against itself says what can be detected" {
	randstudy aa -o st --layouts 4 --seed 1 --no-report \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	sqlite3 st/study.db "$times"
	page 0
	accessible
	words >words
	grep -F 'The smallest detectable difference is ' words
	[ "$(at 'count(//svg[starts-with(@aria-labelledby, "self-comparison")])')" = 1 ]
}
