/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/own_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "harness/run/mount_over.h"

static const char key[] = "in-place";

/* Return a file of the build that no longer exists; NULL if all exist. */
static const char *missing_file(const struct rcc_linked *linked)
{
	if (access(linked->output, F_OK) != 0)
		return linked->output;
	for (size_t i = 0; i < linked->n_libraries; i++)
		if (access(linked->library[i].output, F_OK) != 0)
			return linked->library[i].output;
	return NULL;
}

static int check_files(const struct rcc_experiment *x)
{
	for (size_t i = 0; i < x->study.n_systems; i++) {
		const char *missing = missing_file(&x->linked[i]);

		if (missing == NULL)
			continue;
		rcc_error("\"%s\" does not exist any more, and the layouts "
			  "run at its path",
			  missing);
		rcc_hint("build it again: a program that runs at its own path "
			 "needs the tree in which it was built");
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

/* Return whether another system's program has the same path as this system's
 * program. */
static bool is_shared_path(const struct rcc_experiment *x, size_t system)
{
	for (size_t i = 0; i < x->study.n_systems; i++)
		if (i != system &&
		    strcmp(x->linked[i].output, x->linked[system].output) == 0)
			return true;
	return false;
}

/* Warn if the programs of two systems have the same path.  This happens if the
 * systems were built in the same tree. */
static void warn_of_shared_path(const struct rcc_experiment *x)
{
	size_t i = 0;

	while (i < x->study.n_systems && !is_shared_path(x, i))
		i++;
	if (x->study.is_aa || i == x->study.n_systems)
		return;
	rcc_warn("several systems run at \"%s\": the files beside this "
		 "program are those of the last build",
		 x->linked[i].output);
	rcc_hint("build each system in a directory of its own, or use "
		 "randstudy ab");
}

int rcc_own_path_recall(struct rcc_experiment *x)
{
	char *text = NULL;

	x->place = RCC_PLACE_LAYOUT;
	if (rcc_store_get(x->store, key, &text) != 0)
		return rcc_experiment_store_failed(x, "read the state");
	if (text == NULL && !x->study.is_in_place)
		return RCC_EXIT_OK;
	free(text);
	if (check_files(x) != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	rcc_own_path_enter(x, 0);
	warn_of_shared_path(x);
	return RCC_EXIT_OK;
}

bool rcc_own_path_can_try(const struct rcc_experiment *x, size_t system)
{
	return x->place == RCC_PLACE_LAYOUT && x->linked != NULL &&
	       !x->is_carried && x->linked[system].output != NULL &&
	       missing_file(&x->linked[system]) == NULL;
}

void rcc_own_path_enter(struct rcc_experiment *x, size_t system)
{
	x->place = rcc_mount_over_is_allowed(x->linked[system].output)
			   ? RCC_PLACE_MOUNT
			   : RCC_PLACE_EXCHANGE;
}

void rcc_own_path_say(const struct rcc_experiment *x, size_t system)
{
	fprintf(stderr,
		"the program works only at its own path (\"%s\"): its "
		"layouts run there%s\n",
		x->linked[system].output,
		x->place == RCC_PLACE_EXCHANGE
			? ", one at a time in place of the file"
			: ", each in a mount namespace of its own");
	warn_of_shared_path(x);
}

int rcc_own_path_store(struct rcc_experiment *x)
{
	if (rcc_store_set(x->store, key, "yes") != 0)
		return rcc_experiment_store_failed(x, "store the state");
	return RCC_EXIT_OK;
}
