/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/adopt.h"
#include "harness/build/baseline.h"
#include "harness/build/build_command.h"
#include "harness/build/git_tree.h"
#include "harness/build/link_records.h"
#include "harness/build/source.h"
#include "harness/build/stale_build.h"
#include "harness/study/compile_options.h"

/* ---- The study's database ---------------------------------------------- */

/* Store a text about the i-th system under a key such as "program-0". */
static int put(struct rcc_experiment *x, const char *what, size_t i,
	       const char *text)
{
	char *key = rcc_mem_printf("%s-%zu", what, i);
	int result = rcc_store_set(x->store, key, text);

	free(key);
	return result;
}

static int get(struct rcc_experiment *x, const char *what, size_t i,
	       char **text)
{
	char *key = rcc_mem_printf("%s-%zu", what, i);
	int result = rcc_store_get(x->store, key, text);

	free(key);
	return result;
}

/* Return the path of a link's record relative to the study's directory.  The
 * relative path is stored, so that the user can move the study. */
static const char *relative(const struct rcc_experiment *x, const char *record)
{
	return record + strlen(x->dir) + 1;
}

static int put_libraries(struct rcc_experiment *x, size_t i)
{
	const struct rcc_linked *linked = &x->linked[i];
	json_t *list = json_array();
	char *text;
	int result;

	for (size_t k = 0; k < linked->n_libraries; k++) {
		const struct rcc_linked *l = &linked->library[k];

		json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "name",
						      l->name, "output",
						      l->output, "record",
						      relative(x, l->record)));
	}
	text = json_dumps(list, JSON_COMPACT);
	result = put(x, "libraries", i, text);
	free(text);
	json_decref(list);
	return result;
}

int rcc_build_store_libraries(struct rcc_experiment *x)
{
	for (size_t i = 0; i < x->study.n_systems; i++)
		if (put_libraries(x, i) != 0)
			return rcc_experiment_store_failed(x,
							   "store the build");
	return RCC_EXIT_OK;
}

static int put_compile_options(struct rcc_experiment *x, size_t i)
{
	/* An A/A study compares a program with itself.  The program is built
	 * only once, so both systems use record 0, which is that of the first
	 * system. */
	char *record =
		rcc_mem_printf("%s/record/%zu", x->dir, x->study.is_aa ? 0 : i);
	json_t *options = rcc_compile_options_read(record);
	char *text = json_dumps(options, JSON_COMPACT);
	const int result = put(x, "options", i, text);

	free(text);
	json_decref(options);
	free(record);
	return result;
}

/* Store what later calls of randstudy need to know about the build.  "record"
 * is stored last, because a system with a stored record is not built again. */
static int remember(struct rcc_experiment *x, size_t i)
{
	const struct rcc_linked *linked = &x->linked[i];

	if (put_compile_options(x, i) == 0 &&
	    rcc_stale_build_store(x, i) == 0 &&
	    put(x, "program", i, linked->name) == 0 &&
	    put(x, "output", i, linked->output) == 0 &&
	    put_libraries(x, i) == 0 &&
	    put(x, "record", i, relative(x, linked->record)) == 0)
		return RCC_EXIT_OK;
	return rcc_experiment_store_failed(x, "store the build");
}

/* Read the libraries of the i-th system.  A study that an older version of
 * randstudy made has no stored libraries. */
static int recall_libraries(struct rcc_experiment *x, size_t i)
{
	struct rcc_linked *linked = &x->linked[i];
	char *text = NULL;
	json_t *list;
	json_t *one;
	size_t at;

	if (get(x, "libraries", i, &text) != 0)
		return RCC_ESYS;
	list = text != NULL ? json_loads(text, 0, NULL) : NULL;
	free(text);
	linked->library = rcc_mem_calloc(json_array_size(list) + 1,
					 sizeof(*linked->library));
	json_array_foreach(list, at, one)
	{
		struct rcc_linked *l = &linked->library[linked->n_libraries];
		const char *name = NULL;
		const char *output = NULL;
		const char *record = NULL;

		if (json_unpack(one, "{s:s,s:s,s:s}", "name", &name, "output",
				&output, "record", &record) != 0)
			continue;
		l->name = rcc_mem_strdup(name);
		l->output = rcc_mem_strdup(output);
		l->record = rcc_experiment_path(x, record);
		linked->n_libraries++;
	}
	json_decref(list);
	return 0;
}

static int recall(struct rcc_experiment *x, size_t i)
{
	struct rcc_linked *linked = &x->linked[i];
	char *record = NULL;

	if (get(x, "record", i, &record) != 0 ||
	    get(x, "program", i, &linked->name) != 0 ||
	    get(x, "output", i, &linked->output) != 0 ||
	    recall_libraries(x, i) != 0)
		return rcc_experiment_store_failed(x, "read the build");
	if (record != NULL)
		linked->record = rcc_experiment_path(x, record);
	else
		/* The stored build is incomplete.  With *linked empty, the
		 * system is built again. */
		rcc_linked_release(linked);
	free(record);
	return RCC_EXIT_OK;
}

/* ---- The builds -------------------------------------------------------- */

/* Return whether LD_LIBRARY_PATH can contain a folder in `dir`. */
static bool is_library_path(const char *dir)
{
	return strpbrk(dir, ":;$") == NULL;
}

static bool adds_needed(const struct rcc_experiment *x)
{
	return !x->study.leaves_libraries && is_library_path(x->dir);
}

static void say_building(const struct rcc_experiment *x, size_t i)
{
	const struct rcc_system *system = &x->study.system[i];

	if (system->repository != NULL || system->directory != NULL)
		fprintf(stderr, "building %s: %s\n", system->name,
			system->build);
	else
		fprintf(stderr, "building: %s\n", system->build);
}

static int build_one(struct rcc_experiment *x, size_t i)
{
	char *record = rcc_mem_printf("%s/record/%zu", x->dir, i);
	char *log = rcc_mem_printf("%s/build-%zu.log", x->dir, i);
	char *directory = rcc_source_directory(x, i);
	/* Build the original layout, because the build may run the programs
	 * that it links. */
	const struct rcc_build_command command = {.system = &x->study.system[i],
						  .directory = directory,
						  .bindir = x->bindir,
						  .seed = "none",
						  .record = record,
						  .log = log};
	int status = rcc_source_check_out(x, i);

	if (status == RCC_EXIT_OK && rcc_file_mkdirs(record) != 0) {
		rcc_error_errno("cannot make \"%s\"", record);
		status = RCC_EXIT_USAGE;
	}
	if (status == RCC_EXIT_OK) {
		say_building(x, i);
		status = rcc_build_command_run(&command, &x->study);
	}
	rcc_source_detach(x, i);
	if (status == RCC_EXIT_OK)
		status = rcc_link_records_find(x->bindir, &x->study, i,
					       directory, record,
					       adds_needed(x), &x->linked[i]);
	free(directory);
	free(record);
	free(log);
	return status;
}

/* If the study lays out libraries, refuse a study directory whose path cannot
 * be part of LD_LIBRARY_PATH. */
static int check_library_path(const struct rcc_experiment *x)
{
	if (!x->study.has_libraries || is_library_path(x->dir))
		return RCC_EXIT_OK;
	rcc_error("cannot load libraries from \"%s\": the path has a colon, a "
		  "semicolon or a dollar sign",
		  x->dir);
	rcc_hint("these have a meaning of their own in LD_LIBRARY_PATH: keep "
		 "the study elsewhere");
	return RCC_EXIT_USAGE;
}

/* Build one system, or take over its build from another study.  In an A/A
 * study, the second system gets a copy of the first one's build. */
static int make_one(struct rcc_experiment *x, size_t i)
{
	bool is_adopted = false;
	int status = rcc_adopt_build(x, i, &is_adopted);

	if (status == RCC_EXIT_OK && is_adopted)
		status = recall(x, i);
	if (status != RCC_EXIT_OK || x->linked[i].record != NULL)
		return status;
	if (x->study.is_aa && i != 0) {
		rcc_linked_copy(&x->linked[i], &x->linked[0]);
		return RCC_EXIT_OK;
	}
	status = rcc_baseline_take(x, i, &is_adopted);
	if (status != RCC_EXIT_OK || is_adopted)
		return status;
	status = build_one(x, i);
	return status == RCC_EXIT_OK ? rcc_baseline_keep(x, i) : status;
}

int rcc_build_all(struct rcc_experiment *x)
{
	int status = check_library_path(x);

	x->linked = rcc_mem_calloc(x->study.n_systems, sizeof(*x->linked));
	for (size_t i = 0; i < x->study.n_systems && status == RCC_EXIT_OK;
	     i++) {
		status = recall(x, i);
		if (status != RCC_EXIT_OK || x->linked[i].record != NULL)
			continue;
		if (i == 0)
			rcc_git_tree_warn(&x->study);
		status = make_one(x, i);
		if (status == RCC_EXIT_OK)
			status = remember(x, i);
	}
	return status;
}
