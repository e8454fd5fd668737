#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy --library lays out shared libraries with their program, and checks that
# the runs load them.

# shellcheck disable=SC2016 # a "$" in single quotes is for make or for ld.so
load harness

setup() {
	real_setup
	mkdir lib
	units a b
	# The program prints the path of its library to a file that is not
	# compared.
	cat >main.c <<-'EOF'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <stdio.h>
		#include <stdlib.h>
		int a1(int), b1(int);
		int plus(int x) { return x + 1; }
		int minus(int x) { return x - 1; }
		int main(void)
		{
			Dl_info info;
			FILE *log = fopen(getenv("LOG"), "a");
			dladdr((void *)a1, &info);
			fprintf(log, "%s %ld\n", info.dli_fname,
				(long)((char *)b1 - (char *)a1));
			fclose(log);
			printf("%d\n", minus(plus(a1(1) + b1(1))));
			return 0;
		}
	EOF
	{
		echo 'prog: lib/libwork.so'
		printf '\t$(CC) -O1 -o $@ main.c $(HOW) -Llib -lwork\n'
		echo 'lib/libwork.so:'
		printf '\t$(CC) -O1 -fPIC -shared -Wl,-soname,libwork.so.1 -o lib/libwork.so.1.0 a.c b.c\n'
		printf '\tln -sf libwork.so.1.0 lib/libwork.so.1\n'
		printf '\tln -sf libwork.so.1 $@\n'
		printf 'clean:\n\trm -f prog lib/*\n'
	} >Makefile
	export LOG=$T/log
	# The dynamic linker searches a DT_RUNPATH after LD_LIBRARY_PATH, so the
	# folder of the original library does not come first.
	runpath='-Wl,--enable-new-dtags,-rpath,"$(CURDIR)/lib"'
}

# study DIR HOW [OPTION...]: run a study.  HOW is passed to make, for the link of prog.
study() {
	randstudy run -o "$1" --no-report --layouts 3 --seed 7 --build \
		"make clean; make CC=randcc 'HOW=$2'" --library libwork.so.1 \
		"${@:3}" -- '{binary}'
}

@test "a library is laid out with its program, and the program loads it" {
	study st "$runpath"
	query 'SELECT id, seed FROM layout' >list
	[ "$(wc -l <list)" = 6 ]
	while IFS='|' read -r id seed; do
		folder=st/layouts/$(printf %06d "$id")
		for file in prog libwork.so.1; do
			[ "$(randld --inspect --note "$folder/$file" | sed -n 's/^seed: //p')" = "$seed" ]
		done
		# Runs load the library from the layout's folder, and from
		# nowhere else.
		grep -q "^$T/$folder/libwork.so.1 " log
	done <list
	run -1 grep -v "^$T/st/layouts/00000[0-5]/libwork.so.1 " log
	[ "$(wc -l <log)" = 7 ] # six runs, and the reference run
	# layouts of the library differ, and the original layout is the file of
	# the build
	[ "$(cut -d' ' -f4 log | sort -u | wc -l)" -ge 3 ]
	for copy in 1 3 5; do
		cmp lib/libwork.so.1.0 st/layouts/00000$copy/libwork.so.1
		cmp prog st/layouts/00000$copy/prog
	done
	[ "$(query "SELECT count(*) FROM library WHERE name = 'libwork.so.1'")" = 6 ]
	[ "$(query 'SELECT count(DISTINCT digest) FROM library')" = 4 ]
	[ ! -e st/loaded ]
	run -0 randstudy report st
	[[ $output == *"  libraries   libwork.so.1, laid out with the program's seed"* ]]
	[[ $(randstudy report --format html st) == *'libwork.so.1, laid out with the program'* ]]
	[ "$(randstudy report --format json st | jq -c .libraries)" = '{"prog":["libwork.so.1"]}' ]
}

@test "the user's own LD_LIBRARY_PATH stays, behind the layout's folder" {
	mkdir more
	gcc -shared -fPIC -x c -o more/libmore.so - <<<'int more(void) { return 5; }'
	sed -i 's/minus(plus(/more() + &/; s/^int a1/int more(void), a1/' main.c
	LD_LIBRARY_PATH="$T/more:$T/lib" study st '-Lmore -lmore'
	[ "$(grep -c "^$T/st/layouts/00000[0-5]/libwork.so.1 " log)" = 7 ]
}

@test "a run that loads the original library instead is refused" {
	# The program's DT_RPATH comes before LD_LIBRARY_PATH.
	run -2 study rpath '-Wl,--disable-new-dtags,-rpath,"$(CURDIR)/lib"'
	[[ $output == *'"libwork.so.1" is loaded from "'*'/lib/libwork.so.1", not from the layout'*'DT_RPATH'* ]]
	[ "$(sqlite3 rpath/study.db 'SELECT count(*) FROM run')" = 0 ]
	# A DT_RPATH does no harm if it is the folder of the layout.
	study origin '-Wl,--disable-new-dtags,-rpath,\$$ORIGIN'
	[ "$(sqlite3 origin/study.db 'SELECT count(*) FROM run')" = 6 ]
	# The command is a script that sets another LD_LIBRARY_PATH.
	printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "$@"\n' "$T/lib" >own
	chmod +x own
	run -2 randstudy run -o own.st --layouts 2 --build 'make clean; make CC=randcc' \
		--library lib/libwork.so -- ./own '{binary}'
	[[ $output == *'is loaded from "'*'not from the layout'* ]]
	# A later session checks this again.
	study st ''
	cp lib/libwork.so.1 "$BATS_TEST_TMPDIR"
	run -2 env LD_PRELOAD="$BATS_TEST_TMPDIR/libwork.so.1" randstudy run -o st --layouts 4
	[[ $output == *'is loaded from "'*'not from the layout'* ]]
	run -0 randstudy run -o st --layouts 4
}

@test "a library that the program does not load is refused, one by dlopen is not" {
	# The program is linked statically, although the library exists.
	sed -i 's/-Llib -lwork/a.c b.c -static/' Makefile
	sed -i 's/dladdr(.*/info.dli_fname = "none";/' main.c
	run -2 study st ''
	[[ $output == *'"libwork.so.1" (--library) was not loaded by the command'*'static'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	sed -i 's/a.c b.c -static/-ldl/' Makefile
	cat >main.c <<-'EOF'
		#include <dlfcn.h>
		#include <stdio.h>
		int plus(int x) { return x + 1; }
		int main(void)
		{
			void *lib = dlopen("libwork.so.1", RTLD_NOW);
			int (*a1)(int) = (int (*)(int))dlsym(lib, "a1");
			printf("%d\n", plus(a1(1)));
			return 0;
		}
	EOF
	study opens "$runpath"
	[ "$(sqlite3 opens/study.db 'SELECT count(*) FROM run')" = 6 ]
}

@test "--library finds the library that is meant, or says what it found" {
	mkdir -p other
	make='make clean; make CC=randcc'
	two="$make; randcc -shared -fPIC -Wl,-soname,libwork.so.1 -o other/libwork.so.1.0 b.c"
	run -2 randstudy run -o none --build "$make" --library libmissing.so -- '{binary}'
	[[ $output == *'no shared library "libmissing.so"'*'/lib/libwork.so.1.0'* ]]
	run -2 randstudy run -o no --build "$make" --library prog -- '{binary}'
	[[ $output == *'no shared library "prog"'* ]]
	run -2 randstudy run -o two --build "$two" --library libwork.so.1 -- '{binary}'
	[[ $output == *'linked 2 libraries "libwork.so.1": choose one by its path'*'/other/libwork.so.1.0'* ]]
	run -2 randstudy run -o same --build "$two" --library lib/libwork.so \
		--library other/libwork.so.1.0 -- '{binary}'
	[[ $output == *'have the same name, "libwork.so.1"'* ]]
	run -2 randstudy run -o twice --build "$make" --library lib/libwork.so \
		--library libwork.so.1 -- '{binary}'
	[[ $output == *'--library names '*' twice'* ]]
	run -2 randstudy run -o static --library libwork.so.1 \
		--build 'randcc -o one main.c a.c b.c' -- '{binary}'
	[[ $output == *'it linked no shared library at all'* ]]
	run -0 randstudy run -o path --no-report --layouts 2 --build "$two" \
		--library lib/libwork.so -- '{binary}'
	run -2 randstudy run -o path --library libwork.so.1
	[[ $output == *'library is lib/libwork.so, not libwork.so.1'* ]]
	run -2 randstudy run -o a:b --layouts 2 --build "$make" --library libwork.so.1 -- '{binary}'
	[[ $output == *'has a colon'* ]]
}

@test "a killed study with libraries continues, and makes a changed library anew" {
	study whole "$runpath" --layouts 20
	begin=(randstudy run -o st --no-report --layouts 20 --executions 1 --seed 7 --jobs 2
		--build "make clean; make CC=randcc 'HOW=$runpath'"
		--library libwork.so.1 -- '{binary}')
	"${begin[@]}" 2>/dev/null 3>&- &
	victim=$!
	until [ "$(find st/layouts -path '*/0000??/prog' 2>/dev/null | wc -l)" -ge 5 ]; do
		sleep 0.02
	done
	kill -9 "$victim"
	wait "$victim" || :
	query 'SELECT layout FROM library' | while read -r id; do
		[ -e "$(printf 'st/layouts/%06d/libwork.so.1' "$id")" ]
	done
	run -0 "${begin[@]}"
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 40 ]
	(cd whole/layouts && sha256sum ./*/*) >sums
	[ "$(wc -l <sums)" = 80 ]
	(cd st/layouts && sha256sum -c --quiet ../../sums)
	# Change the library of one layout, and remove the library of another one.
	printf x >>st/layouts/000002/libwork.so.1
	rm st/layouts/000003/libwork.so.1
	run -0 randstudy run -o st --no-report --layouts 21
	(cd st/layouts && sha256sum -c --quiet ../../sums)
	# a library that differs is refused
	query "UPDATE library SET checksum = '1' WHERE layout = 4"
	run -1 randstudy run -o st --no-report --layouts 22
	[[ $output == *'layout 4 of "libwork.so.1" is not the file'* ]]
}

@test "several systems and arms have libraries of their own, and --rebuild makes the same" {
	run -0 randstudy run -o st --no-report --layouts 2 --seed 3 --program prog \
		--arm pad=factors:padding --library libwork.so.1 \
		--system 'O0=make clean; make CC="randcc -O0"' \
		--system 'O2=make clean; make CC="randcc -O2"' -- '{binary}'
	[ "$(query "SELECT count(*) FROM run WHERE outcome = 'ok'")" = 12 ]
	[ "$(query 'SELECT count(*) FROM library')" = 12 ]
	[ "$(cut -d' ' -f1-4 log | grep -c "/layouts/")" = 14 ]
	# --library a=... lays the library out for the system a only
	run -0 randstudy run -o one --no-report --layouts 2 --library a=libwork.so.1 \
		--system "a=make clean; make CC=randcc" \
		--system "b=make clean; make CC=randcc 'HOW=$runpath'" -- '{binary}'
	[ "$(sqlite3 one/study.db 'SELECT count(*) FROM library')" = 4 ]
	study again "$runpath"
	study anew "$runpath" --rebuild
	(cd again/layouts && sha256sum ./*/*) >sums
	[ "$(wc -l <sums)" = 12 ]
	(cd anew/layouts && sha256sum -c --quiet ../../sums)
}

@test "a parameter of --library makes a system of each value" {
	run -0 randstudy run -o st --no-report --layouts 2 -P end=.1,.1.0 \
		--library 'lib/libwork.so{end}' \
		--build "make clean; make CC=randcc 'HOW=$runpath'" -- '{binary}'
	[ "$(query 'SELECT count(*) FROM library')" = 8 ]
	[ "$(query "SELECT json_extract(value, '\$.library[0]', '\$.library[1]')
		FROM meta WHERE key = 'design'")" = \
		'["end=.1=lib/libwork.so.1","end=.1.0=lib/libwork.so.1.0"]' ]
}

@test "a library of one system is that of the systems that replace it" {
	run -0 randstudy run -o st --no-report --layouts 2 -P n=1,2 \
		--library a=libwork.so.1 \
		--system "a=make clean; make CC=randcc 'HOW=$runpath'; : {n}" \
		--system "b=make clean; make CC=randcc 'HOW=$runpath'" -- '{binary}'
	[ "$(query "SELECT json_extract(value, '\$.library[0]', '\$.library[1]',
		'\$.library[2]') FROM meta WHERE key = 'design'")" = \
		'["a,n=1=libwork.so.1","a,n=2=libwork.so.1",null]' ]
	[ "$(query 'SELECT count(*) FROM library')" = 8 ]
}

@test "a study file may name libraries" {
	cat >suite.yaml <<-EOF
		benchmarks:
		  work:
		    build: make clean; make CC=randcc
		    library: [lib/libwork.so]
		    layouts: 2
		    command: "{binary}"
	EOF
	run -0 randstudy run -o st --no-report --study suite.yaml
	[ "$(sqlite3 st/work/study.db 'SELECT count(*) FROM library')" = 4 ]
}
