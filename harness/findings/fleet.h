/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The findings of a study of several machines.  They are computed for each
 * machine, as for a study of its own.  Only one machine's rows are in memory at
 * a time.
 */
#ifndef RCC_HARNESS_FINDINGS_FLEET_H
#define RCC_HARNESS_FINDINGS_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "common/number_list.h"
#include "common/strvec.h"
#include "harness/findings/findings.h"

/* The effect of layout on one machine. */
struct rcc_fleet_effect {
	int error; /* if not 0, shift and sd are undefined */
	struct rcc_ratio shift;
	bool has_sd;		/* whether sd is known */
	struct rcc_interval sd; /* percent of the mean */
};

struct rcc_fleet_machine {
	unsigned number;
	char *name;
	json_t *host; /* its description; NULL without a session */
	size_t n_runs;
	size_t n_planned;
	size_t n_failed;
	bool is_unfinished;
	struct rcc_fleet_effect *effect; /* as many as the fleet has names */
};

struct rcc_fleet {
	char *dir;
	unsigned n_machines;		   /* the number of planned machines */
	struct rcc_number_list missing;	   /* the numbers that have no runs */
	struct rcc_fleet_machine *machine; /* sorted by number */
	size_t n;
	char **effect; /* names of the effects: a system, and an arm */
	size_t n_effects;
	struct rcc_metric metric; /* its name and unit are copied */
	char *title;		  /* the first system's name */
	size_t n_runs;
	size_t n_failed;
	struct rcc_strvec lost; /* sentences about lost runs, without names */
	bool is_anonymous;
};

/* Return whether the study in `dir` has several machines.  False if it cannot
 * be read. */
bool rcc_fleet_is_there(const char *dir);

/* A function that gets the findings of each machine in turn. */
typedef void rcc_fleet_visitor(const struct rcc_findings *f, unsigned machine,
			       bool is_first, void *self);

/* Read the study and compute the findings of each machine.  `visit` may be
 * NULL.  Prints what is wrong and returns an exit code (enum rcc_exit).  The
 * caller releases *fleet in any case. */
int rcc_fleet_load(const char *dir, const struct rcc_asking *asking,
		   rcc_fleet_visitor *visit, void *self,
		   struct rcc_fleet *fleet);
void rcc_fleet_release(struct rcc_fleet *fleet);

/* Return a text of a machine's description, or "unknown". */
const char *rcc_fleet_host_text(const struct rcc_fleet_machine *machine,
				const char *key);

#endif
