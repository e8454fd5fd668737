# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=mawk=1.3.4.20200120-3.1
sha256=7fd4cd1e1fae9290fe089171181bbc6291dfd9bca939ca804f0ddb851c8b8237
language=C
program=mawk
output=92905b0cab243e0361c986fca6016e8f20a7501c2ebbeffc1006ab5e202cc8e5

build() {
	configure
	by_flags '' make
}

suite() {
	make check
}

workload() {
	"$1" '{
		for (i = 1; i <= NF; i++) {
			count[tolower($i)]++
			sum += length($i) * i
		}
		gsub(/[aeiou]+/, "<&>")
		chars += length($0)
	}
	END {
		for (word in count) {
			n++
			squares += count[word] ^ 2
		}
		printf "%d %d %d %.10g %s\n", n, sum, chars, squares, sin(n)
	}' "$input"
}
