#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# LLVM's LTO: lld compiles the bitcode into objects, which replace the bitcode in the
# link.

setup() {
	load wrapper.bash
	wrapper_setup
	command -v clang >/dev/null || skip 'no clang'
	command -v ld.lld >/dev/null || skip 'no lld'
}

# newer_clang: print the name of a clang whose lld knows fat objects; fail if there
# is none
newer_clang() {
	local clang
	for clang in $(compgen -c clang- | grep -xE 'clang-[1-9][0-9]' | sort -uVr); do
		"$("$clang" -print-prog-name=ld.lld)" --help 2>/dev/null |
			grep -q -e --fat-lto-objects || continue
		echo "$clang"
		return
	done
	return 1
}

# exit_status COMMAND…: print its exit status
exit_status() {
	local status=0
	"$@" || status=$?
	echo "$status"
}

@test "a weak definition of bitcode wins over one of an object behind it, as in lld" {
	cat >main.c <<-'EOT'
		__attribute__((weak, noinline)) int who(void) { return 1; }
		int main(void) { return who(); }
	EOT
	echo '__attribute__((weak, noinline)) int who(void) { return 2; }' >who.c
	clang -O2 -ffunction-sections -c who.c
	for kind in full thin; do
		clang -O2 -flto=$kind -c main.c
		for order in 'main.o who.o' 'who.o main.o'; do
			# shellcheck disable=SC2086
			clang -flto=$kind -fuse-ld=lld $order -o plain
			for seed in none 1 2; do
				# shellcheck disable=SC2086
				RANDCC_SEED=$seed randclang -flto=$kind -fuse-ld=lld $order -o prog
				[ "$(exit_status ./prog)" = "$(exit_status ./plain)" ]
			done
		done
	done
}

@test "an inline function of bitcode wins over the copy of an object behind it" {
	cat >one.cc <<-'EOT'
		inline __attribute__((noinline)) int who() { return N; }
		int (*volatile pointer)() = who;
	EOT
	cat >main.cc <<-'EOT'
		extern int (*volatile pointer)();
		inline __attribute__((noinline)) int who() { return 1; }
		int main() { return who() + 10 * pointer(); }
	EOT
	clang++ -O2 -DN=2 -ffunction-sections -c one.cc
	clang++ -O2 -flto -c main.cc
	for order in 'main.o one.o' 'one.o main.o'; do
		# shellcheck disable=SC2086
		clang++ -O2 -flto -fuse-ld=lld $order -o plain
		for seed in none 1; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randclang++ -O2 -flto -fuse-ld=lld $order -o prog
			[ "$(exit_status ./prog)" = "$(exit_status ./plain)" ]
		done
	done
}

@test "where nothing is defined twice, the code has lld's order" {
	make_units 3 6
	clang -O2 -ffunction-sections -c u1.c
	clang -O2 -flto -c main.c u0.c u2.c
	clang -O2 -flto -fuse-ld=lld main.o u0.o u1.o u2.o -o plain
	RANDCC_SEED=none randclang -O2 -flto -fuse-ld=lld main.o u0.o u1.o u2.o -o prog
	diff <(order_of prog | grep '^[fu]') <(order_of plain | grep '^[fu]')
}

@test "a command line that is too long for the kernel reaches the compiling lld" {
	echo 'int main(void) { return 0; }' >main.c
	clang -O2 -flto -c main.c
	seq 30000 | sed 's/.*/-Wl,--defsym=symbol_with_a_long_name_so_that_the_line_is_longer_than_the_kernel_takes_&=&/' >words
	RANDCC_SEED=1 randclang -flto -fuse-ld=lld main.o @words -o prog
	./prog
}

@test "if lld keeps no object, the program is linked as the user said" {
	echo 'int main(void) { return 0; }' >main.c
	clang -O2 -flto -c main.c
	cat >ld.forgetful <<-'EOT'
		#!/bin/sh
		for word; do
			shift
			case $word in --lto-obj-path*) ;; *) set -- "$@" "$word" ;; esac
		done
		exec ld.lld "$@"
	EOT
	chmod +x ld.forgetful
	RANDCC_SEED=1 RANDCC_LD=$PWD/ld.forgetful randld -shared main.o -o lib.so
	nm lib.so | grep -q ' T main'
}

@test "bitcode of an archive that is not needed prevents no link by GNU ld" {
	local gold
	gold=$(dirname "$(readlink -f "$(command -v clang)")")/../lib/LLVMgold.so
	[ -e "$gold" ] || skip 'no LLVMgold.so'
	make_units 2 6
	clang -O2 -ffunction-sections -c main.c u0.c u1.c
	printf 'int unneeded%s(void) { return 3; }\n' 1 2 >unneeded.c
	clang -O2 -flto -c unneeded.c
	llvm-ar rcs libu.a u0.o unneeded.o u1.o
	for seed in none 1 2; do
		RANDCC_SEED=$seed randclang -flto main.o libu.a -o p$seed
		./p$seed
	done
	moved pnone p1 p2
	# If the member with bitcode is needed, the link is refused and leaves
	# nothing.
	echo 'int unneeded1(void); int u(void) { return unneeded1(); }' >>main.c
	clang -O2 -ffunction-sections -c main.c
	rm -f prog
	run env RANDCC_SEED=1 randclang -flto main.o libu.a -o prog
	[ "$status" -ne 0 ]
	[[ $output == *"cannot order the functions of LLVM's LTO"* ]]
	[ ! -e prog ]
	RANDCC_UNSUPPORTED=pass RANDCC_SEED=1 randclang -flto main.o libu.a -o prog
	randld --inspect --note prog | grep -q '^randomised: no'
}

@test "bitcode in an archive inside --whole-archive is refused" {
	make_units 1 4
	clang -O2 -flto -c main.c u0.c
	llvm-ar rcs libu.a u0.o
	run env RANDCC_SEED=1 randclang -flto -fuse-ld=lld main.o \
		-Wl,--whole-archive libu.a -Wl,--no-whole-archive -o prog
	[ "$status" -ne 0 ]
	[[ $output == *'has bitcode and is inside --whole-archive'* ]]
}

@test "randclang uses the lld that its clang uses" {
	clang=$(newer_clang) || skip 'no newer clang with an lld'
	echo 'int main(void) { return 0; }' >main.c
	RANDCC_SEED=1 RANDCC_CC=$clang randcc -fuse-ld=lld main.c -o prog
	banner=$("$("$clang" -print-prog-name=ld.lld)" --version | head -n 1)
	randld --inspect --note prog | grep -qF "linker: $banner"
}

@test "objects with bitcode and machine code are laid out as the linker takes them" {
	clang=$(newer_clang) || skip 'no lld that knows fat objects'
	export RANDCC_CC=$clang
	make_units 3 10
	sed -i 's/unsigned x = 1;/volatile unsigned one = 1; unsigned x = one;/' main.c
	for kind in full thin; do
		$clang -O2 -flto=$kind -ffat-lto-objects -c main.c u0.c u1.c u2.c
		rm -f libu.a
		llvm-ar rcs libu.a u1.o u2.o
		for option in -flto=$kind ''; do
			# shellcheck disable=SC2086
			$clang -O2 $option ${option:+-ffat-lto-objects} -ffunction-sections \
				-fuse-ld=lld main.o u0.o libu.a -o plain
			./plain >want
			for seed in none 1 2; do
				# shellcheck disable=SC2086
				RANDCC_SEED=$seed randcc -O2 $option ${option:+-ffat-lto-objects} \
					-fuse-ld=lld main.o u0.o libu.a -o p$seed
				./p$seed | cmp - want
				diff <(order_of p$seed | grep '^[fu]' | sort) <(order_of plain | grep '^[fu]' | sort)
			done
			if [ -n "$option" ]; then
				moved pnone p1 p2
			fi
		done
	done
}
