/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object.h"

const char *rcc_object_symbol(const struct rcc_rank_name *name, size_t *n)
{
	*n = name->tail_len - name->unit_len - 1;
	return name->tail + name->unit_len + 1;
}

void rcc_object_set_rank(unsigned char *image,
			 const struct rcc_ranked_section *fn, uint64_t rank)
{
	rcc_rank_set((char *)image + fn->name_at, fn->name.cls, rank);
	if (fn->reloc_name_at != 0)
		rcc_rank_set((char *)image + fn->reloc_name_at, fn->name.cls,
			     rank);
}

void rcc_object_clear_rank(unsigned char *image,
			   const struct rcc_ranked_section *fn)
{
	rcc_rank_clear((char *)image + fn->name_at, fn->name.cls);
	if (fn->reloc_name_at != 0)
		rcc_rank_clear((char *)image + fn->reloc_name_at, fn->name.cls);
}
