/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/order_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strmap.h"
#include "common/strvec.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/placement.h"
#include "wrapper/order/rerank.h"

/* A ranked function of the inputs. */
struct ranked {
	const struct rcc_ranked_section *fn;
	size_t object; /* index in list.object */
	size_t next;   /* index of the next item with this symbol, or 0 */
	bool is_used;
};

struct list {
	const struct rcc_link *link;
	const struct rcc_recipe *recipe;
	struct rcc_placement placement;
	struct ranked *item; /* functions of the inputs, from item[1] on */
	size_t n, n_allocated;
	struct rcc_strmap by_symbol; /* value: the index of an item */
	struct rcc_strvec object;    /* names of the objects */
	struct rcc_object_file *lto;
	size_t n_lto;
};

/* A function of the program, and the function in the inputs that it comes
 * from. */
struct place {
	const struct rcc_output_symbol *symbol;
	size_t n_candidates;
	size_t item; /* index in list.item; 0 if there is none */
};

/* ---- The inputs --------------------------------------------------------- */

static void add_function(struct list *l, const struct rcc_ranked_section *fn)
{
	size_t n;
	const char *symbol = rcc_object_symbol(&fn->name, &n);
	struct rcc_strmap_slot *slot;
	int is_new;

	if (rcc_rank_is_data(fn->name.cls))
		return;
	slot = rcc_strmap_at(&l->by_symbol, symbol, n, &is_new);
	l->item =
		rcc_mem_grow(l->item, l->n, &l->n_allocated, sizeof(*l->item));
	l->item[l->n] = (struct ranked){
		.fn = fn, .object = l->object.n - 1, .next = slot->value};
	slot->value = l->n++;
}

/* Return the name of an object; caller frees. */
static char *object_name(const struct list *l, const struct rcc_input *in,
			 const struct rcc_object *o)
{
	const struct rcc_ld_word *w = &l->link->request->args->word[in->word];
	const char *cwd = l->recipe->cwd;
	const size_t n_cwd = cwd != NULL ? strlen(cwd) : 0;
	const char *name = w->text;

	if (w->kind == RCC_LD_LIBRARY)
		return rcc_mem_printf("lib%s.a:%s", name,
				      o->member != NULL ? o->member : "");
	if (n_cwd != 0 && strncmp(name, cwd, n_cwd) == 0 && name[n_cwd] == '/')
		name += n_cwd + 1;
	while (strncmp(name, "./", 2) == 0)
		name += 2;
	if (o->member != NULL)
		return rcc_mem_printf("%s:%s", name, o->member);
	return rcc_mem_strdup(rcc_ldargs_is_temporary(w->text) ? "-" : name);
}

static void add_input(struct list *l, struct rcc_rerank *rerank,
		      struct rcc_input *in)
{
	struct rcc_object_file *f = &in->file;

	if (!in->is_open || in->same_as != SIZE_MAX)
		return;
	rcc_rerank_file(rerank, f);
	for (size_t i = 0; i < f->n_objects; i++) {
		const struct rcc_object *o = &f->object[i];

		/* Skip an object with gcc's IR.  Its code is in the objects
		 * that LTO made. */
		if ((o->traits & RCC_OBJECT_IS_IR) != 0 && l->n_lto != 0)
			continue;
		rcc_strvec_take(&l->object, object_name(l, in, o));
		for (size_t k = 0; k < o->n_functions; k++)
			add_function(l, &o->function[k]);
	}
}

static int add_lto(struct list *l, const struct rcc_settings *settings,
		   struct rcc_refusal *why)
{
	const struct rcc_strvec *path = &l->recipe->lto;
	struct rcc_rerank rerank;
	char reason[RCC_WHY_MAX] = "";
	int err = 0;

	l->lto = rcc_mem_calloc(path->n + 1, sizeof(*l->lto));
	rcc_rerank_init(&rerank, settings, true);
	rerank.keeps_names = true;
	for (size_t i = 0; i < path->n && err == 0; i++) {
		struct rcc_object_file *f = &l->lto[i];

		err = rcc_object_file_open(f, path->item[i], 0, reason);
		if (err != 0)
			break;
		l->n_lto++;
		rcc_rerank_file(&rerank, f);
		rcc_strvec_push(&l->object, "-");
		for (size_t k = 0; k < f->n_objects; k++)
			for (size_t m = 0; m < f->object[k].n_functions; m++)
				add_function(l, &f->object[k].function[m]);
	}
	rcc_rerank_release(&rerank);
	if (err == 0)
		return 0;
	return rcc_refuse(why, err, NULL, "cannot read an object of LTO%s%s",
			  reason[0] != '\0' ? ": " : "", reason);
}

/* Rank the functions of all inputs.  The ranks go into struct
 * rcc_ranked_section, and the names of the sections do not change. */
static int rank(struct list *l, struct rcc_refusal *why)
{
	const struct rcc_settings *settings = l->link->request->settings;
	struct rcc_rerank rerank;
	int err;

	l->n = 1;
	l->item = rcc_mem_grow(NULL, 0, &l->n_allocated, sizeof(*l->item));
	err = rcc_placement_choose(&l->placement, l->link->request,
				   &l->link->inputs, why);
	if (err == 0)
		err = add_lto(l, settings, why);
	rcc_rerank_init(&rerank, settings, false);
	rerank.keeps_names = true;
	for (size_t i = 0; i < l->link->inputs.n && err == 0; i++)
		add_input(l, &rerank, &l->link->inputs.item[i]);
	rcc_rerank_release(&rerank);
	return err;
}

/* ---- The program -------------------------------------------------------- */

/* Return the place of a function in a layout by name, as a number.  A function
 * that comes later has a number that is not smaller. */
static uint64_t position(const struct list *l, size_t item)
{
	const struct rcc_rank_name *name = &l->item[item].fn->name;

	if (!l->placement.has_groups)
		return name->rank;
	return (uint64_t)name->cls << 61 | name->rank >> 3;
}

/* Return whether a function can be where it is: between the functions `before`
 * and `behind`, which are 0 if there is none.  If the linker keeps the
 * functions of an object together, the function must be in the object of one
 * of them. */
static bool fits(const struct list *l, size_t item, size_t before,
		 size_t behind)
{
	const struct ranked *r = l->item;

	if (l->placement.method == RCC_PLACE_BY_HEADER)
		return (before != 0 && r[item].object == r[before].object) ||
		       (behind != 0 && r[item].object == r[behind].object);
	return (before == 0 || position(l, item) >= position(l, before)) &&
	       (behind == 0 || position(l, item) <= position(l, behind));
}

/* Return the length of a function's name without the ".cold" of a cold half. */
static size_t length_of(const char *name, bool *is_cold)
{
	static const char cold[] = ".cold";
	const size_t n = strlen(name);
	const size_t n_cold = sizeof(cold) - 1;

	*is_cold = n > n_cold && strcmp(name + n - n_cold, cold) == 0;
	return *is_cold ? n - n_cold : n;
}

/* Return the next candidate after `item`, or the first one if `item` is 0.  A
 * candidate is an item that may be the function `name` of the program.  gcc
 * puts the cold half of a function, "NAME.cold", into the section
 * .text.unlikely.NAME. */
static size_t next_item(const struct list *l, const char *name, size_t item)
{
	bool is_cold;
	const size_t n = length_of(name, &is_cold);

	if (item == 0) {
		const struct rcc_strmap_slot *slot =
			rcc_strmap_find(&l->by_symbol, name, n);

		item = slot != NULL ? (size_t)slot->value : 0;
	} else {
		item = l->item[item].next;
	}
	while (item != 0 && is_cold &&
	       l->item[item].fn->name.cls != RCC_RANK_UNLIKELY)
		item = l->item[item].next;
	return item;
}

static void find_candidates(const struct list *l, struct place *p)
{
	for (size_t i = 0; (i = next_item(l, p->symbol->name, i)) != 0;) {
		p->item = i;
		p->n_candidates++;
	}
}

/* Choose the item of place[i], a function with several candidates.  Two other
 * functions limit the choice: the nearest one before it and the nearest one
 * behind it whose items are known.  The item is 0 if no candidate fits, or if
 * several do and the linker did not sort them. */
static void choose(struct list *l, struct place *place, size_t n, size_t i)
{
	size_t before = 0;
	size_t behind = 0;
	size_t n_fit = 0;
	size_t k;

	for (k = i; k > 0 && before == 0; k--)
		before = place[k - 1].item;
	for (k = i + 1; k < n && behind == 0; k++)
		if (place[k].n_candidates == 1)
			behind = place[k].item;
	place[i].item = 0;
	for (k = 0; (k = next_item(l, place[i].symbol->name, k)) != 0;) {
		if (l->item[k].is_used || !fits(l, k, before, behind))
			continue;
		n_fit++;
		if (place[i].item == 0 ||
		    position(l, k) < position(l, place[i].item))
			place[i].item = k;
	}
	if (n_fit > 1 && l->placement.method == RCC_PLACE_BY_HEADER)
		place[i].item = 0;
	l->item[place[i].item].is_used = true;
}

/* Return the item of a place.  If it is not known, return the first candidate
 * if all of them are in sections of the same name, else 0. */
static size_t item_for_section(const struct list *l, const struct place *p)
{
	const char *name = p->symbol->name;
	const size_t first = next_item(l, name, 0);

	if (p->item != 0)
		return p->item;
	for (size_t k = first; k != 0; k = next_item(l, name, k))
		if (l->item[k].fn->name.cls != l->item[first].fn->name.cls)
			return 0;
	return first;
}

static void print_place(FILE *out, const struct list *l, const struct place *p)
{
	const size_t item = item_for_section(l, p);
	const struct rcc_ranked_section *fn = l->item[item].fn;
	size_t n;
	const char *symbol;

	fprintf(out, "%016" PRIx64 "\t%s\t", p->symbol->address,
		p->symbol->name);
	if (item == 0) {
		fputs("-\t-\n", out);
		return;
	}
	symbol = rcc_object_symbol(&fn->name, &n);
	fprintf(out, "%s%.*s\t%s\n", rcc_rank_plain_prefix(fn->name.cls),
		(int)n, symbol,
		p->item != 0 ? l->object.item[l->item[item].object] : "-");
}

/* Take one function of the program for each address.  If several functions have
 * the same address, prefer a function that layouts move. */
static size_t take_places(const struct list *l, const struct rcc_output *out,
			  struct place *place)
{
	size_t n = 0;

	for (size_t i = 0; i < out->n_functions; i++) {
		struct place p = {.symbol = &out->function[i]};

		find_candidates(l, &p);
		if (n == 0 || place[n - 1].symbol->address != p.symbol->address)
			place[n++] = p;
		else if (place[n - 1].n_candidates == 0)
			place[n - 1] = p;
	}
	return n;
}

static void print_program(FILE *out, struct list *l,
			  const struct rcc_output *program)
{
	struct place *place =
		rcc_mem_calloc(program->n_functions + 1, sizeof(*place));
	const size_t n = take_places(l, program, place);

	for (size_t i = 0; i < n; i++)
		if (place[i].n_candidates == 1)
			l->item[place[i].item].is_used = true;
	for (size_t i = 0; i < n; i++)
		if (place[i].n_candidates > 1)
			choose(l, place, n, i);
	for (size_t i = 0; i < n; i++)
		print_place(out, l, &place[i]);
	free(place);
}

static void release(struct list *l)
{
	for (size_t i = 0; i < l->n_lto; i++)
		rcc_object_file_release(&l->lto[i]);
	free(l->lto);
	free(l->item);
	rcc_strmap_release(&l->by_symbol);
	rcc_strvec_release(&l->object);
}

int rcc_order_list_print(FILE *out, const struct rcc_link *link,
			 const struct rcc_recipe *recipe, const char *program,
			 struct rcc_refusal *why)
{
	struct list l = {.link = link, .recipe = recipe};
	struct rcc_output output;
	char reason[RCC_WHY_MAX] = "";
	int err = rank(&l, why);

	if (err == 0) {
		err = rcc_output_open(&output, program, reason);
		if (err != 0)
			rcc_refuse(why, err, NULL, "cannot read \"%s\"%s%s",
				   program, reason[0] != '\0' ? ": " : "",
				   reason);
	}
	if (err == 0) {
		print_program(out, &l, &output);
		rcc_output_release(&output);
	}
	release(&l);
	return err;
}
