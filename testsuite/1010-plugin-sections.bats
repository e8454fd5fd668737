#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin changes only the names of function sections in an object.  (Debug
# information also records the compiler's options, so -g needs
# -gno-record-gcc-switches here.)

setup() {
	load wrapper.bash
	wrapper_setup
}

# same_but_names FILE FLAGS…: check that objects made with the plugin, with and
# without a seed, differ from the object of plain -ffunction-sections only in
# the names of sections.
same_but_names() {
	local source=$1 driver=gcc
	shift
	case $source in *.cc) driver=g++ ;; *.f90) driver=gfortran ;; esac
	"$driver" "$@" -ffunction-sections -c "$source" -o plain.o
	contents_of plain.o >plain
	for arg in disable=no seed=none seed=1 seed=2; do
		local with=-fplugin-arg-layout-$arg
		[ "$arg" != disable=no ] || with=
		# shellcheck disable=SC2086
		"$driver" "$@" -fplugin="$plugin" $with -c "$source" -o named.o
		contents_of named.o >named
		diff plain named
		readelf -SW named.o | grep -q '\.text\.[a-z.]*\(randcc_\|[0-4]\.[0-9a-f]\{16\}\)'
	done
}

@test "120 functions in C differ in section names only, at every level of optimisation" {
	make_units 1 120
	for flags in -O0 -O1 '-O2 -g -gno-record-gcc-switches' -O3 -Os '-O2 -fPIC' \
		'-O2 -fno-reorder-functions' '-O2 -pg' "-O2 $(protect_branches)"; do
		# shellcheck disable=SC2086
		same_but_names u0.c $flags
	done
}

@test "cold parts, constructors, hot and cold functions in C keep gcc's groups" {
	cat >a.c <<-'EOT'
		#include <stdio.h>
		#include <stdlib.h>
		__attribute__((noinline)) int part(int x)
		{
			if (x > 5) { fprintf(stderr, "far\n"); abort(); }
			return x;
		}
		__attribute__((cold, noinline)) void frozen(void) { puts("c"); }
		__attribute__((hot, noinline)) int spin(int x) { return x + part(x); }
		__attribute__((constructor)) static void begin(void) { puts("b"); }
		__attribute__((destructor)) static void end(void) { puts("e"); }
		__attribute__((section("mine"))) int chosen(int x) { return x; }
		int main(int argc, char **argv)
		{
			if (argc > 3)
				frozen();
			return chosen(spin(argc)) + (argv == 0);
		}
	EOT
	same_but_names a.c -O2
	gcc -O2 -fplugin="$plugin" -c a.c
	readelf -SW a.o >sections
	grep -q ' \.text\.unlikely\.randcc_*\.a_c\.frozen ' sections
	grep -q ' \.text\.startup\.randcc_*\.a_c\.begin ' sections
	grep -q ' \.text\.exit\.randcc_*\.a_c\.end ' sections
	grep -q ' \.text\.hot\.randcc_*\.a_c\.spin ' sections
	grep -q ' \.text\.startup\.randcc_*\.a_c\.main ' sections
	grep -q ' mine ' sections
	not grep -q ' \.text\.[^ ]*chosen' sections
}

@test "groups, thunks, templates and exceptions in C++ differ in section names only" {
	cat >a.cc <<-'EOT'
		#include <stdexcept>
		#include <string>
		#include <vector>
		struct A { virtual ~A() {} virtual int f(int x) { return x; } long a; };
		struct B { virtual ~B() {} virtual int g(int x) { return -x; } long b; };
		struct C : A, B {
			int f(int x) override { return x + 1; }
			int g(int x) override;
		};
		int C::g(int x) { if (x > 3) throw std::runtime_error("x"); return x + 2; }
		template <class T> T twice(T x) { return x + x; }
		inline int shared(int x) { return x * 3; }
		int (*keep)(int) = shared;
		thread_local int per_thread = 3;
		int use(std::vector<std::string> &v, A *a, B *b)
		{
			v.push_back("many more than fit into the small buffer");
			try { return a->f(1) + b->g(4); } catch (...) { return per_thread; }
		}
		std::string both(std::string s) { return twice(s); }
		int main() { C c; std::vector<std::string> v; return use(v, &c, &c) - 3; }
	EOT
	for flags in -O0 -O2 '-O2 -g -gno-record-gcc-switches -fPIC'; do
		# shellcheck disable=SC2086
		same_but_names a.cc $flags
	done
}

@test "Fortran objects differ in section names only" {
	cat >a.f90 <<-'EOT'
		module m
		contains
		  function twice(x) result(y)
		    integer, intent(in) :: x
		    integer :: y
		    y = inner(x) * 2
		  contains
		    integer function inner(z)
		      integer, intent(in) :: z
		      inner = z + 1
		    end function
		  end function
		end module
		program p
		  use m
		  print *, twice(20)
		end program
	EOT
	same_but_names a.f90 -O0
	same_but_names a.f90 -O2
}

@test "objects with sections that look like a compiler's but are the user's have the plugin's mark" {
	echo '__attribute__((section(".text.g"))) int f(void) { return 1; }' >function.c
	echo '__attribute__((section(".data.w"))) int v = 1;' >variable.c
	echo '__asm__(".section .text.g,\"ax\"\ng: .byte 0\n");' >assembler.c
	local marked='function variable assembler' flags source
	# ld -r may join others with objects of another compiler, which randld names
	# if the others have no functions.
	echo 'int f(void) { return 1; }' >plain.c
	echo 'int v = 1; __attribute__((section("own"))) int w = 2;' >data.c
	: >empty.c
	for source in $marked plain data empty; do
		for flags in -O0 -O2 '-O2 -flto -ffat-lto-objects' '-O2 -flto -fno-lto'; do
			# shellcheck disable=SC2086
			gcc $flags -fplugin="$plugin" -c $source.c -o $source.o
			readelf -SW $source.o >sections
			case " $marked " in
			*" $source "*) grep -q ' \.randcc_kept .* E ' sections ;;
			*) not grep -F randcc_kept sections ;;
			esac
		done
		gcc -O2 -flto -fplugin="$plugin" -c $source.c -o slim.o
		not grep -F randcc_kept <(readelf -SW slim.o)
	done
	gcc -O2 -fplugin="$plugin" -fplugin-arg-layout-disable -c variable.c
	not grep -F randcc_kept <(readelf -SW variable.o)
}

@test "a unit is named relative to the working directory" {
	mkdir -p 'src/my dir' build
	echo 'int f(void) { return 1; }' >'src/my dir/a-b.c'
	(cd build && gcc -fplugin="$plugin" -c "$PWD/../src/my dir/a-b.c" -o ../1.o)
	gcc -fplugin="$plugin" -c "src/my dir/a-b.c" -o 2.o
	gcc -fplugin="$plugin" -c "$PWD/src/my dir/a-b.c" -o 3.o
	gcc -fplugin="$plugin" -save-temps -c "src/my dir/a-b.c" -o 4.o
	readelf -SW 1.o | grep -q '\.__/src/my_dir/a-b_c\.f '
	for o in 2.o 3.o 4.o; do
		readelf -SW $o | grep -q '\.src/my_dir/a-b_c\.f '
	done
}

@test "plain gcc -fplugin with a seed shuffles by itself" {
	make_units 3 40
	for seed in 1 2 1; do
		gcc -O2 -fplugin="$plugin" -fplugin-arg-layout-seed=$seed \
			main.c u0.c u1.c u2.c -o p$seed
		./p$seed >out$seed
		order_of p$seed >order$seed
		[ "$seed" != 1 ] || cp p1 again
	done
	cmp out1 out2
	not cmp -s order1 order2
	diff <(sort order1) <(sort order2)
	cmp p1 again
}
