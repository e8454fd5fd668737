#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The experiment that is kept in doc/tandem: its tables and pictures follow from the
# rows, TANDEM.md says what the tables say, and doc/tandem/figures computes the right
# figures from rows whose answer is known.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0
load page.bash

setup_file() {
	kept=$BATS_TEST_DIRNAME/../doc/tandem
	cd "$BATS_FILE_TMPDIR" || return
	echo condition,program,tandem_us,alone_us >alone.csv
	"$kept/figures" "$kept/rows.csv" "$kept/alone.csv" >kept.figures
	"$kept/figures" "$kept/earlier.csv" alone.csv >earlier.figures
}

setup() {
	top=$BATS_TEST_DIRNAME/..
	kept=$top/doc/tandem
	page=$top/doc/TANDEM.md
	cd "$BATS_TEST_TMPDIR" || exit
	head='condition,program,mode,round,block,layout,order,random_us,fixed_us,again_us'
	echo 'condition,program,tandem_us,alone_us' >alone.csv
}

# figure NAME: print the figure of that name from $output
figure() {
	awk -F'\t' -v name="$1" '$3 == name { print $4 }' <<<"$output"
}

# is NAME VALUE: check a figure
is() {
	[ "$(figure "$1")" = "$2" ] || {
		echo "$1: $(figure "$1"), not $2"
		false
	}
}

@test "the tables of TANDEM.md follow from the kept rows" {
	for name in noise effects designs ending; do
		case $name in
		ending) "$kept/ending" "$kept/ending.tsv" ;;
		*) "$kept/tables" "$kept/rows.csv" "$kept/alone.csv" $name ;;
		esac >table
		[ "$(wc -l <table)" -ge 7 ]
		awk -v name=$name '
		$0 == "<!-- end of " name " -->" { is_it = 0 }
		is_it && /^\|/
		$0 == "<!-- " name " -->" { is_it = 1 }' "$top/doc/TANDEM.md" |
			diff - table
	done
}

# of CONDITION PROGRAM FIGURE [earlier]: print this figure of the kept rows
of() {
	awk -F'\t' -v condition="$1" -v program="$2" -v name="$3" '
	$1 == condition && $2 == program && $3 == name { print $4; found = 1 }
	END { exit !found }' "$BATS_FILE_TMPDIR/${4:-kept}.figures"
}

# where CONDITION FIGURE TEST: print the programs, in the order of the rows, whose figure
# passes a test, as "<= 0.25".  CONDITION may be "any".
where() {
	awk -F'\t' -v condition="$1" -v name="$2" '
	$3 == name && (condition == "any" || $1 == condition) && $4 '"$3"' { print $2 }' \
		"$BATS_FILE_TMPDIR/kept.figures"
}

# calc EXPRESSION [FORMAT]: print its value, by default as a whole number
calc() {
	awk -v format="${2:-%.0f}" "BEGIN { printf format, $1 }"
}

# nothing_else: the page has no percentage, time or decimal number outside its generated
# tables but those of the texts that quotes() has found
nothing_else() {
	awk '
	/^<!-- end of / { skips = 0 }
	!skips && !/^#/
	/^<!-- / && !/^<!-- end of / { skips = 1 }' "$page" |
		unquoted >left
	run -1 grep -oE '.{0,40}[0-9]+(\.[0-9]+| (%|per cent|m?s\>)).{0,20}' left
}

# The figures of TANDEM.md about noise and costs
noise_figures() {
	local n_programs program condition list reached
	n_programs=$(where any noise-ratio '> 0' | sort -u | wc -l)
	quotes "10 % or more for $(word "$(where any noise-turns '>= 10' | sort -u | wc -l)") of $(word "$n_programs") programs."
	# in every program but one
	[ "$(where any noise-ratio '>= 1')" = gzip ]
	quotes 'Tandem is less noisy in every program but one'
	list=$(where quiet noise-ratio '<= 0.25' | list)
	reached=$(where quiet noise-ratio '<= 0.25' | wc -l)
	quotes "$(word "$reached") of $(word "$n_programs") programs reached a quarter or less of the noise of turns: $list."
	quotes "Without a load it is a quarter or less of that in turns for $(word "$reached") of them."
	quotes "Less noise in each of $(word "$n_programs") programs"
	list=$(where quiet typical-ratio '<= 0.25' | list)
	quotes "reached it in $(word "$(where quiet typical-ratio '<= 0.25' | wc -l)"): $list."
	quotes "With the load, $(where loaded noise-ratio '<= 0.25' | list) reached it."
	quotes "its typical noise fell from $(of loaded gzip typical-turns) % to $(of loaded gzip typical-tandem) %, but one pair of its $(of loaded gzip blocks-tandem) differed by $(of loaded gzip largest-tandem) %."

	quotes "differed by up to $(of quiet gzip largest-tandem earlier) % (gzip) and $(of quiet loops largest-tandem earlier) % (loops), all others of loops by $(awk -F, '
		$2 == "loops" && $3 == "tandem" { x = log($9 / $10); print x < 0 ? -x : x }' \
		"$kept/earlier.csv" | sort -gr | awk 'NR == 2 { printf "%.2f", 100 * $1 }') % at most."
	quotes "($(of quiet loops noise-ratio earlier) times, and $(of quiet gzip noise-ratio earlier) times for gzip), though the ratio for typical pairs is $(of quiet loops typical-ratio earlier) and $(of quiet gzip typical-ratio earlier)."

	# Programs of one process are those that have 15 layouts.
	list=$(for program in $(where any layouts '== 15' | sort -u); do
		of quiet "$program" cost
		of loaded "$program" cost
	done | sort -g | tail -n 1)
	quotes "Sharing costs up to $(calc "100 * ($list - 1)") % where a program of one process"
	quotes "$(of quiet bzip2 cost) for bzip2, $(of quiet lua cost) for Lua, and $(of loaded lua cost) for Lua with the load, with $(word "$(awk -F, 'NR == 2 { print length($7) }' "$kept/rows.csv")") sharers;"
	# nothing measurable for loops: 1 is in both intervals
	for condition in quiet loaded; do
		awk -v lo="$(of $condition loops cost-lo)" -v hi="$(of $condition loops cost-hi)" \
			'BEGIN { exit !(lo <= 1 && hi >= 1) }'
	done
	quotes 'nothing measurable for loops'
	quotes "$(of quiet git cost) for git and $(of quiet haproxy cost) for haproxy, a server"
	quotes "needs $(calc "100 * ($(of quiet haproxy cost) - 1)") % more CPU time in tandem, and $(calc "100 * ($(of loaded haproxy cost) - 1)") % with the load."
	# its sharing costs most
	[ "$(awk -F'\t' '$3 == "cost" { print $4, $2 }' "$BATS_FILE_TMPDIR/kept.figures" | sort -g |
		tail -n 2 | cut -d' ' -f2 | uniq)" = haproxy ]
	quotes 'the one whose sharing costs most'

	# With 16 sharers haproxy gained more than in any comparison in turns.
	"$top/doc/evidence/figures" remedies "$top/doc/evidence/remedies.csv" >flags.figures
	quotes "With $(awk -F'\t' '$1 == "haproxy" && $3 == "sharers" { print $4 }' flags.figures |
		sort -u) sharers haproxy with a profile and \`-flto\` took less of the time"
	awk -F'|' '/^<!-- / { is_it = /^<!-- sharing/ }
	is_it && $2 == " haproxy " {
		split($3, over, /[ (]+/)
		split($4, turns, /[ (]+/)
		exit over[5] + 0 < turns[3] + 0 ? 0 : 1
	}' "$top/doc/evidence/README.md"
}

# slope CONDITION PROGRAM: print the slope as the page does
slope() {
	echo "$(of "$1" "$2" slope) ($(of "$1" "$2" slope-lo) to $(of "$1" "$2" slope-hi))"
}

# beyond_1 CONDITION PROGRAM: print how far the slope may be from 1, in per cent
beyond_1() {
	awk -v lo="$(of "$1" "$2" slope-lo)" -v hi="$(of "$1" "$2" slope-hi)" 'BEGIN {
		printf "%.0f", 100 * (1 - lo > hi - 1 ? 1 - lo : hi - 1)
	}'
}

# The figures about the effects of layouts
effect_figures() {
	local n_programs n_rows condition program ends
	n_programs=$(where any slope-lo '!= ""' | sort -u | wc -l)
	n_rows=$(where any slope-lo '!= ""' | wc -l)
	# Every interval holds 1.
	awk -F'\t' '$3 ~ /^slope-(lo|hi)$/ && $4 !~ /inf/ {
		n++
		if ($3 == "slope-lo" ? $4 > 1 : $4 < 1)
			wrong = 1
	}
	END { exit wrong || !n }' "$BATS_FILE_TMPDIR/kept.figures"
	quotes 'A slope of 1 is inside every interval.'
	quotes "may be equal in both for all $(word "$n_programs") programs; the intervals are narrow for $(word "$(where any p-turns '== "< 0.0001"' | sort -u | wc -l)") of them."
	# The programs that the page names are those with this p, in both conditions.
	for condition in quiet loaded; do
		[ "$(where $condition p-turns '== "< 0.0001"' | sort | list)" = 'fasttree, loops and planted' ]
	done
	quotes "(p < 0.0001), the slope is $(slope quiet loops) for loops, $(slope quiet planted) for planted work and $(slope quiet fasttree) for FastTree; with the load it is $(slope loaded loops), $(slope loaded planted) and $(slope loaded fasttree)."
	# The widest of their intervals, and the narrowest of the others
	awk -F'\t' '$3 ~ /^slope-(lo|hi)$/ {
		v[$1, $2, $3] = $4
		program[$1, $2] = $2
	}
	END {
		least = 1e9
		for (k in program) {
			if (v[k, "slope-lo"] ~ /inf/ || v[k, "slope-hi"] ~ /inf/)
				continue
			x = v[k, "slope-hi"] - v[k, "slope-lo"]
			if (program[k] ~ /^(loops|planted|fasttree)$/)
				most = x > most ? x : most
			else
				least = x < least ? x : least
		}
		printf "at most %.2f wide; the next one is %.2f wide.", most, least
	}' "$BATS_FILE_TMPDIR/kept.figures" >widths
	quotes "These $(word "$(where any p-turns '== "< 0.0001"' | sort -u | wc -l)") programs have the narrow intervals, $(cat widths)"
	for program in loops fasttree; do
		awk -F'\t' -v program=$program '$2 == program && $3 == "slope-hi" {
			most = $4 > most ? $4 : most
		}
		END { printf "%.0f", 100 - 100 / most }' "$BATS_FILE_TMPDIR/kept.figures" >$program
	done
	quotes "natural effect of loops by $(cat loops) % at most, and that of FastTree by $(cat fasttree) % at most."
	[ "$(beyond_1 quiet loops)" = "$(beyond_1 loaded loops)" ]
	quotes "within $(beyond_1 quiet loops) % for loops, and within $(beyond_1 quiet planted) % for planted work ($(beyond_1 loaded planted) % with the load)."

	quotes "take $(of quiet haproxy shift-tandem) and $(of loaded haproxy shift-tandem) % more time than the original one. In turns nothing was seen: $(of quiet haproxy shift-turns) ± $(of quiet haproxy shift-half-width-turns) and $(of loaded haproxy shift-turns) ± $(of loaded haproxy shift-half-width-turns) %."
	quotes "The differences, $(of quiet haproxy shift-difference) and $(of loaded haproxy shift-difference) %, have p = $(of quiet haproxy p-shift) and $(of loaded haproxy p-shift)."
	[ "$(where any p-shift '+ 0 < 0.05')" = haproxy ]
	quotes "One p below 0.05 in the $n_rows rows of this column"

	ends=$(awk -F'\t' '$1 == "quiet" && $2 ~ /^(bzip2|gzip)$/ && $3 ~ /^slope-(lo|hi)$/ {
		print $4 }' "$BATS_FILE_TMPDIR/kept.figures" | sort -g | awk '
		NR == 1 { least = $1 }
		END { print least " to " $1 }')
	quotes "whose intervals reach from $ends;"
	for program in gzip lua; do
		[ "$(of loaded $program slope-lo) $(of loaded $program slope-hi)" = '-inf inf' ]
	done
	awk -F'\t' '$1 == "quiet" && $2 == "lua" && $3 ~ /^effect-/ { print $4 }' \
		"$BATS_FILE_TMPDIR/kept.figures" | sort -k2,2gr | head -n 2 | sort -k2,2g |
		awk '{ turns[NR] = $2; tandem[NR] = $1 }
		END {
			printf "Two layouts took %.1f and %.1f %% more time in turns, and %.1f and %.1f %% in tandem.",
				turns[1], turns[2], tandem[1], tandem[2]
		}' >two
	quotes "$(cat two)"
	[ "$(where any p-beyond '+ 0 < 0.05')" = lua ]
	quotes "gives p = $(of quiet lua p-beyond) of more than noise, the only one below 0.05 in $n_rows rows ($(of loaded lua p-beyond) with the load)."
	quotes "one p of $(of quiet lua p-beyond) in $n_rows rows."
	quotes "Its slope for bzip2 was $(of quiet bzip2 slope earlier) ($(of quiet bzip2 slope-lo earlier) to $(of quiet bzip2 slope-hi earlier))."
	quotes "the same layouts gave $(of quiet bzip2 slope)."
}

# The figures about the ends of runs, whose rows are in microseconds
ending_figures() {
	local saves n
	saved() { # MS [WARM]: print what the run that ends last saves, and its standard error
		awk -F'\t' -v kind="$1" '$1 == kind && $2 == "first" { a = $4; ea = $5 }
		$1 == kind && $2 == "last" { b = $4; eb = $5 }
		END { print a - b, sqrt(ea * ea + eb * eb) }' "$kept/ending.tsv"
	}
	saves=$(saved 3 | awk '{ printf "%.2f", $1 / 1000 }')
	# The code has this as a constant.
	grep -qE "^#define RCC_TANDEM_END_NS INT64_C\($(calc "$saves * 1e6")\)\$" \
		"$top/harness/study/tandem.h"
	quotes "The run that ends last saves about $saves ms."
	quotes "$saves ms are $(calc "100 * $saves / 30" %.1g) % of a run of 30 ms, and $(calc "100 * $saves / 1000" %.1g) % of a run of a second."
	quotes "names the $saves ms."
	# A warm process saves this against one that ends first.
	awk -F'\t' '$2 == "first" && $1 == "3" { cold = $4; ec = $5 }
	$2 == "first" && $1 == "3 warm" { warm = $4; ew = $5 }
	END { print cold - warm, sqrt(ec * ec + ew * ew) }' "$kept/ending.tsv" >warm
	{ saved 3 && cat warm && saved 6 && saved 20; } >savings
	awk '{ s[NR] = $1; e[NR] = $2 }
	END {
		off = s[1] - s[2]
		exit !(off * off < 4 * (e[1] * e[1] + e[2] * e[2]) && s[3] < s[1] &&
			s[3] > 2 * e[3] && s[4] < 2 * e[4])
	}' savings
	quotes "saves about as much as a warm process does if it ends 3 ms after the first one: $saves ms."
	quotes 'It saves less after 6 ms, and nothing that can be seen after 20 ms.'
	n=$(cut -f3 "$kept/ending.tsv" | sed 1d | sort -u)
	quotes "of $n blocks"
	quotes "for $(cut -f1 "$kept/ending.tsv" | grep -x '[0-9]*' | sort -nu | list | sed 's/ and / or /') ms more."
}

# What the page says with numbers, and nobody measured: limits of the code, settings of
# the experiment, levels, versions, and suppositions
settings() {
	local least least_ms text
	least=$(sed -nE 's/^#define RCC_TANDEM_LEAST_SHARE //p' "$top/harness/study/tandem.h")
	least_ms=$(sed -nE 's/^#define RCC_TANDEM_LEAST_NS INT64_C\((.*)000000\)/\1/p' \
		"$top/harness/study/tandem.h")
	quotes "must compute for at least $least_ms ms"
	least=$(calc "100 * $least")
	quotes "main thread computed in at least $least % of the time"
	quotes "main thread did at least $least % of the computing"
	quotes "child processes do more than $((100 - least)) % of the computing"
	quotes "some process computed in at least $least % of the time"
	quotes "first process did less than $((100 - least)) % of the computing"
	quotes "CPU time must be $least % of wall time."
	quotes "if it waits for up to $((100 - least)) % of its time"
	while IFS= read -r text; do
		quotes "$text"
	done <<-'END'
		looks at the processes every 4 ms, in this run
		A process computes for 30 ms,
		± 1.96 standard errors
		Linux 6.18, 250 Hz
		bzip2 1.0.8, FastTree 2.1.11, gzip 1.12 and Lua 5.4.4
		with up to 7 % more iterations
		in bursts of up to 0.4 s
		typical noise, 1.4826 times the median size
		by Student's t at 5 % (Creasy
		would have a slope of 1.11.
		A new version that waits 2 % longer
		at a threshold of 1 %.
		waits for at most 1 % of its time
		Linux 6.18 counted most of a short sleep
		differ by 2 % or more and look like
	END
}

@test "every figure that TANDEM.md quotes is computed from the kept rows" {
	settings
	noise_figures
	effect_figures
	ending_figures
	# The two designs: which one scatters less
	awk -F'\t' '$3 ~ /^(triplet|pair)-spread$/ { v[$1, $2, $3] = $4; k[$1, $2] }
	END {
		for (i in k)
			if ((i, "pair-spread") in v) {
				n++
				less += v[i, "pair-spread"] < v[i, "triplet-spread"]
			}
		printf "scatter less in %d of %d rows", less, n
	}' "$BATS_FILE_TMPDIR/kept.figures" >less
	quotes "$(cat less)"
	quotes "The first $(word "$(where any layouts '== 15' | sort -u | wc -l)") programs have 15 layouts, the other $(word "$(where any layouts '== 8' | sort -u | wc -l)") have 8."
	nothing_else
}

@test "the kept pictures are those of the kept rows, and refer to no other file" {
	"$kept/pictures" "$kept/rows.csv" "$kept/alone.csv" .
	for name in effects noise; do
		cmp "$name.svg" "$kept/$name.svg"
		xmllint --noout "$name.svg"
		run -1 grep -E 'var\(|^(body|table|main)' "$name.svg"
		# every class of an element has a style
		grep -o 'class="[^"]*"' "$name.svg" | sort -u | cut -d'"' -f2 |
			grep -vxE 'name|title|subtitle' >classes
		[ -s classes ]
		while read -r class; do
			grep -qE "^([^{]*,)?\\.${class}[,{]" "$name.svg"
		done <classes
	done
}

# rows SLOPE NOISE: print 60 layouts in 6 rounds.  The effects of layouts in
# tandem have an sd of 2 percent.  In turns, the effects are SLOPE times as large.  The
# noise is NOISE percent in turns, and three quarters of that in tandem.
rows() {
	echo "$head"
	awk -v slope="$1" -v noise="$2" "$(cat "$top/testsuite/normal.awk")"'

	function put(mode, k, r, effect, sd) {
		printf "made,planted,%s,%d,%d,%d,rfa,%.0f,%.0f,%.0f\n", mode, r,
			r * 60 + k, k, 1e8 * exp(effect + sd * normal()),
			1e8 * exp(sd * normal()), 1e8 * exp(sd * normal())
	}
	BEGIN {
		seed = 11
		for (k = 0; k < 60; k++) {
			e = 0.02 * normal()
			for (r = 1; r <= 6; r++) {
				put("turns", k, r, slope * e, noise / 100)
				put("tandem", k, r, e, 0.0075 * noise)
			}
		}
	}'
}

@test "figures finds the planted slope, effects and noise" {
	# Without noise the estimates are exact.
	rows 1 0.000001 >rows.csv
	run -0 "$kept/figures" rows.csv alone.csv
	is slope 1.00
	is slope-lo 1.00
	is slope-hi 1.00
	is correlation 1.00
	[ "$(figure sd-turns)" = "$(figure sd-tandem)" ]
	rows 0.5 0.000001 >rows.csv
	run -0 "$kept/figures" rows.csv alone.csv
	is slope 0.50
	is p-slope-is-1 '< 0.0001'
	is p-beyond '< 0.0001'
	# Because of the noise in tandem, ordinary regression would find only 0.7
	# of this slope.
	rows 1 4 >rows.csv
	run -0 "$kept/figures" rows.csv alone.csv
	is slope 0.99
	awk -v lo="$(figure slope-lo)" -v hi="$(figure slope-hi)" -v n="$(figure \
		noise-turns)" -v ratio="$(figure noise-ratio)" 'BEGIN {
		exit !(lo > 0.6 && lo < 1 && hi > 1 && n > 5.3 && n < 6.1 &&
			ratio > 0.65 && ratio < 0.85) }'
}

# The expected numbers are from R: var(), pf(), and cor.test().  For the slope b,
# cor.test() takes turns - b * tandem and the estimate of the effect along that slope
# (doc/tandem/figures).
@test "figures agrees with R on the kept rows of one program" {
	run -0 "$kept/figures" "$kept/rows.csv" "$kept/alone.csv"
	output=$(grep -P '^quiet\tbzip2\t' <<<"$output")
	is noise-turns 2.19
	is noise-tandem 0.74
	is sd-turns 0.45
	is p-turns 0.110
	is sd-tandem 0.51
	is f-tandem 7.2
	is slope 0.87
	is slope-lo 0.07
	is slope-hi 1.81
	is p-slope-is-1 0.742
	# from Python: the mean of the differences, and the integral of Student's density
	is shift-difference -0.29
	is p-shift 0.103
}

@test "rows leaves out blocks with a bad run or of two sessions" {
	{
		echo 'order,arm,layout,execution,outcome,user_ns,system_ns,session'
		printf '%s\n' 0,random,5,0,ok,2000000,1000,1 \
			1,again,7,0,ok,1000000,0,1 2,fixed,3,0,ok,1500000,0,1 \
			3,random,1,0,ok,1,1,1 4,again,1,0,signal,1,1,1 \
			5,fixed,1,0,ok,1,1,1 \
			6,random,2,1,ok,1,1,1 7,again,1,1,ok,1,1,2 8,fixed,1,1,ok,1,1,2
	} >study.csv
	run -0 "$kept/rows" quiet prog turns <study.csv
	[ "$output" = quiet,prog,turns,1,0,5,raf,2001,1500,1000 ]
}
