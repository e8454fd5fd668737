/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which options the compiler was called with, for whoever measures what it made.
 *
 * With RANDCC_RECORD=DIR each call of randcc that has an input adds one line to
 * DIR/options: its options in their order, blanks between them, those with a blank
 * or a quote as a shell must be given them.  Left out is what names files and
 * says nothing of the code (-o, -I, -L, -l, -B, -M..., -i...), and every call that
 * only preprocesses.  Objects do not change by it.
 */
#ifndef RCC_WRAPPER_CC_RECORD_OPTIONS_H
#define RCC_WRAPPER_CC_RECORD_OPTIONS_H

/* Note one call, whose words are argv[1] and on.  Warns when it cannot be
 * written. */
void rcc_flags_note(const char *dir, char *const *argv);

#endif
