/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/tuning.h"

json_t *rcc_tuning_json(const struct rcc_tuning *t)
{
	return json_pack("{s:I,s:f,s:f,s:f}", "executions",
			 (json_int_t)t->executions, "empty-program-ns",
			 t->empty_ns, "spread-ns", t->spread_ns, "execution-ns",
			 t->execution_ns);
}

void rcc_tuning_read(const json_t *json, struct rcc_tuning *t)
{
	json_int_t executions = 0;

	*t = (struct rcc_tuning){0};
	if (json_unpack((json_t *)json, "{s:I,s:F,s:F,s:F}", "executions",
			&executions, "empty-program-ns", &t->empty_ns,
			"spread-ns", &t->spread_ns, "execution-ns",
			&t->execution_ns) == 0 &&
	    executions > 0)
		t->executions = (unsigned)executions;
}
