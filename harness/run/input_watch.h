/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detect changes of a study's inputs (inputs.h) while its runs are made.  A
 * measured run is stored only if its inputs are still those that the study began
 * with.
 *
 * A word of the command may also name a file that the program writes.  The first
 * reference run of the study tells: a file that it writes is no input.
 */
#ifndef RCC_HARNESS_RUN_INPUT_WATCH_H
#define RCC_HARNESS_RUN_INPUT_WATCH_H

#include <stddef.h>
#include <sys/stat.h>

#include "harness/build/experiment.h"

struct rcc_watched_input {
	char *path;
	json_t *checksum;
	/* The file when its checksum was last known to be right. */
	struct stat st;
};

struct rcc_input_watch {
	struct rcc_watched_input *input;
	size_t n;
};

/* Begin to watch the files whose checksums are stored.  Call this after
 * rcc_inputs_check().  The folder of --template is not watched: its files are
 * many, and rcc_inputs_check() compares them at the start of the next session.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_input_watch_begin(struct rcc_input_watch *w, struct rcc_experiment *x);
void rcc_input_watch_release(struct rcc_input_watch *w);

/* Take the files that were written since rcc_input_watch_begin() from the inputs:
 * watch them no longer, and remove their checksums from the database.  Call this
 * after the first reference run of a study.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_input_watch_settle(struct rcc_input_watch *w, struct rcc_experiment *x);

/* Check the inputs after a run, before the run is stored.  The contents of a
 * file are read only if its size, times or inode have changed.  Returns the
 * path of a file that has changed, which belongs to w; NULL if there is
 * none. */
const char *rcc_input_watch_changed(struct rcc_input_watch *w);

#endif
