/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path at which a layout's program runs.
 *
 * Programs run in their layout's folder.  Some find their files beside
 * themselves (CPython, PostgreSQL, compilers) and fail there.  These run at
 * their own path, that of the file which the build linked: either the layout's
 * files are mounted over those of the build, in a mount namespace of each run's
 * own (run/mount_over.h), or they take their place for the time of a run
 * (exchange.h).
 */
#ifndef RCC_HARNESS_BUILD_PLACE_H
#define RCC_HARNESS_BUILD_PLACE_H

#include "common/strvec.h"

enum rcc_place_mode {
	RCC_PLACE_LAYOUT = 0, /* in the layout's folder */
	RCC_PLACE_MOUNT,      /* at its own path, mounted */
	RCC_PLACE_EXCHANGE    /* at its own path, exchanged */
};

struct rcc_place {
	enum rcc_place_mode mode;
	char *program; /* the path that is executed */
	/* At its own path: */
	const char *study;	/* the study's directory; borrowed */
	char *library_path;	/* the folders of its libraries; NULL: none */
	struct rcc_strvec from; /* the layout's files */
	struct rcc_strvec to;	/* the path that each of them takes */
};

/* Accepts a zeroed struct. */
void rcc_place_release(struct rcc_place *place);

#endif
