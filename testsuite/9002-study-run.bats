#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The scripts of `make study` add to a study and never replace what is kept.

# shellcheck disable=SC2154 # bats sets stderr
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/..
	study=$top/doc/study
	cd "$BATS_TEST_TMPDIR" || exit
}

# Make a copy of the study's scripts, and a randstudy that does nothing.  Only
# the PROGRAMs have sources, and each source is one file.
small_study() { # PROGRAM...
	mkdir -p copy/doc/evidence copy/testsuite/corpus/programs copy/tools build/bin \
		sources bzip2-1
	cp -R "$study" copy/doc/study
	cp "$top/doc/evidence/machine" copy/doc/evidence
	cp "$top/tools/which-randcc" copy/tools
	cp "$top"/testsuite/corpus/*.sh copy/testsuite/corpus/
	cp "$top/testsuite/drivers.sh" copy/testsuite/
	# prepare.sh makes every input from fewer bytes than these.
	head -c 4000000 /dev/zero >bzip2-1/file
	tar -czf archive.tar.gz bzip2-1
	sum=$(sha256sum <archive.tar.gz)
	for name in perl bzip2 tcc lemon gnugo hmmer2 phalanx libquantum x264 xerces; do
		case " $* " in
		*" $name "*) cp archive.tar.gz "sources/${name}_1.orig.tar.gz" ;;
		esac
		printf 'package=%s=1-1 sha256=%s\n' "$name" "${sum%% *}" \
			>"copy/testsuite/corpus/programs/$name.sh"
	done
	printf '#!/bin/sh\necho "$*" >>"%s/called"\n' "$PWD" >build/bin/randstudy
	chmod +x build/bin/randstudy
}

# study_of EXPERIMENT...: run the study of the programs in $BENCHMARKS
study_of() {
	SOURCES=$PWD/sources STUDY_DIR=$PWD/kept \
		copy/doc/study/run build --no-runs "$@"
}

benchmarks_of() { # EXPERIMENT
	copy/doc/study/benchmarks "kept/$1/suite.yaml" | tr '\n' ' '
}

@test "a study of some benchmarks grows and keeps what it had" {
	small_study bzip2 x264
	BENCHMARKS=x264 study_of lto
	[ "$(benchmarks_of lto)" = 'x264 ' ]
	grep -F 'directory: x264' kept/lto/suite.yaml
	echo mine >kept/lto/x264/pictures.yuv
	run -0 --separate-stderr study_of lto
	# The machines are named, that of the kept results and this one.
	machine=$(grep -A1 '^  machine   ' "$study/lto.text")
	[[ $output == "The kept results of lto are of this machine:
$machine
Here:
  processor: "*"  kernel: $(uname -sr)"* ]]
	[ "$(benchmarks_of lto)" = 'bzip2 x264 ' ]
	[[ $stderr == *'perl left out: no source'* ]]
	[[ $stderr != *signal* ]]
	[ -s kept/lto/bzip2/text ]
	# a benchmark that was measured keeps its input
	[ "$(cat kept/lto/x264/pictures.yuv)" = mine ]
	cp kept/lto/suite.yaml before
	BENCHMARKS=bzip2 study_of lto
	cmp before kept/lto/suite.yaml
	[ "$(grep -c -- '--study .*/lto/suite.yaml' called)" = 3 ]
}

@test "an experiment on one program leaves those of the others" {
	small_study bzip2 hmmer2 x264
	sed -i 's/cp -- .*rrm.hmm.*/touch rrm.hmm/' copy/doc/study/prepare.sh
	study_of flags exact
	[ "$(benchmarks_of flags)" = 'hmmer2 ' ]
	[ "$(benchmarks_of exact)" = 'bzip2 hmmer2 x264 ' ]
}

@test "a benchmark that the study does not have is refused" {
	small_study
	BENCHMARKS='x264 nosuch' run -2 --separate-stderr study_of lto
	[[ $stderr == 'study: no benchmark "nosuch": perl bzip2 '* ]]
	[ ! -e kept/lto ]
}

@test "a study of some benchmarks replaces no other" {
	small_study
	mkdir -p kept/lto/result
	cp copy/doc/study/lto.* .
	cat >build/bin/randstudy <<-'END'
		#!/bin/sh
		case $* in
		*csv*) cat ../../rows ;;
		*html*) printf '<svg viewBox="0 0 4 3" aria-labelledby="variation-title ">\n<path/>\n</svg>\n' ;;
		*) echo "$*" ;;
		esac
	END
	grep -v ^tcc lto.csv | grep -v ^xerces >rows
	run -1 --separate-stderr copy/doc/study/keep build kept lto
	[[ $stderr == *'/lto" has no runs of tcc xerces'* ]]
	# First the new study is not finished.  Then it has fewer runs than the kept
	# one.
	sed '$d' lto.csv >rows
	run -1 --separate-stderr copy/doc/study/keep build kept lto
	[[ $stderr == *'/lto" is not finished: '* ]]
	awk -F, 'NR == 1 || n[$1, $4]++ < 3' lto.csv >rows
	[ "$(wc -l <rows)" = 61 ]
	run -1 --separate-stderr copy/doc/study/keep build kept lto
	[[ $stderr == *'/lto" has fewer runs than "'* ]]
	for file in lto.*; do
		cmp "$file" "copy/doc/study/$file"
	done
	run -1 --separate-stderr copy/doc/study/keep build kept link
	[[ $stderr == *'"kept/link" has no measurements'* ]]

	cp lto.csv rows
	copy/doc/study/keep build kept lto
	grep -x 'report --format text result' copy/doc/study/lto.text
	xmllint --noout copy/doc/study/lto.svg
	grep -F 'wall time; 30 layouts; 2026-11-21<' copy/doc/study/lto.svg
}

@test "programs that are explained are kept together, all of them" {
	small_study hmmer2 bzip2 x264
	sed -i 's/cp -- .*rrm.hmm.*/touch rrm.hmm/' copy/doc/study/prepare.sh
	rm -rf copy/doc/study/explain
	study_of explain
	[ "$(benchmarks_of explain)" = 'bzip2 hmmer2 x264 ' ]
	cat >build/bin/randstudy <<-'END'
		#!/bin/sh
		echo "$*" >>called
		case $* in
		*json*) echo '{"tests": [{"function": "f", "modulus": 64}]}' ;;
		*html*) printf '<svg viewBox="0 0 4 3" aria-labelledby="doses-0-title ">\n<path/>\n</svg>\n' ;;
		*) echo "$*" ;;
		esac
	END
	# Make the trials of a program: TRIALS of one function.
	trials() { # PROGRAM TRIALS
		mkdir -p "kept/explain/result/$1"
		rm -f "kept/explain/result/$1/explain.db"
		sqlite3 "kept/explain/result/$1/explain.db" "
			create table trial(phase, block, dose, moves, sharers, outcome, value);
			with recursive n(i) as (values(1) union all
				select i + 1 from n where i < $2)
			insert into trial select 1, i, 0, '0@16/64', 4, 'ok', 0.5 from n"
	}
	trials bzip2 3
	trials hmmer2 3
	run -1 --separate-stderr copy/doc/study/keep build kept explain
	[[ $stderr == *'/explain" does not explain x264'* ]]
	[ ! -e copy/doc/study/explain ]
	trials x264 4
	copy/doc/study/keep build kept explain
	[ "$(cd copy/doc/study/explain && echo *)" = \
		'bzip2-0.svg bzip2.csv bzip2.text hmmer2-0.svg hmmer2.csv hmmer2.text x264-0.svg x264.csv x264.text' ]
	[ "$(sed -n '1p; $p' copy/doc/study/explain/x264.csv | xargs)" = \
		'phase,block,dose,moves,sharers,outcome,value 1,4,0,0@16/64,4,ok,0.5' ]
	grep -F '>x264: f at offsets modulo 64<' copy/doc/study/explain/x264-0.svg
	# Fewer trials do not replace what is kept.
	trials x264 3
	run -1 --separate-stderr copy/doc/study/keep build kept explain
	[[ $stderr == *'/explain" has fewer trials than "'*'/x264.csv"'* ]]
	[ "$(wc -l <copy/doc/study/explain/x264.csv)" = 5 ]
}
