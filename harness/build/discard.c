/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --keep-layouts=none: what is on the disk only as long as it is needed.
 *
 * A layout follows from the record and its seed, so its program can go when its
 * last run is stored, and come back when the study gets something more to do
 * with it; layouts.c sees that it is the same then, by its checksum.  Programs
 * are linked before a stretch of runs and removed behind it, never between two
 * runs: the most that is there at a time are those of one stretch.
 */
#include "harness/build/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

/* What is stored, by layout. */
struct done {
	size_t *n_runs;
	size_t *n_counts; /* of valgrind's tools */
	bool *has_failed;
};

static void release(struct done *d)
{
	free(d->n_runs);
	free(d->n_counts);
	free(d->has_failed);
}

static int read_done(struct rcc_experiment *x, struct done *d)
{
	struct rcc_run_record *run = NULL;
	struct rcc_valgrind_record *count = NULL;
	size_t n_runs = 0;
	size_t n_counts = 0;
	int status = RCC_EXIT_OK;

	*d = (struct done){
		.n_runs = rcc_mem_calloc(x->n_layouts, sizeof(*d->n_runs)),
		.n_counts = rcc_mem_calloc(x->n_layouts, sizeof(*d->n_counts)),
		.has_failed =
			rcc_mem_calloc(x->n_layouts, sizeof(*d->has_failed)),
	};
	if (rcc_store_runs(x->store, &run, &n_runs) != 0 ||
	    rcc_store_valgrind(x->store, &count, &n_counts) != 0) {
		status = rcc_experiment_store_failed(x, "read the runs");
		n_runs = n_counts = 0;
	}
	for (size_t i = 0; i < n_runs; i++) {
		if ((size_t)run[i].layout >= x->n_layouts)
			continue;
		d->n_runs[run[i].layout]++;
		d->has_failed[run[i].layout] |=
			run[i].outcome != RCC_OUTCOME_OK;
	}
	for (size_t i = 0; i < n_counts; i++)
		if ((size_t)count[i].layout < x->n_layouts)
			d->n_counts[count[i].layout]++;
	free(run);
	free(count);
	return status;
}

/* For the reference run, and to copy. */
static void mark_originals(const struct rcc_experiment *x, bool *layout)
{
	for (size_t i = 0; i < x->study.n_systems; i++) {
		const int64_t first = rcc_experiment_original(x, i);

		if (first >= 0)
			layout[first] = true;
	}
}

static void find_needed(const struct rcc_experiment *x, const struct done *d,
			bool *needed)
{
	size_t n_counts = 0;
	bool any = false;

	for (size_t i = 0; i < x->study.n_metrics; i++)
		n_counts += rcc_metric_spec_is_valgrind(&x->study.metric[i]);
	for (size_t i = 0; i < x->n_layouts; i++) {
		needed[i] = d->n_runs[i] < x->study.n_executions ||
			    d->n_counts[i] < n_counts;
		any |= needed[i];
	}
	if (any)
		mark_originals(x, needed);
}

bool *rcc_layouts_needed(struct rcc_experiment *x)
{
	struct done d;
	bool *needed = NULL;

	if (!x->study.keeps_no_layouts) {
		needed = rcc_mem_alloc(x->n_layouts * sizeof(*needed));
		memset(needed, true, x->n_layouts * sizeof(*needed));
		return needed;
	}
	if (read_done(x, &d) == RCC_EXIT_OK) {
		needed = rcc_mem_calloc(x->n_layouts, sizeof(*needed));
		find_needed(x, &d, needed);
	}
	release(&d);
	return needed;
}

static int remove_layout(const struct rcc_experiment *x, int64_t layout)
{
	char *folder = rcc_experiment_layout(x, layout);
	int status = RCC_EXIT_OK;

	if (rcc_file_remove_tree(folder) != 0) {
		rcc_error_errno("cannot remove \"%s\"", folder);
		status = RCC_EXIT_FAILED;
	}
	free(folder);
	return status;
}

int rcc_layouts_discard(struct rcc_experiment *x, bool is_finished)
{
	struct done d;
	bool *stays;
	int status;

	if (!x->study.keeps_no_layouts)
		return RCC_EXIT_OK;
	status = read_done(x, &d);
	stays = rcc_mem_calloc(x->n_layouts, sizeof(*stays));
	/* A study that is out of time has layouts that were never run. */
	if (!is_finished) {
		find_needed(x, &d, stays);
		mark_originals(x, stays);
	}
	for (size_t i = 0; i < x->n_layouts && status == RCC_EXIT_OK; i++)
		if (!stays[i] && !d.has_failed[i])
			status = remove_layout(x, (int64_t)i);
	free(stays);
	release(&d);
	return status;
}
