/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/suite/suite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

#define FORMAT_NAME "randcc-suite-1"

static char *path_in(const char *dir)
{
	return rcc_mem_printf("%s/suite.json", dir);
}

struct rcc_benchmark *rcc_suite_add(struct rcc_suite *suite, const char *name,
				    const char *directory, json_t *given)
{
	struct rcc_benchmark *b;

	suite->benchmark = rcc_mem_grow(suite->benchmark, suite->n,
					&suite->n_allocated, sizeof(*b));
	b = &suite->benchmark[suite->n++];
	*b = (struct rcc_benchmark){
		.name = rcc_mem_strdup(name),
		.directory = rcc_mem_strdup(directory),
		.given = given,
		.status = -1,
	};
	return b;
}

struct rcc_benchmark *rcc_suite_find(const struct rcc_suite *suite,
				     const char *name)
{
	for (size_t i = 0; i < suite->n; i++)
		if (strcmp(suite->benchmark[i].name, name) == 0)
			return &suite->benchmark[i];
	return NULL;
}

void rcc_suite_release(struct rcc_suite *suite)
{
	for (size_t i = 0; i < suite->n; i++) {
		free(suite->benchmark[i].name);
		free(suite->benchmark[i].directory);
		free(suite->benchmark[i].problem);
		json_decref(suite->benchmark[i].given);
	}
	free(suite->benchmark);
	free(suite->file);
	memset(suite, 0, sizeof(*suite));
}

const char *rcc_suite_bad_name(const char *name)
{
	static const char *const own[] = {"suite.json", "study.db", "lock"};

	if (name[0] == '\0')
		return "is empty";
	if (strlen(name) > 200)
		return "is longer than 200 bytes";
	if (name[0] == '.' || strchr(name, '/') != NULL)
		return "cannot name a directory: it begins with \".\" or "
		       "contains \"/\"";
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (strcmp(name, own[i]) == 0)
			return "is taken by a file of the suite or of a study";
	for (; *name != '\0'; name++)
		if ((unsigned char)*name < ' ' || *name == 0x7f)
			return "contains a control character";
	return NULL;
}

bool rcc_suite_is_there(const char *dir)
{
	char *path = path_in(dir);
	const bool is_there = access(path, F_OK) == 0;

	free(path);
	return is_there;
}

/* ---- suite.json -------------------------------------------------------- */

static json_t *benchmark_json(const struct rcc_benchmark *b)
{
	return json_pack("{s:s,s:s,s:O,s:i,s:s*}", "name", b->name, "directory",
			 b->directory, "given", b->given, "status", b->status,
			 "problem", b->problem);
}

int rcc_suite_save(const char *dir, const struct rcc_suite *suite)
{
	json_t *benchmarks = json_array();
	json_t *root = json_pack("{s:s,s:s,s:o}", "format", FORMAT_NAME, "file",
				 suite->file, "benchmarks", benchmarks);
	char *path = path_in(dir);
	char *text;
	int result = RCC_ESYS;

	for (size_t i = 0; i < suite->n; i++)
		json_array_append_new(benchmarks,
				      benchmark_json(&suite->benchmark[i]));
	text = json_dumps(root, JSON_INDENT(2));
	if (text == NULL)
		errno = EILSEQ; /* some name is not valid UTF-8 */
	else
		result = rcc_file_replace(path, text, strlen(text), 0666);
	if (result != 0)
		rcc_error_errno("cannot write \"%s\"", path);
	free(text);
	free(path);
	json_decref(root);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

static bool read_benchmark(struct rcc_suite *suite, json_t *json)
{
	struct rcc_benchmark *b;
	const char *name = NULL;
	const char *directory = NULL;
	const char *problem = NULL;
	json_t *given = NULL;
	int status = -1;

	if (json_unpack(json, "{s:s,s:s,s:o,s:i,s?s}", "name", &name,
			"directory", &directory, "given", &given, "status",
			&status, "problem", &problem) != 0 ||
	    !json_is_object(given) || rcc_suite_bad_name(name) != NULL)
		return false;
	b = rcc_suite_add(suite, name, directory, json_incref(given));
	b->status = status;
	b->problem = problem != NULL ? rcc_mem_strdup(problem) : NULL;
	return true;
}

/* Read the text of a suite.json.  Returns whether it is valid. */
static bool read_suite(struct rcc_suite *suite, const char *text)
{
	json_t *root = json_loads(text, 0, NULL);
	json_t *benchmarks = json_object_get(root, "benchmarks");
	const char *format = json_string_value(json_object_get(root, "format"));
	const char *file = json_string_value(json_object_get(root, "file"));
	bool is_valid = format != NULL && strcmp(format, FORMAT_NAME) == 0 &&
			file != NULL && json_array_size(benchmarks) != 0;
	size_t i;
	json_t *benchmark;

	if (is_valid)
		suite->file = rcc_mem_strdup(file);
	json_array_foreach(benchmarks, i, benchmark)
	{
		is_valid = is_valid && read_benchmark(suite, benchmark);
	}
	json_decref(root);
	return is_valid;
}

int rcc_suite_load(const char *dir, struct rcc_suite *suite)
{
	char *path = path_in(dir);
	char *text = rcc_file_read(path, NULL);
	int status = RCC_EXIT_USAGE;

	memset(suite, 0, sizeof(*suite));
	if (text == NULL)
		rcc_error_errno("cannot read \"%s\"", path);
	else if (!read_suite(suite, text))
		rcc_error("\"%s\" is damaged", path);
	else
		status = RCC_EXIT_OK;
	if (status != RCC_EXIT_OK)
		rcc_suite_release(suite);
	free(text);
	free(path);
	return status;
}
