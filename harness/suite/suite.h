/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A suite: several benchmarks measured alike, each a study of its own.
 *
 *	DIR/suite.json		which benchmarks, and what was decided for each
 *	DIR/NAME/		the study of the benchmark NAME (experiment.h)
 *
 * suite.json is what the study file said when it was last read, with every
 * path absolute: going on needs no study file, and DIR/NAME is an ordinary
 * study, which every command takes.
 */
#ifndef RCC_HARNESS_SUITE_SUITE_H
#define RCC_HARNESS_SUITE_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

struct rcc_benchmark {
	char *name;	 /* of its folder, too */
	char *directory; /* where build and command run, absolute */
	json_t *given;	 /* keys of study.h, only what was said */
	/* How `randstudy run` last ended for it (enum rcc_exit), and its first
	 * message if not well; -1: not tried yet. */
	int status;
	char *problem;
};

struct rcc_suite {
	char *file; /* the study file, absolute */
	struct rcc_benchmark *benchmark;
	size_t n;
	size_t n_allocated;
};

/* A new benchmark at the end; strings are copied, *given taken. */
struct rcc_benchmark *rcc_suite_add(struct rcc_suite *suite, const char *name,
				    const char *directory, json_t *given);
/* NULL if there is none of that name. */
struct rcc_benchmark *rcc_suite_find(const struct rcc_suite *suite,
				     const char *name);
void rcc_suite_release(struct rcc_suite *suite);

/* What is wrong with `name` as a benchmark's, or NULL. */
const char *rcc_suite_bad_name(const char *name);

/* Whether `dir` is a suite's. */
bool rcc_suite_is_there(const char *dir);

/* Each returns 0, or RCC_ESYS (errno is set), or RCC_EFORMAT for a file that
 * is damaged. */
int rcc_suite_load(const char *dir, struct rcc_suite *suite);
int rcc_suite_save(const char *dir, const struct rcc_suite *suite);

/* Read a study file.  Says what is wrong, with line and column, and returns
 * an exit code (enum rcc_exit); a bad value of an option ends the process. */
int rcc_suite_read_file(const char *path, struct rcc_suite *suite);

#endif
