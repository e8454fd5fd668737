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

# quotes TEXT: $page has TEXT.  Keep TEXT for unquoted().
quotes() {
	says "$page" "$1"
	printf '%s\n' "$1" >>quoted
}

# unquoted: print the text on standard input in one line, without the texts that quotes()
# has found, and without code spans
unquoted() {
	tr '\n' ' ' | tr -s ' ' | sed 's/\*\*//g' >rest
	# The longest texts come first, as a short one may be part of a long one.
	awk '{ print length($0) "\t" $0 }' quoted | sort -rn | cut -f2- >texts
	awk 'NR == FNR { rest = $0; next }
	{
		while (at = index(rest, $0))
			rest = substr(rest, 1, at - 1) " @ " substr(rest, at + length($0))
	}
	END { print rest }' rest texts | sed 's/\x60[^\x60]*\x60//g'
}

# word N: print a number up to twenty as a word
words=(no one two three four five six seven eight nine ten eleven twelve thirteen fourteen
	fifteen sixteen seventeen eighteen nineteen twenty)
word() {
	echo "${words[$1]}"
}

# capital TEXT: print a text with a capital letter
capital() {
	echo "${1^}"
}

# list: print the lines of standard input as "a, b and c"
list() {
	awk '{ w[NR] = $0 }
	END {
		for (i = 1; i <= NR; i++)
			printf "%s%s", w[i], i == NR ? "" : i == NR - 1 ? " and " : ", "
	}'
}
