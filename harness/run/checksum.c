/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/checksum.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_study(const FTSENT *folder)
{
	char *path = rcc_file_join(folder->fts_accpath, "study.db");
	const bool is_there = access(path, F_OK) == 0;

	free(path);
	return is_there;
}

/* Files of at most this size are read into memory.  Larger ones are mapped.  If
 * such a file is truncated meanwhile, the process gets SIGBUS. */
#define READ_MAX ((off_t)256 << 20)

static int add_contents(const char *path, uint64_t *sum)
{
	struct rcc_file_map map;
	struct stat st;
	size_t n = 0;
	char *bytes;

	if (stat(path, &st) != 0)
		return -1;
	if (st.st_size > READ_MAX) {
		if (rcc_file_map(path, &map) != 0)
			return -1;
		*sum = rcc_rank_hash(map.data, map.n, *sum);
		rcc_file_unmap(&map);
		return 0;
	}
	bytes = rcc_file_read(path, &n);
	if (bytes == NULL)
		return -1;
	*sum = rcc_rank_hash(bytes, n, *sum);
	free(bytes);
	return 0;
}

int rcc_checksum_file(const char *path, uint64_t *checksum)
{
	*checksum = 0;
	return add_contents(path, checksum);
}

static int add_target(const FTSENT *link, uint64_t *sum)
{
	char target[PATH_MAX];
	const ssize_t n = readlink(link->fts_accpath, target, sizeof(target));

	if (n < 0)
		return -1;
	*sum = rcc_rank_hash(target, (size_t)n, *sum);
	return 0;
}

/* Add a file or folder to the checksum.  `name` is its path inside the
 * folder. */
static int add_entry(FTS *walk, FTSENT *e, const char *name, uint64_t *sum)
{
	char *text;

	if (e->fts_info == FTS_DP)
		return 0;
	if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR ||
	    e->fts_info == FTS_NS) {
		errno = e->fts_errno;
		return -1;
	}
	if (e->fts_info == FTS_D && e->fts_level > 0 && is_study(e)) {
		fts_set(walk, e, FTS_SKIP);
		return 0;
	}
	text = rcc_mem_printf("%s %o", name, (unsigned)e->fts_statp->st_mode);
	*sum = rcc_rank_hash(text, strlen(text) + 1, *sum);
	free(text);
	if (S_ISREG(e->fts_statp->st_mode))
		return add_contents(e->fts_accpath, sum);
	if (S_ISLNK(e->fts_statp->st_mode))
		return add_target(e, sum);
	return 0;
}

int rcc_checksum_folder(const char *path, uint64_t *checksum)
{
	char *root = rcc_mem_strdup(path);
	char *roots[] = {root, NULL};
	FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
			     by_name);
	FTSENT *e;
	int result = walk != NULL ? 0 : -1;

	*checksum = 0;
	while (result == 0 && (e = fts_read(walk)) != NULL)
		result = add_entry(walk, e, e->fts_path + strlen(path),
				   checksum);
	if (walk != NULL)
		fts_close(walk);
	free(root);
	return result;
}
