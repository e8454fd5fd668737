/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replace the settings of a study that has no runs yet.  If its build or its
 * --prepare command failed, for instance, the user corrects the command line
 * and runs it again.
 *
 * A build is kept if the system's settings for it are unchanged, because
 * building again in the same tree may link nothing.
 */
#ifndef RCC_HARNESS_BUILD_REPLACE_H
#define RCC_HARNESS_BUILD_REPLACE_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

/* Set *is_possible to whether two conditions hold: `given` has all settings of
 * a study, and the stored study has no runs. */
int rcc_replace_is_possible(struct rcc_experiment *x, const json_t *given,
			    bool *is_possible);

/* Replace the settings of x by `given`, and remove the files that the old
 * settings made.  rcc_run_options_study() must have accepted `given`. */
int rcc_replace_settings(struct rcc_experiment *x, const json_t *given);

/* Read the stored settings.  *stored is NULL if there are none; caller releases
 * them. */
int rcc_replace_stored(struct rcc_experiment *x, json_t **stored);

#endif
