/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/fleet_warnings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/number_list.h"
#include "harness/study/simulation.h"

static void warn_of_missing(const struct rcc_fleet_findings *fleet,
			    struct rcc_strvec *warning)
{
	char *text;

	if (fleet->missing.n == 0)
		return;
	text = rcc_number_list_text(&fleet->missing, "machine");
	rcc_strvec_pushf(warning,
			 "%s of %u %s missing: bring the runs that are there, "
			 "and merge again",
			 text, fleet->n_machines,
			 fleet->missing.n == 1 ? "is" : "are");
	free(text);
}

static bool is_unfinished(const struct rcc_fleet_member *m)
{
	return m->is_unfinished;
}

static bool has_no_blocks(const struct rcc_fleet_member *m)
{
	return m->has_no_blocks;
}

/* Return the numbers of the machines for which `is_one` holds, such as "machines
 * 2 and 5", and set *n to how many there are.  Returns NULL if there is none.
 * Caller frees. */
static char *machines_text(const struct rcc_fleet_findings *fleet,
			   bool (*is_one)(const struct rcc_fleet_member *),
			   size_t *n)
{
	struct rcc_number_list list = {0};
	char *text = NULL;

	for (size_t i = 0; i < fleet->n; i++)
		if (is_one(&fleet->machine[i]))
			rcc_number_list_add(&list, fleet->machine[i].number);
	*n = list.n;
	if (list.n != 0)
		text = rcc_number_list_text(&list, "machine");
	rcc_number_list_release(&list);
	return text;
}

static void warn_of_unfinished(const struct rcc_fleet_findings *fleet,
			       struct rcc_strvec *warning)
{
	size_t n;
	char *text = machines_text(fleet, is_unfinished, &n);

	if (text != NULL)
		rcc_strvec_pushf(warning,
				 "%s lack%s planned runs: no claim may rest on "
				 "them",
				 text, n == 1 ? "s" : "");
	free(text);
}

/* Warn of machines that the results over all machines lack. */
static void warn_of_no_blocks(const struct rcc_fleet_findings *fleet,
			      struct rcc_strvec *warning)
{
	size_t n;
	char *text = machines_text(fleet, has_no_blocks, &n);

	if (text != NULL)
		rcc_strvec_pushf(warning,
				 "the results over all machines lack %s, "
				 "because in each block a run failed or is "
				 "missing, or because a value of %s is 0 or "
				 "less: no claim may rest on the others",
				 text, fleet->metric.text);
	free(text);
}

/* Warn if several machines of the study are the same computer.  Then their
 * differences do not come from hardware. */
static void warn_of_one_computer(const struct rcc_fleet_findings *fleet,
				 size_t first, struct rcc_strvec *warning)
{
	const char *name =
		rcc_fleet_host_text(&fleet->machine[first], "hostname");
	const bool has_name =
		!fleet->is_anonymous && strcmp(name, "unknown") != 0;
	struct rcc_number_list list = {0};
	char *text;

	for (size_t i = first; i < fleet->n; i++)
		if (fleet->machine[i].computer == first)
			rcc_number_list_add(&list, fleet->machine[i].number);
	text = rcc_number_list_text(&list, "machine");
	if (list.n > 1)
		rcc_strvec_pushf(
			warning,
			"%s ran on one computer%s%s%s and may have shared its "
			"CPUs: these figures show that everything arrives, and "
			"their differences say nothing about hardware",
			text, has_name ? ", " : "", has_name ? name : "",
			has_name ? "," : "");
	free(text);
	rcc_number_list_release(&list);
}

static void warn_of_failed(const struct rcc_fleet_findings *fleet,
			   struct rcc_strvec *warning)
{
	for (size_t i = 0; i < fleet->n; i++)
		if (fleet->machine[i].n_failed != 0)
			rcc_strvec_pushf(warning,
					 "%zu of %zu runs of machine %u "
					 "failed: `randstudy report --machine="
					 "%u` says how",
					 fleet->machine[i].n_failed,
					 fleet->machine[i].n_runs,
					 fleet->machine[i].number,
					 fleet->machine[i].number);
}

/* valgrind simulated a computer on each machine.  Return a text that says how
 * the i-th machine's simulated computer differs from the first machine's; NULL
 * if the two do not differ. */
static const char *difference_of(const struct rcc_fleet_findings *fleet,
				 size_t i)
{
	return rcc_simulation_difference(fleet->machine[0].simulation,
					 fleet->machine[i].simulation);
}

/* Warn if valgrind did not simulate the counts in the same way on all
 * machines. */
static void warn_of_simulations(const struct rcc_fleet_findings *fleet,
				struct rcc_strvec *warning)
{
	struct rcc_strvec said = {0};

	for (size_t i = 1; i < fleet->n; i++) {
		const char *difference = difference_of(fleet, i);
		struct rcc_number_list list = {0};
		char *text;

		if (difference == NULL || rcc_strvec_has(&said, difference))
			continue;
		rcc_strvec_push(&said, difference);
		rcc_number_list_add(&list, fleet->machine[0].number);
		for (size_t k = i; k < fleet->n; k++)
			if (difference_of(fleet, k) == difference)
				rcc_number_list_add(&list,
						    fleet->machine[k].number);
		text = rcc_number_list_text(&list, "machine");
		rcc_strvec_pushf(warning,
				 "%s: %s, so their counts do not compare", text,
				 difference);
		free(text);
		rcc_number_list_release(&list);
	}
	rcc_strvec_release(&said);
}

void rcc_fleet_leading_warnings(const struct rcc_fleet_findings *fleet,
				struct rcc_strvec *warning)
{
	for (size_t i = 0; i < fleet->n; i++)
		if (fleet->machine[i].computer == i)
			warn_of_one_computer(fleet, i, warning);
	warn_of_no_blocks(fleet, warning);
	warn_of_failed(fleet, warning);
}

void rcc_fleet_other_warnings(const struct rcc_fleet_findings *fleet,
			      struct rcc_strvec *warning)
{
	warn_of_missing(fleet, warning);
	warn_of_unfinished(fleet, warning);
	warn_of_simulations(fleet, warning);
	for (size_t i = 0; i < fleet->lost.n; i++)
		rcc_strvec_push(warning, fleet->lost.item[i]);
}
