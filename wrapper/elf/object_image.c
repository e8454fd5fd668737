/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_image.h"

/* Return whether the object has section headers.  They must have the size that
 * the ELF class demands, and the first must lie inside the object.  (In an
 * object without section headers, e_shoff may have any value.) */
static bool has_header(const struct rcc_image *im)
{
	const uint64_t at = GET(im, im->bytes, Ehdr, e_shoff);
	const size_t size = im->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);

	return GET(im, im->bytes, Ehdr, e_shentsize) == size && at <= im->n &&
	       im->n - at >= size;
}

bool rcc_image_open(struct rcc_image *im, struct rcc_object_file *f,
		    const struct rcc_object *o)
{
	unsigned char *e = f->map.data + o->at;

	*im = (struct rcc_image){.bytes = e,
				 .n = o->n_bytes,
				 .is_64 = e[EI_CLASS] == ELFCLASS64,
				 .is_swapped = e[EI_DATA] != RCC_OBJECT_NATIVE};
	if (!has_header(im))
		return false;
	im->headers = e + GET(im, e, Ehdr, e_shoff);
	im->header_size = GET(im, e, Ehdr, e_shentsize);
	im->n_sections = GET(im, e, Ehdr, e_shnum);
	if (im->n_sections == 0) /* the number does not fit into e_shnum */
		im->n_sections = GET(im, im->headers, Shdr, sh_size);
	return im->n_sections <=
	       (o->n_bytes - (size_t)(im->headers - e)) / im->header_size;
}

unsigned char *rcc_image_entries(const struct rcc_image *im,
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

unsigned char *rcc_image_symbols(const struct rcc_image *im,
				 const unsigned char *h, size_t *n)
{
	return rcc_image_entries(im, h, rcc_image_symbol_size(im), n);
}

unsigned char *rcc_image_long_indices(const struct rcc_image *im, size_t *n)
{
	*n = 0;
	for (size_t i = 0; i < im->n_sections; i++) {
		const unsigned char *h = rcc_image_header(im, i);

		if (GET(im, h, Shdr, sh_type) == SHT_SYMTAB_SHNDX)
			return rcc_image_entries(im, h, sizeof(Elf32_Word), n);
	}
	return NULL;
}
