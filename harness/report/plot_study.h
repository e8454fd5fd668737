/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots of one study.  A circle is a random layout, a diamond the original one.
 * `id` must be unique in the page.
 */
#ifndef RCC_HARNESS_REPORT_PLOT_STUDY_H
#define RCC_HARNESS_REPORT_PLOT_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Return whether the runs of a system have values of the metric.  Metrics of
 * valgrind have values for layouts only. */
bool rcc_plot_has_sequence(const struct rcc_findings *f, size_t system);
/* Plot every run of a system, in the order in which the runs were made. */
void rcc_plot_sequence(FILE *out, const char *id, const struct rcc_findings *f,
		       size_t system);

/* Plot the values of every arm, with their mean and its interval. */
void rcc_plot_arms(FILE *out, const char *id, const struct rcc_findings *f);

/* Plot the layouts of a random arm in the order of their means, with the
 * original layout's mean.  Its interval is drawn unless reports use blocks. */
void rcc_plot_layouts(FILE *out, const char *id, const struct rcc_findings *f,
		      const struct rcc_effect *e);
/* Return a caption for that plot.  The caller must free it. */
char *rcc_plot_layouts_caption(const struct rcc_findings *f);

#endif
