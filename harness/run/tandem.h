/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tandem runs: the runs of one block, made at the same time on one CPU and
 * stored together (study/tandem.h says why).
 *
 * Each run is prepared, judged and cleaned up after as a run in turn is, one
 * after the other; their programs alone run at the same time.  Each has a
 * working directory of its own, with a path of equal length, and as many times
 * the time limit as there are runs.
 *
 * Duet runs (study/duet.h) are made in the same way, but each on its own CPUs.
 *
 * Now and then, as the schedule says, one run of a block is made again alone,
 * on the same CPU: what sharing costs is measured, not assumed.
 */
#ifndef RCC_HARNESS_RUN_TANDEM_H
#define RCC_HARNESS_RUN_TANDEM_H

#include "harness/run/runner.h"
#include "harness/study/duet.h"
#include "harness/study/tandem.h"

/* One run of a block. */
struct rcc_tandem_run {
	struct rcc_measure measure;
	struct rcc_process_control control;
	struct rcc_metric_values values;
	char *directory; /* its own, if runs have new ones */
	struct rcc_place place;
	struct rcc_run_record record;
	struct rcc_measure_detail detail;
};

struct rcc_tandem {
	struct rcc_runner *runner;  /* borrowed */
	struct rcc_duet_setup duet; /* settled: each run has its own CPUs */
	struct rcc_tandem_run *run; /* indexed by place in the block */
	size_t n;
	unsigned n_sharers; /* programs that share a CPU; 0 in a duet */
	struct rcc_tandem_run alone;
	bool has_alone; /* the last block */
};

/* Recall how the study's tandem runs are made, or find out: run each system's
 * original layout and see whether it is one thread that computes.  If it is
 * not, and the study may take turns, warn, and store the reason;
 * setup->is_settled is false then.  If it may not, print the reason and return
 * RCC_EXIT_USAGE.  Prints what is wrong and returns an exit code (enum
 * rcc_exit), as does rcc_tandem_make_block(). */
int rcc_tandem_settle(struct rcc_runner *r, struct rcc_tandem_setup *setup);

/* `runner` has its command, reference and time limit already. */
void rcc_tandem_init(struct rcc_tandem *t, struct rcc_runner *runner,
		     const struct rcc_tandem_setup *setup);
/* The same for runs that are made at once, each on CPUs of its own
 * (study/duet.h): nothing is shared, so there are no runs alone, and the time limit
 * is that of one run. */
void rcc_tandem_init_duet(struct rcc_tandem *t, struct rcc_runner *runner,
			  const struct rcc_duet_setup *setup);
/* Accepts a zeroed struct. */
void rcc_tandem_release(struct rcc_tandem *t);

/* Make the runs of block `block` of the study and store them, all or none.  The
 * caller sets order, layout, execution and session of each record.  A bad
 * outcome is not wrong here: look at the records. */
int rcc_tandem_make_block(struct rcc_tandem *t, uint64_t block);

#endif
