/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detect changes of the files that a study's runs read, from one session to the
 * next.  These are the file of standard input, the folder of --template, and
 * each word of the command that names a file.  The file of --expect is not
 * checked, because it is copied.  input_watch.h detects changes during a
 * session.
 */
#ifndef RCC_HARNESS_RUN_INPUTS_H
#define RCC_HARNESS_RUN_INPUTS_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

/* Store the checksums of the files in the database of a new study.  If the
 * study is resumed, compare the files with the stored checksums.  The caller
 * must have changed to the directory in which the study's commands run
 * (command_check.h).  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_inputs_check(struct rcc_experiment *x);

/* Return whether a path names the same file for each run.  With --fresh-cwd, a
 * relative path is inside the run's own directory, and no input. */
bool rcc_inputs_is_of_all_runs(const struct rcc_study *study, const char *path);

/* Load the stored checksums, by path.  *inputs is NULL if none are stored; caller
 * releases.  Both functions print what is wrong and return an exit code (enum
 * rcc_exit). */
int rcc_inputs_load(const struct rcc_experiment *x, json_t **inputs);
/* Replace the stored checksums, and release `inputs`. */
int rcc_inputs_store(const struct rcc_experiment *x, json_t *inputs);
/* Return the checksum of a regular file or a folder, as it is stored.  NULL if
 * it cannot be read.  Caller releases. */
json_t *rcc_inputs_checksum(const char *path);

#endif
