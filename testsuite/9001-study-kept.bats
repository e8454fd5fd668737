#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Check that the reports in doc/study follow from the kept rows.  Check that other
# pages quote the numbers of these reports.

# shellcheck disable=SC2016 # a backquote in single quotes is Markdown
# shellcheck disable=SC2154 # bats sets stderr
bats_require_minimum_version 1.5.0
load page.bash

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
		metric = $5 == "simulated" ? $6 : $5
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

# ---- The numbers that pages quote ----
#
# A test of a section gives sentences to has(), with each number taken from a report or
# from rows by its name.  nothing_left() then checks that the section has no other number.

# open_section FILE HEADING: the text of the section goes to $left, without indented blocks
# and pictures
open_section() {
	sed '/^    /d; /^!\[/d; s/\*//g' "$1" >page
	left=$(section page "$2")
	[ -n "$left" ]
}

# has TEXT: check that the section says TEXT.  Take it out.  A text with a gap, where a
# value was not found, is refused.
has() {
	[[ ! $1 =~ ^' '|'  '|' '[,.\;:\)]|'('[' '\)%]|'""' ]] || {
		echo "a value is missing: $1"
		return 1
	}
	[[ $left == *"$1"* ]] || {
		echo "the page does not say: $1"
		return 1
	}
	left=${left/"$1"/ }
}

# Check that no number is left, as digits or as a word.  The names of programs, flags and
# files are no numbers, nor are "all ten" and "one build".
nothing_left() {
	sed -E 's/\]\([^)]*\)//g; s/`[^`]*`//g; s/-O[0-9]//g; s/\b[A-Za-z]+[0-9]+\b//g
		s/\ball ten\b//g; s/\b[Oo]ne (build|layout)\b//g' <<<"$left" |
		grep -oiE '.{0,30}([0-9]|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half)\b).{0,30}' \
			>unread || :
	cat unread
	[ ! -s unread ]
}

# thousands: put a comma before each three digits of numbers, which are rounded first
thousands() {
	awk '{ printf "%.0f\n", $1 }' | sed ':a; s/\B[0-9]\{3\}\>/,&/; ta'
}

# facts REPORT: write "METRIC BENCHMARK KEY<tab>VALUE" of a suite's report to the file
# "facts", which fact() and all() read.  A benchmark with systems is "bzip2-O3".
facts() {
	report=$study/$1.text
	awk -v OFS='\t' '
	function put(key, value) { print metric " " $1 " " key, value }
	/^Suite of / {
		metric = $5 == "simulated" ? $6 : $5
		metric = metric == "wall" ? "time" : metric
		sub(/,$/, "", metric)
	}
	/^  benchmark .* shift(,|  +95 %) / { table = "arms"; next }
	/^  benchmark .* seen by/ { table = "layouts"; next }
	/^  benchmark .* all together/ { table = "ratios"; next }
	/^  benchmark .* other, %/ { table = "pairs"; next }
	/^Layouts needed/ { table = "needed"; next }
	/^$/ { table = "" }
	table == "" || $1 ~ /^[+]-/ { next }
	{
		gsub(/[()|]/, " ")
		sub(/ ms /, " ")
		if ($2 ~ /^O[0-9]$/) {
			$1 = $1 "-" $2
			$2 = ""
		}
		$0 = $0
	}
	table == "arms" {
		put("mean", $2)
		put("random", $3)
		put("original", $4)
		put("share", $5)
		put("shift", $6)
		if ($8 == "to") {
			put("shift-low", $7)
			put("shift-high", $9)
		}
	}
	table == "layouts" {
		put("sd", $2)
		put("sd-low", $3)
		put("sd-high", $5)
		put("F", $6)
		put("seen-by", $9 (NF > 9 ? " " $10 : ""))
	}
	table == "needed" {
		put("needed-0.5", $2)
		put("needed-1", $3)
	}
	table == "ratios" {
		put("ratio", $2)
		put("ratio-low", $3)
		put("ratio-high", $5)
		put("together", NF == 9 ? $8 " " $9 : $7)
	}
	table == "pairs" {
		put("pair-low", $3)
		put("pair-high", $5)
		put("other", $6)
		put("noise-low", $8)
		put("noise-high", $10)
		put("noise-other", $11)
	}' "$report" >facts
	[ -s facts ]
}

# fact METRIC BENCHMARK KEY: print a value
fact() {
	awk -F'\t' -v key="$*" '$1 == key { print $2; n++ } END { exit n != 1 }' facts
}

# all METRIC KEY: print "BENCHMARK VALUE" of every benchmark, in the report's order
all() {
	awk -F'[ \t]' -v metric="$1" -v key="$2" '
	$1 == metric && $3 == key { print $2, $4 ($5 == "" ? "" : " " $5) }' facts
}

# names METRIC KEY VALUE: print the benchmarks that have this value
names() {
	all "$1" "$2" | sed -n "s/^\([^ ]*\) $3$/\1/p"
}

# shift_of METRIC BENCHMARK LESS MORE: print the shift with the word for its sign
shift_of() {
	fact "$1" "$2" shift | awk -v less="$3" -v more="$4" '
	{ sub(/^[+]/, ""); if (sub(/^-/, "")) more = less; print $1 " % " more }'
}

# shift_range METRIC BENCHMARK: print the interval of a shift without signs
shift_range() {
	{
		fact "$1" "$2" shift-low
		fact "$1" "$2" shift-high
	} | tr -d '+-' | sort -g | xargs printf '%s to %s %%'
}

# together WHAT: print the benchmarks of a line of the lists "that hold for all benchmarks
# together", in the first such list
together() {
	sed -n "s/^  $1  *//p" "$report" | sed -n 1p | tr -d ',' | tr ' ' '\n'
}

# Print the geometric mean of a report with its interval.
geometric_mean() {
	tr -s ' \n' ' ' <"$report" |
		sed -n 's/.*Geometric mean of [^:]*: \([0-9.]*\) (95 % interval \([0-9.]*\) to \([0-9.]*\),.*/\1 (\2 to \3)/p'
}

# disturbed [ARM]: print the benchmarks with runs that lie far from the others, all or
# those of an arm
disturbed() {
	sed -n '/^Warnings/,/^$/p' "$report" | tr -s ' \n' ' ' | sed 's/ - /\n/g' |
		sed -n "/${1:-}) lies* far from the others/s/: [0-9].*//p" |
		grep -oE '[a-z]+[0-9]*' | grep -vxE 'and|with|other|numbers' | sort -u
}

# Print how many layouts of a benchmark differ, by the report's warning.
differing() { # BENCHMARK
	tr -s ' \n' ' ' <"$report" |
		sed -n "s/.* - $1 [^:]*: only \([0-9]*\) of [0-9]* layouts differ:.*/\1/p"
}

# arms EXPERIMENT: print "BENCHMARK SYSTEM ARM N" for each arm of a suite's rows
arms() {
	awk -F, '
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		next
	}
	$at["outcome"] == "ok" {
		n["benchmark" in at ? $at["benchmark"] : "-", $at["system"], $at["arm"]]++
	}
	END {
		for (a in n) {
			split(a, part, SUBSEP)
			print part[1], part[2], part[3], n[a]
		}
	}' "$study/$1.csv"
}

# Print the one number of runs that all arms have.
runs_of_arm() { # EXPERIMENT
	arms "$1" | awk '{ print $4 }' | sort -u >one
	[ "$(wc -l <one)" = 1 ]
	cat one
}

# Print the number of benchmarks of a suite's rows.
benchmarks() { # EXPERIMENT
	arms "$1" | awk '{ print $1 }' | sort -u | wc -l
}

@test "the study's page says of lto what its rows and its report say" {
	open_section "$study/README.md" '## Results of `lto`'
	facts lto
	n=$(benchmarks lto)
	has "$(capital "$(word "$n")") programs, $(runs_of_arm lto) random layouts and as many runs of the original one"
	has "with $(word "$(sed -n 's/.*(\([0-9]*\) CPUs).*/\1/p' "$report")") CPUs"
	has "the load average of that moment, $(tr -s ' \n' ' ' <"$report" |
		sed 's/.*the load was \([0-9.]*\) when.*/\1/'),"

	all time sd | sort -g -k2 >sds
	names time seen-by both >by-both
	n_both=$(wc -l <by-both)
	[ $((2 * n_both)) = "$n" ]
	has "Half of the programs"
	has "By both tests, $(word "$n_both") of the $(word "$n") vary"
	has "from layout to layout by $(grep -wFf by-both sds |
		awk '{ print $2 " %" (NR == 1 ? " of the mean" : "") " (" $1 ")" }' | list)."
	[ "$(together 'layouts vary')" = hmmer2 ]
	has "only hmmer2 remains, whose original layout varies by $(fact time hmmer2 original) %"

	names time seen-by 'F only' >doubtful
	has "$(capital "$(word "$(wc -l <doubtful)")") more may rest on a few runs. $(list <doubtful) vary only by"
	[ "$(fact time gnugo F | awk '{ print ($1 > 0.975) }')" = 1 ]
	has "gnugo's original layout would vary more ($(fact time gnugo original) %) than random ones ($(fact time gnugo random) %)"
	has "$(names time seen-by neither | list) show nothing by either test."

	has "libquantum takes $(shift_of time libquantum less more) time than in its original layout (interval $(shift_range time libquantum)), hmmer2 $(shift_of time hmmer2 less more) ($(shift_range time hmmer2)), tcc $(shift_of time tcc less more) ($(shift_range time tcc))."
	{
		together 'random slower'
		together 'random faster'
	} | sort | xargs >held
	[ "$(cat held)" = 'hmmer2 libquantum tcc' ]
	# Two more have an interval that excludes 0.
	[ "$(all time shift | while read -r name value; do
		[ "$(fact time "$name" shift-low | cut -c1)" != "$(fact time "$name" shift-high | cut -c1)" ] ||
			grep -qw "$name" held || echo "$name $value"
	done | xargs)" = "bzip2 $(fact time bzip2 shift) x264 $(fact time x264 shift)" ]
	has "bzip2 and x264 take $(fact time bzip2 shift | tr -d -) and $(fact time x264 shift | tr -d -) % less by their own intervals only"

	mean=$(geometric_mean)
	has "The geometric mean of random to original over these $(word "$n") is $mean"
	has "rules out more than $(tr -d '(' <<<"$mean" |
		awk '{ l = 1 - $2; h = $4 - 1; printf "%.1f", 100 * (l > h ? l : h) }') % on average for these $(word "$n"),"

	all time needed-1 | sort -g -k2 >needed
	least=$(awk 'NR == 1 { print $2 }' needed)
	has "within 1 %, $least ($(names time needed-1 "$least" | paste -s -d, | sed 's/,/, /g')) to $(tail -n 1 needed |
		awk '{ print $2 " (" $1 ")" }'); to within 0.5 %, $(all time needed-0.5 |
		awk '{ print $2 }' | sort -g | sed -n '1p;$p' | xargs | sed 's/ / to /')."
	has "in $(word "$(disturbed | wc -l)") programs some runs lie far off"
	nothing_left
}

@test "the study's page says of link what its report says" {
	open_section "$study/README.md" '## Results of `link`'
	facts link
	names time seen-by both >by-both
	diff <(together 'layouts vary' | sort) <(sort by-both)
	has "$(capital "$(word "$(wc -l <by-both)")") programs vary by both tests, and when all ten are judged at once: hmmer2 by $(fact time hmmer2 sd) % of the mean from layout to layout (its original one varies by $(fact time hmmer2 original) %), bzip2 by $(fact time bzip2 sd) %, x264 by $(fact time x264 sd) % ($(fact time x264 original) %)."
	has "$(names time seen-by 'F only' | list) vary only by the ratio of variances, by which the original layout of tcc would vary more ($(fact time tcc original) %) than random ones ($(fact time tcc random) %)"
	[ "$(together 'random slower') $(together 'random faster')" = 'libquantum x264' ]
	has "Two shifts hold for all ten together: libquantum takes $(shift_of time libquantum less more) time ($(shift_range time libquantum)) than in the order of its Makefile, x264 $(shift_of time x264 less more) ($(shift_range time x264))."
	has "A few objects are enough in bzip2: $(differing bzip2) different orders, $(fact time bzip2 sd) %."
	nothing_left
}

# pairs_of BENCHMARK KIND: print the middle 95 % of the ratios of pairs or of noise
pairs_of() {
	echo "$(fact time "$1" "$2-low") to $(fact time "$1" "$2-high")"
}

@test "the study's page says of orders what its rows and its report say" {
	open_section "$study/README.md" '## Results of `orders`'
	facts orders
	has "in $(runs_of_arm orders) orders of the objects each"
	has "of both: $(arms orders | awk '{ n += $4 } END { print n }' | thousands) runs"

	names time together faster >gained
	while read -r name; do
		echo "$(fact time "$name" ratio) $name"
	done <gained | sort -g >ratios
	has "takes less time in $(word "$(wc -l <gained)") of the programs (from $(head -n 1 ratios |
		sed 's/ / of it, /'), to $(tail -n 1 ratios | sed 's/ /, /'))"
	has "more in $(names time together slower) ($(fact time bzip2 ratio), interval $(fact time bzip2 ratio-low) to $(fact time bzip2 ratio-high))."
	tr -s ' \n' ' ' <"$report" >told
	has "In $(names time together 'no difference') there is no difference of more than $(sed 's/.*Differences up to \([0-9.]*\) % do not matter.*/\1/' told) %; $(names time together undecided) is undecided."
	has "The geometric mean is $(geometric_mean)."

	has "The middle 95 % of the pairs range from $(pairs_of libquantum pair) in libquantum, where noise alone, in pairs of runs of the original order, ranges from $(pairs_of libquantum noise); in x264 from $(pairs_of x264 pair) (noise $(pairs_of x264 noise)), in phalanx from $(pairs_of phalanx pair) ($(pairs_of phalanx noise))."

	other() { fact time "$1" other; }
	noise() { fact time "$1" noise-other; }
	has "In bzip2 $(other bzip2) % of the pairs say that \`-O3\` is faster, $(noise bzip2) % by noise alone; in gnugo $(other gnugo) % say that it is slower, in phalanx $(other phalanx) %, and none by noise."
	[ "$(noise gnugo) $(noise phalanx)" = '0.0 0.0' ]
	has "In perl and xerces, where there is little to find, $(other perl) and $(other xerces) % do, and $(noise perl) and $(noise xerces) % by noise."
	# No other program has such pairs.
	[ "$(all time other | grep -v ' 0\.0$' | awk '{ print $1 }' | xargs)" = \
		'bzip2 gnugo perl phalanx xerces' ]

	has "single runs of the original order in $(word "$(disturbed fixed | wc -l)") programs"
	names time sd '0\.0' >none
	[ "$(xargs <none)" = 'bzip2-O3 tcc-O2 xerces-O2' ]
	while read -r name; do
		grep -qx "${name%-*}" <(disturbed fixed)
		awk -v random="$(fact time "$name" random)" \
			-v original="$(fact time "$name" original)" \
			'BEGIN { exit !(original > random) }'
		echo "${name%-*} at \`-${name#*-}\` ($(fact time "$name" original) %)"
	done <none >each
	has "$(capital "$(word "$(wc -l <none)")") of these, $(list <each), vary more than over orders"
	nothing_left
}

# Print the number of random layouts that each system of flags.csv has.
layouts_of_flags() {
	awk -F, 'NR > 1 && $3 == "random" { print $2, $4 }' "$study/flags.csv" | sort -u |
		awk '{ n[$1]++ } END { for (s in n) print n[s] }' | sort -u
}

# flags_report SED-SCRIPT: run the script on the report of flags, one line for each part
flags_report() {
	tr -s ' \n' ' ' <"$study/flags.text" | sed 's/ == \([a-zA-Z0-9]*\), random == \| O[23] against calls: /\n&/g' |
		sed -n "$1"
}

# ratio_of NOW: print the ratio of a system to calls over layouts with its interval
ratio_of() {
	flags_report "s/.* $1 \/ calls: \([0-9.]*\) (95 % interval \([0-9.]*\) to \([0-9.]*\);.*/\1 (\2 to \3)/p"
}

# original_ratio NOW: print the ratio of the two original layouts with its interval
original_ratio() {
	flags_report "s/.* $1 \/ calls: .*Ratio of the two original layouts alone: \([0-9.]*\) (95 % interval \([0-9.]*\) to \([0-9.]*\);.*/\1 (\2 to \3)/p"
}

# of_system SYSTEM SED-EXPRESSION: print what the expression prints of this system's part
of_system() {
	flags_report "/^ == $1, random == /{ $2; }"
}

original_shift() { # SYSTEM
	of_system "$1" 's/.*random layouts are \([0-9.]*\) % \(faster\|slower\) on average.*/\1/p'
}

original_sd() { # SYSTEM
	sed -n "s/^  $1 fixed .* \([0-9.]*\) %$/\1/p" "$study/flags.text"
}

far() { # SYSTEM
	sed -n "s/^  - \([0-9]*\) of [0-9]* runs ($1 fixed) lies* far .*/\1/p" "$study/flags.text"
}

@test "the study's page says of flags what its rows and its report say" {
	open_section "$study/README.md" '## Results of `flags`'
	layouts=$(layouts_of_flags)
	runs=$(runs_of_arm flags)
	has "; $layouts layouts of each, $(word $((runs / layouts))) executions a layout"
	has "$(word "$(far calls)") of the $runs runs of the original layout without inlining lie far from the others, $(word "$(far O3)") at \`-O3\` and $(word "$(far O2)") at \`-O2\`."
	has "The original layouts vary by $(original_sd calls), $(original_sd O3) and $(original_sd O2) %, in this order."

	sd='s/.*From layout to layout it has a standard deviation of \([0-9.]*\) % of the mean (\([0-9.]*\) to \([0-9.]*\) %).*/\1 % (\2 to \3 %)/p'
	share='s/.*Layout makes \([0-9]*\) % of the variance.*/\1/p'
	has "the $(word "$(arms flags | awk '{ print $2 }' | sort -u | wc -l)") have a standard deviation of $(for system in calls O2 O3; do
		of_system $system "$sd"
	done | list), which makes $(for system in calls O2 O3; do
		of_system $system "$share"
	done | list) % of the variance of single runs"

	has 'a narrow interval about two layouts'
	has "The ratio of the two original layouts is $(original_ratio O2): inlining"
	has "The ratio of the programs over their layouts is $(ratio_of O2), undecided."
	[[ $(of_system calls 's/.*The original layout is an \(unlucky\) one.*/\1/p') == unlucky ]]
	has "unlucky one: random ones take $(original_shift calls) % less time."
	[ -n "$(of_system O2 '/ No difference between its mean and that of random layouts was detected/p')" ]
	has "The original layout at \`-O3\` takes $(original_ratio O3) of the time;"
	over=$(ratio_of O3)
	has "over layouts it is $over, $(awk '{ printf "%.0f", 100 * (1 - $1) }' <<<"$over") % less."
	[[ $(of_system O3 's/.*The original layout is a \(lucky\) one.*/\1/p') == lucky ]]
	has "The original layout is a lucky one, by $(original_shift O3) %."
	nothing_left
}

# constant METRIC: print the benchmarks of exact.csv whose metric is the same in every run
constant() {
	awk -F, -v metric="$1" '
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		next
	}
	!($1 in first) { first[$1] = $at[metric] }
	$at[metric] != first[$1] { varies[$1] }
	END {
		for (b in first)
			if (!(b in varies))
				print b
	}' "$study/exact.csv" | sort
}

# misses BENCHMARK: print the misses of the instruction cache as the page does
misses() {
	fact I1mr "$1" mean | thousands
}

@test "the study's page says of exact what its rows and its report say" {
	open_section "$study/README.md" '## Results of `exact`'
	facts exact
	n=$(benchmarks exact)
	layouts=$(runs_of_arm exact)
	has "The same programs, $(word "$layouts") layouts each and as many runs of the original one"

	constant Ir >same
	[ -z "$(comm -23 same <(constant D1mr))" ]
	has "$(capital "$(word "$(wc -l <same)")") of the $(word "$n") execute exactly as many instructions in every layout as in the original one (perl $(fact Ir perl mean | thousands) of them), and miss the data cache exactly as often."
	has "$(all Ir mean | awk '{ print $1 }' | grep -vxFf same | list) read the clock,"

	sd() { fact I1mr "$1" sd; }
	[ "$(sd lemon)" = "$(sd libquantum)" ]
	has "Misses of the instruction cache vary by $(sd bzip2) % of the mean over layouts in bzip2, $(sd lemon) % in lemon and libquantum, $(sd x264) % in x264, $(sd gnugo) % in gnugo, $(sd tcc) % in tcc, $(sd perl) % in perl, $(sd hmmer2) % in hmmer2, $(sd xerces) % in xerces and $(sd phalanx) % in phalanx, against 0.0 % (phalanx $(fact I1mr phalanx original) %) over runs of the original layout."
	[ "$(all I1mr original | grep -v '^phalanx ' | awk '{ print $2 + 0 }' | sort -u)" = 0 ]
	has "$(capital "$(word "$layouts")") layouts estimate this roughly: phalanx's interval is $(fact I1mr phalanx sd-low) to $(fact I1mr phalanx sd-high) %."

	tool=$(tr -s ' \n' ' ' <"$report" | sed -n 's/.* simulated by cachegrind of \([^;]*\); I1 cache: \([0-9]*\) B, \([0-9]*\) B, \([0-9]*-way associative\);.*/\1|\2|\3|\4/p')
	has "$(cut -d'|' -f1 <<<"$tool") read the sizes of the caches from an $(sed -n 's/^  machine  *\(AMD EPYC\) .*/\1/p' "$report"), and simulated an instruction cache of $(cut -d'|' -f2 <<<"$tool") bytes, in lines of $(cut -d'|' -f3 <<<"$tool") bytes and $(cut -d'|' -f4 <<<"$tool")."
	has "Before, $(($(wc -l <"$study/exact.csv") - 1)) runs of the same layouts were counted on an Intel Xeon,"

	executed() { fact Ir "$1" mean | thousands; }
	has "perl misses $(misses perl) times in $(executed perl) instructions, tcc $(misses tcc) times in $(executed tcc), xerces $(misses xerces) times in $(executed xerces);"
	has "bzip2, lemon, hmmer2 and libquantum $(for name in bzip2 lemon hmmer2 libquantum; do
		fact I1mr $name mean
	done | sort -g | sed -n '1p;$p' | thousands | xargs | sed 's/ / to /') times in the whole run"
	# "The two need not agree either"
	has 'The two need not agree'
	[[ $(fact I1mr x264 shift) == +* ]]
	[ "$(awk '$1 == "x264" && / ms / { print $7; exit }' "$study/lto.text" | cut -c1)" = - ]

	{
		together 'random larger'
		together 'random smaller'
	} | sort >held
	[ "$(xargs <held)" = 'gnugo x264' ]
	has "$(capital "$(word "$(wc -l <held)")") shifts of the misses"
	has "over layouts gnugo has $(shift_of I1mr gnugo fewer more) than in its original layout (interval $(shift_range I1mr gnugo)), x264 $(shift_of I1mr x264 fewer more) ($(shift_range I1mr x264))."
	fewer() { shift_of Bcm "$1" fewer more; }
	has "$(fewer perl) conditional branches are mispredicted in perl ($(shift_range Bcm perl)), $(fewer phalanx) in phalanx ($(shift_range Bcm phalanx)), $(fewer bzip2 | sed 's/ fewer$//') in bzip2, $(fewer libquantum | sed 's/ fewer$//') in libquantum, and $(fewer xerces) in xerces ($(shift_range Bcm xerces))."
	# Those are all whose interval excludes 0.
	for name in $(all Bcm shift-low | awk '{ print $1 }'); do
		[ "$(fact Bcm "$name" shift-low | cut -c1)" != "$(fact Bcm "$name" shift-high | cut -c1)" ] ||
			echo "$name"
	done >excludes
	[ "$(sort excludes | xargs)" = 'bzip2 libquantum perl phalanx xerces' ]
	has 'Each program is counted in one session'
	nothing_left
}

# cost FUNCTION OFFSET MODULUS PROGRAM: print what the function costs there, in percent
# and with its interval
cost() {
	sed -nE "s/^  $1[^ ]* at $2 mod $3 costs ([0-9.]*) % \(([0-9.]*) to ([0-9.]*)\) of the time;.*/\1 % (\2 to \3 %)/p" \
		"$study/explain/$4.text"
}

# change FUNCTION OFFSET MODULUS PROGRAM [DOSE]: print the change at an offset (by default
# the suspected one) in the test of the function at OFFSET
change() {
	awk -v test="$1 at $2 mod $3" -v dose="${5:-$2}" '
	$0 == test { is_it = 1; next }
	is_it && / mod [0-9]+$/ { exit }
	is_it && $1 == dose && $3 == "%" { print $2; exit }' "$study/explain/$4.text"
}

# vary PROGRAM: print the variation of the layouts' means, in percent
vary() {
	tr -s ' \n' ' ' <"$study/explain/$1.text" |
		sed -n "s/.*The means of the study's [0-9]* layouts vary by \([0-9.]*\) %.*/\1/p"
}

# rest PROGRAM: print the variation that the named effects leave, in percent
rest() {
	tr -s ' \n' ' ' <"$study/explain/$1.text" |
		sed -n 's/.*Without the effects named above they would vary by \([0-9.]*\) %.*/\1/p'
}

@test "the study's page says of explain what its rows and its reports say" {
	open_section "$study/README.md" '## Results of `explain`'
	texts=("$study"/explain/*.text)
	has "The $(word ${#texts[@]}) programs were chosen"
	[ "$(sed -n 's/.*--budget "${BUDGET:-\([0-9]*m\)}".*/\1/p' "$study/run")" = 20m ]
	has 'for at most twenty minutes each'
	# The machine is written down and not measured.
	has 'a virtual machine with two Intel Xeon CPUs (family 6, model 167) and no hardware counters'
	has 'in tandem on one CPU'
	# Those that vary most in `lto`
	facts lto
	[ "$(all time sd | awk '$1 != "xerces"' | sort -g -k2 | tail -n 3 | awk '{ print $1 }' |
		sort | xargs)" = "$(basename -s .text "${texts[@]}" | xargs)" ]
	for rows in "$study"/explain/*.csv; do
		grep -c '^0,' "$rows"
	done | sort -n >explored
	has "at random places in $(sed -n '1p;$p' explored | xargs | sed 's/ / to /') runs; by now \`explain\` makes $(sed -n 's/^Default: \([0-9]*\), in which a function is in each .*/\1/p' "$top/man/randstudy.1"),"

	has "\`get_ref\` costs $(cost get_ref 32 64 x264 | sed 's/ (/ of the time (/') when it begins at 32 modulo 64, and \`mc_weight\` $(cost mc_weight 0 64 x264) when it begins at 0."
	# The loop ends with a jump of two bytes.
	awk '/^  address/ { is_it = 1; next } is_it && NF == 0 { exit }
		is_it { print $1, $2 }' "$study/explain/x264.text" >loop
	first=$((0x$(sed -n '1s/ .*//p' loop)))
	length=$((0x$(sed -n '$s/ .*//p' loop) + 2 - first))
	[ "$length" -lt 128 ]
	has "the hot loop of \`get_ref\`, which is $length bytes long."
	begins=$(sed -n '1s/.* //p' loop)
	has "At 32 it begins at $begins and crosses the end of a 64-byte line; at the other three offsets the whole loop is in one line."
	for offset in 0 16 32 48; do
		at=$(((begins - 32 + offset + 64) % 64))
		[ $((at + length > 64)) = $((offset == 32)) ]
	done
	has 'So one place is slow and three are alike.'
	has "the time varies by $(vary x264) %, without these two effects by $(rest x264) %."
	[ "$(grep -c '^  .* costs .* of the time;$' "$study/explain/x264.text")" = 2 ]

	has "\`P7Viterbi\` costs $(cost P7Viterbi 32 64 hmmer2) at 32 modulo 64, and $(cost P7Viterbi 2016 4096 hmmer2) at 2016 modulo 4096."
	awk '$0 == "P7Viterbi at 2016 mod 4096" { is_it = 1; next }
		is_it && / mod [0-9]+$/ { exit }
		is_it && $3 == "%" { print $2 }' "$study/explain/hmmer2.text" | sort -g >doses
	has "from $(sed -n '1s/^-//p' doses) % less to $(sed -n '$s/^+//p' doses) % more,"
	[ "$(vary hmmer2)" = "$(rest hmmer2)" ]
	has "varies by $(vary hmmer2) % with or without what is named"
	has "of which this test had $(word "$(wc -l <doses)")."

	has "At 48 modulo 64 \`mainGtU\` costs $(change mainGtU 48 64 bzip2 | tr -d +) % more than at the offsets that are not suspected, and \`fallbackSort\` at 0 costs $(change fallbackSort 0 64 bzip2 | tr -d +) %."
	has "Their intervals exclude 0, and they are below the threshold of $(tr -s ' \n' ' ' <"$study/explain/bzip2.text" |
		sed 's/.*an effect above the threshold of \([0-9.]*\) %.*/\1/') %, which the time over layouts, $(vary bzip2) %, exceeds"
	nothing_left
}

@test "the README says of one layout what the kept studies say" {
	open_section "$top/README.md" '## How one layout misleads'
	runs=$(runs_of_arm flags)
	layouts=$(layouts_of_flags)
	has "One build of each, run $runs times in turn"
	has "Over $layouts layouts of each, with $(word $((runs / layouts))) runs a layout"
	less() { awk '{ printf "%.0f", 100 * (1 - $1) }'; }
	original_ratio O2 >ratio
	has "\"$(less <ratio) % faster, and the interval is far from 1\""
	awk '{ exit !($4 + 0 < 1) }' ratio
	has "its random layouts take $(original_shift calls) % less time."
	has "One build claims $(original_ratio O3 | less) %; over layouts it is $(ratio_of O3 | less) %"
	has "compiled by gcc $(sed -n 's/.*gcc (Debian [^)]*) \([0-9]*\)\..*/\1/p' "$study/flags.text") with"
	has 'ancestor of SPEC'\''s 456.hmmer'

	facts lto
	has "We measured $(word "$(benchmarks lto)") programs"
	names time seen-by both >by-both
	while read -r name; do
		fact time "$name" sd
	done <by-both | sort -g >sds
	has "Over $(runs_of_arm lto) layouts $(word "$(wc -l <by-both)") of them vary measurably, each judged by itself, by $(sed -n '1p;$p' sds | xargs | sed 's/ / to /') % of their time from layout to layout. Judged all at once, only $(together 'layouts vary') does."
	facts link
	has "makes hmmer2 vary by $(fact time hmmer2 sd) %."
	facts orders
	has "The middle 95 % of single pairs of builds with random orders range from $(pairs_of phalanx pair). Noise alone ranges from $(pairs_of phalanx noise). The ratio of the means over $(runs_of_arm orders) orders of each is $(fact time phalanx ratio) ($(fact time phalanx ratio-low) to $(fact time phalanx ratio-high))."
	nothing_left
}

@test "the README repeats in words what one build of each said of bzip2" {
	# testsuite/9006-readme-answers.bats checks the block.
	cost=$(tr -s ' \n' ' ' <"$top/README.md" |
		sed -n 's/.* one build each +\([0-9.]*\) % original layouts, from main to working-tree (+[0-9.]* to +[0-9.]* %).*/\1/p')
	[ -n "$cost" ]
	says "$top/README.md" "One build of each says that the change costs $(printf %.1f "$cost") %, with an interval that excludes 0;"
}

@test "the README prints the command of the three flags" {
	sed -n '/^    randstudy run -o \.\.\/result/,/^$/p' "$top/README.md" |
		tr -s '\\\n ' ' ' >printed
	calls=$(sed -n "s/^\t\tcalls='\(.*\)'$/\1/p" "$study/run")
	sed -n '/^measure_flags/,/^}/p' "$study/run" |
		sed -n '/randstudy run/,/-- /p' | tr -s '\\\n\t ' ' ' |
		sed 's/ --no-report ${no_runs:+"$no_runs"}//; s/"${LAYOUTS:-\([0-9]*\)}"/\1/' |
		sed "s/\$calls/$calls/" >called
	diff printed called
}

@test "what the README says of third-party programs is on their pages" {
	section "$top/README.md" '## Why believe it' >told
	grep -qF ': 30 of 30, at `-O2` and with `-flto` |' told
	page=$top/doc/CORPUS.md
	with=$(awk -F' *[|] *' '$3 == "-O2" && $8 ~ /^pass/ { n++ } END { print n }' "$page")
	grep -qF "pass their own tests ($with programs have some that can be run)" told
	tested=$(awk -F' *[|] *' '$3 ~ /^-O2/ && $8 ~ /^pass/ && !seen[$2]++ { n++ } END { print n }' \
		"$top/doc/evidence/BUILDS.md")
	grep -qF "pass the checks of the corpus (the tests of $tested of them were run)" told
	changed=$(sed '1,/^Changes to the sources/d' "$page" | grep -c '^- [a-z]')
	grep -qF "(the page lists the $(word "$changed") whose sources were changed)" told
	for flags in '-O2' '-O2 -flto'; do
		grep -qE -e "^- \`$flags\`: 30 of 30 correct in all points(;|$)" \
			"$top/doc/CORPUS.md"
	done
	# BUILDS.md names the programs that were not run, and none that is wrong.
	for flags in '-O2' '-O2 -flto'; do
		sed -n "s/^- \`$flags\`: \([0-9]* of [0-9]*\) correct.*/\1/p" \
			"$top/doc/evidence/BUILDS.md"
	done >correct
	without() { # WHAT: the programs whose row of -flto has this in place of numbers
		awk -F' *[|] *' -v what="$1" '$3 == "-O2 -flto" && $4 ~ what { print $2 }' \
			"$top/doc/evidence/BUILDS.md" | list
	}
	[ "$(without 'does not work')" = php ]
	missing=$(without '^not run(: takes long)?$')
	case $missing in
	'') ;;
	*' and '*) missing="; $missing were not run" ;;
	*) missing="; $missing was not run" ;;
	esac
	grep -qF "$(sed -n 1p correct) at \`-O2\`, $(sed -n 2p correct) with \`-flto\` (php does not build so$missing)" told
	run -1 grep -E '(wrong|not checked in all points):' "$top/doc/evidence/BUILDS.md"
	of=$(sed -n 's/.*of \([0-9,]*\) verdicts \([0-9,]*\) are the same and none differs\. \([0-9]*\) are unstable, and \([0-9]*\) are of programs that end by a fault .*/of \1 verdicts \2 the same, 0 differ, \4 where gcc'\''s own program faults, \3 unstable/p' told | sed 's/\([0-9]\),\([0-9]\)/\1\2/g')
	grep -qxF -e "- gcc's own tests: $of" "$top/doc/TORTURE.md"
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
