/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan the next study on many machines: how many machines, layouts and rounds a
 * precision needs. */
#ifndef RCC_HARNESS_REPORT_FLEET_PLAN_PAGE_H
#define RCC_HARNESS_REPORT_FLEET_PLAN_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/fleet.h"
#include "stats/rcc_fleet.h"

/* The limits and the precision that the user asks for. */
struct rcc_fleet_wishes {
	double half_width; /* a fraction; 0 for a table of several */
	double budget;	   /* in the unit of the costs; 0 if not given */
	bool has_costs;	   /* else costs are the seconds that were measured */
	/* The costs of a machine, of a layout, and of running every cell
	 * once. */
	struct rcc_fleet_costs costs;
	size_t most_machines; /* 0 if not given */
};

void rcc_compose_fleet_plan(struct rcc_document *d,
			    const struct rcc_fleet_findings *fleet,
			    const struct rcc_fleet_wishes *wishes);

#endif
