/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/stale_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/build/build_tools.h"
#include "harness/build/source.h"
#include "harness/build/source_tree.h"
#include "harness/store/store_json.h"

/* Return the key of a text about the i-th system; caller frees. */
static char *key_of(const char *what, size_t i)
{
	return rcc_mem_printf("%s-%zu", what, i);
}

int rcc_stale_build_store(struct rcc_experiment *x, size_t i)
{
	char *time_key = key_of("built-ns", i);
	char *tools_key = key_of("build-tools", i);
	json_t *tools = rcc_build_tools();
	char text[24];
	int result;

	snprintf(text, sizeof(text), "%" PRId64, rcc_clock_unix_ns());
	result = rcc_store_set(x->store, time_key, text);
	if (result == 0)
		result = rcc_store_set_json(x->store, tools_key, tools);
	json_decref(tools);
	free(tools_key);
	free(time_key);
	return result;
}

/* ---- Tools -------------------------------------------------------------- */

int rcc_stale_build_tools(struct rcc_experiment *x, size_t n, char **difference)
{
	json_t *now = NULL;
	int status = RCC_EXIT_OK;

	*difference = NULL;
	for (size_t i = 0;
	     i < n && status == RCC_EXIT_OK && *difference == NULL; i++) {
		char *key = key_of("build-tools", i);
		json_t *was = NULL;

		if (rcc_store_get_json(x->store, key, &was) != 0)
			status = rcc_experiment_store_failed(x,
							     "read the build");
		else if (was != NULL && now == NULL)
			now = rcc_build_tools();
		if (was != NULL)
			*difference = rcc_build_tools_difference(was, now);
		json_decref(was);
		free(key);
	}
	json_decref(now);
	return status;
}

/* Set *sentence to what is said of a study that other tools built (caller frees).
 * It stays NULL if the tools are the same. */
static int compare_tools(struct rcc_experiment *x, char **sentence)
{
	char *difference;
	int status = rcc_stale_build_tools(x, x->study.n_systems, &difference);

	if (difference != NULL)
		*sentence = rcc_mem_printf(
			"the study \"%s\" was built with other tools: %s",
			x->dir, difference);
	free(difference);
	return status;
}

/* ---- Sources ------------------------------------------------------------ */

/* Set *ns to the time at which the last build ended.  It is 0 if a system has no
 * stored build, or if an older version of randstudy built it. */
static int last_build(struct rcc_experiment *x, int64_t *ns)
{
	*ns = 0;
	for (size_t i = 0; i < x->study.n_systems; i++) {
		char *key = key_of("built-ns", i);
		char *text = NULL;
		const int result = rcc_store_get(x->store, key, &text);
		int64_t end;

		free(key);
		if (result != 0)
			return rcc_experiment_store_failed(x, "read the build");
		end = text != NULL ? strtoll(text, NULL, 10) : 0;
		free(text);
		if (end > *ns || end == 0)
			*ns = end;
		if (end == 0)
			break;
	}
	return RCC_EXIT_OK;
}

/* Set *sentence to what is said of a study whose sources have changed (caller
 * frees).  It stays NULL if no change is seen. */
static int compare_sources(struct rcc_experiment *x, bool needs_name,
			   char **sentence)
{
	int64_t since_ns;
	char *changed = NULL;
	int status = last_build(x, &since_ns);

	if (status != RCC_EXIT_OK || since_ns == 0)
		return status;
	for (size_t i = 0; i < x->study.n_systems && changed == NULL; i++) {
		char *directory = rcc_source_directory(x, i);

		if (x->study.system[i].repository == NULL)
			changed = rcc_source_tree_changed(directory, since_ns,
							  needs_name);
		free(directory);
	}
	if (changed != NULL)
		*sentence = rcc_mem_printf("\"%s\" was changed after the build "
					   "of the study \"%s\"",
					   changed, x->dir);
	free(changed);
	return RCC_EXIT_OK;
}

/* ---- The answer --------------------------------------------------------- */

int rcc_stale_build_check(struct rcc_experiment *x, bool is_refused)
{
	char *sentence = NULL;
	int status = compare_tools(x, &sentence);

	if (status == RCC_EXIT_OK && sentence == NULL)
		status = compare_sources(x, !is_refused, &sentence);
	if (status != RCC_EXIT_OK || sentence == NULL) {
		free(sentence);
		return status;
	}
	if (is_refused) {
		char *quoted = rcc_shell_quote(x->dir);

		rcc_error("%s", sentence);
		rcc_hint("to build and measure it again, name a new study (-o "
			 "DIR); to go on with the old build: randstudy ab -o "
			 "%s",
			 quoted);
		free(quoted);
	} else {
		rcc_warn("%s", sentence);
		rcc_hint("the study measures what was built before that; to "
			 "build and measure it again, name a new study (-o "
			 "DIR)");
	}
	free(sentence);
	return is_refused ? RCC_EXIT_USAGE : RCC_EXIT_OK;
}
