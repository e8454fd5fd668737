/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An object's section headers in another order.  Headers change places in the
 * table, and every index that refers to them is changed: links between
 * sections, members of groups, sections of symbols.  The bytes of sections
 * stay where they are in the file.
 *
 * A function takes the headers of its relocations along: GNU ld makes a
 * section when it first meets its header or that of its relocations, and lays
 * sections out in the order in which it made them.
 *
 * The image was checked when it was read (object.c); what could not be checked
 * there (indices within sections) is left alone when it leads nowhere.
 */
#include "wrapper/object.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* Where a field lies, in 32-bit and 64-bit files. */
#define FIELD(im, type, member)                                                \
	((im)->is_64 ? offsetof(Elf64_##type, member)                          \
		     : offsetof(Elf32_##type, member))
#define WIDTH(im, type, member)                                                \
	((im)->is_64 ? sizeof(((Elf64_##type *)0)->member)                     \
		     : sizeof(((Elf32_##type *)0)->member))
#define GET(im, at, type, member)                                              \
	get((im), (at) + FIELD(im, type, member), WIDTH(im, type, member))
#define PUT(im, at, type, member, value)                                       \
	put((im), (at) + FIELD(im, type, member), WIDTH(im, type, member),     \
	    (value))

struct image {
	unsigned char *bytes;
	uint64_t n;
	bool is_64;
	bool is_big;
	unsigned char *headers;
	size_t n_sections;
	size_t header_size;
	uint32_t *now_at; /* by old index */
};

static uint64_t get(const struct image *im, const unsigned char *at,
		    size_t width)
{
	uint64_t value = 0;

	for (size_t i = 0; i < width; i++)
		value |= (uint64_t)at[im->is_big ? width - 1 - i : i]
			 << (8 * i);
	return value;
}

static void put(const struct image *im, unsigned char *at, size_t width,
		uint64_t value)
{
	for (size_t i = 0; i < width; i++)
		at[im->is_big ? width - 1 - i : i] =
			(unsigned char)(value >> (8 * i));
}

static unsigned char *header(const struct image *im, size_t i)
{
	return im->headers + i * im->header_size;
}

/* False when the headers are none that we know. */
static bool open_image(struct image *im, struct rcc_object_file *f,
		       const struct rcc_object *o)
{
	unsigned char *e = f->map.data + o->at;

	*im = (struct image){.bytes = e,
			     .n = o->n_bytes,
			     .is_64 = e[EI_CLASS] == ELFCLASS64,
			     .is_big = e[EI_DATA] == ELFDATA2MSB};
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

static uint32_t mapped(const struct image *im, uint64_t index)
{
	return index < im->n_sections ? im->now_at[index] : (uint32_t)index;
}

/* The bytes of a section, as a whole number of entries. */
static unsigned char *entries(const struct image *im, const unsigned char *h,
			      size_t entry_size, size_t *n)
{
	uint64_t at = GET(im, h, Shdr, sh_offset);
	uint64_t size = GET(im, h, Shdr, sh_size);

	*n = 0;
	if (at > im->n || size > im->n - at)
		return NULL;
	*n = size / entry_size;
	return im->bytes + at;
}

static void map_words(const struct image *im, const unsigned char *h,
		      size_t first)
{
	size_t n;
	unsigned char *word = entries(im, h, sizeof(Elf32_Word), &n);

	for (size_t i = first; i < n; i++) {
		unsigned char *at = word + i * sizeof(Elf32_Word);

		put(im, at, sizeof(Elf32_Word),
		    mapped(im, get(im, at, sizeof(Elf32_Word))));
	}
}

static void map_symbols(const struct image *im, const unsigned char *h)
{
	size_t size = im->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t n;
	unsigned char *symbol = entries(im, h, size, &n);

	for (size_t i = 0; i < n; i++) {
		unsigned char *at = symbol + i * size;
		uint64_t section = GET(im, at, Sym, st_shndx);

		/* Beyond it is no index, or it stands in SHT_SYMTAB_SHNDX. */
		if (section < SHN_LORESERVE)
			PUT(im, at, Sym, st_shndx, mapped(im, section));
	}
}

/* What in a section, or in its header, refers to other sections. */
static void map_section(const struct image *im, unsigned char *h)
{
	uint64_t type = GET(im, h, Shdr, sh_type);

	PUT(im, h, Shdr, sh_link, mapped(im, GET(im, h, Shdr, sh_link)));
	if (type == SHT_REL || type == SHT_RELA ||
	    (GET(im, h, Shdr, sh_flags) & SHF_INFO_LINK) != 0)
		PUT(im, h, Shdr, sh_info,
		    mapped(im, GET(im, h, Shdr, sh_info)));
	if (type == SHT_GROUP)
		map_words(im, h, 1); /* behind its flags */
	else if (type == SHT_SYMTAB_SHNDX)
		map_words(im, h, 0);
	else if (type == SHT_SYMTAB)
		map_symbols(im, h);
}

/* Move the headers, and all that refers to them. */
static void apply(struct image *im)
{
	size_t n_bytes = im->n_sections * im->header_size;
	unsigned char *old = rcc_mem_alloc(n_bytes);
	uint64_t names = GET(im, im->bytes, Ehdr, e_shstrndx);

	memcpy(old, im->headers, n_bytes);
	for (size_t i = 0; i < im->n_sections; i++)
		memcpy(header(im, im->now_at[i]), old + i * im->header_size,
		       im->header_size);
	free(old);
	/* Section 0 holds the index of the names if they are too many. */
	if (names < SHN_LORESERVE)
		PUT(im, im->bytes, Ehdr, e_shstrndx, mapped(im, names));
	for (size_t i = 0; i < im->n_sections; i++)
		map_section(im, header(im, i));
}

static int by_rank(const void *a, const void *b)
{
	const struct rcc_function *x = *(struct rcc_function *const *)a;
	const struct rcc_function *y = *(struct rcc_function *const *)b;

	if (x->name.rank != y->name.rank)
		return x->name.rank < y->name.rank ? -1 : 1;
	return (x->section > y->section) - (x->section < y->section);
}

static bool is_member(const struct image *im, const struct rcc_function *fn)
{
	return (GET(im, header(im, fn->section), Shdr, sh_flags) & SHF_GROUP) !=
	       0;
}

/* A group's header must stand before those of its members, so these move only
 * where all groups stand before all functions, as compilers write them. */
static bool has_groups_first(const struct image *im, const struct rcc_object *o)
{
	for (size_t i = o->function[0].section; i < im->n_sections; i++)
		if (GET(im, header(im, i), Shdr, sh_type) == SHT_GROUP)
			return false;
	return true;
}

/* What may change places. */
struct order {
	struct rcc_function **fn; /* in the order of headers */
	size_t n;
	/* By header: that of one of these, or of its relocations. */
	enum { STAYS, IS_FUNCTION, IS_RELOC } *kind;
	/* By section: the headers of its relocations, in a list that 0 ends. */
	uint32_t *first;
	uint32_t *next;
};

static void find_movers(const struct image *im, struct rcc_object *o,
			struct order *order)
{
	bool groups_first = has_groups_first(im, o);

	for (size_t i = 0; i < o->n_functions; i++) {
		struct rcc_function *fn = &o->function[i];

		if (rcc_rank_is_data(fn->name.cls) ||
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
static void place(struct image *im, const struct order *order, size_t *slot,
		  uint32_t i)
{
	while (order->kind[*slot] == STAYS)
		++*slot;
	im->now_at[i] = (uint32_t)(*slot)++;
}

/* Returns how many functions moved. */
static size_t choose_places(struct image *im, const struct order *order)
{
	struct rcc_function **fn = rcc_mem_calloc(order->n, sizeof(*fn));
	size_t n_moved = 0;
	size_t slot = 0;

	memcpy(fn, order->fn, order->n * sizeof(*fn));
	qsort(fn, order->n, sizeof(struct rcc_function *), by_rank);
	for (size_t i = 0; i < order->n; i++) {
		n_moved += fn[i] != order->fn[i];
		place(im, order, &slot, fn[i]->section);
		for (uint32_t k = order->first[fn[i]->section]; k != 0;
		     k = order->next[k])
			place(im, order, &slot, k);
	}
	free(fn);
	return n_moved;
}

size_t rcc_object_order_headers(struct rcc_object_file *f, struct rcc_object *o)
{
	struct order order = {0};
	struct image im;
	size_t n_moved;

	if (o->n_functions == 0 || !open_image(&im, f, o))
		return 0;
	order.fn = rcc_mem_calloc(o->n_functions, sizeof(*order.fn));
	order.kind = rcc_mem_calloc(im.n_sections, sizeof(*order.kind));
	order.first = rcc_mem_calloc(im.n_sections, sizeof(*order.first));
	order.next = rcc_mem_calloc(im.n_sections, sizeof(*order.next));
	im.now_at = rcc_mem_calloc(im.n_sections, sizeof(*im.now_at));
	for (size_t i = 0; i < im.n_sections; i++)
		im.now_at[i] = (uint32_t)i;
	find_movers(&im, o, &order);
	n_moved = choose_places(&im, &order);
	if (n_moved != 0) {
		apply(&im);
		for (size_t i = 0; i < o->n_functions; i++)
			o->function[i].section =
				im.now_at[o->function[i].section];
	}
	free(im.now_at);
	free(order.fn);
	free(order.kind);
	free(order.first);
	free(order.next);
	return n_moved;
}
