/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where and by what name a study's command runs, looked at before anything is
 * measured.  Each prints what is wrong and returns an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_RUN_COMMAND_CHECK_H
#define RCC_HARNESS_RUN_COMMAND_CHECK_H

#include "harness/study/study.h"

/* The command, with its first word as a path, and NULL behind the last; caller
 * frees it by rcc_measure_free_argv(), whatever is returned. */
int rcc_place_command(const struct rcc_study *study, char ***command);

/* Change to the directory of the study; whatever the runs need must be there. */
int rcc_place_enter(const struct rcc_study *study);

/* A counter that the kernel does not grant: said, and kept for the report as
 * "refused-NAME" in the store, which `store` is.  For rcc_values_try(). */
void rcc_place_refuse(void *store, const struct rcc_metric_spec *wanted,
		      int error_number);

#endif
