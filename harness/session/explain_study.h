/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy explain: find the functions whose place changes a program's time.
 *
 *	explain_study		the settings; the phases
 *	explain_state		what the other files share
 *	explain_functions	find the hot functions, and their places in the
 *				layouts
 *	explain_trials		explore, then confirm, by moving functions
 *	trial_search		what explain and best share
 *
 * Every phase stores its result, so that an interrupted command goes on.
 */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_STUDY_H
#define RCC_HARNESS_SESSION_EXPLAIN_STUDY_H

#include "harness/session/explain_options.h"

/* Explain a study.  Prints what is wrong and returns an exit code (enum
 * rcc_exit).  *stop_signal is set to the signal that asked to stop; 0 if none
 * did. */
int rcc_explain_study(const struct rcc_explain_options *options,
		      int *stop_signal);

#endif
