/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that measured programs leave behind. */
#ifndef RCC_HARNESS_RUN_LEFT_BEHIND_H
#define RCC_HARNESS_RUN_LEFT_BEHIND_H

#include <stddef.h>
#include <sys/types.h>

/* Kill the processes that n programs left behind, by their sessions and then
 * one by one, when the programs have been reaped.  n_killed counts them by
 * program; a process that left its session counts for all. */
void rcc_left_behind_kill(const pid_t *session, int *n_killed, size_t n);

#endif
