/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The image of an object: its bytes in memory, for code that changes section
 * headers.  Images may be 32-bit or 64-bit, in either byte order. */
#ifndef RCC_WRAPPER_ELF_OBJECT_IMAGE_H
#define RCC_WRAPPER_ELF_OBJECT_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wrapper/elf/object.h"

struct rcc_image {
	unsigned char *bytes; /* borrowed from the mapped file */
	uint64_t n;
	bool is_64;
	bool is_swapped; /* its byte order is not this machine's */
	unsigned char *headers;
	size_t n_sections;
	size_t header_size;
};

/* Open the image of an object.  Returns false if the section headers have an
 * unknown size or lie outside the image. */
bool rcc_image_open(struct rcc_image *im, struct rcc_object_file *f,
		    const struct rcc_object *o);

/* Return the contents of a section, as entries of entry_size bytes.  `h` is the
 * section's header.  Sets *n to the number of entries, or to 0 if the section
 * lies outside the image. */
unsigned char *rcc_image_entries(const struct rcc_image *im,
				 const unsigned char *h, size_t entry_size,
				 size_t *n);

/* Return the symbols of a symbol table, and set *n to their number.  `h` is the
 * table's header. */
unsigned char *rcc_image_symbols(const struct rcc_image *im,
				 const unsigned char *h, size_t *n);

/* Return the table of section indices that are too large for st_shndx
 * (SHT_SYMTAB_SHNDX), or NULL if there is none.  Sets *n to the number of
 * entries. */
unsigned char *rcc_image_long_indices(const struct rcc_image *im, size_t *n);

/* Return the size of a symbol in bytes. */
static inline size_t rcc_image_symbol_size(const struct rcc_image *im)
{
	return im->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
}

static inline unsigned char *rcc_image_header(const struct rcc_image *im,
					      size_t i)
{
	return im->headers + i * im->header_size;
}

/* Read a number of 2, 4 or 8 bytes in the image's byte order. */
static inline uint64_t rcc_image_get(const struct rcc_image *im,
				     const unsigned char *at, size_t width)
{
	uint16_t half;
	uint32_t word;
	uint64_t whole;

	switch (width) {
	case sizeof(half):
		memcpy(&half, at, sizeof(half));
		return im->is_swapped ? __builtin_bswap16(half) : half;
	case sizeof(word):
		memcpy(&word, at, sizeof(word));
		return im->is_swapped ? __builtin_bswap32(word) : word;
	default:
		memcpy(&whole, at, sizeof(whole));
		return im->is_swapped ? __builtin_bswap64(whole) : whole;
	}
}

/* Write a number of 2, 4 or 8 bytes in the image's byte order. */
static inline void rcc_image_put(const struct rcc_image *im, unsigned char *at,
				 size_t width, uint64_t value)
{
	uint16_t half = (uint16_t)value;
	uint32_t word = (uint32_t)value;

	switch (width) {
	case sizeof(half):
		half = im->is_swapped ? __builtin_bswap16(half) : half;
		memcpy(at, &half, sizeof(half));
		break;
	case sizeof(word):
		word = im->is_swapped ? __builtin_bswap32(word) : word;
		memcpy(at, &word, sizeof(word));
		break;
	default:
		value = im->is_swapped ? __builtin_bswap64(value) : value;
		memcpy(at, &value, sizeof(value));
	}
}

/* Read or write a field of the ELF structure Elf32_TYPE or Elf64_TYPE at `at`,
 * for example GET(im, header, Shdr, sh_type). */
#define GET(im, at, type, member)                                              \
	((im)->is_64 ? GET_OF(im, at, Elf64_##type, member)                    \
		     : GET_OF(im, at, Elf32_##type, member))
#define PUT(im, at, type, member, value)                                       \
	((im)->is_64 ? PUT_OF(im, at, Elf64_##type, member, value)             \
		     : PUT_OF(im, at, Elf32_##type, member, value))
#define GET_OF(im, at, type, member)                                           \
	rcc_image_get((im), (at) + offsetof(type, member),                     \
		      sizeof(((type *)0)->member))
#define PUT_OF(im, at, type, member, value)                                    \
	rcc_image_put((im), (at) + offsetof(type, member),                     \
		      sizeof(((type *)0)->member), (value))

#endif
