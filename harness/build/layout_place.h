/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the path at which a layout's program runs (place.h). */
#ifndef RCC_HARNESS_BUILD_LAYOUT_PLACE_H
#define RCC_HARNESS_BUILD_LAYOUT_PLACE_H

#include <stdint.h>

#include "harness/build/experiment.h"

/* Find the path at which a layout's program runs; caller releases *place. */
void rcc_place_find(const struct rcc_experiment *x, int64_t layout,
		    struct rcc_place *place);

/* Find the path at which a system's program runs if the layout's files are in
 * `folder`; caller releases *place. */
void rcc_place_find_in(const struct rcc_experiment *x, size_t system,
		       const char *folder, struct rcc_place *place);

/* Return the path from which a layout's program or library is loaded; caller
 * frees. */
char *rcc_place_path(const struct rcc_experiment *x, int64_t layout,
		     const struct rcc_linked *linked);

#endif
