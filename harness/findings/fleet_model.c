/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/fleet_model.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/error.h"
#include "common/mem.h"

/* rcc_fleet_model_find() returns this if the model does not have the
 * machine. */
#define NONE SIZE_MAX

/* ---- Values ------------------------------------------------------------- */

static void push(struct rcc_fleet_values *v, double x, size_t machine,
		 size_t layout)
{
	if (v->n == v->room) {
		v->room = v->room == 0 ? 1024 : 2 * v->room;
		v->x = rcc_mem_realloc(v->x, v->room, sizeof(*v->x));
		v->machine = rcc_mem_realloc(v->machine, v->room,
					     sizeof(*v->machine));
		v->layout =
			rcc_mem_realloc(v->layout, v->room, sizeof(*v->layout));
	}
	v->x[v->n] = x;
	v->machine[v->n] = machine;
	v->layout[v->n++] = layout;
}

void rcc_fleet_values_take(struct rcc_fleet_values *v,
			   const struct rcc_findings *f, size_t machine,
			   size_t old, size_t now)
{
	const struct rcc_blocks *b = &f->blocks;

	for (size_t i = 0; i < b->n; i++) {
		const double *value = b->value + i * b->n_cells;
		const size_t *layout = b->layout + i * b->n_cells;
		const unsigned number = f->stored.layout[layout[now]].layout;

		if (!b->is_original[old] &&
		    f->stored.layout[layout[old]].layout != number)
			continue;
		push(v, log(value[now] / value[old]), machine, number);
	}
}

void rcc_fleet_values_release(struct rcc_fleet_values *v)
{
	free(v->x);
	free(v->machine);
	free(v->layout);
	*v = (struct rcc_fleet_values){0};
}

/* ---- The model ---------------------------------------------------------- */

static void make_strips(const struct rcc_fleet_values *v, size_t n_machines,
			struct rcc_fleet_model *m)
{
	size_t *count;

	m->n_strips = n_machines;
	for (size_t i = 0; i < v->n; i++)
		if (v->layout[i] >= m->n_layouts)
			m->n_layouts = v->layout[i] + 1;
	m->strip = rcc_mem_calloc(n_machines * m->n_layouts + 1,
				  sizeof(*m->strip));
	count = rcc_mem_calloc(n_machines * m->n_layouts + 1, sizeof(*count));
	for (size_t i = 0; i < v->n; i++) {
		const size_t at = v->machine[i] * m->n_layouts + v->layout[i];

		m->strip[at] += v->x[i];
		count[at]++;
	}
	for (size_t i = 0; i < n_machines * m->n_layouts; i++)
		m->strip[i] =
			count[i] != 0 ? m->strip[i] / (double)count[i] : NAN;
	free(count);
}

/* Replace the distinct numbers in number[0 ... n-1], which are below `most`, by
 * 0, 1, ... in ascending order.  from[new] is set to the old number.  Returns
 * the number of distinct numbers. */
static size_t renumber(size_t *number, size_t n, size_t most, size_t *from)
{
	size_t *to = rcc_mem_calloc(most + 1, sizeof(*to));
	size_t n_seen = 0;

	for (size_t i = 0; i < n; i++)
		to[number[i]] = 1;
	for (size_t i = 0; i < most; i++) {
		if (to[i] == 0)
			continue;
		from[n_seen] = i;
		to[i] = n_seen++;
	}
	for (size_t i = 0; i < n; i++)
		number[i] = to[number[i]];
	free(to);
	return n_seen;
}

static size_t *copy(const size_t *number, size_t n)
{
	size_t *result = rcc_mem_calloc(n + 1, sizeof(*result));

	for (size_t i = 0; i < n; i++)
		result[i] = number[i];
	return result;
}

/* Set data->kind and data->n_kinds, the kinds of the machines in *data.  kind[]
 * has room for one number for each machine. */
static void take_kinds(const struct rcc_fleet_kinds *kinds, size_t *kind,
		       struct rcc_fleet_data *data, struct rcc_fleet_model *m)
{
	size_t n;

	for (size_t i = 0; i < data->n_machines; i++)
		kind[i] = kinds->of[m->machine_index[i]];
	m->kind_index = rcc_mem_calloc(kinds->n + 1, sizeof(*m->kind_index));
	n = renumber(kind, data->n_machines, kinds->n, m->kind_index);
	data->n_kinds = 1;
	m->kinds_unused =
		n > 1 && (n >= data->n_machines || n > RCC_FLEET_MOST_KINDS);
	if (n > 1 && !m->kinds_unused) {
		data->kind = kind;
		data->n_kinds = n;
	}
}

static void label_intervals(struct rcc_fleet_model *m, double label)
{
	for (size_t i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		m->result.component[i].level = label;
	m->result.share.level = m->result.mean.level = label;
	for (size_t i = 0; i < m->result.n_kinds; i++)
		m->kind[i].mean.level = m->kind[i].difference.level = label;
}

void rcc_fleet_model_compute(const struct rcc_fleet_values *v,
			     size_t n_machines,
			     const struct rcc_fleet_kinds *kinds, double level,
			     double label, struct rcc_fleet_model *m)
{
	size_t *machine = copy(v->machine, v->n);
	size_t *layout = copy(v->layout, v->n);
	size_t *kind = rcc_mem_calloc(n_machines + 1, sizeof(*kind));
	struct rcc_fleet_data data = {
		.x = v->x, .machine = machine, .layout = layout, .n = v->n};
	size_t *layout_index;
	void *scratch;

	*m = (struct rcc_fleet_model){.error = RCC_EDOM, .level = level};
	make_strips(v, n_machines, m);
	m->machine_index =
		rcc_mem_calloc(n_machines + 1, sizeof(*m->machine_index));
	layout_index = rcc_mem_calloc(m->n_layouts + 1, sizeof(*layout_index));
	data.n_machines = renumber(machine, v->n, n_machines, m->machine_index);
	data.n_layouts = renumber(layout, v->n, m->n_layouts, layout_index);
	take_kinds(kinds, kind, &data, m);
	m->machine = rcc_mem_calloc(data.n_machines + 1, sizeof(*m->machine));
	m->kind = rcc_mem_calloc(data.n_kinds + 1, sizeof(*m->kind));
	scratch = rcc_mem_alloc(rcc_fleet_scratch(
		data.n_machines, data.n_layouts, data.n_kinds));
	if (v->n != 0)
		m->error = rcc_fleet_compute(&data, level, scratch, &m->result,
					     m->machine, m->kind);
	if (m->error == 0)
		label_intervals(m, label);
	free(scratch);
	free(layout_index);
	free(kind);
	free(layout);
	free(machine);
}

void rcc_fleet_model_release(struct rcc_fleet_model *m)
{
	free(m->machine);
	free(m->machine_index);
	free(m->kind);
	free(m->kind_index);
	free(m->strip);
	*m = (struct rcc_fleet_model){0};
}

void rcc_fleet_model_look_at_rounding(struct rcc_fleet_model *m,
				      double rounding, double delta)
{
	if (m->error == 0 &&
	    rcc_fleet_drop_coarse(&m->result, m->kind, rounding, delta))
		m->rounding = rounding;
}

/* ---- Results ------------------------------------------------------------ */

struct rcc_ratio rcc_fleet_model_ratio(const struct rcc_fleet_model *m)
{
	const struct rcc_interval *mean = &m->result.mean;

	return (struct rcc_ratio){.method = RCC_RATIO_CROSSED_BLOCKS,
				  .set = isnan(mean->lo) ? RCC_RATIO_LINE
							 : RCC_RATIO_BOUNDED,
				  .estimate = exp(mean->estimate),
				  .lo = exp(mean->lo),
				  .hi = exp(mean->hi),
				  .gap_lo = NAN,
				  .gap_hi = NAN,
				  .df = mean->df,
				  .level = mean->level};
}

int rcc_fleet_model_claim(const struct rcc_fleet_model *m, double level,
			  double delta, struct rcc_claim *claim)
{
	const struct rcc_block_ratio ratio = {.ratio = rcc_fleet_model_ratio(m),
					      .n_units = m->result.n_layouts,
					      .log_se = m->result.mean_se,
					      .log_sd = NAN};

	claim->verdict = claim->suggested = RCC_VERDICT_UNDECIDED;
	claim->p = NAN;
	if (m->error != 0)
		return m->error;
	return rcc_claim_blocks(&ratio, level, delta, claim);
}

size_t rcc_fleet_model_find(const struct rcc_fleet_model *m, size_t index)
{
	size_t from = 0;
	size_t to = m->error == 0 ? m->result.n_machines : 0;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (m->machine_index[middle] == index)
			return middle;
		if (m->machine_index[middle] < index)
			from = middle + 1;
		else
			to = middle;
	}
	return NONE;
}

bool rcc_fleet_model_differs(const struct rcc_fleet_model *m, size_t i)
{
	return m->machine[i].p_holm <= 1 - m->level;
}

struct rcc_interval rcc_fleet_model_percent(const struct rcc_fleet_model *m,
					    enum rcc_fleet_component component)
{
	struct rcc_interval it = m->result.component[component];

	it.estimate = 100 * sqrt(it.estimate);
	it.lo = 100 * sqrt(it.lo);
	it.hi = 100 * sqrt(it.hi);
	return it;
}
