/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verifying the order of functions after a link.  A function's place is a
 * number made from its rank, or from its position in the inputs.  The linker
 * should put functions with larger places at larger addresses.
 */
#include "wrapper/link/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/strmap.h"
#include "wrapper/elf/name_order.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/unique.h"

/* With RCC_PLACE_BY_HEADER the upper bits of a place hold the object's position
 * on the command line and in its archive.  The class follows, and the header's
 * index is in the lowest bits. */
#define MEMBER_BITS 20
#define OBJECT_BITS 40
#define CLASS_BITS 3
#define HEADER_BITS (64 - OBJECT_BITS - CLASS_BITS)

static uint64_t object_of(uint64_t value)
{
	return value >> (64 - OBJECT_BITS);
}

static size_t class_of(uint64_t value)
{
	return value >> HEADER_BITS & ((1u << CLASS_BITS) - 1);
}

/* Return the place of a function for RCC_PLACE_BY_NAME: first the class (hot,
 * cold, startup…), then the rank without its last three bits.  The class needs
 * their room.  With the factor `units` alone, eight functions in a row then have
 * the same place, and their order is not checked. */
static uint64_t by_name(const struct rcc_ranked_section *fn)
{
	return (uint64_t)fn->name.cls << 61 | fn->name.rank >> 3;
}

/* Return the place where a function should be.  Larger values come later. */
static uint64_t where(const struct rcc_expected *e,
		      const struct rcc_ranked_section *fn, uint64_t object)
{
	if (e->placement->method == RCC_PLACE_BY_NAME)
		return by_name(fn);
	return object << (64 - OBJECT_BITS) |
	       (uint64_t)fn->name.cls << HEADER_BITS | fn->section;
}

/* Add the functions of an object to the hash map, with their places. */
static void collect(const struct rcc_expected *e, const struct rcc_object *o,
		    uint64_t object, struct rcc_strmap *m)
{
	if ((o->traits & RCC_OBJECT_IS_IR) != 0 && e->uses_ir)
		return;
	for (size_t i = 0; i < o->n_functions; i++) {
		size_t len;
		const char *symbol =
			rcc_object_symbol(&o->function[i].name, &len);

		if (rcc_rank_is_data(o->function[i].name.cls))
			continue; /* a variable: checked in verify_data.c */
		rcc_unique_plan(m, symbol, len,
				where(e, &o->function[i], object));
	}
}

void rcc_verify_list_functions(FILE *out, const struct rcc_object *o)
{
	for (size_t i = 0; i < o->n_functions; i++) {
		size_t len;
		const char *symbol =
			rcc_object_symbol(&o->function[i].name, &len);

		if (rcc_rank_is_data(o->function[i].name.cls))
			continue;
		fprintf(out, "%016" PRIx64 " %.*s\n", by_name(&o->function[i]),
			(int)len, symbol);
	}
}

/* Add the functions that the stand-in for lto-wrapper listed.  Returns the text
 * of the list, which the map points into. */
static char *collect_lto(const struct rcc_expected *e, struct rcc_strmap *m)
{
	char *text = rcc_file_read(e->lto_ranked, NULL);
	char *line = text != NULL ? strchr(text, '\n') : NULL;

	while (line != NULL && line[1] != '\0') {
		char *symbol;
		uint64_t value = strtoull(line + 1, &symbol, 16);

		symbol += *symbol == ' ';
		line = strchr(symbol, '\n');
		if (line != NULL)
			rcc_unique_plan(m, symbol, (size_t)(line - symbol),
					value);
	}
	return text;
}

/* Add all functions of the inputs.  Objects are numbered in the order of the
 * linker's command line. */
static void collect_inputs(const struct rcc_expected *e, struct rcc_strmap *m)
{
	for (size_t i = 0; i < e->inputs->n; i++) {
		const struct rcc_object_file *f = &e->inputs->item[i].file;

		for (size_t k = 0; k < f->n_objects; k++)
			collect(e, &f->object[k],
				(uint64_t)e->position[i] << MEMBER_BITS |
					f->object[k].place,
				m);
	}
}

/* Return whether function i has the same address as another function that is
 * compared.  The linker folds identical functions into one. */
static bool is_folded(struct rcc_strmap_slot *const *slot,
		      const struct rcc_output *out, size_t i)
{
	const struct rcc_output_symbol *fn = out->function;

	for (size_t k = i; k-- != 0 && fn[k].address == fn[i].address;)
		if (rcc_unique_is(slot[k]))
			return true;
	for (size_t k = i + 1;
	     k < out->n_functions && fn[k].address == fn[i].address; k++)
		if (rcc_unique_is(slot[k]))
			return true;
	return false;
}

/*
 * Return whether a function is in the wrong order: its place `value` is smaller
 * than the place of the previous function.
 *
 * With RCC_PLACE_BY_NAME, last[0] is the place of the previous function.  With
 * RCC_PLACE_BY_HEADER, last[CLASS] is the place of the previous function in a
 * class.  Functions of different classes are not compared, because scripts may
 * group classes.  Functions of different objects are compared only if the
 * linker keeps objects in order.
 */
static bool is_wrong(const struct rcc_expected *e, const uint64_t *last,
		     uint64_t value)
{
	if (e->placement->method == RCC_PLACE_BY_NAME)
		return value < last[0];
	last += class_of(value);
	if (object_of(*last) == object_of(value))
		return value < *last;
	return e->placement->keeps_objects_in_order && value < *last;
}

/* Count the functions that can be compared, and how many of these are in the
 * wrong order. */
static void compare(const struct rcc_expected *e, struct rcc_strmap *m,
		    const struct rcc_output *out, size_t *n, size_t *n_wrong)
{
	uint64_t last[1u << CLASS_BITS] = {0};
	struct rcc_strmap_slot **slot = rcc_mem_calloc(
		out->n_functions, sizeof(struct rcc_strmap_slot *));

	*n = 0;
	*n_wrong = 0;
	for (size_t i = 0; i < out->n_functions; i++)
		slot[i] = rcc_unique_meet(m, out->function[i].name);
	for (size_t i = 0; i < out->n_functions; i++) {
		const struct rcc_strmap_slot *s = slot[i];

		if (!rcc_unique_is(s) || is_folded(slot, out, i))
			continue;
		*n_wrong += is_wrong(e, last, s->value);
		last[e->placement->method == RCC_PLACE_BY_NAME
			     ? 0
			     : class_of(s->value)] = s->value;
		++*n;
	}
	free(slot);
}

/* ---- The quick way ------------------------------------------------------ */

static size_t count_functions(const struct rcc_inputs *inputs)
{
	size_t n = 0;

	for (size_t i = 0; i < inputs->n; i++)
		n += inputs->item[i].file.n_functions;
	return n;
}

/* Append the functions of an object to the array `fn` of n elements.  Returns
 * the new number of elements. */
static size_t push_functions(struct rcc_object *o,
			     struct rcc_ranked_section **fn, size_t n)
{
	for (size_t i = 0; i < o->n_functions; i++)
		if (!rcc_rank_is_data(o->function[i].name.cls))
			fn[n++] = &o->function[i];
	return n;
}

/* Return whether `name` is the symbol of the function `fn`, or of its cold half
 * ("NAME.cold").  gcc names the section of the cold half after NAME, without
 * ".cold". */
static bool is_named(const char *name, const struct rcc_ranked_section *fn)
{
	size_t n;
	const char *symbol = rcc_object_symbol(&fn->name, &n);

	return name[0] == symbol[0] && strncmp(name, symbol, n) == 0 &&
	       (name[n] == '\0' || (fn->name.cls == RCC_RANK_UNLIKELY &&
				    strcmp(name + n, ".cold") == 0));
}

/*
 * Return true if every ranked function is in the program, in the order of
 * ranks.  This is the usual case.  One pass through the program shows it,
 * without a look-up of names.  A result of false proves nothing, because the
 * linker may have left functions out.
 */
static bool is_plainly_right(const struct rcc_expected *e,
			     const struct rcc_output *out)
{
	const struct rcc_inputs *inputs = e->inputs;
	struct rcc_ranked_section **fn;
	size_t n_met = 0;
	size_t n = 0;

	if (e->placement->method != RCC_PLACE_BY_NAME || inputs->has_ir)
		return false;
	fn = rcc_mem_alloc(count_functions(inputs) *
			   sizeof(struct rcc_ranked_section *));
	for (size_t i = 0; i < inputs->n; i++) {
		struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; k < f->n_objects; k++)
			n = push_functions(&f->object[k], fn, n);
	}
	rcc_name_order_sort(fn, n);
	for (size_t i = 0; i < out->n_functions && n_met < n; i++)
		n_met += is_named(out->function[i].name, fn[n_met]);
	free(fn);
	return n != 0 && n_met == n;
}

bool rcc_verify_is_order(size_t n_wrong, size_t n)
{
	return n_wrong <= 1 + n / 32;
}

bool rcc_verify_functions(const struct rcc_expected *expected,
			  const struct rcc_output *out)
{
	struct rcc_strmap m = {0};
	char *lto;
	size_t n;
	size_t n_wrong;

	if (is_plainly_right(expected, out))
		return true;
	rcc_strmap_reserve(&m, expected->n_functions);
	collect_inputs(expected, &m);
	lto = collect_lto(expected, &m);
	compare(expected, &m, out, &n, &n_wrong);
	rcc_strmap_release(&m);
	free(lto);
	return rcc_verify_is_order(n_wrong, n);
}
