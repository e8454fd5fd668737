#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run in trees that were built before, and with programs that do not
# run in the study's directory: the messages say what helps.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo hello'
}

# stale BUILD: expect that BUILD is refused because it links nothing
stale() {
	run -2 randstudy run -o st --build "$1" -- '{binary}'
	[[ $output == *'linked nothing through randcc'* ]]
	rm -r st
}

@test "a second build in a CMake, Meson or Ninja tree says what to remove" {
	# These fakes build nothing, as the real tools do when everything is up to date.
	for tool in cmake ninja make; do
		printf '#!/bin/sh\n' >"bin/$tool"
	done
	chmod +x bin/cmake bin/ninja bin/make
	PATH=$T/bin:$PATH
	mkdir -p tree 'my tree' other/meson-private
	touch tree/CMakeCache.txt 'my tree/build.ninja'
	stale 'cmake --build tree'
	[[ $output == *"\"tree\" was built before, and CMake builds only what has changed"* ]]
	[[ $output == *"--build 'rm -rf tree && cmake --build tree'"* ]]
	stale 'cmake -Btree && true'
	[[ $output == *"--build 'rm -rf tree && cmake -Btree && true'"* ]]
	stale 'true;ninja -C other'
	[[ $output == *'"other" was built before, and Meson builds only'* ]]
	mv tree/CMakeCache.txt tree/build.ninja
	stale '(ninja -C tree)'
	[[ $output == *'"tree" was built before, and Ninja builds only'* ]]
	# The source tree itself was configured by CMake.
	touch CMakeCache.txt
	stale 'make'
	[[ $output == *'this directory was configured by CMake before'* ]]
	rm CMakeCache.txt
	stale 'true'
	[[ $output == *'clean first (make clean)'* ]]
	[[ $output != *'several systems'* ]]
}

@test "the remedy that is named for a built tree works" {
	mkdir tree
	touch tree/CMakeCache.txt tree/prog
	printf '%s\n' '[ -e tree/prog ] || { mkdir -p tree; randld --fake-link prog.sh tree/prog; }' >build.sh
	run -2 randstudy run -o st --build '. ./build.sh tree' --layouts 2 -- '{binary}'
	remedy=$(sed -n "s/.*(--build '\(.*\)'), or build.*/\1/p" <<<"$output")
	[ "$remedy" = 'rm -rf tree && . ./build.sh tree' ]
	run -0 randstudy run -o st --build "$remedy" --layouts 2 --no-report -- '{binary}'
}

@test "the build of a second system that links nothing asks to clean between" {
	run -2 randstudy run -o st --system 'a=randld --fake-link prog.sh prog' \
		--system 'b=true' -- '{binary}'
	[[ $output == *'the builds of several systems share their tree: each must clean first'* ]]
}

@test "the program behind libtool's script is laid out" {
	mkdir .libs
	run -0 --separate-stderr randstudy run -o st --layouts 2 --program ./prog \
		--build 'cp prog.sh prog; randld --fake-link prog.sh .libs/prog' \
		-- '{binary}'
	[[ $stderr == *'"'"$T"'/prog" is libtool'"'"'s script for "'"$T"'/.libs/prog"'* ]]
	[ -f st/layouts/000000/prog ]
	rm -r st
	run -0 randstudy run -o st --layouts 2 --program prog --no-report \
		--build 'cp prog.sh prog; randld --fake-link prog.sh .libs/lt-prog' \
		-- '{binary}'
	[ -f st/layouts/000000/lt-prog ]
}

@test "programs by which a build tries the compiler are not the build's program" {
	mkdir -p b/CMakeFiles/3.25 m/meson-private
	run -0 randstudy run -o st --layouts 2 --no-report --build \
		'for i in b/CMakeFiles/3.25/a.out m/meson-private/sanitycheckc.exe conftest prog; do
			randld --fake-link prog.sh $i; done; rm conftest' -- '{binary}'
	[ -f st/layouts/000000/prog ]
	rm -r st
	run -2 randstudy run -o st --build \
		'for i in one two conftest; do randld --fake-link prog.sh $i; done' \
		-- '{binary}'
	[[ $output == *'linked 2 programs'* ]]
}

@test "a program that fails shows its last lines" {
	program 'seq 20; echo "cannot open \"x\"" >&2; exit 4'
	run -1 study
	[[ $output == *'ended with status 4 instead of 0'*'| cannot open "x"'* ]]
	[[ $output != *'| 20'* ]]
	rm -r st
	program 'seq 20; printf "end\033[31m"; kill -SEGV $$'
	run -1 study
	[[ $output == *'| 12'*'| 20'*'| end?[31m'* ]]
	[[ $output != *'| 11'$'\n'* ]]
	rm -r st
	# of a planned run
	program 'echo >>n; [ "$(wc -l <n)" -lt 4 ] || { echo "out of luck" >&2; exit 1; }'
	run -1 study
	[[ $output == *'run '*' ended with status 1 instead of 0'*'| out of luck'* ]]
	rm -r st n
	# a very long line is cut
	program 'head -c 5000 /dev/zero | tr "\0" x; exit 1'
	run -1 study
	[[ $output == *'xxx ...'* ]]
	awk 'length > 450 { exit 1 }' <<<"$output"
}

@test "a library that is missing is looked for in the tree" {
	mkdir -p 'a b/lib'
	touch 'a b/lib/libown.so.1'
	program 'echo "./prog: error while loading shared libraries: libown.so.1: cannot open shared object file: No such file or directory" >&2; exit 127'
	run -1 study
	[[ $output == *"call LD_LIBRARY_PATH='"*"a b/lib' randstudy run"* ]]
	rm -r st 'a b'
	run -1 study
	[[ $output == *'the program does not find "libown.so.1": add its directory to LD_LIBRARY_PATH'* ]]
}

@test "uncommitted changes are named before a build checks out a revision" {
	git init -q .
	git config user.email a@example.org
	git config user.name A
	git add prog.sh
	git commit -qm one
	git tag v1
	build='git checkout -q v1 && randld --fake-link prog.sh prog'
	run -0 randstudy run -o st --layouts 2 --no-report --build "$build" -- '{binary}'
	[[ $output != *uncommitted* ]]
	rm -r st
	echo '# changed' >>prog.sh
	run -0 randstudy run -o st --layouts 2 --no-report --build "$build" -- '{binary}'
	[[ $output == *'uncommitted changes (" M prog.sh")'*'git stash'* ]]
}

