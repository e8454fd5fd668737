#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Check that the reports in doc/study follow from the kept rows.  Check that other
# pages quote the numbers of these reports.

# shellcheck disable=SC2016 # a backquote in single quotes is Markdown
# shellcheck disable=SC2154 # bats sets stderr
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	study=$top/doc/study
	cd "$BATS_TEST_TMPDIR" || exit
}

# Read lines "NAME computed VALUE" and "NAME printed VALUE".  Check that every NAME has
# both lines, and that the computed value rounds to the printed one.
compare() {
	awk '
	$2 == "computed" { computed[$1] = $3 }
	$2 == "printed" { printed[$1] = $3 }
	END {
		for (name in printed)
			if (!(name in computed)) {
				print name ": printed, and has no rows"
				bad = 1
			}
		for (name in computed) {
			n++
			point = index(printed[name], ".")
			digits = point ? length(printed[name]) - point : 0
			half = 0.5000001 * 10 ^ -digits
			off = printed[name] - computed[name]
			if (!(name in printed) || off > half || off < -half) {
				print name ": " printed[name] " printed, " \
					computed[name] " computed"
				bad = 1
			}
		}
		if (n == 0)
			print "nothing compared"
		exit bad || n == 0
	}'
}

# Print lines for compare() from a suite's rows.  Each benchmark has four lines: the mean
# of the random layouts, the sd of the random layouts, the sd of the original layout,
# and the shift.  An sd is in percent of its arm's mean, and the shift is in percent.
computed_of_suite() { # METRIC <CSV
	awk -F, -v metric="$1" '
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		value = metric == "time" ? at["wall_ns"] : at[metric]
		next
	}
	$at["outcome"] == "ok" {
		b = $1
		arm = $at["arm"]
		y[b, arm, ++n[b, arm]] = $value
		benchmark[b]
	}
	function mean(b, arm,   i, sum) {
		for (i = 1; i <= n[b, arm]; i++)
			sum += y[b, arm, i]
		return sum / n[b, arm]
	}
	function variation(b, arm,   i, m, sum) {
		m = mean(b, arm)
		for (i = 1; i <= n[b, arm]; i++)
			sum += (y[b, arm, i] - m) ^ 2
		return 100 * sqrt(sum / (n[b, arm] - 1)) / m
	}
	END {
		for (b in benchmark) {
			at_b = metric "-" b
			m = mean(b, "random")
			printf "%s-mean computed %.17g\n", at_b,
				metric == "time" ? m / 1e6 : m
			printf "%s-random computed %.17g\n", at_b,
				variation(b, "random")
			printf "%s-original computed %.17g\n", at_b,
				variation(b, "fixed")
			printf "%s-shift computed %.17g\n", at_b,
				100 * (m / mean(b, "fixed") - 1)
		}
	}'
}

# Print lines for compare() from the first table of each metric in a text.
printed_in_suite() { # <TEXT
	awk '
	/^Suite of / {
		metric = $5
		if (metric == "wall")
			metric = "time"
		sub(/,$/, "", metric)
	}
	/^  benchmark .* shift/ { in_table = 1; next }
	/^$/ { in_table = 0 }
	in_table {
		at_b = metric "-" $1
		# Milliseconds have a unit.
		k = metric == "time" ? 4 : 3
		print at_b "-mean printed " $2
		print at_b "-random printed " $k
		print at_b "-original printed " $(k + 1)
		print at_b "-shift printed " $(k + 3)
	}'
}

@test "the kept tables of suites follow from the kept rows" {
	for name in lto link; do
		{
			computed_of_suite time <"$study/$name.csv"
			printed_in_suite <"$study/$name.text"
		} >"$name.lines"
		[ "$(grep -c printed "$name.lines")" = 40 ]
		compare <"$name.lines"
	done
	for metric in I1mr D1mr ILmr Bcm Ir; do
		computed_of_suite "$metric" <"$study/exact.csv"
	done >exact.lines
	printed_in_suite <"$study/exact.text" >>exact.lines
	[ "$(grep -c printed exact.lines)" = 200 ]
	compare <exact.lines
}

@test "the kept table and ratios of flags follow from the kept rows" {
	awk -F, '
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		next
	}
	$at["outcome"] == "ok" {
		a = $at["system"] "-" $at["arm"]
		n[a]++
		sum[a] += $at["wall_ns"] / 1e6
		square[a] += ($at["wall_ns"] / 1e6) ^ 2
	}
	END {
		for (a in n) {
			m[a] = sum[a] / n[a]
			sd = sqrt((square[a] - n[a] * m[a] ^ 2) / (n[a] - 1))
			print a "-runs computed " n[a]
			printf "%s-mean computed %.17g\n", a, m[a]
			printf "%s-variation computed %.17g\n", a,
				100 * sd / m[a]
		}
		split("O2 O3", now, " ")
		for (i = 1; i <= 2; i++) {
			printf "%s-over-calls computed %.17g\n", now[i],
				m[now[i] "-random"] / m["calls-random"]
			printf "%s-over-calls-original computed %.17g\n",
				now[i], m[now[i] "-fixed"] / m["calls-fixed"]
		}
	}' "$study/flags.csv" >flags.lines
	tr -d '(' <"$study/flags.text" | awk '
	$2 ~ /^(random|fixed)$/ && $NF == "%" {
		a = $1 "-" $2
		print a "-runs printed " $3
		print a "-mean printed " $4
		print a "-variation printed " $(NF - 1)
	}
	$2 == "/" && $3 == "calls:" {
		now = $1
		print now "-over-calls printed " $4
	}
	/Ratio of the two original layouts alone:/ {
		print now "-over-calls-original printed " $8
	}' >>flags.lines
	[ "$(grep -c printed flags.lines)" = 22 ]
	compare <flags.lines
}

@test "the pairs of one build a side are those worked out by hand" {
	cat >rows <<-'END'
		benchmark,system,arm,outcome,wall_ns
		x,O2,random,ok,100
		x,O2,random,ok,200
		x,O3,random,ok,90
		x,O3,random,failed,900
		x,O3,random,ok,180
		x,O2,fixed,ok,100
		x,O3,fixed,ok,110
	END
	"$study/pairs" O2 O3 <rows >printed
	grep -xE '  x +0\.900 +0\.450 to 1\.800 +25\.0 +\| +1\.100 +1\.100 to 1\.100 +100\.0' printed
	"$study/pairs" O3 O2 <rows >printed
	grep -xE '  x +1\.111 +0\.556 to 2\.222 +25\.0 +\| +0\.909 +0\.909 to 0\.909 +100\.0' printed
}

@test "the kept ratios of orders, and their pairs, follow from the kept rows" {
	awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["outcome"] == "ok" && $at["arm"] == "random" {
		sum[$1, $at["system"]] += $at["wall_ns"]
		n[$1, $at["system"]]++
		of[$1]
	}
	END {
		for (b in of) {
			old = sum[b, "O2"] / n[b, "O2"]
			now = sum[b, "O3"] / n[b, "O3"]
			printf "%s computed %.17g\n", b, now / old
		}
	}' "$study/orders.csv" >ratios
	awk '
	/^O3 against O2/ { is_it = 1 }
	/Differences up to/ { is_it = 0 }
	is_it && $2 ~ /^[01]\./ { print $1 " printed " $2 }
	' "$study/orders.text" >>ratios
	[ "$(grep -c printed ratios)" = 10 ]
	compare <ratios

	"$study/pairs" O2 O3 <"$study/orders.csv" >pairs
	tail -n "$(wc -l <pairs)" "$study/orders.text" | diff - pairs
}

# Print lines for compare() from the tests in a text, and "TEST DOSE" for each suspected
# dose to the file "suspected".
printed_doses() { # <TEXT
	awk '
	BEGIN { test = -1 }
	/^  .* \([0-9]+ blocks\)\.$/ {
		blocks = $(NF - 1)
		sub(/\(/, "", blocks)
		print ++test "-blocks printed " blocks
	}
	/^  +offset mod .* 95 % interval/ { dose = 0; in_table = 1; next }
	/^$/ { in_table = 0 }
	in_table {
		at = $2 ~ /^[0-9]+$/ ? 3 : 2
		print test "-" dose " printed " $at
		if ($NF == "suspected")
			print test, dose >"suspected"
		dose++
	}'
}

@test "the kept answers of explain follow from the kept trials" {
	for program in hmmer2 bzip2 x264; do
		rm -f suspected
		printed_doses <"$study/explain/$program.text" >lines
		awk -F, -f "$BATS_TEST_DIRNAME/doses.awk" suspected \
			"$study/explain/$program.csv" >>lines
		[ "$(grep -c printed lines)" -ge 15 ]
		compare <lines
		for picture in "$study/explain/$program"-[0-9].svg; do
			xmllint --noout "$picture"
			run -1 grep -E 'var\(|^(body|table|main)' "$picture"
		done
	done
}

# section FILE HEADING: print the text below that heading in one line
section() {
	awk -v heading="$2" '
	/^#/ { is_it = $0 == heading; next }
	is_it' "$1" | tr -s ' \n*' ' '
}

# numbers: print the numbers of a text that are percentages ("1.2 %", "1, 2 and 3 %",
# "(0.1 to 0.2 %)"), ratios (three decimals or more) or counts ("1,234")
numbers() {
	tee everything |
		grep -oE '[0-9][0-9.]*((, | to | and )[0-9][0-9.]*)* %' |
		grep -oE '[0-9]+(\.[0-9]+)?'
	grep -oE '[0-9]+\.[0-9]{3,}' everything || :
	grep -oE '[0-9]{1,3}(,[0-9]{3})+' everything | tr -d ,
}

# sayable FILE...: print the numbers that a page may quote from these reports.  They are
# the numbers in the reports, and the change in percent that each ratio means, with 0,
# 1 and 2 decimals.
sayable() {
	cat -- "$@" | grep -oE '[0-9]+(\.[0-9]+)?' | awk '
	{ print }
	sub(/\.0+$/, "") { print }
	/^[01]\.[0-9][0-9][0-9]/ {
		change = 100 * ($1 - 1)
		if (change < 0)
			change = -change
		for (d = 0; d <= 2; d++)
			printf "%.*f\n", d, change
	}' | sort -u
}

# said FILE HEADING TEXT...: check that every number of the section is one that
# sayable() prints
said() {
	section "$1" "$2" | numbers | sort -u >said
	shift 2
	sayable "$@" | comm -23 said - >missing
	[ -s said ]
	[ ! -s missing ] || {
		echo "not in ${*##*/}: $(tr '\n' ' ' <missing)"
		return 1
	}
}

@test "the numbers that pages quote of the kept studies are in their reports" {
	for name in lto link orders flags exact; do
		said "$study/README.md" "## Results of \`$name\`" \
			"$study/$name.text"
	done
	said "$study/README.md" '## Results of `explain`' "$study"/explain/*.text
	said "$top/README.md" '## How one layout misleads' \
		"$study"/{flags,lto,link,orders}.text
}

@test "what the README says of third-party programs is on their pages" {
	section "$top/README.md" '## Why believe it' >told
	grep -qF ': 30 of 30, at `-O2` and with `-flto` |' told
	for flags in '-O2' '-O2 -flto'; do
		grep -qE -e "^- \`$flags\`: 30 of 30 correct in all points(;|$)" \
			"$top/doc/CORPUS.md"
	done
	# BUILDS.md names the programs that were not run, and none that is wrong.
	for flags in '-O2' '-O2 -flto'; do
		sed -n "s/^- \`$flags\`: \([0-9]* of [0-9]*\) correct.*/\1/p" \
			"$top/doc/evidence/BUILDS.md"
	done >correct
	grep -qF "$(sed -n 1p correct) at \`-O2\`, $(sed -n 2p correct) with \`-flto\`; the others were not run" told
	run -1 grep -E '(wrong|not checked in all points):' "$top/doc/evidence/BUILDS.md"
	of=$(sed 's/.*of \([0-9,]*\) verdicts none differs.*/\1/; s/,//g' told)
	grep -q "^- gcc's own tests: of $of verdicts .*, 0 differ" "$top/doc/TORTURE.md"
	of=$(sed 's/.*of \([0-9,]*\) programs \([0-9]*\) ended in time to be judged, and none differs.*/\1 \2/
		s/,//g' told)
	grep -q "^- random programs: of $of the same, 0 differ" "$top/doc/TORTURE.md"
}

@test "the kept pictures refer to no other file" {
	for name in lto link orders exact; do
		xmllint --noout "$study/$name.svg"
		run -1 grep -E 'var\(|^(body|table|main)' "$study/$name.svg"
		# Every class of an element has a style.
		grep -o 'class="[^"]*"' "$study/$name.svg" | sort -u |
			cut -d'"' -f2 | tr ' ' '\n' |
			grep -vxE 'name|title|subtitle' >classes
		[ -s classes ]
		while read -r class; do
			grep -qE "^([^{]*,)?\\.${class}[,{]" "$study/$name.svg"
		done <classes
		# The axis is logarithmic where one program varies a hundred times
		# as much as another.
		[ "$(grep -c logarithmic "$study/$name.svg")" = \
			"$([ $name = exact ] && echo 1 || echo 0)" ]
	done
}
