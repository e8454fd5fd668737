#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installed programs work from their new place, and uninstall leaves nothing
# behind.

setup() {
	top=$BATS_TEST_DIRNAME/..
	build=${RANDCC_BUILD:-$top/build}
	T="$BATS_TEST_TMPDIR/a place"
	mkdir "$T"
	[ -d "$build/obj" ] || skip "what is installed has no build folder"
	make_it install-built
}

make_it() { # TARGET
	make -s -C "$top" O="$build" DESTDIR="$T" prefix=/opt/randcc "$1"
}

@test "installed programs find each other, and have their pages" {
	cd "$T"
	for page in randcc randc++ randfc randld randstudy; do
		[ -x "opt/randcc/bin/$page" ]
		[ -s "opt/randcc/share/man/man1/$page.1" ]
	done
	echo 'int main(void) { return 0; }' >main.c
	opt/randcc/bin/randcc -O2 -o main main.c
	./main
	opt/randcc/bin/randld --inspect main | grep 'randomised: '
}

@test "nothing installed leads back to the build folder" {
	find "$T/opt" -type f ! -name '*.[15]' | while read -r file; do
		# Debugging information may contain its path.
		strip -o "$T/stripped" "$file" 2>/dev/null ||
			cp "$file" "$T/stripped"
		run grep -cF -- "$(cd "$build" && pwd)/" "$T/stripped"
		echo "$file: $output"
		[ "$output" = 0 ]
	done
	[ -z "$(find "$T/opt" -type l -lname '/*')" ]
	[ -z "$(find -L "$T/opt" -type l)" ]
}

@test "the files that the installed pages name are installed" {
	cd "$T/opt/randcc"
	grep -ohE 'share/doc/[A-Za-z/.]*[A-Za-z]' share/man/man?/*.? | sort -u >named
	[ "$(wc -l <named)" -ge 2 ]
	while read -r file; do
		[ -s "$file" ]
	done <named
	# they name nothing of the source tree, which is not there
	run grep -hE '(^|[^/])doc/[A-Z]' share/man/man?/*.?
	echo "$output"
	[ -z "$output" ]
}

@test "uninstall leaves no file and no folder" {
	make_it uninstall
	find "$T"
	[ -z "$(find "$T" ! -type d)" ]
	[ -z "$(ls "$T/opt/randcc")" ]
	# twice, or where nothing was installed
	make_it uninstall
	rmdir "$T/opt/randcc"
	make_it uninstall
}

@test "uninstall leaves the folders and files of others" {
	touch "$T/opt/randcc/share/man/man1/other.1"
	make_it uninstall
	[ -e "$T/opt/randcc/share/man/man1/other.1" ]
	[ ! -d "$T/opt/randcc/share/doc" ]
	# the system's own prefix keeps its folders, however empty
	make -s -C "$top" O="$build" DESTDIR="$T" prefix=/usr/local install-built
	make -s -C "$top" O="$build" DESTDIR="$T" prefix=/usr/local uninstall
	[ -d "$T/usr/local/bin" ]
	[ ! -d "$T/usr/local/lib/randcc" ]
}
