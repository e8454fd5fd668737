/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about a study of several machines. */
#ifndef RCC_HARNESS_REPORT_FLEET_WARNINGS_H
#define RCC_HARNESS_REPORT_FLEET_WARNINGS_H

#include "common/strvec.h"
#include "harness/findings/fleet.h"

/* Append warnings about machines of the study that are the same computer and
 * may have run at the same time on the same CPUs.  These warnings come first
 * wherever results over machines are shown. */
void rcc_fleet_leading_warnings(const struct rcc_fleet_findings *fleet,
				struct rcc_strvec *warning);
/* Append the other warnings.  They are about machines without runs, machines
 * with missing, failed or lost runs, and machines on which valgrind simulated
 * another computer than on the first machine. */
void rcc_fleet_other_warnings(const struct rcc_fleet_findings *fleet,
			      struct rcc_strvec *warning);

#endif
