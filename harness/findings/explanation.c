/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/explanation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/mem.h"
#include "harness/store/store_json.h"

/* ---- Reading ----------------------------------------------------------- */

static size_t number_of(const json_t *json, const char *key)
{
	const json_t *value = json_object_get(json, key);

	return json_is_integer(value) ? (size_t)json_integer_value(value)
				      : RCC_NO_FUNCTION;
}

static unsigned small(const json_t *json, const char *key)
{
	return (unsigned)json_integer_value(json_object_get(json, key));
}

static void read_functions(struct rcc_explanation *e)
{
	const size_t n = json_array_size(e->functions);

	e->function = rcc_mem_calloc(n + 1, sizeof(*e->function));
	e->moved = rcc_mem_calloc(n + 1, sizeof(void *));
	e->alignment = rcc_mem_calloc(n + 1, sizeof(*e->alignment));
	e->offset = rcc_mem_calloc(n + 1, sizeof(*e->offset));
	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(e->functions, i);
		struct rcc_explained_function *f = &e->function[i];

		*f = (struct rcc_explained_function){
			.name = json_string_value(json_object_get(one, "name")),
			.label = json_string_value(
				json_object_get(one, "label")),
			.n_samples = small(one, "samples"),
			.loop = json_object_get(one, "loop"),
			.file = small(one, "file"),
			.share = json_number_value(
				json_object_get(one, "share")),
			.address = (uint64_t)json_integer_value(
				json_object_get(one, "address")),
			.size = (uint64_t)json_integer_value(
				json_object_get(one, "size")),
			.alignment = small(one, "alignment"),
			.offset = small(one, "offset"),
			.obstacle = json_string_value(
				json_object_get(one, "obstacle")),
			.number = RCC_NO_FUNCTION,
		};
		if (f->label == NULL)
			f->label = f->name;
		if (f->obstacle != NULL || f->name == NULL)
			continue;
		f->number = e->n_moved;
		e->alignment[e->n_moved] = f->alignment;
		e->offset[e->n_moved] = f->offset;
		e->moved[e->n_moved++] = f;
	}
	e->n_functions = n;
}

static void read_suspects(struct rcc_explanation *e)
{
	e->is_explored = e->suspects != NULL;
	for (size_t i = 0;
	     i < json_array_size(e->suspects) && i < RCC_EXPLAIN_SUSPECTS_MAX;
	     i++) {
		const json_t *one = json_array_get(e->suspects, i);
		struct rcc_confirmation *c = &e->confirmation[i];

		c->suspect = (struct rcc_suspect){
			.function = number_of(one, "function"),
			.other = number_of(one, "other"),
			.modulus = small(one, "modulus"),
			.first = small(one, "first"),
			.width = small(one, "width"),
			.effect = json_number_value(
				json_object_get(one, "effect")),
			.t = json_number_value(json_object_get(one, "t")),
			.p = json_number_value(json_object_get(one, "p")),
			.n_in = number_of(one, "programs"),
		};
		c->n_doses = rcc_doses_of(&c->suspect, e->offset, e->alignment,
					  c->dose);
		e->n_suspects++;
	}
}

json_t *rcc_suspect_json(const struct rcc_suspect *s)
{
	json_t *json = json_pack(
		"{s:I,s:i,s:i,s:i,s:f,s:f,s:f,s:I}", "function",
		(json_int_t)s->function, "modulus", (int)s->modulus, "first",
		(int)s->first, "width", (int)s->width, "effect", s->effect, "t",
		s->t, "p", s->p, "programs", (json_int_t)s->n_in);

	if (s->other != RCC_NO_FUNCTION)
		json_object_set_new(json, "other",
				    json_integer((json_int_t)s->other));
	return json;
}

/* ---- Exploring --------------------------------------------------------- */

static bool is_good(const struct rcc_trial_record *t)
{
	return t->run.outcome == RCC_OUTCOME_OK && t->value > 0;
}

/* Parse the moves of a trial, "NUMBER@OFFSET/MODULUS ...", into offset[NUMBER].
 * Return whether each of n functions has an offset modulo RCC_PLACE_PAGE. */
static bool parse_moves(const char *text, unsigned *offset, size_t n)
{
	size_t n_found = 0;
	while (*text != '\0') {
		char *end;
		const unsigned long function = strtoul(text, &end, 10);
		const unsigned long at =
			*end == '@' ? strtoul(end + 1, &end, 10) : 0;
		const unsigned long modulus =
			*end == '/' ? strtoul(end + 1, &end, 10) : 0;

		if (*end != ' ' && *end != '\0')
			break;
		if (function < n && modulus == RCC_PLACE_PAGE) {
			offset[function] = (unsigned)at;
			n_found++;
		}
		text = end + strspn(end, " ");
	}
	return n_found == n;
}

/* Add the layouts of the study to *p, as block 0. */
static void add_layouts(const struct rcc_explanation *e, struct rcc_placed *p)
{
	const size_t k = e->n_moved;

	for (size_t i = 0; i < json_array_size(e->layouts); i++) {
		const json_t *one = json_array_get(e->layouts, i);
		const json_t *offsets = json_object_get(one, "offsets");
		const double value =
			json_number_value(json_object_get(one, "value"));

		if (json_array_size(offsets) != k || !(value > 0))
			continue;
		for (size_t f = 0; f < k; f++)
			p->offset[p->n * k + f] = (unsigned)json_integer_value(
				json_array_get(offsets, f));
		p->log_value[p->n] = log(value);
		p->block[p->n++] = 0;
	}
}

static void add_explored(const struct rcc_explanation *e, struct rcc_placed *p)
{
	const size_t k = e->n_moved;

	for (size_t i = 0; i < e->n_trials && e->trial[i].phase == 0; i++) {
		const struct rcc_trial_record *t = &e->trial[i];

		if (!is_good(t) ||
		    !parse_moves(t->moves, p->offset + p->n * k, k))
			continue;
		p->log_value[p->n] = log(t->value);
		p->block[p->n++] = 1 + t->block;
	}
}

static void begin_placed(const struct rcc_explanation *e, struct rcc_placed *p)
{
	const size_t n = json_array_size(e->layouts) + e->n_trials + 1;

	*p = (struct rcc_placed){
		.log_value = rcc_mem_calloc(n, sizeof(*p->log_value)),
		.block = rcc_mem_calloc(n, sizeof(*p->block)),
		.offset = rcc_mem_calloc(n * (e->n_moved + 1),
					 sizeof(*p->offset)),
		.alignment = e->alignment,
		.n_functions = e->n_moved,
	};
}

static void end_placed(struct rcc_placed *p)
{
	free(p->log_value);
	free(p->block);
	free(p->offset);
}

size_t rcc_explanation_search(const struct rcc_explanation *e,
			      struct rcc_suspect out[RCC_EXPLAIN_SUSPECTS_MAX],
			      double *sd, size_t *n)
{
	struct rcc_placed p;
	size_t n_layouts;
	size_t n_found;

	begin_placed(e, &p);
	add_layouts(e, &p);
	n_layouts = p.n;
	add_explored(e, &p);
	*n = p.n - n_layouts;
	n_found = rcc_suspects_find(&p, RCC_EXPLAIN_MOST_P, out,
				    RCC_EXPLAIN_SUSPECTS_MAX, sd);
	end_placed(&p);
	return n_found;
}

/* ---- The screen -------------------------------------------------------- */

static bool is_same_kind(const struct rcc_suspect *a,
			 const struct rcc_suspect *b)
{
	return a->function == b->function && a->other == b->other &&
	       rcc_suspect_property(a) == rcc_suspect_property(b);
}

static bool is_same_place(const struct rcc_suspect *a,
			  const struct rcc_suspect *b)
{
	return is_same_kind(a, b) && a->first == b->first &&
	       a->width == b->width;
}

static bool is_tested(const struct rcc_explanation *e,
		      const struct rcc_suspect *s)
{
	for (size_t i = 0; i < e->n_suspects; i++)
		if (is_same_place(&e->confirmation[i].suspect, s))
			return true;
	return false;
}

static bool is_listed(const struct rcc_screened *list, size_t n,
		      const struct rcc_suspect *s)
{
	for (size_t i = 0; i < n; i++)
		if (is_same_kind(&list[i].suspect, s))
			return true;
	return false;
}

static int by_strength(const void *a, const void *b)
{
	const double x = fabs(((const struct rcc_screened *)a)->suspect.t);
	const double y = fabs(((const struct rcc_screened *)b)->suspect.t);

	return (x < y) - (x > y);
}

struct rcc_screened *rcc_explanation_screen(const struct rcc_explanation *e,
					    size_t *n, size_t *n_tried)
{
	const size_t most = e->n_moved * RCC_N_PROPERTIES;
	struct rcc_suspect *each = rcc_mem_calloc(most + 1, sizeof(*each));
	struct rcc_screened *list = rcc_mem_calloc(most + 1, sizeof(*list));
	struct rcc_placed p;

	*n = 0;
	begin_placed(e, &p);
	add_layouts(e, &p);
	add_explored(e, &p);
	*n_tried = rcc_suspects_screen(&p, each);
	for (size_t i = 0; i < most; i++)
		if (each[i].t != 0 && !is_listed(list, *n, &each[i]))
			list[(*n)++] = (struct rcc_screened){
				.suspect = each[i],
				.is_tested = is_tested(e, &each[i])};
	qsort(list, *n, sizeof(*list), by_strength);
	end_placed(&p);
	free(each);
	return list;
}

/* ---- Confirmations ----------------------------------------------------- */

/* Compute the confirmation of suspicion i from the blocks in which every run is
 * good. */
static void confirm(struct rcc_explanation *e, size_t i)
{
	struct rcc_confirmation *c = &e->confirmation[i];
	double *value =
		rcc_mem_calloc(e->n_trials + c->n_doses + 1, sizeof(*value));
	size_t n = 0;
	size_t n_good = 0;

	for (size_t k = 0; k < e->n_trials; k++) {
		const struct rcc_trial_record *t = &e->trial[k];

		if (t->phase != i + 1)
			continue;
		if (t->dose == 0)
			n_good = 0;
		if (is_good(t) && t->dose < c->n_doses)
			value[n * c->n_doses + t->dose] = t->value, n_good++;
		if (n_good == c->n_doses) {
			n++;
			n_good = 0;
		}
	}
	if (c->n_doses != 0)
		rcc_confirmation_compute(c, value, n, e->n_suspects,
					 e->threshold);
	free(value);
}

bool rcc_explanation_names(const struct rcc_explanation *e, size_t i)
{
	const struct rcc_confirmation *c = &e->confirmation[i];

	return c->is_seen && c->verdict != RCC_CONFIRM_NO &&
	       fabs(log(c->ratio.estimate)) >= log(1 + e->threshold);
}

/* ---- Variation that remains -------------------------------------------- */

static double sd_of(const double *x, size_t n)
{
	double mean = 0;
	double squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
}

/* Compute layouts_sd and rest_sd: how much the layouts' times vary before and
 * after the confirmed effects are subtracted. */
static void compute_rest(struct rcc_explanation *e)
{
	struct rcc_placed p;

	begin_placed(e, &p);
	add_layouts(e, &p);
	e->n_layouts = p.n;
	e->layouts_sd = sd_of(p.log_value, p.n);
	for (size_t i = 0; i < e->n_suspects; i++) {
		const struct rcc_confirmation *c = &e->confirmation[i];

		for (size_t k = 0; k < p.n && rcc_explanation_names(e, i); k++)
			if (rcc_suspect_holds(&c->suspect,
					      p.offset + k * e->n_moved))
				p.log_value[k] -= log(c->ratio.estimate);
	}
	e->rest_sd = sd_of(p.log_value, p.n);
	end_placed(&p);
}

/* ---- All --------------------------------------------------------------- */

static void compute(struct rcc_explanation *e)
{
	struct rcc_suspect found[RCC_EXPLAIN_SUSPECTS_MAX];
	size_t n_found;

	for (size_t i = 0; i < e->n_trials; i++)
		e->n_failed += !is_good(&e->trial[i]);
	n_found = rcc_explanation_search(e, found, &e->explored_sd,
					 &e->n_explored);
	for (size_t i = 0; i < n_found; i++)
		e->n_strong += found[i].p <= RCC_EXPLAIN_EARLY_P;
	e->is_decided = e->is_explored;
	for (size_t i = 0; i < e->n_suspects; i++) {
		confirm(e, i);
		e->count[i] =
			rcc_dose_counts(&e->confirmation[i], (unsigned)i + 1,
					e->trial, e->n_trials, &e->n_counts[i]);
		if (e->confirmation[i].verdict == RCC_CONFIRM_OPEN &&
		    e->confirmation[i].n_doses != 0)
			e->is_decided = false;
	}
	compute_rest(e);
}

int rcc_explanation_read(struct rcc_store *store, struct rcc_explanation *e)
{
	json_t *spent = NULL;
	json_t *exploring = NULL;
	int result;

	*e = (struct rcc_explanation){
		.explored_sd = NAN, .layouts_sd = NAN, .rest_sd = NAN};
	result = rcc_store_get_json(store, RCC_EXPLAIN_SETUP, &e->setup);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_FUNCTIONS,
					    &e->functions);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_LAYOUTS,
					    &e->layouts);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_SUSPECTS,
					    &e->suspects);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_SPENT, &spent);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_EXPLORING,
					    &exploring);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_TRIALS_HOST, &e->host);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_COUNTERS,
					    &e->counters);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_EXPLAIN_REMEDIES,
					    &e->remedies);
	if (result == 0)
		result = rcc_trials_read(store, &e->trial, &e->n_trials);
	e->spent_s = json_number_value(spent);
	e->is_cut_short = json_is_true(json_object_get(exploring, "short"));
	json_decref(spent);
	json_decref(exploring);
	if (result != 0)
		return result;
	e->span = rcc_trials_span(e->trial, e->n_trials);
	e->threshold =
		json_number_value(json_object_get(e->setup, "threshold"));
	e->most_functions = number_of(e->setup, "functions");
	read_functions(e);
	read_suspects(e);
	compute(e);
	return 0;
}

void rcc_explanation_release(struct rcc_explanation *e)
{
	for (size_t i = 0; i < RCC_EXPLAIN_SUSPECTS_MAX; i++)
		free(e->count[i]);
	rcc_trials_free(e->trial, e->n_trials);
	free(e->function);
	free(e->moved);
	free(e->alignment);
	free(e->offset);
	json_decref(e->setup);
	json_decref(e->functions);
	json_decref(e->layouts);
	json_decref(e->suspects);
	json_decref(e->counters);
	json_decref(e->remedies);
	json_decref(e->host);
	*e = (struct rcc_explanation){0};
}

const struct rcc_layout_record *
rcc_explanation_layout(const struct rcc_explanation *e,
		       const struct rcc_findings *f)
{
	const json_t *id = json_object_get(e->setup, "layout");

	return id != NULL
		       ? rcc_stored_layout(&f->stored, json_integer_value(id))
		       : NULL;
}
