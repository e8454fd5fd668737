/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study that runs on several machines.  It is built and laid out once, and
 * written into one file, the pack.  Each machine makes all runs of a schedule
 * of its own.  The files of this folder are:
 *
 *	pack		write a built study into one file
 *	unpack		make the files of a pack, and check them
 *	worker		one machine: unpack, run, copy the database
 *	shard		the database of one machine, and its copy
 *	merge, merge_target	the databases of all machines, as one study
 *	slurm, slurm_...	the workers as jobs of Slurm
 *	travel		which files are packed besides the programs
 *	manifest	what a pack holds
 *	archive, digest	tools that the files above use
 *
 * In this folder, functions print what is wrong and return an exit code (enum
 * rcc_exit), except those of manifest, archive and digest.
 */
#ifndef RCC_HARNESS_FLEET_PACK_H
#define RCC_HARNESS_FLEET_PACK_H

#include "common/strvec.h"

/* Refuse to replace the file `pack` if it exists and is no pack. */
int rcc_pack_check_target(const char *pack);

/* Write the built study in `dir` to the file `pack`.  `input` lists absolute
 * paths of files and folders to add to the pack. */
int rcc_pack(const char *dir, const char *pack, const struct rcc_strvec *input);

#endif
