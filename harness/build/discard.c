/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of a link (its input files) and a seed determine a laid-out
 * program.  The program can therefore be removed when its last run is stored,
 * and made again if the study gets more runs.  layouts.c then checks that the
 * new file equals the removed one.  Programs are linked before a group of runs
 * and removed after it, never while the group runs.  The disk therefore holds
 * little more than the programs of one group.
 */
#include "harness/build/discard.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/store/stages.h"

/* The planned work and the work done so far.  Each array has an element for
 * each layout. */
struct done {
	size_t *n_planned;
	size_t *n_runs;
	size_t *n_counts; /* number of stored counts by valgrind's tools */
	bool *has_failed;
	bool is_settled; /* whether the layouts get no further runs */
};

static void release(struct done *d)
{
	free(d->n_planned);
	free(d->n_runs);
	free(d->n_counts);
	free(d->has_failed);
}

static int read_planned(struct rcc_experiment *x, struct done *d)
{
	struct rcc_stages stages;
	struct rcc_planned_run *plan = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_stages_load(x->store, &x->study, &stages) != 0)
		status = rcc_experiment_store_failed(x, "read the plan");
	else
		plan = rcc_stages_plan(&stages);
	for (size_t i = 0; plan != NULL && i < rcc_stages_n_runs(&stages);
	     i++) {
		const size_t layout =
			(size_t)plan[i].layout * stages.n_cells + plan[i].cell;

		if (layout < x->n_layouts)
			d->n_planned[layout]++;
	}
	d->is_settled = rcc_stages_are_settled(&stages, &x->study);
	free(plan);
	rcc_stages_release(&stages);
	return status;
}

/* Count each layout's planned runs, stored runs and valgrind counts. */
static int read_done(struct rcc_experiment *x, struct done *d)
{
	struct rcc_run_record *run = NULL;
	struct rcc_valgrind_record *count = NULL;
	size_t n_runs = 0;
	size_t n_counts = 0;
	int status;

	*d = (struct done){
		.n_planned =
			rcc_mem_calloc(x->n_layouts, sizeof(*d->n_planned)),
		.n_runs = rcc_mem_calloc(x->n_layouts, sizeof(*d->n_runs)),
		.n_counts = rcc_mem_calloc(x->n_layouts, sizeof(*d->n_counts)),
		.has_failed =
			rcc_mem_calloc(x->n_layouts, sizeof(*d->has_failed)),
	};
	status = read_planned(x, d);
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

/* Mark the layout of each system's reference run as needed.  The reference runs
 * come before all other runs.  A system's other original layouts are copies of
 * this one. */
static void mark_references(const struct rcc_experiment *x, bool *layout)
{
	for (size_t i = 0; i < x->study.n_systems; i++)
		layout[rcc_layout_table_reference(x, i)] = true;
}

static void find_needed(const struct rcc_experiment *x, const struct done *d,
			bool *needed)
{
	size_t n_counts = 0;
	bool any = false;

	for (size_t i = 0; i < x->study.n_metrics; i++)
		n_counts += rcc_metric_spec_is_valgrind(&x->study.metric[i]);
	for (size_t i = 0; i < x->n_layouts; i++) {
		needed[i] = !d->is_settled || d->n_runs[i] < d->n_planned[i] ||
			    d->n_counts[i] < n_counts;
		any |= needed[i];
	}
	if (any)
		mark_references(x, needed);
}

bool *rcc_discard_needed(struct rcc_experiment *x)
{
	struct done d;
	bool *needed = NULL;

	if (!x->study.removes_layouts) {
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
	char *folder = rcc_layout_table_folder(x, layout);
	int status = RCC_EXIT_OK;

	if (rcc_file_remove_tree(folder) != 0) {
		rcc_error_errno("cannot remove \"%s\"", folder);
		status = RCC_EXIT_FAILED;
	}
	free(folder);
	return status;
}

int rcc_discard_layouts(struct rcc_experiment *x, bool is_finished)
{
	struct done d;
	bool *stays;
	int status;

	if (!x->study.removes_layouts)
		return RCC_EXIT_OK;
	status = read_done(x, &d);
	stays = rcc_mem_calloc(x->n_layouts, sizeof(*stays));
	/* A finished study needs none of its layouts.  This includes
	 * layouts that were never run because the time was up. */
	if (!is_finished) {
		find_needed(x, &d, stays);
		mark_references(x, stays);
	}
	for (size_t i = 0; i < x->n_layouts && status == RCC_EXIT_OK; i++)
		if (!stays[i] && !d.has_failed[i])
			status = remove_layout(x, (int64_t)i);
	free(stays);
	release(&d);
	return status;
}
