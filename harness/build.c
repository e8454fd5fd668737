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
#include "harness/experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/run.h"
#include "common/strvec.h"
#include "harness/spawn.h"

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
	rcc_spawn_setenv(env, "PATH", path);
	if (b->record != NULL)
		rcc_spawn_setenv(env, "RANDCC_RECORD", b->record);
	if (factors != NULL)
		rcc_spawn_setenv(env, "RANDCC_FACTORS", factors);
	rcc_spawn_setenv(env, "RANDCC_SEED", b->seed);
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
	struct rcc_spawn spawn = {.argv = argv,
				  .directory = x->study.directory};
	int status = RCC_ESYS;
	pid_t pid;

	spawn.out_fd =
		open(b->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	build_environment(x, b, &env);
	spawn.envp = env.item;
	if (spawn.out_fd >= 0) {
		pid = rcc_spawn_start(&spawn);
		if (pid > 0)
			status = rcc_spawn_wait(pid);
		close(spawn.out_fd);
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

/* randld --list-records, as lines NAME<TAB>OUTPUT. */
static char *list_records(const struct rcc_experiment *x, const char *record)
{
	char *randld = rcc_file_join(x->bindir, "randld");
	char option[] = "--list-records";
	char *dir = rcc_mem_strdup(record);
	char *argv[] = {randld, option, dir, NULL};
	char *list = NULL;
	int status = rcc_run_capture(argv, &list, NULL);

	if (status < 0)
		rcc_error_errno("cannot run \"%s\"", randld);
	else if (status != 0)
		rcc_error("\"%s --list-records %s\" ended with status %d",
			  randld, record, status);
	if (status != 0) {
		free(list);
		list = NULL;
	}
	free(dir);
	free(randld);
	return list;
}

/* Which of the recorded links made the program the user means. */
struct choice {
	const char *wanted; /* absolute, links resolved; NULL: any */
	size_t n_matches;
	struct timespec newest;
	struct rcc_linked linked;
	struct rcc_strvec seen; /* all outputs, for the message */
};

static void consider(struct choice *c, const char *record, const char *name,
		     const char *output)
{
	char *real = realpath(output, NULL);
	char *path = rcc_file_join(record, name);
	const char *is = real != NULL ? real : output;
	struct stat st = {0};

	if (!rcc_strvec_has(&c->seen, is))
		rcc_strvec_push(&c->seen, is);
	if (c->wanted != NULL && strcmp(is, c->wanted) != 0)
		goto out;
	/* A program that was linked twice: the last link counts. */
	if (stat(path, &st) == 0 && c->linked.record != NULL &&
	    (st.st_mtim.tv_sec < c->newest.tv_sec ||
	     (st.st_mtim.tv_sec == c->newest.tv_sec &&
	      st.st_mtim.tv_nsec < c->newest.tv_nsec)))
		goto out;
	c->newest = st.st_mtim;
	free(c->linked.record);
	free(c->linked.name);
	free(c->linked.output);
	c->linked.output = rcc_mem_strdup(is);
	c->linked.record = rcc_mem_strdup(path);
	c->linked.name = rcc_mem_strdup(rcc_file_base(is));
out:
	free(real);
	free(path);
}

static void read_records(struct choice *c, const char *record, char *list)
{
	char *next = NULL;

	for (char *line = strtok_r(list, "\n", &next); line != NULL;
	     line = strtok_r(NULL, "\n", &next)) {
		char *tab = strchr(line, '\t');

		if (tab == NULL)
			continue;
		*tab = '\0';
		consider(c, record, line, tab + 1);
	}
}

static void show_programs(const struct rcc_strvec *seen)
{
	for (size_t i = 0; i < seen->n && i < 20; i++)
		fprintf(stderr, "  | %s\n", seen->item[i]);
	if (seen->n > 20)
		fprintf(stderr, "  | and %zu more\n", seen->n - 20);
}

/* The record of the program, or say what is wrong. */
static int choose(const struct rcc_system *system, struct choice *c)
{
	if (c->seen.n == 0) {
		rcc_error("the build \"%s\" linked nothing through randcc",
			  system->build);
		rcc_hint(
			"it must compile and link with randcc (make CC=randcc, "
			"./configure CC=randcc, cmake "
			"-DCMAKE_C_COMPILER=randcc), and from scratch: clean "
			"first (make clean)");
		return RCC_EXIT_USAGE;
	}
	if (c->wanted == NULL && c->seen.n > 1) {
		rcc_error("the build linked %zu programs: say which one by "
			  "--program",
			  c->seen.n);
		show_programs(&c->seen);
		return RCC_EXIT_USAGE;
	}
	if (c->linked.record == NULL) {
		rcc_error("the build linked no \"%s\" through randcc",
			  c->wanted);
		rcc_hint("these programs were linked; if yours was there "
			 "already, clean first (make clean):");
		show_programs(&c->seen);
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

static int find_record(struct rcc_experiment *x, size_t i, const char *record)
{
	const struct rcc_system *system = &x->study.system[i];
	struct choice c = {0};
	char *list = list_records(x, record);
	char *path = NULL;
	char *real = NULL;
	int status = RCC_EXIT_USAGE;

	if (list == NULL)
		return RCC_EXIT_USAGE;
	if (system->program != NULL) {
		path = rcc_file_join(x->study.directory, system->program);
		real = realpath(path, NULL);
		c.wanted = real != NULL ? real : path;
	}
	read_records(&c, record, list);
	status = choose(system, &c);
	if (status == RCC_EXIT_OK) {
		x->linked[i] = c.linked;
		c.linked = (struct rcc_linked){0};
	}
	free(c.linked.record);
	free(c.linked.name);
	free(c.linked.output);
	rcc_strvec_release(&c.seen);
	free(list);
	free(path);
	free(real);
	return status;
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

/* The record's folder is stored relative to the study, which may be moved; it
 * is stored last, since a build that has one is not run again. */
static int remember(struct rcc_experiment *x, size_t i)
{
	const struct rcc_linked *linked = &x->linked[i];

	if (put(x, "program", i, linked->name) == 0 &&
	    put(x, "output", i, linked->output) == 0 &&
	    put(x, "record", i, linked->record + strlen(x->dir) + 1) == 0)
		return RCC_EXIT_OK;
	return rcc_experiment_store_failed(x, "store the build");
}

static int recall(struct rcc_experiment *x, size_t i)
{
	struct rcc_linked *linked = &x->linked[i];
	char *record = NULL;

	if (get(x, "record", i, &record) != 0 ||
	    get(x, "program", i, &linked->name) != 0 ||
	    get(x, "output", i, &linked->output) != 0)
		return rcc_experiment_store_failed(x, "read the build");
	if (record != NULL)
		linked->record = rcc_experiment_path(x, record);
	free(record);
	return RCC_EXIT_OK;
}

/* A program against itself is built once. */
static int same_as_first(struct rcc_experiment *x, size_t i)
{
	x->linked[i].record = rcc_mem_strdup(x->linked[0].record);
	x->linked[i].name = rcc_mem_strdup(x->linked[0].name);
	x->linked[i].output = rcc_mem_strdup(x->linked[0].output);
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
		status = find_record(x, i, record);
	free(record);
	free(log);
	return status;
}

int rcc_build_all(struct rcc_experiment *x)
{
	int status = RCC_EXIT_OK;

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
