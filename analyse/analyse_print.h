/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print numbers in the text output of `randstudy analyse`. */
#ifndef RCC_ANALYSE_ANALYSE_PRINT_H
#define RCC_ANALYSE_ANALYSE_PRINT_H

#include <stdio.h>

/* Print a number with six significant digits, or "undefined" if it is NaN.
 * From 1e6 to 1e15, print all digits before the decimal point. */
void rcc_analyse_print_number(FILE *out, double value);

/* Round a number to the second digit of its uncertainty, and print it: 1.0321
 * if the uncertainty is 0.0032, 12300 if it is 3200.  If the uncertainty is not
 * a positive number, print the value as rcc_analyse_print_number() does. */
void rcc_analyse_print_rounded(FILE *out, double value, double uncertainty);

/* Print n bytes of text.  The control characters that names in it may have are
 * first replaced by "?" (rcc_visible()). */
void rcc_analyse_print_visible(FILE *out, char *text, size_t n);

/* Print how many systems of the file are not compared.  `n` is above 0. */
void rcc_analyse_print_rest(FILE *out, size_t n);

#endif
