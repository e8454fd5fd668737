#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The four ways to build a program that README.md shows, each on a small project
# with a static library: the commands are those of the README.

setup() {
	top=$BATS_TEST_DIRNAME/..
	build=${RANDCC_BUILD:-$top/build}
	PATH=$build/bin:$PATH
	# A blank in the path must not split a word.
	T="$BATS_TEST_TMPDIR/a project"
	mkdir "$T"
	cd "$T" || exit
	unset CC CFLAGS LDFLAGS MAKEFLAGS
	cat >main.c <<-'EOT'
		#include <stdio.h>
		int sum(const char *line);
		int longest(const char *line);
		static void report(const char *what, int n)
		{
			printf("%s %d\n", what, n);
		}
		int main(void)
		{
			char line[1000];
			int total = 0, max = 0;
			while (fgets(line, sizeof(line), stdin) != NULL) {
				int n = longest(line);
				total += sum(line);
				max = n > max ? n : max;
			}
			report("sum", total);
			report("longest", max);
			return 0;
		}
	EOT
	cat >sum.c <<-'EOT'
		static int digit(char c) { return c >= '0' && c <= '9'; }
		int sum(const char *line)
		{
			int n = 0;
			for (; *line != '\0'; line++)
				n += digit(*line) ? *line - '0' : 0;
			return n;
		}
	EOT
	cat >longest.c <<-'EOT'
		static int blank(char c) { return c == ' ' || c == '\n'; }
		int longest(const char *line)
		{
			int n = 0, max = 0;
			for (; *line != '\0'; line++) {
				n = blank(*line) ? 0 : n + 1;
				max = n > max ? n : max;
			}
			return max;
		}
	EOT
	seq 1000 >input
	printf 'sum 13501\nlongest 4\n' >expected
}

# Study PROGRAM with the build command BUILD, which the README must show.
study() { # BUILD PROGRAM
	grep -qF -- "--build '$1'" "$top/README.md"
	run randstudy run -o study --layouts 3 --build "$1" --program "$2" \
		--stdin input --expect expected -- '{binary}'
	echo "$output"
	[ "$status" -eq 0 ]
	run randld --inspect "$2"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *longest* ]]
	[[ $output == *digit* || $output == *sum* ]]
}

@test "a plain Makefile builds with randcc" {
	cat >Makefile <<-'EOT'
		CFLAGS = -O2
		program: main.o libtext.a ; $(CC) -o $@ main.o libtext.a
		libtext.a: sum.o longest.o ; $(AR) rcs $@ $^
	EOT
	study 'make CC=randcc' ./program
}

@test "an autotools project with libtool builds with randcc" {
	cat >configure.ac <<-'EOT'
		AC_INIT([program], [1])
		AM_INIT_AUTOMAKE([foreign])
		AM_PROG_AR
		LT_INIT
		AC_PROG_CC
		AC_CONFIG_FILES([Makefile])
		AC_OUTPUT
	EOT
	cat >Makefile.am <<-'EOT'
		noinst_LTLIBRARIES = libtext.la
		libtext_la_SOURCES = sum.c longest.c
		bin_PROGRAMS = program
		program_SOURCES = main.c
		program_LDADD = libtext.la
	EOT
	# libtool does not work with blanks in the path.
	mkdir "$BATS_TEST_TMPDIR/project"
	cp ./* "$BATS_TEST_TMPDIR/project"
	cd "$BATS_TEST_TMPDIR/project"
	autoreconf -i >autoreconf.log 2>&1 || { cat autoreconf.log && false; }
	study './configure CC=randcc && make' ./program
}

@test "a CMake project builds with randcc" {
	cat >CMakeLists.txt <<-'EOT'
		cmake_minimum_required(VERSION 3.10)
		project(program C)
		add_library(text STATIC sum.c longest.c)
		add_executable(program main.c)
		target_link_libraries(program text)
	EOT
	study 'CC=randcc cmake -B build && cmake --build build' build/program
}

@test "CMake edits the rpath of what it installs, and nothing else" {
	cat >CMakeLists.txt <<-'EOT'
		cmake_minimum_required(VERSION 3.10)
		project(program C)
		set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
		add_library(text SHARED sum.c longest.c)
		add_executable(program main.c)
		target_link_libraries(program text)
		install(TARGETS program text RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
	EOT
	CC=randcc cmake -B build -DCMAKE_INSTALL_PREFIX="$PWD/usr" >log
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=5 cmake --build build >log
	cmake --install build >log
	# Newer versions of CMake print "Set non-toolchain portion of runtime
	# path".
	grep -qE 'Set (.* of )?runtime path of' log
	readelf -d usr/bin/program | grep -qF '[$ORIGIN/../lib]'
	readelf -d build/program | grep -qF "[$PWD/build"
	# The installed files have the same note as the built ones.
	for file in program libtext.so; do
		randstudy inspect build/$file >built
		randstudy inspect usr/*/$file >installed
		grep -q '^seed: 5$' installed
		grep -q 'longest\|report' installed
		diff built installed
		cp build/$file built.$file
	done
	# Without the build tree, the program still runs and is laid out again.
	rm -r build
	usr/bin/program <input | diff - expected
	for file in program libtext.so; do
		randld --replay rec/$file --seed 5 -o again
		cmp again built.$file
		randld --replay rec/$file --seed 6 -o other.$file
		run cmp -s other.$file built.$file
		[ "$status" -eq 1 ]
	done
	cp other.libtext.so usr/lib/libtext.so
	LD_LIBRARY_PATH=$PWD/usr/lib ./other.program <input | diff - expected
}

@test "a Meson project builds with randcc" {
	cat >meson.build <<-'EOT'
		project('program', 'c')
		text = static_library('text', 'sum.c', 'longest.c')
		executable('program', 'main.c', link_with: text)
	EOT
	study 'CC=randcc meson setup build && meson compile -C build' \
		build/program
}

@test "the link that libtool repeats when it installs is recorded" {
	cat >configure.ac <<-'EOT'
		AC_INIT([program], [1])
		AM_INIT_AUTOMAKE([foreign])
		AM_PROG_AR
		LT_INIT([disable-static])
		AC_PROG_CC
		AC_CONFIG_FILES([Makefile])
		AC_OUTPUT
	EOT
	cat >Makefile.am <<-'EOT'
		lib_LTLIBRARIES = libsum.la libtext.la
		libsum_la_SOURCES = sum.c
		libtext_la_SOURCES = longest.c
		libtext_la_LIBADD = libsum.la
		bin_PROGRAMS = program
		program_SOURCES = main.c
		program_LDADD = libtext.la libsum.la
	EOT
	mkdir "$BATS_TEST_TMPDIR/project"
	cp ./* "$BATS_TEST_TMPDIR/project"
	cd "$BATS_TEST_TMPDIR/project"
	autoreconf -i >autoreconf.log 2>&1 || { cat autoreconf.log && false; }
	./configure CC=randcc --prefix="$PWD/usr" >log
	export RANDCC_RECORD=$PWD/rec RANDCC_SEED=none
	make -s -j2 install >log 2>&1
	unset RANDCC_RECORD RANDCC_SEED
	grep -q relinking log
	# libtool links a file twice.  The record has the last link, which was
	# installed.
	randld --list-records rec >list
	while IFS=$(printf '\t') read -r name output _; do
		randld --replay "rec/$name" --seed none -o again
		cmp again "$(find usr -type f -name "$(basename "$output")")"
		randld --replay "rec/$name" --seed 1 -o other
		[ "$(sha256sum <again)" != "$(sha256sum <other)" ]
	done <list
	grep -q '/program$' list
	grep -q '/libtext\.so.*	libtext\.so\.[0-9]*$' list
	sum=$(LD_LIBRARY_PATH=$PWD/usr/lib usr/bin/program <input | sed -n 's/^sum //p')
	[ "$sum" -gt 0 ]
}
