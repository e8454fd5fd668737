/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_targets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/findings/explanation.h"
#include "harness/run/hot_functions.h"
#include "harness/store/trials.h"

/* At most a fourth of the layouts (1 / SHARE) are chosen for the places of
 * their functions.  To find n such layouts, at most n * TRIED_EACH seeds are
 * tried. */
#define SHARE 4
#define TRIED_EACH 16

static int read_explanation(const struct rcc_best_search *s,
			    struct rcc_explanation *e)
{
	char *path = rcc_experiment_path(&s->search.x, RCC_EXPLAIN_FILE);
	struct rcc_store *store = NULL;
	int result = 0;

	if (rcc_file_is_regular(path)) {
		result = rcc_trials_open(path, RCC_STORE_READ, &store);
		if (result == 0)
			result = rcc_explanation_read(store, e);
		if (result != 0)
			rcc_error("cannot read \"%s\": %s", path,
				  rcc_store_error(store));
		rcc_store_close(store);
	}
	free(path);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

/* Return whether the place that *c tests (findings/confirmation.h) makes the
 * metric worse.  c->ratio is the mean of the runs in which one or two functions
 * are at this place, divided by the mean of the other runs. */
static bool costs(const struct rcc_best_search *s,
		  const struct rcc_confirmation *c)
{
	return s->b.sign * (c->ratio.estimate - 1) > 0;
}

/* For each function that `randstudy explain` has moved, read the offset in a
 * page at which the function begins in the program in `folder`.  Returns
 * whether all these functions were found. */
static bool read_offsets(const struct rcc_best_search *s,
			 const struct rcc_explanation *e, const char *folder,
			 unsigned *offset)
{
	size_t n = 0;
	struct rcc_hot_file *file = rcc_hot_files_read(
		&s->search.x, s->search.cell->system, folder, &n);
	bool has_all = file != NULL;

	for (size_t i = 0; i < e->n_moved && has_all; i++) {
		const struct rcc_explained_function *h = e->moved[i];
		const struct rcc_code_function *f =
			h->file < n ? rcc_hot_file_find(&file[h->file], h->name)
				    : NULL;

		has_all = f != NULL;
		offset[i] =
			f != NULL ? (unsigned)(f->address % RCC_PLACE_PAGE) : 0;
	}
	rcc_hot_files_free(file, n);
	return has_all;
}

static bool is_good(const struct rcc_best_search *s,
		    const struct rcc_explanation *e, const unsigned *offset)
{
	for (size_t i = 0; i < e->n_suspects; i++) {
		const struct rcc_confirmation *c = &e->confirmation[i];

		if (rcc_explanation_names(e, i) &&
		    rcc_suspect_holds(&c->suspect, offset) == costs(s, c))
			return false;
	}
	return true;
}

/* Link the layout of a seed.  Set *good to whether the layout uses all fast
 * places, and no slow place, that `randstudy explain` has found. */
static int try_seed(const struct rcc_best_search *s,
		    const struct rcc_explanation *e, uint64_t seed, bool *good)
{
	const struct rcc_layout_record record = rcc_best_record(s, seed);
	unsigned *offset = rcc_mem_calloc(e->n_moved + 1, sizeof(*offset));
	char *folder = rcc_trial_search_path(&s->search, "target");
	const int status = rcc_best_link(s, &record, "a layout", folder);

	*good = status == RCC_EXIT_OK && read_offsets(s, e, folder, offset) &&
		is_good(s, e, offset);
	free(folder);
	free(offset);
	return status;
}

static int choose(const struct rcc_best_search *s,
		  const struct rcc_explanation *e, size_t n_layouts,
		  json_t **targets)
{
	const size_t most = n_layouts > SHARE ? n_layouts / SHARE : 1;
	json_t *seeds = json_array();
	size_t n_tried = 0;
	int status = RCC_EXIT_OK;

	fprintf(stderr, "best: layouts without the places that explain "
			"named\n");
	while (json_array_size(seeds) < most && n_tried < most * TRIED_EACH &&
	       status == RCC_EXIT_OK) {
		const uint64_t seed = rcc_best_seed(
			s->search.x.study.master_seed, n_layouts + n_tried++);
		char text[24];
		bool good;

		status = rcc_trial_search_must_stop(&s->search)
				 ? RCC_EXIT_FAILED
				 : try_seed(s, e, seed, &good);
		snprintf(text, sizeof(text), "%" PRIu64, seed);
		if (status == RCC_EXIT_OK && good)
			json_array_append_new(seeds, json_string(text));
	}
	*targets = json_pack("{s:o,s:I}", "seeds", seeds, "tried",
			     (json_int_t)n_tried);
	return status;
}

int rcc_best_targets_choose(const struct rcc_best_search *s, size_t n_layouts,
			    json_t **targets)
{
	struct rcc_explanation e = {0};
	bool is_named = false;
	int status = read_explanation(s, &e);

	*targets = NULL;
	for (size_t i = 0; i < e.n_suspects; i++)
		is_named |= rcc_explanation_names(&e, i);
	if (status == RCC_EXIT_OK && is_named &&
	    rcc_trial_search_is_about(&s->search, e.setup))
		status = choose(s, &e, n_layouts, targets);
	rcc_explanation_release(&e);
	return status;
}
