/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that are packed with a study (pack.h), besides its programs.  The
 * code says that these files "travel".  They are:
 * - the files of --stdin and --template
 * - the words of the command that are files in the study's directory
 * - the files and folders that the user names (randstudy pack --input)
 *
 * A file inside the study's directory keeps its place relative to that
 * directory.  A file outside it gets a new place.
 *
 * A word of the command may also be a file that does not travel: one outside
 * the study's directory that the user does not name.  Each machine must already
 * have this file, with the same content.
 */
#ifndef RCC_HARNESS_FLEET_TRAVEL_H
#define RCC_HARNESS_FLEET_TRAVEL_H

#include <jansson.h>

#include "common/strvec.h"
#include "harness/study/study.h"

/* The files that go into a pack.  from[i] is a file's path on this machine.
 * to[i] is its path in the folder in which the pack is unpacked. */
struct rcc_travel {
	struct rcc_strvec from;
	struct rcc_strvec to;
	struct rcc_strvec expected; /* files that each machine must have */
	/* The settings.  In their paths, RCC_FILES_WORD stands for the folder
	 * of the unpacked inputs.  Owned. */
	json_t *design;
};

/* Find the files for a pack.  `input` lists the files and folders that the user
 * named, as absolute paths.  Prints what is wrong and returns an exit code
 * (enum rcc_exit).  The caller releases *travel in any case. */
int rcc_travel_find(const struct rcc_study *study,
		    const struct rcc_strvec *input, struct rcc_travel *travel);
void rcc_travel_release(struct rcc_travel *travel);

#endif
