/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing random values for simulations.  Private to stats/. */
#ifndef RCC_STATS_DRAW_H
#define RCC_STATS_DRAW_H

#include "stats/rcc_stats.h"

/* Draw a standard normal value. */
double rcc_draw_normal(struct rcc_random *random);
/* Draw an effect with mean 0 and standard deviation 1.  Returns 0 for
 * RCC_SHAPE_NONE. */
double rcc_draw_effect(enum rcc_shape shape, struct rcc_random *random);

#endif
