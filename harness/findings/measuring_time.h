/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a session measured.  Runs are stored with the time of day at their
 * start, which jumps if somebody sets the clock, or if the machine sleeps. */
#ifndef RCC_HARNESS_FINDINGS_MEASURING_TIME_H
#define RCC_HARNESS_FINDINGS_MEASURING_TIME_H

#include <stddef.h>

#include "harness/store/records.h"

/*
 * Return the time from the first of n runs to the end of the last one, in
 * seconds.  The runs are of one session, in their order.  The time includes what
 * is done between runs, such as --prepare.
 *
 * A gap between two runs that is much longer than the others, or negative, is
 * a jump of the clock or a pause (layouts were linked, for example).  The median
 * gap takes its place.
 */
double rcc_measuring_s(const struct rcc_run_record *run, size_t n);

#endif
