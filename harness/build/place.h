/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path at which a layout's program runs.
 *
 * Most programs run in their layout's folder.  Some programs (CPython,
 * PostgreSQL, compilers) look for files beside themselves, and fail in that
 * folder.  Such a program runs at its own path, which is the path to which the
 * build linked it.  If the machine allows mount namespaces, each run mounts the
 * layout's files over the build's files (run/mount_over.h).  Otherwise the
 * files are exchanged for the duration of a run (exchange.h).
 */
#ifndef RCC_HARNESS_BUILD_PLACE_H
#define RCC_HARNESS_BUILD_PLACE_H

#include "common/strvec.h"

enum rcc_place_mode {
	RCC_PLACE_LAYOUT = 0, /* the program runs in the layout's folder */
	RCC_PLACE_MOUNT,      /* the program runs at its own path, by a mount */
	/* the program runs at its own path, by an exchange */
	RCC_PLACE_EXCHANGE
};

struct rcc_place {
	enum rcc_place_mode mode;
	char *program; /* the path that is executed */
	/* The members below are set unless mode is RCC_PLACE_LAYOUT. */
	const char *study; /* the study's directory; borrowed */
	/* Folders of the program's libraries; NULL if it has no libraries. */
	char *library_path;
	struct rcc_strvec from; /* the layout's files */
	struct rcc_strvec to;	/* the build's path of each file in `from` */
};

/* Release what *place owns; accepts a zeroed struct. */
void rcc_place_release(struct rcc_place *place);

#endif
