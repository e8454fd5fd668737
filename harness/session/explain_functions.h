/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For `randstudy explain`: find the hot functions, in which the program spends
 * its time, and their addresses in the study's layouts. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_FUNCTIONS_H
#define RCC_HARNESS_SESSION_EXPLAIN_FUNCTIONS_H

#include "harness/session/explain_state.h"

/* Sample the program, and store its hot functions in the database.  For each
 * layout of the study, store the offset in a page at which each hot function
 * begins.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_explain_functions(struct rcc_explain *s);

#endif
