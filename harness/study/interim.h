/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interim analyses of a study that chooses its own end: after each batch of
 * layouts it is analysed, and it ends or gets more layouts.  They are stored
 * with the study, as JSON.
 */
#ifndef RCC_HARNESS_STUDY_INTERIM_H
#define RCC_HARNESS_STUDY_INTERIM_H

#include <stdbool.h>
#include <stddef.h>

/* The key in the store. */
#define RCC_INTERIM_KEY "looks"

/* The decision of an analysis. */
enum rcc_interim_decision {
	RCC_INTERIM_CONTINUE, /* add layouts */
	RCC_INTERIM_PRECISE,  /* end: the interval is narrow enough */
	RCC_INTERIM_TIME,     /* end: the budget is spent */
	RCC_INTERIM_MOST,    /* end: the largest number of layouts is reached */
	RCC_INTERIM_DECIDED, /* end: the question is decided */
};

struct rcc_interim {
	unsigned n_layouts;  /* planned, of each arm */
	unsigned n_measured; /* of them; 0: not known, in older studies */
	double half_width;  /* relative; infinite if unknown */
	enum rcc_interim_decision decision;
};

/* The text of a decision, which is stored and exported: do not change it. */
const char *rcc_interim_text(enum rcc_interim_decision decision);
/* RCC_INTERIM_CONTINUE for an unknown text, and for NULL. */
enum rcc_interim_decision rcc_interim_parse(const char *text);

/* The analyses from their stored text (NULL: there are none); caller frees. */
struct rcc_interim *rcc_interim_read(const char *text, size_t *n);

/* Whether the last of them ended the study for lack of time. */
bool rcc_interim_is_out_of_time(const char *text);

#endif
