# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154 # variables of the caller
# Read recipes, and find the sources that recipes name.  The script "run" in this
# folder describes recipes.  That script and the study in doc/study read this file and,
# through it, inputs.sh.
#
# The caller sets $top, $randcc_build, $name (a recipe) and $work (a folder for it).

# Make SOURCES absolute, because the caller will change its current folder.
case ${SOURCES:-/} in
/*) ;;
*) SOURCES=$PWD/$SOURCES ;;
esac
# shellcheck source=testsuite/corpus/inputs.sh
. "$top/testsuite/corpus/inputs.sh"

# Read a recipe, and forget the settings of the previous recipe.
read_recipe() {
	package="" sha256="" language="" program="" needs="" lto=yes flags=""
	tests="" output="" changed="" also="" also_sha256="" also_at=""
	# shellcheck disable=SC1090 # a recipe
	. "$top/testsuite/corpus/programs/$name.sh"
}

# Print the name of a tarball without the suffix of its compression.
tarball_name() { # PACKAGE=VERSION
	version=${1#*=}
	version=${version#*:}
	echo "${1%%=*}_${version%-*}.orig.tar"
}

# Print the recipe's tarballs, a line each, for a user who fetches them.
sources_wanted() {
	echo "\"$SOURCES/$(tarball_name "$package").*\" with sha256 $sha256"
	[ -z "$also" ] || echo \
		"\"$SOURCES/$(tarball_name "$also").*\" with sha256 $also_sha256"
}

# Print the path of the package's tarball that has the checksum, or nothing.  A tarball
# of the package with another checksum is named in $work/wrong.
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
			echo "\"$file\" has another sha256 than $2" >>"$work/wrong"
	done
}

# Unpack a fresh tree.  Every variant is built at the same place, because some programs
# contain the names of their directories, and these must not differ.  The tree belongs
# to the user, even if the user is root, because some programs' tests depend on the
# owner.
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

# Set `source` to the path of the recipe's tarball.  Set `also_source` to the path of
# its second tarball, if it has one.
find_source() {
	source=$(tarball "$package" "$sha256")
	also_source=${also:+$(tarball "$also" "$also_sha256")}
	[ -n "$source" ] && { [ -z "$also" ] || [ -n "$also_source" ]; }
}

# Print the program's own sources, concatenated.  A recipe needs no other text as
# input.  A reader may stop before the end; `|| :` then keeps xargs from reporting that
# cat failed.
own_text() {
	(cd -- "$work/tree" && find . -type f -print0 | sort -z |
		xargs -0 sh -c 'cat -- "$@" || :' cat)
}
