#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Records and replays of unusual links.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 3 20
	rec=$PWD/rec
	gcc -O2 main.c u0.c u1.c u2.c -o plain
}

@test "a record that fails removes no device, and -o /dev/null is a probe" {
	[ "$(id -u)" = 0 ] && mknod null c 1 3 2>/dev/null || skip 'needs root'
	echo file >file
	run randcc main.c u0.c u1.c u2.c -o null
	[ "$status" = 0 ]
	[ -z "$output" ]
	RANDCC_RECORD=$PWD/file run randcc main.c u0.c u1.c u2.c -o null
	[ "$status" = 0 ]
	[ -c null ]
	[ -z "$(RANDCC_RECORD=$rec randcc main.c u0.c u1.c u2.c -o null 2>&1)" ]
}

@test "-R DIR is an rpath; a relative record is refused" {
	RANDCC_RECORD=$rec randcc main.c u0.c u1.c u2.c -Wl,-R,/usr/lib -o p
	randld --replay "$rec/p" --seed 1 -o q
	readelf -d q | grep -q 'R.*PATH.*/usr/lib'
	RANDCC_RECORD=rec fails_with 125 'must be an absolute path' randcc -c u0.c
}

@test "a replay needs a library without a soname by the same name, or refuses it" {
	randcc -shared -fPIC u0.c u1.c u2.c -o libns.so
	RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c ./libns.so -o p
	randld --replay "$rec/p" --seed 5 -o q
	readelf -d q | grep -q 'NEEDED.*\[\./libns.so\]'
	./q | diff <(./plain) -
	RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c -L. -l:libns.so -o r
	mv libns.so moved.so
	fails_with 125 'libns.so" has no soname' randld --replay "$rec/p" --seed 5 -o q
	randld --replay "$rec/r" --seed 5 -o q
	readelf -d q | grep -q 'NEEDED.*\[libns.so\]'
}

@test "an archive keeps its name on a replay" {
	randcc -O2 -fPIC -c main.c u0.c u1.c u2.c
	ar rcs libfoo.a u0.o u1.o u2.o
	for seed in 1 2; do
		RANDCC_RECORD=$rec RANDCC_SEED=$seed randcc -shared main.o -L. -lfoo -Wl,--exclude-libs,libfoo.a -o x.so
		randld --replay "$rec/x.so" --seed $seed -o again.so
		cmp x.so again.so
	done
}

@test "pins hold on a replay, and the note has padding's size" {
	randcc -O1 -c main.c u0.c u1.c u2.c
	RANDCC_PIN='u*.o' RANDCC_RECORD=$rec RANDCC_SEED=3 randcc u0.o u1.o u2.o main.o -o p
	randld --inspect --note p | grep -qx 'moved: 0'
	randld --replay "$rec/p" --seed 3 -o q
	cmp p q
	export RANDCC_FACTORS=padding RANDCC_SEED=3
	RANDCC_PADDING_MAX=4 randcc u0.o u1.o u2.o main.o -o p4
	RANDCC_PADDING_MAX=32 randcc u0.o u1.o u2.o main.o -o p32
	randld --inspect --note p32 | grep -qx 'padding-max: 32'
	not diff -q <(randld --inspect --note p4 | grep digest) <(randld --inspect --note p32 | grep digest)
	RANDCC_PADDING_MAX=0 randcc u0.o u1.o u2.o main.o -o p0
	randld --inspect --note p0 | grep -q '^randomised: no'
}

@test "a file that is no object keeps its path, of which the linker makes symbols" {
	printf 'hello' >raw.bin
	cat >raw.c <<-'EOT'
		#include <stdio.h>
		extern const char _binary_raw_bin_start[], _binary_raw_bin_end[];
		int main(void) { printf("%.*s", (int)(_binary_raw_bin_end - _binary_raw_bin_start), _binary_raw_bin_start); }
	EOT
	randcc -c raw.c u0.c
	RANDCC_RECORD=$rec RANDCC_SEED=4 randcc raw.o u0.o -Wl,-b,binary,raw.bin,-b,default -o p
	[ "$(./p)" = hello ]
	here=$PWD
	(cd / && randld --replay "$rec/p" --seed 4 -o "$here/q")
	cmp p q
	printf 'other' >raw.bin
	fails_with 125 '"raw.bin" has changed since the link was recorded, and the program may have symbols with its path' \
		randld --replay "$rec/p" --seed 4 -o q
}

@test "a name that is too long for a copy is an error" {
	randcc -O1 -c main.c u0.c u1.c u2.c
	long=$(printf '%0200d' 0)
	long=$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long/$long
	mkdir -p "$long"
	mv u0.o "$long"
	TMPDIR=$PWD/temporary/$(printf '%0250d' 0)
	export TMPDIR
	mkdir -p "$TMPDIR"
	fails_with 1 'error: cannot create "' timeout 60 randcc main.o "$long/u0.o" u1.o u2.o -o p
}

@test "an object may have the name of a folder of another" {
	randcc -O1 -c main.c u0.c u1.c u2.c
	mkdir -p sub/u0
	mv u1.o sub/u0/u1.o
	mkdir -p sub/u0/more
	cp sub/u0/u1.o sub/u0/more
	cp u0.o u0
	gcc main.o u0.o sub/u0/u1.o u2.o -o plain
	cd sub
	for words in '../u0 u0/u1.o' 'u0/u1.o ../u0' '../u0 u0/more/u1.o' 'u0/more/u1.o ../u0'; do
		rm -f ../p
		# shellcheck disable=SC2086 # words
		RANDCC_SEED=3 randcc $words ../u2.o ../main.o -o ../p
		[ "$(../p)" = "$(../plain)" ]
	done
}

# undivided PROGRAM: print the line of the note on code that keeps its order
undivided() {
	randld --inspect --note "$1" | sed -n 's/^undivided: //p'
}

# code OBJECT...: print the bytes of code in these objects
code() {
	readelf -S -W "$@" | sed 's/^ *\[ *[0-9]*\]//' |
		awk '$2 == "PROGBITS" && $7 ~ /X/ { print "0x" $5 }' |
		{ n=0; while read -r size; do n=$((n + size)); done; echo $n; }
}

@test "the note counts the code that keeps its order" {
	randcc -O1 -c main.c u0.c u1.c
	gcc -O1 -c u2.c
	RANDCC_RECORD=$rec RANDCC_SEED=3 randcc main.o u0.o u1.o u2.o -o p
	[ "$(undivided p)" = "$(code u2.o) bytes in 1 object" ]
	randld --replay "$rec/p" --seed 3 -o q
	cmp p q
	ar rc libu.a u2.o
	RANDCC_SEED=3 randcc main.o u0.o u1.o -L. -lu -o p
	[ "$(undivided p)" = "at most $(code u2.o) bytes in 1 member of archives" ]
	# Objects of gcc's without sections are all counted, in archives too.
	gcc -O1 -c u1.c
	rm libu.a
	ar rc libu.a u1.o u2.o
	RANDCC_SEED=3 randcc main.o u0.o -L. -lu -o p
	[ "$(undivided p)" = "at most $(code u1.o u2.o) bytes in 2 members of archives" ]
	ld -r u0.o u1.o -o both.o
	RANDCC_SEED=3 randcc main.o both.o libu.a -o p
	[ "$(undivided p)" = "$(code u1.o) bytes in 1 object and at most $(code u1.o u2.o) bytes in 2 members of archives" ]
	# A script may name them.
	echo 'INPUT(u2.o)' >more.ld
	RANDCC_SEED=3 randcc main.o u0.o u1.o more.ld -o p
	[ "$(undivided p)" = "$(code u1.o u2.o) bytes in 2 objects" ]
	# It may name one twice, or one that is on the line too.
	echo 'GROUP(libu.a libu.a)' >more.ld
	RANDCC_SEED=3 randcc main.o u0.o ./libu.a more.ld -o p
	[ "$(undivided p)" = "at most $(code u1.o u2.o) bytes in 2 members of archives" ]
	RANDCC_SEED=3 randcc main.o u0.o more.ld -o p
	[ "$(undivided p)" = "at most $(code u1.o u2.o) bytes in 2 members of archives" ]
	# The start files and libc_nonshared.a of the system are not counted.
	gcc -O1 -ffunction-sections -c u2.c
	randcc -O1 -c u1.c
	RANDCC_SEED=3 randcc main.o u0.o u1.o u2.o -o p
	[ -z "$(undivided p)" ]
	# LTO compiles the functions again, if it is used.
	gcc -O1 -flto -ffat-lto-objects -c u2.c
	RANDCC_SEED=3 randcc -O1 -flto main.o u0.o u1.o u2.o -o p
	[ -z "$(undivided p)" ]
	RANDCC_SEED=3 randcc -O1 -fno-lto main.o u0.o u1.o u2.o -o p
	[ "$(undivided p)" = "$(code u2.o) bytes in 1 object" ]
}

@test "programs with the store's name or with a dot are recorded" {
	for name in store .hidden; do
		RANDCC_RECORD=$rec RANDCC_SEED=none randcc main.c u0.c u1.c u2.c -o $name
	done
	[ "$(randld --list-records "$rec" | wc -l)" = 2 ]
	randld --list-records "$rec" | while IFS=$(printf '\t') read -r name output; do
		randld --replay "$rec/$name" --seed none -o again
		cmp again "$output"
	done
}

@test "variables of the linker that the recorded link did not have are unset on a replay" {
	make_units 1 3
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=1 randcc -O2 main.c u0.c -o p
	LD_RUN_PATH=/opt/lib RANDCC_RECORD=$PWD/with RANDCC_SEED=1 randcc -O2 main.c u0.c -o q
	LD_RUN_PATH=/opt/lib randld --replay rec/p --seed 1 -o again
	cmp p again
	randld --replay with/q --seed 1 -o again
	cmp q again
	not cmp -s p q
}

@test "-l:NAME may have a folder" {
	mkdir inner
	gcc -O2 -ffunction-sections -c u1.c
	ar rc inner/libh.a u1.o
	gcc -O2 -shared -fPIC u2.c -o inner/libs.so
	export LD_LIBRARY_PATH=$PWD/inner:$PWD
	RANDCC_RECORD=$rec randcc -O2 main.c u0.c -L. -l:inner/libh.a -l:inner/libs.so -o p
	for seed in none 1; do
		randld --replay "$rec/p" --seed $seed -o q
		./q | cmp - <(./plain)
	done
	mkdir sub
	RANDCC_RECORD=$rec randcc -O2 main.c u0.c -Lsub -l:../inner/libh.a -l:../inner/libs.so -o r
	fails_with 125 'cannot replay a link with "-l:../inner/libs.so"' \
		randld --replay "$rec/r" --seed none -o q
	RANDCC_RECORD=$rec randcc -O2 main.c u0.c u2.c -Lsub -l:../inner/libh.a -o r
	randld --replay "$rec/r" --seed none -o q
	./q | cmp - <(./plain)
}

@test "a linker with a relative path is found from another folder" {
	ln -s "$(command -v ld)" myld
	RANDCC_LD=./myld RANDCC_RECORD=$rec randcc -O2 main.c u0.c u1.c u2.c -o p
	mkdir other
	cd other
	randld --replay "$rec/p" --seed 1 -o q
}

@test "a record that failed leaves its name to the next one" {
	mkdir rec
	touch rec/store
	RANDCC_RECORD=$rec fails_with 1 'cannot record' randcc main.c u0.c u1.c u2.c -o p
	[ ! -e p ]
	rm rec/store
	RANDCC_RECORD=$rec randcc main.c u0.c u1.c u2.c -o p
	[ "$(randld --list-records "$rec" | cut -f1)" = p ]
	touch file
	RANDCC_RECORD=$PWD/file fails_with 1 'cannot record' randcc main.c u0.c u1.c u2.c -o p
}

@test "an object whose name begins with cc is not taken for a temporary one" {
	mv u0.c ccparser.c
	randcc -O2 -c main.c ccparser.c
	RANDCC_RECORD=$rec randcc main.o ccparser.o u1.c u2.c -o p
	randld --replay "$rec/p" --seed 1 -o q
	randld --replay "$rec/p" --seed 1 --list-order q >list
	[ "$(awk -F '\t' '$2 == "f0_0" { print $4 }' list)" = ccparser.o ]
	[ "$(awk -F '\t' '$2 == "f1_0" { print $4 }' list)" = - ]
	mkdir obj
	mv ccparser.o obj
	RANDCC_RECORD=$rec randcc main.o obj/ccparser.o u1.c u2.c -o p
	randld --replay "$rec/p" --seed 1 --list-order q >list
	[ "$(awk -F '\t' '$2 == "f0_0" { print $4 }' list)" = obj/ccparser.o ]
	[ "$(awk -F '\t' '$2 == "f1_0" { print $4 }' list)" = - ]
}

@test "a library in a folder that no -L names is not silently left out" {
	make_units 2 3
	randcc -O2 -c u1.c
	mkdir lib
	ar rc lib/libown.a u1.o
	echo "SEARCH_DIR($PWD/lib)" >own.ld
	randcc main.c u0.c own.ld -lown -o p 2>err
	grep -q 'warning: -lown is in a folder that no -L names' err
	randcc main.c u0.c -Llib -lown -o p 2>err
	[ ! -s err ]
}

@test "a file that a script names in a folder that no -L names is not silently left out" {
	local name
	make_units 2 3
	randcc -O2 -c u1.c
	mkdir lib
	ar rc lib/libown.a u1.o
	for name in -lown libown.a; do
		echo "SEARCH_DIR($PWD/lib) INPUT($name)" >own.ld
		randcc main.c u0.c own.ld -o p 2>err
		grep -qF "warning: the linker script \"own.ld\" names \"$name\", which is in a folder that no -L names" err
		fails_with 1 "names \"$name\": functions in such a file cannot be randomised" \
			randcc main.c u0.c -Llib own.ld -o p
	done
	# The scripts of the C library name files too, and so may the user's scripts.
	echo "INPUT(AS_NEEDED(-lm) -lc)" >own.ld
	randcc main.c u0.c u1.c own.ld -lm -o p 2>err
	[ ! -s err ]
	randcc main.c u0.c u1.c "$(gcc -print-file-name=libm.a)" -lc -o p 2>err
	[ ! -s err ]
}

@test "LTO with -save-temps is replayed in several links" {
	local factors
	make_units 2 5
	RANDCC_SEED=2 RANDCC_RECORD=$rec randcc -O2 -flto -save-temps main.c u0.c u1.c -o p
	randld --replay "$rec/p" --seed 2 -o q
	cmp p q
	for factors in functions,padding functions,offset; do
		RANDCC_FACTORS=$factors randld --replay "$rec/p" --seed 2 -o replayed
		RANDCC_FACTORS=$factors RANDCC_SEED=2 randcc -O2 -flto -save-temps main.c u0.c u1.c -o built
		./built | diff - <(./q)
		cmp built replayed
	done
	randld --replay "$rec/p" --seed 2 --move f1_1@64/4096 -o moved
	RANDCC_RECORD=$rec randcc -s -O2 -flto -save-temps main.c u0.c u1.c -o stripped
	randld --replay "$rec/stripped" --seed 2 -o q
}

@test "an archive that is named in two ways, or that has a twin, is ranked once, and a replay is the build" {
	local line seed
	make_units 3 6
	randcc -O2 -fPIC -c main.c u0.c u1.c u2.c
	gcc -O1 -fPIC -c u2.c
	ar rc libx.a u0.o u1.o u2.o
	cp libx.a twin.a
	ln -s libx.a other.a
	# Thin archives of equal bytes, with equal members in two folders.
	mkdir here there
	cp u0.o u1.o u2.o here
	cp u0.o u1.o u2.o there
	(cd here && ar rcT libx.a u0.o u1.o u2.o)
	(cd there && ar rcT libx.a u0.o u1.o u2.o)
	[ "$(head -c 7 there/libx.a)" = '!<thin>' ]
	randcc main.o libx.a libx.a -o once
	randld --inspect --note once >want
	export RANDCC_FACTORS=functions,padding
	for line in 'libx.a -L. -lx' "libx.a $PWD/libx.a" 'libx.a ./libx.a' \
		'libx.a other.a' 'libx.a twin.a' 'here/libx.a there/libx.a'; do
		for seed in 1 2; do
			# shellcheck disable=SC2086 # words
			RANDCC_RECORD=$rec RANDCC_SEED=$seed randcc main.o $line -o p
			randld --replay "$rec/p" --seed $seed -o q
			cmp p q
		done
		randld --inspect --note p | diff <(grep ^undivided want) <(grep ^undivided -)
	done
	# --exclude-libs chooses each of them by its own name.
	RANDCC_SEED=1 randcc -shared libx.a main.o twin.a -Wl,--exclude-libs,twin.a -o x.so
	not grep -q ' f0_0$' <(nm -D x.so)
	RANDCC_SEED=1 randcc -shared libx.a main.o twin.a -Wl,--exclude-libs,libx.a -o x.so
	nm -D x.so | grep -q ' f0_0$'
}

@test "randld reports that its output does not fit onto a full disk" {
	[ -c /dev/full ] || skip 'no /dev/full'
	RANDCC_RECORD=$rec RANDCC_SEED=1 randcc main.c u0.c u1.c u2.c -o p
	randld --replay "$rec/p" --seed 1 -o q
	for command in '--help' "--list-records $rec" '--inspect p' '--inspect --note p' \
		"--inspect --record $rec/p p" '--inspect --needed p' \
		"--replay $rec/p --seed 1 --list-order q" \
		"--replay $rec/p --seeds 1,2 --report -o made%s"; do
		echo "randld $command"
		status=0
		# shellcheck disable=SC2086 # words
		randld $command >/dev/full 2>err || status=$?
		[ "$status" = 125 ]
		grep -q 'randld: error: cannot write to standard output' err
	done
}

@test "a stored file that a crash has cut off is named, and replaced by the next build" {
	local id
	randcc -O1 -c main.c u0.c u1.c u2.c
	link() { RANDCC_RECORD=$rec RANDCC_SEED=1 randcc main.o u0.o u1.o u2.o -o p; }
	link
	id=$(sed -n 's|^stored [0-9]* \([0-9a-f]*\) .*/u1.o$|\1|p' "$rec/p/recipe")
	chmod u+w "$rec/store/$id"
	truncate -s 100 "$rec/store/$id"
	fails_with 125 "store/$id\", its copy of \"$PWD/u1.o\", was changed" \
		randld --replay "$rec/p" --seed 1 -o q
	grep -q 'hint: remove that copy, and build again' err
	link
	randld --replay "$rec/p" --seed 1 -o q
	cmp p q
	rm "$rec/store/$id"
	fails_with 125 "store/$id\", its copy of \"$PWD/u1.o\", cannot be read" randld --replay "$rec/p" --seed 1 -o q
	link
	randld --replay "$rec/p" --seed 1 -o q
}

# make_chain: make liba.so, which needs libb.so, which needs libc3.so and takes cb()
# from the program, and the program's object m.o.
make_chain() {
	echo 'int c_f(void) { return 3; }' >c.c
	echo 'int c_f(void), cb(void); int b_f(void) { return c_f() + cb(); }' >b.c
	echo 'int b_f(void); int a_f(void) { return b_f(); }' >a.c
	echo 'int a_f(void); int cb(void) { return 4; } int main(void) { return a_f(); }' >m.c
	mkdir -p lib
	gcc -shared -fPIC c.c -Wl,-soname,libc3.so -o lib/libc3.so
	gcc -shared -fPIC b.c -Llib -lc3 -Wl,--as-needed,-soname,libb.so "$@" -o lib/libb.so
	gcc -shared -fPIC a.c -Llib -lb -Wl,-soname,liba.so,--allow-shlib-undefined "$@" -o liba.so
	randcc -O1 -c m.c
}

@test "the libraries that other libraries need are in the record" {
	local words
	mkdir -p tree empty other/lib
	(cd tree && make_chain)
	for words in '-rpath-link,lib' '-rpath-link,../empty:lib' "-rpath,$PWD/tree/lib" '-R,lib' --no-as-needed; do
		# Without an option, LD_LIBRARY_PATH has the folder.
		[ "$words" != --no-as-needed ] || export LD_LIBRARY_PATH=$PWD/tree/lib
		(cd tree && RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o liba.so "-Wl,$words" -o ../p)
		unset LD_LIBRARY_PATH
		mv tree gone
		(cd other && randld --replay "$rec/p" --seed 2 -o ../q 2>err)
		[ ! -s other/err ]
		cmp p q
		(cd other && randld --replay "$rec/p" --seeds 1,2 --jobs 1 -o ../many%s)
		cmp p many2
		[ "$(grep -c '^needed ' "$rec/p/recipe")" = 2 ]
		mv gone tree
	done
}

@test "a replay takes no other library than the recorded one that others need" {
	local source
	mkdir -p tree other/lib
	(cd tree && make_chain)
	(cd tree && RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o liba.so -Wl,-rpath-link,lib -o ../p)
	mv tree gone
	# ld prefers a library that needs no other, or that needs the C library.
	echo 'int atoi(const char *); int b_f(void) { return atoi("1"); }' >libc.c
	for source in gone/c.c libc.c; do
		gcc -shared -fPIC $source -Wl,-soname,libb.so -o other/lib/libb.so
		(cd other && fails_with 125 'would take "lib/libb.so" in place of the recorded library "libb.so"' \
			randld --replay "$rec/p" --seed 2 -o ../q)
	done
	echo 'int c_f(void); int b_f(void) { return c_f(); }' >b.c
	gcc -shared -fPIC b.c -Lgone/lib -lc3 -Wl,--as-needed,-soname,libb.so -o other/lib/libb.so
	cd other
	randld --replay "$rec/p" --seed 2 -o ../q
	cmp ../p ../q
}

@test "a library that others need through their own -rpath is in the record, also if it changed" {
	# shellcheck disable=SC2016 # ORIGIN is for the linker
	make_chain '-Wl,-rpath,$ORIGIN/lib:$ORIGIN'
	RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o liba.so -o p
	nm -D p | grep -q ' cb$'
	echo 'int b_f(void) { return 1; }' >b.c
	gcc -shared -fPIC b.c -Wl,-soname,libb.so -o lib/libb.so
	randld --replay "$rec/p" --seed 2 -o q
	cmp p q
	sed 's|^\(needed [0-9a-f]*\) libb.so|\1 ../libb.so|' "$rec/p/recipe" >changed
	cp changed "$rec/p/recipe"
	fails_with 125 'no name of a library' randld --replay "$rec/p" --seed 2 -o q
}

@test "a needed library without a soname must be there on a replay, unchanged" {
	echo 'int b_f(void) { return 1; }' >b.c
	echo 'int b_f(void); int a_f(void) { return b_f(); }' >a.c
	echo 'int a_f(void); int main(void) { return a_f(); }' >m.c
	gcc -shared -fPIC b.c -o libb.so
	gcc -shared -fPIC a.c "$PWD/libb.so" -Wl,-soname,liba.so -o liba.so
	RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.c liba.so -o p
	randld --replay "$rec/p" --seed 2 -o q
	cmp p q
	gcc -O2 -shared -fPIC b.c -DX -g -o libb.so
	fails_with 125 "libb.so\" has changed since \"$rec/p\" was recorded" \
		randld --replay "$rec/p" --seed 2 -o q
}

# assemble NUMBER OBJECT: make an object with f and a number, and with nothing to rank
assemble() {
	echo ".globl f; f: .long $1; .section .note.GNU-stack" | as -o "$2"
}

# make_sysroot: make a sysroot in sdk/, in which $host/libreal.a has f() that returns
# 7.  On the host f() returns 9.
make_sysroot() {
	host=$PWD/host
	mkdir -p host "sdk$host" sdk/lib
	echo 'int f(void); int main(void) { return f(); }' >m.c
	randcc -O1 -c m.c
	echo 'int f(void) { return 7; }' >f.c
	gcc -shared -fPIC f.c -Wl,-soname,libreal.so.1 -o "sdk$host/libreal.so"
	assemble 7 f.o
	ar rc "sdk$host/libreal.a" f.o
	echo 'int f(void) { return 9; }' >f.c
	gcc -shared -fPIC f.c -Wl,-soname,libreal.so.2 -o host/libreal.so
	assemble 9 f.o
	ar rc host/libreal.a f.o
}

@test "a script inside the sysroot names files of the sysroot" {
	local name where
	make_sysroot
	for name in "$host/libreal.so" "=$host/libreal.so" "\$SYSROOT$host/libreal.so" \
		"$host/libreal.a" "=$host/libreal.a"; do
		echo "GROUP ( \"$name\" )" >sdk/lib/libfoo.so
		RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o -o p -Lsdk/lib -lfoo "-Wl,--sysroot=$PWD/sdk" -Wl,-z,notext
		for where in sdk gone; do
			[ -d "$where" ] || mv sdk "$where"
			randld --replay "$rec/p" --seed 2 -o q
			cmp p q
		done
		mv gone sdk
		[[ $name != *.so ]] || readelf -d q | grep -q 'NEEDED.*\[libreal.so.1\]'
		# In a script outside the sysroot an absolute name is the host's.
		cp sdk/lib/libfoo.so .
		RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o -o p -L. -lfoo "-Wl,--sysroot=$PWD/sdk" -Wl,-z,notext
		randld --replay "$rec/p" --seed 2 -o q
		cmp p q
		[[ $name != /*.so ]] || readelf -d q | grep -q 'NEEDED.*\[libreal.so.2\]'
	done
}

@test "a script inside the sysroot may name files that cannot be copied" {
	make_sysroot
	# A thin archive.
	rm "sdk$host/libreal.a"
	assemble 7 "sdk$host/f.o"
	(cd "sdk$host" && ar rcT libreal.a f.o)
	echo "GROUP ( $host/libreal.a )" >sdk/lib/libfoo.so
	export RANDCC_UNSUPPORTED=pass
	RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o -o p -Lsdk/lib -lfoo "-Wl,--sysroot=$PWD/sdk" -Wl,-z,notext
	randld --replay "$rec/p" --seed 2 -o q
	cmp p q
}

@test "INCLUDE and MRI scripts inside the sysroot name files of the host" {
	local script how
	make_sysroot
	assemble 7 "sdk$host/f.o"
	assemble 9 host/f.o
	echo '/* nothing */' >host/nothing.ld
	for script in "INCLUDE $host/nothing.ld INPUT($PWD/f.o)" "LOAD $host/f.o"; do
		echo "$script" >sdk/names.ld
		how=sdk/names.ld
		[[ $script != LOAD* ]] || how=-Wl,-c,sdk/names.ld
		cp f.o "sdk$PWD/f.o"
		RANDCC_RECORD=$rec RANDCC_SEED=2 randcc m.o -nostdlib -static -o p $how "-Wl,--sysroot=$PWD/sdk"
		mv "sdk$host" away
		randld --replay "$rec/p" --seed 2 -o q
		cmp p q
		mv away "sdk$host"
	done
}
