#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy ab: two versions of a program, one command, one answer.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
load harness

setup() {
	harness_setup
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
	mkdir repo
	cd repo || return
	git init -q -b main
	printf 'all:\n\trandld --fake-link prog.sh prog\n' >Makefile
	echo prog >.gitignore
	version 1000
	git add -A
	git commit -qm one
	git tag v1
}

# version COST: write the program, which prints COST plus a number from 0 to 12 that
# depends on the layout
version() {
	cat >prog.sh <<-END
		#!/bin/sh
		layout=\$(basename "\$(dirname "\$0")" | sed 's/^0*//')
		echo "cost: \$(($1 + \${layout:-0} * 7919 % 13))"
	END
}

commit() { # TAG COST
	version "$2"
	git commit -qam "$1"
	git tag "$1"
}

# ab OLD NEW [OPTION...]
ab() {
	randstudy ab -o ../st --seed 1 --ignore-output \
		--metric 'cost,lower=stdout:cost: ([0-9]+)' "$@" -- '{binary}'
}

flat() {
	tr -s ' \n' ' ' <<<"$output"
}

@test "two revisions are built apart, and a regression ends with 1" {
	commit v2 1100
	run -1 ab v1 v2 --build make
	[[ $(flat) == *'v2 needs '*' % more cost than v1'* ]]
	[[ $output == *'10 layouts'*'; decided'* ]]
	[[ $(flat) == *'The study ended as asked for, with a decision'* ]]
	[[ $output != *'only 10 layouts'* ]]
	[[ $output == *"v1 "*"commit $(git rev-parse v1 | cut -c 1-12): make"* ]]
	[[ $(flat) == *' v2 needs '*' % more cost than v1 ('*', 10 layouts each). One build of each, run as often, would have said '*' %. over layouts +'* ]]
	sed -n '/^  v2 needs/,$p' <<<"$output" | awk 'length > 80 && !/randstudy report/ { exit 1 }'
	# the user's tree is as it was
	[ -z "$(git status --porcelain)" ]
	[ ! -e prog ]
	# A second call prints the stored answer.
	run -1 ab v1 v2 --build make
	[[ $output != *building* && $output != *'run 1 of'* ]]
	run -1 randstudy ab -o ../st
	run -0 randstudy ab -o ../st --fail-on never
	run -1 ab v1 v2 --build make --names 'the old,the new' -o ../named
	[[ $(flat) == *'the new needs '*' % more cost than the old'* ]]
	for bad in x ',x' 'x,' ''; do
		run -2 ab v1 v2 --build make --names "$bad" -o ../none
		[[ $output == *'--names needs two names'* ]]
	done
	run -0 ab v2 v1 --build make -o ../other
	[[ $(flat) == *'v1 needs 9'* ]]
}

@test "no difference ends with 0, after as many looks as it takes" {
	commit v2 1001
	run -0 ab v1 v2 --build make --threshold 2%
	[[ $(flat) == *'no difference larger than 2.0 %'* || $(flat) == *'differ by no more than 2.0 %'* ]]
}

@test "the study grows until it is decided, or ends undecided with 3" {
	commit v2 1010
	run -3 ab v1 v2 --build make --max-layouts 27
	[[ $output == *'10 layouts'*'; undecided; continuing to 15'*'; undecided; continuing to 23'*'continuing to 27'*'most layouts'* ]]
	[[ $(flat) == *'before it reached a decision'* ]]
	# More layouts need more time too.
	command=$(sed -n "s/^ *to decide: *//p" <<<"$output")
	[[ $command == 'randstudy ab -o '*' --budget '*'s --max-layouts '* ]]
	run -0 ab v1 v2 --build make --max-layouts 27 --fail-on regression
	# With a larger threshold, the stored runs are enough for a decision.
	run -0 ab v1 v2 --build make --threshold 5%
	[[ $output != *building* ]]
}

@test "values that never vary have no verdict, which is no success" {
	score() { # [OPTION...]
		randstudy ab v1 v2 --build make -o ../st --seed 1 --ignore-output \
			--max-layouts 10 "$@" -- '{binary}'
	}
	printf '#!/bin/sh\necho "points: 1001"\n' >prog.sh
	git commit -qam one
	git tag -f v1
	printf '#!/bin/sh\necho "points: 631"\n' >prog.sh
	git commit -qam two
	git tag v2
	points='points,higher=stdout:points: ([0-9]+)'
	for what in regression undecided; do
		run -3 score --metric "$points" --fail-on $what
		[[ $output == *'No verdict on v2 against v1: all values of a system are equal.'* ]]
		[[ $output != *'no regression can be found'* ]]
		run -3 randstudy compare --fail-on $what ../st
	done
	run -0 score --metric "$points" --fail-on never
	run -0 randstudy compare --fail-on never ../st
	# If it is unknown which values are better, a warning comes first.
	rm -r ../st
	points='points=stdout:points: ([0-9]+)'
	run -3 score --metric "$points" --fail-on regression
	[[ $output == *'it is not known which values of "points" are better, so no regression can be found'*"--metric 'points,higher=...'"*'building v1'* ]]
	run -0 score --metric "$points" --fail-on never
	[[ $output != *'no regression can be found'* ]]
}

@test "a difference whose direction is unknown may be a regression" {
	commit v2 1100
	unknown() { # OPTION...
		randstudy ab v1 v2 -o ../st --seed 1 --ignore-output --build make \
			--metric 'cost=stdout:cost: ([0-9]+)' "$@" -- '{binary}'
	}
	run -3 unknown
	[[ $(flat) == *'the value of cost of v2 is '*' % larger than that of v1'* ]]
	run -3 randstudy compare --fail-on regression ../st
	run -0 randstudy compare --fail-on never ../st
}

@test "the tree as it is has the changes that are not committed, and new files" {
	version 1100
	echo new >extra
	echo ignored >prog
	run -1 ab v1 . --build 'test -e extra && test ! -e prog && make || make V=old'
	[[ $(flat) == *'working-tree needs '*' % more cost than v1'* ]]
	[[ $(flat) == *'with uncommitted changes in extra, prog.sh: '* ]]
	[ "$(git status --porcelain | tr '\n' ' ')" = ' M prog.sh ?? extra ' ]
	[ "$(cat prog)" = ignored ]
	# a tree without changes is HEAD
	git checkout -q prog.sh
	rm extra
	run -2 ab v1 . --build make -o ../none
	[[ $output == *'"v1" and "." are the same'*'randstudy aa'* ]]
}

@test "a change in the second of the last commit is part of the tree" {
	git config core.trustctime false
	touch -d @1700000000 prog.sh
	git update-index --refresh
	version 1100
	touch -d @1700000000 prog.sh .git/index
	run -1 ab v1 . --build make
	[[ $(flat) == *'with uncommitted changes in prog.sh: '* ]]
}

@test "a subfolder of the repository is built in the same folder" {
	mkdir sub
	git mv Makefile prog.sh sub
	git commit -qm moved
	cd sub
	commit v2 1100
	run -1 randstudy ab 'HEAD^' HEAD -o ../../st --ignore-output --seed 1 --build make --program prog \
		--metric 'cost,lower=stdout:cost: ([0-9]+)' -- '{binary}'
	[[ $output == *'HEAD needs '*' % more cost than HEAD^'* ]]
}

@test "directories and build commands are compared too" {
	git clone -q . ../first
	git clone -q . ../second
	(cd ../second && version 1100)
	run -1 ab ../first ../second --build make --program prog
	[[ $output == *'second needs '*' % more cost than first'* ]]
	[[ $(flat) == *"second built in $(realpath ../second): make"* ]]
	version 1100
	git commit -qam two
	run -0 ab 'sed -i s/1100/1200/ prog.sh && make CC=randcc O=-O2' \
		'sed -i s/1100/1000/ prog.sh && make CC=randcc O=-O2' -o ../st2
	[[ $(flat) == *'s/1100/1000/ needs '*' % less cost than s/1100/1200/'* ]]
	run -1 ab 'make O=1' 'sed -i s/1100/1200/ prog.sh; make O=1' -o ../st3
	# outside a repository too
	mkdir ../plain
	cp prog.sh Makefile ../plain
	cd ../plain
	run -0 ab make 'sed -i s/1100/1000/ prog.sh; make' -o ../st4
	[[ $output == *'new needs 9'* ]]
}

@test "sources that changed after the build are not answered for" {
	mkdir ../old ../new ../work
	cp prog.sh Makefile ../old
	cp prog.sh Makefile ../new
	cd ../work
	ours() {
		randstudy ab ../old ../new --build make --seed 1 --layouts 6 --no-report \
			--metric 'cost,lower=stdout:cost: ([0-9]+)' --ignore-output \
			--stdin "$PWD/in" "$@" -- '{binary}'
	}
	echo 1 >in
	run -0 ours
	# What the builds made there is no source.
	run -0 ours
	[[ $output != *building* ]]
	(cd ../new && version 1200)
	run -2 ours
	[[ $(flat) == *"/new/prog.sh\" was changed after the build of the study"*'with the old build: randstudy ab -o '*'/ab-old-new-'* ]]
	run -2 randstudy ab ../old ../new --build make --no-report -o ab-*
	[[ $output == *'was changed after the build'* ]]
	run -0 randstudy ab --no-report -o ab-*
	run -1 ours -o st2
	# Commands outside a repository are built in the working directory.
	cp ../old/* .
	three() {
		randstudy ab 'make O=1' 'make O=2' --seed 1 --layouts 6 --no-report -o st3 \
			--metric 'cost,lower=stdout:cost: ([0-9]+)' --ignore-output -- '{binary}'
	}
	run -0 three
	run -0 three
	echo '# more' >>prog.sh
	run -2 three
	[[ $output == *'/work/prog.sh" was changed'* ]]
	# A finished study does not answer for another input.
	(cd ../new && cp ../old/prog.sh .)
	run -0 ours -o st4
	echo 2 >in
	run -2 ours -o st4
	[[ $output == *'"'$PWD'/in" has changed'* ]]
}

@test "a build with other tools is not answered for" {
	commit v2 1100
	ours() {
		randstudy ab v1 v2 --build make --seed 1 --layouts 6 --no-report --ignore-output \
			--metric 'cost,lower=stdout:cost: ([0-9]+)' "$@" -- '{binary}'
	}
	unset CFLAGS LDFLAGS
	CFLAGS=-O2 run -1 ours
	CFLAGS=-O2 run -1 ours
	[[ $output != *building* ]]
	CFLAGS=-O3 run -2 ours
	[[ $(flat) == *'" was built with other tools: CFLAGS is "-O3", and was "-O2"'*'name a new study (-o DIR); to go on with the old build: randstudy ab -o '*'/ab-v1-v2-'* ]]
	run -2 ours
	[[ $output == *'CFLAGS is not set, and was "-O2"'* ]]
	CFLAGS=-O2 LDFLAGS=-s run -2 ours
	[[ $output == *'LDFLAGS is "-s", and was not set'* ]]
	# The old study still says what it found.
	CFLAGS=-O3 run -1 randstudy ab --no-report -o ab-*
	# another version of the compiler
	printf '#!/bin/sh\necho gcc 99\n' >../cc99
	chmod +x ../cc99
	CFLAGS=-O2 RANDCC_CC=$PWD/../cc99 run -2 ours
	[[ $output == *'RANDCC_CC is "'*'/cc99", and was not set'* ]]
	mkdir ../tools
	mv ../cc99 ../tools/gfortran
	CFLAGS=-O2 PATH=$PWD/../tools:$PATH run -2 ours
	[[ $output == *'gfortran is "gcc 99", and was '* ]]
	# Without a run, the build is made again.
	CFLAGS=-O2 run -0 ours -o st5 --no-runs
	CFLAGS=-O3 run -1 ours -o st5
	[[ $(flat) == *'no run is stored in "'*'/st5": it is built again, since CFLAGS is "-O3", and was "-O2"'*'building v1: make'* ]]
	# Builds of a baseline are those of one set of tools.
	CFLAGS=-O2 run -1 ours -o st6 --baseline ../base
	CFLAGS=-O3 run -1 ours -o st7 --baseline ../base
	[[ $output == *'building v1: make'* ]]
	CFLAGS=-O2 run -1 ours -o st8 --baseline ../base
	[[ $output == *'v1 was built before'* ]]
}

@test "the study has a directory by default, which git ignores" {
	commit v2 1100
	ours() {
		randstudy ab v1 "$1" --build make --seed 1 --ignore-output --no-report \
			--metric 'cost,lower=stdout:cost: ([0-9]+)' -- '{binary}'
	}
	run -1 ours v2
	[[ $output == *'the study is in "ab-v1-v2-'* ]]
	randstudy run -o named --build 'randld --fake-link prog.sh prog' --no-runs -- '{binary}'
	[ -z "$(git status --porcelain)" ]
	ls ab-v1-v2-*/study.db named/study.db
	# The same comparison continues in this directory.  Another comparison gets a
	# directory of its own.
	run -1 ours v2
	[[ $output != *building* ]]
	version 1200
	run -1 ours .
	set -- ab-*
	[ $# = 2 ]
}

@test "what cannot be compared is said before anything is built" {
	refused() { # PATTERN WORD...
		run -2 randstudy ab "${@:2}"
		# shellcheck disable=SC2053 # a pattern is meant
		[[ $(flat) == $1 ]] || { echo "$output" && return 1; }
		[ ! -e ../st ]
	}
	refused '*OLD and NEW are missing*'
	refused '*NEW is missing: what to compare "v1" with*' v1
	refused '*NEW is missing: "{binary}" is a word of the command*' v1 --build make -- '{binary}'
	refused '*"v1" needs a build command*' v1 . -o ../st -- '{binary}'
	refused '*"v7" is neither a directory nor a git revision nor a command*' \
		v1 v7 --build make -o ../st -- '{binary}'
	refused '*--threshold needs a percentage above 0*' v1 v2 -t 0
	refused '*takes no --system*' v1 v2 --system a=b
	refused '*takes no --precision*' v1 v2 --precision 1
	refused '*takes no --study*' v1 v2 --study x
	refused '*takes no -P*' v1 v2 -P n=1,2
	refused '*--fail-on: "x" is not one of*' v1 v2 --fail-on x
	refused '*--metric cachegrind:Ir: counts that valgrind makes*randstudy run --system*' \
		v1 v2 --metric cachegrind:Ir
	commit v2 1100
	refused '*needs {binary} in the command*' v1 v2 --build make -o ../st -- true
	cd ..
	refused '*(there is no repository)*' v1 v2 --build make -o st -- '{binary}'
	# git says why it cannot use one, for instance another user's
	mkdir unusable
	echo 'gitdir: /nonexistent' >unusable/.git
	cd unusable
	refused '*(git cannot use the repository)*not a git repository*' \
		v1 v2 --build make -o ../st -- '{binary}'
}

@test "the help has the options that ab takes, and its own default directory" {
	run -0 randstudy ab --help
	[[ $(flat) == *'--output=DIR keep the study in DIR, and continue it if it exists (default: ab-OLD-NEW-HASH, '* ]]
	for option in system study precision parameter; do
		[[ $output != *"  --$option="* ]]
	done
	[[ $output == *'  --program='* ]]
}

@test "a version that fails is named, and so is one that prints something else" {
	commit v2 1100
	printf '#!/bin/sh\nexit 3\n' >prog.sh
	run -2 ab v1 . --build make
	[[ $(flat) == *'the reference run of working-tree, in its original layout, ended with status 3 instead of 0'* ]]
	printf '#!/bin/sh\necho "result: 2"\n' >prog.sh
	git commit -qam v3
	printf '#!/bin/sh\necho "result: two"\n' >prog.sh
	run -2 randstudy ab HEAD . -o ../st2 --build make -- '{binary}'
	[[ $(flat) == *'working-tree prints something else than HEAD, from byte 8 on'*'working-tree printed "result: two", and HEAD "result: 2"'* ]]
}

@test "a snapshot of the tree leaves out what an earlier build made" {
	commit v2 1100
	# The build of the snapshot fails if it finds results of an earlier
	# build, or lacks one of the sources.
	printf 'all:\n\ttest ! -e main.o -a ! -e lib.a -a ! -e core.lo\n\ttest ! -e tree -a ! -e CMakeCache.txt\n\ttest -e notes.o -a -e tree2/new.c -a -e sub/CMakeLists.txt\n\trandld --fake-link prog.sh prog\n' >Makefile
	git commit -qam two
	echo tracked >tree2.c
	cp "$build/bin/randenv" main.o
	printf '!<arch>\n' >lib.a
	printf '# core.lo - a libtool object file\n' >core.lo
	mkdir -p tree/CMakeFiles tree2/meson-private sub
	touch tree/CMakeCache.txt tree/CMakeFiles/x.cmake CMakeCache.txt
	# tree2 and sub also have sources, so they are not left out as a whole
	touch tree2/new.c tree2/meson.build sub/CMakeCache.txt sub/CMakeLists.txt
	echo text >notes.o
	run -1 ab v1 . --build 'make || test -n "$(git tag --points-at HEAD)" && randld --fake-link prog.sh prog'
	[[ $(flat) == *'the snapshot of "." leaves out CMakeCache.txt, core.lo, lib.a and 3 more: an earlier build made them'*'git add those that the build needs'* ]]
	[[ $(flat) == *'with uncommitted changes in notes.o, sub/CMakeLists.txt, tree2.c and 2 more: '* ]]
	[ -e main.o ]
	# without other changes the tree is HEAD
	run -0 git clean -q -f -d notes.o sub tree2 tree2.c
	run -2 ab HEAD . --build make -o ../st2
	[[ $output == *'"HEAD" and "." are the same'* ]]
	# files that git tracks are not left out
	git add lib.a
	run -2 ab v1 . --build 'make && false' -o ../st3
	[[ $(flat) == *'git tracks lib.a: the snapshot of "." has these results of an earlier build'*'remove them (make clean)'* ]]
	git rm -q --cached lib.a
	printf '%s\n' '*.[ao]' core.lo CMakeCache.txt tree >>.gitignore
	run -2 ab v1 . --build 'make && false' -o ../st2
	[[ $output != *'leaves out'* ]]
}

@test "a folder that a version does not have is said before anything is built" {
	mkdir sub
	git mv Makefile prog.sh sub
	git commit -qm moved
	cd sub
	run -2 randstudy ab v1 HEAD -o ../../st --build make --program prog -- '{binary}'
	[[ $(flat) == *'"v1" has no folder "sub", in which its build would run'*'such as "'*'/repo"'* ]]
	[[ $output != *building* ]]
	[ ! -e ../../st ]
}

@test "the repository does not list the worktrees of a study" {
	commit v2 1100
	git worktree add -q --detach ../mine v1
	mv ../mine ../away
	git worktree list >../before
	run -1 ab v1 v2 --build 'git describe --tags >version && make'
	[ "$(cat ../st/source/0/version ../st/source/1/version)" = $'v1\nv2' ]
	git worktree list | diff ../before -
	[ ! -e ../st/source/0/.git ]
	[ -e ../st/source/1/prog.sh ]
	# A study that was killed during its build can begin again at the same
	# path.
	rm -r ../st
	git worktree add -q --detach ../st/source/0 v1
	rm -r ../st
	run -1 ab v1 v2 --build make
	git worktree list | diff ../before -
	# A failed build leaves no worktree in the list either.
	run -2 ab v1 v2 --build false -o ../st2
	git worktree list | diff ../before -
	# With --rebuild the worktree stays, because a build may call git.  The exit
	# status does not matter here, since the fake linker makes no layouts.
	run ab v1 v2 --build make --rebuild -o ../st3
	[ "$(git -C ../st3/source/1 describe --tags)" = v2 ]
}

@test "files of a study and of a baseline honour the umask" {
	commit v2 1100
	umask 022
	run -1 ab v1 v2 --build make --baseline ../base
	find ../st ../base -type f -perm /022 >../open
	[ ! -s ../open ]
	find ../st ../base -type f ! -perm -444 >../closed
	[ ! -s ../closed ]
}

@test "an anonymous answer tells two paths with one last part apart" {
	local at=$BATS_TEST_TMPDIR
	mkdir "$at/o1" "$at/o2"
	cp prog.sh "$at/o1"
	(cd "$at/o2" && version 1200 && chmod +x prog.sh)
	run -1 randstudy ab "randld --fake-link $at/o1/prog.sh prog" \
		"randld --fake-link $at/o2/prog.sh prog" -o ../an --anonymous --layouts 6 \
		--seed 1 --ignore-output \
		--metric 'cost,lower=stdout:cost: ([0-9]+)' -- '{binary}'
	[[ $(flat) == *'.../prog.sh (2) needs '*' % more cost than .../prog.sh'* ]]
	[[ ${output#*'.../prog.sh (2) needs'} != *"$at"* ]]
}

@test "ab refuses what it would ignore, and a suite" {
	version 1000
	run -0 ab 'make O=1' 'make O=2' --layouts 4 --no-report
	run -2 randstudy ab -o ../st --names x,y
	[[ $output == *'--names needs OLD and NEW'* ]]
	run -2 ab 'make O=1' 'make O=2' --names a,b,c
	[[ $output == *'--names needs two names, OLD,NEW: "a,b,c"'* ]]
	mkdir ../suite
	echo '{}' >../suite/suite.json
	run -2 randstudy ab -o ../suite
	[[ $output == *'suite" is a suite'* ]]
	[ "$(ls ../suite)" = suite.json ]
}

@test "an anonymous answer names neither the host nor a directory" {
	commit v2 1100
	run -1 ab v1 v2 --build make
	sqlite3 ../st/study.db "UPDATE session SET host = json_set(host, '$.hostname', 'it-is-my-host')"
	for format in text html markdown json; do
		run -1 randstudy ab -o "$PWD/../st" --anonymous --format $format
		[[ $output == *v2* ]]
		[[ $output != *"$BATS_TEST_TMPDIR"* && $output != *it-is-my-host* ]]
	done
	# Without --anonymous these formats name the host.
	for format in json html; do
		randstudy report --format $format ../st >../named
		grep -F it-is-my-host ../named
	done
}

@test "what fails on the way ends with 2, never with 1" {
	commit v2 1100
	run -2 ab v1 v2 --build false
	[[ $output == *'the build "false" failed with status 1'* ]]
	printf '#!/bin/sh\nexit 1\n' >prog.sh
	run -2 ab v1 . --build make -o ../st2
	[[ $output == *'working-tree'* ]]
	# The corrected command begins with a clean tree.
	run -1 ab v1 v2 --build make
}

@test "the comment for a merge request begins with the answer, and folds the rest" {
	commit v2 1100
	ab v1 v2 --build make --format markdown >comment.md || [ $? = 1 ]
	[[ $(head -1 comment.md) == '**v2 needs '*' % more cost than v1 ('*', 10 layouts each).'*'**' ]]
	[[ $(sed -n 3,4p comment.md) == $'| | | |\n| --- | ---: | --- |' ]]
	grep -qx '```' comment.md
	[ "$(grep -c '^<details><summary>Details</summary>$' comment.md)" = 1 ]
	[ "$(tail -1 comment.md)" = '</details>' ]
	run -1 randstudy compare --format markdown ../st
	[[ $output == '## Systems of one study'*'**v2 needs '*'<details>'* ]]
	randstudy report --format markdown ../st >whole.md
	[[ $(grep -m 1 '^[*][*]' whole.md) == '**v2 needs '* ]]
}

@test "the warning that layouts move little of the program leads, once" {
	commit v2 1100
	run -1 ab v1 v2 --build make
	sqlite3 ../st/study.db "insert or replace into meta values('code-share-1',
		'{\"of\":\"cpu-time\",\"samples\":1000,\"parts\":[
		{\"kind\":\"object\",\"name\":\"hot.o\",\"share\":1.0}]}')"
	little='layouts move less than half of what the program executes'
	leads() { # COMMAND...
		run -1 "$@"
		[ "$(grep -o 'less than half' <<<"$(flat)" | wc -l)" = 1 ]
		[[ $(flat) == *"v2: $little"*'v2 needs '* ]]
	}
	leads randstudy ab -o ../st
	leads randstudy ab -o ../st --format markdown
	[[ $output == *"- :warning: v2: $little "*$'\n\n**v2 needs '* ]]
	run -1 randstudy ab -o ../st --format html
	[[ $(flat) == *"$little"*'v2 needs '* ]]
	leads randstudy compare ../st
	leads randstudy compare --format markdown ../st
	# compare with two studies prints the warning of the second one.
	randstudy run -o ../one --no-report --ignore-output --layouts 4 --executions 1 \
		--seed 1 --metric 'cost,lower=stdout:cost: ([0-9]+)' --build make -- \
		"{binary}"
	cp -r ../one ../two
	sqlite3 ../two/study.db "insert or replace into meta values('code-share-0',
		'{\"of\":\"cpu-time\",\"samples\":1000,\"parts\":[
		{\"kind\":\"object\",\"name\":\"hot.o\",\"share\":1.0}]}')"
	run -0 randstudy compare --fail-on never ../one ../two
	[[ $(flat) == *": $little"*' (threshold'* ]]
	[ "$(grep -o 'less than half' <<<"$(flat)" | wc -l)" = 1 ]
}

@test "ab and compare say how it was measured, and which code used the CPU time" {
	commit v2 1100
	run -1 ab v1 v2 --build make
	for side in 0 1; do
		sqlite3 ../st/study.db "insert or replace into meta values('code-share-$side',
			'{\"of\":\"cpu-time\",\"samples\":1000,\"parts\":[
			{\"kind\":\"laid-out\",\"name\":\"\",\"share\":0.96},
			{\"kind\":\"library\",\"name\":\"libc.so.6\",\"share\":0.04}]}')"
	done
	says='96 % in laid-out code; 4 % libc.so.6 (1000 samples)'
	for command in 'ab -o ../st' 'compare ../st'; do
		# shellcheck disable=SC2086 # a command and its options
		run -1 randstudy $command
		[[ $(flat) == *'How it was measured measured cost of '*' runs, '*' command '*'{binary}'*' layouts v1: '*' differ; varied: '*" CPU time v1: $says CPU time v2: $says checked all "*' machine '*' built by '* ]]
	done
	run -1 randstudy ab -o ../st --format html
	[[ $output == *"<dt>CPU time</dt><dd>v2: $says</dd>"* ]]
	# `randstudy compare` of two studies prints this section for each study.
	randstudy run -o ../one --no-report --ignore-output --layouts 4 --executions 1 \
		--turns --seed 1 --build make -- "{binary}"
	cp -r ../one ../two
	run -0 randstudy compare --fail-on never ../one ../two
	[[ $(flat) == *'How it was measured machine '*' ../one measured wall time of 8 runs'*' ../two measured wall time of 8 runs'*' checked all 8 runs'* ]]
}

@test "a baseline is built once, and measured with each version" {
	commit v2 1100
	commit v3 1000
	one() { # NEW [OPTION...]
		ab v1 "$1" --build make -o "../$1" --baseline ../base "${@:2}"
	}
	run -1 one v2
	[[ $output == *'building v1: make'*'building v2: make'* ]]
	# The baseline has builds of v1 and v2, but not of v3.
	run -0 one v3
	[[ $output == *'v1 was built before: "'*'building v3: make'* ]]
	[[ $output != *'building v1'* ]]
	[ "$(sqlite3 ../v3/study.db 'select count(*) from run')" -ge 40 ]
	# The layouts are the same as without a baseline.
	run -0 ab v1 v3 --build make -o ../alone
	for db in ../v3 ../alone; do
		sqlite3 $db/study.db 'select id, digest from layout order by id'
	done >digests
	[ "$(sort digests | uniq -c | awk '$1 != 2' | wc -l)" = 0 ]
	# another command or program is another build
	run -0 one v3 --build 'make -s' -o ../v3-s
	[[ $output == *'building v1: make -s'* ]]
	# The build of an uncommitted tree is not kept.  At most four builds are
	# kept.
	ls ../base/builds >kept
	version 1100
	run -1 one . -o ../tree
	[[ $output == *'v1 was built before'*'building working-tree'* ]]
	ls ../base/builds >kept-now
	diff kept kept-now
	[ "$(wc -l <kept)" = 4 ]
	commit v4 1100
	run -1 one v4
	set -- ../base/builds/*
	[ $# = 4 ]
	v1=../base/builds/$(git rev-parse v1 | cut -c 1-12)
	ls "$v1"-*/build.json
	# A build without build.json is not used.
	rm ../base/builds/*/build.json
	run -1 one v2 -o ../again
	[[ $output == *'building v1'* ]]
	for build in "$v1"-*; do
		echo '{}' >"$build/build.json"
	done
	run -1 one v2 -o ../torn
	[[ $(flat) == *'the build of v1 in "'*'" is damaged: it is made again'*'building v1'* ]]
	# A build is also made again if its files are missing, or if its build.json is
	# cut off.
	run -1 one v2 -o ../whole
	[[ $output == *'v1 was built before'* ]]
	rm -r "$v1"-*/record
	run -1 one v2 -o ../empty
	[[ $(flat) == *'the build of v1 in "'*'" is damaged: it is made again'* ]]
	for build in "$v1"-*; do
		truncate -s 20 "$build/build.json"
	done
	run -1 one v2 -o ../cut
	[[ $(flat) == *'the build of v1 in "'*'" is damaged: it is made again'* ]]
	run -2 ab v1 v2 --build make --baseline /proc/none
	[[ $output == *'--baseline: cannot make the folder "/proc/none"'* ]]
}

@test "old builds of a baseline that cannot be removed stay" {
	commit v2 1100
	run -1 ab v1 v2 --build make -o ../one --baseline ../base
	set -- ../base/builds/*
	for i in 1 2 3 4 5; do
		cp -rp "$1" "../base/builds/old-$i"
	done
	touch -d '1 day ago' ../base/builds/old-1
	chattr +i ../base/builds/old-1 2>/dev/null || skip "chattr +i is not allowed"
	export -f ab
	run timeout 60 bash -c \
		'ab v1 v2 --build "make -s" -o ../two --baseline ../base'
	chattr -i ../base/builds/old-1
	[ "$status" = 1 ]
	[ -e ../base/builds/old-1/build.json ]
}

@test "a folder with other files is not made a baseline" {
	commit v2 1100
	git rm -q --cached .gitignore
	rm .gitignore
	git commit -qm three
	mkdir builds
	ls -A >before
	cp before ../before
	run -2 ab v1 v2 --build make --baseline .
	[[ $output == *'"." holds no baseline, but other files ("'* ]]
	[[ $output == *'give a new directory: --baseline ./baseline'* ]]
	ls -A | diff ../before -
	[ ! -e ../st ]
	[ "$(git status --porcelain)" = '?? before' ]
	# another folder with files is refused too
	mkdir ../src
	echo text >../src/file
	run -2 ab v1 v2 --build make --baseline ../src/
	[[ $output == *'"../src/" holds no baseline, but other files ("file")'*'--baseline ../src/baseline'* ]]
	[ "$(ls -A ../src)" = file ]
	# --baseline accepts an empty folder, and a baseline that lacks its history or
	# its builds.
	mkdir ../base
	run -1 ab v1 v2 --build make --baseline ../base
	rm ../base/history.jsonl
	run -1 ab v1 v2 --build make --baseline ../base
	rm -r ../base/builds
	run -1 ab v1 v2 --build make --baseline ../base
}

# line OLD NEW RATIO P [METRIC]: a line of a history, with an interval of +-1 %
line() {
	printf '{"time":%d,"old":"%s","new":"%s","metric":"%s","confidence":0.95,"threshold":0.01,' \
		$((1790000000 + $(wc -l <base/history.jsonl))) "$1" "$2" "${5:-cost}"
	awk -v r="$3" -v p="$4" 'BEGIN {
		v = r > 1.01 ? "larger" : r < 0.99 ? "smaller" : "no difference larger than the threshold"
		printf "\"ratio\":%s,\"low\":%.6f,\"high\":%.6f,\"p\":%s,", r, r / 1.01, r * 1.01, p
		printf "\"verdict\":\"%s\",\"suggested\":\"%s\",", p < 0.05 ? v : "undecided", v }'
	printf '"layouts":10,"better":"lower"}\n'
}

@test "a history relates each version to the first, and judges all together" {
	mkdir base
	: >base/history.jsonl
	add() { line "$@" >>base/history.jsonl; }
	add v0 v1 1.02 0.04
	add v1 v2 1.10 1e-9
	add v2 v3 1.001 1e-6
	add x9 x10 0.9 1e-6
	add v0 v4 0.95 1e-8
	add v4 v5 1.5 1e-8 memory
	add v4 v5 1.00 0.5
	run -0 randstudy history base
	[[ $(tr -s " \n" " " <<<"$output") == 'History of cost'*'6 comparisons (cost), judged together: 1 regression, 2 improvements, 2 undecided.'* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	# The table has a line for each version.
	[[ $output == *$'  v1       v0           +2.'*' to '*' undecided'* ]]
	[[ $output == *$'  v3 '*'  no difference'* ]]
	# The picture also has a line for each version, with the product of the
	# ratios.
	[[ $(grep '^  v2  ' <<<"$output" | head -1) == *'<'*o*'>'*' +12.2 %' ]]
	[[ $(grep '^  v3  ' <<<"$output" | head -1) == *' +12.3 %' ]]
	[[ $(grep '^  v4  ' <<<"$output" | head -1) == *' -5.00 %' ]]
	[[ $(grep '^  x10  ' <<<"$output" | head -1) == *' unknown' ]]
	[[ $output == *$'\n'*'+---'*'---+'*$'\n'*' %  '*' 0 %'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'Unknown: no earlier comparison links the version to the first one.'* ]]
	[[ $(tr -s ' \n' ' ' <<<"$output") == *'1 comparison of other metrics is left out'* ]]
	run -0 randstudy history -f json base
	# The squares of the half-widths add up: three comparisons of 1 % each
	# give sqrt(3) %.
	jq -e '.comparisons[2] | (."since-first-high" / ."since-first" | log / (1.01 | log)) as $h
		| $h > 1.731 and $h < 1.733' <<<"$output"
	# The first comparison is a regression if it is judged alone.  Judged together
	# with the others, it is undecided.
	jq -e '.comparisons[0] | .verdict == "slower" and ."verdict-holm" == "undecided"' <<<"$output"
	randstudy history -f html base | grep -q '<svg'
	randstudy history -f markdown base | grep -q '^| v2 | v1 |'
	# A directory without a history, and a damaged history, are errors.
	run -2 randstudy history repo
	[[ $output == *'has no history'*'randstudy ab --baseline'* ]]
	echo '{"old":1}' >>base/history.jsonl
	run -2 randstudy history base
	[[ $output == *'history.jsonl", line 8 is not a comparison'* ]]
	for ratio in '-1,"low":-2,"high":1' '1.1,"low":5,"high":0.1' '1.1,"low":1.2,"high":1.3'; do
		line v0 v1 1 0.5 | sed "s/\"ratio\":1,\"low\":[0-9.]*,\"high\":[0-9.]*/\"ratio\":$ratio/" \
			>base/history.jsonl
		grep -qF -- "$ratio" base/history.jsonl
		run -2 randstudy history base
		[[ $output == *'history.jsonl", line 1 is not a comparison'* ]]
	done
	: >base/history.jsonl
	run -2 randstudy history base
	[[ $output == *'is empty'* ]]
}

@test "a history counts changes of known and of unknown direction, and names its intervals" {
	mkdir base
	: >base/history.jsonl
	line v0 v1 1.10 1e-9 | sed 's/,"better":"lower"//' >>base/history.jsonl
	line v1 v2 1.10 1e-9 >>base/history.jsonl
	run -0 randstudy history base
	[[ $(flat) == *'2 comparisons (cost), judged together: 1 regression, 0 improvements, 1 change in a direction that was not known to be better or worse, 0 undecided.'* ]]
	[[ $output == *' 95 % interval '* && $(flat) == *', with its 95 % interval. '* ]]
	# The confidence of the last comparison is not that of the others.
	line v2 v3 1.00 0.5 | sed 's/0\.95/0.99/' >>base/history.jsonl
	run -0 randstudy history base
	[[ $output != *' % interval '* && $(flat) == *', with its interval. '* ]]
	[[ $(flat) == *'interval: each has the confidence that its comparison was made with, from 95 to 99 %; together: at 99 %, that of the last comparison'* ]]
	awk 'length > 80 { exit 1 }' <<<"$output"
	randstudy history -f json base >out.json
	[ "$(jq -c '[.confidence, .comparisons[].confidence]' out.json)" = '[0.99,0.95,0.95,0.99]' ]
	valid out.json history
	sed -i 2,3d base/history.jsonl
	run -0 randstudy history base
	[[ $output == *'Changes of cost in 1 of 1 comparison, all judged together.'* ]]
}

@test "comparisons with a baseline make a history" {
	commit v2 1100
	# The comparison is in the history even if the answer cannot be written.
	ab v1 v2 --build make --baseline ../base >/dev/full || :
	[ "$(wc -l <../base/history.jsonl)" = 1 ]
	run -1 ab v1 v2 --build make --baseline ../base
	commit v3 1000
	run -0 ab v2 v3 --build make --baseline ../base -o ../st2 --seed 2
	run -0 randstudy history ../base
	[[ $(tr -s " \n" " " <<<"$output") == *'2 comparisons (cost), judged together: 1 regression, 1 improvement, 0 undecided.'* ]]
	run -0 randstudy history -f json ../base
	[ "$(jq -r '[.first, .comparisons[].new] | join(" ")' <<<"$output")" = "$(
		git rev-parse v1 v2 v3 | cut -c 1-12 | paste -sd ' ')" ]
	jq -e '.comparisons | map(.subject) == ["v2", "v3"]' <<<"$output"
	jq -e '.comparisons | all(.date | test("^20[0-9]{2}-[01][0-9]-[0-3][0-9]$"))' <<<"$output"
	randstudy history ../base | sed -n '/^The commits/,$p' >commits
	for v in v1 v2 v3; do
		subject=$(git log -1 --format=%s $v)
		grep -x "  $(git rev-parse $v | cut -c 1-12) *20..-..-..  *$subject" commits
	done
	[ "$(wc -l <commits)" = 6 ]
	randstudy history -f markdown ../base | grep -q '^| .* | v3 |$'
	run -0 randstudy history -f json ../base
	jq -e '.comparisons[1] | ."since-first-low" < 1 and ."since-first-high" > 1' <<<"$output"
}

@test "a torn history is named, and later comparisons are not part of its line" {
	commit v2 1100
	run -1 ab v1 v2 --build make --baseline ../base
	truncate -s -10 ../base/history.jsonl
	run -2 randstudy history ../base
	[[ $(flat) == *'history.jsonl", line 1 is not a comparison'*'it was cut off: remove the line'* ]]
	run -1 ab v1 v2 --build make --baseline ../base
	run -2 randstudy history ../base
	[[ $output == *'line 1 is not a comparison'* ]]
	sed -i 1d ../base/history.jsonl
	run -0 randstudy history ../base
	[[ $(tr -s " \n" " " <<<"$output") == *'1 comparison (cost), judged together: 1 regression, 0 improvements, 0 undecided.'* ]]
	# A crash of the machine may leave NULs.
	cp ../base/history.jsonl good
	{ printf '\0\0\0\n' && cat good; } >../base/history.jsonl
	run -2 randstudy history ../base
	[[ $output == *'line 1 is not a comparison'* ]]
	sed 's/"confidence":[0-9.]*,//' good >../base/history.jsonl
	run -2 randstudy history ../base
	[[ $output == *'line 1 is not a comparison'* ]]
}

@test "a revision is built with its submodules" {
	export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
	git init -q -b main ../part
	(cd ../part && echo 1100 >cost && git add cost && git commit -qm part)
	git submodule --quiet add "$PWD/../part" part
	printf 'all:\n\tsed "s/1000/$$(cat part/cost)/" prog.sh >p.sh\n\trandld --fake-link p.sh prog\n' >Makefile
	git add -A
	git commit -qm two
	run -1 ab v1 HEAD --build make
	[[ $(flat) == *'HEAD needs '*' % more cost than v1'* ]]
	# A snapshot cannot have changes inside a submodule.
	echo 1000 >part/cost
	run -2 ab v1 . --build make
	[[ $(flat) == *'cannot have the uncommitted changes in the submodule part randstudy: hint: commit them there'* ]]
	git -C part checkout -q cost && touch part/new && rm -r ../st
	run -1 ab v1 . --build make
	[[ $(flat) == *'leaves out the untracked files in the submodule part'* ]]
}
