#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy --metric: counters of the kernel and of valgrind's tools.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
	program 'echo hello'
}

json() { # METRIC JQ-EXPRESSION
	randstudy report --format json --metric "$1" st | jq -r "$2"
}

# Make a fake valgrind whose counts depend on the layout's number.  It simulates
# caches of the size $CACHES, unless its options give another size.
fake_valgrind() {
	cat >bin/valgrind <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo "$VALGRIND_VERSION"; exit; }
echo "$*" >>"$VALGRIND_LOG"
size=$CACHES
for word; do
	case $word in
	--tool=*) tool=${word#*=} ;;
	--*-out-file=*) file=${word#*=} ;;
	--I1=*) size=${word#*=} size=${size%%,*} ;;
	*/layouts/*) n=${word%/*}; n=${n##*/} ;;
	esac
done
n=$(expr "$n" + 0)
file=$(printf %s "${file%\%p}" | sed 's/%%/%/g')$$
{
	for cache in I1 D1; do
		echo "desc: $cache cache:         $size B, 64 B, 8-way associative"
	done
	echo "desc: LL cache:         1048576 B, 64 B, direct-mapped"
	case $tool in
	cachegrind) printf 'events: Ir I1mr D1mr Bcm\nfn=main\n1 2 3\nsummary: 1%s 7 5%s 2\n' "$n" "$n" ;;
	callgrind) printf 'version: 1\nevents: Ir Dr\nsummary: 9 9\ntotals: 55 %s\n' "$n" ;;
	esac
} >"$file"
while case $1 in -*) ;; *) false ;; esac; do shift; done
exec "$@"
END
	chmod +x bin/valgrind
	export VALGRIND_LOG=$T/valgrind.log VALGRIND_VERSION=valgrind-9.1 CACHES=32768
	PATH=$T/bin:$PATH
}

@test "software events are counted in the program and its children" {
	# A child touches 2 MiB of pages.
	program 'head -c 2097152 /dev/zero | tail -c 1048576 | wc -c'
	run -0 study --metric perf:page-faults --metric perf:task-clock --no-report
	[[ $output != *'is not measured'* ]] || skip "the kernel grants no counters"
	[ "$(query 'select count(*), min(value) > 100 from value where metric = 0')" = \
		'8|1' ]
	# The value is the user time of three processes, in nanoseconds.
	[ "$(query 'select min(value) > 1e5, max(value) < 60e9 from value
		where metric = 1')" = '1|1' ]
	[ "$(json task-clock .unit)" = seconds ]
}

# After this call perf_event_open(2) fails in randstudy, even if this machine grants
# counters.
deny_counters() { # ERRNO
	gcc -D "DENIED=$1" -o deny "$BATS_TEST_DIRNAME/tools/deny-call.c"
	./deny /bin/true || skip "the kernel has no seccomp filters"
	randstudy() {
		"$T/deny" randstudy "$@"
	}
}

@test "a counter that the kernel does not grant is named and left out" {
	deny_counters EACCES
	run -0 study --metric perf:node-prefetch-misses --metric perf:r1ffff
	[[ $output == *'is not measured: '*'hint'* ]]
	[ "$(query "select count(*) from run where outcome = 'ok'")" = 8 ]
	# The report shows the counters that exist and names the others.
	[[ $output == *'Warnings'*'was not measured'*'wall time of 8 runs'* ]]
	run -0 randstudy report --metric node-prefetch-misses st
	[[ $output == *'too few good runs'*'have no node-prefetch-misses'* ]]
}

@test "a counter that does not exist is an error when a study begins" {
	for error in ENOENT EOPNOTSUPP EINVAL; do
		deny_counters "$error"
		run -2 study --metric perf:cycles --metric perf:r1ffff
		[[ $output == *'--metric perf:cycles: there is no such counter here'* ]]
		[[ $output == *'--metric perf:r1ffff: there is no such counter here'* ]]
		[[ $output == *'hint: this CPU has no such counter, or'*'cachegrind:EVENT'* ]]
		[[ $output != *building* ]]
		[ ! -e st ]
	done
}

@test "the report is of the counter that the kernel does grant" {
	# The study was begun on a machine that has both counters.
	study --metric node-prefetch-misses=perf:cpu-migrations \
		--metric perf:page-faults --no-runs
	query "update meta set value = json_set(value, '$.metrics[0].source',
		'perf:node-prefetch-misses') where key = 'design'"
	run -0 randstudy run -o st
	[[ $output == *'node-prefetch-misses is not measured'* ]] ||
		skip "the kernel grants whatever is asked for"
	[[ $output != *'page-faults is not measured'* ]] ||
		skip "the kernel grants no counters"
	[[ $output == *'measured    page-faults of 8 runs'* ]]
	[[ $output == *'Warnings'*'node-prefetch-misses was not measured'* ]]
	[[ $output != *'also '*node-prefetch* ]]
	[ "$(query 'select count(*), min(metric) from value')" = '8|1' ]
	run -0 randstudy report --metric node-prefetch-misses st
	[[ $output == *'too few good runs'*'have no node-prefetch-misses'* ]]
}

@test "a report of memory that is not known says why" {
	study --no-report
	query 'update run set max_rss_kib = null'
	run -0 randstudy report --metric memory st
	flat=$(tr -s ' \n' ' ' <<<"$output")
	[[ $flat == *'None: the program needs less memory than randstudy itself'* ]]
	[[ $flat == *'have no peak memory and are not counted here: the program needs less memory'* ]]
	run -0 randstudy report --format json --metric memory st
	[[ $output == *'the program needs less memory than randstudy itself'* ]]
	# The answer for two systems gives the same reason.
	program 'echo done'
	randstudy run -o two --layouts 4 --program prog --no-report \
		--system 'old=randld --fake-link prog.sh prog' \
		--system 'new=randld --fake-link prog.sh prog' -- '{binary}'
	sqlite3 two/study.db 'update run set max_rss_kib = null'
	for command in report 'compare --fail-on never'; do
		# shellcheck disable=SC2086 # a command and its options
		run randstudy $command --metric memory two
		flat=$(tr -s ' \n' ' ' <<<"$output")
		[[ $flat == *'No comparison of new with old: the program needs less memory than randstudy itself'* ]]
		[[ $flat != *'good layouts of each are needed'* ]]
	done
}

@test "a counter that the kernel refused at first, and granted later, counts" {
	run -0 study --metric perf:task-clock --no-report
	[[ $output != *'is not measured'* ]] || skip "the kernel grants no counters"
	query "INSERT INTO meta VALUES ('refused-task-clock', 'the kernel allows none')"
	run -0 randstudy report --format json st
	[ "$(jq -r '.metric, (.warnings | map(select(test("not measured"))) | length)' \
		<<<"$output")" = $'task-clock\n0' ]
	# The runs of one session lack it.
	query 'DELETE FROM value WHERE ord < 2'
	run -0 randstudy report --format json st
	[ "$(jq -r .metric <<<"$output")" = task-clock ]
	jq -r '.warnings[]' <<<"$output" | grep -q 'have no .* and are not counted'
	query 'DELETE FROM value'
	run -0 randstudy report --format json st
	[ "$(jq -r .metric <<<"$output")" = wall ]
	jq -r '.warnings[]' <<<"$output" |
		grep -q 'task-clock was not measured: the kernel allows none'
}

@test "unknown events are refused" {
	for bad in perf:nonsense perf:cycles:x perf:r perf:L1-icache-x \
		cachegrind:nonsense callgrind:I1 once:perf:cycles; do
		run -2 study --metric "$bad"
		[[ $output == *'--metric'* ]]
		[ ! -e st ]
	done
}

@test "valgrind's tools run each layout once, apart from the measured runs" {
	fake_valgrind
	study --executions 2 --metric cachegrind:Ir --metric cachegrind:Bcm \
		--metric callgrind:Dr --no-report
	[ "$(query 'select count(*) from run')" = 16 ]
	[ "$(query 'select count(*) from value')" = 0 ]
	[ "$(query 'select count(*), sum(value) from exact where metric = 1')" = '8|16.0' ]
	[ "$(query "select group_concat(value, ' ') from exact where metric = 0")" = \
		'10.0 11.0 12.0 13.0 14.0 15.0 16.0 17.0' ]
	[ "$(query 'select max(value) from exact where metric = 2')" = 7.0 ]
	[ "$(wc -l <valgrind.log)" = 16 ]
	[ ! -e st/tool ]
	# Each layout has one value, for any number of executions.
	[ "$(json Ir '.arms[0] | [.values, .layouts] | @csv')" = 4,4 ]
	run -0 randstudy report st
	[[ $output == *'also        Bcm, Dr'* ]]
	# A disturbed run does not change the counts.
	query "update session set host = json_set(host, '\$.load', 7.25)"
	run -0 randstudy report st
	[[ $output != *'the load was'* ]]
	run -0 randstudy report --metric wall st
	[[ $output == *'the load was 7.25'* ]]
}

@test "the folder of a study may have a % in its name" {
	fake_valgrind
	randstudy run -o '50%st' --build 'randld --fake-link prog.sh prog' --layouts 2 \
		--executions 1 --redo off --metric cachegrind:Ir --no-report -- '{binary}'
	mv '50%st' st
	[ "$(query 'select count(*) from exact')" = 4 ]
	grep -q -- '--cachegrind-out-file=.*/50%%st/tool/%p ' valgrind.log
}

@test "the tools' counts are kept when a study continues" {
	fake_valgrind
	# The fifth run under the tool fails.
	sed -i '2s/^/[ "$(wc -l <"$VALGRIND_LOG")" != 4 ] || exit 1 ; /' bin/valgrind
	run -1 study --metric cachegrind:Ir --no-report
	[[ $output == *'under cachegrind, '*' ended with status 1 instead of 0'* ]]
	[ "$(query 'select count(*) from exact')" = 4 ]
	[ "$(query 'select count(*) from run')" = 8 ]
	sed -i '2s/^.*exit 1 ; //' bin/valgrind
	run -0 randstudy run -o st --no-report
	[ "$(query 'select count(*) from exact')" = 8 ]
	[ "$(query 'select count(*) from run')" = 8 ]
	[ "$(wc -l <valgrind.log)" = 8 ]
}

flat() { # COMMAND...
	"$@" | tr -s ' \n' ' '
}

@test "counts are called simulated, with the version and the caches" {
	fake_valgrind
	study --metric cachegrind:Ir --metric callgrind:Dr --no-report
	run -0 flat randstudy report --metric Ir st
	[[ $output == *'measured simulated Ir of 8 runs'* ]]
	[[ $output == *'simulated by cachegrind of valgrind-9.1; I1 cache: 32768 B, 64 B, 8-way associative; D1 cache: '*'; LL cache: 1048576 B, 64 B, direct-mapped; '*'not those of this machine'* ]]
	[ "$(json Ir .simulation.cachegrind.version)" = valgrind-9.1 ]
	[ "$(json Ir .simulation.callgrind.D1)" = '32768 B, 64 B, 8-way associative' ]
	# A time is not simulated.
	run -0 flat randstudy report --metric wall st
	[[ $output != *simulated* ]]
	# A study of an older version does not say what was simulated.
	query "delete from meta where key like 'simulation-%'"
	run -0 flat randstudy report --metric Ir st
	[[ $output == *'by cachegrind of an unknown version of valgrind; its caches are unknown'* ]]
}

@test "a study goes on with the caches that were simulated before" {
	fake_valgrind
	study --metric cachegrind:Ir --no-report
	! grep -q -- --I1 valgrind.log || false
	# On another machine the tool would by default simulate that machine's
	# caches.
	CACHES=65536 run -0 randstudy run -o st --layouts 6 --no-report
	[ "$(query 'select count(*) from exact')" = 12 ]
	[ "$(grep -c -- '--I1=32768,8,64 --D1=32768,8,64 --LL=1048576,1,64 ' \
		valgrind.log)" = 4 ]
	[ "$(json Ir .simulation.cachegrind.I1)" = '32768 B, 64 B, 8-way associative' ]
}

@test "counts of two versions, or of two machines, are not mixed" {
	fake_valgrind
	study --metric cachegrind:Ir --no-report
	VALGRIND_VERSION=valgrind-9.2 run -2 randstudy run -o st --layouts 6 --no-report
	[[ $output == *'by cachegrind of valgrind-9.1'*'by cachegrind of valgrind-9.2'* ]]
	[[ $output == *'hint: continue it with that valgrind'* ]]
	# A tool that ignores its options is refused.
	sed -i 's/ size=${size%%,\*}/ size=65536/' bin/valgrind
	run -2 randstudy run -o st --no-report
	[[ $output == *'I1 cache: 32768 B'*'I1 cache: 65536 B'* ]]
	[ "$(query 'select count(*) from exact')" = 8 ]
}

@test "a comparison of two studies says that their simulations differ" {
	fake_valgrind
	study --metric cachegrind:Ir --no-report
	cp -r st same
	mv st copy
	VALGRIND_VERSION=valgrind-9.2 study --metric cachegrind:Ir --no-report
	mv st newer
	CACHES=65536 study --metric cachegrind:Ir --no-report
	run flat randstudy compare --fail-on never --metric Ir same copy
	[[ $output != *'measured apart'* && $output != *'also compares the simulations'* ]]
	run flat randstudy compare --fail-on never --metric wall same copy
	[[ $output == *'measured apart'* ]]
	run flat randstudy compare --fail-on never --metric Ir same newer
	[[ $output == *"valgrind's version differs: the ratio also compares the simulations"* ]]
	[[ $output == *'simulated same: by cachegrind of valgrind-9.1'*'simulated newer: by cachegrind of valgrind-9.2'* ]]
	run flat randstudy compare --fail-on never --metric Ir same st
	[[ $output == *'the simulated caches differ: the ratio also compares the simulations'* ]]
	run flat randstudy compare --fail-on never --metric Ir newer st
	[[ $output == *"valgrind's version and the simulated caches differ: the ratio"* ]]
	randstudy compare --fail-on never --metric Ir --format json newer st >json
	jq -e '.simulated and any(.warnings[]; test("simulated caches differ"))' json
	# A time does not depend on the simulated caches.
	run flat randstudy compare --fail-on never --metric wall newer st
	[[ $output != *'simulat'* ]]
	sqlite3 newer/study.db "delete from meta where key like 'simulation-%'"
	run flat randstudy compare --fail-on never --metric Ir same newer
	[[ $output == *'the simulation of one study is unknown: the ratio may also compare simulations'* ]]
}

@test "a suite says that the simulations of its benchmarks differ" {
	fake_valgrind
	cat >suite.yaml <<-'END'
		defaults:
		  layouts: 4
		  program: prog
		  build: randld --fake-link prog.sh prog
		  metric: cachegrind:Ir
		  command: "'{binary}'"
		benchmarks:
		  one: {}
		  two: {}
		  three: {}
	END
	run -0 randstudy run -o su --study suite.yaml --no-report
	run -0 flat randstudy report su
	[[ $output == *'simulated by cachegrind of valgrind-9.1; I1 cache'* ]]
	[[ $output != *'counts do not compare'* ]]
	sqlite3 su/three/study.db "update meta set value =
		json_set(value, '\$.version', 'valgrind-9.2') where key like 'simulation-%'"
	run -0 flat randstudy report su
	[[ $output == *"one, three: valgrind's version differs, so their counts do not compare"* ]]
	randstudy report --format json su >json
	jq -e '.simulated and any(.warnings[]; test("one, three: valgrind"))' json
}

@test "a study of several machines says what each of them simulated" {
	fake_valgrind
	study --metric cachegrind:Ir --no-runs --executions 2
	randstudy pack st st.pack
	for k in 1 2 3; do
		[ $k != 3 ] || export CACHES=65536
		randstudy worker st.pack -k $k -o fleet --local local --machine n$k
	done
	randstudy merge -o merged fleet
	run -0 flat randstudy report merged
	[[ $output == *'machines 1 and 2 simulated by cachegrind of valgrind-9.1; I1 cache: 32768 B, '* ]]
	[[ $output == *'machine 3 simulated by cachegrind of valgrind-9.1; I1 cache: 65536 B, '* ]]
	[[ $output == *'machines 1 and 3: the simulated caches differ, so their counts do not compare'* ]]
	randstudy report --format json merged >json
	jq -e '.simulated and .machines[2].simulation.cachegrind.I1 ==
		"65536 B, 64 B, 8-way associative"' json
	! python3 -c 'import jsonschema' || "$BATS_TEST_DIRNAME/tools/check-json" \
		"$BATS_TEST_DIRNAME/../doc/report.schema.json" json
	run -0 flat randstudy report --metric wall merged
	[[ $output != *simulat* ]]
	randstudy report --format json --metric wall merged >json
	jq -e '.simulated == false and (.machines[2] | has("simulation") | not)' json
}

@test "formats for programs say that a metric is simulated" {
	fake_valgrind
	study --metric cachegrind:Ir --no-report
	[ "$(json Ir .simulated)" = true ]
	[ "$(json wall .simulated)" = false ]
	run -0 randstudy report --format benchfmt --metric Ir st
	[[ $output == *$'\n''simulated: by cachegrind of valgrind-9.1; I1 cache: 32768 B, '* ]]
	run -0 randstudy report --format benchfmt --metric wall st
	[[ $output != *simulated* ]]
}

@test "a count that depends on data names data and heap as a possible cause" {
	fake_valgrind
	study --metric cachegrind:D1mr --metric cachegrind:I1mr --no-report
	run -0 flat randstudy report --metric D1mr st
	[[ $output == *'simulated D1mr depends on where data is: variables begin where the code ends, and the heap behind them'* ]]
	[[ $output == *'--arm data=factors:data'* ]]
	run -0 flat randstudy report --metric I1mr st
	[[ $output != *'where data is'* ]]
	# If the counts do not vary, no cause is named.
	query 'update exact set value = 5 where metric = 0'
	run -0 flat randstudy report --metric D1mr st
	[[ $output != *'where data is'* ]]
}

# vary: set counts and times so that layouts differ, and the runs of the original layout
# hardly do
vary() {
	query "update exact set value = 100 + (select case arm when 1 then 0
		else 3 * layout.layout + 5 end from layout where id = exact.layout)"
	query "update run set wall_ns = 1e9 + (select case arm when 1 then ord
		else 3e7 * layout.layout + 5e7 + ord end
		from layout where id = run.layout)"
}

# cause METRIC: print what the report says about the cause, in one line
cause() {
	flat randstudy report --metric "$1" st |
		sed 's/.*Is it the place of functions? //; s/ How large is .*//'
}

@test "an effect names data, heap and stack, if a layout moves them too" {
	fake_valgrind
	study --metric cachegrind:I1mr --no-report
	query "update meta set value = json_set(value, '\$.aslr', 'on') where key = 'design'"
	run cause I1mr
	[[ $output != Perhaps* ]]
	vary
	run cause I1mr
	[ "$output" = 'Perhaps not alone: layouts may also have moved the variables of each object with its functions (units), the heap, which begins behind the variables. An arm that moves functions and no variables (--arm code=factors:program) shows what code alone does.' ]
	[ "$(json I1mr '.effects[0]."moved-too" | @csv')" = '"variables","heap"' ]
	# The kernel moves the heap at random in each run, which is noise.
	run cause wall
	[ "$output" = 'Perhaps not alone: layouts may also have moved the variables of each object with its functions (units). An arm that moves functions and no variables (--arm code=factors:program) shows what code alone does.' ]
	[ "$(json wall '.effects[0]."moved-too" | @csv')" = '"variables"' ]
	query "update meta set value = json_set(value, '\$.aslr', 'off') where key = 'design'"
	run cause wall
	[[ $output == *'(units), the heap, which begins behind the variables. An arm'* ]]
	# No cause is named for an effect that was not detected.
	query 'update run set wall_ns = 1e9 + ord'
	run cause wall
	[[ $output != Perhaps* ]]
	[ "$(json wall '.effects[0]."moved-too" | @csv')" = '"variables","heap"' ]
}

@test "each factor that moves data or the stack is named as a cause" {
	fake_valgrind
	study --metric cachegrind:I1mr --factors units,padding,data,stack --no-report
	vary
	run cause I1mr
	[[ $output == 'Perhaps not alone: layouts may also have moved the variables of each object with its functions (units), all variables behind longer code (padding), variables (data), the stack (stack), the heap, '* ]]
	[ "$(json I1mr '.effects[0]."moved-too" | @csv')" = '"variables","heap","stack"' ]
	rm -r st
	study --metric cachegrind:I1mr --factors program,stack --no-report
	vary
	run cause I1mr
	[[ $output == 'Perhaps not alone: layouts may also have moved the stack (stack). An arm'* ]]
	rm -r st
	for factors in program functions; do
		study --metric cachegrind:I1mr --factors $factors --no-report
		vary
		run cause I1mr
		[ "$output" = 'Layouts moved functions alone. Variables kept their order. They and the heap behind them start at another address only if the code has another size.' ]
		[ "$(json I1mr '.effects[0]."moved-too" | @csv')" = '' ]
		rm -r st
	done
}

@test "two orders of objects place variables in two ways, two of functions do not" {
	real_setup
	for i in 1 2 3 4; do
		printf 'int v%s = %s, z%s;\nint f%s(int x) { return x + v%s + z%s; }\nint g%s(int x) { return x * f%s(x); }\n' \
			$i $i $i $i $i $i $i $i >u$i.c
	done
	echo 'int g1(int); int main(void) { return g1(0) == 9; }' >main.c
	addresses() { # FACTORS: a line for each layout
		for seed in none 1 2 3 4; do
			RANDCC_SEED=$seed RANDCC_FACTORS=$1 randcc -O2 -o p main.c u?.c
			nm -n p | grep -E ' [vz][0-9]$' | awk '{ printf "%s@%s ", $3, $1 }'
			echo
		done | sort -u
	}
	[ "$(addresses functions,units | wc -l)" -gt 1 ]
	[ "$(addresses functions | wc -l)" = 1 ]
	[ "$(addresses program | wc -l)" = 1 ]
}

@test "the real tools count the same each time" {
	command -v valgrind >/dev/null || skip "no valgrind"
	program 'exec /bin/true'
	study --layouts 2 --metric cachegrind:Ir --metric cachegrind:I1mr --no-report
	[ "$(query 'select count(distinct value), min(value) > 10000 from exact
		where metric = 0')" = '1|1' ]
	[ "$(query 'select count(*), min(value) > 100 from exact where metric = 1')" = \
		'4|1' ]
	run -0 randstudy report st
	[[ $output == *'vary at all'* ]]
	[[ $(json Ir .simulation.cachegrind.version) == valgrind-[0-9]* ]]
	for cache in I1 D1 LL; do
		[[ $(json Ir .simulation.cachegrind.$cache) == *' B, '*' B, '* ]]
	done
	# The tools understand the options by which a resumed study keeps the
	# simulated caches.
	run -0 randstudy run -o st --layouts 3 --no-report
	[ "$(query 'select count(*) from exact')" = 12 ]
}

@test "metrics that need valgrind say what to install where it is missing" {
	mkdir only
	ln -s /usr/bin/* only/
	rm -f only/valgrind
	ln -sf "$T/bin/randld" "$build/bin/randstudy" only/
	PATH=$T/only run -2 study --metric cachegrind:Ir --no-report
	[[ $output == *'cannot find valgrind'*'install valgrind'* ]]
}
