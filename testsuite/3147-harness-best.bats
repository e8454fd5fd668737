#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy best finds the fastest layout and says what it gains.  The program
# prints its own "time", which it computes from the order of its functions and
# some noise, so that nothing here depends on how long a run takes.

load harness

sources=(main.c one.c two.c three.c)

# study EFFECT [OPTION...]: lay out and measure a program with this effect, compiled
# with these options
study() {
	timed_study "randcc -O2 -DEFFECT='$1' ${*:2} -o prog ${sources[*]}"
}

layouts=8

# best [OPTION...]: search among $layouts, and write the report as JSON to `out.json`
best() {
	randstudy best --layouts $layouts --blocks 12 --format json "$@" st >out.json \
		2>err || {
		cat err >&2
		return 1
	}
}

# valid_best: check `out.json` by the schema
valid_best() {
	valid out.json best best-stated best-comparison best-heat best-profile \
		best-missing best-layout best-sharing best-end-share
}

# near VALUE FIELD: check that this interval in `out.json` has its estimate within 0.004
# of VALUE, and no end further than 0.01 from it.  The interval need not contain VALUE:
# one in twenty intervals of 95 % misses the true value.
near() {
	jq -e --argjson value "$1" "$2 | (.estimate - \$value | fabs) < 0.004 and
		.low < .estimate and .estimate < .high and
		.low > \$value - 0.01 and .high < \$value + 0.01" out.json
}

# The original order is main, one, two, three.
FASTER='((char *)three < (char *)one ? -3 : 0)'

# prepare NAME EFFECT: make a study, and search a copy of it
prepare() {
	study "$2"
	mkdir "$1"
	cp -r st "$1/study"
	best
	mv st out.json "$1/"
}

setup_file() {
	BATS_TEST_TMPDIR=$BATS_FILE_TMPDIR real_setup
	order_program
	prepare faster "$FASTER"
	prepare none 0
}

setup() {
	real_setup
	order_program
}

# take_study NAME: take a study that setup_file() made
take_study() {
	runs_in="$BATS_FILE_TMPDIR/it's a place"
	rm -rf st
	cp -r "$runs_in/$1/study" st
}

# take_search NAME: take a study that setup_file() searched, and the report
take_search() {
	runs_in="$BATS_FILE_TMPDIR/it's a place"
	rm -rf st
	cp -r "$runs_in/$1/"{st,out.json} .
}

@test "the faster order wins, and its gain is measured by new runs" {
	take_search faster
	[ "$(answer .verdict)" = ship ]
	near 0.97 .stated
	jq -e '.comparisons[0].blocks == 12' out.json
	# The stated gain is from other runs than those that decided.
	jq -e '.stated | .blocks == 12 and .confirmed' out.json
	jq -e '.stated.low != .comparisons[0].ratio.low' out.json
	# 8 layouts: rounds of 8, 4, 2 layouts with 2, 4, 8 blocks
	[ "$(sqlite3 st/best.db 'select phase, count(distinct block) from trial
		where phase < 1000 group by phase' | tr '\n' ' ')" = \
		'0|16 1|16 2|16 ' ]
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"The best layout, seed $(answer .seed), saves "*' of the time against the original layout.'* ]]
	[[ $output == *"RANDCC_SEED=$(answer .seed) RANDCC_FACTORS=functions,program"* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	# The answer is stored, so nothing is run again.  An earlier call that was killed
	# when it had stored the answer left programs and sources, which are removed.
	mkdir -p st/best/0001 st/best-profile/source st/best-profile/data
	touch st/best/0001/prog
	n=$(sqlite3 st/best.db 'select count(*) from trial')
	best
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = "$n" ]
	[ ! -e st/best ]
	[ ! -e st/best-profile ]
	# The seed gives the same order in another build.
	RANDCC_SEED=$(answer .seed) RANDCC_FACTORS=functions,program \
		randcc -O2 -DEFFECT="$FASTER" -o other "${sources[@]}"
	[ "$(./other 0 | awk '/time/ { print $2 < -2 }')" = 1 ]
}

@test "the stated gain is that of further runs, shrunken by the first round's spread" {
	take_search faster
	sqlite3 st/best.db 'select phase, block, dose, moves, value from trial
		order by phase, block, dose' >trials
	awk -F '|' '
		$3 == 0 { original = $5; next }
		{ d = log($5 / original) }
		$1 == 0 { n[$4]++; sum[$4] += d; squares[$4] += d * d }
		$1 == 4000 { k++; s += d; q += d * d }
		END {
			for (i in n) { layouts++; m += sum[i] / n[i] }
			m /= layouts
			for (i in n) {
				x = sum[i] / n[i]
				v += (x - m) ^ 2 / (layouts - 1)
				within = (squares[i] - n[i] * x * x) / (n[i] - 1)
				w += within / n[i] / layouts
			}
			t2 = v > w ? v - w : 0
			y = s / k
			e2 = (q - k * y * y) / (k - 1) / k
			printf "%.9f\n", exp(m + t2 / (t2 + e2) * (y - m))
		}' trials >expected
	answer .stated.estimate | awk '{ printf "%.9f\n", $1 }' >got
	diff expected got
}

@test "all runs are printed as CSV" {
	take_search faster
	randstudy best --report --format csv st >out.csv
	[ "$(awk -F, 'NR > 1 { n++; sum += $11 } END { printf "%d|%.6f\n", n, sum }' out.csv)" = \
		"$(sqlite3 st/best.db "select printf('%d|%.6f', count(*), sum(value)) from trial")" ]
	[ "$(awk -F, '$1 == 0 && $3 == 0 { print $4 }' out.csv | sort -u)" = original ]
}

@test "the JSON has the schema" {
	take_search none
	valid_best
	take_search faster
	valid_best
	# Make a search that has not ended.
	sqlite3 st/best.db 'delete from trial where phase > 0 or block > 3'
	randstudy best --report --format json st >out.json
	valid_best
	[ "$(answer .verdict)" = undecided ]
	python3 -c 'import jsonschema' || skip "no python3-jsonschema"
	for change in 'del(.verdict)' '.stated = {}' '.layouts[0].seed = 1' '.new = 1'; do
		jq "$change" out.json >bad.json
		run -1 valid bad.json best
		[ -n "$output" ]
	done
}

@test "runs that do not confirm the gain say so" {
	take_search faster
	# Change only the runs that state the gain, not those that decide.
	sqlite3 st/best.db 'update trial set value = 100 + dose * (0.3 + block % 2 / 5.0)
		where phase = 4000'
	randstudy best --report --format json st >out.json
	jq -e '.verdict == "ship" and (.stated.confirmed | not)' out.json
	# The mean of all layouts is less than the measured value, so nothing is shrunken.
	jq -e '.stated | .weight == 1 and .low > 1 and
		(.estimate - 1.004 | fabs < 1e-5)' out.json
	run -0 randstudy best --report st
	text=$(tr -s ' \n' ' ' <<<"$output")
	[[ $text == *', costs 0.400 % ('*' to '*') of the time against the original layout. '* ]]
	[[ $text == *'The further new runs, which this number is from, do not confirm a gain.'* ]]
}

@test "a search that lost the runs that state the gain makes them again" {
	take_search faster
	others="select count(*), sum(value) from trial where phase <> 4000"
	before=$(sqlite3 st/best.db "$others")
	sqlite3 st/best.db 'delete from trial where phase = 4000 and block > 2'
	run -0 randstudy best --report st
	[[ $output == *'no answer yet'* ]]
	[ "$(randstudy best --report --format json st | jq .stated)" = null ]
	best
	[ "$(answer .verdict)" = ship ]
	jq -e '.stated.blocks == 12' out.json
	[ "$(sqlite3 st/best.db "$others")" = "$before" ]
}

@test "the interval of runs that shared a CPU allows for what sharing costs" {
	take_search faster
	before=$(jq -c '[.stated, .comparisons[0]] | map(.sharing)' out.json)
	[ "$before" = '[null,null]' ]
	estimate=$(answer .stated.estimate)
	# The times of the two runs become 10 % longer than that of a run alone, which is
	# noisy.  So the gain is diluted by 10 %.
	sqlite3 st/best.db "
		insert into trial select phase, block, 2, 'alone', start_ns, wall_ns,
			user_ns, system_ns, 1, outcome,
			value / 1.1 * (1 + (block * 7 % 5 - 2) / 200.0)
			from trial where phase >= 1000 and dose = 0"
	randstudy best --report --format json st >out.json
	valid_best
	sqlite3 st/best.db 'select phase, block, dose, moves, value from trial
		where phase = 4000 order by block, dose' >trials
	# The delta method, with the covariance of the two mean logarithms
	awk -F '|' '
		$3 == 0 { original = $5 }
		$3 == 1 { d[++n] = log($5 / original) }
		$3 == 2 { c[n] = log(original / $5) }
		END {
			for (i = 1; i <= n; i++) { md += d[i] / n; mc += c[i] / n }
			ratio = 1 + exp(mc) * (exp(md) - 1)
			gd = exp(mc + md) / ratio
			gc = exp(mc) * (exp(md) - 1) / ratio
			for (i = 1; i <= n; i++) {
				x = d[i] - md
				y = c[i] - mc
				v += (gd * gd * x * x + gc * gc * y * y + \
					2 * gd * gc * x * y) / (n - 1) / n
			}
			t = 2.200985160082949 # 97.5 %, 11 degrees of freedom
			printf "%.8f %.8f %.8f %.8f\n", ratio * exp(-t * sqrt(v)),
				ratio * exp(t * sqrt(v)), exp(md), exp(mc)
		}' trials >expected
	answer '.stated.sharing | [.alone.low, .alone.high, .ratio.estimate, .cost.estimate] |
		@tsv' | awk '{ printf "%.8f %.8f %.8f %.8f\n", $1, $2, $3, $4 }' >got
	diff expected got
	jq -e '.stated.sharing.ratio.estimate - .stated.sharing.alone.low > 0.004' out.json
	# The interval contains both, and the estimate stays as it was.
	jq -e '.stated | .low == .sharing.alone.low and .high == .sharing.ratio.high' out.json
	[ "$(answer .stated.estimate)" = "$estimate" ]
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'The runs shared a CPU. This changed the CPU time of the original layout by +10'* ]]
	# Of two runs that share a CPU, the slower one ends last, and may save time.
	jq -e '[.stated, .comparisons[0]] | map(."end-share") == [0, 0]' out.json
	[[ $(tr -s ' \n' ' ' <<<"$output") != *'ends last'* ]]
	cp st/best.db whole.db
	sqlite3 st/best.db "update trial set sharers = 2, system_ns = 10000000,
		user_ns = 30000000 - dose * 10000000 where phase = 4000 and dose < 2"
	cp out.json before.json
	randstudy best --report --format json st >out.json
	valid_best
	jq -e '.stated | (."end-share" - 0.002 | fabs) < 1e-12 and
		(.low / (.sharing.alone.low * 0.998) - 1 | fabs) < 1e-12 and
		.high == .sharing.ratio.high' out.json
	jq -e '.comparisons[0]."end-share" == 0' out.json
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'the one that ends last takes about 0.06 ms less: at its end the other does not compete with it. This is 0.2 % of its time here.'* ]]
	# Without runs alone, the limit is that of the runs as measured.
	low=$(answer .stated.sharing.ratio.low)
	sqlite3 st/best.db "delete from trial where phase = 4000 and dose = 2"
	randstudy best --report --format json st >out.json
	jq -e --argjson low "$low" '.stated | .sharing == null and
		(.low / ($low * 0.998) - 1 | fabs) < 1e-12' out.json
	# If the winner of the search is slower in its new runs, its ratio may be larger.
	cp whole.db st/best.db
	sqlite3 st/best.db "update trial set sharers = 2, system_ns = 0, user_ns = 60000000,
		value = value * (1 + 0.3 * (dose = 1)) where phase = 1000 and dose < 2;
		delete from trial where phase > 1000"
	randstudy best --report --format json st >out.json
	jq -e '.comparisons[0] | (."end-share" - 0.001 | fabs) < 1e-12 and
		.ratio.estimate > 1 and
		(.ratio.high / (.sharing.alone.high * 1.001) - 1 | fabs) < 1e-12 and
		.ratio.low == .sharing.ratio.low' out.json
	cp whole.db st/best.db
	cp before.json out.json
	# A block whose run alone failed is left out.
	sqlite3 st/best.db "update trial set outcome = 'signal 9' where moves = 'alone' and
		block = 3 and phase = 4000"
	randstudy best --report --format json st >out.json
	jq -e '.stated.blocks == 12 and .stated.sharing.cost.df == 10 and .failed == 1' out.json
	# Where few blocks have a run alone, all blocks count, without a correction.
	# An older version may have made the others, or they may have taken turns.
	sqlite3 st/best.db "update trial set outcome = 'ok';
		delete from trial where moves = 'alone' and block > 1"
	randstudy best --report --format json st >out.json
	jq -e '[.stated, .comparisons[0]] | map(.sharing) == [null, null]' out.json
	jq -e '.verdict == "ship" and .comparisons[0].ratio.df == 11' out.json
	awk 'length > 80 { exit 1 }' <<<"$output"
}

@test "a database of an older version goes on, one of a newer version is refused" {
	take_search faster
	version() {
		sqlite3 st/best.db "PRAGMA user_version$1"
	}
	[ "$(version '')" = 2 ]
	version '=1'
	sqlite3 st/best.db 'delete from trial where phase = 4000 and block > 2'
	run -0 randstudy best --report st
	[ "$(version '')" = 1 ]
	best
	jq -e '.stated.blocks == 12' out.json
	[ "$(version '')" = 2 ]
	version '=3'
	run -2 randstudy best --report st
	[[ $output == *'not a file of trials of this version of randstudy'* ]]
}

@test "in tandem the original layout also runs alone beside each block" {
	layouts=2
	cat >main.c <<-'EOF'
		#include <stdio.h>
		#include <time.h>
		int one(int), two(int), three(int);
		int main(void)
		{
			unsigned long x = 1;
			while (clock() < CLOCKS_PER_SEC / 25)
				for (int i = 0; i < 100000; i++)
					x = x * 5 + (x >> 7);
			return printf("%d\n", one(1) + two(2) + three(3)) < 0 || x == 0;
		}
	EOF
	randstudy run -o st --no-report --executions 1 --redo off --seed 3 --layouts 2 \
		--build "randcc -O2 -o prog ${sources[*]}" --program prog -- '{binary}'
	best --metric cpu
	jq -e '.stated.sharing.cost.n_units != 0' out.json
	# Both programs of a block share the CPU, and the third run has it alone.
	[ "$(sqlite3 st/best.db "select distinct moves = 'original', moves = 'alone', sharers
		from trial where phase = 1000 order by 1, 2" | tr '\n' ' ')" = \
		'0|0|2 0|1|0 1|0|2 ' ]
	[ "$(sqlite3 st/best.db "select count(*) from trial where moves = 'alone' and
		phase < 1000")" = 0 ]
	# Sometimes the run alone comes first.
	sqlite3 st/best.db "select (select start_ns from trial b where b.block = a.block and
		b.phase = 1000 and b.dose = 2) < start_ns from trial a
		where phase = 1000 and dose = 0" | sort | uniq -c | awk 'END { exit NR != 2 }'
	# A later session goes on in turns if the search was in turns.
	sqlite3 st/best.db "delete from trial where phase = 1000 and block > 8;
		update meta set value = json_set(value, '\$.tandem', json('false'))
		where key = 'setup'"
	best --metric cpu
	[ "$(sqlite3 st/best.db "select distinct block > 8, moves = 'alone', sharers
		from trial where phase = 1000 order by 1, 2, 3" | tr '\n' ' ')" = \
		'0|0|2 0|1|0 1|0|0 ' ]
}

@test "without an effect no layout is worth shipping" {
	take_search none
	[ "$(answer .verdict)" = none ]
	# The runs that decided state the result.
	[ "$(sqlite3 st/best.db 'select count(*) from trial where phase >= 4000')" = 0 ]
	jq -e '.stated.low == .comparisons[0].ratio.low' out.json
	run -0 randstudy best --report st
	[[ $output == *'No layout is worth shipping.'* ]]
	# The program is short.  Only on a slow machine do samples show where its time is.
	if [ "$(answer '.heat | has("why")')" = true ]; then
		[[ $output == *'The order by heat was not measured: '* ]]
	else
		[[ $output != *'The order by heat was not measured: '* ]]
	fi
	[[ $output != *'How to use it'* ]]
}

@test "a time without noise is stated as it is" {
	study "$FASTER" -DNOISE=0
	best
	[ "$(answer .verdict)" = ship ]
	jq -e '.stated | [.estimate, .low, .high] | all(. - 0.97 | fabs < 1e-9)' out.json
	jq -e '.comparisons[0].ratio | .low == .high and .df == null' out.json
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *' saves 3.00 % (the same in all 12 blocks) of the time against the original layout.'* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	# All layouts are equal.
	rm -r st
	study 0 -DNOISE=0
	best
	[ "$(answer .verdict)" = none ]
	jq -e '.stated | [.estimate, .low, .high] == [1, 1, 1]' out.json
	run -0 randstudy best --report st
	[[ $output == *'No layout is worth shipping.'* ]]
}

@test "higher values win where they are better, and one must say which are" {
	randstudy run -o st --no-report --layouts 4 --executions 1 --redo off \
		--seed 3 --metric 'score=once:stdout:^time: ([0-9.]+)' \
		--build "randcc -O2 -DEFFECT='$FASTER' -o prog ${sources[*]}" \
		--program prog -- '{binary}'
	run -2 randstudy best st
	[[ $output == *'--metric score,lower or --metric score,higher'* ]]
	best --metric score,higher
	[ "$(answer .verdict)" = none ]
	jq -e '.stated.estimate > 0.99' out.json
}

@test "the winner is measured with other commands too" {
	# The winning order saves time with the argument 100, and costs time with 200.
	study '((char *)three < (char *)one ? (t > 150 ? 6 : -3) : 0)'
	best
	[ "$(answer .verdict)" = ship ]
	n=$(sqlite3 st/best.db 'select count(*) from trial')
	best --also '{binary} 50'
	[ "$(answer .verdict)" = ship ]
	jq -e '.comparisons[1] | .command == "{binary} 50" and .blocks == 12 and
		(.worse | not)' out.json
	near 0.94 '.comparisons[1].ratio'
	valid_best
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = $((n + 24)) ]
	best --also '{binary} 50' --also '{binary} 200'
	[ "$(answer .verdict)" = harm ]
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = $((n + 48)) ]
	run -0 randstudy best --report st
	[[ $output == *'The best layout is worse with another command: {binary} 200.'* ]]
	# A command that fails is not stored.
	run -1 randstudy best --also './nosuch {binary}' st
	[[ $output == *'the program failed: '*'correct the command of --also: ./nosuch {binary}'* ]]
	best
	[ "$(answer .verdict)" = harm ]
	run -2 randstudy best --report --metric cpu st
	[[ $output == *'the search in "'*'/best.db" is for time, not cpu'* ]]
}

@test "a search that is killed goes on, and finds what it would have found" {
	take_study faster
	cp -r st whole
	randstudy best --layouts 8 --blocks 12 --format json whole >whole.json
	# Kill the search when it has stored ten blocks.  At most twelve runs come
	# before the blocks, and a block has two runs.  So ten blocks are stored before
	# run 36, at which the search waits.
	stall_in 36
	setsid randstudy best --layouts 8 --blocks 12 st >out 2>&1 &
	pid=$!
	until [ "$(sqlite3 -cmd '.timeout 20000' st/best.db \
		'select count(distinct block) from trial' 2>/dev/null)" -ge 10 ] \
		2>/dev/null; do
		kill -0 $pid
		sleep 0.02
	done
	kill -KILL -- -$pid
	wait $pid || true
	rm "$runs_in/stall"
	before=$(sqlite3 st/best.db 'select count(*), sum(value) from trial')
	n=${before%|*}
	[ "$n" -lt 120 ]
	run -0 randstudy best --report st
	[[ $output == *'The search has not ended: no answer yet.'* ]]
	best
	[ "$(answer .verdict)" = ship ]
	[ "$(sqlite3 st/best.db "select count(*), sum(value) from
		(select value from trial order by start_ns limit $n)")" = "$before" ]
	# The two searches have the same plan, although the noise differs.
	for db in st whole; do
		sqlite3 $db/best.db 'select phase, block, dose, moves from trial
			where phase = 0 order by 1, 2, 3' >$db.plan
	done
	diff st.plan whole.plan
}

@test "the order by heat is measured beside the winner" {
	layouts=2
	# The function `three` takes all the time.
	cat >three.c <<-'EOF'
		static int step(int x) { return x + 6; }
		int (*use_three)(int) = step;
		extern long loops;
		__attribute__((noinline)) int inner(int x)
		{
			for (volatile int i = 0; i < loops; i++)
				;
			return x;
		}
		int three(int x)
		{
			for (volatile int i = 0; i < loops; i++)
				x = i % 200000 ? x : inner(x);
			return use_three(x) + 1;
		}
		int cold_three(int x) { return x - 1; }
	EOF
	sed -i 's/begin_run(0)/loops = begin_run(2000000)/; /^int main/i long loops;' main.c
	study "$FASTER"
	heat
	best
	why=$(answer '.heat.why // ""')
	[ -z "$why" ] || skip "$why"
	jq -e '.heat | .calls >= 1 and
		(.functions[0] | index("inner") - index("three")) == 1 and .samples >= 200 and
		.blocks == 12 and .ratio.high < 0.975 and .ratio.low > 0.965' \
		out.json
	valid_best
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'The order by heat changes the time by -'* ]]
	[[ $output == *'order by heat  '* ]]
	# The stored order is used again, and other commands change nothing.
	sum="select count(*), sum(value) from trial where phase = 2000"
	before=$(sqlite3 st/best.db "$sum")
	best --also '{binary} 50'
	[ "$(sqlite3 st/best.db "$sum")" = "$before" ]
	[ "$(answer '.comparisons | length')" = 2 ]
	# A search that lost runs of the order by heat makes them again.
	sqlite3 st/best.db 'delete from trial where phase = 2000 and block > 2'
	run -0 randstudy best --report st
	[[ $output == *'no answer yet'* ]]
	best
	jq -e '.heat.blocks == 12 and .heat.ratio.high < 0.975' out.json
}

@test "layouts are chosen that avoid the places that explain names" {
	# The program is fast only if `two` begins in a certain quarter of a line.  In
	# the original layout `two` begins in another quarter.
	hot_program
	# Add functions, so that layouts differ.
	for i in $(seq 12); do
		echo "int more$i(int x) { return x * $i$( ((i % 3)) || echo ' + (x >> 3) % 7'); }"
	done >more.c
	files=("${sources[@]}" more.c)
	# The comparison is part of main(), which lies before `two`.  It has the same size
	# with 16 and with 32.
	RANDCC_SEED=none randcc -Os -DCAUSE='LINE(two) != 16' -o other "${files[@]}"
	fast=16
	[ $((0x$(nm other | sed -n 's/ T two$//p') % 64)) != 16 ] || fast=32
	cause="LINE(two) != $fast"
	timed_study "randcc -Os -DCAUSE='$cause' -o prog ${files[*]}" --layouts 6
	explain
	[ "$(answer '.named | join(" ")')" = two ]
	best
	[ "$(answer .verdict)" = ship ]
	[ "$(answer '[.layouts[] | select(.targeted)] | length')" = 2 ]
	# In each chosen layout, the function `two` is at its fast offset.
	answer '.layouts[] | select(.targeted) | .seed' >seeds
	while read -r seed; do
		RANDCC_SEED=$seed RANDCC_FACTORS=functions,program \
			randcc -Os -DCAUSE="$cause" -o other "${files[@]}"
		[ $((0x$(nm other | sed -n 's/ T two$//p') % 64)) = $fast ]
	done <seeds
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *' of the layouts were chosen among '* ]]
}

@test "a build with a profile is measured beside the winner" {
	layouts=2
	# The compiler tells the program which build it is.
	sed -i 's/EFFECT/BUILD/' main.c
	cat >build.sh <<-'EOF'
		case ${RANDCC_FLAGS:-} in
		*-fprofile-use*) t=-2 ;;
		*) t='((char *)three < (char *)one ? -3 : 0)' ;;
		esac
		for f in main one two three; do
			randcc -O2 -DBUILD="$t" -c $f.c || exit
		done
		randcc -o prog main.o one.o two.o three.o
	EOF
	echo "old" >kept
	timed_study 'sh build.sh'
	best
	[ "$(answer .profile)" = null ]
	n=$(sqlite3 st/best.db 'select count(*) from trial')
	sum=$(cksum <prog)
	best --profile
	[ "$(answer .profile.blocks)" = 12 ]
	near 0.98 .profile.ratio
	valid_best
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = $((n + 24)) ]
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'The build with a profile changes the time by -'* ]]
	# gcc had a profile of all files, and the user's build is as it was.
	run ! grep -i 'profile count data file not found' st/best-profile/build.log
	[ ! -e st/best-profile/data ]
	[ "$(cksum <prog)" = "$sum" ]
	[ -z "$(find . -name '*.gcda')" ]
}

@test "a profile of clang is merged, and used" {
	echo 'int main(void) { return 0; }' >empty.c
	clang -fprofile-generate empty.c -o empty 2>/dev/null ||
		skip 'no clang with the library of profiles'
	layouts=2
	sed -i 's/EFFECT/BUILD/' main.c
	cat >build.sh <<-'EOF'
		case ${RANDCC_FLAGS:-} in
		*-fprofile-use*) t=-2 ;;
		*) t='((char *)three < (char *)one ? -3 : 0)' ;;
		esac
		randclang -O2 -DBUILD="$t" -o prog main.c one.c two.c three.c
	EOF
	timed_study 'sh build.sh'
	best --profile
	[ "$(answer .profile.blocks)" = 12 ]
	near 0.98 .profile.ratio
	# clang would warn of a profile that it cannot read.
	run ! grep -iE 'profile.*(error|cannot|could not)' st/best-profile/build.log
	[ ! -e st/best-profile/data ]
}

@test "it is said why a build with a profile cannot be measured" {
	layouts=2
	timed_study "cd '${PWD//\'/\'\\\'\'}' && randcc -O2 -DEFFECT=0 -o prog ${sources[*]}"
	best --profile
	[[ $(answer .profile.why) == *'cannot be repeated in a copy' ]]
	valid_best
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'The build with a profile was not measured: the build'* ]]
}

@test "what cannot be searched is said before anything is run" {
	run -2 randstudy best st
	run -2 randstudy best --report .
	take_study none
	run -2 randstudy best --report st
	[[ $output == *'was not searched yet'* ]]
	run -2 randstudy best --system nosuch st
	[[ $output == *'no system "nosuch"'* ]]
	run -2 randstudy best --layouts 1 st
	[ ! -e st/best.db ]
	take_search none
	for option in '--layouts 9' '--threshold 5'; do
		# shellcheck disable=SC2086 # two words
		run -2 randstudy best $option st
		[[ $output == *'a search with other settings'* ]]
	done
	# A report is about the options of the search too.
	for option in '--layouts 9' '--blocks 13' '--threshold 5' '--system nosuch'; do
		# shellcheck disable=SC2086 # two words
		run -2 randstudy best --report $option st
		[[ $output == *'/best.db" has another '*'leave out the option'* ]]
	done
	for option in --also=false --profile; do
		run -2 randstudy best --report $option st
		[[ $output == *'has no runs for '*'leave out --report to measure it'* ]]
	done
	randstudy best --report --layouts $layouts --blocks 12 --threshold 0.5 st
	sqlite3 st/best.db "update trial set moves = 'x'"
	run -1 randstudy best --report st
	[[ $output == *'cannot read "'*'/best.db": its runs are not those of a search'* ]]
}

@test "values without a ratio have no answer" {
	take_study none
	sqlite3 st/study.db 'update value set value = -value'
	for command in best explain; do
		run -2 randstudy $command st
		[[ $output == *'the values of "time" are 0 or less, so they have no ratio'* ]]
		[ ! -e st/$command.db ]
	done
	# Nothing is known of a winner all of whose new runs failed.
	take_search none
	sqlite3 st/best.db "update trial set outcome = 'crashed' where phase >= 1000"
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"No answer: too few runs of the winner have a value above 0. To search anew, remove best.db."* ]]
	best --report
	[ "$(answer .verdict)" = undecided ]
}
