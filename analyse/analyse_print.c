/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/analyse_print.h"

#include <math.h>

#include "common/visible.h"

void rcc_analyse_print_number(FILE *out, double value)
{
	if (isnan(value))
		fputs("undefined", out);
	else
		fprintf(out,
			fabs(value) >= 1e6 && fabs(value) < 1e15 ? "%.0f"
								 : "%.6g",
			value);
}

void rcc_analyse_print_rounded(FILE *out, double value, double uncertainty)
{
	const double decimals = 1 - floor(log10(uncertainty));
	const double unit = pow(10, -decimals);

	if (isnan(value) || !(uncertainty > 0) || !isfinite(uncertainty))
		rcc_analyse_print_number(out, value);
	else if (fabs(value) < unit / 2)
		fputc('0', out);
	else if (decimals > 9 || fabs(value) >= 1e15)
		fprintf(out, "%.*g",
			(int)fmax(floor(log10(fabs(value))) + 1 + decimals, 1),
			value);
	else if (decimals >= 0)
		fprintf(out, "%.*f", (int)decimals, value);
	else
		fprintf(out, "%.0f", round(value / unit) * unit);
}

void rcc_analyse_print_visible(FILE *out, char *text, size_t n)
{
	rcc_visible(text, n);
	fwrite(text, 1, n, out);
}

void rcc_analyse_print_rest(FILE *out, size_t n)
{
	fprintf(out, "%zu more system%s in the file %s not compared\n", n,
		n == 1 ? "" : "s", n == 1 ? "is" : "are");
}
