#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installed programs work from their new place, and uninstall leaves nothing
# behind.

setup() {
	top=$BATS_TEST_DIRNAME/..
	build=${RANDCC_BUILD:-$top/build}
	T="$BATS_TEST_TMPDIR/a place"
	mkdir "$T"
	[ -d "$build/obj" ] || skip "what is installed has no build folder"
	make_it install-built
}

make_it() { # TARGET
	make -s -C "$top" O="$build" DESTDIR="$T" prefix=/opt/randcc "$1"
}

@test "installed programs find each other, and have their pages" {
	cd "$T"
	for page in randcc randc++ randfc randclang randclang++ randld randstudy; do
		[ -x "opt/randcc/bin/$page" ]
		[ -s "opt/randcc/share/man/man1/$page.1" ]
	done
	echo 'int main(void) { return 0; }' >main.c
	opt/randcc/bin/randcc -O2 -o main main.c
	./main
	opt/randcc/bin/randld --inspect main | grep 'randomised: '
}

@test "nothing installed leads back to the build folder" {
	find "$T/opt" -type f ! -name '*.[15]' | while read -r file; do
		# Debugging information may contain the path of the build
		# folder.
		strip -o "$T/stripped" "$file" 2>/dev/null ||
			cp "$file" "$T/stripped"
		run grep -cF -- "$(cd "$build" && pwd)/" "$T/stripped"
		echo "$file: $output"
		[ "$output" = 0 ]
	done
	[ -z "$(find "$T/opt" -type l -lname '/*')" ]
	[ -z "$(find -L "$T/opt" -type l)" ]
}

@test "the files that the installed pages name are installed" {
	cd "$T/opt/randcc"
	grep -ohE 'share/doc/[A-Za-z/.]*[A-Za-z]' share/man/man?/*.? | sort -u >named
	[ "$(wc -l <named)" -ge 2 ]
	while read -r file; do
		[ -s "$file" ]
	done <named
	cmp share/doc/randcc/COPYING "$BATS_TEST_DIRNAME/../COPYING"
	cmp share/doc/randcc/CITATION.cff "$BATS_TEST_DIRNAME/../CITATION.cff"
	# The pages name no file of the source tree, which an installed system
	# lacks.
	run grep -hE '(^|[^/])doc/[A-Za-z]' share/man/man?/*.?
	echo "$output"
	[ -z "$output" ]
}

@test "links between the installed documents lead somewhere" {
	cd "$T/opt/randcc/share/doc/randcc"
	find . -name '*.md' | while read -r page; do
		grep -oE '\]\([^):]+\)' "$page" | tr -d '()]' | sed 's/#.*//' |
			while read -r target; do
				echo "$page: $target"
				[ -e "$(dirname "$page")/$target" ] || exit 1
			done
	done
	# README.md links to a page in a folder.  That page links to its picture,
	# and names a file that is not installed without a link to it.
	grep -qF '[doc/study](study/README.md)' README.md
	grep -qF '](lto.svg)' study/README.md
	grep -qF '(doc/study/lto.csv of the sources)' study/README.md
	grep -qF '[doc/CI.md](CI.md)' README.md
	grep -qF '[CHANGELOG.md](NEWS.md)' SECURITY.md
	grep -qF 'what users may rely on' NEWS.md
}

@test "the example compiles against the installed statistics library" {
	cd "$T/opt/randcc"
	export PKG_CONFIG_PATH=$PWD/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=
	# pkg-config escapes the blank in the path for a shell.
	eval "gcc -std=c11 -Wall -Werror -o '$T/layouts' \
		share/doc/randcc/examples/layouts.c \
		$(pkg-config --cflags --libs randcc-stats)"
	run "$T/layouts"
	echo "$output"
	# R gives the same numbers.  t.test() of the layouts' means gives the
	# mean and its interval.  The ratio is the quotient of the two means.
	[ "${lines[0]%%;*}" = "before: 1.056 s (0.977 to 1.134)" ]
	[[ ${lines[2]} == "after / before: 0.955 "* ]]
}

# completions WORD...: print the words that complete the last WORD
completions() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_randstudy
	echo "${COMPREPLY[*]}"
}

# commands: print the names of randstudy's commands
commands() {
	"$build/bin/randstudy" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}

# options_of COMMAND: print the options that its help names
options_of() {
	"$build/bin/randstudy" "$1" --help | grep -oE '^ +(-., )?--[a-z-]+' |
		sed 's/.*--/--/' | sort -u
}

@test "bash completes the commands, options and values that the help names" {
	cd "$T"
	# shellcheck source=/dev/null
	. "$T/opt/randcc/share/bash-completion/completions/randstudy"
	[ "$(completions randstudy comp)" = compare ]
	[ "$(completions randstudy report --for)" = --format ]
	[[ " $(completions randstudy report --format '') " == *" html "* ]]
	[ "$(completions randstudy run --env = r)" = random ]
	# values that a sentence of the help lists: "text (default), html, json or csv"
	[ "$(completions randstudy explain --format '')" = 'text html json csv' ]
	[ "$(completions randstudy compare --fail-on '')" = 'undecided regression never' ]
	[ "$(completions randstudy simulate --noise s)" = spikes ]
	[ "$(completions randstudy run --executions '')" = auto ]
	# Complete the words that must follow a command.  After such a word, complete
	# files.
	[ "$(completions randstudy cluster s)" = 'submit status' ]
	[ "$(completions randstudy cluster status opt)" = opt ]
	# options and files after -- belong to the measured command
	[ -z "$(completions randstudy run -- --lay)" ]
	for command in $(commands); do
		options_of "$command" >options
		[ -s options ]
		completions randstudy "$command" -- | tr ' ' '\n' | sort >completed
		comm -23 options completed >missing
		[ ! -s missing ] || { echo "$command"; cat missing; false; }
	done
}

@test "zsh reads its completion" {
	command -v zsh >/dev/null || skip "zsh is not installed"
	cat >"$BATS_TEST_TMPDIR/press-tab" <<-'EOF'
		# Wait until an interactive zsh shows $3 after its user typed $2 and Tab.
		zmodload zsh/zpty
		zpty shell 'TERM=dumb zsh -f -i'
		zpty -w shell "PS1=; fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -D"
		zpty -w shell 'print REA""DY'
		zpty -r -m shell text '*READY*'
		zpty -w -n shell "$2"$'\t'
		until [[ $shown == *"$3"* ]]; do
			zpty -r -t shell text && shown+=$text || sleep 0.1
		done
	EOF
	for line in 'run --layo|randstudy run --layouts=' 'run --redo=of|run --redo=off' \
		'diag|randstudy diagnose' 'cluster sub|cluster submit'; do
		timeout 30 zsh -f "$BATS_TEST_TMPDIR/press-tab" \
			"$T/opt/randcc/share/zsh/site-functions" \
			"randstudy ${line%|*}" "${line#*|}"
	done
}

@test "zsh completes all options of all commands" {
	cd "$BATS_TEST_TMPDIR"
	file=$T/opt/randcc/share/zsh/site-functions/_randstudy
	for command in $(commands); do
		options_of "$command" >options
		[ -s options ]
		sed -n "/^\t$command)\$/,/^\t\t;;\$/p" "$file" |
			grep -oE "^[[:blank:]]+'\*--[a-z-]+" | sed "s/.*\*//" | sort -u >completed
		comm -23 options completed >missing
		[ ! -s missing ] || { echo "$command"; cat missing; false; }
	done
}

@test "uninstall leaves no file and no folder" {
	make_it uninstall
	find "$T"
	[ -z "$(find "$T" ! -type d)" ]
	[ -z "$(ls "$T/opt/randcc")" ]
	# A second uninstall succeeds, although nothing is installed any more.
	make_it uninstall
	rmdir "$T/opt/randcc"
	make_it uninstall
}

@test "uninstall leaves nothing where busybox has the find that does not know -empty" {
	mkdir "$T/bin"
	cat >"$T/bin/find" <<-EOF
		#!/bin/sh
		for word; do
			[ "\$word" != -empty ] || { echo "find: unrecognized: -empty" >&2; exit 1; }
		done
		exec $(command -v find) "\$@"
	EOF
	chmod +x "$T/bin/find"
	PATH=$T/bin:$PATH make_it uninstall 2>"$BATS_TEST_TMPDIR/err"
	[ ! -s "$BATS_TEST_TMPDIR/err" ]
	[ -z "$(ls "$T/opt/randcc")" ]
}

@test "uninstall removes what was installed for a compiler that has gone since" {
	ln -s randcc "$T/opt/randcc/bin/randcc-gcc-99"
	ln -s randcc.1 "$T/opt/randcc/share/man/man1/randcc-gcc-99.1"
	mkdir "$T/opt/randcc/lib/randcc/99.1.0-x86_64-linux-gnu"
	touch "$T/opt/randcc/lib/randcc/99.1.0-x86_64-linux-gnu/layout.so"
	make_it uninstall
	[ -z "$(ls "$T/opt/randcc")" ]
}

@test "uninstall leaves the folders and files of others" {
	ln -s another "$T/opt/randcc/bin/randcc-like"
	touch "$T/opt/randcc/share/man/man1/other.1"
	make_it uninstall
	[ -e "$T/opt/randcc/share/man/man1/other.1" ]
	[ "$(ls -A "$T/opt/randcc/bin")" = randcc-like ]
	[ ! -d "$T/opt/randcc/share/doc" ]
	# For the prefix /usr/local, uninstall keeps the system's own folders,
	# even if they are empty.
	make -s -C "$top" O="$build" DESTDIR="$T" prefix=/usr/local install-built
	make -s -C "$top" O="$build" DESTDIR="$T" prefix=/usr/local uninstall
	[ -d "$T/usr/local/bin" ]
	(cd "$T/usr/local" && find . -type d | sort) |
		diff - <(printf '%s\n' . ./bin ./include ./lib ./share ./share/doc ./share/man)
}
