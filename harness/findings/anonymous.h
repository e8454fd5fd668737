/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Removing what a report tells about its author: the host's name, the kernel's
 * command line, and the directories of the author's files.
 *
 * A path is shortened to its last part, "/home/me/src/input" to ".../input",
 * unless it begins with a directory that is the same on most systems (/usr,
 * /lib, /dev ...).  Names that the author chose (of systems, metrics,
 * benchmarks, files) and commands stay.
 */
#ifndef RCC_HARNESS_FINDINGS_ANONYMOUS_H
#define RCC_HARNESS_FINDINGS_ANONYMOUS_H

#include <jansson.h>

#include "harness/findings/stored.h"
#include "harness/suite/suite.h"

/* Return a copy of a text with its paths shortened, or NULL for NULL; caller
 * frees. */
char *rcc_anonymous_text(const char *text);

/* Shorten a directory's name to its last part. */
void rcc_anonymous_dir(char **dir);

/* Shorten the paths of all strings and keys in *json, in place. */
void rcc_anonymous_json(json_t *json);

/* Make stored data or a suite anonymous.  Call this before anything borrows
 * strings from it, because they are replaced. */
void rcc_stored_anonymize(struct rcc_stored *s);
void rcc_suite_anonymize(struct rcc_suite *suite);

#endif
