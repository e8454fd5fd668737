/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plots of one study.  Circles stand for random layouts, diamonds for the
 * original one.  `id` is unique in the page.
 */
#ifndef RCC_HARNESS_REPORT_PLOT_STUDY_H
#define RCC_HARNESS_REPORT_PLOT_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Whether the runs of a system have values: valgrind counts layouts, not runs. */
bool rcc_plot_has_sequence(const struct rcc_findings *f, size_t system);
/* Every run of the system, in the order in which they were made. */
void rcc_plot_sequence(FILE *out, const char *id, const struct rcc_findings *f,
		       size_t system);

/* The values of every arm, its mean, and the interval of the mean. */
void rcc_plot_arms(FILE *out, const char *id, const struct rcc_findings *f);

/* The layouts of a random arm in the order of their means, with the interval of
 * the original layout's mean. */
void rcc_plot_layouts(FILE *out, const char *id, const struct rcc_findings *f,
		      const struct rcc_effect *e);

#endif
