/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

/* ---- Splitting --------------------------------------------------------- */

/* Copies what is quoted, up to the closing quote; returns what follows it, or
 * NULL if there is none. */
static const char *copy_quoted(const char *text, char quote, char **to)
{
	while (*text != quote) {
		if (*text == '\0')
			return NULL;
		if (quote == '"' && *text == '\\' &&
		    (text[1] == '"' || text[1] == '\\'))
			text++;
		*(*to)++ = *text++;
	}
	return text + 1;
}

/* One word, from a character that is no blank; returns what follows it. */
static const char *copy_word(const char *text, char *to)
{
	while (text != NULL && *text != '\0' &&
	       strchr(" \t\n", *text) == NULL) {
		if (*text == '\'' || *text == '"') {
			const char quote = *text;

			text = copy_quoted(text + 1, quote, &to);
			continue;
		}
		if (*text == '\\' && *++text == '\0')
			text = NULL;
		else
			*to++ = *text++;
	}
	*to = '\0';
	return text;
}

int rcc_words_split(const char *text, struct rcc_strvec *words)
{
	char *word = rcc_mem_alloc(strlen(text) + 1);

	text += strspn(text, " \t\n");
	while (text != NULL && *text != '\0') {
		text = copy_word(text, word);
		if (text != NULL) {
			rcc_strvec_push(words, word);
			text += strspn(text, " \t\n");
		}
	}
	free(word);
	return text != NULL ? 0 : RCC_EFORMAT;
}

/* ---- Near words -------------------------------------------------------- */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t rcc_words_distance(const char *a, const char *b)
{
	const size_t n = strlen(a);
	const size_t m = strlen(b);
	const size_t width = m + 1;
	size_t *d = rcc_mem_calloc((n + 1) * width, sizeof(*d));
	size_t result;

	for (size_t i = 0; i <= n; i++) {
		for (size_t k = 0; k <= m; k++) {
			size_t *here = &d[i * width + k];

			if (i == 0 || k == 0) {
				*here = i + k;
				continue;
			}
			*here = least(here[-(long)width - 1] +
					      (a[i - 1] != b[k - 1]),
				      1 + least(here[-1], here[-(long)width]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] &&
			    a[i - 2] == b[k - 1])
				*here = least(*here,
					      1 + d[(i - 2) * width + k - 2]);
		}
	}
	result = d[n * width + m];
	free(d);
	return result;
}

const char *rcc_words_nearest(const char *word, const char *const *list)
{
	const char *nearest = NULL;
	/* More than a third of its letters wrong is another word. */
	size_t best = strlen(word) / 3 + 1;

	for (; *list != NULL; list++) {
		const size_t distance = rcc_words_distance(word, *list);

		if (distance <= best && (nearest == NULL || distance < best)) {
			nearest = *list;
			best = distance;
		}
	}
	return nearest;
}

/* ---- Lists ------------------------------------------------------------- */

void rcc_words_add(char **list, const char *word)
{
	char *longer = rcc_mem_printf("%s%s%s", *list != NULL ? *list : "",
				      *list != NULL ? ", " : "", word);

	free(*list);
	*list = longer;
}
