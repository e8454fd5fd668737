/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the hot functions, and their places in the layouts. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_FUNCTIONS_H
#define RCC_HARNESS_SESSION_EXPLAIN_FUNCTIONS_H

#include "harness/session/explain_state.h"

/* Sample the program.  Store its hot functions, and the place of each of them
 * in each layout.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_explain_functions(struct rcc_explain *s);

#endif
