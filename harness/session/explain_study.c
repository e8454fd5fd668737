/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/explain_study.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/moved_program.h"
#include "harness/session/explain_functions.h"
#include "harness/session/explain_state.h"
#include "harness/session/explain_trials.h"
#include "harness/session/measured_cell.h"
#include "harness/session/open_measured.h"

/* ---- Opening ----------------------------------------------------------- */

/* Choose the layout with the median time.  From there, functions can be moved
 * both to faster and to slower places. */
static int64_t median_layout(const struct rcc_cell *c)
{
	for (size_t i = 0; i < c->n_layouts; i++) {
		size_t n_below = 0;

		for (size_t k = 0; k < c->n_layouts; k++)
			n_below += c->layout_mean[k] < c->layout_mean[i] ||
				   (c->layout_mean[k] == c->layout_mean[i] &&
				    k < i);
		if (n_below == c->n_layouts / 2)
			return c->layout_id[i];
	}
	return c->layout_id[0];
}

static int open_store(struct rcc_explain *s)
{
	char *path = rcc_experiment_path(&s->x, RCC_EXPLAIN_FILE);
	const int result = rcc_trials_open(path, RCC_STORE_CREATE, &s->store);

	free(path);
	return result == 0 ? RCC_EXIT_OK : rcc_explain_store_failed(s);
}

/* ---- The setup --------------------------------------------------------- */

static bool is_text(const json_t *json, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(json, key));

	return value != NULL && strcmp(value, text) == 0;
}

static const char *system_name(const struct rcc_explain *s)
{
	return s->findings.stored.study.system[s->cell->system].name;
}

/* Take the settings of an earlier call. */
static int take_setup(struct rcc_explain *s)
{
	const json_t *setup = s->e.setup;

	s->layout = json_integer_value(json_object_get(setup, "layout"));
	if (is_text(setup, "system", system_name(s)) &&
	    is_text(setup, "metric", s->findings.asked.metric.name) &&
	    s->layout >= 0 && (size_t)s->layout < s->x.n_layouts)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" explains another system or metric", s->x.dir,
		  RCC_EXPLAIN_FILE);
	rcc_hint("remove that file to explain this one instead");
	return RCC_EXIT_USAGE;
}

static int make_setup(struct rcc_explain *s)
{
	s->layout = median_layout(s->cell);
	return rcc_explain_store_json(
		s, RCC_EXPLAIN_SETUP,
		json_pack("{s:s,s:s,s:I,s:f}", "system", system_name(s),
			  "metric", s->findings.asked.metric.name, "layout",
			  (json_int_t)s->layout, "threshold",
			  s->options->threshold));
}

static int settle_setup(struct rcc_explain *s)
{
	int status = rcc_explain_read_again(s);

	if (status != RCC_EXIT_OK)
		return status;
	status = s->e.setup != NULL ? take_setup(s) : make_setup(s);
	s->seed = s->x.study.master_seed;
	s->spent_s = s->e.spent_s;
	return status;
}

/* ---- Measuring --------------------------------------------------------- */

static int make_base(struct rcc_explain *s)
{
	const size_t n = 1 + s->x.linked[s->cell->system].n_libraries;
	char **moves = rcc_mem_calloc(n, sizeof(*moves));
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	s->base = rcc_explain_path(s, "base");
	if (rcc_moved_program_make(&s->x, s->layout, moves, s->base,
				   &problem) != 0) {
		rcc_error("cannot link the layout again: %s", problem);
		status = RCC_EXIT_FAILED;
	}
	free(problem);
	free(moves);
	return status;
}

static int measure(struct rcc_explain *s)
{
	int status = rcc_trial_runs_begin(
		&s->runs, &s->x, &s->executor, s->cell->system,
		(unsigned)s->cell->arm, &s->findings.asked.metric);

	if (status == RCC_EXIT_OK)
		status = make_base(s);
	if (status == RCC_EXIT_OK)
		status = rcc_explain_functions(s);
	if (status == RCC_EXIT_OK)
		status = rcc_explain_read_again(s);
	if (status == RCC_EXIT_OK)
		status = rcc_explain_trials(s);
	rcc_trial_runs_release(&s->runs);
	return status;
}

static int measure_unless_decided(struct rcc_explain *s, int *stop_signal)
{
	char *folder;
	int status;

	if (s->e.is_decided)
		return RCC_EXIT_OK;
	if (rcc_execute_real(&s->executor) != 0) {
		rcc_error_errno("cannot prepare to run programs");
		return RCC_EXIT_FAILED;
	}
	s->begun_ns = s->executor.now_ns(s->executor.self);
	status = measure(s);
	*stop_signal = rcc_execute_stop_signal(&s->executor);
	if (*stop_signal != 0)
		rcc_hint("the runs so far are stored; to go on: randstudy "
			 "explain %s",
			 s->options->dir);
	rcc_execute_real_release(&s->executor);
	folder = rcc_experiment_path(&s->x, "explain");
	rcc_file_remove_tree(folder);
	free(folder);
	return status;
}

int rcc_explain_study(const struct rcc_explain_options *options,
		      int *stop_signal)
{
	struct rcc_explain s = {.options = options, .x = {.lock_fd = -1}};
	int status = rcc_measured_cell_load(options->dir, options->metric,
					    &s.findings);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = rcc_measured_cell_find(&s.findings, options->dir,
						options->system, &s.cell);
	if (status == RCC_EXIT_OK)
		status = rcc_open_measured(&s.x, options->dir);
	if (status == RCC_EXIT_OK)
		status = open_store(&s);
	if (status == RCC_EXIT_OK)
		status = settle_setup(&s);
	if (status == RCC_EXIT_OK)
		status = measure_unless_decided(&s, stop_signal);
	rcc_explanation_release(&s.e);
	rcc_store_close(s.store);
	rcc_experiment_close(&s.x);
	rcc_findings_release(&s.findings);
	free(s.base);
	return status;
}
