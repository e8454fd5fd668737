/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 1: the user's build, once per system, and the record of the link that
 * made the program.
 *
 * The build command is the one thing besides --verify that goes through a
 * shell.  It is run with our programs first in PATH and with the original
 * layout (RANDCC_SEED=none), so that what it builds, and may run while
 * building, is what the user knows.
 */
#include "common/process.h"
#include "harness/build/experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strvec.h"
#include "harness/study/compile_options.h"
#include "harness/run/libraries.h"
#include "harness/build/link_records.h"

#define N_LOG_LINES 10

/* The end of the build's output: where its error is, more often than not. */
static void show_end(const char *log)
{
	size_t n = 0;
	char *text = rcc_file_read(log, &n);
	char *at;
	int n_lines = 0;

	if (text == NULL || n == 0) {
		free(text);
		return;
	}
	for (at = text + n - 1; at > text; at--)
		if (at[-1] == '\n' && ++n_lines == N_LOG_LINES)
			break;
	while (at != NULL && *at != '\0') {
		char *end = strchrnul(at, '\n');

		fprintf(stderr, "  | %.*s\n", (int)(end - at), at);
		at = *end == '\n' ? end + 1 : NULL;
	}
	free(text);
}

/* Variables get sections of their own only where the factor `data` is known
 * when they are compiled. */
static const char *compiled_factors(const struct rcc_study *study)
{
	for (size_t i = 0; i < study->n_arms; i++) {
		const char *list = study->arm[i].factors;
		unsigned factors = 0;

		if (list != NULL &&
		    rcc_rank_parse_factors(list, &factors, NULL, NULL) == 0 &&
		    (factors & RCC_FACTOR_DATA) != 0)
			return list;
	}
	return NULL;
}

static void build_environment(const struct rcc_experiment *x,
			      const struct rcc_build *b, struct rcc_strvec *env)
{
	/* The tools are the user's choice, and so is what happens to programs
	 * that cannot be laid out: a build may need them to get through. */
	static const char *const kept[] = {
		"RANDCC_CC", "RANDCC_CXX",	   "RANDCC_FC",
		"RANDCC_LD", "RANDCC_UNSUPPORTED", "RANDCC_SAVE_TEMPS",
		NULL};
	const char *old = getenv("PATH");
	const char *factors = b->factors != NULL ? b->factors
						 : compiled_factors(&x->study);
	char *path = rcc_mem_printf("%s:%s", x->bindir,
				    old != NULL ? old : "/usr/bin:/bin");

	rcc_experiment_environment(x, kept, env);
	rcc_process_setenv(env, "PATH", path);
	if (b->record != NULL)
		rcc_process_setenv(env, "RANDCC_RECORD", b->record);
	if (factors != NULL)
		rcc_process_setenv(env, "RANDCC_FACTORS", factors);
	rcc_process_setenv(env, "RANDCC_SEED", b->seed);
	free(path);
}

/* The build's status, or RCC_ESYS. */
static int run_build(const struct rcc_experiment *x, const struct rcc_build *b)
{
	char shell[] = "/bin/sh";
	char flag[] = "-c";
	char *command = rcc_mem_strdup(b->system->build);
	char *argv[] = {shell, flag, command, NULL};
	struct rcc_strvec env = {0};
	struct rcc_process process = {.argv = argv,
				      .directory = x->study.directory,
				      .no_input = true};
	int status = RCC_ESYS;
	pid_t pid;

	process.out_fd = process.err_fd =
		open(b->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	build_environment(x, b, &env);
	process.envp = env.item;
	if (process.out_fd >= 0) {
		pid = rcc_process_start(&process);
		if (pid > 0)
			status = rcc_process_wait(pid);
		close(process.out_fd);
	}
	rcc_strvec_release(&env);
	free(command);
	return status;
}

int rcc_build_run(const struct rcc_experiment *x, const struct rcc_build *b)
{
	int built = run_build(x, b);

	if (built < 0) {
		rcc_error_errno("cannot run the build in \"%s\"",
				x->study.directory);
		return RCC_EXIT_USAGE;
	}
	if (built != 0) {
		rcc_error("the build \"%s\" failed with status %d; its output "
			  "is in \"%s\"",
			  b->system->build, built, b->log);
		show_end(b->log);
		return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}

/* A text of the system's in the store. */
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

/* The record's folder is stored relative to the study, which may be moved. */
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

		json_array_append_new(
			list, json_pack("{s:s,s:s,s:s}", "name", l->name,
					"output", l->output, "record",
					relative(x, l->record)));
	}
	text = json_dumps(list, JSON_COMPACT);
	result = put(x, "libraries", i, text);
	free(text);
	json_decref(list);
	return result;
}

static int put_flags(struct rcc_experiment *x, size_t i)
{
	/* A program against itself is built once. */
	char *record = rcc_mem_printf("%s/record/%zu", x->dir,
				      x->study.is_aa ? 0 : i);
	json_t *flags = rcc_compile_options_read(record);
	char *text = json_dumps(flags, JSON_COMPACT);
	const int result = put(x, "options", i, text);

	free(text);
	json_decref(flags);
	free(record);
	return result;
}

/* The record is stored last, since a build that has one is not run again. */
static int remember(struct rcc_experiment *x, size_t i)
{
	const struct rcc_linked *linked = &x->linked[i];

	if (put_flags(x, i) == 0 && put(x, "program", i, linked->name) == 0 &&
	    put(x, "output", i, linked->output) == 0 &&
	    put_libraries(x, i) == 0 &&
	    put(x, "record", i, relative(x, linked->record)) == 0)
		return RCC_EXIT_OK;
	return rcc_experiment_store_failed(x, "store the build");
}

/* A study of an older randstudy has no such text, and no libraries. */
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
		rcc_linked_release(linked); /* half of it: built again */
	free(record);
	return RCC_EXIT_OK;
}

static void copy(struct rcc_linked *to, const struct rcc_linked *from)
{
	*to = (struct rcc_linked){
		.record = rcc_mem_strdup(from->record),
		.name = rcc_mem_strdup(from->name),
		.output = rcc_mem_strdup(from->output),
		.library = rcc_mem_calloc(from->n_libraries + 1,
					  sizeof(*to->library)),
		.n_libraries = from->n_libraries,
	};
	for (size_t i = 0; i < from->n_libraries; i++)
		copy(&to->library[i], &from->library[i]);
}

/* A program against itself is built once. */
static int same_as_first(struct rcc_experiment *x, size_t i)
{
	copy(&x->linked[i], &x->linked[0]);
	return RCC_EXIT_OK;
}

static int build_one(struct rcc_experiment *x, size_t i)
{
	char *record = rcc_mem_printf("%s/record/%zu", x->dir, i);
	char *log = rcc_mem_printf("%s/build-%zu.log", x->dir, i);
	const struct rcc_build b = {.system = &x->study.system[i],
				    .seed = "none",
				    .record = record,
				    .log = log};
	int status = RCC_EXIT_USAGE;

	fprintf(stderr, "building: %s\n", b.system->build);
	if (rcc_file_mkdirs(record) != 0)
		rcc_error_errno("cannot make \"%s\"", record);
	else
		status = rcc_build_run(x, &b);
	if (status == RCC_EXIT_OK)
		status = rcc_records_find(x, i, record, &x->linked[i]);
	free(record);
	free(log);
	return status;
}

int rcc_build_all(struct rcc_experiment *x)
{
	int status = rcc_libraries_place(x);

	x->linked = rcc_mem_calloc(x->study.n_systems, sizeof(*x->linked));
	for (size_t i = 0; i < x->study.n_systems && status == RCC_EXIT_OK;
	     i++) {
		status = recall(x, i);
		if (status != RCC_EXIT_OK || x->linked[i].record != NULL)
			continue;
		status = x->study.is_aa && i != 0 ? same_as_first(x, i)
						  : build_one(x, i);
		if (status == RCC_EXIT_OK)
			status = remember(x, i);
	}
	return status;
}
