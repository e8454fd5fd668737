#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Rust: the functions of a program, of its crates and of the standard library are
# laid out, with randcc as rustc's linker.

setup() {
	load wrapper.bash
	wrapper_setup
	command -v rustc >/dev/null && rustc --version >/dev/null || skip 'no rustc'
	write_program
}

# write_program: write a crate and a program that uses it and the standard library
write_program() {
	cat >shape.rs <<-'EOT'
		pub trait Shape { fn area(&self) -> u64; }
		pub struct Square(pub u64);
		pub struct Row(pub Vec<Box<dyn Shape>>);
		impl Shape for Square { #[inline(never)] fn area(&self) -> u64 { self.0 * self.0 } }
		impl Shape for Row { #[inline(never)] fn area(&self) -> u64 { self.0.iter().map(|s| s.area()).sum() } }
	EOT
	cat >main.rs <<-'EOT'
		use shape::{Row, Shape, Square};
		use std::collections::BTreeMap;
		use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
		#[inline(never)] fn count(text: &str) -> BTreeMap<char, usize> {
			let mut m = BTreeMap::new();
			for c in text.chars() { *m.entry(c).or_insert(0) += 1; }
			m
		}
		static SUMS: [AtomicU64; 3] = [AtomicU64::new(1), AtomicU64::new(2), AtomicU64::new(3)];
		static TOTAL: AtomicU64 = AtomicU64::new(4);
		static CALLS: AtomicU64 = AtomicU64::new(6);
		#[inline(never)] fn sum_up() -> u64 {
			CALLS.fetch_add(1, Relaxed);
			SUMS[CALLS.load(Relaxed) as usize % 3].fetch_add(5, Relaxed);
			TOTAL.fetch_add(SUMS[1].load(Relaxed), Relaxed)
		}
		fn main() {
			println!("{} {}", sum_up(), sum_up());
			let row = Row((1..5).map(|i| Box::new(Square(i)) as Box<dyn Shape>).collect());
			println!("{} {:?}", row.area(), count("abracadabra"));
			let caught = std::panic::catch_unwind(|| { if row_is_large(9) { panic!("large") } });
			println!("{}", caught.is_err());
		}
		#[inline(never)] fn row_is_large(n: u64) -> bool { n > 8 }
	EOT
}

# rust LINKER [OPTION...]: make ./main
rust() {
	local linker=$1
	shift
	rustc --edition 2021 -C opt-level=2 --crate-type rlib --crate-name shape shape.rs 2>err
	rustc --edition 2021 -C opt-level=2 -C linker="$linker" "$@" --extern shape=libshape.rlib main.rs 2>err
}

# Set `bfd` to the options that choose GNU ld.  The newest rustc links with its own
# lld unless an option forbids it.  Other versions do not accept this option.
choose_bfd() {
	bfd=(-C link-arg=-fuse-ld=bfd)
	echo 'fn main() {}' >empty.rs
	! rustc -C linker=gcc -C link-self-contained=no empty.rs 2>/dev/null ||
		bfd+=(-C link-self-contained=no)
}

# Print the name of the compiler in randld's note for objects of rustc.  An old
# rustc writes no name into its objects, and the note then has "unknown".
name_of_rustc() {
	rustc --edition 2021 --crate-type rlib --emit obj -o named.o shape.rs
	readelf -p .comment named.o 2>/dev/null | grep -o -m 1 rustc || echo unknown
}

@test "a rust program, its crate and the standard library are laid out" {
	# rustc chooses the linker by the name of the compiler that it calls.
	printf '#!/bin/sh\nexec gcc "$@"\n' >plaincc
	chmod +x plaincc
	rust "$PWD/plaincc"
	./main >want 2>/dev/null
	order_of main >order.plain
	for seed in none 1 2; do
		RANDCC_SEED=$seed rust randcc
		./main 2>/dev/null | cmp - want
		order_of main >order.$seed
		diff <(sort order.$seed) <(sort order.plain)
		mv main first
		RANDCC_SEED=$seed rust randcc
		cmp main first
	done
	diff order.none order.plain
	for kind in 3std 4core 5alloc; do
		not diff -q <(grep "$kind" order.1) <(grep "$kind" order.2)
	done
	randld --inspect --note main | grep -qx 'randomised: yes'
	randld --inspect --note main | grep -q "^compilers: .*$(name_of_rustc)[ :]"
}

@test "a rust program replays to the bytes of a rebuild" {
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none rust randcc
	cp main original
	randld --replay rec/main --seeds none,1,2,3 -o replayed.%s
	cmp replayed.none original
	for seed in 1 2 3; do
		RANDCC_SEED=$seed rust randcc
		cmp main replayed.$seed
	done
}

@test "the linker gets a rust library without the metadata for rustc" {
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=none rust randcc
	mkdir kept
	TMPDIR=$PWD/kept RANDCC_SAVE_TEMPS=yes \
		randld --replay rec/main --seed 1 -o replayed 2>err
	copy=$(find kept -name libshape.rlib)
	ar p libshape.rlib lib.rmeta >whole
	ar p "$copy" lib.rmeta >left
	[ "$(stat -c %s whole)" -gt 2000 ]
	[ "$(stat -c %s left)" -lt 1000 ]
	readelf -S -W left 2>err | grep -q rmeta
	[ ! -s err ]
	[ "$(ar t "$copy")" = "$(ar t libshape.rlib)" ]
}

@test "functions of rust, of gcc and of clang are laid out together" {
	echo 'unsigned from_gcc(unsigned x) { return x + 1; } unsigned gcc_2(unsigned x) { return x + 2; }' >g.c
	sed 's/gcc/clang/g' g.c >c.c
	randcc -O2 -c g.c
	command -v clang >/dev/null || skip 'no clang'
	randclang -O2 -c c.c
	ar rcs libboth.a g.o c.o
	cat >both.rs <<-'EOT'
		extern "C" { fn from_gcc(x: u32) -> u32; fn from_clang(x: u32) -> u32; fn gcc_2(x: u32) -> u32; fn clang_2(x: u32) -> u32; }
		#[no_mangle] #[inline(never)] pub extern "C" fn from_rust(x: u32) -> u32 { x * 3 }
		fn main() { unsafe { println!("{}", from_gcc(gcc_2(from_clang(clang_2(from_rust(5)))))) } }
	EOT
	for seed in 1 2 3 4 5 6; do
		RANDCC_FACTORS=program RANDCC_SEED=$seed rustc -C linker=randcc -L. -l static=both both.rs 2>err
		[ "$(./both)" = 21 ]
		order_of both | grep -E '^(from_|gcc_2|clang_2)' | tr '\n' ' '
		echo
	done | sort -u >orders
	[ "$(wc -l <orders)" -ge 4 ]
	# Some order has a function of one compiler between two of another.
	grep -E 'gcc[^ ]* .*(clang|rust)[^ ]* .*gcc|clang[^ ]* .*(gcc|rust)[^ ]* .*clang' orders
	RANDCC_SEED=1 rustc -C linker=randcc -L. -l static=both both.rs 2>err
	randld --inspect --note both >note
	for name in gcc clang "$(name_of_rustc)"; do
		grep -q "^compilers: .*${name}[ :]" note
	done
}

@test "padding, data, the stack and a list of moved code take rust's functions too" {
	choose_bfd
	rust randcc
	./main >want 2>/dev/null
	for factors in functions,units,padding functions,data functions,stack; do
		RANDCC_RECORD=$PWD/rec RANDCC_FACTORS=$factors RANDCC_SEED=3 \
			rust randcc "${bfd[@]}"
		./main 2>/dev/null | cmp - want
		randld --inspect --note main | grep -qx 'randomised: yes'
		RANDCC_FACTORS=$factors randld --replay rec/main --seed 3 -o replayed
		cmp main replayed
	done
	for seed in 1 2 3 4 5; do
		RANDCC_FACTORS=functions,data RANDCC_SEED=$seed rust randcc "${bfd[@]}"
		nm -n main | grep -oE '4main[0-9](SUMS|TOTAL|CALLS)' | tr '\n' ' ' >>variables
		echo >>variables
	done
	[ "$(grep -cE 'main[0-9](\w+ 4main[0-9]){2}' variables)" -eq 5 ]
	[ "$(sort -u variables | wc -l)" -gt 1 ]
	RANDCC_RECORD=$PWD/rec RANDCC_SEED=3 rust randcc
	randld --inspect --record rec/main main >list
	awk -F '\t' '$2 ~ /4main5count/ || $2 ~ /Square/ { n++; bad += $5 != "moved" } END { exit n < 2 || bad }' list
}
