/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Duet runs: the runs of a block begin together, each on its own CPUs, and
 * their wall times are compared (Bulej et al., "Duet benchmarking", 2020).
 *
 * The CPUs are divided into sides, one for each run of a block.  No two sides
 * share a core.  Runs change sides from block to block, so that each cell (one
 * arm of one system) runs equally often on each side.  The first session of a
 * study divides the CPUs and stores the result.
 */
#ifndef RCC_HARNESS_STUDY_DUET_H
#define RCC_HARNESS_STUDY_DUET_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for cpu_set_t */
#endif
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

/* The key under which the study's database has the division of the CPUs, a
 * struct rcc_duet_setup as JSON. */
#define RCC_DUET_KEY "duet"
/* The largest number of runs in a block. */
#define RCC_DUET_MAX 32

struct rcc_duet_setup {
	bool is_settled; /* if false, the other fields are undefined */
	size_t n;	 /* number of sides */
	cpu_set_t side[RCC_DUET_MAX];
};

/* Divide cores into n sides with an equal number of cores.  Cores that are left
 * over belong to no side.  core[i] holds the CPUs (hardware threads) of core i
 * that this process may use.  Returns NULL, or the reason why the cores cannot
 * be divided, such as "this process may use ..."; caller frees. */
char *rcc_duet_divide(const cpu_set_t *core, size_t n_cores, size_t n,
		      struct rcc_duet_setup *setup);

/* Return the number of the side, below setup->n, on which the run of a cell is
 * made in a block. */
size_t rcc_duet_side(const struct rcc_duet_setup *setup, size_t cell,
		     uint64_t block);

/* Return the object {"sides": ["0", "1"]}, which is stored and reported.  The
 * caller owns it. */
json_t *rcc_duet_json(const struct rcc_duet_setup *setup);
/* Read the object that rcc_duet_json() returns.  *setup is zeroed if `json` is
 * anything else. */
void rcc_duet_read(const json_t *json, struct rcc_duet_setup *setup);

/* Return the CPUs of each side as text, such as "0 | 1"; caller frees. */
char *rcc_duet_text(const struct rcc_duet_setup *setup);

#endif
