#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Run the steps of the CI files in doc/examples.  The measured program prints its own
# cost.

# shellcheck disable=SC2016 # a "$" in single quotes is for make
load harness

setup() {
	build=${RANDCC_BUILD:-$BATS_TEST_DIRNAME/../build}
	build=$(cd "$build" && pwd)
	tools=$BATS_TEST_DIRNAME/tools
	examples=$BATS_TEST_DIRNAME/../doc/examples
	python3 -c 'import yaml' || skip "no python3-yaml"
	unset "${!RANDCC_@}" "${!CI_@}" "${!GITHUB_@}"
	T=$BATS_TEST_TMPDIR
	export HOME=$T/home GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
	mkdir -p "$HOME" "$T/bin" "$T/repo"
	# Make the folder that the cache of the CI would restore.
	ln -s "$build" "$HOME/randcc"
	# Make fakes of gh and curl, which store what they are given.
	cat >"$T/bin/gh" <<-'END'
		#!/bin/sh
		# This stands for `gh api`.  Each line of the file "comments" is a
		# comment.
		echo "$*" >>"$T/gh.log"
		[ ! -e "$T/gh-fails" ] || exit 1
		case " $* " in
		*' --jq '*)
			touch "$T/comments"
			while [ "$1" != --jq ]; do shift; done
			jq -r -s "$2" "$T/comments"
			exit ;;
		esac
		while [ "$1" != --field ]; do shift; done
		body=${2#body=@}
		grep -v '^<!-- ' "$body" | sed '$d' >"$T/posted"
		case $(tail -n 1 "$T/gh.log") in
		*'--method PATCH repos/o/r/issues/comments/'*) ;;
		*) jq -n -c --rawfile body "$body" '{id: 41, $body}' >>"$T/comments" ;;
		esac
	END
	cat >"$T/bin/curl" <<-'END'
		#!/bin/sh
		# A fake curl.  Each line of $T/notes is a note.  A page has two notes.
		echo "$*" >>"$T/curl.log"
		[ ! -e "$T/curl-fails" ] || exit 22
		for url; do :; done
		touch "$T/notes"
		case $* in
		*--dump-header*)
			page=${url##*page=}
			printf 'HTTP/2 200\r\nX-Next-Page: %s\r\n' \
				"$([ "$(wc -l <"$T/notes")" -le $((2 * page)) ] || echo $((page + 1)))" >headers
			sed -n "$((2 * page - 1)),$((2 * page))p" "$T/notes" | jq -s .
			exit ;;
		esac
		grep -v '^<!-- ' body.md | sed '$d' >"$T/posted"
		case $* in
		*'--request PUT '*) ;;
		*) jq -n -c --rawfile body body.md '{id: 41, $body}' >>"$T/notes" ;;
		esac
	END
	chmod +x "$T/bin/gh" "$T/bin/curl"
	export T PATH=$T/bin:$PATH
	export OPTIONS='--metric cost,lower=stdout:([0-9]+) --ignore-output --seed 1'
	export COMMAND='{binary}' BUDGET=10m
	cd "$T/repo" || return
	git init -q -b main
	printf 'prog: prog.c other.c\n\t$(CC) -O1 -o $@ prog.c other.c\n' >Makefile
	echo 'int other(int x) { return x + 1; }' >other.c
	version 1000
	git add -A
	git commit -qm base
}

# version COST: write the program, which prints COST plus a number from 0 to 12 that
# depends on the layout
version() {
	cat >prog.c <<-END
		#include <stdio.h>
		#include <stdlib.h>
		int other(int);
		int main(int argc, char **argv)
		{
			const char *layout = argv[0];
			int n = 0;
			for (const char *c = layout; *c; c++)
				if (*c >= '0' && *c <= '9')
					n = (n * 10 + (*c - '0')) % 10007;
			printf("%d\n", $1 - 1 + other(n * 7919 % 13) + argc - 1);
			return 0;
		}
	END
}

# pull_request COST: make a branch whose program has this cost, merge the branch into
# main, and leave the merge checked out
pull_request() {
	git checkout -q -b topic
	version "$1"
	git commit -qam change
	git checkout -q main
	git merge -q --no-ff -m merge topic
}

# headline: print the headline of the comment.  A warning may be before it: a slow machine
# spends most of the time of such a short program in the kernel.
headline() {
	grep -m 1 '^\*\*' "$T/posted"
}

github() { # EVENT
	export GITHUB_STEP_SUMMARY=$T/summary GITHUB_REPOSITORY=o/r
	"$tools/run-workflow" "$examples/ci-github.yml" "$1"
}

gitlab() {
	ln -sfn "$build" .randcc-install
	"$tools/run-workflow" "$examples/ci-gitlab.yml" merge_request_event
}

@test "the workflow for GitHub fails on a regression, with a comment" {
	pull_request 1100
	run -1 github pull_request
	[[ $output == *'== Compare'*'building target branch: make CC=randcc'*'== Comment'*'== Fail on a regression'* ]]
	[[ $(headline) == '**pull request needs '*' % more cost than target branch ('* ]]
	cmp "$T/posted" "$T/summary"
	# A second run changes its own comment, and leaves other comments alone.
	echo '{"id":52,"body":"of another workflow"}' >>"$T/comments"
	run -1 github pull_request
	[ "$(jq .id "$T/comments" | paste -sd ' ')" = '41 52' ]
	[[ $(tail -n 1 "$T/gh.log") == 'api --silent --method PATCH repos/o/r/issues/comments/41 --field body=@body.md' ]]
	# If the comments cannot be read, none is added.
	touch "$T/gh-fails"
	rm "$T/posted"
	run -1 github pull_request
	[ ! -e "$T/posted" ]
	grep -q -i '^<!doctype html>' report.html
	[ -d .randcc-baseline/builds ]
}

@test "the workflow for GitHub succeeds without one, and uses the baseline" {
	version 900
	git commit -qam faster
	run -0 github push
	[ ! -e "$T/gh.log" ]
	grep -q '^[*][*]this commit needs .* % less cost than the one before (' "$T/summary"
	# the next run has the cache and another tree
	rm -rf randcc-study "$T/summary"
	version 901
	git commit -qam same
	run -0 github push
	[[ $output == *'the one before was built before: "'*'building this commit: make CC=randcc'* ]]
	grep -q 'differ by no more than 2.0 %' "$T/summary"
	grep -q '^[*]*2 comparisons (' "$T/summary"
}

@test "the workflow for GitHub does not fail on luck, nor where it cannot decide" {
	pull_request 1020
	# shellcheck disable=SC2030
	export OPTIONS="$OPTIONS --max-layouts 12"
	run -0 github pull_request
	[[ $(headline) == *'Undecided'* ]]
}

@test "the workflow for GitHub fails if the build fails, with 2" {
	pull_request 1001
	export BUILD=false
	run -2 github pull_request
	[[ $output == *'the build "false" failed'* ]]
	[[ $(<"$T/posted") == 'No answer: '* ]]
}

@test "the job for GitLab does the same" {
	git checkout -q -b topic
	version 1100
	git commit -qam change
	export CI_MERGE_REQUEST_DIFF_BASE_SHA CI_MERGE_REQUEST_IID=7 CI_PROJECT_ID=3
	export COMMENT_TOKEN=secret CI_API_V4_URL=https://gitlab.example/api/v4
	CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse main)
	run -1 gitlab
	[[ $(headline) == '**merge request needs '*' % more cost than target branch ('* ]]
	notes='https://gitlab.example/api/v4/projects/3/merge_requests/7/notes'
	[[ $(tail -n 1 "$T/curl.log") == *"--form body=<body.md $notes" ]]
	cmp "$T/posted" comment.md
	# A second run changes its own note, on whichever page that is, and leaves other
	# notes alone.
	for id in 31 32 33; do
		echo "{\"id\":$id,\"body\":\"of others\"}"
	done | cat - "$T/notes" >"$T/more"
	mv "$T/more" "$T/notes"
	run -1 gitlab
	[ "$(jq .id "$T/notes" | paste -sd ' ')" = '31 32 33 41' ]
	[[ $(tail -n 1 "$T/curl.log") == *"--request PUT --form body=<body.md $notes/41" ]]
	# If the notes cannot be read, none is added, and the answer stays.
	touch "$T/curl-fails"
	rm "$T/posted"
	run -1 gitlab
	[[ $output == *'The comment could not be posted.'* ]]
	[ ! -e "$T/posted" ]
	rm "$T/curl-fails"
	# On the main branch there is no merge request, so no note is posted.
	git commit -q --allow-empty -m same
	rm -rf randcc-study "$T/posted"
	unset CI_MERGE_REQUEST_DIFF_BASE_SHA CI_MERGE_REQUEST_IID
	run -0 gitlab
	[[ $output == *'was built before'* ]]
	[ ! -e "$T/posted" ]
}

@test "the CI files name the options that randstudy has" {
	"$build/bin/randstudy" ab --help >"$T/help"
	for file in "$examples"/ci-*.yml; do
		sed -n '/randstudy ab/,/comment.md/p' "$file" | grep -oE -- ' --[a-z-]+' |
			while read -r option; do
				grep -q -- "$option" "$T/help"
			done
	done
}

@test "from a clone to the sentence in two commands" {
	git tag v1
	version 1100
	git commit -qam two
	run -0 git clone -q . "$T/clone"
	cd "$T/clone"
	# shellcheck disable=SC2086,SC2031 # these are words; each test has its own
	PATH=$build/bin:$PATH run -1 randstudy ab v1 HEAD --build 'make CC=randcc' \
		--program ./prog $OPTIONS -- '{binary}'
	[[ $output == *$'\n  HEAD needs '*' % more cost than v1 ('*', 10 layouts each). One'* ]]
}
