#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randstudy simulate: the coverage of intervals, with few replicates and a fixed seed;
# doc/STATISTICS.md has the full tables.

bats_require_minimum_version 1.5.0

setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	PATH=$build/bin:$PATH
	cd "$BATS_TEST_TMPDIR" || exit
}

# column ROW N: print number N of the row of that name
column() {
	awk -v row="$1" -v n="$2" 'index($0, row) == 1 {
		$0 = substr($0, 37); print $n; exit }' out
}

# between ROW N LOW HIGH: check that this number is at least LOW and at most
# HIGH
between() {
	column "$1" "$2" | awk -v lo="$3" -v hi="$4" \
		'{ print; ok = $1 != "" && $1 >= lo && $1 <= hi } END { exit !ok }'
}

@test "coverage is what the papers say" {
	randstudy simulate --seed 1 --replicates 5000 --layouts 3,5,10,20 \
		--executions 2 --iterations 2 >out
	# A coverage of 95 % from 5000 replicates has a standard error of 0.31
	# percentage points.
	for n in 1 2 3 4; do
		between 'mean: t ' $n 93.8 96.2
		between 'layout variance ' $n 93 97
		between 'layout variance ratio' $n 93.8 96.2
	done
	between 'ratio: kj' 1 98 99.5
	between 'ratio: kj' 3 95 98
	between 'ratio: kj' 4 94.5 97
	between 'ratio: normal' 1 86 90
	for n in 2 3 4; do
		between 'ratio: welch' $n 94 96.5
	done
	# This method takes all values as independent, so its standard error is
	# about half of the true one.  The theory gives a coverage of about 75
	# %.
	between 'mean: t, all' 1 65 85
}

@test "one layout per side raises false alarms" {
	for pair in '0.1 6 10' '0.2 16 21' '0.5 47 53' '1 69 75' '2 84 88'; do
		read -r sd low high <<<"$pair"
		randstudy simulate --seed 2 --replicates 5000 --one-layout 30 \
			--sd "$sd,1,0" >out
		tail -n 1 out | grep -o '[0-9.]* % false' |
			awk -v lo="$low" -v hi="$high" \
				'{ print; ok = $1 != "" && $1 >= lo && $1 <= hi } END { exit !ok }'
	done
}

@test "stopping early costs coverage" {
	randstudy simulate --seed 3 --replicates 4000 --stop-at 1 --sd 2,0,0 \
		--layouts 3,20 >out
	between 'intervals that cover' 1 88.5 92
	between 'intervals that cover' 2 93.5 96
}

@test "a seed fixes the outcome, and another seed changes it" {
	randstudy simulate --seed 4 --replicates 200 --bootstrap 100 >a
	randstudy simulate --seed 4 --replicates 200 --bootstrap 100 >b
	randstudy simulate --seed 5 --replicates 200 --bootstrap 100 >c
	cmp a b
	[ "$(md5sum <a)" != "$(md5sum <c)" ]
	for shape in lognormal lognormal0.5 bimodal heavy; do
		randstudy simulate --seed 4 --replicates 100 --shape $shape >a
		grep -q "$shape layouts" a
	done
}

@test "simulate refuses bad options" {
	for bad in --layouts=1 --layouts=2.5 --layouts= --sd=1,2 --sd=1,2,-3 \
		--shape=round --executions=0 --ratio=0 --confidence=100 \
		--replicates=0 --one-layout=1; do
		run randstudy simulate "$bad"
		[ "$status" -ne 0 ]
		[[ $output == *"${bad%%=*}"* ]]
	done
	run randstudy simulate stray
	[ "$status" -ne 0 ]
}

@test "few looks and a higher level restore coverage" {
	randstudy simulate --seed 4 --replicates 4000 --stop-at 1 --sd 2,0,0 \
		--layouts 10 --looks 1.5 >out
	grep -q 'checked again at 1.5 times as many layouts' out
	between 'intervals that cover' 1 92.3 94.8
	randstudy simulate --seed 4 --replicates 4000 --stop-at 1 --sd 2,0,0 \
		--layouts 10 --looks 1.5 --confidence 96.5 >out
	between 'intervals that cover' 1 94.5 97
	run -2 randstudy simulate --stop-at 1 --looks 1
}

# There are two rounds of 30 layouts.  A coverage of 95 % from 2000 replicates
# has a standard error of 0.49 points.
@test "blocks give a narrow interval that covers on a noisy machine" {
	randstudy simulate --seed 5 --replicates 2000 --noise regimes \
		--repeat-blocks --sd 3,1.8,0 --ratio 1.02 --layouts 10,30 >out
	grep -q 'noise regimes, 2 rounds of blocks' out
	for n in 1 2; do
		between 'shift: blocks, t' $n 93 97
		between 'shift: unpaired, welch' $n 99 100
		between 'shift: chosen, as reported' $n 93 98
		between 'layout variance: rounds' $n 93 98
	done
	# Keep only the table of half-widths, which follows the table of coverage.
	sed -i '1,/^mean half-widths/d' out
	between 'shift: blocks, t' 2 1.7 2.1
	between 'shift: unpaired, welch' 2 5.7 6.6
	between 'layouts alike (ranks)' 2 45 60
	between larger 2 50 65
}

@test "a quiet machine needs no blocks, and nothing is repeated" {
	randstudy simulate --seed 5 --replicates 1000 --noise normal --rounds 1 \
		--layouts-are none --layouts 20 >out
	grep -q 'none layouts' out
	run ! grep 'layout variance: rounds\|layouts repeated\|ranks' out
	between 'shift: blocks, t' 1 92 98
	between 'shift: unpaired, welch' 1 92 98
	between 'shift: chosen, as reported' 1 92 98
	between 'no shift (random signs)' 1 2 8
	# t(0.975, 19) * 1.414 % * sqrt(2 / 20) is 0.936 %.
	sed -i '1,/^mean half-widths/d' out
	between 'shift: blocks, t' 1 0.90 0.96
}

@test "simulated noise has the same bytes for the same seed" {
	for noise in normal spikes ar regimes; do
		randstudy simulate --seed 5 --replicates 50 --noise $noise >a
		randstudy simulate --seed 5 --replicates 50 --noise $noise >b
		cmp a b
		randstudy simulate --seed 6 --replicates 50 --noise $noise >b
		run ! cmp a b
	done
	# With three layouts some intervals are undefined, and no number is
	# printed.
	grep -q '^layout variance: rounds.* 0.00' a
	grep -q '^shift: blocks, Hodges-Lehmann.* -  ' a
}

@test "simulate counts with the rule for a second round" {
	randstudy simulate --seed 6 --replicates 1000 --noise regimes --rounds auto \
		--repeat-blocks --sd 3,1.8,0 --ratio 1.02 --layouts 15,30 >a
	grep -q 'noise regimes, a second round of blocks where needed' a
	run -1 grep 'layout variance: rounds' a
	read -r _ _ _ _ _ few many < <(grep '^studies with a second round' a)
	awk -v a="$few" -v b="$many" 'BEGIN { exit !(a > 88 && b > 98) }'
	# For a coverage of 95 % from 1000 replicates, three standard errors are
	# 2.1 percentage points.
	read -r _ _ _ few many < <(grep '^layout variance: chosen' a)
	awk -v a="$few" -v b="$many" 'BEGIN { exit !(a > 92.9 && b > 92.9) }'
	randstudy simulate --seed 6 --replicates 1000 --noise normal --rounds auto \
		--sd 3,1.8,0 --layouts 30 >a
	read -r _ _ _ _ _ few < <(grep '^studies with a second round' a)
	awk -v a="$few" 'BEGIN { exit !(a < 8) }'
}

@test "a report seldom claims what is not there, and a growing study neither" {
	randstudy simulate --seed 6 --replicates 2000 --noise normal --rounds auto \
		--shape none --layouts 15 >out
	sed -i '1,/^claims of a report/d' out
	# Layouts do not differ here.  Two tests must agree before a report
	# claims that they do, so such claims are rare, but there are some.
	between 'layouts differ' 1 0.1 4
	between 'shifted' 1 0.5 4.5
	between 'either' 1 1.5 7
	for kind in planned unplanned; do
		randstudy simulate --seed 6 --grow $kind --layouts 10,20,30 >out
		sed -n '3s/ % false claims in any look; the last interval is .*/ % false/p' \
			out | grep -o '[0-9.]* % false' |
			awk '{ print; exit !($1 >= 3 && $1 <= 5.6) }'
	done
	grep -q '^layouts  *10  *20  *30$' out
	randstudy simulate --seed 6 --replicates 200 --grow planned --noise ar \
		--layouts 10,20 >out
	grep -q 'runs in blocks, .* noise ar$' out
	for bad in --layouts=20,10 --one-layout=5 --stop-at=1; do
		run -2 randstudy simulate --grow planned "$bad"
		[[ $output == *'--grow'* ]]
	done
	run -2 randstudy simulate --grow soon
}

@test "simulate refuses noise options for an estimator without blocks" {
	for bad in --noise=loud --rounds=0 --one-layout=5 --bootstrap=100 \
		--estimator=mode; do
		run randstudy simulate --noise ar "$bad"
		[ "$status" -ne 0 ]
		[[ $output == *"${bad%%=*}"* ]]
	done
	run randstudy simulate --noise ar --rounds 1 --repeat-blocks
	[ "$status" -ne 0 ]
	[[ $output == *'--repeat-blocks needs two rounds'* ]]
}

@test "simulate refuses options that would have no effect" {
	while read -r mode bad message; do
		# shellcheck disable=SC2086 # options
		run -2 randstudy simulate --replicates 2 ${mode//,/ } ${bad//,/ }
		[[ $output == *": ${bad%%,*} $message"* ]] || {
			echo "$mode $bad: $output"
			false
		}
	done <<-'END'
		--seed,1 --rounds,3 needs --noise
		--seed,1 --rounds,auto needs --noise
		--seed,1 --repeat-blocks needs --noise
		--seed,1 --looks,2 needs --stop-at
		--seed,1 --portable,0.3 needs --machines
		--seed,1 --machine-sd,3 needs --machines
		--seed,1 --lost,3 needs --machines
		--noise,ar --looks,2 has no effect with --noise
		--noise,ar --bootstrap,100 has no effect with --noise
		--noise,ar,--stop-at,2 --rounds,3 has no effect with --stop-at and --noise
		--noise,ar,--stop-at,2 --threshold,3 has no effect with --stop-at and --noise
		--stop-at,2 --ratio,1.1 has no effect with --stop-at
		--one-layout,5 --executions,3 has no effect with --one-layout
		--one-layout,5 --layouts,3 has no effect with --one-layout
		--machines,3 --threshold,1 has no effect with --machines
		--machines,3 --rounds,3 has no effect with --machines
		--grow,planned,--layouts,30 --iterations,2 has no effect with --grow
	END
	# each of these has one
	for good in '--machines 3 --portable 0.3' '--stop-at 2 --looks 2' \
		'--noise ar --rounds 3 --threshold 1' '--one-layout 5 --iterations 2' \
		'--grow planned --layouts 30 --noise ar --executions 2 --shape gamma' \
		'--ratio 1.1 --threshold 1 --executions 2'; do
		# shellcheck disable=SC2086 # options
		run -0 randstudy simulate --replicates 2 $good
	done
}

@test "stopping and estimators in noise refuse what they do not simulate" {
	for bad in --repeat-blocks '--systems=2' '--ratio=1.1' --position \
		'--estimator=min'; do
		run -2 randstudy simulate --noise ar --stop-at 1 "$bad"
		[[ $output == *'--stop-at'* ]]
	done
	for bad in --rounds=1 --rounds=auto '--systems=2 --common=0.5'; do
		# shellcheck disable=SC2086 # options
		run -2 randstudy simulate --noise ar --estimator median $bad
		[[ $output == *'--estimator needs --rounds'* ]]
	done
	run -2 randstudy simulate --one-layout 5 --stop-at 1
	[[ $output == *'--stop-at and --one-layout cannot be combined'* ]]
	run -2 randstudy simulate --estimator median
	[[ $output == *'--estimator needs --noise'* ]]
	run -2 randstudy simulate --noise ar --position --systems 2
	[[ $output == *'--position cannot be combined'* ]]
	# Nothing is said of the place of the original layout unless asked.
	randstudy simulate --noise ar --replicates 10 --layouts 10 >out
	run ! grep percentile out
}

@test "stopping in noise covers the shift" {
	for noise in normal regimes; do
		randstudy simulate --seed 2 --replicates 2000 --noise $noise \
			--stop-at 2 --sd 3,1.8,0 --layouts 10 --looks 1.5 \
			--confidence 96.5 >out
		grep -qx "runs in blocks, noise $noise" out
		between 'intervals that cover the shift' 1 93.5 98
	done
	# An interval of 95 % after each layout covers too rarely.
	randstudy simulate --seed 2 --replicates 2000 --noise normal --stop-at 2 \
		--sd 3,1.8,0 --layouts 3 >out
	between 'intervals that cover the shift' 1 75 92.5
}

@test "medians and minima of layouts are analysed without blocks" {
	# The median of three normal values has 0.449 of their variance, so the
	# half-width is t(0.975, 19) * 2.08 % * sqrt(2 / 20) * 0.67 without layouts.
	for estimator in mean median min; do
		randstudy simulate --seed 6 --replicates 2000 --noise normal --rounds 3 \
			--shape none --sd 0,2.08,0 --layouts 20 --ratio 1.02 \
			--estimator $estimator >$estimator
	done
	for estimator in median min; do
		grep -q 'without blocks' $estimator
		run ! grep 'shift: blocks\|ranks\|random signs' $estimator
		cp $estimator out
		between 'shift: chosen, as reported' 1 93 97
		between 'layout variance: chosen' 1 93 98
	done
	sed '1,/^mean half-widths/d' median >out
	between 'shift: chosen, as reported' 1 0.87 0.93
	# The smallest of three has 0.559 of the variance.
	sed '1,/^mean half-widths/d' min >out
	between 'shift: chosen, as reported' 1 0.97 1.03
	run ! grep 'without blocks' mean
	randstudy simulate --seed 6 --replicates 2000 --noise normal --rounds 3 \
		--shape none --sd 0,2.08,0 --layouts 20 --ratio 1.02 | diff mean -
}

@test "the original layout's place is near the truth where nothing hides it" {
	# ln(1.02) / 0.03 is 0.66, and 25.5 % of a normal distribution lie more than
	# 0.66 standard deviations below its mean.
	randstudy simulate --seed 7 --replicates 500 --noise normal --rounds 2 \
		--sd 3,0.01,0 --ratio 1.02 --layouts 10,200 --position >out
	grep -qx 'the original layout among random ones, in truth: percentile 25.5, z 0.66' out
	for n in 1 2; do
		between 'percentile: mean error' $n -1.5 1.5
	done
	# The standard deviation of a share of 0.255 of n layouts
	between 'percentile: typical error' 1 13 14.7
	between 'percentile: typical error' 2 2.8 3.4
	between 'z: mean error' 2 -0.02 0.04
	between 'z: not given' 2 0 0
	# Noise of runs moves the percentile towards 50, and not z.
	randstudy simulate --seed 7 --replicates 500 --noise normal --rounds 2 \
		--sd 3,6,0 --ratio 1.02 --layouts 200 --position >out
	between 'percentile: mean error' 1 9 14
	between 'z: mean error' 1 -0.1 0.15
	# There is no z without differences.
	randstudy simulate --seed 7 --replicates 500 --noise normal --rounds 2 \
		--shape none --layouts 20 --position >out
	grep -qx '.*in truth: percentile 50.0' out
	between 'percentile: mean error' 1 -1.5 1.5
	# All layouts are on the same side of the original one.
	for ratio in 1.5 0.5; do
		randstudy simulate --seed 7 --replicates 50 --noise normal --rounds 2 \
			--shape none --ratio $ratio --layouts 20 --position >out
		grep -q "in truth: percentile $([ $ratio = 0.5 ] && echo 100.0 || echo 0.0)$" out
		between 'percentile: mean error' 1 0 0
	done
}

@test "intervals of many machines cover, whatever share of layouts is portable" {
	for share in 0 0.5 1; do
		randstudy simulate --seed 1 --replicates 1000 --machines 6 \
			--portable $share --executions 2 --layouts 10,20 >out
		# A coverage of 95 % from 1000 replicates has a standard error
		# of 0.69 points.
		for n in 1 2; do
			for row in 'mean: machines and layouts' \
				'variance of machines' 'variance of layouts ' \
				'variance of layouts x' 'variance of runs' \
				'portable share'; do
				between "$row" $n 92.5 98
			done
			# An interval that ignores one of the factors covers too rarely.
			between 'mean: all runs' $n 20 75
		done
	done
	between 'mean: machines alone' 1 50 85
	between "layouts' effect depends" 1 3 7
	between 'layouts differ everywhere' 1 99 100
	# Lost runs make the share less certain.
	randstudy simulate --seed 1 --replicates 1000 --machines 6 \
		--machine-sd 3 --executions 2 --layouts 10 >out
	width=$(column 'width of the portable' 1)
	randstudy simulate --seed 1 --replicates 1000 --machines 6 --lost 25 \
		--machine-sd 3 --executions 2 --layouts 10 >out
	between 'portable share' 1 92.5 98
	between 'variance of layouts x' 1 92.5 98
	between 'width of the portable' 1 \
		"$(awk "BEGIN { print $width + 0.02 }")" 1
	grep -q '25 % of the runs are lost' out
	grep -q '^sd 3 % machines, 2 % layouts, 1.41421 % runs; portable share 0.5$' out
}

@test "machines that are alike are rarely said to differ" {
	randstudy simulate --seed 2 --replicates 1000 --machines 6 --machine-sd 0 \
		--executions 2 --layouts 10 >out
	between 'machines differ' 1 3 7
	between 'a certain machine differs' 1 2.5 7
}

@test "one run of each layout tells nothing of the portable share" {
	randstudy simulate --seed 1 --replicates 50 --machines 4 --layouts 5 >out
	between 'variance of layouts ' 1 80 100
	[ "$(grep -A1 '^portable share' out | sed -n 2p)" = \
		"$(printf '%-36s %7s' '  of which undefined' 100.00)" ]
	run -2 randstudy simulate --machines 4 --noise ar
	[[ $output == *'cannot be combined with --machines'* ]]
}
