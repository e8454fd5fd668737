/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moving single functions (RANDCC_MOVE).  A window is the filler before and
 * behind a function that is moved.  A program with moved functions is linked
 * several times (move_factor.h).  The previous link is the one that made the
 * program m->base.
 */
#include "wrapper/link/move_factor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"
#include "wrapper/elf/object.h"
#include "wrapper/order/move_place.h"

/* The ends of the names of filler sections, and the text before them:
 *
 *	!shift		filler behind a function; after the name of its section
 *	!tshift		filler before a function; after the function's rank, or
 *			after the name of the preceding section of the same rank
 *	!padding	filler of the factors `padding` and `offset`, before a
 *			function
 *
 * '!' sorts before every character that follows a rank or continues the name of
 * a function.  "!tshift" sorts behind "!padding".  So the section "!tshift" is
 * between the function and the filler of `padding`, which is aligned. */
#define BEHIND_TAIL "!shift"
#define BEFORE_TAIL "!tshift"

/* ---- Filler ------------------------------------------------------------- */

static void add_filler(struct rcc_move_factor *m, char *name, uint64_t n)
{
	struct rcc_window_filler *f = &m->filler[m->n_fillers++];

	f->name = name;
	f->n_bytes = (size_t)n;
}

static void release_filler(struct rcc_move_factor *m)
{
	for (size_t i = 0; i < m->n_fillers; i++)
		free(m->filler[i].name);
	free(m->filler);
	m->filler = NULL;
	m->n_fillers = 0;
}

/* Make the filler sections anew.  An empty filler has a section too, because
 * the first section of .text must be the same for every offset of a function.
 * GNU ld copies a flag of this first section into the program's section
 * header. */
static void make_filler(struct rcc_move_factor *m)
{
	release_filler(m);
	m->filler = rcc_mem_calloc(2 * m->n, sizeof(*m->filler));
	for (size_t i = 0; i < m->n; i++) {
		const struct rcc_moved *fn = &m->item[i];
		char *before;

		if (fn->previous != NULL)
			before = rcc_mem_printf("%s" BEFORE_TAIL, fn->previous);
		else
			before = rcc_mem_printf("%.*s" BEFORE_TAIL,
						RCC_RANK_PREFIX_LEN,
						fn->section);
		add_filler(m, before, fn->before);
		add_filler(m, rcc_mem_printf("%s" BEHIND_TAIL, fn->section),
			   fn->window - fn->before);
	}
}

/* ---- The plan ----------------------------------------------------------- */

static int read_base(struct rcc_move_factor *m, const char *program,
		     struct rcc_refusal *why)
{
	char reason[RCC_WHY_MAX] = "";
	int err;

	rcc_output_release(&m->base);
	err = rcc_output_open(&m->base, program, reason);
	if (err == RCC_ESYS)
		return rcc_refuse(why, err, NULL, "cannot read \"%s\"",
				  program);
	if (err != 0)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "cannot read \"%s\": %s", program, reason);
	if (m->base.n_functions == 0)
		return rcc_refuse(why, RCC_EFORMAT, "link with section headers",
				  "cannot move functions: the program has no "
				  "symbols");
	return 0;
}

int rcc_move_factor_find(struct rcc_move_factor *m, const char *text,
			 const struct rcc_move_probe *probe,
			 struct rcc_refusal *why)
{
	int err = rcc_move_list_parse(&m->list, "RANDCC_MOVE", text, why);

	if (err == 0)
		err = read_base(m, probe->program, why);
	m->item = rcc_mem_calloc(m->list.n, sizeof(*m->item));
	if (err == 0)
		err = rcc_move_find(m->item, &m->n, &m->list, &m->base, probe,
				    why);
	if (err == 0)
		make_filler(m);
	return err;
}

/* Return the total size of the windows at lower addresses than a function.
 * Returns 0 if the previous link already had the windows. */
static uint64_t windows_before(const struct rcc_move_factor *m,
			       const struct rcc_moved *fn)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < m->n && !m->has_windows; i++)
		if (m->item[i].start < fn->start)
			sum += m->item[i].window;
	return sum;
}

/* Find a function of the program `was` in the program `is`.  Several functions
 * may have the same name.  Both programs have the same functions in the same
 * order.  Therefore the nth function of a name in `was` is the nth function of
 * this name in `is`. */
static const struct rcc_output_symbol *find_again(const struct rcc_output *was,
						  const struct rcc_output *is,
						  const struct rcc_moved *fn)
{
	size_t n = 0;

	for (size_t i = 0; i < was->n_functions; i++)
		n += was->function[i].address < fn->address &&
		     strcmp(was->function[i].name, fn->what->symbol) == 0;
	for (size_t i = 0; i < is->n_functions; i++)
		if (strcmp(is->function[i].name, fn->what->symbol) == 0 &&
		    n-- == 0)
			return &is->function[i];
	return NULL;
}

int rcc_move_factor_read_windows(struct rcc_move_factor *m, const char *program,
				 struct rcc_refusal *why)
{
	struct rcc_output was = m->base;
	int err;

	m->base = (struct rcc_output){0};
	err = read_base(m, program, why);
	for (size_t i = 0; i < m->n && err == 0; i++) {
		struct rcc_moved *fn = &m->item[i];
		const struct rcc_output_symbol *is =
			find_again(&was, &m->base, fn);

		if (is == NULL) {
			err = rcc_refuse(why, RCC_EFORMAT, NULL,
					 "the linker has left \"%s\" out of "
					 "the second link",
					 fn->what->name);
			break;
		}
		fn->start += is->address - fn->address;
		fn->address = is->address;
	}
	m->has_windows = true;
	rcc_output_release(&was);
	return err;
}

static int refuse_offset(const struct rcc_moved *fn, uint64_t address,
			 uint64_t step, struct rcc_refusal *why)
{
	rcc_refuse(why, RCC_EFORMAT, NULL,
		   "cannot move \"%s\" to offset %" PRIu64
		   ": its section is aligned to %" PRIu64 " bytes",
		   fn->what->name, fn->what->offset, fn->align);
	if (address % step == 0)
		rcc_refusal_remedy(
			why, "the offset must be a multiple of %" PRIu64, step);
	else
		rcc_refusal_remedy(why,
				   "the offset must be %" PRIu64
				   " more than a multiple of %" PRIu64,
				   address % step, step);
	return RCC_EFORMAT;
}

int rcc_move_factor_place(struct rcc_move_factor *m, struct rcc_refusal *why)
{
	for (size_t i = 0; i < m->n; i++) {
		struct rcc_moved *fn = &m->item[i];
		const uint64_t address = fn->address + windows_before(m, fn);
		uint64_t step = 0;

		fn->before = 0;
		if (!fn->what->is_same)
			step = rcc_move_before(address, fn->align,
					       fn->what->offset,
					       fn->what->modulus, &fn->before);
		if (step != 0)
			return refuse_offset(fn, address, step, why);
	}
	make_filler(m);
	return 0;
}

/* ---- Verification ------------------------------------------------------- */

bool rcc_move_factor_lacks_symbols(const struct rcc_move_factor *m,
				   const struct rcc_output *out)
{
	return out->n_functions < m->base.n_functions ||
	       out->n_variables < m->base.n_variables;
}

static int by_name(const void *a, const void *b)
{
	const struct rcc_output_symbol *x = a;
	const struct rcc_output_symbol *y = b;
	const int order = strcmp(x->name, y->name);

	if (order != 0)
		return order;
	return (x->address > y->address) - (x->address < y->address);
}

/* Return a copy of symbols, sorted by name and then by address.  Caller
 * frees. */
static struct rcc_output_symbol *sorted(const struct rcc_output_symbol *at,
					size_t n)
{
	struct rcc_output_symbol *copy = rcc_mem_alloc((n + 1) * sizeof(*copy));

	if (n != 0) {
		memcpy(copy, at, n * sizeof(*copy));
		qsort(copy, n, sizeof(*copy), by_name);
	}
	return copy;
}

static const struct rcc_moved *moved_at(const struct rcc_move_factor *m,
					uint64_t address)
{
	for (size_t i = 0; i < m->n; i++)
		if (address - m->item[i].start < m->item[i].size)
			return &m->item[i];
	return NULL;
}

/* Return whether a symbol outside the sections of the moved functions may have
 * moved by this distance.  If the previous link had the windows, the distance
 * must be 0.  Otherwise the distance must be a number of whole pages. */
static bool is_common(const struct rcc_move_factor *m, uint64_t by)
{
	return m->has_windows ? by == 0 : by % RCC_MOVE_PAGE == 0;
}

/* Check one symbol: `was` is the symbol in the previous link, `is` the symbol
 * in this link. */
static int check_symbol(const struct rcc_move_factor *m,
			const struct rcc_output_symbol *was,
			const struct rcc_output_symbol *is,
			struct rcc_refusal *why)
{
	const uint64_t by = is->address - was->address;
	const struct rcc_moved *fn = moved_at(m, was->address);

	if (fn == NULL ? is_common(m, by) : is_common(m, by - fn->before))
		return 0;
	/* The symbol may be an empty function of another section at the same
	 * address.  Such a function need not move. */
	if (fn != NULL && was->address == fn->start && is_common(m, by) &&
	    strcmp(was->name, fn->what->symbol) != 0)
		return 0;
	if (fn != NULL)
		return rcc_refuse(why, RCC_EFORMAT, NULL,
				  "the linker did not move \"%s\" by %" PRIu64
				  " bytes",
				  was->name, fn->before);
	return rcc_refuse(why, RCC_EFORMAT, NULL,
			  "moving \"%s\" also moved \"%s\"",
			  m->item[0].what->name, was->name);
}

static int check_symbols(const struct rcc_move_factor *m,
			 const struct rcc_output_symbol *was, size_t n_was,
			 const struct rcc_output_symbol *is, size_t n_is,
			 struct rcc_refusal *why)
{
	struct rcc_output_symbol *old = sorted(was, n_was);
	struct rcc_output_symbol *new = sorted(is, n_is);
	int err = 0;

	for (size_t i = 0; i < n_was && err == 0; i++)
		if (i >= n_is || strcmp(old[i].name, new[i].name) != 0)
			err = rcc_refuse(why, RCC_EFORMAT, NULL,
					 "moving \"%s\" removed \"%s\"",
					 m->item[0].what->name, old[i].name);
		else
			err = check_symbol(m, &old[i], &new[i], why);
	free(old);
	free(new);
	return err;
}

int rcc_move_factor_verify(const struct rcc_move_factor *m,
			   const struct rcc_output *out,
			   struct rcc_refusal *why)
{
	const struct rcc_output *base = &m->base;
	int err = 0;

	for (size_t i = 0; i < m->n; i++) {
		const struct rcc_moved *fn = &m->item[i];
		const struct rcc_output_symbol *is = find_again(base, out, fn);

		if (is == NULL ||
		    (!fn->what->is_same &&
		     is->address % fn->what->modulus != fn->what->offset))
			return rcc_refuse(why, RCC_EFORMAT, NULL,
					  "the linker did not place \"%s\" at "
					  "the offset that was asked for",
					  fn->what->name);
	}
	if (m->n != 0)
		err = check_symbols(m, base->function, base->n_functions,
				    out->function, out->n_functions, why);
	if (m->n != 0 && err == 0)
		err = check_symbols(m, base->variable, base->n_variables,
				    out->variable, out->n_variables, why);
	return err;
}

/* ---- The note ----------------------------------------------------------- */

char *rcc_move_factor_note(const struct rcc_move_factor *m)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < m->n; i++) {
		const struct rcc_moved *fn = &m->item[i];

		rcc_strbuf_printf(&text, RCC_NOTE_MOVE "%s@", fn->what->name);
		if (fn->what->is_same)
			rcc_strbuf_add(&text, "same");
		else
			rcc_strbuf_printf(&text, "%" PRIu64, fn->what->offset);
		rcc_strbuf_printf(&text,
				  "/%" PRIu64 ", %" PRIu64
				  " bytes before, %" PRIu64 " after\n",
				  fn->what->modulus, fn->before,
				  fn->window - fn->before);
	}
	return rcc_strbuf_take(&text);
}

void rcc_move_factor_release(struct rcc_move_factor *m)
{
	release_filler(m);
	for (size_t i = 0; i < m->n; i++)
		rcc_moved_release(&m->item[i]);
	free(m->item);
	rcc_output_release(&m->base);
	rcc_move_list_release(&m->list);
}
