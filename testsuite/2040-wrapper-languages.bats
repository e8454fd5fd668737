#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Features of real programs: debug information, exceptions, languages, LTO,
# sanitizers, instrumentation.  Each works after functions have moved.

setup() {
	load wrapper.bash
	wrapper_setup
}

# Print where gdb finds lines of the source, and the backtrace when the program aborts.
# Some versions of gdb end the last line of a function in the padding or in the next
# function.  This end differs between layouts, so print "outside" instead.
debugged() {
	gdb -batch -nx -ex 'info line main' -ex 'info line second' \
		-ex 'info line third' -ex 'info line u1.c:20' \
		-ex 'info line u2.c:5' -ex run -ex 'bt -4' "./$1" 2>&1 |
		grep -E '^Line|^#' | sed -E 's/0x[0-9a-f]*//g
			/starts at address  <([^>+]*)[^>]*> .* <\1\+[0-9]+>/!s/and ends at.*/and ends outside/'
}

@test "gdb shows correct lines and backtraces for moved functions" {
	native_only 'gdb starts programs of its own machine'
	make_units 3 30
	cat >deep.c <<-'EOT'
		#include <stdlib.h>
		__attribute__((noinline)) int third(int x)
		{
			if (x > 2)
				abort(); /* line 5 */
			return x;
		}
		__attribute__((noinline)) int second(int x)
		{
			return third(x + 1) + 1; /* line 10 */
		}
		int main(void)
		{
			return second(2) + 1; /* line 14 */
		}
	EOT
	for flags in '-O0 -g' '-O2 -g' '-O1 -gdwarf-4 -gz' '-O1 -gdwarf-4 -gsplit-dwarf'; do
		# gdb's output for the plain program, without addresses
		# shellcheck disable=SC2086
		gcc $flags -fno-optimize-sibling-calls deep.c u0.c u1.c u2.c -o plain
		debugged plain >want
		grep -q '^Line [0-9]* of "deep.c" .*<second' want
		grep -q '^Line 20 of "u1.c" .*<f1_19' want
		grep -q ' second (.*) at deep.c:10$' want
		grep -q ' main () at deep.c:14$' want
		for seed in 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc $flags -fno-optimize-sibling-calls \
				deep.c u0.c u1.c u2.c -o p$seed
			debugged p$seed | diff want -
		done
		moved p1 p2
	done
}

@test "C++ exceptions, static objects and thread-local data work across moved functions" {
	cat >a.cc <<-'EOT'
		#include <iostream>
		#include <stdexcept>
		#include <string>
		#include <vector>
		struct Trace { std::string s; ~Trace() { std::cout << s << '\n'; } };
		static Trace first{"first"};
		thread_local Trace mine{"thread"};
		struct Base { virtual ~Base() = default; virtual int run(int) = 0; };
		int thrower(int x);
		struct Leaf : Base { int run(int x) override { Trace t{"leaf"}; return thrower(x); } };
		template <int N> int level(Base &b, int x)
		{
			Trace t{"level " + std::to_string(N)};
			return level<N - 1>(b, x) + N;
		}
		template <> int level<0>(Base &b, int x) { return b.run(x); }
		int main()
		{
			Leaf leaf;
			mine.s += "!";
			for (int x : {1, 2, 3})
				try {
					std::cout << level<8>(leaf, x) << '\n';
				} catch (const std::runtime_error &e) {
					std::cout << "caught " << e.what() << '\n';
				}
		}
	EOT
	cat >b.cc <<-'EOT'
		#include <stdexcept>
		int thrower(int x) { if (x % 2) throw std::runtime_error("odd"); return x; }
	EOT
	for flags in -O0 -O2 '-O2 -flto' '-O2 -static' '-O2 -Wl,--gc-sections'; do
		# shellcheck disable=SC2086
		g++ $flags a.cc b.cc -o plain
		./plain >want
		# shellcheck disable=SC2086
		randc++ $flags -c a.cc b.cc
		for seed in 1 2 3; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randc++ $flags a.o b.o -o p$seed
			./p$seed | diff want -
		done
		moved p1 p2 p3
	done
}

@test "a Fortran program is laid out" {
	cat >m.f90 <<-'EOT'
		module shapes
		  implicit none
		contains
		  pure integer function area(a, b)
		    integer, intent(in) :: a, b
		    area = a * b
		  end function
		  integer function outer(n)
		    integer, intent(in) :: n
		    outer = inner() + 1
		  contains
		    integer function inner()
		      inner = area(n, n)
		    end function
		  end function
		end module
	EOT
	cat >p.f90 <<-'EOT'
		program p
		  use shapes
		  implicit none
		  integer :: i
		  do i = 1, 3
		    print *, outer(i), area(i, 7)
		  end do
		end program
	EOT
	for flags in -O0 -O2 '-O2 -flto'; do
		# shellcheck disable=SC2086
		gfortran $flags m.f90 p.f90 -o plain
		./plain >want
		for seed in 1 2 3 4; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randfc $flags m.f90 p.f90 -o p$seed
			./p$seed | diff want -
			randld --inspect --note p$seed | grep -qx 'randomised: yes'
		done
	done
	RANDCC_SEED=1 randcc-gfortran m.f90 p.f90 -o p
	./p | diff want -
}

@test "slim and fat LTO objects and archives of IR link, alone or with plain objects" {
	make_units 6 20
	randcc -O2 -flto -c main.c u0.c u1.c
	randcc -O2 -flto -ffat-lto-objects -c u2.c
	randcc -O2 -c u3.c
	randcc -O2 -flto -c u4.c u5.c
	gcc-ar rcs libx.a u4.o u5.o
	RANDCC_SEED=none randcc -O2 -flto main.o u0.o u1.o u2.o u3.o libx.a -o orig
	./orig >want
	for seed in 1 2; do
		for mode in auto 1; do
			RANDCC_SEED=$seed randcc -O2 -flto=$mode main.o u0.o u1.o u2.o u3.o libx.a -o p$seed$mode
			./p$seed$mode | diff want -
		done
		cmp p${seed}auto p${seed}1
	done
	moved orig p11 p21
	# fat objects are linked without LTO
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -fno-lto main.c u0.c u1.c u2.o u3.o u4.c u5.c -o q$seed
		./q$seed | diff want -
	done
	moved q1 q2
}

@test "LTO links static, static-pie and shared outputs, and objects made by -r" {
	make_units 3 12
	gcc -O2 main.c u?.c -o plain
	./plain >want
	randcc -O2 -flto -fPIE -c main.c
	randcc -O2 -flto -fPIC -c u0.c u1.c u2.c
	for kind in -static -static-pie; do
		for seed in none 1 2; do
			RANDCC_SEED=$seed randcc -O2 -flto $kind main.o u?.o -o p$seed
			./p$seed | diff want -
		done
		moved pnone p1 p2
	done
	for seed in none 1 2; do
		RANDCC_SEED=$seed randcc -O2 -flto -shared u?.o -o libu$seed.so
		randcc -O2 main.o ./libu$seed.so -o q
		./q | diff want -
	done
	moved libunone.so libu1.so libu2.so
	# The output of ld -r is still IR (rel), or already code (nolto-rel).
	for how in rel nolto-rel; do
		RANDCC_SEED=1 randcc -O2 -flto -r -flinker-output=$how u?.o -o $how.o
		for seed in none 1 2; do
			RANDCC_SEED=$seed randcc -O2 -flto main.o $how.o -o p$seed
			./p$seed | diff want -
		done
		moved pnone p1 p2
	done
}

@test "LTO works without the linker's plugin" {
	make_units 3 20
	RANDCC_SEED=none randcc -O2 -flto -fno-use-linker-plugin main.c u0.c u1.c u2.c -o orig
	./orig >want
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -O2 -flto -fno-use-linker-plugin main.c u0.c u1.c u2.c -o p$seed
		./p$seed | diff want -
		randld --inspect --note p$seed | grep -qx 'randomised: yes'
	done
	moved orig p1 p2
}

@test "a shared library and its users are laid out" {
	make_units 4 20
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -O2 -fPIC -shared u0.c u1.c u2.c u3.c -o libu.so
		cp libu.so lib$seed.so
		RANDCC_SEED=$seed randcc -O2 main.c -L. -lu -Wl,-rpath,"$PWD" -o p
		./p >out$seed
	done
	cmp out1 out2
	moved lib1.so lib2.so
	diff <(nm -D --defined-only lib1.so | cut -c18- | sort) <(nm -D --defined-only lib2.so | cut -c18- | sort)
}

@test "sanitizers, profiling, profile use and coverage work" {
	make_units 3 20
	# The leak detector does not work in qemu, and aarch64 has no
	# -fsplit-stack.
	local only_here='-mcmodel=large -fsplit-stack'
	[ -z "${TEST_EMULATED:-}" ] || only_here='' ASAN_OPTIONS=detect_leaks=0
	export ASAN_OPTIONS
	# shellcheck disable=SC2086
	for flags in -fsanitize=address,undefined -pg --coverage \
		'-fprofile-generate -fprofile-update=atomic' -ffunction-sections \
		-fno-reorder-functions "$(protect_branches)" $only_here; do
		for seed in 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc -O1 $flags main.c u0.c u1.c u2.c -o p$seed
			./p$seed >out$seed
		done
		cmp out1 out2
		moved p1 p2
	done
	RANDCC_SEED=1 randcc -O2 -fprofile-generate main.c u0.c u1.c u2.c -o prof
	./prof >out1
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -O2 -fprofile-use -Wno-missing-profile main.c u0.c u1.c u2.c -o prof$seed
		./prof$seed | cmp - out1
	done
	moved prof1 prof2
}

@test "--gc-sections drops what the plain link drops, and keeps retained sections" {
	make_units 2 20
	echo 'int unused(int x) { return x; } __attribute__((retain, used)) int kept(int x) { return x; }' >>u0.c
	gcc -O2 -ffunction-sections -Wl,--gc-sections main.c u0.c u1.c -o plain
	RANDCC_SEED=1 randcc -O2 -Wl,--gc-sections main.c u0.c u1.c -o p
	diff <(order_of plain | sort) <(order_of p | sort)
	not grep -qx unused <(order_of p)
	grep -qx kept <(order_of p)
}

@test "assembler and clang objects get no ranks and move as units" {
	for i in 0 1 2 3 4; do
		printf '.text\n.globl asm%d\n.type asm%d,@function\nasm%d:\n ret\n.section .note.GNU-stack,"",@progbits\n' $i $i $i >a$i.S
		randcc -c a$i.S
		if command -v clang >/dev/null; then
			echo "int clang$i(int x) { return x * $i; }" >c$i.c
			clang --target="$(gcc -dumpmachine)" -O2 -c c$i.c
		else
			cp a$i.o c$i.o
			objcopy --redefine-sym asm$i=clang$i c$i.o
		fi
	done
	echo 'int main(void) { return 0; }' >main.c
	for seed in 1 2 3; do
		RANDCC_SEED=$seed randcc main.c a0.o c0.o a1.o c1.o a2.o c2.o a3.o c3.o a4.o c4.o -o p$seed
		./p$seed
	done
	moved p1 p2 p3
}

@test "assembler without types or sizes keeps its order, also with sections of functions' names" {
	# The code runs from the end of each section into the next.
	local one='mov %edi, %eax; add $1, %eax' more='lea (%rax, %rax, 2), %eax' back=ret
	if [[ $(gcc -dumpmachine) == aarch64* ]]; then
		one='add w0, w0, #1' more='add w0, w0, w0, lsl #1'
	fi
	local own='' i section
	for i in 0 1 2 3 4 5; do
		section=".section .text.step$i,\"ax\",%progbits; .globl step$i;"
		case $i in
		0) own+="$section step$i: $one;" ;;
		5) own+="$section step$i: $back;" ;;
		*) own+="$section step$i: $more;" ;;
		esac
		own=${own//;/$'\n'}
	done
	printf '%s\n.section .note.GNU-stack,"",%%progbits\n' "$own" >labels.S
	# Neither a type nor a size alone is enough.
	sed -E 's/^ *(step[0-9]):/.type \1,%function\n\1:/' labels.S >types.S
	sed -E 's/^ *(step[0-9]):/.size \1,1\n\1:/' labels.S >sizes.S
	{
		echo '__asm__('
		sed 's/["\\]/\\&/g; s/.*/"&\\n"/' labels.S
		echo '"\t.text\n"); int count = 1;'
	} >inside.c
	# One section has another label than its name, or none that the object keeps.
	# The others look like a compiler's.
	sed -E 's/^ *(step[0-24-9]):(.*)/.type \1,%function\n\1:\2\n.size \1,.-\1/
		s/step3:/finish:/; /globl step3/d' labels.S >other.S
	sed 's/finish:/.Lfinish:/' other.S >local.S
	cat >main.c <<-'EOT'
		#include <stdio.h>
		int step0(int);
		int main(void) { printf("%d\n", step0(2)); return 0; }
	EOT
	randcc -c main.c labels.S types.S sizes.S other.S local.S inside.c
	for o in labels types sizes other local inside; do
		for seed in 1 2 3 4; do
			RANDCC_SEED=$seed randcc main.o $o.o -o p
			[ "$(./p)" = 243 ]
			randld --inspect --note p | grep -q '^undivided: .* in 1 object$'
		done
	done
}

@test "gcc's thunks have no size, and objects with them are laid out" {
	cat >a.c <<-'EOT'
		extern int v;
		extern int (*p)(int);
		int f(int x) { return p(x) + v; }
		int g(int x) { return p(x) - v; }
		int h(int x) { return p(x) * v; }
		int k(int x) { return p(x) / v; }
	EOT
	local flags
	for flags in '-m32 -fPIC' '-fPIC -mindirect-branch=thunk'; do
		# shellcheck disable=SC2086 # the flags are words
		gcc $flags -O2 -ffunction-sections -c a.c 2>/dev/null || continue
		readelf -sW a.o | grep -q ' 0 FUNC .*thunk' || continue
		for seed in 1 2 3 4 5 6; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc ${flags% *} -shared -nostdlib a.o -o p
			randld --inspect --note p >note
			[ "$(grep -c '^undivided: .* in 1 object$' note)" = 0 ]
			nm -n p | awk '$3 ~ /^[fghk]$/ { printf "%s", $3 }'
			echo
		done >orders
		[ "$(sort -u orders | wc -l)" -ge 3 ]
		tested=yes
	done
	[ "${tested-}" = yes ] || skip 'gcc writes no thunks here'
}

@test "32-bit programs are laid out" {
	make_units 2 20
	gcc -m32 -c u0.c 2>/dev/null || skip 'no 32-bit compiler'
	echo 'void _start(void) { for (;;) ; }' >start.c
	for seed in 1 2; do
		RANDCC_SEED=$seed randcc -m32 -fno-pic -nostdlib -static -O2 start.c u0.c u1.c -o p$seed
		randld --inspect --note p$seed | grep -qx "seed: $seed"
	done
	moved p1 p2
}

@test "a project that calls the linker itself is laid out with LD=randld" {
	make_units 3 20
	echo 'extern unsigned unit0(unsigned), unit1(unsigned), unit2(unsigned);
		void _start(void) { unit0(unit1(unit2(1))); leave(); }' >start.c
	if [[ $(gcc -dumpmachine) == aarch64* ]]; then
		leave='mov x8, #93; mov x0, #0; svc #0'
	else
		leave='mov $60,%eax; xor %edi,%edi; syscall'
	fi
	sed -i "1i static void leave(void) { __asm__(\"$leave\"); }" start.c
	for f in start u0 u1 u2; do randcc -O2 -c $f.c; done
	for seed in 1 2; do
		RANDCC_SEED=$seed randld start.o u0.o u1.o u2.o -o p$seed
		./p$seed
	done
	moved p1 p2
	# libtool and configure call the linker without objects, to ask for its version.
	randld -v </dev/null | grep -q GNU
}

@test "ccache works with randcc" {
	command -v ccache || skip 'no ccache'
	make_units 2 20
	export CCACHE_DIR=$PWD/cache
	for seed in 1 2; do
		for f in main u0 u1; do ccache randcc -O2 -c $f.c; done
		RANDCC_SEED=$seed randcc main.o u0.o u1.o -o p$seed
	done
	moved p1 p2
	ccache -s | grep -Eqi 'hits.*[1-9]'
}

@test "another gcc works with its own plugin" {
	native_only 'the other gcc is the native one'
	other=$(other_gcc) || skip 'no other gcc with a plugin'
	make_units 3 20
	export RANDCC_CC=$other
	for flags in -O2 '-O2 -flto'; do
		for seed in none 1 2; do
			# shellcheck disable=SC2086
			RANDCC_SEED=$seed randcc $flags main.c u0.c u1.c u2.c -o p$seed
			./p$seed >out$seed
			cmp out$seed outnone
		done
		moved pnone p1 p2
	done
	# The name by which randcc is called can also choose the version of gcc.
	RANDCC_SEED=1 env -u RANDCC_CC "randcc-$other" -O2 main.c u0.c u1.c u2.c -o named
	RANDCC_SEED=1 randcc -O2 main.c u0.c u1.c u2.c -o chosen
	cmp named chosen
	[ "$(env -u RANDCC_CC "randcc-$other" -dumpfullversion)" = "$("$other" -dumpfullversion)" ]
	ln -s "$build/bin/randcc" randcc-g++-99
	fails_with 125 'cannot find the compiler "g++-99"' ./randcc-g++-99 -c main.c
	RANDCC_CXX=${other/gcc/g++}
	export RANDCC_CXX
	command -v "$RANDCC_CXX" || skip "no $RANDCC_CXX"
	[ "$(env -u RANDCC_CXX "randcc-$RANDCC_CXX" -dumpfullversion)" = "$("$RANDCC_CXX" -dumpfullversion)" ]
	echo 'int main() { try { throw 1; } catch (int) { return 0; } return 1; }' >a.cc
	RANDCC_SEED=1 randc++ a.cc -o p
	./p
}
