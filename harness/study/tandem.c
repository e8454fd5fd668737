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

static double greatest(double a, double b)
{
	return a > b ? a : b;
}

bool rcc_tandem_has_processes(const struct rcc_tandem_setup *setup)
{
	return setup->main_share < RCC_TANDEM_LEAST_SHARE;
}

/* Fewer looks do not tell a share of 3 %. */
#define LEAST_LOOKS 100

static double share(double part, double whole)
{
	return part < whole ? part / whole : 1;
}

/* Return the share of its time in which one thread computed.  Leave out the
 * time for which it waited for a CPU: on a loaded machine, that may be most of
 * the wall time.  In the remaining time, the program computed or slept. */
static double busy_share_of_thread(const struct rcc_tandem_times *t)
{
	const bool is_known = t->main_ns > 0;

	return share((double)(is_known ? t->main_ns : t->cpu_ns),
		     (double)(t->wall_ns - t->late_ns -
			      (is_known ? t->queue_ns : 0)));
}

/* Return the same share for a program of several processes on one CPU.  The
 * kernel does not tell how long they waited for the CPU.  If this was long, the
 * time for which they slept is estimated by the share of looks that saw none of
 * them ready. */
static double busy_share_of_processes(const struct rcc_tandem_times *t)
{
	const double seen = (double)(t->wall_ns - t->late_ns);
	const double cpu = (double)t->cpu_ns;
	double slept;

	if (t->looks.n < LEAST_LOOKS)
		return share(cpu, seen);
	slept = seen * (1 - (double)t->looks.n_any / (double)t->looks.n);
	return greatest(share(cpu, seen), share(cpu, cpu + slept));
}

/* Return the share of the computing that threads beside the main one did, or
 * the share of looks that saw several threads of one process ready, whichever is
 * larger.  Threads that compute on one CPU are seen in almost every look, so few
 * looks are enough, but a single one may be chance. */
static double threads_share(const struct rcc_tandem_times *t)
{
	const double by_clock =
		(double)(t->own_ns - t->main_ns) / (double)t->cpu_ns;

	if (t->looks.n_several < 2)
		return by_clock;
	return greatest(by_clock,
			(double)t->looks.n_several / (double)t->looks.n);
}

void rcc_ready_add(struct rcc_ready *a, const struct rcc_ready *b)
{
	a->n += b->n;
	a->n_any += b->n_any;
	a->n_several += b->n_several;
}

char *rcc_tandem_obstacle(const struct rcc_tandem_times *t,
			  struct rcc_tandem_setup *setup, bool *is_unclear)
{
	const double most = 1 - RCC_TANDEM_LEAST_SHARE;
	const double cpu = (double)t->cpu_ns;
	const double main_share =
		t->main_ns > 0 ? share((double)t->main_ns, cpu) : 1;
	const bool has_processes = main_share < RCC_TANDEM_LEAST_SHARE;
	const double busy_share = has_processes ? busy_share_of_processes(t)
						: busy_share_of_thread(t);

	*is_unclear = false;
	if (t->cpu_ns < RCC_TANDEM_LEAST_NS)
		return rcc_mem_printf("computes for %.2g ms only, too short "
				      "to alternate with another (at least "
				      "%.0f ms; processes that it does not "
				      "wait for do not count)",
				      cpu / 1e6, RCC_TANDEM_LEAST_NS / 1e6);
	if (has_processes && threads_share(t) > most)
		return rcc_mem_printf("has threads: those beside the main one "
				      "did %.0f %% of the computing",
				      100 * threads_share(t));
	*is_unclear = has_processes && t->looks.n < LEAST_LOOKS &&
		      busy_share < RCC_TANDEM_LEAST_SHARE;
	if (*is_unclear)
		return rcc_mem_strdup("is several processes, and too short to "
				      "see whether they wait for a CPU, which "
				      "is busy, or for something else");
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
