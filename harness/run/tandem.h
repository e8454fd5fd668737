/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tandem runs: the runs of a block, made at the same time on one CPU and stored
 * together.  study/tandem.h says why.
 *
 * Only the programs run at the same time.  The runs are prepared, judged and
 * cleaned up one after the other, like runs in turns.  Each run has its own
 * working directory; all paths have the same length.  The time limit is
 * multiplied by the number of runs.
 *
 * Duet runs (study/duet.h) are made in the same way, but each run has its own
 * CPUs.
 *
 * In some blocks, which the schedule chooses, one run is repeated alone on the
 * same CPU.  The difference between this run and its repetition shows what
 * sharing the CPU costs.
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
	char *directory; /* its own working directory, with --fresh-cwd */
	struct rcc_place place;
	struct rcc_run_record record;
	struct rcc_measure_detail detail;
};

struct rcc_tandem {
	struct rcc_runner *runner; /* the runner of the study; borrowed */
	/* if duet.is_settled, the runs are duet runs */
	struct rcc_duet_setup duet;
	struct rcc_tandem_run *run; /* indexed by position in the block */
	size_t n;
	/* Number of programs that share a CPU; 0 for duet runs. */
	unsigned n_sharers;
	struct rcc_tandem_run alone;
	bool has_alone; /* whether the last block had a run alone */
};

/* Prepare for tandem runs.  `runner` must have its command, reference and time
 * limit. */
void rcc_tandem_init(struct rcc_tandem *t, struct rcc_runner *runner,
		     const struct rcc_tandem_setup *setup);
/* Prepare for duet runs, which each have their own CPUs (study/duet.h).  Since
 * they share no CPU, no run is repeated alone, and the time limit is not
 * multiplied. */
void rcc_tandem_init_duet(struct rcc_tandem *t, struct rcc_runner *runner,
			  const struct rcc_duet_setup *setup);
/* Release *t.  Accepts a zeroed struct. */
void rcc_tandem_release(struct rcc_tandem *t);

/* Make the runs of block `block` of the study, and store all of them or none.
 * The caller sets order, layout, execution and session of each record.  A bad
 * outcome is not an error here: the caller must check the records.  Prints what
 * is wrong and returns an exit code (enum rcc_exit). */
int rcc_tandem_make_block(struct rcc_tandem *t, uint64_t block);

#endif
