/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * New settings for a study that has no runs yet.  Its build may have failed, or
 * its --prepare command; running the corrected command again corrects it.
 *
 * What was built stays for each system whose build command and program are the
 * same: building again in the same tree may link nothing.
 */
#ifndef RCC_HARNESS_BUILD_REPLACE_H
#define RCC_HARNESS_BUILD_REPLACE_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

/* Whether `given` is the command of a whole study, and the study has no runs. */
int rcc_replace_is_possible(struct rcc_experiment *x, const json_t *given,
			    bool *is_possible);

/* Replace the settings of x by `given`, which rcc_run_options_study() has
 * accepted, and remove what was made with the old ones. */
int rcc_replace_settings(struct rcc_experiment *x, const json_t *given);

/* The settings that are stored; NULL: none.  Caller releases them. */
int rcc_replace_stored(struct rcc_experiment *x, json_t **stored);

#endif
