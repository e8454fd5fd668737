/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a machine that decide how quiet it is, and how to change
 * them. */
#ifndef RCC_HARNESS_STUDY_HOST_ADVICE_H
#define RCC_HARNESS_STUDY_HOST_ADVICE_H

#include <jansson.h>

#define RCC_HOST_N_ADVICE 6

enum rcc_host_state {
	RCC_HOST_UNKNOWN, /* it cannot be read here */
	RCC_HOST_QUIET,
	RCC_HOST_NOISY,
};

struct rcc_host_advice {
	const char *what; /* "governor" */
	enum rcc_host_state state;
	char *value;	    /* NULL if unknown */
	const char *reason; /* how it disturbs measurements */
	char *command;	    /* NULL: nothing to do */
};

/* `host` is a description as a session stores it (harness/run/host.h). */
void rcc_host_advise(const json_t *host,
		     struct rcc_host_advice advice[RCC_HOST_N_ADVICE]);
void rcc_host_advice_release(struct rcc_host_advice advice[RCC_HOST_N_ADVICE]);

#endif
