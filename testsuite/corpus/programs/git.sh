# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=git=1:2.39.5-0+deb12u3
sha256=c58da92c378df4a986ca33266897a7397e86c22ee266a284d8c2432c39066b59
language=C
program=git
output=8e6f580f3b0366a192d836552daa9e5dd4c294a3557c73431c36b645e9a76db4
tests='basics, configuration, diff, packs, rebase, log'

options="NO_CURL=1 NO_OPENSSL=1 NO_EXPAT=1 NO_GETTEXT=1 NO_PERL=1 NO_PYTHON=1
	NO_TCLTK=1"

build() {
	# shellcheck disable=SC2086 # words
	by_flags '' make CC="$CC" AR="$AR" $options git
}

suite() (
	# shellcheck disable=SC2086 # words
	by_flags '' make CC="$CC" AR="$AR" $options all
	cd t
	for test in t0000-basic t1300-config t3400-rebase t4013-diff-various \
		t4202-log t5300-pack-object; do
		sh ./$test.sh
	done
)

# Print a history for git fast-import: each commit changes three of 100 files.
history() { # COMMITS
	awk -v n="$1" "$random"'
	function put(text) { printf "data %d\n%s\n", length(text), text }
	BEGIN {
		state = 42
		for (f = 0; f < 100; f++)
			for (l = 0; l < 80; l++)
				line[f, l] = "line " l " of " f
		for (i = 1; i <= n; i++) {
			print "commit refs/heads/main"
			print "committer A <a@example.org> " 1600000000 + 60 * i " +0000"
			put("change " i "\n\nIt changes " random(1000) ".\n")
			for (k = 0; k < 3; k++) {
				f = random(100)
				for (j = 0; j < 4; j++)
					line[f, random(80)] = "changed by " i " to " random(9999)
				text = ""
				for (l = 0; l < 80; l++)
					text = text line[f, l] "\n"
				print "M 100644 inline dir" f % 7 "/file" f ".txt"
				put(text)
			}
		}
		print "done"
	}'
}

# shellcheck disable=SC2094 # log and blame are commands, and files
workload() {
	mkdir bin
	ln -s "$1" bin/git
	export GIT_EXEC_PATH="$PWD/bin" GIT_CONFIG_NOSYSTEM=1 \
		GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES="$PWD/.."
	"$1" init -q --template= -b main repo
	history 600 | "$1" -C repo fast-import --quiet --done
	"$1" -C repo reset -q --hard main
	"$1" -C repo log -p --stat -M >log
	"$1" -C repo log --graph --format='%h %an %s %ad' -w >graph
	"$1" -C repo blame -w -C dir3/file3.txt >blame
	"$1" -C repo grep -n -E 'changed by [0-9]*7 to' >found
	"$1" -C repo -c pack.threads=1 repack -q -a -d -f --window=20
	"$1" -C repo rev-list --objects --all >objects
	"$1" -C repo fsck --full
	cksum log graph blame found objects
	tail -n 3 objects
}
