/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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
	struct rcc_file_map map;
	int result = rcc_file_map(from, &map);

	if (result == 0) {
		result = rcc_file_replace(r->reference, map.data, map.n, 0666);
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

/* With --expect, copy the file with the expected output, since the user may
 * change it later. */
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

/* Return the name of the other system that printed the expected output.
 * Returns NULL if the expected output is the user's file, or if `system` itself
 * printed it in an earlier run. */
static const char *compared_with(const struct rcc_study *study, size_t system)
{
	return system != 0 && !study->is_aa && study->expect == NULL
		       ? study->system[0].name
		       : NULL;
}

/* Print an error such as "the reference run of the original layout was killed
 * by signal 11".  Name the system if there are several. */
static void say_what_failed(const struct rcc_runner *r, size_t system,
			    const struct rcc_run_record *record,
			    const struct rcc_measure_detail *d)
{
	const struct rcc_study *study = &r->x->study;
	const struct rcc_layout_record *layout =
		&r->x->layout[rcc_layout_table_reference(r->x, system)];
	const char *name = study->system[system].name;
	const char *other = compared_with(study, system);
	char *which = rcc_outcome_layout_alone(layout);
	char what[256];

	rcc_outcome_describe(&r->measure, record, d, what, sizeof(what));
	if (other != NULL && d->differs_at >= 0)
		rcc_error("%s prints something else than %s, from byte %" PRId64
			  " on (reference run, %s)",
			  name, other, d->differs_at, which);
	else if (study->n_systems > 1)
		rcc_error("the reference run of %s, in its %s, %s", name, which,
			  what);
	else
		rcc_error("the reference run of the %s %s", which, what);
	free(which);
}

/* Print advice on a run whose output is not the expected one. */
static void advise_on_output(const struct rcc_runner *r, size_t system,
			     const struct rcc_measure_detail *d, bool is_first)
{
	const struct rcc_study *study = &r->x->study;
	const char *other = compared_with(study, system);

	if (d->differs_at >= 0 &&
	    rcc_score_hint(
		    r->measure.values, d->stdout_fd, r->measure.reference,
		    other != NULL ? study->system[system].name : NULL, other))
		return;
	if (other != NULL && d->differs_at >= 0)
		rcc_hint("if the two may print different things, begin a new "
			 "study with --ignore-output, or with a --verify that "
			 "accepts both");
	else if (!is_first)
		rcc_hint("if the output differs from run to run (times, "
			 "dates), begin a new study with --verify or "
			 "--ignore-output");
}

static bool has_ended_badly(const struct rcc_run_record *record)
{
	return record->outcome == RCC_OUTCOME_BAD_EXIT ||
	       record->outcome == RCC_OUTCOME_SIGNAL;
}

/* A reference run. */
struct attempt {
	size_t system;
	struct rcc_run_record record;
	struct rcc_measure_detail d;
	bool is_first; /* true if no earlier run printed the expected output */
	/* True if the program failed in the layout's folder, and then at its
	 * own path.  It was then run in the folder a second time, and `record`
	 * describes that run. */
	bool failed_at_own_path;
};

/* If the failed program was run at its own path, print a hint.  The hint also
 * says whether the program failed in its layout's folder. */
static void say_place(const struct rcc_runner *r, const struct attempt *a)
{
	const char *own =
		r->x->linked != NULL ? r->x->linked[a->system].output : NULL;

	if (own == NULL || !has_ended_badly(&a->record))
		return;
	if (a->failed_at_own_path)
		rcc_hint("it failed in the folder of its layout, and at its "
			 "own path (\"%s\") too",
			 own);
	else if (r->x->place != RCC_PLACE_LAYOUT)
		rcc_hint("it ran at its own path (\"%s\"), beside its files",
			 own);
}

static int say_failed(const struct rcc_runner *r, const struct attempt *a)
{
	char *saved = rcc_outcome_save_output(r->x->dir, "reference", &a->d);

	say_what_failed(r, a->system, &a->record, &a->d);
	rcc_outcome_show_end(&a->record, saved);
	say_place(r, a);
	advise_on_place(r, &a->record, saved);
	if (a->record.outcome == RCC_OUTCOME_WRONG_OUTPUT)
		advise_on_output(r, a->system, &a->d, a->is_first);
	rcc_hint("no other run was made; the output of this run is in "
		 "\"%s.stdout\" and \"%s.stderr\"",
		 saved, saved);
	if (r->x->is_carried)
		rcc_hint("if the command needs a file that this machine lacks, "
			 "pack the study again, with the file: randstudy pack "
			 "--input FILE");
	else
		rcc_hint("fix the cause, or correct the command and run it "
			 "again: new settings replace these while no run is "
			 "stored (else begin a new study with another -o)");
	free(saved);
	return RCC_EXIT_FAILED;
}

/* Run the program.  Check which libraries it loads, and sample where it spends
 * its time. */
static int run_watched(struct rcc_runner *r, struct attempt *a,
		       bool *fails_again)
{
	const size_t system = a->system;
	const int64_t layout = rcc_layout_table_reference(r->x, system);
	struct rcc_code_study code;
	enum rcc_measured got;
	bool is_good;
	int status = rcc_libraries_watch(r->x, system, &r->measure.library_log);

	if (status != RCC_EXIT_OK)
		return status;
	a->record = (struct rcc_run_record){0};
	rcc_code_study_begin(&code, r->x, layout);
	r->measure.sampler = rcc_code_study_sampler(&code);
	got = rcc_runner_run(r, layout, 0, &a->record, &a->d);
	r->measure.sampler = NULL;
	is_good = got == RCC_MEASURED && a->record.outcome == RCC_OUTCOME_OK;
	if (is_good) {
		rcc_opened_add(r->x, system);
		/* If has_opened is set, the layouts are made again, and the
		 * reference run of the new layouts makes this check. */
		if (!r->x->has_opened)
			status = rcc_libraries_check(r->x, layout);
	}
	if (is_good && status == RCC_EXIT_OK)
		status = rcc_code_study_store(&code, r->x, system, &a->record);
	rcc_code_study_release(&code);
	rcc_libraries_unwatch(r->x, &r->measure.library_log);
	*fails_again = status != RCC_EXIT_OK || got == RCC_MEASURE_CANNOT_RUN;
	if (status == RCC_EXIT_OK && got != RCC_MEASURED)
		status = RCC_EXIT_FAILED;
	return status;
}

/* If a program failed in its layout's folder, try it at its own path, where the
 * files that it needs may be.  If it fails there too, run it in its layout's
 * folder again, so that the failure in the folder is reported. */
static int try_own_path(struct rcc_runner *r, struct attempt *a,
			bool *fails_again)
{
	int status;

	if (!has_ended_badly(&a->record) ||
	    !rcc_own_path_can_try(r->x, a->system))
		return RCC_EXIT_OK;
	rcc_own_path_enter(r->x, a->system);
	status = run_watched(r, a, fails_again);
	if (status == RCC_EXIT_OK && a->record.outcome == RCC_OUTCOME_OK) {
		rcc_own_path_say(r->x, a->system);
		return rcc_own_path_store(r->x);
	}
	a->failed_at_own_path = has_ended_badly(&a->record);
	r->x->place = RCC_PLACE_LAYOUT;
	return run_watched(r, a, fails_again);
}

static int run_one(struct rcc_runner *r, size_t system,
		   struct rcc_reference *result)
{
	const struct rcc_study *study = &r->x->study;
	const bool compares = study->verify == NULL && !study->ignore_output;
	const bool is_new = compares && study->expect == NULL &&
			    access(r->reference, F_OK) != 0;
	struct attempt a = {.system = system,
			    .is_first = is_new || study->expect != NULL};
	int status;

	r->measure.reference = NULL;
	if (study->expect != NULL || (compares && !is_new))
		r->measure.reference = r->reference;
	status = run_watched(r, &a, &result->fails_again);
	if (status == RCC_EXIT_OK)
		status = try_own_path(r, &a, &result->fails_again);
	if (status == RCC_EXIT_OK && a.record.outcome != RCC_OUTCOME_OK) {
		result->fails_again = true;
		status = say_failed(r, &a);
	}
	if (status == RCC_EXIT_OK && is_new) {
		status = save_reference(r, a.d.stdout_fd);
		r->measure.reference = r->reference;
	}
	if (a.record.wall_ns > result->slowest_ns)
		result->slowest_ns = a.record.wall_ns;
	if (status == RCC_EXIT_OK)
		status = rcc_runner_settle_timeout(r, a.record.wall_ns);
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
			rcc_layout_table_reference(r->x, i % study->n_systems);
		struct rcc_measure_detail d;
		struct rcc_run_record record = {0};

		/* Do not report a bad outcome here.  The reference run
		 * succeeded, so the program fails only in some runs, and the
		 * planned runs will show it. */
		if (rcc_runner_run(r, layout, 0, &record, &d) != RCC_MEASURED)
			return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}
