/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/script_copies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/line/script.h"

/* The script that is being copied. */
struct copy {
	const struct rcc_recorded *recorded;
	const char *dir;
	const char *script;
	struct rcc_refusal *why;
	int err;
};

/* Return the path at which the linker will find a recorded file.  For a file in
 * the store, it ends with the file's base name at the time of the recording,
 * because scripts choose files by name.  Caller frees. */
static char *path_of(void *self, const char *name)
{
	struct copy *c = self;
	const struct rcc_recorded_script_file *f =
		rcc_recorded_find(c->recorded, c->script, name);
	struct stat st;
	char *dir;
	char *path;

	if (f == NULL || c->err != 0)
		return NULL;
	if (f->base == NULL)
		return rcc_mem_strdup(f->file);
	dir = rcc_mem_printf("%s/named/%s", c->dir, rcc_file_base(f->file));
	path = rcc_file_join(dir, f->base);
	if (rcc_file_mkdirs(dir) != 0)
		c->err = rcc_refuse(c->why, RCC_ESYS, NULL,
				    "cannot create \"%s\"", dir);
	else if (lstat(path, &st) != 0)
		c->err = rcc_script_copy_make(c->recorded, c->dir, f->file,
					      path, c->why);
	free(dir);
	return path;
}

int rcc_script_copy_make(const struct rcc_recorded *recorded, const char *dir,
			 const char *file, const char *to,
			 struct rcc_refusal *why)
{
	struct copy c = {recorded, dir, file, why, 0};
	bool names_others = rcc_recorded_find(recorded, file, NULL) != NULL;
	char *text = names_others ? rcc_file_read(file, NULL) : NULL;
	char *renamed;

	if (text == NULL) {
		if (symlink(file, to) != 0 && errno != EEXIST)
			return rcc_refuse(why, RCC_ESYS, NULL,
					  "cannot create \"%s\"", to);
		return 0;
	}
	renamed = rcc_script_rename(text, path_of, &c);
	if (c.err == 0 &&
	    rcc_file_replace(to, renamed, strlen(renamed), 0600) != 0)
		c.err = rcc_refuse(why, RCC_ESYS, NULL, "cannot create \"%s\"",
				   to);
	free(renamed);
	free(text);
	return c.err;
}
