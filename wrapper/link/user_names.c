/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/user_names.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* Find the input whose private copy (private_copies.h) is named at the
 * beginning of the text `at`.  Returns the index of the input, or inputs->n if
 * there is none. */
static size_t copy_named(const struct rcc_user_names *names, const char *at,
			 size_t room)
{
	size_t best = names->inputs->n;
	size_t best_len = 0;

	for (size_t i = 0; i < names->inputs->n; i++) {
		const char *copy = names->copies->path[i];
		size_t len = copy != NULL ? strlen(copy) : 0;

		if (len > best_len && len <= room &&
		    memcmp(at, copy, len) == 0) {
			best = i;
			best_len = len;
		}
	}
	return best;
}

static const char *user_name(const struct rcc_user_names *names, size_t i)
{
	const struct rcc_input *in = &names->inputs->item[i];
	const struct rcc_ld_word *w = &names->args->word[in->word];

	return w->kind == RCC_LD_LIBRARY ? in->path : w->text;
}

void rcc_user_names_add(const struct rcc_user_names *names, const char *text,
			size_t n, struct rcc_strbuf *out)
{
	size_t dir_len = strlen(names->dir);

	while (n != 0) {
		const char *hit = memmem(text, n, names->dir, dir_len);
		size_t before = hit != NULL ? (size_t)(hit - text) : n;
		size_t skipped;
		size_t i;

		rcc_strbuf_add_bytes(out, text, before);
		text += before;
		n -= before;
		if (n == 0)
			break;
		i = copy_named(names, text, n);
		if (i != names->inputs->n) {
			rcc_strbuf_add(out, user_name(names, i));
			skipped = strlen(names->copies->path[i]);
		} else {
			/* randld added this file.  Keep only its base name. */
			skipped = dir_len + (n > dir_len);
		}
		text += skipped;
		n -= skipped;
	}
}

size_t rcc_user_names_drop_lines(const struct rcc_user_names *names, char *text)
{
	char *own = rcc_mem_printf("%s/randcc-layout.", names->dir);
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
