# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Functions for the tests of the plugin and the wrapper; loaded by their setup().

wrapper_setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	PATH=$build/bin:$PATH
	version=$(gcc -dumpfullversion)
	plugin=$(plugin_of gcc)
	TMPDIR=$BATS_TEST_TMPDIR/tmp
	export TMPDIR
	mkdir "$TMPDIR" "$BATS_TEST_TMPDIR/w"
	cd "$BATS_TEST_TMPDIR/w" || exit
}

# native_only WHAT: skip the test if programs are emulated (testsuite/aarch64/run)
native_only() {
	[ -z "${TEST_EMULATED:-}" ] || skip "emulated: $1"
}

# native_path: print PATH without the tools of the emulated machine, which stand
# there under the names of the native ones.  A native gcc would call their `as`.
native_path() {
	local tools
	tools=$(dirname -- "$(command -v gcc)")
	[ -z "${TEST_EMULATED:-}" ] || PATH=${PATH//"$tools:"/}
	echo "$PATH"
}

# protect_branches: print the option by which gcc protects branches on its machine
protect_branches() {
	case $(gcc -dumpmachine) in
	aarch64*) echo -mbranch-protection=standard ;;
	*) echo -fcf-protection ;;
	esac
}

# plugin_of GCC: print the path of the plugin for that compiler
plugin_of() {
	echo "$build/lib/randcc/$("$1" -dumpfullversion)-$("$1" -dumpmachine)/layout.so"
}

# other_gcc: print the name of a gcc of another version that has a plugin; fail if
# there is none.
other_gcc() {
	local gcc its
	for gcc in $(compgen -c gcc- | grep -xE 'gcc-[1-9][0-9]' | sort -u); do
		its=$("$gcc" -dumpfullversion)
		[ "$its" != "$version" ] || continue
		[ -e "$(plugin_of "$gcc")" ] || continue
		echo "$gcc"
		return
	done
	return 1
}

# dynamic_linker: print the path of the dynamic linker of gcc's programs
dynamic_linker() {
	gcc '-###' -x c /dev/null 2>&1 | tr -d '"' |
		sed -n 's/.* -dynamic-linker \([^ ]*\).*/\1/p'
}

# make_units UNITS FUNCTIONS: write u0.c … and main.c, a program of UNITS ×
# FUNCTIONS functions that prints a checksum over all of them.  Every third
# function is static.
make_units() {
	local u f
	for ((u = 0; u < $1; u++)); do
		for ((f = 0; f < $2; f++)); do
			local kind=
			((f % 3 == 2)) && kind=static
			echo "$kind __attribute__((noinline)) unsigned f${u}_$f(unsigned x) { return (x * $((u * 31 + f * 7 + 3))u) ^ (x >> $((f % 13 + 1))); }"
		done
		echo "unsigned unit$u(unsigned x) {"
		for ((f = 0; f < $2; f++)); do
			echo "x = f${u}_$f(x);"
		done
		echo "return x; }"
	done | awk -v RS='\n' '
		BEGIN { file = "u0.c"; n = 0 }
		{ print > file }
		/^return x; }/ { n++; file = "u" n ".c" }'
	{
		echo '#include <stdio.h>'
		for ((u = 0; u < $1; u++)); do
			echo "unsigned unit$u(unsigned x);"
		done
		echo 'int main(void) { unsigned x = 1;'
		for ((u = 0; u < $1; u++)); do
			echo "x = unit$u(x);"
		done
		echo 'printf("%u\n", x); return 0; }'
	} >main.c
}

# order_of PROGRAM: print its functions in address order, one a line
order_of() {
	nm -n "$1" | awk '$2 ~ /^[tTwW]$/ { print $3 }'
}

# moved PROGRAM…: check that each program has another order than the first one
moved() {
	local first=$1 other
	shift
	for other; do
		not diff -q <(order_of "$first") <(order_of "$other")
	done
}

# contents_of OBJECT: print its code, data, relocations and symbols.  Sections of
# functions have the names that plain -ffunction-sections gives.
contents_of() {
	objdump -s -r -t "$1" | sed -E '
		1,3d
		s/\.text\.sorted\.0\.[0-9a-f]{16}\.[^.]*\./.text.unlikely./g
		s/\.text\.sorted\.1\.[0-9a-f]{16}\.[^.]*\./.text.exit./g
		s/\.text\.sorted\.2\.[0-9a-f]{16}\.[^.]*\./.text.startup./g
		s/\.text\.sorted\.3\.[0-9a-f]{16}\.[^.]*\./.text.hot./g
		s/\.text\.sorted\.4\.[0-9a-f]{16}\.[^.]*\./.text./g
		s/\.text\.(unlikely\.|exit\.|startup\.|hot\.)?randcc_+\.[^.]*\./.text.\1/g'
}

# fails_with STATUS TEXT COMMAND…: check that the command ends with that status and
# prints one or two lines with that text to standard error.
fails_with() {
	local status=0 want=$1 text=$2
	shift 2
	"$@" >out 2>err || status=$?
	if [ "$status" != "$want" ] || ! grep -qF -- "$text" err; then
		echo "status $status instead of $want, or not \"$text\":"
		cat err
		return 1
	fi
}

# not COMMAND…: check that the command fails.  (A bare "! COMMAND" does not end
# a bats test.)
not() {
	if "$@"; then
		echo "succeeded, but must not: $*"
		return 1
	fi
}
