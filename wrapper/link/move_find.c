/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finding the functions of RANDCC_MOVE.  The first link does not move these
 * functions yet (move_factor.h).  Its program and its map (-Map) show where the
 * functions are.
 */
#include "wrapper/link/move_find.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"
#include "common/strmap.h"
#include "wrapper/elf/code_symbols.h"
#include "wrapper/elf/object.h"
#include "wrapper/order/link_map.h"
#include "wrapper/order/move_place.h"

/* The first link: its map, its sections and its functions. */
struct search {
	const struct rcc_move_probe *probe;
	const struct rcc_output *program;
	char *map;	  /* the text of the map */
	char *lto_ranked; /* the text of probe->lto_ranked, or NULL */
	struct rcc_map_section *section;
	size_t n_sections;
	struct rcc_strmap own;	  /* functions with a section in the inputs */
	struct rcc_strmap placed; /* functions with a section in the map */
	struct rcc_refusal *why;
};

/* ---- The names ---------------------------------------------------------- */

static void add_name(struct rcc_strmap *map, const struct rcc_rank_name *name)
{
	size_t n;
	const char *symbol = rcc_object_symbol(name, &n);
	int is_new;

	rcc_strmap_at(map, symbol, n, &is_new);
}

static void collect_sections(struct search *s)
{
	const char *at = strstr(s->map, s->probe->begin);
	struct rcc_map_section section;
	size_t n_allocated = 0;

	while (rcc_link_map_next(s->map, &at, &section)) {
		s->section = rcc_mem_grow(s->section, s->n_sections,
					  &n_allocated, sizeof(*s->section));
		s->section[s->n_sections++] = section;
		add_name(&s->placed, &section.part);
	}
}

static bool is_compiled(const struct rcc_move_probe *probe,
			const struct rcc_object *o)
{
	return (o->traits & RCC_OBJECT_IS_IR) != 0 && probe->uses_ir;
}

static void collect_inputs(struct search *s)
{
	const struct rcc_inputs *inputs = s->probe->inputs;

	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; k < f->n_objects; k++) {
			const struct rcc_object *o = &f->object[k];

			if (is_compiled(s->probe, o))
				continue;
			for (size_t j = 0; j < o->n_functions; j++)
				if (!rcc_rank_is_data(o->function[j].name.cls))
					add_name(&s->own, &o->function[j].name);
		}
	}
}

/* Add the functions that LTO made.  rcc_verify_list_functions() has written
 * their list to a file. */
static void collect_lto(struct search *s)
{
	char *line;
	int is_new;

	s->lto_ranked = rcc_file_read(s->probe->lto_ranked, NULL);
	line = s->lto_ranked != NULL ? strchr(s->lto_ranked, '\n') : NULL;
	while (line != NULL && line[1] != '\0') {
		const char *symbol = line + 1;

		line = strchr(symbol, '\n');
		symbol = strchr(symbol, ' ');
		if (symbol != NULL && line != NULL && symbol < line)
			rcc_strmap_at(&s->own, symbol + 1,
				      (size_t)(line - symbol) - 1, &is_new);
	}
}

static int open_search(struct search *s)
{
	s->map = rcc_file_read(s->probe->map, NULL);
	if (s->map == NULL)
		return rcc_refuse(s->why, RCC_ESYS, NULL, "cannot read \"%s\"",
				  s->probe->map);
	collect_sections(s);
	collect_inputs(s);
	collect_lto(s);
	return 0;
}

static void close_search(struct search *s)
{
	rcc_strmap_release(&s->own);
	rcc_strmap_release(&s->placed);
	free(s->section);
	free(s->lto_ranked);
	free(s->map);
}

/* ---- The section -------------------------------------------------------- */

static const struct rcc_map_section *section_at(const struct search *s,
						uint64_t address)
{
	for (size_t i = 0; i < s->n_sections; i++)
		if (address - s->section[i].address < s->section[i].size)
			return &s->section[i];
	return NULL;
}

static bool is_in_unit(const struct rcc_move *what,
		       const struct rcc_map_section *at)
{
	return what->unit == NULL ||
	       (strlen(what->unit) == at->part.unit_len &&
		memcmp(what->unit, at->part.tail, at->part.unit_len) == 0);
}

/* The functions of the program that have the name of a function to move. */
struct found {
	const struct rcc_map_section *section; /* section of the last match */
	uint64_t address;
	/* Number of matches.  A match is a function of that name whose section
	 * is in the map and whose unit, if the user gave one, is right. */
	size_t n;
	size_t n_symbols;      /* functions of that name, in any section */
	struct rcc_strbuf all; /* "UNIT:SYMBOL" of each match */
};

static void look_up(const struct search *s, const struct rcc_move *what,
		    struct found *found)
{
	for (size_t i = 0; i < s->program->n_functions; i++) {
		const struct rcc_output_symbol *fn = &s->program->function[i];
		const struct rcc_map_section *at;
		char *name;

		if (strcmp(fn->name, what->symbol) != 0)
			continue;
		found->n_symbols++;
		at = section_at(s, fn->address);
		if (at == NULL || !is_in_unit(what, at) ||
		    (found->section == at && found->address == fn->address))
			continue;
		found->section = at;
		found->address = fn->address;
		found->n++;
		name = rcc_mem_printf("%.*s:%s", (int)at->part.unit_len,
				      at->part.tail, what->symbol);
		rcc_strbuf_add_item(&found->all, ", ", name);
		free(name);
	}
}

/* Refuse a function that was not found, or that was found more than once. */
static int refuse_found(const struct search *s, const struct rcc_move *what,
			const struct found *found)
{
	struct rcc_refusal *why = s->why;

	if (found->n > 1) {
		rcc_refuse(why, RCC_EFORMAT, NULL,
			   "the program has %zu functions \"%s\"", found->n,
			   what->name);
		if (what->unit == NULL)
			rcc_refusal_remedy(why, "name one of %s",
					   found->all.text);
		return RCC_EFORMAT;
	}
	if (found->n_symbols != 0 && what->unit == NULL)
		return rcc_refuse(why, RCC_EFORMAT,
				  "compile it with randcc, or with "
				  "-ffunction-sections",
				  "cannot move \"%s\": it has no section of "
				  "its own that layouts move",
				  what->name);
	if (found->n_symbols == 0 &&
	    rcc_strmap_find(&s->own, what->symbol, strlen(what->symbol)) !=
		    NULL)
		return rcc_refuse(why, RCC_EFORMAT,
				  "nothing in the program refers to it",
				  "cannot move \"%s\": the linker has left it "
				  "out",
				  what->name);
	return rcc_refuse(why, RCC_EFORMAT,
			  "\"randld --inspect FILE\" lists the functions of a "
			  "program; the compiler may have inlined this one",
			  "the program has no function \"%s\"", what->name);
}

static int refuse_fold(const struct search *s, const struct rcc_move *what,
		       const char *other, size_t n)
{
	return rcc_refuse(s->why, RCC_EFORMAT,
			  "link without --icf, or name another function",
			  "cannot move \"%s\": the linker has folded it with "
			  "\"%.*s\"",
			  what->name, (int)n, other);
}

/* Refuse a function if the linker has folded it with an identical one (--icf).
 * A folded function had a section of its own in the inputs, and has none in the
 * map. */
static int refuse_folded(const struct search *s, const struct rcc_move *what,
			 const struct rcc_map_section *at)
{
	size_t n_kept;
	const char *kept = rcc_object_symbol(&at->part, &n_kept);

	for (size_t i = 0; i < s->program->n_functions; i++) {
		const struct rcc_output_symbol *fn = &s->program->function[i];
		const size_t n = strlen(fn->name);

		if (fn->address - at->address >= at->size ||
		    rcc_strmap_find(&s->own, fn->name, n) == NULL ||
		    rcc_strmap_find(&s->placed, fn->name, n) != NULL)
			continue;
		if (strcmp(fn->name, what->symbol) == 0)
			return refuse_fold(s, what, kept, n_kept);
		return refuse_fold(s, what, fn->name, n);
	}
	return 0;
}

/* Refuse a function whose section has the same name as another section.  With
 * lld, the section of the function's own cold half has this name. */
static int refuse_same_name(const struct search *s, const struct rcc_move *what,
			    const struct rcc_map_section *at)
{
	for (size_t i = 0; i < s->n_sections; i++) {
		const struct rcc_map_section *other = &s->section[i];

		if (other != at && other->size != 0 && other->len == at->len &&
		    memcmp(other->name, at->name, at->len) == 0)
			return rcc_refuse(
				s->why, RCC_EFORMAT,
				"use GNU ld (-fuse-ld=bfd)",
				"cannot move \"%s\": with this linker its cold "
				"half has the same place in the order",
				what->name);
	}
	return 0;
}

/* Return whether section `a` sorts before section `b`. */
static bool is_before(const struct rcc_map_section *a,
		      const struct rcc_map_section *b)
{
	const size_t n = a->len < b->len ? a->len : b->len;
	const int order = memcmp(a->name, b->name, n);

	return order != 0 ? order < 0 : a->len < b->len;
}

/* Return the section of the same rank that sorts right before `at`, or NULL.  A
 * rank does not depend on the suffix that LTO appends to a symbol, so several
 * functions may have the same rank. */
static const struct rcc_map_section *
find_previous(const struct search *s, const struct rcc_map_section *at)
{
	const struct rcc_map_section *last = NULL;

	for (size_t i = 0; i < s->n_sections; i++) {
		const struct rcc_map_section *other = &s->section[i];

		if (memcmp(other->name, at->name, RCC_RANK_PREFIX_LEN) == 0 &&
		    is_before(other, at) &&
		    (last == NULL || is_before(last, other)))
			last = other;
	}
	return last;
}

/* ---- The alignment ------------------------------------------------------ */

static bool has_tail(const struct rcc_rank_name *name,
		     const struct rcc_map_section *at)
{
	return name->tail_len == at->part.tail_len &&
	       memcmp(name->tail, at->part.tail, name->tail_len) == 0;
}

/* If the object `image` has the function, raise *align to the alignment of the
 * function's section in this object.  `at` is the function's section in the
 * linker's map. */
static void raise_alignment(const struct rcc_move *what,
			    const struct rcc_map_section *at,
			    const unsigned char *image, size_t n,
			    uint64_t *align)
{
	struct rcc_code_symbols code;

	rcc_code_symbols_read(&code, image, n);
	for (size_t i = 0; i < code.n; i++) {
		const struct rcc_code_symbol *fn = &code.item[i];
		struct rcc_rank_name name;

		if (strcmp(fn->name, what->symbol) == 0 &&
		    rcc_rank_parse(fn->section, strlen(fn->section), &name) ==
			    0 &&
		    has_tail(&name, at) && fn->align > *align)
			*align = fn->align;
	}
	rcc_code_symbols_release(&code);
}

static void read_object(const struct search *s, const struct rcc_move *what,
			const struct rcc_map_section *at,
			const struct rcc_object_file *f,
			const struct rcc_object *o, uint64_t *align)
{
	if (is_compiled(s->probe, o))
		return;
	for (size_t i = 0; i < o->n_functions; i++)
		if (has_tail(&o->function[i].name, at)) {
			raise_alignment(what, at, f->map.data + o->at,
					o->n_bytes, align);
			return;
		}
}

static void read_lto(const struct search *s, const struct rcc_move *what,
		     const struct rcc_map_section *at, uint64_t *align)
{
	char *text = s->probe->lto_list != NULL
			     ? rcc_file_read(s->probe->lto_list, NULL)
			     : NULL;
	char *rest = text;
	char *path;

	while (rest != NULL && (path = strsep(&rest, "\n")) != NULL) {
		struct rcc_file_map map;

		if (path[0] == '\0' || rcc_file_map(path, &map) != 0)
			continue;
		raise_alignment(what, at, map.data, map.n, align);
		rcc_file_unmap(&map);
	}
	free(text);
}

/* Find the alignment of a function's section.  If several objects have the
 * function, take the largest alignment. */
static int find_alignment(const struct search *s, struct rcc_moved *moved,
			  const struct rcc_map_section *at)
{
	const struct rcc_inputs *inputs = s->probe->inputs;

	moved->align = 0;
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; k < f->n_objects; k++)
			read_object(s, moved->what, at, f, &f->object[k],
				    &moved->align);
	}
	read_lto(s, moved->what, at, &moved->align);
	if (moved->align != 0)
		return 0;
	return rcc_refuse(s->why, RCC_EFORMAT, NULL,
			  "cannot move \"%s\": no input has its section",
			  moved->what->name);
}

/* ---- All functions ------------------------------------------------------ */

static int find_one(const struct search *s, const struct rcc_move *what,
		    struct rcc_moved *moved)
{
	struct found found = {0};
	const struct rcc_map_section *previous;
	int err = 0;

	look_up(s, what, &found);
	if (found.n != 1)
		err = refuse_found(s, what, &found);
	rcc_strbuf_release(&found.all);
	if (err == 0)
		err = refuse_folded(s, what, found.section);
	if (err == 0)
		err = refuse_same_name(s, what, found.section);
	if (err != 0)
		return err;
	previous = find_previous(s, found.section);
	*moved = (struct rcc_moved){
		.what = what,
		.section = rcc_mem_strndup(found.section->name,
					   found.section->len),
		.previous = previous != NULL ? rcc_mem_strndup(previous->name,
							       previous->len)
					     : NULL,
		.window = rcc_move_window(what->modulus),
		.start = found.section->address,
		.size = found.section->size,
		.address = found.address};
	return find_alignment(s, moved, found.section);
}

static int refuse_twice(const struct rcc_moved *item, size_t n,
			struct rcc_refusal *why)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (item[i].start == item[k].start)
				return rcc_refuse(
					why, RCC_EFORMAT, "name one of them",
					"cannot move both \"%s\" and \"%s\": "
					"they are in one section",
					item[k].what->name, item[i].what->name);
	return 0;
}

int rcc_move_find(struct rcc_moved *item, size_t *n,
		  const struct rcc_move_list *list,
		  const struct rcc_output *program,
		  const struct rcc_move_probe *probe, struct rcc_refusal *why)
{
	struct search s = {.probe = probe, .program = program, .why = why};
	int err = open_search(&s);

	*n = 0;
	while (*n < list->n && err == 0) {
		item[*n] = (struct rcc_moved){0};
		err = find_one(&s, &list->item[*n], &item[*n]);
		++*n;
	}
	if (err == 0)
		err = refuse_twice(item, *n, why);
	close_search(&s);
	return err;
}

void rcc_moved_release(struct rcc_moved *moved)
{
	free(moved->section);
	free(moved->previous);
}
