/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on a history of comparisons: a picture, and a table with a row for
 * each comparison. */
#ifndef RCC_HARNESS_REPORT_HISTORY_PAGE_H
#define RCC_HARNESS_REPORT_HISTORY_PAGE_H

#include "harness/document/document.h"
#include "harness/report/history.h"

void rcc_compose_history(struct rcc_document *d, const struct rcc_history *h);

#endif
