/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/machine_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/format.h"
#include "harness/report/json_parts.h"
#include "harness/study/host_advice.h"
#include "stats/rcc_stats.h"

#define FORMAT_NAME "randcc-machine-1"
/* The report calls a machine calm if two things hold: the noise within pairs,
 * pair_sd, is below CALM, and the machine's speed does not jump or drift. */
#define CALM 0.01
#define N_JUMPS_SHOWN 10
/* The report warns if there are fewer pairs than this.  With this number of
 * pairs, the 95 % limits of a standard deviation are 24 % below and 46 % above
 * the estimate. */
#define FEW_PAIRS 20

struct percent {
	char text[48];
};

/* Format a fraction as a percentage, such as "1.2 %". */
static struct percent percent(double fraction)
{
	struct percent p = {""};

	rcc_format_percent(100 * fraction, p.text, sizeof(p.text));
	return p;
}

/* ---- The sentence ------------------------------------------------------ */

static void add_character(struct rcc_strbuf *b,
			  const struct rcc_machine_page *p)
{
	const struct rcc_machine_findings *f = p->findings;
	const double bound = rcc_autocorrelation_bound(2 * f->n, 0.95);

	if (f->wall.n_jumps == 1)
		rcc_strbuf_printf(b,
				  "This machine jumps or drifts: its speed "
				  "changed once in %.0f s, by %s",
				  p->elapsed_s,
				  percent(f->wall.jump_ratio - 1).text);
	else if (f->wall.n_jumps > 1)
		rcc_strbuf_printf(b,
				  "This machine jumps or drifts: its speed "
				  "changed %zu times in %.0f s, by up to %s",
				  f->wall.n_jumps, p->elapsed_s,
				  percent(f->wall.jump_ratio - 1).text);
	else if (f->wall.autocorrelation > bound)
		rcc_strbuf_printf(b, "This machine drifts: a run resembles the "
				     "run before it");
	else if (f->wall.pair_sd > CALM)
		rcc_strbuf_printf(b, "This machine is noisy, without jumps or "
				     "drift");
	else
		rcc_strbuf_printf(b, "This machine is calm");
}

/* Return the sentence that sums up the machine's noise.  The caller must free
 * it. */
static char *sentence_of(const struct rcc_machine_page *p)
{
	const struct rcc_machine_findings *f = p->findings;
	const struct rcc_machine_budget *b = &f->budget[1];
	struct rcc_strbuf text = {0};

	add_character(&text, p);
	rcc_strbuf_printf(&text,
			  "; two runs of the same program differ by %s (sd) in "
			  "turns and by %s in tandem",
			  percent(f->wall.pair_sd).text,
			  percent(f->tandem_pair_sd).text);
	if (isfinite(b->wall) && isfinite(b->tandem))
		rcc_strbuf_printf(
			&text,
			", so that %.0f minutes show a difference of %s in "
			"turns and of %s in tandem",
			b->minutes, percent(b->wall).text,
			percent(b->tandem).text);
	rcc_strbuf_add_char(&text, '.');
	return rcc_strbuf_take(&text);
}

/* ---- Noise ------------------------------------------------------------- */

static void add_series(struct rcc_table *t, const char *name,
		       const struct rcc_machine_series *s)
{
	rcc_table_row(t, name);
	rcc_table_cell(t, "%s", percent(s->sd).text);
	rcc_table_cell(t, "%s", percent(s->pair_sd).text);
	if (isnan(s->autocorrelation))
		rcc_table_cell(t, "n/a");
	else
		rcc_table_cell(t, "%+.2f", s->autocorrelation);
	rcc_table_cell(t, "%zu", s->n_jumps);
	rcc_table_cell(t, "%s", percent(s->jump_ratio - 1).text);
}

static void compose_jumps(struct rcc_document *doc,
			  const struct rcc_machine_series *s)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < s->n_jumps && i < N_JUMPS_SHOWN; i++)
		rcc_strbuf_printf(&text, "%s%zu", i > 0 ? ", " : "",
				  s->jump[i] + 1);
	if (s->n_jumps > N_JUMPS_SHOWN)
		rcc_strbuf_printf(&text, ", ...");
	if (s->n_jumps > 0)
		rcc_document_term(doc, "jumps", "wall time, at run %s",
				  text.text);
	rcc_strbuf_release(&text);
}

static void compose_noise(struct rcc_document *doc,
			  const struct rcc_machine_page *p)
{
	const struct rcc_machine_findings *f = p->findings;
	struct rcc_table *t;

	rcc_document_section(doc, "Variation of runs");
	t = rcc_document_table(doc, "Noise");
	rcc_table_column(t, RCC_ALIGN_LEFT, "%zu pairs of each", f->n);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "sd of runs");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "in a pair");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "lag 1");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "jumps");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "up to");
	add_series(t, "in turns, wall time", &f->wall);
	add_series(t, "in turns, CPU time", &f->cpu);
	rcc_table_row(t, "in tandem, CPU time");
	rcc_table_cell(t, "-");
	rcc_table_cell(t, "%s", percent(f->tandem_pair_sd).text);
	for (int i = 0; i < 3; i++)
		rcc_table_cell(t, "-");
	rcc_document_note(
		doc,
		"The computation takes %.3f s of CPU time and is always the "
		"same. In turns one run follows the other on any CPU; in "
		"tandem two share CPU %d. In a pair: the sd of the "
		"difference between the two runs of a pair, which limits the "
		"precision of comparisons. Lag 1: the correlation of "
		"successive runs, within +-%.2f if they are independent.",
		f->cpu.mean, p->cpu, rcc_autocorrelation_bound(2 * f->n, 0.95));
	if (f->n < FEW_PAIRS)
		rcc_document_warning(
			doc, "these are few pairs, so that all numbers here "
			     "are rough: measure for longer (--time)");
	compose_jumps(doc, &f->wall);
	rcc_document_term(doc, "tandem",
			  "takes %.3f times the CPU time of runs in turns",
			  f->tandem_cost);
	if (isnan(p->steal))
		rcc_document_term(doc, "steal", "unknown");
	else
		rcc_document_term(doc, "steal",
				  "%s of the CPUs' time went to other guests",
				  percent(p->steal).text);
	if (json_object_get(p->host, "load") != NULL)
		rcc_document_term(
			doc, "load", "%.2f before the first run",
			json_number_value(json_object_get(p->host, "load")));
}

/* ---- Differences ------------------------------------------------------- */

static void add_difference(struct rcc_table *t, double difference)
{
	if (isnan(difference))
		rcc_table_cell(t, "-");
	else
		rcc_table_cell(t, "%s", percent(difference).text);
}

static void compose_differences(struct rcc_document *doc,
				const struct rcc_machine_findings *f)
{
	struct rcc_table *t;

	rcc_document_section(doc, "Smallest detectable differences");
	t = rcc_document_table(doc, "Smallest differences");
	rcc_table_column(t, RCC_ALIGN_LEFT, "time");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "pairs");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "turns, wall");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "turns, CPU");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "tandem, CPU");
	for (size_t i = 0; i < RCC_MACHINE_N_BUDGETS; i++) {
		const struct rcc_machine_budget *b = &f->budget[i];
		char *time = rcc_mem_printf("%.0f min", b->minutes);

		rcc_table_row(t, time);
		rcc_table_cell(t, "%zu", b->n_turns);
		add_difference(t, b->wall);
		add_difference(t, b->cpu);
		add_difference(t, b->tandem);
		free(time);
	}
	rcc_document_note(
		doc,
		"The smallest difference between two programs of %g s that "
		"is shown at %.0f %% confidence in %.0f %% of studies, with "
		"the noise of a pair as above. Programs that use more "
		"memory, or that run longer, may have other noise; the "
		"layouts of a program differ too, which a larger number of "
		"layouts averages out.",
		f->run_s, 100 * RCC_MACHINE_LEVEL, 100 * RCC_MACHINE_POWER);
}

/* ---- Advice ------------------------------------------------------------ */

static void compose_advice(struct rcc_document *doc,
			   const struct rcc_host_advice *advice)
{
	rcc_document_section(doc, "How to reduce the noise");
	for (size_t i = 0; i < RCC_HOST_N_ADVICE; i++) {
		const struct rcc_host_advice *a = &advice[i];

		if (a->state == RCC_HOST_UNKNOWN)
			rcc_document_term(
				doc, a->what, "%s%s",
				a->value != NULL ? a->value : "",
				a->value != NULL ? "" : "cannot be read here");
		else
			rcc_document_term(doc, a->what, "%s%s%s", a->value,
					  a->command != NULL ? ": " : "",
					  a->command != NULL ? a->reason : "");
		if (a->command != NULL)
			rcc_document_command(doc, "run", "%s", a->command);
	}
	rcc_document_paragraph(doc, "randstudy changes none of these itself.");
}

void rcc_compose_machine_noise(struct rcc_document *doc,
			       const struct rcc_machine_page *p)
{
	struct rcc_host_advice advice[RCC_HOST_N_ADVICE];
	char *sentence = sentence_of(p);

	rcc_document_title(doc, "Measurement noise of this machine");
	rcc_document_paragraph(doc, "%s", sentence);
	compose_noise(doc, p);
	compose_differences(doc, p->findings);
	rcc_host_advise(p->host, advice);
	compose_advice(doc, advice);
	rcc_host_advice_release(advice);
	rcc_document_term(doc, "again",
			  "--seed=%" PRIu64 " makes the runs in the same order",
			  p->seed);
	free(sentence);
}

/* ---- JSON -------------------------------------------------------------- */

static json_t *series_json(const struct rcc_machine_series *s, const double *x,
			   size_t n)
{
	json_t *jumps = json_array();

	for (size_t i = 0; i < s->n_jumps; i++)
		json_array_append_new(jumps,
				      json_integer((json_int_t)s->jump[i]));
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "mean",
			 rcc_json_number(s->mean), "log-sd",
			 rcc_json_number(s->sd), "pair-log-sd",
			 rcc_json_number(s->pair_sd), "autocorrelation",
			 rcc_json_number(s->autocorrelation), "jumps", jumps,
			 "jump-ratio", rcc_json_number(s->jump_ratio), "values",
			 rcc_json_numbers(x, n));
}

/* Return the kind and order of the pairs as they ran: "turns AB", "tandem BA",
 * ... A and B are the labels of a pair's two runs. */
static json_t *order_json(const struct rcc_machine_page *p)
{
	json_t *order = json_array();

	for (size_t i = 0; i < p->times->n; i++) {
		json_t *turns = json_string(p->times->b_first[i] ? "turns BA"
								 : "turns AB");
		json_t *tandem =
			json_string(p->times->tandem_b_first[i] ? "tandem BA"
								: "tandem AB");

		json_array_append_new(order,
				      p->tandem_first[i] ? tandem : turns);
		json_array_append_new(order,
				      p->tandem_first[i] ? turns : tandem);
	}
	return order;
}

static json_t *budgets_json(const struct rcc_machine_findings *f)
{
	json_t *array = json_array();

	for (size_t i = 0; i < RCC_MACHINE_N_BUDGETS; i++) {
		const struct rcc_machine_budget *b = &f->budget[i];

		json_array_append_new(
			array,
			json_pack("{s:o,s:I,s:I,s:o,s:o,s:o}", "minutes",
				  rcc_json_number(b->minutes), "pairs-in-turns",
				  (json_int_t)b->n_turns, "pairs-in-tandem",
				  (json_int_t)b->n_tandem, "turns-wall",
				  rcc_json_number(b->wall), "turns-cpu",
				  rcc_json_number(b->cpu), "tandem-cpu",
				  rcc_json_number(b->tandem)));
	}
	return array;
}

static json_t *advice_json(const json_t *host)
{
	static const char *const state[] = {
		[RCC_HOST_UNKNOWN] = "unknown",
		[RCC_HOST_QUIET] = "quiet",
		[RCC_HOST_NOISY] = "noisy",
	};
	struct rcc_host_advice advice[RCC_HOST_N_ADVICE];
	json_t *array = json_array();

	rcc_host_advise(host, advice);
	for (size_t i = 0; i < RCC_HOST_N_ADVICE; i++)
		json_array_append_new(array,
				      json_pack("{s:s,s:s,s:s?,s:s,s:s?}",
						"what", advice[i].what, "state",
						state[advice[i].state], "value",
						advice[i].value, "reason",
						advice[i].reason, "command",
						advice[i].command));
	rcc_host_advice_release(advice);
	return array;
}

void rcc_report_machine_json(const struct rcc_machine_page *p, FILE *out)
{
	const struct rcc_machine_findings *f = p->findings;
	const size_t n = 2 * f->n;
	char *sentence = sentence_of(p);
	char *seed = rcc_mem_printf("%" PRIu64, p->seed);

	rcc_json_print(
		json_pack("{s:s,s:s,s:s,s:I,s:o,s:I,s:o,s:o,s:{s:o,s:o},"
			  "s:{s:i,s:o,s:o,s:o},s:{s:o,s:o,s:o,s:o},s:o,s:O}",
			  "format", FORMAT_NAME, "sentence", sentence, "seed",
			  seed, "steps", (json_int_t)p->steps, "elapsed",
			  rcc_json_number(p->elapsed_s), "pairs",
			  (json_int_t)f->n, "order", order_json(p), "steal",
			  rcc_json_number(p->steal), "turns", "wall",
			  series_json(&f->wall, p->times->wall, n), "cpu",
			  series_json(&f->cpu, p->times->cpu, n), "tandem",
			  "cpu", p->cpu, "pair-log-sd",
			  rcc_json_number(f->tandem_pair_sd), "cost",
			  rcc_json_number(f->tandem_cost), "values",
			  rcc_json_numbers(p->times->tandem_cpu, n),
			  "detectable", "run-time", rcc_json_number(f->run_s),
			  "level", rcc_json_number(RCC_MACHINE_LEVEL), "power",
			  rcc_json_number(RCC_MACHINE_POWER), "budgets",
			  budgets_json(f), "advice", advice_json(p->host),
			  "host", p->host),
		out);
	free(seed);
	free(sentence);
}
