/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/design.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/options/run_options.h"
#include "harness/study/interim.h"
#include "harness/study/metric_spec.h"
#include "harness/study/schedule.h"

static int write_design(struct rcc_experiment *x, const json_t *design,
			const struct rcc_batch_record *batch, const char *key,
			const char *text)
{
	char *dumped = json_dumps(design, JSON_COMPACT | JSON_SORT_KEYS);
	int result = rcc_store_set(x->store, "design", dumped);

	free(dumped);
	if (result == 0 && batch->n_layouts != 0)
		result = rcc_store_add_batch(x->store, batch);
	if (result == 0 && key != NULL)
		result = rcc_store_set(x->store, key, text);
	return result;
}

/* Store three things in one transaction: the design, the layouts that the
 * design adds as a batch (store/stages.h), and `text` under `key`. */
static int store_design(struct rcc_experiment *x, const json_t *design,
			const struct rcc_batch_record *batch, const char *key,
			const char *text)
{
	int result = rcc_store_begin(x->store);

	if (result == 0)
		result = write_design(x, design, batch, key, text);
	if (result == 0)
		result = rcc_store_commit(x->store);
	if (result == 0)
		return RCC_EXIT_OK;
	result = rcc_experiment_store_failed(x, "store the design");
	rcc_store_undo(x->store);
	return result;
}

int rcc_design_extend(struct rcc_experiment *x, unsigned n_layouts,
		      const char *key, const char *text)
{
	json_t *design = x->study.json;
	const struct rcc_batch_record batch = {
		.first_layout = x->study.n_layouts,
		.n_layouts = n_layouts - x->study.n_layouts,
	};

	json_object_set_new(design, "layouts", json_integer(n_layouts));
	x->study.n_layouts = n_layouts;
	return store_design(x, design, &batch, key, text);
}

static int begin_study(struct rcc_experiment *x, json_t *given)
{
	struct rcc_batch_record batch = {0};
	int status = RCC_EXIT_OK;

	if (x->study.json == NULL)
		status = rcc_run_options_study(given, &x->study);
	if (status != RCC_EXIT_OK)
		return status;
	batch.n_layouts = x->study.n_layouts;
	if (rcc_study_plans_end(&x->study))
		return store_design(x, x->study.json, &batch,
				    RCC_INTERIM_END_KEY, "0");
	return store_design(x, x->study.json, &batch, NULL, NULL);
}

/* Append an arm as the option --arm, which adds it to the usual arms. */
static void add_arm(struct rcc_strbuf *text, const json_t *arm)
{
	const json_t *factors = json_object_get(arm, "factors");
	const json_t *env = json_object_get(arm, "env");
	char *word = rcc_mem_printf(
		"%s=%s%s%s%s", json_string_value(json_object_get(arm, "name")),
		json_is_string(factors) ? "factors:" : "seed:none",
		json_is_string(factors) ? json_string_value(factors) : "",
		json_is_string(env) ? ",env:" : "",
		json_is_string(env) ? json_string_value(env) : "");
	char *quoted = rcc_shell_quote(word);

	rcc_strbuf_printf(text, " --arm %s", quoted);
	free(quoted);
	free(word);
}

/* Return whether an arm is the usual second arm, the original layout
 * (rcc_study_arms()).  An arm of --arm may have the same name. */
static bool is_usual_original(const json_t *arm)
{
	const char *name = json_string_value(json_object_get(arm, "name"));

	return name != NULL && strcmp(name, "fixed") == 0 &&
	       !json_is_string(json_object_get(arm, "factors")) &&
	       json_object_get(arm, "env") == NULL;
}

/* Return the arms of a design as the user would type them: the value of
 * --factors, then the options --no-original and --arm.  The caller must free
 * the text. */
static char *arms_text(const json_t *design)
{
	const json_t *arms = json_object_get(design, "arms");
	const json_t *random = json_array_get(arms, 0);
	const bool has_original = is_usual_original(json_array_get(arms, 1));
	struct rcc_strbuf text = {0};

	rcc_strbuf_add(&text,
		       json_string_value(json_object_get(random, "factors")));
	if (!has_original)
		rcc_strbuf_add(&text, " --no-original");
	for (size_t i = has_original ? 2 : 1; i < json_array_size(arms); i++)
		add_arm(&text, json_array_get(arms, i));
	return rcc_strbuf_take(&text);
}

/* Return metrics as the words of --metric, quoted for the shell.  The caller
 * must free it. */
static char *metrics_text(const json_t *metrics)
{
	struct rcc_strbuf text = {0};

	if (metrics == NULL)
		return rcc_study_value_text(NULL);
	for (size_t i = 0; i < json_array_size(metrics); i++) {
		char *word = rcc_metric_spec_text(json_array_get(metrics, i));
		char *quoted = rcc_shell_quote(word);

		rcc_strbuf_add_item(&text, " and ", quoted);
		free(quoted);
		free(word);
	}
	return rcc_strbuf_take(&text);
}

/* Return the words quoted for a shell.  The caller must free it. */
static char *words_text(const json_t *words)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < json_array_size(words); i++) {
		char *quoted = rcc_shell_quote(
			json_string_value(json_array_get(words, i)));

		rcc_strbuf_add_item(&text, " ", quoted);
		free(quoted);
	}
	return rcc_strbuf_take(&text);
}

/* Return a setting of a design as the user would type it. */
static char *setting_text(const json_t *design, const char *key)
{
	const json_t *value = json_object_get(design, key);

	if (strcmp(key, "arms") == 0)
		return arms_text(design);
	if (strcmp(key, "metrics") == 0)
		return metrics_text(value);
	if (json_is_string(json_array_get(value, 0)))
		return words_text(value);
	return rcc_study_value_text(value);
}

/* Return the name of the option that gives a setting. */
static const char *option_of(const char *key)
{
	if (strcmp(key, "arms") == 0)
		return "factors";
	return strcmp(key, "metrics") == 0 ? "metric" : key;
}

static int contradicts(const struct rcc_experiment *x, const json_t *stored,
		       const json_t *given, const char *key)
{
	char *was = setting_text(stored, key);
	char *is = setting_text(given, key);

	rcc_error("the study \"%s\" was begun with other settings: %s is %s, "
		  "not %s",
		  x->dir, option_of(key), was, is);
	rcc_hint("resume it without options (randstudy run -o DIR), or begin a "
		 "new study in another directory");
	free(was);
	free(is);
	return RCC_EXIT_USAGE;
}

/* The keys of the settings that may change while a study continues.  They
 * decide how a study stops, which iterations count, and which programs stay on
 * the disk. */
static const char *const changeable[] = {
	"on-wrong",	"precision", "budget",		"max-layouts",
	"keep-layouts", "decide",    "skip-iterations", "only-iteration"};
#define N_CHANGEABLE (sizeof(changeable) / sizeof(changeable[0]))

/* Copy from `given` to `stored` the settings that may change, and the number of
 * layouts if it is larger.  *batch is then set to the additional layouts.
 * Returns whether anything changed. */
static bool change_design(json_t *stored, json_t *given,
			  struct rcc_batch_record *batch)
{
	const json_int_t had =
		json_integer_value(json_object_get(stored, "layouts"));
	json_t *layouts = json_object_get(given, "layouts");
	bool is_changed = false;

	for (size_t i = 0; i < N_CHANGEABLE; i++) {
		json_t *value = json_object_get(given, changeable[i]);

		if (value == NULL ||
		    json_equal(value, json_object_get(stored, changeable[i])))
			continue;
		json_object_set(stored, changeable[i], value);
		is_changed = true;
	}
	if (json_integer_value(layouts) <= had)
		return is_changed;
	batch->first_layout = (unsigned)had;
	batch->n_layouts = (unsigned)(json_integer_value(layouts) - had);
	json_object_set(stored, "layouts", layouts);
	return true;
}

/* Return whether the number of layouts in `given` may differ from the number in
 * `stored`.  A larger number extends the study.  A smaller number is allowed in
 * two cases.  Either the number in `given` is only a minimum
 * (`has_least_layouts`).  Or the study itself decides how many layouts it
 * needs. */
static bool may_differ(const json_t *stored, const json_t *given,
		       bool has_least_layouts)
{
	return has_least_layouts ||
	       json_object_get(stored, "precision") != NULL ||
	       json_object_get(stored, "budget") != NULL ||
	       json_object_get(stored, "decide") != NULL ||
	       json_integer_value(json_object_get(given, "layouts")) >
		       json_integer_value(json_object_get(stored, "layouts"));
}

bool rcc_design_differs(const json_t *stored, const json_t *given,
			bool has_layouts)
{
	json_t *was = json_copy((json_t *)stored);
	json_t *now = json_copy((json_t *)given);
	bool differ;

	for (size_t i = 0; i < N_CHANGEABLE; i++) {
		json_object_del(was, changeable[i]);
		json_object_del(now, changeable[i]);
	}
	/* Ignore the version of the schedule (study/schedule.h).  A study keeps
	 * the version with which it was begun. */
	json_object_del(was, "schedule");
	json_object_del(now, "schedule");
	if (may_differ(stored, given, !has_layouts)) {
		json_object_del(was, "layouts");
		json_object_del(now, "layouts");
	}
	differ = !json_equal(was, now);
	json_decref(was);
	json_decref(now);
	return differ;
}

/* Remove "independent-layouts" from `given` for a study of an older version.
 * Such a study has independent layouts, but not this setting. */
static void accept_independent_layouts(const json_t *stored, json_t *given)
{
	if (json_integer_value(json_object_get(stored, "schedule")) <
		    RCC_SCHEDULE_COMMON_LAYOUTS &&
	    json_is_true(json_object_get(given, "independent-layouts")))
		json_object_del(given, "independent-layouts");
}

/* The facts of a design before a change, for store_change(). */
struct before {
	bool had_decide;
	bool had_goal; /* --precision, --budget or --decide */
	int64_t n_layouts;
};

static struct before describe(const json_t *design)
{
	const bool had_decide = json_object_get(design, "decide") != NULL;

	return (struct before){
		.had_decide = had_decide,
		.had_goal = had_decide ||
			    json_object_get(design, "precision") != NULL ||
			    json_object_get(design, "budget") != NULL,
		.n_layouts =
			json_integer_value(json_object_get(design, "layouts")),
	};
}

/* Return whether the study had all its runs and ended without a goal, so that
 * its result could be read. */
static bool had_ended(const struct rcc_experiment *x,
		      const struct before *before, int64_t n_runs)
{
	const struct rcc_study *study = &x->study;

	return !before->had_goal && n_runs != 0 &&
	       n_runs >= before->n_layouts * (int64_t)rcc_study_n_cells(study) *
				 (int64_t)study->n_executions;
}

/* Store a changed design.  Also store that results could be read before:
 *
 *	- if it has --decide, which the design before did not have, and there
 *	  are runs (RCC_INTERIM_LATE_KEY)
 *	- if a study that had ended now grows by --precision or --budget: as an
 *	  interim analysis that ended it */
static int store_change(struct rcc_experiment *x, const json_t *stored,
			const struct before *before,
			const struct rcc_batch_record *batch)
{
	const char *key = NULL;
	char *text = NULL;
	int64_t n_runs = 0;
	int status;

	if (rcc_store_count_runs(x->store, &n_runs) != 0)
		return rcc_experiment_store_failed(x, "count the runs");
	if (x->study.decide > 0) {
		if (!before->had_decide && n_runs != 0)
			key = RCC_INTERIM_LATE_KEY;
		text = rcc_mem_strdup("yes");
	} else if (rcc_study_grows(&x->study) && had_ended(x, before, n_runs)) {
		key = RCC_INTERIM_KEY;
		text = rcc_interim_ended(before->n_layouts);
	}
	status = store_design(x, stored, batch, key, text);
	free(text);
	return status;
}

static int resume_study(struct rcc_experiment *x, const char *text,
			const struct rcc_run_options *options)
{
	json_t *given = options->given;
	json_t *stored = json_loads(text, 0, NULL);
	json_t *fixed = json_deep_copy(given);
	struct rcc_batch_record batch = {0};
	const struct before before = describe(stored);
	bool is_changed;
	const char *key;
	char *problem = NULL;
	int status = RCC_EXIT_USAGE;

	for (size_t i = 0; i < N_CHANGEABLE; i++)
		json_object_del(fixed, changeable[i]);
	if (may_differ(stored, given, options->has_least_layouts))
		json_object_del(fixed, "layouts");
	accept_independent_layouts(stored, fixed);
	key = rcc_study_conflict(stored, fixed);
	if (key != NULL) {
		status = contradicts(x, stored, given, key);
		goto out;
	}
	is_changed = change_design(stored, given, &batch);
	rcc_study_release(&x->study);
	if (rcc_study_parse(stored, &x->study, &problem) != 0) {
		if (is_changed)
			rcc_error("%s", problem);
		else
			rcc_error("the design in \"%s/study.db\" is damaged: "
				  "%s",
				  x->dir, problem);
	} else {
		status = is_changed ? store_change(x, stored, &before, &batch)
				    : RCC_EXIT_OK;
	}
	free(problem);
out:
	json_decref(fixed);
	json_decref(stored);
	return status;
}

int rcc_design_load(struct rcc_experiment *x,
		    const struct rcc_run_options *options)
{
	char *text = NULL;
	int status;

	if (rcc_store_get(x->store, "design", &text) != 0)
		return rcc_experiment_store_failed(x, "read the design");
	if (text == NULL)
		return begin_study(x, options->given);
	status = resume_study(x, text, options);
	free(text);
	return status;
}
