/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/rank.h"

/* The number at the head of `text`; *end behind it.  strtod() alone would
 * take blanks, hexadecimal, "inf" and "nan". */
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
	if (behind == text || !isfinite(number))
		return -1;
	*value = number;
	*end = behind;
	return 0;
}

int rcc_number_parse(const char *text, double *value)
{
	const char *end;
	double number;

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
