/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a study's programs are, or how to get them back. */
#ifndef RCC_HARNESS_REPORT_PROGRAMS_H
#define RCC_HARNESS_REPORT_PROGRAMS_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append commands that look at a layout, or link it again. */
void rcc_compose_programs(struct rcc_document *d, const struct rcc_findings *f);

#endif
