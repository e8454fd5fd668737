#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The driver of check-systems names a system that it cannot make, and keeps the results
# of the other systems.  Fakes replace debootstrap and the work inside a system.

bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
	[ -e "$top/.git" ] || skip 'not a clone'
	mkdir "$T/bin" "$T/build" "$T/systems"
	fake id 'echo 0'
	# The fake mirror has one release, and lacks all others.
	fake debootstrap '
		[ "$3" = good ] || { echo "E: no such release"; exit 1; }
		mkdir -p "$4/etc" "$4/root"'
	fake unshare 'cp "$8/root/results" "$T/known"
		printf "good\tnote\tnot updated\n"
		printf "good\t1-2\tabc\tgcc-99\tdemo\t%s\n" "$RESULT"
		[ "$RESULT" = interrupted ] || printf "good\tend\n"'
	export T
}

fake() { # NAME SCRIPT
	printf '#!/bin/sh\n%s\n' "$2" >"$T/bin/$1"
	chmod +x "$T/bin/$1"
}

systems() { # RESULT SYSTEM…
	RESULT=$1
	export RESULT
	shift
	PATH=$T/bin:$PATH SYSTEMS="$*" STEPS=demo DIR=$T/systems MIRROR=http://none.invalid \
		SOURCES=$T run "$top/testsuite/systems/run" "$T/build"
	echo "status $status: $output"
}

@test "a system that cannot be made is named, and the others are tried" {
	systems passed bad good
	[ "$status" -eq 1 ]
	[[ $output == *"bad is not tested: it cannot be made: $T/build/systems/bad.log"* ]]
	[[ $output == *'good	gcc-99	demo	passed'* ]]
	grep -q 'no such release' "$T/build/systems/bad.log"
	[[ $output == *'E: no such release'* ]]
	[ ! -e "$T/systems/bad" ]
	"$top/testsuite/systems/table" "$T/build/systems/results" | grep -q '^| good | gcc-99 | passed |'
}

@test "systems and results are kept for the next run, and a failure is one of all" {
	systems passed good
	[ "$status" -eq 0 ]
	[ -e "$T/known" ]
	[ ! -s "$T/known" ]
	fake debootstrap 'exit 1'
	systems passed good
	[ "$status" -eq 0 ]
	grep -q 'gcc-99	demo	passed' "$T/known"
	systems failed good
	[ "$status" -eq 1 ]
	# a failure stays if the next run could not test, and is gone after a
	# success
	systems 'not tested: no network' good
	[ "$status" -eq 1 ]
	systems passed good
	[ "$status" -eq 0 ]
}

@test "a system does not wait for the disk, and takes an old mirror if this one does" {
	fake apt-config 'echo "setting of this system: $*"'
	systems passed good
	[ "$(cat "$T/systems/good/etc/dpkg/dpkg.cfg.d/"*)" = force-unsafe-io ]
	[ "$(cat "$T/systems/good/etc/apt/apt.conf.d/"*)" = 'setting of this system: dump Acquire::Check-Valid-Until' ]
}

@test "what a system says of itself is printed, and is no result" {
	systems passed good
	[[ $output == *'check-systems: good: not updated'* ]]
	[ "$(grep -c note "$T/build/systems/results")" = 0 ]
}

@test "a system that ends early is named" {
	systems interrupted good
	[ "$status" -eq 1 ]
	[[ $output == *'good: not finished'* ]]
}
