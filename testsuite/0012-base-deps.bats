#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools/install-deps with fakes of dpkg, apt and sudo: these tests install
# nothing.

bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
	mkdir "$T/bin"
	# PATH has only these tools and fakes, so that no real sudo or apt-get is found.
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

@test "gold is installed for the test suite where it is a package of its own" {
	echo binutils-gold >"$T/missing"
	deps check
	[ ! -s "$T/calls" ]
	fake apt-cache '[ "$*" = "show binutils-gold" ]'
	deps build
	[ ! -s "$T/calls" ]
	deps check
	[ "$status" -eq 0 ]
	[[ $(cat "$T/calls") == *" install binutils-gold" ]]
	: >"$T/calls"
	fake ld.gold ''
	deps check
	[ ! -s "$T/calls" ]
}

@test "the plugin headers follow the version of gcc" {
	fake gcc 'echo 14'
	fake apt-cache '[ "$*" = "show gcc-13-plugin-dev" ]'
	printf '%s\n' gcc-14-plugin-dev gcc-13-plugin-dev >"$T/missing"
	deps check
	[ "$status" -eq 0 ]
	[[ $(sed -n 1p "$T/calls") == *" install gcc-14-plugin-dev" ]]
	[[ $(sed -n 2p "$T/calls") == *" install gcc-13-plugin-dev" ]]
}

@test "where the system has no older gcc, the test suite takes a newer one" {
	fake apt-cache '[ "$*" = "show gcc-13-plugin-dev" ]'
	printf '%s\n' gcc-11 g++-11 gcc-11-plugin-dev gcc-13 g++-13 gcc-13-plugin-dev >"$T/missing"
	deps check
	[ "$status" -eq 0 ]
	[[ $(cat "$T/calls") == *" install gcc-13 g++-13 gcc-13-plugin-dev" ]]
	# If the system has no other gcc, nothing is installed.
	fake apt-cache false
	: >"$T/calls"
	deps check
	[ "$status" -eq 0 ]
	[ ! -s "$T/calls" ]
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

# requirements OS [plugin]: print what tools/check-requirements says on that
# distribution if nothing is installed
requirements() {
	printf 'NAME="Some Linux"\nID=%s\n' "$1" >"$T/os-release"
	shift
	ln -sf "$(command -v awk)" "$(command -v tr)" "$T/bin"
	fake pkg-config 'exit 1'
	fake g++ ''
	PATH=$T/bin OS_RELEASE=$T/os-release run "$top/tools/check-requirements" "$@"
	echo "status $status: $output"
}

@test "what randcc is built from is named in the distribution's words" {
	requirements debian plugin
	[ "$status" -eq 1 ]
	[[ $output == *"gsl "*"Student t"* ]]
	[[ $output == *"tools/install-deps build, or apt-get install libelf-dev"*" gcc-12-plugin-dev" ]]
	CC='env gcc' requirements ubuntu plugin
	[[ $output == *"apt-get install libelf-dev"*" gcc-12-plugin-dev" ]]
	requirements fedora plugin
	[[ $output == *"dnf install elfutils-libelf-devel"*" gcc-plugin-devel" ]]
	requirements '"manjaro"
ID_LIKE=arch' plugin
	[[ $output == *"pacman -S libelf "* ]]
	requirements alpine
	[[ $output == *"apk add elfutils-dev "*" yaml-dev libarchive-dev nettle-dev" ]]
	fake gcc 'case $* in *machine) echo x86_64-alpine-linux-musl ;; -E*) exit 1 ;; *) echo 12 ;; esac'
	requirements alpine
	[[ $output == *"linux "*"the kernel's counters"*"argp "*"reads the command line"* ]]
	[[ $output == *" yaml-dev libarchive-dev nettle-dev linux-headers argp-standalone" ]]
	# The plugin headers are there, and the header that they include is not.
	requirements alpine gmp
	[[ $output == *"gmp "*"no <gmp.h>: gcc's plugin headers include it"* ]]
	[[ $output == *" argp-standalone gmp-dev" ]]
	fake gcc 'echo 12'
	requirements unheard-of
	[[ $output == *"in Debian these packages have it: libelf-dev "* ]]
	# nothing is missing
	fake pkg-config ''
	PATH=$T/bin run -0 "$top/tools/check-requirements"
	[ -z "$output" ]
}

@test "make says that pkg-config, a library or the plugin headers are missing" {
	make_it() {
		env -u MAKEFLAGS -u MAKELEVEL make -s -C "$top" O="$T/built" CC=gcc CXX=g++ \
			"$@" "$T/built/flags"
	}
	fake pkg-config '[ "$*" != "--exists jansson" ]'
	run -2 make_it PKG_CONFIG="$T/bin/pkg-config"
	[[ $output == *"jansson "*"reads and writes JSON"* ]]
	[[ $output != *"gsl "* ]]
	run -2 make_it PKG_CONFIG="$T/bin/no-pkg-config"
	[[ $output == *'no "'*'no-pkg-config": finds the libraries'* ]]
	# The only gcc in PATH has no plugin headers, and PATH has no gcc-NUMBER.
	ln -s "$(command -v g++)" "$T/bin/"
	fake gcc "case \$* in *plugin) echo plugin ;; *) exec $(command -v gcc) \"\$@\" ;; esac"
	for tool in make mkdir printf cmp rm mv pkg-config awk tr nproc; do
		ln -sf "$(command -v $tool)" "$T/bin/"
	done
	PATH=$T/bin run -2 make_it
	[[ $output == *"plugin headers of a gcc"* ]]
	[ ! -e "$T/built/flags" ]
	# The gcc has plugin headers, but no <gmp.h>.
	fake gcc "case \$* in -E*) ! grep -q gmp.h ;; *) exec $(command -v gcc) \"\$@\" ;; esac"
	PATH=$T/bin run -2 make_it
	[[ $output == *"no <gmp.h>"* ]]
	[[ $output != *"plugin headers of a gcc"* ]]
	# PLUGIN_GCC= asks for a build without the plugin.
	PATH=$T/bin make_it PLUGIN_GCC=
	[ -e "$T/built/flags" ]
}

@test "mawk, the awk of a minimal Debian, makes the input of the demonstration" {
	command -v mawk >/dev/null || skip 'no mawk'
	ln -s "$(command -v mawk)" "$T/bin/awk"
	sed -n '/^prepare_fasttree() {$/,/^	}.* >input$/p' "$top/tools/demo" >"$T/prepare"
	echo '}; prepare_fasttree' >>"$T/prepare"
	(cd "$T" && PATH=$T/bin:$PATH sh -eu prepare)
	[ "$(grep -c '^>taxon' "$T/input")" = 60 ]
	[ "$(grep -c '^[ACGT]\{200\}$' "$T/input")" = 60 ]
}
