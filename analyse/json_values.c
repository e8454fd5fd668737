/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/json_values.h"

#include <math.h>

json_t *rcc_analyse_json_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *rcc_analyse_json_count(size_t n)
{
	return json_integer((json_int_t)n);
}

json_t *rcc_analyse_json_interval(const struct rcc_interval *it)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "level",
			 rcc_analyse_json_number(it->level), "lo",
			 rcc_analyse_json_number(it->lo), "hi",
			 rcc_analyse_json_number(it->hi), "df",
			 rcc_analyse_json_number(it->df));
}

json_t *rcc_analyse_json_verdict(enum rcc_verdict verdict)
{
	static const char *const name[] = {"smaller", "larger", "no difference",
					   "undecided"};

	return json_string(name[verdict]);
}

int rcc_analyse_json_print(json_t *document, FILE *out)
{
	const int result =
		document == NULL
			? -1
			: json_dumpf(document, out,
				     JSON_INDENT(2) | JSON_REAL_PRECISION(17));

	json_decref(document);
	if (result == 0)
		fputc('\n', out);
	return result;
}
