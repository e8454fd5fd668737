/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/user_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* The name of a private copy, and the user's name of the same file. */
struct pair {
	char *copy;
	char *user;
};

/* The names to replace, in the order of the copies' names. */
struct table {
	struct pair *pair;
	size_t n;
	char *dir; /* the directory of the copies, as the text spells it */
};

/* Return a name as lld writes it into a file for make: a backslash is before a
 * space and before '#', and '$' is doubled.  Caller frees. */
static char *escaped(const char *name)
{
	struct rcc_strbuf b = {0};

	rcc_strbuf_add(&b, "");
	for (; *name != '\0'; name++) {
		if (*name == ' ' || *name == '#')
			rcc_strbuf_add_char(&b, '\\');
		else if (*name == '$')
			rcc_strbuf_add_char(&b, '$');
		rcc_strbuf_add_char(&b, *name);
	}
	return rcc_strbuf_take(&b);
}

static int by_copy(const void *a, const void *b)
{
	const struct pair *x = a;
	const struct pair *y = b;

	return strcmp(x->copy, y->copy);
}

static const char *user_name(const struct rcc_user_names *names, size_t i)
{
	const struct rcc_input *in = &names->inputs->item[i];
	const struct rcc_ld_word *w = &names->args->word[in->word];

	return w->kind == RCC_LD_LIBRARY ? in->path : w->text;
}

/* Return the names of a link's copies.  If `text` is for make, add the names as
 * lld escapes them; GNU ld escapes nothing. */
static struct table make_table(const struct rcc_user_names *names,
			       const char *text, bool is_for_make)
{
	const size_t n = names->inputs->n;
	struct table t = {.pair = rcc_mem_calloc(2 * n + 1, sizeof(*t.pair)),
			  .dir = rcc_mem_strdup(names->dir)};

	for (size_t i = 0; i < n; i++) {
		const char *copy = names->copies->path[i];

		if (copy == NULL)
			continue;
		t.pair[t.n++] =
			(struct pair){rcc_mem_strdup(copy),
				      rcc_mem_strdup(user_name(names, i))};
		if (is_for_make && strpbrk(copy, " #$") != NULL)
			t.pair[t.n++] = (struct pair){
				escaped(copy), escaped(user_name(names, i))};
	}
	qsort(t.pair, t.n, sizeof(*t.pair), by_copy);
	if (is_for_make && strstr(text, t.dir) == NULL) {
		free(t.dir);
		t.dir = escaped(names->dir);
	}
	return t;
}

static void release(struct table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->pair[i].copy);
		free(t->pair[i].user);
	}
	free(t->pair);
	free(t->dir);
}

/* Return how many of the first n characters of `text` are those of `name`. */
static size_t common_length(const char *name, const char *text, size_t n)
{
	size_t k = 0;

	while (k < n && name[k] != '\0' && name[k] == text[k])
		k++;
	return k;
}

/* Return how many copies have a name that comes before the n characters of
 * `text`, or is equal to them. */
static size_t n_before(const struct table *t, const char *text, size_t n)
{
	size_t lo = 0;
	size_t hi = t->n;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const char *name = t->pair[mid].copy;
		const size_t k = common_length(name, text, n);

		if (name[k] == '\0' ||
		    (k < n && (unsigned char)name[k] < (unsigned char)text[k]))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Return the copy whose name is the longest prefix of the text, or NULL if no
 * name is one.
 *
 * The table is sorted, so a prefix of the text stands before the text's place.
 * The name just before that place is the answer, or it differs from the text
 * after some characters.  Every other prefix is then a prefix of these
 * characters, and is looked for in the same way. */
static const struct pair *copy_named(const struct table *t, const char *text,
				     size_t n)
{
	for (;;) {
		const size_t end = n_before(t, text, n);
		const struct pair *last;

		if (end == 0)
			return NULL;
		last = &t->pair[end - 1];
		n = common_length(last->copy, text, n);
		if (last->copy[n] == '\0')
			return last;
	}
}

/* Replace the names of copies in n characters of text, and append the result. */
static void replace(const struct table *t, const char *text, size_t n,
		    struct rcc_strbuf *out)
{
	const size_t n_dir = strlen(t->dir);

	while (n != 0) {
		const char *hit = memmem(text, n, t->dir, n_dir);
		const size_t before = hit != NULL ? (size_t)(hit - text) : n;
		const struct pair *pair;
		size_t skipped;

		rcc_strbuf_add_bytes(out, text, before);
		text += before;
		n -= before;
		if (n == 0)
			break;
		pair = copy_named(t, text, n);
		if (pair != NULL) {
			rcc_strbuf_add(out, pair->user);
			skipped = strlen(pair->copy);
		} else {
			/* randld added this file.  Keep only its base name. */
			skipped = n_dir + (n > n_dir);
		}
		text += skipped;
		n -= skipped;
	}
}

void rcc_user_names_add(const struct rcc_user_names *names, const char *text,
			size_t n, struct rcc_strbuf *out)
{
	struct table t;

	if (memmem(text, n, names->dir, strlen(names->dir)) == NULL) {
		rcc_strbuf_add_bytes(out, text, n);
		return;
	}
	t = make_table(names, text, false);
	replace(&t, text, n, out);
	release(&t);
}

/* Remove the lines that name a file added by randld.  Returns the new
 * length. */
static size_t drop_lines(const struct table *t, char *text)
{
	char *own = rcc_mem_printf("%s/randcc-layout", t->dir);
	char *out = text;
	char *line = text;

	while (*line != '\0') {
		size_t len = strcspn(line, "\n");

		len += line[len] == '\n';
		if (memmem(line, len, own, strlen(own)) == NULL) {
			memmove(out, line, len);
			out += len;
		}
		line += len;
	}
	*out = '\0';
	free(own);
	return (size_t)(out - text);
}

void rcc_user_names_add_dependencies(const struct rcc_user_names *names,
				     char *text, struct rcc_strbuf *out)
{
	struct table t = make_table(names, text, true);

	replace(&t, text, drop_lines(&t, text), out);
	release(&t);
}
