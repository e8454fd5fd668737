/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phase 3 at work: what runs.c and reference.c share, and nobody else. */
#ifndef RCC_HARNESS_RUN_MEASURING_H
#define RCC_HARNESS_RUN_MEASURING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/measure.h"
#include "common/progress.h"
#include "harness/study/schedule.h"
#include "harness/study/tuning.h"
#include "harness/run/metric_values.h"

struct measuring {
	struct rcc_experiment *x;
	struct rcc_measure measure;
	struct rcc_values values;
	struct rcc_progress progress;
	char *reference;
	char *fresh;	/* the runs' working directory */
	char **command; /* with the program to execute found in PATH */
	struct rcc_planned_run *plan;
	bool *is_done;
	size_t n_plan;
	size_t n_done;
	size_t n_failed;
	int64_t session;
	struct rcc_tuning tuned;
	int64_t reference_ns; /* what the slowest reference run took */
	bool fails_again;     /* without a change: going on is no use */
	bool run_has_failed;  /* that is why we stop */
};

/* One execution, judged.  Fills what is measured; as rcc_measure_run(), but what
 * went wrong with the harness is said. */
int rcc_measuring_run(struct measuring *m, int64_t layout, unsigned env_bytes,
		      struct rcc_run_record *row, struct rcc_measure_detail *d);
/* Say what the kernel refused; gives the exit code. */
int rcc_measuring_cannot_run(struct measuring *m, int64_t layout,
			     const struct rcc_measure_detail *d);

/* The limit for all runs: given, or of an earlier session. */
int rcc_measuring_recall_timeout(struct measuring *m);
int rcc_measuring_references(struct measuring *m);
int rcc_measuring_warm_up(struct measuring *m);
/* With --tune: how many executions make a sample. */
int rcc_measuring_tune(struct measuring *m);
/* A planned run: that many executions, as rcc_measuring_run(). */
int rcc_measuring_sample(struct measuring *m, int64_t layout,
			 unsigned env_bytes, struct rcc_run_record *row,
			 struct rcc_measure_detail *d);

#endif
