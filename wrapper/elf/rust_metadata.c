/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/rust_metadata.h"

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/object_image.h"

/* A multiple of this many bytes is left out, so that all other bytes keep their
 * alignment. */
#define ALIGNMENT ((uint64_t)64)

/* The bytes to leave out of an object. */
struct gap {
	uint64_t at;
	uint64_t n;
};

/* Return whether any of the n bytes at `at` is in the gap. */
static bool overlaps(const struct gap *gap, uint64_t at, uint64_t n)
{
	if (n == 0)
		return false;
	return at < gap->at ? n > gap->at - at : at - gap->at < gap->n;
}

/* Find the section that the linker does not read.  Returns its index, or 0 if
 * there is none. */
static size_t find_metadata(const struct rcc_image *im, struct gap *gap)
{
	for (size_t i = 1; i < im->n_sections; i++) {
		const unsigned char *h = rcc_image_header(im, i);
		uint64_t size = GET(im, h, Shdr, sh_size);

		if ((GET(im, h, Shdr, sh_flags) & SHF_EXCLUDE) == 0 ||
		    GET(im, h, Shdr, sh_type) != SHT_PROGBITS)
			continue;
		*gap = (struct gap){.at = GET(im, h, Shdr, sh_offset),
				    .n = size - size % ALIGNMENT};
		return i;
	}
	return 0;
}

/* Return whether a section has bytes in the gap. */
static bool is_section_in(const struct rcc_image *im, size_t section,
			  const struct gap *gap)
{
	const unsigned char *h = rcc_image_header(im, section);

	return GET(im, h, Shdr, sh_type) != SHT_NOBITS &&
	       overlaps(gap, GET(im, h, Shdr, sh_offset),
			GET(im, h, Shdr, sh_size));
}

/* Return whether the gap is inside the object, and holds no bytes of the
 * headers or of a section other than `section`. */
static bool is_free(const struct rcc_image *im, size_t section,
		    const struct gap *gap)
{
	if (gap->at < sizeof(Elf64_Ehdr) || gap->at > im->n ||
	    gap->n > im->n - gap->at ||
	    overlaps(gap, GET(im, im->bytes, Ehdr, e_shoff),
		     im->n_sections * im->header_size))
		return false;
	for (size_t i = 1; i < im->n_sections; i++)
		if (i != section && is_section_in(im, i, gap))
			return false;
	return true;
}

/* Return the offset that `at` has without the gap.  An empty section may have an
 * offset in the gap. */
static uint64_t moved(const struct gap *gap, uint64_t at)
{
	if (at <= gap->at)
		return at;
	return at - gap->at < gap->n ? gap->at : at - gap->n;
}

/* Correct the offsets in the headers of `im`.  Its bytes behind the gap have
 * already moved to close the gap. */
static void move_headers(struct rcc_image *im, size_t section,
			 const struct gap *gap)
{
	uint64_t at = moved(gap, GET(im, im->bytes, Ehdr, e_shoff));
	unsigned char *h;

	PUT(im, im->bytes, Ehdr, e_shoff, at);
	im->headers = im->bytes + at;
	for (size_t i = 1; i < im->n_sections; i++) {
		h = rcc_image_header(im, i);
		PUT(im, h, Shdr, sh_offset,
		    moved(gap, GET(im, h, Shdr, sh_offset)));
	}
	h = rcc_image_header(im, section);
	PUT(im, h, Shdr, sh_size, GET(im, h, Shdr, sh_size) - gap->n);
}

unsigned char *rcc_rust_metadata_drop(struct rcc_object_file *f,
				      const struct rcc_object *o, size_t *n)
{
	struct rcc_image im;
	struct gap gap;
	unsigned char *bytes;
	size_t section;

	if (o->member == NULL || strcmp(o->member, "lib.rmeta") != 0 ||
	    !rcc_image_open(&im, f, o))
		return NULL;
	section = find_metadata(&im, &gap);
	if (section == 0 || gap.n == 0 || !is_free(&im, section, &gap))
		return NULL;
	*n = im.n - gap.n;
	bytes = rcc_mem_alloc(*n);
	memcpy(bytes, im.bytes, gap.at);
	memcpy(bytes + gap.at, im.bytes + gap.at + gap.n, *n - gap.at);
	im.bytes = bytes;
	im.n = *n;
	move_headers(&im, section, &gap);
	return bytes;
}
