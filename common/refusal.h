/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A refusal: why something cannot be done, and what would help.
 *
 * A module fills in a struct rcc_refusal and returns a negative RCC_E….  The
 * program prints the refusal and decides how to end.
 */
#ifndef RCC_COMMON_REFUSAL_H
#define RCC_COMMON_REFUSAL_H

/* A refusal.  A zeroed struct is an empty refusal. */
struct rcc_refusal {
	char *problem; /* printed by rcc_error() */
	char *remedy;  /* printed by rcc_hint(); NULL if none is known */
};

/*
 * Fill in the refusal and return `err`.  An earlier refusal is replaced.  For
 * RCC_ESYS the problem ends with the text of errno.  `remedy` is copied; it may
 * be NULL.
 */
int rcc_refuse(struct rcc_refusal *r, int err, const char *remedy,
	       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Replace the remedy. */
void rcc_refusal_remedy(struct rcc_refusal *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Print the refusal as an error and a hint.  A function that fills in a refusal
 * for its caller does not print it. */
void rcc_refusal_print(const struct rcc_refusal *r);

void rcc_refusal_release(struct rcc_refusal *r);

#endif
