#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The table of systems shows the last result of each step that was tried.  It shows "-"
# for a step that was not tried.

setup() {
	table=$BATS_TEST_DIRNAME/systems/table
	results=$BATS_TEST_TMPDIR/results
	: >"$results"
}

result() { # SYSTEM COMPILER STEP RESULT
	printf '%s\t1-2\tabc123\t%s\t%s\t%s\n' "$@" >>"$results"
}

row() { # ROW: the page has this line
	"$table" "$results" >page
	grep -q -x -F -e "$1" page || {
		echo "no line: $1"
		cat page
		false
	}
}

@test "a system's page has each result once, the last, and says what was not tried" {
	cd "$BATS_TEST_TMPDIR"
	result trixie - ld.bfd 'GNU ld 2.44'
	result trixie gcc-14 demo failed
	result trixie gcc-14 demo 'passed (99 s of CPU time)'
	result trixie gcc-13 functions 'passed (7 of 7)'
	result sid - ld.mold 'mold 3.0'
	result trixie gcc-13 LTO 'passed (9 of 9)'
	result trixie gcc-13 version 13.3.0
	result trixie gcc-14 gold 'not tested: no gold'
	result trixie - packages passed
	result sid - container 'failed: the image fails'
	row '| trixie | GNU ld 2.44 | - | - | - | passed | - |'
	row '| sid | - | - | - | mold 3.0 | - | failed: the image fails |'
	row '| trixie | gcc 13.3.0 | - | - | - | passed (7 of 7) | passed (9 of 9) | - | - | - | - | - | - | - |'
	row '| trixie | gcc-14 | passed (99 s of CPU time) | - | - | - | - | - | - | - | not tested: no gold | - | - | - |'
	[ "$(grep -c '^| trixie ' page)" = 3 ]
	# The page sorts compilers by number, whatever was tried first.
	[ "$(grep '^| trixie | gcc' page | cut -d ' ' -f 4,5 | head -n 1)" = 'gcc 13.3.0' ]
}

@test "a result stays where a later run could not test, and its commit is named" {
	cd "$BATS_TEST_TMPDIR"
	result trixie gcc-14 demo failed
	sed -i 's/abc123/old999/' "$results"
	result trixie gcc-14 demo 'passed (99 s of CPU time)'
	result trixie gcc-14 demo 'not tested: its sources come from the mirror'
	sed -i '$s/abc123/later7/' "$results"
	row '| trixie | gcc-14 | passed (99 s of CPU time) | - | - | - | - | - | - | - | - | - | - | - |'
	grep -q 'Commits: abc123\.$' page
}

@test "results of a system are added to what is kept, once" {
	cd "$BATS_TEST_TMPDIR"
	keep=$BATS_TEST_DIRNAME/systems/keep
	result trixie gcc-14 demo failed
	"$keep" "$results" kept/results
	cmp "$results" kept/results
	# another run, on a machine that has no old results
	mv "$results" first
	result trixie gcc-14 demo 'passed (99 s of CPU time)'
	"$keep" "$results" kept/results
	"$keep" "$results" kept/results
	cat first "$results" | diff - kept/results
	cp kept/results "$results"
	row '| trixie | gcc-14 | passed (99 s of CPU time) | - | - | - | - | - | - | - | - | - | - | - |'
	"$keep" nonexistent kept/results
	diff "$results" kept/results
}

@test "a system's page is the one of its results" {
	page=$BATS_TEST_DIRNAME/../doc/SYSTEMS.md
	"$table" "$BATS_TEST_DIRNAME/../doc/systems/results" | diff "$page" -
	# every row has the columns of its table
	awk -F '|' '!/^\|/ { columns = 0; next }
		!columns { columns = NF }
		{ if (NF != columns || NF < 7) bad = 1; n++ }
		END { exit bad || n < 6 }' "$page"
}

@test "the versions of gcc that README and plugin name are those of the page" {
	top=$BATS_TEST_DIRNAME/..
	sed -n 's/^| [a-z]* | gcc \([0-9]*\.[0-9]*\)[.0-9]* |.*/\1/p' "$top/doc/SYSTEMS.md" |
		sort -u -V >"$results"
	tr -d '*' <"$top/plugin/gcc_headers.h" | tr -s '\n\t ' ' ' |
		sed -n 's/.*The plugin was compiled with gcc \([^;]*\);.*/\1/p' |
		grep -o '[0-9]*\.[0-9]*' >"$BATS_TEST_TMPDIR/plugin"
	diff "$results" "$BATS_TEST_TMPDIR/plugin"
	first=$(head -n 1 "$results")
	last=$(tail -n 1 "$results")
	tr '\n' ' ' <"$top/README.md" | grep -q "with gcc ${first%.*} to ${last%.*}:"
}
