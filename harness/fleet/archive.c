/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/mem.h"
#include "common/strbuf.h"

struct rcc_archive {
	struct archive *archive;
	bool is_writer;
	char error[256];
};

/* Return the reason that the system gave for an error; NULL if the error is one
 * of the archive's format. */
static const char *reason_of(struct archive *archive)
{
	const int number = archive_errno(archive);

	return number > 0 && number != EINVAL && number != EILSEQ
		       ? strerror(number)
		       : NULL;
}

/* Keep the text of an error.  libarchive's own text lacks the reason, such as
 * that the disk is full. */
static int failed(struct rcc_archive *a)
{
	const char *text = archive_error_string(a->archive);
	const char *reason = reason_of(a->archive);

	if (text == NULL)
		text = strerror(errno);
	snprintf(a->error, sizeof(a->error), "%s%s%s", text,
		 reason != NULL ? ": " : "", reason != NULL ? reason : "");
	return RCC_EFORMAT;
}

int rcc_archive_create(const char *path, struct rcc_archive **archive)
{
	struct rcc_archive *a = rcc_mem_calloc(1, sizeof(*a));

	*archive = a;
	a->is_writer = true;
	a->archive = archive_write_new();
	if (archive_write_add_filter_zstd(a->archive) != ARCHIVE_OK ||
	    archive_write_set_format_pax_restricted(a->archive) != ARCHIVE_OK ||
	    archive_write_open_filename(a->archive, path) != ARCHIVE_OK)
		return failed(a);
	return 0;
}

int rcc_archive_open(const char *path, struct rcc_archive **archive)
{
	struct rcc_archive *a = rcc_mem_calloc(1, sizeof(*a));

	*archive = a;
	a->archive = archive_read_new();
	if (archive_read_support_filter_zstd(a->archive) != ARCHIVE_OK ||
	    archive_read_support_format_tar(a->archive) != ARCHIVE_OK ||
	    archive_read_open_filename(a->archive, path, 1 << 16) != ARCHIVE_OK)
		return failed(a);
	return 0;
}

int rcc_archive_finish(struct rcc_archive *archive)
{
	return archive_write_close(archive->archive) == ARCHIVE_OK
		       ? 0
		       : failed(archive);
}

void rcc_archive_close(struct rcc_archive *archive)
{
	if (archive == NULL)
		return;
	if (archive->is_writer)
		archive_write_free(archive->archive);
	else
		archive_read_free(archive->archive);
	free(archive);
}

const char *rcc_archive_error(const struct rcc_archive *archive)
{
	return archive->error;
}

/* An entry has no time and no owner, so that the same study always gives the
 * same file. */
int rcc_archive_add(struct rcc_archive *archive, const char *name,
		    const void *bytes, size_t n)
{
	struct archive_entry *entry = archive_entry_new();
	int result = 0;

	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_size(entry, (la_int64_t)n);
	archive_entry_set_mtime(entry, 0, 0);
	if (archive_write_header(archive->archive, entry) != ARCHIVE_OK ||
	    archive_write_data(archive->archive, bytes, n) != (la_ssize_t)n)
		result = failed(archive);
	archive_entry_free(entry);
	return result;
}

int rcc_archive_next(struct rcc_archive *archive, const char **name)
{
	struct archive_entry *entry;
	const int got = archive_read_next_header(archive->archive, &entry);

	*name = NULL;
	if (got == ARCHIVE_EOF)
		return 0;
	if (got != ARCHIVE_OK)
		return failed(archive);
	*name = archive_entry_pathname(entry);
	return 0;
}

/* The size in the entry's header may be wrong.  Therefore the buffer grows as
 * bytes are read, and its size is not taken from the header. */
int rcc_archive_read(struct rcc_archive *archive, char **bytes, size_t *n)
{
	struct rcc_strbuf all = {0};
	char block[1 << 15];
	la_ssize_t got;

	while ((got = archive_read_data(archive->archive, block,
					sizeof(block))) > 0)
		rcc_strbuf_add_bytes(&all, block, (size_t)got);
	*n = all.n;
	*bytes = rcc_strbuf_take(&all);
	return got == 0 ? 0 : failed(archive);
}
