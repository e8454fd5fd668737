/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/trial_search.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/shell_words.h"
#include "harness/build/moved_program.h"
#include "harness/run/host.h"
#include "harness/session/measured_cell.h"
#include "harness/session/open_measured.h"
#include "harness/store/store_json.h"
#include "harness/store/trials.h"

/* A search ends with an error if more runs than this have failed. */
#define FAILED_MAX 10

/* ---- Opening ----------------------------------------------------------- */

int rcc_trial_search_find(struct rcc_trial_search *t, const char *metric,
			  const char *system)
{
	int status;

	t->x.lock_fd = -1;
	status = rcc_measured_cell_load(t->dir, metric, &t->findings);
	if (status == RCC_EXIT_OK)
		status = rcc_measured_cell_find(&t->findings, t->dir, system,
						&t->cell);
	return status;
}

static int open_store(struct rcc_trial_search *t)
{
	char *path = rcc_experiment_path(&t->x, t->file);
	const int result = rcc_trials_open(path, RCC_STORE_CREATE, &t->store);

	free(path);
	return result == 0 ? RCC_EXIT_OK : rcc_trial_search_store_failed(t);
}

int rcc_trial_search_open(struct rcc_trial_search *t)
{
	const int status = rcc_open_measured(&t->x, t->dir);

	if (status != RCC_EXIT_OK)
		return status;
	/* An earlier call that was killed may have left programs. */
	rcc_trial_search_clear(t);
	return open_store(t);
}

void rcc_trial_search_close(struct rcc_trial_search *t)
{
	rcc_store_close(t->store);
	rcc_experiment_close(&t->x);
	rcc_findings_release(&t->findings);
}

/* ---- The settings ------------------------------------------------------ */

const char *rcc_trial_search_system(const struct rcc_trial_search *t)
{
	return t->findings.stored.study.system[t->cell->system].name;
}

static bool is_text(const json_t *json, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(json, key));

	return value != NULL && strcmp(value, text) == 0;
}

bool rcc_trial_search_is_about(const struct rcc_trial_search *t,
			       const json_t *setup)
{
	return is_text(setup, "system", rcc_trial_search_system(t)) &&
	       is_text(setup, "metric", t->findings.asked.metric.name);
}

/* ---- The database ------------------------------------------------------ */

int rcc_trial_search_store_failed(const struct rcc_trial_search *t)
{
	const char *why = rcc_store_error(t->store);

	rcc_error("cannot use \"%s/%s\": %s", t->x.dir, t->file,
		  why[0] != '\0' ? why : "its runs are not those of a search");
	return RCC_EXIT_FAILED;
}

int rcc_trial_search_store_json(struct rcc_trial_search *t, const char *key,
				json_t *json)
{
	const int result = rcc_store_set_json(t->store, key, json);

	json_decref(json);
	return result == 0 ? RCC_EXIT_OK : rcc_trial_search_store_failed(t);
}

/* ---- Files ------------------------------------------------------------- */

const struct rcc_linked *
rcc_trial_search_linked(const struct rcc_trial_search *t, size_t i)
{
	return rcc_moved_program_file(&t->x, t->cell->system, i);
}

char *rcc_trial_search_path(const struct rcc_trial_search *t, const char *name)
{
	return rcc_mem_printf("%s/%s/%s", t->x.dir, t->name, name);
}

void rcc_trial_search_clear(const struct rcc_trial_search *t)
{
	char *folder = rcc_experiment_path(&t->x, t->name);

	rcc_file_remove_tree(folder);
	free(folder);
}

/* ---- Measuring --------------------------------------------------------- */

static const char *processor_of(const json_t *host)
{
	const char *text = json_string_value(json_object_get(host, "cpu"));

	return text != NULL ? text : "unknown";
}

/* Store a description of this machine if there is none yet.  Refuse to go on if
 * the stored description is of another processor. */
static int settle_host(struct rcc_trial_search *t)
{
	json_t *here = rcc_host_describe("");
	json_t *there = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_store_get_json(t->store, RCC_TRIALS_HOST, &there) != 0) {
		json_decref(here);
		return rcc_trial_search_store_failed(t);
	}
	if (there == NULL)
		return rcc_trial_search_store_json(t, RCC_TRIALS_HOST, here);
	if (strcmp(processor_of(there), processor_of(here)) != 0) {
		rcc_error("\"%s/%s\" has runs of another processor: %s, not "
			  "%s",
			  t->x.dir, t->file, processor_of(there),
			  processor_of(here));
		rcc_hint("go on there, or remove that file to begin anew");
		status = RCC_EXIT_USAGE;
	}
	json_decref(there);
	json_decref(here);
	return status;
}

static int with_runs(struct rcc_trial_search *t, int (*measure)(void *self),
		     void *self)
{
	int status = rcc_trial_runs_begin(
		&t->runs, &t->x, &t->executor, t->cell->system,
		(unsigned)t->cell->arm, &t->findings.asked.metric);

	t->runs.work = t->name;
	if (status == RCC_EXIT_OK)
		status = measure(self);
	rcc_trial_runs_release(&t->runs);
	return status;
}

int rcc_trial_search_measure(struct rcc_trial_search *t,
			     int (*measure)(void *self), void *self,
			     int *stop_signal)
{
	int status = settle_host(t);

	if (status != RCC_EXIT_OK)
		return status;
	if (rcc_execute_real(&t->executor) != 0) {
		rcc_error_errno("cannot prepare to run programs");
		return RCC_EXIT_FAILED;
	}
	status = with_runs(t, measure, self);
	*stop_signal = rcc_execute_stop_signal(&t->executor);
	if (*stop_signal != 0) {
		char *dir = rcc_shell_quote(t->dir);

		rcc_hint("the runs so far are stored; to go on: randstudy %s "
			 "%s",
			 t->name, dir);
		free(dir);
	}
	rcc_execute_real_release(&t->executor);
	rcc_trial_search_clear(t);
	return status;
}

bool rcc_trial_search_must_stop(const struct rcc_trial_search *t)
{
	return t->executor.stop_wanted(t->executor.self) != 0;
}

/* ---- Blocks ------------------------------------------------------------ */

/* Run the first n programs together, and the next n_alone programs one by one.
 * The seed decides which of these two groups runs first. */
static int run_block(struct rcc_trial_search *t, unsigned phase, unsigned block,
		     struct rcc_trial_run *run, size_t n, size_t n_alone)
{
	struct rcc_trial_run *ordered[RCC_TOGETHER_MAX];
	size_t index[RCC_TOGETHER_MAX];
	struct rcc_random random;
	char *label = rcc_mem_printf("%s order %u %u", t->name, phase, block);
	uint64_t seed;
	bool is_alone_first;
	int status = RCC_EXIT_OK;

	rcc_random_stream(&random, t->x.study.master_seed, label);
	free(label);
	for (size_t i = 0; i < n; i++)
		index[i] = i;
	rcc_random_shuffle(&random, index, n);
	for (size_t i = 0; i < n; i++)
		ordered[i] = &run[index[i]];
	seed = rcc_random_next(&random);
	is_alone_first = rcc_random_next(&random) >> 63;
	for (size_t i = 0; i < n_alone; i++)
		ordered[n + i] = &run[n + i];
	if (!is_alone_first)
		status = rcc_trial_runs_block(&t->runs, ordered, n, seed);
	for (size_t i = n; i < n + n_alone && status == RCC_EXIT_OK; i++)
		status = rcc_trial_runs_block(&t->runs, &ordered[i], 1, seed);
	if (is_alone_first && status == RCC_EXIT_OK)
		status = rcc_trial_runs_block(&t->runs, ordered, n, seed);
	return status;
}

int rcc_trial_search_block(struct rcc_trial_search *t, unsigned phase,
			   unsigned block, struct rcc_trial_run *run,
			   char *const *moves, size_t n, size_t n_alone)
{
	struct rcc_trial_record record[RCC_TOGETHER_MAX];
	int status = run_block(t, phase, block, run, n - n_alone, n_alone);

	for (size_t i = 0; i < n; i++)
		record[i] = (struct rcc_trial_record){
			.phase = phase,
			.block = block,
			.dose = (unsigned)i,
			.moves = moves[i],
			.run = run[i].record,
			.value = run[i].value,
			.counts = run[i].counts,
		};
	if (status == RCC_EXIT_OK && rcc_trials_add(t->store, record, n) != 0)
		status = rcc_trial_search_store_failed(t);
	for (size_t i = 0; i < n; i++) {
		json_decref(run[i].counts);
		run[i].counts = NULL;
	}
	return status;
}

int rcc_trial_search_check_failed(size_t n_failed)
{
	if (n_failed <= FAILED_MAX)
		return RCC_EXIT_OK;
	rcc_error("%zu runs failed", n_failed);
	rcc_hint("\"randstudy run\" shows what is wrong with the program");
	return RCC_EXIT_FAILED;
}
