/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Helpers for unit tests of whole studies with a fake executor and clock
 * (harness_fake.h).  All phases of `randstudy run` are real, except building
 * and linking.
 */
#ifndef RCC_TESTSUITE_UNIT_HARNESS_FAKE_STUDY_H
#define RCC_TESTSUITE_UNIT_HARNESS_FAKE_STUDY_H

#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/session/growth.h"
#include "harness/session/session.h"
#include "testsuite/unit/harness_fake.h"

struct place {
	char *dir;
	struct fake fake;
	struct rcc_random random;
	size_t n_stretches; /* number of calls of open_fake() */
	size_t n_sessions;  /* number of earlier sessions of the study */
};

static int make_layouts(struct rcc_experiment *x, unsigned n_jobs)
{
	(void)n_jobs;
	for (size_t i = 0; i < x->n_layouts; i++) {
		if (x->layout[i].digest != NULL)
			continue;
		x->layout[i].digest = rcc_mem_strdup("d");
		x->layout[i].link_ns = 1000000;
		assert_int_equal(rcc_store_add_layout(x->store, &x->layout[i]),
				 0);
	}
	return RCC_EXIT_OK;
}

static int open_fake(void *self, struct rcc_executor *executor)
{
	struct place *p = self;

	p->n_stretches++;
	*executor = p->fake.executor;
	return 0;
}

static int close_fake(void *self, struct rcc_executor *executor)
{
	(void)self;
	(void)executor;
	return 0;
}

/* Act as `randstudy run`: the first call begins the study, and later calls
 * resume it. */
static int run_study(struct place *p, json_t *json)
{
	const struct rcc_session_machine machine = {open_fake, close_fake,
						    make_layouts, p};
	struct rcc_session session = {.machine = &machine,
				      .id = 1 + (int64_t)p->n_sessions};
	struct rcc_experiment x;
	char *text = NULL;
	char *problem = NULL;
	int status;

	assert_int_equal(rcc_experiment_open(&x, p->dir, true), 0);
	assert_int_equal(rcc_store_get(x.store, "design", &text), 0);
	if (text != NULL) {
		json_decref(json);
		json = json_loads(text, 0, NULL);
	}
	assert_int_equal(rcc_study_parse(json, &x.study, &problem), 0);
	if (text == NULL) {
		const struct rcc_batch_record batch = {0, x.study.n_layouts};

		text = json_dumps(json, 0);
		assert_int_equal(rcc_store_set(x.store, "design", text), 0);
		assert_int_equal(rcc_store_add_batch(x.store, &batch), 0);
		if (rcc_study_plans_end(&x.study))
			assert_int_equal(rcc_store_set(x.store,
						       RCC_INTERIM_END_KEY,
						       "0"),
					 0);
	}
	free(text);
	json_decref(json);
	if (x.study.budget > 0)
		session.deadline_ns =
			p->fake.now_ns + (int64_t)(x.study.budget * 1e9);
	assert_int_equal(rcc_layout_table_load(&x), RCC_EXIT_OK);
	x.linked = rcc_mem_calloc(x.study.n_systems, sizeof(*x.linked));
	for (size_t i = 0; i < x.study.n_systems; i++)
		x.linked[i].name = rcc_mem_strdup("prog");
	make_layouts(&x, 1);
	status = rcc_growth_is_over(&x) ? RCC_EXIT_OK
					: rcc_session_measure(&session, &x);
	rcc_experiment_close(&x);
	return status;
}

static struct rcc_findings found(const struct place *p)
{
	struct rcc_findings f;

	assert_int_equal(rcc_findings_load(p->dir, NULL, &f), RCC_EXIT_OK);
	return f;
}

static int make_place(void **state)
{
	struct place *p = rcc_mem_calloc(1, sizeof(*p));

	p->dir = rcc_file_tmp_dir("harness-growth");
	fake_init(&p->fake);
	rcc_random_stream(&p->random, 5, "growth");
	p->fake.random = &p->random;
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

#endif
