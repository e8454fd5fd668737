/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Print the stored runs as CSV (RFC 4180).  Each run has a line, even if it
 * failed; a run with several iterations has a line for each.  A field that does
 * not apply is empty.  In a suite, the first field is the benchmark.
 */
#ifndef RCC_HARNESS_REPORT_CSV_H
#define RCC_HARNESS_REPORT_CSV_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/findings/findings.h"
#include "harness/findings/suite_findings.h"

/* Print a text as a field, with quotes if it needs them. */
void rcc_csv_put_text(FILE *out, const char *text);

void rcc_report_csv(const struct rcc_findings *f, FILE *out);
/* Print the runs of one machine in a study of several machines.  The first
 * field is the number of the machine, from 1.  If is_first is set, the line
 * with the names of the fields comes before the runs. */
void rcc_report_machine_csv(const struct rcc_findings *f, unsigned machine,
			    bool is_first, FILE *out);
void rcc_report_suite_csv(const struct rcc_suite_findings *f, FILE *out);

#endif
