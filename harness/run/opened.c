/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/opened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/link_records.h"
#include "harness/run/libraries.h"

/* Return the folder with the records of a system's build.  The two systems of
 * an A/A study, which compares a program with itself, have one build. */
static char *record_of(const struct rcc_experiment *x, size_t system)
{
	return rcc_mem_printf("%s/record/%zu", x->dir,
			      x->study.is_aa ? (size_t)0 : system);
}

static bool is_laid_out(const struct rcc_linked *linked, const char *output)
{
	bool is = strcmp(linked->output, output) == 0;

	for (size_t i = 0; i < linked->n_libraries; i++)
		is |= strcmp(linked->library[i].output, output) == 0;
	return is;
}

/* Append the libraries of a system's build that are not laid out. */
static void find_others(const struct rcc_experiment *x, size_t system,
			struct rcc_strvec *output)
{
	char *record = record_of(x, system);
	struct rcc_strvec all = {0};

	rcc_link_records_libraries(x->bindir, record, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!is_laid_out(&x->linked[system], all.item[i]))
			rcc_strvec_push(output, all.item[i]);
	rcc_strvec_release(&all);
	free(record);
}

void rcc_opened_expect(struct rcc_experiment *x)
{
	const bool may_add = x->linked != NULL && !x->is_carried &&
			     !x->study.has_libraries &&
			     !x->study.leaves_libraries;

	x->finds_opened = x->has_opened = false;
	for (size_t i = 0; i < x->study.n_systems && may_add; i++) {
		struct rcc_strvec other = {0};

		if (x->linked[i].record != NULL)
			find_others(x, i, &other);
		x->finds_opened |=
			other.n != 0 || x->linked[i].n_libraries != 0;
		rcc_strvec_release(&other);
	}
}

static bool is_loaded(const struct rcc_strvec *loaded, const char *output)
{
	bool is = false;

	for (size_t i = 0; i < loaded->n && !is; i++) {
		char *real = realpath(loaded->item[i], NULL);

		is = real != NULL && strcmp(real, output) == 0;
		free(real);
	}
	return is;
}

static void add_one(struct rcc_experiment *x, size_t system, const char *output)
{
	char *record = record_of(x, system);

	if (rcc_link_records_add(x->bindir, record, output,
				 &x->linked[system])) {
		fprintf(stderr,
			"the program opens \"%s\": it is laid out "
			"too\n",
			output);
		x->has_opened = true;
	} else {
		rcc_warn("the program opens \"%s\", which layouts do not "
			 "move: another file of the program has the same name",
			 output);
	}
	free(record);
}

/* Set x->has_opened if a process loaded the build's own file of a library,
 * although the library is laid out.  DT_RPATH, for instance, makes the dynamic
 * linker look in the build's folder first. */
static void find_at_own_path(struct rcc_experiment *x, size_t system,
			     const struct rcc_strvec *loaded)
{
	const struct rcc_linked *linked = &x->linked[system];

	for (size_t i = 0; i < linked->n_libraries; i++) {
		const char *output = linked->library[i].output;

		if (x->place != RCC_PLACE_LAYOUT || !is_loaded(loaded, output))
			continue;
		fprintf(stderr,
			"the program loads \"%s\" only from that path: its "
			"layouts run there too\n",
			output);
		x->has_opened = true;
	}
}

void rcc_opened_add(struct rcc_experiment *x, size_t system)
{
	struct rcc_strvec other = {0};
	struct rcc_strvec loaded = {0};

	if (!x->finds_opened)
		return;
	find_others(x, system, &other);
	rcc_libraries_loaded(x, &loaded);
	find_at_own_path(x, system, &loaded);
	for (size_t i = 0; i < other.n; i++)
		if (is_loaded(&loaded, other.item[i]))
			add_one(x, system, other.item[i]);
	rcc_strvec_release(&other);
	rcc_strvec_release(&loaded);
}
