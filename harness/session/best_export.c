/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/moved_program.h"
#include "harness/build/plain_order.h"

static int check(const struct rcc_best_search *s)
{
	if (s->b.verdict == RCC_BEST_YES || s->b.verdict == RCC_BEST_HARM)
		return RCC_EXIT_OK;
	rcc_error("nothing was exported: %s",
		  s->b.verdict == RCC_BEST_NO ? "no layout is worth shipping"
					      : "the search has not ended");
	rcc_hint("for the measurements: randstudy best --report %s",
		 s->options->dir);
	return RCC_EXIT_FAILED;
}

static int say_no_symbols(const struct rcc_linked *file)
{
	rcc_error("cannot export the order of \"%s\": it has no symbols",
		  file->name);
	rcc_hint("build it without -s, and measure that");
	return RCC_EXIT_FAILED;
}

/* Write to the folder `to` the order of the functions of `file`, which is the
 * winner's program or one of its libraries. */
static int write_order(const struct rcc_plain_order *order,
		       const struct rcc_linked *file, uint64_t seed,
		       const char *to)
{
	char *origin;
	int result;

	if (order->n == 0)
		return say_no_symbols(file);
	origin = rcc_mem_printf("The best order of functions of \"%s\", seed "
				"%" PRIu64,
				file->name, seed);
	result = rcc_plain_order_write(order, origin, to);
	free(origin);
	if (result == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot write to \"%s\"", to);
	return RCC_EXIT_FAILED;
}

static int export_file(const struct rcc_best_search *s,
		       const struct rcc_layout_record *record, size_t i,
		       const char *folder)
{
	const struct rcc_linked *file =
		rcc_moved_program_file(&s->search.x, record->system, i);
	const char *dir = s->options->export_to;
	char *to = i == 0 ? rcc_mem_strdup(dir)
			  : rcc_mem_printf("%s/%s", dir, file->name);
	struct rcc_plain_order order = {0};
	char *text = NULL;
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_moved_program_order(&s->search.x, record, RCC_BEST_FACTORS, i,
				    folder, &text, &problem) != 0) {
		rcc_error("cannot list the functions of \"%s\": %s", file->name,
			  problem);
		status = RCC_EXIT_FAILED;
	} else {
		rcc_plain_order_parse(&order, text);
		status = write_order(&order, file, record->seed, to);
	}
	if (status == RCC_EXIT_OK)
		fprintf(stderr, "best: the order of \"%s\" is in \"%s\"\n",
			file->name, to);
	rcc_plain_order_release(&order);
	free(problem);
	free(to);
	return status;
}

int rcc_best_export(const struct rcc_best_search *s)
{
	struct rcc_layout_record record = rcc_best_record(s, 0);
	char *folder = rcc_trial_search_path(&s->search, "winner");
	int status = check(s);

	if (status == RCC_EXIT_OK) {
		record.seed =
			rcc_best_layout_seed(&s->b, s->b.halving.alive[0]);
		status = rcc_best_link(s, &record, "the winner", folder);
	}
	for (size_t i = 0;
	     status == RCC_EXIT_OK &&
	     rcc_moved_program_file(&s->search.x, record.system, i) != NULL;
	     i++)
		status = export_file(s, &record, i, folder);
	free(folder);
	return status;
}
