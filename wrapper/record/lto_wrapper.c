/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/lto_wrapper.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/strvec.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/verify.h"
#include "wrapper/order/rerank.h"

static void split_lines(char *text, struct rcc_strvec *out)
{
	char *line;

	while ((line = strsep(&text, "\n")) != NULL)
		if (line[0] != '\0')
			rcc_strvec_push(out, line);
}

static int cannot_write(const char *path, struct rcc_refusal *why)
{
	return rcc_refuse(why, RCC_ESYS, NULL, "cannot write \"%s\"", path);
}

/* Write an object with its new names back into its file.  lto-wrapper has just
 * made the file, or it is a copy of a kept object.  If the user keeps it
 * (-save-temps), it has the new names, as objects that randcc compiles have. */
static int write_back(const char *path, const struct rcc_file_map *map,
		      struct rcc_refusal *why)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int err = 0;

	if (fd < 0 || rcc_file_write_fd(fd, map->data, map->n) != 0)
		err = cannot_write(path, why);
	if (fd >= 0 && close(fd) != 0 && err == 0)
		err = cannot_write(path, why);
	return err;
}

/* Write the file RCC_LTO_RANKED: how many functions and variables were ranked,
 * and the functions with their ranks.  randld does not see these objects, so it
 * needs this list to verify the program. */
static int write_ranked(const char *dir, size_t n_ranked,
			const struct rcc_object_file *file, size_t n_files,
			struct rcc_refusal *why)
{
	char *path = rcc_mem_printf("%s/" RCC_LTO_RANKED, dir);
	FILE *out = fopen(path, "we");
	int err = 0;

	if (out != NULL)
		fprintf(out, "%zu\n", n_ranked);
	for (size_t i = 0; out != NULL && i < n_files && n_ranked != 0; i++)
		for (size_t k = 0; k < file[i].n_objects; k++)
			rcc_verify_list_functions(out, &file[i].object[k]);
	if (out == NULL || fclose(out) != 0)
		err = cannot_write(path, why);
	free(path);
	return err;
}

/* Return whether the objects from lto-wrapper are entries of the user's cache
 * (-flto-incremental).  gcc's plugin does not remove such objects.  Like this
 * function, the plugin looks for the option in COLLECT_GCC_OPTIONS. */
static bool is_cached(void)
{
	const char *options = getenv("COLLECT_GCC_OPTIONS");

	return options != NULL &&
	       strstr(options, "'-flto-incremental=") != NULL;
}

/* Write an object with its new names into a new file.  The linker gets this
 * file instead of the object. */
static int write_beside(struct rcc_strvec *path, size_t i, const char *dir,
			const struct rcc_file_map *map, struct rcc_refusal *why)
{
	char *own = rcc_mem_printf("%s/ranked%zu.o", dir, i);
	int err = 0;

	if (rcc_file_replace(own, (const char *)map->data, map->n, 0600) != 0)
		err = cannot_write(own, why);
	else
		rcc_strvec_replace(path, i, own);
	free(own);
	return err;
}

static int rank_object(struct rcc_rerank *rerank, struct rcc_object_file *file,
		       struct rcc_strvec *objects, size_t i, const char *dir,
		       bool *is_open, struct rcc_refusal *why)
{
	const char *path = objects->item[i];
	char reason[RCC_WHY_MAX];
	int err = rcc_object_file_open(file, path, 0, reason);

	*is_open = err == 0;
	if (err == RCC_ESYS)
		return rcc_refuse(why, err, NULL, "cannot read \"%s\"", path);
	if (err != 0)
		return rcc_refuse(why, err, NULL, "cannot read \"%s\": %s",
				  path, reason);
	if (!rcc_rerank_file(rerank, file))
		return 0;
	if (is_cached())
		return write_beside(objects, i, dir, &file->map, why);
	return write_back(path, &file->map, why);
}

/* Rank all objects as one program, in the order in which lto-wrapper printed
 * their paths.  All objects must stay open until the end, because the names of
 * units point into them. */
static int rank_objects(struct rcc_strvec *path,
			const struct rcc_settings *settings, const char *dir,
			struct rcc_refusal *why)
{
	struct rcc_object_file *file = rcc_mem_calloc(path->n, sizeof(*file));
	struct rcc_rerank rerank;
	size_t n_open = 0;
	int err = 0;

	rcc_rerank_init(&rerank, settings, true);
	for (size_t i = 0; i < path->n && err == 0; i++) {
		bool is_open;

		err = rank_object(&rerank, &file[i], path, i, dir, &is_open,
				  why);
		n_open += is_open;
	}
	if (err == 0)
		err = write_ranked(dir, rerank.n_ranked + rerank.n_variables,
				   file, path->n, why);
	rcc_rerank_release(&rerank);
	for (size_t i = 0; i < n_open; i++)
		rcc_object_file_release(&file[i]);
	free(file);
	return err;
}

/* Copy an object.  The message names both files, because either may have caused
 * the error. */
static int copy_object(const char *from, const char *to,
		       struct rcc_refusal *why)
{
	if (rcc_file_copy(from, to, 0600) == 0)
		return 0;
	return rcc_refuse(why, RCC_ESYS, NULL, "cannot copy \"%s\" to \"%s\"",
			  from, to);
}

static int write_list(const char *path, const struct rcc_strvec *item,
		      struct rcc_refusal *why)
{
	FILE *out = fopen(path, "we");

	for (size_t i = 0; out != NULL && i < item->n; i++)
		fprintf(out, "%s\n", item->item[i]);
	if (out == NULL || fclose(out) != 0)
		return cannot_write(path, why);
	return 0;
}

/* Copy the objects at `path` into `dir`, and list the copies in the file
 * RCC_LTO_KEPT_LIST.  A record or a later link uses the copies.  Call this
 * before the objects are ranked. */
static int keep_objects(const struct rcc_strvec *path, const char *dir,
			struct rcc_refusal *why)
{
	char *list = rcc_mem_printf("%s/" RCC_LTO_KEPT_LIST, dir);
	struct rcc_strvec kept = {0};
	int err = 0;

	for (size_t i = 0; i < path->n && err == 0; i++) {
		rcc_strvec_pushf(&kept, "%s/%zu.o", dir, i);
		err = copy_object(path->item[i], kept.item[i], why);
	}
	if (err == 0)
		err = write_list(list, &kept, why);
	rcc_strvec_release(&kept);
	free(list);
	return err;
}

/* Copy the objects that an earlier link kept.  `list` is the file with their
 * paths.  The linker's plugin gets the copies, because it removes the objects
 * that it is given.  Under -save-temps it does not, so the copies of an earlier
 * link of the same layout may still be there. */
static int fetch_kept(const char *list, const char *dir,
		      struct rcc_strvec *path, struct rcc_refusal *why)
{
	struct rcc_strvec kept = {0};
	char *text = rcc_file_read(list, NULL);
	int err = 0;

	if (text == NULL)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot read \"%s\"",
				  list);
	split_lines(text, &kept);
	for (size_t i = 0; i < kept.n && err == 0; i++) {
		rcc_strvec_pushf(path, "%s/ltrans%zu.o", dir, i);
		rcc_file_remove_quietly(path->item[path->n - 1]);
		err = copy_object(kept.item[i], path->item[path->n - 1], why);
	}
	rcc_strvec_release(&kept);
	free(text);
	return err;
}

/* Run gcc's lto-wrapper, and append the paths of its objects to `path`.
 * Returns its exit status, or RCC_ESYS. */
static int compile(char **argv, const char *wrapper, struct rcc_strvec *path,
		   struct rcc_refusal *why)
{
	char *text = NULL;
	int status;

	argv[0] = (char *)(uintptr_t)wrapper;
	status = rcc_process_capture(argv, &text, NULL);
	if (status < 0)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot run \"%s\"",
				  wrapper);
	split_lines(text, path);
	free(text);
	return status;
}

/* The settings that randld passes in the environment
 * (wrapper/link/lto_link.h). */
struct handover {
	const char *wrapper;
	const char *dir;
	const char *kept;
	const char *keep;
};

static int read_handover(struct handover *h, struct rcc_refusal *why)
{
	const struct {
		const char *name;
		const char **value;
	} variable[] = {{RCC_ENV_LTO_DIR, &h->dir},
			{RCC_ENV_LTO_KEPT, &h->kept},
			{RCC_ENV_LTO_KEEP, &h->keep},
			{RCC_ENV_LTO_WRAPPER, &h->wrapper}};

	for (size_t i = 0; i < sizeof(variable) / sizeof(variable[0]); i++) {
		*variable[i].value = getenv(variable[i].name);
		if (*variable[i].value != NULL)
			continue;
		rcc_refuse(why, RCC_EUNSUP, NULL,
			   "started without randld: %s is not set",
			   variable[i].name);
		return RCC_EUNSUP;
	}
	return 0;
}

int rcc_lto_wrapper_run(char **argv, const struct rcc_settings *settings,
			struct rcc_refusal *why)
{
	struct rcc_strvec path = {0};
	struct handover h;
	int status = read_handover(&h, why);
	bool is_replay;

	if (status != 0)
		return status;
	is_replay = h.kept[0] != '\0';
	status = is_replay ? fetch_kept(h.kept, h.dir, &path, why)
			   : compile(argv, h.wrapper, &path, why);
	if (status == 0 && path.n != 0 && !is_replay && h.keep[0] != '\0')
		status = keep_objects(&path, h.dir, why);
	if (status == 0 && path.n != 0)
		status = rank_objects(&path, settings, h.dir, why);
	for (size_t i = 0; i < path.n && status >= 0; i++)
		puts(path.item[i]);
	rcc_strvec_release(&path);
	return status;
}
