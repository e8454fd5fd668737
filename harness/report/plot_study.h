/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots of one study.  A circle stands for a random layout, a diamond for the
 * original one.  `id` must be unique in the page.
 */
#ifndef RCC_HARNESS_REPORT_PLOT_STUDY_H
#define RCC_HARNESS_REPORT_PLOT_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Return true if the runs of a system have values of the metric.  A metric of
 * valgrind has values for layouts, not for runs. */
bool rcc_plot_has_sequence(const struct rcc_findings *f, size_t system);
/* Plot every run of a system in the order of time. */
void rcc_plot_sequence(FILE *out, const char *id, const struct rcc_findings *f,
		       size_t system);

/* Plot the values of every arm, its mean and the mean's interval. */
void rcc_plot_arms(FILE *out, const char *id, const struct rcc_findings *f);

/* Plot the layouts of a random arm, sorted by mean, and the original layout's
 * mean.  The interval of that mean is drawn unless ratios within blocks are
 * reported. */
void rcc_plot_layouts(FILE *out, const char *id, const struct rcc_findings *f,
		      const struct rcc_effect *e);
/* Return a caption for rcc_plot_layouts().  The caller must free it. */
char *rcc_plot_layouts_caption(const struct rcc_findings *f);

#endif
