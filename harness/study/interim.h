/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interim analyses of a study that adds layouts while it runs (--precision,
 * --budget, --decide).  The study is analysed after each batch of layouts.  It
 * then ends or gets more layouts.  The analyses are stored in the study's
 * database, as JSON.
 */
#ifndef RCC_HARNESS_STUDY_INTERIM_H
#define RCC_HARNESS_STUDY_INTERIM_H

#include <stddef.h>
#include <stdint.h>

/* The key under which the study's database has these analyses. */
#define RCC_INTERIM_KEY "looks"
/* The key under which it has the expected last number of layouts, if the study
 * was begun with --decide and --budget.  It is 0 until the first analysis, which
 * estimates it.  The analyses spend the probability of a false claim toward this
 * number. */
#define RCC_INTERIM_END_KEY "looks-end"
/* The study's database has this key if --decide was given only when there were
 * runs already.  Their result could be read, so the first analysis may have used
 * the whole probability of a false claim. */
#define RCC_INTERIM_LATE_KEY "looks-late"

/* The decision of an analysis: whether the study goes on or ends, and why. */
enum rcc_interim_decision {
	RCC_INTERIM_CONTINUE, /* add layouts */
	/* end: the interval is as narrow as --precision asks */
	RCC_INTERIM_PRECISE,
	RCC_INTERIM_TIME, /* end: the time that --budget gives is spent */
	/* end: the number of layouts has reached --max-layouts */
	RCC_INTERIM_MOST,
	RCC_INTERIM_DECIDED, /* end: every comparison of --decide is decided */
};

struct rcc_interim {
	unsigned n_layouts; /* number of planned layouts of each arm */
	/* Number of measured layouts of each arm; 0 if unknown, in older
	 * studies. */
	unsigned n_measured;
	size_t n_runs; /* number of stored runs; 0 if unknown, as above */
	/* The widest interval of the results, as half its width divided by the
	 * estimate; infinite if unknown. */
	double half_width;
	enum rcc_interim_decision decision;
};

/* Return the text of a decision.  Do not change these texts, since they are
 * stored and exported. */
const char *rcc_interim_text(enum rcc_interim_decision decision);
/* Return the decision with this text.  Returns RCC_INTERIM_CONTINUE if the text
 * is unknown or NULL. */
enum rcc_interim_decision rcc_interim_parse(const char *text);

/* Return the text to store for a study that had n_layouts layouts of each arm and
 * no interim analysis when it ended; caller frees. */
char *rcc_interim_ended(int64_t n_layouts);

/* Parse the stored text, and set *n to the number of analyses.  *n is 0 for a
 * NULL text.  Caller frees. */
struct rcc_interim *rcc_interim_read(const char *text, size_t *n);

#endif
