#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Databases are never written on a network file system.  A library stands in for
# statfs(2) and says that all files below $REMOTE are on NFS.  `make check-nfs` runs
# these tests on a real NFS, which is mounted at $NETWORK_DIR.

load harness

setup_file() {
	cat >"$BATS_FILE_TMPDIR/remote.c" <<-'EOC'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <limits.h>
		#include <stdlib.h>
		#include <string.h>
		#include <sys/statfs.h>

		#define STAND_IN(name)                                              \
			int name(const char *path, struct name *st)                 \
			{                                                           \
				int (*next)(const char *, struct name *) =          \
					(int (*)(const char *, struct name *))      \
						dlsym(RTLD_NEXT, #name);            \
				const char *remote = getenv("REMOTE");              \
				char real[PATH_MAX];                                \
				const int result = next(path, st);                  \
				if (result == 0 && remote != NULL &&                \
				    realpath(path, real) != NULL &&                 \
				    strncmp(real, remote, strlen(remote)) == 0)     \
					st->f_type = 0x6969;                        \
				return result;                                      \
			}
		STAND_IN(statfs)
		STAND_IN(statfs64)
	EOC
	cc -shared -fPIC -D_LARGEFILE64_SOURCE -o "$BATS_FILE_TMPDIR/remote.so" \
		"$BATS_FILE_TMPDIR/remote.c" -ldl
}

setup() {
	harness_setup
	program 'cat -- "$@"'
	echo data >input
	mkdir remote
	export REMOTE=$T/remote
	if [ -n "${NETWORK_DIR:-}" ]; then
		mkdir -p "$NETWORK_DIR/$BATS_TEST_NUMBER"
		mount --bind "$NETWORK_DIR/$BATS_TEST_NUMBER" remote
	fi
}

teardown() {
	! grep -qs "/remote fuse" /proc/self/mounts || fusermount -u remote
	cd / || return
	[ -z "${NETWORK_DIR:-}" ] || umount "$T/remote"
}

# on_nfs COMMAND...: run a command with ./remote on NFS
on_nfs() {
	if [ -n "${NETWORK_DIR:-}" ]; then
		"$@"
		return
	fi
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0 \
		LD_PRELOAD=$BATS_FILE_TMPDIR/remote.so "$@"
}

packed() {
	study --no-runs -- '{binary}' input 2>/dev/null
	randstudy pack st st.pack
}

worker() { # MACHINE [OPTION...]
	on_nfs randstudy worker st.pack -k "$1" --of 2 -o remote/out --machine "node$1" \
		--local "$T/local" "${@:2}"
}

says_nfs() {
	[[ $output == *'is on a network file system (NFS)'* ]]
}

@test "a study is not begun on a network file system" {
	run -2 on_nfs randstudy run -o remote/st --build 'randld --fake-link prog.sh prog' \
		--layouts 4 -- '{binary}' input
	says_nfs
	[[ $output == *'keep the study on a disk of this machine'* ]]
	[ -z "$(find remote -name '*.db*')" ]
	mkdir remote/work
	cd remote/work
	run -2 on_nfs randstudy run --build 'true' --layouts 4 -- '{binary}'
	says_nfs
	[ -z "$(find . -name '*.db*')" ]
}

@test "a study that was copied to a network file system is read, and not continued" {
	study --no-report -- '{binary}' input 2>/dev/null
	cp -a st remote/st
	randstudy report -f csv st >here
	on_nfs randstudy report -f csv remote/st >there
	cmp here there
	run -0 on_nfs randstudy check remote/st
	run -2 on_nfs randstudy run -o remote/st
	says_nfs
	run -2 on_nfs randstudy pack remote/st st.pack
	says_nfs
	cmp st/study.db remote/st/study.db
	# A study that was not closed is refused, because its journal would be
	# needed.
	: >remote/st/study.db-wal
	run -2 on_nfs randstudy report -f csv remote/st
	[[ $output == *'(NFS), and was not closed: go on where it is written'* ]]
}

@test "a worker refuses a network file system for its database, not for its shard" {
	packed
	run -2 worker 1 --local remote/local
	says_nfs
	[[ $output == *'--local DIR'* ]]
	TMPDIR=$T/remote run -2 on_nfs randstudy worker st.pack -k 1 -o remote/out
	says_nfs
	run -0 worker 1
	[ "$(sqlite3 remote/out/machine-000001.db 'SELECT count(*) FROM run')" = 8 ]
	# The second call recognizes that the shard is finished.
	run -0 worker 1
	[[ $output == *'has all its runs'* ]]
}

@test "merge makes its database on a local disk and copies it whole" {
	packed
	worker 1 2>/dev/null
	worker 2 2>/dev/null
	randstudy merge -o merged remote/out
	mkdir tmp
	TMPDIR=$T/tmp run -0 on_nfs randstudy merge -o remote/merged remote/out
	[ "$output" = '2 shards, 16 runs' ]
	cmp merged/study.db remote/merged/study.db
	[ -z "$(ls tmp)" ]
	[ "$(ls remote/merged)" = study.db ]
	randstudy report -f csv merged >here
	on_nfs randstudy report -f csv remote/merged >there
	cmp here there
	# Merge again.  The new database replaces the old one.
	TMPDIR=$T/tmp run -0 on_nfs randstudy merge -o remote/merged remote/out
	# If $TMPDIR is remote too, merge refuses and leaves the old database.
	TMPDIR=$T/remote run -2 on_nfs randstudy merge -o remote/merged remote/out
	[[ $output == *'it is on a network file system (NFS)'*'let TMPDIR name'* ]]
	cmp merged/study.db remote/merged/study.db
}

@test "a real FUSE file system is recognised" {
	command -v bindfs >/dev/null || skip 'bindfs is not installed'
	mkdir below
	bindfs below remote >/dev/null 2>&1 3>&- || skip 'this system lets nobody mount'
	run -2 randstudy run -o remote/st --build 'randld --fake-link prog.sh prog' \
		--layouts 4 -- '{binary}' input
	[[ $output == *'is on a network file system (FUSE)'* ]]
	[ -z "$(find below -name '*.db*')" ]
}
