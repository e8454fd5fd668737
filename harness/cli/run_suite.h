/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy run for a suite: measure its benchmarks one after the other, each
 * as a study of its own.
 *
 * Benchmarks are not interleaved, because results are compared only within a
 * benchmark, whose runs are interleaved already.  So a suite that is stopped
 * has complete benchmarks.  A benchmark that fails does not stop the suite: its
 * failure is stored and reported, and it is tried again next time.
 */
#ifndef RCC_HARNESS_CLI_RUN_SUITE_H
#define RCC_HARNESS_CLI_RUN_SUITE_H

#include "harness/options/study_options.h"

/* All but the report.  Prints what is wrong and returns an exit code; the
 * signal that stopped it, or 0, is in *stop_signal.  The working directory may
 * have changed. */
int rcc_run_suite(const struct rcc_run_options *options, int *stop_signal);

#endif
