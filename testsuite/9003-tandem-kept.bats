#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The experiment that is kept in doc/tandem: its tables and pictures follow from the
# rows, TANDEM.md says what the tables say, and doc/tandem/figures computes the right
# figures from rows whose answer is known.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	kept=$top/doc/tandem
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

@test "the figures that TANDEM.md quotes are computed from the kept rows" {
	{
		"$kept/figures" "$kept/rows.csv" "$kept/alone.csv"
		"$kept/figures" "$kept/earlier.csv" alone.csv
	} | cut -f4 | tr ' ' '\n' | sort -u >figures
	# Take the percentages, and the numbers with two decimals or more, from
	# the text between the tables.
	awk '
	/^#/ { is_it = /^## (Noise|The same layout effect)$/; next }
	is_it && !/^\|/' "$top/doc/TANDEM.md" | tr '\n' ' ' >text
	grep -oE -e '-?[0-9]+\.[0-9]{2,}|-?[0-9]+\.[0-9]+ %' text | tr -d ' %' |
		sort -u >said
	[ "$(wc -l <said)" -ge 15 ]
	# These numbers are not measured.  1.4826 converts a median deviation to a
	# standard deviation.  0.05 is a level of significance.  1.11 is the slope if
	# tandem runs dilute effects by a tenth.
	printf '%s\n' 1.4826 0.05 1.11 >defined
	sort -u figures defined | comm -23 said - >missing
	[ ! -s missing ] || {
		echo "not in the figures: $(tr '\n' ' ' <missing)"
		false
	}
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
