#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Do what a new user does, from README.md and the manuals alone, with the real build
# systems (`make check-journeys`).  The commands are those that the README prints, and
# those that messages propose.

# shellcheck disable=SC2016 # a "$" in single quotes is for make
# shellcheck disable=SC2154 # bats sets stderr
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/../..
	build=${RANDCC_BUILD:-$top/build}
	PATH=$build/bin:$PATH
	unset "${!RANDCC_@}" "${!RANDSTUDY_@}" LD_LIBRARY_PATH CC CXX
	export GIT_CONFIG_GLOBAL=/dev/null
	mkdir "$BATS_TEST_TMPDIR/my-program"
	cd "$BATS_TEST_TMPDIR/my-program" || return
}

# ---- Projects -------------------------------------------------------------

# sources: write a program of two units; the work is in work.c
sources() {
	{
		echo '#include "work.h"'
		for i in $(seq 30); do
			printf 'unsigned step%d(unsigned x)\n{\n' "$i"
			printf '\tfor (unsigned k = 0; k < 40; k++)\n'
			printf '\t\tx = x * %du + (x >> %d);\n\treturn x;\n}\n' \
				$((2 * i + 1)) $((i % 13 + 1))
		done
		echo 'unsigned work(unsigned x)'
		echo '{'
		for i in $(seq 30); do echo "	x = step$i(x);"; done
		printf '\treturn x;\n}\n'
	} >work.c
	echo 'unsigned work(unsigned x);' >work.h
	cat >main.c <<-'EOF'
		#include <stdio.h>
		#include <stdlib.h>
		#include "work.h"

		static unsigned repeat(unsigned n)
		{
			unsigned x = 1;

			while (n-- > 0)
				x = work(x);
			return x;
		}

		int main(int argc, char **argv)
		{
			printf("%u\n", repeat(argc > 1 ? (unsigned)atoi(argv[1])
						       : 3000));
			return 0;
		}
	EOF
}

makefile() {
	printf '%s\n' 'CC = gcc' 'CFLAGS = -O2' 'program: main.o work.o' \
		'	$(CC) -o $@ main.o work.o' 'main.o work.o: work.h' 'clean:' \
		'	rm -f program *.o' >Makefile
}

# cmake_project [SHARED|STATIC]: write a CMake project whose library is shared or static
cmake_project() {
	cat >CMakeLists.txt <<-EOF
		cmake_minimum_required(VERSION 3.13)
		project(my C)
		add_library(core ${1:-STATIC} work.c)
		add_executable(program main.c)
		target_link_libraries(program core)
	EOF
}

# libtool_project: write the sources of a libtool project, and make a configure
# script, which git would track
libtool_project() {
	cat >configure.ac <<-'EOF'
		AC_INIT([my], [1])
		AM_INIT_AUTOMAKE([foreign])
		AC_PROG_CC
		AC_CHECK_FUNCS([memset strdup])
		LT_INIT
		AC_CONFIG_FILES([Makefile])
		AC_OUTPUT
	EOF
	cat >Makefile.am <<-'EOF'
		lib_LTLIBRARIES = libcore.la
		libcore_la_SOURCES = work.c
		bin_PROGRAMS = program
		program_SOURCES = main.c
		program_LDADD = libcore.la
	EOF
	autoreconf -i >/dev/null 2>&1
}

# ---- Steps and their expected results ------------------------------------

# readme TEXT [OPTION...]: run the README's command that contains TEXT
readme() {
	local command
	command=$("$BATS_TEST_DIRNAME/readme" -v has="$1" "$top/README.md") || {
		echo "README.md has no command with $1"
		return 1
	}
	command=${command/ARGUMENTS/2000}
	echo "+ $command"
	eval "${command/randstudy run/randstudy run -r 10 ${*:2}}"
}

# check_study DIR [N]: check that all runs are good, and that at least N layouts differ
check_study() {
	local db=$1/study.db n=${2:-10}
	[ "$(sqlite3 "$db" "SELECT count(*) FROM run WHERE outcome != 'ok'")" = 0 ]
	[ "$(sqlite3 "$db" "SELECT count(*) > 0 FROM run")" = 1 ]
	# A layout is told from others by its digest and those of its libraries.
	[ "$(sqlite3 "$db" "SELECT count(DISTINCT coalesce((SELECT group_concat(digest) FROM library b WHERE b.layout = l.id), '') || digest) FROM layout l WHERE seed != 'none'")" -ge "$n" ]
	randstudy report "$1" >"$BATS_TEST_TMPDIR/report"
	[ -s "$BATS_TEST_TMPDIR/report" ]
}

# remedy: print the build command that the message in $output proposes
remedy() {
	sed -n "s/.*(--build '\(.*\)'), or build.*/\1/p" <<<"$output"
}

# Check that a second study in a built tree fails, and that the remedy in its message
# works.
second_study() { # TEXT-OF-README
	rm -rf study
	run -2 readme "$1"
	[[ $output == *'linked nothing through randcc'* ]]
	fixed=$(remedy)
	[ -n "$fixed" ]
	run -0 randstudy run -o study -r 10 --build "$fixed" \
		--program build/program -- '{binary}' 2000
	check_study study
}

# ---- The journeys ---------------------------------------------------------

@test "plain make" {
	sources
	makefile
	run -0 readme "'make CC=randcc'"
	check_study study
}

@test "stale objects" {
	sources
	makefile
	make
	run -2 readme "'make CC=randcc'"
	[[ $output == *'linked nothing through randcc'*'make clean'* ]]
	# The corrected command works with the same directory.
	run -0 randstudy run -o study -r 10 --build 'make clean && make CC=randcc' \
		--program ./program -- '{binary}' 2000
	check_study study
	# The report names the object that another compiler made.
	make clean
	gcc -O2 -c work.c
	run -0 randstudy run -o other -r 5 --build 'make CC=randcc' \
		--program ./program -- '{binary}' 20000
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'work.o was not compiled by randcc'* ]]
}

@test "CMake with make" {
	sources
	cmake_project
	run -0 readme cmake
	check_study study
	second_study cmake
}

@test "CMake with Ninja" {
	sources
	cmake_project
	export CMAKE_GENERATOR=Ninja
	run -0 readme cmake
	check_study study
	second_study cmake
}

@test "an own shared library (CMake)" {
	sources
	cmake_project SHARED
	run -0 readme cmake
	check_study study
	[ "$(sqlite3 study/study.db 'SELECT DISTINCT name FROM library')" = libcore.so ]
}

@test "Meson, with an own shared library" {
	sources
	cat >meson.build <<-'EOF'
		project('my', 'c')
		core = shared_library('core', 'work.c')
		executable('program', 'main.c', link_with: core)
	EOF
	run -0 readme 'meson setup'
	check_study study
	[ "$(sqlite3 study/study.db 'SELECT DISTINCT name FROM library')" = libcore.so ]
	second_study 'meson setup'
}

@test "autotools with libtool" {
	sources
	libtool_project
	run -0 readme './configure CC=randcc'
	[[ $output == *"is libtool's script for"* ]]
	check_study study
	[ "$(sqlite3 study/study.db 'SELECT DISTINCT name FROM library')" = libcore.so.0 ]
	# The report leaves out the calls with which configure tested the compiler.
	run -0 randstudy report --format json study
	[ "$(jq '[.options[0][] | select(.calls > 3)] | length' <<<"$output")" = 0 ]
}

@test "C++" {
	sources
	{
		echo 'extern "C" {'
		cat work.c
		echo '}'
	} >work.cc
	{
		echo '#include <iostream>'
		echo 'extern "C" unsigned work(unsigned);'
		echo 'template <typename T> struct Sum { T x = 1; void add() { x = work(x); } };'
		echo 'int main() { Sum<unsigned> s; for (int i = 0; i < 2000; i++) s.add(); std::cout << s.x << std::endl; }'
	} >main.cc
	printf '%s\n' 'CXX = g++' 'program: main.cc work.cc' \
		'	$(CXX) -O2 -o $@ main.cc work.cc' >Makefile
	grep -q 'CXX=randc++' "$top/README.md"
	run -0 randstudy run -o study -r 10 --build 'make CC=randcc CXX=randc++' \
		--program ./program -- '{binary}'
	check_study study
}

@test "a program that prints a score" {
	sources
	makefile
	# The number differs from run to run.
	sed -i 's,return 0;,printf("score: %d ops\\n"\, 1000 + (int)(time(NULL) % 7) + (int)getpid() % 90); return 0;,; 1i #include <time.h>\n#include <unistd.h>' main.c
	run -1 readme "'make CC=randcc'"
	metric=$(sed -n "s/.*\(--metric '[^']*'\).*/\1/p" <<<"$output" | head -n 1)
	echo "proposed: $metric"
	[ -n "$metric" ]
	eval "run -0 randstudy run -o scores -r 5 $metric --build 'make clean && make CC=randcc' --program ./program -- '{binary}' 2000"
	[ "$(sqlite3 scores/study.db 'SELECT count(*) FROM value WHERE value >= 1000')" = 10 ]
}

@test "two revisions" {
	sources
	makefile
	sed -i 's/program/prog/g' Makefile
	printf '%s\n' '*.o' prog >.gitignore
	git init -q -b main .
	git config user.email a@example.org
	git config user.name A
	git add .
	git commit -qm one
	# A planted difference of a factor of two is found whatever the noise.
	sed -i 's/x = work(x);/x = (work(x), work(x));/' main.c
	command=$("$BATS_TEST_DIRNAME/readme" -v has='randstudy ab' "$top/README.md")
	command=${command/ input/ 30000}
	echo "+ $command"
	eval "run ${command/randstudy ab/randstudy ab --max-layouts 20 -t 5}"
	[ "$status" = 1 ]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'more time than main'* ]]
	[ "$(git status --porcelain)" = ' M main.c' ]
}

# repository: make the project a git repository without a .gitignore
repository() {
	git init -q -b main .
	git config user.email a@example.org
	git config user.name A
	git add .
	git commit -qm one
}

# after_study: change the program, and compare it with the revision main.  The tree has
# an earlier study.
after_study() { # BUILD PROGRAM
	check_study study
	sed -i 's/x = work(x);/x = (work(x), work(x));/' main.c
	run randstudy ab main . --max-layouts 20 -t 5 --build "$1" --program "$2" \
		-- '{binary}' 20000
	[ "$status" = 1 ]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'more time than main'* ]]
	[[ $output == *'an earlier build made them'* ]]
}

@test "two revisions, after a study in the same tree" {
	sources
	makefile
	repository
	run -0 readme "'make CC=randcc'"
	after_study 'make CC=randcc' ./program
}

@test "two revisions, after a study in a CMake tree" {
	sources
	cmake_project SHARED
	repository
	run -0 readme cmake
	after_study 'CC=randcc cmake -B build && cmake --build build' build/program
}

@test "two revisions, after a study with libtool" {
	sources
	libtool_project
	repository
	run -0 readme './configure CC=randcc'
	after_study './configure CC=randcc && make' ./program
}

@test "flags" {
	sources
	makefile
	run -0 randstudy run -r 10 -P opt=-O1,-O2 \
		--build 'make clean && make CC=randcc CFLAGS={opt}' \
		--program ./program -- '{binary}' 2000
	[[ $output == *'the study is in "randstudy-1"'* ]]
	check_study randstudy-1
	grep -q -- 'opt=-O2' "$BATS_TEST_TMPDIR/report"
}

@test "a suite" {
	sources
	makefile
	cat >suite.yaml <<-'EOF'
		defaults:
		  layouts: 10
		  build: make clean && make CC=randcc
		  program: ./program
		benchmarks:
		  short:
		    command: ['{binary}', '1000']
		  long:
		    command: ['{binary}', '2000']
	EOF
	command=$("$BATS_TEST_DIRNAME/readme" -v has=--study "$top/README.md")
	[[ $command == *'-o DIR --study suite.yaml'* ]]
	run -0 randstudy run -o DIR --study suite.yaml
	check_study DIR/short
	check_study DIR/long
	# Give the program's inputs as values of a parameter.
	run -0 randstudy run -o inputs -r 5 -P n=1000,2000 \
		--build 'make clean && make CC=randcc' --program ./program \
		-- '{binary}' '{n}'
	check_study inputs/n=1000 5
	run -0 randstudy report inputs
	[[ $output == *n=2000* ]]
}

@test "continuous integration" {
	sources
	makefile
	# The program prints its own score, WORK plus 0 to 4, so the score depends
	# neither on the layout nor on the machine.
	sed -i 's,return 0;,fprintf(stderr\, "work: %d\\n"\, WORK + (int)getpid() % 5); return 0;,; 1i #include <unistd.h>' main.c
	sed -i 's/^CFLAGS = .*/CFLAGS = -O2 -D WORK=1000/' Makefile
	printf '%s\n' '*.o' program >.gitignore
	git init -q .
	git config user.email a@example.org
	git config user.name A
	git add .
	git commit -qm one
	ab() { # OPTION...
		randstudy ab HEAD~1 HEAD --build 'make CC=randcc' \
			--program ./program -t 5 --max-layouts 20 \
			--metric 'work,lower=stderr:work: ([0-9]+)' "$@" \
			-- '{binary}' 100
	}
	git commit -q --allow-empty -m same
	run -0 ab --fail-on regression --format markdown
	[[ $output == *'|'* ]]
	sed -i 's/WORK=1000/WORK=1200/' Makefile
	git commit -qam slower
	run -1 ab --fail-on regression
	run -0 ab --fail-on never
}

@test "CPython, in the tree in which it was built" {
	[ -n "${CPYTHON:-}" ] || skip "CPYTHON names no tarball of it"
	tar xf "$CPYTHON"
	cd Python-*
	run -0 randstudy run -o study -r 4 --program ./python \
		--build "./configure CC=randcc CXX=randc++ && make -j$(nproc)" -- \
		'{binary}' -c 'import json, math; print(sum(math.isqrt(i) for i in range(100000)), json.dumps([1]))'
	[[ $output == *'its layouts run there'* ]]
	check_study study 4
	# The modules that CPython opens are laid out too.
	[ "$(sqlite3 study/study.db "SELECT count(*) > 0 FROM library WHERE name LIKE 'math.%'")" = 1 ]
}
