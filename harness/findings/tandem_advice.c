/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/tandem_advice.h"

#include <stdlib.h>

#include "common/mem.h"

/* The largest ratio of CPU time to wall time for a run with one thread.  It may
 * exceed 1, because the two clocks are read at different moments. */
#define MOST_SHARE 1.03

static bool is_time(const struct rcc_metric *metric)
{
	return metric->spec == NULL && (metric->builtin == RCC_METRIC_WALL ||
					metric->builtin == RCC_METRIC_USER ||
					metric->builtin == RCC_METRIC_CPU);
}

/* Return whether a study cannot use the advice to make runs in tandem: its runs
 * were made in tandem or in duet (on CPUs of their own, at the same time), or
 * they cannot be made in tandem. */
static bool is_excluded(const struct rcc_stored *s)
{
	const struct rcc_process_control *control = &s->study.control;
	const bool is_real_time =
		control->sets_sched &&
		(control->sched == SCHED_FIFO || control->sched == SCHED_RR);

	return s->tandem.is_settled || s->tandem.obstacle[0] != '\0' ||
	       s->duet.is_settled || s->study.is_tuned || is_real_time;
}

/* Raise the element of `most` for the run's cell to the ratio of the run's CPU
 * time to its wall time, if the ratio is larger.  Returns whether the run looks
 * like a run of a program that can run in tandem: it uses enough CPU time, and
 * the ratio is at most MOST_SHARE. */
static bool add_run(const struct rcc_stored *s,
		    const struct rcc_run_record *run, double *most)
{
	const struct rcc_layout_record *layout =
		rcc_stored_layout(s, run->layout);
	const double cpu = (double)(run->user_ns + run->system_ns);
	const double share = cpu / (double)run->wall_ns;
	size_t cell;

	/* In a damaged study, a run may lack its layout. */
	if (layout == NULL)
		return false;
	cell = layout->system * s->study.n_arms + layout->arm;
	if (share > most[cell])
		most[cell] = share;
	return cpu >= (double)RCC_TANDEM_LEAST_NS && share <= MOST_SHARE;
}

/* Return whether the runs suggest that the programs can run in tandem.  On a
 * busy machine, a program that computes all the time also waits for a CPU.  So
 * the least disturbed run of each cell shows whether its program computes all
 * the time. */
static bool can_run_in_tandem(const struct rcc_stored *s)
{
	const size_t n_cells = s->study.n_systems * s->study.n_arms;
	double *most = rcc_mem_calloc(n_cells, sizeof(*most));
	bool can = true;

	for (size_t i = 0; i < s->n_runs && can; i++)
		if (s->run[i].outcome == RCC_OUTCOME_OK)
			can = add_run(s, &s->run[i], most);
	for (size_t i = 0; i < n_cells && can; i++)
		can = most[i] >= RCC_TANDEM_LEAST_SHARE;
	free(most);
	return can;
}

bool rcc_tandem_may_help(const struct rcc_findings *f)
{
	return is_time(&f->asked.metric) && !is_excluded(&f->stored) &&
	       f->blocks.correlation_error == 0 &&
	       f->blocks.correlation.sd_within >= RCC_TANDEM_NOISY &&
	       can_run_in_tandem(&f->stored);
}
