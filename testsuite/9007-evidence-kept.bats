#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The experiments in doc/evidence: the page follows from the kept rows, or says that
# nothing is measured yet; and doc/evidence/figures computes the right figures and
# verdicts from rows whose answer is known.

# shellcheck disable=SC2016,SC2154 # Markdown; bats sets output and stderr
bats_require_minimum_version 1.5.0
load page.bash

setup() {
	top=$BATS_TEST_DIRNAME/..
	evidence=$top/doc/evidence
	cd "$BATS_TEST_TMPDIR" || exit
	head=program,layout,execution,system,arm,sharers,cpu_us
	flags='O2 functions loops both O3 lto pgo pgo-lto'
}

# between NAME FILE: print the lines between the marks of a table
between() {
	awk -v name="$1" '
	$0 == "<!-- end of " name " -->" { is_it = 0 }
	is_it && NF
	$0 == "<!-- " name " -->" { is_it = 1 }' "$2"
}

# figure PROGRAM SYSTEM NAME: print this figure from the file "figures"
figure() {
	awk -F'\t' -v program="$1" -v side="$2" -v name="$3" '
	$1 == program && $2 == side && $3 == name { print $4 }' figures
}

# is PROGRAM SYSTEM NAME VALUE: check a figure; a number may differ in its sixth digit
is() {
	awk -v got="$(figure "$1" "$2" "$3")" -v want="$4" 'BEGIN {
		if (got == want)
			exit 0
		off = got - want
		size = 1e-5 * (want < 0 ? -want : want)
		if (got == "" || want !~ /^[-0-9.]+$/ || off > size || off < -size) {
			print got ", not " want
			exit 1
		}
	}' || { echo "$1 $2 $3" && false; }
}

# between_limits PROGRAM SYSTEM NAME LOW HIGH
between_limits() {
	awk -v got="$(figure "$1" "$2" "$3")" -v low="$4" -v high="$5" \
		-v what="$1 $2 $3" 'BEGIN {
		if (got == "" || got < low || got > high) {
			print what ": " got
			exit 1
		}
	}'
}

# verdict PROGRAM SYSTEM STEADY TIME
verdict() {
	is "$1" "$2" steady "$3"
	is "$1" "$2" time "$4"
}

@test "the page follows from the kept rows, or says that they are not measured yet" {
	cp "$evidence/README.md" .
	for file in "$evidence"/*.csv "$evidence"/*.machine; do
		[ ! -e "$file" ] || cp "$file" .
	done
	"$evidence/page" .
	diff "$evidence/README.md" README.md
	[ ! -e remedies.svg ] || cmp remedies.svg "$evidence/remedies.svg"
	for name in remedies misleads noise truths builds alike sharing padding code; do
		rows=$name truth=$name.csv
		case $name in
		noise | truths | builds | alike | sharing) rows=misleads ;;
		esac
		[ $rows != misleads ] || truth=remedies.csv
		if [ -e $rows.csv ] && [ -e $truth ]; then
			[ "$(between $name README.md | wc -l)" -ge 3 ]
			[ -s $rows.machine ]
		else
			[ "$(between $name README.md)" = 'Not measured yet.' ]
		fi
	done
	[ -e remedies.csv ] ||
		[ "$(between remedies-picture README.md)" = 'Not measured yet.' ]
}

@test "the text of the page has no measured figure outside the tables" {
	# Levels and numbers of the plan are allowed.  EVIDENCE.md has them.
	awk '
	/^<!-- end of / { skips = 0 }
	!skips
	/^<!-- / && !/^<!-- end of / { skips = 1 }' "$evidence/README.md" |
		grep -oE '[0-9]+(\.[0-9]+)? %|[0-9]+ of [0-9]+' | sort -u >said
	[ -s said ]
	tr '\n' ' ' <"$top/doc/EVIDENCE.md" | grep -oE '[0-9]+(\.[0-9]+)? %|[0-9]+ of [0-9]+' |
		sort -u >planned
	comm -23 said planned >unknown
	cat unknown
	[ ! -s unknown ]
}

# The expected numbers are from Python: Bonett's interval with the normal quantile of
# its statistics module, and the closed form of the interval of a ratio (Donner and Zou,
# Statistical Methods in Medical Research 21, 2012).  There are two systems, so the
# level is 2.5 % for a standard deviation and 5 % for a ratio.
@test "figures agrees with an independent computation" {
	awk -v head="$head" 'BEGIN {
		print head
		split("0 1 2 3 4 5 6 7 8 9 10 21", a, " ")
		for (l = 1; l <= 12; l++)
			for (e = 0; e < 2; e++) {
				b = l == 4 ? 3 : a[l] / 4
				at = "p," l "," e ","
				print at "O2,fixed,1,1000000000"
				print at "O3,fixed,1,1000000000"
				printf "%sO2,random,1,%.0f\n", at, 1e9 * exp(a[l] / 100)
				printf "%sO3,random,1,%.0f\n", at, 1e9 * exp(b / 100)
			}
	}' >rows.csv
	"$evidence/figures" remedies rows.csv >figures
	is p O2 sd 5.597618541
	is p O2 sd-low 2.385899379
	is p O2 sd-high 16.14910006
	is p O3 sd 1.428040350
	is p O3 sd-low 0.6974105425
	is p O3 sd-high 3.595723725
	is p O3 variances-low 0.007035798
	is p O3 variances-high 0.560566563
	is p O3 ratio 0.9554001701
	is p O3 ratio-low 0.9292561945
	is p O3 ratio-high 0.9822796882
	verdict p O3 steadier faster
	# Too few layouts have no figures and no verdict.
	awk -F, 'NR == 1 || $2 <= 9' rows.csv >few.csv
	"$evidence/figures" remedies few.csv >figures
	is p O3 steady ''
	is p O3 sd ''
	"$evidence/tables" remedies <figures | grep -F '| p | O3 | turns | – | – | – | too few layouts |'
}

# random_rows LAYOUTS EXECUTIONS SEED: print rows of the programs, flags and truths on
# standard input.  These are lines "PROGRAM FLAGS MEAN SD ORIGINAL": the mean over layouts
# and their standard deviation, and the value of the original layout, in percent.
# A run has a noise of 0.3 %, and a block one of 1 %.
random_rows() {
	echo "$head"
	LC_ALL=C awk -v n="$1" -v m="$2" -v seed="$3" \
		"$(cat "$top/testsuite/normal.awk")"'

	function put(i, arm, percent) {
		printf "%s,%d,%d,%s,%s,4,%.0f\n", program[i], l, e, flags[i], arm,
			1e6 * exp((percent + shift[program[i]] + 0.3 * normal()) / 100)
	}
	{
		program[NR] = $1
		flags[NR] = $2
		mean[NR] = $3
		sd[NR] = $4
		original[NR] = $5
	}
	END {
		for (l = 0; l < n; l++)
			for (i = 1; i <= NR; i++)
				effect[i, l] = mean[i] + sd[i] * normal()
		for (l = 0; l < n; l++)
			for (e = 0; e < m; e++) {
				for (i = 1; i <= NR; i++)
					if (program[i] != program[i - 1])
						shift[program[i]] = normal()
				for (i = 1; i <= NR; i++) {
					put(i, "random", effect[i, l])
					put(i, "fixed", original[i])
				}
			}
	}'
}

# Layouts of "wild" vary by 3 percent, those of "calm" not at all.
truths() {
	cat <<-'END'
		wild O2 0 3 0
		wild functions 0 0 0
		wild loops 0 3.2 0
		wild both 0 2.2 0
		wild O3 -12 0.8 -12
		wild lto 1 12 1
		wild pgo 5 0.1 5
		wild pgo-lto -10 3.2 -10
		calm O2 0 0 0
		calm functions 0 0 0
		calm O3 -2 0 -2
		calm pgo 2 0 2
	END
}

@test "each remedy gets the verdict that its rows were made with" {
	truths | random_rows 30 2 1 >rows.csv
	"$evidence/figures" remedies rows.csv >figures
	is wild O2 steady ''
	verdict wild functions stable undecided
	verdict wild loops 'not steadier' undecided
	verdict wild both 'looks steadier only' undecided
	verdict wild O3 steadier faster
	verdict wild lto 'less steady' undecided
	verdict wild pgo stable slower
	is wild pgo-lto time faster
	is calm O2 steady stable
	verdict calm functions stable same
	verdict calm O3 stable faster
	verdict calm pgo stable slower
	is wild O2 sharers 4
	# The noise is that of the mean of two runs.  The noise of each run includes the
	# noise of its reference.
	between_limits wild O2 noise 0.15 0.3
	between_limits wild O2 sd 2 4
	is calm functions sd-low 0
	# Below its heading of two lines, the table has a line for each of the twelve
	# truths.
	"$evidence/tables" remedies <figures >table
	[ "$(wc -l <table)" = 14 ]
	grep -E '^\| wild \| O3 \| tandem \| 0\.[0-9]+ \(.* \| 0\.8[0-9]+ \(.* \| steadier, faster \|$' table
	"$evidence/pictures" figures .
	xmllint --noout remedies.svg
	[ "$(grep -cE 'class="(random|original)"' remedies.svg)" = 12 ]
	run -1 grep -E 'var\(|^(body|table|main)' remedies.svg
}

@test "verdicts are joint: more programs make intervals wider" {
	truths | random_rows 30 2 1 >rows.csv
	"$evidence/figures" remedies rows.csv >figures
	all=$(figure wild O2 sd-high)
	grep -E "^(program|wild)," rows.csv >some.csv
	"$evidence/figures" remedies some.csv >figures
	[ "$(figure wild O2 sd)" ]
	awk -v all="$all" -v some="$(figure wild O2 sd-high)" 'BEGIN { exit !(all > some) }'
}

# In "wild" the flags make no difference over layouts, but their original layouts
# differ by 4 percent.  In "turned" loops is slower by 10 percent over layouts, but its
# original layout is faster.  In "calm" layout does nothing, and one build is right.
misleading() {
	cat <<-'END'
		wild O2 0 1.2 0
		wild loops 0 1.2 -4
		turned O2 0 3 0
		turned loops 10 3 -3
		calm O2 0 0 0
		calm loops -2 0 -2
		equal O2 0 0.05 0
		equal loops 0 0.05 -2
	END
}

@test "one build that misleads is counted as what it does" {
	misleading | random_rows 30 2 99 >remedies.csv
	misleading | random_rows 3 30 17 >misleads.csv
	"$evidence/figures" misleads remedies.csv misleads.csv >figures
	# Each pair of flags is compared six times.
	for program in wild turned calm equal; do
		is $program 'either Welch' comparisons 6
		is $program 'original Welch' comparisons 3
	done
	is all 'either Welch' comparisons 24
	is wild truth undecided 1
	is turned truth differs 1
	is calm truth differs 1
	is equal truth same 1
	is wild 'original Welch' unconfirmed 3
	is wild 'original Welch' at-least 0
	is wild 'original Welch' at-most 100
	is turned 'original Welch' turned 3
	is turned 'original Welch' at-least 100
	is turned 'random Welch' right 3
	is turned 'either Welch' at-least 50
	is calm 'either Welch' right 6
	is calm 'either pairs' right 6
	is calm 'either Mann-Whitney' at-most 0
	is equal 'original Welch' contradicted 3
	is equal 'random Welch' right 3
	# Each of the two sets of flags has three pairs of layouts or of runs.
	is wild 'other-layout pairs' comparisons ''
	is wild 'other-layout Welch' comparisons 6
	between_limits turned 'other-layout Welch' claimed 4 6
	between_limits all 'same-build Welch' share 0 20
	# Noise explains no claim, but misses only.
	is all noise missed 0
	# The layouts show another ratio than the original layouts of "wild" and "equal", and
	# than some random ones of "wild".
	between_limits wild noise outside 3 6
	is calm noise outside 0
	is equal noise outside 3
	is equal noise far 3
	# All claims of "wild" are that the second is faster.  So is the mean of its layouts
	# here, or none.
	claims=$(($(figure wild 'either Welch' claims)))
	faster=$("$evidence/figures" remedies remedies.csv | awk -F'\t' '
		$1 == "wild" && $2 == "loops" && $3 == "ratio" { print $4 < 1 }')
	is wild noise alike $((faster * claims))
	"$evidence/tables" misleads <figures >table
	grep -xF '| turned | 6 | 6 | 3 | 0 | 0 | 3 | 0 | 0 | 50.0 | 50.0 |' table
	"$evidence/tables" truths <figures | grep -xF '| turned | 1 | 1 | 0 | 0 |'
	"$evidence/tables" builds <figures | grep -F '| original, Welch | 12 | '
	"$evidence/tables" alike <figures | grep -E '^\| wild \| [0-6] of 6, '
}

@test "a difference that 30 runs of one build cannot show is missed" {
	misleading | random_rows 30 2 99 >remedies.csv
	# Noise of 10 % hides that flags of "calm" differ by 2 %.
	echo "$head" >misleads.csv
	awk 'BEGIN {
		for (l = 0; l < 3; l++)
			for (e = 0; e < 30; e++)
				for (arm = 0; arm < 2; arm++)
					printf "calm,%d,%d,O2,%s,1,%d\ncalm,%d,%d,loops,%s,1,%d\n",
						l, e, arm ? "random" : "fixed",
						1000000 + 20000 * ((e * 7 + l) % 10),
						l, e, arm ? "random" : "fixed",
						980000 + 20000 * ((e * 3 + l) % 10)
	}' >>misleads.csv
	"$evidence/figures" misleads remedies.csv misleads.csv >figures
	is calm truth differs 1
	is calm 'either Welch' missed 6
	is calm 'either Mann-Whitney' missed 6
	is all 'either Welch' at-least 100
	# The means differ by 2 %, as over layouts.  The runs are 0, 2 ... 18 % above the least.
	is calm noise missed 6
	is calm noise outside 0
	awk 'BEGIN { sd = sqrt(30 * 8.25 / 29) * 2; print 100 * sd / 109, 100 * sd / 107 }' >sd
	read -r least most <sd
	between_limits calm noise sd-of-runs "$least" "$most"
	# If the layouts say much more, the interval of these runs does not have it.
	awk -F, -v OFS=, '$4 == "loops" && $1 == "calm" { $7 = int($7 * 0.8) } { print }' \
		remedies.csv >far.csv
	"$evidence/figures" misleads far.csv misleads.csv >figures
	is calm 'either Welch' missed 6
	is calm noise missed 0
	is calm noise outside 6
	is calm noise far 6
	"$evidence/tables" noise <figures | grep -E '^\| calm \| [0-9.]+ \| 6 \| 0 \| 6 \| 6 \| 6 \|$'
	is wild truth undecided 0
	# Without layouts there is no truth, and nothing is counted.
	head -n 1 remedies.csv >none.csv
	grep ',0,0,' remedies.csv >>none.csv
	"$evidence/figures" misleads none.csv misleads.csv >figures
	"$evidence/tables" builds <figures >table
	[ "$(wc -l <table)" = 2 ]
}

# Welch's t is 1.99 or 2.01 with 58 degrees of freedom, where the limit is 2.0017.
@test "a claim needs a probability below 5 per cent" {
	misleading | random_rows 30 2 99 >remedies.csv
	for t in 1.99 2.01; do
		awk -v head="$head" -v t=$t 'BEGIN {
			print head
			# 30 values with a variance of 900 * 30 / 29, so that the
			# standard error of a difference is 7.878.
			for (e = 0; e < 30; e++)
				for (arm = 0; arm < 2; arm++) {
					x = 1000 + (e % 2 ? 30 : -30)
					at = "calm,0," e ","
					side = arm ? "random" : "fixed"
					print at "O2," side ",1," x
					print at "loops," side ",1," x - t * 7.87839
				}
		}' >misleads.csv
		"$evidence/figures" misleads remedies.csv misleads.csv >figures
		is calm 'original Welch' "$([ $t = 1.99 ] && echo missed || echo right)" 1
	done
}

@test "padding is compared with the full order" {
	# random_rows() writes the arms as systems, and awk renames them.
	cat >truths <<-'END'
		less random 0 3 0
		less pad 0 0.2 0
		alike random 1 2 0
		alike pad 1 2 0
		still random 0 0 0
		still pad 0 0 0
		more random 0 0.3 0
		more pad 0 3 0
	END
	random_rows 30 2 5 <truths | awk -F, -v OFS=, '
	NR == 1 { print; next }
	$5 == "random" { $5 = $4; $4 = ""; print }
	$5 == "fixed" && $4 == "random" { $4 = ""; print }' >rows.csv
	"$evidence/figures" padding rows.csv >figures
	is less padding word less
	is alike padding word undecided
	is still padding word 'none seen'
	is more padding word more
	is less order moves yes
	is alike padding moves yes
	is still padding moves no
	between_limits alike padding variances 0.4 2.5
	between_limits less order sd 2 4.5
	"$evidence/tables" padding <figures >table
	[ "$(wc -l <table)" = 6 ]
	grep -E '^\| less \| tandem \| .* \| less \|$' table
	# "code" is computed in the same way.
	sed -i 's/,pad,/,code,/' rows.csv
	mv figures padding.figures
	"$evidence/figures" code rows.csv >figures
	sed 's/	padding	/	code	/' padding.figures | diff - figures
	"$evidence/tables" code <figures >table
	grep -E '^\| more \| tandem \| .* \| more \|$' table
	grep -qF '| sd, functions alone, % (interval) |' table
}

# cell TABLE ROW COLUMN: print a cell of the page, without the interval in brackets
cell() {
	between "$1" "$evidence/README.md" | awk -F' *\\| *' -v row="$2" -v column="$3" '
	NR == 1 {
		for (i = 2; i < NF; i++)
			if ($i == column)
				at = i
	}
	$2 == row { print $at }'
}

# effects_of FLAGS: print the effect in percent of each layout of calculix, relative to
# the original layouts of its blocks
effects_of() {
	awk -F, -v flags="$1" '
	$1 != "calculix" { next }
	$5 == "fixed" { sum[$2, $3] += log($7); n[$2, $3]++ }
	$5 == "random" && $4 == flags { of[$2, $3] = log($7) }
	END {
		for (b in of) {
			split(b, part, SUBSEP)
			effect[part[1]] += (of[b] - sum[b] / n[b]) / 2
		}
		for (layout in effect)
			print 100 * (exp(effect[layout]) - 1)
	}' "$evidence/remedies.csv" | sort -g
}

# slow_layouts FLAGS: print how many of these layouts are 10 % above the fastest
slow_layouts() {
	effects_of "$1" | awk 'NR == 1 { least = $1 } { n += $1 > least + 10 }
		END { print n + 0, "of", NR }'
}

# calculix_is WORD: print the sets of flags whose verdict for calculix begins with WORD
calculix_is() {
	between remedies "$evidence/README.md" |
		awk -F' *\\| *' -v word="$1," 'index($8, word) == 1 && $2 == "calculix" { print $3 }' |
		xargs
}

@test "the page says which flags make calculix stable or steadier, and which only look so" {
	page=$evidence/README.md
	[ "$(calculix_is stable)" = 'functions both' ]
	says "$page" '`-falign-functions=64` it is stable, whether loops are aligned too or not: none of these layouts was slow.'
	[ "$(slow_layouts functions) $(slow_layouts both)" = '0 of 30 0 of 30' ]
	[ "$(calculix_is steadier)" = 'pgo pgo-lto' ]
	[ "$(between remedies "$page" | grep -c '^| calculix | pgo.* | steadier, faster |$')" = 2 ]
	says "$page" 'With a profile it is steadier than at `-O2`, with `-flto` and without, and faster.'
	[ "$(calculix_is 'looks steadier only')" = 'O3 lto' ]
	says "$page" '`-O3` and `-flto` alone only look steadier.'
}

# slow_by FLAGS: print the mean of the slow layouts relative to that of the others
slow_by() {
	effects_of "$1" | awk 'NR == 1 { least = $1 }
	{ k = $1 > least + 10; n[k]++; sum[k] += log(1 + $1 / 100) }
	END { printf "%.0f", 100 * (exp(sum[1] / n[1] - sum[0] / n[0]) - 1) }'
}

# in_100 PART WHOLE: print the share in per cent, rounded
in_100() {
	echo "$(((100 * $1 + $2 / 2) / $2))"
}

@test "the README leads with the base rate of the kept rows" {
	# shellcheck disable=SC2016 # Markdown
	sed -n '/^\*\*How often does one build mislead/,/^In your own git/p' "$top/README.md" |
		sed '/^In your own git/d' | tr '\n' ' ' >lead
	page=lead
	all=$(cell misleads all comparisons)
	wrong=$(($(cell misleads all 'turned round') + $(cell misleads all contradicted)))
	unconfirmed=$(cell misleads all unconfirmed)
	missed=$(cell misleads all missed)
	claims=$(cell misleads all claims)
	least=$(printf %.0f "$(cell misleads all 'missed or wrong, %')")
	most=$(printf %.0f "$(cell misleads all 'with unconfirmed, %')")
	n=$(($(between misleads "$evidence/README.md" | grep -c '^| [a-z]') - 2))
	quotes "How often does one build mislead? One build of each misled in $least % of $all comparisons. The share is $most % if claims about undecided pairs count too. Noise can explain most of these."
	listed=$(sed -n '/^## Programs/,/^## Workloads/p' "$top/doc/EVIDENCE.md" |
		grep -cE '^\| [a-z0-9]+ \|.*[0-9] \|')
	# cc1plus was added later.
	says "$top/doc/EVIDENCE.md" '2026-11-28, before it was built: cc1plus was added'
	m=$(word $((listed - 1)))
	quotes "$(capital "$(word "$n")") of the $m programs that were [chosen beforehand](doc/EVIDENCE.md) were built with $(word "$(between remedies "$evidence/README.md" | grep -c '^| zstd ')") sets of flags each: CalculiX, CPython, git, HAProxy, PostgreSQL, redis, sqlite3's benchmark and zstd."
	[ "$listed" = 12 ]
	quotes '(A twelfth program, cc1plus, was added later.)'
	for name in zstd redis speedtest1 haproxy git cpython postgresql calculix; do
		[ -n "$(cell misleads $name right)" ]
	done
	# The numbers of comparisons, builds, runs and layouts are those of the rows.
	[ "$(cell misleads zstd comparisons)" = $(($(cell truths zstd 'pairs of flags') * 6)) ]
	[ "$(awk -F, '$1 == "zstd" && $4 == "O2" { n[$2 $5]++ }
		END { for (b in n) print n[b] }' "$evidence/misleads.csv" | sort -u)" = 30 ]
	[ "$(awk -F, '$1 == "zstd" { l[$2] } END { for (i in l) n++; print n }' \
		"$evidence/remedies.csv")" = 30 ]
	quotes "Every two sets were compared six times in the usual way: one build of each, 30 runs of each build, and Welch's test. We take as true what 30 layouts of each set show."
	quotes "$missed of the $all comparisons ($(in_100 "$missed" "$all") %) miss a difference that the layouts show. The noise of the runs can explain $(cell noise all 'noise can explain') of these:"
	[ "$(cell noise all missed)" = "$missed" ]
	"$evidence/figures" misleads "$evidence/remedies.csv" "$evidence/misleads.csv" >figures
	quotes "Single builds made $claims claims. The layouts refute $wrong claims and do not decide $unconfirmed. The mean over layouts has the direction of $(figure all noise alike) of the $unconfirmed."
	quotes "CalculiX has $(($(cell misleads calculix 'turned round') +
		$(cell misleads calculix contradicted) +
		$(cell misleads calculix unconfirmed))) of the $((wrong + unconfirmed))."
	outside=$(cell noise all 'exclude what layouts show')
	calculix=$(cell noise calculix 'exclude what layouts show')
	of_calculix=$(cell misleads calculix comparisons)
	error=$(cell noise calculix 'and its error')
	quotes "It has $of_calculix intervals at 95 %. $calculix exclude what the layouts show; about $(((of_calculix + 10) / 20)) would be expected. $error exclude it even if the error of the layouts is allowed for. The other $(word $((n - 1))) programs have $((all - of_calculix)) intervals, and $((outside - calculix)) exclude what the layouts show."
	quotes "HAProxy and redis have $(($(cell noise haproxy 'exclude what layouts show') +
		$(cell noise redis 'exclude what layouts show'))) of these, perhaps because of how they were run."
	quotes "Two random layouts of one set of flags were called different in $(cell alike all 'other layout, Welch' | sed 's/,.*//') comparisons. A build was called different from itself in $(cell alike all 'same build, Welch' | sed 's/,.*//')."
	# Only calculix was shown to be steadier by any flags.
	between remedies "$evidence/README.md" | grep -qF 'looks steadier only'
	[ "$(between remedies "$evidence/README.md" |
		awk -F' *\\| *' '$8 ~ /^(stable|steadier|less steady),/ { print $2 }' |
		uniq)" = calculix ]
	quotes 'No set of flags was shown to make another program steadier.'
	for flags in O2 loops functions; do
		slow_layouts $flags
	done >slow
	[ "$(sed -n 3p slow)" = '0 of 30' ]
	quotes "At \`-O2\`, $(sed -n '1s/of/of its/p' slow) layouts take $(slow_by O2) % more time than the others. With \`-falign-loops=32\`, $(sed -n 2p slow) are as slow. With \`-falign-functions=64\`, none is."
	[ "$(slow_by loops)" = "$(slow_by O2)" ]
	quotes 'CalculiX also varies if functions keep their order and only get random padding'
	quotes 'The place of code is the cause: random order left all of its variables where they were.'
	[ "$(cell padding calculix 'padding moves it')" = yes ]
	# No other number is left.
	unquoted <lead | sed 's/"How one layout misleads"//; s/a virtual one//' >left
	grep -oiE '.{0,30}([0-9]|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half)\b).{0,30}' left >unread || :
	cat unread
	[ ! -s unread ]
	# The first measurement of padding
	"$evidence/figures" padding "$evidence/padding-turns.csv" >figures
	# In these rows padding moved cpython.
	awk '$1 == "cpython" && $2 == "padding" && $3 == "sd-low" { low = $4 }
		END { exit !(low > 0) }' figures
	for name in zstd redis haproxy git; do
		is $name order sharers 1
		is $name padding word 'none seen'
	done
}

@test "functions alone move calculix, and its variables stay where they are" {
	says "$evidence/README.md" 'Functions alone move calculix. In these layouts, those of functions with their units too, all variables have the addresses that they have in the original layout.'
	[ "$(cell code calculix 'functions alone move it')" = yes ]
	# the 30 layouts of each arm, with one checksum of all
	for arm in random fixed code; do
		[ "$(grep -c "^calculix,$arm,[0-9]*,[1-9][0-9]*,[0-9]*-[0-9]*$" "$evidence/code.variables.csv")" = 30 ]
	done
	[ "$(sed 1d "$evidence/code.variables.csv" | cut -d, -f4- | sort -u | wc -l)" = 1 ]
	# All runs of these layouts are rows.
	[ "$(awk -F, '$1 == "calculix" { n++ } END { print n }' "$evidence/code.csv")" = 180 ]
}

@test "variables prints their number and addresses in each layout" {
	mkdir -p st/one/layouts/00000{0,1,2,3}
	sqlite3 st/one/study.db <<-'END'
		CREATE TABLE meta (key, value);
		INSERT INTO meta VALUES ('design', '{"arms":[{"name":"random"},{"name":"fixed"}]}');
		CREATE TABLE layout (id INTEGER PRIMARY KEY, arm, layout);
		INSERT INTO layout VALUES (0, 0, 0), (1, 1, 0), (2, 0, 1), (3, 1, 1);
	END
	echo 'int a; static int b = 1; int main(void) { return a + b; }' >v.c
	for layout in st/one/layouts/*; do
		gcc -o "$layout/prog" v.c
	done
	gcc -Wl,--section-start=.data=0x900000 -no-pie -o "$layout/prog" v.c
	"$evidence/variables" st >variables
	[ "$(sed 1d variables | wc -l)" = 4 ]
	[ "$(sed 1d variables | cut -d, -f2,3 | tr '\n' ' ')" = 'random,0 fixed,0 random,1 fixed,1 ' ]
	[ "$(sed 1d variables | cut -d, -f5 | sort -u | wc -l)" = 2 ]
	grep -qE '^one,(random|fixed),[01],[0-9]+,[0-9]+-[0-9]+$' variables
}

@test "rows keeps whole blocks of good runs of one session" {
	cat >report.csv <<-'END'
		benchmark,order,system,arm,layout,execution,outcome,user_ns,system_ns,session
		p,0,O2,random,0,0,ok,2000000,1000,1
		p,1,O2,fixed,0,0,ok,1000000,0,1
		p,2,O2,random,1,0,ok,3000000,0,1
		p,3,O2,fixed,1,0,wrong-output,1000000,0,1
		p,4,O2,random,2,0,ok,1000000,0,1
		p,5,O2,fixed,2,0,ok,1000000,0,2
		p,6,O2,random,3,0,ok,1000000,0,2
	END
	run -0 --separate-stderr "$evidence/rows" <report.csv
	[ "$output" = "$head"'
p,0,0,O2,random,1,2001
p,0,0,O2,fixed,1,1000' ]
	[[ $stderr == 'evidence: 3 blocks left out'* ]]
}

@test "machines are compared by what is kept of them" {
	"$evidence/machine" >this
	grep -P '^processor\t.' this
	grep -P '^kernel\t.' this
	run -0 "$evidence/machine" --differences this this
	[ "$output" = '  none of what is compared' ]
	sed 's/^CPUs\t.*/CPUs\t1000/' this >other
	run -0 "$evidence/machine" --differences other this
	[ "$output" = "  CPUs: 1000
    here: $(nproc --all)" ]
}
