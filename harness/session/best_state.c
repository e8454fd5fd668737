/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_state.h"

#include <stdlib.h>

#include "common/diag.h"
#include "harness/build/moved_program.h"

int rcc_best_read_again(struct rcc_best_search *s)
{
	rcc_best_release(&s->b);
	return rcc_best_read(s->search.store, s->search.x.study.master_seed,
			     &s->search.findings.asked.metric, &s->b) == 0
		       ? RCC_EXIT_OK
		       : rcc_trial_search_store_failed(&s->search);
}

struct rcc_layout_record rcc_best_record(const struct rcc_best_search *s,
					 uint64_t seed)
{
	return (struct rcc_layout_record){
		.system = (unsigned)s->search.cell->system,
		.arm = (unsigned)s->search.cell->arm,
		.seed = seed,
	};
}

int rcc_best_link(const struct rcc_best_search *s,
		  const struct rcc_layout_record *record, const char *what,
		  const char *folder)
{
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_moved_program_link(&s->search.x, record, RCC_BEST_FACTORS, NULL,
				   folder, &problem) != 0) {
		rcc_error("cannot link %s: %s", what, problem);
		status = RCC_EXIT_FAILED;
	}
	free(problem);
	return status;
}
