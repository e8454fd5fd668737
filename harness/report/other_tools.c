/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/other_tools.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/report/json_parts.h"

/* ---- hyperfine --------------------------------------------------------- */

/* The good runs of one layout, or of all files of the original layout. */
struct group {
	json_t *times;
	json_t *memory;
	json_t *exit_codes;
	double *time; /* wall time; of runs that share a CPU, CPU time */
	size_t n;
	double user;
	double system;
};

static void collect(const struct rcc_findings *f, const struct rcc_cell *c,
		    int64_t layout, struct group *g)
{
	g->times = json_array();
	g->memory = json_array();
	g->exit_codes = json_array();
	g->time = rcc_mem_calloc(f->stored.n_runs + 1, sizeof(double));
	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_run_record *r = &f->stored.run[i];
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, r->layout);

		if (l == NULL || r->outcome != RCC_OUTCOME_OK ||
		    l->system != c->system || l->arm != c->arm ||
		    (layout >= 0 && r->layout != layout))
			continue;
		g->time[g->n] = rcc_run_record_metric(
			r, f->stored.tandem.is_settled ? RCC_METRIC_CPU
						       : RCC_METRIC_WALL);
		g->user += rcc_run_record_metric(r, RCC_METRIC_USER);
		g->system += rcc_run_record_metric(r, RCC_METRIC_SYSTEM);
		json_array_append_new(g->times, json_real(g->time[g->n]));
		g->n++;
		json_array_append_new(
			g->memory, r->max_rss_kib >= 0
					   ? json_integer(r->max_rss_kib * 1024)
					   : json_null());
		json_array_append_new(g->exit_codes,
				      json_integer(r->exit_status));
	}
}

/* Names and meanings of the fields are hyperfine's. */
static json_t *group_json(const struct rcc_findings *f,
			  const struct rcc_cell *c, const char *seed,
			  struct group *g)
{
	const char *name = rcc_findings_system_name(f, c->system);
	char *command = rcc_mem_printf("%s [seed=%s]", name, seed);
	const struct rcc_sample sample = rcc_sample_1(g->time, g->n);
	struct rcc_levels levels = {0};
	double median = 0;
	json_t *result;

	rcc_levels_compute(&sample, &levels);
	rcc_median(g->time, g->n, &median);
	result = json_pack(
		"{s:s,s:f,s:o,s:f,s:f,s:f,s:f,s:f,s:o,s:o,s:o,s:{s:s,s:s,s:s}}",
		"command", command, "mean", levels.mean, "stddev",
		g->n > 1 ? json_real(levels.sd) : json_null(), "median", median,
		"user", g->user / (double)g->n, "system",
		g->system / (double)g->n, "min", levels.min, "max", levels.max,
		"times", g->times, "memory_usage_byte", g->memory, "exit_codes",
		g->exit_codes, "parameters", "system", name, "arm",
		f->stored.study.arm[c->arm].name, "seed", seed);
	free(command);
	return result;
}

static void add_group(const struct rcc_findings *f, const struct rcc_cell *c,
		      int64_t layout, json_t *results)
{
	char seed[24] = "none";
	struct group g = {0};

	if (layout >= 0)
		snprintf(seed, sizeof(seed), "%" PRIu64,
			 rcc_stored_layout(&f->stored, layout)->seed);
	collect(f, c, layout, &g);
	if (g.n != 0) {
		json_array_append_new(results, group_json(f, c, seed, &g));
	} else {
		json_decref(g.times);
		json_decref(g.memory);
		json_decref(g.exit_codes);
	}
	free(g.time);
}

void rcc_report_hyperfine(const struct rcc_findings *f, FILE *out)
{
	json_t *results = json_array();
	json_t *root = json_pack("{s:o}", "results", results);

	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		if (c->is_original)
			add_group(f, c, -1, results);
		for (size_t k = 0; !c->is_original && k < c->n_layouts; k++)
			add_group(f, c, c->layout_id[k], results);
	}
	rcc_json_print(root, out);
}

/* ---- Go's benchmark format --------------------------------------------- */

/* Print a name without blanks and slashes, which the format does not allow.  (A
 * benchmark's name must not begin with a small letter; after "Benchmark/" it
 * may.) */
static void put_name(const char *name, FILE *out)
{
	for (const char *at = name; *at != '\0'; at++)
		fputc(isalnum((unsigned char)*at) || *at == '.' ? *at : '_',
		      out);
}

/* Print a unit, which may have slashes but no blanks. */
static void put_unit(const char *unit, FILE *out)
{
	for (const char *at = unit; *at != '\0'; at++)
		fputc(isspace((unsigned char)*at) ? '_' : *at, out);
}

/* Print a configuration line, with the first line of the value. */
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

static void put_line(const struct rcc_findings *f, const struct rcc_cell *c,
		     double value, FILE *out)
{
	const double scale = f->asked.metric.unit == RCC_UNIT_SECONDS ? 1e9 : 1;

	fputs("Benchmark/program=", out);
	put_name(rcc_findings_system_name(f, c->system), out);
	fputs("/arm=", out);
	put_name(f->stored.study.arm[c->arm].name, out);
	fprintf(out, " 1 %.17g ", value * scale);
	put_unit(unit_of(&f->asked.metric), out);
	fputc('\n', out);
}

void rcc_report_benchfmt(const struct rcc_findings *f, FILE *out)
{
	const char *better = rcc_better_name(f->asked.metric.better);

	put_config("toolchain", f->stored.compiler, out);
	put_config("linker", f->stored.linker, out);
	put_config(
		"host",
		json_string_value(json_object_get(f->stored.host, "hostname")),
		out);
	put_config("cpu",
		   json_string_value(json_object_get(f->stored.host, "cpu")),
		   out);
	put_config("metric", f->asked.metric.name, out);
	fputc('\n', out);
	if (better != NULL) {
		fputs("Unit ", out);
		put_unit(unit_of(&f->asked.metric), out);
		fprintf(out, " better=%s\n", better);
	}
	for (size_t i = 0; i < f->n_cells; i++)
		for (size_t k = 0; k < f->cell[i].n_layouts; k++)
			put_line(f, &f->cell[i], f->cell[i].layout_mean[k],
				 out);
}
