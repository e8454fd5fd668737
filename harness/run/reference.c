/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/run/code_study.h"
#include "harness/run/libraries.h"
#include "harness/run/loader_hint.h"
#include "harness/run/opened.h"
#include "harness/run/outcome.h"
#include "harness/run/own_path.h"
#include "harness/run/score_hint.h"

/* ---- The expected output ----------------------------------------------- */

static int write_reference(const struct rcc_runner *r, const char *from)
{
	/* rcc_file_replace() ignores the umask, so apply it to the mode here.
	 * umask(2) can only be read by setting it. */
	const mode_t mask = umask(0);
	struct rcc_file_map map;
	int result;

	umask(mask);
	result = rcc_file_map(from, &map);
	if (result == 0) {
		result = rcc_file_replace(r->reference, map.data, map.n,
					  0666 & ~mask);
		rcc_file_unmap(&map);
	}
	return result;
}

static int save_reference(const struct rcc_runner *r, int fd)
{
	char *path = rcc_mem_printf("/proc/self/fd/%d", fd);
	const int result = write_reference(r, path);

	free(path);
	if (result == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot write \"%s\"", r->reference);
	return RCC_EXIT_FAILED;
}

/* With --expect, copy the file with the expected output, as it is now. */
static int copy_expected(const struct rcc_runner *r)
{
	const char *expect = r->x->study.expect;

	if (expect == NULL || access(r->reference, F_OK) == 0)
		return RCC_EXIT_OK;
	if (write_reference(r, expect) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot copy \"%s\" to \"%s\"", expect, r->reference);
	return RCC_EXIT_USAGE;
}

/* ---- The run ----------------------------------------------------------- */

/* Print a hint if the program seems not to find its files in the layout's
 * folder. */
static void advise_on_place(const struct rcc_runner *r,
			    const struct rcc_run_record *record,
			    const char *saved)
{
	char *path = rcc_mem_printf("%s.stderr", saved);

	if (record->outcome == RCC_OUTCOME_BAD_EXIT)
		rcc_loader_hint(path, r->x->study.directory, r->x->dir);
	free(path);
}

static int say_failed(const struct rcc_runner *r,
		      const struct rcc_run_record *record,
		      const struct rcc_measure_detail *d, bool is_first)
{
	char what[256];
	char *saved = rcc_outcome_save_output(r->x->dir, "reference", d);

	rcc_outcome_describe(&r->measure, record, d, what, sizeof(what));
	rcc_error("the reference run of the original layout %s", what);
	rcc_outcome_show_end(record, saved);
	advise_on_place(r, record, saved);
	if (record->outcome == RCC_OUTCOME_WRONG_OUTPUT &&
	    !(d->differs_at >= 0 &&
	      rcc_score_hint(r->measure.values, d->stdout_fd,
			     r->measure.reference)) &&
	    !is_first)
		rcc_hint("if the output differs from run to run (times, "
			 "dates), begin a new study with --verify or "
			 "--ignore-output");
	rcc_hint("no other run was made; the output of this run is in "
		 "\"%s.stdout\" and \"%s.stderr\"",
		 saved, saved);
	rcc_hint("fix the cause, or correct the command and run it again: new "
		 "settings replace these while no run is stored (else begin a "
		 "new study with another -o)");
	free(saved);
	return RCC_EXIT_FAILED;
}

/* Run the program.  Check which libraries it loads, and measure where it spends
 * its time. */
static int run_watched(struct rcc_runner *r, size_t system,
		       struct rcc_run_record *record,
		       struct rcc_measure_detail *d, bool *fails_again)
{
	const int64_t layout = rcc_layout_table_original(r->x, system);
	struct rcc_code_study code;
	enum rcc_measured got;
	int status = rcc_libraries_watch(r->x, system, &r->measure.library_log);

	if (status != RCC_EXIT_OK)
		return status;
	rcc_code_study_begin(&code, r->x, layout);
	r->measure.sampler = rcc_code_study_sampler(&code);
	got = rcc_runner_run(r, layout, 0, record, d);
	r->measure.sampler = NULL;
	if (got == RCC_MEASURED && record->outcome == RCC_OUTCOME_OK) {
		rcc_opened_add(r->x, system);
		/* Otherwise the layouts are made again, and this check follows
		 * then. */
		if (!r->x->has_opened)
			status = rcc_libraries_check(r->x, layout);
	}
	if (got == RCC_MEASURED && record->outcome == RCC_OUTCOME_OK &&
	    status == RCC_EXIT_OK)
		status = rcc_code_study_store(&code, r->x, system, record);
	rcc_code_study_release(&code);
	rcc_libraries_unwatch(r->x, &r->measure.library_log);
	*fails_again = status != RCC_EXIT_OK || got == RCC_MEASURE_CANNOT_RUN;
	if (status == RCC_EXIT_OK && got != RCC_MEASURED)
		status = RCC_EXIT_FAILED;
	return status;
}

static bool has_ended_badly(const struct rcc_run_record *record)
{
	return record->outcome == RCC_OUTCOME_BAD_EXIT ||
	       record->outcome == RCC_OUTCOME_SIGNAL;
}

/* Try a program that failed in its layout's folder at its own path, beside its
 * files.  If it fails there too, run it in its layout's folder again, so that
 * this failure is reported. */
static int try_own_path(struct rcc_runner *r, size_t system,
			struct rcc_run_record *record,
			struct rcc_measure_detail *d, bool *fails_again)
{
	int status;

	if (!has_ended_badly(record) || !rcc_own_path_can_try(r->x, system))
		return RCC_EXIT_OK;
	rcc_own_path_enter(r->x, system);
	*record = (struct rcc_run_record){0};
	status = run_watched(r, system, record, d, fails_again);
	if (status == RCC_EXIT_OK && record->outcome == RCC_OUTCOME_OK) {
		rcc_own_path_say(r->x, system);
		return rcc_own_path_store(r->x);
	}
	r->x->place = RCC_PLACE_LAYOUT;
	*record = (struct rcc_run_record){0};
	return run_watched(r, system, record, d, fails_again);
}

static int run_one(struct rcc_runner *r, size_t system,
		   struct rcc_reference *result)
{
	const struct rcc_study *study = &r->x->study;
	const bool compares = study->verify == NULL && !study->ignore_output;
	const bool is_new = compares && study->expect == NULL &&
			    access(r->reference, F_OK) != 0;
	struct rcc_measure_detail d;
	struct rcc_run_record record = {0};
	int status;

	r->measure.reference = NULL;
	if (study->expect != NULL || (compares && !is_new))
		r->measure.reference = r->reference;
	status = run_watched(r, system, &record, &d, &result->fails_again);
	if (status == RCC_EXIT_OK)
		status = try_own_path(r, system, &record, &d,
				      &result->fails_again);
	if (status == RCC_EXIT_OK && record.outcome != RCC_OUTCOME_OK) {
		result->fails_again = true;
		status = say_failed(r, &record, &d,
				    is_new || study->expect != NULL);
	}
	if (status == RCC_EXIT_OK && is_new) {
		status = save_reference(r, d.stdout_fd);
		r->measure.reference = r->reference;
	}
	if (record.wall_ns > result->slowest_ns)
		result->slowest_ns = record.wall_ns;
	if (status == RCC_EXIT_OK)
		status = rcc_runner_settle_timeout(r, record.wall_ns);
	return status;
}

int rcc_reference_run_all(struct rcc_runner *r, struct rcc_reference *result)
{
	int status = copy_expected(r);

	*result = (struct rcc_reference){0};
	for (size_t i = 0; i < r->x->study.n_systems && status == RCC_EXIT_OK;
	     i++)
		status = run_one(r, i, result);
	return status;
}

int rcc_reference_warm_up(struct rcc_runner *r)
{
	const struct rcc_study *study = &r->x->study;

	for (unsigned i = 0; i < study->warmup; i++) {
		const int64_t layout =
			rcc_layout_table_original(r->x, i % study->n_systems);
		struct rcc_measure_detail d;
		struct rcc_run_record record = {0};

		/* A bad outcome is not reported here: if the program fails only
		 * in some runs, the planned runs will show it. */
		if (rcc_runner_run(r, layout, 0, &record, &d) != RCC_MEASURED)
			return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}
