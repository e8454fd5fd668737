/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A history of comparisons (randstudy ab --baseline DIR).  Each line of
 * DIR/history.jsonl is a JSON object that holds one comparison.
 *
 * The file holds ratios, not the times of runs.  The two versions of a
 * comparison are measured in turns on one machine, so their ratio is
 * meaningful.  Times of different comparisons may come from different machines.
 *
 * Let r_1 ... r_k be the ratios that lead from the first version of the history
 * to a version, and h_i the half-width of the interval of ln r_i.  The ratio of
 * the version to the first version, and the half-width of the interval of ln r,
 * are
 *
 *	r = r_1 r_2 ... r_k
 *	h = sqrt(h_1² + h_2² + ... + h_k²)
 *
 * A function that returns int prints what is wrong and returns an exit code
 * (enum rcc_exit).
 */
#ifndef RCC_HARNESS_REPORT_HISTORY_H
#define RCC_HARNESS_REPORT_HISTORY_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/comparison.h"

struct rcc_history_entry {
	int64_t time;	       /* time of the comparison, seconds since 1970 */
	const char *old, *now; /* commits or names; `json` owns them */
	/* Subject and date ("2026-11-22") of the commits `old` and `now`.  They
	 * are NULL for a version that is no commit.  All four are NULL if an
	 * older randstudy wrote the line. */
	const char *old_subject, *old_date, *subject, *date;
	/* Newer version / older version; only `estimate`, `lo` and `hi` are
	 * set. */
	struct rcc_ratio ratio;
	/* The verdict that the comparison reported, and the verdict that its
	 * ratio suggests. */
	enum rcc_verdict verdict, suggested;
	enum rcc_better better;
	size_t n_layouts;
	double level; /* confidence of the interval of `ratio` */
	/* p is the p-value of `suggested`.  p_holm is p adjusted by Holm's
	 * method for all comparisons of the history.  `joint` is the verdict at
	 * p_holm. */
	double p, p_holm;
	enum rcc_verdict joint;
	/* The ratio of the newer version to the first version of the history,
	 * with its limits; NaN if no comparisons connect the two versions. */
	double since, since_lo, since_hi;
};

struct rcc_history {
	/* The array of the file's lines; owned. */
	json_t *json;
	const char *metric;
	const char *first; /* the version that `since` refers to */
	/* The confidence of the file's last comparison.  `joint` is judged at
	 * it.  The intervals of earlier ones may have others. */
	double level;
	struct rcc_history_entry *entry; /* in the order of the file */
	size_t n;
	/* Number of comparisons that are left out, because their metric is not
	 * that of the file's last comparison. */
	size_t n_others;
};

/* Append the line of a comparison to DIR/history.jsonl, where `dir` is DIR. */
int rcc_history_add(const char *dir, const struct rcc_comparison *c);

/* Read DIR/history.jsonl, where `dir` is DIR.  The caller must release *h, even
 * after an error. */
int rcc_history_read(const char *dir, struct rcc_history *h);
/* Return the history as JSON: the stored comparisons, each also with the values
 * that were computed from all comparisons (p_holm, joint, since). */
json_t *rcc_history_json(const struct rcc_history *h);
void rcc_history_release(struct rcc_history *h);

#endif
