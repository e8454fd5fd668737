/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/lay_out_again.h"

#include <stdlib.h>

#include "common/diag.h"
#include "harness/build/build.h"
#include "harness/build/layout_table.h"
#include "harness/build/replace.h"
#include "harness/run/own_path.h"
#include "harness/session/once.h"

static void forget_linked(struct rcc_experiment *x)
{
	for (size_t i = 0; i < x->study.n_systems; i++)
		rcc_linked_release(&x->linked[i]);
	free(x->linked);
	x->linked = NULL;
}

int rcc_lay_out_again(struct rcc_experiment *x)
{
	bool is_set_up = false;
	int status = rcc_once_is_set_up(x, &is_set_up);

	if (status == RCC_EXIT_OK)
		status = rcc_build_store_libraries(x);
	if (status == RCC_EXIT_OK)
		status = rcc_replace_settings(x, &x->study, true);
	if (status == RCC_EXIT_OK && is_set_up)
		status = rcc_once_store(x, true);
	if (status == RCC_EXIT_OK)
		status = rcc_own_path_store(x);
	forget_linked(x);
	x->has_opened = false;
	return status == RCC_EXIT_OK ? rcc_layout_table_load(x) : status;
}
