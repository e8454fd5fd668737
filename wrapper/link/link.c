/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/link.h"

#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"

const char *rcc_link_output(const struct rcc_link *l)
{
	return l->output != NULL ? l->output : l->request->args->output;
}

void rcc_link_remove_output(const struct rcc_link *l)
{
	const char *output = rcc_link_output(l);
	struct stat st;

	if (lstat(output, &st) == 0 && S_ISREG(st.st_mode))
		unlink(output);
}

int rcc_link_pass_or_refuse(const struct rcc_link *l, int err,
			    struct rcc_refusal *why)
{
	if (err != RCC_EUNSUP)
		return err;
	if (l->request->settings->pass_unsupported) {
		rcc_warn("%s: \"%s\" is linked unrandomised", why->problem,
			 l->request->args->output);
		rcc_refusal_release(why);
		return 0;
	}
	rcc_refusal_remedy(why,
			   "%s, or set RANDCC_UNSUPPORTED=pass to link without "
			   "randomising",
			   why->remedy);
	/* If the link has begun, remove its output, because make would
	 * otherwise consider it a complete program. */
	if (l->dir.path != NULL)
		rcc_link_remove_output(l);
	return err;
}

/* Check the files that only scripts name.  The functions in such a file cannot
 * be ranked, so if it has functions, refuse the link or warn. */
static int check_script_files(const struct rcc_link *l, struct rcc_refusal *why)
{
	const struct rcc_settings *settings = l->request->settings;

	for (size_t i = 0; i < l->script_files.n && !settings->is_original;
	     i++) {
		const struct rcc_script_file *f = &l->script_files.item[i];

		if (!f->has_functions)
			continue;
		if (!settings->pass_unsupported)
			return rcc_refuse(
				why, RCC_EUNSUP,
				"name that file on the command line, or set "
				"RANDCC_UNSUPPORTED=pass to link without "
				"randomising it",
				"the linker script \"%s\" names \"%s\": "
				"functions in such a file cannot be randomised",
				f->script, f->name);
		rcc_warn("the linker script \"%s\" names \"%s\", whose "
			 "functions are not randomised",
			 f->script, f->name);
	}
	return 0;
}

int rcc_link_open(struct rcc_link *l, struct rcc_refusal *why)
{
	const struct rcc_ldargs *args = l->request->args;
	int err;

	if (args->is_information || args->is_relocatable)
		return 0;
	err = rcc_inputs_open(&l->inputs, l->request, l->recorded, why);
	if (err == 0)
		err = rcc_script_files_find(&l->script_files, args, &l->inputs,
					    l->recorded, why);
	if (err == 0)
		err = check_script_files(l, why);
	return err != 0 ? err : rcc_inputs_are_any(&l->inputs, args);
}

void rcc_link_release(struct rcc_link *l)
{
	rcc_script_files_release(&l->script_files);
	rcc_inputs_release(&l->inputs);
	rcc_work_dir_release(&l->dir);
}
