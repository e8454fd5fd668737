/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/stored.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/suite/suite.h"

static int load_inputs(struct rcc_stored *s, struct rcc_store *store)
{
	char *text = NULL;
	const int result = rcc_store_get(store, "inputs", &text);

	if (text != NULL)
		s->inputs = json_loads(text, 0, NULL);
	free(text);
	return result;
}

/* The runs, each with the number of executions that it sums up. */
static int load_runs(struct rcc_stored *s, struct rcc_store *store)
{
	char *text = NULL;
	json_t *json = NULL;
	int result = rcc_store_get(store, RCC_TUNING_KEY, &text);

	if (text != NULL)
		json = json_loads(text, 0, NULL);
	rcc_tuning_read(json, &s->tuning);
	json_decref(json);
	free(text);
	if (result == 0)
		result = rcc_store_runs(store, &s->run, &s->n_runs);
	for (size_t i = 0; i < s->n_runs; i++)
		s->run[i].executions_per_run = s->tuning.executions;
	return result;
}

static int load_rows(struct rcc_stored *s, struct rcc_store *store,
		     char **design)
{
	int result = rcc_store_get(store, "design", design);

	if (result == 0)
		result = rcc_store_get(store, "compiler", &s->compiler);
	if (result == 0)
		result = rcc_store_get(store, "linker", &s->linker);
	if (result == 0)
		result = rcc_store_get(store, "randcc", &s->randcc);
	if (result == 0)
		result = rcc_store_get(store, "program-0", &s->program);
	if (result == 0)
		result = rcc_store_get(store, "looks", &s->interim_analyses);
	if (result == 0)
		result = load_inputs(s, store);
	if (result == 0)
		result = rcc_store_layouts(store, &s->layout, &s->n_layouts);
	if (result == 0)
		result = load_runs(s, store);
	if (result == 0)
		result = rcc_store_values(store, &s->value, &s->n_values);
	if (result == 0)
		result =
			rcc_store_valgrind(store, &s->valgrind, &s->n_valgrind);
	if (result == 0)
		result = rcc_store_sessions(store, &s->session, &s->n_sessions);
	return result;
}

static int parse_design(struct rcc_stored *s, const char *path,
			const char *design)
{
	json_t *json = design != NULL ? json_loads(design, 0, NULL) : NULL;
	char *problem = NULL;
	int result;

	if (json == NULL) {
		rcc_error("\"%s\" holds no study", path);
		return RCC_EXIT_USAGE;
	}
	result = rcc_study_parse(json, &s->study, &problem);
	if (result != 0)
		rcc_error("the design in \"%s\" is damaged: %s", path, problem);
	free(problem);
	json_decref(json);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

/* A study of an older randstudy has no compiler options. */
static void load_compile_options(struct rcc_stored *s, struct rcc_store *store)
{
	s->compile_options = json_array();
	for (size_t i = 0; i < s->study.n_systems; i++) {
		char *key = rcc_mem_printf("options-%zu", i);
		char *text = NULL;
		json_t *options = NULL;

		if (rcc_store_get(store, key, &text) == 0 && text != NULL)
			options = json_loads(text, 0, NULL);
		json_array_append_new(s->compile_options,
				      options != NULL ? options : json_array());
		free(text);
		free(key);
	}
}

static void load_refused(struct rcc_stored *s, struct rcc_store *store)
{
	s->refused = rcc_mem_calloc(s->study.n_metrics + 1, sizeof(char *));
	for (size_t i = 0; i < s->study.n_metrics; i++) {
		char *key =
			rcc_mem_printf("refused-%s", s->study.metric[i].name);

		rcc_store_get(store, key, &s->refused[i]);
		free(key);
	}
}

static void load_records(struct rcc_stored *s, struct rcc_store *store)
{
	s->record = rcc_mem_calloc(s->study.n_systems, sizeof(*s->record));
	for (size_t i = 0; i < s->study.n_systems; i++) {
		char *key = rcc_mem_printf("record-%zu", i);

		rcc_store_get(store, key, &s->record[i]);
		free(key);
	}
}

/* What else the store has, as the parsed design says. */
static void load_texts(struct rcc_stored *s, struct rcc_store *store)
{
	load_refused(s, store);
	load_compile_options(s, store);
	load_records(s, store);
	if (s->n_sessions != 0)
		s->host =
			json_loads(s->session[s->n_sessions - 1].host, 0, NULL);
}

int rcc_stored_read(const char *dir, struct rcc_stored *s)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	struct rcc_store *store = NULL;
	char *design = NULL;
	int status = RCC_EXIT_USAGE;

	memset(s, 0, sizeof(*s));
	s->dir = rcc_mem_strdup(dir);
	if (rcc_suite_is_there(dir)) {
		rcc_error("\"%s\" is a suite", dir);
		rcc_hint("name one of its benchmarks: %s/NAME", dir);
	} else if (access(path, R_OK) != 0) {
		rcc_error_errno("cannot read the study \"%s\"", path);
	} else if (rcc_store_open(path, RCC_STORE_READ, &store) != 0 ||
		   load_rows(s, store, &design) != 0) {
		rcc_error("cannot read \"%s\": %s", path,
			  rcc_store_error(store));
	} else {
		status = parse_design(s, path, design);
		if (status == RCC_EXIT_OK)
			load_texts(s, store);
	}
	rcc_store_close(store);
	free(design);
	free(path);
	return status;
}

void rcc_stored_release(struct rcc_stored *s)
{
	for (size_t i = 0; i < s->n_layouts; i++)
		rcc_layout_record_release(&s->layout[i]);
	for (size_t i = 0; i < s->n_sessions; i++)
		free(s->session[i].host);
	for (size_t i = 0; s->refused != NULL && i < s->study.n_metrics; i++)
		free(s->refused[i]);
	for (size_t i = 0; s->record != NULL && i < s->study.n_systems; i++)
		free(s->record[i]);
	free(s->layout);
	free(s->run);
	free(s->value);
	free(s->valgrind);
	free(s->refused);
	free(s->record);
	free(s->session);
	json_decref(s->host);
	json_decref(s->inputs);
	json_decref(s->compile_options);
	free(s->compiler);
	free(s->linker);
	free(s->randcc);
	free(s->program);
	free(s->interim_analyses);
	free(s->dir);
	rcc_study_release(&s->study);
	memset(s, 0, sizeof(*s));
}

/* ---- Looking up -------------------------------------------------------- */

const struct rcc_layout_record *rcc_stored_layout(const struct rcc_stored *s,
						  int64_t id)
{
	size_t lo = 0;
	size_t hi = s->n_layouts;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (s->layout[mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->n_layouts && s->layout[lo].id == id ? &s->layout[lo]
							   : NULL;
}

const struct rcc_layout_record *rcc_stored_original(const struct rcc_stored *s,
						    size_t system)
{
	for (size_t i = 0; i < s->n_layouts; i++)
		if (s->layout[i].system == system && s->layout[i].is_original)
			return &s->layout[i];
	return NULL;
}

const struct rcc_value_record *rcc_stored_values(const struct rcc_stored *s,
						 int64_t order, size_t own,
						 size_t *n)
{
	size_t lo = 0;
	size_t hi = s->n_values;
	size_t end;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const struct rcc_value_record *v = &s->value[mid];

		if (v->order < order || (v->order == order && v->metric < own))
			lo = mid + 1;
		else
			hi = mid;
	}
	for (end = lo; end < s->n_values && s->value[end].order == order &&
		       s->value[end].metric == own;
	     end++)
		;
	*n = end - lo;
	return s->value + lo;
}

const struct rcc_valgrind_record *
rcc_stored_valgrind(const struct rcc_stored *s, int64_t layout, size_t own)
{
	for (size_t i = 0; i < s->n_valgrind; i++)
		if (s->valgrind[i].layout == layout &&
		    s->valgrind[i].metric == own)
			return &s->valgrind[i];
	return NULL;
}

int64_t rcc_stored_begin_ns(const struct rcc_stored *s)
{
	return s->run[0].start_ns;
}

int64_t rcc_stored_end_ns(const struct rcc_stored *s)
{
	const struct rcc_run_record *last = &s->run[s->n_runs - 1];

	return last->start_ns + last->wall_ns;
}
