/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draw random values for simulations.  Private to stats/. */
#ifndef RCC_STATS_DRAW_H
#define RCC_STATS_DRAW_H

#include "stats/rcc_stats.h"

/* Draw a standard normal value. */
double rcc_draw_normal(struct rcc_random *random);
/* Draw a value of the distribution `shape`, scaled to mean 0 and standard
 * deviation 1.  For RCC_SHAPE_NONE, it is always 0. */
double rcc_draw_effect(enum rcc_shape shape, struct rcc_random *random);

#endif
