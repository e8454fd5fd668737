/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/config/tool_versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/file.h"
#include "common/mem.h"

/* Find the line "SIZE MTIME VERSION" that has the size and the modification
 * time in *st.  Returns its VERSION (caller frees), or NULL if there is no such
 * line. */
static char *find_line(char *text, const struct stat *st)
{
	char *line;

	while ((line = strsep(&text, "\n")) != NULL) {
		long long size;
		long long mtime;
		int n = 0;

		if (sscanf(line, "%lld %lld %n", &size, &mtime, &n) == 2 &&
		    n > 0 && size == (long long)st->st_size &&
		    mtime == (long long)st->st_mtime)
			return rcc_mem_strdup(line + n);
	}
	return NULL;
}

char *rcc_tool_versions_look_up(const char *list, const char *path)
{
	char *file = rcc_mem_printf("%s/../lib/randcc/%s", rcc_file_self_dir(),
				    list);
	char *text = rcc_file_read(file, NULL);
	char *found = NULL;
	struct stat st;

	if (text != NULL && stat(path, &st) == 0)
		found = find_line(text, &st);
	free(text);
	free(file);
	return found;
}
