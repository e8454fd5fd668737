/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A watch: a process that acts when this process is killed.
 *
 * A process that is killed (kill -9) cannot clean up.  A watch does it in its
 * place.  Its parent is init, and it is in a session of its own, so that a
 * signal to this process or its group does not reach it.  What kills a whole
 * control group does.
 */
#ifndef RCC_COMMON_WATCH_H
#define RCC_COMMON_WATCH_H

/* Start a watch.  It calls act(what) as soon as this process has ended without
 * rcc_watch_end().  It has a copy of this process's memory, and none of its
 * files, not even standard output.  Memory that both share (MAP_SHARED) tells
 * the watch what has changed since.  If this process is a subreaper
 * (PR_SET_CHILD_SUBREAPER), the watch becomes its child.
 *
 * Returns a file descriptor for rcc_watch_end(), or RCC_ESYS with errno set. */
int rcc_watch_start(void (*act)(const void *what), const void *what);
/* End a watch; it does not act.  Accepts a negative number. */
void rcc_watch_end(int watch);

#endif
