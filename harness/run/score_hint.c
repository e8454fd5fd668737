/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/score_hint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/run/extract.h"
#include "harness/run/score.h"

#define SHOWN_BYTES 70

/* Return the beginning of a line, as a terminal can show it. */
static char *shown(const char *line)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < SHOWN_BYTES && line[i] != '\0'; i++)
		if (line[i] == RCC_EXTRACT_MASK)
			rcc_strbuf_add(&text, "...");
		else if (iscntrl((unsigned char)line[i]))
			rcc_strbuf_add(&text, " ");
		else
			rcc_strbuf_add_char(&text, line[i]);
	return rcc_strbuf_take(&text);
}

static void say_lines(const struct rcc_score *score, const char *is_of,
		      const char *was_of)
{
	const char *who = is_of != NULL ? is_of : "this run";
	char *was = score->was != NULL ? shown(score->was) : NULL;
	char *is = score->is != NULL ? shown(score->is) : NULL;

	if (was != NULL && is != NULL && was_of != NULL)
		rcc_hint("%s printed \"%s\", and %s \"%s\"", who, is, was_of,
			 was);
	else if (was != NULL && is != NULL)
		rcc_hint("%s printed \"%s\", not \"%s\"", who, is, was);
	else if (was != NULL)
		rcc_hint("%s did not print \"%s\"", who, was);
	else if (is != NULL)
		rcc_hint("%s also printed \"%s\"", who, is);
	free(was);
	free(is);
}

/* Find the first metric for which randstudy does not know whether higher or
 * lower values are better.  Print the option by which the user can tell
 * randstudy. */
static void say_direction(const struct rcc_score *score)
{
	for (size_t i = 0; i < score->metric.n; i++) {
		const char *text = score->metric.item[i];
		const int len = (int)strcspn(text, "=");
		struct rcc_metric_spec spec;
		enum rcc_better better = RCC_BETTER_UNKNOWN;
		char *problem = NULL;
		json_t *json = rcc_metric_spec_parse(text, &problem);

		if (json != NULL &&
		    rcc_metric_spec_read(json, &spec, &problem) == 0) {
			better = rcc_metric_from_spec(&spec, 0).better;
			rcc_metric_spec_release(&spec);
		}
		json_decref(json);
		free(problem);
		if (better != RCC_BETTER_UNKNOWN)
			continue;
		rcc_hint("say which values are better: %.*s,higher=... or "
			 "%.*s,lower=...",
			 len, text, len, text);
		return;
	}
}

static void say_options(const struct rcc_score *score)
{
	struct rcc_strbuf options = {0};

	for (size_t i = 0; i < score->metric.n; i++) {
		char *quoted = rcc_shell_quote(score->metric.item[i]);

		rcc_strbuf_printf(&options, "%s--metric %s", i != 0 ? " " : "",
				  quoted);
		free(quoted);
	}
	if (score->n_iterations > 1)
		rcc_strbuf_printf(&options, " --iterations %zu",
				  score->n_iterations);
	if (!score->is_all)
		rcc_strbuf_add(&options, " --ignore-output");
	rcc_hint("%s: if the program measures %s, begin a new study (another "
		 "-o) with",
		 score->is_all ? "only numbers in the output change"
			       : "numbers in the output change, and more",
		 score->metric.n == 1 ? "this number" : "these numbers");
	rcc_hint("  %s", options.text);
	say_direction(score);
	rcc_strbuf_release(&options);
}

bool rcc_score_hint(const struct rcc_metric_values *v, int stdout_fd,
		    const char *reference, const char *is_of,
		    const char *was_of)
{
	const regex_t **re =
		rcc_mem_calloc(v->n_metrics + 1, sizeof(const regex_t *));
	struct rcc_score score = {0};
	char path[64];
	size_t n = 0;
	char *was;
	char *is;
	bool is_named = false;

	for (size_t i = 0; i < v->n_metrics; i++)
		if (v->metric[i].kind == RCC_SOURCE_STDOUT)
			re[n++] = &v->re[i];
	snprintf(path, sizeof(path), "/proc/self/fd/%d", stdout_fd);
	was = rcc_extract_masked(reference, re, n);
	is = rcc_extract_masked(path, re, n);
	if (was != NULL && is != NULL) {
		rcc_score_find(was, is, &score);
		say_lines(&score, is_of, was_of);
		is_named = score.metric.n != 0;
		if (is_named)
			say_options(&score);
		rcc_score_release(&score);
	}
	free(was);
	free(is);
	free(re);
	return is_named;
}
