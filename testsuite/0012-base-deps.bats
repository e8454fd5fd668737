#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools/install-deps with fakes of dpkg, apt and sudo: these tests install
# nothing.

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
	mkdir "$T/bin"
	# Nothing else is in PATH, so that no real sudo or apt-get is found.
	for tool in sh bash env id cat sed tail mktemp rm; do
		ln -s "$(command -v $tool)" "$T/bin/$tool"
	done
	fake gcc 'echo 12'
	# Every package is installed, except those in $T/missing.
	fake dpkg-query "! grep -qx -- \"\$4\" $T/missing && echo installed"
	ln -s "$(command -v grep)" "$T/bin/grep"
	fake apt-get "echo \"\$*\" >>$T/calls"
	fake id 'echo 0'
	: >"$T/missing"
	: >"$T/calls"
	unset CI
}

fake() { # NAME SCRIPT
	rm -f "$T/bin/$1"
	printf '#!/bin/sh\n%s\n' "$2" >"$T/bin/$1"
	chmod +x "$T/bin/$1"
}

deps() {
	PATH=$T/bin run "$top/tools/install-deps" "$@"
	echo "status $status: $output"
	echo "calls: $(cat "$T/calls")"
}

@test "nothing is printed or installed when nothing is missing" {
	deps build demo check lint
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ ! -s "$T/calls" ]
}

@test "a missing package is named with its reason, then installed" {
	printf '%s\n' libelf-dev bats >"$T/missing"
	deps check
	[ "$status" -eq 0 ]
	[[ $output == *"libelf-dev "*"reads object files"* ]]
	[[ $output == *"bats "*"tests of programs"* ]]
	[ "$(wc -l <"$T/calls")" -eq 1 ]
	[[ $(cat "$T/calls") == *"-y"*" install libelf-dev bats" ]]
}

@test "csmith is installed for the test suite, which runs random programs" {
	printf '%s\n' csmith libcsmith-dev >"$T/missing"
	deps check
	[ "$status" -eq 0 ]
	[[ $(cat "$T/calls") == *" install csmith libcsmith-dev" ]]
}

@test "the plugin headers follow the version of gcc" {
	fake gcc 'echo 14'
	printf '%s\n' gcc-14-plugin-dev gcc-13-plugin-dev >"$T/missing"
	deps check
	[ "$status" -eq 0 ]
	[[ $(cat "$T/calls") == *" install gcc-14-plugin-dev gcc-13-plugin-dev" ]]
}

@test "a missing gcc is installed first, since its version names the headers" {
	rm "$T/bin/gcc"
	printf '%s\n' gcc gcc-12-plugin-dev >"$T/missing"
	fake apt-get "echo \"\$*\" >>$T/calls
		printf '#!/bin/sh\necho 12\n' >$T/bin/gcc
		$(command -v chmod) +x $T/bin/gcc
		echo gcc-12-plugin-dev >$T/missing"
	deps build
	[ "$status" -eq 0 ]
	[[ $(sed -n 1p "$T/calls") == *" install gcc" ]]
	[[ $(sed -n 2p "$T/calls") == *" install gcc-12-plugin-dev" ]]
}

@test "missing package lists are fetched" {
	echo bats >"$T/missing"
	fake apt-get "echo \"\$*\" >>$T/calls
		case \"\$*\" in *update*) : >$T/updated ;; esac
		[ -e $T/updated ]"
	deps check
	[ "$status" -eq 0 ]
	[ "$(grep -c update "$T/calls")" -eq 1 ]
	[ "$(grep -c install "$T/calls")" -eq 2 ]
}

@test "a package that cannot be installed is named, with apt's message" {
	echo bats >"$T/missing"
	fake apt-get "echo 'E: Unable to locate package bats'; exit 100"
	deps check
	[ "$status" -eq 1 ]
	[[ $output == *"E: Unable to locate"*"could not install: bats"* ]]
}

@test "the command to run is printed where there is neither root nor sudo" {
	echo bats >"$T/missing"
	fake id 'echo 1000'
	deps check
	[ "$status" -eq 1 ]
	[[ $output == *"apt-get install bats"* ]]
	[ ! -s "$T/calls" ]
}

@test "sudo is used without root, and does not ask under CI" {
	echo bats >"$T/missing"
	fake id 'echo 1000'
	fake sudo "echo \"sudo \$*\" >>$T/calls"
	deps check
	[ "$status" -eq 0 ]
	[[ $(cat "$T/calls") == "sudo env "*" install bats" ]]
	: >"$T/calls"
	CI=true deps check
	[ "$status" -eq 0 ]
	[[ $(cat "$T/calls") == "sudo -n env "*" install bats" ]]
}

@test "a system without apt is reported, and is no failure" {
	rm "$T/bin/apt-get"
	deps check
	[ "$status" -eq 0 ]
	[[ $output == *"no apt: nothing is installed"* ]]
}

@test "an unknown group is bad usage" {
	deps chekc
	[ "$status" -eq 2 ]
	[[ $output == *'"chekc"'* ]]
}
