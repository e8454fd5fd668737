/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/duet.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/run/host.h"

/* Find the cores that have usable CPUs.  A CPU is usable if this process may
 * run on it and `control` (--cpu) allows it.  core[i] is set to the usable CPUs
 * of core i.  Returns the number of cores, or 0 if the kernel does not say
 * which CPUs share a core. */
static size_t find_cores(const struct rcc_process_control *control,
			 const char *root, cpu_set_t core[CPU_SETSIZE])
{
	cpu_set_t left;
	size_t n = 0;

	if (sched_getaffinity(0, sizeof(left), &left) != 0)
		return 0;
	if (control->sets_cpus)
		CPU_AND(&left, &left, &control->cpus);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &left))
			continue;
		rcc_host_core(root, (int)cpu, &core[n]);
		if (!CPU_ISSET(cpu, &core[n]))
			return 0;
		CPU_AND(&core[n], &core[n], &left);
		/* Remove the CPUs of this core, so that the core is found
		 * once. */
		CPU_XOR(&left, &left, &core[n]);
		n++;
	}
	return n;
}

static int divide(const struct rcc_runner *r, const char *root,
		  struct rcc_duet_setup *setup)
{
	const struct rcc_study *study = &r->x->study;
	cpu_set_t *core = rcc_mem_calloc(CPU_SETSIZE, sizeof(*core));
	const size_t n = find_cores(&study->control, root, core);
	char *obstacle =
		n == 0 ? rcc_mem_strdup("the kernel does not say which CPUs "
					"share a core")
		       : rcc_duet_divide(core, n, rcc_study_n_cells(study),
					 setup);

	free(core);
	if (obstacle == NULL)
		return RCC_EXIT_OK;
	rcc_error("the runs of a block cannot be made at the same time "
		  "(--duet): %s",
		  obstacle);
	rcc_hint("give --turns instead of --duet: one run at a time");
	free(obstacle);
	return RCC_EXIT_USAGE;
}

/* Return whether this process may still use the CPUs of all sides.  If not,
 * warn. */
static bool may_use(const struct rcc_runner *r,
		    const struct rcc_duet_setup *setup)
{
	const struct rcc_executor *executor = r->measure.setup.executor;
	bool may = true;
	char *text;

	for (size_t i = 0; i < setup->n; i++)
		may = may && executor->may_use(executor->self, &setup->side[i]);
	if (may)
		return true;
	text = rcc_duet_text(setup);
	rcc_warn("earlier runs had the CPUs %s, some of which this process may "
		 "not use now: they are divided again",
		 text);
	free(text);
	return false;
}

int rcc_duet_settle(const struct rcc_runner *r, const char *root,
		    struct rcc_duet_setup *setup)
{
	json_t *json;
	int status = rcc_experiment_load_json(r->x, RCC_DUET_KEY, &json);

	rcc_duet_read(json, setup);
	json_decref(json);
	if (status != RCC_EXIT_OK || (setup->is_settled && may_use(r, setup)))
		return status;
	status = divide(r, root, setup);
	return status == RCC_EXIT_OK
		       ? rcc_experiment_store_json(r->x, RCC_DUET_KEY,
						   rcc_duet_json(setup))
		       : status;
}
