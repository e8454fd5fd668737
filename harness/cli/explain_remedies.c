/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A remedy is an attribute of a function or an option of the compiler.  It may
 * stop the function's place in memory from changing the time of the program
 * (findings/remedies.h).
 *
 * The present program and each remedy are the systems of a new study, the study
 * of remedies in DIR/remedies/study.  The steps are:
 *
 *	1. Build the systems one after the other.  A remedy that cannot be
 *	   built is noted and left out.
 *	2. Store the list of remedies in DIR/explain.db.
 *	3. Measure the study.
 */
#include "harness/cli/explain_remedies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/build/build_command.h"
#include "harness/build/layout_table.h"
#include "harness/build/source_copy.h"
#include "harness/cli/run_here.h"
#include "harness/findings/remedies.h"
#include "harness/options/run_options.h"
#include "harness/run/hot_functions.h"
#include "harness/run/same_code.h"
#include "harness/session/open_measured.h"
#include "harness/store/store_json.h"
#include "harness/study/study_defaults.h"

/* Each layout runs in two rounds.  Only then can the variation between layouts
 * be separated from noise. */
#define ROUNDS 2

struct remedies {
	const char *dir;
	double budget_s;
	/* The study in DIR, which `randstudy explain` explained. */
	struct rcc_findings findings;
	struct rcc_explanation e;
	struct rcc_store *store;
	/* The settings of the explained system, in the JSON of the explained
	 * study. */
	const json_t *system;
	char *folder; /* DIR/remedies */
	char *study;  /* DIR/remedies/study */
	/* The list of remedies, to be stored in explain.db; NULL if it is
	 * stored already. */
	json_t *plan;
	/* The settings of the new study's systems: the programs that could be
	 * built so far. */
	json_t *systems;
	int stop_signal;
};

static const char *text_of(const json_t *json, const char *key)
{
	return json_string_value(json_object_get(json, key));
}

/* ---- The settings ------------------------------------------------------ */

/* Return the directory in which the explained system was built; NULL if it was
 * built in a worktree of git. */
static const char *tree_of(const struct remedies *r)
{
	const char *directory = text_of(r->system, "directory");

	if (json_object_get(r->system, "git") != NULL)
		return NULL;
	return directory != NULL ? directory
				 : r->findings.stored.study.directory;
}

/* Return the two arms (kinds of layouts) of the new study, as JSON.  One is the
 * explained study's first arm of random layouts.  The other is the original
 * layout, whose runs show the noise. */
static json_t *arms_of(const struct rcc_study *study)
{
	const json_t *all = json_object_get(study->json, "arms");
	json_t *arms = json_array();

	for (int is_random = 1; is_random >= 0; is_random--)
		for (size_t i = 0; i < json_array_size(all); i++) {
			json_t *arm = json_array_get(all, i);

			if (is_random ==
			    json_is_string(json_object_get(arm, "factors"))) {
				json_array_append(arms, arm);
				break;
			}
		}
	if (json_array_size(arms) == 2)
		return arms;
	json_decref(arms);
	return rcc_study_arms(study->arm[0].factors);
}

/* Return the libraries (--library) that are laid out with one system.  An
 * argument SYSTEM=LIBRARY becomes LIBRARY, because the new study has other
 * systems. */
static json_t *libraries_of(const struct rcc_study *study, const char *system)
{
	const json_t *all = json_object_get(study->json, "library");
	const size_t n = strlen(system);
	json_t *list = json_array();

	for (size_t i = 0; i < json_array_size(all); i++) {
		const char *text = json_string_value(json_array_get(all, i));
		const char *equals = strchr(text, '=');

		if (strncmp(text, system, n) == 0 && text[n] == '=')
			json_array_append_new(list, json_string(text + n + 1));
		else if (equals == NULL)
			json_array_append_new(list, json_string(text));
	}
	return list;
}

/* Return a seed for the new study.  It differs from the explained study's seed,
 * so the two studies have different layouts. */
static json_t *new_seed(const struct rcc_study *study)
{
	struct rcc_random random;
	char text[24];

	rcc_random_stream(&random, study->master_seed, "remedies");
	snprintf(text, sizeof(text), "%" PRIu64, rcc_random_next(&random));
	return json_string(text);
}

/* Return the settings of the new study.  They are the settings of the explained
 * study, with other systems, and with other numbers of layouts and
 * executions. */
static json_t *settings(const struct remedies *r)
{
	static const char *const not_ours[] = {
		"layouts",   "executions", "redo",     "schedule",
		"precision", "may-grow",   "machine",  "machines",
		"aa",	     "rebuild",	   "directory"};
	const struct rcc_study *study = &r->findings.stored.study;
	json_t *given = json_deep_copy(study->json);

	for (size_t i = 0; i < sizeof(not_ours) / sizeof(not_ours[0]); i++)
		json_object_del(given, not_ours[i]);
	json_object_set(given, "systems", r->systems);
	json_object_set_new(given, "arms", arms_of(study));
	json_object_set_new(given, "seed", new_seed(study));
	json_object_set_new(given, "executions", json_integer(ROUNDS));
	/* If only one system was built, there is no comparison to decide. */
	if (json_array_size(r->systems) > 1)
		json_object_set_new(given, "decide", json_real(r->e.threshold));
	else
		json_object_del(given, "decide");
	json_object_set_new(given, "budget", json_real(r->budget_s));
	if (json_object_get(given, "library") != NULL)
		json_object_set_new(
			given, "library",
			libraries_of(study, text_of(r->system, "name")));
	return given;
}

/* Build the systems in r->systems and link their layouts; if `measures`, also
 * run them. */
static int run_study(struct remedies *r, bool measures)
{
	struct rcc_run_options options;
	int status = RCC_EXIT_FAILED;

	rcc_run_options_init(&options);
	json_decref(options.given);
	options.given = settings(r);
	options.dir = r->study;
	options.has_no_runs = !measures;
	if (chdir(r->findings.stored.study.directory) != 0)
		rcc_error_errno("cannot work in \"%s\"",
				r->findings.stored.study.directory);
	else
		status = rcc_run_here(&options, &r->stop_signal);
	rcc_run_options_release(&options);
	return status;
}

/* ---- Building ---------------------------------------------------------- */

/* Return the explained system's build command, extended by the flags of a
 * remedy.  If `flags` is NULL, the command is unchanged.  Caller frees. */
static char *build_with(const struct remedies *r, const char *flags)
{
	const char *build = text_of(r->system, "build");

	return flags != NULL ? rcc_build_command_with_flags(build, flags)
			     : rcc_mem_strdup(build);
}

/* Return the program's path relative to `tree`, the directory in which it was
 * built.  A program outside that directory keeps its path. */
static const char *program_in(const char *tree, const char *program)
{
	const size_t n = tree != NULL ? strlen(tree) : 0;

	if (program != NULL && n != 0 && strncmp(program, tree, n) == 0 &&
	    program[n] == '/')
		return program + n + 1;
	return program;
}

/* Copy the sources to the directory in which system k is built, and name that
 * directory in the settings `system`.  A system from git needs no copy.
 * Returns NULL, or why copying is impossible (caller frees). */
static char *set_directory(const struct remedies *r, size_t k, json_t *system)
{
	const char *tree = tree_of(r);
	char *copy;
	char *problem;

	if (tree == NULL)
		return NULL;
	if (rcc_build_command_names(text_of(r->system, "build"), tree))
		return rcc_mem_printf("the build command names its own "
				      "directory \"%s\", so it cannot be "
				      "repeated in a copy",
				      tree);
	copy = rcc_mem_printf("%s/source/%zu", r->folder, k);
	problem = rcc_source_copy(tree, copy);
	json_object_set_new(system, "directory", json_string(copy));
	free(copy);
	return problem;
}

/* Copy the log of the failed build of system k to DIR/remedies/NAME.log.
 * Returns a text about the failed build and its log; caller frees. */
static char *keep_log(const struct remedies *r, size_t k, const char *name)
{
	char *log = rcc_mem_printf("%s/build-%zu.log", r->study, k);
	char *kept = rcc_mem_printf("%s/%s.log", r->folder, name);
	const bool is_kept = rcc_file_copy(log, kept, 0666) == 0;
	char *problem = rcc_mem_printf("its build could not be repeated%s%s",
				       is_kept ? "; its output is in " : "",
				       is_kept ? kept : "");

	free(kept);
	free(log);
	return problem;
}

/* Add a system to the new study, and build it with the flags of a remedy.  If
 * `flags` is NULL, no flags are added.  Returns NULL on success.  If the system
 * cannot be built, leaves it out and returns the reason (caller frees). */
static char *add_system(struct remedies *r, const char *name, const char *flags)
{
	const size_t k = json_array_size(r->systems);
	json_t *system = json_deep_copy(r->system);
	const char *program =
		program_in(tree_of(r), text_of(r->system, "program"));
	char *build = build_with(r, flags);
	char *problem = set_directory(r, k, system);

	json_object_set_new(system, "name", json_string(name));
	json_object_set_new(system, "build", json_string(build));
	if (program != NULL)
		json_object_set_new(system, "program", json_string(program));
	free(build);
	json_array_append_new(r->systems, system);
	if (problem == NULL && run_study(r, false) != RCC_EXIT_OK)
		problem = keep_log(r, k, name);
	if (problem != NULL)
		json_array_remove(r->systems, k);
	return problem;
}

/* ---- Checking ---------------------------------------------------------- */

/* Return whether a remedy's functions have the alignment that the remedy gives
 * them, in the program and the libraries of one layout. */
static bool is_aligned(const struct rcc_hot_file *file, size_t n_files,
		       const json_t *remedy)
{
	const json_t *functions = json_object_get(remedy, "functions");
	const uint64_t align =
		(uint64_t)json_integer_value(json_object_get(remedy, "align"));

	for (size_t i = 0; i < json_array_size(functions); i++) {
		const char *name =
			json_string_value(json_array_get(functions, i));
		bool is_found = false;

		for (size_t k = 0; k < n_files && !is_found; k++) {
			const struct rcc_code_function *f =
				rcc_hot_file_find(&file[k], name);

			is_found = f != NULL && f->address % align == 0;
		}
		if (!is_found)
			return false;
	}
	return true;
}

/* Return whether a remedy's functions have their alignment in all layouts of
 * the system that was built with the remedy. */
static bool is_aligned_everywhere(const struct rcc_experiment *x,
				  const json_t *remedy, size_t system)
{
	bool holds = true;

	for (size_t i = 0; i < x->n_layouts && holds; i++) {
		char *folder = rcc_layout_table_folder(x, (int64_t)i);
		struct rcc_hot_file *file = NULL;
		size_t n = 0;

		if (x->layout[i].system == system)
			file = rcc_hot_files_read(x, system, folder, &n);
		if (file != NULL)
			holds = is_aligned(file, n, remedy);
		rcc_hot_files_free(file, n);
		free(folder);
	}
	return holds;
}

/* Check that a remedy reached the program that was built with it.  Returns NULL
 * if it did, otherwise why not (caller frees). */
static char *find_fault(const struct remedies *r, const json_t *remedy,
			size_t system)
{
	const bool aligns = json_object_get(remedy, "align") != NULL;
	struct rcc_experiment x = {.lock_fd = -1};
	const bool is_open = rcc_open_measured(&x, r->study) == RCC_EXIT_OK;
	const char *fault = NULL;

	/* A function may be aligned by chance in the few layouts that were
	 * made, so equal code proves nothing about an alignment. */
	if (aligns) {
		if (!is_open || !is_aligned_everywhere(&x, remedy, system))
			fault = "the compiler did not align the function: only "
				"gcc's plugin can give it the attribute from "
				"outside";
	} else if (is_open && rcc_same_code(&x, 0, system)) {
		fault = "it changes nothing: the program built with it has the "
			"same code as the present one";
	}
	rcc_experiment_close(&x);
	return fault != NULL ? rcc_mem_strdup(fault) : NULL;
}

/* ---- The command to try ------------------------------------------------ */

/* Append an option and its value to a command line, or the value alone if
 * `option` is NULL.  Nothing is appended if the value is NULL. */
static void add_option(struct rcc_strbuf *text, const char *option,
		       const char *value)
{
	char *quoted;

	if (value == NULL)
		return;
	quoted = rcc_shell_quote(value);
	if (option != NULL)
		rcc_strbuf_printf(text, " %s", option);
	rcc_strbuf_printf(text, " %s", quoted);
	free(quoted);
}

/* Return the argument of --metric for the explained metric; caller frees. */
static char *metric_option(const struct remedies *r)
{
	const struct rcc_metric *metric = &r->findings.asked.metric;
	const json_t *metrics =
		json_object_get(r->findings.stored.study.json, "metrics");

	return metric->spec != NULL ? rcc_metric_spec_text(json_array_get(
					      metrics, metric->index))
				    : rcc_mem_strdup(metric->name);
}

/* Return a command, `randstudy ab ...`, with which the user can compare the
 * program with one built with `flags`; caller frees. */
static char *command_to_try(const struct remedies *r, const char *flags)
{
	const struct rcc_study *study = &r->findings.stored.study;
	struct rcc_strbuf text = {0};
	char *build = build_with(r, flags);
	char *metric = metric_option(r);

	rcc_strbuf_add(&text, "randstudy ab");
	add_option(&text, NULL, text_of(r->system, "build"));
	add_option(&text, NULL, build);
	add_option(&text, "--program", text_of(r->system, "program"));
	add_option(&text, "--metric", metric);
	add_option(&text, "--stdin", study->stdin_path);
	if (study->has_shell)
		rcc_strbuf_add(&text, " --shell");
	rcc_strbuf_add(&text, " --");
	for (size_t i = 0; i < study->n_command; i++)
		add_option(&text, NULL, study->command[i]);
	free(metric);
	free(build);
	return rcc_strbuf_take(&text);
}

/* ---- All remedies ------------------------------------------------------ */

/* Store in the JSON of a remedy why the remedy was not built, and the command
 * with which the user can try it. */
static void set_problem(const struct remedies *r, json_t *json,
			const char *flags, const char *problem)
{
	char *command = command_to_try(r, flags);

	json_object_set_new(json, "problem", json_string(problem));
	json_object_set_new(json, "command", json_string(command));
	free(command);
}

static void build_remedy(struct remedies *r, json_t *remedy)
{
	const char *flags = text_of(remedy, "flags");
	const size_t k = json_array_size(r->systems);
	char *problem;

	fprintf(stderr, "explain: remedy %s\n", text_of(remedy, "name"));
	problem = add_system(r, text_of(remedy, "name"), flags);
	if (problem == NULL) {
		problem = find_fault(r, remedy, k);
		if (problem != NULL)
			json_array_remove(r->systems, k);
	}
	if (problem != NULL)
		set_problem(r, remedy, flags, problem);
	else
		json_object_set_new(remedy, "system",
				    json_integer((json_int_t)k));
	free(problem);
}

/* Build the present program, and then the program with each remedy in turn. */
static void build_all(struct remedies *r)
{
	json_t *list = json_object_get(r->plan, "list");
	char *problem = NULL;
	size_t i;
	json_t *one;

	fputs("explain: building the program again\n", stderr);
	problem = add_system(r, RCC_REMEDIES_PRESENT, NULL);
	if (problem != NULL)
		set_problem(r, r->plan,
			    text_of(json_array_get(list, 0), "flags"), problem);
	free(problem);
	if (json_array_size(r->systems) == 0)
		return;
	json_array_foreach(list, i, one)
	{
		if (r->stop_signal == 0)
			build_remedy(r, one);
	}
}

static int store_plan(struct remedies *r)
{
	if (rcc_store_set_json(r->store, RCC_EXPLAIN_REMEDIES, r->plan) == 0)
		return RCC_EXIT_OK;
	rcc_error("cannot use \"%s/%s\": %s", r->dir, RCC_EXPLAIN_FILE,
		  rcc_store_error(r->store));
	return RCC_EXIT_FAILED;
}

static int make_plan(struct remedies *r)
{
	const bool has_plugin = rcc_stored_has_plugin(
		&r->findings.stored, text_of(r->e.setup, "system"));
	int status = RCC_EXIT_OK;

	r->systems = json_array();
	r->plan = json_pack("{s:s,s:o}", "build", text_of(r->system, "build"),
			    "list", rcc_remedies_plan(&r->e, has_plugin));
	if (!has_plugin)
		fputs("explain: attributes of functions are tried only with "
		      "gcc, by randcc's plugin\n",
		      stderr);
	if (json_array_size(json_object_get(r->plan, "list")) == 0) {
		fputs("explain: no function is named that a remedy could "
		      "help\n",
		      stderr);
		return RCC_EXIT_OK;
	}
	/* An earlier call that was killed may have left a part of the folder
	 * DIR/remedies. */
	if (rcc_file_remove_tree(r->folder) != 0) {
		rcc_error_errno("cannot remove \"%s\"", r->folder);
		return RCC_EXIT_FAILED;
	}
	build_all(r);
	if (r->stop_signal != 0)
		return RCC_EXIT_FAILED;
	/* If the last build failed, the study still has the settings of that
	 * build.  Store the settings with only the systems that were built. */
	if (json_array_size(r->systems) > 1)
		status = run_study(r, false);
	if (status == RCC_EXIT_OK)
		status = store_plan(r);
	return status;
}

/* Make those runs of the study of remedies that are not stored yet. */
static int measure(struct remedies *r)
{
	struct rcc_run_options options;
	int status;

	rcc_run_options_init(&options);
	options.dir = r->study;
	status = rcc_run_here(&options, &r->stop_signal);
	rcc_run_options_release(&options);
	return status;
}

static bool has_built(const struct remedies *r)
{
	const json_t *list = json_object_get(
		r->plan != NULL ? r->plan : r->e.remedies, "list");

	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_object_get(json_array_get(list, i), "system") != NULL)
			return true;
	return false;
}

/* Set r->system to the settings of the system that was explained. */
static int find_system(struct remedies *r)
{
	const struct rcc_study *study = &r->findings.stored.study;
	const char *name = text_of(r->e.setup, "system");

	for (size_t i = 0; i < study->n_systems; i++)
		if (name != NULL && strcmp(study->system[i].name, name) == 0)
			r->system = json_array_get(
				json_object_get(study->json, "systems"), i);
	if (r->system != NULL)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" explains a system that the study does not have",
		  r->dir, RCC_EXPLAIN_FILE);
	return RCC_EXIT_FAILED;
}

static int open_all(struct remedies *r)
{
	char *path = rcc_file_join(r->dir, RCC_EXPLAIN_FILE);
	int status = RCC_EXIT_OK;

	if (rcc_trials_open(path, RCC_STORE_CREATE, &r->store) != 0 ||
	    rcc_explanation_read(r->store, &r->e) != 0) {
		rcc_error("cannot use \"%s\": %s", path,
			  rcc_store_error(r->store));
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK)
		status = rcc_findings_load(
			r->dir, text_of(r->e.setup, "metric"), &r->findings);
	if (status == RCC_EXIT_OK)
		status = find_system(r);
	free(path);
	return status;
}

int rcc_explain_remedies(const char *dir, double budget_s, int *stop_signal)
{
	struct remedies r = {.dir = dir, .budget_s = budget_s};
	int status = open_all(&r);

	r.folder = rcc_file_join(dir, RCC_REMEDIES_FOLDER);
	r.study = rcc_file_join(r.folder, RCC_REMEDIES_STUDY);
	if (status == RCC_EXIT_OK && r.e.remedies == NULL)
		status = make_plan(&r);
	if (status == RCC_EXIT_OK && has_built(&r))
		status = measure(&r);
	*stop_signal = r.stop_signal;
	json_decref(r.systems);
	json_decref(r.plan);
	rcc_explanation_release(&r.e);
	rcc_findings_release(&r.findings);
	rcc_store_close(r.store);
	free(r.study);
	free(r.folder);
	return status;
}
