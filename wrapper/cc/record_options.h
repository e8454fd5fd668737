/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recording the options that the compiler was called with, so that a study can
 * report them.
 *
 * With RANDCC_RECORD=DIR, each call of randcc appends one line to DIR/options,
 * except
 *
 *	- a call without an input
 *	- a call that only preprocesses (-E, -M, -MM)
 *	- a probe, by which configure, CMake or Meson tests the compiler
 *
 * The line holds the options in the order of the command line, quoted for a
 * shell where necessary.  The options -o, -I, -L, -l, -B, -M..., -i..., -x and
 * -c are left out, because they say nothing about the code.
 */
#ifndef RCC_WRAPPER_CC_RECORD_OPTIONS_H
#define RCC_WRAPPER_CC_RECORD_OPTIONS_H

/* Record one call, with options from argv[1] on.  Returns 0, or RCC_ESYS with
 * errno set. */
int rcc_record_options(const char *dir, char *const *argv);

#endif
