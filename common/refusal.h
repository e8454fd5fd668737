/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why something cannot be done, and what would help.  A module fills one and
 * returns a negative RCC_E…; the program prints it and decides how to end.
 */
#ifndef RCC_COMMON_REFUSAL_H
#define RCC_COMMON_REFUSAL_H

/* A zeroed struct is an empty refusal. */
struct rcc_refusal {
	char *problem; /* printed by rcc_error() */
	char *remedy;  /* printed by rcc_hint(); NULL: none is known */
};

/*
 * Fill the refusal and return `err`; an earlier refusal is replaced.  For
 * RCC_ESYS the text of errno follows the problem.  `remedy` is copied; NULL:
 * none.
 */
int rcc_refuse(struct rcc_refusal *r, int err, const char *remedy,
	       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Replace the remedy. */
void rcc_refusal_remedy(struct rcc_refusal *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Print it as an error and a hint.  For programs, and for a child process that
 * a module forked. */
void rcc_refusal_print(const struct rcc_refusal *r);

void rcc_refusal_release(struct rcc_refusal *r);

#endif
