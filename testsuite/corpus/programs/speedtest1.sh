# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=sqlite3=3.40.1-2+deb12u2
sha256=aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655
language=C
program=speedtest1
output=1994cbc75f08c6c296bb3bfef80aef89cc9bacd48547a0aefdde423e9447287d
tests='fuzz cases'
needs=tclsh
# One command compiles and links the program.  Without this flag, gcc would delete the
# object.
flags=-save-temps

build() {
	configure --disable-tcl --disable-readline --disable-shared
	by_flags '' make speedtest1
}

suite() {
	by_flags '' make fuzzcheck &&
		./fuzzcheck test/fuzzdata?.db
}

timed_part() {
	exec "$1" --size 20 --verify :memory:
}

# Print the names of the tests without their times, and the hash of all results.
shown_part() {
	sed -n 's/  *[0-9.]*s$//p; /Hash/p'
}

workload() {
	(timed_part "$1") | shown_part
}
