/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy simulate --noise: simulate studies whose runs are in blocks.  A
 * block has runs that are compared with each other and were made close
 * together. */
#ifndef RCC_ANALYSE_SIMULATE_BLOCKS_H
#define RCC_ANALYSE_SIMULATE_BLOCKS_H

#include "analyse/simulate_options.h"

/* Return the parameters of the simulation for one column of the printed table.
 * Each column has its own number of layouts. */
struct rcc_block_simulation
rcc_simulate_blocks_of(const struct rcc_simulate_options *o, size_t column);

/* Simulate, and print the results.  Returns an exit code (enum rcc_exit). */
int rcc_simulate_blocks_run(const struct rcc_simulate_options *options);

#endif
