/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_image.h"

bool rcc_image_open(struct rcc_image *im, struct rcc_object_file *f,
		    const struct rcc_object *o)
{
	unsigned char *e = f->map.data + o->at;

	*im = (struct rcc_image){.bytes = e,
				 .n = o->n_bytes,
				 .is_64 = e[EI_CLASS] == ELFCLASS64,
				 .is_swapped = e[EI_DATA] != RCC_OBJECT_NATIVE};
	im->headers = e + GET(im, e, Ehdr, e_shoff);
	im->header_size = GET(im, e, Ehdr, e_shentsize);
	im->n_sections = GET(im, e, Ehdr, e_shnum);
	if (im->n_sections == 0) /* too many for the field e_shnum */
		im->n_sections = GET(im, im->headers, Shdr, sh_size);
	return im->header_size ==
		       (im->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)) &&
	       im->n_sections <= (o->n_bytes - (size_t)(im->headers - e)) /
					 im->header_size;
}
