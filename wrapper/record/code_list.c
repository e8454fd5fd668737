/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/code_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strmap.h"
#include "common/strvec.h"
#include "wrapper/elf/archive.h"
#include "wrapper/elf/code_symbols.h"
#include "wrapper/elf/object.h"

/* Whether layouts move a function, or why not (code_list.h). */
enum how { HOW_LINKER, HOW_MOVED, HOW_FIXED, HOW_SYSTEM };

static const char *const how_text[] = {"linker", "moved", "fixed", "system"};

/* The functions in the objects of a link, in two hash maps.  In each slot
 * `value` is an enum how, and `extra` is the index of the object in `name`. */
struct origins {
	struct rcc_strmap by_size; /* key: "SIZE NAME" */
	struct rcc_strmap by_name;
	struct rcc_strvec key;	  /* the keys of both maps */
	struct rcc_strvec name;	  /* names of the objects */
	struct rcc_file_map *map; /* the objects that LTO made */
	size_t n_maps;
};

/* ---- The objects -------------------------------------------------------- */

/* Return the length of a function's name without the version that the linker
 * appends ("@GLIBC_2.2"). */
static size_t name_length(const char *name)
{
	const size_t n = strcspn(name, "@");

	return n != 0 ? n : strlen(name);
}

/* Return the key of a function in by_size.  Caller frees. */
static char *key_of(const struct rcc_code_symbol *s)
{
	return rcc_mem_printf("%" PRIu64 " %.*s", s->size,
			      (int)name_length(s->name), s->name);
}

/* Add a function to a map.  If it is there already, the first definition
 * counts, as for the linker. */
static void put(struct rcc_strmap *map, const char *key, size_t n, enum how how,
		size_t origin)
{
	int is_new = 0;
	struct rcc_strmap_slot *slot = rcc_strmap_at(map, key, n, &is_new);

	if (!is_new)
		return;
	slot->value = how;
	slot->extra = origin;
}

/* Add the functions of one object.  `origin` is the object's name, or NULL if
 * it has none.  This function takes ownership of `origin`. */
static void add_object(struct origins *o, const unsigned char *image, size_t n,
		       char *origin, bool is_system)
{
	struct rcc_code_symbols code;

	rcc_code_symbols_read(&code, image, n);
	if (origin == NULL)
		origin = rcc_mem_strdup(code.source != NULL ? code.source
							    : "an object");
	rcc_strvec_take(&o->name, origin);
	for (size_t i = 0; i < code.n; i++) {
		const struct rcc_code_symbol *s = &code.item[i];
		enum how how = is_system ? HOW_SYSTEM : HOW_FIXED;
		char *key = key_of(s);

		if (rcc_code_symbols_is_moved(s->section))
			how = HOW_MOVED;
		rcc_strvec_take(&o->key, key);
		put(&o->by_size, key, strlen(key), how, o->name.n - 1);
		key = strchr(key, ' ') + 1;
		put(&o->by_name, key, strlen(key), how, o->name.n - 1);
	}
	rcc_code_symbols_release(&code);
}

static void add_archive(struct origins *o, const struct rcc_object_file *f,
			const char *name, bool is_system)
{
	struct rcc_archive archive;
	struct rcc_archive_member m;
	char why[RCC_WHY_MAX];

	if (rcc_archive_open(&archive, &f->map, why) != 0)
		return;
	while (rcc_archive_next(&archive, &m) > 0) {
		add_object(o, f->map.data + m.at, m.size,
			   rcc_mem_printf("%s(%s)", name, m.name), is_system);
		free(m.name);
	}
}

/* Return the file name that an input had when the link was recorded (caller
 * frees).  Sets *is_system to whether the file belongs to the system. */
static char *name_of(const struct rcc_link *link,
		     const struct rcc_recipe *recipe,
		     const struct rcc_input *in, bool *is_system)
{
	const struct rcc_ld_word *w = &link->request->args->word[in->word];
	const char *system =
		w->at < recipe->n_files ? recipe->system[w->at] : NULL;

	*is_system = system != NULL ||
		     (w->kind == RCC_LD_FILE && rcc_inputs_is_system(w->text));
	if (system != NULL)
		return rcc_mem_strdup(rcc_file_base(system));
	if (w->kind == RCC_LD_LIBRARY)
		return w->text[0] == ':' ? rcc_mem_strdup(w->text + 1)
					 : rcc_mem_printf("lib%s.a", w->text);
	return rcc_mem_strdup(rcc_file_base(w->text));
}

static void add_input(struct origins *o, const struct rcc_link *link,
		      const struct rcc_recipe *recipe,
		      const struct rcc_input *in)
{
	bool is_system;
	char *name;

	if (!in->is_open || (in->file.kind != RCC_FILE_OBJECT &&
			     in->file.kind != RCC_FILE_ARCHIVE))
		return;
	name = name_of(link, recipe, in, &is_system);
	if (in->file.kind == RCC_FILE_ARCHIVE) {
		add_archive(o, &in->file, name, is_system);
		free(name);
		return;
	}
	if (rcc_ldargs_is_temporary(link->request->args->word[in->word].text)) {
		free(name);
		name = NULL;
	}
	add_object(o, in->file.map.data, in->file.map.n, name, is_system);
}

/* Add the functions of the objects that LTO made.  Call this before adding any
 * other object, because the first definition counts.  A fat object has machine
 * code for the same functions, but the program has the code that LTO made. */
static void add_lto(struct origins *o, const struct rcc_recipe *recipe)
{
	o->map = rcc_mem_calloc(recipe->lto.n + 1, sizeof(*o->map));
	for (size_t i = 0; i < recipe->lto.n; i++) {
		struct rcc_file_map *map = &o->map[o->n_maps];

		if (rcc_file_map(recipe->lto.item[i], map) != 0)
			continue;
		o->n_maps++;
		add_object(o, map->data, map->n, rcc_mem_strdup("LTO"), false);
	}
}

static void release(struct origins *o)
{
	rcc_strmap_release(&o->by_size);
	rcc_strmap_release(&o->by_name);
	rcc_strvec_release(&o->key);
	rcc_strvec_release(&o->name);
	for (size_t i = 0; i < o->n_maps; i++)
		rcc_file_unmap(&o->map[i]);
	free(o->map);
}

/* ---- The program -------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
	const struct rcc_code_symbol *x = a;
	const struct rcc_code_symbol *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Find a function in the maps, by name and size.  If there is none, find it by
 * name alone, because a linker that relaxes code changes the size of
 * functions. */
static const struct rcc_strmap_slot *find(const struct origins *o,
					  const struct rcc_code_symbol *s)
{
	char *key = key_of(s);
	const struct rcc_strmap_slot *slot =
		rcc_strmap_find(&o->by_size, key, strlen(key));

	if (slot == NULL)
		slot = rcc_strmap_find(&o->by_name, s->name,
				       name_length(s->name));
	free(key);
	return slot;
}

static void print_function(FILE *out, const struct origins *o,
			   const struct rcc_code_symbol *s)
{
	const struct rcc_strmap_slot *slot = find(o, s);

	fprintf(out, "%016" PRIx64 "\t%s\t%" PRIx64 "\t%" PRIu64 "\t%s\t%s\n",
		s->address, s->name, s->offset, s->size,
		how_text[slot != NULL ? slot->value : HOW_LINKER],
		slot != NULL && slot->extra < o->name.n
			? o->name.item[slot->extra]
			: "-");
}

int rcc_code_list_print(FILE *out, const struct rcc_link *link,
			const struct rcc_recipe *recipe, const char *program)
{
	struct origins o = {0};
	struct rcc_code_symbols code;
	struct rcc_file_map map;

	if (rcc_file_map(program, &map) != 0)
		return RCC_ESYS;
	add_lto(&o, recipe);
	for (size_t i = 0; i < link->inputs.n; i++)
		add_input(&o, link, recipe, &link->inputs.item[i]);
	rcc_code_symbols_read(&code, map.data, map.n);
	if (code.n != 0)
		qsort(code.item, code.n, sizeof(*code.item), by_address);
	for (size_t i = 0; i < code.n; i++)
		print_function(out, &o, &code.item[i]);
	rcc_code_symbols_release(&code);
	rcc_file_unmap(&map);
	release(&o);
	return 0;
}
