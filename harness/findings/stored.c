/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/stored.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/store/machines.h"
#include "harness/store/store_json.h"
#include "harness/study/code_share.h"
#include "harness/study/interim.h"
#include "harness/study/simulation.h"
#include "harness/study/toolchains.h"
#include "harness/suite/suite.h"

static int read_texts(struct rcc_stored *s, struct rcc_store *store)
{
	const struct {
		const char *key;
		char **text;
	} wanted[] = {
		{"compiler", &s->compiler},
		{"compilers", &s->compilers},
		{"linker", &s->linker},
		{"randcc", &s->randcc},
		{"program-0", &s->program},
		{"in-place", &s->in_place},
		{RCC_INTERIM_KEY, &s->interim_analyses},
	};
	char *n_end = NULL;
	char *late = NULL;
	int result = rcc_store_get_json(store, "inputs", &s->inputs);

	if (result == 0)
		result = rcc_store_get_json(store, RCC_TOOLCHAINS_KEY,
					    &s->toolchains);
	for (size_t i = 0;
	     result == 0 && i < sizeof(wanted) / sizeof(wanted[0]); i++)
		result = rcc_store_get(store, wanted[i].key, wanted[i].text);
	if (result == 0)
		result = rcc_store_get(store, RCC_INTERIM_END_KEY, &n_end);
	if (result == 0)
		result = rcc_store_get(store, RCC_INTERIM_LATE_KEY, &late);
	s->decides_late = late != NULL;
	free(late);
	if (n_end != NULL) {
		s->n_end = strtod(n_end, NULL);
		s->awaits_end = !(s->n_end > 0);
	}
	free(n_end);
	return result;
}

/* Read the runs, and set how often each run executed the program. */
static int read_runs(struct rcc_stored *s, struct rcc_store *store)
{
	json_t *tuning = NULL;
	int result = rcc_store_get_json(store, RCC_TUNING_KEY, &tuning);

	rcc_tuning_read(tuning, &s->tuning);
	json_decref(tuning);
	if (result == 0)
		result = rcc_store_runs(store, &s->run, &s->n_runs);
	for (size_t i = 0; i < s->n_runs; i++)
		s->run[i].executions_per_run = s->tuning.executions;
	return result;
}

/* Read how runs shared CPUs (tandem.h, duet.h), and the runs made alone that
 * repeat runs in tandem. */
static int read_tandem(struct rcc_stored *s, struct rcc_store *store)
{
	json_t *setup = NULL;
	int result = rcc_store_get_json(store, RCC_TANDEM_KEY, &setup);

	rcc_tandem_read(setup, &s->tandem);
	json_decref(setup);
	setup = NULL;
	if (result == 0)
		result = rcc_store_get_json(store, RCC_DUET_KEY, &setup);
	rcc_duet_read(setup, &s->duet);
	json_decref(setup);
	if (result == 0)
		result = rcc_store_runs_alone(store, &s->alone, &s->n_alone);
	return result;
}

/* Read the counts by valgrind and the descriptions of the simulated machine. */
static int read_valgrind(struct rcc_stored *s, struct rcc_store *store)
{
	static const enum rcc_source_kind kind[] = {RCC_SOURCE_CACHEGRIND,
						    RCC_SOURCE_CALLGRIND};
	int result = rcc_store_valgrind(store, &s->valgrind, &s->n_valgrind);

	s->simulation = json_object();
	for (size_t i = 0; i < 2 && result == 0; i++) {
		char *key = rcc_simulation_key(kind[i]);
		json_t *one = NULL;

		result = rcc_store_get_json(store, key, &one);
		if (one != NULL)
			json_object_set_new(s->simulation,
					    rcc_simulation_tool(kind[i]), one);
		free(key);
	}
	return result;
}

static bool is_same_machine(const json_t *a, const json_t *b)
{
	static const char *const key[] = {"hostname", "cpu"};

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		const json_t *x = json_object_get(a, key[i]);
		const json_t *y = json_object_get(b, key[i]);

		/* An older randstudy may not have stored it. */
		if (x != NULL && y != NULL && !json_equal(x, y))
			return false;
	}
	return true;
}

/* Return the number of different machines among the n hosts.  A host that could
 * not be read is NULL. */
static size_t count_machines(json_t *const *host, size_t n)
{
	/* The first host of each machine. */
	const json_t **first = rcc_mem_calloc(n + 1, sizeof(*first));
	size_t n_machines = 0;

	for (size_t i = 0; i < n; i++) {
		bool is_new = host[i] != NULL;

		for (size_t k = 0; k < n_machines && is_new; k++)
			is_new = !is_same_machine(host[i], first[k]);
		if (is_new)
			first[n_machines++] = host[i];
	}
	free(first);
	return n_machines;
}

/* Set s->changed to the facts about the machine that differ between two
 * sessions.  An older randstudy may not have stored one. */
static void find_changed(struct rcc_stored *s, json_t *const *host)
{
	static const char *const key[] = {"kernel",
					  "kernel-command-line",
					  "microcode",
					  "cpus",
					  "governor",
					  "scaling-driver",
					  "no-turbo",
					  "boost",
					  "smt",
					  "isolated-cpus",
					  "numa-balancing",
					  "transparent-hugepages",
					  "aslr",
					  "clocksource"};
	json_t *first = json_object();

	for (size_t i = 0; i < s->n_sessions; i++) {
		for (size_t k = 0; k < sizeof(key) / sizeof(key[0]); k++) {
			json_t *was = json_object_get(first, key[k]);
			json_t *is = json_object_get(host[i], key[k]);

			if (was == NULL && is != NULL)
				json_object_set(first, key[k], is);
			else if (is != NULL && !json_equal(was, is) &&
				 !rcc_strvec_has(&s->changed, key[k]))
				rcc_strvec_push(&s->changed, key[k]);
		}
	}
	json_decref(first);
}

/* Set what follows from the hosts of all sessions. */
static void compare_hosts(struct rcc_stored *s)
{
	json_t **host = rcc_mem_calloc(s->n_sessions + 1, sizeof(json_t *));

	for (size_t i = 0; i < s->n_sessions; i++)
		host[i] = json_loads(s->session[i].host, 0, NULL);
	s->n_machines = count_machines(host, s->n_sessions);
	find_changed(s, host);
	for (size_t i = 0; i < s->n_sessions; i++)
		json_decref(host[i]);
	free(host);
}

static int read_rows(struct rcc_stored *s, struct rcc_store *store)
{
	int result = rcc_store_layouts(store, &s->layout, &s->n_layouts);

	if (result == 0)
		result = rcc_store_batches(store, &s->batch, &s->n_batches);
	if (result == 0)
		result = rcc_stages_load(store, &s->study, &s->stages);
	if (result == 0)
		result = read_runs(s, store);
	if (result == 0)
		result = read_tandem(s, store);
	if (result == 0)
		result = rcc_store_values(store, &s->value, &s->n_values);
	if (result == 0)
		result = read_valgrind(s, store);
	if (result == 0)
		result = rcc_store_sessions(store, &s->session, &s->n_sessions);
	if (result == 0)
		compare_hosts(s);
	if (result == 0 && s->n_sessions != 0)
		s->host =
			json_loads(s->session[s->n_sessions - 1].host, 0, NULL);
	return result;
}

/* ---- Texts for each system and metric ---------------------------------- */

static bool has_values(const struct rcc_stored *s, size_t metric)
{
	for (size_t i = 0; i < s->n_values; i++)
		if (s->value[i].metric == metric)
			return true;
	return false;
}

/* The kernel may have refused a counter in some sessions only.  The other
 * sessions then count. */
static int read_refused(struct rcc_stored *s, struct rcc_store *store)
{
	int result = 0;

	s->refused = rcc_mem_calloc(s->study.n_metrics + 1, sizeof(char *));
	for (size_t i = 0; result == 0 && i < s->study.n_metrics; i++) {
		char *key =
			rcc_mem_printf("refused-%s", s->study.metric[i].name);

		if (!has_values(s, i))
			result = rcc_store_get(store, key, &s->refused[i]);
		free(key);
	}
	return result;
}

static int read_records(struct rcc_stored *s, struct rcc_store *store)
{
	int result = 0;

	s->record = rcc_mem_calloc(s->study.n_systems, sizeof(*s->record));
	for (size_t i = 0; result == 0 && i < s->study.n_systems; i++) {
		char *key = rcc_mem_printf("record-%zu", i);

		result = rcc_store_get(store, key, &s->record[i]);
		free(key);
	}
	return result;
}

/* Read the compiler options of each system.  Older versions did not store these
 * options. */
static int read_compile_options(struct rcc_stored *s, struct rcc_store *store)
{
	int result = 0;

	s->compile_options = json_array();
	for (size_t i = 0; result == 0 && i < s->study.n_systems; i++) {
		char *key = rcc_mem_printf("options-%zu", i);
		json_t *options = NULL;

		result = rcc_store_get_json(store, key, &options);
		json_array_append_new(s->compile_options,
				      options != NULL ? options : json_array());
		free(key);
	}
	return result;
}

/* Read each system's use of CPU time (code_share.h).  Older versions did not
 * store it, and it is missing for programs that randld could not analyze. */
static int read_code_share(struct rcc_stored *s, struct rcc_store *store)
{
	int result = 0;

	s->code_share = json_array();
	for (size_t i = 0; result == 0 && i < s->study.n_systems; i++) {
		char *key = rcc_mem_printf(RCC_CODE_SHARE_KEY "-%zu", i);
		json_t *share = NULL;

		result = rcc_store_get_json(store, key, &share);
		json_array_append_new(s->code_share,
				      share != NULL ? share : json_null());
		free(key);
	}
	return result;
}

/* ---- The study --------------------------------------------------------- */

static int cannot_read(struct rcc_store *store, const char *path)
{
	rcc_error("cannot read \"%s\": %s", path, rcc_store_error(store));
	return RCC_EXIT_USAGE;
}

static int read_design(struct rcc_stored *s, struct rcc_store *store,
		       const char *path)
{
	json_t *design = NULL;
	char *problem = NULL;
	int status = RCC_EXIT_USAGE;

	if (rcc_store_get_json(store, "design", &design) != 0)
		return cannot_read(store, path);
	if (design == NULL)
		rcc_error("\"%s\" holds no study", path);
	else if (rcc_study_parse(design, &s->study, &problem) != 0)
		rcc_error("the design in \"%s\" is damaged: %s", path, problem);
	else
		status = RCC_EXIT_OK;
	free(problem);
	json_decref(design);
	return status;
}

static int read_study(struct rcc_stored *s, struct rcc_store *store,
		      const char *path)
{
	int status = read_design(s, store, path);

	if (status != RCC_EXIT_OK)
		return status;
	if (read_texts(s, store) != 0 || read_rows(s, store) != 0 ||
	    read_refused(s, store) != 0 || read_records(s, store) != 0 ||
	    read_compile_options(s, store) != 0 ||
	    read_code_share(s, store) != 0)
		return cannot_read(store, path);
	s->study.n_executions = s->stages.n_rounds;
	return RCC_EXIT_OK;
}

/* In a study of several machines, choose the machine whose rows are read from
 * the database. */
static int choose_machine(struct rcc_store *store, const char *dir,
			  const char *path, unsigned machine)
{
	int64_t n = 0;
	bool is_there = false;
	int status = RCC_EXIT_OK;

	if (rcc_store_find_machine(store, machine, &n, &is_there) != 0)
		return cannot_read(store, path);
	if (n != 0 && machine == 0) {
		rcc_error("\"%s\" has the runs of several machines", dir);
		rcc_hint("`randstudy report %s` reports on all of them, and "
			 "with --machine=K on one",
			 dir);
		status = RCC_EXIT_USAGE;
	} else if (machine != 0 && !is_there) {
		rcc_error("\"%s\" has no runs of a machine %u", dir, machine);
		status = RCC_EXIT_USAGE;
	} else if (machine != 0 &&
		   rcc_store_select_machine(store, machine) != 0) {
		status = cannot_read(store, path);
	}
	return status;
}

int rcc_stored_read(const char *dir, unsigned machine, struct rcc_stored *s)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	struct rcc_store *store = NULL;
	int status = RCC_EXIT_USAGE;

	memset(s, 0, sizeof(*s));
	s->dir = rcc_mem_strdup(dir);
	if (rcc_suite_is_there(dir)) {
		rcc_error("\"%s\" is a suite", dir);
		rcc_hint("name one of its benchmarks: %s/NAME", dir);
	} else if (access(path, R_OK) != 0) {
		rcc_error_errno("cannot read the study \"%s\"", path);
	} else if (rcc_store_open(path, RCC_STORE_READ, &store) != 0) {
		status = cannot_read(store, path);
	} else {
		status = choose_machine(store, dir, path, machine);
		if (status == RCC_EXIT_OK)
			status = read_study(s, store, path);
	}
	rcc_store_close(store);
	free(path);
	return status;
}

void rcc_stored_release(struct rcc_stored *s)
{
	for (size_t i = 0; i < s->n_layouts; i++)
		rcc_layout_record_release(&s->layout[i]);
	for (size_t i = 0; i < s->n_sessions; i++)
		free(s->session[i].host);
	for (size_t i = 0; s->refused != NULL && i < s->study.n_metrics; i++)
		free(s->refused[i]);
	for (size_t i = 0; s->record != NULL && i < s->study.n_systems; i++)
		free(s->record[i]);
	free(s->layout);
	free(s->batch);
	free(s->run);
	free(s->is_replaced);
	rcc_stages_release(&s->stages);
	free(s->alone);
	free(s->value);
	free(s->valgrind);
	json_decref(s->simulation);
	free(s->refused);
	free(s->record);
	free(s->session);
	json_decref(s->host);
	json_decref(s->inputs);
	json_decref(s->compile_options);
	json_decref(s->code_share);
	json_decref(s->toolchains);
	free(s->compiler);
	free(s->compilers);
	free(s->linker);
	free(s->in_place);
	free(s->randcc);
	free(s->program);
	free(s->interim_analyses);
	rcc_strvec_release(&s->changed);
	free(s->dir);
	rcc_study_release(&s->study);
	memset(s, 0, sizeof(*s));
}

/* ---- Looking up -------------------------------------------------------- */

const struct rcc_layout_record *rcc_stored_layout(const struct rcc_stored *s,
						  int64_t id)
{
	size_t lo = 0;
	size_t hi = s->n_layouts;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (s->layout[mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->n_layouts && s->layout[lo].id == id ? &s->layout[lo]
							   : NULL;
}

const struct rcc_layout_record *rcc_stored_original(const struct rcc_stored *s,
						    size_t system)
{
	for (size_t i = 0; i < s->n_layouts; i++)
		if (s->layout[i].system == system && s->layout[i].is_original)
			return &s->layout[i];
	return NULL;
}

const struct rcc_value_record *rcc_stored_values(const struct rcc_stored *s,
						 int64_t order, size_t own,
						 size_t *n)
{
	size_t lo = 0;
	size_t hi = s->n_values;
	size_t end;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const struct rcc_value_record *v = &s->value[mid];

		if (v->order < order || (v->order == order && v->metric < own))
			lo = mid + 1;
		else
			hi = mid;
	}
	for (end = lo; end < s->n_values && s->value[end].order == order &&
		       s->value[end].metric == own;
	     end++)
		;
	*n = end - lo;
	return s->value + lo;
}

const struct rcc_value_record *
rcc_stored_used_values(const struct rcc_stored *s, int64_t order, size_t own,
		       size_t *n)
{
	const struct rcc_value_record *value =
		rcc_stored_values(s, order, own, n);
	const size_t only = s->study.only_iteration;
	const size_t skipped = only > 0 ? only - 1 : s->study.skip_iterations;

	if (!rcc_metric_spec_has_iterations(&s->study.metric[own]))
		return value;
	if (skipped >= *n) {
		*n = 0;
		return value;
	}
	*n = only > 0 ? 1 : *n - skipped;
	return value + skipped;
}

const struct rcc_valgrind_record *
rcc_stored_valgrind(const struct rcc_stored *s, int64_t layout, size_t own)
{
	for (size_t i = 0; i < s->n_valgrind; i++)
		if (s->valgrind[i].layout == layout &&
		    s->valgrind[i].metric == own)
			return &s->valgrind[i];
	return NULL;
}

const json_t *rcc_stored_simulation(const struct rcc_stored *s,
				    const struct rcc_metric *metric)
{
	if (!rcc_metric_is_simulated(metric))
		return NULL;
	return json_object_get(s->simulation,
			       rcc_simulation_tool(metric->spec->kind));
}

bool rcc_stored_has_plugin(const struct rcc_stored *s, const char *system)
{
	const json_t *one = json_object_get(s->toolchains, system);
	const char *compilers =
		one != NULL
			? json_string_value(json_object_get(one, "compilers"))
			: s->compilers;

	return rcc_toolchains_has_gcc(compilers);
}

bool rcc_stored_aslr_is_off(const struct rcc_stored *s)
{
	const struct rcc_process_control *control = &s->study.control;
	const char *aslr = json_string_value(json_object_get(s->host, "aslr"));

	return control->sets_aslr ? !control->has_aslr
				  : aslr != NULL && strcmp(aslr, "0") == 0;
}

size_t rcc_stored_n_planned(const struct rcc_stored *s)
{
	/* If *s was not read from a database, `stages` is empty.  The number
	 * then follows from the settings. */
	if (s->stages.n != 0)
		return rcc_stages_n_runs(&s->stages);
	return rcc_study_n_cells(&s->study) * s->study.n_layouts *
	       s->study.n_executions;
}

bool rcc_stored_is_replaced(const struct rcc_stored *s, size_t i)
{
	return s->is_replaced != NULL && s->is_replaced[i];
}

size_t rcc_stored_round(const struct rcc_stored *s,
			const struct rcc_run_record *run, bool *is_repeat)
{
	const struct rcc_stage *stage = rcc_stages_find(&s->stages, run->order);

	if (is_repeat != NULL)
		*is_repeat = stage != NULL &&
			     stage->schedule.kind == RCC_STAGE_REPEAT;
	/* A run whose order is beyond the plan belongs to no stage.  Its round
	 * is the number of its execution. */
	return stage != NULL ? rcc_stage_round(&s->stages, stage, run->order)
			     : run->execution;
}

int64_t rcc_stored_begin_ns(const struct rcc_stored *s)
{
	return s->run[0].start_ns;
}

int64_t rcc_stored_end_ns(const struct rcc_stored *s)
{
	const struct rcc_run_record *last = &s->run[s->n_runs - 1];

	return last->start_ns + last->wall_ns;
}

double rcc_stored_steal(const struct rcc_stored *s)
{
	double all = 0;
	double stolen = 0;

	for (size_t i = 0; i < s->n_sessions; i++) {
		const struct rcc_session_record *session = &s->session[i];
		const double length =
			(double)(session->end_ns - session->start_ns);
		json_t *host = json_loads(session->host, 0, NULL);
		const json_t *share = json_object_get(host, "steal");

		if (json_is_number(share) && length > 0) {
			all += length;
			stolen += json_number_value(share) * length;
		}
		json_decref(host);
	}
	return all > 0 ? stolen / all : NAN;
}
