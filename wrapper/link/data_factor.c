/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/data_factor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/object_symbols.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/link.h"
#include "wrapper/order/link_order.h"

static bool is_asked(const struct rcc_link *l)
{
	return (l->settings->factors & RCC_FACTOR_DATA) != 0 &&
	       !l->settings->is_original;
}

/* Linkers other than GNU ld: placement.c. */
const char *rcc_data_obstacle(const struct rcc_link *l, const char **remedy)
{
	const char *problem = NULL;
	char *text;

	if (!is_asked(l))
		return NULL;
	if (l->args.script == NULL)
		return NULL;
	text = rcc_file_read(rcc_inputs_script(l), NULL);
	if (text != NULL && strstr(text, "INSERT") == NULL) {
		*remedy = "let the script add to the default one (INSERT), or "
			  "take \"data\" out of RANDCC_FACTORS";
		problem = "the linker script does not sort variables, as the "
			  "factor \"data\" needs";
	}
	free(text);
	return problem;
}

/* Whether it was for the user to compile that file with the factor. */
static bool is_users(const struct rcc_link *l, const struct rcc_link_input *in)
{
	const char *text = l->args.word[in->word].text;

	return in->is_open && !rcc_linkorder_is_start_file(text) &&
	       !rcc_inputs_is_system(in->path);
}

static void count(struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++) {
		const struct rcc_link_input *in = &l->input[i];
		bool is_ours = is_users(l, in);

		for (size_t k = 0; is_ours && k < in->file.n_objects; k++) {
			const struct rcc_object *o = &in->file.object[k];

			l->data.n_variables += o->n_variables;
			l->data.n_whole +=
				o->n_variables == 0 &&
				(o->traits & RCC_OBJECT_IS_IR) == 0 &&
				rcc_object_has_plain_variables(&in->file, o);
		}
	}
}

static void write_script(struct rcc_link *l)
{
	static const char *const behind[RCC_RANK_N_GROUPS] = {
		[RCC_RANK_IN_RODATA] = ".rodata",
		[RCC_RANK_IN_TDATA] = ".tdata",
		[RCC_RANK_IN_RELRO] = ".data.rel.ro",
		[RCC_RANK_IN_DATA] = ".data",
		[RCC_RANK_IN_BSS] = ".bss",
	};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	for (int g = 0; out != NULL && g < RCC_RANK_N_GROUPS; g++)
		fprintf(out,
			"SECTIONS { %s.sorted : { *(SORT(.data.sort.%c.*)) } } "
			"INSERT AFTER %s;\n",
			behind[g],
			rcc_rank_group_letter((enum rcc_rank_group)g),
			behind[g]);
	l->data.script = rcc_mem_printf("%s/randcc-layout.ld", l->tmp_dir);
	if (out == NULL || fclose(out) != 0 ||
	    rcc_file_replace(l->data.script, text, n, 0600) != 0)
		rcc_die_errno("cannot write \"%s\"", l->data.script);
	free(text);
}

void rcc_data_plan(struct rcc_link *l)
{
	struct rcc_data *d = &l->data;

	if (!is_asked(l))
		return;
	count(l);
	d->has_lto = l->has_ir;
	if (d->n_variables == 0 && d->n_whole != 0 && !d->has_lto) {
		rcc_link_unsupported(
			l,
			"no object was compiled to have its variables placed, "
			"as the factor \"data\" needs",
			"compile with \"data\" in RANDCC_FACTORS too (all that "
			"is old, once more)");
	}
	d->is_placed = true;
	if (d->n_variables != 0 || d->has_lto)
		write_script(l);
}

const char *rcc_data_script(const struct rcc_link *l)
{
	return l->data.script;
}

void rcc_data_release(struct rcc_data *d)
{
	free(d->script);
	d->script = NULL;
}
