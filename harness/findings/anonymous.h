/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Remove what identifies the author of a report: the host's name, the kernel's
 * command line, and the directories of the author's files.
 *
 * A path is shortened to its last part: "/home/me/src/input" becomes
 * ".../input".  Paths in directories that most systems have (/usr, /lib, /dev
 * ...) are kept.  The names that the author chose for systems, metrics,
 * benchmarks and files are kept too.  In a command, only paths are changed.
 */
#ifndef RCC_HARNESS_FINDINGS_ANONYMOUS_H
#define RCC_HARNESS_FINDINGS_ANONYMOUS_H

#include <jansson.h>

#include "harness/findings/stored.h"
#include "harness/suite/suite.h"

/* Return a copy of a text with its paths shortened; NULL for NULL.  The caller
 * must free it. */
char *rcc_anonymous_text(const char *text);

/* Shorten a directory's name to its last part. */
void rcc_anonymous_dir(char **dir);

/* Shorten every file path in the strings and keys of *json, in place. */
void rcc_anonymous_json(json_t *json);

/* Make stored data or a suite anonymous.  The function replaces the strings, so
 * call it before anything borrows them. */
void rcc_stored_anonymize(struct rcc_stored *s);
void rcc_suite_anonymize(struct rcc_suite *suite);

#endif
