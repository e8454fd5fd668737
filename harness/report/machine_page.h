/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on a machine's noise and on ways to reduce it, as a document and as
 * JSON.  `randstudy machine` measures this noise with runs of a computation
 * that is always the same.  The two runs of a pair are made either in turns,
 * one after the other, or in tandem, sharing a CPU. */
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
	/* tandem_first[i] says whether the i-th pair in tandem ran before the
	 * i-th pair in turns. */
	const bool *tandem_first;
	/* Description of the host (rcc_host_describe()). */
	const json_t *host;
	uint64_t seed;
	/* Number of steps of the computation in each run. */
	uint64_t steps;
	int cpu; /* the CPU of the runs in tandem */
	double elapsed_s;
	/* Share of the CPUs' time that went to other guests (steal); NaN if
	 * unknown. */
	double steal;
};

void rcc_compose_machine_noise(struct rcc_document *doc,
			       const struct rcc_machine_page *p);
void rcc_report_machine_json(const struct rcc_machine_page *p, FILE *out);

#endif
