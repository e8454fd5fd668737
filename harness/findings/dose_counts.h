/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel counts events, such as cache misses, in the runs that test a
 * suspicion (confirmation.h).  rcc_dose_counts() computes how often each event
 * happens at each dose.  A dose is one placement of the suspected functions.
 */
#ifndef RCC_HARNESS_FINDINGS_DOSE_COUNTS_H
#define RCC_HARNESS_FINDINGS_DOSE_COUNTS_H

#include <stddef.h>

#include "harness/findings/confirmation.h"
#include "harness/store/trials.h"

struct rcc_dose_count {
	const char *event; /* the event's name; borrowed from a trial */
	/* The number of blocks in which every dose has a count. */
	size_t n_blocks;
	/* The mean count of a run, for each dose.  NaN if n_blocks is 0. */
	double mean[RCC_DOSES_MAX];
	/* The mean count at each dose, divided by the mean count at the doses
	 * for which the suspicion does not hold.  NaN if that mean is 0. */
	double ratio[RCC_DOSES_MAX];
	/* The standard error of each ratio over the blocks, by linearization
	 * (Cochran 1977, eq. 6.13, without finite population correction).  NaN
	 * if there are fewer than two blocks. */
	double se[RCC_DOSES_MAX];
};

/* Return the counts of all events in the trials of `phase` (store/trials.h).
 * These trials test the suspicion c->suspect.  They are sorted by block and
 * dose.  *n is set to the length of the array.  The caller must free the
 * array. */
struct rcc_dose_count *rcc_dose_counts(const struct rcc_confirmation *c,
				       unsigned phase,
				       const struct rcc_trial_record *trial,
				       size_t n_trials, size_t *n);

#endif
