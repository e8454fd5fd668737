# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/statistics.awk: functions for the programs in awk that compute figures from kept
# rows.  A script puts this text before its own program.

# ---- Distributions ----
function ln_gamma(x,   s, t, i, c) {
	split("76.18009172947146 -86.50532032941677 24.01409824083091 " \
		"-1.231739572450155 0.1208650973866179e-2 -0.5395239384953e-5",
		c, " ")
	t = x + 5.5 - (x + 0.5) * log(x + 5.5)
	s = 1.000000000190015
	for (i = 1; i <= 6; i++)
		s += c[i] / (x + i)
	return log(2.5066282746310005 * s / x) - t
}
# The continued fraction of the incomplete beta function (Lentz).
function beta_fraction(a, b, x,   c, d, h, m, n, k, step) {
	c = 1
	d = 1 / tiny(1 - (a + b) * x / (a + 1))
	h = d
	for (m = 1; m <= 500; m++) {
		for (k = 0; k < 2; k++) {
			if (k == 0)
				n = m * (b - m) / (a + 2 * m - 1)
			else
				n = -(a + m) * (a + b + m) / (a + 2 * m + 1)
			n *= x / (a + 2 * m)
			d = 1 / tiny(1 + n * d)
			c = tiny(1 + n / c)
			step = c * d
			h *= step
		}
		if (step - 1 < 1e-12 && 1 - step < 1e-12)
			break
	}
	return h
}
function tiny(x) { return x < 1e-300 && x > -1e-300 ? 1e-300 : x }
function beta(a, b, x,   front) {
	if (x <= 0 || x >= 1)
		return x > 0
	front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * log(x) \
		+ b * log(1 - x)
	# gawk warns of a smaller argument.
	front = front < -700 ? 0 : exp(front)
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a
	return 1 - front * beta_fraction(b, a, 1 - x) / b
}
function f_above(f, n, d) { return beta(d / 2, n / 2, d / (d + n * f)) }
function t_two_sided(t, n) { return beta(n / 2, 0.5, n / (n + t * t)) }
# The size of t that is exceeded with the probability p, on both sides together.
function t_limit(p, n,   lo, hi, t) {
	lo = 0
	hi = 1000
	while (hi - lo > 1e-9) {
		t = (lo + hi) / 2
		if (t_two_sided(t, n) > p)
			lo = t
		else
			hi = t
	}
	return lo
}
# The same of the normal distribution, which Student's is for many degrees of freedom.
function z_limit(p) { return t_limit(p, 1e9) }
function z_two_sided(z) { return t_two_sided(z, 1e9) }

# ---- Samples ----
function abs(x) { return x < 0 ? -x : x }
function sort(v, n,   i, j, x) {
	for (i = 2; i <= n; i++) {
		x = v[i]
		for (j = i - 1; j > 0 && v[j] > x; j--)
			v[j + 1] = v[j]
		v[j + 1] = x
	}
}
