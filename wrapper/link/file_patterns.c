/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/file_patterns.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

/* Return the part of a script's pattern that the linker compares with the path
 * of an input, or NULL if there is none.  In ARCHIVE:MEMBER it is ARCHIVE.  A
 * pattern without a colon is compared with objects, and with members of archives
 * by the members' own names.  In :FILE it is FILE, for an object.  Caller
 * frees. */
static char *part_for_input(const char *pattern, bool is_archive)
{
	const char *colon = strchr(pattern, ':');

	if (is_archive)
		return colon != NULL
			       ? rcc_mem_strndup(pattern,
						 (size_t)(colon - pattern))
			       : NULL;
	if (colon != NULL && colon != pattern)
		return NULL;
	return rcc_mem_strdup(pattern + (colon != NULL));
}

static bool matches(const char *pattern, const char *path)
{
	if (strpbrk(pattern, "*?[") == NULL)
		return strcmp(pattern, path) == 0;
	return fnmatch(pattern, path, 0) == 0;
}

static bool misses_copy(const char *pattern, const struct rcc_input *in,
			const char *copy)
{
	const bool is_archive =
		in->file.kind == RCC_FILE_ARCHIVE || in->same_as != SIZE_MAX;
	char *part = part_for_input(pattern, is_archive);
	const bool result =
		part != NULL && matches(part, in->name) && !matches(part, copy);

	free(part);
	return result;
}

/* Refuse the link, or warn. */
static int refuse(const struct rcc_link *l, size_t pattern,
		  const struct rcc_input *in, struct rcc_refusal *why)
{
	const struct rcc_script_files *files = &l->script_files;
	const char *script = files->pattern_script.item[pattern];
	const char *text = files->pattern.item[pattern];

	if (!l->request->settings->pass_unsupported)
		return rcc_refuse(
			why, RCC_EUNSUP,
			"let the pattern begin with a star and leave out "
			"\"./\" and \"../\", as in \"*src/fast.o\", or set "
			"RANDCC_UNSUPPORTED=pass to link nevertheless",
			"the linker script \"%s\" chooses \"%s\" by \"%s\", "
			"which does not match the path of the copy that randld "
			"links",
			script, in->name, text);
	rcc_warn(
		"the linker script \"%s\" chooses \"%s\" by \"%s\", which does "
		"not match the path of the copy that randld links",
		script, in->name, text);
	return 0;
}

int rcc_file_patterns_check(const struct rcc_link *l,
			    const struct rcc_private_copies *copies,
			    struct rcc_refusal *why)
{
	const struct rcc_strvec *pattern = &l->script_files.pattern;
	int err = 0;

	for (size_t i = 0; i < pattern->n; i++)
		for (size_t k = 0; k < copies->n && err == 0; k++)
			if (copies->path[k] != NULL &&
			    misses_copy(pattern->item[i], &l->inputs.item[k],
					copies->path[k]))
				err = refuse(l, i, &l->inputs.item[k], why);
	return err;
}
