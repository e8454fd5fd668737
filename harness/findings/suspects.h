/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find functions whose place may change a program's time.
 *
 * The data are programs in which the hot functions are at random offsets: the
 * layouts of a study, and programs in which the hot functions were moved.
 * A *suspicion* is a range of offsets of one function, or two functions that
 * begin in the same cache set, and the difference in time between the programs
 * in which this holds and all others.
 *
 * The ranges are
 *	modulo 64	each offset at which the function can begin, in steps of
 *			16 bytes or of its alignment
 *	modulo 4096	eight ranges of 512 bytes, and 64 of 64 bytes
 *
 * The suspicions are found one after the other.  The difference of each is
 * subtracted before the next is looked for, so that one cause does not give
 * several suspicions.  Values far from the median of their block are limited,
 * since the machine disturbs single runs.  The p-value of a suspicion is adjusted for the number of
 * ranges that were tried.  Still it is no proof: confirmation.h tests it on new
 * runs.
 */
#ifndef RCC_HARNESS_FINDINGS_SUSPECTS_H
#define RCC_HARNESS_FINDINGS_SUSPECTS_H

#include <stdbool.h>
#include <stddef.h>

#define RCC_NO_FUNCTION ((size_t)-1)
/* The page, the cache line, and the offsets modulo 64. */
#define RCC_PLACE_PAGE 4096U
#define RCC_PLACE_LINE 64U
#define RCC_PLACE_STEP 16U

/* Programs and their times. */
struct rcc_placed {
	double *log_value;	   /* [n] */
	size_t *block;		   /* [n]; only runs of a block are compared */
	unsigned *offset;	   /* [n * n_functions], below RCC_PLACE_PAGE */
	const unsigned *alignment; /* [n_functions], of each function */
	size_t n;
	size_t n_functions;
};

struct rcc_suspect {
	size_t function;
	size_t other;	       /* the second function, or RCC_NO_FUNCTION */
	unsigned modulus;      /* RCC_PLACE_LINE or RCC_PLACE_PAGE */
	unsigned first, width; /* offsets first ... first + width - 1 */
	double effect;	       /* difference of the logarithms */
	double t;	       /* Student's t of the difference */
	double p;	       /* its p-value, adjusted (rcc_screened_p()) */
	size_t n_in;	       /* number of programs in the range */
};

/* Find at most `most` suspicions with a p-value of at most `most_p`, and write
 * them to `out`, the strongest first.  Return their number.  *sd is set to the
 * standard deviation of the logarithms that remains. */
size_t rcc_suspects_find(const struct rcc_placed *p, double most_p,
			 struct rcc_suspect *out, size_t most, double *sd);

/* Return whether a suspicion holds for a program with these offsets. */
bool rcc_suspect_holds(const struct rcc_suspect *s, const unsigned *offset);

#endif
