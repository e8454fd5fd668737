#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measure the time, memory and disk space that N layouts cost, relative to one build, to
# N builds, and to the bare link by the real linker.
#
# Each ratio of times divides CPU seconds: user and system time of all processes.  This
# script measures the two sides of a ratio in turn.  CPU seconds depend less on the load
# of the machine than wall time does.  Only the 1,000 layouts also have a limit in
# wall time.
#
# Standard output has a line for each quantity, with a value for each repetition:
#
#	PART<tab>CASE<tab>QUANTITY<tab>VALUE...
#
# testsuite/bench/cost-table makes tables of them.  Times are in seconds.
#
#   REPLAY_SOURCES=DIR   directory of the sources, which are fetched there
#   REPLAY_PARTS=LIST    some of: machine sqlite lto thin link bzip2 disk
#   REPLAY_CC=COMPILER   gcc (default) or a clang, for sqlite, lto, thin and link;
#                        thin is -flto=thin with lld, for clang
#   REPLAY_REPEAT=N      measure each N times, and links in 3 N rounds (default 3)
#   REPLAY_SIZES=LIST    numbers of functions for "link" (default 100 to 100,000)
set -eu
top=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 130' INT TERM HUP
PATH=$RANDCC_BUILD/bin:$PATH
cost=$RANDCC_BUILD/bench/cost
sources=${REPLAY_SOURCES:-$RANDCC_BUILD/sources}
repeat=${REPLAY_REPEAT:-3}
unset RANDCC_SEED RANDCC_FACTORS RANDCC_RECORD
plain_cc=${REPLAY_CC:-gcc}
RANDCC_CC=$plain_cc
export RANDCC_CC

put() { # PART CASE QUANTITY VALUE...
	printf '%s\t%s\t%s\t' "$1" "$2" "$3"
	shift 3
	echo "$*"
}

# put_file PART CASE QUANTITY COLUMN FILE: put the values of a column
put_file() {
	# shellcheck disable=SC2046 # values
	put "$1" "$2" "$3" $(awk -v column="$4" '{ print $column }' "$5")
}

skip() { # PART WHY
	printf 'bench: skipped: %s: %s\n' "$1" "$2" >&2
}

# cpu COMMAND...: run the command, and print its CPU seconds
cpu() {
	"$cost" "$@" 2>"$work/log" >"$work/cost" || {
		echo "bench: failed: $*" >&2
		cat "$work/log" >&2
		exit 1
	}
	cut -d' ' -f2 "$work/cost"
}

# Write two scripts whose CPU time is measured.  One runs a command many times, and the
# other builds sqlite3.
cat >"$work/times" <<'EOT'
#!/bin/sh
# times N COMMAND...: run COMMAND N times, as many at a time as there are CPUs; the
# number of the run replaces each {}
n=$1
shift
seq "$n" | xargs -P "$(nproc)" -I '{}' "$@"
EOT
cat >"$work/sqlite3-by" <<'EOT'
#!/bin/sh
# sqlite3-by COMPILER FLAG...
"$@" -O2 -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION sqlite3.c shell.c \
	-o sqlite3.prog -lm
EOT
chmod +x "$work/times" "$work/sqlite3-by"

calc() { # FORMAT EXPRESSION
	awk "BEGIN { printf \"$1\", ($2) }"
}

# source_of PACKAGE: unpack its source to $work/PACKAGE; fail if the source is not
# available
source_of() {
	mkdir -p "$sources" "$work/$1"
	tarball=$("$top/tools/fetch-source" "$1" "$sources" REPLAY_SOURCES \
		2>"$work/log" | grep '\.orig\.tar\.' | head -n 1) || tarball=
	if [ -z "$tarball" ]; then
		skip "$1" "$(head -n 1 "$work/log")"
		return 1
	fi
	tar -xf "$tarball" -C "$work/$1" --strip-components=1
}

# ---- sqlite3: one build, and 30 layouts ------------------------------------

sqlite_sources() {
	command -v tclsh >/dev/null || {
		skip sqlite3 'no tclsh, which makes its amalgamation'
		return 1
	}
	[ -f "$work/sqlite3/shell.c" ] && return
	source_of sqlite3 || return 1
	(cd "$work/sqlite3" &&
		./configure --disable-tcl --disable-readline --disable-shared &&
		make sqlite3.c shell.c sqlite3.h) >"$work/log" 2>&1 || {
		skip sqlite3 "$(tail -n 1 "$work/log")"
		return 1
	}
}

# sqlite FLAG...
sqlite() {
	sqlite_sources || return 0
	(
		cd "$work/sqlite3"
		# The first build is not measured, since it reads everything from the disk.
		cpu "$work/sqlite3-by" "$plain_cc" "$@" >warm
		for _ in $(seq "$repeat"); do
			rm -rf rec made
			cpu "$work/sqlite3-by" "$plain_cc" "$@" >>plain
			cpu env RANDCC_RECORD="$PWD/rec" RANDCC_SEED=none \
				"$work/sqlite3-by" randcc "$@" >>recorded
			cpu randld --replay rec/sqlite3.prog --seeds 1..30 \
				-o made/%s >>layouts
			cpu env RANDCC_SEED=1 "$work/sqlite3-by" randcc "$@" \
				>>rebuild
			cmp -s sqlite3.prog made/1 || {
				echo "bench: a rebuild differs from its replay" >&2
				exit 1
			}
		done
		for quantity in plain recorded layouts rebuild; do
			put_file sqlite3 "-O2${*:+ $*}" "$quantity" 1 "$quantity"
			rm -- "$quantity"
		done
	)
}

# ---- One more layout, of a bare link ---------------------------------------

# generate FUNCTIONS: write units of at most 500 functions
generate() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++) {
			if (i % 500 == 0) {
				if (i) close(file)
				file = sprintf("u%d.c", i / 500)
				start = start "unsigned f" i "(unsigned);"
				call = call "x = f" i "(x);"
			}
			printf "unsigned f%d(unsigned x) { return x * %du ^ x >> %d; }\n",
				i, i + 3, i % 13 + 1 >file
		}
		print start "int main(void) { unsigned x = 1;" call \
			"return x == 7; }" >"main.c"
	}'
}

# compile OUTDIR COMPILER FLAG...
compile() {
	out=$1
	shift
	mkdir "$out"
	printf '%s\n' *.c | (
		cd "$out"
		sed 's,^,../,' | xargs -P "$(nproc)" -n 20 "$@" -c
	)
}

# Bare links run on all CPUs, as layouts do.  A link takes more CPU time beside another
# link than alone, since the two share caches and often a core.
bare() { # N ARGUMENT_FILE
	# shellcheck disable=SC2046 # words, as recorded
	cpu "$work/times" "$1" $(cat "$2")
}

layouts() { # SEEDS
	cpu randld --replay rec/prog --seeds "$1" -o made/%s
}

# Before each measurement, every CPU makes a link that is not measured.  Otherwise the
# first link would pay for what ran before.  Only layouts use large pages.  The host of
# a virtual machine may have taken a large page back.  To get it again takes a hundred
# times as long as to get one that a link has just freed.
#
# The bare link has the objects of plain gcc, because randcc's section names are longer
# and cost the linker time.  A bare link of randcc's objects is measured too.
#
# A line of "rounds" has the seconds of a bare link, and four ratios: one more layout to
# the bare link, and to that of randcc's objects; one layout alone to one bare link alone;
# and the peak memory of one layout to that of the bare link.
round() { # N_LINKS
	cpus=$(nproc)
	bare "$cpus" args.plain >warm
	plain=$(bare "$1" args.plain)
	bare "$cpus" args >warm
	ranked=$(bare "$1" args)
	layouts "1..$cpus" >warm
	many=$(layouts "0..$1")
	one=$(layouts 0)
	more=$(calc %f "$many - $one")
	# shellcheck disable=SC2046
	alone=$(cpu $(cat args.plain))
	# shellcheck disable=SC2046
	plain_peak=$("$cost" -m $(cat args.plain) 2>log | cut -d' ' -f3)
	peak=$("$cost" -m randld --replay rec/prog --seed 1 -o one.prog 2>log |
		cut -d' ' -f3)
	echo "$(calc %.4f "$plain / $1") $(calc %.4f "$more / $plain")" \
		"$(calc %.4f "$more / $ranked") $(calc %.4f "$one / $alone")" \
		"$(calc %.4f "$peak / $plain_peak")" >>rounds
	rm -rf made
}

links() { # FUNCTIONS
	mkdir "$work/links"
	(
		cd "$work/links"
		generate "$1"
		compile plain "$plain_cc" -O0 -ffunction-sections
		compile ranked randcc -O0
		RANDCC_RECORD=$PWD/rec RANDCC_SEED=none randcc ranked/*.o -o prog
		# Set the number of links in a round.  Fast links need more
		# repetitions to show a difference.
		n=$(calc %d "$1 > 20000 ? 4 : $1 > 2000 ? 8 : 40")
		sed -n 's/^linker [0-9a-f]* //p; s/^arg //p' rec/prog/recipe |
			sed 's,^prog$,prog.{},' >args
		sed 's,^ranked/,plain/,' args >args.plain
		for _ in $(seq $((3 * repeat))); do round "$n"; done
		column=1
		for quantity in bare more more_ranked alone memory; do
			put_file link "$1" "$quantity" "$column" rounds
			column=$((column + 1))
		done
	)
	rm -rf "$work/links"
}

# ---- bzip2: the time and the disk space of many layouts --------------------

bzip2_recorded() {
	[ -d "$work/bzip2/rec" ] && return
	source_of bzip2 || return 1
	(cd "$work/bzip2" &&
		RANDCC_RECORD=$PWD/rec RANDCC_SEED=none make CC=randcc bzip2) \
		>"$work/log" 2>&1 || {
		skip bzip2 "$(tail -n 1 "$work/log")"
		return 1
	}
}

thousand() {
	bzip2_recorded || return 0
	"$cost" randld --replay "$work/bzip2/rec/bzip2" --seeds 1..1000 \
		-o "$work/bzip2/made/%s" 2>"$work/log" >"$work/cost"
	read -r wall used <"$work/cost"
	put bzip2 1000 wall "$wall"
	put bzip2 1000 layouts "$used"
	rm -rf "$work/bzip2/made"
}

bytes_of() { # PATH...
	du -sb --apparent-size "$@" | awk '{ n += $1 } END { print n }'
}

disk() {
	bzip2_recorded || return 0
	(
		cd "$work/bzip2"
		: >empty
		make clean >/dev/null
		for n in 10 30; do
			randstudy run -o study --no-report --env fixed \
				--ignore-output --layouts $n --program bzip2 \
				--build 'make CC=randcc bzip2' \
				-- '{binary}' -c empty >"$work/log" 2>&1
			bytes_of study >"study-$n"
		done
		size=$(stat -c %s bzip2)
		# The larger study has 20 more random layouts, and 20 more copies of the
		# original.
		put disk bzip2 more "$(calc %.4f \
			"($(cat study-30) - $(cat study-10)) / 40 / $size")"
	)
}

for part in ${REPLAY_PARTS:-machine sqlite lto link bzip2 disk}; do
	case $part in
	machine)
		put machine '' processor "$("$top/testsuite/bench/processor")"
		put machine '' cpus "$(nproc)"
		put machine '' kernel "$(uname -sr)"
		put machine '' compiler "$("$plain_cc" --version | sed 1q)"
		put machine '' linker "$(ld --version | sed 1q)"
		put machine '' load "$(cut -d' ' -f1-3 /proc/loadavg)"
		put machine '' date "$(date -u +%F)"
		;;
	sqlite) sqlite ;;
	lto) sqlite -flto ;;
	thin) sqlite -flto=thin -fuse-ld=lld ;;
	link) for n in ${REPLAY_SIZES:-100 1000 10000 100000}; do links "$n"; done ;;
	bzip2) thousand ;;
	disk) disk ;;
	esac
done
