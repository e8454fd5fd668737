/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/confirmation.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/outliers.h"
#include "stats/rcc_claims.h"

/* A cause is confirmed only if its effect is precise: the half-width of the
 * effect's interval is at most this part of the effect. */
#define PRECISE (1.0 / 3)
/* The number of places in a page to which a function is moved. */
#define N_PLACES 8

/* ---- Doses ------------------------------------------------------------- */

static size_t doses_of_line(const struct rcc_suspect *s, unsigned at,
			    unsigned align, struct rcc_dose *dose)
{
	const unsigned step = align > RCC_PLACE_STEP ? align : RCC_PLACE_STEP;
	const unsigned n = RCC_PLACE_LINE / step;

	for (unsigned i = 0; i < n; i++) {
		dose[i].offset =
			(s->first + at % step + i * step) % RCC_PLACE_LINE;
		dose[i].is_suspect = i == 0;
	}
	return n > 1 ? n : 0;
}

/* Write the doses for an offset in the page.  The range of the suspicion may be
 * narrower than the alignment.  It then has one place of the function. */
static size_t doses_of_page(const struct rcc_suspect *s, unsigned at,
			    unsigned align, struct rcc_dose *dose)
{
	const unsigned least = RCC_PLACE_PAGE / N_PLACES;
	const unsigned step = align > least ? align : least;
	const unsigned n = RCC_PLACE_PAGE / step;

	for (unsigned i = 0; i < n; i++) {
		dose[i].offset =
			(s->first + at % s->width + i * step) % RCC_PLACE_PAGE;
		dose[i].is_suspect = i == 0;
	}
	return n > 1 ? n : 0;
}

/* Write the doses for two functions.  At two doses both functions begin in the
 * same cache set.  At the other four doses they begin in different sets.  The
 * lower bits of a function's offset do not change, because its alignment may
 * need them. */
static size_t doses_of_pair(unsigned at, unsigned other, struct rcc_dose *dose)
{
	static const struct {
		unsigned function, other;
	} shift[] = {{0, 0},	{1024, 1024}, {1024, 0},
		     {2048, 0}, {3072, 0},    {0, 1024}};
	const size_t n = sizeof(shift) / sizeof(shift[0]);
	const unsigned set = other - other % RCC_PLACE_LINE;

	for (size_t i = 0; i < n; i++) {
		dose[i].offset =
			(set + at % RCC_PLACE_LINE + shift[i].function) %
			RCC_PLACE_PAGE;
		dose[i].other = (other + shift[i].other) % RCC_PLACE_PAGE;
		dose[i].is_suspect = shift[i].function == shift[i].other;
	}
	return n;
}

/* Write the doses that put the first function at eight distances from the
 * second.  The lower bits of the first function's offset do not change, because
 * its alignment may need them. */
static size_t doses_of_distance(const struct rcc_suspect *s, unsigned at,
				unsigned other, unsigned align,
				struct rcc_dose *dose)
{
	const unsigned step = align > RCC_PLACE_STEP ? align : RCC_PLACE_STEP;
	const unsigned n = N_PLACES;

	if (step > s->width)
		return 0;
	for (unsigned i = 0; i < n; i++) {
		const unsigned place =
			other + s->first + i * (RCC_PLACE_PAGE / n);

		dose[i].offset = (place + (at - place) % step) % RCC_PLACE_PAGE;
		dose[i].other = other;
		dose[i].is_suspect = i == 0;
	}
	return n;
}

static size_t doses_of_kind(const struct rcc_suspect *s, const unsigned *at,
			    const unsigned *alignment, struct rcc_dose *dose)
{
	const unsigned align = alignment[s->function];

	if (rcc_suspect_property(s) == RCC_PROPERTY_DISTANCE)
		return doses_of_distance(s, at[s->function], at[s->other],
					 align, dose);
	if (s->other != RCC_NO_FUNCTION) {
		if (align > RCC_PLACE_LINE ||
		    alignment[s->other] > RCC_PLACE_LINE)
			return 0;
		return doses_of_pair(at[s->function], at[s->other], dose);
	}
	return s->modulus == RCC_PLACE_LINE
		       ? doses_of_line(s, at[s->function], align, dose)
		       : doses_of_page(s, at[s->function], align, dose);
}

/* Mark the dose at which no function is moved.  If the n doses do not include
 * this dose, add it.  Return the number of doses. */
static size_t add_unmoved(const struct rcc_suspect *s, const unsigned *at,
			  struct rcc_dose *dose, size_t n)
{
	const bool is_pair = s->other != RCC_NO_FUNCTION;
	const unsigned offset = at[s->function] % s->modulus;
	const unsigned other = is_pair ? at[s->other] % s->modulus : 0;

	for (size_t i = 0; i < n; i++)
		if (dose[i].offset == offset && dose[i].other == other) {
			dose[i].is_unmoved = true;
			return n;
		}
	dose[n] = (struct rcc_dose){.offset = offset,
				    .other = other,
				    .is_suspect = rcc_suspect_holds(s, at),
				    .is_unmoved = true};
	return n + 1;
}

size_t rcc_doses_of(const struct rcc_suspect *s, const unsigned *at,
		    const unsigned *alignment,
		    struct rcc_dose dose[RCC_DOSES_MAX])
{
	size_t n;

	for (size_t i = 0; i < RCC_DOSES_MAX; i++)
		dose[i] = (struct rcc_dose){0};
	n = doses_of_kind(s, at, alignment, dose);
	return n != 0 ? add_unmoved(s, at, dose, n) : 0;
}

/* ---- The result -------------------------------------------------------- */

size_t rcc_confirmation_look(size_t i)
{
	size_t n = 6;

	while (i-- > 0)
		n += (n + 1) / 2;
	return n;
}

/* Return how many looks have been made by the time there are n_measured
 * blocks. */
static size_t n_looks_of(size_t n_measured)
{
	size_t n = 0;

	while (rcc_confirmation_look(n) <= n_measured)
		n++;
	return n;
}

/* Return the confidence level of the intervals at the last of n_looks looks.
 * All looks together have the confidence level `level`. */
static double level_of(size_t n_looks, double level)
{
	static const struct rcc_looks_plan plan = {.kind = RCC_LOOKS_PLANNED};
	size_t *looks = rcc_mem_calloc(n_looks + 1, sizeof(*looks));
	double *scratch;
	double out;

	for (size_t i = 0; i < n_looks; i++)
		looks[i] = rcc_confirmation_look(i);
	scratch = rcc_mem_calloc(RCC_LOOKS_SCRATCH(n_looks), sizeof(*scratch));
	if (rcc_look_level(&plan, looks, n_looks, level, scratch, &out) != 0)
		out = 1 - (1 - level) / (double)(2 * n_looks);
	free(scratch);
	free(looks);
	return out;
}

/* Return the mean of a block's logarithms over the doses at which the suspicion
 * holds, or, if `is_suspect` is false, over the other doses. */
static double mean_log(const struct rcc_confirmation *c,
		       const double *log_value, bool is_suspect)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < c->n_doses; i++)
		if (c->dose[i].is_suspect == is_suspect) {
			sum += log_value[i];
			n++;
		}
	return sum / (double)n;
}

/* The two values of each block that are compared: the mean of the doses at
 * which the suspicion holds (`now`), and the mean of the other doses
 * (`old`). */
struct sides {
	double *old, *now;
	void *scratch;
	struct rcc_block_pairs pairs;
};

static void begin_sides(struct sides *s, size_t n)
{
	s->old = rcc_mem_calloc(n + 1, sizeof(*s->old));
	s->now = rcc_mem_calloc(n + 1, sizeof(*s->now));
	s->pairs =
		(struct rcc_block_pairs){.old = s->old, .now = s->now, .n = n};
	s->scratch = rcc_mem_alloc(rcc_block_ratio_scratch(&s->pairs));
}

static void end_sides(struct sides *s)
{
	free(s->scratch);
	free(s->old);
	free(s->now);
}

/* Compute the ratio now / old of the two sides.  If all blocks have the same
 * ratio, only rcc_block_ratio_equal() gives an interval. */
static int ratio_of(const struct sides *s, double level,
		    struct rcc_block_ratio *r)
{
	if (rcc_block_ratio(&s->pairs, level, s->scratch, r) == 0)
		return 0;
	return rcc_block_ratio_equal(&s->pairs, level, s->scratch, r);
}

static void judge(struct rcc_confirmation *c, const struct rcc_block_ratio *r,
		  double threshold)
{
	struct rcc_claim claim;
	const double effect = fabs(log(r->ratio.estimate));
	double half;

	if (!(r->log_se > 0)) {
		c->is_seen = effect > log1p(threshold);
		c->verdict = c->is_seen ? RCC_CONFIRM_YES : RCC_CONFIRM_NO;
		return;
	}
	c->is_seen = r->ratio.lo > 1 || r->ratio.hi < 1;
	half = (log(r->ratio.hi) - log(r->ratio.lo)) / 2;
	if (c->is_seen && half <= PRECISE * effect)
		c->verdict = RCC_CONFIRM_YES;
	if (rcc_claim_blocks(r, c->level, threshold, &claim) == 0 &&
	    claim.verdict == RCC_VERDICT_NO_DIFFERENCE)
		c->verdict = RCC_CONFIRM_NO;
}

void rcc_confirmation_compute(struct rcc_confirmation *c, const double *value,
			      size_t n_measured, size_t n_suspects,
			      double threshold)
{
	const size_t n = c->n_doses;
	const size_t n_looks = n_looks_of(n_measured);
	const size_t n_blocks =
		n_looks != 0 ? rcc_confirmation_look(n_looks - 1) : 0;
	double *log_value;
	struct rcc_block_ratio r;
	struct sides s;

	c->n_measured = n_measured;
	c->n_blocks = n_blocks;
	c->verdict = RCC_CONFIRM_OPEN;
	c->is_seen = false;
	if (n_blocks == 0)
		return;
	c->level =
		level_of(n_looks, 1 - RCC_EXPLAIN_ALPHA / (double)n_suspects);
	log_value = rcc_mem_calloc(n_blocks * n + 1, sizeof(*log_value));
	for (size_t i = 0; i < n_blocks * n; i++)
		log_value[i] = log(value[i]);
	rcc_limit_table(log_value, n_blocks, n);
	begin_sides(&s, n_blocks);
	for (size_t b = 0; b < n_blocks; b++) {
		s.old[b] = exp(mean_log(c, log_value + b * n, false));
		s.now[b] = exp(mean_log(c, log_value + b * n, true));
	}
	if (ratio_of(&s, c->level, &r) == 0)
		judge(c, &r, threshold);
	c->ratio = r.ratio;
	for (size_t i = 0; i < n; i++) {
		for (size_t b = 0; b < n_blocks; b++)
			s.now[b] = exp(log_value[b * n + i]);
		(void)ratio_of(&s, 1 - RCC_EXPLAIN_ALPHA, &r);
		c->each[i] = r.ratio;
	}
	end_sides(&s);
	free(log_value);
}
