# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154 # see run
# Measure the cost of the link alone, with and without randld, and of many layouts; a
# part of run.

# Print the recorded arguments for the linker, a line each, without the output
# file.  Without LTO the compiler's plugin does nothing, so its options are left out
# too.
link_words() { # RECIPE
	awk -v prefix="$prefix" -v resolution="$work/link.res" '
		$1 != "arg" { next }
		{ word = substr($0, 5) }
		skip { skip = 0; next }
		word == "-o" || (word == "-plugin" && prefix == "") {
			skip = 1
			next
		}
		word ~ /^-plugin-opt=/ && prefix == "" { next }
		word ~ /^-plugin-opt=-fresolution=/ {
			word = "-plugin-opt=-fresolution=" resolution
		}
		{ print word }' "$1"
}

# Set the compiler's variables for link-time optimization.  For the linker without
# randcc, leave out randcc's plugin and folder.
lto_environment() { # RECIPE LINKER
	COLLECT_GCC=$(sed -n 's/^env COLLECT_GCC=//p' "$1")
	COLLECT_LTO_WRAPPER=$(sed -n 's/^env COLLECT_LTO_WRAPPER=//p' "$1")
	COLLECT_GCC_OPTIONS=$(sed -n 's/^env COLLECT_GCC_OPTIONS=//p' "$1" |
		sed "s/'-save-temps'//")
	[ "$2" != ld ] || COLLECT_GCC_OPTIONS=$(printf '%s\n' \
		"$COLLECT_GCC_OPTIONS" |
		sed "s/'-fplugin=[^']*'/'-ffunction-sections'/
			s/'-B' '[^']*'//")
	export COLLECT_GCC COLLECT_LTO_WRAPPER COLLECT_GCC_OPTIONS
}

# Time the link alone, by the real linker and by randld.  Each makes five links, or one
# link if it is a build with link-time optimization.  There is no ratio if the compiler
# deleted temporary objects of the link.
study_link() {
	recipe=$record/$recorded/recipe
	link_words "$recipe" >"$work/words"
	set --
	while IFS= read -r word; do
		set -- "$@" "$word"
	done <"$work/words"
	times_each="1 2 3 4 5"
	[ -z "$prefix" ] || times_each=1
	for linker in ld "$randcc_build/bin/randld"; do
		(
			cd -- "$(sed -n 's/^cwd //p' "$recipe")" || exit
			[ -z "$prefix" ] ||
				lto_environment "$recipe" "${linker##*/}"
			for _ in $times_each; do
				RANDCC_SEED=$seed_1 "$linker" "$@" \
					-o "$work/link.out" || exit
			done
			times >"$work/link.${linker##*/}.times"
		) >"$work/link.log" 2>&1 || {
			[ "$linker" = ld ] || check "${prefix}link" NO
			return 0
		}
	done
	put "${prefix}link_plain" "$(seconds "$work/link.ld.times")"
	put "${prefix}link_seed" "$(seconds "$work/link.randld.times")"
	! costs_count || [ -n "$prefix" ] || study_cost "$@"
}

# cost COMMAND...: run it, and print its CPU seconds.  With -m, print its peak memory in
# KiB.
cost() {
	column=2
	[ "$1" != -m ] || column=3
	"$randcc_build/bench/cost" "$@" 2>>"$work/cost.log" |
		cut -d' ' -f"$column"
}

# links N WORD...: link N times by the real linker
links() {
	n=$1
	shift
	# shellcheck disable=SC2016 # the inner shell expands them
	cost sh -euc 'n=$1 out=$2; shift 2
		for _ in $(seq "$n"); do ld "$@" -o "$out"; done' links "$n" \
		"$work/link.out" "$@"
}

layouts() { # SEEDS
	cost randld --replay "$record/$recorded" --seeds "$1" -o "$work/made/%s"
	rm -rf -- "$work/made"
}

# Does the cost of layouts count, as experiment 2 of doc/EVIDENCE.md?
costs_count() {
	[ "$compiler" = gcc ] &&
		[ "$(sed -n "s/^${prefix}functions	//p" "$result" | tail -n 1)" -gt 10000 ]
}

# Measure the CPU seconds of 30 layouts, which become cost_30.
study_cost_30() {
	costs_count || return 0
	layouts 1 >"$work/warm"
	put "${prefix}cost_30" "$(layouts 1..30)"
}

# Measure the cost of a layout relative to a bare link with these arguments.  The bare
# link has the objects of randcc.  A round is four bare links and four layouts in turn, and
# then five layouts with one command.  With link-time optimization the bare link would
# compile, and a layout does not.
#
#	cost_alone	CPU seconds of one layout relative to a bare link, five rounds
#	cost_alone_memory	the same with TMPDIR in memory, if /dev/shm is
#	cost_more	those of one more layout, likewise
#	cost_memory	peak memory of one layout and of the bare link, in KiB
study_cost() ( # ARGUMENT...
	cd -- "$(sed -n 's/^cwd //p' "$recipe")" || return
	memory=
	[ "$(stat -f -c %T /dev/shm 2>>"$work/cost.log")" != tmpfs ] ||
		memory=/dev/shm
	for _ in 1 2 3 4 5; do
		for _ in 1 2 3 4; do
			echo "turn $(links 1 "$@") $(layouts 1)" \
				"$([ -z "$memory" ] || TMPDIR=$memory layouts 1)"
		done
		echo "five $(layouts 1..5)"
	done >"$work/turns"
	# a line for each round: four bare links, layouts, layouts in memory; five layouts
	awk '$1 == "turn" { bare += $2; alone += $3; memory += $4 }
		$1 == "five" { print bare, alone, memory, $2; bare = alone = memory = 0 }' \
		"$work/turns" >"$work/rounds"
	put cost_alone "$(awk '{ printf "%s%.3f", (NR > 1 ? " " : ""), $2 / $1 }' \
		"$work/rounds")"
	[ -z "$memory" ] || put cost_alone_memory "$(awk '{ printf "%s%.3f",
		(NR > 1 ? " " : ""), $3 / $1 }' "$work/rounds")"
	put cost_more "$(awk '{ printf "%s%.3f", (NR > 1 ? " " : ""),
		($4 - $2 / 4) / $1 }' "$work/rounds")"
	put cost_memory "$(cost -m randld --replay "$record/$recorded" --seed 1 \
		-o "$work/link.out") $(cost -m ld "$@" -o "$work/link.out")"
)
