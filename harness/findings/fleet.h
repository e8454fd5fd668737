/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of a study that runs on several machines, the fleet.  They are
 * computed for each machine, as for a study of its own, and then over all
 * machines and layouts.  Only one machine's runs are in memory at a time.
 */
#ifndef RCC_HARNESS_FINDINGS_FLEET_H
#define RCC_HARNESS_FINDINGS_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "common/number_list.h"
#include "common/strvec.h"
#include "harness/findings/findings.h"
#include "harness/findings/fleet_model.h"
#include "harness/study/metric_spec.h"

/* The effect of layout on one machine: the ratio of random layouts to the
 * original one, and the standard deviation between layouts. */
struct rcc_fleet_effect {
	int error; /* if not 0, shift and sd are undefined */
	struct rcc_ratio shift;
	bool has_sd;		/* whether sd is known */
	struct rcc_interval sd; /* percent of the mean */
};

/* A machine and its results, computed as for a study of its own. */
struct rcc_fleet_member {
	unsigned number;
	char *name;
	/* The machine's description (run/host.h); NULL if no run was begun on
	 * the machine. */
	json_t *host;
	/* Object: what valgrind simulated for the metric (study/simulation.h).
	 * NULL if it is unknown, or if the metric is not simulated. */
	json_t *simulation;
	size_t computer; /* index of the first machine on the same computer */
	size_t n_runs;
	size_t n_planned;
	size_t n_failed;
	bool is_unfinished;
	/* Whether the results over all machines lack this one, because none of
	 * its blocks is whole, or because a value is not positive
	 * (blocks.h). */
	bool has_no_blocks;
	/* one for each element of `effect` in struct rcc_fleet_findings */
	struct rcc_fleet_effect *effect;
};

/* The comparison of two systems over all machines and layouts. */
struct rcc_fleet_comparison {
	const char *old, *now; /* names, borrowed */
	struct rcc_fleet_model model;
	double delta; /* the threshold */
	/* The claim (rcc_claims.h), as if there were only this pair of
	 * systems. */
	struct rcc_claim claim;
	/* The verdict with all pairs of systems judged together (Holm), the
	 * p-value for it, and the number of pairs. */
	enum rcc_verdict verdict;
	double p_holm;
	size_t n_family;
};

/* The mean costs of a machine in seconds.  Reports use them to plan the next
 * study. */
struct rcc_fleet_seconds {
	/* time in which randstudy ran on a machine, without the runs' time */
	double machine;
	double link;  /* time to link one layout in every cell */
	double block; /* time of one run of every cell */
};

struct rcc_fleet_findings {
	char *dir;
	unsigned n_machines;		  /* the number of planned machines */
	struct rcc_number_list missing;	  /* numbers of machines without runs */
	struct rcc_fleet_member *machine; /* sorted by number */
	size_t n;
	/* for each kind of machine, the name of its processor */
	char **kind;
	size_t n_kinds;
	size_t *kind_of; /* the kind of each machine */
	/* for each random arm of each system, the effect's name: "ARM" or
	 * "SYSTEM, ARM" */
	char **effect;
	/* for each effect, its name in sentences: "ARM" or "ARM of SYSTEM" */
	char **subject;
	/* For each effect, the ratio of random layouts to the original layout
	 * over all machines. */
	struct rcc_fleet_model *model;
	size_t n_effects;
	char **system; /* the names of the systems */
	size_t n_systems;
	/* The comparisons of the other systems with the first one. */
	struct rcc_fleet_comparison *comparison;
	size_t n_comparisons;
	/* Whether the systems have common layouts (study/study.h).  In a
	 * comparison, layouts then vary only by what does not cancel. */
	bool has_common_layouts;
	/* Whether a machine is missing, lacks runs or has_no_blocks.  If so, no
	 * claim is made. */
	bool is_unfinished;
	struct rcc_metric metric; /* its name and unit are copied */
	/* Whether the metric is simulated by a tool of valgrind, and by which
	 * one. */
	bool is_simulated;
	enum rcc_source_kind tool;
	double level; /* the confidence level to print */
	/* the level at which intervals are computed (question.h) */
	double computed_level;
	char *title; /* the first system's name */
	size_t n_runs;
	size_t n_failed;
	struct rcc_fleet_seconds cost;
	/* `again` is the end of the command line that begins the same study
	 * anew: the systems, the settings that are simple to write as options,
	 * and the program's command.  It starts with a blank.  other_settings
	 * has the names of the settings that are missing in `again`; NULL if
	 * none is missing. */
	char *again;
	char *other_settings;
	/* sentences about lost runs (rcc_lost_runs_say()); they name no host */
	struct rcc_strvec lost;
	bool is_anonymous;
};

/* Return whether the study in `dir` has several machines.  False if it cannot
 * be read. */
bool rcc_fleet_is_there(const char *dir);

/* A function that rcc_fleet_load() calls for each machine in turn.  It gets the
 * findings of the machine, and the argument `self` of rcc_fleet_load(). */
typedef void rcc_fleet_visitor(const struct rcc_findings *f, unsigned machine,
			       bool is_first, void *self);

/* Read the study and compute the results.  A negative delta stands for the
 * threshold of the study (--decide).  `visit` may be NULL.  Prints what is
 * wrong and returns an exit code (enum rcc_exit).  The caller releases *fleet
 * in any case. */
int rcc_fleet_load(const char *dir, const struct rcc_asking *asking,
		   double delta, rcc_fleet_visitor *visit, void *self,
		   struct rcc_fleet_findings *fleet);
void rcc_fleet_release(struct rcc_fleet_findings *fleet);

/* Return whether any two machines of the study ran on the same computer. */
bool rcc_fleet_shares_computers(const struct rcc_fleet_findings *fleet);

/* Return the text under `key` in machine->host; "unknown" if there is none. */
const char *rcc_fleet_host_text(const struct rcc_fleet_member *machine,
				const char *key);

#endif
