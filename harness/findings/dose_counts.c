/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/dose_counts.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "common/mem.h"

/* The counts of one event in the blocks in which every dose (one placement of
 * the suspected functions) has a count. */
struct table {
	double *count; /* n_blocks rows of n_doses counts */
	/* For each block, the mean count of the doses for which the suspicion
	 * does not hold. */
	double *compared;
	size_t n_blocks;
};

/* Read the blocks in which every dose has a count of the event. */
static void read_table(const struct rcc_confirmation *c, unsigned phase,
		       const struct rcc_trial_record *trial, size_t n_trials,
		       const char *event, struct table *t)
{
	size_t n_read = 0;

	for (size_t i = 0; i < n_trials && t->n_blocks < c->n_blocks; i++) {
		const json_t *count = json_object_get(trial[i].counts, event);

		if (trial[i].phase != phase)
			continue;
		if (trial[i].dose == 0)
			n_read = 0;
		if (count == NULL || trial[i].dose >= c->n_doses)
			continue;
		t->count[t->n_blocks * c->n_doses + trial[i].dose] =
			json_number_value(count);
		if (++n_read == c->n_doses) {
			t->n_blocks++;
			n_read = 0;
		}
	}
}

static double mean_of(const double *x, size_t n, size_t step)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i * step];
	return sum / (double)n;
}

static void compute_compared(const struct rcc_confirmation *c, struct table *t)
{
	for (size_t b = 0; b < t->n_blocks; b++) {
		double sum = 0;
		size_t n = 0;

		for (size_t k = 0; k < c->n_doses; k++)
			if (!c->dose[k].is_suspect) {
				sum += t->count[b * c->n_doses + k];
				n++;
			}
		t->compared[b] = sum / (double)n;
	}
}

/* Return the field `se` of struct rcc_dose_count for this dose: the standard
 * error of its ratio. */
static double ratio_se(const struct rcc_confirmation *c, const struct table *t,
		       size_t dose, double ratio, double compared)
{
	const double n = (double)t->n_blocks;
	double squares = 0;

	if (t->n_blocks < 2)
		return NAN;
	for (size_t b = 0; b < t->n_blocks; b++) {
		const double off = t->count[b * c->n_doses + dose] -
				   ratio * t->compared[b];

		squares += off * off;
	}
	return sqrt(squares / (n - 1) / n) / compared;
}

static void compute(const struct rcc_confirmation *c, struct table *t,
		    struct rcc_dose_count *out)
{
	double compared;

	compute_compared(c, t);
	compared = mean_of(t->compared, t->n_blocks, 1);
	out->n_blocks = t->n_blocks;
	for (size_t k = 0; k < c->n_doses; k++) {
		out->mean[k] = out->ratio[k] = out->se[k] = NAN;
		if (t->n_blocks == 0)
			continue;
		out->mean[k] = mean_of(t->count + k, t->n_blocks, c->n_doses);
		if (!(compared > 0))
			continue;
		out->ratio[k] = out->mean[k] / compared;
		out->se[k] = ratio_se(c, t, k, out->ratio[k], compared);
	}
}

static bool is_listed(const struct rcc_dose_count *list, size_t n,
		      const char *event)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(list[i].event, event) == 0)
			return true;
	return false;
}

/* Return an array with the name of each event that the trials of a phase count.
 * The counts are not set. */
static struct rcc_dose_count *list_events(unsigned phase,
					  const struct rcc_trial_record *trial,
					  size_t n_trials, size_t *n)
{
	struct rcc_dose_count *list = NULL;
	size_t n_allocated = 0;
	const char *event;
	json_t *count;

	*n = 0;
	for (size_t i = 0; i < n_trials; i++)
		json_object_foreach(trial[i].counts, event, count)
		{
			if (trial[i].phase != phase ||
			    is_listed(list, *n, event))
				continue;
			list = rcc_mem_grow(list, *n, &n_allocated,
					    sizeof(*list));
			list[(*n)++] = (struct rcc_dose_count){.event = event};
		}
	return list;
}

struct rcc_dose_count *rcc_dose_counts(const struct rcc_confirmation *c,
				       unsigned phase,
				       const struct rcc_trial_record *trial,
				       size_t n_trials, size_t *n)
{
	struct rcc_dose_count *list = list_events(phase, trial, n_trials, n);
	struct table t = {
		.count = rcc_mem_calloc(n_trials + c->n_doses + 1,
					sizeof(*t.count)),
		.compared = rcc_mem_calloc(n_trials + 1, sizeof(*t.compared)),
	};

	for (size_t i = 0; i < *n; i++) {
		t.n_blocks = 0;
		read_table(c, phase, trial, n_trials, list[i].event, &t);
		compute(c, &t, &list[i]);
	}
	free(t.count);
	free(t.compared);
	return list;
}
