/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine that a tool of valgrind simulates.  cachegrind and callgrind
 * simulate caches and count their misses.  The default sizes of the simulated
 * caches are the sizes of the host's caches.  A study stores the tool's version
 * and the caches as an object with these members:
 *
 *	version		the first line of valgrind --version
 *	I1, D1, LL	the caches as the tool describes them, such as
 *			"32768 B, 64 B, 8-way associative": the size, the size
 *			of a line, and the number of lines in a set
 */
#ifndef RCC_HARNESS_STUDY_SIMULATION_H
#define RCC_HARNESS_STUDY_SIMULATION_H

#include <stdbool.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/study/metric.h"
#include "harness/study/metric_spec.h"

/* Return the name of valgrind's tool that counts metrics of this kind, such as
 * "cachegrind". */
const char *rcc_simulation_tool(enum rcc_source_kind kind);
/* Return the key under which the study's database has the object; caller
 * frees. */
char *rcc_simulation_key(enum rcc_source_kind kind);

/* Return a new JSON object with the tool's version and the simulated caches.
 * The caller owns the object.  file_text is the text of a file that the tool
 * has written.  Its first lines describe the caches.  The object has no member
 * for a cache that is not described. */
json_t *rcc_simulation_read(const char *file_text, const char *version);

/* Append to `command` the options that make the tool simulate the caches of the
 * object `simulation`.  If the object lacks a cache or describes it in another
 * form, the tool chooses this cache. */
void rcc_simulation_options(const json_t *simulation,
			    struct rcc_strvec *command);

/* Return a part of a sentence that describes the simulated machine, for
 * reports; caller frees.  `simulation` is NULL if an older version of randstudy
 * made the study. */
char *rcc_simulation_text(enum rcc_source_kind kind, const json_t *simulation);

/* Return a part of a sentence that says how two studies differ in the machine
 * that one tool simulated; NULL if they do not differ.  a and b are the objects
 * of the studies, or NULL if unknown. */
const char *rcc_simulation_difference(const json_t *a, const json_t *b);

/* Return whether a tool of valgrind counts the metric. */
bool rcc_metric_is_simulated(const struct rcc_metric *metric);

/* Return whether one of valgrind's events, such as "D1mr", depends on the place
 * of data.  Misses of the first data cache depend on it.  Misses of the last
 * cache do too, because that cache holds code and data. */
bool rcc_simulation_depends_on_data(const char *event);

#endif
