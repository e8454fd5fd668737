/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/fleet_answer.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/plot_strips.h"
#include "harness/report/verdict_words.h"

/* MOST_STRIPS is the largest number of strips in a picture, each for a machine.
 * MOST_POINTS is the largest number of points on a strip, each for a layout.
 * MOST_NAMED is the largest number of machines in a table. */
enum { MOST_STRIPS = 60, MOST_POINTS = 200, MOST_NAMED = 20 };

/* ---- Numbers ------------------------------------------------------------ */

static void format_p(double p, char *out, size_t n)
{
	if (isnan(p))
		snprintf(out, n, "n/a");
	else if (p < 0.0001)
		snprintf(out, n, "<0.0001");
	else
		snprintf(out, n, "%#.2g", p);
}

/* Format a mean log ratio and its limits as changes in percent, without the
 * percent sign. */
static void format_mean(const struct rcc_interval *mean,
			struct rcc_interval_text *text)
{
	rcc_format_change_interval(exp(mean->estimate), exp(mean->lo),
				   exp(mean->hi), text);
}

/* Return a text with the limits of a mean log ratio as changes, such as "+0.2
 * to +1.4 %", or "no interval"; caller frees. */
static char *limits_of(const struct rcc_interval *mean)
{
	struct rcc_interval_text text;

	if (isnan(mean->lo))
		return rcc_mem_strdup("no interval");
	format_mean(mean, &text);
	return rcc_mem_printf("%s to %s %%", text.lo, text.hi);
}

static void format_share(double share, char *out, size_t n)
{
	if (isnan(share))
		snprintf(out, n, "n/a");
	else
		snprintf(out, n, "%.2f", share);
}

/* Return the numbers of machines and layouts as a text such as "10 machines and
 * 20 layouts"; caller frees. */
static char *counts_of(const struct rcc_fleet *r)
{
	return rcc_mem_printf("%zu machines and %zu layouts", r->n_machines,
			      r->n_layouts);
}

/* ---- Answers ------------------------------------------------------------ */

/* Return the reason why there is no result over machines, as the end of a
 * sentence. */
static const char *absence(const struct rcc_fleet_findings *fleet,
			   const struct rcc_fleet_model *m)
{
	if (fleet->n < 2)
		return "two machines are needed";
	if (fleet->n_runs == fleet->n_failed)
		return "no machine has a good run";
	if (m->n_layouts == 0)
		return "the result comes from ratios within blocks, which "
		       "medians, minima, counts by valgrind and values that "
		       "are not above 0 do not have";
	return "too few runs on too few machines and layouts";
}

static void add_share(struct rcc_document *d, const struct rcc_fleet *r)
{
	char value[16];
	char lo[16];
	char hi[16];

	if (!r->has_runs) {
		rcc_document_number(d, "portable share", "unknown",
				    "no machine ran a layout twice");
		return;
	}
	format_share(r->share.estimate, value, sizeof(value));
	format_share(r->share.lo, lo, sizeof(lo));
	format_share(r->share.hi, hi, sizeof(hi));
	rcc_document_number(d, "portable share", value,
			    "%.0f %% interval %s to %s", 100 * r->share.level,
			    lo, hi);
}

static void add_component(struct rcc_document *d,
			  const struct rcc_fleet_model *m,
			  enum rcc_fleet_component component, const char *label)
{
	const struct rcc_interval it = rcc_fleet_model_percent(m, component);
	struct rcc_interval_text text;
	char *value;

	rcc_format_percent_interval(&it, &text);
	value = rcc_mem_printf("%s %%", text.estimate);
	rcc_document_number(d, label, value,
			    "standard deviation, %.0f %% interval %s to %s %%",
			    100 * it.level, text.lo, text.hi);
	free(value);
}

static void add_numbers(struct rcc_document *d, const struct rcc_fleet_model *m,
			const char *label)
{
	const struct rcc_interval *mean = &m->result.mean;
	char *counts = counts_of(&m->result);
	char *limits = limits_of(mean);
	struct rcc_interval_text text;
	char *value;

	format_mean(mean, &text);
	value = rcc_mem_printf("%s %%", text.estimate);
	if (isnan(mean->lo))
		rcc_document_number(d, label, value, "%s, over %s", limits,
				    counts);
	else
		rcc_document_number(d, label, value,
				    "%.0f %% interval %s, over %s",
				    100 * mean->level, limits, counts);
	add_component(d, m, RCC_FLEET_LAYOUTS, "layouts, on all machines");
	if (m->result.has_runs)
		add_component(d, m, RCC_FLEET_LAYOUT_MACHINE,
			      "layouts, on one machine alone");
	add_share(d, &m->result);
	free(value);
	free(limits);
	free(counts);
}

/* ---- Strips ------------------------------------------------------------- */

struct strips {
	struct rcc_plot_strip *strip;
	size_t n;
	double mean;
	char *id;
	const char *title;
};

static void draw_strips(FILE *out, const void *self)
{
	const struct strips *s = self;

	rcc_plot_strips(out, s->id, s->title, s->strip, s->n, s->mean);
}

/* Return the mean of the log ratios of a machine's layouts; NaN if the machine
 * has no log ratio. */
static double strip_mean(const struct rcc_fleet_model *m, size_t machine)
{
	const double *x = m->strip + machine * m->n_layouts;
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < m->n_layouts; i++) {
		if (isnan(x[i]))
			continue;
		sum += x[i];
		n++;
	}
	return n != 0 ? sum / (double)n : NAN;
}

/* A machine, and how far its mean is from the mean of all machines. */
struct distance {
	size_t machine;
	double distance;
};

static int by_distance(const void *a, const void *b)
{
	const struct distance *x = a;
	const struct distance *y = b;

	if (x->distance != y->distance)
		return x->distance > y->distance ? -1 : 1;
	return x->machine < y->machine ? -1 : x->machine > y->machine;
}

static int by_machine(const void *a, const void *b)
{
	const struct distance *x = a;
	const struct distance *y = b;

	return x->machine < y->machine ? -1 : x->machine > y->machine;
}

/* Choose the machines to draw: all, or the MOST_STRIPS machines whose means are
 * farthest from the mean of all.  Returns their number; caller frees
 * *chosen. */
static size_t choose_strips(const struct rcc_fleet_model *m, double mean,
			    struct distance **chosen)
{
	size_t n = 0;

	*chosen = rcc_mem_calloc(m->n_strips + 1, sizeof(**chosen));
	for (size_t i = 0; i < m->n_strips; i++) {
		const double own = strip_mean(m, i);

		if (!isnan(own))
			(*chosen)[n++] = (struct distance){i, fabs(own - mean)};
	}
	qsort(*chosen, n, sizeof(**chosen), by_distance);
	if (n > MOST_STRIPS)
		n = MOST_STRIPS;
	qsort(*chosen, n, sizeof(**chosen), by_machine);
	return n;
}

static struct rcc_plot_strip strip_of(const struct rcc_fleet_findings *fleet,
				      const struct rcc_fleet_model *m,
				      size_t machine)
{
	const size_t at = rcc_fleet_model_find(m, machine);

	return (struct rcc_plot_strip){
		.name = fleet->machine[machine].name,
		.x = m->strip + machine * m->n_layouts,
		.n = m->n_layouts < MOST_POINTS ? m->n_layouts : MOST_POINTS,
		.mean = strip_mean(m, machine),
		.is_marked = at != SIZE_MAX && rcc_fleet_model_differs(m, at)};
}

static char *strips_caption(const struct rcc_fleet_findings *fleet,
			    const struct rcc_fleet_model *m, const char *what,
			    size_t n)
{
	char *some = n < fleet->n
			     ? rcc_mem_printf(" Shown are the %zu of %zu "
					      "machines that are farthest from "
					      "the mean.",
					      n, fleet->n)
			     : rcc_mem_strdup("");
	char *caption = rcc_mem_printf(
		"%s. Each strip is a machine; a point is %s, the diamond their "
		"mean (*: it differs from that of all). A layout has the same "
		"height on every strip.%s",
		what,
		m->n_layouts > MOST_POINTS ? "one of the first 200 layouts"
					   : "a layout",
		some);

	free(some);
	return caption;
}

static void compose_strips(struct rcc_document *d,
			   const struct rcc_fleet_findings *fleet,
			   const struct rcc_fleet_model *m, const char *what,
			   const char *id)
{
	const double mean = m->error == 0 ? m->result.mean.estimate : NAN;
	struct distance *chosen;
	const size_t n = choose_strips(m, isnan(mean) ? 0 : mean, &chosen);
	struct strips s = {
		.strip = rcc_mem_calloc(n + 1, sizeof(*s.strip)),
		.n = n,
		.mean = mean,
		.id = rcc_mem_strdup(id),
		.title = what,
	};
	char *caption = strips_caption(fleet, m, what, n);

	for (size_t i = 0; i < n; i++)
		s.strip[i] = strip_of(fleet, m, chosen[i].machine);
	if (n != 0)
		rcc_document_figure(d, caption, draw_strips, &s);
	free(caption);
	free(s.id);
	free(s.strip);
	free(chosen);
}

/* ---- Effects and comparisons -------------------------------------------- */

/* Return a sentence such as "NEW takes 0.5 % less time than OLD"; caller
 * frees. */
static char *change_of(const struct rcc_fleet_findings *fleet,
		       const struct rcc_interval *mean, const char *now,
		       const char *takes, const char *old)
{
	const bool is_less = mean->estimate < 0;
	struct rcc_interval_text text;
	const char *by;

	format_mean(mean, &text);
	by = text.estimate + strspn(text.estimate, "+-");
	if (rcc_metric_is_time(&fleet->metric))
		return rcc_mem_printf("%s %s %s %% %s time than %s", now, takes,
				      by, is_less ? "less" : "more", old);
	return rcc_mem_printf("the value of %s of %s is %s %% %s than that of "
			      "%s",
			      fleet->metric.text, now, by,
			      is_less ? "smaller" : "larger", old);
}

/* Return whether an interval has limits, and excludes 0. */
static bool differs_from_0(const struct rcc_interval *i)
{
	return i->lo > 0 || i->hi < 0;
}

/* Return why coarse values give no answer, as the end of a sentence; caller
 * frees. */
static char *too_coarse(const struct rcc_fleet_model *m)
{
	char percent[48];

	rcc_format_percent(100 * m->rounding, percent, sizeof(percent));
	return rcc_mem_printf("the values look rounded to steps larger than "
			      "their variation, and the ratio may be off by up "
			      "to %s; measure them with more digits, or let a "
			      "run do more",
			      percent);
}

/* Say beside the answer how far an interval from few machines can be trusted. */
static void compose_few_machines(struct rcc_document *d,
				 const struct rcc_fleet *r)
{
	if (r->n_machines < RCC_FLEET_FEW_MACHINES)
		rcc_document_paragraph(
			d,
			"Only %zu machines were measured, and all that "
			"is said of machines rests on these. The interval of a "
			"mean over so few can be too narrow: if machines "
			"differ much, it misses the true mean more often than "
			"%.0f times in 100.",
			r->n_machines, 100 * (1 - r->mean.level));
}

static void compose_effect_headline(struct rcc_document *d,
				    const struct rcc_fleet_findings *fleet,
				    size_t i)
{
	const struct rcc_fleet_model *m = &fleet->model[i];
	const char *name = fleet->subject[i];
	char *counts;
	char *limits;
	char *change;

	if (m->error != 0) {
		rcc_document_headline(d, "No result over machines for %s: %s.",
				      name, absence(fleet, m));
		return;
	}
	if (fleet->is_unfinished) {
		rcc_document_headline(d,
				      "No answer about %s yet: good runs of "
				      "some machines are missing.",
				      name);
		return;
	}
	if (m->rounding > 0) {
		char *why = too_coarse(m);

		rcc_document_headline(d, "No answer about %s: %s.", name, why);
		free(why);
		return;
	}
	counts = counts_of(&m->result);
	limits = limits_of(&m->result.mean);
	change = differs_from_0(&m->result.mean)
			 ? change_of(fleet, &m->result.mean, name, "take",
				     "the original layout")
			 : rcc_mem_printf("%s were not seen to differ from the "
					  "original layout on average",
					  name);
	rcc_document_headline(d, "Over %s, %s (%s).", counts, change, limits);
	free(change);
	free(limits);
	free(counts);
}

void rcc_compose_fleet_effect(struct rcc_document *d,
			      const struct rcc_fleet_findings *fleet, size_t i)
{
	const struct rcc_fleet_model *m = &fleet->model[i];
	char *what = rcc_mem_printf("%s of %s / original layout",
				    fleet->metric.text, fleet->subject[i]);
	char id[32];

	snprintf(id, sizeof(id), "strips-%zu", i);
	rcc_document_answer(d);
	compose_effect_headline(d, fleet, i);
	if (m->error == 0) {
		add_numbers(d, m, "random / original");
		compose_few_machines(d, &m->result);
	}
	compose_strips(d, fleet, m, what, id);
	rcc_document_answer_end(d);
	free(what);
}

char *rcc_fleet_headline(const struct rcc_fleet_findings *fleet,
			 const struct rcc_fleet_comparison *c)
{
	const struct rcc_fleet_model *m = &c->model;
	char delta[48];
	char *counts;
	char *limits;
	char *change;
	char *text;

	if (m->error != 0)
		return rcc_mem_printf("No comparison of %s with %s over "
				      "machines: %s.",
				      c->now, c->old, absence(fleet, m));
	if (fleet->is_unfinished)
		return rcc_mem_printf("No answer on %s against %s yet: good "
				      "runs of some machines are missing.",
				      c->now, c->old);
	if (m->rounding > 0) {
		change = too_coarse(m);
		text = rcc_mem_printf("No verdict on %s against %s: %s.",
				      c->now, c->old, change);
		free(change);
		return text;
	}
	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	counts = counts_of(&m->result);
	limits = limits_of(&m->result.mean);
	change = change_of(fleet, &m->result.mean, c->now, "takes", c->old);
	text = rcc_mem_printf(
		"Over %s, %s (%s): %s (threshold %s%s).", counts, change,
		limits, rcc_verdict_short(c->verdict, &fleet->metric), delta,
		c->n_family > 1 ? ", judged with all pairs of systems" : "");
	free(change);
	free(limits);
	free(counts);
	return text;
}

void rcc_compose_fleet_comparison(struct rcc_document *d,
				  const struct rcc_fleet_findings *fleet,
				  size_t i)
{
	const struct rcc_fleet_comparison *c = &fleet->comparison[i];
	char *what = rcc_mem_printf("%s of %s / %s", fleet->metric.text, c->now,
				    c->old);
	char *label = rcc_mem_printf("%s / %s", c->now, c->old);
	char *headline = rcc_fleet_headline(fleet, c);
	char id[40];

	snprintf(id, sizeof(id), "strips-systems-%zu", i);
	rcc_document_answer(d);
	rcc_document_headline(d, "%s", headline);
	if (c->model.error == 0) {
		add_numbers(d, &c->model, label);
		compose_few_machines(d, &c->model.result);
	}
	if (c->model.error == 0 && fleet->has_common_layouts)
		rcc_document_paragraph(
			d, "Layouts with the same seed are compared. So a "
			   "layout counts here only by what it does to one "
			   "system and not to the other.");
	compose_strips(d, fleet, &c->model, what, id);
	rcc_document_answer_end(d);
	free(headline);
	free(label);
	free(what);
}

/* ---- The section of a model --------------------------------------------- */

static const char *component_text(const struct rcc_fleet *r,
				  enum rcc_fleet_component i)
{
	static const char *const text[] = {
		[RCC_FLEET_MACHINES] = "the machine, for all layouts",
		[RCC_FLEET_LAYOUTS] = "the layout, on all machines",
		[RCC_FLEET_LAYOUT_MACHINE] = "the layout, on one machine alone",
		[RCC_FLEET_RUNS] = "noise of runs",
	};

	if (!r->has_runs && i == RCC_FLEET_RUNS)
		return "noise of runs, and the layout on one machine alone";
	return text[i];
}

static void compose_variances(struct rcc_document *d,
			      const struct rcc_fleet_model *m)
{
	const struct rcc_fleet *r = &m->result;
	struct rcc_table *t = rcc_document_table(d, "Variation by its source");

	rcc_table_column(t, RCC_ALIGN_LEFT, "source");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "sd, %%");
	rcc_table_column(t, RCC_ALIGN_LEFT, "%.0f %% interval",
			 100 * r->mean.level);
	rcc_table_column(t, RCC_ALIGN_LEFT, "what it is");
	for (int k = 0; k < RCC_N_FLEET_COMPONENTS; k++) {
		const enum rcc_fleet_component i = (enum rcc_fleet_component)k;
		const struct rcc_interval it = rcc_fleet_model_percent(m, i);
		struct rcc_interval_text text;

		if (!r->has_runs && i == RCC_FLEET_LAYOUT_MACHINE)
			continue;
		rcc_format_percent_interval(&it, &text);
		rcc_table_row(t, rcc_fleet_component_name(i));
		rcc_table_cell(t, "%s", text.estimate);
		rcc_table_cell(t, "%s to %s", text.lo, text.hi);
		rcc_table_cell(t, "%s", component_text(r, i));
	}
}

static void add_test(struct rcc_table *t, const char *name,
		     const struct rcc_fleet_test *test)
{
	char p[16];

	if (isnan(test->p))
		return;
	format_p(test->p, p, sizeof(p));
	rcc_table_row(t, name);
	rcc_table_cell(t, "%s", p);
	rcc_table_cell(t, "F(%.6g, %.6g) = %.3g", test->df1, test->df2,
		       test->f);
}

static void compose_tests(struct rcc_document *d, const struct rcc_fleet *r)
{
	struct rcc_table *t = rcc_document_table(d, "Tests");

	rcc_table_column(t, RCC_ALIGN_LEFT, "question");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "p");
	rcc_table_column(t, RCC_ALIGN_LEFT, "test");
	add_test(t, "Do layouts differ on all machines alike?",
		 &r->layouts_differ);
	add_test(t, "Does the effect of a layout depend on the machine?",
		 &r->layouts_depend);
	add_test(t,
		 r->n_kinds > 1 ? "Do machines of a kind differ?"
				: "Do machines differ?",
		 &r->machines_differ);
	add_test(t, "Do kinds of machines differ?", &r->kinds_differ);
}

static void compose_share(struct rcc_document *d, const struct rcc_fleet *r)
{
	char value[16];
	char lo[16];
	char hi[16];

	if (!r->has_runs) {
		rcc_document_paragraph(
			d, "Portable share of the layout effect: unknown, "
			   "since no machine ran a layout twice "
			   "(--executions 2).");
		return;
	}
	format_share(r->share.lo, lo, sizeof(lo));
	format_share(r->share.hi, hi, sizeof(hi));
	format_share(r->share.estimate, value, sizeof(value));
	rcc_document_paragraph(
		d,
		"Portable share of the layout effect: %s (%.0f %% interval %s "
		"to %s). Near 1, a layout that is good on one machine is good "
		"on all. Near 0, the best layout of one machine means nothing "
		"on another.",
		isnan(r->share.estimate) ? "no effect of layouts was seen"
					 : value,
		100 * r->share.level, lo, hi);
}

/* ---- Machines and kinds ------------------------------------------------- */

char *rcc_fleet_hardware(const struct rcc_fleet_member *machine)
{
	const char *product =
		json_string_value(json_object_get(machine->host, "product"));

	return rcc_mem_printf(
		"%s (%lld CPUs), %s%s%s", rcc_fleet_host_text(machine, "cpu"),
		(long long)json_integer_value(
			json_object_get(machine->host, "cpus")),
		rcc_fleet_host_text(machine, "kernel"),
		product != NULL ? ", " : "", product != NULL ? product : "");
}

struct by_p {
	size_t at; /* index of the machine in m->machine */
	double p;
};

static int by_probability(const void *a, const void *b)
{
	const struct by_p *x = a;
	const struct by_p *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Find the machines that differ from the others of their kind, sorted by
 * p-value.  Returns their number; caller frees *list. */
static size_t find_different(const struct rcc_fleet_model *m,
			     struct by_p **list)
{
	size_t n = 0;

	*list = rcc_mem_calloc(m->result.n_machines + 1, sizeof(**list));
	for (size_t i = 0; i < m->result.n_machines; i++)
		if (rcc_fleet_model_differs(m, i))
			(*list)[n++] = (struct by_p){i, m->machine[i].p};
	qsort(*list, n, sizeof(**list), by_probability);
	return n;
}

static void add_different(struct rcc_table *t,
			  const struct rcc_fleet_findings *fleet,
			  const struct rcc_fleet_model *m, size_t at)
{
	const struct rcc_fleet_machine *it = &m->machine[at];
	const struct rcc_fleet_member *member =
		&fleet->machine[m->machine_index[at]];
	char *hardware = rcc_fleet_hardware(member);
	char number[16];
	char effect[48];
	char shrunken[48];
	char p[16];

	snprintf(number, sizeof(number), "%u", member->number);
	rcc_format_change(exp(it->effect), it->se, effect, sizeof(effect));
	rcc_format_change(exp(it->shrunken), it->se, shrunken,
			  sizeof(shrunken));
	format_p(it->p_holm, p, sizeof(p));
	rcc_table_row(t, number);
	rcc_table_cell(t, "%s", member->name);
	rcc_table_cell(t, "%s %%", effect);
	rcc_table_cell(t, "%s %%", shrunken);
	rcc_table_cell(t, "%s", p);
	rcc_table_cell(t, "%s", hardware);
	free(hardware);
}

static void compose_different(struct rcc_document *d,
			      const struct rcc_fleet_findings *fleet,
			      const struct rcc_fleet_model *m)
{
	const char *of = m->result.n_kinds > 1 ? " of their kind" : "";
	struct by_p *list;
	const size_t n = find_different(m, &list);
	struct rcc_table *t;

	if (n == 0) {
		rcc_document_paragraph(d,
				       "No machine is seen to differ from the "
				       "mean of all%s (all "
				       "%zu tested together, Holm).",
				       of, m->result.n_machines);
		free(list);
		return;
	}
	t = rcc_document_table(d, "Machines that differ from the mean");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "machine");
	rcc_table_column(t, RCC_ALIGN_LEFT, "name");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "difference");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "shrunken");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "p");
	rcc_table_column(t, RCC_ALIGN_LEFT, "hardware");
	for (size_t i = 0; i < n && i < MOST_NAMED; i++)
		add_different(t, fleet, m, list[i].at);
	rcc_document_note(
		d,
		"%zu of %zu machines differ from the mean of all%s, with all "
		"tested together (Holm)%s. Ratios are compared, so the "
		"speed of a machine does not count.",
		n, m->result.n_machines, of,
		n > MOST_NAMED ? "; --format json has all" : "");
	free(list);
}

static void compose_kind_means(struct rcc_document *d,
			       const struct rcc_fleet_findings *fleet,
			       const struct rcc_fleet_model *m)
{
	struct rcc_table *t;

	if (m->kinds_unused)
		rcc_document_paragraph(
			d, "The kinds of machines are not told apart here, as "
			   "there are too few machines of each.");
	if (m->result.n_kinds < 2)
		return;
	t = rcc_document_table(d, "Kinds of machines");
	rcc_table_column(t, RCC_ALIGN_LEFT, "kind");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "machines");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mean");
	rcc_table_column(t, RCC_ALIGN_LEFT, "%.0f %% interval",
			 100 * m->result.mean.level);
	rcc_table_column(t, RCC_ALIGN_LEFT, "to the first kind");
	for (size_t k = 0; k < m->result.n_kinds; k++) {
		const struct rcc_fleet_kind *it = &m->kind[k];
		char *mean = limits_of(&it->mean);
		char *difference = limits_of(&it->difference);
		struct rcc_interval_text text;

		format_mean(&it->mean, &text);
		rcc_table_row(t, fleet->kind[m->kind_index[k]]);
		rcc_table_cell(t, "%zu", it->n_machines);
		rcc_table_cell(t, "%s %%", text.estimate);
		rcc_table_cell(t, "%s", mean);
		rcc_table_cell(t, "%s", k == 0 ? "" : difference);
		free(difference);
		free(mean);
	}
	rcc_document_note(d,
			  "Kinds are fixed: their differences hold for other "
			  "machines of these kinds, and for no other kind.");
}

static void compose_counts(struct rcc_document *d, const struct rcc_fleet *r)
{
	const size_t n_empty = r->n_machines * r->n_layouts - r->n_cells;

	if (n_empty != 0)
		rcc_document_paragraph(
			d,
			"%zu of the %zu layouts on machines have no run; the "
			"estimates allow for it.",
			n_empty, r->n_machines * r->n_layouts);
}

void rcc_compose_fleet_model(struct rcc_document *d,
			     const struct rcc_fleet_findings *fleet,
			     const struct rcc_fleet_model *m, const char *what)
{
	if (m->error != 0)
		return;
	rcc_document_section(d, "%s, over machines and layouts", what);
	compose_counts(d, &m->result);
	compose_variances(d, m);
	compose_share(d, &m->result);
	compose_tests(d, &m->result);
	compose_different(d, fleet, m);
	compose_kind_means(d, fleet, m);
}
