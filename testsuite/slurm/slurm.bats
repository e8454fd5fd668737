#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy cluster with a real slurmctld and ten real slurmd on this computer.
# `make check-slurm` installs Slurm and runs this file.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load ../harness

setup_file() {
	export SLURM_DIR=$BATS_FILE_TMPDIR/slurm
	# An array has at most 7 tasks, so ten machines need two arrays.
	MAX_ARRAY_SIZE=8 "$BATS_TEST_DIRNAME/emulate" start "$SLURM_DIR" 10
}

teardown_file() {
	"$BATS_TEST_DIRNAME/emulate" stop "$SLURM_DIR"
}

setup() {
	RANDCC_BUILD=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../../build}
	harness_setup
	rm bin/randld
	ln -s "$BATS_TEST_DIRNAME/../data/fake-randld" bin/randld
	export SLURM_CONF=$SLURM_DIR/slurm.conf
	# Each node has a folder of its own in $TMPDIR.
	export TMPDIR=$T/tmp
	mkdir -p tmp
	echo data >input
	program '[ ! -e "'"$T"'/slow" ] || sleep 0.2' 'cat -- "$@"'
}

teardown() {
	SLURM_CONF=$SLURM_DIR/slurm.conf scancel --me
}

packed() { # LAYOUTS [OPTION...]
	study --no-runs --layouts "$@" -- '{binary}' input 2>/dev/null
	randstudy pack st st.pack
}

submit() {
	randstudy cluster submit st.pack -o out --of 10 "$@"
}

# wait_for COMMAND...: wait until the command succeeds, for at most fifteen minutes
wait_for() {
	local end=$((SECONDS + 900))
	while [ "$SECONDS" -lt "$end" ]; do
		! "$@" || return 0
		sleep 0.2
	done
	randstudy cluster status out
	squeue
	tail -n 5 out/log/*
	return 1
}

has_ended() {
	[ -z "$(squeue -h --me)" ]
}

# Open the database read-only: otherwise sqlite3 would create a missing database.
runs_of() { # MACHINE: the runs that the machine has made, on its own disk
	sqlite3 -readonly "$(printf 'tmp/node%d/randstudy-%s-%06d/study.db' "$1" "$digest" "$1")" \
		'SELECT count(*) FROM run' 2>/dev/null || echo 0
}

has_runs() { # MACHINE NUMBER
	[ "$(runs_of "$1")" -ge "$2" ]
}

# Print the process id of a machine's worker.  The process that guards the worker is
# younger, so the oldest process is the worker.
pid_of() { # MACHINE
	pgrep -o -f "randstudy worker .*--index=$1 --of=10 --output=$T/out"
}

task_of() { # MACHINE: its task in Slurm
	local offset=0
	[ "$1" -le 7 ] || offset=7
	jq -r ".jobs[] | select(.offset == $offset) | .job" out/cluster.json |
		head -n 1 | sed "s/\$/_$(($1 - offset))/"
}

# every_run_once: the merged study has each planned run of each machine once, and
# its rows are those of the shards
every_run_once() { # MACHINES RUNS
	[ "$(sqlite3 out/merged/study.db 'SELECT count(*), count(DISTINCT machine) FROM machine_run')" = \
		"$(($1 * $2))|$1" ] || return 1
	for shard in out/machine-*.db; do
		k=$(basename "$shard" .db)
		k=$((10#${k#machine-}))
		sqlite3 "$shard" 'SELECT * FROM run ORDER BY ord' >a
		sqlite3 out/merged/study.db "SELECT * FROM machine_run WHERE machine=$k ORDER BY ord" |
			sed "s/^$k|//" >b
		cmp a b || return 1
		[ "$(cut -d '|' -f 1 a | sort -n | xargs)" = "$(seq 0 $(($2 - 1)) | xargs)" ] || return 1
	done
}

@test "ten nodes: two workers killed, one requeued, one cancelled, collected twice" {
	packed 20
	digest=$(sha256sum <(tar --zstd -xOf st.pack manifest.json) | cut -c 1-16)
	touch slow
	run -0 submit
	[[ ${lines[0]} == 'job '*': 7 machines' ]]
	[[ ${lines[1]} == 'job '*': 3 machines' ]]
	# a second submission adds nothing
	run -0 submit
	[[ $output == 'nothing to submit: each of 10 machines is done, runs or waits' ]]
	for k in 2 3 5 9; do
		wait_for has_runs $k 3
	done
	kill -9 "$(pid_of 2)"
	kill -9 "$(pid_of 9)"
	scontrol requeue "$(task_of 5)"
	scancel "$(task_of 3)"
	# Collect the shards while other machines still run.
	run -0 randstudy cluster collect out
	[[ $output == *' runs'* ]]
	rm slow
	wait_for has_ended
	run -0 randstudy cluster status out
	echo "$output"
	[[ $output == *'done     machines 1, 4 to 8 and 10'* ]]
	[[ $output == *'stopped  machines 2, 3 and 9'* ]]
	[[ $output == *'machine 2 was begun on node'* ]]
	run -0 randstudy cluster collect out
	[[ $output == *'machine 2 has '*' of 40 runs'* ]]
	# machine 5, which was requeued, made every run once
	[ "$(sqlite3 out/machine-000005.db 'SELECT count(*), max(ord) FROM run')" = '40|39' ]
	# the runs that Slurm interrupted do not count as failed
	for shard in out/machine-*.db; do
		[ "$(sqlite3 "$shard" "SELECT count(*) FROM run WHERE outcome != 'ok'")" = 0 ]
	done

	# submit again: machines 2, 3 and 9 continue on the nodes where they
	# began
	before=$(runs_of 2)
	[ "$before" -ge 3 ]
	node=$(sqlite3 out/machine-000002.db "SELECT value FROM meta WHERE key='machine-name'")
	run -0 submit
	[[ $output == *"1 machine on $node"* ]]
	[ "${#lines[@]}" = 3 ]
	wait_for has_ended
	run -0 randstudy cluster status out
	echo "$output"
	[ "${lines[0]}" = 'done     machines 1 to 10' ]
	# If Slurm gave the requeued task to another node, one more line says so.
	others=$(grep -v '^machine 5 was begun again' <<<"$output" || :)
	[ "$others" = "${lines[0]}" ]
	[ "$(sqlite3 out/machine-000002.db 'SELECT count(*) FROM run WHERE session=1')" -ge "$before" ]
	[ "$(sqlite3 out/machine-000002.db 'SELECT count(DISTINCT session) FROM run')" = 2 ]
	run -0 randstudy cluster collect out
	[ "${lines[0]}" = '10 shards, 400 runs' ]
	every_run_once 10 40

	# if the shard of a machine is missing, collect and the report name the machine
	mv out/machine-000007.db kept
	run -0 randstudy cluster collect out
	[ "${lines[1]}" = 'machine 7 of 10 has no shard' ]
	run -0 randstudy report out/merged
	[[ $output == *'machine 7 of 10 is missing'* ]]
	[[ $(tr -s '\n ' ' ' <<<"$output") == *'ran on one computer'*'say nothing about hardware'* ]]
	run -0 submit
	[[ $output == 'job '*': 1 machine' ]]
	wait_for has_ended
	run -0 randstudy cluster collect out
	[ "${lines[0]}" = '10 shards, 400 runs' ]
}

@test "two submissions at once make one, and cancelled tasks are submitted again" {
	packed 4
	for i in 1 2; do
		{
			submit -- --hold --comment=site >"submitted$i" 2>&1
			echo $? >"status$i"
		} &
	done
	wait
	cat submitted?
	# The second submission finds either that the first is still at work, or
	# that the jobs of the first exist.
	[ "$(cat submitted? | grep -c '^job ')" = 2 ]
	cat submitted? | grep -q -e 'another submission is at work' -e 'nothing to submit'
	grep -qx 0 status?
	[ "$(squeue -h -r --me | wc -l)" = 10 ]
	# the site's own options arrived
	[ "$(squeue -h -r --me -o %k | sort -u)" = site ]
	for k in 2 6 9; do
		scancel "$(task_of $k)"
	done
	run -0 randstudy cluster status out
	[ "${lines[0]}" = 'waiting  machines 1, 3 to 5, 7 to 8 and 10' ] ||
		[ "${lines[0]}" = 'waiting  machines 1, 3 to 5, 7, 8 and 10' ]
	[ "${lines[1]}" = 'stopped  machines 2, 6 and 9' ]
	run -0 submit
	[[ ${lines[0]} == 'job '*': 2 machines' ]]
	[[ ${lines[1]} == 'job '*': 1 machine' ]]
	[ "${#lines[@]}" = 2 ]
	squeue -h --me -o %F | sort -u | xargs -n 1 scontrol release
	wait_for has_ended
	run -0 randstudy cluster collect out
	[ "$output" = '10 shards, 80 runs' ]
	every_run_once 10 8
}

@test "every machine gets a node of its own, unless sharing is asked for" {
	packed 4
	touch slow
	submit --share-nodes >/dev/null
	wait_for test -n "$(squeue -h -o %A)"
	squeue -h -r --me -o '%h' | sort -u >shared
	scancel --me
	wait_for has_ended
	rm -r out
	# On this partition Slurm runs two jobs on a node even if each asks for a whole
	# node.
	run -2 submit -- --partition=forced
	[[ $output == *'partition "forced" lets other jobs use the nodes'* ]]
	has_ended
	[ ! -e out/machine-000001.db ]
	submit >/dev/null
	squeue -h -r --me -o '%h' | sort -u >exclusive
	[ "$(cat exclusive)" = NO ]
	[ "$(cat shared)" != NO ]
	rm slow
	wait_for has_ended
	[ "$(sqlite3 out/machine-000001.db "SELECT value FROM meta WHERE key='machine-name'")" != \
		"$(sqlite3 out/machine-000002.db "SELECT value FROM meta WHERE key='machine-name'")" ]
}

@test "a node that fails is replaced, and its lost runs are named" {
	packed 10
	digest=$(sha256sum <(tar --zstd -xOf st.pack manifest.json) | cut -c 1-16)
	touch slow
	randstudy cluster submit st.pack -o out --of 3 >/dev/null
	wait_for has_runs 2 3
	# The power of node 2 fails: all its processes end, and its disk is
	# lost.
	worker=$(pgrep -o -f "randstudy worker .*--index=2 --of=3 --output=$T/out")
	step=$(ps -o ppid= -p "$worker")
	kill -9 "$(cat "$SLURM_DIR/slurmd-node2.pid")"
	# shellcheck disable=SC2086 # a blank stands before the number
	kill -9 $step "$worker"
	rm -r tmp/node2
	scontrol update nodename=node2 state=down reason=power
	# Slurm requeues the task after two minutes.
	rm slow
	wait_for has_ended
	run -0 randstudy cluster status out
	echo "$output"
	[ "${lines[0]}" = 'done     machines 1 to 3' ]
	lost='machine 2 was begun again on another computer: 0 runs that had come back are not used, and later ones are lost'
	[ "${lines[1]}" = "$lost" ]
	[ "$(sqlite3 out/machine-000002.db "SELECT value FROM meta WHERE key='machine-name'")" != node2 ]
	run -0 randstudy cluster collect out
	[ "$output" = "3 shards, 60 runs"$'\n'"$lost" ]
	every_run_once 3 20
	run -0 randstudy report out/merged
	[[ $(tr -s '\n ' ' ' <<<"$output") == *"$lost"* ]]
	slurmd -N node2
	scontrol update nodename=node2 state=resume
}

@test "a time limit ends a worker, which goes on where it was" {
	# from the tenth execution on, the program hangs
	program 'echo x >>"'"$T"'/count"' '[ ! -e "'"$T"'/slow" ] ||
		[ "$(wc -l <"'"$T"'/count")" -lt 10 ] || sleep 1000' 'cat -- "$@"'
	packed 20 --timeout 1000
	touch slow
	: >count
	# Slurm sends the worker SIGTERM at least a minute before the time limit.
	randstudy cluster submit st.pack -o out --of 1 -- --time=2 >/dev/null
	wait_for has_ended
	cat out/log/*.log
	n=$(sqlite3 out/machine-000001.db 'SELECT count(*) FROM run')
	[ "$n" -ge 1 ] && [ "$n" -lt 40 ]
	sqlite3 out/machine-000001.db 'SELECT ord, start_ns FROM run' >before
	rm slow
	# The worker continues even though the disk of the node was emptied.
	rm -r tmp/node*
	randstudy cluster submit st.pack -o out --of 1 >/dev/null
	wait_for has_ended
	sqlite3 out/machine-000001.db 'SELECT ord, start_ns FROM run' | head -n "$n" | cmp - before
	run -0 randstudy cluster status out
	echo "$output"
	[ "$output" = 'done     machine 1' ]
}
