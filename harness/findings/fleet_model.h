/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One ratio over all machines and layouts of a study.
 *
 * The ratio compares two cells, such as random layouts with the original one,
 * or a new system with an old one.  Its values are the log ratios within whole
 * blocks (blocks.h), so a machine's speed drops out.  rcc_fleet.h has the
 * model.
 */
#ifndef RCC_HARNESS_FINDINGS_FLEET_MODEL_H
#define RCC_HARNESS_FINDINGS_FLEET_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_claims.h"
#include "stats/rcc_fleet.h"

/* The log ratios of all blocks, to which the model is fitted.  Zero the struct
 * before use. */
struct rcc_fleet_values {
	double *x;
	size_t *machine; /* index of the machine among those of the study */
	size_t *layout;	 /* number of the layout in its cell */
	size_t n, room;
};

/* Append the log ratios now / old of a machine's blocks to *v.  *f has the
 * machine's findings, and `machine` is its index.  `old` and `now` are indices
 * of cells.  The cell `now` has random layouts.  If both cells have random
 * layouts, blocks whose two layouts have different numbers are left out.  All
 * machines then have the same pairs of layouts. */
void rcc_fleet_values_take(struct rcc_fleet_values *v,
			   const struct rcc_findings *f, size_t machine,
			   size_t old, size_t now);
void rcc_fleet_values_release(struct rcc_fleet_values *v);

/* The kinds of the machines of a study.  Machines with the same processor are
 * of one kind. */
struct rcc_fleet_kinds {
	const size_t *of; /* the kind of each machine */
	size_t n;	  /* number of kinds */
};

struct rcc_fleet_model {
	/* If not 0, the fields below are undefined, except `strip`, n_strips
	 * and n_layouts. */
	int error;
	/* The level at which the intervals were computed. */
	double level;
	struct rcc_fleet result;
	/* For each machine of the result: its estimates, and its index in the
	 * study. */
	struct rcc_fleet_machine *machine;
	size_t *machine_index;
	/* For each kind of machine in the result: its estimates, and its index
	 * among the kinds of the study. */
	struct rcc_fleet_kind *kind;
	size_t *kind_index;
	/* Whether the model ignores that the machines are of several kinds,
	 * because there are too many kinds or because no two machines have the
	 * same kind. */
	bool kinds_unused;
	/* How far rounding may have moved the ratio, as a part of it, if that
	 * could change what its interval says; otherwise 0.  If it is not 0, no
	 * mean has an interval. */
	double rounding;
	/* The strips: mean log ratio of each layout on each machine.  The index
	 * is machine * n_layouts + layout, where `machine` is an index in the
	 * study.  NaN if the machine has no block of the layout. */
	double *strip;
	size_t n_strips, n_layouts;
};

/* Fit the model to the values.  Its intervals are computed at `level`, but
 * carry the level `label`, which reports print.  n_machines is the number of
 * machines in the study.  The caller must release *m in any case. */
void rcc_fleet_model_compute(const struct rcc_fleet_values *v,
			     size_t n_machines,
			     const struct rcc_fleet_kinds *kinds, double level,
			     double label, struct rcc_fleet_model *m);
void rcc_fleet_model_release(struct rcc_fleet_model *m);
/* Drop the intervals of the means if rounding could change what they say.
 * `rounding` is how far it may have moved the ratio, as a part of it.  `delta`
 * is the threshold (rcc_rounding_matters()). */
void rcc_fleet_model_look_at_rounding(struct rcc_fleet_model *m,
				      double rounding, double delta);

/* Return the mean over machines and layouts as a ratio. */
struct rcc_ratio rcc_fleet_model_ratio(const struct rcc_fleet_model *m);
/* Compute the claim (rcc_claims.h) about this ratio.  `delta` is the threshold.
 * Returns RCC_EDOM, with verdict "undecided", if the ratio is undefined. */
int rcc_fleet_model_claim(const struct rcc_fleet_model *m, double level,
			  double delta, struct rcc_claim *claim);

/* Return the position in m->machine of the machine with this index in the
 * study; SIZE_MAX if the model does not have the machine. */
size_t rcc_fleet_model_find(const struct rcc_fleet_model *m, size_t index);
/* Return whether m->machine[i] differs significantly from the others of its
 * kind.  The p-values are adjusted for all machines, and compared with
 * 1 - m->level. */
bool rcc_fleet_model_differs(const struct rcc_fleet_model *m, size_t i);

/* Return a component of the variance, such as the variance between layouts, as
 * a standard deviation in percent of the mean. */
struct rcc_interval rcc_fleet_model_percent(const struct rcc_fleet_model *m,
					    enum rcc_fleet_component component);

#endif
