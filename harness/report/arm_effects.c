/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/arm_effects.h"

#include "harness/report/format.h"

static void add_varied(struct rcc_table *t, const struct rcc_arm *arm,
		       bool env_differs)
{
	const char *env = arm->has_random_env ? ", env" : ", no env";

	rcc_table_cell(t, "%s%s",
		       arm->factors != NULL ? arm->factors : "original",
		       env_differs ? env : "");
}

static void add_shift(struct rcc_table *t, const struct rcc_effect *e)
{
	const struct rcc_ratio *shift = rcc_effect_shift(e);
	struct rcc_interval_text text;

	if (shift->set != RCC_RATIO_BOUNDED) {
		rcc_table_cell(t, "unbounded");
		return;
	}
	rcc_format_ratio(shift->estimate, shift->lo, shift->hi, &text);
	rcc_table_cell(t, "%s (%s to %s)%s", text.estimate, text.lo, text.hi,
		       rcc_effect_shift_is_seen(e) ? " *" : "");
}

static void add_sd(struct rcc_table *t, const struct rcc_effect *e)
{
	const char *mark = rcc_effect_variation_is_seen(e) ? " *" : "";
	struct rcc_interval percent;
	struct rcc_interval_text text;
	char most[48];

	if (rcc_effect_is_doubtful(e) || rcc_effect_is_undecided(e))
		mark = " ?";
	if (!rcc_effect_sd(e, &percent)) {
		rcc_format_percent(e->sd_most, most, sizeof(most));
		rcc_table_cell(t, "at most %s%s", most, mark);
		return;
	}
	rcc_format_percent_interval(&percent, &text);
	rcc_table_cell(t, "%s %% (%s to %s)%s", text.estimate, text.lo, text.hi,
		       mark);
}

static void add_arm(struct rcc_table *t, const struct rcc_findings *f,
		    size_t random, size_t fixed)
{
	const struct rcc_study *study = &f->stored.study;
	const struct rcc_arm *arm = &study->arm[f->cell[random].arm];
	struct rcc_effect e = {.random = random, .fixed = fixed};

	rcc_table_row(t, rcc_findings_arm_text(study, f->cell[random].arm));
	add_varied(t, arm, arm->has_random_env != study->has_random_env);
	rcc_effect_compute(&f->cell[random], &f->cell[fixed], &f->blocks,
			   &f->asked, &e);
	if (e.error != 0) {
		rcc_table_cell(t, "n/a");
		rcc_table_cell(t, "n/a");
		return;
	}
	add_shift(t, &e);
	add_sd(t, &e);
}

/* Return the index in f->cell of a system's original layout, or n_cells if it
 * has none.  The other arms are compared with this cell. */
static size_t find_original(const struct rcc_findings *f, size_t system)
{
	size_t i = 0;

	while (i < f->n_cells &&
	       !(f->cell[i].system == system && f->cell[i].is_original))
		i++;
	return i;
}

void rcc_compose_arm_effects(struct rcc_document *d,
			     const struct rcc_findings *f, size_t system)
{
	const size_t fixed = find_original(f, system);
	struct rcc_table *t;

	if (f->stored.study.n_arms < 3 || fixed == f->n_cells)
		return;
	rcc_document_question(d, "Effect of each arm");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "arm");
	rcc_table_column(t, RCC_ALIGN_LEFT, "varied");
	rcc_table_column(t, RCC_ALIGN_LEFT, "ratio of means");
	rcc_table_column(t, RCC_ALIGN_LEFT, "sd/mean from layout");
	for (size_t i = 0; i < f->n_cells; i++)
		if (f->cell[i].system == system && i != fixed)
			add_arm(t, f, i, fixed);
	rcc_document_note(
		d,
		"ratio of means: of the arm to the original layout. "
		"In parentheses: %.0f %% intervals, not adjusted for the "
		"number of arms. *: a difference of the means, or an sd "
		"above the noise of the original layout, was detected (the two "
		"tests "
		"are adjusted for each other); ?: only the variances show it, "
		"and a test that needs no normal noise does not confirm it. "
		"Among many arms, one may be marked by chance.",
		100 * f->asked.level);
}
