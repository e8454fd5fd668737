/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The raw rows as CSV (RFC 4180): one line per run, failed ones too; a cell
 * that does not apply is empty.  Of a suite, the benchmark comes first.
 */
#include "harness/report/report.h"
#include "harness/report/suite.h"

#include <inttypes.h>
#include <string.h>

static void put_text(FILE *out, const char *text)
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

static void put_row(const struct rcc_findings *f, const char *benchmark,
		    const struct rcc_run_row *r,
		    const struct rcc_layout_row *layout, FILE *out)
{
	if (benchmark != NULL) {
		put_text(out, benchmark);
		fputc(',', out);
	}
	fprintf(out, "%" PRId64 ",", r->order);
	put_text(out, rcc_findings_system(f, layout->system));
	fputc(',', out);
	put_text(out, f->study.arm[layout->arm].name);
	fprintf(out, ",%u,", layout->layout);
	if (layout->is_original)
		fputs("none", out);
	else
		fprintf(out, "%" PRIu64, layout->seed);
	fprintf(out, ",%u,%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64,
		r->execution, rcc_outcome_text(r->outcome), r->start_ns,
		r->wall_ns, r->user_ns, r->system_ns);
	fputc(',', out);
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
	fprintf(out, ",%" PRId64 ",%" PRId64 ",%d,%" PRId64 "\n",
		r->output_bytes, r->env_bytes, r->n_left_behind, r->session);
}

static void put_head(FILE *out)
{
	fputs("order,system,arm,layout,seed,execution,outcome,start_unix_ns,"
	      "wall_ns,user_ns,system_ns,max_rss_kib,minor_faults,"
	      "major_faults,voluntary_switches,involuntary_switches,"
	      "exit_status,signal,output_bytes,env_bytes,left_behind,"
	      "session\n",
	      out);
}

static void put_rows(const struct rcc_findings *f, const char *benchmark,
		     FILE *out)
{
	for (size_t i = 0; i < f->n_runs; i++) {
		const struct rcc_layout_row *layout =
			rcc_findings_layout(f, f->run[i].layout);

		if (layout != NULL)
			put_row(f, benchmark, &f->run[i], layout, out);
	}
}

void rcc_report_csv(const struct rcc_findings *f, FILE *out)
{
	put_head(out);
	put_rows(f, NULL, out);
}

void rcc_report_suite_csv(const struct rcc_suite_findings *f, FILE *out)
{
	fputs("benchmark,", out);
	put_head(out);
	for (size_t i = 0; i < f->suite.n; i++)
		if (f->entry[i].is_begun)
			put_rows(&f->entry[i].findings,
				 f->suite.benchmark[i].name, out);
}
