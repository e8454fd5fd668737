/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the commands with which readers inspect a study's programs or link
 * them again. */
#ifndef RCC_HARNESS_REPORT_PROGRAMS_H
#define RCC_HARNESS_REPORT_PROGRAMS_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

void rcc_compose_programs(struct rcc_document *d, const struct rcc_findings *f);

#endif
