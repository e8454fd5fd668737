# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=gcc-12=12.2.0-14+deb12u1
sha256=b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb
language=C++
program=gcc/cc1plus
output=7f5a465dd4e0fe40390dd72fe4ab7c7cd4fffe3337bd2fe3f300a55fc8b493b7
lto=slow
tests='194 of g++.dg/torture and g++.old-deja, compiled and run'

build() {
	build_compiler c,c++ cc1plus
}

suite() {
	own_tests 3 src/gcc/testsuite/g++.dg/torture/*.C src/gcc/testsuite/g++.old-deja/*/*.C |
		run_own_tests 194 g++ gcc/cc1plus
}

# Compile as C++ the library for decimal numbers that cc1 compiles as C.
timed_part() {
	compile_decimals "$1"
}

shown_part() {
	cat
}

workload() {
	(timed_part "$1") | shown_part
}
