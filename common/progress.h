/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Show how many steps of a long piece of work are done, for example how many
 * runs of a study.  On a terminal one line is rewritten.  In a log a new line
 * appears at most every 30 seconds. */
#ifndef RCC_COMMON_PROGRESS_H
#define RCC_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A piece of work whose progress is shown. */
struct rcc_progress {
	FILE *out;
	bool is_terminal;
	const char *what; /* the name of a step, such as "run" */
	size_t n_total;	  /* number of steps of the whole work */
	size_t n_before;  /* steps done before this process began */
	int64_t start_ns;
	int64_t shown_ns; /* when the last line was written */
	bool has_line;	  /* the terminal shows a progress line */
};

/* Begin to show the progress.  `what` is borrowed. */
void rcc_progress_begin(struct rcc_progress *p, FILE *out, const char *what,
			size_t n_total, size_t n_before, int64_t now_ns);
/* Show that n_done steps are done, n_failed of which failed. */
void rcc_progress_step(struct rcc_progress *p, size_t n_done, size_t n_failed,
		       int64_t now_ns);
/* Erase the line on the terminal.  Call this before any other message is
 * printed, and at the end. */
void rcc_progress_clear(struct rcc_progress *p);

/* Write the text of the progress line to `out`, which has n bytes. */
void rcc_progress_text(const struct rcc_progress *p, size_t n_done,
		       size_t n_failed, int64_t now_ns, char *out, size_t n);

/* Write a duration to `out`: "0.35 s", "42 s", "3 min 20 s", "2 h 05 min". */
void rcc_progress_duration(double seconds, char *out, size_t n);

#endif
