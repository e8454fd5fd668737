/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/work_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

/* A list of the temporary directories that are open.  They must be removed
 * before the process ends. */
static struct rcc_work_dir *open_dirs;

/* Remove the open directories at exit.  A directory is still open then only if
 * the process ran out of memory (common/mem.c). */
static void remove_open_dirs(void)
{
	for (struct rcc_work_dir *d = open_dirs; d != NULL; d = d->next)
		if (d->owner == getpid())
			rcc_file_remove_tree(d->path);
}

/* Remove a directory from the list of open directories. */
static void forget(const struct rcc_work_dir *d)
{
	for (struct rcc_work_dir **at = &open_dirs; *at != NULL;
	     at = &(*at)->next)
		if (*at == d) {
			*at = d->next;
			return;
		}
}

/* Let the file system place the directories in *d far from those of other links.
 * Sets d->suffix to the random characters at the end of d->path. */
static void place_apart(struct rcc_work_dir *d)
{
	const char *name = rcc_file_base(d->path);
	const char *point = strrchr(name, '.');

	d->suffix = point != NULL ? point : "";
	rcc_file_spread_directories(d->path);
}

int rcc_work_dir_open(struct rcc_work_dir *d, bool is_kept,
		      struct rcc_refusal *why)
{
	static bool is_registered;

	rcc_process_hold_signals();
	*d = (struct rcc_work_dir){.is_kept = is_kept, .owner = getpid()};
	d->path = rcc_file_tmp_dir("randld");
	if (d->path == NULL)
		return rcc_file_refuse_tmp_dir(why);
	if (is_kept) {
		d->suffix = "";
		return 0;
	}
	place_apart(d);
	d->next = open_dirs;
	open_dirs = d;
	if (!is_registered)
		atexit(remove_open_dirs);
	is_registered = true;
	return 0;
}

void rcc_work_dir_reuse(struct rcc_work_dir *d, const char *path)
{
	*d = (struct rcc_work_dir){.path = rcc_mem_strdup(path),
				   .is_reused = true,
				   .owner = getpid()};
	place_apart(d);
}

void rcc_work_dir_release(struct rcc_work_dir *d)
{
	forget(d);
	if (d->path != NULL && d->owner == getpid()) {
		if (d->is_kept)
			rcc_warn("temporary files kept in \"%s\"", d->path);
		else if (!d->is_reused && rcc_file_remove_tree(d->path) != 0)
			rcc_warn("cannot remove \"%s\": %s", d->path,
				 strerror(errno));
	}
	free(d->path);
	*d = (struct rcc_work_dir){0};
}
