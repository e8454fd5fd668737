#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installing: the programs work from where they are installed, and uninstall
# leaves nothing behind.

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
		# Debugging information may name it.
		strip -o "$T/stripped" "$file" 2>/dev/null ||
			cp "$file" "$T/stripped"
		run grep -cF -- "$(cd "$build" && pwd)/" "$T/stripped"
		echo "$file: $output"
		[ "$output" = 0 ]
	done
	[ -z "$(find "$T/opt" -type l -lname '/*')" ]
	[ -z "$(find -L "$T/opt" -type l)" ]
}

@test "uninstall leaves no file" {
	make_it uninstall
	find "$T" ! -type d
	[ -z "$(find "$T" ! -type d)" ]
	[ ! -d "$T/opt/randcc/lib/randcc" ]
	[ ! -d "$T/opt/randcc/libexec/randcc" ]
}
