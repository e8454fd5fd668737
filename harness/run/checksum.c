/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

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

/* The contents are read and not mapped: another process may truncate the file,
 * and a mapped page beyond its end would be SIGBUS. */
static int add_contents(const char *path, uint64_t *sum)
{
	unsigned char bytes[1 << 16];
	XXH64_state_t state;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;
	int error;

	if (fd < 0)
		return -1;
	XXH64_reset(&state, *sum);
	while ((n = read(fd, bytes, sizeof(bytes))) > 0 ||
	       (n < 0 && errno == EINTR))
		if (n > 0)
			XXH64_update(&state, bytes, (size_t)n);
	error = errno;
	close(fd);
	errno = error;
	if (n < 0)
		return -1;
	*sum = XXH64_digest(&state);
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
