/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/budget.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/measuring_time.h"

static const char prepared_key[] = "prepared-ns";

static int64_t prepared_ns(struct rcc_experiment *x)
{
	char *text = NULL;
	int64_t ns = 0;

	if (rcc_store_get(x->store, prepared_key, &text) == 0 && text != NULL)
		ns = strtoll(text, NULL, 10);
	free(text);
	return ns;
}

int rcc_budget_add_prepared(struct rcc_experiment *x, int64_t spent_ns)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, prepared_ns(x) + spent_ns);
	if (rcc_store_set(x->store, prepared_key, text) != 0)
		return rcc_experiment_store_failed(x, "store the time");
	return RCC_EXIT_OK;
}

/* Return the time of a session (a call of `randstudy run`).  If it was killed,
 * its time ends with its last run; it is 0 if it has no run. */
static int64_t session_ns(const struct rcc_session_record *session,
			  const struct rcc_run_record *run, size_t n_runs)
{
	size_t first = 0;
	size_t end;
	int64_t before_ns;

	if (session->end_ns != 0)
		return session->end_ns - session->start_ns;
	while (first < n_runs && run[first].session != session->id)
		first++;
	end = first;
	while (end < n_runs && run[end].session == session->id)
		end++;
	if (first == end)
		return 0;
	before_ns = run[first].start_ns - session->start_ns;
	return (before_ns > 0 ? before_ns : 0) +
	       (int64_t)(1e9 * rcc_measuring_s(&run[first], end - first));
}

/* Return the time that the study has taken before this session. */
static int64_t spent_ns(struct rcc_experiment *x)
{
	struct rcc_session_record *session = NULL;
	struct rcc_run_record *run = NULL;
	size_t n_sessions = 0;
	size_t n_runs = 0;
	int64_t spent = prepared_ns(x);

	if (rcc_store_sessions(x->store, &session, &n_sessions) != 0 ||
	    rcc_store_runs(x->store, &run, &n_runs) != 0)
		n_sessions = 0;
	for (size_t i = 0; i < n_sessions; i++) {
		const int64_t ns = session_ns(&session[i], run, n_runs);

		if (ns > 0)
			spent += ns;
		free(session[i].host);
	}
	free(session);
	free(run);
	return spent;
}

int64_t rcc_budget_deadline_ns(struct rcc_experiment *x, int64_t begun_ns)
{
	if (!(x->study.budget > 0))
		return 0;
	return begun_ns + (int64_t)(x->study.budget * 1e9) - spent_ns(x);
}
