/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/once.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/build/logged_command.h"

static const char key[] = "set-up";

int rcc_once_is_set_up(struct rcc_experiment *x, bool *is_set_up)
{
	char *text = NULL;

	*is_set_up = false;
	if (rcc_store_get(x->store, key, &text) != 0)
		return rcc_experiment_store_failed(x, "read the state");
	*is_set_up = text != NULL && strcmp(text, "yes") == 0;
	free(text);
	return RCC_EXIT_OK;
}

int rcc_once_store(struct rcc_experiment *x, bool is_set_up)
{
	if (rcc_store_set(x->store, key, is_set_up ? "yes" : "no") != 0)
		return rcc_experiment_store_failed(x, "store the state");
	return RCC_EXIT_OK;
}

/* Run a shell command.  Do nothing if `text` is NULL. */
static int run(const struct rcc_experiment *x, const char *name,
	       const char *text, const char *log)
{
	struct rcc_logged_command command = {
		.name = name, .text = text, .directory = x->study.directory};
	char *path;
	int status;

	if (text == NULL)
		return RCC_EXIT_OK;
	path = rcc_experiment_path(x, log);
	command.log = path;
	status = rcc_logged_command_run(&command);
	free(path);
	return status;
}

int rcc_once_set_up(struct rcc_experiment *x)
{
	bool is_set_up = false;
	int status;

	if (x->study.setup == NULL && x->study.conclude == NULL)
		return RCC_EXIT_OK;
	status = rcc_once_is_set_up(x, &is_set_up);
	if (status != RCC_EXIT_OK || is_set_up)
		return status;
	status = run(x, "the --setup command", x->study.setup, "setup.log");
	return status == RCC_EXIT_OK ? rcc_once_store(x, true) : status;
}

int rcc_once_conclude(struct rcc_experiment *x)
{
	bool is_set_up = false;
	int status;

	if (x->study.conclude == NULL)
		return RCC_EXIT_OK;
	status = rcc_once_is_set_up(x, &is_set_up);
	if (status != RCC_EXIT_OK || !is_set_up)
		return status;
	status = run(x, "the --conclude command", x->study.conclude,
		     "conclude.log");
	return status == RCC_EXIT_OK ? rcc_once_store(x, false) : status;
}
