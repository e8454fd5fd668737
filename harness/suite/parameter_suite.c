/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/suite/parameter_suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/options/parameters.h"
#include "harness/options/run_options.h"

#define N_BENCHMARKS_MAX 1000

/* Return the name of a benchmark: `before`, such as "A=1", with ",NAME=VALUE"
 * after it.  The benchmark's directory has the same name, and a value may be a
 * path, so each slash becomes "_". */
static char *benchmark_name(const char *before, const char *name,
			    const char *value)
{
	char *text = rcc_mem_printf("%s%s%s=%s", before,
				    before[0] != '\0' ? "," : "", name, value);

	for (char *at = text; *at != '\0'; at++)
		if (*at == '/')
			*at = '_';
	return text;
}

/* Check that the files of --stdin, --expect and --template can be read, and
 * make their names absolute.  The parser of options could not do this, since
 * the names may have contained parameters. */
static int find_files(json_t *given)
{
	static const char *const key[] = {"stdin", "expect", "template"};

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		const char *text =
			json_string_value(json_object_get(given, key[i]));
		char *path = text != NULL ? realpath(text, NULL) : NULL;

		if (text == NULL)
			continue;
		if (path == NULL || access(path, R_OK) != 0) {
			rcc_error_errno("cannot read \"%s\" (--%s)", text,
					key[i]);
			free(path);
			return RCC_EXIT_USAGE;
		}
		json_object_set_new(given, key[i], json_string(path));
		free(path);
	}
	return RCC_EXIT_OK;
}

/* Check a benchmark before it is added: its name, and its settings `given`, in
 * which values have replaced the parameters. */
static int check(const char *name, const json_t *given,
		 const struct rcc_suite *suite)
{
	const char *problem = rcc_suite_bad_name(name);
	json_t *copy = json_deep_copy(given);
	struct rcc_study study;
	int status = RCC_EXIT_USAGE;

	if (problem != NULL)
		rcc_error("-P: the name \"%s\" of a benchmark %s", name,
			  problem);
	else if (rcc_suite_find(suite, name) != NULL)
		rcc_error("-P: two benchmarks would be called \"%s\"", name);
	else if (suite->n == N_BENCHMARKS_MAX)
		rcc_error("-P: more than %d combinations", N_BENCHMARKS_MAX);
	else
		status = rcc_run_options_study(copy, &study);
	if (status == RCC_EXIT_OK)
		rcc_study_release(&study);
	json_decref(copy);
	return status;
}

static int add_benchmark(const char *name, json_t *given, const char *directory,
			 struct rcc_suite *suite)
{
	int status = find_files(given);

	if (status == RCC_EXIT_OK)
		status = check(name, given, suite);
	if (status == RCC_EXIT_OK)
		rcc_suite_add(suite, name, directory, json_incref(given));
	return status;
}

/* Add a benchmark for each combination of values of the parameter at `iterator`
 * and the parameters after it.  `before` is the part of the benchmark's name
 * that the parameters before `iterator` make. */
static int add_all(json_t *parameters, void *iterator, const char *before,
		   json_t *given, const char *directory,
		   struct rcc_suite *suite)
{
	const char *name;
	int status = RCC_EXIT_OK;
	size_t i;
	json_t *value;

	if (iterator == NULL)
		return add_benchmark(before, given, directory, suite);
	name = json_object_iter_key(iterator);
	json_array_foreach(json_object_iter_value(iterator), i, value)
	{
		const char *text = json_string_value(value);
		json_t *one = rcc_parameters_replace(given, name, text);
		char *so_far = benchmark_name(before, name, text);

		if (status == RCC_EXIT_OK)
			status = add_all(
				parameters,
				json_object_iter_next(parameters, iterator),
				so_far, one, directory, suite);
		free(so_far);
		json_decref(one);
	}
	return status;
}

int rcc_parameter_suite_make(const json_t *parameters, const json_t *given,
			     struct rcc_suite *suite)
{
	json_t *all = json_incref((json_t *)parameters);
	char *directory = getcwd(NULL, 0);
	int status = RCC_EXIT_USAGE;

	memset(suite, 0, sizeof(*suite));
	suite->file = rcc_mem_strdup("");
	if (directory == NULL)
		rcc_error_errno("cannot determine the working directory");
	else
		status = add_all(all, json_object_iter(all), "",
				 (json_t *)given, directory, suite);
	if (status != RCC_EXIT_OK)
		rcc_suite_release(suite);
	free(directory);
	json_decref(all);
	return status;
}
