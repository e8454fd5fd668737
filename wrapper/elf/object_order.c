/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An object's section headers in another order.  Headers change places in the
 * table, and every index that refers to them is changed: links between
 * sections, members of groups, sections of symbols.  The bytes of sections
 * change places only where that spares the linker time (rcc_object_arrange()),
 * and never those of names and symbols.
 *
 * A function takes the headers of its relocations along: GNU ld makes a
 * section when it first meets its header or that of its relocations, and lays
 * sections out in the order in which it made them.
 *
 * The image was checked when it was read (object.c); what could not be checked
 * there (indices within sections) is left alone when it leads nowhere.
 */
#include "wrapper/elf/object_order.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/object_image.h"
#include "wrapper/elf/radix.h"

/* By header: that of one of the functions, or of its relocations. */
enum { STAYS, IS_FUNCTION, IS_RELOC };

/* False when the headers are none that we know. */
static bool open_image(struct rcc_image *im, struct rcc_object_file *f,
		       const struct rcc_object *o)
{
	unsigned char *e = f->map.data + o->at;

	*im = (struct rcc_image){.bytes = e,
				 .at = o->at,
				 .n = o->n_bytes,
				 .is_64 = e[EI_CLASS] == ELFCLASS64,
				 .is_swapped = e[EI_DATA] != RCC_OBJECT_NATIVE};
	im->is_native = im->is_64 && !im->is_swapped;
	im->headers = e + GET(im, e, Ehdr, e_shoff);
	im->header_size = GET(im, e, Ehdr, e_shentsize);
	im->n_sections = GET(im, e, Ehdr, e_shnum);
	if (im->n_sections == 0) /* too many for that field */
		im->n_sections = GET(im, im->headers, Shdr, sh_size);
	return im->header_size ==
		       (im->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)) &&
	       im->n_sections <= (o->n_bytes - (size_t)(im->headers - e)) /
					 im->header_size;
}

static uint32_t mapped(const struct rcc_image *im, uint64_t index)
{
	return index < im->n_sections ? im->now_at[index] : (uint32_t)index;
}

/* The bytes of a section, as a whole number of entries. */
static unsigned char *entries(const struct rcc_image *im,
			      const unsigned char *h, size_t entry_size,
			      size_t *n)
{
	uint64_t at = GET(im, h, Shdr, sh_offset);
	uint64_t size = GET(im, h, Shdr, sh_size);

	*n = 0;
	if (at > im->n || size > im->n - at)
		return NULL;
	*n = size / entry_size;
	return im->bytes + at;
}

static void map_members(const struct rcc_image *im, const unsigned char *h)
{
	size_t n;
	unsigned char *word = entries(im, h, sizeof(Elf32_Word), &n);

	/* The first word is the group's flags. */
	for (size_t i = 1; i < n; i++) {
		unsigned char *at = word + i * sizeof(Elf32_Word);

		put(im, at, sizeof(Elf32_Word),
		    mapped(im, get(im, at, sizeof(Elf32_Word))));
	}
}

/* The indices that symbols have no room for, or none of them. */
static unsigned char *long_indices(const struct rcc_image *im, size_t *n)
{
	*n = 0;
	for (size_t i = 0; i < im->n_sections; i++)
		if (GET(im, header(im, i), Shdr, sh_type) == SHT_SYMTAB_SHNDX)
			return entries(im, header(im, i), sizeof(Elf32_Word),
				       n);
	return NULL;
}

static unsigned char *symbols_of(const struct rcc_image *im,
				 const unsigned char *h, size_t *n)
{
	return entries(im, h, im->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym),
		       n);
}

/* Whether each symbol can be said to be in any section. */
static bool can_number(const struct rcc_image *im)
{
	size_t n_long;
	size_t n;

	if (im->n_sections <= SHN_LORESERVE)
		return true;
	long_indices(im, &n_long);
	for (size_t i = 0; i < im->n_sections; i++) {
		if (GET(im, header(im, i), Shdr, sh_type) != SHT_SYMTAB)
			continue;
		symbols_of(im, header(im, i), &n);
		if (n > n_long)
			return false;
	}
	return true;
}

static void map_symbols(const struct rcc_image *im, const unsigned char *h)
{
	size_t size = im->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t n_long;
	unsigned char *longer = long_indices(im, &n_long);
	size_t n;
	unsigned char *symbol = symbols_of(im, h, &n);

	for (size_t i = 0; i < n; i++) {
		unsigned char *at = symbol + i * size;
		unsigned char *word =
			i < n_long ? longer + i * sizeof(Elf32_Word) : NULL;
		uint64_t section = GET(im, at, Sym, st_shndx);

		if (section == SHN_XINDEX && word != NULL)
			section = get(im, word, sizeof(Elf32_Word));
		else if (section >= SHN_LORESERVE)
			continue; /* no index: absolute, common */
		section = mapped(im, section);
		if (word != NULL)
			put(im, word, sizeof(Elf32_Word),
			    section < SHN_LORESERVE ? 0 : section);
		PUT(im, at, Sym, st_shndx,
		    section < SHN_LORESERVE ? section : SHN_XINDEX);
	}
}

/* What in a section, or in its header, refers to other sections. */
static void map_section(const struct rcc_image *im, unsigned char *h)
{
	uint64_t type = GET(im, h, Shdr, sh_type);

	PUT(im, h, Shdr, sh_link, mapped(im, GET(im, h, Shdr, sh_link)));
	if (type == SHT_REL || type == SHT_RELA ||
	    (GET(im, h, Shdr, sh_flags) & SHF_INFO_LINK) != 0)
		PUT(im, h, Shdr, sh_info,
		    mapped(im, GET(im, h, Shdr, sh_info)));
	if (type == SHT_GROUP)
		map_members(im, h);
	else if (type == SHT_SYMTAB)
		map_symbols(im, h);
}

static void copy_header(const struct rcc_image *im, unsigned char *to,
			const unsigned char *from)
{
	if (im->is_native)
		memcpy(to, from, sizeof(Elf64_Shdr)); /* in line */
	else
		memcpy(to, from, im->header_size);
}

/* Move the headers, and all that refers to them. */
static void apply(struct rcc_image *im)
{
	size_t n_bytes = im->n_sections * im->header_size;
	unsigned char *old = rcc_mem_alloc(n_bytes);
	uint64_t names = GET(im, im->bytes, Ehdr, e_shstrndx);

	memcpy(old, im->headers, n_bytes);
	for (size_t i = 0; i < im->n_sections; i++)
		copy_header(im, header(im, im->now_at[i]),
			    old + i * im->header_size);
	free(old);
	/* Section 0 holds the index of the names if they are too many. */
	if (names < SHN_LORESERVE)
		PUT(im, im->bytes, Ehdr, e_shstrndx, mapped(im, names));
	for (size_t i = 0; i < im->n_sections; i++)
		map_section(im, header(im, i));
}

static bool is_member(const struct rcc_image *im, const struct rcc_function *fn)
{
	return (GET(im, header(im, fn->section), Shdr, sh_flags) & SHF_GROUP) !=
	       0;
}

/* A group's header must stand before those of its members, so these move only
 * where all groups stand before all functions, as compilers write them. */
static bool has_groups_first(const struct rcc_image *im,
			     const struct rcc_object *o)
{
	for (size_t i = o->function[0].section; i < im->n_sections; i++)
		if (GET(im, header(im, i), Shdr, sh_type) == SHT_GROUP)
			return false;
	return true;
}

static void find_movers(const struct rcc_image *im, struct rcc_object *o,
			bool with_data, struct rcc_image_order *order)
{
	bool groups_first = has_groups_first(im, o);

	for (size_t i = 0; i < o->n_functions; i++) {
		struct rcc_function *fn = &o->function[i];

		if ((rcc_rank_is_data(fn->name.cls) && !with_data) ||
		    (!groups_first && is_member(im, fn)))
			continue;
		order->fn[order->n++] = fn;
		order->kind[fn->section] = IS_FUNCTION;
	}
	/* Backwards: each list then is in the order of headers. */
	for (size_t i = im->n_sections; i-- > o->function[0].section;) {
		uint64_t type = GET(im, header(im, i), Shdr, sh_type);
		uint64_t of = GET(im, header(im, i), Shdr, sh_info);

		if ((type != SHT_REL && type != SHT_RELA) ||
		    of >= im->n_sections || order->kind[of] != IS_FUNCTION)
			continue;
		order->kind[i] = IS_RELOC;
		order->next[i] = order->first[of];
		order->first[of] = (uint32_t)i;
	}
}

/* Give a header the next place among those that move. */
static void place(struct rcc_image *im, const struct rcc_image_order *order, size_t *slot,
		  uint32_t i)
{
	while (order->kind[*slot] == STAYS)
		++*slot;
	im->now_at[i] = (uint32_t)(*slot)++;
}

void rcc_image_close_order(struct rcc_image *im, struct rcc_image_order *order)
{
	free(im->now_at);
	free(order->fn);
	free(order->kind);
	free(order->first);
	free(order->next);
}

bool rcc_image_open_order(struct rcc_image *im, struct rcc_object_file *f,
			  struct rcc_object *o, bool with_data,
			  struct rcc_image_order *order)
{
	*order = (struct rcc_image_order){0};
	if (o->n_functions == 0 || !open_image(im, f, o) || !can_number(im))
		return false;
	order->fn = rcc_mem_calloc(o->n_functions, sizeof(*order->fn));
	order->kind = rcc_mem_calloc(im->n_sections, sizeof(*order->kind));
	order->first = rcc_mem_calloc(im->n_sections, sizeof(*order->first));
	order->next = rcc_mem_calloc(im->n_sections, sizeof(*order->next));
	im->now_at = rcc_mem_calloc(im->n_sections, sizeof(*im->now_at));
	for (size_t i = 0; i < im->n_sections; i++)
		im->now_at[i] = (uint32_t)i;
	find_movers(im, o, with_data, order);
	return true;
}

size_t rcc_image_move_headers(struct rcc_image *im,
			      const struct rcc_image_order *order,
			      struct rcc_function *const *fn,
			      struct rcc_object *o)
{
	size_t n_moved = 0;
	size_t slot = 0;

	for (size_t i = 0; i < order->n; i++) {
		n_moved += fn[i] != order->fn[i];
		place(im, order, &slot, fn[i]->section);
		for (uint32_t k = order->first[fn[i]->section]; k != 0;
		     k = order->next[k])
			place(im, order, &slot, k);
	}
	if (n_moved == 0)
		return 0;
	apply(im);
	for (size_t i = 0; i < o->n_functions; i++)
		o->function[i].section = im->now_at[o->function[i].section];
	return n_moved;
}

size_t rcc_object_order_headers(struct rcc_object_file *f, struct rcc_object *o)
{
	struct rcc_radix_item *item;
	struct rcc_function **fn;
	struct rcc_image_order order;
	struct rcc_image im;
	size_t n_moved;

	if (!rcc_image_open_order(&im, f, o, false, &order))
		return 0;
	fn = rcc_mem_calloc(order.n, sizeof(struct rcc_function *));
	item = rcc_mem_calloc(order.n, sizeof(*item));
	for (size_t i = 0; i < order.n; i++)
		item[i] = (struct rcc_radix_item){order.fn[i]->name.rank, i};
	rcc_radix_sort(item, order.n);
	for (size_t i = 0; i < order.n; i++)
		fn[i] = order.fn[item[i].at];
	n_moved = rcc_image_move_headers(&im, &order, fn, o);
	free(item);
	free(fn);
	rcc_image_close_order(&im, &order);
	return n_moved;
}
