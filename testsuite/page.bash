# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # bats sets output
#
# Functions for the tests of pages.
#
# A test of a generated page runs the generator by bats's `run`, and looks for rows.

row() { # ROW: the page has this line
	grep -q -x -F -e "$1" <<<"$output" || {
		echo "no line: $1"
		echo "$output"
		false
	}
}

# says PAGE TEXT: PAGE has TEXT.  Line breaks, indentation and emphasis by "**" do not
# matter.
says() {
	tr '\n' ' ' <"$1" | tr -s ' ' | sed 's/\*\*//g' | grep -qF -e "$2" || {
		echo "$1 does not say: $2"
		false
	}
}
