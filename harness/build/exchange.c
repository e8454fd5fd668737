/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"

static char *list_path(const char *dir)
{
	return rcc_file_join(dir, "exchange");
}

static char *kept_path(const char *file)
{
	return rcc_mem_printf("%s.randstudy-original", file);
}

static char *new_path(const char *file)
{
	return rcc_mem_printf("%s.randstudy-layout", file);
}

/* Flush a file to the disk.  Otherwise a power failure might leave the files
 * exchanged and lose the list of them. */
static int sync_file(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	int result;

	if (fd < 0)
		return RCC_ESYS;
	result = fsync(fd) == 0 ? 0 : RCC_ESYS;
	close(fd);
	return result;
}

/* Write the list of files.  Each path ends with a NUL, because paths may
 * contain newlines. */
static int write_list(const char *dir, const struct rcc_strvec *file)
{
	struct rcc_strbuf text = {0};
	char *path = list_path(dir);
	int result;

	for (size_t i = 0; i < file->n; i++)
		rcc_strbuf_add_bytes(&text, file->item[i],
				     strlen(file->item[i]) + 1);
	result = rcc_file_replace(path, text.text, text.n, 0666);
	if (result == 0)
		result = sync_file(path);
	rcc_strbuf_release(&text);
	free(path);
	return result;
}

static int put_back(const char *file)
{
	char *kept = kept_path(file);
	char *new = new_path(file);
	int result = 0;

	unlink(new);
	if (rename(kept, file) != 0 && errno != ENOENT)
		result = RCC_ESYS;
	free(new);
	free(kept);
	return result;
}

int rcc_exchange_undo(const char *dir)
{
	char *path = list_path(dir);
	size_t n = 0;
	char *list = rcc_file_read(path, &n);
	int result = 0;

	for (size_t at = 0; list != NULL && at < n; at += strlen(list + at) + 1)
		if (put_back(list + at) != 0)
			result = RCC_ESYS;
	if (list != NULL && result == 0)
		result = unlink(path) == 0 ? 0 : RCC_ESYS;
	free(list);
	free(path);
	return result;
}

/* Make the new file `new` from the layout's file.  Prefer a hard link, which
 * keeps the file's pages in memory the same from run to run. */
static int make_new(const char *from, const char *to, const char *new)
{
	struct stat st;

	if (stat(to, &st) != 0)
		return RCC_ESYS;
	unlink(new);
	if (link(from, new) == 0)
		return 0;
	return rcc_file_copy(from, new, st.st_mode & 0777);
}

/* Keep the build's file `to` under another name.  Then replace `to` by the
 * layout's file. */
static int exchange_one(const char *from, const char *to)
{
	char *kept = kept_path(to);
	char *new = new_path(to);
	int result = 0;

	if (link(to, kept) != 0 || make_new(from, to, new) != 0 ||
	    rename(new, to) != 0)
		result = RCC_ESYS;
	free(new);
	free(kept);
	return result;
}

static bool is_kept(const char *file)
{
	char *kept = kept_path(file);
	const bool is_there = access(kept, F_OK) == 0;

	free(kept);
	return is_there;
}

int rcc_exchange_begin(const char *dir, const struct rcc_place *place)
{
	int result;

	/* Fail now if another study exchanges one of these files.  Otherwise
	 * rcc_exchange_undo() would later put the other study's files back
	 * too. */
	for (size_t i = 0; i < place->to.n; i++)
		if (is_kept(place->to.item[i])) {
			errno = EEXIST;
			return RCC_ESYS;
		}
	result = write_list(dir, &place->to);
	for (size_t i = 0; i < place->to.n && result == 0; i++)
		result = exchange_one(place->from.item[i], place->to.item[i]);
	if (result != 0) {
		const int error_number = errno;

		rcc_exchange_undo(dir);
		errno = error_number;
	}
	return result;
}
