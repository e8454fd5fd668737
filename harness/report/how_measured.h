/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the facts about how a study was measured: what, how, and on which
 * machine.  Each fact is a term of the document (RCC_NODE_TERM). */
#ifndef RCC_HARNESS_REPORT_HOW_MEASURED_H
#define RCC_HARNESS_REPORT_HOW_MEASURED_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"
#include "harness/findings/trials_span.h"

/* Append a section with all facts, including those about the machine and the
 * tools.  The study must have at least one run. */
void rcc_compose_measured(struct rcc_document *d, const struct rcc_findings *f);
/* Append the facts about the runs: what was measured, the command, the layouts,
 * and the code that used the CPU time. */
void rcc_compose_runs(struct rcc_document *d, const struct rcc_findings *f);
/* The runs that `randstudy explain` or `randstudy best` made. */
struct rcc_search_runs {
	const char *system; /* name of the system that was searched */
	/* The machine; NULL if it is the study's machine. */
	const json_t *host;
	struct rcc_trials_span span;
	/* Text that says in which layout functions were moved; NULL if none
	 * were. */
	const char *layout;
};

/* Append a section with the facts about the runs of a search. */
void rcc_compose_search(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_search_runs *runs);

#endif
