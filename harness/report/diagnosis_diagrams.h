/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draw a series of runs (findings/diagnosis.h) as diagrams made of characters,
 * 80 columns wide. */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_DIAGRAMS_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_DIAGRAMS_H

#include "common/strbuf.h"
#include "harness/findings/diagnosis.h"

/* Append diagrams of the values in order of time and in random order: two
 * sequence plots side by side, and the lag plots of each.  The series must have
 * at least three values. */
void rcc_diagnosis_diagrams(const struct rcc_series *s, struct rcc_strbuf *out);

#endif
