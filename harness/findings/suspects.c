/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/suspects.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/findings/outliers.h"
#include "stats/rcc_claims.h"
#include "stats/rcc_stats.h"

/* An effect is estimated only if the suspicion holds for at least this many
 * programs, and is false for at least this many. */
#define LEAST 4
/* subtract() finds an effect in steps.  It ends after STEPS steps, or when the
 * next step would change the effect, a difference of ln(time), by at most
 * STEP_LEAST. */
#define STEPS 50
#define STEP_LEAST 1e-6
/* The approximate largest rounding error when the mean of a block is subtracted
 * from a logarithm. */
#define ROUNDING (8 * DBL_EPSILON)

enum rcc_property rcc_suspect_property(const struct rcc_suspect *s)
{
	if (s->other != RCC_NO_FUNCTION)
		return s->width == 0 ? RCC_PROPERTY_SET : RCC_PROPERTY_DISTANCE;
	return s->modulus == RCC_PLACE_LINE ? RCC_PROPERTY_LINE
					    : RCC_PROPERTY_PAGE;
}

bool rcc_suspect_holds(const struct rcc_suspect *s, const unsigned *offset)
{
	unsigned at = offset[s->function];

	if (rcc_suspect_property(s) == RCC_PROPERTY_SET)
		return at / RCC_PLACE_LINE == offset[s->other] / RCC_PLACE_LINE;
	if (s->other != RCC_NO_FUNCTION)
		at = (at - offset[s->other]) % RCC_PLACE_PAGE;
	return (at % s->modulus - s->first) % s->modulus < s->width;
}

/* ---- Blocks ------------------------------------------------------------ */

/* Return the index after the last program of the block that begins at
 * `begin`. */
static size_t end_of_block(const struct rcc_placed *p, size_t begin)
{
	size_t end = begin;

	while (end < p->n && p->block[end] == p->block[begin])
		end++;
	return end;
}

/* From each y, subtract the mean of its block. */
static void centre(const struct rcc_placed *p, double *y)
{
	size_t end;

	for (size_t begin = 0; begin < p->n; begin = end) {
		double sum = 0;

		end = end_of_block(p, begin);
		for (size_t i = begin; i < end; i++)
			sum += y[i];
		for (size_t i = begin; i < end; i++)
			y[i] -= sum / (double)(end - begin);
	}
}

/* From each y, subtract the median of its block. */
static void subtract_medians(const struct rcc_placed *p, double *y,
			     double *scratch)
{
	size_t end;

	for (size_t begin = 0; begin < p->n; begin = end) {
		double median;

		end = end_of_block(p, begin);
		memcpy(scratch, y + begin, (end - begin) * sizeof(*y));
		(void)rcc_median(scratch, end - begin, &median);
		for (size_t i = begin; i < end; i++)
			y[i] -= median;
	}
}

static size_t n_blocks(const struct rcc_placed *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		n += i == 0 || p->block[i] != p->block[i - 1];
	return n;
}

/* ---- One suspicion ----------------------------------------------------- */

/* Set the effect and t of a suspicion by regression of y on x.  x is 1 for a
 * program for which the suspicion holds, else 0.  The mean of each block has
 * been subtracted from y, and is subtracted from x. */
static void estimate(const struct rcc_placed *p, const double *y, double df,
		     double *x, struct rcc_suspect *s)
{
	double xx = 0;
	double xy = 0;
	double rest = 0;

	s->n_in = 0;
	s->effect = s->t = 0;
	for (size_t i = 0; i < p->n; i++) {
		x[i] = rcc_suspect_holds(s, p->offset + i * p->n_functions);
		s->n_in += x[i] > 0;
	}
	if (s->n_in < LEAST || p->n - s->n_in < LEAST)
		return;
	centre(p, x);
	for (size_t i = 0; i < p->n; i++) {
		xx += x[i] * x[i];
		xy += x[i] * y[i];
	}
	if (!(xx > 1e-9) || !(df > 1))
		return;
	s->effect = xy / xx;
	for (size_t i = 0; i < p->n; i++) {
		const double r = y[i] - s->effect * x[i];

		rest += r * r;
	}
	/* Without noise, the right suspicion leaves a sum `rest` of 0, or of
	 * rounding errors.  This limit keeps t finite. */
	rest = fmax(rest, (double)p->n * ROUNDING * ROUNDING);
	s->t = s->effect / sqrt(rest / (df - 1) / xx);
}

struct search {
	const struct rcc_placed *p;
	const double *y;
	double df;
	double *x; /* scratch */
	size_t n_tried;
	struct rcc_suspect best;
	/* The strongest suspicion for each function and property
	 * (rcc_suspects_screen()); NULL if not wanted. */
	struct rcc_suspect *each;
};

static void note(struct search *s, size_t function,
		 const struct rcc_suspect *one)
{
	struct rcc_suspect *best;

	if (s->each == NULL || function == RCC_NO_FUNCTION)
		return;
	best = &s->each[function * RCC_N_PROPERTIES +
			rcc_suspect_property(one)];
	if (fabs(one->t) > fabs(best->t))
		*best = *one;
}

static void try(struct search *s, struct rcc_suspect one)
{
	estimate(s->p, s->y, s->df, s->x, &one);
	s->n_tried += one.t != 0;
	if (fabs(one.t) > fabs(s->best.t))
		s->best = one;
	note(s, one.function, &one);
	note(s, one.other, &one);
}

static void try_other(struct search *s, size_t f, size_t other)
{
	struct rcc_suspect one = {
		.function = f, .other = other, .modulus = RCC_PLACE_PAGE};

	try(s, one);
	one.width = 512;
	for (one.first = 0; one.first < RCC_PLACE_PAGE; one.first += one.width)
		try(s, one);
}

static void try_function(struct search *s, size_t f)
{
	const unsigned align = s->p->alignment[f];
	const unsigned step = align > RCC_PLACE_STEP ? align : RCC_PLACE_STEP;
	struct rcc_suspect one = {.function = f, .other = RCC_NO_FUNCTION};

	one.modulus = RCC_PLACE_LINE;
	one.width = step;
	for (one.first = 0; step < RCC_PLACE_LINE && one.first < RCC_PLACE_LINE;
	     one.first += step)
		try(s, one);
	one.modulus = RCC_PLACE_PAGE;
	for (one.width = 512; one.width >= RCC_PLACE_LINE; one.width /= 8)
		for (one.first = 0; one.first < RCC_PLACE_PAGE;
		     one.first += one.width)
			try(s, one);
	for (size_t other = f + 1; other < s->p->n_functions; other++)
		try_other(s, f, other);
}

/* ---- The effect -------------------------------------------------------- */

struct work {
	double *rest; /* ln(time) without the effects that were found */
	/* `rest` with its outliers limited, minus the means of the blocks */
	double *limited;
	double *x, *scratch;
};

static void begin_work(struct work *w, const struct rcc_placed *p)
{
	const size_t n = p->n + 1;

	*w = (struct work){.rest = rcc_mem_calloc(n, sizeof(double)),
			   .limited = rcc_mem_calloc(n, sizeof(double)),
			   .x = rcc_mem_calloc(n, sizeof(double)),
			   .scratch = rcc_mem_calloc(n, sizeof(double))};
	for (size_t i = 0; i < p->n; i++)
		w->rest[i] = p->log_value[i];
}

static void end_work(struct work *w)
{
	free(w->rest);
	free(w->limited);
	free(w->x);
	free(w->scratch);
}

static void set_limited(const struct rcc_placed *p, struct work *w)
{
	memcpy(w->limited, w->rest, p->n * sizeof(*w->rest));
	subtract_medians(p, w->limited, w->scratch);
	rcc_limit_outliers(w->limited, p->n, w->scratch);
	centre(p, w->limited);
}

/* Find the effect of a suspicion and subtract it from w->rest.  The values are
 * limited at each step (Huber's regression), so one step may find only a part
 * of a large effect.  Later steps find more of it. */
static void subtract(const struct rcc_placed *p, struct rcc_suspect *s,
		     double df, struct work *w)
{
	const struct rcc_suspect found = *s;
	struct rcc_suspect more = *s;
	double effect = 0;

	for (int i = 0; i < STEPS && fabs(more.effect) > STEP_LEAST; i++) {
		effect += more.effect;
		for (size_t k = 0; k < p->n; k++)
			if (rcc_suspect_holds(&found,
					      p->offset + k * p->n_functions))
				w->rest[k] -= more.effect;
		set_limited(p, w);
		estimate(p, w->limited, df, w->x, &more);
	}
	s->effect = effect;
}

/* ---- All --------------------------------------------------------------- */

size_t rcc_suspects_find(const struct rcc_placed *p, double most_p,
			 struct rcc_suspect *out, size_t most, double *sd)
{
	struct work w;
	double df = (double)p->n - (double)n_blocks(p);
	double squares = 0;
	size_t n = 0;

	begin_work(&w, p);
	set_limited(p, &w);
	while (n < most) {
		struct search s = {.p = p, .y = w.limited, .df = df, .x = w.x};

		for (size_t f = 0; f < p->n_functions; f++)
			try_function(&s, f);
		s.best.p = s.n_tried == 0 ? 1
					  : rcc_screened_p(s.best.t, df - 1,
							   s.n_tried);
		if (!(s.best.p <= most_p))
			break;
		subtract(p, &s.best, df, &w);
		out[n++] = s.best;
		df -= 1;
	}
	for (size_t i = 0; i < p->n; i++)
		squares += w.limited[i] * w.limited[i];
	*sd = df > 0 ? sqrt(squares / df) : NAN;
	end_work(&w);
	return n;
}

size_t rcc_suspects_screen(const struct rcc_placed *p, struct rcc_suspect *out)
{
	const double df = (double)p->n - (double)n_blocks(p);
	struct work w;
	struct search s = {.p = p, .df = df, .each = out};

	for (size_t i = 0; i < p->n_functions * RCC_N_PROPERTIES; i++)
		out[i] = (struct rcc_suspect){0};
	begin_work(&w, p);
	set_limited(p, &w);
	s.y = w.limited;
	s.x = w.x;
	for (size_t f = 0; f < p->n_functions; f++)
		try_function(&s, f);
	for (size_t i = 0; i < p->n_functions * RCC_N_PROPERTIES; i++) {
		if (out[i].t == 0)
			continue;
		out[i].p = rcc_screened_p(out[i].t, df - 1, s.n_tried);
		/* Outliers were limited, so a large effect was estimated too
		 * small.  subtract() corrects the estimate. */
		memcpy(w.rest, p->log_value, p->n * sizeof(*w.rest));
		set_limited(p, &w);
		subtract(p, &out[i], df, &w);
	}
	end_work(&w);
	return s.n_tried;
}
