/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy run for a suite: measure its benchmarks one after the other, each
 * as a separate study.
 *
 * The runs of one benchmark are interleaved, because its results are compared
 * with each other.  Results of different benchmarks are not compared, so their
 * runs are not interleaved.  If a suite is stopped, the benchmarks before the
 * current one are therefore complete.
 *
 * A benchmark that fails does not stop the suite.  The failure is stored and
 * reported, and the benchmark is tried again when the suite is resumed.
 */
#ifndef RCC_HARNESS_CLI_RUN_SUITE_H
#define RCC_HARNESS_CLI_RUN_SUITE_H

#include "harness/options/study_options.h"

/* Measure a suite without printing a report.  *stop_signal is set to the signal
 * that stopped it, or 0.  The working directory may change.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_run_suite(const struct rcc_run_options *options, int *stop_signal);

#endif
