#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy cluster, with fake commands of Slurm.  `make check-slurm` uses the real
# ones.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'cat -- "$@"'
	echo data >input
	study --no-runs -- '{binary}' input 2>/dev/null
	randstudy pack st st.pack
	mkdir slurm
	export S=$T/slurm
	# sbatch notes its arguments, and numbers the jobs; it fails if there is a
	# file "full".  squeue prints the file "queue".
	cat >bin/sbatch <<-'EOF'
		#!/bin/sh
		[ ! -e "$S/full" ] || { echo 'sbatch: error: no' >&2; exit 1; }
		printf '%s\n' "$*" >>"$S/calls"
		echo "$((100 + $(wc -l <"$S/calls")));here"
	EOF
	cat >bin/squeue <<-'EOF'
		#!/bin/sh
		cat "$S/queue" 2>/dev/null || :
	EOF
	cat >bin/scontrol <<-'EOF'
		#!/bin/sh
		echo "MaxArraySize            = ${MAX:-1001}"
	EOF
	chmod +x bin/*
	PATH=$T/bin:$PATH
	: >slurm/calls
}

submit() {
	randstudy cluster submit st.pack -o out "$@"
}

worker() { # MACHINE [OPTION...]
	randstudy worker st.pack -k "$1" --of 10 -o out --local "$T/local" \
		--machine "node$1" "${@:2}" 2>/dev/null
}

@test "submit makes an array of exclusive nodes, with the site's options" {
	run -0 submit --of 10 -- --partition=fast --account me
	[ "$output" = 'job 101: 10 machines' ]
	run -0 cat slurm/calls
	[[ $output == *' --nodes=1 --ntasks=1 --exclusive --requeue '* ]]
	[[ $output == *" --partition=fast --account me --array=1-10 $T/out/worker.sh 0" ]]
	# the script runs this machine's worker
	SLURM_ARRAY_TASK_ID=3 SLURMD_NODENAME=node3 TMPDIR=$T/local run -0 sh out/worker.sh 0
	[ "$(sqlite3 out/machine-000003.db 'SELECT count(*) FROM run')" = 8 ]
	SLURM_ARRAY_TASK_ID=2 TMPDIR=$T/local run -0 sh out/worker.sh 7
	[ -e out/machine-000009.db ]
}

@test "an array above MaxArraySize becomes several" {
	MAX=5 run -0 submit --of 10
	[ "${#lines[@]}" = 3 ]
	[ "$(sed 's/.*--array=\([^ ]*\).* /\1 /' slurm/calls | xargs)" = '1-4 0 1-4 4 1-2 8' ]
	# tasks of the second job are machines 5 to 8
	printf '102|2|RUNNING\n102|3|PENDING\n7|1|RUNNING\n103|N/A|RUNNING\n' >slurm/queue
	run -0 randstudy cluster status out
	[ "${lines[0]}" = 'running  machine 6' ]
	[ "${lines[1]}" = 'waiting  machine 7' ]
	[ "${lines[2]}" = 'stopped  machines 1 to 5 and 8 to 10' ]
}

@test "submit again submits what neither is done nor runs nor waits" {
	submit --of 10
	worker 1
	worker 2
	program 'echo x >>"$T/count"' \
		'[ "$(wc -l <"$T/count")" != 6 ] || kill -TERM $PPID; cat -- "$@"'
	printf '101|3|RUNNING\n101|4|PENDING\n101|5|COMPLETING\n' >slurm/queue
	# machine 6 was begun and ended early
	cp out/machine-000002.db out/machine-000006.db
	sqlite3 out/machine-000006.db "DELETE FROM run WHERE ord > 4;
		UPDATE meta SET value='node6' WHERE key='machine-name';
		UPDATE meta SET value=json_set(value, '\$.machine', 6) WHERE key='design'"
	: >slurm/calls
	run -0 submit --of 10
	[ "$(sed -n 's/.*\(--nodelist=[^ ]*\).*\(--array=[^ ]*\).*/\1 \2/p' slurm/calls)" = \
		'--nodelist=node6 --array=6' ]
	[ "$(sed -n '2s/.*--array=\([^ ]*\).*/\1/p' slurm/calls)" = 7-10 ]
	run -0 randstudy cluster status out
	[[ $output == *'done     machines 1 and 2'* ]]
	[[ $output == *'machine 6 was begun on node6; 5 of its runs have come back'* ]]
}

@test "nothing is submitted twice" {
	submit --of 2
	printf '101|1|RUNNING\n101|2|PENDING\n' >slurm/queue
	: >slurm/calls
	run -0 submit --of 2
	[ "$output" = 'nothing to submit: each of 2 machines is done, runs or waits' ]
	[ ! -s slurm/calls ]
}

@test "a second submission at the same time is refused" {
	cat >bin/sbatch <<-'EOF'
		#!/bin/sh
		mkdir "$S/called" 2>/dev/null || exit 1
		until [ -e "$S/go" ]; do sleep 0.02; done
		echo 101
	EOF
	submit --of 2 >first &
	until [ -e slurm/called ]; do sleep 0.02; done
	run -2 submit --of 2
	[[ $output == *"another submission is at work in \"$T/out\""* ]]
	touch slurm/go
	wait $!
	[ "$(cat first)" = 'job 101: 2 machines' ]
}

@test "nodes are not shared unless that is asked for" {
	for option in -s --share --oversubscribe --overs --exclusive=user --exclus=mcs; do
		run -2 submit --of 2 -- "$option"
		[[ $output == *"$option lets other jobs use the nodes"* ]]
	done
	for option in --array=1-5 -a1-5 --arr=2 --wrap=true; do
		run -2 submit --of 2 -- "$option"
		[[ $output == *"randstudy numbers the machines itself: no $option"* ]]
	done
	[ ! -s slurm/calls ]
	run -0 submit --of 2 --share-nodes -- --oversubscribe
	run -1 grep -e --exclusive slurm/calls
}

@test "a partition that shares its nodes in any case is refused" {
	cat >bin/scontrol <<-'EOF'
		#!/bin/sh
		echo "MaxArraySize            = 1001"
		[ "$2" = config ] || cat "$S/partitions"
	EOF
	cat >bin/squeue <<-'EOF'
		#!/bin/sh
		case "$*" in *--jobs=*) cat "$S/partition" ;; esac
	EOF
	printf '#!/bin/sh\necho "$*" >>"$S/cancelled"\n' >bin/scancel
	chmod +x bin/scancel
	cat >slurm/partitions <<-'EOF'
		PartitionName=mainly Default=NO OverSubscribe=FORCE:4 State=UP
		PartitionName=main Default=YES OverSubscribe=NO State=UP
		PartitionName=gang Default=NO OverSubscribe=FORCE:1 State=UP
		PartitionName=forced Default=NO OverSubscribe=FORCE:2 State=UP
	EOF
	for partition in forced main,forced mainly; do
		echo "$partition" >slurm/partition
		: >slurm/calls
		: >slurm/cancelled
		run -2 submit --of 2 -- -p "$partition"
		[[ $output == *'partition "'*'lets other jobs use the nodes (OverSubscribe=FORCE)'* ]]
		# Only one job was submitted.  It was on hold, and was cancelled.
		[ "$(cat slurm/calls)" = "--parsable -p $partition --hold --job-name=randstudy-partition $T/out/worker.sh" ]
		[ "$(cat slurm/cancelled)" = 101 ]
	done
	run -0 submit --of 2 --share-nodes -- -p forced
	rm -r out
	for partition in main gang gang,main; do
		echo "$partition" >slurm/partition
		run -0 submit --of 2 -- -p "$partition"
		rm -r out
	done
	# If no partition lets other jobs use its nodes, only the array job is
	# submitted.
	sed -i /FORCE/d slurm/partitions
	: >slurm/calls
	run -0 submit --of 2
	[ "$(wc -l <slurm/calls)" = 1 ]
}

@test "a submission that Slurm refuses is reported, and its jobs are known" {
	touch slurm/full
	run -1 submit --of 2
	[[ $output == *'sbatch: error: no'*'"sbatch" ended with status 1'* ]]
	rm slurm/full
	run -0 submit --of 2
	[ "$(jq -r '.jobs | length' out/cluster.json)" = 1 ]
	# Another pack cannot be submitted to the same folder.
	randstudy run -o st2 --build 'randld --fake-link prog.sh prog' --layouts 5 \
		--no-runs -- '{binary}' input 2>/dev/null
	randstudy pack st2 other.pack
	run -2 randstudy cluster submit other.pack -o out --of 2
	[[ $output == *'has the runs of another pack'* ]]
}

@test "collect merges what is there, at any time" {
	submit --of 3
	run -2 randstudy cluster collect out
	worker 2
	run -0 randstudy cluster collect out
	[ "${lines[1]}" = 'machines 1 and 3 of 3 have no shard' ]
	worker 1
	run -0 randstudy cluster collect out -o elsewhere
	[ "${lines[1]}" = 'machine 3 of 3 has no shard' ]
	[ "$(sqlite3 elsewhere/study.db 'SELECT count(*) FROM machine_run')" = 16 ]
	run -2 randstudy cluster status st
	[[ $output == *'nothing was submitted in'* ]]
}

@test "without Slurm the message says so" {
	rm bin/squeue bin/sbatch bin/scontrol
	PATH=$T/bin:$build/bin:/nonexistent run -1 "$build/bin/randstudy" cluster submit \
		st.pack -o out --of 2
	[[ $output == *'a command of Slurm'* ]]
}

@test "a folder that cannot be trusted is not submitted again" {
	run -0 submit --of 3
	cp out/cluster.json whole
	for content in "$(head -c 30 whole)" '[]' ''; do
		printf %s "$content" >out/cluster.json
		run -2 submit --of 3
		[[ $output == *'cluster.json" is damaged'*'squeue'* ]]
		run -2 randstudy cluster status out
	done
	[ "$(wc -l <slurm/calls)" = 1 ]
	cp whole out/cluster.json
	worker 1
	sqlite3 out/machine-000001.db "UPDATE meta SET value = 'f00' WHERE key = 'pack'"
	run -2 submit --of 3
	[[ $output == *'machine-000001.db" was made from another pack'* ]]
	[ "$(wc -l <slurm/calls)" = 1 ]
	run -2 submit other.pack --of 3
	[[ $output == *'too many arguments: "other.pack"'* ]]
}
