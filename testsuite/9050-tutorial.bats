#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# doc/TUTORIAL.md: its commands run in the order of the page, and print what the page
# shows.  Measurements differ from one machine to the next and from one minute to the
# next, so a report may have other numbers and another verdict than the page.  But it
# must begin with an answer, and have every line of numbers that the page has.

# shellcheck disable=SC2154 # bats sets output
bats_require_minimum_version 1.5.0

setup_file() {
	top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
	build=${RANDCC_BUILD:-$top/build}
	export PATH=$build/bin:$PATH HOME=$BATS_FILE_TMPDIR/home
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@example.org
	export GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@example.org
	unset "${!RANDCC_@}" "${!RANDSTUDY_@}" MAKEFLAGS MFLAGS MAKELEVEL CC
	mkdir "$HOME" "$BATS_FILE_TMPDIR/page"
	ln -s "$top" "$HOME/randcc"
	cd "$BATS_FILE_TMPDIR" || return
	split_page "$top/doc/TUTORIAL.md"
	run_page
}

# Write each command of the page to page/N.command.  Write the part of its
# output that the page shows to page/N.shown.  The page may show this part
# further below.
split_page() { # PAGE
	awk '/^    \$ / {
			file = sprintf("page/%02d", ++n)
			print substr($0, 7) >(file ".command")
			printf "" >(file ".shown")
			next
		}
		/^    / { print substr($0, 5) >(file ".shown") }' "$1"
}

# Run the commands in one shell, so that cd lasts.  Each comparison gets 20 seconds
# instead of two minutes, because a report of fewer runs has the same lines.
run_page() {
	local command file status
	# shellcheck disable=SC2094 # files of their own
	for file in "$BATS_FILE_TMPDIR"/page/*.command; do
		command=$(cat "$file")
		status=0
		eval "${command/--budget 2m/--budget 20s}" >"${file%.command}.got" 2>"${file%.command}.messages" \
			</dev/null || status=$?
		echo "$status" >"${file%.command}.status"
	done
}

setup() {
	cd "$BATS_FILE_TMPDIR/page" || return
}

@test "the page has commands, and shows reports" {
	[ "$(cat ./*.command | grep -c '^randstudy ab ')" = 2 ]
	[ "$(grep -l . ./*.shown | wc -l)" -ge 4 ]
}

@test "every command ends as the page says" {
	for file in *.command; do
		echo "$(cat "$file"): $(cat "${file%.command}.status")"
		cat "${file%.command}.messages"
		case $(cat "$file") in
		# 0: not worse, 1: worse, 3: undecided
		'randstudy ab '*) grep -qE '^[013]$' "${file%.command}.status" ;;
		*) grep -qx 0 "${file%.command}.status" ;;
		esac
	done
}

@test "programs print what the page shows" {
	for file in *.shown; do
		[ -s "$file" ] || continue
		grep -q '^randstudy ' "${file%.shown}.command" ||
			diff "$file" "${file%.shown}.got"
	done
}

@test "reports begin with an answer" {
	local answers='takes [0-9.]+ % (more|less) time than|differ by no more than'
	answers+='|^ *Undecided |Layout changes the time|Layout was not seen to change'
	answers+='|cannot tell whether the time'
	for file in *.shown; do
		grep -q '^randstudy ' "${file%.shown}.command" || continue
		[ -s "$file" ] || continue
		for which in shown got; do
			cat "${file%.shown}.$which"
			sed '/^Layout study of/d' "${file%.shown}.$which" | grep . |
				head -n 2 | tr -s ' \n' ' ' | grep -qE "$answers"
		done
	done
}

# Print the labels of lines of numbers: "  over layouts   +1.2 %  ...".
labels() {
	sed -nE 's/^ *([a-z]+( [a-z]+)*)  +(< |at most )?[-+]*[0-9.]+ %  .*/\1/p' "$1" | sort
}

@test "reports have every line of numbers that the page shows" {
	local n=0
	for file in *.shown; do
		labels "$file" >labels
		while read -r label; do
			echo "$label"
			labels "${file%.shown}.got" | grep -qxF "$label"
			n=$((n + 1))
		done <labels
	done
	[ "$n" -ge 9 ]
}

@test "the pictures of the page have the versions that are compared" {
	for file in *.shown; do
		case $(cat "${file%.shown}.command") in 'randstudy ab '*) ;; *) continue ;; esac
		for name in HEAD working-tree; do
			grep -qE "^ *$name +[ .:+#O]+$" "$file"
			grep -qE "^ *$name +[ .:+#O]+$" "${file%.shown}.got"
		done
	done
}
