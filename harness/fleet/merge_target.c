/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/merge_target.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/filesystem.h"
#include "common/mem.h"
#include "harness/fleet/shard.h"
#include "harness/store/machines.h"

/* The prefix of a temporary file's name; the id of the merging process
 * follows. */
#define TEMPORARY "study.db.new-"

/* Wait until no other merge writes in the directory.  The directory itself is
 * locked, so there is no lock file to remove.  Returns the file descriptor that
 * holds the lock, or -1 on an error. */
static int lock(const char *dir)
{
	const int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Remove the temporary files of merges that were killed, and SQLite's journals
 * beside them.  The lock must be held. */
static void remove_left_over(const char *dir)
{
	DIR *d = opendir(dir);
	const struct dirent *e;

	while (d != NULL && (e = readdir(d)) != NULL) {
		char *path;

		if (strncmp(e->d_name, TEMPORARY, strlen(TEMPORARY)) != 0)
			continue;
		path = rcc_file_join(dir, e->d_name);
		rcc_file_remove_quietly(path);
		free(path);
	}
	if (d != NULL)
		closedir(d);
}

/* Refuse to replace a database that is not the result of a merge. */
static int check_old(const char *path)
{
	struct rcc_machine_record *machine = NULL;
	struct rcc_store *store = NULL;
	size_t n = 0;
	int status = RCC_EXIT_OK;

	if (access(path, F_OK) != 0)
		return RCC_EXIT_OK;
	if (rcc_store_open(path, RCC_STORE_READ, &store) != 0 ||
	    rcc_store_machines(store, &machine, &n) != 0 || n == 0) {
		rcc_error("\"%s\" is not a merged study and stays", path);
		rcc_hint("name another directory: -o DIR");
		status = RCC_EXIT_USAGE;
	}
	rcc_store_free_machines(machine, n);
	rcc_store_close(store);
	return status;
}

/* Refuse the directory of a suite, whose database would make it unreadable. */
static int check_no_suite(const char *dir)
{
	char *path = rcc_file_join(dir, "suite.json");
	const bool is_suite = access(path, F_OK) == 0;

	free(path);
	if (!is_suite)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" is a suite", dir);
	rcc_hint("name another directory: -o DIR");
	return RCC_EXIT_USAGE;
}

/* Choose the path of the temporary file: in t->dir, or in $TMPDIR or /tmp if
 * t->dir is on a network file system. */
static int choose_temporary(struct rcc_merge_target *t)
{
	t->is_remote = rcc_filesystem_network(t->dir, statfs) != NULL;
	if (!t->is_remote)
		t->lock_fd = lock(t->dir);
	if (t->lock_fd >= 0)
		remove_left_over(t->dir);
	t->folder = t->is_remote ? rcc_file_tmp_dir("randstudy-merge")
				 : rcc_mem_strdup(t->dir);
	if (t->folder == NULL) {
		rcc_error_errno("cannot make a folder in $TMPDIR or /tmp");
		return RCC_EXIT_FAILED;
	}
	t->temporary = rcc_mem_printf("%s/" TEMPORARY "%ld", t->folder,
				      (long)getpid());
	return RCC_EXIT_OK;
}

int rcc_merge_target_open(struct rcc_merge_target *target, const char *dir)
{
	int status;

	*target = (struct rcc_merge_target){
		.dir = rcc_mem_strdup(dir),
		.path = rcc_file_join(dir, "study.db"),
		.lock_fd = -1};
	if (rcc_file_mkdirs(dir) != 0) {
		rcc_error_errno("cannot make \"%s\"", dir);
		return RCC_EXIT_USAGE;
	}
	status = check_no_suite(dir);
	if (status == RCC_EXIT_OK)
		status = check_old(target->path);
	return status == RCC_EXIT_OK ? choose_temporary(target) : status;
}

int rcc_merge_target_commit(struct rcc_merge_target *target)
{
	if (target->is_remote)
		return rcc_shard_copy(target->temporary, target->path);
	if (rcc_shard_make_durable(target->temporary, 0) == 0 &&
	    rename(target->temporary, target->path) == 0 &&
	    rcc_shard_make_durable(target->dir, O_DIRECTORY) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot write \"%s\"", target->path);
	return RCC_EXIT_FAILED;
}

void rcc_merge_target_close(struct rcc_merge_target *target)
{
	if (target->temporary != NULL)
		rcc_file_remove_quietly(target->temporary);
	if (target->is_remote && target->folder != NULL)
		rmdir(target->folder);
	if (target->lock_fd >= 0)
		close(target->lock_fd);
	free(target->temporary);
	free(target->folder);
	free(target->path);
	free(target->dir);
}
