/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/explain_state.h"

#include "common/diag.h"

int rcc_explain_read_again(struct rcc_explain *s)
{
	rcc_explanation_release(&s->e);
	return rcc_explanation_read(s->search.store, &s->e) == 0
		       ? RCC_EXIT_OK
		       : rcc_trial_search_store_failed(&s->search);
}
