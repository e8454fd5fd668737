/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The provenance of numbers: when they were measured, on which machine, and
 * which tools built the programs.  For one study, or for several together.
 */
#ifndef RCC_HARNESS_REPORT_PROVENANCE_H
#define RCC_HARNESS_REPORT_PROVENANCE_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* A study of a list.  Both members are borrowed. */
struct rcc_source {
	const struct rcc_findings *findings; /* they have at least one run */
	const char *name;		     /* the name in the report */
};

/* "FROM to TO UTC": from the start of the first run to the end of the last.
 * Caller frees. */
char *rcc_provenance_span(const struct rcc_source *source, size_t n);

/* The term "measured": the runs of all studies together, with `name` if it is
 * not NULL. */
void rcc_compose_when(struct rcc_document *d, const struct rcc_source *source,
		      size_t n, const char *name);
/* The terms "machine" and "built by": once if the studies agree, else with the
 * names of the studies. */
void rcc_compose_machine(struct rcc_document *d,
			 const struct rcc_source *source, size_t n);

#endif
