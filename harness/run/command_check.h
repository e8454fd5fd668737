/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks of a study's command and of what its runs need, before anything is
 * measured.  Each prints what is wrong and returns an exit code (enum
 * rcc_exit).
 */
#ifndef RCC_HARNESS_RUN_COMMAND_CHECK_H
#define RCC_HARNESS_RUN_COMMAND_CHECK_H

#include "harness/study/study.h"

/* Find the command's first word in PATH.  *command is the whole command,
 * NULL-terminated; caller frees it by rcc_command_line_free(), whatever is
 * returned. */
int rcc_command_check_find(const struct rcc_study *study, char ***command);

/* Change to the study's directory and check that the files and CPUs that the
 * runs need are there. */
int rcc_command_check_enter(const struct rcc_study *study);

#endif
