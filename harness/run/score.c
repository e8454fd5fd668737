/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/score.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/run/extract.h"
#include "harness/study/metric_spec.h"
#include "harness/study/metric_unit.h"

#define NUMBER "[0-9.eE+-]+"
/* At most this many metrics are proposed. */
#define MOST_METRICS 4
#define MOST_IN_LINE 8

/* ---- Numbers in a line ------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == RCC_EXTRACT_MASK;
}

/* Return whether a number that ends at `end` is part of a word, as 3 is in
 * 3fa9.  Letters after a number may be its unit, as in 3ms.  They make a word
 * only if a digit follows them, or if the last of them is "_". */
static bool is_part_of_word(const char *end)
{
	const char *at = end;

	while (isalpha((unsigned char)*at) || *at == '_')
		at++;
	return at > end && (isdigit((unsigned char)*at) || at[-1] == '_');
}

/* Return whether a number is part of a date, a time of day or a number with
 * separators, such as 2026-01-31, 12:30 or 1,000. */
static bool is_joined(const char *end)
{
	return end[0] != '\0' && strchr(":/-,", end[0]) != NULL &&
	       isdigit((unsigned char)end[1]);
}

/* Return whether a number is the name of a folder in a path, as in
 * layouts/3/prog. */
static bool is_folder(const char *line, size_t at, const char *end)
{
	return at > 0 && line[at - 1] == '/' && *end == '/';
}

/* Return the length of the number at line[at]; 0 if there is none. */
static size_t number_at(const char *line, size_t at)
{
	const char *begin = line + at;
	const char *digits = begin + (*begin == '-' || *begin == '+');
	char *end = NULL;

	if (!isdigit((unsigned char)*digits) ||
	    (at > 0 && (is_word(line[at - 1]) || line[at - 1] == '.')) ||
	    (at > 1 && strchr(":/-,", line[at - 1]) != NULL &&
	     isdigit((unsigned char)line[at - 2])) ||
	    (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')))
		return 0;
	strtod(begin, &end);
	if (is_part_of_word(end) || is_joined(end) || is_folder(line, at, end))
		return 0;
	return (size_t)(end - begin);
}

/* ---- A regular expression for a line ----------------------------------- */

/* A regular expression that matches two lines: the text that they have in
 * common, with NUMBER in the place of each number that differs. */
struct pattern {
	struct rcc_strbuf re;
	size_t n;
	size_t at[MOST_IN_LINE]; /* offsets of NUMBER in `re` */
	/* Begin and end of each number in the second line. */
	size_t from[MOST_IN_LINE];
	size_t to[MOST_IN_LINE];
};

static void add_literal(struct rcc_strbuf *re, char c)
{
	if (c == RCC_EXTRACT_MASK) {
		rcc_strbuf_add(re, NUMBER);
		return;
	}
	if (strchr(".[]()*+?{}|^$\\", c) != NULL)
		rcc_strbuf_add_char(re, '\\');
	rcc_strbuf_add_char(re, c);
}

static size_t blanks_at(const char *text)
{
	return strspn(text, " \t");
}

/* Match the blanks at *was and *is, and move past them.  Before a number, the
 * lines may have different numbers of blanks.  Returns whether the blanks
 * match. */
static bool match_blanks(struct pattern *p, const char **was, const char **is,
			 const char *was_line, const char *is_line)
{
	const size_t n = blanks_at(*was);
	const size_t m = blanks_at(*is);

	*was += n;
	*is += m;
	if (n == 0 && m == 0)
		return true;
	if (n != m && (number_at(was_line, (size_t)(*was - was_line)) == 0 ||
		       number_at(is_line, (size_t)(*is - is_line)) == 0))
		return false;
	rcc_strbuf_add(&p->re, memchr(*is - m, '\t', m) != NULL ||
					       memchr(*was - n, '\t', n) != NULL
				       ? "[[:blank:]]"
				       : " ");
	rcc_strbuf_add_char(&p->re,
			    n != 0 && m != 0 && *is - m > is_line ? '+' : '*');
	return true;
}

/* Match one number, or one other character, and move past it in both lines.
 * Returns whether it matches. */
static bool match_one(struct pattern *p, const char **was, const char **is,
		      const char *was_line, const char *is_line)
{
	const size_t n = number_at(was_line, (size_t)(*was - was_line));
	const size_t m = number_at(is_line, (size_t)(*is - is_line));
	const bool differ = n != m || strncmp(*was, *is, n) != 0;

	if (n == 0 || m == 0 || !differ) {
		if (**was != **is)
			return false;
		add_literal(&p->re, *(*is)++);
		(*was)++;
		return true;
	}
	if (p->n == MOST_IN_LINE)
		return false;
	p->at[p->n] = p->re.n;
	p->from[p->n] = (size_t)(*is - is_line);
	p->to[p->n] = p->from[p->n] + m;
	p->n++;
	rcc_strbuf_add(&p->re, NUMBER);
	*was += n;
	*is += m;
	return true;
}

/* Compare two lines.  Returns whether they differ in numbers only. */
static bool match_lines(struct pattern *p, const char *was, const char *is)
{
	const char *a = was;
	const char *b = is;

	while (*a != '\0' || *b != '\0') {
		if (!match_blanks(p, &a, &b, was, is))
			return false;
		if ((*a != '\0' || *b != '\0') &&
		    !match_one(p, &a, &b, was, is))
			return false;
	}
	return true;
}

/* Return a regular expression for the line.  Its group matches number i of the
 * pattern.  The expression covers the whole line if is_whole is true.
 * Otherwise it ends with number i.  The caller must free it. */
static char *group_regex(const struct pattern *p, size_t i, bool is_whole)
{
	const char *re = p->re.text;
	const char *rest = re + p->at[i] + strlen(NUMBER);

	return rcc_mem_printf("^%.*s(%s)%s%s", (int)p->at[i], re, NUMBER,
			      is_whole ? rest : "", is_whole ? "$" : "");
}

static bool has_letter(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isalpha((unsigned char)text[i]))
			return true;
	return false;
}

/* Return the number of lines that the pattern matches. */
static size_t count_matches(const char *text, const char *pattern)
{
	regex_t re;
	size_t n = 0;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return 0;
	while (*text != '\0') {
		const size_t len = strcspn(text, "\n");
		char *line = rcc_mem_strndup(text, len);

		for (char *c = line; (c = strchr(c, RCC_EXTRACT_MASK)) != NULL;)
			*c = '0'; /* a character that NUMBER matches */
		n += regexec(&re, line, 0, NULL, 0) == 0;
		free(line);
		text += len + (text[len] == '\n');
	}
	regfree(&re);
	return n;
}

/* ---- A name ------------------------------------------------------------ */

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || (c != '\0' && strchr("_.-/%", c));
}

/* Return the last word before text[end]; "" if the word cannot be a name.  Set
 * *begin to the word's offset.  The caller must free the word. */
static char *word_before(const char *text, size_t end, size_t *begin)
{
	while (end > 0 && !is_name_char(text[end - 1]))
		end--;
	*begin = end;
	while (*begin > 0 && is_name_char(text[*begin - 1]))
		(*begin)--;
	/* "2" in "run 2: 3.5" cannot be a name. */
	if (!isalpha((unsigned char)text[*begin]))
		end = *begin;
	return rcc_mem_strndup(text + *begin, end - *begin);
}

/* Return the unit after a number, as in "12 ms", "12ms" or "12 MB/s".  The
 * caller must free it. */
static char *word_after(const char *text)
{
	size_t n = 0;

	text += blanks_at(text);
	/* Also accept bytes that are not ASCII, such as the bytes of the micro
	 * sign. */
	while (isalpha((unsigned char)text[n]) || text[n] == '/' ||
	       (unsigned char)text[n] >= 0x80)
		n++;
	return rcc_mem_strndup(text, n);
}

static bool is_unit(const char *word)
{
	double factor;

	return word[0] != '\0' &&
	       (strchr(word + 1, '/') != NULL ||
		rcc_unit_better(word) != RCC_BETTER_UNKNOWN ||
		rcc_unit_kind(word, &factor) != RCC_UNIT_COUNT);
}

/* Return "LABEL=stdout:REGEX" if it is a valid metric, else NULL.  The caller
 * must free it. */
static char *try_label(const char *label, const char *regex)
{
	char *text = rcc_mem_printf("%s=stdout:%s", label, regex);
	char *problem = NULL;
	json_t *json = rcc_metric_spec_parse(text, &problem);

	if (json == NULL) {
		free(text);
		text = NULL;
	}
	json_decref(json);
	free(problem);
	return text;
}

static char *name_with_unit(const char *name, const char *unit,
			    const char *regex)
{
	char *label = rcc_mem_printf("%s/%s", name, unit);
	char *text = try_label(label, regex);

	free(label);
	return text;
}

/* Return a metric for number i of the pattern, named after the words around the
 * number in the line.  The caller must free it. */
static char *metric_of(const char *line, const struct pattern *p, size_t i,
		       const char *regex)
{
	size_t begin;
	char *unit = word_after(line + p->to[i]);
	char *name = word_before(line, p->from[i], &begin);
	char *text = NULL;
	double factor;

	/* The unit may be before the number, as in "speed (MB/s): 12". */
	if (begin > 0 && line[begin - 1] == '(' && is_unit(name)) {
		free(unit);
		unit = name;
		name = word_before(line, begin - 1, &begin);
	}
	if (name[0] != '\0' && is_unit(unit))
		text = name_with_unit(name, unit, regex);
	if (text == NULL && name[0] != '\0')
		text = try_label(name, regex);
	if (text == NULL && strchr(unit, '/') != NULL)
		text = try_label(unit, regex);
	if (text == NULL && is_unit(unit))
		text = name_with_unit(rcc_unit_kind(unit, &factor) ==
						      RCC_UNIT_SECONDS
					      ? "time"
					      : "score",
				      unit, regex);
	if (text == NULL)
		text = try_label("score", regex);
	free(name);
	free(unit);
	return text;
}

/* ---- All lines --------------------------------------------------------- */

static size_t name_length(const char *metric)
{
	return strcspn(metric, "/=");
}

static bool has_name(const struct rcc_strvec *metric, const char *text)
{
	const size_t n = name_length(text);

	for (size_t i = 0; i < metric->n; i++)
		if (name_length(metric->item[i]) == n &&
		    strncmp(metric->item[i], text, n) == 0)
			return true;
	return false;
}

/* If another metric has the name of this one, append a number to the name:
 * "score2". */
static char *rename_metric(const struct rcc_strvec *metric, char *text)
{
	const size_t n = name_length(text);

	for (unsigned i = 2; has_name(metric, text) && i < 100; i++) {
		/* The new name has no unit: a second "time/ms" becomes "time2",
		 * and a second "ops/s" becomes "ops2". */
		char *other = rcc_mem_printf("%.*s%u%s", (int)n, text, i,
					     strchr(text, '='));

		if (has_name(metric, other)) {
			free(other);
			continue;
		}
		free(text);
		return other;
	}
	return text;
}

static bool has_regex(const struct rcc_strvec *metric, const char *regex)
{
	for (size_t i = 0; i < metric->n; i++)
		if (strcmp(strchr(metric->item[i], ':') + 1, regex) == 0)
			return true;
	return false;
}

/* Propose a metric for number i of the pattern.  Return whether this metric, or
 * one that was proposed before, reads the number. */
static bool propose(struct rcc_score *score, const char *all, const char *line,
		    const struct pattern *p, size_t i)
{
	char *regex = group_regex(p, i, !has_letter(line, p->from[i]));
	const size_t n = count_matches(all, regex);
	char *text = NULL;
	bool done = has_regex(&score->metric, regex);

	if (!done && n > 0 && score->metric.n < MOST_METRICS &&
	    (score->metric.n == 0 || n == score->n_iterations))
		text = metric_of(line, p, i, regex);
	if (text != NULL) {
		score->n_iterations = n;
		rcc_strvec_take(&score->metric,
				rename_metric(&score->metric, text));
		done = true;
	}
	free(regex);
	return done;
}

static void compare_lines(struct rcc_score *score, const char *all,
			  const char *was, const char *is)
{
	struct pattern p = {0};

	if (score->was == NULL && score->is == NULL) {
		score->was = rcc_mem_strdup(was);
		score->is = rcc_mem_strdup(is);
	}
	if (!match_lines(&p, was, is)) {
		score->is_all = false;
		p.n = 0;
	}
	for (size_t i = 0; i < p.n; i++)
		score->is_all &= propose(score, all, is, &p, i);
	rcc_strbuf_release(&p.re);
}

static char *take_line(const char **text)
{
	const size_t len = strcspn(*text, "\n");
	char *line = rcc_mem_strndup(*text, len);

	*text += len + ((*text)[len] == '\n');
	return line;
}

void rcc_score_find(const char *was, const char *is, struct rcc_score *score)
{
	const char *all = is;

	*score = (struct rcc_score){.n_iterations = 1, .is_all = true};
	while (*was != '\0' && *is != '\0') {
		char *a = take_line(&was);
		char *b = take_line(&is);

		if (strcmp(a, b) != 0)
			compare_lines(score, all, a, b);
		free(a);
		free(b);
	}
	if (*was == '\0' && *is == '\0')
		return;
	score->is_all = false;
	if (score->was != NULL || score->is != NULL)
		return;
	score->was = *was != '\0' ? take_line(&was) : NULL;
	score->is = *is != '\0' ? take_line(&is) : NULL;
}

void rcc_score_release(struct rcc_score *score)
{
	rcc_strvec_release(&score->metric);
	free(score->was);
	free(score->is);
	*score = (struct rcc_score){0};
}
