#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Batch systems other than Slurm start many copies of `randstudy worker`, and give each
# copy a number.  The tests run the files of doc/examples/cluster and the command of
# doc/CLUSTER.md.  If a batch system is installed, it checks its example file too.

load harness

setup() {
	harness_setup
	examples=$BATS_TEST_DIRNAME/../doc/examples/cluster
	# The examples must not rely on an odd path.
	mkdir -p "$BATS_TEST_TMPDIR/plain"
	cd "$BATS_TEST_TMPDIR/plain" || return
	program 'cat -- "$@"'
	echo data >input
	study --no-runs -- '{binary}' input 2>/dev/null
	randstudy pack st study.pack
}

# every_run_once MACHINES: check that the shards in ./shards have each run of each
# machine once
every_run_once() {
	run -0 randstudy merge -o merged shards
	echo "$output"
	[ "$output" = "$1 shards, $(($1 * 8)) runs" ]
	[ "$(sqlite3 merged/study.db 'SELECT count(*) FROM (SELECT DISTINCT machine, ord FROM machine_run)')" = \
		$(($1 * 8)) ]
}

# kubernetes EXPRESSION: print the value of a Python expression about the
# Kubernetes example, in which `job` is the job
kubernetes() {
	python3 -c '
import sys
import yaml
with open(sys.argv[1]) as file:
    job = yaml.safe_load(file)
pod = job["spec"]["template"]["spec"]
worker = pod["containers"][0]
print(eval(sys.argv[2]))' "$examples/kubernetes.yaml" "$1"
}

@test "the command of the Kubernetes example makes all runs, one machine an index" {
	n=$(kubernetes 'job["spec"]["completions"]')
	[ "$(kubernetes 'job["spec"]["parallelism"]')" = "$n" ]
	[ "$(kubernetes 'job["spec"]["completionMode"]')" = Indexed ]
	[ "$(kubernetes 'worker["command"][:2]')" = "['/bin/sh', '-c']" ]
	# Every volume of the pod is mounted.  Folders stand in for the volumes
	# here.
	[ "$(kubernetes 'sorted(m["name"] for m in worker["volumeMounts"])')" = \
		"$(kubernetes 'sorted(v["name"] for v in pod["volumes"])')" ]
	command=$(kubernetes 'worker["command"][2]' |
		sed "s,/study/,$PWD/,g; s,=/local,=$PWD/local,")
	for ((i = 0; i < n; i++)); do
		JOB_COMPLETION_INDEX=$i NODE_NAME=node$i sh -c "$command" 2>/dev/null
	done
	every_run_once "$n"
	[ "$(sqlite3 merged/study.db 'SELECT name FROM machine WHERE machine=10')" = node9 ]
}

@test "kubectl reads the Kubernetes example, and knows every field" {
	command -v kubectl >/dev/null || skip 'kubectl is not installed'
	minor=$(kubectl version --client -o json |
		jq -r '.clientVersion.minor | sub("[^0-9].*"; "")')
	[ "$minor" -ge 22 ] || skip 'this kubectl is older than indexed jobs'
	# kubectl drops fields that it does not know.  "set env" makes it print
	# the file, with one variable added.
	kubectl set env --local -f - -o json ADDED=1 <"$examples/kubernetes.yaml" >read.json
	cat >compare.py <<-'EOP'
		import json, sys, yaml
		def check(given, read, path):
		    if isinstance(given, dict):
		        for key in given:
		            assert key in read, f'{path}.{key} is unknown'
		            check(given[key], read[key], f'{path}.{key}')
		    elif isinstance(given, list):
		        for i, item in enumerate(given):
		            check(item, read[i], f'{path}[{i}]')
		    else:
		        assert given == read, f'{path}: {given!r} was read as {read!r}'
		check(yaml.safe_load(open(sys.argv[1])), json.load(open('read.json')), '')
	EOP
	python3 compare.py "$examples/kubernetes.yaml"
	# a wrong field is found
	sed 's/completionMode/completionModus/' "$examples/kubernetes.yaml" >wrong.yaml
	run -1 python3 compare.py wrong.yaml
	[[ $output == *'.spec.completionModus is unknown'* ]]
}

@test "condor_submit reads the HTCondor example, and its processes make all runs" {
	command -v condor_submit >/dev/null || skip 'HTCondor is not installed'
	mkdir -p log
	# shellcheck disable=SC2154 # real_setup() sets it
	sed "s,/usr/bin/randstudy,$build/bin/randstudy," "$examples/htcondor.submit" >f
	condor_submit -dry-run ads f
	[ "$(grep -c '^ProcId=' ads)" = 10 ]
	sed -n 's/^Arguments="\(.*\)"$/\1/p' ads >arguments
	[ "$(wc -l <arguments)" = 10 ]
	while read -r words; do
		# shellcheck disable=SC2086 # HTCondor splits them, too
		randstudy ${words/=\/scratch/=$PWD/local} 2>/dev/null </dev/null
	done <arguments
	every_run_once 10
}

@test "the command for GNU parallel makes all runs, several at once" {
	parallel --version 2>/dev/null | grep -q '^GNU parallel' ||
		skip 'GNU parallel is not installed'
	export HOME=$PWD
	mkdir -p .parallel
	touch .parallel/will-cite
	sed -n '/^    parallel /,/^$/p' "$BATS_TEST_DIRNAME/../doc/CLUSTER.md" >fleet
	[ "$(wc -l <fleet)" = 3 ]
	# The host ":" is this computer.  One worker runs on it at a time.
	echo : >hosts
	mkdir local
	TMPDIR=$PWD/local sh ./fleet
	every_run_once 10
	# without the limit, workers of one computer run side by side
	rm -r shards merged
	sed 's/--jobs 1/--jobs 4/' fleet >fleet4
	TMPDIR=$PWD/local sh ./fleet4 2>/dev/null
	every_run_once 10
}
