/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy compare: compare the systems of one study with its first system, or
 * one study with another.  Scripts can act on the exit status: it is 1 if the
 * new system is worse, and 3 if that is undecided.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <jansson.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/number.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/cli/commands.h"
#include "harness/cli/fail_on.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_html.h"
#include "harness/document/render_markdown.h"
#include "harness/document/render_text.h"
#include "harness/findings/comparison.h"
#include "harness/findings/fleet.h"
#include "harness/report/answer.h"
#include "harness/report/all_pairs_page.h"
#include "harness/report/comparison_json.h"
#include "harness/report/comparison_page.h"
#include "harness/report/fleet_page.h"
#include "harness/report/warnings.h"

struct options {
	struct rcc_study_arguments study; /* the old study, or the only one */
	/* The new study; NULL to compare the systems of one study. */
	const char *new_dir;
	/* The smallest difference that matters, as a fraction; if negative, the
	 * study's own threshold is used. */
	double threshold;
	unsigned fail_on; /* enum rcc_fail_on */
	unsigned format;  /* enum format */
};

/* The values of --format. */
enum format { FORMAT_TEXT, FORMAT_HTML, FORMAT_MARKDOWN, FORMAT_JSON };
static const char *const format_words[] = {"text", "html", "markdown", "json",
					   NULL};

static void read_threshold(const struct rcc_argument *row, const char *text,
			   const struct argp_state *state, void *field)
{
	double fraction = 0;

	if (rcc_number_parse_percent(text, &fraction) != 0 || fraction < 0 ||
	    fraction >= 1)
		rcc_argument_error(state,
				   "--%s needs a percentage from 0 to below "
				   "100: \"%s\"",
				   row->name, text);
	*(double *)field = fraction;
}

/* Refuse --better, a former option.  --metric now says which values are
 * better. */
static void refuse_better(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field)
{
	const bool is_higher = strcmp(text, "higher") == 0;

	(void)field;
	rcc_argument_error(state,
			   "there is no --%s any more: which values are better "
			   "is said with the metric, as in --metric NAME,%s, "
			   "or when it is measured, as in randstudy run "
			   "--metric 'NAME,%s=stdout:REGEX'",
			   row->name, is_higher ? "higher" : "lower",
			   is_higher ? "higher" : "lower");
}

static const struct rcc_argument option[] = {
	RCC_METRIC_OPTION,
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT",
			    offsetof(struct options, format), format_words,
			    "text (default), html, markdown or json"),
	RCC_ANONYMOUS_OPTION(
		offsetof(struct rcc_study_arguments, is_anonymous)),
	RCC_ARGUMENT_ROW("threshold", 't', "PERCENT",
			 offsetof(struct options, threshold),
			 "ignore differences up to this size (default: that of "
			 "the study, or 1)",
			 read_threshold),
	RCC_FAIL_ON_OPTION(offsetof(struct options, fail_on)),
	{.name = "better", .arg = "lower|higher", .read = refuse_better},
	{0},
};

static void take_dir(const char *text, const struct argp_state *state,
		     void *values)
{
	struct options *o = values;

	if (o->study.dir == NULL)
		o->study.dir = text;
	else if (o->new_dir == NULL)
		o->new_dir = text;
	else
		rcc_argument_error(state,
				   "unexpected argument \"%s\": only two "
				   "studies can be compared",
				   text);
}

/* The output of several comparisons.  Leading warnings (warnings.h), which
 * readers must see first, come before the answers.  Other warnings come at the
 * end. */
struct output {
	enum format format;
	struct rcc_document document;
	struct rcc_strvec leading;
	struct rcc_strvec warning;
	/* An array of all comparisons; NULL if the format is not JSON. */
	json_t *json;
};

/* Add n comparisons to the output.  Returns their most serious exit code
 * (fail_on.h). */
static int show(const struct rcc_comparison *c, size_t n,
		const struct options *o, struct output *output)
{
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < n; i++) {
		status = rcc_fail_on_graver(
			status, rcc_fail_on_status(
					&c[i], (enum rcc_fail_on)o->fail_on));
		if (output->json != NULL)
			json_array_append_new(output->json,
					      rcc_comparison_json(&c[i]));
	}
	if (output->json != NULL)
		return status;
	rcc_compose_comparison_title(&output->document, c);
	for (size_t i = 0; i < n; i++) {
		rcc_compose_leading_comparison_warnings(
			&output->document, &c[i], &output->leading);
		rcc_report_comparison_warnings(&c[i], &output->warning);
	}
	rcc_compose_comparisons(&output->document, c, n);
	return status;
}

static struct output begin(const struct options *o)
{
	const enum format format = (enum format)o->format;

	return (struct output){
		.format = format,
		.document = {.has_figures = format == FORMAT_HTML},
		.json = format == FORMAT_JSON ? json_array() : NULL,
	};
}

static double threshold_of(const struct rcc_findings *f,
			   const struct options *o)
{
	return o->threshold >= 0 ? o->threshold : rcc_comparison_delta(f);
}

/* Print and release the document. */
static void render(struct output *output)
{
	if (output->format == FORMAT_MARKDOWN)
		rcc_render_markdown(&output->document, stdout);
	else if (output->format == FORMAT_HTML)
		rcc_render_html(&output->document, stdout);
	else
		rcc_render_text(&output->document, stdout);
	rcc_document_release(&output->document);
}

/* Print the JSON or the document.  All comparisons are of the same study, or of
 * the same two studies, so `c` may be any of them. */
static void finish(struct output *output, const struct rcc_comparison *c)
{
	if (output->json != NULL) {
		rcc_report_comparisons_json(
			output->json, rcc_all_pairs_json(c->old.f, c->delta),
			stdout);
		return;
	}
	rcc_compose_comparison_time(&output->document, c);
	rcc_compose_other_warnings(&output->document, &output->warning,
				   &output->leading);
	rcc_compose_comparison_origin(&output->document, c);
	render(output);
	rcc_strvec_release(&output->leading);
	rcc_strvec_release(&output->warning);
}

/* Refuse a study with one system.  Returns an exit code. */
static int check_systems(size_t n_systems, const char *dir)
{
	if (n_systems > 1)
		return RCC_EXIT_OK;
	rcc_error("the study \"%s\" has one system: nothing to compare it with",
		  dir);
	rcc_hint("name a second study (randstudy compare OLD NEW), or measure "
		 "two systems in one (randstudy run --system)");
	return RCC_EXIT_USAGE;
}

static int compare_systems(const struct rcc_findings *f,
			   const struct options *o)
{
	const size_t n = f->stored.study.n_systems;
	struct output output;
	struct rcc_comparison *c;
	int status;

	if (check_systems(n, o->study.dir) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	output = begin(o);
	c = rcc_mem_calloc(n, sizeof(*c));
	for (size_t i = 1; i < n; i++)
		rcc_comparison_of_systems(f, 0, i, threshold_of(f, o),
					  &c[i - 1]);
	status = show(c, n - 1, o, &output);
	finish(&output, c);
	free(c);
	return status;
}

/* Refuse a study of several systems.  It is not known which of them to compare
 * with the other study.  Returns an exit code. */
static int check_one_system(const struct rcc_findings *f, const char *dir)
{
	const size_t n = f->stored.study.n_systems;
	struct rcc_strbuf names = {0};
	char *quoted;

	if (n < 2)
		return RCC_EXIT_OK;
	for (size_t i = 0; i < n; i++)
		rcc_strbuf_add_item(&names, ", ",
				    rcc_findings_system_name(f, i));
	rcc_error("the study \"%s\" has %zu systems (%s): two studies are "
		  "compared only if each has one system",
		  dir, n, names.text);
	quoted = rcc_shell_quote(dir);
	rcc_hint("compare the systems of that study (randstudy compare %s), or "
		 "measure all systems in one study (randstudy run --system)",
		 quoted);
	free(quoted);
	rcc_strbuf_release(&names);
	return RCC_EXIT_USAGE;
}

/* Refuse to compare a study with itself.  Returns an exit code. */
static int check_two(const char *old, const char *new)
{
	struct stat a;
	struct stat b;

	if (stat(old, &a) != 0 || stat(new, &b) != 0 || a.st_dev != b.st_dev ||
	    a.st_ino != b.st_ino)
		return RCC_EXIT_OK;
	rcc_error("\"%s\" and \"%s\" are the same study", old, new);
	return RCC_EXIT_USAGE;
}

static int compare_studies(const struct rcc_findings *old,
			   const struct rcc_findings *new,
			   const struct options *o)
{
	struct output output;
	struct rcc_comparison c;
	int status;

	rcc_comparison_of_studies(old, old->stored.dir, new, new->stored.dir,
				  threshold_of(old, o), &c);
	if (!rcc_comparison_has_same_unit(&c)) {
		rcc_error(
			"the metric \"%s\" has another unit in \"%s\" than in "
			"\"%s\": their ratio would mean nothing",
			old->asked.metric.text, new->stored.dir,
			old->stored.dir);
		return RCC_EXIT_USAGE;
	}
	if (!rcc_comparison_has_same_iterations(&c)) {
		rcc_error("\"%s\" and \"%s\" leave out different iterations: "
			  "their ratio would mean nothing",
			  old->stored.dir, new->stored.dir);
		rcc_hint("give both the same --skip-iterations and "
			 "--only-iteration (randstudy run -o DIR)");
		return RCC_EXIT_USAGE;
	}
	output = begin(o);
	status = show(&c, 1, o, &output);
	finish(&output, &c);
	return status;
}

/* ---- Several machines --------------------------------------------------- */

/* Return the most serious exit code of a fleet's comparisons (fail_on.h).  A
 * fleet is the machines of one study. */
static int fleet_status(const struct rcc_fleet_findings *fleet,
			enum rcc_fail_on what)
{
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < fleet->n_comparisons; i++) {
		const struct rcc_fleet_comparison *c = &fleet->comparison[i];
		const bool has_verdict = c->model.error == 0 &&
					 !fleet->is_unfinished &&
					 !(c->model.rounding > 0);
		const int one = has_verdict || what == RCC_FAIL_ON_NEVER
					? rcc_fail_on_verdict(
						  c->verdict,
						  fleet->metric.better, what)
					: RCC_EXIT_UNDECIDED;

		status = rcc_fail_on_graver(status, one);
	}
	return rcc_fail_on_failed(status, fleet->n_failed, what);
}

/* Compare the systems of a study of several machines. */
static int compare_on_fleet(const struct options *o,
			    const struct rcc_asking *asking)
{
	struct output output = begin(o);
	struct rcc_fleet_findings fleet;
	int status = rcc_fleet_load(o->study.dir, asking, o->threshold, NULL,
				    NULL, &fleet);

	if (status == RCC_EXIT_OK)
		status = check_systems(fleet.n_systems, o->study.dir);
	if (status == RCC_EXIT_OK) {
		if (output.json != NULL) {
			rcc_report_fleet_json(&fleet, stdout);
		} else {
			rcc_compose_fleet_comparisons(&output.document, &fleet);
			render(&output);
		}
		status = fleet_status(&fleet, (enum rcc_fail_on)o->fail_on);
	}
	json_decref(output.json);
	rcc_fleet_release(&fleet);
	return status;
}

int rcc_cmd_compare(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR\nOLD NEW",
		.doc = "Compare the systems of one study, or two studies, over "
		       "their layouts.  The verdict is a difference, no "
		       "difference larger than the threshold, or undecided.\v"
		       "The exit status is 1 if the new system is worse, and "
		       "3 if that is undecided, or if it is not known which "
		       "values of the metric are better (--metric NAME,higher "
		       "says it).  "
		       "Comparisons are best within one study "
		       "(randstudy run --system), where the runs of the "
		       "systems are interleaved.",
		.argument = take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {.threshold = -1};
	struct rcc_asking asking;
	struct rcc_findings old = {0};
	struct rcc_findings new = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy compare", argc, argv, &o);
	asking = (struct rcc_asking){.metric = o.study.metric,
				     .estimator = RCC_STATISTIC_MEAN,
				     .is_anonymous = o.study.is_anonymous};
	if (o.new_dir == NULL && rcc_fleet_is_there(o.study.dir))
		return compare_on_fleet(&o, &asking);
	status = rcc_findings_load_as(o.study.dir, &asking, &old);
	if (status == RCC_EXIT_OK && o.new_dir == NULL) {
		status = compare_systems(&old, &o);
	} else if (status == RCC_EXIT_OK) {
		status = check_one_system(&old, o.study.dir);
		asking.metric = old.asked.metric.name;
		if (status == RCC_EXIT_OK)
			status = check_two(o.study.dir, o.new_dir);
		if (status == RCC_EXIT_OK)
			status = rcc_findings_load_as(o.new_dir, &asking, &new);
		if (status == RCC_EXIT_OK)
			status = check_one_system(&new, o.new_dir);
		if (status == RCC_EXIT_OK)
			status = compare_studies(&old, &new, &o);
	}
	rcc_findings_release(&new);
	rcc_findings_release(&old);
	return status;
}
