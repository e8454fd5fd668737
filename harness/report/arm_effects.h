/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on the effect of each arm, for a study that has more than the usual
 * two arms: random layouts and the original one. */
#ifndef RCC_HARNESS_REPORT_ARM_EFFECTS_H
#define RCC_HARNESS_REPORT_ARM_EFFECTS_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a heading and a table that compares a system's original layout with
 * each of the system's other arms.  Append nothing if the study has only two
 * arms, or if the system has no original layout. */
void rcc_compose_arm_effects(struct rcc_document *d,
			     const struct rcc_findings *f, size_t system);

#endif
