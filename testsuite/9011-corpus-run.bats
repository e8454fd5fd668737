#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The driver of `make check-corpus` with a recipe for a toy program, whose source is a
# tarball like a distribution's.
# shellcheck disable=SC2016 # a "$" or a backquote in single quotes is for make, a
# recipe or Markdown

load wrapper.bash
bats_require_minimum_version 1.5.0

setup() {
	wrapper_setup
	[ -x "$build/test/compare-objects" ] || skip "compare-objects is not built"
	corpus=$BATS_TEST_TMPDIR/copy/testsuite/corpus
	mkdir -p "${corpus%/*}" "$BATS_TEST_TMPDIR/copy/tools" fake 'sour ces' toy-1.0
	cp "$BATS_TEST_DIRNAME/../tools/which-randcc" "$BATS_TEST_TMPDIR/copy/tools"
	cp "$BATS_TEST_DIRNAME/drivers.sh" "${corpus%/*}"
	cp -r "$BATS_TEST_DIRNAME/corpus" "$corpus"
	rm "$corpus"/programs/*
	# Results go to a folder of their own, not to the user's.
	ln -s "$build/bin" "$build/test" fake/
	export SOURCES='sour ces' # a relative path
	make_units 2 20
	mv ./*.c toy-1.0
	# shellcheck disable=SC2016 # for make
	echo 'toy: main.o u0.o u1.o; $(CC) $(CFLAGS) -o $@ $^' >toy-1.0/Makefile
	tar -czf 'sour ces/toy_1.0.orig.tar.gz' toy-1.0
	make -s -C toy-1.0 CC=gcc toy
	./toy-1.0/toy >expected
	echo 'status 0' >>expected
	recipe
}

recipe() { # LINE...: write a recipe for the toy that ends with these lines
	cat - <(printf '%s\n' "$@") >"$corpus/programs/toy.sh" <<-EOT
		package=toy=1.0-1
		sha256=$(sha256sum 'sour ces/toy_1.0.orig.tar.gz' | cut -d' ' -f1)
		language=C
		program=toy
		output=$(sha256sum expected | cut -d' ' -f1)
		build() { make CC="\$CC" CFLAGS="\$CFLAGS"; }
		suite() { [ "\$(./toy)" = "$(head -n 1 expected)" ]; }
		workload() { "\$1"; }
	EOT
}

result() { # LINE...: the result has these lines
	local line
	for line; do
		grep -q -x -e "$line" fake/corpus/toy/result || {
			echo "no line: $line"
			cat fake/corpus/toy/result
			return 1
		}
	done
}

@test "a program with correct results passes" {
	RANDCC_FACTORS=nonsense run -0 "$corpus/run" fake toy
	[[ ${lines[-2]} = "toy: passed" ]]
	[[ ${lines[-1]} = "corpus: 1 passed, 0 failed, 0 skipped" ]]
	result randcc$'\t'"$(randstudy --version | sed 's/.* //').*" \
		gcc$'\t'"$(gcc --version | sed 1q)" ld$'\t'"$(ld --version | sed 1q)" \
		failed_any$'\t'no {,lto_}output_plain$'\t'yes \
		{,lto_}{suite,replay_is_rebuild}_{1,18446744073709551557}$'\t''\(pass\|yes\)' \
		{,lto_}layout_only$'\t'yes {,lto_}link_seed$'\t''[0-9].*'
	"$corpus/table" fake/corpus toy >page
	grep -q '^- `-O2`: 1 of 1 correct in all points$' page
	grep -q '^- `-O2 -flto`: 1 of 1 correct in all points$' page
	# Files that are no longer needed are removed.
	[ ! -e fake/corpus/toy/tree ]
}

@test "LTO=only makes only the builds with link-time optimization" {
	LTO=only run -0 "$corpus/run" fake toy
	[[ ${lines[-1]} = "corpus: 1 passed, 0 failed, 0 skipped" ]]
	result randcc$'\t'"$(randstudy --version | sed 's/.* //').*" failed_any$'\t'no \
		lto_output_plain$'\t'yes lto_suite_{1,18446744073709551557}$'\t'pass
	run ! grep -q ^suite_ fake/corpus/toy/result
	LTO=no run -0 "$corpus/run" fake toy
	mkdir kept
	"$corpus/keep" fake/corpus kept toy
	LTO=only run -0 "$corpus/run" fake toy
	"$corpus/keep" fake/corpus kept toy
	"$corpus/table" kept toy >page
	grep -q '^- `-O2`: 1 of 1 correct in all points$' page
	grep -q '^- `-O2 -flto`: 1 of 1 correct in all points$' page
}

@test "LTO=only has nothing to make of a program that plain gcc does not build so" {
	recipe lto=no
	LTO=only run -77 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: skipped: plain gcc does not build it with -flto" ]]
}

@test "gcc's own tests are compiled by a compiler proper, and run" {
	mkdir tests
	echo 'int a[9]; int main(void) { return a[1]; }' >tests/good.c
	echo '/* { dg-do run } */ int main(void) { return 1; }' >tests/directive.c
	echo 'int main(void) { return 2; }' >tests/with-x.c
	touch tests/with-x.x
	echo '// { dg-do run }' >tests/good.C
	echo 'int n; int main() { return n; }' >>tests/good.C
	echo '#include <vector>' | cat tests/good.C - >tests/header.C
	. "$corpus/build.sh"
	[ "$(own_tests 1 tests/*.c tests/*.C)" = $'tests/good.c\ntests/good.C' ]
	[ "$(own_tests 2 tests/*.c tests/*.C)" = tests/good.C ]
	compiler=$(gcc -print-prog-name=cc1)
	# Debian's compiler makes position-independent code unless it is told not to.
	printf '#!/bin/sh\nexec "%s" "$@" -fno-pie\n' "$compiler" >cc1
	chmod +x cc1
	try() { # N: run the tests that are listed on standard input
		sh -euc '. "$1"; run_own_tests "$2" gcc ./cc1' sh "$corpus/build.sh" "$1"
	}
	try 1 <<<tests/good.c
	echo 'int main(void) { return 3; }' >tests/bad.c
	run -3 try 2 <<<$'tests/good.c\ntests/bad.c'
	run -3 try 2 <<<$'tests/bad.c\ntests/good.c'
	run -1 try 2 <<<tests/good.c
}

@test "output that differs from the recipe's checksum fails, though all builds agree" {
	recipe 'workload() { "$1" >/dev/null; }'
	LTO=no run -1 "$corpus/run" fake toy
	[[ ${lines[-1]} = "corpus: 0 passed, 1 failed, 0 skipped" ]]
	result output_plain$'\t''NO: sha256 [0-9a-f]\{64\}' output_1$'\t'yes
}

@test "output that depends on the folder fails" {
	recipe 'workload() { "$1"; pwd; }'
	LTO=no run -1 "$corpus/run" fake toy
	result output_plain$'\t''NO: it names the folder' output_1$'\t'yes
}

@test "own tests that fail, in the middle too, do not pass" {
	# A suite's set -e must have an effect even where sh is bash.
	recipe 'suite() { [ "${RANDCC_SEED:-}" != 1 ]; echo more; }'
	LTO=no run -1 "$corpus/run" fake toy
	result suite_plain$'\t'pass suite_1$'\t''NO: fail .*' \
		suite_18446744073709551557$'\t'pass
}

@test "a program without its source is skipped, and nothing is tested" {
	rm 'sour ces'/*
	run -77 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: skipped: its source (toy=1.0-1) is not available" ]]
	# The message says which source is missing, for a user who fetches it.
	[[ ${lines[1]} = *"no \"$PWD/sour ces/toy_1.0.orig.tar.*\" with sha256 "* ]]
	[[ ${lines[-1]} = "corpus: 0 passed, 0 failed, 1 skipped" ]]
}

@test "the machine is recorded, and compared with that of the kept results" {
	processor=$(sed -n 's/^model name[[:blank:]]*: //p' /proc/cpuinfo | sed 1q)
	rm 'sour ces'/*
	run -77 "$corpus/run" fake toy
	result machine$'\t'"$processor, family .*, $(nproc --all) CPUs, Linux .*"
	[[ $output != *machine* ]]
	kept=$BATS_TEST_TMPDIR/copy/doc/corpus/toy
	mkdir -p "$kept"
	cp fake/corpus/toy/result "$kept"
	run -77 "$corpus/run" fake toy
	[[ $output != *machine* ]]
	sed -i 's/^machine.*/machine\tanother, 64 CPUs/' "$kept/result"
	run -77 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: the kept results are of another machine: another, 64 CPUs; here: $processor, "* ]]
	sed -i '/^machine/d' "$kept/result"
	run -77 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: the kept results are of another machine: not recorded; here: "* ]]
}

@test "a tarball other than the recipe's is neither used nor skipped" {
	echo more >>'sour ces/toy_1.0.orig.tar.gz'
	run -1 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: "*"toy_1.0.orig.tar.gz\" has another sha256 than "* ]]
	[[ ${lines[-1]} = "corpus: 0 passed, 1 failed, 0 skipped" ]]
	"$corpus/table" fake/corpus toy >page
	grep -q -x '| toy | -O2 | its source failed |' page
}

@test "an interrupted run continues" {
	# It kills itself, and all that it started, in the own tests of seed 2.
	recipe 'suite() { [ "${RANDCC_SEED:-1}" = 1 ] || [ -e '"$PWD"'/again ] || kill -9 0; }' \
		'build() { make CC="$CC" CFLAGS="$CFLAGS"; echo >>'"$PWD"'/builds; }'
	LTO=no run -137 setsid -w "$corpus/run" fake toy
	[ "$(wc -l <builds)" = 4 ]
	cp -R fake/corpus kept
	touch again
	LTO=no CONTINUE=yes run -0 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: continues" ]]
	# Only the build of seed 2 was repeated.
	[ "$(wc -l <builds)" = 5 ]
	result failed_any$'\t'no {suite,replay_is_rebuild}_{1,18446744073709551557}$'\t''\(pass\|yes\)'
	"$corpus/table" fake/corpus toy >page
	grep -q '^- `-O2`: 1 of 1 correct in all points' page

	# A run with a wrong result, and one of another recipe, are made again.
	for change in 'sed -i s/order_none.*/order_none\tNO/' 'echo :'; do
		rm -rf fake/corpus
		cp -a kept fake/corpus
		case $change in
		sed*) $change fake/corpus/toy/result ;;
		'echo :') echo : >>"$corpus/programs/toy.sh" ;;
		esac
		: >builds
		LTO=no CONTINUE=yes run -0 "$corpus/run" fake toy
		[ "$(wc -l <builds)" = 4 ]
	done
}

@test "a finished run continues with link-time optimization" {
	recipe 'build() { make CC="$CC" CFLAGS="$CFLAGS"; echo >>'"$PWD"'/builds; }'
	LTO=no run -0 "$corpus/run" fake toy
	[ "$(wc -l <builds)" = 4 ]
	result lto_skipped$'\t''not run'
	# Without it, nothing is left to do.
	LTO=no CONTINUE=yes run -0 "$corpus/run" fake toy
	[ "$(wc -l <builds)" = 4 ]
	CONTINUE=yes run -0 "$corpus/run" fake toy
	[[ ${lines[0]} = "toy: continues" ]]
	[ "$(wc -l <builds)" = 8 ]
	[ "$(grep -c '^failed_any' fake/corpus/toy/result)" = 1 ]
	run -1 grep lto_skipped fake/corpus/toy/result
	"$corpus/table" fake/corpus toy >page
	grep -q '^- `-O2`: 1 of 1 correct in all points$' page
	grep -q '^- `-O2 -flto`: 1 of 1 correct in all points$' page
}

@test "a result names the commit of the binaries, not that of the sources of today" {
	command -v git >/dev/null || skip 'no git'
	which=$BATS_TEST_TMPDIR/copy/tools/which-randcc
	cd "$BATS_TEST_TMPDIR/copy"
	mkdir common plugin wrapper
	echo one >common/source
	git init -q
	commit() {
		git add common
		git -c user.name=t -c user.email=t@example.org commit -q -m "$1"
		git log -1 --format=%h
	}
	first=$(commit first)
	[ "$("$which" --sources)" = "$first" ]
	[[ $("$which" "$BATS_TEST_TMPDIR/w/fake") == *" ($first)" ]]
	echo two >common/source
	[ "$("$which" --sources)" = "$first+" ]
	"$which" --sources >"$BATS_TEST_TMPDIR/w/fake/commit"
	second=$(commit second)
	[ "$("$which" --sources)" = "$second" ]
	[[ $("$which" "$BATS_TEST_TMPDIR/w/fake") == *" ($first+)" ]]
	# make keeps the commit when it links the programs.
	[ -e "$build/commit" ] || skip 'an installed tree'
	make -s -q -C "$BATS_TEST_DIRNAME/.." O="$build" "$build/commit" || skip 'not built yet'
	[[ $("$BATS_TEST_DIRNAME/../tools/which-randcc" "$build") == *" ($(cat "$build/commit"))" ]]
}
