/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/warnings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/strbuf.h"
#include "harness/report/code_share_words.h"
#include "harness/report/format.h"
#include "harness/study/host_warnings.h"
#include "harness/study/metric_spec.h"
#include "harness/study/simulation.h"

/* A report warns if there are fewer layouts than this.  Intervals are then wide
 * and depend on the assumption of normality. */
#define FEW_LAYOUTS 10
/* A report warns if runs are shorter than this.  Such runs spend most of their
 * time on starting and ending the process. */
#define SHORT_RUN_S 0.01

static bool is_memory(const struct rcc_findings *f)
{
	return f->asked.metric.spec == NULL &&
	       f->asked.metric.builtin == RCC_METRIC_MEMORY;
}

const char *rcc_why_too_few(const struct rcc_findings *f,
			    const struct rcc_cell *c, const char *otherwise)
{
	return is_memory(f) && c->n_without != 0 ? RCC_WHY_NO_MEMORY
						 : otherwise;
}

/* An older randstudy stored a user-defined rate, such as operations per second,
 * as a time.  Warn about a metric that is, or may be, such a rate. */
static void warn_about_metric(const struct rcc_findings *f,
			      struct rcc_strvec *warning)
{
	const struct rcc_metric *m = &f->asked.metric;

	const bool is_more = m->better == RCC_BETTER_HIGHER;

	if (m->doubt == RCC_METRIC_WAS_TIME)
		rcc_strvec_pushf(warning,
				 "%s was stored by an older randstudy as a "
				 "number of %s, and is read as %s, of which "
				 "%s is better. The reports of that "
				 "randstudy %s",
				 m->name, m->spec->unit, m->label,
				 is_more ? "more" : "less",
				 is_more ? "had the opposite direction"
					 : "named no direction");
	else if (m->doubt == RCC_METRIC_IS_UNCLEAR &&
		 m->better == RCC_BETTER_UNKNOWN)
		rcc_strvec_pushf(warning,
				 "%s was stored by an older randstudy as a "
				 "time in %s, and may be a rate (%s): "
				 "--metric %s,lower or --metric %s,higher "
				 "says which values are better",
				 m->name, m->spec->unit, m->spec->rate, m->name,
				 m->name);
}

static void warn_about_sessions(const struct rcc_findings *f,
				struct rcc_strvec *warning)
{
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < f->stored.changed.n; i++)
		rcc_strbuf_add_item(&names, ", ", f->stored.changed.item[i]);
	if (names.n != 0)
		rcc_strvec_pushf(warning,
				 "measured in %zu sessions, between which the "
				 "machine changed: %s; the report shows the "
				 "machine of the last one",
				 f->stored.n_sessions, names.text);
	else
		rcc_strvec_pushf(warning,
				 "measured in %zu sessions: the machine may "
				 "have changed between them",
				 f->stored.n_sessions);
	rcc_strbuf_release(&names);
}

static void warn_about_runs(const struct rcc_findings *f,
			    struct rcc_strvec *warning)
{
	if (f->stored.n_runs < f->n_planned && !f->is_unfinished)
		rcc_strvec_pushf(warning,
				 "out of time after %zu of %zu planned runs; "
				 "to go on, use `randstudy run -o DIR --budget "
				 "TIME` with a larger TIME",
				 f->stored.n_runs, f->n_planned);
	if (f->n_left_behind != 0)
		rcc_strvec_pushf(warning,
				 "%zu runs left processes behind, which were "
				 "killed: the time does not include their work",
				 f->n_left_behind);
	for (size_t i = 0; i < f->stored.study.n_metrics; i++)
		if (f->stored.refused[i] != NULL)
			rcc_strvec_pushf(warning, "%s was not measured: %s",
					 f->stored.study.metric[i].name,
					 f->stored.refused[i]);
	if (f->n_scaled != 0)
		rcc_strvec_pushf(warning,
				 "%zu values of %s were counted for part of "
				 "the time and scaled up, because the CPU has "
				 "too few counters: measure fewer metrics at a "
				 "time",
				 f->n_scaled, f->asked.metric.text);
	if (f->stored.tandem.obstacle[0] != '\0')
		rcc_strvec_pushf(warning,
				 "%s; the runs took turns "
				 "(--tandem-if-possible)",
				 f->stored.tandem.obstacle);
	if (f->stored.tandem.is_settled && f->asked.metric.spec != NULL &&
	    rcc_metric_spec_timed(f->asked.metric.spec) != RCC_TIMED_NO)
		rcc_strvec_pushf(warning,
				 "the runs of a block shared a CPU (--tandem), "
				 "and the program printed %s: if it measured "
				 "that by the wall clock, differences are "
				 "wrong; use --turns in a new study, or "
				 "--metric cpu",
				 f->asked.metric.name);
	if (f->stored.n_sessions > 1 && f->stored.n_machines < 2)
		warn_about_sessions(f, warning);
}

/* Warn about runs that lie far from the others.  Either a disturbance or a rare
 * layout can be the cause.  If a layout has several runs, they show which of
 * the two is the cause.  In the original arm, which has one layout, the cause
 * can only be a disturbance. */
static void warn_about_far(const struct rcc_findings *f,
			   const struct rcc_cell *c, struct rcc_strvec *warning)
{
	/* More than one in ten is not rare. */
	const bool is_group = 10 * c->n_far > c->n_values;
	const char *cause = "disturbed";
	const char *advice = "";
	char name[128];

	if (!c->is_original && f->stored.study.n_executions > 1) {
		cause = is_group
				? "disturbed, or a group of slow or fast "
				  "layouts, if all their runs lie far off"
				: "disturbed, or a rare layout, if all runs of "
				  "that layout lie far off";
	} else if (!c->is_original) {
		cause = is_group ? "disturbed, or a group of layouts"
				 : "disturbed, or a rare layout";
		advice = "; a study with --executions 2 tells the two apart";
	}
	rcc_strvec_pushf(warning,
			 "%zu of %zu %s (%s) %s far from the others: %s; "
			 "intervals and verdict include them. The csv format "
			 "lists every run%s",
			 c->n_far, c->n_values,
			 c->iterations != NULL ? "values" : "runs",
			 rcc_findings_arm_name(f, c, name, sizeof(name)),
			 c->n_far == 1 ? "lies" : "lie", cause, advice);
}

/* Warn that only few of the layouts differ from each other.  Either some of the
 * program's code was built in a way that keeps layouts from moving it, or the
 * program has few functions. */
static void warn_about_same(const struct rcc_findings *f,
			    const struct rcc_cell *c,
			    struct rcc_strvec *warning)
{
	const char *factors = f->stored.study.arm[c->arm].factors;
	const char *advice =
		strstr(factors, "offset") == NULL
			? "; --factors program,padding varies more"
			: "; --factors program,padding,offset varies more";
	struct rcc_code_share share;
	char *cause;

	rcc_code_share_read(json_array_get(f->stored.code_share, c->system),
			    &share);
	cause = rcc_code_share_advice(&share);
	rcc_code_share_release(&share);
	if (cause[0] != '\0') {
		rcc_strvec_pushf(warning,
				 "only %zu of %zu layouts differ, since they "
				 "do not move all of the program: %s",
				 c->n_digests, c->n_layouts, cause);
		free(cause);
		return;
	}
	free(cause);
	if (strstr(factors, "program") != NULL &&
	    strstr(factors, "padding") != NULL)
		/* The layouts vary these factors already. */
		advice = "";
	rcc_strvec_pushf(warning,
			 "only %zu of %zu layouts differ: there is little in "
			 "the program that %s can vary%s",
			 c->n_digests, c->n_layouts, factors, advice);
}

/* Some counts by valgrind depend on the addresses of data.  Warn if such counts
 * vary.  A layout may move variables and the heap, because they begin where the
 * code ends. */
static void warn_about_data(const struct rcc_findings *f,
			    const struct rcc_cell *c,
			    struct rcc_strvec *warning)
{
	const struct rcc_metric *m = &f->asked.metric;

	if (!rcc_metric_is_simulated(m) ||
	    !rcc_simulation_depends_on_data(m->spec->selector) ||
	    c->levels_error != 0 || !(c->levels.sd > 0))
		return;
	rcc_strvec_pushf(warning,
			 "%s depends on where data is: variables begin where "
			 "the code ends, and the heap behind them, so they may "
			 "have moved with the code and be the cause. An arm "
			 "that moves only variables (--arm data=factors:data) "
			 "shows how much that can do",
			 m->text);
}

/* Warn if rounding may have moved a mean by more than the half-width of its
 * interval. */
static void warn_about_rounding(const struct rcc_findings *f,
				const struct rcc_cell *c,
				struct rcc_strvec *warning)
{
	const struct rcc_rounding *r = &c->rounding;
	char percent[48];
	char step[48];
	char name[128];

	if (!(r->shift > 0) || c->levels_error != 0 || c->levels.mean == 0 ||
	    (c->interval_error == 0 &&
	     r->shift <= (c->interval.hi - c->interval.lo) / 2))
		return;
	rcc_format_percent(100 * r->shift / fabs(c->levels.mean), percent,
			   sizeof(percent));
	rcc_format_spread(&f->asked.metric, r->step, step, sizeof(step));
	rcc_strvec_pushf(warning,
			 "values of the %s look rounded to steps of %s, so "
			 "their mean may be off by up to %s; measure them with "
			 "more digits, or let a run do more",
			 rcc_findings_arm_name(f, c, name, sizeof(name)), step,
			 percent);
}

static void warn_about_cell(const struct rcc_findings *f,
			    const struct rcc_cell *c,
			    struct rcc_strvec *warning)
{
	char name[128];

	if (c->n_without != 0)
		rcc_strvec_pushf(
			warning,
			"%zu good runs (%s) have no %s and are not "
			"counted here%s%s",
			c->n_without,
			rcc_findings_arm_name(f, c, name, sizeof(name)),
			f->asked.metric.text, is_memory(f) ? ": " : "",
			is_memory(f) ? RCC_WHY_NO_MEMORY : "");
	if (c->n_far != 0)
		warn_about_far(f, c, warning);
	warn_about_rounding(f, c, warning);
	if (c->is_original || c->n_layouts == 0)
		return;
	warn_about_data(f, c, warning);
	/* A study with --decide itself reports whether it has enough
	 * layouts. */
	if (c->n_layouts < FEW_LAYOUTS && !(f->stored.study.decide > 0))
		rcc_strvec_pushf(warning,
				 "only %zu layouts: intervals are wide; 30 are "
				 "a good start",
				 c->n_layouts);
	if (c->n_digests < c->n_layouts)
		warn_about_same(f, c, warning);
	if (f->asked.metric.spec == NULL &&
	    f->asked.metric.unit == RCC_UNIT_SECONDS && c->levels_error == 0 &&
	    c->levels.mean < SHORT_RUN_S)
		rcc_strvec_push(warning,
				f->stored.study.is_tuned
					? "an execution is shorter than 10 ms: "
					  "much of the time is starting the "
					  "process; give the program more to do"
					: "runs are shorter than 10 ms: much "
					  "of the time is starting the "
					  "process; give the program more to "
					  "do, or begin a study with --tune");
}

/* Append the warnings in `more` that are not in *warning yet, since several
 * arms may have the same warning. */
static void push_new(struct rcc_strvec *warning, const struct rcc_strvec *more)
{
	for (size_t i = 0; i < more->n; i++)
		if (!rcc_strvec_has(warning, more->item[i]))
			rcc_strvec_push(warning, more->item[i]);
}

/* Return true if a report is about a system.  A report on a comparison, `only`,
 * is about the comparison's two systems.  If `only` is NULL, the report is
 * about all systems. */
static bool is_about(const struct rcc_comparison *only, size_t system)
{
	return only == NULL || system == only->old.system ||
	       system == only->now.system;
}

/* Warn if a program spends its time in code that layouts do not move. */
static void warn_about_code(const struct rcc_findings *f,
			    const struct rcc_comparison *only,
			    struct rcc_strvec *warning)
{
	for (size_t i = 0; i < f->stored.study.n_systems; i++) {
		struct rcc_code_share share;
		char *text;

		if (!is_about(only, i))
			continue;
		rcc_code_share_read(json_array_get(f->stored.code_share, i),
				    &share);
		text = rcc_code_share_warning(&share);
		if (text != NULL && f->stored.study.n_systems > 1)
			rcc_strvec_pushf(warning, "%s: %s",
					 rcc_findings_system_name(f, i), text);
		else if (text != NULL)
			rcc_strvec_push(warning, text);
		rcc_code_share_release(&share);
		free(text);
	}
}

/* Warn that a study is not finished. */
static void warn_about_end(const struct rcc_findings *f,
			   struct rcc_strvec *warning)
{
	if (f->is_unfinished)
		rcc_strvec_pushf(warning,
				 "the study is not complete: %zu of %zu runs, "
				 "so nothing is claimed yet; to go on, use "
				 "`randstudy run -o DIR`, and to end it with "
				 "these runs, `randstudy run -o DIR --budget "
				 "1s`",
				 f->stored.n_runs, f->n_planned);
}

/* The numbers of times that the runs of a system gave up the CPU by themselves,
 * as a program does that waits. */
struct switches {
	int64_t least, most;
	size_t n_runs;
};

static struct switches switches_of(const struct rcc_stored *s, size_t system)
{
	struct switches w = {.least = INT64_MAX, .most = -1};

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct rcc_run_record *run = &s->run[i];
		const struct rcc_layout_record *layout =
			rcc_stored_layout(s, run->layout);

		if (run->outcome != RCC_OUTCOME_OK || layout == NULL ||
		    layout->system != system)
			continue;
		if (run->voluntary_switches < w.least)
			w.least = run->voluntary_switches;
		if (run->voluntary_switches > w.most)
			w.most = run->voluntary_switches;
		w.n_runs++;
	}
	return w;
}

/* The smallest number of runs of each system that show who waits more. */
#define FEWEST_SWITCHES 8

/* Warn if every run of one system in tandem gave up the CPU more often than
 * every run of the other.  It may wait longer, for instance for a lock or a
 * timer.  CPU times do not show that. */
static void warn_about_waiting(const struct rcc_comparison *c,
			       struct rcc_strvec *warning)
{
	const struct rcc_stored *s = &c->old.f->stored;
	const struct switches old = switches_of(s, c->old.system);
	const struct switches now = switches_of(s, c->now.system);
	const bool is_now = now.least > old.most;

	if (old.n_runs < FEWEST_SWITCHES || now.n_runs < FEWEST_SWITCHES ||
	    (!is_now && old.least <= now.most))
		return;
	rcc_strvec_pushf(warning,
			 "each run of %s gave up the CPU more often (at least "
			 "%" PRId64
			 " times) than any run of %s (at most %" PRId64
			 "): it may wait longer, and CPU times do not show "
			 "that; --turns in a new study compares wall times",
			 is_now ? c->now.name : c->old.name,
			 is_now ? now.least : old.least,
			 is_now ? c->old.name : c->now.name,
			 is_now ? old.most : now.most);
}

/* Append the leading warnings (warnings.h).  They are about the systems that
 * `only` compares.  If `only` is NULL, they are about all systems. */
static void lead_with(const struct rcc_findings *f,
		      const struct rcc_comparison *only,
		      struct rcc_strvec *warning)
{
	warn_about_end(f, warning);
	if (f->n_failed != 0)
		rcc_strvec_pushf(warning,
				 "%zu of %zu runs failed and are not counted: "
				 "if failures depend on the layout, the others "
				 "are a biased sample",
				 f->n_failed, f->stored.n_runs);
	if (f->blocks.lacks_ratios)
		rcc_strvec_pushf(
			warning,
			"the runs depended on when they were made, and "
			"values of %s that are 0 or less have no ratio "
			"within blocks: intervals and tests take the "
			"runs as independent, and claim too much",
			f->asked.metric.text);
	if (f->stored.n_machines > 1)
		rcc_strvec_pushf(
			warning,
			"the runs were made on %zu machines (host "
			"names or processors differ between sessions), "
			"and the differences between these are in the "
			"results: measure a study on one machine, or "
			"use randstudy pack",
			f->stored.n_machines);
	warn_about_code(f, only, warning);
	if (only != NULL && only->is_interleaved && f->stored.tandem.is_settled)
		warn_about_waiting(only, warning);
}

void rcc_report_leading_warnings(const struct rcc_findings *f,
				 struct rcc_strvec *warning)
{
	lead_with(f, NULL, warning);
}

/* Append all warnings, the leading ones first.  They are about the systems that
 * `only` compares.  If `only` is NULL, they are about all systems. */
static void warn_about(const struct rcc_findings *f,
		       const struct rcc_comparison *only,
		       struct rcc_strvec *warning)
{
	struct rcc_strvec of_cells = {0};

	lead_with(f, only, warning);
	warn_about_metric(f, warning);
	warn_about_runs(f, warning);
	for (size_t i = 0; i < f->n_cells; i++)
		if (is_about(only, f->cell[i].system))
			warn_about_cell(f, &f->cell[i], &of_cells);
	push_new(warning, &of_cells);
	rcc_strvec_release(&of_cells);
	/* Other load on the machine does not affect valgrind's counts. */
	if (f->stored.host != NULL &&
	    !rcc_metric_is_simulated(&f->asked.metric))
		rcc_host_warnings(f->stored.host, warning);
}

void rcc_report_warnings(const struct rcc_findings *f,
			 struct rcc_strvec *warning)
{
	warn_about(f, NULL, warning);
}

/* Append the warnings of one of two compared studies.  A warning begins with
 * the name of the study unless the other study has the same warning. */
static void push_of_side(const char *name, const struct rcc_strvec *own,
			 const struct rcc_strvec *other,
			 struct rcc_strvec *warning)
{
	for (size_t i = 0; i < own->n; i++) {
		if (!rcc_strvec_has(other, own->item[i]))
			rcc_strvec_pushf(warning, "%s: %s", name, own->item[i]);
		else if (!rcc_strvec_has(warning, own->item[i]))
			rcc_strvec_push(warning, own->item[i]);
	}
}

void rcc_report_comparison_warnings(const struct rcc_comparison *c,
				    struct rcc_strvec *warning)
{
	struct rcc_strvec old = {0};
	struct rcc_strvec now = {0};

	if (c->is_interleaved) {
		if (rcc_study_has_common_layouts(&c->old.f->stored.study) &&
		    !c->by_blocks && c->error == 0 && !c->is_unfinished &&
		    c->obstacle == RCC_OBSTACLE_NONE)
			rcc_strvec_push(warning,
					"the ratios of layouts with the same "
					"seed are all equal, or a value is not "
					"positive: the interval takes the "
					"layouts as independent");
		warn_about(c->old.f, c, &old);
		push_new(warning, &old);
		rcc_strvec_release(&old);
		return;
	}
	rcc_comparison_warnings(c, warning);
	warn_about(c->old.f, c, &old);
	warn_about(c->now.f, c, &now);
	push_of_side(c->old.name, &old, &now, warning);
	push_of_side(c->now.name, &now, &old, warning);
	rcc_strvec_release(&old);
	rcc_strvec_release(&now);
}

void rcc_report_leading_comparison_warnings(const struct rcc_comparison *c,
					    struct rcc_strvec *warning)
{
	struct rcc_strvec old = {0};
	struct rcc_strvec now = {0};

	if (c->is_interleaved) {
		lead_with(c->old.f, c, warning);
		return;
	}
	lead_with(c->old.f, c, &old);
	lead_with(c->now.f, c, &now);
	push_of_side(c->old.name, &old, &now, warning);
	push_of_side(c->now.name, &now, &old, warning);
	rcc_strvec_release(&old);
	rcc_strvec_release(&now);
}

void rcc_compose_leading_comparison_warnings(struct rcc_document *d,
					     const struct rcc_comparison *c,
					     struct rcc_strvec *leading)
{
	const size_t n = leading->n;
	struct rcc_strvec warning = {0};

	rcc_report_leading_comparison_warnings(c, &warning);
	push_new(leading, &warning);
	for (size_t i = n; i < leading->n; i++)
		rcc_document_warning(d, leading->item[i]);
	rcc_strvec_release(&warning);
}

void rcc_compose_other_warnings(struct rcc_document *d,
				const struct rcc_strvec *warning,
				const struct rcc_strvec *leading)
{
	struct rcc_strvec others = {0};

	for (size_t i = 0; i < warning->n; i++)
		if (!rcc_strvec_has(leading, warning->item[i]))
			rcc_strvec_push(&others, warning->item[i]);
	rcc_compose_warnings(d, &others);
	rcc_strvec_release(&others);
}

void rcc_compose_warnings(struct rcc_document *d,
			  const struct rcc_strvec *warning)
{
	if (warning->n != 0)
		rcc_document_section(d, "Warnings");
	for (size_t i = 0; i < warning->n; i++)
		rcc_document_warning(d, warning->item[i]);
}
