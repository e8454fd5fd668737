/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effects of all arms, side by side, in a study of more than two arms. */
#ifndef RCC_HARNESS_REPORT_ARM_EFFECTS_H
#define RCC_HARNESS_REPORT_ARM_EFFECTS_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append nothing if the study has only two arms, or the system no original
 * layout. */
void rcc_compose_arm_effects(struct rcc_document *d,
			     const struct rcc_findings *f, size_t system);

#endif
