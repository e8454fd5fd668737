/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find functions whose place may change a program's time.
 *
 * The data are the times of programs in which the hot functions are at random
 * offsets: the layouts of a study, and programs in which the hot functions were
 * moved.  A function's offset is its address modulo 4096.
 *
 * A *suspicion* is one of these statements about a program:
 *
 *	- the offset of one function is in a range
 *	- the distance of two functions is in a range
 *	- two functions begin in the same cache set
 *
 * The effect of a suspicion is the difference in time between the programs for
 * which the statement is true and all other programs.
 *
 * The ranges are
 *	modulo 64	each offset at which the function can begin, in steps of
 *			its alignment, but at least 16 bytes
 *	modulo 4096	eight ranges of 512 bytes, and 64 ranges of 64 bytes
 *	distance	eight ranges of 512 bytes, modulo 4096
 *
 * The suspicions are found one after the other.  The effect of each suspicion
 * is subtracted before the search for the next one, so that one cause does not
 * give several suspicions.  Values far from the median of their block are
 * limited, since the machine disturbs single runs.
 *
 * The p-value of a suspicion is adjusted for the number of ranges that were
 * tried.  A small p-value is no proof yet: confirmation.h tests the suspicion
 * on new runs.
 */
#ifndef RCC_HARNESS_FINDINGS_SUSPECTS_H
#define RCC_HARNESS_FINDINGS_SUSPECTS_H

#include <stdbool.h>
#include <stddef.h>

#define RCC_NO_FUNCTION ((size_t)-1)
/* The sizes of a page and of a cache line, and the step between offsets modulo
 * 64. */
#define RCC_PLACE_PAGE 4096U
#define RCC_PLACE_LINE 64U
#define RCC_PLACE_STEP 16U

/* Programs, the offsets of their functions, and their times. */
struct rcc_placed {
	double *log_value;	   /* [n]; ln of the time */
	size_t *block;		   /* [n]; runs are compared within a block */
	unsigned *offset;	   /* [n * n_functions], below RCC_PLACE_PAGE */
	const unsigned *alignment; /* [n_functions], of each function */
	size_t n;
	size_t n_functions;
};

struct rcc_suspect {
	size_t function;
	size_t other;	  /* the second function, or RCC_NO_FUNCTION */
	unsigned modulus; /* RCC_PLACE_LINE or RCC_PLACE_PAGE */
	/* The range of the offset: first ... first + width - 1.  If there is a
	 * second function, it is the range of a difference: the offset of the
	 * first function minus the offset of the second.  A width of 0 then
	 * means that both functions begin in the same cache set. */
	unsigned first, width;
	double effect; /* difference of ln(time) */
	double t;      /* Student's t of the difference */
	double p;      /* its p-value, adjusted (rcc_screened_p()) */
	size_t n_in;   /* number of programs for which the suspicion holds */
};

/* The kinds of suspicion, by the property of a function's place that a
 * suspicion is about. */
enum rcc_property {
	RCC_PROPERTY_LINE,     /* offset modulo 64 */
	RCC_PROPERTY_PAGE,     /* offset modulo 4096 */
	RCC_PROPERTY_SET,      /* begins in the cache set of another function */
	RCC_PROPERTY_DISTANCE, /* distance from another function */
	RCC_N_PROPERTIES
};
enum rcc_property rcc_suspect_property(const struct rcc_suspect *s);

/* Find at most `most` suspicions with a p-value of at most `most_p`, and write
 * them to `out`, the strongest first.  Return their number.  *sd is set to the
 * standard deviation of ln(time) after the effects of these suspicions are
 * subtracted. */
size_t rcc_suspects_find(const struct rcc_placed *p, double most_p,
			 struct rcc_suspect *out, size_t most, double *sd);

/* Find the strongest suspicion for each function and property, without
 * subtracting any effect.  It is written to
 *
 *	out[function * RCC_N_PROPERTIES + property]
 *
 * A suspicion about two functions is written for both.  If there is none, t is
 * 0.  Return the number of suspicions that were tried.  The p-values are
 * adjusted for that number. */
size_t rcc_suspects_screen(const struct rcc_placed *p, struct rcc_suspect *out);

/* Return whether a suspicion holds for a program with these offsets. */
bool rcc_suspect_holds(const struct rcc_suspect *s, const unsigned *offset);

#endif
