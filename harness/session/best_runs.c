/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strvec.h"
#include "harness/session/best_heat.h"
#include "harness/session/best_profile.h"

/* The largest number of runs in a block. */
#define MOST (2 + RCC_HALVING_TOGETHER_MAX)

/* In the place of a layout's number, BY_HEAT stands for the program whose
 * functions are ordered by heat (best_heat.h), and BY_PROFILE for the program
 * built with a profile (best_profile.h). */
#define BY_HEAT SIZE_MAX
#define BY_PROFILE (SIZE_MAX - 1)

/* ---- Programs ---------------------------------------------------------- */

static uint64_t seed_of(const struct rcc_best_search *s, size_t layout)
{
	return rcc_best_layout_seed(&s->b, layout);
}

/* Return the folder of a program; caller frees.  `layout` is the number of a
 * layout, BY_HEAT or BY_PROFILE. */
static char *folder_of(const struct rcc_best_search *s, size_t layout)
{
	char name[24];

	if (layout == BY_HEAT)
		return rcc_trial_search_path(&s->search, "heat");
	if (layout == BY_PROFILE)
		return rcc_best_profile_folder(s);
	snprintf(name, sizeof(name), "%04zu", layout);
	return rcc_trial_search_path(&s->search, name);
}

static int link_layout(const struct rcc_best_search *s, size_t layout)
{
	const struct rcc_layout_record record =
		rcc_best_record(s, seed_of(s, layout));
	char *folder = folder_of(s, layout);
	const int status = rcc_best_link(s, &record, "a layout", folder);

	free(folder);
	return status;
}

static int link_original(struct rcc_best_search *s)
{
	struct rcc_layout_record record = rcc_best_record(s, 0);

	record.is_original = true;
	s->original = rcc_trial_search_path(&s->search, "none");
	return rcc_best_link(s, &record, "a layout", s->original);
}

/* Remove the programs of the layouts that the search has ruled out.  Link all
 * other layouts. */
static int link_alive(struct rcc_best_search *s)
{
	const struct rcc_halving *h = &s->b.halving;
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < h->n && status == RCC_EXIT_OK; i++) {
		char *folder = folder_of(s, i);
		bool is_alive = false;

		for (size_t k = 0; k < h->n_alive; k++)
			is_alive |= h->alive[k] == i;
		if (!is_alive)
			rcc_file_remove_tree(folder);
		else if (rcc_trial_search_must_stop(&s->search))
			status = RCC_EXIT_FAILED;
		else if (!s->is_linked[i])
			status = link_layout(s, i);
		s->is_linked[i] = is_alive && status == RCC_EXIT_OK;
		free(folder);
	}
	return status;
}

/* ---- Blocks ------------------------------------------------------------ */

/* The programs of a block, and their runs.  The first is the original layout.
 * If n_alone is 1, the last is the original layout again.  It runs alone, so
 * that the cost of sharing a CPU is known. */
struct block {
	struct rcc_strvec folder;
	struct rcc_strvec moves;
	struct rcc_trial_run run[MOST];
	size_t n_alone;
};

static void release_block(struct block *b)
{
	rcc_strvec_release(&b->folder);
	rcc_strvec_release(&b->moves);
}

/* Return the text that says which program ran, for the member `moves` of struct
 * rcc_trial_record; caller frees. */
static char *moves_of(const struct rcc_best_search *s, size_t layout)
{
	if (layout == BY_HEAT)
		return rcc_mem_strdup("heat");
	if (layout == BY_PROFILE)
		return rcc_mem_strdup("profile");
	return rcc_mem_printf("%" PRIu64, seed_of(s, layout));
}

/* Return how many runs of a block are made alone.  It is one if the runs share
 * a CPU and the search is over (RCC_BEST_CONFIRM and later phases), else
 * none. */
static size_t count_alone(const struct rcc_best_search *s, unsigned phase)
{
	return phase >= RCC_BEST_CONFIRM && s->search.runs.tandem.is_settled;
}

static void prepare_block(const struct rcc_best_search *s, unsigned phase,
			  const size_t *layout, size_t n, struct block *b)
{
	*b = (struct block){.n_alone = count_alone(s, phase)};
	rcc_strvec_push(&b->folder, s->original);
	rcc_strvec_push(&b->moves, RCC_BEST_ORIGINAL);
	for (size_t i = 0; i < n; i++) {
		rcc_strvec_take(&b->folder, folder_of(s, layout[i]));
		rcc_strvec_take(&b->moves, moves_of(s, layout[i]));
	}
	if (b->n_alone != 0) {
		rcc_strvec_push(&b->folder, s->original);
		rcc_strvec_push(&b->moves, RCC_BEST_ALONE);
	}
	for (size_t i = 0; i < b->folder.n; i++)
		b->run[i].folder = b->folder.item[i];
}

static int make_block(struct rcc_best_search *s, unsigned phase,
		      unsigned number, const size_t *layout, size_t n)
{
	struct block block;
	int status = rcc_trial_search_must_stop(&s->search)
			     ? RCC_EXIT_FAILED
			     : rcc_trial_search_check_failed(s->b.n_failed);

	if (status != RCC_EXIT_OK)
		return status;
	prepare_block(s, phase, layout, n, &block);
	status = rcc_trial_search_block(&s->search, phase, number, block.run,
					block.moves.item, block.folder.n,
					block.n_alone);
	release_block(&block);
	return status == RCC_EXIT_OK ? rcc_best_read_again(s) : status;
}

/* ---- The search -------------------------------------------------------- */

static void say_round(const struct rcc_best_search *s)
{
	const struct rcc_halving *h = &s->b.halving;

	fprintf(stderr, "best: round %zu: %zu layouts, %zu blocks of each\n",
		h->round + 1, h->n_alive, rcc_halving_blocks_in(h->round));
}

static int search(struct rcc_best_search *s)
{
	size_t member[RCC_HALVING_TOGETHER_MAX];
	size_t round = SIZE_MAX;
	int status = RCC_EXIT_OK;
	size_t n;

	while (status == RCC_EXIT_OK &&
	       (n = rcc_halving_next(&s->b.halving, member)) != 0) {
		if (round != s->b.halving.round) {
			round = s->b.halving.round;
			say_round(s);
			status = link_alive(s);
		}
		if (status == RCC_EXIT_OK)
			status = make_block(s, (unsigned)round,
					    s->b.n_round_blocks, member, n);
	}
	return status;
}

/* ---- The winner -------------------------------------------------------- */

static int try_original(struct rcc_best_search *s)
{
	struct rcc_trial_run run = {0};
	const int status =
		rcc_trial_runs_try(&s->search.runs, s->original, NULL, &run);

	if (status != RCC_EXIT_OK || run.record.outcome == RCC_OUTCOME_OK)
		return status;
	rcc_error("the program failed: %s",
		  rcc_outcome_text(run.record.outcome));
	return RCC_EXIT_FAILED;
}

/* Use a command of --also from now on.  Its expected output is unknown, so its
 * output is not checked, and it has no time limit. */
static int take_command(struct rcc_best_search *s, char **word)
{
	struct rcc_measure *m = &s->search.runs.runner.measure;

	m->command = (struct rcc_command_line){
		.word = word, .n = 1, .has_shell = true};
	m->reference = NULL;
	m->verify = NULL;
	m->setup.timeout_ns = 0;
	s->search.runs.tandem = (struct rcc_tandem_setup){0};
	return try_original(s);
}

int rcc_best_try_command(struct rcc_best_search *s, const char *command)
{
	struct rcc_measure *m = &s->search.runs.runner.measure;
	const struct rcc_measure measure = *m;
	const struct rcc_tandem_setup tandem = s->search.runs.tandem;
	char *word[] = {rcc_mem_strdup(command), NULL};
	const int status = take_command(s, word);

	if (status != RCC_EXIT_OK)
		rcc_hint("correct the command of --also: %s", command);
	*m = measure;
	s->search.runs.tandem = tandem;
	free(word[0]);
	return status;
}

/* Return the number of the layout that is compared with the original layout, or
 * BY_HEAT or BY_PROFILE. */
static size_t layout_of(const struct rcc_best_search *s,
			const struct rcc_best_comparison *c)
{
	if (c->phase == RCC_BEST_HEAT_PHASE)
		return BY_HEAT;
	return c->phase == RCC_BEST_PROFILE_PHASE ? BY_PROFILE
						  : s->b.halving.alive[0];
}

static const char *name_of(const struct rcc_best_comparison *c)
{
	if (c->phase == RCC_BEST_HEAT_PHASE)
		return "the order by heat";
	if (c->phase == RCC_BEST_PROFILE_PHASE)
		return "the program built with a profile";
	return c->phase == RCC_BEST_STATE_PHASE ? "the winner once more"
						: "the winner again";
}

static int confirm_with(struct rcc_best_search *s,
			const struct rcc_best_comparison *c)
{
	const size_t layout = layout_of(s, c);
	const unsigned phase = c->phase;
	/* Copy the command, because make_block() reads all results again, which
	 * releases *c and c->command. */
	char *word[] = {c->command != NULL ? rcc_mem_strdup(c->command) : NULL,
			NULL};
	int status = RCC_EXIT_OK;

	fprintf(stderr, "best: %s%s%s: %zu blocks\n", name_of(c),
		word[0] != NULL ? ", with " : "",
		word[0] != NULL ? word[0] : "", s->b.n_blocks);
	if (word[0] != NULL)
		status = take_command(s, word);
	while (status == RCC_EXIT_OK &&
	       (c = rcc_best_find(&s->b, phase))->n_blocks < s->b.n_blocks)
		status = make_block(s, phase, c->n_blocks, &layout, 1);
	free(word[0]);
	return status;
}

static int confirm(struct rcc_best_search *s)
{
	const struct rcc_best_comparison *c;
	int status = link_alive(s);

	if (status == RCC_EXIT_OK &&
	    rcc_best_find(&s->b, RCC_BEST_HEAT_PHASE) != NULL) {
		char *folder = folder_of(s, BY_HEAT);

		status = rcc_best_heat_link(s, folder);
		free(folder);
	}
	while (status == RCC_EXIT_OK &&
	       (c = rcc_best_unfinished(&s->b)) != NULL)
		status = confirm_with(s, c);
	return status;
}

/* ---- All --------------------------------------------------------------- */

int rcc_best_begin_runs(struct rcc_best_search *s)
{
	const int status = link_original(s);

	return status == RCC_EXIT_OK ? try_original(s) : status;
}

int rcc_best_make_runs(struct rcc_best_search *s)
{
	int status = search(s);

	if (status == RCC_EXIT_OK)
		status = confirm(s);
	return status == RCC_EXIT_OK
		       ? rcc_trial_search_check_failed(s->b.n_failed)
		       : status;
}
