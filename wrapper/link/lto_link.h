/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LTO links: what randld and its stand-in for gcc's lto-wrapper
 * (wrapper/record/lto_wrapper.h) tell each other.  The linker's plugin starts
 * the stand-in, so it gets its settings by the environment.  It answers by
 * files.
 */
#ifndef RCC_WRAPPER_LINK_LTO_LINK_H
#define RCC_WRAPPER_LINK_LTO_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"

#define RCC_ENV_LTO_WRAPPER "RANDCC_LTO_WRAPPER" /* the real one */
#define RCC_ENV_LTO_DIR "RANDCC_LTO_DIR"	 /* the files below go here */
#define RCC_ENV_LTO_KEEP "RANDCC_LTO_KEEP"	 /* 1: keep the objects there */
/* A list of kept objects, to be used instead of compiling; or empty. */
#define RCC_ENV_LTO_KEPT "RANDCC_LTO_KEPT"
#define RCC_LTO_KEPT_LIST "kept" /* paths of the objects that were kept */
#define RCC_LTO_RANKED "ranked"	 /* number of ranked functions, and ranks */

/* The paths of these two files, for a link whose temporary directory is `dir`.
 * Caller frees. */
char *rcc_lto_kept_list(const char *dir);
char *rcc_lto_ranked(const char *dir);

/* Set the environment for the stand-in, if the line has gcc's plugin.  `dir` is
 * the link's own; kept_list: NULL, or a list of objects to use.  0 or
 * RCC_ESYS. */
int rcc_lto_prepare(const struct rcc_request *request, const char *dir,
		    const char *kept_list, bool keep, struct rcc_refusal *why);

/* The number of functions that the stand-in ranked; 0 if it was not started. */
size_t rcc_lto_count(const char *dir);

#endif
