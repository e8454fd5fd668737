/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the report of `randstudy ab`: the comparison of two systems, and the
 * sources that each was built from. */
#ifndef RCC_HARNESS_REPORT_AB_PAGE_H
#define RCC_HARNESS_REPORT_AB_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

void rcc_compose_ab(struct rcc_document *d, const struct rcc_comparison *c);

#endif
