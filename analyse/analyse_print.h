/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print numbers in the text output of `randstudy analyse`. */
#ifndef RCC_ANALYSE_ANALYSE_PRINT_H
#define RCC_ANALYSE_ANALYSE_PRINT_H

#include <stdio.h>

/* Print a number that has no uncertainty.  It is printed with six digits.  If
 * more than six digits are before the decimal point, all of these are
 * printed. */
void rcc_analyse_print_number(FILE *out, double value);

/* Print a number, rounded to two digits of its uncertainty: 1.0321 if the
 * uncertainty is 0.0032.  All places before the decimal point are printed; the
 * places after the rounded digit are 0. */
void rcc_analyse_print_rounded(FILE *out, double value, double uncertainty);

#endif
