#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy best --export: plain gcc and plain linkers repeat the winner's order.  As
# in 3147, the program computes its "time" from the order of its functions.

# shellcheck disable=SC2016 # a "$" in single quotes is for awk
load harness

# objects_built [OPTION...]: print a command that compiles each source to an object and
# links the objects
objects_built() {
	echo "$(build randcc) && randcc $* -o prog ${objects[*]}"
}

# build COMMAND: print a shell command that makes the objects
build() {
	echo "for f in main one two three; do $1 -O2 -c \$f.c || exit; done"
}

# search BUILD [OPTION...]: measure a study, and search for the best layout
search() {
	timed_study "$1"
	randstudy best --layouts 6 --blocks 8 --format json "${@:2}" st >out.json
}

objects=(main.o one.o two.o three.o)

# Search once.  Several tests use the order that this search exports.
setup_file() {
	BATS_TEST_TMPDIR=$BATS_FILE_TMPDIR real_setup
	order_program
	search "$(objects_built)" --export order
}

setup() {
	real_setup
	unset CDPATH
	order_program
}

# searched: take the search of setup_file()
searched() {
	cp -r "$BATS_FILE_TMPDIR/it's a place/"{order,out.json} .
}

# moved FILE [-a]: print the functions of order/functions.tsv in the order that they
# have in the program FILE, with -a also their addresses
moved() {
	local fields='$3'
	[ "${2:-}" != -a ] || fields='$1, $3'
	nm -n "$1" | awk 'NR == FNR { if ($3 != "-") is[$2]; next }
		$2 ~ /[tT]/ && $3 in is { print '"$fields"' }' \
		FS='\t' order/functions.tsv FS=' ' -
}

# listed [-a]: print the functions of order/functions.tsv in the winner's order, with
# -a also their addresses
listed() {
	local fields='$2'
	[ "${1:-}" != -a ] || fields='$1, $2'
	awk -F '\t' 'NR > 1 && $3 != "-" { print '"$fields"' }' order/functions.tsv
}

# steps FILE: print which function `step` comes first, second and third
steps() {
	objdump -d --no-show-raw-insn "$1" |
		awk '/<step>:/ { getline; print $3 }'
}

# needs LINKER
needs() {
	command -v "ld.$1" >/dev/null || skip "no ld.$1"
}

@test "GNU ld repeats the order and the addresses by a script" {
	needs bfd
	searched
	[ "$(listed | wc -l)" = 10 ]
	eval "$(build 'gcc -ffunction-sections')"
	gcc -fuse-ld=bfd -o plain "${objects[@]}" -Wl,-T,order/gnu-ld.script
	diff <(listed -a) <(moved plain -a)
	# Without the script the linker gives another order.
	gcc -fuse-ld=bfd -o other "${objects[@]}"
	run -1 diff <(listed) <(moved other)
	# Each object has a function `step`.  The three are in the order of the
	# winner.
	RANDCC_SEED=$(jq -r .seed out.json) RANDCC_FACTORS=functions,program \
		randcc -O2 -o winner main.c one.c two.c three.c
	diff <(listed -a) <(moved winner -a)
	[ "$(steps winner | wc -l)" = 3 ]
	diff <(steps winner) <(steps plain)
	# The program is as fast as the winner.  Objects may have other paths.
	[ "$(./plain | awk '/time/ { print $2 < 98 }')" = 1 ]
	mkdir sub
	mv "${objects[@]}" sub/
	gcc -fuse-ld=bfd -o plain sub/main.o "$PWD"/sub/{one,two,three}.o \
		-Wl,-T,order/gnu-ld.script
	diff <(steps winner) <(steps plain)
	diff <(listed -a) <(moved plain -a)
}

@test "GNU ld repeats the order and the addresses by --section-ordering-file" {
	needs bfd
	ld.bfd --help | grep -q -e --section-ordering-file || skip 'ld < 2.43'
	searched
	eval "$(build 'gcc -ffunction-sections')"
	gcc -fuse-ld=bfd -o plain "${objects[@]}" \
		-Wl,--section-ordering-file=order/gnu-ld.order
	diff <(listed -a) <(moved plain -a)
}

# unique: remove lines that occurred before
unique() {
	awk '!seen[$0]++'
}

@test "gold repeats the order, but for functions of one name" {
	needs gold
	search "$(objects_built -fuse-ld=gold)" --export order
	eval "$(build 'gcc -ffunction-sections')"
	gcc -fuse-ld=gold -o plain "${objects[@]}" \
		-Wl,--section-ordering-file=order/gold.order
	diff <(listed | unique) <(moved plain | unique)
	gcc -fuse-ld=gold -o other "${objects[@]}"
	run -1 diff <(listed | unique) <(moved other | unique)
	grep -q 'gold and lld cannot' order/README
}

@test "lld repeats the order, but for functions of one name" {
	needs lld
	search "$(objects_built -fuse-ld=lld)" --export order
	eval "$(build 'gcc -ffunction-sections')"
	gcc -fuse-ld=lld -o plain "${objects[@]}" \
		-Wl,--symbol-ordering-file=order/lld.order
	diff <(listed | unique) <(moved plain | unique)
	gcc -fuse-ld=lld -o other "${objects[@]}"
	run -1 diff <(listed | unique) <(moved other | unique)
}

@test "the README names what stays out and what cannot be told apart" {
	search 'randcc -O2 -o prog main.c one.c two.c three.c' --export order
	grep -q 'DIR/gnu-ld.script' order/README
	grep -qP '^\t_start$' order/README
	# The build is one call of gcc, so its objects had temporary names.
	grep -q "even GNU ld's files cannot tell apart" order/README
	[ "$(grep -c '(.text.step)' order/gnu-ld.script)" = 3 ]
	awk 'length > 80 { exit 1 }' order/README
	# If each source has an object, GNU ld's files can tell the functions
	# apart.
	rm -r order
	searched
	run -1 grep -q "even GNU ld's files" order/README
	grep -qF '*one.o(.text.step)' order/gnu-ld.script
}

@test "a library has a folder of its own" {
	search "$(build 'randcc -fPIC') &&
		randcc -shared -o libsteps.so one.o two.o three.o &&
		randcc -O2 -o prog main.c -L. -lsteps -Wl,-rpath,'\$ORIGIN'" \
		--export order
	[ "$(cut -f3 order/functions.tsv | grep -c '^\.text')" = 1 ]
	eval "$(build 'gcc -fPIC -ffunction-sections')"
	gcc -shared -o plain.so -Wl,-T,order/libsteps.so/gnu-ld.script \
		one.o two.o three.o
	diff <(awk -F '\t' '$2 ~ /^(one|two|three)$/ { print $1, $2 }' \
		order/libsteps.so/functions.tsv) \
		<(nm -n plain.so | awk '$3 ~ /^(one|two|three)$/ { print $1, $3 }')
}

@test "what cannot be exported is said" {
	sed -i 's/? -3/? 0/' main.c
	run -1 search 'randcc -O2 -o prog main.c one.c two.c three.c' --export order
	[[ $output == *'nothing was exported: no layout is worth shipping'* ]]
	[ ! -e order ]
	run -2 randstudy best --report --export order st
	rm -r st
	sed -i 's/? 0/? -3/' main.c
	run -1 search 'randcc -O2 -s -o prog main.c one.c two.c three.c' \
		--export order
	[[ $output == *'it has no symbols'* ]]
}
