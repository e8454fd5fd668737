# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random numbers for tests that make rows.  The caller sets seed, from 1 to 2147483646.

# Unlike rand(), this gives the same numbers in every awk.
function uniform() {
	seed = (seed * 16807) % 2147483647
	return seed / 2147483647
}

# The sum of twelve uniform numbers is nearly normal.
function normal(   i, s) {
	for (i = 0; i < 12; i++)
		s += uniform()
	return s - 6
}
