/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/simulation.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/study/json_values.h"

static const char *const cache_name[] = {"I1", "D1", "LL"};

#define N_CACHES (sizeof(cache_name) / sizeof(cache_name[0]))

const char *rcc_simulation_tool(enum rcc_source_kind kind)
{
	return kind == RCC_SOURCE_CALLGRIND ? "callgrind" : "cachegrind";
}

char *rcc_simulation_key(enum rcc_source_kind kind)
{
	return rcc_mem_printf("simulation-%s", rcc_simulation_tool(kind));
}

/* ---- The head of a tool's file ----------------------------------------- */

/* Return a copy of a cache's description in the line "desc: NAME cache:
 * DESCRIPTION"; NULL if there is no such line.  Caller frees. */
static char *description_of(const char *text, const char *name)
{
	char *key = rcc_mem_printf("desc: %s cache:", name);
	const char *line = strstr(text, key);
	const size_t len = strlen(key);

	free(key);
	if (line == NULL)
		return NULL;
	line += len;
	line += strspn(line, " ");
	return rcc_mem_printf("%.*s", (int)strcspn(line, "\n"), line);
}

json_t *rcc_simulation_read(const char *file_text, const char *version)
{
	json_t *simulation = json_pack("{s:s}", "version", version);

	for (size_t i = 0; i < N_CACHES; i++) {
		char *text = description_of(file_text, cache_name[i]);

		if (text != NULL)
			json_object_set_new(simulation, cache_name[i],
					    json_string(text));
		free(text);
	}
	return simulation;
}

/* ---- Options ----------------------------------------------------------- */

/* Read a number and then the text `unit`.  Returns the text after `unit`.
 * Returns NULL if `at` is NULL or does not begin with both. */
static const char *skip_number(const char *at, const char *unit,
			       unsigned long *number)
{
	char *end = NULL;

	if (at == NULL || *at < '0' || *at > '9')
		return NULL;
	*number = strtoul(at, &end, 10);
	return strncmp(end, unit, strlen(unit)) == 0 ? end + strlen(unit)
						     : NULL;
}

/* Append the option of one cache: --I1=SIZE,WAYS,LINE. */
static void add_option(const char *name, const char *description,
		       struct rcc_strvec *command)
{
	unsigned long size = 0;
	unsigned long line = 0;
	unsigned long ways = 1;
	const char *rest = skip_number(description, " B, ", &size);

	rest = skip_number(rest, " B, ", &line);
	if (rest != NULL && strcmp(rest, "direct-mapped") != 0)
		rest = skip_number(rest, "-way associative", &ways);
	else if (rest != NULL)
		rest += strlen(rest);
	if (rest != NULL && *rest == '\0')
		rcc_strvec_pushf(command, "--%s=%lu,%lu,%lu", name, size, ways,
				 line);
}

void rcc_simulation_options(const json_t *simulation,
			    struct rcc_strvec *command)
{
	for (size_t i = 0; i < N_CACHES; i++) {
		const char *text = json_string_value(
			json_object_get(simulation, cache_name[i]));

		if (text != NULL)
			add_option(cache_name[i], text, command);
	}
}

/* ---- Words ------------------------------------------------------------- */

char *rcc_simulation_text(enum rcc_source_kind kind, const json_t *simulation)
{
	const char *version =
		json_string_value(json_object_get(simulation, "version"));
	struct rcc_strbuf text = {0};
	size_t n_known = 0;

	rcc_strbuf_printf(&text, "by %s of %s", rcc_simulation_tool(kind),
			  version != NULL ? version
					  : "an unknown version of valgrind");
	for (size_t i = 0; i < N_CACHES; i++) {
		const char *cache = json_string_value(
			json_object_get(simulation, cache_name[i]));

		n_known += cache != NULL;
		if (cache != NULL)
			rcc_strbuf_printf(&text, "; %s cache: %s",
					  cache_name[i], cache);
	}
	if (n_known < N_CACHES)
		rcc_strbuf_add(&text, n_known == 0 ? "; its caches are unknown"
						   : "; others are unknown");
	rcc_strbuf_add(&text, "; caches and branch predictor are models, and "
			      "the counts are not those of this machine");
	return rcc_strbuf_take(&text);
}

const char *rcc_simulation_difference(const json_t *a, const json_t *b)
{
	bool caches_differ = false;

	if (a == NULL && b == NULL)
		return NULL;
	if (a == NULL || b == NULL)
		return "the simulation of one study is unknown";
	for (size_t i = 0; i < N_CACHES; i++)
		caches_differ |= !rcc_json_agree(a, b, cache_name[i]);
	if (rcc_json_agree(a, b, "version"))
		return caches_differ ? "the simulated caches differ" : NULL;
	return caches_differ ? "valgrind's version and the simulated caches "
			       "differ"
			     : "valgrind's version differs";
}

bool rcc_metric_is_simulated(const struct rcc_metric *metric)
{
	return metric->spec != NULL &&
	       rcc_metric_spec_is_valgrind(metric->spec);
}

bool rcc_simulation_depends_on_data(const char *event)
{
	static const char *const of_data[] = {"D1mr", "D1mw", "ILmr", "DLmr",
					      "DLmw"};

	for (size_t i = 0; i < sizeof(of_data) / sizeof(of_data[0]); i++)
		if (strcmp(of_data[i], event) == 0)
			return true;
	return false;
}
