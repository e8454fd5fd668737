#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# METHOD.md and EVIDENCE.md say what the kept rows of other pages say.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0
load page.bash

setup() {
	top=$BATS_TEST_DIRNAME/..
	evidence=$top/doc/evidence
	method=$top/doc/METHOD.md
	page=$top/doc/EVIDENCE.md
	cd "$BATS_TEST_TMPDIR" || exit
}

# value FILE PROGRAM SYSTEM FIGURE: print a figure of the evidence's experiments
value() {
	awk -F'\t' -v program="$2" -v name="$3" -v figure="$4" '
	$1 == program && $2 == name && $3 == figure { print $4; found = 1 }
	END { exit !found }' "$1"
}

# programs FILE SYSTEM FIGURE TEST: print the programs of which a figure passes a test
programs() {
	awk -F'\t' -v name="$2" -v figure="$3" '
	$2 == name && $3 == figure && $4 '"$4"' { print $1 }' "$1"
}

@test "METHOD.md says how many fewer layouts the edited programs needed" {
	"$top/testsuite/bench/edits-table" "$top/doc/edits/results.csv" >edits.tsv
	awk -F'|' '
	/^\|/ && $3 ~ /[0-9]/ {
		n++
		few += $7 <= 1 / 3
		more += $7 > 1
	}
	END { print n + 0, few + 0, more + 0 }' edits.tsv >count
	read -r n few more <count
	# the fifth needed more
	[ "$more" = 1 ] && [ $((few + more)) = "$n" ] && [ "$n" = 5 ]
	says "$method" "with it ${words[few]} of ${words[n]} programs needed a third of the layouts or fewer, and the fifth needed more"
}

@test "METHOD.md says how seldom an interval over single runs holds the truth" {
	kept=$top/doc/statistics/means-normal.text
	# as the program prints for runs with the settings that the page names
	head -n 1 "$kept" | grep -q -- '--layouts 3,5,10,20,50 --executions 5 --iterations 5$'
	awk '/^mean: t, all values as independent/ {
		for (i = NF - 4; i <= NF; i++) {
			least = i == NF - 4 || $i < least ? $i : least
			most = $i > most ? $i : most
		}
		printf "%.0f to %.0f %%\n", least, most
	}' "$kept" >range
	[ -s range ]
	says "$method" "If single values are taken as independent, only $(cat range) of the intervals contain the true value."
	says "$method" "a layout has five executions of five iterations"
}

@test "METHOD.md says what random order and padding moved" {
	"$evidence/figures" padding "$evidence/padding.csv" >padding.tsv
	"$evidence/figures" padding "$evidence/padding-turns.csv" >padding-turns.tsv
	"$evidence/figures" remedies "$evidence/remedies.csv" >remedies.tsv
	n=$(cut -f1 padding.tsv | sort -u | wc -l)
	says "$method" "${words[n]^} programs were measured with random order and with padding alone, on one machine"
	says "$method" "both moved CalculiX, by standard deviations of $(printf '%.1f and %.1f' \
		"$(value padding.tsv calculix order sd)" "$(value padding.tsv calculix padding sd)") %."
	# neither was seen to move another one
	[ "$(programs padding.tsv order sd-low '> 0') $(programs padding.tsv padding sd-low '> 0')" = 'calculix calculix' ]
	awk -F'\t' '$1 != "calculix" && $3 == "sd-high" && $4 > most { most = $4 }
	END { printf "%.1f", most }' padding.tsv >most
	says "$method" "The intervals reach up to $(cat most) %"
	# what other rows show: random order at -O2, and padding in turns
	[ "$(programs remedies.tsv O2 sd-low '> 0' | tr '\n' ' ')" = 'speedtest1 calculix ' ]
	says "$method" "Random order moved sqlite3's benchmark by $(printf '%.2f %% (%.2f to %.1f)' \
		"$(value remedies.tsv speedtest1 O2 sd)" "$(value remedies.tsv speedtest1 O2 sd-low)" \
		"$(value remedies.tsv speedtest1 O2 sd-high)") in the experiment \"remedies\"."
	turns=$(awk -F, 'FNR > 1 && $6 == 1 && !($1 in seen) { seen[$1]; n++ } END { print n }' \
		"$evidence/padding-turns.csv")
	says "$method" "Padding moved CPython in the first rows of \"padding\", in which ${words[turns]} other programs took turns."
	[ -z "$(awk -F, '$1 == "cpython" && $6 == 1' "$evidence/padding-turns.csv")" ]
	[ "$(programs padding-turns.tsv padding moves '== "yes"')" = cpython ]
	[ -z "$(programs padding-turns.tsv order sd-low '> 0')" ]
}

@test "METHOD.md says which flags made a program stable" {
	"$evidence/figures" remedies "$evidence/remedies.csv" >remedies.tsv
	n_programs=$(cut -f1 remedies.tsv | sort -u | wc -l)
	n_sets=$(cut -f2 remedies.tsv | sort -u | wc -l)
	says "$method" "${words[n_sets]^} sets of flags were compared in this way, for ${words[n_programs]} programs"
	says "$method" "[evidence](evidence/README.md) has ${words[n_programs]}, whose one-build comparisons were counted"
	[ "$(value remedies.tsv calculix functions steady)" = stable ]
	says "$method" "\`-falign-functions=64\` made CalculiX stable"
	# 9007-evidence-kept.bats counts its slow layouts.
	says "$method" "as far as 30 layouts can show it: none of them was slow."
	[ "$(value remedies.tsv calculix loops steady)" = 'not steadier' ]
	says "$method" "\`-falign-loops=32\` did not."
	# CalculiX is the only one that any set made stable or steadier.
	awk -F'\t' '$3 == "steady" && ($4 == "stable" || $4 == "steadier") { print $1 }' \
		remedies.tsv | sort -u >steady
	[ "$(cat steady)" = calculix ]
	says "$method" "No set was shown to make another program stable, or steadier than \`-O2\`"
}

@test "METHOD.md says how many programs were compared in tandem and in turns" {
	"$top/doc/tandem/figures" "$top/doc/tandem/rows.csv" "$top/doc/tandem/alone.csv" >tandem.tsv
	# Intervals of the slope are narrow for the programs that TANDEM.md names: those
	# whose layouts are clear in turns.
	awk -F'\t' '$3 == "p-turns" && !($2 in seen) { seen[$2]; n++ }
	$3 == "p-turns" && $4 == "< 0.0001" && !($2 in clear) { clear[$2]; narrow++ }
	$3 == "slope-lo" && $4 > 1 || $3 == "slope-hi" && $4 !~ /inf/ && $4 < 1 { others++ }
	END { print n + 0, narrow + 0, others + 0 }' tandem.tsv >count
	read -r n narrow others <count
	[ "$others" = 0 ]
	says "$method" "${words[n]^} programs were compared ([TANDEM.md](TANDEM.md))."
	says "$method" "The data of all ${words[n]} are compatible with equal effects of a layout in turns and in tandem. The intervals are narrow for ${words[narrow]} of them."
}

@test "METHOD.md says how many programs the corpus and the study have" {
	n=$(awk -F' *[|] *' '$3 ~ /^-O2/ { print $2 }' "$top/doc/CORPUS.md" | sort -u | wc -l)
	says "$method" "were compared over seeds for $n programs of others ([CORPUS.md](CORPUS.md))"
	n=$(cut -d, -f1 "$top/doc/study/orders.csv" | sed 1d | sort -u | wc -l)
	says "$method" "repeats their question for ${words[n]} programs"
	says "$method" "[doc/study](study/README.md) has ${words[n]}."
}

# seconds FILE PROGRAM: print the mean CPU time of the program at -O2
seconds() {
	awk -F, -v program="$2" '
	$1 == program && $4 == "O2" { sum += $7; n++ }
	END { if (n) printf "%.2f", sum / n / 1e6 }' "$evidence/$1"
}

@test "EVIDENCE.md says how long the short workloads take" {
	says "$page" "the workloads of redis and zstd take less than 0.3 s at \`-O2\`: $(seconds misleads.csv redis) and $(seconds misleads.csv zstd) s in turns (the rows of experiment 4), $(seconds remedies.csv redis) and $(seconds remedies.csv zstd) s with a shared CPU (experiment 3)."
	# They are the short ones.
	cut -d, -f1 "$evidence/misleads.csv" | sed 1d | sort -u >names
	while read -r program; do
		echo "$(seconds misleads.csv "$program") $program"
	done <names >all.seconds
	[ "$(awk '$1 < 0.3 { print $2 }' all.seconds | tr '\n' ' ')" = 'redis zstd ' ]
	# which share of a CPU they had
	[ "$(cut -d, -f6 "$evidence/misleads.csv" | sed 1d | sort -u)" = 1 ]
	[ "$(cut -d, -f6 "$evidence/remedies.csv" | sed 1d | sort -un | head -n 1)" -gt 1 ]
}

@test "EVIDENCE.md says which programs took turns at first" {
	awk -F, 'FNR > 1 { all[$1]; if ($6 == 1) turns[$1] }
	END {
		for (p in all) n++
		for (p in turns) m++
		print n + 0, m + 0
	}' "$evidence/padding-turns.csv" >count
	read -r n turns <count
	says "$page" "experiment 5 (padding) was measured for the ${words[n]} programs that have a recipe."
	says "$page" "${words[turns]^} of the ${words[n]} took turns,"
	says "$page" "how runs are made, for ${words[turns]} of ${words[n]} programs."
	for program in zstd redis haproxy git; do
		grep -q "^$program,.*,1,[0-9]*\$" "$evidence/padding-turns.csv"
	done
	n=$(cut -d, -f1 "$evidence/padding.csv" | sed 1d | sort -u | wc -l)
	says "$page" "for calculix and postgresql, so ${words[n]} programs have rows."
}

@test "EVIDENCE.md repeats the number of functions of its table" {
	n=$(awk -F' *[|] *' '$2 == "sqlite3" && NF > 6 { print $6 }' "$page" | head -n 1)
	[[ $n =~ ^[0-9],[0-9]{3}$ ]]
	says "$page" "that of its shell, which has more. It is now that of speedtest1, $n."
	# The corpus has the shell.
	shell=$(awk -F' *[|] *' '$2 == "sqlite3" && $3 == "-O2" { print $5 }' "$top/doc/CORPUS.md")
	[ "$shell" -gt "${n/,/}" ]
}

@test "the page of the evidence says with how many runs a CPU was shared" {
	n=$(cut -d, -f6 "$evidence/remedies.csv" | sed 1d | sort -u)
	says "$evidence/README.md" "whose runs shared a CPU with $((n - 1)) others"
}
