/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/default_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/directory.h"
#include "harness/store/store.h"

#define N_MAX 100000

/* Return whether a process is working on the study in `dir`. */
static bool is_locked(const char *dir)
{
	char *path = rcc_file_join(dir, "lock");
	const int fd = open(path, O_RDWR | O_CLOEXEC);
	const bool is_locked = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0;

	if (fd >= 0)
		close(fd);
	free(path);
	return is_locked;
}

static bool has_no_runs(const char *dir)
{
	char *path = rcc_file_join(dir, "study.db");
	struct rcc_store *store = NULL;
	int64_t n = 0;
	const bool is_read =
		rcc_store_open(path, RCC_STORE_READ, &store) == 0 &&
		rcc_store_count_runs(store, &n) == 0;

	rcc_store_close(store);
	free(path);
	return is_read && n == 0;
}

static bool can_be_replaced(const char *dir)
{
	return rcc_directory_has(dir, "study.db") &&
	       !rcc_directory_has(dir, "suite.json") && !is_locked(dir) &&
	       has_no_runs(dir);
}

char *rcc_default_directory_make(void)
{
	for (unsigned i = 1; i < N_MAX; i++) {
		char *dir = rcc_mem_printf("randstudy-%u", i);

		if (mkdir(dir, 0777) == 0) {
			rcc_directory_hide(dir);
			return dir;
		}
		if (errno != EEXIST) {
			rcc_error_errno("cannot make the study directory "
					"\"%s\"",
					dir);
			rcc_hint("-o DIR keeps the study elsewhere");
			free(dir);
			return NULL;
		}
		if (can_be_replaced(dir))
			return dir;
		free(dir);
	}
	rcc_error("all of randstudy-1 to randstudy-%d exist", N_MAX - 1);
	return NULL;
}

void rcc_default_directory_end(const char *dir)
{
	static const char *const ours[] = {".gitignore", "lock"};

	if (rcc_directory_has(dir, "study.db") ||
	    rcc_directory_has(dir, "suite.json")) {
		fprintf(stderr, "the study is in \"%s\": randstudy report %s\n",
			dir, dir);
		return;
	}
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
		char *path = rcc_file_join(dir, ours[i]);

		unlink(path);
		free(path);
	}
	rmdir(dir);
}
