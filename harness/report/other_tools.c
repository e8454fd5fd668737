/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/other_tools.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strvec.h"
#include "harness/report/json_parts.h"
#include "harness/study/simulation.h"

/* ---- hyperfine --------------------------------------------------------- */

/* The results of one arm of one system: its random layouts, or its original
 * layout.  Each layout has one value, the mean of its good runs.  These values
 * are independent, as hyperfine assumes. */
struct group {
	json_t *times;
	json_t *memory;
	json_t *exit_codes;
	/* The value of each layout: its wall time in seconds, or its CPU time
	 * if runs share a CPU. */
	double *time;
	size_t n;
	double user;
	double system;
};

/* The good runs of one layout: the sums of their times, and their largest peak
 * memory. */
struct layout_sums {
	size_t n;
	double time, user, system;
	double memory; /* peak memory in bytes; negative if unknown */
	int exit_status;
};

static void add_run(const struct rcc_findings *f,
		    const struct rcc_run_record *r, struct layout_sums *sums)
{
	sums->time += rcc_run_record_metric(r, f->stored.tandem.is_settled
						       ? RCC_METRIC_CPU
						       : RCC_METRIC_WALL);
	sums->user += rcc_run_record_metric(r, RCC_METRIC_USER);
	sums->system += rcc_run_record_metric(r, RCC_METRIC_SYSTEM);
	if (sums->n == 0 || (double)r->max_rss_kib * 1024 > sums->memory)
		sums->memory = (double)r->max_rss_kib * 1024;
	sums->exit_status = r->exit_status; /* same for all good runs */
	sums->n++;
}

static void add_layout(struct group *g, const struct layout_sums *sums)
{
	const double n = (double)sums->n;

	if (sums->n == 0)
		return;
	g->time[g->n++] = sums->time / n;
	g->user += sums->user / n;
	g->system += sums->system / n;
	json_array_append_new(g->times, json_real(sums->time / n));
	json_array_append_new(g->memory,
			      sums->memory >= 0
				      ? json_integer((json_int_t)sums->memory)
				      : json_null());
	json_array_append_new(g->exit_codes, json_integer(sums->exit_status));
}

/* Compute the values of all layouts of a cell, which is one arm of one
 * system. */
static void collect(const struct rcc_findings *f, const struct rcc_cell *c,
		    struct group *g)
{
	struct layout_sums *sums =
		rcc_mem_calloc(f->stored.n_layouts + 1, sizeof(*sums));

	g->times = json_array();
	g->memory = json_array();
	g->exit_codes = json_array();
	g->time = rcc_mem_calloc(f->stored.n_layouts + 1, sizeof(double));
	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_run_record *r = &f->stored.run[i];
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, r->layout);

		if (l != NULL && r->outcome == RCC_OUTCOME_OK &&
		    l->system == c->system && l->arm == c->arm &&
		    !rcc_stored_is_replaced(&f->stored, i))
			add_run(f, r, &sums[r->layout]);
	}
	for (size_t i = 0; i < f->stored.n_layouts; i++)
		add_layout(g, &sums[i]);
	free(sums);
}

/* Return the JSON object of one arm's results.  Its fields have the names and
 * meanings that hyperfine gives them. */
static json_t *group_json(const struct rcc_findings *f,
			  const struct rcc_cell *c, const char *name,
			  struct group *g)
{
	const struct rcc_sample sample = rcc_sample_1(g->time, g->n);
	struct rcc_levels levels = {0};
	double median = 0;

	rcc_levels_compute(&sample, &levels);
	rcc_median(g->time, g->n, &median);
	return json_pack(
		"{s:s,s:f,s:o,s:f,s:f,s:f,s:f,s:f,s:o,s:o,s:o,s:{s:s,s:s}}",
		"command", name, "mean", levels.mean, "stddev",
		g->n > 1 ? json_real(levels.sd) : json_null(), "median", median,
		"user", g->user / (double)g->n, "system",
		g->system / (double)g->n, "min", levels.min, "max", levels.max,
		"times", g->times, "memory_usage_byte", g->memory, "exit_codes",
		g->exit_codes, "parameters", "system",
		rcc_findings_system_name(f, c->system), "arm",
		f->stored.study.arm[c->arm].name);
}

static void add_group(const struct rcc_findings *f, const struct rcc_cell *c,
		      const char *name, json_t *results)
{
	struct group g = {0};

	collect(f, c, &g);
	if (g.n != 0) {
		json_array_append_new(results, group_json(f, c, name, &g));
	} else {
		json_decref(g.times);
		json_decref(g.memory);
		json_decref(g.exit_codes);
	}
	free(g.time);
}

/* Append the results of a study to the array.  If the study has several
 * systems, leave out their original layouts.  `benchmark` is NULL if the study
 * is not part of a suite. */
static void add_study(const struct rcc_findings *f, const char *benchmark,
		      json_t *results)
{
	const bool has_systems = f->stored.study.n_systems > 1;
	const bool has_arms = f->stored.study.n_arms > 2;

	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];
		char arm[128];
		char *name;

		if (has_systems && c->is_original)
			continue;
		rcc_findings_arm_name(f, c, arm, sizeof(arm));
		name = rcc_mem_printf(
			"%s%s%s", benchmark != NULL ? benchmark : "",
			benchmark != NULL ? ": " : "",
			has_systems && !has_arms
				? rcc_findings_system_name(f, c->system)
				: arm);
		add_group(f, c, name, results);
		free(name);
	}
}

void rcc_report_hyperfine(const struct rcc_findings *f, FILE *out)
{
	json_t *results = json_array();

	add_study(f, NULL, results);
	rcc_json_print(json_pack("{s:o}", "results", results), out);
}

void rcc_report_suite_hyperfine(const struct rcc_suite_findings *f, FILE *out)
{
	json_t *results = json_array();

	for (size_t i = 0; i < f->suite.n; i++)
		if (f->entry[i].is_begun)
			add_study(&f->entry[i].findings,
				  f->entry[i].benchmark->name, results);
	rcc_json_print(json_pack("{s:o}", "results", results), out);
}

/* ---- Go's benchmark format --------------------------------------------- */

/* The names that were printed so far, as the user gave them. */
struct printed {
	struct rcc_strvec benchmarks, programs, arms;
};

static void release_printed(struct printed *p)
{
	rcc_strvec_release(&p->benchmarks);
	rcc_strvec_release(&p->programs);
	rcc_strvec_release(&p->arms);
}

static int go_character(char c)
{
	return isalnum((unsigned char)c) || c == '.' ? c : '_';
}

static bool is_same_in_go(const char *a, const char *b)
{
	for (; *a != '\0' && *b != '\0'; a++, b++)
		if (go_character(*a) != go_character(*b))
			return false;
	return *a == *b;
}

/* Return how many other names that were printed before this one look the same
 * in Go's format.  If the name is new, add it to *before. */
static size_t count_same(struct rcc_strvec *before, const char *name)
{
	size_t n = 0;

	if (!rcc_strvec_has(before, name))
		rcc_strvec_push(before, name);
	for (size_t i = 0; strcmp(before->item[i], name) != 0; i++)
		n += is_same_in_go(before->item[i], name);
	return n;
}

/* Print the name of a benchmark, a program or an arm.  Go's format does not
 * allow blanks and slashes in a name, so all characters but letters, digits and
 * "." become "_".  The name may begin with a small letter because it follows
 * "Benchmark/".  *before has the other names of the same kind.  If one of them
 * looks the same, a number follows the name, as in Go's own tests: "O_2#01". */
static void put_name(struct rcc_strvec *before, const char *name, FILE *out)
{
	const size_t n = count_same(before, name);

	for (const char *at = name; *at != '\0'; at++)
		fputc(go_character(*at), out);
	if (n != 0)
		fprintf(out, "#%02zu", n);
}

/* Print the name of a unit, which may have slashes but no blanks. */
static void put_unit(const char *unit, FILE *out)
{
	for (const char *at = unit; *at != '\0'; at++)
		fputc(isspace((unsigned char)*at) ? '_' : *at, out);
}

/* Print a configuration line "KEY: VALUE".  Only the first line of the value is
 * printed. */
static void put_config(const char *key, const char *value, FILE *out)
{
	if (value == NULL || value[0] == '\0')
		return;
	fprintf(out, "%s: %.*s\n", key, (int)strcspn(value, "\n"), value);
}

static const char *unit_of(const struct rcc_metric *m)
{
	static const char *const unit[] = {
		[RCC_UNIT_SECONDS] = "ns/op",
		[RCC_UNIT_BYTES] = "B",
		[RCC_UNIT_COUNT] = "count",
	};

	if (m->unit != RCC_UNIT_COUNT || m->spec == NULL)
		return unit[m->unit];
	return m->label != NULL ? m->label : m->name;
}

/* Print a line for each layout of one arm.  `benchmark` is NULL if the study is
 * not part of a suite. */
static void put_lines(const struct rcc_findings *f, const struct rcc_cell *c,
		      const char *benchmark, struct printed *before, FILE *out)
{
	const double scale = f->asked.metric.unit == RCC_UNIT_SECONDS ? 1e9 : 1;

	for (size_t i = 0; i < c->n_layouts; i++) {
		fputs("Benchmark", out);
		if (benchmark != NULL) {
			fputs("/benchmark=", out);
			put_name(&before->benchmarks, benchmark, out);
		}
		fputs("/program=", out);
		put_name(&before->programs,
			 rcc_findings_system_name(f, c->system), out);
		fputs("/arm=", out);
		put_name(&before->arms, f->stored.study.arm[c->arm].name, out);
		fprintf(out, " 1 %.17g ", c->layout_mean[i] * scale);
		put_unit(unit_of(&f->asked.metric), out);
		fputc('\n', out);
	}
}

/* Print the configuration that holds for the lines that follow: the tools, the
 * machine, the metric. */
static void put_head(const struct rcc_findings *f, FILE *out)
{
	const struct rcc_metric *m = &f->asked.metric;

	put_config("toolchain", f->stored.compiler, out);
	put_config("linker", f->stored.linker, out);
	put_config(
		"host",
		json_string_value(json_object_get(f->stored.host, "hostname")),
		out);
	put_config("cpu",
		   json_string_value(json_object_get(f->stored.host, "cpu")),
		   out);
	put_config("metric", m->name, out);
	if (rcc_metric_is_simulated(m)) {
		char *text = rcc_simulation_text(
			m->spec->kind, rcc_stored_simulation(&f->stored, m));

		put_config("simulated", text, out);
		free(text);
	}
	fputc('\n', out);
}

/* Print whether higher or lower values of the unit are better. */
static void put_direction(const struct rcc_findings *f, FILE *out)
{
	const char *better = rcc_better_name(f->asked.metric.better);

	if (better != NULL) {
		fputs("Unit ", out);
		put_unit(unit_of(&f->asked.metric), out);
		fprintf(out, " better=%s\n", better);
	}
}

void rcc_report_benchfmt(const struct rcc_findings *f, FILE *out)
{
	struct printed before = {0};

	put_head(f, out);
	put_direction(f, out);
	for (size_t i = 0; i < f->n_cells; i++)
		put_lines(f, &f->cell[i], NULL, &before, out);
	release_printed(&before);
}

void rcc_report_suite_benchfmt(const struct rcc_suite_findings *f, FILE *out)
{
	struct printed before = {0};
	bool has_direction = false;

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_findings *study = &f->entry[i].findings;

		if (!f->entry[i].is_begun)
			continue;
		put_head(study, out);
		if (!has_direction)
			put_direction(study, out);
		has_direction = true;
		for (size_t k = 0; k < study->n_cells; k++)
			put_lines(study, &study->cell[k],
				  f->entry[i].benchmark->name, &before, out);
	}
	release_printed(&before);
}
