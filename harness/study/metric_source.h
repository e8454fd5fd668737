/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a number of a study comes from, beside the clock and what the kernel
 * says of every process:
 *
 *	stdout:REGEX		each match on standard output
 *	stderr:REGEX		the same for standard error
 *	file:PATH:REGEX		for a file that the program writes
 *	perf:EVENT		the kernel's counter (perf_events.h)
 *	cachegrind:EVENT	valgrind's simulation
 *	callgrind:EVENT
 *	wall, user, ...		one of those that every run has
 *
 * REGEX is a POSIX extended one with one group, which matches the number.  Each
 * match is an iteration; "once:" before the source says that there is one for
 * the whole run instead.
 */
#ifndef RCC_HARNESS_STUDY_METRIC_SOURCE_H
#define RCC_HARNESS_STUDY_METRIC_SOURCE_H

#include <stdbool.h>
#include <jansson.h>

enum rcc_source_kind {
	RCC_SOURCE_STDOUT,
	RCC_SOURCE_STDERR,
	RCC_SOURCE_FILE,
	RCC_SOURCE_PERF,
	RCC_SOURCE_CACHEGRIND,
	RCC_SOURCE_CALLGRIND,
	RCC_SOURCE_RUN, /* metric.h */
};

/* One --metric, borrowed from the study's JSON but for the path. */
struct rcc_wanted {
	const char *name;
	const char *unit; /* NULL: none was given */
	enum rcc_source_kind kind;
	bool is_once;	  /* one number for a run, not for an iteration */
	char *path;	  /* of a file; owned */
	const char *what; /* the regex, or the event */
};

/* "[NAME[/UNIT]=]SOURCE" as the object {name, unit, source} that a study keeps;
 * NULL with *problem set (caller frees) if it is none. */
json_t *rcc_wanted_parse(const char *text, char **problem);

/* Such an object taken apart: 0, or RCC_EFORMAT with *problem set. */
int rcc_wanted_read(const json_t *json, struct rcc_wanted *wanted,
		    char **problem);
void rcc_wanted_release(struct rcc_wanted *wanted);

/* Whether its numbers stand in what the program writes. */
bool rcc_wanted_is_text(const struct rcc_wanted *wanted);
/* Whether it takes a run of its own, under valgrind. */
bool rcc_wanted_is_tool(const struct rcc_wanted *wanted);

#endif
