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

# Each value of `release` is the default gcc of Debian 12, 13 or sid, a colon, and the
# versions of gcc in that release.
@test "the packages are built with the headers of the release's default gcc" {
	first=$(sed -n 's/^ \(gcc-[0-9]*-plugin-dev .*\),$/\1/p' "$top/debian/control" |
		tr -d '|')
	for release in '12: 12 11' '14: 14 13 12' '16: 16 15 14'; do
		for package in $first; do
			n=${package#gcc-} n=${n%-plugin-dev}
			[[ " ${release#*:} " != *" $n "* ]] || break
		done
		[ "$n" = "${release%%:*}" ]
	done
}

@test "the packages are not built without a plugin" {
	mkdir "$T/bin"
	cat >"$T/bin/gcc" <<-'END'
		#!/bin/sh
		case $1 in
		-dumpversion) echo 99 ;;
		-print-file-name=plugin) echo "$PLUGIN" ;;
		esac
	END
	chmod +x "$T/bin/gcc"
	cd "$top"
	PATH=$T/bin:$PATH PLUGIN=plugin run -2 \
		make -s -f debian/rules override_dh_auto_configure
	[[ $output == *'gcc has no plugin headers: install gcc-99-plugin-dev'* ]]
	mkdir -p "$T/plugin/include"
	touch "$T/plugin/include/gcc-plugin.h"
	PATH=$T/bin:$PATH PLUGIN=$T/plugin run -0 \
		make -s -f debian/rules override_dh_auto_configure
}

@test "CITATION.cff keeps to its format, and names this version" {
	python3 -c 'import jsonschema, yaml' || skip 'no python3-jsonschema or python3-yaml'
	version=$(sed -n 's/^VERSION := //p' "$top/GNUmakefile")
	check="$BATS_TEST_DIRNAME/tools/check-citation"
	"$check" "$top/CITATION.cff" "$version"
	# wrong SED-SCRIPT WHAT: check that the file with this change is refused with
	# a message that contains WHAT
	wrong() {
		sed "$1" "$top/CITATION.cff" >"$T/wrong.cff"
		! cmp -s "$top/CITATION.cff" "$T/wrong.cff" || return 1
		run -1 "$check" "$T/wrong.cff" "$version"
		[[ $output == *"$2"* ]]
	}
	wrong '/^message:/d' "'message' is a required property"
	wrong '/^title:/d' "'title' is a required property"
	wrong 's/family-names: Jones/surname: Jones/' 'references/0/authors/1'
	wrong '/^  - name:/d; /^    email:/d' 'authors'
	wrong 's/^cff-version:.*/cff-version: 1.1/' cff-version
	wrong 's/^version:.*/version: 9.9/' version
	wrong 's/^license:.*/license: GPL3/' license
	wrong 's/^type:.*/type: program/' type
	wrong 's/^type:/kind:/' "'kind' was unexpected"
	wrong 's/^    year: 2013/    year: last/' references/0/year
	wrong 's/^type:.*/&\ndate-released: 31.1.2026/' date-released
	wrong 's/^type:.*/&\ndate-released: 2026-02-31/' date-released
	wrong 's/^type:.*/&\ntitle: again/' 'a key is given twice'
	wrong 's/^keywords:/&: [/' "$T/wrong.cff"
	sed 's/^type:.*/&\ndate-released: 2026-01-31/' "$top/CITATION.cff" >"$T/dated.cff"
	"$check" "$T/dated.cff" "$version"
}
