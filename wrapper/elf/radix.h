/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting by numbers, where comparing was the dearest part of a link. */
#ifndef RCC_WRAPPER_ELF_RADIX_H
#define RCC_WRAPPER_ELF_RADIX_H

#include <stddef.h>
#include <stdint.h>

struct rcc_radix_item {
	uint64_t key;
	size_t at; /* what it is the key of */
};

/* By key; equal keys keep their order. */
void rcc_radix_sort(struct rcc_radix_item *item, size_t n);

#endif
