/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice to make runs in tandem (study/tandem.h), if that could reduce the
 * noise of a study. */
#ifndef RCC_HARNESS_FINDINGS_TANDEM_ADVICE_H
#define RCC_HARNESS_FINDINGS_TANDEM_ADVICE_H

#include "harness/findings/findings.h"

/* The least standard deviation of ln(time) within blocks at which reports give
 * the advice.  It is well above the noise of most programs in tandem
 * (doc/TANDEM.md). */
#define RCC_TANDEM_NOISY 0.02

/*
 * Return whether to give the advice.  These conditions must hold:
 * - the reported metric is the wall, user or CPU time
 * - the runs were made in turns
 * - their standard deviation within blocks is at least RCC_TANDEM_NOISY
 * - the good runs look like those of programs that can run in tandem
 *   (study/tandem.h): no run has more CPU time than wall time, each cell has a
 *   run that hardly waits, and all runs compute long enough
 *
 * The result does not depend on which layout or system was faster.
 */
bool rcc_tandem_may_help(const struct rcc_findings *f);

#endif
