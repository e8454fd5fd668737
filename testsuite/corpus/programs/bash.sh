# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=bash=5.2.15-2
sha256=7a315bc0e9d90713159e4390ec1096a41e4f33cd8cc3d1a749a8e5ad56600f51
language=C
program=bash
output=fbe95db51b3922465a2bedfedcc8ea9d400901cb79df1d4ef9044985bc6d4839
tests='54 of 83 scripts'

build() {
	configure --without-bash-malloc --disable-nls
	by_flags '' make
	# Only the build runs the programs of these objects.  It compiles them without
	# the flags under test.
	rm buildsignames.o buildversion.o mksignames.o builtins/mkbuiltins.o \
		support/man2html.o
}

# Run the tests that neither wait nor depend on the user, a terminal or languages.
suite() (
	make recho zecho printenv xcase || exit
	cp recho zecho printenv xcase tests
	cd tests
	export THIS_SH=../bash BUILD_DIR=.. BASH_TSTOUT=../test.out
	PATH=$PWD:$PATH
	status=0
	for test in appendop arith arith-for array array2 assoc attr braces \
		case casemod comsub comsub-eof comsub-posix cond cprint \
		dirstack dollars errors exp-tests exportfunc extglob \
		extglob2 extglob3 getopts globstar herestr history ifs \
		invert iquote lastpipe mapfile more-exp nquote \
		nquote1 parser posix2 posixexp posixexp2 posixpat posixpipe \
		precedence procsub quote quotearray rhs-exp set-e set-x \
		shopt strip tilde tilde2 type varenv; do
		# Restore the signals that nohup ignores, because the tests use them.
		env --default-signal=HUP,INT,QUIT,PIPE sh ./run-$test ||
			status=1
	done
	exit $status
)

workload() {
	"$1" --norc <<-'EOT'
		declare -A count
		for ((i = 0; i < 20000; i++)); do
			((count[$((i * i % 97))] += i))
		done
		for key in "${!count[@]}"; do
			echo "$key ${count[$key]}"
		done | sort -n | tail -n 5
		text=$(printf '%s ' {1..2000})
		echo "${#text} ${text//1?2/<>}" | md5sum
		[[ $text =~ ([0-9]+)\ 777 ]] && echo "${BASH_REMATCH[1]}"
		f() { (($1 < 2)) && echo 1 || echo $(($(f $(($1 - 1))) + $(f $(($1 - 2))))); }
		f 8
	EOT
}
