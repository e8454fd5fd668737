#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin's arguments: each wrong one is an error that quotes it.

setup() {
	load wrapper.bash
	wrapper_setup
	echo 'int f(int x) { return x + 1; } int main(void) { return f(-1); }' >a.c
}

with() {
	gcc -fplugin="$plugin" "$@" -c a.c -o a.o
}

@test "there is a plugin for every installed gcc with plugin headers" {
	local n=0
	for gcc in gcc $(compgen -c gcc- | grep -xE 'gcc-?[1-9][0-9]' | sort -u); do
		[ -e "$("$gcc" -print-file-name=plugin)/include/gcc-plugin.h" ] ||
			continue
		so=$(plugin_of "$gcc")
		PATH=$(native_path) "$(command -v "$gcc")" -O2 -fplugin="$so" -c a.c -o a.o
		readelf -SW a.o | grep -q '\.text\.randcc_*\.a_c\.f'
		n=$((n + 1))
	done
	[ "$n" -ge 2 ]
}

@test "the plugin exports two symbols, and cc1 would not miss them" {
	run nm -D --defined-only "$plugin"
	[ "${#lines[@]}" = 2 ]
	[[ $output = *plugin_init* && $output = *plugin_is_GPL_compatible* ]]
}

@test "bad seeds are refused" {
	for seed in -1 +1 1x 0x '' 18446744073709551616 None; do
		fails_with 1 "-fplugin-arg-layout-seed=$seed" \
			with -fplugin-arg-layout-seed="$seed"
	done
	fails_with 1 'no value for' with -fplugin-arg-layout-seed
}

@test "good seeds are accepted" {
	for seed in 0 1 18446744073709551615 0xff none; do
		with -fplugin-arg-layout-seed="$seed"
	done
}

@test "unknown factors are refused, and so is padding, which only randld makes" {
	fails_with 1 '-fplugin-arg-layout-factors=functions,luck' \
		with -fplugin-arg-layout-factors=functions,luck
	fails_with 1 'randld' with -fplugin-arg-layout-factors=padding
	fails_with 1 'randld' with -fplugin-arg-layout-factors=offset
	fails_with 1 'no value for' with -fplugin-arg-layout-factors
}

@test "unknown arguments are refused" {
	fails_with 1 "-fplugin-arg-layout-sed" with -fplugin-arg-layout-sed=1
	fails_with 1 "-fplugin-arg-layout-disable" \
		with -fplugin-arg-layout-disable=1
}

@test "bad attributes of functions are refused" {
	for value in 64 64: :f x:f 0:f 48:f 8192:f ''; do
		fails_with 1 "-fplugin-arg-layout-align=$value" \
			with -fplugin-arg-layout-align="$value"
	done
	fails_with 1 'the name of a symbol' with -fplugin-arg-layout-hot=
	fails_with 1 'the name of a symbol' with -fplugin-arg-layout-hot
}

@test "align and hot give the object that the attribute in the source gives" {
	cat >b.cc <<-'EOF'
		namespace n {
		template <class T> __attribute__((noinline)) A T sum(T x, T y)
		{
			T s = 0;
			for (T i = 0; i < x; i++)
				s += i * y + s / 3;
			return s;
		}
		struct c {
			int x;
			__attribute__((noinline)) A c(int y);
		};
		A c::c(int y) : x(y * 3 + y / 7) {}
		}
		int main(int argc, char **)
		{
			n::c d(argc);
			return n::sum(argc, 7) + n::sum(argc + 1, 7) + d.x;
		}
	EOF
	cat >b.c <<-'EOF'
		static __attribute__((noinline)) A int sum(int x, int y)
		{
			int s = 0;
			for (int i = 0; i < x; i++)
				s += i * y + s / 3;
			return s;
		}
		/* gcc copies sum() for the constant */
		int main(int argc, char **argv)
		{
			return sum(argc, 7) + sum(argc + 1, 7) + (argv == 0);
		}
	EOF
	one() { # ATTRIBUTE SOURCE ARGUMENT...
		local attribute=$1 source=$2
		shift 2
		gcc -O2 -fplugin="$plugin" "-DA=$attribute" -c "$source" -o right.o
		gcc -O2 -fplugin="$plugin" -DA= -c "$source" -o plain.o
		gcc -O2 -fplugin="$plugin" -DA= "${@/#/-fplugin-arg-layout-}" \
			-c "$source" -o ours.o
		cmp right.o ours.o
		not cmp -s plain.o ours.o
	}
	# gcc 14.4 aligns a small loop to 64 bytes.  The section of its function then
	# has this alignment too.
	one '__attribute__((aligned(128)))' b.c align=128:sum
	one '__attribute__((hot))' b.c hot=sum
	one '__attribute__((aligned(128)))' b.cc \
		align=128:_ZN1n3sumIiEET_S1_S1_ align=128:_ZN1n1cC2Ei
	one '__attribute__((hot))' b.cc \
		hot=_ZN1n3sumIiEET_S1_S1_ hot=_ZN1n1cC2Ei
}

@test "attributes reach nested functions, constructors and Fortran" {
	cat >n.c <<-'EOT'
		int outer(int x, int y)
		{
			__attribute__((noinline)) int inner(int z) { return z * y; }
			return inner(x) + inner(x + 1);
		}
	EOT
	cat >c.cc <<-'EOT'
		struct c { int x; __attribute__((noinline)) c(int y); ~c(); };
		c::c(int y) : x(y * 3 + y / 7) {}
		c::~c() { x = 3; }
	EOT
	cat >f.f90 <<-'EOT'
		module m
		contains
		  function twice(x) result(y)
		    integer, intent(in) :: x
		    integer :: y
		    y = inner(x) * 2 + inner(x + 1)
		  contains
		    integer function inner(z)
		      integer, intent(in) :: z
		      inner = z + x
		    end function
		  end function
		end module
	EOT
	hot() { # SOURCE SYMBOL [SYMBOL IN THE NAME OF THE SECTION]
		local driver=gcc
		case $1 in *.cc) driver=g++ ;; *.f90) driver=gfortran ;; esac
		"$driver" -O2 -fno-inline -fplugin="$plugin" -fplugin-arg-layout-hot="$2" \
			-c "$1" -o o.o
		readelf -SW o.o | grep -Eq " \\.text\\.hot\\.randcc_*\\.[a-z]*_(c|cc|f90)\\.${3:-$2}[.0-9a-z]* "
		"$driver" -O2 -fno-inline -fplugin="$plugin" -fplugin-arg-layout-align=256:"$2" \
			-c "$1" -o o.o
		readelf -SW o.o | grep -Eq "\\.${3:-$2}[.0-9a-z]* .* 256\$"
	}
	hot n.c inner
	hot n.c outer
	hot c.cc _ZN1cC2Ei
	hot c.cc _ZN1cC1Ei _ZN1cC2Ei
	hot c.cc _ZN1cD1Ev _ZN1cD2Ev
	hot f.f90 inner
	hot f.f90 __m_MOD_twice
	# What gcc cuts out of a function gets none, as if the source had the attribute.
	cat >o.c <<-'EOT'
		void shout(int);
		void loop(int n)
		{
		#pragma omp parallel for
			for (int i = 0; i < n; i++)
				shout(i);
		}
	EOT
	gcc -O2 -fopenmp -fplugin="$plugin" -fplugin-arg-layout-align=256:loop -c o.c
	readelf -SW o.o | grep -Eq '\.loop .* 256$'
	readelf -SW o.o | grep -q '\.loop\._omp_fn\.0 '
	not grep -E '_omp_fn.* 256$' <(readelf -SW o.o)
}

@test "disable gives the object that gcc makes without the plugin" {
	# Without -gno-record-gcc-switches debug information would name the
	# plugin.
	with -O2 -g -gno-record-gcc-switches -fplugin-arg-layout-disable
	mv a.o disabled.o
	gcc -O2 -g -gno-record-gcc-switches -c a.c -o a.o
	cmp disabled.o a.o
}

@test "a plugin for another gcc says so" {
	other=$(find "$build/lib/randcc" -name layout.so ! -path "$plugin")
	[ -n "$other" ] || skip "only one gcc has plugin headers"
	while read -r so; do
		fails_with 1 "was built for gcc" gcc -fplugin="$so" -c a.c
	done <<<"$other"
}
