/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on the origin of numbers: when they were measured, on which machine,
 * and which tools built the programs.  A report covers one study or several.
 */
#ifndef RCC_HARNESS_REPORT_PROVENANCE_H
#define RCC_HARNESS_REPORT_PROVENANCE_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* A study in a list of studies.  The caller owns both members. */
struct rcc_source {
	const struct rcc_findings *findings; /* must have at least one run */
	/* Name of the study in the report. */
	const char *name;
};

/* Return "FROM to TO UTC", the time from the start of the first run to the end
 * of the last.  The caller must free it. */
char *rcc_provenance_span(const struct rcc_source *source, size_t n);

/* Append the term "measured" for the runs of all studies together.  If `name`
 * is not NULL, the term begins with it. */
void rcc_compose_when(struct rcc_document *d, const struct rcc_source *source,
		      size_t n, const char *name);
/* Append the terms "machine" and "built by".  If studies differ, each distinct
 * text has a term, with the names of its studies. */
void rcc_compose_machine(struct rcc_document *d,
			 const struct rcc_source *source, size_t n);

#endif
