/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy simulate --machines: simulate studies on many machines. */
#ifndef RCC_ANALYSE_SIMULATE_FLEET_H
#define RCC_ANALYSE_SIMULATE_FLEET_H

#include "analyse/simulate_options.h"

/* Simulate, and print the results.  Returns an exit code (enum rcc_exit). */
int rcc_simulate_fleet_run(const struct rcc_simulate_options *options);

#endif
