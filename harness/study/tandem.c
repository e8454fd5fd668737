/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/tandem.h"

#include <stdio.h>

#include "common/mem.h"

const char *rcc_tandem_class(const struct rcc_tandem_setup *setup)
{
	const char *name = rcc_process_control_class(setup->sched);

	return name != NULL ? name : "unknown";
}

json_t *rcc_tandem_json(const struct rcc_tandem_setup *s)
{
	if (!s->is_settled)
		return json_pack("{s:s}", "obstacle", s->obstacle);
	return json_pack("{s:i,s:s,s:n,s:f,s:f}", "cpu", s->cpu, "sched",
			 rcc_tandem_class(s), "slice-ns", "busy-share",
			 s->busy_share, "main-thread-share", s->main_share);
}

void rcc_tandem_read(const json_t *json, struct rcc_tandem_setup *s)
{
	const char *sched = NULL;
	const char *obstacle =
		json_string_value(json_object_get(json, "obstacle"));

	*s = (struct rcc_tandem_setup){0};
	if (obstacle != NULL)
		snprintf(s->obstacle, sizeof(s->obstacle), "%s", obstacle);
	s->is_settled =
		json_unpack((json_t *)json, "{s:i,s:s,s:F,s:F}", "cpu", &s->cpu,
			    "sched", &sched, "busy-share", &s->busy_share,
			    "main-thread-share", &s->main_share) == 0;
	if (s->is_settled)
		s->sched = rcc_process_control_policy(sched);
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

bool rcc_tandem_has_processes(const struct rcc_tandem_setup *setup)
{
	return setup->main_share < RCC_TANDEM_LEAST_SHARE;
}

/* The kernel's two times of child processes are rounded down to steps of 10
 * ms. */
#define CHILDREN_ERROR_NS 20000000
/* Fewer looks at a run do not tell a share. */
#define LEAST_LOOKS 20

/* Return the share of the computing that was neither done by the main thread
 * nor by child processes. */
static double threads_share(const struct rcc_tandem_times *t)
{
	const int64_t left_ns = t->cpu_ns - t->main_thread_ns - t->children_ns -
				(t->children_ns > 0 ? CHILDREN_ERROR_NS : 0);

	return (double)left_ns / (double)t->cpu_ns;
}

/* Return the share of its time in which one thread computed.  Leave out the time
 * for which it waited for a CPU: on a loaded machine, that may be most of the
 * wall time.  In the remaining time, the program computed or slept. */
static double busy_share_of_thread(const struct rcc_tandem_times *t)
{
	const bool is_known = t->main_thread_ns > 0;
	const double busy = (double)(is_known ? t->main_thread_ns : t->cpu_ns);
	const double seen = (double)(t->wall_ns - t->late_ns -
				     (is_known ? t->queue_ns : 0));

	return busy < seen ? busy / seen : 1;
}

/* Return the share of its time in which any process of a program computed or
 * waited for a CPU.  The kernel tells how long all of them computed, but not how
 * long they waited.  So on a busy machine, this is what was seen. */
static double busy_share_of_processes(const struct rcc_tandem_times *t)
{
	const double seen = (double)(t->wall_ns - t->late_ns);
	const double computed =
		(double)t->cpu_ns < seen ? (double)t->cpu_ns / seen : 1;
	const double ready = t->n_looks < LEAST_LOOKS
				     ? 0
				     : (double)t->n_ready / (double)t->n_looks;

	return computed > ready ? computed : ready;
}

char *rcc_tandem_obstacle(const struct rcc_tandem_times *t,
			  struct rcc_tandem_setup *setup)
{
	const double cpu = (double)t->cpu_ns;
	const double main_share =
		t->main_thread_ns > 0
			? least((double)t->main_thread_ns / cpu, 1)
			: 1;
	const bool has_processes = main_share < RCC_TANDEM_LEAST_SHARE;
	const double busy_share = has_processes ? busy_share_of_processes(t)
						: busy_share_of_thread(t);

	if (t->cpu_ns < RCC_TANDEM_LEAST_NS)
		return rcc_mem_printf("computes for %.2g ms only, too short "
				      "to alternate with another (at least "
				      "%.0f ms)",
				      cpu / 1e6, RCC_TANDEM_LEAST_NS / 1e6);
	if (has_processes && threads_share(t) > 1 - RCC_TANDEM_LEAST_SHARE)
		return rcc_mem_printf("is not one thread: other threads did "
				      "%.0f %% of its computing",
				      100 * threads_share(t));
	if (busy_share < RCC_TANDEM_LEAST_SHARE)
		return rcc_mem_printf("does not only compute: it waited for "
				      "%.0f %% of its time",
				      100 * (1 - busy_share));
	setup->busy_share = least(setup->busy_share, busy_share);
	setup->main_share = least(setup->main_share, main_share);
	return NULL;
}

int rcc_tandem_choose_cpu(const struct rcc_process_control *control)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		return -1;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET((size_t)cpu, &allowed) &&
		    (!control->sets_cpus ||
		     CPU_ISSET((size_t)cpu, &control->cpus)))
			return cpu;
	return -1;
}
