/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/sample_functions.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/moved_program.h"
#include "harness/run/sampler.h"

/* The program is run until there are SAMPLES samples, but not more often than
 * SAMPLED_RUNS times.  A function with 10 % of the time then has about 400
 * samples, and its share has a standard error of 0.5 percentage points. */
#define SAMPLES 4000
#define SAMPLED_RUNS 10

struct rcc_hot_file *rcc_sample_files(const struct rcc_trial_runs *t,
				      const char *folder, size_t *n)
{
	const struct rcc_experiment *x = t->runner.x;
	struct rcc_hot_file *file = rcc_hot_files_read(x, t->system, folder, n);
	char *dir = realpath(x->dir, NULL);
	char *run = rcc_mem_printf("%s/%s/run/00", dir != NULL ? dir : x->dir,
				   t->work);

	/* With RCC_PLACE_LAYOUT, a run executes copies of the files.  Samples
	 * have the paths of these copies. */
	for (size_t i = 0;
	     file != NULL && i < *n && x->place == RCC_PLACE_LAYOUT; i++) {
		free(file[i].path);
		file[i].path = rcc_file_join(
			run, rcc_moved_program_file(x, t->system, i)->name);
	}
	if (file == NULL)
		rcc_error("randld cannot list the functions of \"%s\"", folder);
	free(run);
	free(dir);
	return file;
}

/* Run the program once and add its samples to *hot. */
static int sample_once(struct rcc_trial_runs *t, const char *folder,
		       const struct rcc_hot_file *file, size_t n_files,
		       struct rcc_hot_functions *hot, int *error_number)
{
	struct rcc_sampler sampler = {0};
	struct rcc_trial_run run = {0};
	int status = rcc_trial_runs_try(t, folder, &sampler, &run);

	*error_number = sampler.error_number;
	if (status == RCC_EXIT_OK && run.record.outcome != RCC_OUTCOME_OK) {
		rcc_error("the program failed when it was sampled");
		rcc_hint("\"randstudy run\" shows what is wrong with it");
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK && sampler.error_number == 0) {
		rcc_trace_sort(&sampler.trace);
		rcc_hot_functions_count(hot, file, n_files, &sampler.trace);
	}
	rcc_sampler_release(&sampler);
	return status;
}

int rcc_sample_functions(struct rcc_trial_runs *t, const char *folder,
			 const struct rcc_hot_file *file, size_t n_files,
			 struct rcc_hot_functions *hot, int *error_number)
{
	const struct rcc_executor *executor = t->runner.measure.setup.executor;
	int status = RCC_EXIT_OK;

	*error_number = 0;
	for (int i = 0; i < SAMPLED_RUNS && hot->n_samples < SAMPLES &&
			status == RCC_EXIT_OK && *error_number == 0;
	     i++)
		status = executor->stop_wanted(executor->self) != 0
				 ? RCC_EXIT_FAILED
				 : sample_once(t, folder, file, n_files, hot,
					       error_number);
	rcc_hot_functions_finish(hot);
	return status;
}
