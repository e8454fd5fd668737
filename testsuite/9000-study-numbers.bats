#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Run a whole study.  awk then computes its numbers again from the exported rows.  It
# uses the formulas alone and none of randstudy's code.

setup() {
	top=$BATS_TEST_DIRNAME/..
	bin=${RANDCC_BUILD:-$top/build}/bin
	PATH=$bin:$PATH
	cd "$BATS_TEST_TMPDIR" || exit
	cat >sort.c <<-'EOT'
		#include <stdio.h>
		#include <stdlib.h>
		static unsigned next(unsigned x) { return x * 1664525u + 1013904223u; }
		static int order(const void *a, const void *b)
		{
			const unsigned x = *(const unsigned *)a;
			const unsigned y = *(const unsigned *)b;
			return (x > y) - (x < y);
		}
		int main(void)
		{
			static unsigned v[20000];
			unsigned x = 1;
			for (int i = 0; i < 20000; i++)
				v[i] = x = next(x);
			qsort(v, 20000, sizeof(v[0]), order);
			printf("%u %u\n", v[0], v[19999]);
			return 0;
		}
	EOT
}

@test "the report's numbers follow from the rows" {
	randstudy run --no-report -o study --layouts 12 --executions 1 --seed 7 \
		--build 'randcc -O1 -o sort sort.c' -- '{binary}'
	randstudy report --format csv study >rows.csv
	randstudy report --format json study >report.json

	# Print a name and a value per line.
	jq -r '
		(.arms[] | .arm as $a |
			"\($a)-n \(.["runs-ok"])",
			"\($a)-mean \(.mean.estimate)",
			"\($a)-low \(.mean.low)", "\($a)-high \(.mean.high)",
			"\($a)-sd \(.sd)"),
		(.effects[0] |
			"variance \(.["layout-variance"].estimate)",
			"vr \(.["variance-ratio"].estimate)",
			"vr-low \(.["variance-ratio"].low)",
			"vr-high \(.["variance-ratio"].high)",
			"spread-ratio \(.spread.ratio)", "spread-t \(.spread.t)",
			"shift \(.shift.estimate)", "shift-low \(.shift.low)",
			"shift-high \(.shift.high)", "shift-df \(.shift.df)")
	' report.json >reported
	cat reported
	[ "$(wc -l <reported)" -eq 20 ]

	awk -F, '
	# Return the integral of cos(x)^(df - 1) over 0 <= x <= to, by the rule of
	# Simpson.
	function area(df, to,   i, sum) {
		for (i = 0; i <= 1000; i++)
			sum += (i % 1000 == 0 ? 1 : i % 2 ? 4 : 2) * \
			       exp((df - 1) * log(cos(to * i / 1000) + 1e-300))
		return sum * to / 3000
	}
	# The 0.975 quantile of Student t.  With t = sqrt(df) * tan(x), the
	# distribution function is 1/2 + area(x) / (2 * area(pi / 2)).
	function t(df,   x, half, i) {
		half = area(df, atan2(1, 0))
		x = atan2(2, sqrt(df))
		for (i = 0; i < 20; i++)
			x -= (area(df, x) - 0.95 * half) / cos(x) ^ (df - 1)
		return sqrt(df) * sin(x) / cos(x)
	}
	function say(name, value) { printf "%s %.17g\n", name, value }
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		next
	}
	$at["outcome"] == "ok" {
		y[$at["arm"], ++n[$at["arm"]]] = $at["wall_ns"] / 1e9
	}
	END {
		for (a in n) {
			for (i = 1; i <= n[a]; i++)
				m[a] += y[a, i] / n[a]
			for (i = 1; i <= n[a]; i++)
				v[a] += (y[a, i] - m[a]) ^ 2 / (n[a] - 1)
			# R: qt(0.975, 11)
			h = 2.20098516008295 * sqrt(v[a] / n[a])
			say(a "-n", n[a])
			say(a "-mean", m[a])
			say(a "-low", m[a] - h)
			say(a "-high", m[a] + h)
			say(a "-sd", sqrt(v[a]))
		}
		say("variance", v["random"] - v["fixed"])
		ratio = v["random"] / v["fixed"]
		# R: qf(0.975, 11, 11)
		f = 3.473699
		say("vr", ratio)
		say("vr-low", ratio / f)
		say("vr-high", ratio * f)
		# Test of Brown and Forsythe: the t-test of the distances
		# from the median.
		for (a in n) {
			for (i = 1; i <= n[a]; i++) {
				for (k = i; k > 1 && z[k - 1] > y[a, i]; k--)
					z[k] = z[k - 1]
				z[k] = y[a, i]
			}
			median = (z[int((n[a] + 1) / 2)] + z[int(n[a] / 2) + 1]) / 2
			for (i = 1; i <= n[a]; i++) {
				away[i] = y[a, i] - median
				away[i] *= away[i] < 0 ? -1 : 1
				far[a] += away[i] / n[a]
			}
			for (i = 1; i <= n[a]; i++)
				rest += (away[i] - far[a]) ^ 2
		}
		say("spread-ratio", far["random"] / far["fixed"])
		rest /= n["random"] + n["fixed"] - 2
		rest *= 1 / n["random"] + 1 / n["fixed"]
		say("spread-t", (far["random"] - far["fixed"]) / sqrt(rest))
		# The limits of Fieller, with the degrees of freedom of Welch and
		# Satterthwaite at the estimate.
		shift = m["random"] / m["fixed"]
		p = v["random"] / n["random"]
		q = shift ^ 2 * v["fixed"] / n["fixed"]
		df = (p + q) ^ 2
		df /= p ^ 2 / (n["random"] - 1) + q ^ 2 / (n["fixed"] - 1)
		h1 = t(df) ^ 2 * v["random"] / n["random"]
		h0 = t(df) ^ 2 * v["fixed"] / n["fixed"]
		b = m["random"] * m["fixed"]
		d = m["fixed"] ^ 2 - h0
		root = sqrt(b ^ 2 - d * (m["random"] ^ 2 - h1))
		say("shift", shift)
		say("shift-low", (b - root) / d)
		say("shift-high", (b + root) / d)
		say("shift-df", df)
	}' rows.csv >computed
	cat computed

	awk '
	NR == FNR { computed[$1] = $2; next }
	{
		off = $2 - computed[$1]
		size = $2 < 0 ? -$2 : $2
		if (!($1 in computed) || off > 1e-6 * size || off < -1e-6 * size) {
			print $1 ": " $2 " reported, " computed[$1] " computed"
			bad = 1
		}
	}
	END { exit bad }' computed reported
}
