/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare the effects of all arms of a study that has more than two. */
#ifndef RCC_HARNESS_REPORT_ARM_EFFECTS_H
#define RCC_HARNESS_REPORT_ARM_EFFECTS_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a question with the table of all arms.  Append nothing if the study
 * has only two arms, or if the system has no original layout. */
void rcc_compose_arm_effects(struct rcc_document *d,
			     const struct rcc_findings *f, size_t system);

#endif
