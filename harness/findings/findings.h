/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a study found: everything the report formats print, computed once.
 *
 * No statistic is computed here: the values are arranged for stats/ and its
 * answers kept.
 */
#ifndef RCC_HARNESS_FINDINGS_FINDINGS_H
#define RCC_HARNESS_FINDINGS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/cell.h"
#include "harness/study/metric.h"
#include "harness/store/records.h"
#include "harness/store/store.h"
#include "harness/study/study.h"
#include "harness/study/tuning.h"
#include "stats/rcc_stats.h"

/* The random arm of a system against its original layout. */
struct rcc_effect {
	size_t random; /* index into cell */
	size_t fixed;
	int error; /* as rcc_layout_effect() returned it */
	struct rcc_layout_effect effect;
	/* Whether the layouts, each run once, spread more than the runs of the
	 * original one, by a test that a few disturbed runs do not fool as they
	 * do the variances.  All NaN where it is not called for: layouts that
	 * are run more than once are compared with the noise within them, and
	 * what is without noise needs no test. */
	struct rcc_spread spread;
	/* The smallest level, one-sided, at which variation over layouts is
	 * seen by whichever of the two tests is to be trusted. */
	double variation_p;
	bool variation_holds;
};

struct rcc_findings {
	char *dir; /* as the user gave it */
	struct rcc_study study;
	struct rcc_layout_record *layout;
	size_t n_layouts;
	struct rcc_run_record *run;
	size_t n_runs;
	struct rcc_value_record *value; /* by run, metric and iteration */
	size_t n_values;
	struct rcc_valgrind_record *exact; /* by layout and metric */
	size_t n_exact;
	/* For each of the study's own metrics: why a session could not have it,
	 * or NULL. */
	char **refused;
	struct rcc_session_record *session;
	size_t n_sessions;
	json_t *host;	/* of the last session */
	json_t *inputs; /* path: checksum; NULL before the first run */
	char *compiler;
	char *linker;
	char *randcc;
	char *program; /* of the first system; NULL before it is built */
	const struct rcc_metric *metric; /* points here or to a constant */
	struct rcc_metric own;
	enum rcc_statistic estimator; /* of the values of a layout */
	double level;		      /* of confidence */
	/* At which intervals are computed so that they hold at `level`: above
	 * it where the study looked at them to choose its end. */
	double computed_level;
	struct rcc_tuning tuned;
	json_t *flags; /* by system, of compiling (compile_options.h); NULL: none known */
	char **record; /* by system, of its program's link; in dir */
	char *looks;   /* as growth.h reads them; NULL: none */
	struct rcc_cell *cell;
	size_t n_cells;
	struct rcc_effect *effect;
	size_t n_effects;
	size_t n_planned;
	size_t n_failed;
	size_t n_left_behind;
	size_t n_scaled; /* values of the metric that were counted in part */
	size_t by_outcome[RCC_N_OUTCOMES];
};

/* `metric` by name, one that every run has or of the study's own; NULL: the
 * study's first, or wall.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_findings_load(const char *dir, const char *metric,
		      struct rcc_findings *f);
/* The same from the median or the minimum of each layout's values instead of
 * their mean. */
int rcc_findings_load_as(const char *dir, const char *metric,
			 enum rcc_statistic estimator, struct rcc_findings *f);
void rcc_findings_release(struct rcc_findings *f);

/* Neither arm varies at all, as exact counts may not: no effect is defined, and
 * that is a result. */
bool rcc_findings_are_constant(const struct rcc_cell *random,
			       const struct rcc_cell *fixed);

/* The effect of arm e->random against arm e->fixed, whatever they vary. */
void rcc_findings_effect(const struct rcc_findings *f, struct rcc_effect *e);

/* The variances say that the time varies with layout, the other test does not
 * see it: a few runs may have made it. */
bool rcc_effect_is_doubtful(const struct rcc_effect *e);

/* What to call a system: a single one goes by its program's name. */
const char *rcc_findings_system(const struct rcc_findings *f, size_t system);

/* The values that a run has of the study's metric number `own`: *n of them,
 * borrowed. */
const struct rcc_value_record *rcc_findings_values(const struct rcc_findings *f,
						   int64_t order, size_t own,
						   size_t *n);
/* What a layout's run under a tool gave, or NULL. */
const struct rcc_valgrind_record *
rcc_findings_exact(const struct rcc_findings *f, int64_t layout, size_t own);

/* An original layout of a system: which libraries are laid out with it.  NULL
 * if there is none. */
const struct rcc_layout_record *
rcc_findings_original(const struct rcc_findings *f, size_t system);

/* The layout of a run; NULL if the store is inconsistent. */
const struct rcc_layout_record *
rcc_findings_layout(const struct rcc_findings *f, int64_t id);

#endif
