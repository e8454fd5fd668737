/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/findings.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/findings/anonymous.h"
#include "harness/findings/repeats.h"
#include "harness/study/interim.h"

#define CONFIDENCE 0.95

/* ---- Names ------------------------------------------------------------- */

const char *rcc_findings_system_name(const struct rcc_findings *f,
				     size_t system)
{
	if (f->stored.study.n_systems == 1 && f->stored.program != NULL)
		return f->stored.program;
	return f->stored.study.system[system].name;
}

/* Reports have their own words for the two arms that --arm calls random and
 * fixed. */
const char *rcc_findings_arm_text(const struct rcc_study *study, size_t arm)
{
	const char *name = study->arm[arm].name;

	if (strcmp(name, "random") == 0)
		return "random layouts";
	if (strcmp(name, "fixed") == 0)
		return "original layout";
	return name;
}

const char *rcc_findings_arm_name(const struct rcc_findings *f,
				  const struct rcc_cell *c, char *out, size_t n)
{
	const bool has_systems = f->stored.study.n_systems > 1;

	snprintf(out, n, "%s%s%s",
		 has_systems ? rcc_findings_system_name(f, c->system) : "",
		 has_systems ? ", " : "",
		 rcc_findings_arm_text(&f->stored.study, c->arm));
	return out;
}

/* ---- Cells and effects ------------------------------------------------- */

static size_t original_cell(const struct rcc_findings *f, size_t system)
{
	for (size_t i = 0; i < f->n_cells; i++)
		if (f->cell[i].system == system && f->cell[i].is_original)
			return i;
	return f->n_cells;
}

static void compute_effects(struct rcc_findings *f)
{
	f->effect = rcc_mem_calloc(f->n_cells + 1, sizeof(*f->effect));
	for (size_t i = 0; i < f->n_cells; i++) {
		const size_t fixed = original_cell(f, f->cell[i].system);
		struct rcc_effect *e = &f->effect[f->n_effects];

		if (f->cell[i].is_original || fixed == f->n_cells)
			continue;
		e->random = i;
		e->fixed = fixed;
		rcc_effect_compute(&f->cell[i], &f->cell[fixed], &f->blocks,
				   &f->asked, e);
		f->n_effects++;
	}
}

static void count_outcomes(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_run_record *run = &f->stored.run[i];

		f->by_outcome[run->outcome]++;
		f->n_failed += run->outcome != RCC_OUTCOME_OK;
		f->n_left_behind += run->n_left_behind != 0;
	}
}

/* Return whether the last interim analysis ended the study, and no run was made
 * after it.  Older versions of randstudy did not store how many layouts and runs
 * there were by then (n_measured, n_runs).  If such a version made the study,
 * later ones are not noticed. */
static bool has_ended(const struct rcc_stored *s)
{
	size_t n = 0;
	struct rcc_interim *interim = rcc_interim_read(s->interim_analyses, &n);
	const struct rcc_interim *last = n != 0 ? &interim[n - 1] : NULL;
	const bool has_ended = last != NULL &&
			       last->decision != RCC_INTERIM_CONTINUE &&
			       (last->n_measured == 0 ||
				last->n_measured == rcc_looks_measured(s)) &&
			       (last->n_runs == 0 || last->n_runs == s->n_runs);

	free(interim);
	return has_ended;
}

static void compute(struct rcc_findings *f)
{
	const struct rcc_study *s = &f->stored.study;

	count_outcomes(f);
	f->n_cells = rcc_study_n_cells(s);
	f->n_planned = rcc_stored_n_planned(&f->stored);
	f->is_unfinished =
		(f->stored.n_runs < f->n_planned && !has_ended(&f->stored)) ||
		f->stored.awaits_end;
	f->cell = rcc_mem_calloc(f->n_cells, sizeof(*f->cell));
	for (size_t i = 0; i < f->n_cells; i++) {
		rcc_cell_compute(&f->cell[i], i / s->n_arms, i % s->n_arms,
				 &f->stored, &f->asked);
		f->n_scaled += f->cell[i].n_scaled;
	}
	rcc_blocks_compute(&f->stored, &f->asked, &f->blocks);
	compute_effects(f);
}

/* ---- The question ------------------------------------------------------ */

static void print_unknown(const struct rcc_stored *s, const char *name)
{
	char *names = rcc_metric_names();

	rcc_error("the study \"%s\" has no metric \"%s\"", s->dir, name);
	rcc_hint("every study has %s", names);
	free(names);
	for (size_t i = 0; i < s->study.n_metrics; i++)
		rcc_hint("this one has \"%s\" too", s->study.metric[i].name);
}

/* Return the name of the study's first metric that was measured.  If there is
 * none, return "cpu" for runs in tandem, "wall" for others. */
static const char *first_metric(const struct rcc_stored *s)
{
	for (size_t i = 0; i < s->study.n_metrics; i++)
		if (s->refused[i] == NULL)
			return s->study.metric[i].name;
	return s->tandem.is_settled ? "cpu" : "wall";
}

/* Refuse the wall time of runs that shared a CPU, because this time depends on
 * the other runs. */
static int check_wall(const struct rcc_stored *s,
		      const struct rcc_metric *metric)
{
	if (!s->tandem.is_settled || metric->spec != NULL ||
	    metric->builtin != RCC_METRIC_WALL)
		return RCC_EXIT_OK;
	rcc_error("the runs of \"%s\" shared a CPU (--tandem): their wall time "
		  "does not measure one program",
		  s->dir);
	rcc_hint("use --metric cpu; the csv format lists wall times too");
	return RCC_EXIT_USAGE;
}

static bool is_called(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && strncmp(name, text, len) == 0;
}

/* Find a metric of the study by its name.  Users may give the unit as the
 * metric's name, so a unit is accepted too if it is a rate (ops/s). */
static bool find_own(const struct rcc_stored *s, const char *name, size_t len,
		     struct rcc_metric *metric)
{
	for (size_t i = 0; i < s->study.n_metrics; i++) {
		*metric = rcc_metric_from_spec(&s->study.metric[i], i);
		if (is_called(s->study.metric[i].name, name, len) ||
		    (metric->label != NULL &&
		     strchr(metric->label, '/') != NULL &&
		     is_called(metric->label, name, len)))
			return true;
	}
	return false;
}

/* Parse the end of NAME[,lower|,higher], which says which values are better. */
static int find_better(const char *name, size_t len, enum rcc_better *better)
{
	*better = RCC_BETTER_UNKNOWN;
	if (name[len] == '\0')
		return RCC_EXIT_OK;
	*better = rcc_better_parse(name + len + 1);
	if (*better != RCC_BETTER_UNKNOWN)
		return RCC_EXIT_OK;
	rcc_error("--metric %s: the word after the comma must be lower or "
		  "higher, whichever is better",
		  name);
	return RCC_EXIT_USAGE;
}

/* Set metric->better as the user says.  Refuse the user's choice if it
 * contradicts the kind of the metric, or the study. */
static int set_better(const char *name, enum rcc_better better,
		      struct rcc_metric *metric)
{
	if (better == RCC_BETTER_UNKNOWN)
		return RCC_EXIT_OK;
	if (metric->better != RCC_BETTER_UNKNOWN && metric->better != better) {
		rcc_error("--metric %s: it is known that %s values of \"%s\" "
			  "are better",
			  name, rcc_better_name(metric->better), metric->name);
		rcc_hint("leave out the word after the comma");
		return RCC_EXIT_USAGE;
	}
	metric->better = better;
	return RCC_EXIT_OK;
}

static int find_metric(const struct rcc_stored *s, const char *name,
		       struct rcc_metric *metric)
{
	enum rcc_better better;
	size_t len;

	if (name == NULL)
		name = first_metric(s);
	len = strcspn(name, ",");
	if (find_better(name, len, &better) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	if (!find_own(s, name, len, metric)) {
		char *common = rcc_mem_strndup(name, len);
		const struct rcc_metric *found = rcc_metric_find(common);

		if (found == NULL)
			print_unknown(s, common);
		free(common);
		if (found == NULL)
			return RCC_EXIT_USAGE;
		*metric = *found;
	}
	if (set_better(name, better, metric) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	return check_wall(s, metric);
}

/* Refuse a median or minimum if each layout has only one value.  Also refuse
 * the minimum if higher values are better, because delays then lower values. */
static int check_estimator(const struct rcc_stored *s,
			   const struct rcc_question *asked)
{
	if (asked->estimator == RCC_STATISTIC_MIN &&
	    asked->metric.better == RCC_BETTER_HIGHER) {
		rcc_error("the minimum of \"%s\" is its most disturbed run, "
			  "because higher values are better",
			  asked->metric.name);
		rcc_hint("give --estimator median");
		return RCC_EXIT_USAGE;
	}
	if (asked->estimator == RCC_STATISTIC_MEAN ||
	    s->study.n_executions > 1 ||
	    (asked->metric.spec != NULL && s->study.n_iterations > 1))
		return RCC_EXIT_OK;
	rcc_error("the %s of a layout's values needs more than one: each was "
		  "run once in \"%s\"",
		  rcc_statistic_name(asked->estimator), s->dir);
	rcc_hint("make a study with, for example, --executions 5");
	return RCC_EXIT_USAGE;
}

static int ask(const struct rcc_stored *s, const struct rcc_looks *looks,
	       const char *metric, enum rcc_statistic estimator,
	       struct rcc_question *asked)
{
	int status = find_metric(s, metric, &asked->metric);

	asked->estimator = estimator;
	asked->level = CONFIDENCE;
	asked->computed_level = rcc_looks_level(looks, asked->level);
	if (status == RCC_EXIT_OK)
		status = check_estimator(s, asked);
	return status;
}

/* ---- All findings ------------------------------------------------------ */

/* Refuse minima of different numbers of values, because the minimum of more
 * values is smaller. */
static int check_minima(const struct rcc_findings *f)
{
	size_t fewest = SIZE_MAX;
	size_t most = 0;

	if (f->asked.estimator != RCC_STATISTIC_MIN || f->is_unfinished)
		return RCC_EXIT_OK;
	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		if (c->n_layouts != 0 && c->fewest_summarized < fewest)
			fewest = c->fewest_summarized;
		if (c->most_summarized > most)
			most = c->most_summarized;
	}
	if (most == 0 || fewest == most)
		return RCC_EXIT_OK;
	rcc_error(
		"the minima of the layouts cannot be compared: they summarize "
		"%zu to %zu values, and a minimum of more values is smaller",
		fewest, most);
	rcc_hint("give --estimator median");
	return RCC_EXIT_USAGE;
}

int rcc_findings_compute(struct rcc_findings *f, const char *metric,
			 enum rcc_statistic estimator)
{
	int status;

	rcc_looks_read(&f->stored, &f->looks);
	status = ask(&f->stored, &f->looks, metric, estimator, &f->asked);
	if (status == RCC_EXIT_OK) {
		rcc_repeats_mark(&f->stored);
		compute(f);
		status = check_minima(f);
	}
	return status;
}

int rcc_findings_load_as(const char *dir, const struct rcc_asking *asking,
			 struct rcc_findings *f)
{
	int status;

	memset(f, 0, sizeof(*f));
	status = rcc_stored_read(dir, asking->machine, &f->stored);
	if (status != RCC_EXIT_OK)
		return status;
	if (asking->is_anonymous)
		rcc_stored_anonymize(&f->stored);
	return rcc_findings_compute(f, asking->metric, asking->estimator);
}

int rcc_findings_load(const char *dir, const char *metric,
		      struct rcc_findings *f)
{
	const struct rcc_asking asking = {.metric = metric,
					  .estimator = RCC_STATISTIC_MEAN};

	return rcc_findings_load_as(dir, &asking, f);
}

void rcc_findings_release(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_cells; i++)
		rcc_cell_release(&f->cell[i]);
	free(f->cell);
	rcc_blocks_release(&f->blocks);
	free(f->effect);
	rcc_looks_release(&f->looks);
	rcc_stored_release(&f->stored);
	memset(f, 0, sizeof(*f));
}
