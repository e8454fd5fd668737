/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/fail_on.h"

#include <stdbool.h>

#include "common/diag.h"

const char *const rcc_fail_on_words[] = {"undecided", "regression", "never",
					 NULL};

/* Return whether a comparison has no verdict, not even "undecided". */
static bool has_no_verdict(const struct rcc_comparison *c)
{
	return c->error != 0 || c->obstacle != RCC_OBSTACLE_NONE ||
	       c->is_unfinished;
}

int rcc_fail_on_verdict(enum rcc_verdict verdict, enum rcc_better better,
			enum rcc_fail_on what)
{
	const bool is_undecided = verdict == RCC_VERDICT_UNDECIDED;
	const bool may_be_worse = !is_undecided &&
				  verdict != RCC_VERDICT_NO_DIFFERENCE &&
				  better == RCC_BETTER_UNKNOWN;

	if (what == RCC_FAIL_ON_NEVER)
		return RCC_EXIT_OK;
	if (rcc_verdict_is_worse(verdict, better))
		return RCC_EXIT_FAILED;
	if (may_be_worse || (is_undecided && what != RCC_FAIL_ON_REGRESSION))
		return RCC_EXIT_UNDECIDED;
	return RCC_EXIT_OK;
}

int rcc_fail_on_failed(int status, size_t n_failed, enum rcc_fail_on what)
{
	return n_failed != 0 && what != RCC_FAIL_ON_NEVER
		       ? rcc_fail_on_graver(status, RCC_EXIT_UNDECIDED)
		       : status;
}

int rcc_fail_on_status(const struct rcc_comparison *c, enum rcc_fail_on what)
{
	const size_t n_failed = c->old.f->n_failed + c->now.f->n_failed;
	int status = rcc_fail_on_verdict(c->verdict, c->better, what);

	if (what != RCC_FAIL_ON_NEVER && has_no_verdict(c))
		status = RCC_EXIT_UNDECIDED;
	return rcc_fail_on_failed(status, n_failed, what);
}

static int gravity(int status)
{
	static const int order[] = {RCC_EXIT_OK, RCC_EXIT_UNDECIDED,
				    RCC_EXIT_FAILED, RCC_EXIT_USAGE};
	int i = 0;

	while (i < 3 && order[i] != status)
		i++;
	return i;
}

int rcc_fail_on_graver(int a, int b)
{
	return gravity(a) >= gravity(b) ? a : b;
}
