/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/decision.h"

/* Return the answer to the question of decision.h for a verdict.  The answer is
 * "improvement" or "regression" if it is known which values are better. */
static enum rcc_answer answer_of(enum rcc_verdict verdict,
				 enum rcc_better better)
{
	switch (verdict) {
	case RCC_VERDICT_SMALLER:
	case RCC_VERDICT_LARGER:
		if (better == RCC_BETTER_UNKNOWN)
			return verdict == RCC_VERDICT_SMALLER
				       ? RCC_ANSWER_SMALLER
				       : RCC_ANSWER_LARGER;
		return rcc_verdict_is_worse(verdict, better)
			       ? RCC_ANSWER_REGRESSION
			       : RCC_ANSWER_IMPROVEMENT;
	case RCC_VERDICT_NO_DIFFERENCE:
		return RCC_ANSWER_NO_DIFFERENCE;
	case RCC_VERDICT_UNDECIDED:
		break;
	}
	return RCC_ANSWER_UNDECIDED;
}

void rcc_decide(const struct rcc_findings *f, size_t old, size_t now,
		double delta, struct rcc_decision *out)
{
	struct rcc_comparison *c = &out->comparison;

	rcc_comparison_of_systems(f, old, now, delta, c);
	out->answer = answer_of(c->verdict, c->better);
	out->n_looks = f->looks.n;
	out->n_layouts = f->stored.study.n_layouts;
	out->level = f->asked.computed_level;
	out->n_needed = out->n_more = 0;
	if (out->answer != RCC_ANSWER_UNDECIDED)
		return;
	out->n_needed = c->n_each;
	if (out->n_needed > out->n_layouts)
		out->n_more = out->n_needed - out->n_layouts;
}

bool rcc_all_decided(const struct rcc_findings *f, double delta)
{
	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		struct rcc_decision d;

		rcc_decide(f, 0, i, delta, &d);
		if (d.answer == RCC_ANSWER_UNDECIDED)
			return false;
	}
	return f->stored.study.n_systems > 1;
}

const char *rcc_answer_text(enum rcc_answer answer)
{
	static const char *const text[] = {
		[RCC_ANSWER_UNDECIDED] = "undecided",
		[RCC_ANSWER_REGRESSION] = "regression",
		[RCC_ANSWER_IMPROVEMENT] = "improvement",
		[RCC_ANSWER_SMALLER] = "smaller",
		[RCC_ANSWER_LARGER] = "larger",
		[RCC_ANSWER_NO_DIFFERENCE] =
			"no difference larger than the threshold",
	};

	return text[answer];
}
