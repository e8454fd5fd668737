#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy best finds the fastest layout and says what it gains.  The program
# prints its own "time", which it computes from the order of its functions and
# some noise, so that nothing here depends on how long a run takes.

load harness

setup() {
	real_setup
	for name in one two three; do
		cat >$name.c <<-EOF
			static int step(int x) { return x + sizeof("$name"); }
			int (*use_$name)(int) = step;
			int $name(int x) { return use_$name(x) + 1; }
		EOF
	done
	cat >main.c <<-'EOF'
		#include <stdio.h>
		#include <stdlib.h>
		int one(int x);
		int two(int x);
		int three(int x);
		int main(int argc, char **argv)
		{
			unsigned noise = 0;
			double t = argc > 1 ? atof(argv[1]) : 100;
			FILE *f = fopen("/dev/urandom", "r");

			/* the sum of 4 bytes: a deviation of 0.15 % */
			for (int i = 0; i < 4; i++)
				noise += (unsigned)getc(f);
			t += (noise - 510.0) / 1000;
			t += EFFECT;
			printf("%d\ntime: %.6f\n", one(two(three(1))), t);
			return 0;
		}
	EOF
}

# study EFFECT: lay out and measure a program with this effect
study() {
	randstudy run -o st --no-report --layouts 4 --executions 1 --redo off \
		--seed 3 --metric 'time/s=once:stdout:^time: ([0-9.]+)' \
		--build "randcc -O2 -DEFFECT='$1' -o prog main.c one.c two.c three.c" \
		--program prog -- '{binary}'
}

# best [OPTION...]: the report as JSON in `out.json`
best() {
	randstudy best --layouts 8 --blocks 12 --format json "$@" st >out.json \
		2>err || {
		cat err >&2
		return 1
	}
}

answer() {
	jq -r "$1" out.json
}

# The original order is main, one, two, three.
FASTER='((char *)three < (char *)one ? -3 : 0)'

@test "the faster order wins, and its gain is measured by new runs" {
	study "$FASTER"
	best
	[ "$(answer .verdict)" = ship ]
	jq -e '.stated.low < 0.97 and .stated.high > 0.97 and
		.stated.estimate > 0.965 and .stated.estimate < 0.98' out.json
	jq -e '.comparisons[0].blocks == 12' out.json
	# 8 layouts: rounds of 8, 4, 2 layouts with 2, 4, 8 blocks
	[ "$(sqlite3 st/best.db 'select phase, count(distinct block) from trial
		where phase < 1000 group by phase' | tr '\n' ' ')" = \
		'0|16 1|16 2|16 ' ]
	run -0 randstudy best --report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"The best layout, seed $(answer .seed), saves "*' of the time against the original layout.'* ]]
	[[ $output == *"RANDCC_SEED=$(answer .seed) RANDCC_FACTORS=functions,program"* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	# The answer is stored: nothing is run again.
	n=$(sqlite3 st/best.db 'select count(*) from trial')
	best
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = "$n" ]
	[ ! -e st/best ]
	# The seed gives the same order in another build.
	RANDCC_SEED=$(answer .seed) RANDCC_FACTORS=functions,program \
		randcc -O2 -DEFFECT="$FASTER" -o other main.c one.c two.c three.c
	[ "$(./other 0 | awk '/time/ { print $2 < -2 }')" = 1 ]
}

@test "the stated gain is the new runs', shrunken by the first round's spread" {
	study "$FASTER"
	best
	sqlite3 st/best.db 'select phase, block, dose, moves, value from trial
		order by phase, block, dose' >trials
	awk -F '|' '
		$3 == 0 { original = $5; next }
		{ d = log($5 / original) }
		$1 == 0 { n[$4]++; sum[$4] += d; squares[$4] += d * d }
		$1 == 1000 { k++; s += d; q += d * d }
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

@test "without an effect no layout is worth shipping" {
	study 0
	best
	[ "$(answer .verdict)" = none ]
	run -0 randstudy best --report st
	[[ $output == *'No layout is worth shipping.'* ]]
	[[ $output != *'How to use it'* ]]
}

@test "higher values win where they are better, and one must say which are" {
	randstudy run -o st --no-report --layouts 4 --executions 1 --redo off \
		--seed 3 --metric 'score=once:stdout:^time: ([0-9.]+)' \
		--build "randcc -O2 -DEFFECT='$FASTER' -o prog main.c one.c two.c three.c" \
		--program prog -- '{binary}'
	run -2 randstudy best st
	[[ $output == *'--metric score,lower or --metric score,higher'* ]]
	best --metric score,higher
	[ "$(answer .verdict)" = none ]
	jq -e '.stated.estimate > 0.99' out.json
}

@test "the winner is measured with other commands too" {
	# At an argument of 200 the order costs what it saves at 100.
	study '((char *)three < (char *)one ? (t > 150 ? 6 : -3) : 0)'
	best
	[ "$(answer .verdict)" = ship ]
	n=$(sqlite3 st/best.db 'select count(*) from trial')
	best --also '{binary} 50'
	[ "$(answer .verdict)" = ship ]
	jq -e '.comparisons[1] | .command == "{binary} 50" and .blocks == 12 and
		.ratio.low < 0.94 and .ratio.high > 0.94 and (.worse | not)' \
		out.json
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = $((n + 24)) ]
	best --also '{binary} 50' --also '{binary} 200'
	[ "$(answer .verdict)" = harm ]
	[ "$(sqlite3 st/best.db 'select count(*) from trial')" = $((n + 48)) ]
	run -0 randstudy best --report st
	[[ $output == *'It is worse with another command: {binary} 200.'* ]]
}

@test "a search that is killed goes on, and finds what it would have found" {
	study "$FASTER"
	cp -r st whole
	randstudy best --layouts 8 --blocks 12 --format json whole >whole.json
	# Kill it when it has stored ten blocks.
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
	before=$(sqlite3 st/best.db 'select count(*), sum(value) from trial')
	n=${before%|*}
	[ "$n" -lt 120 ]
	run -0 randstudy best --report st
	[[ $output == *'The search has not ended: no answer yet.'* ]]
	best
	[ "$(answer .verdict)" = ship ]
	[ "$(sqlite3 st/best.db "select count(*), sum(value) from
		(select value from trial order by start_ns limit $n)")" = "$before" ]
	# The noise of the programs differs, the plan does not.
	for db in st whole; do
		sqlite3 $db/best.db 'select phase, block, dose, moves from trial
			where phase = 0 order by 1, 2, 3' >$db.plan
	done
	diff st.plan whole.plan
}

@test "what cannot be searched is said before anything is run" {
	run -2 randstudy best st
	run -2 randstudy best --report .
	study 0
	run -2 randstudy best --report st
	[[ $output == *'was not searched yet'* ]]
	run -2 randstudy best --system nosuch st
	[[ $output == *'no system "nosuch"'* ]]
	run -2 randstudy best --layouts 1 st
	[ ! -e st/best.db ]
	best
	run -2 randstudy best --layouts 9 st
	[[ $output == *'a search with other settings'* ]]
}
