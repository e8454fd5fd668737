/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/how_measured.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/findings/tandem_cost.h"
#include "harness/report/code_share_words.h"
#include "harness/report/provenance.h"
#include "harness/study/compile_options.h"

/* Return a text that says which iterations of a run are used, such as ", the
 * first 2 of them left out"; "" if all are used.  The caller must free it. */
static char *used_iterations(const struct rcc_study *study)
{
	if (study->only_iteration > 0)
		return rcc_mem_printf(", of which only number %u is used",
				      study->only_iteration);
	if (study->skip_iterations > 0)
		return rcc_mem_printf(", the first %u of them left out",
				      study->skip_iterations);
	return rcc_mem_strdup("");
}

static void compose_span(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_source source = {.findings = f};
	const struct rcc_metric *metric = &f->asked.metric;
	const unsigned n_iterations = f->stored.study.n_iterations;
	char *used;
	char *span;

	if (n_iterations == 1 || metric->spec == NULL ||
	    !rcc_metric_spec_is_output(metric->spec) ||
	    metric->spec->is_per_run) {
		rcc_compose_when(d, &source, 1, NULL);
		return;
	}
	span = rcc_provenance_span(&source, 1);
	used = used_iterations(&f->stored.study);
	rcc_document_term(
		d, "measured", "%s, %u iterations in each of %zu runs%s, %s",
		metric->text, n_iterations, f->stored.n_runs, used, span);
	free(used);
	free(span);
}

/* If --tune was given, append the number of executions of the program that make
 * up one run.  --tune chose this number. */
static void compose_sample(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_tuning *t = &f->stored.tuning;

	if (t->executions == 0)
		return;
	rcc_document_term(d, "tuned",
			  "a run is %u execution%s%s; one takes %.3g ms, an "
			  "empty program %.3g ms with quartiles %.2g ms apart "
			  "(--tune)",
			  t->executions, t->executions == 1 ? "" : "s in a row",
			  t->executions == 1 ? ""
					     : ", and numbers are per "
					       "execution",
			  t->execution_ns / 1e6, t->empty_ns / 1e6,
			  t->spread_ns / 1e6);
}

/* If the runs of a block were made at the same time on one CPU (--tandem),
 * append how they shared it, and how much CPU time that cost. */
static void compose_tandem(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_tandem_setup *setup = &f->stored.tandem;
	struct rcc_tandem_cost cost;
	char *price;
	char *processes;

	if (!setup->is_settled)
		return;
	processes = rcc_tandem_has_processes(setup)
			    ? rcc_mem_printf("a run is several processes, "
					     "which shared that CPU too "
					     "(children did %.0f %% of the "
					     "computing); ",
					     100 * (1 - setup->main_share))
			    : rcc_mem_strdup("");
	rcc_tandem_cost_compute(&f->stored, f->asked.level, &cost);
	if (cost.error == 0)
		price = rcc_mem_printf("CPU time was %.3f times that of runs "
				       "alone (%.3f to %.3f, from %zu runs); "
				       "this may make differences look smaller "
				       "or larger",
				       cost.ratio.estimate, cost.ratio.lo,
				       cost.ratio.hi, cost.n);
	else
		price = rcc_mem_strdup("too few runs were made alone to "
				       "measure the cost of sharing");
	rcc_document_term(d, "tandem",
			  "the %zu runs of a block shared CPU %d; the kernel "
			  "switched between them (class %s, its own time "
			  "slice); %s%s; the run that ends last takes about "
			  "%.2g ms less: at its end no other run competes "
			  "with it",
			  f->n_cells, setup->cpu, rcc_tandem_class(setup),
			  processes, price, (double)RCC_TANDEM_END_NS / 1e6);
	free(price);
	free(processes);
}

/* If the runs of a block were made at the same time on different CPUs (--duet),
 * append these CPUs. */
static void compose_duet(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_duet_setup *setup = &f->stored.duet;
	char *sides;

	if (!setup->is_settled)
		return;
	sides = rcc_duet_text(setup);
	rcc_document_term(d, "duet",
			  "the %zu runs of a block were made at the same "
			  "time, each on its own CPUs (%s), which changed "
			  "with every block",
			  f->n_cells, sides);
	free(sides);
}

/* Append the names of the study's other metrics, which this report does not
 * use. */
static void compose_others(struct rcc_document *d, const struct rcc_findings *f)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < f->stored.study.n_metrics; i++) {
		const char *name = f->stored.study.metric[i].name;

		if (f->stored.refused[i] == NULL &&
		    strcmp(name, f->asked.metric.name) != 0)
			rcc_strbuf_add_item(&text, ", ", name);
	}
	if (text.n != 0)
		rcc_document_term(d, "also", "%s (report --metric NAME)",
				  text.text);
	rcc_strbuf_release(&text);
}

static void add_quoted(struct rcc_strbuf *text, const char *word)
{
	char *quoted = rcc_shell_quote(word);

	rcc_strbuf_add(text, quoted);
	free(quoted);
}

static void compose_command(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	const struct rcc_study *study = &f->stored.study;
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < study->n_command; i++) {
		const char *word = study->command[i];

		if (i != 0)
			rcc_strbuf_add(&text, " ");
		if (strstr(word, "{binary}") != NULL)
			rcc_strbuf_add(&text, word);
		else
			add_quoted(&text, word);
	}
	if (study->stdin_path != NULL) {
		rcc_strbuf_add(&text, " < ");
		add_quoted(&text, study->stdin_path);
	}
	rcc_document_term(d, "command", "%s", text.n != 0 ? text.text : "");
	rcc_strbuf_release(&text);
}

/* Append the options that control the conditions of the runs. */
static void compose_control(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	static const char *const key[] = {
		"aslr",	     "cpu",	 "nice",    "sched",   "cool-down",
		"fresh-cwd", "template", "setup",   "prepare", "cleanup",
		"conclude",  "shell",	 "in-place"};
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		const json_t *value =
			json_object_get(f->stored.study.json, key[i]);
		char *word;

		if (value == NULL)
			continue;
		word = rcc_study_value_text(value);
		rcc_strbuf_printf(&text, "%s%s%s%s", text.n != 0 ? ", " : "",
				  key[i], json_is_true(value) ? "" : " ",
				  json_is_true(value) ? "" : word);
		free(word);
	}
	if (f->stored.in_place != NULL && !f->stored.study.is_in_place)
		rcc_strbuf_add_item(&text, ", ", "in-place (found necessary)");
	if (text.n != 0)
		rcc_document_term(d, "control", "%s", text.text);
	rcc_strbuf_release(&text);
}

/* If the study has several systems (programs), begin the text of a fact with
 * the name of the system. */
static void add_system(struct rcc_strbuf *text, const struct rcc_findings *f,
		       size_t system)
{
	if (f->stored.study.n_systems > 1)
		rcc_strbuf_printf(text,
				  "%s: ", rcc_findings_system_name(f, system));
}

static void compose_layouts(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	const struct rcc_study *study = &f->stored.study;

	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];
		struct rcc_strbuf text = {0};

		if (c->is_original)
			continue;
		add_system(&text, f, c->system);
		if (study->n_arms > 2)
			rcc_strbuf_printf(&text, "%s: ",
					  rcc_findings_arm_text(study, c->arm));
		rcc_strbuf_printf(&text, "%zu of %zu differ; varied: %s%s",
				  c->n_digests, c->n_layouts,
				  study->arm[c->arm].factors,
				  study->is_rebuilt ? "; each built anew" : "");
		rcc_document_term(d, "layouts", "%s", text.text);
		rcc_strbuf_release(&text);
	}
}

/* Append the libraries that are laid out with the program. */
static void compose_libraries(struct rcc_document *d,
			      const struct rcc_findings *f)
{
	for (size_t i = 0; i < f->stored.study.n_systems; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_original(&f->stored, i);
		struct rcc_strbuf text = {0};

		if (l == NULL || l->n_libraries == 0)
			continue;
		add_system(&text, f, i);
		for (size_t k = 0; k < l->n_libraries; k++)
			rcc_strbuf_printf(&text, "%s%s", l->library[k].name,
					  k + 1 < l->n_libraries ? ", " : "");
		rcc_document_term(d, "libraries",
				  "%s, laid out with the program's seed",
				  text.text);
		rcc_strbuf_release(&text);
	}
}

/* Append the share of the CPU time that each part of the code took, such as
 * laid-out code, a library or the kernel. */
static void compose_code_share(struct rcc_document *d,
			       const struct rcc_findings *f)
{
	for (size_t i = 0; i < f->stored.study.n_systems; i++) {
		struct rcc_code_share share;
		struct rcc_strbuf text = {0};
		char *parts;

		rcc_code_share_read(json_array_get(f->stored.code_share, i),
				    &share);
		parts = rcc_code_share_text(&share);
		if (parts != NULL) {
			add_system(&text, f, i);
			if (share.why_not == NULL)
				rcc_strbuf_printf(&text, "%s (%zu samples)",
						  parts, share.n_samples);
			else
				rcc_strbuf_printf(&text,
						  "not sampled: %s. Of the "
						  "code's bytes, %s",
						  share.why_not, parts);
			rcc_document_term(d, "CPU time", "%s", text.text);
		}
		rcc_strbuf_release(&text);
		rcc_code_share_release(&share);
		free(parts);
	}
}

static void compose_checks(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_study *s = &f->stored.study;
	const char *what =
		rcc_study_has_original(s)
			? "printed what the original layout printed at first"
			: "printed what the first layout printed at first";

	if (s->verify != NULL)
		what = "were accepted by the --verify command";
	else if (s->expect != NULL)
		what = "printed what was expected (--expect)";
	else if (s->ignore_output)
		what = "ended with the right status; output was not compared";
	if (f->n_failed == 0)
		rcc_document_term(d, "checked", "all %zu runs %s",
				  f->stored.n_runs, what);
	else
		rcc_document_term(d, "checked",
				  "%zu of %zu runs FAILED and are not counted; "
				  "the others %s",
				  f->n_failed, f->stored.n_runs, what);
}

/* Append the compiler options of the build. */
static void compose_options(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	const json_t *all = f->stored.compile_options;

	for (size_t i = 0; i < json_array_size(all); i++) {
		char *options =
			rcc_compile_options_text(json_array_get(all, i), 3);
		struct rcc_strbuf text = {0};

		add_system(&text, f, i);
		if (options != NULL) {
			rcc_strbuf_add(&text, options);
			rcc_document_term(d, "options", "%s", text.text);
		}
		rcc_strbuf_release(&text);
		free(options);
	}
}

static void compose_json(struct rcc_document *d, const json_t *json)
{
	char *text = json_dumps(json, JSON_INDENT(2) | JSON_SORT_KEYS);

	if (text != NULL)
		rcc_document_literal(d, text);
	free(text);
}

/* Append all settings of the study and all facts about the machine, as JSON.
 * Text output leaves them out. */
static void compose_everything(struct rcc_document *d,
			       const struct rcc_findings *f)
{
	const enum rcc_medium medium =
		rcc_document_set_medium(d, RCC_MEDIUM_HTML);

	rcc_document_fold(d, "All settings, and all facts about the machine");
	compose_json(d, f->stored.study.json);
	compose_json(d, f->stored.host);
	rcc_document_fold_end(d);
	rcc_document_set_medium(d, medium);
}

void rcc_compose_runs(struct rcc_document *d, const struct rcc_findings *f)
{
	compose_span(d, f);
	compose_sample(d, f);
	compose_tandem(d, f);
	compose_duet(d, f);
	compose_others(d, f);
	compose_command(d, f);
	compose_control(d, f);
	compose_layouts(d, f);
	compose_libraries(d, f);
	compose_code_share(d, f);
	compose_checks(d, f);
	compose_options(d, f);
}

void rcc_compose_measured(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_source source = {.findings = f, .name = ""};

	rcc_document_section(d, "How it was measured");
	rcc_compose_runs(d, f);
	rcc_compose_machine(d, &source, 1);
	compose_everything(d, f);
}

/* Append whether the runs of a block shared a CPU. */
static void compose_sharing(struct rcc_document *d, unsigned n_sharers)
{
	if (n_sharers > 1)
		rcc_document_term(d, "tandem",
				  "up to %u runs of a block shared a CPU; the "
				  "kernel switched between them",
				  n_sharers);
	else
		rcc_document_term(d, "blocks", "the runs took turns");
}

void rcc_compose_search(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_search_runs *runs)
{
	const struct rcc_source source = {.findings = f, .name = ""};
	char *span;

	if (runs->span.n == 0)
		return;
	span = rcc_provenance_times(runs->span.begin_ns, runs->span.end_ns);
	rcc_document_section(d, "How it was measured");
	rcc_document_term(d, "measured", "%s of %zu runs, %s",
			  f->asked.metric.text, runs->span.n, span);
	free(span);
	if (f->stored.study.n_systems > 1)
		rcc_document_term(d, "system", "%s", runs->system);
	compose_command(d, f);
	compose_sharing(d, runs->span.n_sharers);
	compose_control(d, f);
	if (runs->layout != NULL)
		rcc_document_term(d, "layout", "%s", runs->layout);
	compose_libraries(d, f);
	compose_options(d, f);
	rcc_compose_host(d, f,
			 runs->host != NULL ? runs->host : f->stored.host);
	rcc_compose_tools(d, &source, 1);
}
