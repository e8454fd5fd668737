/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choose among the links that a build recorded: the link of the program, and
 * the links of the shared libraries that are laid out with it.
 */
#ifndef RCC_HARNESS_BUILD_LINK_RECORDS_H
#define RCC_HARNESS_BUILD_LINK_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"
#include "harness/build/linked.h"
#include "harness/study/study.h"

/* Find the links of the i-th system in the folder `record`, and fill *linked.
 * The system was built in `directory`.  If `adds_needed` is true and --library
 * was not given, add the build's shared libraries that the program needs.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_link_records_find(const char *bindir, const struct rcc_study *study,
			  size_t i, const char *directory, const char *record,
			  bool adds_needed, struct rcc_linked *linked);

/* Add to *linked the shared library that the build wrote to `output`, a path
 * without symbolic links.  If another file of the layout has the same name, the
 * library is not added, and the function returns false. */
bool rcc_link_records_add(const char *bindir, const char *record,
			  const char *output, struct rcc_linked *linked);

/* Append to *output the path of each shared library whose link is recorded in
 * the folder `record`.  The paths have no symbolic links.  Append nothing if
 * the records cannot be read. */
void rcc_link_records_libraries(const char *bindir, const char *record,
				struct rcc_strvec *output);

#endif
