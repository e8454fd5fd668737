/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of the report for people: what was measured, how, and on what. */
#include "common/shell_words.h"
#include "harness/report/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/build/experiment.h"
#include "harness/study/compile_options.h"
#include "harness/report/origin.h"
#include "harness/report/table.h"
#include "harness/report/wrap.h"

#define LABEL RCC_REPORT_LABEL

/* From the first run's start to the last run's end. */
static void print_when(const struct rcc_findings *f, FILE *out)
{
	const struct rcc_origin origin = {.f = f};
	char *span = rcc_origin_span(&origin, 1);

	if (f->stored.study.n_iterations > 1 && f->asked.metric.spec != NULL &&
	    rcc_metric_spec_is_output(f->asked.metric.spec) &&
	    !f->asked.metric.spec->is_per_run)
		rcc_wrapf(out, "  measured", LABEL,
			  "%s, %u iterations in each of %zu runs, %s",
			  f->asked.metric.text, f->stored.study.n_iterations,
			  f->stored.n_runs, span);
	else
		rcc_origin_print_when(&origin, 1, NULL, out);
	free(span);
}

/* The study's other metrics, which a report must be asked for. */
static void print_others(const struct rcc_findings *f, FILE *out)
{
	char *text = NULL;

	for (size_t i = 0; i < f->stored.study.n_metrics; i++) {
		const char *name = f->stored.study.metric[i].name;
		char *longer;

		if (strcmp(name, f->asked.metric.name) == 0)
			continue;
		longer = rcc_mem_printf("%s%s%s", text != NULL ? text : "",
					text != NULL ? ", " : "", name);
		free(text);
		text = longer;
	}
	if (text != NULL)
		rcc_wrapf(out, "  also", LABEL, "%s (report --metric NAME)",
			  text);
	free(text);
}

static void print_command(const struct rcc_findings *f, FILE *out)
{
	char *text = rcc_mem_strdup("");

	for (size_t i = 0; i < f->stored.study.n_command; i++) {
		const char *word = f->stored.study.command[i];
		char *quoted = strstr(word, "{binary}") != NULL
				       ? rcc_mem_strdup(word)
				       : rcc_shell_quote(word);
		char *longer = rcc_mem_printf("%s%s%s", text, i != 0 ? " " : "",
					      quoted);

		free(quoted);
		free(text);
		text = longer;
	}
	if (f->stored.study.stdin_path != NULL) {
		char *path = rcc_shell_quote(f->stored.study.stdin_path);
		char *longer = rcc_mem_printf("%s < %s", text, path);

		free(path);
		free(text);
		text = longer;
	}
	rcc_wrap(out, "  command", LABEL, text);
	free(text);
}

/* With --tune, what a run is. */
static void print_sample(const struct rcc_findings *f, FILE *out)
{
	const struct rcc_tuning *t = &f->stored.tuning;

	if (t->executions == 0)
		return;
	rcc_wrapf(out, "  sample", LABEL,
		  "a run is %u execution%s%s; one takes %.3g ms, an empty "
		  "program %.3g ms with quartiles %.2g ms apart (--tune)",
		  t->executions, t->executions == 1 ? "" : "s in a row",
		  t->executions == 1 ? "" : ", and numbers are those of one",
		  t->execution_ns / 1e6, t->empty_ns / 1e6, t->spread_ns / 1e6);
}

/* "SYSTEM: " where there are several. */
static char *whose(const struct rcc_findings *f, size_t system)
{
	return f->stored.study.n_systems == 1
		       ? rcc_mem_strdup("")
		       : rcc_mem_printf("%s: ",
					rcc_findings_system_name(f, system));
}

/* What is laid out with the program. */
static void print_libraries(const struct rcc_findings *f, FILE *out)
{
	for (size_t i = 0; i < f->stored.study.n_systems; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_original(&f->stored, i);
		char *text = whose(f, i);

		for (size_t k = 0; l != NULL && k < l->n_libraries; k++) {
			char *longer = rcc_mem_printf("%s%s%s", text,
						      k != 0 ? ", " : "",
						      l->library[k].name);

			free(text);
			text = longer;
		}
		if (l != NULL && l->n_libraries != 0)
			rcc_wrapf(out, "  libraries", LABEL,
				  "%s, laid out with the program's seed", text);
		free(text);
	}
}

static void print_layouts(const struct rcc_findings *f, FILE *out)
{
	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		char *text;

		if (c->is_original)
			continue;
		text = whose(f, c->system);
		rcc_wrapf(out, "  layouts", LABEL,
			  "%s%s%s%zu of %zu differ; varied: %s%s", text,
			  f->stored.study.n_arms > 2
				  ? f->stored.study.arm[c->arm].name
				  : "",
			  f->stored.study.n_arms > 2 ? ": " : "", c->n_digests,
			  c->n_layouts, f->stored.study.arm[c->arm].factors,
			  f->stored.study.is_rebuilt ? "; each built anew"
						     : "");
		free(text);
	}
}

static void print_outputs(const struct rcc_findings *f, FILE *out)
{
	const struct rcc_study *s = &f->stored.study;
	const char *what = "printed what the original layout printed at first";

	if (s->verify != NULL)
		what = "were accepted by the --verify command";
	else if (s->expect != NULL)
		what = "printed what was expected (--expect)";
	else if (s->ignore_output)
		what = "ended with the right status; output was not compared";
	if (f->n_failed == 0)
		rcc_wrapf(out, "  checked", LABEL, "all %zu runs %s",
			  f->stored.n_runs, what);
	else
		rcc_wrapf(out, "  checked", LABEL,
			  "%zu of %zu runs FAILED and are not counted; the "
			  "others %s",
			  f->n_failed, f->stored.n_runs, what);
}

/* What randcc was called with in the build. */
static void print_flags(const struct rcc_findings *f, FILE *out)
{
	for (size_t i = 0; i < json_array_size(f->stored.compile_options);
	     i++) {
		char *text = rcc_compile_options_text(
			json_array_get(f->stored.compile_options, i), 3);
		char *name = whose(f, i);

		if (text != NULL)
			rcc_wrapf(out, "  options", LABEL, "%s%s", name, text);
		free(name);
		free(text);
	}
}

/* What was held fixed, as the options say it. */
static void print_control(const struct rcc_findings *f, FILE *out)
{
	static const char *const key[] = {
		"aslr",	     "cpu",	 "nice",    "sched",   "cool-down",
		"fresh-cwd", "template", "prepare", "cleanup", "shell"};
	char *text = NULL;

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		const json_t *value =
			json_object_get(f->stored.study.json, key[i]);
		char *word;
		char *longer;

		if (value == NULL)
			continue;
		word = rcc_study_value_text(value);
		longer = rcc_mem_printf("%s%s%s%s%s", text != NULL ? text : "",
					text != NULL ? ", " : "", key[i],
					json_is_true(value) ? "" : " ",
					json_is_true(value) ? "" : word);
		free(word);
		free(text);
		text = longer;
	}
	if (text != NULL)
		rcc_wrap(out, "  control", LABEL, text);
	free(text);
}

void rcc_report_measured(const struct rcc_findings *f, FILE *out)
{
	const struct rcc_origin origin = {.f = f, .name = ""};

	print_when(f, out);
	print_sample(f, out);
	print_others(f, out);
	print_command(f, out);
	print_control(f, out);
	print_layouts(f, out);
	print_libraries(f, out);
	print_outputs(f, out);
	rcc_origin_print_made(&origin, 1, out);
	print_flags(f, out);
}
