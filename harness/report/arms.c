/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies of more than two arms: what each of them does, side by side. */
#include "harness/report/report.h"

#include <math.h>

#include "harness/report/format.h"
#include "harness/report/wrap.h"

static void varied(const struct rcc_arm *arm, bool env_differs, char *out,
		   size_t n)
{
	const char *env = arm->has_random_env ? "env" : "no env";

	snprintf(out, n, "%s%s%s",
		 arm->factors != NULL ? arm->factors : "original",
		 env_differs ? ", " : "", env_differs ? env : "");
}

static void shift_text(const struct rcc_layout_effect *x, char *out, size_t n)
{
	const struct rcc_scale one = {1, ""};
	const double half = (x->shift.hi - x->shift.lo) / 2;
	char est[32];
	char lo[32];
	char hi[32];

	if (x->shift.set != RCC_RATIO_BOUNDED) {
		snprintf(out, n, "unbounded");
		return;
	}
	rcc_format_number(one, x->shift.estimate, half, est, sizeof(est));
	rcc_format_number(one, x->shift.lo, half, lo, sizeof(lo));
	rcc_format_number(one, x->shift.hi, half, hi, sizeof(hi));
	snprintf(out, n, "%s (%s to %s)%s", est, lo, hi,
		 x->shift_seen ? " *" : "");
}

static void sd_text(const struct rcc_effect *e, char *out, size_t n)
{
	const struct rcc_layout_effect *x = &e->effect;
	const char *mark = x->noise_seen ? " *" : "";
	char est[32];
	char lo[32];
	char hi[32];

	rcc_format_percent_number(x->percent.estimate, est, sizeof(est));
	rcc_format_percent_number(x->percent.lo, lo, sizeof(lo));
	rcc_format_percent_number(x->percent.hi, hi, sizeof(hi));
	if (rcc_effect_is_doubtful(e))
		mark = " ?";
	snprintf(out, n, "%s %% (%s to %s)%s", est, lo, hi, mark);
}

static void print_arm(const struct rcc_findings *f, size_t random, size_t fixed,
		      FILE *out)
{
	const struct rcc_arm *arm = &f->stored.study.arm[f->cell[random].arm];
	struct rcc_effect e = {.random = random, .fixed = fixed};
	char what[64];
	char shift[112] = "n/a";
	char sd[112] = "n/a";

	varied(arm, arm->has_random_env != f->stored.study.has_random_env, what,
	       sizeof(what));
	rcc_effect_compute(&f->cell[random], &f->cell[fixed], &f->asked, &e);
	if (e.error == 0) {
		shift_text(&e.effect, shift, sizeof(shift));
		sd_text(&e, sd, sizeof(sd));
	}
	fprintf(out, "  %-10.10s %-17.17s %-26s %s\n", arm->name, what, shift,
		sd);
}

/* The original layout that the others are compared with. */
static size_t baseline(const struct rcc_findings *f, size_t system)
{
	for (size_t i = 0; i < f->n_cells; i++)
		if (f->cell[i].system == system && f->cell[i].is_original)
			return i;
	return f->n_cells;
}

void rcc_report_arms(const struct rcc_findings *f, size_t system, FILE *out)
{
	const size_t fixed = baseline(f, system);

	if (f->stored.study.n_arms < 3 || fixed == f->n_cells)
		return;
	fprintf(out, "\nWhat does each arm do?\n  %-10s %-17s %-26s %s\n", "",
		"varied", "mean / that of \"fixed\"", "sd on top, of the mean");
	for (size_t i = 0; i < f->n_cells; i++)
		if (f->cell[i].system == system && i != fixed)
			print_arm(f, i, fixed, out);
	rcc_wrapf(
		out, "", 2,
		"In brackets %.0f %% intervals, of each arm by itself; *: "
		"without 1, or above the noise of \"fixed\"; ?: above it, but "
		"it may rest on a few runs. Among many arms one may be "
		"marked by chance.",
		100 * f->asked.level);
}
