/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The study file, `randstudy run --study=FILE`: YAML, described in
 * randstudy-suite(5).
 *
 *	defaults:
 *	  layouts: 30
 *	benchmarks:
 *	  gzip:
 *	    directory: gzip-1.12
 *	    build: make clean && make CC=randcc
 *	    command: ['{binary}', -9c, input]
 *
 * A setting is an option of `randstudy run` without its dashes.  This module
 * knows no option: it turns settings into a command line, with the place of
 * each word in the file, and the parser of options parses that.  Thus settings
 * and options always have the same names, values and messages.
 *
 *	key: text		--key=text
 *	key: true, false	--key, or nothing (options without argument)
 *	key: ~			nothing, even if the defaults set it
 *	key: [a, b]		--key=a --key=b
 *	key: {a: b, c: d}	--key=a=b --key=c=d
 *
 * Two settings are not options: `command` holds the words after "--", and
 * `directory` is where the build and the command run.
 */
#ifndef RCC_HARNESS_SUITE_SUITE_FILE_H
#define RCC_HARNESS_SUITE_SUITE_FILE_H

#include "harness/suite/suite.h"

/* Read a study file.  Errors are printed with line and column; an invalid
 * value of an option ends the process.  *suite needs no release after an
 * error. */
int rcc_suite_file_read(const char *path, struct rcc_suite *suite);

#endif
