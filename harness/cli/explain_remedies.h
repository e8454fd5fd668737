/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy explain --remedies: build the program in several ways, and measure
 * each build.  Each way may stop the places of functions from changing the time
 * of the program. */
#ifndef RCC_HARNESS_CLI_EXPLAIN_REMEDIES_H
#define RCC_HARNESS_CLI_EXPLAIN_REMEDIES_H

/* Build the remedies for the study in `dir`, and measure them for at most
 * `budget_s` seconds.  A remedy (findings/remedies.h) is an attribute of a
 * function or an option of the compiler.  The remedies are for the functions
 * that `randstudy explain` named in DIR/explain.db.
 *
 * A new call continues an interrupted one.  A build that fails is stored as
 * failed and is no error.  *stop_signal is set to the signal that asked to
 * stop; 0 if none did.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_explain_remedies(const char *dir, double budget_s, int *stop_signal);

#endif
