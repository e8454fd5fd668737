/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exit status of a comparison: --fail-on. */
#ifndef RCC_HARNESS_CLI_FAIL_ON_H
#define RCC_HARNESS_CLI_FAIL_ON_H

#include "common/arguments.h"
#include "harness/findings/comparison.h"

/* The results that end with a status other than 0, named by
 * rcc_fail_on_words. */
enum rcc_fail_on {
	RCC_FAIL_ON_UNDECIDED, /* a regression, and no decision */
	RCC_FAIL_ON_REGRESSION,
	RCC_FAIL_ON_NEVER,
};

extern const char *const rcc_fail_on_words[];

#define RCC_FAIL_ON_OPTION(field_)                                             \
	RCC_ARGUMENT_CHOICE(                                                   \
		"fail-on", 0, "WHAT", (field_), rcc_fail_on_words,             \
		"the exit status is 1 on a regression beyond the threshold, "  \
		"and 3 if nothing is decided (undecided, the default); never " \
		"3 (regression); never 1 or 3 (never)")

/*
 * The exit code (enum rcc_exit) of one comparison.  A difference of a metric of
 * which it is not known which values are better is no regression and no
 * decision against one: it counts as undecided.
 */
int rcc_fail_on_status(const struct rcc_comparison *c, enum rcc_fail_on what);

/* The exit code of two comparisons: the graver one.  A regression is graver than
 * no decision. */
int rcc_fail_on_graver(int a, int b);

#endif
