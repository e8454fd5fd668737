#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy explain --remedies builds the program with each remedy and measures these
# programs.  A program prints its own "time", which depends on an address, so that
# nothing here depends on how long a run takes.

# shellcheck disable=SC2016 # a "$" in single quotes is for make
load harness

setup() {
	real_setup
	timed_headers
	cat >spin.c <<-'EOF'
		#include "spin.h"
		unsigned long spin(unsigned long x, long n)
		{
			SPIN(x, n, 31);
			return x;
		}
	EOF
	# Layouts differ in the place of spin() because other functions precede
	# it.
	cat >rest.c <<-'EOF'
		int first(int x) { return x > 3 ? x * 7 : x - 1; }
		int second(int x) { return x * 3 + first(x + 1) / 5 + first(x - 1); }
		int third(int x) { return x ^ 21; }
	EOF
	cat >main.c <<-'EOF'
		#include "timed.h"
		unsigned long spin(unsigned long x, long n);
		int main(void)
		{
			const long n = begin_run(80000);
			unsigned long x = 1;

			for (int i = 0; i < 100; i++)
				x = spin(x, n);
			print_time(x, LINE(&spin) != 0 ? 103 : 100);
			return 0;
		}
	EOF
	printf '%s\n' 'prog: main.o spin.o rest.o' \
		'	$(CC) -o $@ main.o spin.o rest.o' \
		'%.o: %.c' '	$(CC) -O2 -c $<' >Makefile
}

# study [BUILD]: lay out and measure the program, which is faster with spin() at
# offset 0
study() {
	timed_study "${1:-make CC=randcc}" --layouts 6
}

# valid_remedies: check `out.json` by the schema
valid_remedies() {
	valid out.json explanation remedies remedy
}

remedy() { # NAME: print it
	jq --arg name "$1" '.remedies.list[] | select(.name == $name)' out.json
}

@test "a remedy that helps is measured, and one that cannot be built is not" {
	study
	explain
	[ "$(jq -r '.named | join(" ")' out.json)" = spin ]
	[ "$(jq .remedies out.json)" = null ]
	run -0 randstudy explain --report st
	[[ $output == *'randstudy explain --remedies builds the program'* ]]
	# The build cannot be repeated.
	cp main.c good.c
	echo 'int main(' >main.c
	# clang has no plugin that gives attributes.
	sqlite3 -cmd '.timeout 5000' st/study.db \
		"INSERT INTO meta VALUES('compilers', 'clang 14.0.6: 5')"
	explain --remedies
	grep -q 'attributes of functions are tried only with gcc' err
	jq -e '.remedies.list | map(.name) == ["-falign-functions=64", "-falign-loops=32"]' \
		out.json
	sqlite3 -cmd '.timeout 5000' st/study.db "DELETE FROM meta WHERE key = 'compilers'"
	sqlite3 -cmd '.timeout 5000' st/explain.db "DELETE FROM meta WHERE key = 'remedies'"
	explain --remedies
	jq -e '.remedies | (.list | length) == 3 and (has("present") | not) and
		(.problem | test("could not be repeated; its output is in ")) and
		(.command | test("^randstudy ab .make CC=randcc. .export RANDCC_FLAGS=-fplugin-arg-layout-align=64:spin; make ") and
			test(" --metric .time/s=once:stdout:"))' \
		out.json
	valid_remedies
	grep -q 'error: expected' st/remedies/present.log
	run -0 randstudy explain --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'The program was not measured: its build could not be repeated'* ]]
	sqlite3 -cmd '.timeout 5000' st/explain.db \
		"DELETE FROM meta WHERE key = 'remedies'"
	# Now the build can be repeated, but it fails with one remedy.
	cp good.c main.c
	printf '%s\n' 'rest.o: check' 'check:' \
		'	case "$$RANDCC_FLAGS" in *loops*) exit 1 ;; esac' >>Makefile
	explain --remedies
	for name in 'aligned(64)' -falign-functions=64; do
		remedy "$name" >one.json
		# In some layouts spin() begins at a cache line even without a
		# remedy.  So the gain is less than 3 %.
		jq -e '.verdict == "faster" and .ratio.low > 0.965' one.json
		jq -e '."layout-sd-percent" | (.high // ."at-most") < 1' one.json
	done
	remedy -falign-loops=32 >one.json
	jq -e '(has("ratio") | not) and (.problem | test("falign-loops=32.log"))' \
		one.json
	jq -e '.remedies.present."layout-sd-percent"' out.json
	valid_remedies
	# The user's tree is as it was.
	[ "$(printf '%s ' *.o prog)" = 'main.o rest.o spin.o prog ' ]
	[ -z "$(find . -maxdepth 1 -newer one.json -name '*.o')" ]
	# The answer is stored, so nothing is built or run again.
	n=$(sqlite3 -cmd '.timeout 5000' st/remedies/study/study.db \
		'SELECT count(*), sum(wall_ns) FROM run')
	explain --remedies
	[ "$(sqlite3 -cmd '.timeout 5000' st/remedies/study/study.db \
		'SELECT count(*), sum(wall_ns) FROM run')" = "$n" ]
	run -0 randstudy explain --report st
	[[ $output == *'aligned(64)'*' % ('*' to '*'deviation'* ||
		$output == *deviation*'aligned(64)'*' % ('*' to '* ]]
	randstudy explain --report --format html st >out.html
	grep -q '<h2[^>]*>Remedies' out.html
	! command -v xmllint >/dev/null || xmllint --noout --nonet out.html
}

@test "a build that names its own directory is not repeated" {
	study "make -C \"$PWD\" CC=randcc"
	explain
	explain --remedies
	jq -e '.remedies.problem | test("names its own directory")' out.json
	[ ! -e st/remedies/study ]
	# The directory's name has a quote, so a shell command can spell it in several
	# ways.
	rm -r st ./*.o prog
	study "make -C '${PWD//\'/\'\\\'\'}' CC=randcc"
	explain
	explain --remedies
	jq -e '.remedies.problem | test("names its own directory")' out.json
	[ ! -e st/remedies/study ]
}

@test "a remedy that changes nothing in the program is not measured" {
	study
	explain
	# The options of remedies do not reach the compiler.
	sed -i 's/\$(CC) -O2 -c/RANDCC_FLAGS= &/' Makefile
	explain --remedies
	for name in -falign-functions=64 -falign-loops=32; do
		remedy $name | jq -e '(has("ratio") | not) and
			(.problem | test("^it changes nothing: .* same code"))'
	done
	jq -e '.remedies.list | map(has("problem")) | all' out.json
	valid_remedies
}
