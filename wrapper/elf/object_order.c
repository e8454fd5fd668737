/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_order.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/radix.h"

/* The kinds of section headers: those that stay in their places, those of
 * functions and variables that move, and those of their relocations. */
enum { STAYS, IS_FUNCTION, IS_RELOC };

/* ---- Indices of headers ------------------------------------------------- */

/* The new indices of the section headers of an image. */
struct mapping {
	const struct rcc_image *im;
	const uint32_t *new_index;
};

static uint32_t mapped(const struct mapping *m, uint64_t index)
{
	return index < m->im->n_sections ? m->new_index[index]
					 : (uint32_t)index;
}

/* Change the section indices in a group. */
static void map_members(const struct mapping *m, const unsigned char *h)
{
	size_t n;
	unsigned char *word =
		rcc_image_entries(m->im, h, sizeof(Elf32_Word), &n);

	/* The first word is the group's flags. */
	for (size_t i = 1; i < n; i++) {
		unsigned char *at = word + i * sizeof(Elf32_Word);

		rcc_image_put(m->im, at, sizeof(Elf32_Word),
			      mapped(m, rcc_image_get(m->im, at,
						      sizeof(Elf32_Word))));
	}
}

/* Return whether every symbol can refer to every section.  A large index does
 * not fit into a symbol, and needs an entry in the table of long indices. */
static bool can_number(const struct rcc_image *im)
{
	size_t n_long;
	size_t n;

	if (im->n_sections <= SHN_LORESERVE)
		return true;
	rcc_image_long_indices(im, &n_long);
	for (size_t i = 0; i < im->n_sections; i++) {
		const unsigned char *h = rcc_image_header(im, i);

		if (GET(im, h, Shdr, sh_type) != SHT_SYMTAB)
			continue;
		rcc_image_symbols(im, h, &n);
		if (n > n_long)
			return false;
	}
	return true;
}

/* Change the section indices in a symbol table. */
static void map_symbols(const struct mapping *m, const unsigned char *h)
{
	const struct rcc_image *im = m->im;
	size_t size = rcc_image_symbol_size(im);
	size_t n_long;
	unsigned char *long_index = rcc_image_long_indices(im, &n_long);
	size_t n;
	unsigned char *symbol = rcc_image_symbols(im, h, &n);

	for (size_t i = 0; i < n; i++) {
		unsigned char *at = symbol + i * size;
		unsigned char *word =
			i < n_long ? long_index + i * sizeof(Elf32_Word) : NULL;
		uint64_t section = GET(im, at, Sym, st_shndx);

		if (section == SHN_XINDEX && word != NULL)
			section = rcc_image_get(im, word, sizeof(Elf32_Word));
		else if (section >= SHN_LORESERVE)
			continue; /* not an index: absolute or common */
		section = mapped(m, section);
		if (word != NULL)
			rcc_image_put(im, word, sizeof(Elf32_Word),
				      section < SHN_LORESERVE ? 0 : section);
		PUT(im, at, Sym, st_shndx,
		    section < SHN_LORESERVE ? section : SHN_XINDEX);
	}
}

/* Change the section indices in a section and its header. */
static void map_section(const struct mapping *m, unsigned char *h)
{
	const struct rcc_image *im = m->im;
	uint64_t type = GET(im, h, Shdr, sh_type);

	PUT(im, h, Shdr, sh_link, mapped(m, GET(im, h, Shdr, sh_link)));
	if (type == SHT_REL || type == SHT_RELA ||
	    (GET(im, h, Shdr, sh_flags) & SHF_INFO_LINK) != 0)
		PUT(im, h, Shdr, sh_info, mapped(m, GET(im, h, Shdr, sh_info)));
	if (type == SHT_GROUP)
		map_members(m, h);
	else if (type == SHT_SYMTAB)
		map_symbols(m, h);
}

/* Move the headers, and change all indices that refer to headers. */
static void move_headers(struct rcc_image *im, const uint32_t *new_index)
{
	const struct mapping m = {.im = im, .new_index = new_index};
	size_t n_bytes = im->n_sections * im->header_size;
	unsigned char *old = rcc_mem_alloc(n_bytes);
	uint64_t names = GET(im, im->bytes, Ehdr, e_shstrndx);

	memcpy(old, im->headers, n_bytes);
	for (size_t i = 0; i < im->n_sections; i++)
		memcpy(rcc_image_header(im, new_index[i]),
		       old + i * im->header_size, im->header_size);
	free(old);
	/* The index of the section names is in e_shstrndx.  An index that is
	 * too large for e_shstrndx is in the sh_link of section 0, where
	 * map_section() changes it. */
	if (names < SHN_LORESERVE)
		PUT(im, im->bytes, Ehdr, e_shstrndx, mapped(&m, names));
	for (size_t i = 0; i < im->n_sections; i++)
		map_section(&m, rcc_image_header(im, i));
}

void rcc_image_put_groups_first(struct rcc_image *im)
{
	uint32_t *new_index =
		rcc_mem_calloc(im->n_sections, sizeof(*new_index));
	bool moves = false;
	uint32_t n = 1;

	for (int others = 0; others < 2; others++)
		for (size_t i = 1; i < im->n_sections; i++)
			if ((GET(im, rcc_image_header(im, i), Shdr, sh_type) !=
			     SHT_GROUP) == (others != 0)) {
				moves |= i != n;
				new_index[i] = n++;
			}
	if (moves && can_number(im))
		move_headers(im, new_index);
	free(new_index);
}

/* ---- Movable sections --------------------------------------------------- */

static bool is_member(const struct rcc_image *im,
		      const struct rcc_ranked_section *fn)
{
	return (GET(im, rcc_image_header(im, fn->section), Shdr, sh_flags) &
		SHF_GROUP) != 0;
}

/* Return whether all group headers come before the header of the first
 * function.  Otherwise members of groups stay, because a group's header must
 * come before the headers of its members. */
static bool has_groups_first(const struct rcc_image *im,
			     const struct rcc_object *o)
{
	for (size_t i = o->function[0].section; i < im->n_sections; i++)
		if (GET(im, rcc_image_header(im, i), Shdr, sh_type) ==
		    SHT_GROUP)
			return false;
	return true;
}

static void find_relocs(struct rcc_header_order *order,
			const struct rcc_image *im, size_t first)
{
	/* Go backwards, because each relocation section is put at the front of
	 * its list.  The lists are then in the order of the headers. */
	for (size_t i = im->n_sections; i-- > first;) {
		const unsigned char *h = rcc_image_header(im, i);
		uint64_t type = GET(im, h, Shdr, sh_type);
		uint64_t of = GET(im, h, Shdr, sh_info);

		if ((type != SHT_REL && type != SHT_RELA) ||
		    of >= im->n_sections || order->kind[of] != IS_FUNCTION)
			continue;
		order->kind[i] = IS_RELOC;
		order->next_reloc[i] = order->first_reloc[of];
		order->first_reloc[of] = (uint32_t)i;
	}
}

static void find_movable(struct rcc_header_order *order,
			 const struct rcc_image *im, struct rcc_object *o,
			 bool with_data)
{
	bool groups_first = has_groups_first(im, o);

	for (size_t i = 0; i < o->n_functions; i++) {
		struct rcc_ranked_section *fn = &o->function[i];

		if ((rcc_rank_is_data(fn->name.cls) && !with_data) ||
		    (!groups_first && is_member(im, fn)))
			continue;
		order->fn[order->n++] = fn;
		order->kind[fn->section] = IS_FUNCTION;
	}
	find_relocs(order, im, o->function[0].section);
}

bool rcc_header_order_open(struct rcc_header_order *order, struct rcc_image *im,
			   struct rcc_object_file *f, struct rcc_object *o,
			   bool with_data)
{
	*order = (struct rcc_header_order){0};
	if (o->n_functions == 0 || !rcc_image_open(im, f, o) || !can_number(im))
		return false;
	order->fn = rcc_mem_calloc(o->n_functions, sizeof(*order->fn));
	order->kind = rcc_mem_calloc(im->n_sections, sizeof(*order->kind));
	order->first_reloc =
		rcc_mem_calloc(im->n_sections, sizeof(*order->first_reloc));
	order->next_reloc =
		rcc_mem_calloc(im->n_sections, sizeof(*order->next_reloc));
	order->new_index =
		rcc_mem_calloc(im->n_sections, sizeof(*order->new_index));
	for (size_t i = 0; i < im->n_sections; i++)
		order->new_index[i] = (uint32_t)i;
	find_movable(order, im, o, with_data);
	return true;
}

void rcc_header_order_release(struct rcc_header_order *order)
{
	free(order->fn);
	free(order->kind);
	free(order->first_reloc);
	free(order->next_reloc);
	free(order->new_index);
	*order = (struct rcc_header_order){0};
}

/* ---- Moving ------------------------------------------------------------- */

/* Give header `i` the next free index.  The indices of headers that stay are
 * not free. */
static void place(struct rcc_header_order *order, size_t *slot, uint32_t i)
{
	while (order->kind[*slot] == STAYS)
		++*slot;
	order->new_index[i] = (uint32_t)(*slot)++;
}

void rcc_header_order_apply(struct rcc_header_order *order,
			    struct rcc_image *im,
			    struct rcc_ranked_section *const *fn,
			    struct rcc_object *o)
{
	bool is_changed = false;
	size_t slot = 0;

	for (size_t i = 0; i < order->n; i++) {
		is_changed |= fn[i] != order->fn[i];
		place(order, &slot, fn[i]->section);
		for (uint32_t k = order->first_reloc[fn[i]->section]; k != 0;
		     k = order->next_reloc[k])
			place(order, &slot, k);
	}
	if (!is_changed)
		return;
	move_headers(im, order->new_index);
	for (size_t i = 0; i < o->n_functions; i++)
		o->function[i].section =
			order->new_index[o->function[i].section];
}

size_t rcc_object_order_headers(struct rcc_object_file *f, struct rcc_object *o)
{
	struct rcc_radix_item *item;
	struct rcc_ranked_section **fn;
	struct rcc_header_order order;
	struct rcc_image im;
	size_t n;

	if (!rcc_header_order_open(&order, &im, f, o, false))
		return 0;
	fn = rcc_mem_calloc(order.n, sizeof(struct rcc_ranked_section *));
	item = rcc_mem_calloc(order.n, sizeof(*item));
	for (size_t i = 0; i < order.n; i++)
		item[i] = (struct rcc_radix_item){order.fn[i]->name.rank, i};
	rcc_radix_sort(item, order.n);
	for (size_t i = 0; i < order.n; i++)
		fn[i] = order.fn[item[i].value];
	rcc_header_order_apply(&order, &im, fn, o);
	n = order.n;
	free(item);
	free(fn);
	rcc_header_order_release(&order);
	return n;
}
