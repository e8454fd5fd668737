/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trials of `randstudy explain`.  They look for suspicions, and test them.
 * A suspicion names a place that seems to change the program's time: certain
 * offsets of one function, certain distances of two functions, or one cache set
 * for both (findings/suspects.h).
 *
 * Exploring: each program has all hot functions at random offsets, so a run
 * says something about every function.
 *
 * Two functions may slow each other down if they begin in the same cache set.
 * At random offsets, two given functions are in one set in only one of 64
 * programs, which is too rare.  Therefore the functions of a program form
 * random pairs, and each pair is put into one set with probability
 * 1/LIKELY_PAIR.
 *
 * Confirming: the programs of a block differ only in the place of the suspected
 * function, or of the two functions that are suspected together.  Every block
 * has the same programs.
 */
#include "harness/session/explain_trials.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/build/moved_program.h"

/* The number of programs in each block while exploring. */
#define EXPLORED 4
/* If there is a suspicion, exploring ends after this share of the time
 * (--budget), because confirming the suspicion needs time too. */
#define EXPLORING_SHARE 0.4
/* Without a suspicion, exploring ends after this share of the time. */
#define SEARCHING_SHARE 0.8
/* Exploring makes at least this many blocks, even if its time is up. */
#define EXPLORING_LEAST 10
/*
 * Exploring ends before its time is up if both of these conditions hold:
 *
 *	- The number of runs has reached --explore.
 *	- The effect of two functions in one cache set is known with a standard
 *	  error of less than PRECISION times --threshold.
 *
 * The default of --explore is 512 runs.  The smallest range of offsets that is
 * examined is a 64th of a page, so a function begins in a given range of this
 * size in about eight of 512 runs.  With fewer runs, a suspicion would name a
 * wider range that holds the cause, or a place that is slow by chance.
 */
#define PRECISION 0.25
#define LIKELY_PAIR 2
/* The share of programs in which two given functions are in one cache set, if
 * six functions are moved.  has_enough() computes from it how many runs show
 * the effect of such a pair.  About as many runs have a given function in a
 * given eighth of a page. */
#define PAIR_SHARE 0.1

struct trials {
	struct rcc_explain *s;
	size_t n_failed;
};

static double elapsed_s(const struct rcc_explain *s)
{
	return (double)(s->search.executor.now_ns(s->search.executor.self) -
			s->begun_ns) /
	       1e9;
}

/* ---- Programs ---------------------------------------------------------- */

/* The moves of a program: the offset of each function, or -1 if the function is
 * not moved. */
struct moves {
	int *offset;
	unsigned modulus;
};

/* Return the moves as the text that the database stores; caller frees. */
static char *moves_text(const struct rcc_explain *s, const struct moves *m)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < s->e.n_moved; i++)
		if (m->offset[i] >= 0)
			rcc_strbuf_printf(&text, "%s%zu@%d/%u",
					  text.n != 0 ? " " : "", i,
					  m->offset[i], m->modulus);
	return rcc_strbuf_take(&text);
}

/* Return the argument of --move for a file; NULL if nothing moves in it; caller
 * frees. */
static char *argument_of(const struct rcc_explain *s, const struct moves *m,
			 size_t file)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < s->e.n_moved; i++)
		if (m->offset[i] >= 0 && s->e.moved[i]->file == file)
			rcc_strbuf_printf(
				&text, "%s%s@%d/%u", text.n != 0 ? "," : "",
				s->e.moved[i]->name, m->offset[i], m->modulus);
	return text.n != 0 ? rcc_strbuf_take(&text) : NULL;
}

static int link_program(const struct rcc_explain *s, const struct moves *m,
			const char *folder)
{
	const size_t n =
		1 + s->search.x.linked[s->search.cell->system].n_libraries;
	struct rcc_strvec argument = {0}; /* [n]; NULL where nothing moves */
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < n; i++)
		rcc_strvec_take(&argument, argument_of(s, m, i));
	if (rcc_moved_program_make(&s->search.x, s->layout, argument.item,
				   folder, &problem) != 0) {
		rcc_error("cannot move the functions: %s", problem);
		status = RCC_EXIT_FAILED;
	}
	rcc_strvec_release(&argument);
	free(problem);
	return status;
}

/* ---- Blocks ------------------------------------------------------------ */

static int make_block(struct trials *t, unsigned phase, unsigned block,
		      struct rcc_trial_run *run, char *const *moves, size_t n)
{
	const int status = rcc_trial_search_block(&t->s->search, phase, block,
						  run, moves, n, 0);

	if (status != RCC_EXIT_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		t->n_failed += run[i].record.outcome != RCC_OUTCOME_OK ||
			       !isfinite(run[i].value);
	return rcc_trial_search_check_failed(t->n_failed);
}

static unsigned n_blocks_of(const struct rcc_explanation *e, unsigned phase)
{
	unsigned n = 0;

	for (size_t i = 0; i < e->n_trials; i++)
		if (e->trial[i].phase == phase && e->trial[i].block >= n)
			n = e->trial[i].block + 1;
	return n;
}

/* ---- Exploring --------------------------------------------------------- */

static unsigned draw_offset(const struct rcc_explain *s, size_t i,
			    struct rcc_random *random)
{
	const unsigned align = s->e.alignment[i];
	const unsigned step = align > RCC_PLACE_STEP ? align : RCC_PLACE_STEP;

	return s->e.offset[i] % step +
	       step * (unsigned)rcc_random_below(random, RCC_PLACE_PAGE / step);
}

/* Move function a into the cache set of function b, if the alignment of a
 * allows it. */
static void join_pair(const struct rcc_explain *s, struct moves *m, size_t a,
		      size_t b)
{
	if (s->e.alignment[a] <= RCC_PLACE_LINE)
		m->offset[a] = m->offset[a] % (int)RCC_PLACE_LINE +
			       m->offset[b] / (int)RCC_PLACE_LINE *
				       (int)RCC_PLACE_LINE;
}

static void join_pairs(const struct rcc_explain *s, struct moves *m,
		       struct rcc_random *random)
{
	const size_t n = s->e.n_moved;
	size_t *order = rcc_mem_calloc(n + 1, sizeof(*order));

	for (size_t i = 0; i < n; i++)
		order[i] = i;
	rcc_random_shuffle(random, order, n);
	for (size_t i = 0; i + 1 < n; i += 2)
		if (rcc_random_below(random, LIKELY_PAIR) == 0)
			join_pair(s, m, order[i], order[i + 1]);
	free(order);
}

static void draw_moves(const struct rcc_explain *s, unsigned block, size_t i,
		       struct moves *m)
{
	struct rcc_random random;
	char *label = rcc_mem_printf("explain offsets %u %zu", block, i);

	rcc_random_stream(&random, s->search.x.study.master_seed, label);
	free(label);
	m->modulus = RCC_PLACE_PAGE;
	for (size_t f = 0; f < s->e.n_moved; f++)
		m->offset[f] = (int)draw_offset(s, f, &random);
	join_pairs(s, m, &random);
}

static int explore_block(struct trials *t, unsigned block)
{
	struct rcc_explain *s = t->s;
	struct moves m = {
		.offset = rcc_mem_calloc(s->e.n_moved, sizeof(*m.offset))};
	struct rcc_trial_run run[EXPLORED] = {0};
	struct rcc_strvec folder = {0};
	struct rcc_strvec moves = {0};
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < EXPLORED; i++) {
		char name[16];

		snprintf(name, sizeof(name), "free-%02zu", i);
		rcc_strvec_take(&folder,
				rcc_trial_search_path(&s->search, name));
		run[i].folder = folder.item[i];
		draw_moves(s, block, i, &m);
		rcc_strvec_take(&moves, moves_text(s, &m));
		if (status == RCC_EXIT_OK)
			status = link_program(s, &m, folder.item[i]);
	}
	if (status == RCC_EXIT_OK)
		status = make_block(t, 0, block, run, moves.item, EXPLORED);
	rcc_strvec_release(&folder);
	rcc_strvec_release(&moves);
	free(m.offset);
	return status;
}

/* Return whether enough runs of exploring were made. */
static bool has_enough(const struct rcc_explain *s)
{
	const double limit = PRECISION * s->e.threshold;
	const double in_pair = PAIR_SHARE * (double)s->e.n_explored;

	return s->e.n_explored >= s->options->n_explored &&
	       s->e.explored_sd / sqrt(in_pair) < limit;
}

/* Return whether the time for exploring is up. */
static bool is_late(const struct rcc_explain *s, unsigned n_blocks)
{
	const double share =
		s->e.n_strong != 0 ? EXPLORING_SHARE : SEARCHING_SHARE;

	return n_blocks >= EXPLORING_LEAST &&
	       elapsed_s(s) > share * s->options->budget_s;
}

/* Store the suspicions, which ends exploring.  If too few runs were made, leave
 * out weak suspicions.  If no suspicion is left then, store nothing, and the
 * next call of `randstudy explain` goes on exploring: few runs cannot show that
 * there is no cause. */
static int store_suspects(struct rcc_explain *s)
{
	const bool is_enough = has_enough(s);
	struct rcc_suspect found[RCC_EXPLAIN_SUSPECTS_MAX];
	json_t *list = json_array();
	double sd;
	int status;
	size_t n_runs;
	size_t n = rcc_explanation_search(&s->e, found, &sd, &n_runs);

	for (size_t i = 0; i < n; i++)
		if (is_enough || found[i].p <= RCC_EXPLAIN_EARLY_P)
			json_array_append_new(list,
					      rcc_suspect_json(&found[i]));
	n = json_array_size(list);
	fprintf(stderr, "explain: %zu runs explored; %zu suspected place%s\n",
		n_runs, n, n == 1 ? "" : "s");
	if (!is_enough && n == 0) {
		json_decref(list);
		return RCC_EXIT_OK;
	}
	status = rcc_trial_search_store_json(
		&s->search, RCC_EXPLAIN_EXPLORING,
		json_pack("{s:b}", "short", !is_enough));
	if (status != RCC_EXIT_OK) {
		json_decref(list);
		return status;
	}
	return rcc_trial_search_store_json(&s->search, RCC_EXPLAIN_SUSPECTS,
					   list);
}

static int explore(struct trials *t)
{
	struct rcc_explain *s = t->s;
	unsigned block = n_blocks_of(&s->e, 0);
	int status = RCC_EXIT_OK;

	if (s->e.is_explored)
		return RCC_EXIT_OK;
	if (s->e.n_moved == 0)
		return rcc_trial_search_store_json(
			&s->search, RCC_EXPLAIN_SUSPECTS, json_array());
	fprintf(stderr, "explain: %zu functions at random places\n",
		s->e.n_moved);
	while (status == RCC_EXIT_OK && !has_enough(s) && !is_late(s, block)) {
		if (rcc_trial_search_must_stop(&s->search))
			return RCC_EXIT_FAILED;
		status = explore_block(t, block++);
		if (status == RCC_EXIT_OK)
			status = rcc_explain_read_again(s);
	}
	if (status == RCC_EXIT_OK)
		status = store_suspects(s);
	return status == RCC_EXIT_OK ? rcc_explain_read_again(s) : status;
}

/* ---- Confirming -------------------------------------------------------- */

/* The programs that test a suspicion, one for each offset. */
struct doses {
	struct rcc_strvec folder;
	struct rcc_strvec moves;
	unsigned n_blocks; /* made so far, also those with failed runs */
	size_t n_looks;
};

static void dose_moves(const struct rcc_explain *s,
		       const struct rcc_confirmation *c, size_t dose,
		       struct moves *m)
{
	for (size_t f = 0; f < s->e.n_moved; f++)
		m->offset[f] = -1;
	m->modulus = c->suspect.modulus;
	m->offset[c->suspect.function] = (int)c->dose[dose].offset;
	if (c->suspect.other != RCC_NO_FUNCTION)
		m->offset[c->suspect.other] = (int)c->dose[dose].other;
}

static int link_doses(struct rcc_explain *s, size_t i, struct doses *d)
{
	const struct rcc_confirmation *c = &s->e.confirmation[i];
	struct moves m = {
		.offset = rcc_mem_calloc(s->e.n_moved, sizeof(*m.offset))};
	int status = RCC_EXIT_OK;

	d->n_blocks = n_blocks_of(&s->e, (unsigned)i + 1);
	while (rcc_confirmation_look(d->n_looks) <= c->n_measured)
		d->n_looks++;
	for (size_t k = 0; k < c->n_doses && status == RCC_EXIT_OK; k++) {
		char name[32];

		snprintf(name, sizeof(name), "dose-%zu-%zu", i, k);
		dose_moves(s, c, k, &m);
		rcc_strvec_take(&d->folder,
				rcc_trial_search_path(&s->search, name));
		rcc_strvec_take(&d->moves, moves_text(s, &m));
		status = link_program(s, &m, d->folder.item[k]);
	}
	free(m.offset);
	return status;
}

static void release_doses(struct doses *d)
{
	rcc_strvec_release(&d->folder);
	rcc_strvec_release(&d->moves);
}

/* Measure blocks until suspicion i has enough of them for its next interim
 * analysis, or until the time is over. */
static int confirm_to_look(struct trials *t, size_t i, struct doses *d)
{
	struct rcc_explain *s = t->s;
	const size_t n_doses = s->e.confirmation[i].n_doses;
	int status = RCC_EXIT_OK;

	while (status == RCC_EXIT_OK &&
	       s->e.confirmation[i].n_measured <
		       rcc_confirmation_look(d->n_looks) &&
	       elapsed_s(s) < s->options->budget_s) {
		struct rcc_trial_run run[RCC_DOSES_MAX] = {0};

		if (rcc_trial_search_must_stop(&s->search))
			return RCC_EXIT_FAILED;
		for (size_t k = 0; k < n_doses; k++)
			run[k].folder = d->folder.item[k];
		status = make_block(t, (unsigned)i + 1, d->n_blocks++, run,
				    d->moves.item, n_doses);
		if (status == RCC_EXIT_OK)
			status = rcc_explain_read_again(s);
	}
	d->n_looks++;
	return status;
}

/* Return the undecided suspicion with the fewest blocks, or n_suspects if no
 * suspicion is undecided. */
static size_t next_suspect(const struct rcc_explanation *e)
{
	size_t next = e->n_suspects;

	for (size_t i = 0; i < e->n_suspects; i++) {
		const struct rcc_confirmation *c = &e->confirmation[i];

		if (c->verdict == RCC_CONFIRM_OPEN && c->n_doses != 0 &&
		    (next == e->n_suspects ||
		     c->n_measured < e->confirmation[next].n_measured))
			next = i;
	}
	return next;
}

/* From now on, also count events such as cycles, if the kernel grants it.  The
 * report shows which of these counts depend on the place of a function. */
static void count_events(struct rcc_explain *s)
{
	const json_t *granted = json_object_get(s->e.counters, "granted");
	const size_t n = json_array_size(granted);
	const char **name = rcc_mem_calloc(n + 1, sizeof(*name));

	for (size_t i = 0; i < n; i++)
		name[i] = json_string_value(json_array_get(granted, i));
	rcc_trial_runs_count(&s->search.runs, name, n);
	free(name);
}

static int confirm(struct trials *t)
{
	struct rcc_explain *s = t->s;
	struct doses doses[RCC_EXPLAIN_SUSPECTS_MAX] = {0};
	int status = RCC_EXIT_OK;
	size_t i;

	count_events(s);
	for (i = 0; i < s->e.n_suspects && status == RCC_EXIT_OK; i++)
		if (s->e.confirmation[i].verdict == RCC_CONFIRM_OPEN)
			status = link_doses(s, i, &doses[i]);
	if (next_suspect(&s->e) < s->e.n_suspects)
		fputs("explain: one function moved, all others in place\n",
		      stderr);
	while (status == RCC_EXIT_OK &&
	       (i = next_suspect(&s->e)) < s->e.n_suspects &&
	       elapsed_s(s) < s->options->budget_s)
		status = confirm_to_look(t, i, &doses[i]);
	for (i = 0; i < RCC_EXPLAIN_SUSPECTS_MAX; i++)
		release_doses(&doses[i]);
	return status;
}

/* ---- All --------------------------------------------------------------- */

int rcc_explain_trials(struct rcc_explain *s)
{
	struct trials t = {.s = s, .n_failed = 0};
	int status = explore(&t);
	int stored;

	if (status == RCC_EXIT_OK)
		status = confirm(&t);
	stored = rcc_trial_search_store_json(
		&s->search, RCC_EXPLAIN_SPENT,
		json_real(s->spent_s + elapsed_s(s)));
	return status == RCC_EXIT_OK ? stored : status;
}
