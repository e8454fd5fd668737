/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/fleet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "common/strmap.h"
#include "harness/findings/comparison.h"
#include "harness/findings/plan.h"
#include "harness/store/machines.h"
#include "harness/store/store.h"
#include "harness/store/store_json.h"
#include "harness/study/lost_runs.h"
#include "harness/study/simulation.h"

/* Read the list of the study's machines from DIR/study.db.  The list is empty
 * if the study has one machine.  Prints what is wrong and returns an exit code
 * (enum rcc_exit). */
static int list_machines(const char *dir, struct rcc_machine_record **machine,
			 size_t *n)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	struct rcc_store *store = NULL;
	int status = RCC_EXIT_OK;

	*machine = NULL;
	*n = 0;
	if (rcc_store_open(path, RCC_STORE_READ, &store) != 0 ||
	    rcc_store_machines(store, machine, n) != 0) {
		rcc_error("\"%s\": %s", path, rcc_store_error(store));
		rcc_store_free_machines(*machine, *n);
		*machine = NULL;
		*n = 0;
		status = RCC_EXIT_USAGE;
	}
	rcc_store_close(store);
	free(path);
	return status;
}

bool rcc_fleet_is_there(const char *dir)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	struct rcc_store *store = NULL;
	bool is_there = false;
	int64_t n = 0;

	if (access(path, R_OK) == 0 &&
	    rcc_store_open(path, RCC_STORE_READ, &store) == 0 &&
	    rcc_store_find_machine(store, 0, &n, &is_there) != 0)
		n = 0;
	rcc_store_close(store);
	free(path);
	return n != 0;
}

/* ---- Computers ---------------------------------------------------------- */

/* Return the index of the first machine that is known so far to have run on the
 * same computer as machine i. */
static size_t computer_of(struct rcc_fleet_findings *fleet, size_t i)
{
	while (fleet->machine[i].computer != i)
		i = fleet->machine[i].computer;
	return i;
}

/* Read machine i's value of `fact`, a key of its description that tells
 * computers apart, such as "hostname".  If an earlier machine has the same
 * value, note that both machines ran on one computer.  The map owns its
 * keys. */
static void note_fact(struct rcc_fleet_findings *fleet, struct rcc_strmap *map,
		      const json_t *host, const char *fact, size_t i)
{
	const char *text = json_string_value(json_object_get(host, fact));
	struct rcc_strmap_slot *slot;
	char *key;
	size_t one;
	size_t other;
	int is_new;

	if (text == NULL)
		return;
	key = rcc_mem_printf("%s %s", fact, text);
	slot = rcc_strmap_at(map, key, strlen(key), &is_new);
	if (is_new) {
		slot->value = i;
		return;
	}
	free(key);
	one = computer_of(fleet, i);
	other = computer_of(fleet, slot->value);
	fleet->machine[one > other ? one : other].computer =
		one > other ? other : one;
}

/* Find the machines that ran on one computer: they have the same host name or
 * the same boot id.  A container has its own host name, but the boot id of the
 * computer. */
static void find_computers(struct rcc_fleet_findings *fleet,
			   const struct rcc_machine_record *record)
{
	struct rcc_strmap map = {0};

	for (size_t i = 0; i < fleet->n; i++)
		fleet->machine[i].computer = i;
	for (size_t i = 0; i < fleet->n; i++) {
		const char *text = record != NULL ? record[i].host : NULL;
		json_t *host = text != NULL ? json_loads(text, 0, NULL) : NULL;

		note_fact(fleet, &map, host, "hostname", i);
		note_fact(fleet, &map, host, "boot-id", i);
		json_decref(host);
	}
	for (size_t i = 0; i < fleet->n; i++)
		fleet->machine[i].computer = computer_of(fleet, i);
	for (size_t i = 0; i < map.n_slots; i++)
		free((char *)map.slot[i].key);
	rcc_strmap_release(&map);
}

bool rcc_fleet_shares_computers(const struct rcc_fleet_findings *fleet)
{
	for (size_t i = 0; i < fleet->n; i++)
		if (fleet->machine[i].computer != i)
			return true;
	return false;
}

/* ---- Settings ----------------------------------------------------------- */

/* Append a blank, the option, and its argument quoted for the shell. */
static void add_option(struct rcc_strbuf *text, const char *option,
		       const char *word)
{
	char *quoted = rcc_shell_quote(word);

	rcc_strbuf_printf(text, " %s%s", option, quoted);
	free(quoted);
}

static void add_system(struct rcc_strbuf *text, const struct rcc_system *system,
		       bool is_alone)
{
	char *build =
		is_alone ? rcc_mem_strdup(system->build)
			 : rcc_mem_printf("%s=%s", system->name, system->build);

	add_option(text, is_alone ? "--build " : "--system ", build);
	if (system->program != NULL) {
		char *program = is_alone ? rcc_mem_strdup(system->program)
					 : rcc_mem_printf("%s=%s", system->name,
							  system->program);

		add_option(text, "--program ", program);
		free(program);
	}
	free(build);
}

/* Append a setting of the study (study.h) as the option of the same name, if
 * the setting is in simple[].  Append nothing if it has its default value.
 * Returns false if the setting is not in simple[]. */
static bool add_setting(struct rcc_strbuf *text, const char *key,
			const json_t *value)
{
	static const char *const simple[] = {
		"env",		 "exit-status",
		"ignore-output", "independent-layouts",
		"iterations",	 "on-wrong",
		"redo",		 "timeout",
		"warmup"};
	bool is_simple = false;

	for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++)
		is_simple |= strcmp(key, simple[i]) == 0;
	if (!is_simple)
		return false;
	if (json_is_true(value))
		rcc_strbuf_printf(text, " --%s", key);
	else if (json_is_string(value) &&
		 strcmp(json_string_value(value), "random") != 0 &&
		 strcmp(json_string_value(value), "stop") != 0)
		rcc_strbuf_printf(text, " --%s=%s", key,
				  json_string_value(value));
	else if (json_is_number(value) && json_number_value(value) != 0 &&
		 (strcmp(key, "iterations") != 0 ||
		  json_integer_value(value) != 1))
		rcc_strbuf_printf(text, " --%s=%g", key,
				  json_number_value(value));
	return true;
}

/* Return whether a setting needs no option of its own.  That is so in three
 * cases: another part of the command line has the setting, a new study chooses
 * its own value, or the setting is off. */
static bool needs_no_option(const char *key, const json_t *value)
{
	static const char *const said[] = {
		"arms",	    "build",   "command",  "directory",	   "executions",
		"layouts",  "machine", "machines", "output-limit", "program",
		"schedule", "seed",    "systems"};

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (strcmp(key, said[i]) == 0)
			return true;
	return json_is_null(value) || json_is_false(value) ||
	       (json_is_number(value) && json_number_value(value) == 0);
}

static void take_settings(struct rcc_fleet_findings *fleet,
			  const struct rcc_study *s)
{
	struct rcc_strbuf text = {0};
	struct rcc_strbuf others = {0};
	const char *key;
	json_t *value;

	for (size_t i = 0; i < s->n_systems; i++) {
		if (s->system[i].commit != NULL && others.n == 0)
			rcc_strbuf_add_item(&others, ", ", "system");
		if (s->system[i].commit == NULL)
			add_system(&text, &s->system[i], s->n_systems == 1);
	}
	if (s->n_arms == 1 && !rcc_study_has_original(s))
		rcc_strbuf_add(&text, " --no-original");
	else if (s->n_arms != 2)
		rcc_strbuf_add_item(&others, ", ", "arm");
	json_object_foreach(s->json, key,
			    value) if (!add_setting(&text, key, value) &&
				       !needs_no_option(key, value))
		rcc_strbuf_add_item(&others, ", ", key);
	rcc_strbuf_add(&text, " --");
	for (size_t i = 0; i < s->n_command; i++)
		add_option(&text, "", s->command[i]);
	fleet->again = rcc_strbuf_take(&text);
	fleet->other_settings = others.n != 0 ? rcc_strbuf_take(&others) : NULL;
}

/* ---- One machine -------------------------------------------------------- */

static void take_effect(const struct rcc_effect *e,
			struct rcc_fleet_effect *out)
{
	out->error = e->by_blocks ? e->blocks_error : e->error;
	if (out->error != 0)
		return;
	out->shift = *rcc_effect_shift(e);
	out->has_sd = rcc_effect_sd(e, &out->sd);
}

/* Take from the first machine what is equal on all machines, such as the
 * metric. */
static void take_names(struct rcc_fleet_findings *fleet,
		       const struct rcc_findings *f)
{
	char name[256];

	fleet->n_effects = f->n_effects;
	fleet->effect = rcc_mem_calloc(f->n_effects + 1, sizeof(char *));
	fleet->subject = rcc_mem_calloc(f->n_effects + 1, sizeof(char *));
	for (size_t i = 0; i < f->n_effects; i++) {
		const struct rcc_cell *c = &f->cell[f->effect[i].random];
		const char *arm =
			rcc_findings_arm_text(&f->stored.study, c->arm);

		fleet->effect[i] = rcc_mem_strdup(
			rcc_findings_arm_name(f, c, name, sizeof(name)));
		fleet->subject[i] =
			f->stored.study.n_systems == 1
				? rcc_mem_strdup(arm)
				: rcc_mem_printf("%s of %s", arm,
						 rcc_findings_system_name(
							 f, c->system));
	}
	fleet->n_systems = f->stored.study.n_systems;
	fleet->has_common_layouts =
		rcc_study_has_common_layouts(&f->stored.study);
	fleet->system = rcc_mem_calloc(fleet->n_systems + 1, sizeof(char *));
	for (size_t i = 0; i < fleet->n_systems; i++)
		fleet->system[i] =
			rcc_mem_strdup(rcc_findings_system_name(f, i));
	fleet->metric = f->asked.metric;
	fleet->metric.name = rcc_mem_strdup(f->asked.metric.name);
	fleet->metric.text = rcc_mem_strdup(f->asked.metric.text);
	fleet->is_simulated = rcc_metric_is_simulated(&f->asked.metric);
	if (fleet->is_simulated)
		fleet->tool = f->asked.metric.spec->kind;
	fleet->metric.spec = NULL;
	fleet->metric.label = NULL;
	fleet->level = f->asked.level;
	fleet->title = rcc_mem_strdup(rcc_findings_system_name(f, 0));
	fleet->n_machines = f->stored.study.n_machines;
	take_settings(fleet, &f->stored.study);
}

static void take_machine(struct rcc_fleet_findings *fleet,
			 const struct rcc_findings *f,
			 const struct rcc_machine_record *record)
{
	struct rcc_fleet_member *m = &fleet->machine[fleet->n++];

	*m = (struct rcc_fleet_member){
		.number = record->machine,
		.name = fleet->is_anonymous
				? rcc_mem_printf("machine %u", record->machine)
				: rcc_mem_strdup(record->name),
		.host = json_incref(f->stored.host),
		.simulation = json_incref((json_t *)rcc_stored_simulation(
			&f->stored, &f->asked.metric)),
		.n_runs = f->stored.n_runs,
		.n_planned = f->n_planned,
		.n_failed = f->n_failed,
		.is_unfinished = f->is_unfinished,
		.has_no_blocks = f->blocks.n == 0,
		.effect = rcc_mem_calloc(fleet->n_effects + 1,
					 sizeof(*m->effect)),
	};
	for (size_t i = 0; i < fleet->n_effects && i < f->n_effects; i++)
		take_effect(&f->effect[i], &m->effect[i]);
	fleet->n_runs += m->n_runs;
	fleet->n_failed += m->n_failed;
	fleet->is_unfinished |= m->is_unfinished;
	fleet->computed_level =
		fmax(fleet->computed_level, f->asked.computed_level);
}

/* ---- Kinds -------------------------------------------------------------- */

/* Sort the machines into kinds by their processors.  The kinds are numbered in
 * the order in which their first machines come. */
static void find_kinds(struct rcc_fleet_findings *fleet)
{
	struct rcc_strmap map = {0};

	fleet->kind = rcc_mem_calloc(fleet->n + 1, sizeof(char *));
	fleet->kind_of = rcc_mem_calloc(fleet->n + 1, sizeof(size_t));
	for (size_t i = 0; i < fleet->n; i++) {
		const char *cpu =
			rcc_fleet_host_text(&fleet->machine[i], "cpu");
		struct rcc_strmap_slot *slot;
		int is_new;

		slot = rcc_strmap_at(&map, cpu, strlen(cpu), &is_new);
		if (is_new) {
			slot->value = fleet->n_kinds;
			fleet->kind[fleet->n_kinds++] = rcc_mem_strdup(cpu);
		}
		fleet->kind_of[i] = slot->value;
	}
	rcc_strmap_release(&map);
}

/* ---- All machines ------------------------------------------------------- */

/* The log ratios and costs of all machines.  The machines are read one after
 * the other. */
struct gathering {
	struct rcc_fleet_values *effect; /* for each effect */
	struct rcc_fleet_values *pair;	 /* for each pair of systems */
	/* For each effect and each pair: how far rounding may have moved the
	 * ratio, as a part of it, on the machine where this is most. */
	double *effect_rounding, *pair_rounding;
	size_t n_pairs;
	double delta;
	struct rcc_fleet_seconds sum;
	/* The number of machines whose time sum.machine contains. */
	size_t n_timed;
};

/* Return the first random cell of a system; f->n_cells if it has none. */
static size_t random_cell(const struct rcc_findings *f, size_t system)
{
	for (size_t i = 0; i < f->n_cells; i++)
		if (f->cell[i].system == system && !f->cell[i].is_original)
			return i;
	return f->n_cells;
}

/* Raise *most to how far rounding may have moved the ratio of two cells on this
 * machine.  If the values of one cell are all equal, that may be because of the
 * same steps. */
static void raise_rounding(const struct rcc_cell *old,
			   const struct rcc_cell *now, double *most)
{
	const double shift = fmax(old->rounding.shift, now->rounding.shift);
	const double rounding =
		shift / fabs(old->levels.mean) + shift / fabs(now->levels.mean);

	if (isfinite(rounding) && rounding > *most)
		*most = rounding;
}

static void gather_pairs(struct gathering *g, const struct rcc_findings *f,
			 size_t machine)
{
	const size_t n = f->stored.study.n_systems;
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			const size_t old = random_cell(f, i);
			const size_t now = random_cell(f, k);

			if (old < f->n_cells && now < f->n_cells) {
				rcc_fleet_values_take(&g->pair[at], f, machine,
						      old, now);
				raise_rounding(&f->cell[old], &f->cell[now],
					       &g->pair_rounding[at]);
			}
			at++;
		}
}

/* Return the time of a machine's runs in one session. */
static double runs_of(const struct rcc_stored *s, int64_t session)
{
	double seconds = 0;

	for (size_t i = 0; i < s->n_runs; i++)
		if (s->run[i].session == session)
			seconds += rcc_run_seconds(s, &s->run[i]);
	return seconds;
}

/* Add to g->sum the time in which randstudy ran on a machine, without the time
 * of the runs.  A session is one call of randstudy that made runs.  A session
 * that was killed is left out with its runs, because its end is unknown.  A
 * machine is left out if all its sessions were killed. */
static void gather_sessions(struct gathering *g, const struct rcc_stored *s)
{
	double seconds = 0;
	size_t n_ended = 0;

	for (size_t i = 0; i < s->n_sessions; i++) {
		const struct rcc_session_record *one = &s->session[i];

		if (one->end_ns == 0)
			continue;
		n_ended++;
		seconds += (double)(one->end_ns - one->start_ns) / 1e9 -
			   runs_of(s, one->id);
	}
	g->sum.machine += fmax(0, seconds);
	g->n_timed += n_ended != 0;
}

/* Add the costs of a machine (struct rcc_fleet_seconds) to g->sum. */
static void gather_costs(struct gathering *g, const struct rcc_findings *f)
{
	struct rcc_cost cost;
	size_t n_linked = 0;

	rcc_cost_compute(f, 0, &cost);
	for (size_t i = 0; i < f->n_cells; i++)
		n_linked += !f->cell[i].is_original;
	gather_sessions(g, &f->stored);
	g->sum.link += cost.link * (double)n_linked;
	g->sum.block += cost.run * (double)f->n_cells;
}

static void gather(struct gathering *g, const struct rcc_findings *f,
		   size_t machine)
{
	if (g->effect == NULL) {
		const size_t n = f->stored.study.n_systems;

		g->n_pairs = n * (n - 1) / 2;
		g->effect =
			rcc_mem_calloc(f->n_effects + 1, sizeof(*g->effect));
		g->pair = rcc_mem_calloc(g->n_pairs + 1, sizeof(*g->pair));
		g->effect_rounding =
			rcc_mem_calloc(f->n_effects + 1, sizeof(double));
		g->pair_rounding =
			rcc_mem_calloc(g->n_pairs + 1, sizeof(double));
		if (g->delta < 0)
			g->delta = rcc_comparison_delta(f);
	}
	for (size_t i = 0; i < f->n_effects; i++) {
		const struct rcc_effect *e = &f->effect[i];

		rcc_fleet_values_take(&g->effect[i], f, machine, e->fixed,
				      e->random);
		raise_rounding(&f->cell[e->fixed], &f->cell[e->random],
			       &g->effect_rounding[i]);
	}
	gather_pairs(g, f, machine);
	gather_costs(g, f);
}

static void gathering_release(struct gathering *g, size_t n_effects)
{
	for (size_t i = 0; g->effect != NULL && i < n_effects; i++)
		rcc_fleet_values_release(&g->effect[i]);
	for (size_t i = 0; i < g->n_pairs; i++)
		rcc_fleet_values_release(&g->pair[i]);
	free(g->effect);
	free(g->pair);
	free(g->effect_rounding);
	free(g->pair_rounding);
}

static void compute_model(const struct rcc_fleet_findings *fleet,
			  const struct rcc_fleet_values *values,
			  struct rcc_fleet_model *m)
{
	const struct rcc_fleet_kinds kinds = {fleet->kind_of, fleet->n_kinds};

	rcc_fleet_model_compute(values, fleet->n, &kinds, fleet->computed_level,
				fleet->level, m);
}

/* Compare all pairs of systems.  Keep the comparisons with the first system.
 * Holm's method adjusts the verdicts for the number of pairs. */
static void compare(struct rcc_fleet_findings *fleet, const struct gathering *g)
{
	const size_t n = g->n_pairs;
	double *p = rcc_mem_calloc(2 * n + 1, sizeof(*p));
	size_t *order = rcc_mem_calloc(n + 1, sizeof(*order));

	fleet->comparison = rcc_mem_calloc(n + 1, sizeof(*fleet->comparison));
	for (size_t i = 0; i < n; i++) {
		struct rcc_fleet_comparison *c = &fleet->comparison[i];

		compute_model(fleet, &g->pair[i], &c->model);
		rcc_fleet_model_look_at_rounding(&c->model, g->pair_rounding[i],
						 g->delta);
		c->delta = g->delta;
		c->n_family = n;
		rcc_fleet_model_claim(&c->model, fleet->computed_level,
				      g->delta, &c->claim);
		p[i] = c->claim.p;
	}
	rcc_holm(p, n, p + n, order);
	/* The pairs with the first system come first. */
	fleet->n_comparisons = fleet->n_systems - 1;
	for (size_t i = 0; i < n; i++) {
		struct rcc_fleet_comparison *c = &fleet->comparison[i];

		c->old = fleet->system[0];
		c->now = i < fleet->n_comparisons ? fleet->system[i + 1] : NULL;
		c->p_holm = p[n + i];
		c->verdict =
			!fleet->is_unfinished &&
					c->p_holm <= 1 - fleet->computed_level
				? c->claim.suggested
				: RCC_VERDICT_UNDECIDED;
		if (i >= fleet->n_comparisons)
			rcc_fleet_model_release(&c->model);
	}
	free(order);
	free(p);
}

static void compute(struct rcc_fleet_findings *fleet, const struct gathering *g)
{
	const double n = (double)fleet->n;

	find_kinds(fleet);
	fleet->model =
		rcc_mem_calloc(fleet->n_effects + 1, sizeof(*fleet->model));
	for (size_t i = 0; i < fleet->n_effects; i++) {
		compute_model(fleet, &g->effect[i], &fleet->model[i]);
		rcc_fleet_model_look_at_rounding(&fleet->model[i],
						 g->effect_rounding[i], 0);
	}
	compare(fleet, g);
	fleet->cost = (struct rcc_fleet_seconds){
		.machine = g->n_timed != 0 ? g->sum.machine / (double)g->n_timed
					   : 0,
		.link = g->sum.link / n,
		.block = g->sum.block / n,
	};
}

static void find_missing(struct rcc_fleet_findings *fleet)
{
	size_t at = 0;

	for (unsigned i = 1; i <= fleet->n_machines; i++) {
		if (at < fleet->n && fleet->machine[at].number == i)
			at++;
		else
			rcc_number_list_add(&fleet->missing, i);
	}
	fleet->is_unfinished |= fleet->missing.n != 0;
}

/* Let no claim rest on some machines if others have no blocks.  If no machine
 * has any, as with counts by valgrind, there is no result at all. */
static void check_blocks(struct rcc_fleet_findings *fleet)
{
	size_t n_without = 0;

	for (size_t i = 0; i < fleet->n; i++)
		n_without += fleet->machine[i].has_no_blocks;
	fleet->is_unfinished |= n_without != 0 && n_without != fleet->n;
	for (size_t i = 0; i < fleet->n && n_without == fleet->n; i++)
		fleet->machine[i].has_no_blocks = false;
}

/* Read the planned number of machines.  randstudy stored this number when it
 * last merged the runs of the machines into one study.  Prints what is wrong
 * and returns an exit code (enum rcc_exit). */
static int read_number(struct rcc_fleet_findings *fleet)
{
	char *path = rcc_mem_printf("%s/study.db", fleet->dir);
	struct rcc_store *store = NULL;
	json_t *design = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_store_open(path, RCC_STORE_READ, &store) != 0 ||
	    rcc_store_get_json(store, "design", &design) != 0) {
		rcc_error("\"%s\": %s", path, rcc_store_error(store));
		status = RCC_EXIT_USAGE;
	}
	if (design != NULL)
		fleet->n_machines = (unsigned)json_integer_value(
			json_object_get(design, "machines"));
	json_decref(design);
	rcc_store_close(store);
	free(path);
	return status;
}

/* Each machine has a metric of its own if none is asked for: CPU time if its
 * runs shared a CPU, else wall time.  Refuse to mix them. */
static int check_metric(const struct rcc_fleet_findings *fleet,
			const struct rcc_findings *f,
			const struct rcc_machine_record *first,
			const struct rcc_machine_record *this)
{
	if (strcmp(f->asked.metric.name, fleet->metric.name) == 0)
		return RCC_EXIT_OK;
	rcc_error("the machines have no common metric: machine %u has %s, "
		  "machine %u has %s, because the runs of one shared a CPU and "
		  "those of the other did not",
		  first->machine, fleet->metric.name, this->machine,
		  f->asked.metric.name);
	rcc_hint("--metric cpu compares the CPU time of all");
	return RCC_EXIT_USAGE;
}

int rcc_fleet_load(const char *dir, const struct rcc_asking *asking,
		   double delta, rcc_fleet_visitor *visit, void *self,
		   struct rcc_fleet_findings *fleet)
{
	struct gathering g = {.delta = delta};
	struct rcc_machine_record *record = NULL;
	size_t n = 0;
	int status = RCC_EXIT_OK;

	*fleet = (struct rcc_fleet_findings){.dir = rcc_mem_strdup(dir),
					     .is_anonymous =
						     asking->is_anonymous};
	status = list_machines(dir, &record, &n);
	fleet->machine = rcc_mem_calloc(n + 1, sizeof(*fleet->machine));
	for (size_t i = 0; i < n && status == RCC_EXIT_OK; i++) {
		struct rcc_asking one = *asking;
		struct rcc_findings f;

		one.machine = record[i].machine;
		status = rcc_findings_load_as(dir, &one, &f);
		if (status == RCC_EXIT_OK && i == 0)
			take_names(fleet, &f);
		else if (status == RCC_EXIT_OK)
			status = check_metric(fleet, &f, record, &record[i]);
		if (status == RCC_EXIT_OK) {
			gather(&g, &f, i);
			take_machine(fleet, &f, &record[i]);
		}
		rcc_lost_runs_say(record[i].lost, record[i].machine,
				  &fleet->lost);
		if (status == RCC_EXIT_OK && visit != NULL)
			visit(&f, record[i].machine, i == 0, self);
		rcc_findings_release(&f);
	}
	if (status == RCC_EXIT_OK)
		status = read_number(fleet);
	if (status == RCC_EXIT_OK) {
		find_computers(fleet, record);
		find_missing(fleet);
		check_blocks(fleet);
		compute(fleet, &g);
	}
	gathering_release(&g, fleet->n_effects);
	rcc_store_free_machines(record, n);
	return status;
}

static void release_texts(char **text, size_t n)
{
	for (size_t i = 0; text != NULL && i < n; i++)
		free(text[i]);
	free(text);
}

void rcc_fleet_release(struct rcc_fleet_findings *fleet)
{
	for (size_t i = 0; i < fleet->n; i++) {
		free(fleet->machine[i].name);
		json_decref(fleet->machine[i].host);
		json_decref(fleet->machine[i].simulation);
		free(fleet->machine[i].effect);
	}
	free(fleet->machine);
	for (size_t i = 0; fleet->model != NULL && i < fleet->n_effects; i++)
		rcc_fleet_model_release(&fleet->model[i]);
	free(fleet->model);
	for (size_t i = 0; i < fleet->n_comparisons; i++)
		rcc_fleet_model_release(&fleet->comparison[i].model);
	free(fleet->comparison);
	rcc_strvec_release(&fleet->lost);
	release_texts(fleet->effect, fleet->n_effects);
	release_texts(fleet->subject, fleet->n_effects);
	release_texts(fleet->system, fleet->n_systems);
	release_texts(fleet->kind, fleet->n_kinds);
	free(fleet->kind_of);
	rcc_number_list_release(&fleet->missing);
	free((char *)fleet->metric.name);
	free((char *)fleet->metric.text);
	free(fleet->again);
	free(fleet->other_settings);
	free(fleet->title);
	free(fleet->dir);
	*fleet = (struct rcc_fleet_findings){0};
}

const char *rcc_fleet_host_text(const struct rcc_fleet_member *machine,
				const char *key)
{
	const char *text =
		json_string_value(json_object_get(machine->host, key));

	return text != NULL ? text : "unknown";
}
