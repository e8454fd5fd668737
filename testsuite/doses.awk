# SPDX-License-Identifier: GPL-3.0-or-later
#
# awk -F, -f doses.awk SUSPECTED TRIALS.csv: compute the change at each dose of each test
# of `randstudy explain`, in percent: the mean over blocks of the logarithm minus the mean
# logarithm of the doses that are not suspected.  A logarithm that is far from the median
# of its block plus the effect of its dose is limited first (doc/STATISTICS.md).
# SUSPECTED has a line "TEST DOSE" for each suspected dose.  Prints lines
# "TEST-DOSE computed CHANGE" and "TEST-blocks computed NUMBER".

# Return the median of x[1..n], which it sorts.
function median(n,   i, j, v) {
	for (i = 2; i <= n; i++) {
		v = x[i]
		for (j = i - 1; j > 0 && x[j] > v; j--)
			x[j + 1] = x[j]
		x[j + 1] = v
	}
	return n % 2 ? x[(n + 1) / 2] : (x[n / 2] + x[n / 2 + 1]) / 2
}

function absolute(v) {
	return v < 0 ? -v : v
}

# Copy the good blocks of a test to y[1..n, 0..doses - 1].  Return the number of those
# that count: 6, 9, 14, 21, ..., the numbers of the looks.
function take_blocks(test,   b, k, n, look, next_look) {
	n = 0
	for (b = 0; b < n_blocks[test]; b++) {
		if (n_good[test, b] != n_doses[test])
			continue
		n++
		for (k = 0; k < n_doses[test]; k++)
			y[n, k] = log_value[test, b, k]
	}
	look = 0
	for (next_look = 6; next_look <= n; next_look += int((next_look + 1) / 2))
		look = next_look
	return look
}

# Limit the outliers of y.
function limit(n, doses,   b, k, i, m, rest, most) {
	for (b = 1; b <= n; b++) {
		for (k = 0; k < doses; k++)
			x[k + 1] = y[b, k]
		m = median(doses)
		for (k = 0; k < doses; k++)
			rest[b, k] = y[b, k] - m
	}
	for (k = 0; k < doses; k++) {
		for (b = 1; b <= n; b++)
			x[b] = rest[b, k]
		m = median(n)
		for (b = 1; b <= n; b++)
			rest[b, k] -= m
	}
	i = 0
	for (b = 1; b <= n; b++)
		for (k = 0; k < doses; k++)
			x[++i] = absolute(rest[b, k])
	most = 5 * 1.4826 * median(i)
	for (b = 1; b <= n && most > 0; b++)
		for (k = 0; k < doses; k++)
			if (absolute(rest[b, k]) > most)
				y[b, k] += (rest[b, k] < 0 ? -most : most) - rest[b, k]
}

function print_changes(test, n, doses,   b, k, i, compared, n_compared, sum) {
	for (k = 0; k < doses; k++) {
		sum = 0
		for (b = 1; b <= n; b++) {
			compared = n_compared = 0
			for (i = 0; i < doses; i++)
				if (!((test - 1, i) in suspected)) {
					compared += y[b, i]
					n_compared++
				}
			sum += y[b, k] - compared / n_compared
		}
		printf "%d-%d computed %.17g\n", test - 1, k,
			100 * (exp(sum / n) - 1)
	}
}

NR == FNR { split($0, part, " "); suspected[part[1], part[2]]; next }
FNR == 1 || $1 == 0 { next }
{
	log_value[$1, $2, $3] = log($7)
	n_good[$1, $2] += $6 == "ok"
	if ($2 >= n_blocks[$1])
		n_blocks[$1] = $2 + 1
	if ($3 >= n_doses[$1])
		n_doses[$1] = $3 + 1
}
END {
	for (test in n_doses) {
		n = take_blocks(test)
		printf "%d-blocks computed %d\n", test - 1, n
		limit(n, n_doses[test])
		print_changes(test, n, n_doses[test])
	}
}
