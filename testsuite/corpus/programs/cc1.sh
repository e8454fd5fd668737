# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=gcc-12=12.2.0-14+deb12u1
sha256=b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb
language=C++
program=gcc/cc1
output=f6e0d15316335fbfa3e7a099c06c718cc7df9fd53254443b9a225336b61fe7a7
lto=slow
tests='226 of gcc.c-torture, compiled and run'

build() {
	build_compiler c cc1
}

suite() {
	own_tests 6 src/gcc/testsuite/gcc.c-torture/execute/*.c |
		run_own_tests 226 gcc gcc/cc1
}

# Compile a library for decimal numbers, which is a part of the compiler.
timed_part() {
	compile_decimals "$1"
}

shown_part() {
	cat
}

workload() {
	(timed_part "$1") | shown_part
}
