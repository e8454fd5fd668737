/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan the next study on many machines: how many machines, layouts and rounds
 * are needed for a precision.  A round runs every layout once on every
 * machine. */
#ifndef RCC_HARNESS_REPORT_FLEET_PLAN_PAGE_H
#define RCC_HARNESS_REPORT_FLEET_PLAN_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/fleet.h"
#include "stats/rcc_fleet.h"

/* The limits and the precision that the user of `randstudy plan` asks for. */
struct rcc_fleet_wishes {
	/* The half-width of the ratio's interval to plan for, as a fraction; 0
	 * to print a table of several half-widths. */
	double half_width;
	/* The most to spend, in the unit of the costs; 0 if not given. */
	double budget;
	/* Whether the user gave `costs`.  If not, costs are in seconds: the
	 * time that the study's machines, links and runs took. */
	bool has_costs;
	/* The costs of a machine, of a layout, and of one run of every arm of
	 * every system. */
	struct rcc_fleet_costs costs;
	/* The number of machines that the user has; 0 if not given. */
	size_t most_machines;
};

void rcc_compose_fleet_plan(struct rcc_document *d,
			    const struct rcc_fleet_findings *fleet,
			    const struct rcc_fleet_wishes *wishes);

#endif
