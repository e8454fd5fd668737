#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# randstudy run, from a build command to stored runs.

# shellcheck disable=SC2016 # a "$" in single quotes is for an inner shell
# shellcheck disable=SC2154 # bats sets stderr
load harness

setup() {
	harness_setup
	program 'echo "hello $*"'
}

@test "a study has a run of every layout and as many of the original" {
	run -0 --separate-stderr study
	[[ $output == "Layout study of prog:"* ]]
	[ "$(query 'SELECT count(*) FROM run')" = 8 ]
	[ "$(query "SELECT count(*) FROM run WHERE outcome='ok'")" = 8 ]
	[ "$(query 'SELECT count(DISTINCT layout) FROM run')" = 8 ]
	[ "$(query "SELECT count(*) FROM layout WHERE seed='none'")" = 4 ]
	[ "$(query "SELECT count(DISTINCT seed) FROM layout WHERE seed!='none'")" = 4 ]
}

@test "each layout follows from its seed, and the original arm has copies" {
	study --no-report
	query 'SELECT id, seed FROM layout' >list
	while IFS='|' read -r id seed; do
		file=$(printf 'st/layouts/%06d/prog' "$id")
		grep -qx "#note seed: $seed" "$file"
	done <list
	[ "$(wc -l <list)" = 8 ]
	[ "$(query "SELECT count(DISTINCT checksum) FROM layout WHERE seed='none'")" = 1 ]
	[ "$(query 'SELECT count(DISTINCT checksum) FROM layout')" = 5 ]
}

@test "all programs of a study have paths of one length" {
	study --no-report --layouts 12
	find st/layouts -name prog | awk '{ print length }' | sort -u >lengths
	[ "$(wc -l <lengths)" = 1 ]
}

@test "the same master seed gives the same layouts, order and environments" {
	study --no-report --seed 0xFF
	query 'SELECT l.seed, execution, env_bytes FROM run r JOIN layout l ON r.layout = l.id ORDER BY ord' >one
	rm -rf st
	study --no-report --seed 255
	query 'SELECT l.seed, execution, env_bytes FROM run r JOIN layout l ON r.layout = l.id ORDER BY ord' >two
	cmp one two
	rm -rf st
	study --no-report --seed 256
	query 'SELECT l.seed, execution, env_bytes FROM run r JOIN layout l ON r.layout = l.id ORDER BY ord' >three
	run -1 cmp -s one three
}

@test "a master seed is drawn, printed and stored when none is given" {
	run -0 --separate-stderr study
	[[ $stderr == *"master seed: "* ]]
	seed=$(query "SELECT json_extract(value, '\$.seed') FROM meta WHERE key='design'")
	[[ $stderr == *"master seed: $seed"* ]]
	rm -rf st
	run -0 --separate-stderr study
	[[ $stderr != *"master seed: $seed"* ]]
}

@test "--no-runs builds and lays out, and the study then continues with its runs" {
	run -0 --separate-stderr study --no-runs --seed 7
	[ -z "$output" ]
	[[ $stderr == *"to measure: randstudy run -o st" ]]
	[ "$(find st/layouts -name prog | wc -l)" = 8 ]
	[ "$(query 'SELECT count(*) FROM run')" = 0 ]
	[ "$(query 'SELECT count(*) FROM session')" = 0 ]
	rm prog.sh
	FAKE_RANDLD_FAIL=all run -0 --separate-stderr randstudy run -o st
	[[ $output == "Layout study of prog:"* ]]
	[ "$(query "SELECT count(*) FROM run WHERE outcome='ok'")" = 8 ]
}

@test "the command is executed unchanged, with blanks, quotes, dollars and newlines" {
	program 'for a; do printf "<%s>" "$a"; done'
	run -0 study --no-report -- '{binary}' 'a  b' "it's" '$HOME' $'n\nl' '' -x
	[ "$(cat st/reference)" = "<a  b><it's><\$HOME><n
l><><-x>" ]
}

@test "{binary} may stand in the middle of a word and more than once" {
	program 'echo "$@"'
	run -0 study --no-report -- /bin/sh -c 'exec "$1" x' sh '{binary}'
	[ "$(cat st/reference)" = x ]
	rm -rf st
	run -0 study --no-report -- env A='{binary}{binary}' '{binary}' y
	[ "$(cat st/reference)" = y ]
}

@test "a program with an odd name is laid out and run" {
	odd=$'-x "it\'s" $y'
	printf '%s\n' "randld --fake-link prog.sh \"\$ODD\"" >build.sh
	ODD=./$odd run -0 randstudy run -o st --build '. ./build.sh' \
		--program "./$odd" --layouts 2 -- '{binary}'
	[ -f "st/layouts/000001/$odd" ]
}

@test "a study's directory may have an odd name" {
	for dir in 'a b' '-x' $'n\nl' "it's" ':memory:'; do
		run -0 randstudy run -o "$dir" --layouts 2 --no-report \
			--build 'randld --fake-link prog.sh prog' -- '{binary}'
		[ -f "./$dir/study.db" ]
	done
}

@test "standard input comes from --stdin, or is empty" {
	program 'cat'
	study --no-report
	[ ! -s st/reference ]
	rm -rf st
	echo input >in
	study --no-report --stdin in
	[ "$(cat st/reference)" = input ]
	# A pipe can be read once, but every run reads the input.
	rm -rf st
	mkfifo pipe
	run -2 timeout -s KILL 20 randstudy run -o st --stdin pipe \
		--build 'randld --fake-link prog.sh prog' -- '{binary}'
	[[ $output == *'--stdin: "pipe" can be read only once, but every run reads it: store it in a file'* ]]
	[ ! -e st ]
}

@test "the environment grows by a random amount, or does not" {
	program 'printf "%s" "${RANDSTUDY_PADDING-unset}" | wc -c >>sizes'
	study --no-report
	[ "$(query 'SELECT count(DISTINCT env_bytes) > 4 FROM run')" = 1 ]
	# The recorded sizes are those that the programs saw.  The reference run
	# saw the size 0.
	[ "$(query 'SELECT 0 UNION ALL SELECT env_bytes FROM run' | sort)" = \
		"$(sed 's/ //g' sizes | sort)" ]
	rm -rf st
	program 'echo "${RANDSTUDY_PADDING-unset}"'
	study --no-report --env fixed
	[ "$(cat st/reference)" = unset ]
	[ "$(query 'SELECT max(env_bytes) FROM run')" = 0 ]
}

@test "--executions runs each layout several times" {
	study --no-report --executions 3
	[ "$(query 'SELECT count(*) FROM run')" = 24 ]
	[ "$(query 'SELECT count(*) FROM (SELECT DISTINCT layout, execution FROM run)')" = 24 ]
}

@test "the build runs once, with randcc's programs first in PATH" {
	cat >build.sh <<-'EOT'
		echo built >>builds
		[ "$RANDCC_SEED" = none ] && [ -d "$RANDCC_RECORD" ] &&
			randld --fake-link prog.sh prog
	EOT
	run -0 randstudy run -o st --build 'sh build.sh' --layouts 2 -- '{binary}'
	run -0 randstudy run -o st
	run -0 randstudy run -o st --layouts 3
	[ "$(wc -l <builds)" = 1 ]
}

@test "the program is chosen among those that the build linked" {
	cat >build.sh <<-'EOT'
		randld --fake-link prog.sh one
		randld --fake-link prog.sh two
		echo 'echo again' >>prog.sh
		randld --fake-link prog.sh two
	EOT
	run -2 randstudy run -o st --build 'sh build.sh' --layouts 2 -- '{binary}'
	[[ $output == *"linked 2 programs: choose one with --program"* ]]
	[[ $output == *"/one"*"/two"* ]]
	run -2 randstudy run -o st2 --build 'sh build.sh' --program three \
		--layouts 2 -- '{binary}'
	[[ $output == *'linked no "'*'/three" through randcc'* ]]
	program 'echo "hello $*"'
	run -0 randstudy run -o st3 --build 'sh build.sh' --program ./two \
		--layouts 2 -- '{binary}'
	# The build links the program twice, and the last link counts.
	[[ $(cat st3/reference) == *again ]]
}

@test "a finished study is not run again; its report is printed" {
	study --no-report
	before=$(query 'SELECT max(start_ns) FROM run')
	run -0 randstudy run -o st
	[[ $output == *"Layout study of prog"* ]]
	[ "$(query 'SELECT max(start_ns) FROM run')" = "$before" ]
}

@test "more layouts are added to a finished study" {
	study --no-report
	query 'SELECT ord, layout, start_ns FROM run' >before
	run -0 randstudy run -o st --layouts 6
	query 'SELECT ord, layout, start_ns FROM run LIMIT 8' >after
	cmp before after
	[ "$(query 'SELECT count(DISTINCT layout) FROM run')" = 12 ]
	run -2 randstudy run -o st --layouts 5
	[[ $output == *"layouts is 6, not 5"* ]]
}

@test "a layout that was lost is made again, the same" {
	study --no-report --on-wrong stop
	sum=$(sha256sum st/layouts/000000/prog)
	rm -r st/layouts/000000
	echo damage >>st/layouts/000001/prog
	run -0 randstudy run -o st --layouts 5 --no-report
	[ "$(sha256sum st/layouts/000000/prog)" = "$sum" ]
	run -1 grep damage st/layouts/000001/prog
}

@test "inspect passes randld's answer and status on" {
	study --no-report
	run -0 randstudy inspect st/layouts/000000/prog
	[[ $output == *"randomised: "* ]]
	run -2 randstudy inspect prog.sh
}

@test "what a study writes honours the umask" {
	umask 077
	study --no-report
	[ "$(stat -c %a st/reference)" = 600 ]
	rm -rf st
	umask 022
	echo 'hello ' >right
	study --no-report --expect right
	[ "$(stat -c %a st/reference)" = 644 ]
	find st -type f -perm /022 >open
	[ ! -s open ]
}

@test "layouts depend on the study alone, not on who continues it where" {
	export FAKE_RANDLD_LOG=$T/log
	RANDCC_PADDING_MAX=9 RANDCC_PIN='crt*.o:a b.o' RANDCC_SEED=5 \
		RANDCC_FACTORS=padding RANDCC_UNSUPPORTED=pass \
		RANDCC_CC=gcc-9 RANDCC_SAVE_TEMPS=1 study --no-report
	grep '^--fake-link' log | sed 's/RANDCC_RECORD=.* RANDCC_SEED/RANDCC_SEED/' >built
	[ "$(cat built)" = "--fake-link RANDCC_CC=gcc-9 RANDCC_PADDING_MAX=9 RANDCC_PIN=crt*.o:a b.o RANDCC_SEED=none RANDCC_UNSUPPORTED=pass " ]
	grep '^--replay' log | sed 's/RANDCC_SAVE_TEMPS=1 //' | sort -u >first
	rm log
	RANDCC_PADDING_MAX=200 RANDCC_FACTORS=functions RANDCC_UNSUPPORTED=pass \
		randstudy run -o st --layouts 6 --no-report
	grep '^--replay' log | sort -u >second
	# The first session also linked the original layout, without factors.
	[ "$(cat second)" = "--replay RANDCC_FACTORS=functions,units RANDCC_PADDING_MAX=9 RANDCC_PIN=crt*.o:a b.o " ]
	grep -qxFf second first
	[ "$(wc -l <first)" = 2 ]
	# unset settings stay unset
	rm -rf st log
	study --no-report
	rm log
	RANDCC_PADDING_MAX=200 RANDCC_PIN='*' \
		randstudy run -o st --layouts 6 --no-report
	[ "$(grep '^--replay' log | sort -u)" = "--replay RANDCC_FACTORS=functions,units " ]
	rm -rf st
	run -2 env RANDCC_PIN=$'\xff' randstudy run -o st --build true -- '{binary}'
	[[ $output == *'RANDCC_PIN is not valid UTF-8'* ]]
	[ ! -e st ]
}
