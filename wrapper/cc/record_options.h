/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recording the options that the compiler was called with, so that a study can
 * report them.
 *
 * With RANDCC_RECORD=DIR each call of randcc that has an input appends one line
 * to DIR/options.  Calls that only preprocess do not.  The line holds the
 * options in the order of the command line, quoted for a shell where necessary.
 * Options that name files and say nothing about the code are left out (-o, -I,
 * -L, -l, -B, -M..., -i...).  Recording does not change objects.
 */
#ifndef RCC_WRAPPER_CC_RECORD_OPTIONS_H
#define RCC_WRAPPER_CC_RECORD_OPTIONS_H

/* Record one call, with options from argv[1] on.  Returns 0, or RCC_ESYS with
 * errno set. */
int rcc_record_options(const char *dir, char *const *argv);

#endif
