#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy says what share of the CPU time is in code that layouts move.

# shellcheck disable=SC2016 # make expands its own words
load harness

setup() {
	real_setup
	# The loop has a fixed count.  It takes some 100 ms, which gives some
	# 400 samples.
	cat >hot.c <<-'EOF'
		#ifdef __cplusplus
		extern "C" unsigned long hot(unsigned long x);
		static unsigned long step(unsigned long x) __attribute__((noinline));
		static
		#endif
		unsigned long step(unsigned long x)
		{
			for (long i = 0; i < 100000000L; i++)
				x = x * 6364136223846793005UL + 1442695040888963407UL;
			return x;
		}
		unsigned long hot(unsigned long x) { return step(x); }
		unsigned long hot1(unsigned long x) { return x + 1; }
		unsigned long hot2(unsigned long x) { return x + 2; }
		unsigned long hot3(unsigned long x) { return x + 3; }
	EOF
	cat >main.c <<-'EOF'
		#include <stdio.h>
		unsigned long hot(unsigned long);
		int plus(int x) { return x + 1; }
		int minus(int x) { return x - 1; }
		int main(void)
		{
			printf("%lu\n", hot(1) + minus(plus(1)));
			return 0;
		}
	EOF
}

# study BUILD [OPTION...]
study() {
	randstudy run -o st --no-report --layouts 3 --seed 7 --build "$1" \
		--program prog "${@:2}" -- '{binary}'
}

report() {
	randstudy report "$@" st
}

flat() {
	report | tr -s ' \n' ' '
}

# share KIND: print the percentage of the CPU time in this kind of code
share() {
	report --format json | jq "[.code[0].parts[] | select(.kind == \"$1\").share] |
		add // 0 | . * 100 | round"
}

# Skip the test if there are no samples, since a container may forbid sampling.
sampled() {
	[ "$(report --format json | jq -r '.code[0].of')" = cpu-time ] ||
		skip "the kernel allows no samples: $(report --format json | jq -r '.code[0].why')"
	# A machine without a fine clock takes too few samples.
	[ "$(report --format json | jq '.code[0].samples')" -ge 50 ] ||
		skip "too few samples"
}

@test "code of randcc's own objects is laid out" {
	study 'randcc -O1 -o prog main.c hot.c'
	sampled
	[ "$(share laid-out)" -gt 80 ]
	run -0 flat
	[[ $output =~ 'CPU time '[0-9]+' % in laid-out code' ]]
	[[ $output != *'less than half'* ]]
	[[ $(report --format html) == *'% in laid-out code'* ]]
	# The program is sampled once.  A study that continues keeps the stored
	# result.
	before=$(sqlite3 st/study.db "select value from meta where key = 'code-share-0'")
	randstudy run -o st --no-report --layouts 4
	[ "$(sqlite3 st/study.db "select value from meta where key = 'code-share-0'")" = "$before" ]
	# A study of an older version has no shares of code.
	sqlite3 st/study.db "delete from meta where key like 'code-share%'"
	run -0 report
	[[ $output != *' in laid-out code'* && $output == *'layouts     4 of 4 differ'* ]]
}

@test "a position-dependent program, LTO and a script around it are understood" {
	for flags in '-no-pie' '-flto' '-static'; do
		rm -rf st
		randstudy run -o st --no-report --layouts 2 --shell \
			--build "randcc -O1 $flags -o prog main.c hot.c" -- \
			'true; (true | {binary})'
		sampled
		[ "$(share laid-out)" -gt 80 ]
	done
}

@test "a stale object leads the report, with its name" {
	gcc -O1 -c hot.c
	study 'randcc -O1 -o prog main.c hot.o'
	sampled
	[ "$(share laid-out)" -lt 20 ]
	[ "$(share object)" -gt 80 ]
	run -0 flat
	# The warning comes before the answer and before "How it was measured",
	# and is not repeated.
	[[ $output =~ 'Layout study of prog'[^-]*' - layouts move less than half of what the program executes (0 % in laid-out code; '[0-9]+' % hot.o, not compiled by randcc' ]]
	[[ $output == *'hot.o was not compiled by randcc: clean first (make clean), so that randcc compiles it (C++: with CXX=randc++) '*'How it was measured'* ]]
	[ "$(grep -o 'less than half' <<<"$output" | wc -l)" = 1 ]
	[[ $(report --format json | jq -r '.warnings[0]') == *'hot.o was not compiled by randcc: clean first'* ]]
	[[ $(report --format html) == *'hot.o was not compiled by randcc: clean first'* ]]
}

@test "a static library of another compiler is named" {
	gcc -O1 -c hot.c
	ar rc libhot.a hot.o
	study 'randcc -O1 -o prog main.c -L. -lhot'
	sampled
	[ "$(share object)" -gt 80 ]
	run -0 flat
	[[ $output == *'% libhot.a(hot.o), not compiled by randcc'*'): the static library libhot.a was not compiled by randcc'* ]]
}

@test "C++ without randc++ is named" {
	study 'g++ -x c++ -O1 -c hot.c; randcc -O1 -o prog main.c hot.o'
	sampled
	[ "$(share object)" -gt 80 ]
	run -0 flat
	[[ $output == *'hot.o is C++ that randcc did not compile: build with CXX=randc++ too'* ]]
}

@test "a shared library of the build is named, or laid out" {
	make='randcc -O1 -fPIC -shared -Wl,-soname,libhot.so.1 -o libhot.so.1.0 hot.c &&
		ln -sf libhot.so.1.0 libhot.so.1 && ln -sf libhot.so.1.0 libhot.so &&
		randcc -O1 -o prog main.c -L. -lhot -Wl,--enable-new-dtags,-rpath,"$PWD"'
	study "$make" --library none
	sampled
	[ "$(sqlite3 st/study.db 'select count(*) from library')" = 0 ]
	[ "$(share laid-out)" -lt 20 ]
	[ "$(share build-library)" -gt 80 ]
	run -0 flat
	[[ $output == *'libhot.so.1.0, a library of this build'*'): the same build linked libhot.so.1.0: begin a new study with --library libhot.so.1.0'* ]]
	for how in '' --library=libhot.so.1.0; do
		rm -rf st
		study "$make" ${how:+"$how"}
		[ "$(share laid-out)" -gt 80 ]
		[ "$(sqlite3 st/study.db 'select distinct name from library')" = libhot.so.1 ]
		[ -e st/layouts/000000/libhot.so.1 ]
		[ "$(report --format json | jq -c .libraries)" = '{"prog":["libhot.so.1"]}' ]
	done
	run -0 flat
	[[ $output != *'less than half'* ]]
	# Layouts differ if the library differs, even if the program is the same
	# in all.
	[[ $output == *'layouts 3 of 3 differ'* ]]
	sqlite3 st/study.db "update layout set digest = 'same'"
	[[ $(flat) == *'layouts 3 of 3 differ'* ]]
	sqlite3 st/study.db "update library set digest = 'same'"
	[[ $(flat) == *'layouts 1 of 3 differ'* ]]
}

@test "where the kernel allows no samples, the bytes of code are told" {
	gcc -D DENIED=EACCES -o deny \
		"$BATS_TEST_DIRNAME/tools/deny-call.c"
	./deny /bin/true || skip "the kernel has no seccomp filters"
	randstudy() {
		"$T/deny" randstudy "$@"
	}
	study 'randcc -O1 -o prog main.c hot.c'
	[ "$(report --format json | jq -r '.code[0].of')" = bytes ]
	[ "$(share laid-out)" -gt 50 ]
	run -0 flat
	[[ $output == *'CPU time not sampled: Permission denied (set sysctl kernel.perf_event_paranoid to 2 or lower'* ]]
	[[ $output =~ "Of the code's bytes, "[0-9]+' % in laid-out code' ]]
	[[ $output != *'less than half'* ]]
	rm -rf st
	gcc -O1 -c hot.c
	gcc -O1 -c -o rest.o main.c
	study 'echo "int none(void) { return 0; }" >none.c; randcc -O1 -o prog rest.o hot.o none.c'
	[[ $(flat) == *"layouts move less than half of the program's code"*'was not compiled by randcc: clean first'* ]]
}

@test "a program without symbols has no such line" {
	study 'randcc -O1 -s -o prog main.c hot.c'
	run -0 report
	[[ $output == *'layouts '* && $output != *' in laid-out code'* && $output != *'less than half'* ]]
}

@test "libraries that the program needs are laid out, and theirs, but no others" {
	lib='randcc -O1 -fPIC -shared'
	echo 'int other(int x) { return x; } int more(int x) { return x + 1; }' >other.c
	echo 'int plain(int x) { return x; }' >plain.c
	sed 's/step(x); }/step(x) + other(0); }/' hot.c >top.c
	sed -i '1i int other(int); int plain(int);' top.c
	make="$lib -Wl,-soname,libother.so.2 -o libother.so other.c &&
		$lib -Wl,-soname,libhot.so.1 -o libhot.so top.c -L. -lother &&
		$lib -Wl,-soname,libunused.so -o libunused.so other.c &&
		gcc -fPIC -c plain.c && $lib -Wl,-soname,libplain.so -o libplain.so plain.o &&
		ln -sf libhot.so libhot.so.1 && ln -sf libother.so libother.so.2 &&
		randcc -O1 -o prog main.c -L. -Wl,--no-as-needed -lhot -lplain \
			-Wl,-rpath-link,. \$HOW"
	# A library without anything to move is no error.
	HOW="-Wl,--enable-new-dtags,-rpath,$BATS_TEST_TMPDIR" study "$make"
	[ "$(sqlite3 st/study.db 'select group_concat(distinct name) from library order by name')" = \
		libhot.so.1,libplain.so,libother.so.2 ]
	# A study that continues keeps these libraries.
	randstudy run -o st --no-report --layouts 4
	[ "$(sqlite3 st/study.db 'select count(*) from library')" = 24 ]
	# The dynamic linker searches DT_RPATH before LD_LIBRARY_PATH, so the layouts
	# run at the path in DT_RPATH.
	ln -sf "$PWD" "$BATS_TEST_TMPDIR/tree"
	rm -rf st
	HOW="-Wl,--disable-new-dtags,-rpath,$BATS_TEST_TMPDIR/tree" run -0 study "$make"
	[[ $output == *'the program loads "'*'/libhot.so" only from that path: its layouts run there too'* ]]
	[[ $output != *'layouts do not move it'* ]]
	sampled
	[ "$(share laid-out)" -gt 80 ]
	# With --library none this library is not laid out.
	rm -rf st
	HOW="-Wl,--disable-new-dtags,-rpath,$BATS_TEST_TMPDIR/tree" \
		study "$make" --library none
	sampled
	[ "$(share build-library)" -gt 80 ]
	[[ $(flat) == *'less than half'* ]]
	# Two libraries have the same soname.  The first run shows which one the
	# program loads.
	rm -rf st
	HOW="-Wl,--enable-new-dtags" LD_LIBRARY_PATH=$BATS_TEST_TMPDIR/tree \
		run -0 study "$make && mkdir -p d && $lib -Wl,-soname,libhot.so.1 -o d/libhot.so hot.c"
	[[ $output == *'the program opens "'*'/libhot.so": it is laid out too'* ]]
	[[ $output != *'/d/libhot.so": it is laid out too'* ]]
	[[ $(sqlite3 st/study.db 'select distinct name from library') == *libhot* ]]
	# "none" cannot be given together with a library.
	rm -rf st
	run -2 study "$make" --library none --library libhot.so.1
	[[ $output == *'"library" must be none or name libraries'* ]]
}
