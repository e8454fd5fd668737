/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compose the results of a study over all its machines.  The answers come
 * first.  Then each ratio has a section with its variances, its tests, the
 * machines that differ, and the kinds of machines.
 */
#ifndef RCC_HARNESS_REPORT_FLEET_ANSWER_H
#define RCC_HARNESS_REPORT_FLEET_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/fleet.h"

/* Append the answer for an effect, with its strips; `i` is its index. */
void rcc_compose_fleet_effect(struct rcc_document *d,
			      const struct rcc_fleet_findings *fleet, size_t i);
/* Append the answer for a comparison. */
void rcc_compose_fleet_comparison(struct rcc_document *d,
				  const struct rcc_fleet_findings *fleet,
				  size_t i);

/* Return the result of a comparison in one sentence; caller frees. */
char *rcc_fleet_headline(const struct rcc_fleet_findings *fleet,
			 const struct rcc_fleet_comparison *c);

/* Append the section of a model.  `what` names the ratio.  Nothing is appended
 * if the model is undefined. */
void rcc_compose_fleet_model(struct rcc_document *d,
			     const struct rcc_fleet_findings *fleet,
			     const struct rcc_fleet_model *m, const char *what);

/* Return the machine's hardware in one line; caller frees. */
char *rcc_fleet_hardware(const struct rcc_fleet_member *machine);

#endif
