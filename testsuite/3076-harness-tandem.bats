#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run --tandem: the runs of a block share one CPU; --duet: each run has CPUs
# of its own.

# shellcheck disable=SC2016 # "$" in single quotes: for an inner shell, or text
# shellcheck disable=SC2030,SC2031 # each test has its own T
load harness

# The program computes for 30 ms of CPU time, then prints "hello".  Certain files
# in $T make the program do something else.  Such a file has an effect only if the
# program's path contains the text that is in the file.
setup() {
	harness_setup
	export T
	siblings=/sys/devices/system/cpu/cpu0/topology/thread_siblings_list
	cat >spin.c <<'EOF'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Without it, gcc 16 leaves out a block of memory that nobody reads. */
static char *volatile grown;

static void *compute(void *arg)
{
	struct timespec t;
	volatile unsigned long sum = 0;

	do {
		for (int i = 0; i < 100000; i++)
			sum += (unsigned long)i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	} while (t.tv_sec == 0 && t.tv_nsec < 30000000);
	return arg;
}

/* Whether the file $T/NAME says something of this program. */
static int says(const char *name, const char *self)
{
	char path[4096], text[256] = "";
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", getenv("T"), name);
	f = fopen(path, "r");
	if (f == NULL)
		return 0;
	if (fscanf(f, "%255s", text) != 1)
		text[0] = '\0';
	fclose(f);
	return strstr(self, text) != NULL;
}

static void append(const char *name, const char *text)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", getenv("T"), name);
	f = fopen(path, "a");
	fprintf(f, "%s\n", text);
	fclose(f);
}

int main(int argc, char **argv)
{
	const char *padding = getenv("RANDSTUDY_PADDING");
	char text[64];
	cpu_set_t cpus;
	pthread_t thread;

	(void)argc;
	/* the reference run has no padding, and is left alone */
	if (padding != NULL && padding[0] != '\0') {
		sched_getaffinity(0, sizeof(cpus), &cpus);
		snprintf(text, sizeof(text), "%d", CPU_COUNT(&cpus));
		append("cpus", text);
		snprintf(text, sizeof(text), "%d", getpid());
		append("pids", text);
		snprintf(text, sizeof(text), "%s %d",
			 strstr(argv[0], "layouts/"), sched_getcpu());
		append("sides", text);
		if (says("fill", argv[0]) &&
		    system("cat /dev/zero >\"$T/small/fill\" 2>\"$T/null\"") < 0)
			return 1;
		if ((says("leave", argv[0]) || says("flee", argv[0])) &&
		    fork() == 0) {
			if (says("flee", argv[0]))
				setsid();
			snprintf(text, sizeof(text), "%d", getpid());
			append("left", text);
			sleep(1000);
		}
		if (says("shout", argv[0]))
			for (;;)
				puts("hello");
		if (says("grow", argv[0]))
			grown = memset(malloc(30 << 20), 1, 30 << 20);
		if (says("hang", argv[0]))
			for (;;)
				;
		if (says("crash", argv[0]))
			abort();
	}
	if (says("thread", argv[0])) {
		pthread_create(&thread, NULL, compute, NULL);
		compute(NULL);
		pthread_join(thread, NULL);
	}
	if (says("write", argv[0]))
		append("written", "123456789");
	if (says("wait", argv[0]))
		usleep(500000);
	/* as threads that spin until another one has a CPU too */
	sched_getaffinity(0, sizeof(cpus), &cpus);
	if (says("spin", argv[0]) && CPU_COUNT(&cpus) == 1)
		for (;;)
			;
	if (says("child", argv[0])) {
		if (fork() == 0) {
			compute(NULL);
			_exit(0);
		}
		wait(NULL);
	} else if (!says("short", argv[0]))
		compute(NULL);
	puts("hello");
	if (says("rate", argv[0]))
		puts("rate: 5");
	return 0;
}
EOF
	compile
}

# The fake linker appends its note in lines, so the program must end with a line break.
compile() {
	gcc -O1 -o prog.sh spin.c -pthread
	echo >>prog.sh
}

# tandem [OPTION...]: a quick tandem study in ./st, of one round
tandem() {
	randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--layouts 4 --executions 1 --tandem --seed 5 "$@" -- '{binary}'
}

# whole N: check for N runs, in whole blocks of two
whole() {
	[ "$(query 'SELECT count(*), count(DISTINCT ord), max(ord) FROM run')" = \
		"$1|$1|$(($1 - 1))" ] || return 1
	[ "$(query 'SELECT count(*) FROM run WHERE sharers=2')" = "$1" ]
}

@test "--tandem and --duet exclude each other; --turns undoes either" {
	program 'echo hello'
	for words in '--duet' '--duet --turns --tandem --duet' '--tandem-if-possible --duet'; do
		# shellcheck disable=SC2086 # these are words
		run -2 tandem $words
		[[ $output == *'--tandem'*' and --duet exclude each other'* ]]
	done
	run -2 randstudy run -o st --duet --tandem --build make -- '{binary}'
	[[ $output == *'--duet and --tandem exclude each other'* ]]
	[ ! -e st ]
	run -0 tandem --turns --no-report
	[ "$(query "SELECT json_extract(value, '$.runs') FROM meta WHERE key='design'")" = turns ]
}

@test "the runs of a block share one CPU at the same time" {
	run -0 tandem
	whole 8
	# All runs, also those measured alone, are pinned to one CPU.
	[ "$(sort -u cpus)" = 1 ]
	# The two runs of a block overlap: each begins before the other has
	# ended.
	[ "$(query 'SELECT count(*) FROM run a JOIN run b ON b.ord = a.ord + 1
		WHERE a.ord % 2 = 0 AND a.start_ns < b.start_ns + b.wall_ns
		AND b.start_ns < a.start_ns + a.wall_ns')" = 4 ]
	# Both runs wait for each other, so their wall times exceed their CPU
	# times.
	[ "$(query 'SELECT count(*) FROM run WHERE wall_ns > user_ns + system_ns')" = 8 ]
	[ "$(query 'SELECT count(*), max(sharers) FROM alone')" = '1|1' ]
}

@test "the report is about CPU time, says how runs were made, and refuses wall time" {
	run -0 tandem
	[[ $output == *'measured    user and system time of 8 runs'* ]]
	[[ $output == *'tandem      the 2 runs of a block shared CPU '* ]]
	run -2 randstudy report --metric wall st
	[[ $output == *'shared a CPU (--tandem)'*'--metric cpu'* ]]
	run -0 --separate-stderr randstudy report --format json st
	jq -e '.metric == "cpu" and .tandem.sched == "other" and
		.tandem.alone.runs == 1 and .tandem."main-thread-share" > 0.9' <<<"$output"
	run -0 bash -c 'randstudy report --format csv st | cut -d, -f23 | sort | uniq -c'
	[[ $output == *'8 2'*'1 sharers' ]]
	# With ten blocks there are two runs that do not share the CPU.  Two are enough
	# for an interval.
	run -0 randstudy run -o st --layouts 10
	[[ $output == *', from 2 runs)'* ]]
	run -0 randstudy report --format hyperfine st
}

@test "kill -9 in the middle of a block leaves no process and no half block" {
	tandem --no-report
	: >pids
	touch hang
	randstudy run -o st --layouts 6 --no-report 2>/dev/null &
	victim=$!
	until [ "$(wc -l <pids)" -ge 2 ]; do sleep 0.02; done
	kill -9 "$victim"
	wait "$victim" || :
	while read -r pid; do
		for _ in $(seq 500); do
			runs "$pid" || break
			sleep 0.02
		done
		run -1 runs "$pid"
	done <pids
	whole 8
	rm hang
	run -0 randstudy run -o st --no-report
	whole 12
	[ "$(query 'PRAGMA integrity_check')" = ok ]
}

# A fixed sequence of random numbers chooses the moments, but the test must pass
# for any moments.
@test "a tandem study survives kill -9 at 15 moments" {
	tandem --no-report
	RANDOM=42
	for _ in $(seq 15); do
		randstudy run -o st --layouts 12 --no-report 2>/dev/null &
		victim=$!
		sleep "0.$(printf '%03d' $((RANDOM % 600)))"
		kill -9 "$victim" 2>/dev/null || :
		wait "$victim" 2>/dev/null || :
		n=$(query 'SELECT count(*) FROM run')
		whole "$n"
		[ $((n % 2)) = 0 ]
		[ "$n" -ge "${before:-8}" ]
		before=$n
	done
	run -0 randstudy run -o st --no-report
	whole 24
	# Each run that was made alone repeats a stored run of the same layout.
	[ "$(query 'SELECT count(*) FROM alone JOIN run USING (ord, layout)')" = \
		"$(query 'SELECT count(*) FROM alone')" ]
	# The guardian ends the last programs.
	for _ in $(seq 500); do
		pgrep -f "$T/st/layouts/" >/dev/null || break
		sleep 0.02
	done
	run -1 pgrep -f "$T/st/layouts/"
}

@test "a member that crashes or takes too long leaves the others alone" {
	echo 000002 >crash
	run -1 tandem --no-report
	[[ $output == *'was killed by signal 6'* ]]
	[ "$(query "SELECT count(*) FROM run WHERE outcome='signal' AND layout=2")" = 1 ]
	[ "$(query "SELECT count(*) FROM run WHERE outcome='ok'")" -ge 1 ]
	rm -r crash st
	echo 000005 >hang
	run -1 tandem --no-report --on-wrong go-on --timeout 1
	[[ $output == *'was killed after 2 s (--timeout)'* ]]
	whole 8
	[ "$(query "SELECT outcome, count(*) FROM run GROUP BY outcome")" = \
		$'ok|7\ntimeout|1' ]
}

@test "a block of tandem runs whose input changes is not stored" {
	echo old >in.txt
	run -2 tandem --no-report --stdin in.txt --prepare 'echo x >>count
		[ "$(wc -l <count)" != 7 ] || echo new >in.txt'
	[[ $output == *'"'"$PWD"'/in.txt" changed while the study ran'* ]]
	n=$(query 'select count(*) from run')
	whole "$n"
	[ "$n" -gt 0 ]
	[ "$n" -lt 8 ]
	echo old >in.txt
	randstudy run -o st --no-report
	whole 8
}

@test "a program that is not one thread that computes is refused, with the reason" {
	touch thread
	run -2 tandem
	[[ $output == *'" cannot run in tandem: it has threads: those beside the main one did '*'hint: give --turns instead of --tandem'* ]]
	[[ $output != *'to resume'* ]]
	rm -r st thread
	touch wait
	run -2 tandem
	[[ $output == *'it does not only compute: it waited for '* ]]
	rm -r st wait
	touch short
	run -2 tandem
	[[ $output == *'too short to alternate with another'* ]]
	# The study can be made in turns instead.
	run -0 study --turns
	[ "$(query 'SELECT count(*), count(sharers) FROM run')" = '8|0' ]
}

@test "a program whose child process computes runs in tandem, and the report says so" {
	touch child
	run -0 study --tandem-if-possible --seed 5
	[[ $output == *'measured    user and system time of 8 runs'* ]]
	tr -s '\n ' ' ' <<<"$output" | grep -q ' a run is several processes, which shared that CPU too (children did [0-9]* % of the computing)'
	whole 8
	run -0 randstudy report --format json st
	jq -e '.tandem."main-thread-share" < 0.5' <<<"$output"
	# Both processes of every run were on the same CPU.
	[ "$(sort -u cpus)" = 1 ]
}

# script COMMAND [OPTION...]: as tandem, but a shell runs the program, as "$0"
script() {
	local command=$1

	shift
	randstudy run -o st --build 'randld --fake-link prog.sh prog' --layouts 2 \
		--tandem --seed 5 --no-report "$@" -- sh -c "$command; :" '{binary}'
}

@test "threads of a child are seen, and a script that sleeps a little" {
	touch thread
	run -2 script '"$0"'
	[[ $output == *'" cannot run in tandem: it has threads: '* ]]
	rm -r st thread
	run -2 script '"$0"; sleep 0.02; "$0"; sleep 0.02; "$0"'
	[[ $output == *'it does not only compute: it waited for '* ]]
	rm -r st
	run -0 script '"$0"; "$0"'
}

@test "a script's pipes are not taken for files" {
	run -0 script '"$0" | cat'
	[[ $output == *'bytes besides its output, to files, pipes or sockets, and the'*'ports of the same number'* ]]
}

@test "--tandem-if-possible falls back to turns and says why" {
	touch thread
	run -0 study --tandem-if-possible --seed 5
	[[ $output == *'warning: "'*'" cannot run in tandem: it has threads: '*'the runs take turns'* ]]
	[[ $output == *'measured    wall time of 8 runs'* ]]
	[[ $output == *'- "'*'" cannot run in tandem'*'(--tandem-if-possible)'* ]]
	[ "$(query 'SELECT count(*), count(sharers) FROM run')" = '8|0' ]
	# Only the first session examines the program.
	rm thread
	run -0 randstudy run -o st --layouts 5 --no-report
	[ "$(query 'SELECT count(*), count(sharers) FROM run')" = '10|0' ]
	rm -r st
	run -0 study --tandem-if-possible --seed 5
	[[ $output == *'measured    user and system time of 8 runs'* ]]
	whole 8
}

# settings OPTION...: a study of one system with the rounds of its defaults
settings() {
	rm -rf st
	run -0 randstudy run -o st --build 'randld --fake-link prog.sh prog' --seed 5 \
		"$@" -- '{binary}'
}

# two_settings OPTION...: the same of two systems, four layouts of each
two_settings() {
	rm -rf st
	run -0 randstudy run -o st --seed 5 --layouts 4 --program prog \
		--system 'a=randld --fake-link prog.sh prog' \
		--system 'b=randld --fake-link prog.sh prog' "$@" -- '{binary}'
	[ "$(query 'SELECT count(*), max(sharers) FROM run')" = '16|4' ]
}

@test "a version that gives up the CPU more often may wait, and the report says so" {
	two_settings --tandem
	# waits A B EXPECTED: give runs of a and b these numbers of switches
	waits() {
		query "UPDATE run SET voluntary_switches = $1"
		query "UPDATE run SET voluntary_switches = $2 WHERE layout IN
			(SELECT id FROM layout WHERE system = 1)"
		run randstudy compare st
		[[ $(tr -s ' \n' ' ' <<<"$output") == *"$3"* ]]
	}
	waits 1 2 'each run of b gave up the CPU more often (at least 2 times) than any run of a (at most 1): it may wait longer, and CPU times do not show that; --turns in a new study compares wall times'
	waits 'ord % 3 + 7' 'ord % 2 + 1' 'each run of a gave up the CPU more often (at least 7 times) than any run of b (at most 2)'
	# One run of b is like those of a.
	waits 1 '1 + (ord > 5)' ''
	[[ $output != *'gave up the CPU'* ]]
}

# says TEXT: check that the report has the text
says() {
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"$1"* ]]
}

@test "a program that takes too long on one CPU takes turns if it may" {
	[ "$(nproc)" -gt 1 ] || skip 'needs two CPUs'
	touch spin
	run -0 study --tandem-if-possible --timeout 1 --seed 5
	[[ $output == *'" cannot run in tandem: it '*' on one CPU; the runs take turns'* ]]
	[ "$(query "SELECT count(*), count(sharers) FROM run WHERE outcome = 'ok'")" = '8|0' ]
	rm -r st
	run -1 study --tandem --timeout 1 --seed 5
	[[ $output == *'the run that checks whether "'*'" can run in tandem '*'or use --turns'* ]]
}

@test "one system in tandem has two rounds, several have one" {
	settings --tandem --layouts 4
	whole 16
	[ "$(query 'SELECT count(DISTINCT execution) FROM run')" = 2 ]
	two_settings --tandem
	two_settings --tandem-if-possible
	says 'There was one round (--executions auto): runs of several systems that share a CPU need no second one.'
	settings --tandem-if-possible --layouts 7
	whole 14
	says 'There was one round (--executions auto). A second one, which takes 8 layouts or more, would tell noise from layouts.'
	# Blocks that are run again would add runs.
	settings --tandem-if-possible --layouts 8 --redo off
	[[ $output == *'a second round follows, to tell noise from layouts'* ]]
	whole 32
	says 'There were two rounds (--executions auto): runs that share a CPU have a second one'
	# Layouts that are added have two rounds too.
	run -0 randstudy run -o st --layouts 9
	[[ $output != *'a second round follows'* ]]
	whole 36
	query 'DELETE FROM run WHERE ord > 20'
	says 'A second round was planned, which tells noise from layouts (--executions auto). It is not complete.'
}

@test "each program of a block has a directory of its own" {
	mkdir template
	echo theirs >template/file
	run -0 tandem --template template --no-report --prepare \
		'[ "$(cat file)" = theirs ]; pwd >>"$T/where"; pwd >own' \
		--cleanup '[ "$(cat own)" = "$(pwd)" ]; pwd >>"$T/after"'
	whole 8
	sort where >a
	sort after | cmp - a
	grep -q '/st/cwd-00$' where
	grep -q '/st/cwd-01$' where
	[ ! -e st/cwd-00 ]
	[ ! -e st/cwd-01 ]
}

@test "all programs of a block that were prepared are cleaned up" {
	local n
	# One of two numbers in succession is the second program of a block.
	for n in 7 8; do
		rm -rf st prepared cleaned
		run -1 tandem --no-report --cleanup 'echo >>"$T/cleaned"' --prepare \
			"echo >>\"\$T/prepared\"; [ \"\$(wc -l <\"\$T/prepared\")\" != $n ]"
		[[ $output == *'the --prepare command'* ]]
		[ "$(wc -l <prepared)" = "$n" ]
		[ "$(wc -l <cleaned)" = $((n - 1)) ]
	done
}

@test "a program that writes files at the same time as another is named" {
	run -0 tandem --no-report --layouts 2
	[[ $output != *besides* ]]
	rm -r st
	touch write
	run -0 tandem --no-report --layouts 2
	[ "$(head -c 15 /proc/self/io)" ] || skip 'the kernel does not count'
	[[ $output == *'warning: "'*'" writes 10 bytes besides its output, and the runs of a block write at the same time'*'hint: '*'--fresh-cwd'* ]]
	# A study warns only once.
	run -0 randstudy run -o st --layouts 3 --no-report
	[[ $output != *besides* ]]
	rm -r st
	run -0 tandem --no-report --layouts 2 --fresh-cwd
	[[ $output != *besides* ]]
}

@test "outputs, numbers in outputs and --verify are checked for each program" {
	sed -i 's/puts("hello")/puts("value 7")/' spin.c
	compile
	run -0 tandem --no-report --metric 'n=stdout:value (.*)' \
		--verify 'echo x >>"$T/verified"; grep -q value'
	[ "$(query 'SELECT count(*) FROM value WHERE value = 7')" = 8 ]
	# At least eleven runs were verified: the reference run, the run that checks for
	# one thread, eight runs in tandem, and one run alone.  On a busy machine the
	# check for one thread is made up to six times.
	n=$(wc -l <verified)
	[ "$n" -ge 11 ]
	[ "$n" -le 16 ]
}

@test "^C ends after the block, and SIGTERM at once, without a part of it" {
	tandem --no-report
	: >pids
	touch hang
	env --default-signal=INT randstudy run -o st --layouts 6 --no-report 2>err &
	victim=$!
	until [ "$(wc -l <pids)" -ge 2 ]; do sleep 0.02; done
	kill -TERM "$victim"
	status=0
	wait "$victim" || status=$?
	[ "$status" = 143 ]
	whole 8
	rm hang
	: >pids
	env --default-signal=INT randstudy run -o st --layouts 100 --no-report 2>err &
	victim=$!
	until [ "$(wc -l <pids)" -ge 2 ]; do sleep 0.02; done
	kill -INT "$victim"
	status=0
	wait "$victim" || status=$?
	[ "$status" = 130 ]
	n=$(query 'SELECT count(*) FROM run')
	[ $((n % 2)) = 0 ]
	[ "$n" -lt 200 ]
	whole "$n"
	grep -q 'ending after the current run' err
}

@test "the kernel counts each program by itself" {
	run tandem --no-report --metric perf:task-clock
	[ "$status" = 0 ] || skip 'the kernel grants no counter'
	# The value is the program's own CPU time, without what the launcher takes before
	# exec.  The two programs of a block have twice that time.
	[ "$(query 'SELECT count(*) FROM run JOIN value USING (ord)
		WHERE value BETWEEN 0.5 * (user_ns + system_ns)
			AND 1.5 * (user_ns + system_ns)')" = 8 ]
}

@test "a full disk loses no block that is stored, and the study continues later" {
	mkdir small
	mount -t tmpfs -o size=2m tmpfs small 2>/dev/null ||
		skip 'cannot mount a small file system here'
	randstudy run -o small/st --build 'randld --fake-link prog.sh prog' \
		--layouts 2 --executions 1 --tandem --seed 5 --no-report -- '{binary}'
	# a program of the next block fills the disk
	touch fill
	run randstudy run -o small/st --layouts 4 --no-report
	failed=$status failed_with=$output
	ln -s small/st st
	stored=$(query 'SELECT count(*) FROM run')
	rm small/fill fill
	run randstudy run -o small/st --no-report
	again=$status
	rm st
	cp -r small/st st
	# The guardian of the last study may still have its directory open.
	for _ in {1..100}; do
		! umount small 2>/dev/null || break
		sleep 0.1
	done
	run -32 umount small
	[ "$failed" = 1 ]
	[[ $failed_with == *'error: cannot '*'/small/st'* ]]
	[ "$stored" = 4 ]
	[ "$again" = 0 ]
	whole 8
	[ "$(query 'PRAGMA integrity_check')" = ok ]
}

@test "processes that a program leaves behind end with its block, and are counted" {
	echo 000002 >leave
	run -0 tandem
	[[ $output == *'left processes behind'* ]]
	whole 8
	[ "$(query 'SELECT layout FROM run WHERE n_left_behind > 0')" = 2 ]
	# A process that has left its session may belong to either program, so
	# both runs count it.
	rm -r leave st
	echo 000002 >flee
	run -0 tandem --no-report
	[ "$(query 'SELECT count(*), min(ord) / 2 = max(ord) / 2 FROM run
		WHERE n_left_behind > 0')" = '2|1' ]
	while read -r pid; do
		run -1 runs "$pid"
	done <left
}

@test "endless output of one program is cut off, and its block stored" {
	echo 000002 >shout
	run -1 tandem --no-report --on-wrong go-on --output-limit 1000
	whole 8
	[ "$(query "SELECT layout, outcome FROM run WHERE outcome != 'ok'")" = \
		'2|too-much-output' ]
}

@test "memory and page faults are those of each program" {
	echo 000002 >grow
	run -0 tandem --no-report
	[ "$(query 'SELECT count(*) FROM run WHERE max_rss_kib > 30000')" = 1 ]
	[ "$(query 'SELECT layout FROM run WHERE max_rss_kib > 30000')" = 2 ]
	[ "$(query 'SELECT layout FROM run ORDER BY minor_faults DESC LIMIT 1')" = 2 ]
}

@test "a report of noisy runs in turn advises tandem, and one of calm runs does not" {
	touch short
	study --layouts 10 --no-report
	query 'UPDATE run SET wall_ns = 1e8 + 1e6 * (ord * 7 % 5), system_ns = 0,
		user_ns = 0.99e8 + 1e6 * (ord * 7 % 5)'
	run -0 randstudy report st
	[[ $output != *'share one CPU'* ]]
	query 'UPDATE run SET wall_ns = 1e8 + 1e7 * (ord * 7 % 5), system_ns = 0,
		user_ns = 0.99e8 + 1e7 * (ord * 7 % 5)'
	run -0 randstudy report st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'can share one CPU (`randstudy run --tandem` in a new study)'* ]]
}

@test "the programs of a duet run at once, on CPUs that they swap with every block" {
	[ "$(nproc)" = 2 ] && [ "$(cat $siblings)" = 0 ] ||
		skip 'needs two CPUs that share no core'
	# a second thread does no harm
	touch thread
	run -0 study --duet --seed 5
	[[ $output == *'measured    wall time of 8 runs'* ]]
	[[ $output == *'duet        the 2 runs of a block were made at the same time'* ]]
	[ "$(query 'SELECT count(*), count(sharers) FROM run')" = '8|0' ]
	[ "$(query 'SELECT count(*) FROM alone')" = 0 ]
	# The two runs of a block overlap: each begins before the other has
	# ended.
	[ "$(query 'SELECT count(*) FROM run a JOIN run b ON b.ord = a.ord + 1
		WHERE a.ord % 2 = 0 AND a.start_ns < b.start_ns + b.wall_ns
		AND b.start_ns < a.start_ns + a.wall_ns')" = 4 ]
	# One program of each block has CPU 0.  The two arms have CPU 0 in turn.
	while read -r layout cpu; do
		layout=${layout#layouts/}
		query "SELECT ord / 2, layout % 2, $cpu FROM run
			WHERE layout = $((10#${layout%%/*}))"
	done <sides | sort -u >swapped
	[ "$(cut -d'|' -f 1,3 swapped | sort -u | wc -l)" = 8 ]
	[ "$(awk -F'|' '{ print ($1 + $2 + $3) % 2 }' swapped | sort -u)" = 0 ]
	run -0 --separate-stderr randstudy report --format json st
	jq -e '.metric == "wall" and .duet.sides == ["0", "1"] and .tandem == null' \
		<<<"$output"
	# the study continues without the option --duet
	run -0 randstudy run -o st --layouts 5 --no-report
	[ "$(query 'SELECT count(*) FROM run')" = 10 ]
}

@test "a study goes on if its CPU may not be used any more" {
	tandem --no-report
	query "UPDATE meta SET value = json_set(value, '\$.cpu', 1000) WHERE key = 'tandem'"
	run -0 randstudy run -o st --layouts 6 --no-report
	[[ $output == *'earlier runs shared CPU 1000, which this process may not use now: later runs share CPU '* ]]
	whole 12
	[ "$(query "SELECT json_extract(value, '\$.cpu') < 1000 FROM meta WHERE key = 'tandem'")" = 1 ]
	run -0 randstudy run -o st --layouts 7 --no-report
	[[ $output != *'earlier runs'* ]]
	[ "$(nproc)" = 2 ] && [ "$(cat $siblings)" = 0 ] || return 0
	rm -r st
	run -0 study --duet --no-report
	query "UPDATE meta SET value = '{\"sides\":[\"0\",\"900\"]}' WHERE key = 'duet'"
	run -0 randstudy run -o st --layouts 5 --no-report
	[[ $output == *'earlier runs had the CPUs 0 | 900, some of which'*'they are divided again'* ]]
	[ "$(query "SELECT value FROM meta WHERE key = 'duet'")" = '{"sides":["0","1"]}' ]
}

@test "a duet is refused where there are too few cores, with the reason" {
	[ -e "$siblings" ] || skip 'the kernel does not say which CPUs share a core'
	run -2 taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" \
		randstudy run -o st --build 'randld --fake-link prog.sh prog' \
		--layouts 4 --duet -- '{binary}'
	[[ $output == *'cannot be made at the same time (--duet): this process may use 1 core, and the 2 runs of a block need as many'*'hint: give --turns instead of --duet'* ]]
	[[ $output != *'to resume'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	# The study can be made in turns instead.
	run -0 study --turns --no-report
}

@test "settings that contradict --tandem are refused" {
	run -2 tandem --tune
	[[ $output == *'tandem runs exclude --tune'* ]]
	run -2 tandem --sched fifo
	[[ $output == *'tandem runs exclude --sched fifo'* ]]
	run -2 tandem --metric 'v=file:value:(.*)'
	[[ $output == *'tandem runs need --fresh-cwd'* ]]
	[ ! -e st ]
	study --no-report --layouts 2
	run -2 randstudy run -o st --tandem
	[[ $output == *'runs is '*', not tandem'* ]]
	# The existing study accepts --turns, since its runs take turns.
	run -0 randstudy run -o st --turns
}

@test "more runs than can share a CPU are refused, or take turns" {
	arms=()
	for i in $(seq 31); do
		arms+=(--arm "a$i=seed:none")
	done
	run -2 tandem "${arms[@]}"
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'at most 32 runs can share a CPU, not 33'* ]]
	run -0 tandem --tandem-if-possible --layouts 2 "${arms[@]}"
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'a block has 33 runs, and at most 32 can share a CPU; the runs take turns'* ]]
	[ "$(query 'SELECT count(*), count(sharers) FROM run')" = '66|0' ]
}

@test "a printed time or rate is refused, or makes the runs take turns" {
	touch rate
	run -2 tandem --metric 'ops/s=stdout:rate: ([0-9]+)'
	[[ $output == *'error: the program prints "ops", which it may measure by the wall clock'*'hint: give --turns instead of --tandem'*'--metric cpu'* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	rm -r st
	for metric in ops/s time/ms v; do
		run -0 tandem --tandem-if-possible --executions 1 \
			--metric "$metric=stdout:rate: ([0-9]+)"
		[[ $(tr -s ' \n' ' ' <<<"$output") == *'by the wall clock'*'the runs took turns (--tandem-if-possible)'* ]]
		[ "$(query 'SELECT count(*), count(sharers) FROM run')" = '8|0' ]
		rm -r st
	done
	# A metric without a unit may depend on the wall clock, so randstudy warns.
	run -0 tandem --metric 'v=stdout:rate: ([0-9]+)'
	[[ $output == *'warning: the program prints "v": if it measures that by the wall clock'* ]]
	whole 8
	run -0 randstudy report --metric v st
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'and the program printed v: if it measured that by the wall clock, differences are wrong'* ]]
	rm -r st
	# An amount of data does not depend on the wall clock.
	run -0 tandem --tandem-if-possible --executions 1 \
		--metric 'data/KiB=stdout:rate: ([0-9]+)'
	[[ $output != *'wall clock'* ]]
	whole 8
}
