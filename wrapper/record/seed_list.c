/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/seed_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"

static const char remedy[] =
	"seeds are numbers from 0 to 18446744073709551615, \"none\", or ranges "
	"such as 1..1000";

/* The origin of a list of seeds, for messages about bad seeds. */
struct source {
	const char *file; /* NULL: the list is on the command line */
	size_t line;
	struct rcc_refusal *why;
};

static int refuse(const struct source *from, const char *problem,
		  const char *word)
{
	if (from->file == NULL)
		return rcc_refuse(from->why, RCC_EFORMAT, remedy,
				  "%s \"%s\" in --seeds", problem, word);
	return rcc_refuse(from->why, RCC_EFORMAT, remedy,
			  "\"%s\", line %zu: %s \"%s\"", from->file, from->line,
			  problem, word);
}

static int refuse_many(const struct source *from, const char *word)
{
	return refuse(from, "more than a million seeds:", word);
}

static void push(struct rcc_seed_list *s, uint64_t value, bool is_original)
{
	s->item =
		rcc_mem_grow(s->item, s->n, &s->n_allocated, sizeof(*s->item));
	s->item[s->n++] = (struct rcc_seed){.value = is_original ? 0 : value,
					    .is_original = is_original};
}

static bool parse_one(const char *text, struct rcc_seed *seed)
{
	int is_none = 0;

	if (rcc_rank_parse_seed(text, &seed->value, &is_none) != 0)
		return false;
	seed->is_original = is_none != 0;
	return true;
}

static int read_range(struct rcc_seed_list *s, char *word, char *dots,
		      const struct source *from)
{
	struct rcc_seed first;
	struct rcc_seed last;
	bool is_range;

	*dots = '\0';
	is_range = parse_one(word, &first) && parse_one(dots + 2, &last) &&
		   !first.is_original && !last.is_original &&
		   first.value <= last.value;
	*dots = '.';
	if (!is_range)
		return refuse(from, "bad range", word);
	if (last.value - first.value >= RCC_SEED_LIST_MAX - s->n)
		return refuse_many(from, word);
	for (uint64_t i = 0; i <= last.value - first.value; i++)
		push(s, first.value + i, false);
	return 0;
}

static int read_word(struct rcc_seed_list *s, char *word,
		     const struct source *from)
{
	char *dots = strstr(word, "..");
	struct rcc_seed seed;

	if (dots != NULL)
		return read_range(s, word, dots, from);
	if (!parse_one(word, &seed))
		return refuse(from, "bad seed", word);
	if (s->n >= RCC_SEED_LIST_MAX)
		return refuse_many(from, word);
	push(s, seed.value, seed.is_original);
	return 0;
}

/* Read a list of seeds and ranges.  `text` is changed. */
static int read_list(struct rcc_seed_list *s, char *text,
		     const struct source *from)
{
	char *word;
	int err = 0;

	while (err == 0 && (word = strsep(&text, ",")) != NULL)
		err = read_word(s, word, from);
	return err;
}

/* Remove a comment, and the blanks at both ends of a line. */
static char *trim(char *line)
{
	static const char blank[] = " \t\r";
	size_t n;

	line[strcspn(line, "#")] = '\0';
	line += strspn(line, blank);
	n = strlen(line);
	while (n != 0 && strchr(blank, line[n - 1]) != NULL)
		line[--n] = '\0';
	return line;
}

static int read_file(struct rcc_seed_list *s, const char *path,
		     struct rcc_refusal *why)
{
	bool is_stdin = strcmp(path, "-") == 0;
	struct source from = {.file = is_stdin ? "standard input" : path,
			      .why = why};
	char *text = rcc_file_read(is_stdin ? "/dev/stdin" : path, NULL);
	char *at = text;
	char *line;
	int err = 0;

	if (text == NULL)
		return rcc_refuse(why, RCC_ESYS,
				  "--seeds takes a file with one seed on each "
				  "line, or a range such as 1..1000",
				  "cannot read the seeds \"%s\"", from.file);
	while (err == 0 && (line = strsep(&at, "\n")) != NULL) {
		from.line++;
		line = trim(line);
		if (line[0] != '\0')
			err = read_list(s, line, &from);
	}
	free(text);
	if (err == 0 && s->n == 0)
		err = rcc_refuse(why, RCC_EFORMAT, NULL,
				 "there are no seeds in \"%s\"", from.file);
	return err;
}

static int by_value(const void *a, const void *b)
{
	const struct rcc_seed *x = a;
	const struct rcc_seed *y = b;

	if (x->is_original != y->is_original)
		return x->is_original ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

/* Refuse a list that contains a seed twice, because both layouts would be
 * written to the same file. */
static int check_unique(const struct rcc_seed_list *s, struct rcc_refusal *why)
{
	struct rcc_seed *sorted = rcc_mem_alloc(s->n * sizeof(*sorted));
	char text[RCC_SEED_TEXT_MAX];
	int err = 0;

	memcpy(sorted, s->item, s->n * sizeof(*sorted));
	qsort(sorted, s->n, sizeof(*sorted), by_value);
	for (size_t i = 1; i < s->n && err == 0; i++)
		if (by_value(&sorted[i - 1], &sorted[i]) == 0)
			err = rcc_refuse(why, RCC_EFORMAT, NULL,
					 "--seeds has the seed %s twice",
					 rcc_seed_text(&sorted[i], text));
	free(sorted);
	return err;
}

/* Return whether the argument of --seeds is a list.  If not, it is a file
 * name. */
static bool is_list(const char *text)
{
	return ((text[0] >= '0' && text[0] <= '9') ||
		strncmp(text, "none", 4) == 0) &&
	       text[strspn(text, "0123456789abcdefABCDEFxX.,no")] == '\0';
}

int rcc_seed_list_read(struct rcc_seed_list *s, const char *text,
		       struct rcc_refusal *why)
{
	const struct source from = {.why = why};
	char *copy;
	int err;

	if (is_list(text)) {
		copy = rcc_mem_strdup(text);
		err = read_list(s, copy, &from);
		free(copy);
	} else {
		err = read_file(s, text, why);
	}
	return err != 0 ? err : check_unique(s, why);
}

void rcc_seed_list_release(struct rcc_seed_list *s)
{
	free(s->item);
	*s = (struct rcc_seed_list){0};
}

const char *rcc_seed_text(const struct rcc_seed *seed, char *out)
{
	if (seed->is_original)
		return "none";
	snprintf(out, RCC_SEED_TEXT_MAX, "%" PRIu64, seed->value);
	return out;
}

char *rcc_seed_output(const char *pattern, const struct rcc_seed *seed)
{
	struct rcc_strbuf path = {0};
	char text[RCC_SEED_TEXT_MAX];
	bool has_seed = false;

	for (; *pattern != '\0'; pattern++) {
		if (*pattern != '%') {
			rcc_strbuf_add_char(&path, *pattern);
		} else if (*++pattern == 's') {
			rcc_strbuf_add(&path, rcc_seed_text(seed, text));
			has_seed = true;
		} else if (*pattern == '%') {
			rcc_strbuf_add_char(&path, '%');
		} else {
			has_seed = false;
			break;
		}
	}
	if (has_seed)
		return rcc_strbuf_take(&path);
	rcc_strbuf_release(&path);
	return NULL;
}
