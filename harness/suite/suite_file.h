/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Read a study file (`randstudy run --study=FILE`).  It is YAML, and
 * randstudy-suite(5) describes it.
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
 * does not know the options.  It turns settings into a command line, and
 * records the place of each word in the file.  Then the parser of options
 * parses the command line.  Settings and options therefore always have the same
 * names, values and messages.
 *
 *	key: text		--key=text
 *	key: true, false	--key, or nothing (options without argument)
 *	key: ~			nothing, even if the defaults set it
 *	key: [a, b]		--key=a --key=b
 *	key: {a: b, c: d}	--key=a=b --key=c=d
 *
 * Two settings are not options.  `command` holds the words after "--".  The
 * build and the command run in `directory`.
 */
#ifndef RCC_HARNESS_SUITE_SUITE_FILE_H
#define RCC_HARNESS_SUITE_SUITE_FILE_H

#include "harness/options/study_options.h"
#include "harness/suite/suite.h"

/* Read a study file.  The options of the command line, in *options, replace the
 * settings of every benchmark.  Errors are printed with line and column.  An invalid
 * value of an option ends the process.  After an error *suite needs no
 * release. */
int rcc_suite_file_read(const struct rcc_run_options *options,
			struct rcc_suite *suite);

#endif
