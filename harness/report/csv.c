/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/csv.h"

#include <inttypes.h>
#include <string.h>

#include "common/strvec.h"

void rcc_csv_put_text(FILE *out, const char *text)
{
	if (strpbrk(text, ",\"\r\n") == NULL) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (const char *at = text; *at != '\0'; at++) {
		if (*at == '"')
			fputc('"', out);
		fputc(*at, out);
	}
	fputc('"', out);
}

/* Add to *column the names of a study's own metrics, which become columns.
 * Another study of the suite may have added some of them already. */
static void add_columns(const struct rcc_findings *f, struct rcc_strvec *column)
{
	for (size_t i = 0; i < f->stored.study.n_metrics; i++) {
		const struct rcc_metric_spec *spec = &f->stored.study.metric[i];
		bool is_there =
			/* Builtin metrics always have a column. */
			spec->kind == RCC_SOURCE_BUILTIN;

		for (size_t k = 0; k < column->n && !is_there; k++)
			is_there = strcmp(column->item[k], spec->name) == 0;
		if (!is_there)
			rcc_strvec_push(column, spec->name);
	}
}

/* Print the value of one of the study's own metrics, with enough digits to read
 * back the same number.  A value of the whole run or of the layout is repeated
 * for every iteration. */
static void put_value(const struct rcc_findings *f,
		      const struct rcc_run_record *r, const char *name,
		      size_t iteration, FILE *out)
{
	const struct rcc_value_record *value;
	const struct rcc_valgrind_record *count;
	size_t own = 0;
	size_t n = 0;

	fputc(',', out);
	while (own < f->stored.study.n_metrics &&
	       strcmp(f->stored.study.metric[own].name, name) != 0)
		own++;
	value = rcc_stored_values(&f->stored, r->order, own, &n);
	count = rcc_stored_valgrind(&f->stored, r->layout, own);
	if (count != NULL)
		fprintf(out, "%.17g", count->value);
	else if (iteration < n)
		fprintf(out, "%.17g", value[iteration].value);
	else if (n == 1)
		fprintf(out, "%.17g", value[0].value);
}

struct csv {
	FILE *out;
	const char *benchmark; /* NULL if the study is not part of a suite */
	unsigned machine;      /* 0 in a study of one machine */
	struct rcc_strvec column;
	/* --tune: times and counts of a run are sums over several
	 * executions. */
	bool is_tuned;
	bool is_tandem;	  /* whether runs shared a CPU (--tandem) */
	bool has_repeats; /* whether blocks were run again (--redo) */
};

static void put_layout(const struct rcc_findings *f,
		       const struct rcc_layout_record *layout, FILE *out)
{
	rcc_csv_put_text(out, rcc_findings_system_name(f, layout->system));
	fputc(',', out);
	rcc_csv_put_text(out, f->stored.study.arm[layout->arm].name);
	fprintf(out, ",%u,", layout->layout);
	if (layout->is_original)
		fputs("none", out);
	else
		fprintf(out, "%" PRIu64, layout->seed);
}

/* Print the columns of the values that every run has, whatever the study
 * measures.  The fields of unknown values are empty. */
static void put_measured(const struct rcc_run_record *r, FILE *out)
{
	fprintf(out, ",%u,%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",",
		r->execution, rcc_outcome_text(r->outcome), r->start_ns,
		r->wall_ns, r->user_ns, r->system_ns);
	if (r->max_rss_kib >= 0)
		fprintf(out, "%" PRId64, r->max_rss_kib);
	fprintf(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",",
		r->minor_faults, r->major_faults, r->voluntary_switches,
		r->involuntary_switches);
	if (r->exit_status >= 0)
		fprintf(out, "%d", r->exit_status);
	fputc(',', out);
	if (r->signal != 0)
		fprintf(out, "%d", r->signal);
	fprintf(out, ",%" PRId64 ",%" PRId64 ",%d,%" PRId64, r->output_bytes,
		r->env_bytes, r->n_left_behind, r->session);
}

static void put_line(const struct csv *csv, const struct rcc_findings *f,
		     const struct rcc_run_record *r,
		     const struct rcc_layout_record *layout, size_t iteration)
{
	FILE *out = csv->out;

	if (csv->benchmark != NULL) {
		rcc_csv_put_text(out, csv->benchmark);
		fputc(',', out);
	}
	if (csv->machine != 0)
		fprintf(out, "%u,", csv->machine);
	fprintf(out, "%" PRId64 ",", r->order);
	put_layout(f, layout, out);
	put_measured(r, out);
	if (csv->is_tuned)
		fprintf(out, ",%u",
			r->executions_per_run > 1 ? r->executions_per_run : 1);
	if (csv->is_tandem)
		fprintf(out, ",%u", r->n_sharers > 1 ? r->n_sharers : 1);
	if (csv->has_repeats)
		fprintf(out, ",%d",
			rcc_stored_is_replaced(&f->stored,
					       (size_t)(r - f->stored.run)));
	if (csv->column.n != 0)
		fprintf(out, ",%zu", iteration);
	for (size_t i = 0; i < csv->column.n; i++)
		put_value(f, r, csv->column.item[i], iteration, out);
	fputc('\n', out);
}

/* Print a line for each iteration of the run, and at least one line. */
static void put_run(const struct csv *csv, const struct rcc_findings *f,
		    const struct rcc_run_record *r,
		    const struct rcc_layout_record *layout)
{
	size_t n_lines = 1;

	for (size_t i = 0; i < f->stored.study.n_metrics; i++) {
		size_t n = 0;

		rcc_stored_values(&f->stored, r->order, i, &n);
		n_lines = n > n_lines ? n : n_lines;
	}
	for (size_t i = 0; i < n_lines; i++)
		put_line(csv, f, r, layout, i);
}

static void put_head(const struct csv *csv)
{
	FILE *out = csv->out;

	fputs("order,system,arm,layout,seed,execution,outcome,start_unix_ns,"
	      "wall_ns,user_ns,system_ns,max_rss_kib,minor_faults,"
	      "major_faults,voluntary_switches,involuntary_switches,"
	      "exit_status,signal,output_bytes,env_bytes,left_behind,"
	      "session",
	      out);
	if (csv->is_tuned)
		fputs(",executions_together", out);
	if (csv->is_tandem)
		fputs(",sharers", out);
	if (csv->has_repeats)
		fputs(",replaced", out);
	if (csv->column.n != 0)
		fputs(",iteration", out);
	for (size_t i = 0; i < csv->column.n; i++) {
		fputc(',', out);
		rcc_csv_put_text(out, csv->column.item[i]);
	}
	fputc('\n', out);
}

static void put_runs(const struct csv *csv, const struct rcc_findings *f)
{
	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_layout_record *layout =
			rcc_stored_layout(&f->stored, f->stored.run[i].layout);

		if (layout != NULL)
			put_run(csv, f, &f->stored.run[i], layout);
	}
}

static bool has_repeats(const struct rcc_findings *f)
{
	return rcc_rounds_count(&f->stored.stages.rounds, RCC_STAGE_REPEAT) !=
	       0;
}

void rcc_report_csv(const struct rcc_findings *f, FILE *out)
{
	struct csv csv = {.out = out,
			  .is_tuned = f->stored.study.is_tuned,
			  .is_tandem = f->stored.tandem.is_settled,
			  .has_repeats = has_repeats(f)};

	add_columns(f, &csv.column);
	put_head(&csv);
	put_runs(&csv, f);
	rcc_strvec_release(&csv.column);
}

/* All machines have the same columns.  A study with --tandem or --redo has the
 * columns for them even if the option had no effect on this machine. */
void rcc_report_machine_csv(const struct rcc_findings *f, unsigned machine,
			    bool is_first, FILE *out)
{
	struct csv csv = {.out = out,
			  .machine = machine,
			  .is_tuned = f->stored.study.is_tuned,
			  .is_tandem = f->stored.study.is_tandem,
			  .has_repeats = f->stored.study.repeats_blocks};

	add_columns(f, &csv.column);
	if (is_first) {
		fputs("machine,", out);
		put_head(&csv);
	}
	put_runs(&csv, f);
	rcc_strvec_release(&csv.column);
}

void rcc_report_suite_csv(const struct rcc_suite_findings *f, FILE *out)
{
	struct csv csv = {.out = out};

	for (size_t i = 0; i < f->suite.n; i++)
		if (f->entry[i].is_begun) {
			add_columns(&f->entry[i].findings, &csv.column);
			csv.is_tuned |=
				f->entry[i].findings.stored.study.is_tuned;
			csv.is_tandem |=
				f->entry[i].findings.stored.tandem.is_settled;
			csv.has_repeats |= has_repeats(&f->entry[i].findings);
		}
	fputs("benchmark,", out);
	put_head(&csv);
	for (size_t i = 0; i < f->suite.n; i++) {
		csv.benchmark = f->suite.benchmark[i].name;
		if (f->entry[i].is_begun)
			put_runs(&csv, &f->entry[i].findings);
	}
	rcc_strvec_release(&csv.column);
}
