/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Write files that make linkers without randcc repeat the order of a program's
 * functions. */
#ifndef RCC_HARNESS_BUILD_PLAIN_ORDER_H
#define RCC_HARNESS_BUILD_PLAIN_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct rcc_plain_function {
	uint64_t address;
	const char *symbol;
	/* The name of the function's section in an object of gcc
	 * -ffunction-sections without randcc; NULL if the linker decides where
	 * the function is. */
	const char *section;
	const char *object; /* NULL if temporary or unknown */
	/* Whether another function of the program has a section with the same
	 * name. */
	int is_duplicate;
};

/* A zeroed struct is empty. */
struct rcc_plain_order {
	struct rcc_plain_function *item; /* in order of address */
	size_t n, n_allocated;
	char *text; /* private: the text that was parsed */
};

/* The names of the files that rcc_plain_order_write() writes. */
#define RCC_PLAIN_README "README"
#define RCC_PLAIN_GNU "gnu-ld.order"
#define RCC_PLAIN_SCRIPT "gnu-ld.script"
#define RCC_PLAIN_GOLD "gold.order"
#define RCC_PLAIN_LLD "lld.order"
#define RCC_PLAIN_TABLE "functions.tsv"

/* Parse the output of `randld --list-order` and take ownership of `text`.
 * Malformed lines are ignored. */
void rcc_plain_order_parse(struct rcc_plain_order *order, char *text);
void rcc_plain_order_release(struct rcc_plain_order *order);

/* Write the files to `folder`, which is created.  `origin` is a text that names
 * the layout.  Returns 0 or RCC_ESYS. */
int rcc_plain_order_write(const struct rcc_plain_order *order,
			  const char *origin, const char *folder);

#endif
