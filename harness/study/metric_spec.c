/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/metric_spec.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/study/metric_unit.h"
#include "harness/study/perf_event.h"
#include "harness/study/valgrind_event.h"

static const char once[] = "once:";

static const struct {
	const char *prefix;
	enum rcc_source_kind kind;
} source[] = {
	{"stdout:", RCC_SOURCE_STDOUT},
	{"stderr:", RCC_SOURCE_STDERR},
	{"file:", RCC_SOURCE_FILE},
	{"perf:", RCC_SOURCE_PERF},
	{"cachegrind:", RCC_SOURCE_CACHEGRIND},
	{"callgrind:", RCC_SOURCE_CALLGRIND},
};

/* Return the kind of a metric's source, and set *selector to the text after the
 * prefix.  A text without a prefix names a built-in metric. */
static enum rcc_source_kind split_source(const char *text,
					 const char **selector)
{
	for (size_t i = 0; i < sizeof(source) / sizeof(source[0]); i++) {
		const size_t len = strlen(source[i].prefix);

		if (strncmp(text, source[i].prefix, len) == 0) {
			*selector = text + len;
			return source[i].kind;
		}
	}
	*selector = text;
	return RCC_SOURCE_BUILTIN;
}

static int bad(char **problem, char *text)
{
	*problem = text;
	return RCC_EFORMAT;
}

/* Check that a regular expression compiles and has one group. */
static int check_regex(const char *pattern, char **problem)
{
	regex_t re;
	char why[128];
	const int code = regcomp(&re, pattern, REG_EXTENDED);

	if (code != 0) {
		regerror(code, &re, why, sizeof(why));
		return bad(problem, rcc_mem_printf("bad regular expression "
						   "\"%s\": %s",
						   pattern, why));
	}
	if (re.re_nsub != 1)
		bad(problem,
		    rcc_mem_printf("the regular expression \"%s\" needs one "
				   "group, for the number; it has %zu",
				   pattern, re.re_nsub));
	regfree(&re);
	return *problem == NULL ? 0 : RCC_EFORMAT;
}

static int split_file(const char *text, struct rcc_metric_spec *spec,
		      char **problem)
{
	const char *colon = strchr(text, ':');

	if (colon == NULL || colon == text)
		return bad(problem, rcc_mem_printf("\"file:%s\" is not "
						   "file:PATH:REGEX",
						   text));
	spec->path = rcc_mem_strndup(text, (size_t)(colon - text));
	spec->selector = colon + 1;
	return 0;
}

static int check_event(const struct rcc_metric_spec *spec, char **problem)
{
	struct rcc_perf_event event;

	if (spec->selector[0] == '\0')
		return bad(problem, rcc_mem_strdup("the event's name is "
						   "missing"));
	if (rcc_metric_spec_is_valgrind(spec) &&
	    !rcc_valgrind_event_is_known(spec->selector))
		return bad(problem,
			   rcc_mem_printf("valgrind has no event \"%s\": Ir, "
					  "I1mr, ILmr, Dr, D1mr, DLmr, Dw, "
					  "D1mw, DLmw, Bc, Bcm, Bi, Bim",
					  spec->selector));
	if (spec->kind == RCC_SOURCE_PERF &&
	    rcc_perf_event_parse(spec->selector, &event) != 0)
		return bad(problem,
			   rcc_mem_printf("unknown event \"%s\": cycles, "
					  "instructions, branch-misses, "
					  "L1-icache-load-misses, "
					  "iTLB-load-misses, task-clock, ..., "
					  "r and a number (perf list)",
					  spec->selector));
	if (spec->is_per_run)
		return bad(problem, rcc_mem_printf("\"once:\" is for output of "
						   "the program, not for "
						   "\"%s\"",
						   spec->selector));
	return 0;
}

static int unknown_metric(const char *text, char **problem)
{
	char *names = rcc_metric_names();
	const int result = bad(
		problem, rcc_mem_printf("unknown metric \"%s\": stdout:REGEX, "
					"stderr:REGEX, file:PATH:REGEX, "
					"perf:EVENT, cachegrind:EVENT, "
					"callgrind:EVENT, or one of %s",
					text, names));

	free(names);
	return result;
}

static int read_source(const char *text, struct rcc_metric_spec *spec,
		       char **problem)
{
	spec->is_per_run = strncmp(text, once, strlen(once)) == 0;
	if (spec->is_per_run)
		text += strlen(once);
	spec->kind = split_source(text, &spec->selector);
	if (spec->kind == RCC_SOURCE_BUILTIN && rcc_metric_find(text) == NULL)
		return unknown_metric(text, problem);
	if (spec->kind == RCC_SOURCE_FILE &&
	    split_file(spec->selector, spec, problem) != 0)
		return RCC_EFORMAT;
	return rcc_metric_spec_is_output(spec)
		       ? check_regex(spec->selector, problem)
		       : check_event(spec, problem);
}

static int check_name(const struct rcc_metric_spec *spec, char **problem)
{
	static const char may[] = "abcdefghijklmnopqrstuvwxyz"
				  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789_.-";

	if (spec->name[0] == '\0' ||
	    spec->name[strspn(spec->name, may)] != '\0')
		return bad(problem,
			   rcc_mem_printf("\"%s\" cannot be the name of a "
					  "metric: letters, digits, \"_\", "
					  "\".\" and \"-\"",
					  spec->name));
	if (spec->kind != RCC_SOURCE_BUILTIN &&
	    rcc_metric_find(spec->name) != NULL)
		return bad(problem,
			   rcc_mem_printf("\"%s\" is the name of a built-in "
					  "metric: choose another",
					  spec->name));
	return 0;
}

int rcc_metric_spec_read(const json_t *json, struct rcc_metric_spec *spec,
			 char **problem)
{
	const char *text = json_string_value(json_object_get(json, "source"));
	const char *better = json_string_value(json_object_get(json, "better"));

	memset(spec, 0, sizeof(*spec));
	*problem = NULL;
	spec->name = json_string_value(json_object_get(json, "name"));
	spec->unit = json_string_value(json_object_get(json, "unit"));
	if (text == NULL || spec->name == NULL)
		return bad(problem,
			   rcc_mem_strdup("a metric needs a name and a "
					  "source"));
	if (better != NULL)
		spec->better = rcc_better_parse(better);
	if (spec->unit != NULL)
		spec->rate = rcc_mem_printf("%s/%s", spec->name, spec->unit);
	if (read_source(text, spec, problem) != 0 ||
	    check_name(spec, problem) != 0) {
		rcc_metric_spec_release(spec);
		return RCC_EFORMAT;
	}
	if (rcc_metric_spec_is_valgrind(spec))
		spec->simulated = rcc_mem_printf("simulated %s", spec->name);
	return 0;
}

void rcc_metric_spec_release(struct rcc_metric_spec *spec)
{
	free(spec->path);
	free(spec->rate);
	free(spec->simulated);
	spec->path = NULL;
	spec->rate = NULL;
	spec->simulated = NULL;
}

/* Return the name that a metric gets if the user gives it none.  `text` is its
 * source.  Caller frees. */
static char *default_name(const char *text)
{
	const char *selector;

	if (strncmp(text, once, strlen(once)) == 0)
		text += strlen(once);
	switch (split_source(text, &selector)) {
	case RCC_SOURCE_PERF:
	case RCC_SOURCE_CACHEGRIND:
	case RCC_SOURCE_CALLGRIND:
		text = selector;
		break;
	default:
		break;
	}
	return rcc_mem_strndup(text, strcspn(text, ":"));
}

/* The part of --metric before the equals sign. */
struct label {
	char *name;	    /* owned */
	char *unit;	    /* owned; NULL if not given */
	const char *better; /* NULL if not given */
};

/* Remove ",lower" or ",higher" from the end of `text`, and set
 * label->better. */
static int cut_better(char *text, struct label *label, char **problem)
{
	char *comma = strrchr(text, ',');

	if (comma == NULL)
		return 0;
	*comma++ = '\0';
	label->better = rcc_better_name(rcc_better_parse(comma));
	if (label->better != NULL)
		return 0;
	return bad(problem, rcc_mem_printf("the word after the comma must be "
					   "lower or higher, whichever is "
					   "better, not \"%s\"",
					   comma));
}

/* Split NAME/UNIT into the name and the unit of *label.  If UNIT is a time,
 * NAME/UNIT may also be a rate. */
static int split_unit(char *text, struct label *label, char **problem)
{
	const char *slash = strchr(text, '/');
	char *unit;

	if (slash == NULL) {
		label->name = rcc_mem_strdup(text);
		return 0;
	}
	label->name = rcc_mem_strndup(text, (size_t)(slash - text));
	unit = rcc_mem_strdup(slash + 1);
	switch (rcc_unit_slash(label->name, unit)) {
	case RCC_SLASH_RATE:
		label->unit = rcc_mem_strdup(text);
		break;
	case RCC_SLASH_UNCLEAR:
		bad(problem,
		    rcc_mem_printf("\"%s\" may be a rate or a time: write "
				   "rate/%s for %s per %s (more is better), "
				   "%s_time/%s for a time",
				   text, text, label->name, unit, label->name,
				   unit));
		break;
	default:
		label->unit = unit;
		return 0;
	}
	free(unit);
	return *problem == NULL ? 0 : RCC_EFORMAT;
}

static int read_label(const char *text, size_t len, struct label *label,
		      char **problem)
{
	char *copy = rcc_mem_strndup(text, len);
	int result = cut_better(copy, label, problem);

	if (result == 0)
		result = split_unit(copy, label, problem);
	free(copy);
	return result;
}

static json_t *label_json(const struct label *label, const char *text)
{
	json_t *json = json_pack("{s:s,s:s?,s:s}", "name", label->name, "unit",
				 label->unit, "source", text);

	if (json != NULL && label->better != NULL)
		json_object_set_new(json, "better", json_string(label->better));
	return json;
}

/* Check a metric's JSON object.  Returns `json` if it is valid.  Otherwise
 * releases `json`, sets *problem, and returns NULL. */
static json_t *checked(json_t *json, char **problem)
{
	struct rcc_metric_spec spec;

	if (json == NULL) {
		*problem = rcc_mem_strdup("not valid UTF-8");
		return NULL;
	}
	if (rcc_metric_spec_read(json, &spec, problem) != 0) {
		json_decref(json);
		return NULL;
	}
	if (spec.kind == RCC_SOURCE_BUILTIN &&
	    spec.better != RCC_BETTER_UNKNOWN) {
		*problem = rcc_mem_printf("it is known which values of \"%s\" "
					  "are better: leave out the word "
					  "after the comma",
					  spec.selector);
		json_decref(json);
		json = NULL;
	}
	rcc_metric_spec_release(&spec);
	return json;
}

/* Refuse a name that is already that of a column in csv (report/csv.c).  Metrics
 * are columns too. */
static int check_column(const char *name, char **problem)
{
	static const char *const column[] = {
		"order",
		"system",
		"arm",
		"layout",
		"seed",
		"execution",
		"outcome",
		"start_unix_ns",
		"wall_ns",
		"user_ns",
		"system_ns",
		"max_rss_kib",
		"minor_faults",
		"major_faults",
		"voluntary_switches",
		"involuntary_switches",
		"exit_status",
		"signal",
		"output_bytes",
		"env_bytes",
		"left_behind",
		"session",
		"iteration",
		"executions_together",
		"sharers",
		"replaced",
		"machine",
		"benchmark",
	};

	for (size_t i = 0; i < sizeof(column) / sizeof(column[0]); i++)
		if (strcmp(name, column[i]) == 0)
			return bad(problem,
				   rcc_mem_printf("\"%s\" is the name of a "
						  "column in csv: choose "
						  "another",
						  name));
	return 0;
}

json_t *rcc_metric_spec_parse(const char *text, char **problem)
{
	const char *equals = strchr(text, '=');
	const char *colon = strchr(text, ':');
	struct label label = {0};
	json_t *json = NULL;
	int result = 0;

	*problem = NULL;
	if (equals == NULL || (colon != NULL && colon < equals)) {
		label.name = default_name(text);
		equals = text - 1;
	} else {
		result = read_label(text, (size_t)(equals - text), &label,
				    problem);
	}
	if (result == 0)
		result = check_column(label.name, problem);
	if (result == 0)
		json = checked(label_json(&label, equals + 1), problem);
	free(label.name);
	free(label.unit);
	return json;
}

static const char *text_of(const json_t *metric, const char *key)
{
	const char *text = json_string_value(json_object_get(metric, key));

	return text != NULL ? text : "";
}

char *rcc_metric_spec_text(const json_t *json)
{
	const char *name = text_of(json, "name");
	const char *unit = text_of(json, "unit");
	const char *better = text_of(json, "better");
	const char *source_text = text_of(json, "source");
	const size_t len = strlen(name);
	/* The unit of a rate begins with the metric's name, as in "ops/s". */
	const bool is_rate = strncmp(unit, name, len) == 0 && unit[len] == '/';
	char *usual = default_name(source_text);
	char *text;

	if (unit[0] == '\0' && better[0] == '\0' && strcmp(name, usual) == 0)
		text = rcc_mem_strdup(source_text);
	else
		text = rcc_mem_printf("%s%s%s%s%s=%s", is_rate ? "" : name,
				      unit[0] != '\0' && !is_rate ? "/" : "",
				      unit, better[0] != '\0' ? "," : "",
				      better, source_text);
	free(usual);
	return text;
}

/* ---- Reading stored metrics -------------------------------------------- */

/* Return how far the unit of a stored metric can be trusted.  Older versions of
 * randstudy took every NAME/UNIT for a name and its unit. */
static enum rcc_metric_doubt doubt_of(const char *name, const char *unit)
{
	if (unit == NULL)
		return RCC_METRIC_IS_SURE;
	switch (rcc_unit_slash(name, unit)) {
	case RCC_SLASH_RATE:
		return RCC_METRIC_WAS_TIME;
	case RCC_SLASH_UNCLEAR:
		return RCC_METRIC_IS_UNCLEAR;
	default:
		return RCC_METRIC_IS_SURE;
	}
}

/* Return whether an older version of randstudy stored the metric `given` as
 * `stored`: with the unit "s" instead of "ops/s", for example. */
static bool is_older(const json_t *stored, const json_t *given)
{
	const char *name = text_of(stored, "name");
	const char *unit = text_of(stored, "unit");
	const char *rate = text_of(given, "unit");
	const size_t len = strlen(name);

	return doubt_of(name, unit) == RCC_METRIC_WAS_TIME &&
	       strncmp(rate, name, len) == 0 && rate[len] == '/' &&
	       strcmp(rate + len + 1, unit) == 0;
}

bool rcc_metric_lists_agree(const json_t *stored, const json_t *given)
{
	const size_t n = json_array_size(stored);
	bool agree = n == json_array_size(given);

	for (size_t i = 0; agree && i < n; i++) {
		json_t *now = json_copy(json_array_get(given, i));
		const json_t *was = json_array_get(stored, i);

		if (is_older(was, now))
			json_object_set(now, "unit",
					json_object_get(was, "unit"));
		agree = json_equal(was, now);
		json_decref(now);
	}
	return agree;
}

bool rcc_metric_spec_is_output(const struct rcc_metric_spec *spec)
{
	return spec->kind == RCC_SOURCE_STDOUT ||
	       spec->kind == RCC_SOURCE_STDERR || spec->kind == RCC_SOURCE_FILE;
}

bool rcc_metric_spec_has_iterations(const struct rcc_metric_spec *spec)
{
	return rcc_metric_spec_is_output(spec) && !spec->is_per_run;
}

enum rcc_timed rcc_metric_spec_timed(const struct rcc_metric_spec *spec)
{
	return rcc_metric_spec_is_output(spec) ? rcc_unit_timed(spec->unit)
					       : RCC_TIMED_NO;
}

bool rcc_metric_spec_is_valgrind(const struct rcc_metric_spec *spec)
{
	return spec->kind == RCC_SOURCE_CACHEGRIND ||
	       spec->kind == RCC_SOURCE_CALLGRIND;
}

/* Set the members of a metric that follow from its unit or its source. */
static void apply_unit(struct rcc_metric *m, const struct rcc_metric_spec *spec)
{
	m->better = rcc_metric_spec_is_output(spec) ? rcc_unit_better(m->label)
						    : RCC_BETTER_LOWER;
	/* perf counts task-clock and cpu-clock in nanoseconds. */
	if (spec->kind == RCC_SOURCE_PERF &&
	    strstr(spec->selector, "-clock") != NULL) {
		m->unit = RCC_UNIT_SECONDS;
		m->factor = 1e-9;
	}
	if (spec->unit == NULL)
		return;
	if (rcc_metric_spec_is_output(spec))
		m->doubt = doubt_of(spec->name, spec->unit);
	if (m->doubt == RCC_METRIC_WAS_TIME) {
		m->label = spec->rate;
		m->better = rcc_unit_better(spec->rate);
		return;
	}
	if (m->doubt == RCC_METRIC_IS_UNCLEAR)
		m->better = RCC_BETTER_UNKNOWN;
	if (m->unit == RCC_UNIT_COUNT)
		m->unit = rcc_unit_kind(spec->unit, &m->factor);
}

struct rcc_metric rcc_metric_from_spec(const struct rcc_metric_spec *spec,
				       size_t index)
{
	struct rcc_metric m = {
		.name = spec->name,
		.text = spec->simulated != NULL ? spec->simulated : spec->name,
		.unit = RCC_UNIT_COUNT,
		.label = spec->unit,
		.spec = spec,
		.index = index,
		.factor = 1,
	};

	if (spec->kind == RCC_SOURCE_BUILTIN)
		return *rcc_metric_find(spec->selector);
	apply_unit(&m, spec);
	if (spec->better != RCC_BETTER_UNKNOWN)
		m.better = spec->better;
	return m;
}
