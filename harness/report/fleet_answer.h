/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compose the results of a study over all its machines.  The answers come
 * first.  Then each ratio, such as the ratio of a new system to an old one, has
 * a section with its model (findings/fleet_model.h): its variances, its tests,
 * the machines that differ, and the kinds of machines.
 */
#ifndef RCC_HARNESS_REPORT_FLEET_ANSWER_H
#define RCC_HARNESS_REPORT_FLEET_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/fleet.h"

/* Append the answer on effect i of layout: a headline, numbers, and a picture
 * with a strip for each machine (plot_strips.h). */
void rcc_compose_fleet_effect(struct rcc_document *d,
			      const struct rcc_fleet_findings *fleet, size_t i);
/* Append the answer on comparison i of two systems.  It has the same parts as
 * the answer on an effect. */
void rcc_compose_fleet_comparison(struct rcc_document *d,
				  const struct rcc_fleet_findings *fleet,
				  size_t i);

/* Return the result of a comparison in one sentence; caller frees. */
char *rcc_fleet_headline(const struct rcc_fleet_findings *fleet,
			 const struct rcc_fleet_comparison *c);

/* Append the section of a model: one ratio over all machines and layouts.
 * `what` names the ratio.  Nothing is appended if m->error is not 0. */
void rcc_compose_fleet_model(struct rcc_document *d,
			     const struct rcc_fleet_findings *fleet,
			     const struct rcc_fleet_model *m, const char *what);

/* Return the machine's hardware in one line; caller frees. */
char *rcc_fleet_hardware(const struct rcc_fleet_member *machine);

#endif
