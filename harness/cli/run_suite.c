/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/run_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/build/experiment.h"
#include "harness/session/run_study.h"
#include "harness/study/json_values.h"
#include "harness/suite/parameter_suite.h"
#include "harness/suite/suite.h"
#include "harness/suite/suite_file.h"

/* ---- Collecting the benchmarks ------------------------------------------ */

/* Copy to *suite what an earlier call stored in options->dir about each
 * benchmark: its exit code and the problem.  Fail if *suite lacks a benchmark
 * that was stored, because a suite may gain benchmarks but not lose any. */
static int copy_status(const struct rcc_run_options *options,
		       struct rcc_suite *suite)
{
	struct rcc_suite old;
	int status = rcc_suite_load(options->dir, &old);

	for (size_t i = 0; status == RCC_EXIT_OK && i < old.n; i++) {
		struct rcc_benchmark *b =
			rcc_suite_find(suite, old.benchmark[i].name);

		if (b == NULL) {
			rcc_error("the suite \"%s\" has the benchmark \"%s\", "
				  "but \"%s\" does not",
				  options->dir, old.benchmark[i].name,
				  options->study_file != NULL
					  ? options->study_file
					  : "-P");
			rcc_hint("benchmarks can be added, not removed: keep "
				 "it, or begin a new suite in another "
				 "directory");
			status = RCC_EXIT_USAGE;
		} else {
			b->status = old.benchmark[i].status;
			b->problem = old.benchmark[i].problem;
			old.benchmark[i].problem = NULL;
		}
	}
	rcc_suite_release(&old);
	return status;
}

/* Check the options beside a suite that is continued without its study file.
 * Several settings of the file together make the programs and the arms, and
 * suite.json has only the result.  Options for these can only repeat it. */
static int check_options(const struct rcc_run_options *options,
			 const struct rcc_benchmark *b)
{
	static const char *const key[] = {"build", "program", "systems",
					  "arms"};

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		const json_t *now = json_object_get(options->given, key[i]);
		const json_t *old = json_object_get(b->given, key[i]);

		if (now == NULL || json_equal(now, old))
			continue;
		rcc_error("options beside a suite that is continued cannot "
			  "change its %s",
			  strcmp(key[i], "arms") == 0 ? "arms" : "programs");
		rcc_hint("give them together with the study file (--study) or "
			 "with -P");
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

/* Load the suite in options->dir, and replace the settings of every benchmark by
 * the options. */
static int load_suite(const struct rcc_run_options *options,
		      struct rcc_suite *suite)
{
	int status = rcc_suite_load(options->dir, suite);

	for (size_t i = 0; status == RCC_EXIT_OK && i < suite->n; i++) {
		status = check_options(options, &suite->benchmark[i]);
		json_object_update(suite->benchmark[i].given, options->given);
	}
	return status;
}

/* Find the benchmarks.  Their settings include those of the options. */
static int find_benchmarks(const struct rcc_run_options *options,
			   struct rcc_suite *suite)
{
	char *study = rcc_mem_printf("%s/study.db", options->dir);
	int status = RCC_EXIT_USAGE;

	if (options->study_file == NULL && options->parameters == NULL) {
		status = load_suite(options, suite);
	} else if (access(study, F_OK) == 0) {
		rcc_error("\"%s\" holds one study, not a suite", options->dir);
		rcc_hint("begin the suite in another directory");
	} else if (options->parameters != NULL) {
		status = rcc_parameter_suite_make(options->parameters,
						  options->given, suite);
	} else {
		status = rcc_suite_file_read(options, suite);
	}
	free(study);
	return status;
}

/* ---- Running the benchmarks --------------------------------------------- */

/* Find an earlier benchmark that is built in the same way as benchmark i.
 * Benchmark i can use the programs of the earlier benchmark.  Return the
 * directory of the earlier benchmark's study, or NULL if there is none; caller
 * frees. */
static char *find_built(const char *dir, const struct rcc_suite *suite,
			size_t i)
{
	static const char *const keys[] = {"build",   "program", "systems",
					   "library", "arms",	 NULL};
	const struct rcc_benchmark *b = &suite->benchmark[i];

	for (size_t k = 0; k < i; k++) {
		const struct rcc_benchmark *other = &suite->benchmark[k];

		if (strcmp(b->directory, other->directory) == 0 &&
		    rcc_json_agree_on(b->given, other->given, keys))
			return rcc_file_join(dir, other->name);
	}
	return NULL;
}

static int run_benchmark(const struct rcc_run_options *options, const char *dir,
			 const struct rcc_suite *suite, size_t i,
			 int *stop_signal)
{
	struct rcc_benchmark *b = &suite->benchmark[i];
	char *study = rcc_mem_printf("%s/%s", dir, b->name);
	char *built_in = find_built(dir, suite, i);
	struct rcc_run_options one = *options;

	fprintf(stderr, "\n== %s (%zu of %zu)\n", b->name, i + 1, suite->n);
	one.dir = study;
	one.study_file = NULL;
	one.parameters = NULL;
	one.built_in = built_in;
	one.has_least_layouts = true;
	one.given = json_deep_copy(b->given);
	rcc_diag_watch();
	if (chdir(b->directory) != 0) {
		rcc_error_errno("cannot change to the directory \"%s\"",
				b->directory);
		b->status = RCC_EXIT_USAGE;
	} else {
		b->status = rcc_run_study(&one, stop_signal);
	}
	free(b->problem);
	b->problem = rcc_diag_first_error();
	if (*stop_signal != 0)
		/* The benchmark was stopped and did not fail. */
		b->status = -1;
	json_decref(one.given);
	free(built_in);
	free(study);
	return b->status;
}

static void report_failures(const char *dir, const struct rcc_suite *suite,
			    size_t n_failed, int stop_signal)
{
	char *quoted = rcc_shell_quote(dir);

	for (size_t i = 0; stop_signal == 0 && i < suite->n; i++)
		if (suite->benchmark[i].status > RCC_EXIT_OK)
			rcc_warn("the benchmark \"%s\" failed: %s",
				 suite->benchmark[i].name,
				 suite->benchmark[i].problem != NULL
					 ? suite->benchmark[i].problem
					 : "see above");
	if (stop_signal != 0 || n_failed != 0)
		rcc_hint("to continue the suite: randstudy run -o %s", quoted);
	free(quoted);
}

static int run_all(const struct rcc_run_options *options, const char *dir,
		   struct rcc_suite *suite, int *stop_signal)
{
	size_t n_failed = 0;
	int status = rcc_suite_save(dir, suite);

	for (size_t i = 0;
	     status == RCC_EXIT_OK && *stop_signal == 0 && i < suite->n; i++) {
		n_failed += run_benchmark(options, dir, suite, i,
					  stop_signal) != RCC_EXIT_OK;
		status = rcc_suite_save(dir, suite);
	}
	report_failures(dir, suite, n_failed, *stop_signal);
	if (status == RCC_EXIT_OK && n_failed != 0)
		status = RCC_EXIT_FAILED;
	return status;
}

/* Make and lock the suite's directory, options->dir.  *dir is set to its
 * absolute path. */
static int open_directory(const struct rcc_run_options *options, char **dir,
			  int *lock_fd)
{
	if (!rcc_suite_is_there(options->dir) &&
	    rcc_experiment_check_empty(options->dir) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	if (rcc_file_mkdirs(options->dir) != 0 ||
	    (*dir = realpath(options->dir, NULL)) == NULL) {
		rcc_error_errno("cannot make the directory \"%s\"",
				options->dir);
		return RCC_EXIT_USAGE;
	}
	*lock_fd = rcc_experiment_lock(*dir);
	return *lock_fd >= 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

int rcc_run_suite(const struct rcc_run_options *options, int *stop_signal)
{
	struct rcc_suite suite = {0};
	char *dir = NULL;
	int lock_fd = -1;
	int status = find_benchmarks(options, &suite);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = open_directory(options, &dir, &lock_fd);
	if (status == RCC_EXIT_OK && rcc_suite_is_there(dir))
		status = copy_status(options, &suite);
	if (status == RCC_EXIT_OK)
		status = run_all(options, dir, &suite, stop_signal);
	if (lock_fd >= 0)
		close(lock_fd);
	free(dir);
	rcc_suite_release(&suite);
	return status;
}
