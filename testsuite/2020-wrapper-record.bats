#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Laying a recorded link out again gives the same bytes as building again.

setup() {
	load wrapper.bash
	wrapper_setup
	make_units 4 20
}

# same_as_rebuild RECORD OUTPUT COMMAND…: check for five seeds that the replay of
# rec/RECORD is the output of COMMAND -o OUTPUT
same_as_rebuild() {
	local record=$1 output=$2
	shift 2
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none "$@" -o "$output"
	cp "$output" original
	randld --replay "rec/$record" --seed none -o replayed
	cmp replayed original
	for seed in 1 2 3 4 5; do
		RANDCC_SEED=$seed "$@" -o "$output"
		randld --replay "rec/$record" --seed $seed -o replayed
		cmp replayed "$output"
		not cmp -s replayed original
	done
}

@test "a dynamic program linked straight from sources replays to the same bytes" {
	same_as_rebuild prog prog randcc -O2 main.c u0.c u1.c u2.c u3.c
}

@test "static and static-pie programs replay to the same bytes" {
	same_as_rebuild prog prog randcc -O2 -static main.c u0.c u1.c u2.c u3.c
	same_as_rebuild prog prog randcc -O2 -static-pie main.c u0.c u1.c u2.c u3.c
}

@test "a program of objects and an archive found by -l replays to the same bytes" {
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	ar rcs libu.a u0.o u1.o u2.o u3.o
	same_as_rebuild prog prog randcc main.o -L. -lu
}

@test "a shared library and a program that needs it replay to the same bytes" {
	same_as_rebuild libu.so libu.so randcc -O2 -shared -fPIC u0.c u1.c u2.c u3.c
	randcc -O2 -shared -fPIC u0.c u1.c u2.c u3.c -o libu.so
	same_as_rebuild prog prog randcc -O2 main.c -L. -lu
	readelf -d replayed | grep -q 'NEEDED.*\[libu.so\]'
}

@test "a C++ program replays to the same bytes" {
	cat >a.cc <<-'EOT'
		#include <iostream>
		#include <map>
		#include <string>
		int main() { std::map<std::string, int> m; m["a"]++; std::cout << m.size() << "\n"; }
	EOT
	same_as_rebuild prog prog randc++ -O2 a.cc
	[ "$(./replayed)" = 1 ]
}

@test "a program by LTO in several partitions replays to the same bytes" {
	same_as_rebuild prog prog randcc -O2 -flto -flto-partition=1to1 main.c u0.c u1.c u2.c u3.c
}

@test "links with a version script, --gc-sections or -s replay to the same bytes" {
	echo '{ global: unit*; local: *; };' >map
	same_as_rebuild libu.so libu.so randcc -O2 -shared -fPIC -Wl,--version-script=map u0.c u1.c u2.c u3.c
	same_as_rebuild prog prog randcc -O2 -s -Wl,--gc-sections main.c u0.c u1.c u2.c u3.c
}

@test "the record outlives the tree, and may be moved" {
	mkdir tree
	mv ./*.c tree
	(cd tree && randcc -O2 -c u0.c u1.c u2.c u3.c && ar rcs libu.a u?.o &&
		RANDCC_RECORD=$PWD/../rec RANDCC_SEED=none randcc -O2 main.c -L. -lu -o prog)
	randld --replay rec/prog --seed 3 -o before
	./before >/dev/null
	rm -r tree
	mv rec 'another place'
	randld --replay 'another place/prog' --seed 3 -o after
	cmp before after
	not grep -q randld after
}

@test "an input of many links is kept once, and each output has a name" {
	mkdir a b
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	for d in a b; do
		RANDCC_RECORD=$PWD/rec randcc main.o u?.o -o $d/prog
	done
	RANDCC_RECORD=$PWD/rec randcc main.o u?.o -o a/prog
	[ "$(randld --list-records rec | wc -l)" = 2 ]
	randld --list-records rec | cut -f2 | sort >outputs
	printf '%s\n' "$PWD/a/prog" "$PWD/b/prog" | cmp - outputs
	[ "$(ls rec/store | wc -l)" = 5 ]
}

@test "inputs with blanks, quotes, newlines or a leading dash in their names are recorded" {
	randcc -O2 -c u0.c u1.c u2.c u3.c
	odd=$'it\'s a "new\nline" %41 -x'
	mv u0.o "$odd.o"
	mv u1.o ./-u1.o
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=2 randcc main.c "$odd.o" ./-u1.o u2.o u3.o -o "$odd"
	randld --replay "rec/$odd" --seed 2 -o replayed
	cmp replayed "$odd"
}

@test "a parallel build of many programs is recorded" {
	for i in $(seq 12); do
		sed "s/%u/$i %u/" main.c >m$i.c
	done
	randcc -O2 -c u0.c u1.c u2.c u3.c
	printf 'all: %s\n' "$(printf 'd%d/prog ' $(seq 12))" >Makefile
	printf 'd%%/prog: m%%.c\n\tmkdir -p d$*\n\trandcc -O2 $< u0.o u1.o u2.o u3.o -o $@\n' >>Makefile
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none make -s -j4
	[ "$(randld --list-records rec | wc -l)" = 12 ]
	randld --list-records rec | while IFS=$(printf '\t') read -r name output; do
		randld --replay "rec/$name" --seed none -o again
		cmp again "$output"
	done
	[ -z "$(ls "$TMPDIR")" ]
}

@test "a damaged or older record is refused, by name and line" {
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc -O2 main.c u0.c u1.c u2.c u3.c -o prog
	cp rec/prog/recipe good
	replay() { randld --replay rec/prog --seed 1 -o out.prog; }
	sed 's/^randcc-recipe 4/randcc-recipe 1/' good >rec/prog/recipe
	fails_with 125 'version 1' replay
	sed '$d' good >rec/prog/recipe
	fails_with 125 'it ends early' replay
	sed '5s/^[a-z]* /banana /' good >rec/prog/recipe
	fails_with 125 'line 5' replay
	echo junk >rec/prog/recipe
	fails_with 125 'not a recipe' replay
	rm rec/prog/recipe
	fails_with 125 'cannot read the record' replay
	fails_with 125 'cannot read the record' randld --replay rec/nothing --seed 1 -o x
	cp good rec/prog/recipe
	replay
	[ ! -e x ]
}

@test "a changed or missing input is refused, by name" {
	randcc -O2 -c main.c u0.c u1.c u2.c u3.c
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc main.o u?.o -o prog
	id=$(sed -n 's/^stored [0-9]* \([0-9a-f]*\) .*u0.o$/\1/p' rec/prog/recipe)
	chmod u+w "rec/store/$id"
	printf x >>"rec/store/$id"
	fails_with 125 "store/$id\", its copy of \"$PWD/u0.o\", was changed" \
		randld --replay rec/prog --seed 1 -o new
	rm "rec/store/$id"
	fails_with 125 "store/$id\", its copy of \"$PWD/u0.o\", cannot be read" \
		randld --replay rec/prog --seed 1 -o new
	[ ! -e new ]
}

@test "a build that cannot be recorded fails" {
	mkdir rec
	echo file >rec/store
	fails_with 1 'cannot record' env RANDCC_RECORD=$PWD/rec randcc main.c u0.c u1.c u2.c u3.c -o prog
	# The link leaves no program, which make would consider up to date.
	[ ! -e prog ]
	[ -z "$(ls "$TMPDIR")" ]
}

@test "files that a linker script names are kept, except the system's" {
	mkdir -p 'the tree/sub'
	mv ./*.c 'the tree'
	cd 'the tree'
	echo 'int late(void); int use(void) { return late(); }' >u9.c
	randcc -O1 -c main.c u?.c
	for what in extra more late; do
		echo "int $what(void) { return 3; }" >$what.c
		gcc -c $what.c
	done
	ar rcs libextra.a extra.o
	ar rcs sub/libmore.a more.o
	gcc -shared -fPIC late.c -o sub/liblate.so -Wl,-soname,liblate.so.1
	# The scripts name files in three ways: beside the script, by -l, and in
	# a file that the script includes.
	echo 'INPUT(libscript.a)' >libouter.a
	echo '/* INPUT(libnone.a) */ GROUP ( AS_NEEDED("libextra.a"),-llate ) INCLUDE rest.ld' >libscript.a
	echo 'INPUT(-lmore libextra.a)' >sub/rest.ld
	link() {
		randcc main.o u?.o -L. -Lsub -louter -Wl,-u,extra,-u,more "$@"
	}
	same_as_rebuild prog prog link
	readelf -d replayed | grep -q 'NEEDED.*\[liblate.so.1\]'
	nm replayed >symbols
	grep -q ' T extra' symbols
	grep -q ' T more' symbols
	for file in libextra.a libscript.a sub/libmore.a sub/liblate.so sub/rest.ld; do
		grep -q "^kept [0-9a-f]\{32\} $PWD/$file$" rec/prog/recipe
	done
	grep -q '^named .*/libc.so.6$' rec/prog/recipe
	not grep -q "^named .*$PWD" rec/prog/recipe
	# Change the tree, move the record, and remove the tree.
	randld --replay rec/prog --seed 1 -o ../before
	echo >>libextra.a
	randld --replay rec/prog --seed 1 -o ../again
	mv rec '../another place'
	cd ..
	rm -r 'the tree'
	randld --replay 'another place/prog' --seed 1 -o after
	randld --replay 'another place/prog' --seeds 1..2 -o many.%s
	cmp before again
	cmp before after
	cmp before many.1
	not cmp -s before many.2
	[ -z "$(ls "$TMPDIR")" ]
	# A replay checks the kept files and their lines in the recipe.
	cp 'another place/prog/recipe' good
	replay() { randld --replay 'another place/prog' --seed 1 -o new; }
	sed '/^kept/d' good >'another place/prog/recipe'
	fails_with 125 'no line "kept" or "named" before it' replay
	sed 's|^\(kept [0-9a-f]*\) .*|\1 /x/..|' good >'another place/prog/recipe'
	fails_with 125 'no file' replay
	cp good 'another place/prog/recipe'
	id=$(sed -n 's/^kept \([0-9a-f]*\) .*libmore.a$/\1/p' good)
	chmod u+w "another place/store/$id"
	echo >>"another place/store/$id"
	fails_with 125 "store/$id\", its copy of \"" replay
	[ ! -e new ]
}

@test "a file that a script names by an absolute path is kept by its checksum" {
	randcc -O1 -c main.c u?.c
	echo 'int extra(void) { return 3; }' >extra.c
	# The library has no soname, so the program needs it at its path.
	gcc -shared -fPIC extra.c -o extra.so
	echo "INPUT($PWD/extra.so)" >libscript.a
	same_as_rebuild prog prog randcc main.o u?.o -L. -lscript -Wl,-u,extra
	grep -q "^named [0-9a-f]\{32\} $PWD/extra.so$" rec/prog/recipe
	echo >>extra.so
	fails_with 125 "\"$PWD/extra.so\" has changed since" \
		randld --replay rec/prog --seed 1 -o new
	rm extra.so
	fails_with 125 "\"$PWD/extra.so\" was removed since" \
		randld --replay rec/prog --seed 1 -o new
	[ ! -e new ]
}

@test "a replay refuses to rank functions of files that only a script names" {
	randcc -O1 -c main.c u?.c
	ar rcs libu.a u?.o
	echo 'INPUT(libu.a)' >libscript.a
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc main.o -L. -lscript -o prog
	rm libu.a libscript.a main.o
	fails_with 125 'functions in such a file cannot be randomised' \
		randld --replay rec/prog --seed 1 -o new
	randld --replay rec/prog --seed none -o new
	cmp new prog
}

@test "scripts found through -L, and the files they include, are kept" {
	randcc -O1 -c main.c u?.c
	mkdir scripts
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >scripts/all.ld
	echo 'INCLUDE rest.ld' >>scripts/all.ld
	echo 'SECTIONS { .mine : { *(.mine) } }' >scripts/rest.ld
	echo '{ local: none; };' >scripts/versions
	# The layout is the same whether -T names the path of the script or the
	# linker finds the script through -L.  So randld has read the script in
	# both cases.
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc main.o u?.o -Lscripts -Wl,-T,scripts/all.ld -o path
		RANDCC_SEED=$seed randcc main.o u?.o -Lscripts -Wl,-T,all.ld -o found
		cmp path found
	done
	sed -i '/text.sorted/d; s/\.stub \.text\.\*/.stub/' scripts/all.ld
	for script in scripts/all.ld all.ld; do
		fails_with 1 'the linker script does not sort .text.sorted.*' \
			randcc main.o u?.o -Lscripts -Wl,-T,$script -o new
	done
	ld --verbose | sed '1,/^=====/d; /^=====/,$d' >scripts/all.ld
	echo 'INCLUDE rest.ld' >>scripts/all.ld
	same_as_rebuild prog prog randcc main.o u?.o -Wl,-Lscripts,-T,all.ld \
		-Wl,--version-script=versions
	randld --replay rec/prog --seed 1 -o before
	rm -r scripts ./*.o
	randld --replay rec/prog --seed 1 -o after
	cmp before after
}

@test "a system library that changed, or is found elsewhere now, is refused" {
	randcc -O1 -c main.c u?.c
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc main.o u?.o -o prog
	cp rec/prog/recipe good
	file=$(sed -n 's/^system [0-9]* [0-9a-f]* \(.*crt1\.o\)$/\1/p' good)
	[ -f "$file" ]
	sed "s|^\(system [0-9]*\) [0-9a-f]* \($file\)$|\1 0123456789abcdef0123456789abcdef \2|" good >rec/prog/recipe
	fails_with 125 "\"$file\" has changed since" randld --replay rec/prog --seed 1 -o new
	sed "s|^\(named\) [0-9a-f]* \(.*/libc.so.6\)$|\1 0123456789abcdef0123456789abcdef \2|" good >rec/prog/recipe
	fails_with 125 'libc.so.6" has changed since' randld --replay rec/prog --seed 1 -o new
	# Change the record as if the linker now found another library first.
	gcc_a=$(sed -n 's/^system [0-9]* \([0-9a-f]* .*libgcc\.a\)$/\1/p' good | head -n 1)
	# gcc links gcc_s or, since version 16, gcc_s_asneeded.
	library=$(sed -n 's,^arg -l\(gcc_s.*\)$,\1,p' good | head -n 1)
	[ -n "$library" ]
	sed "s|^\(system [0-9]*\) [0-9a-f]* .*/lib$library\.so.*$|\1 $gcc_a|" good >rec/prog/recipe
	not cmp -s good rec/prog/recipe
	fails_with 125 "\"$library\" meant \"" randld --replay rec/prog --seed 1 -o new
	[ ! -e new ]
}

@test "scripts and lists that options name are kept" {
	randcc -O1 -fPIC -c u?.c
	mkdir scripts
	echo 'SECTIONS { .mine : { *(.mine) } } INSERT AFTER .data;' >scripts/mine.ld
	echo '{ unit0; };' >dynamic
	echo 'unit1' >retained
	echo '{ global: *; };' >versions
	same_as_rebuild libu.so libu.so randcc -shared u?.o -Wl,-T,scripts/mine.ld \
		-Wl,--dynamic-list=dynamic,--retain-symbols-file=retained -Wl,--version-script=versions
	echo '-shared u0.o u1.o u2.o u3.o -Wl,-T,scripts/mine.ld' >response
	rm -r rec
	same_as_rebuild libu.so libu.so randcc @response
	randld --replay rec/libu.so --seed 1 -o before
	rm -r scripts dynamic retained versions response ./*.o
	randld --replay rec/libu.so --seed 1 -o after
	cmp before after
}

@test "the options of each compiler call are recorded, and no object changes" {
	echo 'int f(void) { return 1; }' >f.c
	echo 'int f(void); int main(void) { return f() - 1; }' >m.c
	randcc -O2 -c f.c -o plain.o
	export RANDCC_RECORD=$PWD/noted
	randcc -O2 -c f.c -o f.o
	cmp plain.o f.o
	randcc -O2 -Ihere -I there -D 'A="x y"' -MD -MF m.d --param inline-unit-growth=40 -c m.c -o m.o
	randcc -static -Wl,-O1 m.o f.o -o prog -L. -lm
	# these calls make no object
	randcc --version >/dev/null
	randcc -E f.c >/dev/null
	echo -O1 >args
	randcc @args -x c -c - -o g.o <f.c
	cat >expected <<-'END'
		-O2
		-O2 -D 'A="x y"' --param inline-unit-growth=40
		-static -Wl,-O1
		@args
	END
	diff expected noted/options
	[ "$(randld --list-records noted | wc -l)" = 1 ]
	# If the options cannot be recorded, the compilation succeeds with a
	# warning, so that a probe of configure does not fail.
	rm noted/options && mkdir noted/options
	run randcc -c f.c
	[ "$status" = 0 ]
	[[ $output == *'warning: cannot record the options of this call in "'*'/noted/options": Is a directory'* ]]
}
