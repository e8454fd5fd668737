#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# randenv changes the size of the environment, and nothing else.

setup() {
	load wrapper.bash
	wrapper_setup
}

size_of() {
	"$@" sh -c 'printf %s "$RANDCC_ENVIRONMENT" | wc -c'
}

@test "sizes follow from the seed and cover the whole range" {
	[ "$(size_of randenv --seed 1)" = "$(size_of randenv --seed=1)" ]
	for seed in $(seq 200); do
		size_of randenv -s $seed -m 9
	done | sort -n | uniq -c >count
	[ "$(wc -l <count)" = 10 ]
	[ "$(awk '{ print $2 }' count | tail -n 1)" = 9 ]
	[ "$(size_of randenv -m 0)" = 0 ]
	for i in $(seq 20); do size_of randenv; done | sort -u >fresh
	[ "$(wc -l <fresh)" -ge 10 ]
	[ "$(sort -n fresh | tail -n 1)" -le 4096 ]
}

@test "the rest of the environment and the arguments stay as they were" {
	export MINE='a b'
	diff <(env | grep -v '^_=') <(randenv env | grep -v '^RANDCC_ENVIRONMENT=\|^_=')
	[ "$(randenv -- printf '%s,' 'a b' -s --seed '')" = 'a b,-s,--seed,,' ]
	[ "$(randenv randenv -m 0 env | grep -c RANDCC_ENVIRONMENT=)" = 1 ]
}

@test "statuses are those of env(1)" {
	run randenv sh -c 'exit 42'
	[ "$status" = 42 ]
	[ -z "$output" ]
	fails_with 127 'cannot run "no-such-command"' randenv no-such-command
	fails_with 126 'cannot run "/"' randenv /
	fails_with 125 'no command' randenv
	fails_with 125 'bad seed "x"' randenv -s x true
	fails_with 125 'bad size "1000000"' randenv --max=1000000 true
}
