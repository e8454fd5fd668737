/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/filesystem.h"
#include "common/mem.h"
#include "harness/build/directory.h"
#include "harness/build/exchange.h"
#include "harness/store/store_json.h"

char *rcc_experiment_path(const struct rcc_experiment *x, const char *name)
{
	return rcc_mem_printf("%s/%s", x->dir, name);
}

/* Lock the study's directory by flock(2).  When the process ends, for any
 * reason, the kernel releases the lock. */
int rcc_experiment_lock(const char *dir)
{
	char *path = rcc_mem_printf("%s/lock", dir);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0) {
		rcc_error_errno("cannot open \"%s\"", path);
	} else if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		rcc_error("another randstudy is working on the study \"%s\"",
			  dir);
		rcc_hint("wait until it ends; `randstudy report` can read the "
			 "study meanwhile");
		close(fd);
		fd = -1;
	}
	free(path);
	return fd;
}

/* Refuse a directory on a network file system, where the database may be
 * damaged. */
static int check_disk(const struct rcc_experiment *x)
{
	const char *network = rcc_filesystem_network(x->dir, statfs);

	if (network == NULL)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" is on a network file system (%s), where the study's "
		  "database may be damaged",
		  x->dir, network);
	rcc_hint("keep the study on a disk of this machine, for example below "
		 "/var/tmp; when it is complete, copy its directory wherever "
		 "it is needed");
	return RCC_EXIT_USAGE;
}

/* Return whether a file `name` may be left from a study that failed before it
 * began. */
static bool is_left_over(const char *name)
{
	static const char database[] = "study.db";

	return strcmp(name, "lock") == 0 || strcmp(name, ".gitignore") == 0 ||
	       strncmp(name, database, sizeof(database) - 1) == 0;
}

int rcc_experiment_check_empty(const char *dir)
{
	return rcc_directory_check(dir, is_left_over, "study", "-o");
}

static int make_directory(struct rcc_experiment *x, const char *dir,
			  bool may_create)
{
	struct stat st;

	if (stat(dir, &st) != 0) {
		if (errno == ENOENT && may_create &&
		    rcc_file_mkdirs(dir) == 0 && stat(dir, &st) == 0)
			goto there;
		rcc_error_errno("cannot %s the study directory \"%s\"",
				may_create ? "make" : "open", dir);
		return RCC_EXIT_USAGE;
	}
	if (!S_ISDIR(st.st_mode)) {
		rcc_error("\"%s\" is not a directory", dir);
		return RCC_EXIT_USAGE;
	}
there:
	x->dir = realpath(dir, NULL);
	if (x->dir == NULL) {
		rcc_error_errno("cannot find \"%s\"", dir);
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

int rcc_experiment_store_failed(const struct rcc_experiment *x,
				const char *doing)
{
	rcc_error("cannot %s in \"%s/study.db\": %s", doing, x->dir,
		  rcc_store_error(x->store));
	if (rcc_store_is_full(x->store) && x->is_carried)
		rcc_hint("free disk space; all stored runs are safe");
	else if (rcc_store_is_full(x->store))
		rcc_hint("free disk space, then resume with \"randstudy run -o "
			 "%s\"; all stored runs are safe",
			 x->dir);
	return RCC_EXIT_FAILED;
}

int rcc_experiment_load_json(const struct rcc_experiment *x, const char *key,
			     json_t **json)
{
	return rcc_store_get_json(x->store, key, json) == 0
		       ? RCC_EXIT_OK
		       : rcc_experiment_store_failed(x, "read the setup");
}

int rcc_experiment_store_json(const struct rcc_experiment *x, const char *key,
			      json_t *json)
{
	const int result = rcc_store_set_json(x->store, key, json);

	json_decref(json);
	return result == 0 ? RCC_EXIT_OK
			   : rcc_experiment_store_failed(x, "store the setup");
}

static int open_store(struct rcc_experiment *x, bool may_create)
{
	char *path = rcc_experiment_path(x, "study.db");
	int result = rcc_store_open(
		path, may_create ? RCC_STORE_CREATE : RCC_STORE_WRITE,
		&x->store);

	if (result != 0 && access(path, F_OK) != 0 && !may_create) {
		rcc_error("\"%s\" holds no study", x->dir);
		rcc_hint("\"randstudy run --help\" says how to make one");
	} else if (result != 0) {
		rcc_error("cannot open \"%s\": %s", path,
			  rcc_store_error(x->store));
	}
	free(path);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

int rcc_experiment_open(struct rcc_experiment *x, const char *dir,
			bool may_create)
{
	/* randstudy's own tests set this variable. */
	const char *bindir = getenv("RANDSTUDY_BINDIR");
	int status;

	memset(x, 0, sizeof(*x));
	x->lock_fd = -1;
	x->bindir =
		rcc_mem_strdup(bindir != NULL ? bindir : rcc_file_self_dir());
	status = make_directory(x, dir, may_create);
	if (status == RCC_EXIT_OK)
		status = check_disk(x);
	if (status == RCC_EXIT_OK &&
	    (x->lock_fd = rcc_experiment_lock(x->dir)) < 0)
		status = RCC_EXIT_USAGE;
	if (status == RCC_EXIT_OK && rcc_exchange_undo(x->dir) != 0) {
		rcc_error_errno("cannot put back the files that are listed in "
				"\"%s/exchange\"",
				x->dir);
		rcc_hint("rename each PATH.randstudy-original to PATH");
		status = RCC_EXIT_USAGE;
	}
	if (status == RCC_EXIT_OK)
		status = open_store(x, may_create);
	/* Make git ignore the study's files.  Otherwise a snapshot of the
	 * user's tree (randstudy ab) would contain them. */
	if (status == RCC_EXIT_OK && may_create)
		rcc_directory_hide(x->dir);
	return status;
}

void rcc_experiment_close(struct rcc_experiment *x)
{
	for (size_t i = 0; x->linked != NULL && i < x->study.n_systems; i++)
		rcc_linked_release(&x->linked[i]);
	free(x->linked);
	for (size_t i = 0; i < x->n_layouts; i++)
		rcc_layout_record_release(&x->layout[i]);
	free(x->layout);
	rcc_study_release(&x->study);
	rcc_store_close(x->store);
	if (x->lock_fd >= 0)
		close(x->lock_fd);
	free(x->bindir);
	free(x->dir);
}
