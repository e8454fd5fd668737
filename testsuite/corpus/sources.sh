# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Recipes (run tells what they are) and the sources that they name, for what
# builds them: run, and the study of them in doc/study.  Both make inputs.
#
# Wants $top, $randcc_build, $name, a recipe, and $work, a folder for it.

# The current folder will be another one.
case ${SOURCES:-/} in
/*) ;;
*) SOURCES=$PWD/$SOURCES ;;
esac
# shellcheck source=testsuite/corpus/inputs.sh
. "$top/testsuite/corpus/inputs.sh"

# What the recipe sets, and nothing of the one before.
read_recipe() {
	package="" sha256="" language="" program="" needs="" lto=yes flags=""
	tests="" output="" changed="" also="" also_sha256="" also_at=""
	# shellcheck disable=SC1090 # a recipe
	. "$top/testsuite/corpus/programs/$name.sh"
}

# What a tarball is called, but for how it is compressed.
tarball_name() { # PACKAGE=VERSION
	version=${1#*=}
	version=${version#*:}
	echo "${1%%=*}_${version%-*}.orig.tar"
}

# The recipe's tarballs, a line each, for who gets them by himself.
sources_wanted() {
	echo "\"$SOURCES/$(tarball_name "$package").*\" with sha256 $sha256"
	[ -z "$also" ] || echo \
		"\"$SOURCES/$(tarball_name "$also").*\" with sha256 $also_sha256"
}

# A tarball, checked; its path, or nothing.  One that is not what the recipe
# means is named in $work/wrong.
tarball() { # PACKAGE=VERSION SHA256
	dir=${SOURCES:-$randcc_build/sources}
	if [ -z "${SOURCES:-}" ]; then
		"$top/tools/fetch-source" "$1" "$dir" >"$work/fetch.log" \
			2>&1 || return
	fi
	for file in "$dir/$(tarball_name "$1")".*; do
		if echo "$2  $file" | sha256sum --check --status \
			2>/dev/null; then
			echo "$file"
			return
		fi
		[ ! -e "$file" ] ||
			echo "\"$file\" has not sha256 $2" >>"$work/wrong"
	done
}

# A fresh tree, always at the same place: names of directories get into some
# programs, and are part of what must not differ.  It belongs to whoever runs
# this, root too: some of their tests do without what only root may.
unpack_into() { # TARBALL DIR
	rm -rf -- "$2"
	mkdir -- "$2"
	tar -x --no-same-owner -f "$1" -C "$2" || return
	inner=$2
	set -- "$2"/*
	if [ $# = 1 ] && [ -d "$1" ]; then
		mv -- "$1" "$inner.new"
		rmdir -- "$inner"
		mv -- "$inner.new" "$inner"
	fi
}

unpack() {
	unpack_into "$source" "$work/tree" || return
	[ -z "$also" ] || unpack_into "$also_source" "$work/tree/$also_at"
}

# Sets source and, for a recipe that takes two, also_source.
find_source() {
	source=$(tarball "$package" "$sha256")
	also_source=${also:+$(tarball "$also" "$also_sha256")}
	[ -n "$source" ] && { [ -z "$also" ] || [ -n "$also_source" ]; }
}

# The program's own sources, one behind the other: text that is there anyway.
# Who reads it may not read to its end, of which xargs would tell.
own_text() {
	(cd -- "$work/tree" && find . -type f -print0 | sort -z |
		xargs -0 sh -c 'cat -- "$@" || :' cat)
}
