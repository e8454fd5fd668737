#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# compare-objects compares the objects of gcc and randcc for the corpus.

bats_require_minimum_version 1.5.0
load wrapper.bash

setup() {
	wrapper_setup
}

@test "objects are compared by functions, merged sections and archive members" {
	compare=$build/test/compare-objects
	[ -x "$compare" ] || skip "compare-objects is not built"
	mkdir a b
	both='.p2align 4
		call there
		ret'
	printf '.section .text.f,"ax"\nx: %s\ny: %s\n' "$both" "$both" >a.s
	rank=randcc___________________
	printf '.section .text.%s.%s.f,"ax"\n%s: %s\n' $rank u x "$both" \
		$rank v y "$both" >b.s
	as -o a/o.o a.s
	as -o b/o.o b.s
	run -0 "$compare" a b <<<o.o
	[ "${lines[0]}" = "1 2 2" ]
	[ "$(grep -c 'o.o: .text.f: together' <<<"$output")" -eq 2 ]
	ar rc a/l.a a/o.o
	ar rc b/l.a b/o.o
	run -0 "$compare" a b <<<l.a
	[ "${lines[0]}" = "1 2 2" ]
	# Change a byte, then a relocation, and then add a function.
	for change in '$s/ret/nop/' 's/there/elsewhere/' '$a ret'; do
		sed "$change" b.s >c.s
		as -o b/o.o c.s
		ar rc b/l.a b/o.o
		run -1 "$compare" a b <<<o.o
		run -1 "$compare" a b <<<l.a
	done
}
