#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# gdc, ldc (D), gccgo (Go) and gnat (Ada): functions with sections of their own are laid
# out.  Functions in a plain .text stay together, in the order of their object.

setup() {
	load wrapper.bash
	wrapper_setup
	native_only 'these compilers make programs of their own machine'
	linker=$build/libexec/randcc
}

need() {
	command -v "$1" >/dev/null || skip "no $1"
}

write_d() {
	cat >p.d <<-'EOT'
		import core.stdc.stdio;
		class Shape { int area() { return 0; } }
		class Square : Shape { int n; this(int n) { this.n = n; } override int area() { return n * n; } }
		class Row : Shape { Shape[] of; override int area() { int s = 0; foreach (x; of) s += x.area(); return s; } }
		int sum(int[] a) { int s = 0; foreach (x; a) s += x; return s; }
		T twice(T)(T x) { return x + x; }
		int careful(int n) { try { if (n > 8) throw new Exception("large"); return n; } catch (Exception e) { return -1; } }
		void main() {
			auto r = new Row; r.of = [new Square(2), new Square(3)];
			printf("%d %d %d %d\n", sum([1, 2, 3]), r.area(), twice(4), careful(9) + careful(3));
		}
	EOT
	echo '6 13 8 2' >want
}

write_go() {
	cat >p.go <<-'EOT'
		package main
		import "fmt"
		type shape interface { area() int }
		type square struct { n int }
		type row struct { of []shape }
		func (s square) area() int { return s.n * s.n }
		func (r row) area() int { s := 0; for _, x := range r.of { s += x.area() }; return s }
		func sum(a []int) int { s := 0; for _, x := range a { s += x }; return s }
		func careful(n int) (r int) { defer func() { if recover() != nil { r = -1 } }(); if n > 8 { panic("large") }; return n }
		func main() {
			c := make(chan int)
			go func() { c <- sum([]int{1, 2, 3}) }()
			fmt.Println(<-c, row{[]shape{square{2}, square{3}}}.area(), careful(9) + careful(3))
		}
	EOT
	echo '6 13 2' >want
}

write_ada() {
	cat >p.adb <<-'EOT'
		with Ada.Text_IO; use Ada.Text_IO;
		with Shapes; use Shapes;
		procedure P is
		begin
		   Put_Line (Integer'Image (Sum ((1, 2, 3))) & Integer'Image (Square (4)) &
		      Integer'Image (Careful (9) + Careful (3)));
		end P;
	EOT
	cat >shapes.ads <<-'EOT'
		package Shapes is
		   type Numbers is array (Positive range <>) of Integer;
		   function Sum (A : Numbers) return Integer;
		   function Square (N : Integer) return Integer;
		   function Careful (N : Integer) return Integer;
		end Shapes;
	EOT
	cat >shapes.adb <<-'EOT'
		package body Shapes is
		   Large : exception;
		   function Sum (A : Numbers) return Integer is
		      S : Integer := 0;
		   begin
		      for X of A loop S := S + X; end loop;
		      return S;
		   end Sum;
		   function Square (N : Integer) return Integer is (N * N);
		   function Careful (N : Integer) return Integer is
		   begin
		      if N > 8 then raise Large; end if;
		      return N;
		   exception
		      when Large => return -1;
		   end Careful;
		end Shapes;
	EOT
	echo ' 6 16 2' >want
}

# Print a program's own functions in the order of their addresses.
own_order() { # PROGRAM
	order_of "$1" | grep -E "$own"
}

# Check the layouts of `build FLAG`, which makes p.  `own` is a pattern of the names of
# the program's own functions; `name` is the compiler's in the note.
laid_out() {
	build -ffunction-sections
	own_order p >order.plain
	[ "$(wc -l <order.plain)" -ge 4 ]
	for seed in none 1 2; do
		RANDCC_RECORD=$PWD/rec.$seed RANDCC_SEED=$seed build -ffunction-sections "$linker"
		./p | diff want -
		own_order p >order.$seed
		diff <(sort order.$seed) <(sort order.plain)
		randld --inspect --note p >note.$seed
		mv p p.$seed
	done
	diff order.none order.plain
	not diff -q order.1 order.plain
	not diff -q order.1 order.2
	grep -qx 'randomised: yes' note.1
	grep -q "^compilers: .*$name [0-9.]*: [1-9]" note.1
	randld --replay rec.none/p --seeds none,1,2 -o replayed.%s
	for seed in none 1 2; do cmp p.$seed replayed.$seed; done
}

# Check that functions without sections keep their order, and that the note does not count
# them.
stays_whole() {
	for seed in 3 4; do
		RANDCC_SEED=$seed build "$plain" "$linker"
		./p | diff want -
		own_order p >whole.$seed
	done
	diff whole.3 whole.4
	randld --inspect --note p | sed -n "s/^compilers: .*$name [0-9.]*: //p" |
		sed 's/,.*//' >counted
	n=$(cat counted)
	[ "${n:-0}" -lt "$(sed -n "s/^compilers: .*$name [0-9.]*: //p" note.1 | sed 's/,.*//')" ]
}

@test "functions of gdc are laid out, and those in a plain .text are not" {
	need gdc
	write_d
	build() {
		gdc -O1 -fno-inline "$1" -c p.d -o p.o
		gdc ${2:+-B"$2"} p.o -o p
	}
	own='1p' name=gcc plain=-fno-function-sections
	laid_out
	stays_whole
}

@test "functions of ldc are laid out, and those in a plain .text are not" {
	need ldc2
	write_d
	build() {
		ldc2 -O1 --disable-inlining "${1/-ffunction-sections/--function-sections}" -c p.d --of=p.o
		ldc2 ${2:+-Xcc=-B"$2"} p.o --of=p
	}
	own='1p' name=ldc plain=--disable-linker-strip-dead
	laid_out
	stays_whole
}

@test "functions of gccgo are laid out, and those in a plain .text are not" {
	need gccgo
	write_go
	build() {
		gccgo -O1 -fno-inline "$1" -c p.go -o p.o
		gccgo ${2:+-B"$2"} p.o -o p
	}
	own='^main\.' name=gcc plain=-fno-function-sections
	laid_out
	stays_whole
}

@test "functions of gnat are laid out, and those in a plain .text are not" {
	need gnatmake
	write_ada
	build() {
		gnatmake -f -q -O1 "$1" p.adb -largs ${2:+-B"$2"}
	}
	own='^(shapes__|_ada_)' name=gcc plain=-fno-function-sections
	laid_out
	own='^shapes__'
	stays_whole
}
