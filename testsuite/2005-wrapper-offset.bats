#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The factor `offset`: where a function begins in a cache line depends on the seed and on
# the function alone.

load wrapper.bash

setup() {
	wrapper_setup
	make_units 3 30
	mkdir grown
	cp ./*.c grown
	# In another version two functions are longer, and one is new.
	sed -i 's/f0_3(unsigned x) {/& if (x == 12345) { x = x * x * x + x \/ 7; x ^= x >> 3; }/
		s/f1_1(unsigned x) {/& if (x == 54321) { x = x * x + x \/ 11; x ^= x >> 5; }/
		1i __attribute__((used)) static unsigned added(unsigned x) { return x * x + x / 3; }' \
		grown/u?.c
}

# offsets PROGRAM: print "NAME OFFSET" for each function that randcc placed, sorted
offsets() {
	nm "$1" | awk '$3 ~ /^(f[0-9]+_|unit[0-9])/ { print $3, $1 }' | sort |
		while read -r name address; do
			echo "$name $((0x$address % 64))"
		done
}

build() { # OUT SEED [FLAG...]
	RANDCC_SEED=$2 randcc -O2 "${@:3}" main.c u0.c u1.c u2.c -o "$1"
}

@test "functions have random offsets, the same in two versions of a program" {
	for factors in functions,units,offset program,offset offset; do
		for seed in 1 2; do
			RANDCC_FACTORS=$factors build p$seed $seed
			(cd grown && RANDCC_FACTORS=$factors build p$seed $seed)
			offsets p$seed >offsets$seed
			[ "$(wc -l <offsets$seed)" = 93 ]
			[ "$(cut -d ' ' -f 2 offsets$seed | sort -n | uniq | xargs)" = '0 16 32 48' ]
			diff offsets$seed <(offsets grown/p$seed)
			[ "$(./p$seed)" = "$(./grown/p$seed)" ]
			randld --inspect --note p$seed | grep -qx 'offset: 64'
			randld --inspect --note p$seed | grep -qx 'randomised: yes'
		done
		not diff -q >/dev/null offsets1 offsets2
		[ "$(randld --inspect --note p1 | grep ^digest)" != \
			"$(randld --inspect --note p2 | grep ^digest)" ]
	done
	# Without it the longer functions move those behind them.
	RANDCC_FACTORS=functions,units build p 1
	(cd grown && RANDCC_FACTORS=functions,units build p 1)
	not diff -q >/dev/null <(offsets p) <(offsets grown/p)
}

@test "offset leaves the order to the other factors, and the original layout alone" {
	RANDCC_FACTORS=functions,units build order 3
	RANDCC_FACTORS=functions,units,offset build p 3
	diff <(order_of order) <(order_of p)
	RANDCC_FACTORS=offset build p 3
	build original none
	diff <(order_of original | grep '^f[0-9]') <(order_of p | grep '^f[0-9]')
	RANDCC_FACTORS=functions,units,offset build q none
	cmp <(objcopy -O binary -j .text original /dev/stdout) \
		<(objcopy -O binary -j .text q /dev/stdout)
}

@test "offset works with every kind of link, and on a replay" {
	export RANDCC_FACTORS=functions,units,offset
	for flags in '' -Wl,--gc-sections -static -flto -Os -falign-functions=64; do
		# shellcheck disable=SC2086
		RANDCC_RECORD=$PWD/rec build p none $flags
		./p >want
		# shellcheck disable=SC2086
		build p 5 $flags
		./p | diff want -
		randld --replay rec/p --seed 5 -o replayed
		cmp p replayed
		offsets p >now
		case $flags in
		-falign*) [ "$(cut -d ' ' -f 2 now | uniq)" = 0 ] ;;
		*) [ "$(cut -d ' ' -f 2 now | sort -n | uniq | xargs)" = '0 16 32 48' ] ;;
		esac
	done
}

@test "with offset, padding adds whole cache lines" {
	RANDCC_FACTORS=functions,units,offset build p 4
	for max in 0 1 4; do
		RANDCC_PADDING_MAX=$max RANDCC_FACTORS=functions,units,offset,padding build q$max 4
		diff <(order_of p) <(order_of q$max)
		diff <(offsets p) <(offsets q$max)
	done
	size p q0 q1 q4 | awk 'NR > 1 { print $1 }' >sizes
	[ "$(sed -n 1p sizes)" = "$(sed -n 2p sizes)" ]
	sort -n sizes | diff sizes -
	[ "$(sort -u sizes | wc -l)" = 3 ]
	randld --inspect --note q4 | grep -qx 'factors: functions,units,padding,offset'
}

@test "lld's --icf leaves filler alone" {
	command -v ld.lld >/dev/null || skip "no lld"
	export RANDCC_FACTORS=functions,units,offset
	build p 1
	build q 1 -fuse-ld=lld -Wl,--icf=safe 2>err
	diff <(offsets p) <(offsets q)
	[ ! -s err ]
	build r 1 -fuse-ld=lld -Wl,--icf=all 2>err
	[ ! -s err ]
}

@test "functions that cannot have an offset of their own are counted" {
	# LTO's static functions of the same name, in units of the same name, have one
	# name of a section.
	mkdir x y
	for dir in x y; do
		echo "static __attribute__((noipa)) int help(int x) { return x * 3 + 1; }
			int $dir(int x) { return help(x) + help(x + 1); }" >$dir/util.c
		(cd $dir && randcc -O2 -flto -c util.c)
	done
	sed -i 's/x \* 3/x * x * 7 * x - x * 3 + x \/ 5/' x/util.c
	echo 'int x(int), y(int); int main(void) { return x(1) + y(2) == 0; }' >m.c
	for seed in $(seq 12); do
		RANDCC_FACTORS=functions,units,offset RANDCC_SEED=$seed \
			randcc -O2 -flto m.c x/util.o y/util.o -o p 2>>err
	done
	grep -q 'warning: 1 of [0-9]* functions of "p" do not begin where the factor offset puts them' err
}

@test "a program whose functions are aligned to cache lines gets a warning" {
	make_units 2 20
	export RANDCC_FACTORS=offset RANDCC_SEED=1
	randcc -O2 -falign-functions=64 main.c u0.c u1.c -o p 2>err
	grep -Eq 'warning: the factor offset has no effect on [0-9]+ of [0-9]+ functions of "p"' err
	randcc -O2 -falign-functions=32 main.c u0.c u1.c -o p 2>err
	[ ! -s err ]
}

@test "the user's language has no effect on filler" {
	command -v localedef >/dev/null || skip 'no localedef'
	# GNU ld and gold translate the headings of their maps.
	mkdir locale
	localedef -i fr_FR -f UTF-8 locale/fr_FR.UTF-8 || skip 'no locale fr_FR'
	export RANDCC_SEED=5
	make_units 2 20
	for ld in bfd gold; do
		command -v "ld.$ld" >/dev/null || continue
		for factor in padding offset; do
			export RANDCC_FACTORS=functions,units,$factor
			randcc -O2 -fuse-ld=$ld main.c u0.c u1.c -o p
			LOCPATH=$PWD/locale LC_ALL=fr_FR.UTF-8 \
				randcc -O2 -fuse-ld=$ld main.c u0.c u1.c -o q
			cmp p q
		done
	done
	# A linker without such a heading is refused.
	printf '#!/bin/sh\nld "$@" || exit\nfor word; do case $word in -Map=*) : >"${word#-Map=}" ;; esac; done\n' >ld.own
	chmod +x ld.own
	RANDCC_LD=$PWD/ld.own fails_with 1 'has no list of sections' randcc -O2 main.c u0.c u1.c -o p
}

@test "single functions are moved in layouts with offset" {
	export RANDCC_FACTORS=functions,units,offset
	RANDCC_RECORD=$PWD/rec build p none
	randld --replay rec/p --seed 6 -o p
	randld --replay rec/p --seed 6 --move f1_4@16/64 -o q
	[ "$(offsets q | grep '^f1_4 ')" = 'f1_4 16' ]
	diff <(offsets p | grep -v '^f1_4 ') <(offsets q | grep -v '^f1_4 ')
	[ "$(./p)" = "$(./q)" ]
}
