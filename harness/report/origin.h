/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where numbers come from: when they were measured, on what machine, and by
 * what the programs were built.  Of one study, or of several.
 */
#ifndef RCC_HARNESS_REPORT_ORIGIN_H
#define RCC_HARNESS_REPORT_ORIGIN_H

#include <stdio.h>

#include "harness/findings/findings.h"

/* A study of a list, and what the list calls it. */
struct rcc_origin {
	const struct rcc_findings *f; /* with at least one run */
	const char *name;
};

/* From the first run's start to the last run's end, "... to ... UTC"; caller
 * frees. */
char *rcc_origin_span(const struct rcc_origin *origin, size_t n);

/* "  LABEL       text", as the report of a study has it: the runs of all of
 * them, in one line, with the name if there is one. */
void rcc_origin_print_when(const struct rcc_origin *origin, size_t n,
			   const char *name, FILE *out);
/* Machine and tools; with names where the studies differ. */
void rcc_origin_print_made(const struct rcc_origin *origin, size_t n,
			   FILE *out);

#endif
