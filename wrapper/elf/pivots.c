/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/pivots.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/name_order.h"

void rcc_pivots_choose(struct rcc_pivots *p,
		       struct rcc_ranked_section *const *fn, size_t n)
{
	for (size_t i = 0; i < n; i += RCC_PIVOTS_EVERY) {
		p->fn = rcc_mem_grow(p->fn, p->n, &p->n_allocated,
				     sizeof(struct rcc_ranked_section *));
		p->fn[p->n++] = fn[i];
	}
}

/* Reorder sorted functions.  If the linker inserts their pivots in the new
 * order, the pivots build a balanced tree, level by level. */
static void order_for_tree(struct rcc_ranked_section **fn, size_t n)
{
	struct rcc_ranked_section **sorted =
		rcc_mem_alloc(n * sizeof(struct rcc_ranked_section *));
	size_t(*todo)[2] = rcc_mem_calloc(2 * n + 1, sizeof(*todo));
	size_t n_todo = 1;

	memcpy(sorted, fn, n * sizeof(struct rcc_ranked_section *));
	todo[0][1] = n;
	for (size_t i = 0; i < n_todo; i++) {
		size_t first = todo[i][0];
		size_t end = todo[i][1];
		size_t middle = first + (end - first) / 2;

		if (first == end)
			continue;
		*fn++ = sorted[middle];
		todo[n_todo][0] = first;
		todo[n_todo++][1] = middle;
		todo[n_todo][0] = middle + 1;
		todo[n_todo++][1] = end;
	}
	free(todo);
	free(sorted);
}

/* Return the section flags for a pivot of this class.  All sections in one
 * output section must have the same flags. */
static uint64_t flags_of(enum rcc_rank_class cls)
{
	if (!rcc_rank_is_data(cls))
		return SHF_ALLOC | SHF_EXECINSTR;
	switch (rcc_rank_group_of(cls)) {
	case RCC_RANK_IN_RODATA:
		return SHF_ALLOC;
	case RCC_RANK_IN_TDATA:
		return SHF_ALLOC | SHF_WRITE | SHF_TLS;
	default:
		return SHF_ALLOC | SHF_WRITE;
	}
}

static struct rcc_layout_section section_of(const struct rcc_ranked_section *fn)
{
	static const char tail[] = "!";
	char *name = rcc_mem_alloc(RCC_RANK_PREFIX_LEN + sizeof(tail));

	/* '!' sorts before every character that a unit's name can begin
	 * with. */
	rcc_rank_set(name, fn->name.cls, fn->name.rank);
	memcpy(name + RCC_RANK_PREFIX_LEN, tail, sizeof(tail));
	return (struct rcc_layout_section){
		.name = name,
		.type = fn->name.cls == RCC_RANK_BSS ? SHT_NOBITS
						     : SHT_PROGBITS,
		.flags = flags_of(fn->name.cls),
		.align = 1,
	};
}

struct rcc_layout_section *rcc_pivots_sections(struct rcc_pivots *p)
{
	struct rcc_layout_section *section =
		rcc_mem_calloc(p->n, sizeof(*section));

	if (p->n == 0)
		return section;
	rcc_name_order_sort(p->fn, p->n);
	order_for_tree(p->fn, p->n);
	for (size_t i = 0; i < p->n; i++)
		section[i] = section_of(p->fn[i]);
	return section;
}

void rcc_pivots_free_sections(struct rcc_layout_section *section, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free((char *)(uintptr_t)section[i].name);
	free(section);
}

void rcc_pivots_release(struct rcc_pivots *p)
{
	free(p->fn);
	*p = (struct rcc_pivots){0};
}
