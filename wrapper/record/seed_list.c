/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/seed_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"

void rcc_seeds_push(struct rcc_seeds *s, uint64_t value, bool is_original)
{
	s->item = rcc_mem_grow(s->item, s->n, &s->n_allocated,
			       sizeof(*s->item));
	s->item[s->n++] = (struct rcc_seed){.value = is_original ? 0 : value,
					    .is_original = is_original};
}

/* Where a list came from, for messages; file NULL: the command line. */
struct source {
	const char *file;
	size_t line;
};

__attribute__((noreturn)) static void bad(const struct source *from,
					  const char *problem, const char *word)
{
	if (from->file != NULL)
		rcc_error("\"%s\", line %zu: %s \"%s\"", from->file, from->line,
			  problem, word);
	else
		rcc_error("%s \"%s\" in --seeds", problem, word);
	rcc_hint("seeds are numbers from 0 to 18446744073709551615, \"none\", "
		 "or ranges such as 1..1000");
	exit(RCC_EXIT_OURS);
}

static bool parse_one(const char *text, struct rcc_seed *seed)
{
	int is_none = 0;

	if (rcc_rank_parse_seed(text, &seed->value, &is_none) != 0)
		return false;
	seed->is_original = is_none != 0;
	return true;
}

static void read_range(struct rcc_seeds *s, char *word, char *dots,
		       const struct source *from)
{
	struct rcc_seed first;
	struct rcc_seed last;

	*dots = '\0';
	if (!parse_one(word, &first) || !parse_one(dots + 2, &last) ||
	    first.is_original || last.is_original || first.value > last.value) {
		*dots = '.';
		bad(from, "bad range", word);
	}
	*dots = '.';
	if (last.value - first.value >= RCC_SEEDS_MAX - s->n)
		bad(from, "more than a million seeds:", word);
	for (uint64_t i = 0; i <= last.value - first.value; i++)
		rcc_seeds_push(s, first.value + i, false);
}

/* A list; `text` is taken apart. */
static void read_list(struct rcc_seeds *s, char *text,
		      const struct source *from)
{
	char *word;

	while ((word = strsep(&text, ",")) != NULL) {
		char *dots = strstr(word, "..");
		struct rcc_seed seed;

		if (dots != NULL) {
			read_range(s, word, dots, from);
			continue;
		}
		if (!parse_one(word, &seed))
			bad(from, "bad seed", word);
		if (s->n >= RCC_SEEDS_MAX)
			bad(from, "more than a million seeds:", word);
		rcc_seeds_push(s, seed.value, seed.is_original);
	}
}

static void read_file(struct rcc_seeds *s, const char *path)
{
	static const char blank[] = " \t\r";
	bool is_stdin = strcmp(path, "-") == 0;
	struct source from = {.file = is_stdin ? "standard input" : path};
	char *text = rcc_file_read(is_stdin ? "/dev/stdin" : path, NULL);
	char *at = text;
	char *line;

	if (text == NULL) {
		rcc_error_errno("cannot read the seeds \"%s\"", from.file);
		rcc_hint("--seeds takes a file with a seed a line, or a range "
			 "such as 1..1000");
		exit(RCC_EXIT_OURS);
	}
	while ((line = strsep(&at, "\n")) != NULL) {
		size_t n;

		from.line++;
		line[strcspn(line, "#")] = '\0';
		line += strspn(line, blank);
		n = strlen(line);
		while (n != 0 && strchr(blank, line[n - 1]) != NULL)
			line[--n] = '\0';
		if (n != 0)
			read_list(s, line, &from);
	}
	free(text);
	if (s->n == 0) {
		rcc_error("there are no seeds in \"%s\"", from.file);
		exit(RCC_EXIT_OURS);
	}
}

static int by_value(const void *a, const void *b)
{
	const struct rcc_seed *x = a;
	const struct rcc_seed *y = b;

	if (x->is_original != y->is_original)
		return x->is_original ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

/* Two layouts of one seed would be written to one file. */
static void refuse_twins(const struct rcc_seeds *s)
{
	struct rcc_seed *sorted = rcc_mem_alloc(s->n * sizeof(*sorted));
	char text[RCC_SEED_TEXT_MAX];

	memcpy(sorted, s->item, s->n * sizeof(*sorted));
	qsort(sorted, s->n, sizeof(*sorted), by_value);
	for (size_t i = 1; i < s->n; i++)
		if (by_value(&sorted[i - 1], &sorted[i]) == 0)
			rcc_die("--seeds has the seed %s twice",
				rcc_seeds_text(&sorted[i], text));
	free(sorted);
}

static bool is_list(const char *text)
{
	return ((text[0] >= '0' && text[0] <= '9') ||
		strncmp(text, "none", 4) == 0) &&
	       text[strspn(text, "0123456789abcdefABCDEFxX.,no")] == '\0';
}

void rcc_seeds_read(struct rcc_seeds *s, const char *text)
{
	const struct source from = {0};
	char *copy;

	if (is_list(text)) {
		copy = rcc_mem_strdup(text);
		read_list(s, copy, &from);
		free(copy);
	} else {
		read_file(s, text);
	}
	refuse_twins(s);
}

void rcc_seeds_release(struct rcc_seeds *s)
{
	free(s->item);
	*s = (struct rcc_seeds){0};
}

const char *rcc_seeds_text(const struct rcc_seed *seed, char *out)
{
	if (seed->is_original)
		return "none";
	snprintf(out, RCC_SEED_TEXT_MAX, "%" PRIu64, seed->value);
	return out;
}

char *rcc_seeds_output(const char *pattern, const struct rcc_seed *seed)
{
	char text[RCC_SEED_TEXT_MAX];
	char *path = NULL;
	size_t n = 0;
	bool has_seed = false;
	FILE *out = open_memstream(&path, &n);

	if (out == NULL)
		rcc_die("out of memory");
	for (; *pattern != '\0'; pattern++) {
		if (*pattern != '%') {
			putc(*pattern, out);
		} else if (*++pattern == 's') {
			fputs(rcc_seeds_text(seed, text), out);
			has_seed = true;
		} else if (*pattern == '%') {
			putc('%', out);
		} else {
			has_seed = false;
			break;
		}
	}
	if (fclose(out) != 0)
		rcc_die("out of memory");
	if (!has_seed) {
		free(path);
		path = NULL;
	}
	return path;
}
