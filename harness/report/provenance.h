/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on the origin of numbers: when they were measured, on which machine,
 * and which tools built the programs.  A report covers one study or several.
 * Each fact is a term of the document (RCC_NODE_TERM), a label and a text.
 */
#ifndef RCC_HARNESS_REPORT_PROVENANCE_H
#define RCC_HARNESS_REPORT_PROVENANCE_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* A study in a list of studies.  The caller keeps ownership of both members. */
struct rcc_source {
	const struct rcc_findings *findings; /* must have at least one run */
	/* Name of the study in the report. */
	const char *name;
};

/* Return "FROM to TO UTC" for two Unix times.  The caller must free it. */
char *rcc_provenance_times(int64_t begin_ns, int64_t end_ns);
/* Return "FROM to TO UTC", the time from the start of the first run of all
 * studies to the end of the last.  The caller must free it. */
char *rcc_provenance_span(const struct rcc_source *source, size_t n);

/* Append the term "measured": the metric, the number of runs of all studies
 * together, and when they were made.  If `name` is not NULL, the text begins
 * with it. */
void rcc_compose_when(struct rcc_document *d, const struct rcc_source *source,
		      size_t n, const char *name);
/* Append the term "machine". */
void rcc_compose_host(struct rcc_document *d, const struct rcc_findings *f,
		      const json_t *host);
/* Append the term "built by" and, if valgrind counted the metric, "simulated".
 * Several studies are handled as by rcc_compose_machine(). */
void rcc_compose_tools(struct rcc_document *d, const struct rcc_source *source,
		       size_t n);
/* Append the terms "machine" and "built by" and, if valgrind counted the
 * metric, "simulated".  If studies differ, each distinct text has a term of its
 * own, which begins with the names of the studies that have it. */
void rcc_compose_machine(struct rcc_document *d,
			 const struct rcc_source *source, size_t n);

#endif
