# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Functions for the drivers that test randcc on third-party programs.

# Unset the user's settings for randcc, which are not meant for these programs.
forget_settings() {
	for variable in $(env | sed -n 's/^\(RANDCC_[A-Z_]*\)=.*/\1/p'); do
		unset "$variable"
	done
}

seconds() { # FILE, the output of times(1p): user and system time of the children
	awk 'NR == 2 {
		for (i = 1; i <= 2; i++) {
			split($i, part, /[ms]/)
			sum += 60 * part[1] + part[2]
		}
		print sum
	}' "$1"
}
