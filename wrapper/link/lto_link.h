/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LTO links: how randld and its stand-in for gcc's lto-wrapper
 * (wrapper/record/lto_wrapper.h) communicate.  gcc's linker plugin starts the
 * stand-in, so randld passes settings in the environment.  The stand-in answers
 * in files.
 */
#ifndef RCC_WRAPPER_LINK_LTO_LINK_H
#define RCC_WRAPPER_LINK_LTO_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"

#define RCC_ENV_LTO_WRAPPER "RANDCC_LTO_WRAPPER" /* path of gcc's lto-wrapper */
#define RCC_ENV_LTO_DIR "RANDCC_LTO_DIR"	 /* folder of the files below */
/* "1" if LTO's objects must be kept in the folder RANDCC_LTO_DIR. */
#define RCC_ENV_LTO_KEEP "RANDCC_LTO_KEEP"
/* The path of a list of objects that an earlier link kept.  The stand-in for
 * lto-wrapper uses these objects and compiles nothing.  "" if there is no
 * list. */
#define RCC_ENV_LTO_KEPT "RANDCC_LTO_KEPT"
/* The name of the file that lists the paths of the kept objects. */
#define RCC_LTO_KEPT_LIST "kept"
/* The name of the file that has the number of ranked functions and variables,
 * and the functions with their ranks. */
#define RCC_LTO_RANKED "ranked"

/* Return the path of the file "kept" or "ranked".  `dir` is the link's
 * temporary directory.  Caller frees. */
char *rcc_lto_kept_list(const char *dir);
char *rcc_lto_ranked(const char *dir);

/* Set the environment for the stand-in, if gcc's plugin is on the command line.
 * `dir` is the link's temporary directory.  `kept_list` is the path of a list
 * of objects to use instead of compiling, or NULL.  If `keep`, the stand-in
 * keeps copies of LTO's objects.  Returns 0 or RCC_ESYS. */
int rcc_lto_prepare(const struct rcc_request *request, const char *dir,
		    const char *kept_list, bool keep, struct rcc_refusal *why);

/* Return how many functions and variables the stand-in ranked; 0 if it was not
 * started. */
size_t rcc_lto_count(const char *dir);

#endif
