/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A suite: several benchmarks that are measured with the same settings.  Each
 * benchmark is a separate study.
 *
 *	DIR/suite.json		the benchmarks and their settings
 *	DIR/NAME/		the study of the benchmark NAME
 *
 * suite.json holds the settings of the study file (--study, suite_file.h) as it
 * was last read, with absolute paths.  The study file is not needed to continue
 * a suite.  DIR/NAME is an ordinary study for every subcommand.
 *
 * A function of harness/suite that can fail prints what is wrong and returns an
 * exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_SUITE_SUITE_H
#define RCC_HARNESS_SUITE_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

struct rcc_benchmark {
	char *name; /* also the name of the study's directory */
	/* Absolute path of the directory in which build and command run. */
	char *directory;
	json_t *given; /* the settings that the user gave (study.h) */
	/* The exit code of `randstudy run` for the benchmark; -1 if it has not
	 * been run yet. */
	int status;
	char *problem; /* the first error message; NULL if none */
};

struct rcc_suite {
	/* Absolute path of the study file; "" if the suite was made from the
	 * command line (-P). */
	char *file;
	struct rcc_benchmark *benchmark;
	size_t n;
	size_t n_allocated;
};

/* Append a benchmark.  Strings are copied.  The function takes ownership of
 * `given`. */
struct rcc_benchmark *rcc_suite_add(struct rcc_suite *suite, const char *name,
				    const char *directory, json_t *given);
/* Return the benchmark with this name, or NULL. */
struct rcc_benchmark *rcc_suite_find(const struct rcc_suite *suite,
				     const char *name);
void rcc_suite_release(struct rcc_suite *suite);

/* Return why `name` cannot be the name of a benchmark, as words that follow the
 * name in a message.  Returns NULL if the name is allowed. */
const char *rcc_suite_bad_name(const char *name);

/* Return whether `dir` holds a suite. */
bool rcc_suite_is_there(const char *dir);

/* Read or write the suite.json of `dir`.  After an error *suite needs no
 * release. */
int rcc_suite_load(const char *dir, struct rcc_suite *suite);
int rcc_suite_save(const char *dir, const struct rcc_suite *suite);

#endif
