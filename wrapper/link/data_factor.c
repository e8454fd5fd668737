/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/data_factor.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"
#include "wrapper/elf/object_symbols.h"

/* Return how many variables in a file have sections of their own. */
static size_t n_variables_of(const struct rcc_object_file *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n_objects; i++)
		n += f->object[i].n_variables;
	return n;
}

/* Return whether variables of this link have names of sections that randcc gave
 * them.  The plugin gives them when it compiles with the factor `data`, so they
 * do not depend on the seed and the factors of the link.  Only code that LTO
 * compiles gets them in the link, for the original layout too. */
static bool has_renamed(const struct rcc_request *request,
			const struct rcc_inputs *inputs)
{
	const bool asks = (request->settings->factors & RCC_FACTOR_DATA) != 0;

	if (rcc_request_has(request, RCC_FACTOR_DATA) ||
	    (asks && inputs->has_ir))
		return true;
	for (size_t i = 0; i < inputs->n; i++)
		if (n_variables_of(&inputs->item[i].file) != 0)
			return true;
	return false;
}

static bool has_script_with_names(const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++)
		if (inputs->item[i].script != NULL &&
		    inputs->item[i].script->names_data)
			return true;
	return false;
}

int rcc_data_factor_check(const struct rcc_request *request,
			  const struct rcc_inputs *inputs,
			  struct rcc_refusal *why)
{
	if (has_script_with_names(inputs) && has_renamed(request, inputs))
		return rcc_refuse(why, RCC_EUNSUP,
				  "remove the patterns .data.NAME from the "
				  "script, or take \"data\" out of "
				  "RANDCC_FACTORS and compile again",
				  "the linker script places variables by the "
				  "names of their sections");
	if (!rcc_request_has(request, RCC_FACTOR_DATA))
		return 0;
	if (inputs->main_script == NULL || inputs->main_script->inserts)
		return 0;
	return rcc_refuse(
		why, RCC_EUNSUP,
		"let the script add to the default one (INSERT), or "
		"take \"data\" out of RANDCC_FACTORS",
		"the factor \"data\" needs a linker script that sorts "
		"variables");
}

/* Count the variables in a user's file.  Also count the objects of the file
 * that were compiled without the factor `data`, but could have been compiled
 * with this factor. */
static void count(struct rcc_data_factor *d, const struct rcc_object_file *f)
{
	d->n_variables += n_variables_of(f);
	for (size_t i = 0; i < f->n_objects; i++) {
		const struct rcc_object *o = &f->object[i];

		d->n_without += o->n_variables == 0 &&
				(o->traits & RCC_OBJECT_IS_IR) == 0 &&
				rcc_object_has_plain_variables(f, o);
	}
}

/* Return whether archives of the system, such as libstdc++.a, have ranked
 * variables.  Then the link needs our script, because no default linker script
 * has a place for ranked variables. */
static bool has_ranked_archive(const struct rcc_request *request,
			       const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++)
		if (!rcc_inputs_is_users(request->args, &inputs->item[i]) &&
		    n_variables_of(&inputs->item[i].file) != 0)
			return true;
	return false;
}

static int write_script(struct rcc_data_factor *d, const char *dir,
			struct rcc_refusal *why)
{
	static const char *const plain[RCC_RANK_N_GROUPS] = {
		[RCC_RANK_IN_RODATA] = ".rodata",
		[RCC_RANK_IN_TDATA] = ".tdata",
		[RCC_RANK_IN_RELRO] = ".data.rel.ro",
		[RCC_RANK_IN_DATA] = ".data",
		[RCC_RANK_IN_BSS] = ".bss",
	};
	struct rcc_strbuf text = {0};
	int err = 0;

	for (int g = 0; g < RCC_RANK_N_GROUPS; g++)
		rcc_strbuf_printf(
			&text,
			"SECTIONS { %s.sorted : { *(SORT(.data.sort.%c.*)) } } "
			"INSERT AFTER %s;\n",
			plain[g], rcc_rank_group_letter((enum rcc_rank_group)g),
			plain[g]);
	d->script = rcc_mem_printf("%s/randcc-layout.ld", dir);
	if (rcc_file_replace(d->script, text.text, text.n, 0600) != 0)
		err = rcc_refuse(why, RCC_ESYS, NULL, "cannot write \"%s\"",
				 d->script);
	rcc_strbuf_release(&text);
	return err;
}

int rcc_data_factor_plan(struct rcc_data_factor *d,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs, const char *dir,
			 struct rcc_refusal *why)
{
	*d = (struct rcc_data_factor){.has_lto = inputs->has_ir};
	d->is_asked = rcc_request_has(request, RCC_FACTOR_DATA);
	if (!d->is_asked)
		return 0;
	for (size_t i = 0; i < inputs->n; i++)
		if (rcc_inputs_is_users(request->args, &inputs->item[i]))
			count(d, &inputs->item[i].file);
	if (d->n_variables != 0 || d->has_lto)
		return write_script(d, dir, why);
	if (d->n_without == 0)
		return has_ranked_archive(request, inputs)
			       ? write_script(d, dir, why)
			       : 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  "compile all objects again with \"data\" in "
			  "RANDCC_FACTORS, and without -fno-toplevel-reorder",
			  "no object was compiled with the factor \"data\"");
}

void rcc_data_factor_release(struct rcc_data_factor *d)
{
	free(d->script);
	*d = (struct rcc_data_factor){0};
}
