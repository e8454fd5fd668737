/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/compilers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"

/* The words before the version in a string of .comment, and the compiler that
 * writes these words. */
static const struct {
	const char *before;
	const char *name;
} known[] = {
	{"clang version ", "clang"},
	{"rustc version ", "rustc"},
	{"ldc version ", "ldc"},
	{"GCC: (", "gcc"},
};

/* The number of functions from one compiler. */
struct share {
	char *name;
	size_t n_functions;
};

struct shares {
	struct share *item;
	size_t n;
	size_t n_allocated;
};

/* Return the name and version of the compiler that wrote a string of .comment,
 * or "unknown".  Caller frees. */
static char *name_of(const char *comment)
{
	for (size_t i = 0;
	     comment != NULL && i < sizeof(known) / sizeof(known[0]); i++) {
		const char *at = strstr(comment, known[i].before);
		const char *last;

		if (at == NULL)
			continue;
		at += strlen(known[i].before);
		/* gcc's version comes after the closing bracket. */
		last = at[-1] == '(' ? strrchr(at, ')') : NULL;
		if (last != NULL && last[1] == ' ')
			at = last + 2;
		return rcc_mem_printf("%s %.*s", known[i].name,
				      (int)strspn(at, "0123456789."), at);
	}
	return rcc_mem_strdup("unknown");
}

static void add(struct shares *s, char *name, size_t n_functions)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->item[i].name, name) == 0) {
			s->item[i].n_functions += n_functions;
			free(name);
			return;
		}
	s->item =
		rcc_mem_grow(s->item, s->n, &s->n_allocated, sizeof(*s->item));
	s->item[s->n++] = (struct share){name, n_functions};
}

/* Return the number of functions that get ranks. */
static size_t count_functions(const struct rcc_object *o)
{
	return o->n_functions - o->n_variables;
}

static void add_file(struct shares *s, const struct rcc_object_file *f)
{
	for (size_t i = 0; i < f->n_objects; i++) {
		const struct rcc_object *o = &f->object[i];
		const size_t n = count_functions(o);

		if (n != 0)
			add(s, name_of(o->comment), n);
	}
}

static int by_share(const void *a, const void *b)
{
	const struct share *x = a;
	const struct share *y = b;

	if (x->n_functions != y->n_functions)
		return x->n_functions < y->n_functions ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Return whether any input has functions that were compiled without our plugin.
 * Variables do not count: those of the C library's start files get names with
 * the factor "data". */
static bool has_others(const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; f->is_named && k < f->n_objects; k++)
			if ((f->object[k].traits & RCC_OBJECT_IS_OURS) == 0 &&
			    count_functions(&f->object[k]) != 0)
				return true;
	}
	return false;
}

char *rcc_compilers_text(const struct rcc_inputs *inputs)
{
	struct shares s = {0};
	struct rcc_strbuf text = {0};

	if (!has_others(inputs))
		return NULL;
	for (size_t i = 0; i < inputs->n; i++)
		add_file(&s, &inputs->item[i].file);
	if (s.n == 0)
		return NULL;
	qsort(s.item, s.n, sizeof(*s.item), by_share);
	for (size_t i = 0; i < s.n; i++) {
		char *item = rcc_mem_printf("%s: %zu", s.item[i].name,
					    s.item[i].n_functions);

		rcc_strbuf_add_item(&text, ", ", item);
		free(item);
		free(s.item[i].name);
	}
	free(s.item);
	return rcc_strbuf_take(&text);
}
