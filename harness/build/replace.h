/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replace the settings of a study that has no runs yet.  This happens if the
 * build or the --prepare command has failed, for instance, and the user runs a
 * corrected command line.
 *
 * The build of a system is kept if the settings and tools that determine it are
 * unchanged.  A second build in the same tree might link nothing, because the
 * tree is up to date.
 */
#ifndef RCC_HARNESS_BUILD_REPLACE_H
#define RCC_HARNESS_BUILD_REPLACE_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

/* Set *is_possible to true if `given` has all settings of a study and the
 * stored study has no runs; otherwise to false. */
int rcc_replace_is_possible(struct rcc_experiment *x, const json_t *given,
			    bool *is_possible);

/* Replace the settings of the stored study by those of `study`, and remove the
 * files that the old settings made.  With keeps_builds, builds that the new
 * settings would repeat are kept. */
int rcc_replace_settings(struct rcc_experiment *x,
			 const struct rcc_study *study, bool keeps_builds);

/* Read the stored settings.  *stored is NULL if there are none; caller releases
 * them. */
int rcc_replace_stored(struct rcc_experiment *x, json_t **stored);

#endif
