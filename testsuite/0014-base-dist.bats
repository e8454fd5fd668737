#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make dist: the tarball of a commit.  `make check-package` builds the packages from
# it.

bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	T=$BATS_TEST_TMPDIR
	[ -e "$top/.git" ] || skip 'not a clone'
}

dist() { # FOLDER
	make -s -C "$top" O="$T/$1" dist
}

@test "the same commit gives the same bytes, whatever the user has set" {
	dist a
	(
		umask 077
		export XZ_OPT=-0 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=tar.umask \
			GIT_CONFIG_VALUE_0=user TZ=Asia/Tokyo
		dist 'b'
	)
	cmp "$T"/a/randcc-*.tar.xz "$T"/b/randcc-*.tar.xz
	[ "$(ls "$T/a")" = "$(cd "$T/a" && echo randcc-*.tar.xz)" ]
}

@test "the version and its date are the same everywhere" {
	version=$(sed -n 's/^VERSION := //p' "$top/GNUmakefile")
	date=$(sed -n 's/^DATE := //p' "$top/GNUmakefile")
	[ -n "$version" ]
	[ "$(sed -n 's/^version: //p' "$top/CITATION.cff")" = "$version" ]
	[[ $(head -n 1 "$top/debian/changelog") == "randcc ($version) "* ]]
	changed=$(sed -n 's/^ -- .*>  //p' "$top/debian/changelog" | head -n 1)
	[ "$(TZ=UTC date -d "$changed" +%F)" = "$date" ]
	grep -q "^## $version" "$top/CHANGELOG.md"
}

@test "the tarball has the files of the commit, and make works in it" {
	dist a
	tar -x -C "$T" -f "$T"/a/randcc-*.tar.xz
	cd "$T"/randcc-*/
	find . ! -type d | sed 's,^\./,,' | sort >"$T/unpacked"
	git -C "$top" ls-tree -r --name-only HEAD | sort >"$T/committed"
	diff "$T/committed" "$T/unpacked"
	make help | grep -q '^  install '
	# it is no clone
	run -2 make dist
	[[ $output == *'this is no clone'* ]]
}
