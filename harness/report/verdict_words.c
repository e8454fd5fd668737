/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/verdict_words.h"

#include <stdbool.h>

#include "harness/findings/comparison.h"

static bool is_smaller(enum rcc_verdict verdict)
{
	return verdict == RCC_VERDICT_SMALLER;
}

static bool is_difference(enum rcc_verdict verdict)
{
	return verdict == RCC_VERDICT_SMALLER || verdict == RCC_VERDICT_LARGER;
}

const char *rcc_verdict_key(enum rcc_verdict verdict, enum rcc_better better)
{
	if (!is_difference(verdict))
		return rcc_verdict_name(verdict);
	if (better == RCC_BETTER_UNKNOWN)
		return is_smaller(verdict) ? "smaller" : "larger";
	return rcc_verdict_is_worse(verdict, better) ? "slower" : "faster";
}

const char *rcc_verdict_short(enum rcc_verdict verdict,
			      const struct rcc_metric *metric)
{
	if (verdict == RCC_VERDICT_NO_DIFFERENCE)
		return "no difference";
	if (!is_difference(verdict))
		return "undecided";
	if (rcc_metric_is_time(metric))
		return is_smaller(verdict) ? "faster" : "slower";
	switch (metric->better) {
	case RCC_BETTER_LOWER:
		return is_smaller(verdict) ? "less" : "more";
	case RCC_BETTER_HIGHER:
		return is_smaller(verdict) ? "worse" : "better";
	default:
		return is_smaller(verdict) ? "smaller" : "larger";
	}
}

json_t *rcc_json_better(enum rcc_better better)
{
	const char *name = rcc_better_name(better);

	return name != NULL ? json_string(name) : json_null();
}

json_t *rcc_json_regression(enum rcc_verdict verdict, enum rcc_better better)
{
	if (is_difference(verdict) && better == RCC_BETTER_UNKNOWN)
		return json_null();
	return json_boolean(rcc_verdict_is_worse(verdict, better));
}
