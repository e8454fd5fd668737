/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on the origin of numbers: when they were measured, on which machine,
 * and which tools built the programs.  It is for one study, or for several
 * together.
 */
#ifndef RCC_HARNESS_REPORT_PROVENANCE_H
#define RCC_HARNESS_REPORT_PROVENANCE_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* A study in a list of studies.  Both members are borrowed. */
struct rcc_source {
	const struct rcc_findings *findings; /* must have at least one run */
	/* Name of the study in the report. */
	const char *name;
};

/* Return "FROM to TO UTC": the start of the first run and the end of the last
 * one.  The caller must free it. */
char *rcc_provenance_span(const struct rcc_source *source, size_t n);

/* Append the term "measured" for the runs of all studies together, with `name`
 * if it is not NULL. */
void rcc_compose_when(struct rcc_document *d, const struct rcc_source *source,
		      size_t n, const char *name);
/* Append the terms "machine" and "built by".  If studies differ, there is one
 * term for each different text, with the names of its studies. */
void rcc_compose_machine(struct rcc_document *d,
			 const struct rcc_source *source, size_t n);

#endif
