#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measure what randstudy adds to a run of a program that does nothing.  The first
# measurement is what it adds to the time that it measures: randstudy, hyperfine, and
# bare fork and exec run in turn in each round.  The second measurement is the time
# between two runs: the same study runs on disk and in memory, and the difference is due
# to the disk.
#
#   HARNESS_ROUNDS=N   rounds of 400 runs (default 5)
#   HARNESS_RUNS=N     runs of the long study (default 10000)
#   HARNESS_DISK=DIR   directory of the study on disk (default: that of mktemp)
set -eu
rounds=${HARNESS_ROUNDS:-5}
long=${HARNESS_RUNS:-10000}
work=$(mktemp -d ${HARNESS_DISK:+-p "$HARNESS_DISK"})
memory=$(mktemp -d -p /dev/shm)
trap 'rm -rf -- "$work" "$memory"' EXIT
trap 'exit 130' INT TERM HUP
cd -- "$work"
PATH=$RANDCC_BUILD/bin:$PATH

put() { # NAME VALUE UNIT
	printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

# study DIR EXECUTIONS: make a study of a program that does nothing, with
# 8 * EXECUTIONS runs
study() {
	randstudy run -o "$1" --layouts 4 --executions "$2" --env fixed \
		--no-report --build 'randcc nothing.c -o nothing' \
		-- '{binary}' >log 2>&1 || {
		cat log >&2
		exit 1
	}
}

# walls DIR: print the measured times, in ns
walls() {
	sqlite3 "$1/study.db" 'SELECT wall_ns FROM run'
}

# gaps DIR [CONDITION]: print the times from the end of a run to the next one, in ns
gaps() {
	sqlite3 "$1/study.db" "SELECT gap FROM (
		SELECT ord, start_ns - lag(start_ns + wall_ns)
			OVER (ORDER BY ord) AS gap FROM run)
		WHERE gap IS NOT NULL AND ${2:-1}"
}

# rest: print the gaps between the runs of the study "disk".  Subtract from each gap the
# waits for the disk, which are in the file "syncs".
rest() {
	sqlite3 :memory: "ATTACH 'disk/study.db' AS s" \
		'CREATE TABLE sync(at INTEGER PRIMARY KEY, ns INTEGER)' \
		'.separator " "' '.import syncs sync' "SELECT start_ns - before
			- (SELECT sum(ns) FROM sync
				WHERE at BETWEEN before AND start_ns)
		FROM (SELECT start_ns, lag(start_ns + wall_ns)
			OVER (ORDER BY ord) AS before FROM s.run)
		WHERE before IS NOT NULL"
}

# at SHARE FILE: print the SHARE-quantile of the times in FILE (in ns), in ms
at() {
	sort -n "$2" | awk -v q="$1" '{ x[NR] = $1 }
		END { printf "%.3f", x[1 + int(q * (NR - 1))] / 1e6 }'
}

# of NAME FILE
of() {
	put "$1: least" "$(at 0 "$2")" ms
	put "$1: median" "$(at 0.5 "$2")" ms
}

# beyond NAME A B: print how much longer A takes than B
beyond() {
	for q in 0 0.5; do
		put "$1: $([ $q = 0 ] && echo least || echo median)" \
			"$(awk -v a="$(at $q "$2")" -v b="$(at $q "$3")" \
				'BEGIN { printf "%.3f", a - b }')" ms
	done
}

echo 'int main(void) { return 0; }' >nothing.c
put machine "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(
	nproc) CPUs" "load $(cut -d' ' -f1 /proc/loadavg)"
for _ in $(seq "$rounds"); do
	LD_PRELOAD=$RANDCC_BUILD/bench/syncs.so SYNCS=$work/syncs study disk 50
	walls disk >>ours
	gaps disk >>gaps-disk
	rest >>gaps-rest
	study "$memory/st" 50
	gaps "$memory/st" >>gaps-memory
	"$RANDCC_BUILD/bench/forks" 400 disk/layouts/000001/nothing >>forks
	if command -v hyperfine >/dev/null; then
		hyperfine -N --warmup 10 --runs 400 --export-json h.json \
			disk/layouts/000001/nothing >log 2>&1
		jq '.results[0].times[] * 1e9 | floor' h.json >>hyperfine
	fi
	rm -rf disk "$memory/st"
done

echo '# the time of a run'
of randstudy ours
of 'bare fork and exec' forks
beyond 'randstudy beyond fork and exec (at most ±0.2)' ours forks
if [ -s hyperfine ]; then
	of hyperfine hyperfine
	beyond 'randstudy beyond hyperfine (at most ±0.2)' ours hyperfine
else
	echo 'bench: hyperfine is skipped: it is not installed' >&2
fi

echo '# between two runs'
of 'study in memory (at most 1)' gaps-memory
of 'study on the disk' gaps-disk
of 'the same without waiting for the disk (at most 1)' gaps-rest
# Measure the disk alone: append a page to a file, and wait until the page is on disk.
for _ in $(seq 100); do
	dd if=/dev/zero of=page bs=4120 count=1 oflag=append conv=notrunc,fdatasync \
		2>&1 | sed -n 's/.*copied, \([0-9.e-]*\) s.*/\1/p'
done | awk '{ printf "%d\n", $1 * 1e9 }' >sync
of 'a bare page written to the disk' sync

echo '# a long study'
study "$memory/st" $((long / 8))
gaps "$memory/st" "ord < $((long / 10))" >first
gaps "$memory/st" "ord >= $((long * 9 / 10))" >last
put "between two runs, the last tenth of $long beside the first" \
	"$(awk -v a="$(at 0.5 last)" -v b="$(at 0.5 first)" \
		'BEGIN { printf "%.2f", a / b }')" times
put 'study.db, a run' "$(($(stat -c %s "$memory/st/study.db") / long))" bytes
