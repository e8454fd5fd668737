/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/number.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/rank.h"

/* Parse the number at the beginning of `text`, and set *end to the text after
 * it.  strtod() alone is not strict enough: it accepts blanks, hexadecimal
 * numbers, "inf" and "nan". */
static int parse_head(const char *text, double *value, const char **end)
{
	static const char digits[] = "0123456789";
	const char *at = text + (*text == '-' || *text == '+');
	char *behind;
	double number;

	if (strcspn(at, digits) > 1 || strpbrk(at, digits) == NULL ||
	    (*at != '.' && !isdigit((unsigned char)*at)) ||
	    (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')))
		return -1;
	errno = 0;
	number = strtod(text, &behind);
	/* A number that is too small for a double is not 0. */
	if (behind == text || !isfinite(number) ||
	    (errno == ERANGE && number == 0))
		return -1;
	*value = number;
	*end = behind;
	return 0;
}

/* Parse a short decimal number without strtod(), which is slower.  The result
 * is the nearest double.  A double holds integers up to 2^53 and powers of ten
 * up to 10^22 exactly, so one division rounds correctly (Clinger, "How to read
 * floating point numbers accurately", 1990).  Returns false for any other text,
 * for example a number with an exponent. */
static bool plain_decimal(const char *text, double *value)
{
	static const double power[] = {1e0,  1e1,  1e2,	 1e3,  1e4,  1e5,  1e6,
				       1e7,  1e8,  1e9,	 1e10, 1e11, 1e12, 1e13,
				       1e14, 1e15, 1e16, 1e17, 1e18};
	const char *const digits = text + (*text == '-');
	const char *at = digits;
	const char *behind;
	uint64_t number = 0;
	unsigned digit;

	for (; (digit = (unsigned char)*at - '0') <= 9; at++)
		number = 10 * number + digit;
	behind = at + (*at == '.');
	if (at == digits || FLT_EVAL_METHOD != 0)
		return false;
	for (at = behind; (digit = (unsigned char)*at - '0') <= 9; at++)
		number = 10 * number + digit;
	/* The loops read any number of digits, so `number` may have overflowed.
	 * Any 19 digits fit into 64 bits.  Refuse a longer number, and digits
	 * that form an integer above 2^53, which a double may not hold
	 * exactly. */
	if (*at != '\0' || at - digits > 19 || number > ((uint64_t)1 << 53) ||
	    at - behind > 18)
		return false;
	*value = (double)number / power[at - behind];
	if (*text == '-')
		*value = -*value;
	return true;
}

int rcc_number_parse(const char *text, double *value)
{
	const char *end;
	double number;

	if (plain_decimal(text, value))
		return 0;
	if (parse_head(text, &number, &end) != 0 || *end != '\0')
		return -1;
	*value = number;
	return 0;
}

int rcc_number_parse_size(const char *text, size_t least, size_t most,
			  size_t *value)
{
	char *end;
	unsigned long long number;

	if (!isdigit((unsigned char)text[0]))
		return -1;
	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno != 0 || *end != '\0' || number < least || number > most)
		return -1;
	*value = (size_t)number;
	return 0;
}

int rcc_number_parse_list(const char *text, double *value, size_t room,
			  size_t *n)
{
	const char *end = text;

	for (*n = 0; *n < room; (*n)++) {
		if (parse_head(text, &value[*n], &end) != 0)
			return -1;
		if (*end == '\0') {
			(*n)++;
			return 0;
		}
		if (*end != ',')
			return -1;
		text = end + 1;
	}
	return -1;
}

int rcc_number_parse_percent(const char *text, double *fraction)
{
	const char *end;
	double number;

	if (parse_head(text, &number, &end) != 0 ||
	    strcmp(end, *end == '%' ? "%" : "") != 0)
		return -1;
	*fraction = number / 100;
	return 0;
}

int rcc_number_parse_time(const char *text, double *seconds)
{
	static const struct {
		const char *suffix;
		double seconds;
	} unit[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
	const char *end;
	double number;

	if (parse_head(text, &number, &end) != 0 || !(number > 0) ||
	    number > 1e9)
		return -1;
	for (size_t i = 0; i < sizeof(unit) / sizeof(unit[0]); i++) {
		if (strcmp(end, unit[i].suffix) != 0)
			continue;
		*seconds = number * unit[i].seconds;
		return 0;
	}
	return -1;
}

int rcc_number_seed(const char *text, uint64_t *seed)
{
	int is_none;

	if (text == NULL)
		return getrandom(seed, sizeof(*seed), 0) ==
				       (ssize_t)sizeof(*seed)
			       ? 0
			       : -1;
	if (rcc_rank_parse_seed(text, seed, &is_none) != 0 || is_none)
		return -1;
	return 0;
}
