/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine's noise, and the remedies, as a document and as JSON. */
#ifndef RCC_HARNESS_REPORT_MACHINE_PAGE_H
#define RCC_HARNESS_REPORT_MACHINE_PAGE_H

#include <stdint.h>
#include <stdio.h>
#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/machine.h"

struct rcc_machine_page {
	const struct rcc_machine_findings *findings;
	const struct rcc_machine_times *times;
	const bool *tandem_first; /* per pair: tandem before turns */
	const json_t *host;	  /* as a session stores it */
	uint64_t seed;
	uint64_t steps; /* the computation's */
	int cpu;	/* the CPU of the runs in tandem */
	double elapsed_s;
	double steal; /* share of the CPUs' time that the host took; NaN */
};

void rcc_compose_machine_noise(struct rcc_document *doc,
			       const struct rcc_machine_page *p);
void rcc_report_machine_json(const struct rcc_machine_page *p, FILE *out);

#endif
