/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compare results with those of R.  C and R generate the same data sets, which
 * are numbered.  An R script has written its results to a file in
 * testsuite/data.  Each line of the file is "set<tab>name<tab>value", where
 * `set` is the number of the data set.
 */
#ifndef RCC_TESTSUITE_STATS_ORACLE_H
#define RCC_TESTSUITE_STATS_ORACLE_H

#include "testsuite/unit/stats_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ORACLE_MOST_LINES 8000

static struct oracle_line {
	int set;
	char name[32];
	double value;
} oracle_line[ORACLE_MOST_LINES];
static size_t oracle_n_lines;

/* Read the file of R's results: $STATS_REFERENCE, or `path` if this variable is
 * unset. */
static void oracle_read(const char *path)
{
	const char *given = getenv("STATS_REFERENCE");
	FILE *file = fopen(given != NULL ? given : path, "r");
	char text[128];

	if (file == NULL)
		fail_msg("cannot open \"%s\"", given != NULL ? given : path);
	while (fgets(text, sizeof(text), file) != NULL) {
		struct oracle_line *l = &oracle_line[oracle_n_lines++];
		char *name = strchr(text, '\t');
		char *value = name != NULL ? strchr(name + 1, '\t') : NULL;

		assert_true(oracle_n_lines < ORACLE_MOST_LINES);
		if (name == NULL || value == NULL)
			break;
		*value = '\0';
		l->set = atoi(text);
		snprintf(l->name, sizeof(l->name), "%s", name + 1);
		l->value = strtod(value + 1, NULL);
		if (strncmp(value + 1, "NA", 2) == 0)
			l->value = NAN;
	}
	fclose(file);
	assert_true(oracle_n_lines > 100);
}

/* Return R's result of this name for a data set, or NULL if the file has
 * none. */
static const double *oracle_find(int set, const char *name)
{
	for (size_t i = 0; i < oracle_n_lines; i++) {
		if (oracle_line[i].set == set &&
		    strcmp(oracle_line[i].name, name) == 0)
			return &oracle_line[i].value;
	}
	return NULL;
}

static void oracle_check(int set, const char *name, double got, double relative)
{
	const double *expected = oracle_find(set, name);

	if (expected == NULL)
		fail_msg("no %s of set %d", name, set);
	else if (!is_near(got, *expected, relative))
		fail_msg("set %d: %s is %.17g, not %.17g", set, name, got,
			 *expected);
}

static double oracle_state;

static double oracle_draw(double n)
{
	oracle_state = fmod(16807 * oracle_state, 2147483647);
	return floor(oracle_state / 2147483647 * n);
}

static void oracle_seed(int set)
{
	oracle_state = set * 1000.0 + 7;
	for (int i = 0; i < 10; i++)
		oracle_draw(2);
}

#endif
