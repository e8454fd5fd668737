/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that was built with a profile of its own run (-fprofile-use).
 * `randstudy best --profile` measures it for comparison with the winner, the
 * fastest random layout. */
#ifndef RCC_HARNESS_SESSION_BEST_PROFILE_H
#define RCC_HARNESS_SESSION_BEST_PROFILE_H

#include "harness/session/best_state.h"

/*
 * Build the program with a profile.  The first build's program writes the
 * profile, in one run of the study's command.  The second build uses the
 * profile.  Both build a copy of the source.
 *
 * Store that the program was built, or why it could not be built.  A build that
 * fails is no error here.  Do nothing if an earlier call of `randstudy best`
 * has stored the result, or if the user did not ask for a profile.
 *
 * Prints what is wrong with the study and returns an exit code (enum
 * rcc_exit).
 */
int rcc_best_profile_settle(struct rcc_best_search *s);

/* Remove the copy of the source, and the profile.  An earlier call that was
 * killed may have left them. */
void rcc_best_profile_clear(const struct rcc_best_search *s);

/* Return the folder of the program; caller frees. */
char *rcc_best_profile_folder(const struct rcc_best_search *s);

#endif
