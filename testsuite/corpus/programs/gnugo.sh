# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=gnugo=3.8-11
sha256=da68d7a65f44dcf6ce6e4e630b6f6dd9897249d34425920bfdd4e07ff1866a72
language=C
program=interface/gnugo
output=f3a9c8bfc2a6ec2ebf652dfc84648a038df9aacffe220d0a92fdd2b86579a1f2
tests='reading, connection'

# The build compiles and runs programs that generate the patterns of GNU Go.
build() {
	configure --without-curses
	by_flags -fcommon make
}

# The tests that GNU Go is known to fail must fail.
suite() (
	cd regression
	for problems in reading connection; do
		sh ./eval.sh $problems.tst >$problems.out
		grep '^Summary.* 0 unexpected .* 0 unexpected' $problems.out ||
			exit
	done
)

workload() {
	printf 'boardsize 9\n%sshowboard\nestimate_score\nquit\n' "$(
		for move in b w b w b w b w b w b w; do
			printf 'genmove %s\\n' $move
		done)" | sed 's/\\n/\n/g' |
		"$1" --mode gtp --level 5 --seed 3
}
