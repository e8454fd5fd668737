/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs of programs whose shared libraries are laid out with them: by
 * LD_LIBRARY_PATH the dynamic linker finds those that lie beside the program.
 *
 * Whether it does is not left to faith: a path that is fixed in the program, or
 * a script that sets the variable anew, would have the original library measured
 * in every layout.  So in each reference run the dynamic linker itself says,
 * by LD_DEBUG, what every process loads, dlopen(3) included.
 */
#ifndef RCC_HARNESS_RUN_LIBRARIES_H
#define RCC_HARNESS_RUN_LIBRARIES_H

#include <stdbool.h>

#include "common/strvec.h"
#include "harness/build/experiment.h"
#include "harness/run/measure.h"

/* What a run of `binary` needs, appended to *env. */
void rcc_libraries_environment(const struct rcc_measure *m, const char *binary,
			       struct rcc_strvec *env);
/* Whether `pair` has a variable of *env. */
bool rcc_libraries_replaces(const struct rcc_strvec *env, const char *pair);

/* Whether libraries can be loaded from the study's directory; as below. */
int rcc_libraries_place(const struct rcc_experiment *x);

/* Watch the next runs of a system's programs, if they have libraries; then
 * check: all of them were loaded from the layout's folder, by some process, and
 * by none from elsewhere.  Both print what is wrong and return an exit code
 * (enum rcc_exit). */
int rcc_libraries_watch(const struct rcc_experiment *x, size_t system,
			struct rcc_measure *m);
int rcc_libraries_check(const struct rcc_experiment *x, int64_t layout);
void rcc_libraries_unwatch(const struct rcc_experiment *x,
			   struct rcc_measure *m);

#endif
