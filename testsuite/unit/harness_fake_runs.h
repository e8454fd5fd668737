/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for unit tests that make the planned runs of a study with a fake
 * executor (harness_fake.h).  The study has one system with 20 random layouts,
 * and 20 times the original layout. */
#ifndef RCC_TESTSUITE_UNIT_HARNESS_FAKE_RUNS_H
#define RCC_TESTSUITE_UNIT_HARNESS_FAKE_RUNS_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/run/runs.h"
#include "harness/study/study_defaults.h"
#include "testsuite/unit/harness_fake.h"

#define N_LAYOUTS 20
#define N_RUNS (2 * N_LAYOUTS)

struct place {
	char *dir;
	struct fake fake;
};

static json_t *design(void)
{
	json_t *json =
		json_pack("{s:s,s:s,s:[s,s],s:[{s:s,s:s}]}", "seed", "11",
			  "directory", "/", "command", "{binary}", "x",
			  "systems", "name", "prog", "build", "true");

	json_object_set_new(json, "layouts", json_integer(N_LAYOUTS));
	rcc_study_defaults(json);
	return json;
}

static void fill_layouts(struct rcc_experiment *x)
{
	x->n_layouts = (size_t)N_RUNS;
	x->layout = rcc_mem_calloc(x->n_layouts, sizeof(*x->layout));
	for (size_t i = 0; i < x->n_layouts; i++) {
		x->layout[i].id = (int64_t)i;
		x->layout[i].arm = (unsigned)(i % 2);
		x->layout[i].layout = (unsigned)(i / 2);
		x->layout[i].is_original = i % 2 == 1;
		x->layout[i].digest = rcc_mem_strdup("d");
	}
	x->linked = rcc_mem_calloc(1, sizeof(*x->linked));
	x->linked[0].name = rcc_mem_strdup("prog");
}

/* Open the study in `dir` as if its program were built and all layouts were
 * linked already. */
static void open_experiment(struct rcc_experiment *x, const char *dir,
			    json_t *json)
{
	struct rcc_batch_record batch = {0, N_LAYOUTS};
	char *problem = NULL;
	char *there = NULL;

	assert_int_equal(rcc_experiment_open(x, dir, true), 0);
	assert_int_equal(rcc_study_parse(json, &x->study, &problem), 0);
	json_decref(json);
	assert_int_equal(rcc_store_get(x->store, "begun", &there), 0);
	if (there == NULL) {
		assert_int_equal(rcc_store_add_batch(x->store, &batch), 0);
		assert_int_equal(rcc_store_set(x->store, "begun", "yes"), 0);
	}
	free(there);
	fill_layouts(x);
}

static int measure_with(struct place *p, json_t *json)
{
	struct rcc_experiment x;
	bool is_out_of_time;
	int status;

	open_experiment(&x, p->dir, json);
	status = rcc_runs_measure(&x, &p->fake.executor, 1, 0, &is_out_of_time);
	rcc_experiment_close(&x);
	return status;
}

static struct rcc_run_record *stored(const struct place *p, size_t *n)
{
	struct rcc_store *s = NULL;
	struct rcc_run_record *run = NULL;
	char *path = rcc_file_join(p->dir, "study.db");

	assert_int_equal(rcc_store_open(path, RCC_STORE_READ, &s), 0);
	assert_int_equal(rcc_store_runs(s, &run, n), 0);
	rcc_store_close(s);
	free(path);
	return run;
}

static int make_place(void **state)
{
	struct place *p = rcc_mem_calloc(1, sizeof(*p));

	p->dir = rcc_file_tmp_dir("harness-runs");
	fake_init(&p->fake);
	*state = p;
	return 0;
}

static int remove_place(void **state)
{
	struct place *p = *state;

	rcc_file_remove_tree(p->dir);
	close(p->fake.fd);
	free(p->dir);
	free(p);
	return 0;
}

/* Return the ID of the layout in a path such as .../layouts/000012/prog. */
static long layout_of(const char *argv0)
{
	const char *at = strstr(argv0, "/layouts/");

	assert_non_null(at);
	return strtol(at + strlen("/layouts/"), NULL, 10);
}

#endif
