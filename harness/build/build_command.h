/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run the user's build command.
 *
 * A shell runs the command in the system's directory (source.h).  The folder of
 * randcc and randld comes first in PATH.
 */
#ifndef RCC_HARNESS_BUILD_BUILD_COMMAND_H
#define RCC_HARNESS_BUILD_BUILD_COMMAND_H

#include <stdbool.h>

#include "common/strvec.h"
#include "harness/study/study.h"

/* The parameters of one call of the command. */
struct rcc_build_command {
	const struct rcc_system *system;
	const char *directory;
	const char *bindir;  /* the directory of randcc and randld */
	const char *seed;    /* value for RANDCC_SEED */
	const char *factors; /* NULL: use the default factors */
	/* Folder for records of links; NULL: make no records. */
	const char *record;
	/* Path of the file that receives the command's output. */
	const char *log;
};

int rcc_build_command_run(const struct rcc_build_command *command,
			  const struct rcc_study *study);

/* Return the factors for the compilation (RANDCC_FACTORS), or NULL for the
 * default.  randcc puts each variable into a section of its own only if the
 * factor `data` is set when it compiles. */
const char *rcc_build_command_factors(const struct rcc_study *study);

/* Return the shell command `build` with `flags` as additional flags for the
 * compiler (RANDCC_FLAGS); caller frees. */
char *rcc_build_command_with_flags(const char *build, const char *flags);

/* Return whether the shell command `build` contains the path of the directory
 * `tree`, quoted or not.  Such a command builds in `tree` even if it is run in
 * a copy of the directory.  The result is also true if the path is only a part
 * of a longer path. */
bool rcc_build_command_names(const char *build, const char *tree);

/* Append the environment for randcc and randld to *env.  It is the environment
 * of this process, with two changes.  RANDCC_* variables that are not in `kept`
 * (ends with NULL) are left out.  The variables that the study fixes are
 * added. */
void rcc_build_command_environment(const struct rcc_study *study,
				   const char *const *kept,
				   struct rcc_strvec *env);

#endif
