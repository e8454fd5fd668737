/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Before the planned runs: one of each system's original layout, to see that all
 * is well and what is right, and the warm-up.
 */
#include "harness/run/measuring.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/run/libraries.h"
#include "harness/run/outcome.h"

#define SECOND INT64_C(1000000000)
#define TIMEOUT_FACTOR 10
#define TIMEOUT_MIN (60 * SECOND)

/* ---- Failures ---------------------------------------------------------- */

/* What the kernel refused: the program, or a setting for it. */
int rcc_measuring_cannot_run(struct measuring *m, int64_t layout,
			     const struct rcc_measure_detail *d)
{
	char *binary = rcc_experiment_binary(m->x, layout);
	char **argv = rcc_measure_argv(&m->measure, binary);
	const char *remedy = NULL;

	errno = d->error_number;
	if (d->refused != NULL) {
		rcc_error_errno("cannot set %s for the runs", d->refused);
		remedy =
			rcc_process_control_remedy(d->refused, d->error_number);
	} else {
		rcc_error_errno("cannot run \"%s\"", argv[0]);
	}
	if (remedy != NULL)
		rcc_hint("%s", remedy);
	rcc_measure_free_argv(argv);
	free(binary);
	return RCC_EXIT_FAILED;
}

/* ---- The reference run ------------------------------------------------- */

static int write_reference(const struct measuring *m, const char *from)
{
	/* rcc_file_replace() sets the mode whatever the umask, and that can
	 * only be read by setting it. */
	const mode_t mask = umask(0);
	struct rcc_file_map map;
	int result;

	umask(mask);
	result = rcc_file_map(from, &map);
	if (result == 0) {
		result = rcc_file_replace(m->reference, map.data, map.n,
					  0666 & ~mask);
		rcc_file_unmap(&map);
	}
	return result;
}

static int save_reference(const struct measuring *m, int fd)
{
	char *path = rcc_mem_printf("/proc/self/fd/%d", fd);
	int result = write_reference(m, path);

	free(path);
	return result;
}

/* With --expect, that file's content as it is now. */
static int copy_expected(const struct measuring *m)
{
	int result = write_reference(m, m->x->study.expect);

	if (result != 0)
		rcc_error_errno("cannot copy \"%s\" to \"%s\"",
				m->x->study.expect, m->reference);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

static int reference_failed(struct measuring *m,
			    const struct rcc_run_record *row,
			    const struct rcc_measure_detail *d, bool is_first)
{
	char what[256];
	char *kept = rcc_outcome_keep(m->x->dir, "reference", d);

	rcc_outcome_describe(&m->measure, row, d, what, sizeof(what));
	rcc_error("the original layout, run once to see that all is well, %s",
		  what);
	if (row->outcome == RCC_OUTCOME_WRONG_OUTPUT && !is_first)
		rcc_hint("where output differs from run to run (times, dates), "
			 "begin a new study with --verify or --ignore-output");
	rcc_hint("%s was measured; what it printed is in \"%s.stdout\" and "
		 "\"%s.stderr\"",
		 m->n_done == 0 ? "nothing" : "nothing more", kept, kept);
	rcc_hint("mend what it needs, or correct the command and begin a new "
		 "study (another -o)");
	m->fails_again = true;
	free(kept);
	return RCC_EXIT_FAILED;
}

/* The limit for all runs, from the first reference run unless it was given. */
static int settle_timeout(struct measuring *m, int64_t wall_ns)
{
	char text[24];

	m->measure.timeout_ns = wall_ns * TIMEOUT_FACTOR;
	if (m->measure.timeout_ns < TIMEOUT_MIN)
		m->measure.timeout_ns = TIMEOUT_MIN;
	snprintf(text, sizeof(text), "%" PRId64, m->measure.timeout_ns);
	if (rcc_store_set(m->x->store, "timeout-ns", text) != 0)
		return rcc_experiment_store_failed(m->x, "store the limit");
	return RCC_EXIT_OK;
}

int rcc_measuring_run(struct measuring *m, int64_t layout, unsigned env_bytes,
		      struct rcc_run_record *row, struct rcc_measure_detail *d)
{
	char *binary = rcc_experiment_binary(m->x, layout);
	int got = rcc_measure_run(&m->measure, binary, env_bytes, row, d);

	if (got < 0)
		rcc_error_errno("cannot measure \"%s\"", binary);
	if (got == RCC_MEASURE_NOT_PREPARED)
		rcc_error("%s", d->problem);
	free(binary);
	return got;
}

/* Run a system's original layout, unmeasured. */
static int run_reference(struct measuring *m, size_t system)
{
	const struct rcc_study *study = &m->x->study;
	const int64_t layout = rcc_experiment_original(m->x, system);
	const bool compares = study->verify == NULL && !study->ignore_output;
	const bool is_new = compares && study->expect == NULL &&
			    access(m->reference, F_OK) != 0;
	struct rcc_measure_detail d;
	struct rcc_run_record row = {0};
	int status;
	int got;

	m->measure.reference = NULL;
	if (study->expect != NULL || (compares && !is_new))
		m->measure.reference = m->reference;
	status = rcc_libraries_watch(m->x, system, &m->measure);
	if (status != RCC_EXIT_OK)
		return status;
	got = rcc_measuring_run(m, layout, 0, &row, &d);
	if (got == RCC_MEASURED && row.outcome == RCC_OUTCOME_OK)
		status = rcc_libraries_check(m->x, layout);
	rcc_libraries_unwatch(m->x, &m->measure);
	if (status != RCC_EXIT_OK) {
		m->fails_again = true;
		return status;
	}
	if (got == RCC_MEASURE_CANNOT_RUN) {
		m->fails_again = true;
		return rcc_measuring_cannot_run(m, layout, &d);
	}
	if (got != RCC_MEASURED)
		return RCC_EXIT_FAILED;
	if (row.outcome != RCC_OUTCOME_OK)
		return reference_failed(m, &row, &d,
					is_new || study->expect != NULL);
	if (is_new && save_reference(m, d.stdout_fd) != 0) {
		rcc_error_errno("cannot write \"%s\"", m->reference);
		return RCC_EXIT_FAILED;
	}
	if (is_new)
		m->measure.reference = m->reference;
	if (row.wall_ns > m->reference_ns)
		m->reference_ns = row.wall_ns;
	if (m->measure.timeout_ns == 0)
		return settle_timeout(m, row.wall_ns);
	return RCC_EXIT_OK;
}

int rcc_measuring_references(struct measuring *m)
{
	const struct rcc_study *study = &m->x->study;
	int status = RCC_EXIT_OK;

	if (study->expect != NULL && access(m->reference, F_OK) != 0)
		status = copy_expected(m);
	for (size_t i = 0; i < study->n_systems && status == RCC_EXIT_OK; i++)
		status = run_reference(m, i);
	return status;
}

int rcc_measuring_warm_up(struct measuring *m)
{
	for (unsigned i = 0; i < m->x->study.warmup; i++) {
		const int64_t layout = rcc_experiment_original(
			m->x, i % m->x->study.n_systems);
		struct rcc_measure_detail d;
		struct rcc_run_record row = {0};

		if (rcc_measuring_run(m, layout, 0, &row, &d) != RCC_MEASURED)
			return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}

int rcc_measuring_recall_timeout(struct measuring *m)
{
	char *text = NULL;

	m->measure.timeout_ns = (int64_t)(m->x->study.timeout * 1e9);
	if (rcc_store_get(m->x->store, "timeout-ns", &text) != 0)
		return rcc_experiment_store_failed(m->x, "read the limit");
	if (text != NULL && m->measure.timeout_ns == 0)
		m->measure.timeout_ns = strtoll(text, NULL, 10);
	free(text);
	return RCC_EXIT_OK;
}
