/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/trials_span.h"

struct rcc_trials_span rcc_trials_span(const struct rcc_trial_record *trial,
				       size_t n)
{
	struct rcc_trials_span span = {.n = n};

	for (size_t i = 0; i < n; i++) {
		const struct rcc_run_record *run = &trial[i].run;
		const int64_t end_ns = run->start_ns + run->wall_ns;

		if (run->n_sharers > span.n_sharers)
			span.n_sharers = run->n_sharers;
		if (i == 0 || run->start_ns < span.begin_ns)
			span.begin_ns = run->start_ns;
		if (i == 0 || end_ns > span.end_ns)
			span.end_ns = end_ns;
	}
	return span;
}
