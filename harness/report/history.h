/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A history of comparisons (randstudy ab --baseline DIR): one line of
 * DIR/history.jsonl for each, a JSON object.
 *
 * The versions of a comparison are measured in turn, on one machine; those of
 * different comparisons are not.  So the file keeps ratios alone.  A version is
 * related to the first one through the comparisons between them: their ratios
 * multiply, and the squares of their half-widths (of logarithms) add.
 *
 * Results: functions print what is wrong and return an exit code (enum
 * rcc_exit).
 */
#ifndef RCC_HARNESS_REPORT_HISTORY_H
#define RCC_HARNESS_REPORT_HISTORY_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/comparison.h"

struct rcc_history_entry {
	int64_t time;		/* seconds since 1970 */
	const char *old, *now;	/* commits, or names; borrowed from the JSON */
	struct rcc_ratio ratio; /* its estimate and limits alone */
	enum rcc_verdict verdict, suggested;
	enum rcc_better better;
	size_t n_layouts;
	/* The p-value of what the ratio suggests, and adjusted by Holm's method
	 * for all comparisons of the history; the verdict with it. */
	double p, p_holm;
	enum rcc_verdict joint;
	/* Over the first version of the history; NaN: not connected. */
	double since, since_lo, since_hi;
};

struct rcc_history {
	json_t *json; /* owned */
	const char *metric;
	const char *first; /* the version that `since` refers to */
	double level;
	struct rcc_history_entry *entry; /* in the order of the file */
	size_t n;
	size_t n_others; /* comparisons of another metric than the last one */
};

/* Append a comparison to the history in `dir`. */
int rcc_history_add(const char *dir, const struct rcc_comparison *c);

/* Release *h in any case. */
int rcc_history_read(const char *dir, struct rcc_history *h);
/* The history as JSON, with what follows from all of it. */
json_t *rcc_history_json(const struct rcc_history *h);
void rcc_history_release(struct rcc_history *h);

#endif
