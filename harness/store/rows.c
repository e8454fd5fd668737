/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/rows.h"

#include <stdlib.h>
#include <string.h>

static const char *const outcome_text[RCC_N_OUTCOMES] = {
	[RCC_OUTCOME_OK] = "ok",
	[RCC_OUTCOME_WRONG_OUTPUT] = "wrong-output",
	[RCC_OUTCOME_BAD_EXIT] = "bad-exit",
	[RCC_OUTCOME_SIGNAL] = "signal",
	[RCC_OUTCOME_TIMEOUT] = "timeout",
	[RCC_OUTCOME_TOO_MUCH_OUTPUT] = "too-much-output",
	[RCC_OUTCOME_NO_METRIC] = "no-metric",
};

const char *rcc_outcome_text(enum rcc_outcome outcome)
{
	return outcome_text[outcome];
}

int rcc_outcome_parse(const char *text)
{
	for (int i = 0; i < RCC_N_OUTCOMES; i++)
		if (strcmp(outcome_text[i], text) == 0)
			return i;
	return -1;
}

void rcc_layout_row_release(struct rcc_layout_row *row)
{
	for (size_t i = 0; i < row->n_libraries; i++) {
		free(row->library[i].name);
		free(row->library[i].digest);
	}
	free(row->library);
	row->library = NULL;
	row->n_libraries = 0;
	free(row->digest);
	row->digest = NULL;
}
