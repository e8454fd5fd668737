/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_shift.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* The place of a section's bytes in the image. */
struct extent {
	uint64_t at;
	uint64_t n; /* 0 if the section has no bytes in the file */
};

static struct extent extent_of(const struct rcc_image *im, size_t section)
{
	const unsigned char *h = rcc_image_header(im, section);
	struct extent e = {.at = GET(im, h, Shdr, sh_offset),
			   .n = GET(im, h, Shdr, sh_size)};

	if (GET(im, h, Shdr, sh_type) == SHT_NOBITS)
		e.n = 0;
	return e;
}

/* Return whether the bytes of a section may move.  String and symbol tables
 * must stay, because randld holds pointers to the names of symbols and
 * sections. */
static bool may_shift(const struct rcc_image *im, size_t section)
{
	uint64_t type = GET(im, rcc_image_header(im, section), Shdr, sh_type);

	return type != SHT_STRTAB && type != SHT_SYMTAB;
}

/* Find the span of the image that holds the bytes of n sections.  Returns true
 * if all sections in the span may move, and their bytes are in the order of the
 * section headers.  Assemblers write sections in that order. */
static bool find_span(const struct rcc_image *im, const uint32_t *section,
		      size_t n, uint64_t *first, uint64_t *end)
{
	uint64_t at_headers = (uint64_t)(im->headers - im->bytes);
	uint64_t done;

	*first = UINT64_MAX;
	*end = 0;
	for (size_t i = 0; i < n; i++) {
		struct extent e = extent_of(im, section[i]);

		if (e.n == 0)
			continue;
		if (e.at > im->n || e.n > im->n - e.at)
			return false;
		*first = e.at < *first ? e.at : *first;
		*end = e.at + e.n > *end ? e.at + e.n : *end;
	}
	if (*end == 0 || *first < sizeof(Elf64_Ehdr) ||
	    (at_headers < *end &&
	     at_headers + im->n_sections * im->header_size > *first))
		return false;
	done = *first;
	for (size_t i = 1; i < im->n_sections; i++) {
		struct extent e = extent_of(im, i);

		if (e.n == 0 || e.at >= *end ||
		    (e.at < *first && e.n <= *first - e.at))
			continue;
		if (e.at < done || e.n > *end - e.at || !may_shift(im, i))
			return false;
		done = e.at + e.n;
	}
	return true;
}

/* Copy the bytes of a section to offset `to`.  `old` is a copy of the image
 * from offset `first` on.  Returns the offset after the copied bytes. */
static uint64_t move_bytes(struct rcc_image *im, size_t section,
			   const unsigned char *old, uint64_t first,
			   uint64_t to)
{
	struct extent e = extent_of(im, section);

	memcpy(im->bytes + to, old + (e.at - first), e.n);
	PUT(im, rcc_image_header(im, section), Shdr, sh_offset, to);
	return to + e.n;
}

bool rcc_image_shift(struct rcc_image *im, const uint32_t *section, size_t n)
{
	bool *is_done;
	unsigned char *old;
	uint64_t first;
	uint64_t end;
	uint64_t to;

	if (!find_span(im, section, n, &first, &end))
		return false;
	is_done = rcc_mem_calloc(im->n_sections, sizeof(*is_done));
	old = rcc_mem_alloc(end - first);
	memcpy(old, im->bytes + first, end - first);
	to = first;
	for (size_t i = 0; i < n; i++) {
		is_done[section[i]] = true;
		if (extent_of(im, section[i]).n != 0)
			to = move_bytes(im, section[i], old, first, to);
	}
	/* Put the other sections of the span after the sections of the list.
	 * Alignment is ignored; with it the sections might need more room than
	 * the span has.  GNU ld needs no alignment, because it reads the
	 * sections as bytes. */
	for (size_t i = 1; i < im->n_sections; i++) {
		struct extent e = extent_of(im, i);

		if (!is_done[i] && e.n != 0 && e.at >= first && e.at < end)
			to = move_bytes(im, i, old, first, to);
	}
	free(old);
	free(is_done);
	return true;
}
