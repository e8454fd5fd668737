# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What the drivers share that try randcc on programs that nobody here wrote.

# What the user has set for randcc is not for what is tried here.
forget_settings() {
	for variable in $(env | sed -n 's/^\(RANDCC_[A-Z_]*\)=.*/\1/p'); do
		unset "$variable"
	done
}

seconds() { # FILE: user and system time of the children, as times(1p) says
	awk 'NR == 2 {
		for (i = 1; i <= 2; i++) {
			split($i, part, /[ms]/)
			sum += 60 * part[1] + part[2]
		}
		print sum
	}' "$1"
}
