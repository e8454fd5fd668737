/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open a study that was measured, to work on it without new settings. */
#ifndef RCC_HARNESS_SESSION_OPEN_MEASURED_H
#define RCC_HARNESS_SESSION_OPEN_MEASURED_H

#include "harness/build/experiment.h"

/* Open the study in `dir`, with its layouts and the records of its links, from
 * which programs can be linked again.  Prints what is wrong and returns an exit
 * code (enum rcc_exit).  The caller must close *x in any case. */
int rcc_open_measured(struct rcc_experiment *x, const char *dir);

#endif
