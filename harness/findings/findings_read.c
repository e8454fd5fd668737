/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study's rows and texts, from its store. */
#include "harness/findings/findings_read.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/suite/suite.h"

static int load_inputs(struct rcc_findings *f, struct rcc_store *store)
{
	char *text = NULL;
	const int result = rcc_store_get(store, "inputs", &text);

	if (text != NULL)
		f->inputs = json_loads(text, 0, NULL);
	free(text);
	return result;
}

/* The runs, and what each of them is the sum of. */
static int load_runs(struct rcc_findings *f, struct rcc_store *store)
{
	char *text = NULL;
	json_t *json = NULL;
	int result = rcc_store_get(store, RCC_TUNING_KEY, &text);

	if (text != NULL)
		json = json_loads(text, 0, NULL);
	rcc_tuning_read(json, &f->tuned);
	json_decref(json);
	free(text);
	if (result == 0)
		result = rcc_store_runs(store, &f->run, &f->n_runs);
	for (size_t i = 0; i < f->n_runs; i++)
		f->run[i].executions_per_run = f->tuned.executions;
	return result;
}

static int load_rows(struct rcc_findings *f, struct rcc_store *store,
		     char **design)
{
	int result = rcc_store_get(store, "design", design);

	if (result == 0)
		result = rcc_store_get(store, "compiler", &f->compiler);
	if (result == 0)
		result = rcc_store_get(store, "linker", &f->linker);
	if (result == 0)
		result = rcc_store_get(store, "randcc", &f->randcc);
	if (result == 0)
		result = rcc_store_get(store, "program-0", &f->program);
	if (result == 0)
		result = rcc_store_get(store, "looks", &f->looks);
	if (result == 0)
		result = load_inputs(f, store);
	if (result == 0)
		result = rcc_store_layouts(store, &f->layout, &f->n_layouts);
	if (result == 0)
		result = load_runs(f, store);
	if (result == 0)
		result = rcc_store_values(store, &f->value, &f->n_values);
	if (result == 0)
		result = rcc_store_valgrind(store, &f->exact, &f->n_exact);
	if (result == 0)
		result = rcc_store_sessions(store, &f->session, &f->n_sessions);
	return result;
}

static int parse_design(struct rcc_findings *f, const char *path,
			const char *design)
{
	json_t *json = design != NULL ? json_loads(design, 0, NULL) : NULL;
	char *problem = NULL;
	int result;

	if (json == NULL) {
		rcc_error("\"%s\" holds no study", path);
		return RCC_EXIT_USAGE;
	}
	result = rcc_study_parse(json, &f->study, &problem);
	if (result != 0)
		rcc_error("the design in \"%s\" is damaged: %s", path, problem);
	free(problem);
	json_decref(json);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

/* A study of an older randstudy has none. */
static void load_flags(struct rcc_findings *f, struct rcc_store *store)
{
	f->flags = json_array();
	for (size_t i = 0; i < f->study.n_systems; i++) {
		char *key = rcc_mem_printf("options-%zu", i);
		char *text = NULL;
		json_t *flags = NULL;

		if (rcc_store_get(store, key, &text) == 0 && text != NULL)
			flags = json_loads(text, 0, NULL);
		json_array_append_new(f->flags,
				      flags != NULL ? flags : json_array());
		free(text);
		free(key);
	}
}

static void load_refused(struct rcc_findings *f, struct rcc_store *store)
{
	f->refused = rcc_mem_calloc(f->study.n_metrics + 1, sizeof(char *));
	for (size_t i = 0; i < f->study.n_metrics; i++) {
		char *key =
			rcc_mem_printf("refused-%s", f->study.metric[i].name);

		rcc_store_get(store, key, &f->refused[i]);
		free(key);
	}
}

static void load_records(struct rcc_findings *f, struct rcc_store *store)
{
	f->record = rcc_mem_calloc(f->study.n_systems, sizeof(*f->record));
	for (size_t i = 0; i < f->study.n_systems; i++) {
		char *key = rcc_mem_printf("record-%zu", i);

		rcc_store_get(store, key, &f->record[i]);
		free(key);
	}
}

int rcc_findings_read(struct rcc_findings *f, const char *path)
{
	struct rcc_store *store = NULL;
	char *design = NULL;
	int status = RCC_EXIT_USAGE;

	if (rcc_suite_is_there(f->dir)) {
		rcc_error("\"%s\" is a suite", f->dir);
		rcc_hint("name one of its benchmarks: %s/NAME", f->dir);
	} else if (access(path, R_OK) != 0) {
		rcc_error_errno("cannot read the study \"%s\"", path);
	} else if (rcc_store_open(path, RCC_STORE_READ, &store) != 0 ||
		   load_rows(f, store, &design) != 0) {
		rcc_error("cannot read \"%s\": %s", path,
			  rcc_store_error(store));
	} else {
		status = parse_design(f, path, design);
		if (status == RCC_EXIT_OK)
			load_refused(f, store);
		if (status == RCC_EXIT_OK)
			load_flags(f, store);
		if (status == RCC_EXIT_OK)
			load_records(f, store);
	}
	rcc_store_close(store);
	free(design);
	if (status == RCC_EXIT_OK && f->n_sessions != 0)
		f->host =
			json_loads(f->session[f->n_sessions - 1].host, 0, NULL);
	return status;
}
