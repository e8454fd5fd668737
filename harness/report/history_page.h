/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report on a history of comparisons: a picture and a line for each. */
#ifndef RCC_HARNESS_REPORT_HISTORY_PAGE_H
#define RCC_HARNESS_REPORT_HISTORY_PAGE_H

#include "harness/document/document.h"
#include "harness/report/history.h"

void rcc_compose_history(struct rcc_document *d, const struct rcc_history *h);

#endif
