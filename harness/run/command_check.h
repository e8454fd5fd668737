/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Check a study's command, and the files and CPUs that its runs need, before
 * anything is measured.  Each function prints what is wrong and returns an exit
 * code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_RUN_COMMAND_CHECK_H
#define RCC_HARNESS_RUN_COMMAND_CHECK_H

#include "harness/study/study.h"

/* Find the command's first word in PATH, and set *command to the whole command,
 * NULL-terminated.  The caller must free *command by rcc_command_line_free(),
 * also after an error. */
int rcc_command_check_find(const struct rcc_study *study, char ***command);

/* Change to the directory in which the study's commands run.  Prints what is wrong
 * and returns an exit code (enum rcc_exit). */
int rcc_command_check_directory(const struct rcc_study *study);

/* Change to the directory in which the study's commands run (study->directory).
 * Check that the files and CPUs that the runs need exist. */
int rcc_command_check_enter(const struct rcc_study *study);

#endif
