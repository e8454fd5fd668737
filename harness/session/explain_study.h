/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy explain: find the functions whose place changes a program's time.
 *
 *	explain_study		the settings, and the phases of the search
 *	explain_state		the state that the other files share
 *	explain_functions	find the hot functions, and their addresses in
 *				the layouts
 *	explain_trials		move functions at random to find places that
 *				may matter, then test these places
 *	trial_search		what `randstudy explain` and `randstudy best`
 *				share
 *
 * Every phase stores its result, so the same command continues an interrupted
 * search.
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
