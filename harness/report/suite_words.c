/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_words.h"

#include "common/mem.h"
#include "harness/findings/plan.h"

const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS] = {0.005, 0.01, 0.015,
							    0.02};

size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_suite_row *row, bool is_random,
			size_t i)
{
	const struct rcc_effect *e = row->effect;
	const double precision = rcc_suite_precision[i];
	size_t n = 0;

	if (!e->by_blocks)
		return rcc_cell_layouts_needed(is_random ? row->random
							 : row->fixed,
					       precision, f->level);
	if (is_random)
		rcc_plan_blocks(&e->blocks, precision, f->level, &n);
	return n;
}

static const char *seen(const struct rcc_suite_row *row, bool shifts,
			bool varies)
{
	if (rcc_cells_are_constant(row->random, row->fixed))
		return "constant";
	if (row->effect->error != 0)
		return "too few runs";
	if (shifts && varies)
		return "both";
	if (varies)
		return "varies";
	return shifts ? "shift" : "neither";
}

const char *rcc_suite_seen(const struct rcc_suite_row *row)
{
	return seen(row, row->shifts_together, row->varies_together);
}

const char *rcc_suite_seen_alone(const struct rcc_suite_row *row)
{
	return seen(row, rcc_effect_shift_is_seen(row->effect),
		    rcc_effect_variation_is_seen(row->effect));
}

char *rcc_suite_no_ratio(const struct rcc_suite_findings *f,
			 const struct rcc_suite_comparison *c, size_t i)
{
	const struct rcc_suite_entry *e = &f->entry[i];
	const struct rcc_suite_pair *pair = &c->ratio.pair[i];
	const bool has_old = rcc_suite_has_system(e, c->old);
	const bool has_now = rcc_suite_has_system(e, c->now);

	if (pair->error == 0)
		return NULL;
	if (!e->is_begun || e->findings.stored.n_runs == 0)
		return rcc_mem_strdup("nothing measured");
	if (!has_old && !has_now)
		return rcc_mem_printf("no system %s or %s", c->old, c->now);
	if (!has_old || !has_now)
		return rcc_mem_printf("no system %s",
				      has_old ? c->now : c->old);
	if (!rcc_suite_is_measured(e))
		return rcc_mem_strdup("not finished");
	if (pair->old_mean.n < 2 || pair->now_mean.n < 2)
		return rcc_mem_strdup("too few good layouts");
	return rcc_mem_strdup("the ratio is undefined");
}

char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e)
{
	const struct rcc_benchmark *b = e->benchmark;

	if (rcc_suite_is_measured(e))
		return NULL;
	if (e->is_begun && e->findings.stored.n_runs != 0)
		return rcc_mem_printf("not finished: %zu of %zu runs",
				      e->findings.stored.n_runs,
				      e->findings.n_planned);
	if (b->status > 0 && b->problem != NULL)
		return rcc_mem_printf("nothing measured: %s", b->problem);
	if (b->status > 0)
		return rcc_mem_printf("nothing measured: it failed; "
				      "`randstudy run -o %s/%s` says why",
				      f->dir, b->name);
	return rcc_mem_strdup("not measured yet");
}
