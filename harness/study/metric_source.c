/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/metric_source.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/study/metric.h"
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

/* A regex that compiles and has one group. */
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

static int split_file(const char *text, struct rcc_wanted *w, char **problem)
{
	const char *colon = strchr(text, ':');

	if (colon == NULL || colon == text)
		return bad(problem, rcc_mem_printf("\"file:%s\" is not "
						   "file:PATH:REGEX",
						   text));
	w->path = rcc_mem_strndup(text, (size_t)(colon - text));
	w->what = colon + 1;
	return 0;
}

static int check_event(const struct rcc_wanted *w, char **problem)
{
	struct rcc_perf_event event;

	if (w->what[0] == '\0')
		return bad(problem, rcc_mem_strdup("the name of an event is "
						   "missing"));
	if (rcc_wanted_is_tool(w) && !rcc_valgrind_event_is_known(w->what))
		return bad(problem,
			   rcc_mem_printf("valgrind counts no \"%s\": Ir, "
					  "I1mr, ILmr, Dr, D1mr, DLmr, Dw, "
					  "D1mw, DLmw, Bc, Bcm, Bi, Bim",
					  w->what));
	if (w->kind == RCC_SOURCE_PERF && rcc_perf_event_parse(w->what, &event) != 0)
		return bad(problem,
			   rcc_mem_printf("unknown event \"%s\": cycles, "
					  "instructions, branch-misses, "
					  "L1-icache-load-misses, "
					  "iTLB-load-misses, task-clock, ..., "
					  "r and a number (perf list)",
					  w->what));
	if (w->is_once)
		return bad(problem, rcc_mem_printf("\"once:\" is for what a "
						   "program prints, not for "
						   "\"%s\"",
						   w->what));
	return 0;
}

static int read_source(const char *text, struct rcc_wanted *w, char **problem)
{
	w->is_once = strncmp(text, once, strlen(once)) == 0;
	w->kind = RCC_SOURCE_RUN;
	if (w->is_once)
		text += strlen(once);
	w->what = text;
	for (size_t i = 0; i < sizeof(source) / sizeof(source[0]); i++) {
		const size_t len = strlen(source[i].prefix);

		if (strncmp(text, source[i].prefix, len) == 0) {
			w->kind = source[i].kind;
			w->what = text + len;
		}
	}
	if (w->kind == RCC_SOURCE_RUN && rcc_metric_find(text) == NULL)
		return bad(problem,
			   rcc_mem_printf("\"%s\" is no metric: stdout:REGEX, "
					  "stderr:REGEX, file:PATH:REGEX, "
					  "perf:EVENT, cachegrind:EVENT, "
					  "callgrind:EVENT, or one of %s",
					  text, rcc_metric_names()));
	if (w->kind == RCC_SOURCE_FILE && split_file(w->what, w, problem) != 0)
		return RCC_EFORMAT;
	return rcc_wanted_is_text(w) ? check_regex(w->what, problem)
				     : check_event(w, problem);
}

static int check_name(const struct rcc_wanted *w, char **problem)
{
	static const char may[] = "abcdefghijklmnopqrstuvwxyz"
				  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789_.-";

	if (w->name[0] == '\0' || w->name[strspn(w->name, may)] != '\0')
		return bad(problem,
			   rcc_mem_printf("\"%s\" cannot be the name of a "
					  "metric: letters, digits, \"_\", "
					  "\".\" and \"-\"",
					  w->name));
	if (w->kind != RCC_SOURCE_RUN && rcc_metric_find(w->name) != NULL)
		return bad(problem,
			   rcc_mem_printf("\"%s\" is the name of what every "
					  "run has: give it another",
					  w->name));
	return 0;
}

int rcc_wanted_read(const json_t *json, struct rcc_wanted *w, char **problem)
{
	const char *text = json_string_value(json_object_get(json, "source"));

	memset(w, 0, sizeof(*w));
	*problem = NULL;
	w->name = json_string_value(json_object_get(json, "name"));
	w->unit = json_string_value(json_object_get(json, "unit"));
	if (text == NULL || w->name == NULL)
		return bad(problem,
			   rcc_mem_strdup("a metric must have a name and a "
					  "source"));
	if (read_source(text, w, problem) != 0 || check_name(w, problem) != 0) {
		rcc_wanted_release(w);
		return RCC_EFORMAT;
	}
	return 0;
}

void rcc_wanted_release(struct rcc_wanted *wanted)
{
	free(wanted->path);
	wanted->path = NULL;
}

/* The name that a source has by itself. */
static char *name_of(const char *text)
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

json_t *rcc_wanted_parse(const char *text, char **problem)
{
	const char *equals = strchr(text, '=');
	const char *colon = strchr(text, ':');
	struct rcc_wanted wanted;
	char *name;
	char *unit;
	json_t *json;

	if (equals == NULL || (colon != NULL && colon < equals)) {
		name = name_of(text);
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
	if (json != NULL && rcc_wanted_read(json, &wanted, problem) == 0) {
		rcc_wanted_release(&wanted);
	} else {
		json_decref(json);
		json = NULL;
	}
	free(name);
	return json;
}

bool rcc_wanted_is_text(const struct rcc_wanted *wanted)
{
	return wanted->kind == RCC_SOURCE_STDOUT ||
	       wanted->kind == RCC_SOURCE_STDERR ||
	       wanted->kind == RCC_SOURCE_FILE;
}

bool rcc_wanted_is_tool(const struct rcc_wanted *wanted)
{
	return wanted->kind == RCC_SOURCE_CACHEGRIND ||
	       wanted->kind == RCC_SOURCE_CALLGRIND;
}
