/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/source_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/build/source_tree.h"

/* The limits for the copied tree.  A larger tree is probably not the source of
 * one program, but for instance a home directory. */
#define FILES_MAX 100000
#define MIB_MAX 1024

struct copy {
	const char *from, *to;
	size_t n_files;
	long long n_bytes;
	char *problem;
};

static int copy_link(const char *from, const char *to)
{
	char target[PATH_MAX];
	const ssize_t n = readlink(from, target, sizeof(target) - 1);

	if (n < 0)
		return -1;
	target[n] = '\0';
	return symlink(target, to);
}

/* make compares the times of files, so a copy has the times of its original. */
static int copy_file(const FTSENT *one, const char *to)
{
	const struct stat *st = one->fts_statp;
	const struct timespec times[2] = {st->st_atim, st->st_mtim};

	if (rcc_file_copy(one->fts_accpath, to, st->st_mode & 0777) != 0)
		return -1;
	return utimensat(AT_FDCWD, to, times, 0);
}

/* Copy one file or make one directory.  Returns 0, or -1 with errno set. */
static int copy_one(struct copy *c, FTS *tree, FTSENT *one)
{
	const char *name = one->fts_path + strlen(c->from);
	char *to = rcc_mem_printf("%s%s", c->to, name);
	int result = 0;

	switch (one->fts_info) {
	case FTS_D:
		if (one->fts_level > 0 && rcc_source_tree_skips(one))
			fts_set(tree, one, FTS_SKIP);
		else
			result = rcc_file_mkdirs(to);
		break;
	case FTS_F:
		if (rcc_source_tree_is_built(c->from, name + 1))
			break;
		c->n_files++;
		c->n_bytes += one->fts_statp->st_size;
		result = copy_file(one, to);
		break;
	case FTS_SL:
	case FTS_SLNONE:
		result = copy_link(one->fts_accpath, to);
		break;
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		errno = one->fts_errno;
		result = -1;
		break;
	default: /* the end of a directory; a socket; a device */
		break;
	}
	if (result != 0)
		c->problem = rcc_mem_printf("cannot copy \"%s\": %s",
					    one->fts_path, strerror(errno));
	free(to);
	return result;
}

static bool is_too_large(struct copy *c)
{
	if (c->n_files <= FILES_MAX && c->n_bytes >> 20 < MIB_MAX)
		return false;
	c->problem = rcc_mem_printf("\"%s\" is too large to copy: it has more "
				    "than %d files or %d MiB",
				    c->from, FILES_MAX, MIB_MAX);
	return true;
}

static char *copy_tree(const char *from, const char *to)
{
	char *root = rcc_mem_strdup(from);
	char *roots[] = {root, NULL};
	struct copy c = {.from = from, .to = to};
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *one;

	if (tree == NULL)
		c.problem = rcc_mem_printf("cannot read \"%s\": %s", from,
					   strerror(errno));
	while (tree != NULL && c.problem == NULL &&
	       (one = fts_read(tree)) != NULL && copy_one(&c, tree, one) == 0 &&
	       !is_too_large(&c))
		;
	if (tree != NULL)
		fts_close(tree);
	free(root);
	return c.problem;
}

char *rcc_source_copy(const char *from, const char *to)
{
	if (rcc_file_remove_tree(to) != 0 || rcc_file_mkdirs(to) != 0)
		return rcc_mem_printf("cannot make \"%s\"", to);
	return copy_tree(from, to);
}
