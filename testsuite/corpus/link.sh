# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154 # see run
# What the link alone costs, with randld and without; a part of run.

# The recorded arguments for the linker, a line each, without what the compiler
# says to its plugin where it does nothing, and not where the compiler wrote.
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

# What the compiler says to link-time optimisation, for the linker without
# randcc: the plain compiler has neither its plugin nor its folder.
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

# The link alone, by the real linker and by randld: processor time of five, or
# of one that optimises.  Objects that the compiler made for a moment are gone:
# then there is no ratio.
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
}
