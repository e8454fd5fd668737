/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How duet runs are made: the runs of a block begin together, each on CPUs of its
 * own, and their wall times are compared (Bulej et al., "Duet benchmarking", 2020).
 *
 * The CPUs are divided into as many sides as a block has runs.  No two sides share a
 * core.  The sides change in every block, so that each arm of each system has each
 * side equally often.  The first session of a study divides them, and stores it.
 */
#ifndef RCC_HARNESS_STUDY_DUET_H
#define RCC_HARNESS_STUDY_DUET_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* cpu_set_t */
#endif
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

/* The key in the store. */
#define RCC_DUET_KEY "duet"
/* The most runs of a block. */
#define RCC_DUET_MAX 32

struct rcc_duet_setup {
	bool is_settled; /* if not, the rest is undefined */
	size_t n;
	cpu_set_t side[RCC_DUET_MAX];
};

/* Divide cores, each given as its usable CPUs, into n sides of as many cores; some
 * may be left over.  Returns NULL, or why this is not possible, "this process may
 * use ..."; caller frees. */
char *rcc_duet_divide(const cpu_set_t *core, size_t n_cores, size_t n,
		      struct rcc_duet_setup *setup);

/* The side of a run, by its cell and its block. */
size_t rcc_duet_side(const struct rcc_duet_setup *setup, size_t cell,
		     uint64_t block);

/* The object that is stored and reported, {"sides": ["0", "1"]}. */
json_t *rcc_duet_json(const struct rcc_duet_setup *setup);
/* A zeroed setup if `json` is not such an object. */
void rcc_duet_read(const json_t *json, struct rcc_duet_setup *setup);

/* "0 | 1": the CPUs of each side; caller frees. */
char *rcc_duet_text(const struct rcc_duet_setup *setup);

#endif
