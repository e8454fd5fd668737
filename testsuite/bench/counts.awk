# SPDX-License-Identifier: GPL-3.0-or-later
#
# Functions for the pages of measurements.

# Return the share k of n with the limits of its Wilson interval (95 %), in percent.
function share(k, n,   p, z, mid, half, lo, hi) {
	z = 1.959964
	p = k / n
	mid = (p + z * z / 2 / n) / (1 + z * z / n)
	half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / 4 / n / n)
	lo = 100 * (mid - half)
	hi = 100 * (mid + half)
	return sprintf("%d of %d (%.0f to %.0f %%)", k, n, lo > 0 ? lo : 0,
		hi < 100 ? hi : 100)
}

# Return the median of the numbers in a list with spaces between them.
function median(list,   n, i, j, x, v) {
	n = split(list, v, " ")
	for (i = 2; i <= n; i++) {
		x = v[i] + 0
		for (j = i - 1; j > 0 && v[j] + 0 > x; j--)
			v[j + 1] = v[j]
		v[j + 1] = x
	}
	return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}

# Return a ratio of costs, bold if it is above the limit of doc/COST.md.
function cost_ratio(value) {
	value = sprintf("%.2f", value)
	return value + 0 > 1.10 ? "**" value "**" : value
}

# Return the name of a condition as a title.
function title(text) {
	gsub("-", " ", text)
	return toupper(substr(text, 1, 1)) substr(text, 2)
}

# Say that the present line has too few or too many columns.
function torn_line() {
	printf "%s:%d: %d columns: remove the line, and measure again\n", FILENAME,
		FNR, NF >"/dev/stderr"
	is_torn = 1
}
