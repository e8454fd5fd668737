#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The manual pages agree with the code: every option, variable and exit code is in
# its page, and the code has everything that a page lists.

setup() {
	top=$BATS_TEST_DIRNAME/..
	bin=${RANDCC_BUILD:-$top/build}/bin
	T=$BATS_TEST_TMPDIR
	pages=$(cd "$top/man" && printf '%s ' *.1 | sed 's/\.1 / /g')
}

# Print a page as plain text, so wide that no line is broken.
page() { # NAME
	groff -man -Tascii -P-c -P-b -P-u -rLL=400n "$top/man/$1.1"
}

# Print the section NAME of a page, with its subsections.
section() { # PAGE NAME
	page "$1" | awk -v name="$2" '
		/^[A-Z]/ { inside = ($0 == name) }
		inside'
}

# Print the subsection NAME of the section OPTIONS of a page.
subsection() { # PAGE NAME
	section "$1" OPTIONS | awk -v name="   $2" '
		/^   [^ ]/ { inside = ($0 == name) }
		inside'
}

# Print the options of each line that begins with an option, without the text after
# them: "-o, --output=DIR   keep..." gives -o and --output.
options() {
	sed -n 's/^ *\(-.*\)/\1/p' |
		sed 's/\(   *\| \?\[\?=\).*//; s/,/ /g' |
		tr ' ' '\n' | grep -E '^--?[A-Za-z0-9][-a-z]*$' | sort -u
}

# Remove the lines about these options, which randstudy run accepts and another command
# refuses.
without_refused() { # OPTION...
	local IFS='|'
	grep -vE -- "^ *(-P, )?--($*)(=|$)"
}

# Compare the options of a help text (in $T/help) with those of a page (on standard
# input).
same_options() {
	options <"$T/help" >"$T/in-help"
	[ -s "$T/in-help" ]
	options >"$T/in-page"
	diff "$T/in-help" "$T/in-page"
}

@test "randld(1) has the options of --help, and no others" {
	# The help of the real linker follows ours.
	"$bin/randld" --help | sed '/help of the real linker/q' >"$T/help"
	section randld OPTIONS | same_options
}

@test "randenv(1) has the options of --help, and no others" {
	[ -x "$bin/randenv" ] || skip "no randenv"
	"$bin/randenv" --help >"$T/help"
	section randenv OPTIONS | same_options
}

@test "every program has a page" {
	for program in "$bin"/*; do
		name=${program##*/}
		case $name in
		randc++ | randfc | randcc-* | randclang*) name=randcc ;;
		esac
		[ -s "$top/man/$name.1" ] || { echo "no $name.1" && false; }
	done
}

@test "randstudy(1) has the options of --help, and no others" {
	commands=$("$bin/randstudy" --help |
		sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
	[ -n "$commands" ]
	for command in $commands; do
		echo "randstudy $command"
		"$bin/randstudy" "$command" --help >"$T/help"
		{
			subsection randstudy "Every command"
			subsection randstudy "randstudy $command"
			# randstudy aa and randstudy ab refuse some options of randstudy
			# run, and have the others.  The --decide of ab is called
			# --threshold.
			case $command in
			aa)
				subsection randstudy 'randstudy run' |
					without_refused no-original parameter study system
				;;
			ab)
				subsection randstudy 'randstudy run' |
					without_refused decide parameter precision study system
				;;
			esac
		} | same_options
		section randstudy SYNOPSIS | grep -q " randstudy $command "
	done
	section randstudy OPTIONS | sed -n 's/^   randstudy \(.*\)/\1/p' |
		sort >"$T/in-page"
	sort <<<"$commands" | diff - "$T/in-page"
}

# Print "GROUP OPTION" for each option of a help text or a page on standard input.
# The headings of the groups are the lines of $T/headings.
grouped() {
	awk 'NR == FNR { heading[$0]; next }
		!sub(/^ +/, "") { next } # prose
		$0 in heading { group = $0 }
		match($0, /^(-[A-Za-z], )?--[a-z-]+/) {
			option = substr($0, 1, RLENGTH)
			sub(/^-., /, "", option)
			print group, option
		}' "$T/headings" - | grep -v -- ' --\(help\|usage\)$' | sort -u
}

@test "randstudy(1) has the options in the groups of --help" {
	for command in run ab analyse simulate; do
		echo "randstudy $command"
		"$bin/randstudy" "$command" --help >"$T/help"
		sed -n 's/^ \([A-Z][^-]*:\)$/\1/p' "$T/help" >"$T/headings"
		[ -s "$T/headings" ]
		# For ab the page lists only the options that run lacks.
		[ $command != ab ] || sed -i '/^ The study:$/,$d' "$T/help"
		grouped <"$T/help" >"$T/in-help"
		subsection randstudy "randstudy $command" | grouped | diff "$T/in-help" -
	done
}

@test "the variables that the code reads are in a page, and no others" {
	# No page has the variables RANDCC_LTO_…, because only randld and its
	# replacement of lto-wrapper use them.
	grep -rhoE --include='*.[ch]' '"RAND(CC|STUDY)_[A-Z_]+' "$top/wrapper" \
		"$top/harness" "$top/analyse" "$top/common" | tr -d '"' |
		grep -v '^RANDCC_LTO_' | sort -u >"$T/in-code"
	for name in $pages; do
		section "$name" ENVIRONMENT
	done | grep -oE 'RAND(CC|STUDY)_[A-Z_]+' |
		sort -u >"$T/in-pages"
	diff "$T/in-code" "$T/in-pages"
}

@test "the exit codes of the code are in a page, and no others" {
	sed -n 's/^\tRCC_EXIT_[A-Z_]* = \([0-9]*\),$/\1/p' \
		"$top/common/diag.h" | sort -u >"$T/in-code"
	[ -s "$T/in-code" ]
	# Only randenv has env(1)'s exit codes.
	[ -x "$bin/randenv" ] || sed -i '/^12[67]$/d' "$T/in-code"
	for name in $pages; do
		section "$name" 'EXIT STATUS'
	done | sed -n 's/^ *\([0-9][0-9]*\) .*/\1/p' | sort -u >"$T/in-pages"
	diff "$T/in-code" "$T/in-pages"
}

@test "the pages have every section (FILES where there are any)" {
	for name in $pages; do
		for heading in NAME SYNOPSIS DESCRIPTION OPTIONS ENVIRONMENT \
			'EXIT STATUS' EXAMPLES CAVEATS 'SEE ALSO'; do
			section "$name" "$heading" | sed 1d | grep -q . ||
				{ echo "$name: no $heading" && false; }
		done
	done
}

@test "the pages begin with examples" {
	for file in "$top"/man/*.[15]; do
		[ "$(sed -n 's/^\.SH //p' "$file" | sed -n '1,3p' | xargs)" = \
			'NAME SYNOPSIS EXAMPLES' ] || {
			echo "$file does not"
			return 1
		}
	done
}

@test "groff accepts the pages without a warning" {
	"$top/tools/check-man" "$top"/man/*.[15]
}

@test "make help lists what the README and CONTRIBUTING name" {
	make -C "$top" --no-print-directory help >"$T/help"
	grep -ohE '(`|   )make [a-z][a-z0-9-]*' "$top/README.md" "$top/CONTRIBUTING.md" |
		sed 's,.* ,,' | sort -u | while read -r target; do
		grep -q "^  $target " "$T/help" ||
			{ echo "make help lacks $target" && exit 1; }
	done
}

@test "the README names every subcommand of randstudy" {
	"$bin/randstudy" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' \
		>"$T/subcommands"
	[ "$(wc -l <"$T/subcommands")" -ge 12 ]
	while read -r name; do
		grep -q "^    randstudy $name\>" "$top/README.md" || {
			echo "README.md does not name randstudy $name"
			return 1
		}
	done <"$T/subcommands"
}

# broken_tables FILE...: print the lines of tables that do not end with "|", or that have
# another number of cells than the first line.  A row may end early with "not run" and a reason.
broken_tables() {
	awk '
	FNR == 1 { n = 0; is_code = 0 }
	/^ *```/ { is_code = !is_code }
	is_code || /^    / { n = 0; next }
	/^ *\|/ {
		line = $0
		gsub(/`[^`]*`/, "", line)
		gsub(/\\\|/, "", line)
		cells = gsub(/\|/, "", line)
		if ($0 !~ /\| *$/ || (n && cells != n && !/\| not run(: [^|]*)? \|$/))
			print FILENAME ":" FNR ": " $0
		n = n ? n : cells
		next
	}
	{ n = 0 }' "$@"
}

@test "the tables of the documents are whole" {
	cd "$top"
	printf '%s\n' '| a | b |' '| --- | --- |' '| 1 | 2' >"$T/torn.md"
	[ -n "$(broken_tables "$T/torn.md")" ]
	printf '%s\n' '| a | b | c | d |' '| --- | --- | --- | --- |' '| 1 | 2 | 3 | 4 | | 5 | 6 |' \
		>"$T/torn.md"
	[ -n "$(broken_tables "$T/torn.md")" ]
	broken_tables ./*.md doc/*.md doc/*/*.md >"$T/broken"
	cat "$T/broken"
	[ ! -s "$T/broken" ]
}

@test "links between the documents lead somewhere" {
	cd "$top"
	for page in *.md doc/*.md; do
		grep -oE '\]\([^):]+\)' "$page" | tr -d '()]' |
			while read -r target; do
				[ -e "$(dirname "$page")/$target" ] || {
					echo "$page: no $target"
					exit 1
				}
			done
	done
}

@test "the files that CONTRIBUTING and the tour name exist" {
	cd "$top"
	for page in CONTRIBUTING.md README.md doc/*.md; do
		# Take the names of files in code spans (\x60 is a backtick),
		# without placeholders.
		grep -oP '\x60\K(common|plugin|wrapper|harness|analyse|stats|testsuite|tools|doc|man)/[^ \x60]*(?=\x60)' "$page" |
			grep -vE 'NAME|NNNN|[0-9]N|[*…]' >"$T/named" || continue
		while read -r file; do
			[ -e "$file" ] || {
				echo "$page: no $file"
				return 1
			}
		done <"$T/named"
	done
}
