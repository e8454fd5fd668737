/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/study.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/study/schedule.h"
#include "stats/rcc_stats.h"

#define MAX_LAYOUTS_DEFAULT 1000

/* ---- Reading keys ------------------------------------------------------ */

static int bad(char **problem, char *text)
{
	*problem = text;
	return RCC_EFORMAT;
}

static int read_integer(const json_t *json, const char *key, json_int_t min,
			json_int_t max, json_int_t *out, char **problem)
{
	const json_t *value = json_object_get(json, key);

	if (!json_is_integer(value) || json_integer_value(value) < min ||
	    json_integer_value(value) > max)
		return bad(problem,
			   rcc_mem_printf("\"%s\" must be a whole number from "
					  "%lld to %lld",
					  key, (long long)min, (long long)max));
	*out = json_integer_value(value);
	return 0;
}

static int read_count(const json_t *json, const char *key, unsigned min,
		      unsigned max, unsigned *out, char **problem)
{
	json_int_t value = 0;

	if (read_integer(json, key, min, max, &value, problem) != 0)
		return RCC_EFORMAT;
	*out = (unsigned)value;
	return 0;
}

/* Read a string.  *out is NULL if the key is missing or its value is null. */
static int read_text(const json_t *json, const char *key, bool is_required,
		     const char **out, char **problem)
{
	const json_t *value = json_object_get(json, key);

	*out = json_string_value(value);
	if (*out != NULL)
		return 0;
	if (value != NULL && !json_is_null(value))
		return bad(problem,
			   rcc_mem_printf("\"%s\" must be a string", key));
	if (is_required)
		return bad(problem, rcc_mem_printf("\"%s\" is missing", key));
	return 0;
}

/* Read a string that must be `no` or `yes`.  *out is set to whether it is
 * `yes`. */
static int read_choice(const json_t *json, const char *key, const char *no,
		       const char *yes, bool *out, char **problem)
{
	const char *text = json_string_value(json_object_get(json, key));

	if (text == NULL || (strcmp(text, no) != 0 && strcmp(text, yes) != 0))
		return bad(problem, rcc_mem_printf("\"%s\" must be \"%s\" or "
						   "\"%s\"",
						   key, no, yes));
	*out = strcmp(text, yes) == 0;
	return 0;
}

/* Read a number above 0 and at most `max`.  *out is 0 if the key is missing. */
static int read_real(const json_t *json, const char *key, double max,
		     double *out, char **problem)
{
	const json_t *value = json_object_get(json, key);

	*out = json_number_value(value);
	if (value != NULL && !json_is_null(value) &&
	    (!json_is_number(value) || !(*out > 0) || *out > max))
		return bad(problem, rcc_mem_printf("\"%s\" must be a number "
						   "above 0, at most %g",
						   key, max));
	return 0;
}

static bool has_key(const struct rcc_study *s, const char *key)
{
	return json_object_get(s->json, key) != NULL;
}

static bool is_true(const struct rcc_study *s, const char *key)
{
	return json_is_true(json_object_get(s->json, key));
}

/* ---- The settings by type ---------------------------------------------- */

static int read_executions(struct rcc_study *s, char **problem)
{
	const char *text =
		json_string_value(json_object_get(s->json, "executions"));

	s->n_executions = 1;
	s->chooses_rounds = text != NULL && strcmp(text, "auto") == 0;
	if (s->chooses_rounds)
		return 0;
	if (text == NULL)
		return read_count(s->json, "executions", 1, RCC_STUDY_MAX,
				  &s->n_executions, problem);
	return bad(problem,
		   rcc_mem_printf("\"executions\" must be \"auto\" or a whole "
				  "number from 1 to %d",
				  RCC_STUDY_MAX));
}

static int read_numbers(struct rcc_study *s, char **problem)
{
	const json_t *timeout = json_object_get(s->json, "timeout");
	unsigned exit_status = 0;
	json_int_t limit = 0;

	/* Older studies lack the keys "iterations" and "schedule". */
	s->n_iterations = 1;
	s->schedule = 1;
	if (read_count(s->json, "layouts", 2, RCC_STUDY_MAX, &s->n_layouts,
		       problem) ||
	    read_executions(s, problem) ||
	    (has_key(s, "iterations") &&
	     read_count(s->json, "iterations", 1, RCC_STUDY_MAX,
			&s->n_iterations, problem)) ||
	    (has_key(s, "schedule") &&
	     read_count(s->json, "schedule", 1, RCC_SCHEDULE_VERSION,
			&s->schedule, problem)) ||
	    (has_key(s, "skip-iterations") &&
	     read_count(s->json, "skip-iterations", 0, RCC_STUDY_MAX,
			&s->skip_iterations, problem)) ||
	    (has_key(s, "only-iteration") &&
	     read_count(s->json, "only-iteration", 0, RCC_STUDY_MAX,
			&s->only_iteration, problem)) ||
	    (has_key(s, "machine") &&
	     read_count(s->json, "machine", 1, RCC_STUDY_MACHINES_MAX,
			&s->machine, problem)) ||
	    (has_key(s, "machines") &&
	     read_count(s->json, "machines", 1, RCC_STUDY_MACHINES_MAX,
			&s->n_machines, problem)) ||
	    read_count(s->json, "warmup", 0, RCC_STUDY_MAX, &s->warmup,
		       problem) ||
	    read_count(s->json, "exit-status", 0, 255, &exit_status, problem) ||
	    read_integer(s->json, "output-limit", 0, LLONG_MAX, &limit,
			 problem))
		return RCC_EFORMAT;
	if (!json_is_number(timeout) || !(json_number_value(timeout) >= 0) ||
	    json_number_value(timeout) > 1e9)
		return bad(problem, rcc_mem_strdup("\"timeout\" must be a "
						   "number of seconds"));
	s->exit_status = (int)exit_status;
	s->output_limit = limit;
	s->timeout = json_number_value(timeout);
	s->cool_down = json_number_value(json_object_get(s->json, "cool-down"));
	return 0;
}

/* Read the conditions under which a study that adds layouts ends. */
static int read_end(struct rcc_study *s, char **problem)
{
	s->max_layouts = MAX_LAYOUTS_DEFAULT;
	if (read_real(s->json, "precision", 10, &s->precision, problem) ||
	    read_real(s->json, "budget", 1e9 * 86400, &s->budget, problem) ||
	    read_real(s->json, "decide", 0.99, &s->decide, problem) ||
	    (has_key(s, "max-layouts") &&
	     read_count(s->json, "max-layouts", 2, RCC_STUDY_MAX,
			&s->max_layouts, problem)))
		return RCC_EFORMAT;
	if (s->precision > 0 && s->n_layouts < RCC_STOPPING_FEWEST)
		return bad(problem,
			   rcc_mem_printf("a study that ends when precise "
					  "enough begins with at least %d "
					  "layouts: with fewer, the interval "
					  "may be narrow by chance",
					  RCC_STOPPING_FEWEST));
	return 0;
}

bool rcc_study_grows(const struct rcc_study *study)
{
	return study->precision > 0 || study->budget > 0 || study->decide > 0;
}

bool rcc_study_plans_end(const struct rcc_study *study)
{
	return study->decide > 0 && study->budget > 0 && !study->may_grow;
}

static int read_seed(struct rcc_study *s, char **problem)
{
	const char *seed = NULL;
	int is_none = 0;

	if (read_text(s->json, "seed", true, &seed, problem) != 0)
		return RCC_EFORMAT;
	if (rcc_rank_parse_seed(seed, &s->master_seed, &is_none) != 0 ||
	    is_none)
		return bad(problem,
			   rcc_mem_printf("bad seed \"%s\": a whole number "
					  "from 0 to 18446744073709551615",
					  seed));
	return 0;
}

static int read_texts(struct rcc_study *s, char **problem)
{
	const struct {
		const char *key;
		const char **out;
	} optional[] = {
		{"stdin", &s->stdin_path}, {"expect", &s->expect},
		{"verify", &s->verify},	   {"padding-max", &s->padding_max},
		{"pin", &s->pin},	   {"prepare", &s->prepare},
		{"cleanup", &s->cleanup},  {"template", &s->template_dir},
		{"setup", &s->setup},	   {"conclude", &s->conclude},
	};

	if (read_text(s->json, "directory", true, &s->directory, problem) != 0)
		return RCC_EFORMAT;
	for (size_t i = 0; i < sizeof(optional) / sizeof(optional[0]); i++)
		if (read_text(s->json, optional[i].key, false, optional[i].out,
			      problem) != 0)
			return RCC_EFORMAT;
	return 0;
}

static int read_runs(struct rcc_study *s, char **problem)
{
	const json_t *value = json_object_get(s->json, "runs");
	const char *text = json_string_value(value);

	if (value == NULL || (text != NULL && strcmp(text, "turns") == 0))
		return 0;
	s->is_duet = text != NULL && strcmp(text, "duet") == 0;
	s->may_take_turns =
		text != NULL && strcmp(text, "tandem-if-possible") == 0;
	s->is_tandem = s->may_take_turns ||
		       (text != NULL && strcmp(text, "tandem") == 0);
	if (s->is_tandem || s->is_duet)
		return 0;
	return bad(problem,
		   rcc_mem_strdup("\"runs\" must be \"turns\", \"tandem\", "
				  "\"tandem-if-possible\" or \"duet\""));
}

static int read_choices(struct rcc_study *s, char **problem)
{
	s->has_shell = is_true(s, "shell");
	s->has_fresh_cwd = is_true(s, "fresh-cwd");
	s->is_tuned = is_true(s, "tune");
	s->is_aa = is_true(s, "aa");
	s->is_rebuilt = is_true(s, "rebuild");
	s->may_grow = is_true(s, "may-grow");
	s->has_independent_layouts = is_true(s, "independent-layouts");
	s->is_in_place = is_true(s, "in-place");
	s->ignore_output = is_true(s, "ignore-output");
	if (read_choice(s->json, "on-wrong", "stop", "go-on",
			&s->continues_after_failure, problem) ||
	    (has_key(s, "keep-layouts") &&
	     read_choice(s->json, "keep-layouts", "all", "none",
			 &s->removes_layouts, problem)) ||
	    (has_key(s, "redo") && read_choice(s->json, "redo", "off", "on",
					       &s->repeats_blocks, problem)) ||
	    read_runs(s, problem) ||
	    read_choice(s->json, "env", "fixed", "random", &s->has_random_env,
			problem))
		return RCC_EFORMAT;
	return rcc_process_control_read(s->json, &s->control, problem);
}

/* ---- Systems, arms, command -------------------------------------------- */

/* Read the commit from which a system is built, if any. */
static int read_commit(const json_t *git, struct rcc_system *system,
		       char **problem)
{
	if (git == NULL)
		return 0;
	if (read_text(git, "repository", true, &system->repository, problem) ||
	    read_text(git, "commit", true, &system->commit, problem) ||
	    read_text(git, "subdir", true, &system->subdir, problem))
		return RCC_EFORMAT;
	system->changes = json_object_get(git, "changes");
	return 0;
}

static int read_system(const json_t *json, struct rcc_system *system,
		       char **problem)
{
	if (read_text(json, "name", true, &system->name, problem) ||
	    read_text(json, "build", true, &system->build, problem) ||
	    read_text(json, "program", false, &system->program, problem) ||
	    read_text(json, "directory", false, &system->directory, problem))
		return RCC_EFORMAT;
	return read_commit(json_object_get(json, "git"), system, problem);
}

static int read_arm(const json_t *json, struct rcc_arm *arm, char **problem)
{
	char all[RCC_FACTORS_TEXT_MAX];
	unsigned factors = 0;
	const char *word = NULL;
	size_t len = 0;

	if (read_text(json, "name", true, &arm->name, problem) ||
	    read_text(json, "factors", false, &arm->factors, problem))
		return RCC_EFORMAT;
	if (json_object_get(json, "env") != NULL &&
	    read_choice(json, "env", "fixed", "random", &arm->has_random_env,
			problem))
		return RCC_EFORMAT;
	if (arm->factors != NULL &&
	    rcc_rank_parse_factors(arm->factors, &factors, &word, &len) != 0)
		return bad(problem,
			   rcc_mem_printf("unknown factor \"%.*s\" in \"%s\": "
					  "a comma list of %s",
					  (int)len, word, arm->factors,
					  rcc_rank_factors_text(RCC_FACTORS_ALL,
								all)));
	return 0;
}

/* Check the choice of iterations that reports use. */
static int check_iterations(const struct rcc_study *s, char **problem)
{
	if (s->skip_iterations > 0 && s->only_iteration > 0)
		return bad(problem,
			   rcc_mem_strdup("--skip-iterations and "
					  "--only-iteration exclude each "
					  "other: give one of them as 0"));
	if (s->skip_iterations >= s->n_iterations)
		return bad(problem,
			   rcc_mem_printf("a run has %u iterations: skipping "
					  "the first %u leaves none",
					  s->n_iterations, s->skip_iterations));
	if (s->only_iteration > s->n_iterations)
		return bad(problem,
			   rcc_mem_printf("there is no iteration %u: a run has "
					  "%u",
					  s->only_iteration, s->n_iterations));
	return 0;
}

static int check_sides(const struct rcc_study *s, char **problem)
{
	if (s->decide > 0 && s->n_systems < 2)
		return bad(problem,
			   rcc_mem_strdup("--decide compares systems: name two "
					  "or more with --system"));
	if (s->is_aa && !rcc_study_has_original(s))
		return bad(problem,
			   rcc_mem_strdup("a program that is compared with "
					  "itself needs its original layout "
					  "too: leave out --no-original"));
	if (s->n_systems < 2 && !rcc_study_has_original(s))
		return bad(problem,
			   rcc_mem_strdup("--no-original leaves nothing to "
					  "compare with: name two or more "
					  "systems with --system"));
	if (s->is_aa && s->n_systems != 2)
		return bad(problem,
			   rcc_mem_strdup("a program compared with itself "
					  "needs two \"systems\""));
	return 0;
}

/* Refuse equal names, since names identify systems and arms in seeds and
 * reports. */
static int check_names(const struct rcc_study *s, char **problem)
{
	for (size_t i = 0; i < s->n_systems; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(s->system[i].name, s->system[k].name) == 0)
				return bad(problem,
					   rcc_mem_printf("two systems are "
							  "called \"%s\"",
							  s->system[i].name));
	for (size_t i = 0; i < s->n_arms; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(s->arm[i].name, s->arm[k].name) == 0)
				return bad(problem,
					   rcc_mem_printf("two arms are called "
							  "\"%s\"",
							  s->arm[i].name));
	return 0;
}

static int read_lists(struct rcc_study *s, char **problem)
{
	const json_t *systems = json_object_get(s->json, "systems");
	const json_t *arms = json_object_get(s->json, "arms");
	const json_t *command = json_object_get(s->json, "command");

	s->n_systems = json_array_size(systems);
	s->n_arms = json_array_size(arms);
	s->n_command = json_array_size(command);
	if (s->n_systems == 0 || s->n_arms == 0 || s->n_command == 0)
		return bad(problem,
			   rcc_mem_strdup("\"systems\", \"arms\" and "
					  "\"command\" must not be empty"));
	s->system = rcc_mem_calloc(s->n_systems, sizeof(*s->system));
	s->arm = rcc_mem_calloc(s->n_arms, sizeof(*s->arm));
	s->command = rcc_mem_calloc(s->n_command, sizeof(*s->command));
	for (size_t i = 0; i < s->n_systems; i++)
		if (read_system(json_array_get(systems, i), &s->system[i],
				problem))
			return RCC_EFORMAT;
	for (size_t i = 0; i < s->n_arms; i++) {
		s->arm[i].has_random_env = s->has_random_env;
		if (read_arm(json_array_get(arms, i), &s->arm[i], problem))
			return RCC_EFORMAT;
	}
	for (size_t i = 0; i < s->n_command; i++) {
		s->command[i] = json_string_value(json_array_get(command, i));
		if (s->command[i] == NULL)
			return bad(problem, rcc_mem_strdup("\"command\" must "
							   "be a list of "
							   "strings"));
	}
	return 0;
}

/* Add a "[SYSTEM=]LIBRARY".  Without SYSTEM, add the library to all systems. */
static void give_library(struct rcc_study *s, const char *text)
{
	const char *rest = NULL;

	for (size_t i = 0; i < s->n_systems; i++) {
		struct rcc_system *system = &s->system[i];
		const size_t len = strlen(system->name);

		if (strncmp(text, system->name, len) != 0 || text[len] != '=')
			continue;
		rest = text + len + 1;
		system->library[system->n_libraries++] = rest;
	}
	for (size_t i = 0; i < s->n_systems && rest == NULL; i++)
		s->system[i].library[s->system[i].n_libraries++] = text;
}

static int read_libraries(struct rcc_study *s, char **problem)
{
	const json_t *list = json_object_get(s->json, "library");
	const size_t n = json_array_size(list);

	for (size_t i = 0; i < s->n_systems; i++)
		s->system[i].library =
			rcc_mem_calloc(n + 1, sizeof(*s->system[i].library));
	for (size_t i = 0; i < n; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (text == NULL)
			return bad(problem, rcc_mem_strdup("\"library\" must "
							   "be a list of "
							   "strings"));
		if (strcmp(text, RCC_LIBRARY_NONE) == 0) {
			s->leaves_libraries = true;
			continue;
		}
		give_library(s, text);
		s->has_libraries = true;
	}
	if (s->leaves_libraries && s->has_libraries)
		return bad(problem,
			   rcc_mem_strdup("\"library\" must be none or name "
					  "libraries"));
	return 0;
}

/* Return whether a metric before metric i has the same name. */
static bool has_duplicate_name(const struct rcc_study *s, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcmp(s->metric[k].name, s->metric[i].name) == 0)
			return true;
	return false;
}

static int read_metrics(struct rcc_study *s, char **problem)
{
	const json_t *metrics = json_object_get(s->json, "metrics");
	const size_t n = json_array_size(metrics);
	bool has_iterations = false;

	s->metric = rcc_mem_calloc(n + 1, sizeof(*s->metric));
	for (size_t i = 0; i < n; i++) {
		const struct rcc_metric_spec *metric = &s->metric[i];

		if (rcc_metric_spec_read(json_array_get(metrics, i),
					 &s->metric[i], problem) != 0)
			return RCC_EFORMAT;
		s->n_metrics++;
		if (has_duplicate_name(s, i))
			return bad(problem,
				   rcc_mem_printf("two metrics are called "
						  "\"%s\": give them names, as "
						  "in --metric NAME=...",
						  metric->name));
		has_iterations |= rcc_metric_spec_is_output(metric) &&
				  !metric->is_per_run;
	}
	if (s->n_iterations > 1 && !has_iterations)
		return bad(problem,
			   rcc_mem_strdup("iterations need a --metric whose "
					  "source is stdout:REGEX, "
					  "stderr:REGEX or file:PATH:REGEX"));
	return 0;
}

static int check_tandem_metric(const struct rcc_study *s,
			       const struct rcc_metric_spec *metric,
			       char **problem)
{
	if (metric->kind == RCC_SOURCE_FILE && !s->has_fresh_cwd)
		return bad(problem,
			   rcc_mem_printf("%s runs need --fresh-cwd here: "
					  "otherwise all programs of a block "
					  "write the same file \"%s\"",
					  s->is_duet ? "duet" : "tandem",
					  metric->path));
	if (s->is_tandem && metric->kind == RCC_SOURCE_BUILTIN &&
	    strcmp(metric->selector, "wall") == 0)
		return bad(problem,
			   rcc_mem_strdup("the wall time of tandem runs does "
					  "not measure one program: use the "
					  "metric cpu"));
	return 0;
}

/* Refuse settings that contradict duet runs. */
static int check_duet(const struct rcc_study *s, char **problem)
{
	if (!s->is_duet)
		return 0;
	if (s->is_tuned)
		return bad(problem,
			   rcc_mem_strdup("duet runs exclude --tune: each "
					  "block starts each program once"));
	for (size_t i = 0; i < s->n_metrics; i++)
		if (check_tandem_metric(s, &s->metric[i], problem) != 0)
			return RCC_EFORMAT;
	return 0;
}

/* Refuse settings that contradict tandem runs. */
static int check_tandem(const struct rcc_study *s, char **problem)
{
	const int sched = s->control.sets_sched ? s->control.sched : -1;

	if (!s->is_tandem)
		return check_duet(s, problem);
	if (s->is_tuned)
		return bad(problem,
			   rcc_mem_strdup("tandem runs exclude --tune: a "
					  "program that needs it is too short "
					  "to alternate with another"));
	if (sched == SCHED_FIFO || sched == SCHED_RR)
		return bad(problem,
			   rcc_mem_printf("tandem runs exclude --sched "
					  "%s, under which programs "
					  "do not alternate",
					  rcc_process_control_class(sched)));
	if (rcc_study_n_cells(s) > RCC_STUDY_TANDEM_MAX && !s->may_take_turns)
		return bad(problem, rcc_mem_printf("at most %d runs can share "
						   "a CPU, not %zu (systems "
						   "times arms)",
						   RCC_STUDY_TANDEM_MAX,
						   rcc_study_n_cells(s)));
	for (size_t i = 0; i < s->n_metrics; i++)
		if (check_tandem_metric(s, &s->metric[i], problem) != 0)
			return RCC_EFORMAT;
	return 0;
}

int rcc_study_parse(json_t *json, struct rcc_study *study, char **problem)
{
	memset(study, 0, sizeof(*study));
	study->json = json_incref(json);
	*problem = NULL;
	if (read_numbers(study, problem) || read_end(study, problem) ||
	    read_seed(study, problem) || read_texts(study, problem) ||
	    read_choices(study, problem) || read_lists(study, problem) ||
	    check_iterations(study, problem) || check_names(study, problem) ||
	    check_sides(study, problem) || read_libraries(study, problem) ||
	    read_metrics(study, problem) || check_tandem(study, problem)) {
		rcc_study_release(study);
		return RCC_EFORMAT;
	}
	return 0;
}

void rcc_study_release(struct rcc_study *study)
{
	for (size_t i = 0; study->system != NULL && i < study->n_systems; i++)
		free(study->system[i].library);
	free(study->system);
	free(study->arm);
	free(study->command);
	for (size_t i = 0; i < study->n_metrics; i++)
		rcc_metric_spec_release(&study->metric[i]);
	free(study->metric);
	json_decref(study->json);
	memset(study, 0, sizeof(*study));
}

const char *rcc_study_conflict(const json_t *stored, const json_t *given)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)given, key, value)
	{
		const json_t *was = json_object_get(stored, key);

		/* Older studies lack the key "runs".  Their runs take turns. */
		if (was == NULL && strcmp(key, "runs") == 0 &&
		    strcmp(json_string_value(value), "turns") == 0)
			continue;
		if (!json_equal(was, value) &&
		    !(strcmp(key, "metrics") == 0 &&
		      rcc_metric_lists_agree(was, value)))
			return key;
	}
	return NULL;
}

char *rcc_study_value_text(const json_t *value)
{
	char *dumped;
	char *text;

	if (value == NULL)
		return rcc_mem_strdup("nothing");
	if (json_is_string(value))
		return rcc_mem_strdup(json_string_value(value));
	dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	text = rcc_mem_strdup(dumped != NULL ? dumped : "?");
	free(dumped);
	return text;
}

uint64_t rcc_study_schedule_seed(const struct rcc_study *study)
{
	return rcc_schedule_machine_seed(study->master_seed, study->machine);
}

size_t rcc_study_n_cells(const struct rcc_study *study)
{
	return study->n_systems * study->n_arms;
}

size_t rcc_study_cell(const struct rcc_study *study, size_t system, size_t arm)
{
	return system * study->n_arms + arm;
}

bool rcc_study_has_original(const struct rcc_study *study)
{
	for (size_t i = 0; i < study->n_arms; i++)
		if (study->arm[i].factors == NULL)
			return true;
	return false;
}

bool rcc_study_has_common_layouts(const struct rcc_study *study)
{
	return study->schedule >= RCC_SCHEDULE_COMMON_LAYOUTS &&
	       study->n_systems > 1 && !study->is_aa &&
	       !study->has_independent_layouts;
}

bool rcc_study_cell_repeats_layouts(const struct rcc_study *study, size_t cell)
{
	return cell >= study->n_arms &&
	       study->arm[cell % study->n_arms].factors != NULL &&
	       rcc_study_has_common_layouts(study);
}
