/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An object's image whose section headers are to change: what object_order.c,
 * object_arrange.c and object_shift.c share.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_IMAGE_H
#define RCC_WRAPPER_ELF_OBJECT_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wrapper/elf/object.h"

/* Where a field lies, in 32-bit and 64-bit files. */
#define FIELD(im, type, member)                                                \
	((im)->is_64 ? offsetof(Elf64_##type, member)                          \
		     : offsetof(Elf32_##type, member))
#define WIDTH(im, type, member)                                                \
	((im)->is_64 ? sizeof(((Elf64_##type *)0)->member)                     \
		     : sizeof(((Elf32_##type *)0)->member))
/* Nearly every object is of the one kind for which all that is known when this
 * is compiled: a load or a store then. */
#define NATIVE(type, member)                                                   \
	offsetof(Elf64_##type, member), sizeof(((Elf64_##type *)0)->member)
#define GET(im, at, type, member)                                              \
	((im)->is_native                                                       \
		 ? get_native((at), NATIVE(type, member))                      \
		 : get((im), (at) + FIELD(im, type, member),                   \
		       WIDTH(im, type, member)))
#define PUT(im, at, type, member, value)                                       \
	((im)->is_native                                                       \
		 ? put_native((at), NATIVE(type, member), (value))             \
		 : put((im), (at) + FIELD(im, type, member),                   \
		       WIDTH(im, type, member), (value)))

struct rcc_image {
	unsigned char *bytes;
	uint64_t at; /* in its file */
	uint64_t n;
	bool is_64;
	bool is_swapped; /* of the other byte order */
	bool is_native;	 /* 64 bits, and of ours */
	unsigned char *headers;
	size_t n_sections;
	size_t header_size;
	uint32_t *now_at; /* by old index */
};

static inline uint64_t get_native(const unsigned char *at, size_t offset,
				  size_t width)
{
	uint16_t half;
	uint32_t word;
	uint64_t whole;

	if (width == sizeof(half))
		return memcpy(&half, at + offset, sizeof(half)), half;
	if (width == sizeof(word))
		return memcpy(&word, at + offset, sizeof(word)), word;
	return memcpy(&whole, at + offset, sizeof(whole)), whole;
}

static inline void put_native(unsigned char *at, size_t offset, size_t width,
			      uint64_t value)
{
	uint16_t half = (uint16_t)value;
	uint32_t word = (uint32_t)value;

	if (width == sizeof(half))
		memcpy(at + offset, &half, sizeof(half));
	else if (width == sizeof(word))
		memcpy(at + offset, &word, sizeof(word));
	else
		memcpy(at + offset, &value, sizeof(value));
}

/* In the other byte order. */
static inline uint64_t swapped(uint64_t value, size_t width)
{
	return __builtin_bswap64(value) >> (64 - 8 * width);
}

static inline uint64_t get(const struct rcc_image *im, const unsigned char *at,
			   size_t width)
{
	uint64_t value = get_native(at, 0, width);

	return im->is_swapped ? swapped(value, width) : value;
}

static inline void put(const struct rcc_image *im, unsigned char *at,
		       size_t width, uint64_t value)
{
	put_native(at, 0, width,
		   im->is_swapped ? swapped(value, width) : value);
}

static inline unsigned char *header(const struct rcc_image *im, size_t i)
{
	return im->headers + i * im->header_size;
}

/* What may change places. */
struct rcc_image_order {
	struct rcc_function **fn; /* in the order of headers */
	size_t n;
	unsigned char *kind; /* by header: what it is of (object_order.c) */
	/* By section: the headers of its relocations, in a list that 0 ends. */
	uint32_t *first;
	uint32_t *next;
};

/* False when there is nothing to order. */
bool rcc_image_open_order(struct rcc_image *im, struct rcc_object_file *f,
			  struct rcc_object *o, bool with_data,
			  struct rcc_image_order *order);
void rcc_image_close_order(struct rcc_image *im, struct rcc_image_order *order);

/* Put the headers in the order of `fn`.  Returns how many functions moved. */
size_t rcc_image_move_headers(struct rcc_image *im,
			      const struct rcc_image_order *order,
			      struct rcc_function *const *fn,
			      struct rcc_object *o);

/*
 * Let the bytes of some sections stand one behind the other, in this order.
 * Nothing happens where that would take more than to move the bytes of
 * sections about: the order is for speed alone.  Returns whether it was done.
 */
bool rcc_image_shift(struct rcc_image *im, const uint32_t *section, size_t n);

#endif
