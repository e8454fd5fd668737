/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/extract.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/strbuf.h"

/* rcc_extract_masked() copies whole lines until the copy has at least this
 * number of bytes. */
#define MASKED_MAX ((size_t)1 << 20)

/* The numbers that rcc_extract_numbers() has found so far. */
struct found {
	double *value;
	size_t room;
	size_t n;
	struct rcc_extract_bad *bad;
};

/* Parse a number and add it to *f.  The number must have the format of the C
 * locale, which programs use unless they set another locale. */
static int take_number(struct found *f, const char *text, size_t len)
{
	char *copy = rcc_mem_strndup(text, len);
	char *end = NULL;
	double value;
	int result = 0;

	errno = 0;
	value = strtod(copy, &end);
	/* A number that is too small for a double is not 0. */
	if (end == copy || *end != '\0' || !isfinite(value) ||
	    (errno == ERANGE && value == 0)) {
		snprintf(f->bad->text, sizeof(f->bad->text), "%s", copy);
		f->bad->whole[0] = '\0';
		result = RCC_EFORMAT;
	} else {
		if (f->n < f->room)
			f->value[f->n] = value;
		f->n++;
	}
	free(copy);
	return result;
}

/* Search a line from offset `at` on, as regexec() does.  The line may contain
 * null bytes. */
static int search(const regex_t *re, const char *line, size_t len, size_t at,
		  regmatch_t match[2])
{
	const int flags = at != 0 ? REG_NOTBOL : 0;
#ifdef REG_STARTEND
	match[0].rm_so = (regoff_t)at;
	match[0].rm_eo = (regoff_t)len;
	return regexec(re, line, 2, match, REG_STARTEND | flags);
#else
	/* musl's regexec() stops at a null byte.  Replace each null byte by a
	 * byte that no number contains. */
	char *copy = rcc_mem_alloc(len + 1);
	int err;

	memcpy(copy, line, len);
	copy[len] = '\0';
	for (size_t i = at; i < len; i++)
		if (copy[i] == '\0')
			copy[i] = '\1';
	err = regexec(re, copy + at, 2, match, flags);
	free(copy);
	for (int i = 0; i < 2 && err == 0; i++)
		if (match[i].rm_so >= 0) {
			match[i].rm_so += (regoff_t)at;
			match[i].rm_eo += (regoff_t)at;
		}
	return err;
#endif
}

/* Find the first match at or after *at in which the expression's group in
 * parentheses matches.  Set match[0] to the match, match[1] to the group, and
 * *at to the end of the match. */
static bool next_match(const regex_t *re, const char *line, size_t len,
		       size_t *at, regmatch_t match[2])
{
	/* Stop at the end of the line, where only an empty match is possible.
	 * But search an empty line once. */
	while (*at < len || *at == 0) {
		if (search(re, line, len, *at, match) != 0)
			return false;
		*at = (size_t)match[0].rm_eo +
		      (match[0].rm_eo == match[0].rm_so);
		/* The group matched nothing if it belongs to an alternative of
		 * the expression that was not taken. */
		if (match[1].rm_so >= 0)
			return true;
	}
	return false;
}

static bool is_digit(const char *line, size_t len, size_t at)
{
	return at < len && isdigit((unsigned char)line[at]);
}

/* Return whether the number that ends before `at` goes on there: with a digit, a
 * fraction, an exponent, a hexadecimal number, or a group of three digits behind
 * a comma. */
static bool goes_on(const char *line, size_t len, size_t begin, size_t at)
{
	const bool has_sign =
		at + 1 < len && (line[at + 1] == '-' || line[at + 1] == '+');

	if (at >= len)
		return false;
	switch (line[at]) {
	case '.':
		return is_digit(line, len, at + 1);
	case 'e':
	case 'E':
		return is_digit(line, len, at + 1 + has_sign);
	case 'x':
	case 'X':
		return at == begin + 1 && line[begin] == '0';
	case ',':
		return at - begin <= 3 && is_digit(line, len, at + 1) &&
		       is_digit(line, len, at + 2) &&
		       is_digit(line, len, at + 3) &&
		       !is_digit(line, len, at + 4);
	default:
		return is_digit(line, len, at);
	}
}

/* Return whether a minus sign at `at` belongs to the number behind it.  It does
 * at the beginning of a line, and behind a space or a mark such as "=".  It does
 * not in "10-20" and in "step-5". */
static bool is_sign(const char *line, size_t at)
{
	return line[at] == '-' &&
	       (at == 0 || strchr(" \t=:,;|([{<>\"'", line[at - 1]) != NULL);
}

/* Return whether the digits that begin at `at` are a group of three behind a
 * comma, as in "1,234". */
static bool is_thousands(const char *line, size_t len, size_t at)
{
	size_t n = 0; /* digits in front of the comma */

	while (at >= n + 2 && is_digit(line, len, at - n - 2))
		n++;
	return n >= 1 && n <= 3 && is_digit(line, len, at) &&
	       is_digit(line, len, at + 1) && is_digit(line, len, at + 2) &&
	       !is_digit(line, len, at + 3);
}

/* Return whether the number at `at` began earlier: with a digit, a sign, a
 * fraction, an exponent, a hexadecimal number, or a group of digits in front of
 * a comma. */
static bool began_earlier(const char *line, size_t len, size_t at)
{
	const char before = at > 0 ? line[at - 1] : '\0';
	const bool is_behind_digit = at > 1 && is_digit(line, len, at - 2);

	if (at == 0 || !(is_digit(line, len, at) || line[at] == '.'))
		return false;
	switch (before) {
	case '.':
		return is_behind_digit || at == 1 || line[at - 2] == ' ' ||
		       line[at - 2] == '\t';
	case 'e':
	case 'E':
		return is_behind_digit;
	case '+':
	case '-':
		return is_sign(line, at - 1) ||
		       (at > 2 && strchr("eE", line[at - 2]) != NULL &&
			is_digit(line, len, at - 3));
	case 'x':
	case 'X':
		return at > 1 && line[at - 2] == '0' &&
		       (at == 2 || !isalnum((unsigned char)line[at - 3]));
	case ',':
		return is_thousands(line, len, at);
	default:
		return is_digit(line, len, at - 1);
	}
}

/* Return whether a group matched only a part of a number.  The whole match may
 * be longer than the group: an expression may name what is in front of the
 * number, and what follows it. */
static bool is_part(const char *line, size_t len, const regmatch_t match[2])
{
	const size_t begin = (size_t)match[1].rm_so;
	const size_t end = (size_t)match[1].rm_eo;

	return (begin != 0 && is_digit(line, len, begin) &&
		is_digit(line, len, begin - 1)) ||
	       (match[0].rm_so == match[1].rm_so &&
		began_earlier(line, len, begin)) ||
	       (match[0].rm_eo == match[1].rm_eo &&
		goes_on(line, len, begin, end));
}

/* Describe the number of which a group is a part. */
static int refuse_part(struct found *f, const char *line, size_t len,
		       const regmatch_t *group)
{
	static const char characters[] = "0123456789.,eExX+-";
	size_t begin = (size_t)group->rm_so;
	size_t end = (size_t)group->rm_eo;

	while (begin != 0 && line[begin - 1] != '\0' &&
	       strchr(characters, line[begin - 1]) != NULL)
		begin--;
	while (end < len && line[end] != '\0' &&
	       strchr(characters, line[end]) != NULL)
		end++;
	snprintf(f->bad->text, sizeof(f->bad->text), "%.*s",
		 (int)(group->rm_eo - group->rm_so), line + group->rm_so);
	snprintf(f->bad->whole, sizeof(f->bad->whole), "%.*s",
		 (int)(end - begin), line + begin);
	return RCC_EFORMAT;
}

static int take_line(struct found *f, const regex_t *re, const char *line,
		     size_t len)
{
	regmatch_t match[2];
	size_t at = 0;

	while (next_match(re, line, len, &at, match)) {
		if (is_part(line, len, match))
			return refuse_part(f, line, len, &match[1]);
		if (take_number(f, line + match[1].rm_so,
				(size_t)(match[1].rm_eo - match[1].rm_so)) != 0)
			return RCC_EFORMAT;
	}
	return 0;
}

/* Open the file of `fd` again, since reading from `fd` would change its offset.
 * The program shares that offset. */
static FILE *open_again(int fd)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return fopen(path, "re");
}

int rcc_extract_numbers(int fd, const regex_t *re, double *value, size_t room,
			size_t *n, struct rcc_extract_bad *bad)
{
	struct found f = {.value = value, .room = room, .bad = bad};
	FILE *in = open_again(fd);
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int result = 0;

	*n = 0;
	if (in == NULL)
		return RCC_ESYS;
	for (bad->line = 1;
	     result == 0 && (len = getline(&line, &size, in)) >= 0;
	     bad->line += result == 0) {
		if (len > 0 && line[len - 1] == '\n')
			len--;
		if (len > 0 && line[len - 1] == '\r')
			len--;
		result = take_line(&f, re, line, (size_t)len);
	}
	if (result == 0 && ferror(in))
		result = RCC_ESYS;
	free(line);
	fclose(in);
	*n = f.n;
	return result;
}

/* ---- Comparing --------------------------------------------------------- */

/* A file that is read line by line.  Each number that rcc_extract_compare()
 * ignores is replaced by RCC_EXTRACT_MASK. */
struct masked {
	FILE *in;
	char *line;
	/* For each byte of the line, whether it is part of a number. */
	char *is_number;
	size_t size;
	/* Length including the newline; -1 at the end of the file. */
	ssize_t len;
};

static void mask_line(struct masked *m, const regex_t *re)
{
	size_t len = (size_t)m->len;
	regmatch_t match[2];
	size_t at = 0;

	if (len > 0 && m->line[len - 1] == '\n')
		len--;
	if (len > 0 && m->line[len - 1] == '\r')
		len--;
	while (next_match(re, m->line, len, &at, match))
		memset(m->is_number + match[1].rm_so, 1,
		       (size_t)(match[1].rm_eo - match[1].rm_so));
}

static void next_line(struct masked *m, const regex_t *const *re, size_t n)
{
	size_t to = 0;

	m->len = getline(&m->line, &m->size, m->in);
	if (m->len < 0)
		return;
	m->is_number = rcc_mem_realloc(m->is_number, m->size, 1);
	memset(m->is_number, 0, m->size);
	for (size_t i = 0; i < n; i++)
		mask_line(m, re[i]);
	/* Replace each number, whatever its length, by one mask byte. */
	for (size_t i = 0; i < (size_t)m->len; i++) {
		if (!m->is_number[i])
			m->line[to++] = m->line[i];
		else if (i == 0 || !m->is_number[i - 1])
			m->line[to++] = RCC_EXTRACT_MASK;
	}
	m->len = (ssize_t)to;
}

static void release_masked(struct masked *m)
{
	if (m->in != NULL)
		fclose(m->in);
	free(m->line);
	free(m->is_number);
}

char *rcc_extract_masked(const char *path, const regex_t *const *re, size_t n)
{
	struct masked m = {.in = fopen(path, "re")};
	struct rcc_strbuf text = {0};

	if (m.in == NULL)
		return NULL;
	while (text.n < MASKED_MAX) {
		next_line(&m, re, n);
		if (m.len < 0)
			break;
		rcc_strbuf_add_bytes(&text, m.line, (size_t)m.len);
	}
	release_masked(&m);
	return rcc_strbuf_take(&text);
}

int rcc_extract_compare(int fd, const char *path, const regex_t *const *re,
			size_t n, int64_t *at)
{
	struct masked a = {.in = open_again(fd)};
	struct masked b = {.in = fopen(path, "re")};
	int result = a.in != NULL && b.in != NULL ? 0 : RCC_ESYS;

	*at = 0;
	while (result == 0) {
		const int64_t begin = ftello(a.in);

		next_line(&a, re, n);
		next_line(&b, re, n);
		if (ferror(a.in) || ferror(b.in))
			result = RCC_ESYS;
		if (a.len < 0 && b.len < 0) {
			*at = -1;
			break;
		}
		if (a.len != b.len ||
		    memcmp(a.line, b.line, (size_t)a.len) != 0) {
			*at = begin;
			break;
		}
	}
	release_masked(&a);
	release_masked(&b);
	return result;
}
