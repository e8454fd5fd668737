# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # bats sets output
#
# A function for the tests of generated pages.  A test runs the generator by bats's `run`.

row() { # ROW: the page has this line
	grep -q -x -F -e "$1" <<<"$output" || {
		echo "no line: $1"
		echo "$output"
		false
	}
}
