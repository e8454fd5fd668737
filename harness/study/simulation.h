/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine that a tool of valgrind simulates.  cachegrind and callgrind
 * count the misses of caches that they simulate, with the sizes of this
 * machine's caches unless they are told otherwise.  A study stores what its
 * counts were made with, as an object with the members
 *
 *	version		the first line of valgrind --version
 *	I1, D1, LL	the caches as the tool describes them, for example
 *			"32768 B, 64 B, 8-way associative": the size, the size
 *			of a line, and the number of lines in a set
 */
#ifndef RCC_HARNESS_STUDY_SIMULATION_H
#define RCC_HARNESS_STUDY_SIMULATION_H

#include <stdbool.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/study/metric_spec.h"

/* Return the tool that counts for metrics of this kind. */
const char *rcc_simulation_tool(enum rcc_source_kind kind);
/* Return the object's key in the store; caller frees. */
char *rcc_simulation_key(enum rcc_source_kind kind);

/* Read the object from the head of a file that a tool has written.  A cache
 * that the file does not describe has no member.  Caller owns the result. */
json_t *rcc_simulation_read(const char *file_text, const char *version);

/* Append the options that make the tool simulate these caches.  A cache that is
 * missing, or is described in another form, is left to the tool. */
void rcc_simulation_options(const json_t *simulation,
			    struct rcc_strvec *command);

/* Return part of a sentence about the simulated machine, for reports; caller
 * frees.  `simulation` is NULL in studies of older versions. */
char *rcc_simulation_text(enum rcc_source_kind kind, const json_t *simulation);

/* Return whether an event depends on where data is: misses of the first data
 * cache, and of the last one, which holds code and data. */
bool rcc_simulation_depends_on_data(const char *event);

#endif
