/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replacing the settings of a study that has no runs yet, for instance because
 * its build or its --prepare command failed.  The user corrects the command
 * line and runs it again.
 *
 * A build is kept if the system's build command and program are the same,
 * because building again in the same tree may link nothing.
 */
#ifndef RCC_HARNESS_BUILD_REPLACE_H
#define RCC_HARNESS_BUILD_REPLACE_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

/* Determine whether `given` has all settings of a study and the study has no
 * runs. */
int rcc_replace_is_possible(struct rcc_experiment *x, const json_t *given,
			    bool *is_possible);

/* Replace the settings of x by `given`, which rcc_run_options_study() has
 * accepted, and remove the files made with the old settings. */
int rcc_replace_settings(struct rcc_experiment *x, const json_t *given);

/* Read the stored settings.  *stored is NULL if there are none; caller releases
 * them. */
int rcc_replace_stored(struct rcc_experiment *x, json_t **stored);

#endif
