/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starting helpers (the user's build, randld) that are not measured: with
 * another environment, in another directory, several at a time.
 */
#ifndef RCC_HARNESS_BUILD_SPAWN_H
#define RCC_HARNESS_BUILD_SPAWN_H

#include <sys/types.h>

#include "common/strvec.h"

struct rcc_spawn {
	char *const *argv;     /* argv[0] is a path */
	char *const *envp;     /* NULL: ours */
	const char *directory; /* NULL: ours */
	int out_fd;	       /* standard output; -1: ours */
	int err_fd;	       /* standard error; 0: as standard output */
};

/* The process, or RCC_ESYS with errno set. */
pid_t rcc_spawn_start(const struct rcc_spawn *spawn);

/* An exit status as a shell gives it: 128+n for death by signal n. */
int rcc_spawn_status(int wstatus);

/* Wait for it; RCC_ESYS with errno set. */
int rcc_spawn_wait(pid_t pid);

/* Set a variable in an environment, NULL-terminated through env->item. */
void rcc_spawn_setenv(struct rcc_strvec *env, const char *name,
		      const char *value);

#endif
