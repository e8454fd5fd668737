/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether runs in tandem could be less noisy than the runs of a study. */
#ifndef RCC_HARNESS_FINDINGS_TANDEM_ADVICE_H
#define RCC_HARNESS_FINDINGS_TANDEM_ADVICE_H

#include "harness/findings/findings.h"

/* The noise within blocks, in ln, from which on the advice is worth giving: well
 * above what tandem leaves of most programs (doc/TANDEM.md). */
#define RCC_TANDEM_NOISY 0.02

/* True for a report on time if the runs took turns, runs of a block differ by
 * RCC_TANDEM_NOISY or more, and the good runs look like those of programs that can
 * run in tandem (study/tandem.h): none has more CPU time than wall time, some of each
 * cell do nothing but compute, and all compute long enough.  The choice does not see
 * which layout or system was faster. */
bool rcc_tandem_may_help(const struct rcc_findings *f);

#endif
