/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/source_tree.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/build/built_files.h"
#include "harness/build/directory.h"

bool rcc_source_tree_skips(const FTSENT *directory)
{
	const char *path = directory->fts_accpath;

	return strcmp(directory->fts_name, ".git") == 0 ||
	       strcmp(directory->fts_name, "CMakeFiles") == 0 ||
	       rcc_directory_has(path, "study.db") || rcc_built_tree(path);
}

bool rcc_source_tree_is_built(const char *top, const char *name)
{
	return rcc_built_file(top, name) ||
	       strcmp(rcc_file_base(name), "CMakeCache.txt") == 0;
}

/* The time of the last change of a file's contents, name or mode.  No program
 * can set this time. */
static int64_t change_ns(const struct stat *st)
{
	return (int64_t)st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec;
}

/* Return whether our own output is redirected to the file. */
static bool is_our_output(const struct stat *st)
{
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		struct stat ours;

		if (fstat(fd, &ours) == 0 && ours.st_dev == st->st_dev &&
		    ours.st_ino == st->st_ino)
			return true;
	}
	return false;
}

char *rcc_source_tree_changed(const char *top, int64_t since_ns)
{
	char *root = rcc_mem_strdup(top);
	char *roots[] = {root, NULL};
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	char *path = NULL;
	FTSENT *one;

	while (tree != NULL && path == NULL && (one = fts_read(tree)) != NULL)
		if (one->fts_info == FTS_D && one->fts_level > 0 &&
		    rcc_source_tree_skips(one))
			fts_set(tree, one, FTS_SKIP);
		else if ((one->fts_info == FTS_F || one->fts_info == FTS_SL) &&
			 change_ns(one->fts_statp) > since_ns &&
			 !is_our_output(one->fts_statp) &&
			 !rcc_source_tree_is_built(
				 top, one->fts_path + strlen(top) + 1))
			path = rcc_mem_strdup(one->fts_path);
	if (tree != NULL)
		fts_close(tree);
	free(root);
	return path;
}
