/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kill processes that measured programs left behind. */
#ifndef RCC_HARNESS_RUN_LEFT_BEHIND_H
#define RCC_HARNESS_RUN_LEFT_BEHIND_H

#include <stddef.h>
#include <sys/types.h>

/* Kill the processes that n programs left behind, after the programs themselves
 * were reaped.  session[i] is the session (setsid(2)) in which program i ran.
 * The sessions are killed first, then single processes.  n_killed[i] counts the
 * processes of program i.  A process that left its session is counted for every
 * program, since its program is unknown. */
void rcc_left_behind_kill(const pid_t *session, int *n_killed, size_t n);

#endif
