#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Time the statistics: the bootstrap of 30 × 30 × 30 values on one thread and on two,
# the same bootstrap in vectorized R code (if R is installed), and the analysis of ten
# million rows of CSV.
set -eu
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
bench=$RANDCC_BUILD/bench/stats
PATH=$RANDCC_BUILD/bin:$PATH

read -r one one_cpu one_digest <<EOT
$("$bench" 1)
EOT
read -r two _ two_digest <<EOT
$("$bench" 2)
EOT
printf 'bootstrap RRR 30x30x30, 10000 replicates, 1 thread\t%s\ts\n' "$one"
printf 'the same, CPU time\t%s\ts\n' "$one_cpu"
printf 'the same, 2 threads\t%s\ts\n' "$two"
[ "$one_digest" = "$two_digest" ] || {
	echo "bench: two threads gave another result" >&2
	exit 1
}

# R runs 500 replicates, which take seconds; the time is multiplied by 20.
if command -v Rscript >/dev/null; then
	cat >"$work/bootstrap.R" <<'EOT'
x <- runif(27000)
once <- function() {
	a <- sample.int(30, 30, TRUE) - 1
	b <- rep(a * 30, each = 30) + sample.int(30, 900, TRUE) - 1
	mean(x[rep(b * 30, each = 30) + sample.int(30, 27000, TRUE)])
}
cat(20 * system.time(for (i in 1:500) once())[["user.self"]])
EOT
	r=$(Rscript "$work/bootstrap.R")
	printf 'the same in R, vectorised (from 500 replicates), CPU time\t%s\ts\n' "$r"
	printf 'R over 1 thread, CPU time\t%s\ttimes\n' \
		"$(awk -v r="$r" -v c="$one_cpu" 'BEGIN { printf "%.0f", r / c }')"
else
	echo 'bench: R is skipped: no Rscript' >&2
fi

awk 'BEGIN {
	print "system,layout,execution,iteration,value"
	for (i = 1; i <= 1000; i++) {
		for (j = 1; j <= 100; j++) {
			for (k = 1; k <= 100; k++) {
				s = (s * 16807 + 11) % 2147483647
				printf "base,%d,%d,%d,0.%09d\n", i, j, k, s % 1000000000
			}
		}
	}
}' >"$work/rows.csv"
for _ in 1 2 3; do
	start=$(date +%s%N)
	randstudy analyse "$work/rows.csv" >"$work/out"
	echo $((($(date +%s%N) - start) / 1000000))
done | sort -n | awk 'NR == 1 {
	printf "10^7 rows of CSV analysed, best of 3\t%.2f\ts\n", $1 / 1000 }'
# Print the peak memory that the kernel measured.
if [ -x /usr/bin/time ]; then
	/usr/bin/time -f %M -o "$work/kb" randstudy analyse "$work/rows.csv" \
		>"$work/out"
	awk '{ printf "memory, of the values as doubles\t%.2f\ttimes\n",
		$1 * 1024 / 8e7 }' "$work/kb"
fi
