/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Give a default to each setting that the user did not choose for a new
 * study. */
#ifndef RCC_HARNESS_STUDY_STUDY_DEFAULTS_H
#define RCC_HARNESS_STUDY_STUDY_DEFAULTS_H

#include <jansson.h>

/* Return the two default arms.  In one, the layouts vary in `factors`.  The
 * other is the original layout. */
json_t *rcc_study_arms(const char *factors);

/* Add defaults to `given`, which holds the settings that the user chose
 * (study.h).  No chosen setting is changed. */
void rcc_study_defaults(json_t *given);

/* Add the values of the environment variables that affect layouts
 * (RANDCC_PADDING_MAX, RANDCC_PIN) to the settings `given`.  A later session
 * may have another environment, but must make the same layouts.  Returns the
 * name of a variable whose value is not valid UTF-8; NULL if all values are
 * valid. */
const char *rcc_study_add_variables(json_t *given);

#endif
