/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exit status of a comparison, and the option --fail-on. */
#ifndef RCC_HARNESS_CLI_FAIL_ON_H
#define RCC_HARNESS_CLI_FAIL_ON_H

#include "common/arguments.h"
#include "harness/findings/comparison.h"

/* The values of --fail-on: the results of a comparison that make the exit
 * status differ from 0.  rcc_fail_on_words has their names. */
enum rcc_fail_on {
	/* A regression, or no decision (the default). */
	RCC_FAIL_ON_UNDECIDED,
	RCC_FAIL_ON_REGRESSION,
	RCC_FAIL_ON_NEVER,
};

extern const char *const rcc_fail_on_words[];

#define RCC_FAIL_ON_OPTION(field_)                                             \
	RCC_ARGUMENT_CHOICE(                                                   \
		"fail-on", 0, "WHAT", (field_), rcc_fail_on_words,             \
		"what makes the exit status 1 or 3: undecided (the default: "  \
		"1 is a regression beyond the threshold, 3 is nothing "        \
		"decided), regression (1 likewise, 3 only if there is no "     \
		"verdict) or never")

/*
 * Return the exit code (enum rcc_exit) of one comparison.
 *
 * A comparison may have no verdict at all, for example because its values do
 * not vary.  The exit code is then RCC_EXIT_UNDECIDED, or RCC_EXIT_OK if `what`
 * is RCC_FAIL_ON_NEVER.  The same holds for a difference if it is unknown which
 * values of the metric are better, since it may be a regression.
 *
 * A comparison with failed runs is no success either: a version that crashes
 * would else pass (rcc_fail_on_failed()).
 */
int rcc_fail_on_status(const struct rcc_comparison *c, enum rcc_fail_on what);
/* Return the exit code of a comparison that has this verdict. */
int rcc_fail_on_verdict(enum rcc_verdict verdict, enum rcc_better better,
			enum rcc_fail_on what);

/* Return the exit code of a comparison that would have the exit code `status`,
 * if n_failed of its runs failed. */
int rcc_fail_on_failed(int status, size_t n_failed, enum rcc_fail_on what);

/* Return the more serious one of two exit codes.  RCC_EXIT_USAGE is the most
 * serious, then RCC_EXIT_FAILED (a regression), then RCC_EXIT_UNDECIDED. */
int rcc_fail_on_graver(int a, int b);

#endif
