/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advise on the settings of a machine that disturb measurements, such as the
 * CPU's frequency governor and turbo.  A setting is quiet if it does not
 * disturb them, and noisy if it does. */
#ifndef RCC_HARNESS_STUDY_HOST_ADVICE_H
#define RCC_HARNESS_STUDY_HOST_ADVICE_H

#include <jansson.h>

#define RCC_HOST_N_ADVICE 6

enum rcc_host_state {
	RCC_HOST_UNKNOWN, /* the setting cannot be read on this machine */
	RCC_HOST_QUIET,
	RCC_HOST_NOISY,
};

struct rcc_host_advice {
	const char *what; /* the setting's name, such as "governor" */
	enum rcc_host_state state;
	char *value;	    /* the setting's value; NULL if unknown */
	const char *reason; /* how the setting disturbs measurements */
	/* Command that makes the setting quiet; NULL if no command does. */
	char *command;
};

/* Judge each setting of a machine.  `host` describes the machine, as a session
 * stores it (harness/run/host.h). */
void rcc_host_advise(const json_t *host,
		     struct rcc_host_advice advice[RCC_HOST_N_ADVICE]);
void rcc_host_advice_release(struct rcc_host_advice advice[RCC_HOST_N_ADVICE]);

#endif
