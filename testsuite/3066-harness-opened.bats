#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shared libraries of the build that a program opens by dlopen(3) are laid out.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	real_setup
	mkdir plugins
	units a b
	# The program opens plugins/NAME.so beside itself for each argument
	# NAME.  It logs the distance of two functions in that library, and the
	# library's path.
	cat >main.c <<-'EOF'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		#include <unistd.h>
		int plus(int x) { return x + 1; }
		int minus(int x) { return x - 1; }
		int main(int argc, char **argv)
		{
			for (int i = 1; i < argc; i++) {
				char self[4096] = "", path[8192];
				FILE *log = fopen(getenv("LOG"), "a");
				void *lib, *f, *g;
				Dl_info info;

				if (readlink("/proc/self/exe", self, 4095) < 0)
					return 1;
				*strrchr(self, '/') = '\0';
				snprintf(path, sizeof(path), "%s/plugins/%s.so",
					 PLUGINS[0] ? PLUGINS : self, argv[i]);
				lib = dlopen(path, RTLD_NOW);
				if (lib == NULL) {
					fprintf(stderr, "%s\n", dlerror());
					return 3;
				}
				f = dlsym(lib, "a1");
				g = dlsym(lib, "b1");
				dladdr(f, &info);
				fprintf(log, "%s %ld %s\n", argv[i],
					(long)((char *)g - (char *)f),
					info.dli_fname);
				fclose(log);
				printf("%d\n", minus(plus(((int (*)(int))f)(1))));
			}
			return 0;
		}
	EOF
	cat >build.sh <<-'EOF'
		set -e
		rm -f prog plugins/*
		[ "$1" = beside ] || folder=$PWD
		randcc -O1 -D "PLUGINS=\"${folder:-}\"" -o prog main.c -ldl
		for name in one two; do
			randcc -O1 -fPIC -shared -o plugins/$name.so a.c b.c
		done
	EOF
	export LOG=$T/log
}

# study WHERE [OPTION...]: run a study.  WHERE is passed to build.sh, and says
# whether the program contains the path of its plugins or looks for them beside
# itself.
study() {
	randstudy run -o st --no-report -r 3 --seed 7 --program prog \
		--build "sh build.sh $1" "${@:2}" -- '{binary}' one
}

# Check the study and ./log.  The first RUNS runs in ./log were made before
# randstudy knew which library the program opens.
check_opened() { # RUNS
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 6 ]
	[ "$(query 'SELECT count(DISTINCT digest) FROM library')" = 4 ]
	[ "$(query 'SELECT DISTINCT name FROM library')" = one.so ]
	# The layouts of the plugin differ, and each was loaded from the
	# plugin's own path.
	sed "1,$1d" log >runs
	[ "$(awk '{ print $1, $2 }' runs | sort -u | wc -l)" -ge 3 ]
	[ "$(sed 's/^[a-z]* [-0-9]* //' runs | sort -u)" = "$T/plugins/one.so" ]
}

@test "a library that the program opens by its path is laid out" {
	run -0 study fixed
	[[ $output == *'the program opens "'"$T/plugins/one.so"'": it is laid out too'* ]]
	check_opened 1
	# A later session knows the library, so it does not print the message again.
	run -0 randstudy run -o st -r 4 --no-report
	[[ $output != *'laid out too'* ]]
	[ "$(query 'SELECT count(DISTINCT digest) FROM library')" = 5 ]
	run -0 randstudy report st
	[[ $output == *'in-place (found necessary)'* ]]
}

@test "a library that the program finds beside itself is laid out" {
	run -0 study beside
	[[ $output == *"\"$T/plugins/one.so\": it is laid out too"* ]]
	[[ $output == *'works only at its own path'* ]]
	check_opened 1
}

@test "--setup is not run again when the layouts are made again" {
	run -0 study fixed --setup 'echo >>"$LOG.setup"' --conclude true
	[ "$(wc -l <log.setup)" = 1 ]
	check_opened 1
}

@test "--library none leaves opened libraries as they are" {
	run -0 study fixed --library none
	[[ $output != *'laid out too'* ]]
	[ "$(query 'SELECT count(*) FROM library')" = 0 ]
	[ "$(awk '{ print $2 }' log | sort -u | wc -l)" = 1 ]
}

@test "a library that the program does not open is not laid out" {
	run -0 randstudy run -o st --no-report -r 3 --program prog \
		--build "sh build.sh fixed" -- '{binary}'
	[[ $output != *'laid out too'* ]]
	[ "$(query 'SELECT count(*) FROM library')" = 0 ]
	[ "$(query 'SELECT count(*) FROM run')" = 6 ]
}

@test "a study that adds layouts looks for opened libraries first" {
	run -0 study fixed --precision 1000% -r 10
	[[ $output == *'laid out too'* ]]
	[ "$(query 'SELECT count(DISTINCT name) FROM library')" = 1 ]
	[ "$(query "SELECT count(*) FROM run WHERE outcome != 'ok'")" = 0 ]
}
