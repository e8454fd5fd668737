/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on a study of several machines: the results over all machines, a line
 * for each machine, the machines that are missing, and the hardware. */
#ifndef RCC_HARNESS_REPORT_FLEET_PAGE_H
#define RCC_HARNESS_REPORT_FLEET_PAGE_H

#include <stdio.h>

#include "harness/document/document.h"
#include "harness/findings/fleet.h"

void rcc_compose_fleet(struct rcc_document *d,
		       const struct rcc_fleet_findings *fleet);
/* Compose only the comparisons of systems, without the rest of the report. */
void rcc_compose_fleet_comparisons(struct rcc_document *d,
				   const struct rcc_fleet_findings *fleet);
void rcc_report_fleet_json(const struct rcc_fleet_findings *fleet, FILE *out);

#endif
