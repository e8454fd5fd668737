/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/fleet.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/store/machines.h"
#include "harness/store/store.h"
#include "harness/study/lost_runs.h"

/* Read the list of machines.  The list is empty if the study has one machine,
 * or cannot be read. */
static void list_machines(const char *dir, struct rcc_machine_record **machine,
			  size_t *n)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	struct rcc_store *store = NULL;

	*machine = NULL;
	*n = 0;
	if (access(path, R_OK) == 0 &&
	    rcc_store_open(path, RCC_STORE_READ, &store) == 0 &&
	    rcc_store_machines(store, machine, n) != 0) {
		rcc_store_free_machines(*machine, *n);
		*machine = NULL;
		*n = 0;
	}
	rcc_store_close(store);
	free(path);
}

bool rcc_fleet_is_there(const char *dir)
{
	struct rcc_machine_record *machine;
	size_t n;

	list_machines(dir, &machine, &n);
	rcc_store_free_machines(machine, n);
	return n != 0;
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

/* Take what is equal on all machines from the first one. */
static void take_names(struct rcc_fleet *fleet, const struct rcc_findings *f)
{
	char name[256];

	fleet->n_effects = f->n_effects;
	fleet->effect = rcc_mem_calloc(f->n_effects + 1, sizeof(char *));
	for (size_t i = 0; i < f->n_effects; i++)
		fleet->effect[i] = rcc_mem_strdup(rcc_findings_arm_name(
			f, &f->cell[f->effect[i].random], name, sizeof(name)));
	fleet->metric = f->asked.metric;
	fleet->metric.name = rcc_mem_strdup(f->asked.metric.name);
	fleet->metric.text = rcc_mem_strdup(f->asked.metric.text);
	fleet->metric.spec = NULL;
	fleet->metric.label = NULL;
	fleet->title = rcc_mem_strdup(rcc_findings_system_name(f, 0));
	fleet->n_machines = f->stored.study.n_machines;
}

static void take_machine(struct rcc_fleet *fleet, const struct rcc_findings *f,
			 const struct rcc_machine_record *record)
{
	struct rcc_fleet_machine *m = &fleet->machine[fleet->n++];

	*m = (struct rcc_fleet_machine){
		.number = record->machine,
		.name = fleet->is_anonymous
				? rcc_mem_printf("machine %u", record->machine)
				: rcc_mem_strdup(record->name),
		.host = json_incref(f->stored.host),
		.n_runs = f->stored.n_runs,
		.n_planned = f->n_planned,
		.n_failed = f->n_failed,
		.is_unfinished = f->is_unfinished,
		.effect = rcc_mem_calloc(fleet->n_effects + 1,
					 sizeof(*m->effect)),
	};
	for (size_t i = 0; i < fleet->n_effects && i < f->n_effects; i++)
		take_effect(&f->effect[i], &m->effect[i]);
	fleet->n_runs += m->n_runs;
	fleet->n_failed += m->n_failed;
}

/* ---- All machines ------------------------------------------------------- */

static void find_missing(struct rcc_fleet *fleet)
{
	size_t at = 0;

	for (unsigned i = 1; i <= fleet->n_machines; i++) {
		if (at < fleet->n && fleet->machine[at].number == i)
			at++;
		else
			rcc_number_list_add(&fleet->missing, i);
	}
}

/* Read the number of machines that the last merge stored. */
static void read_number(struct rcc_fleet *fleet)
{
	char *path = rcc_mem_printf("%s/study.db", fleet->dir);
	struct rcc_store *store = NULL;
	json_t *design = NULL;
	char *text = NULL;

	if (rcc_store_open(path, RCC_STORE_READ, &store) == 0 &&
	    rcc_store_get(store, "design", &text) == 0 && text != NULL)
		design = json_loads(text, 0, NULL);
	if (design != NULL)
		fleet->n_machines = (unsigned)json_integer_value(
			json_object_get(design, "machines"));
	json_decref(design);
	free(text);
	rcc_store_close(store);
	free(path);
}

int rcc_fleet_load(const char *dir, const struct rcc_asking *asking,
		   rcc_fleet_visitor *visit, void *self,
		   struct rcc_fleet *fleet)
{
	struct rcc_machine_record *record = NULL;
	size_t n = 0;
	int status = RCC_EXIT_OK;

	*fleet = (struct rcc_fleet){.dir = rcc_mem_strdup(dir),
				    .is_anonymous = asking->is_anonymous};
	list_machines(dir, &record, &n);
	fleet->machine = rcc_mem_calloc(n + 1, sizeof(*fleet->machine));
	for (size_t i = 0; i < n && status == RCC_EXIT_OK; i++) {
		struct rcc_asking one = *asking;
		struct rcc_findings f;

		one.machine = record[i].machine;
		status = rcc_findings_load_as(dir, &one, &f);
		if (status == RCC_EXIT_OK && i == 0)
			take_names(fleet, &f);
		if (status == RCC_EXIT_OK)
			take_machine(fleet, &f, &record[i]);
		rcc_lost_runs_say(record[i].lost, record[i].machine,
				  &fleet->lost);
		if (status == RCC_EXIT_OK && visit != NULL)
			visit(&f, record[i].machine, i == 0, self);
		rcc_findings_release(&f);
	}
	rcc_store_free_machines(record, n);
	if (status == RCC_EXIT_OK) {
		read_number(fleet);
		find_missing(fleet);
	}
	return status;
}

void rcc_fleet_release(struct rcc_fleet *fleet)
{
	for (size_t i = 0; i < fleet->n; i++) {
		free(fleet->machine[i].name);
		json_decref(fleet->machine[i].host);
		free(fleet->machine[i].effect);
	}
	free(fleet->machine);
	rcc_strvec_release(&fleet->lost);
	for (size_t i = 0; i < fleet->n_effects; i++)
		free(fleet->effect[i]);
	free(fleet->effect);
	rcc_number_list_release(&fleet->missing);
	free((char *)fleet->metric.name);
	free((char *)fleet->metric.text);
	free(fleet->title);
	free(fleet->dir);
	*fleet = (struct rcc_fleet){0};
}

const char *rcc_fleet_host_text(const struct rcc_fleet_machine *machine,
				const char *key)
{
	const char *text =
		json_string_value(json_object_get(machine->host, key));

	return text != NULL ? text : "unknown";
}
