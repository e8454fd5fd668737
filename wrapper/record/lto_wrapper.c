/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/lto_wrapper.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/link/link.h"
#include "wrapper/order/rerank.h"
#include "wrapper/config/settings.h"
#include "wrapper/link/verify.h"

static void split_lines(char *text, struct rcc_strvec *out)
{
	char *line;

	while ((line = strsep(&text, "\n")) != NULL)
		if (line[0] != '\0')
			rcc_strvec_push(out, line);
}

/* Write names into a file that is ours to change: an object that lto-wrapper
 * has just made, or our copy of a kept one. */
static void write_back(const char *path, const struct rcc_file_map *map)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || rcc_file_write_fd(fd, map->data, map->n) != 0 ||
	    close(fd) != 0)
		rcc_die_errno("cannot write \"%s\"", path);
}

/* How many functions were ranked, and then their ranks: for the verification,
 * which sees these objects no more. */
static void write_ranked(const char *dir, size_t n_ranked,
			 const struct rcc_object_file *file, size_t n_files)
{
	char *path = rcc_mem_printf("%s/" RCC_LTO_RANKED, dir);
	FILE *out = fopen(path, "we");

	if (out == NULL)
		rcc_die_errno("cannot write \"%s\"", path);
	fprintf(out, "%zu\n", n_ranked);
	for (size_t i = 0; i < n_files && n_ranked != 0; i++)
		for (size_t k = 0; k < file[i].n_objects; k++)
			rcc_verify_write(out, &file[i].object[k]);
	if (fclose(out) != 0)
		rcc_die_errno("cannot write \"%s\"", path);
	free(path);
}

/* All objects are ranked as one program, in the order in which they were
 * printed, so all stay open until the last is done. */
static void rank_objects(const struct rcc_strvec *path,
			 const struct rcc_settings *settings, const char *dir)
{
	struct rcc_object_file *file =
		rcc_mem_calloc(path->n, sizeof(*file));
	struct rcc_rerank rerank;
	char why[RCC_WHY_MAX];

	rcc_rerank_init(&rerank, settings, true);
	for (size_t i = 0; i < path->n; i++) {
		int err = rcc_object_file_open(&file[i], path->item[i], false,
					       why);

		if (err == RCC_ESYS)
			rcc_die_errno("cannot read \"%s\"", path->item[i]);
		if (err != 0)
			rcc_die("cannot read \"%s\": %s", path->item[i], why);
		if (rcc_rerank_file(&rerank, &file[i]))
			write_back(path->item[i], &file[i].map);
	}
	write_ranked(dir, rerank.n_ranked + rerank.n_variables, file, path->n);
	rcc_rerank_release(&rerank);
	for (size_t i = 0; i < path->n; i++)
		rcc_object_file_release(&file[i]);
	free(file);
}

/* Both are named: which of them is missing cannot be seen otherwise. */
static void copy_object(const char *from, const char *to)
{
	if (rcc_file_copy(from, to, 0600) != 0)
		rcc_die_errno("cannot copy \"%s\" to \"%s\"", from, to);
}

/* Keep the objects as they came, for the record. */
static void keep(const struct rcc_strvec *path, const char *dir)
{
	char *list = rcc_mem_printf("%s/" RCC_LTO_KEPT_LIST, dir);
	struct rcc_strvec kept = {0};
	FILE *out;

	for (size_t i = 0; i < path->n; i++) {
		char *to = rcc_mem_printf("%s/%zu.o", dir, i);

		copy_object(path->item[i], to);
		rcc_strvec_take(&kept, to);
	}
	out = fopen(list, "we");
	for (size_t i = 0; out != NULL && i < kept.n; i++)
		fprintf(out, "%s\n", kept.item[i]);
	if (out == NULL || fclose(out) != 0)
		rcc_die_errno("cannot write \"%s\"", list);
	rcc_strvec_release(&kept);
	free(list);
}

/* A replay: copies of the kept objects, since the plugin removes what it is
 * given. */
static void fetch_kept(const char *list, const char *dir,
		       struct rcc_strvec *path)
{
	struct rcc_strvec kept = {0};
	char *text = rcc_file_read(list, NULL);

	if (text == NULL)
		rcc_die_errno("cannot read \"%s\"", list);
	split_lines(text, &kept);
	for (size_t i = 0; i < kept.n; i++) {
		char *to = rcc_mem_printf("%s/ltrans%zu.o", dir, i);

		copy_object(kept.item[i], to);
		rcc_strvec_take(path, to);
	}
	rcc_strvec_release(&kept);
	free(text);
}

static const char *from_randld(const char *name)
{
	const char *value = getenv(name);

	if (value == NULL)
		rcc_die("started without randld: %s is not set", name);
	return value;
}

int rcc_ltowrap_main(char **argv)
{
	const char *dir = from_randld(RCC_ENV_LTO_DIR);
	const char *kept = from_randld(RCC_ENV_LTO_KEPT);
	struct rcc_settings settings;
	struct rcc_refusal refusal = {0};
	struct rcc_strvec path = {0};
	char *text = NULL;
	int status = 0;

	rcc_diag_program("randld");
	if (rcc_settings_read(&settings, &refusal) != 0) {
		rcc_refusal_print(&refusal);
		exit(RCC_EXIT_OURS);
	}
	if (kept[0] != '\0') {
		fetch_kept(kept, dir, &path);
	} else {
		argv[0] = (char *)(uintptr_t)from_randld(RCC_ENV_LTO_WRAPPER);
		status = rcc_process_capture(argv, &text, NULL);
		if (status < 0)
			rcc_die_errno("cannot run \"%s\"", argv[0]);
		split_lines(text, &path);
	}
	if (status == 0 && path.n != 0) {
		if (from_randld(RCC_ENV_LTO_KEEP)[0] != '\0' &&
		    kept[0] == '\0')
			keep(&path, dir);
		rank_objects(&path, &settings, dir);
	}
	for (size_t i = 0; i < path.n; i++)
		puts(path.item[i]);
	free(text);
	rcc_strvec_release(&path);
	return status;
}
