/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/metric_spec.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
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

static int bad(char **problem, char *text)
{
	*problem = text;
	return RCC_EFORMAT;
}

/* Check that a regex compiles and has one group. */
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

static int read_source(const char *text, struct rcc_metric_spec *spec,
		       char **problem)
{
	spec->is_per_run = strncmp(text, once, strlen(once)) == 0;
	spec->kind = RCC_SOURCE_BUILTIN;
	if (spec->is_per_run)
		text += strlen(once);
	spec->selector = text;
	for (size_t i = 0; i < sizeof(source) / sizeof(source[0]); i++) {
		const size_t len = strlen(source[i].prefix);

		if (strncmp(text, source[i].prefix, len) == 0) {
			spec->kind = source[i].kind;
			spec->selector = text + len;
		}
	}
	if (spec->kind == RCC_SOURCE_BUILTIN && rcc_metric_find(text) == NULL)
		return bad(
			problem,
			rcc_mem_printf("unknown metric \"%s\": stdout:REGEX, "
				       "stderr:REGEX, file:PATH:REGEX, "
				       "perf:EVENT, cachegrind:EVENT, "
				       "callgrind:EVENT, or one of %s",
				       text, rcc_metric_names()));
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

	memset(spec, 0, sizeof(*spec));
	*problem = NULL;
	spec->name = json_string_value(json_object_get(json, "name"));
	spec->unit = json_string_value(json_object_get(json, "unit"));
	if (text == NULL || spec->name == NULL)
		return bad(problem,
			   rcc_mem_strdup("a metric needs a name and a "
					  "source"));
	if (read_source(text, spec, problem) != 0 ||
	    check_name(spec, problem) != 0) {
		rcc_metric_spec_release(spec);
		return RCC_EFORMAT;
	}
	return 0;
}

void rcc_metric_spec_release(struct rcc_metric_spec *spec)
{
	free(spec->path);
	spec->path = NULL;
}

/* The default name of a source; caller frees. */
static char *default_name(const char *text)
{
	const char *colon;

	if (strncmp(text, once, strlen(once)) == 0)
		text += strlen(once);
	colon = strchr(text, ':');
	if (colon == NULL)
		return rcc_mem_strdup(text);
	if (strncmp(text, "perf:", 5) == 0 || strstr(text, "grind:") != NULL)
		return rcc_mem_strndup(colon + 1, strcspn(colon + 1, ":"));
	return rcc_mem_strndup(text, (size_t)(colon - text));
}

json_t *rcc_metric_spec_parse(const char *text, char **problem)
{
	const char *equals = strchr(text, '=');
	const char *colon = strchr(text, ':');
	struct rcc_metric_spec spec;
	char *name;
	char *unit;
	json_t *json;

	if (equals == NULL || (colon != NULL && colon < equals)) {
		name = default_name(text);
		equals = text - 1;
	} else {
		name = rcc_mem_strndup(text, (size_t)(equals - text));
	}
	unit = equals > text ? strchr(name, '/') : NULL;
	if (unit != NULL)
		*unit++ = '\0';
	json = json_pack("{s:s,s:s?,s:s}", "name", name, "unit", unit, "source",
			 equals + 1);
	*problem = json == NULL ? rcc_mem_strdup("not valid UTF-8") : NULL;
	if (json != NULL && rcc_metric_spec_read(json, &spec, problem) == 0) {
		rcc_metric_spec_release(&spec);
	} else {
		json_decref(json);
		json = NULL;
	}
	free(name);
	return json;
}

bool rcc_metric_spec_is_output(const struct rcc_metric_spec *spec)
{
	return spec->kind == RCC_SOURCE_STDOUT ||
	       spec->kind == RCC_SOURCE_STDERR || spec->kind == RCC_SOURCE_FILE;
}

bool rcc_metric_spec_is_valgrind(const struct rcc_metric_spec *spec)
{
	return spec->kind == RCC_SOURCE_CACHEGRIND ||
	       spec->kind == RCC_SOURCE_CALLGRIND;
}

static const struct {
	const char *name;
	enum rcc_unit unit;
	double factor;
} unit_table[] = {
	{"s", RCC_UNIT_SECONDS, 1},	  {"ms", RCC_UNIT_SECONDS, 1e-3},
	{"us", RCC_UNIT_SECONDS, 1e-6},	  {"ns", RCC_UNIT_SECONDS, 1e-9},
	{"min", RCC_UNIT_SECONDS, 60},	  {"B", RCC_UNIT_BYTES, 1},
	{"KiB", RCC_UNIT_BYTES, 1 << 10}, {"MiB", RCC_UNIT_BYTES, 1 << 20},
	{"GiB", RCC_UNIT_BYTES, 1 << 30}, {"kB", RCC_UNIT_BYTES, 1e3},
	{"MB", RCC_UNIT_BYTES, 1e6},	  {"GB", RCC_UNIT_BYTES, 1e9},
};

#define N_UNITS (sizeof(unit_table) / sizeof(unit_table[0]))

struct rcc_metric rcc_metric_from_spec(const struct rcc_metric_spec *spec,
				       size_t index)
{
	struct rcc_metric m = {
		.name = spec->name,
		.text = spec->name,
		.unit = RCC_UNIT_COUNT,
		.label = spec->unit,
		.spec = spec,
		.index = index,
		.factor = 1,
	};

	if (spec->kind == RCC_SOURCE_BUILTIN)
		return *rcc_metric_find(spec->selector);
	/* perf's task-clock and cpu-clock count nanoseconds. */
	if (spec->kind == RCC_SOURCE_PERF &&
	    strstr(spec->selector, "-clock") != NULL) {
		m.unit = RCC_UNIT_SECONDS;
		m.factor = 1e-9;
	}
	for (size_t i = 0; spec->unit != NULL && i < N_UNITS; i++) {
		if (strcmp(unit_table[i].name, spec->unit) == 0) {
			m.unit = unit_table[i].unit;
			m.factor = unit_table[i].factor;
		}
	}
	return m;
}

bool rcc_metric_less_is_better(const struct rcc_metric *metric)
{
	return metric->spec == NULL ||
	       !rcc_metric_spec_is_output(metric->spec) ||
	       metric->unit != RCC_UNIT_COUNT;
}
