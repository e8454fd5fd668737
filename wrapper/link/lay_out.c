/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/lay_out.h"

#include <stdbool.h>
#include <stddef.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/link/check_program.h"
#include "wrapper/link/entry_point.h"
#include "wrapper/link/file_patterns.h"
#include "wrapper/link/layout.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/one_link.h"
#include "wrapper/link/several_links.h"

/* LLVM's plugin keeps its objects under names that begin with this. */
#define LLVM_OBJECTS "llvm.o"

/* ---- 2: how the linker is made to place code ---------------------------- */

static int choose_placement(struct rcc_layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;
	int err;

	err = rcc_placement_choose(&lay->placement, &lay->request, &l->inputs,
				   why);
	if (err == 0)
		err = rcc_data_factor_check(&lay->request, &l->inputs, why);
	if (err == 0)
		return 0;
	/* If a function was to be moved, do not link without moving it. */
	if (lay->settings.moves != NULL)
		return err;
	lay->is_unsupported = true;
	lay->settings.factors = 0;
	return rcc_link_pass_or_refuse(l, err, why);
}

/* ---- 3: ranks, in private copies ---------------------------------------- */

/* Return whether this link can overwrite the private copies from another seed's
 * link.  It can if every seed gives the same files of the same sizes.  That
 * holds if the seed changes only names in the copies, and if the link puts no
 * other files into the directory. */
static bool can_overwrite(const struct rcc_layout *lay)
{
	return lay->link->used_dir != NULL && !lay->settings.save_temps &&
	       !lay->settings.is_original && !lay->link->inputs.has_ir &&
	       lay->lto_list == NULL &&
	       lay->placement.method == RCC_PLACE_BY_NAME;
}

static int open_dir(struct rcc_layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;

	if (!can_overwrite(lay))
		return rcc_work_dir_open(&l->dir, lay->settings.save_temps,
					 why);
	rcc_work_dir_reuse(&l->dir, l->used_dir);
	return 0;
}

/* Plan the factor `data`.  If it cannot be applied (RCC_EUNSUP), drop it, and
 * continue only under RANDCC_UNSUPPORTED=pass.  No variable then gets a rank,
 * because no default script has a place for ranked variables. */
static int plan_data(struct rcc_layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;
	int err = rcc_data_factor_plan(&lay->data, &lay->request, &l->inputs,
				       l->dir.path, why);

	if (err == RCC_EUNSUP)
		lay->settings.factors &= ~(unsigned)RCC_FACTOR_DATA;
	return rcc_link_pass_or_refuse(l, err, why);
}

/* Warn if RANDCC_ORDER lists none of the functions.  The link may yet compile
 * some. */
static void check_list(const struct rcc_layout *lay)
{
	if (lay->settings.order != NULL && !lay->link->inputs.has_ir &&
	    lay->ranks.rerank.n_ranked != 0 && lay->ranks.rerank.n_listed == 0)
		rcc_warn("none of the %zu symbols that RANDCC_ORDER lists is a "
			 "function that layouts of \"%s\" move",
			 lay->settings.order->n_used,
			 rcc_link_output(lay->link));
}

static int copy_inputs(struct rcc_layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;
	const struct rcc_ldargs *args = lay->request.args;
	int err = 0;

	if (!lay->is_unsupported)
		err = rcc_placement_write_script(&lay->placement, &lay->request,
						 &l->inputs, l->dir.path,
						 &lay->sort_script, why);
	if (err != 0)
		return err;
	rcc_ranks_init(&lay->ranks, &lay->request, &lay->placement);
	err = rcc_private_copies_write(&lay->copies, args, &l->inputs,
				       &lay->ranks, &l->dir, why);
	if (err == 0)
		check_list(lay);
	if (err == 0 && l->recorded != NULL)
		err = rcc_private_copies_rename(&lay->copies, args, &l->inputs,
						l->recorded, why);
	if (err == 0)
		err = rcc_file_patterns_check(l, &lay->copies, why);
	return err;
}

/* ---- 4: the other factors ----------------------------------------------- */

static int plan_factors(struct rcc_layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;
	int err;

	err = rcc_stack_factor_plan(&lay->stack, &lay->request, &l->inputs,
				    l->script_files.sets_entry, why);
	err = rcc_link_pass_or_refuse(l, err, why);
	if (err != 0)
		return err;
	rcc_input_order_choose(&lay->order, &lay->request, &l->inputs);
	return 0;
}

/* ---- 5 and 6: the layout object and the link ---------------------------- */

/* Warn of files that the linker found, but randld did not: they are in the
 * linker's own folders, or in those that a script names (SEARCH_DIR). */
static void warn_of_unknown(const struct rcc_layout *lay)
{
	const struct rcc_inputs *inputs = &lay->link->inputs;
	const struct rcc_script_files *files = &lay->link->script_files;

	if (lay->link->recorded != NULL)
		return;
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_ld_word *w =
			&lay->request.args->word[inputs->item[i].word];

		if (w->kind == RCC_LD_LIBRARY && inputs->item[i].path == NULL)
			rcc_warn("-l%s is in a folder that no -L names: its "
				 "functions keep their places, and a record "
				 "does not have it",
				 w->text);
	}
	for (size_t i = 0; i < files->unknown.n; i++)
		rcc_warn("the linker script \"%s\" names \"%s\", which is in a "
			 "folder that no -L names: its functions keep their "
			 "places, and a record does not have it",
			 files->unknown_script.item[i], files->unknown.item[i]);
}

/* Warn of a program that begins at its first function.  Another seed may make it
 * another program. */
static void warn_of_entry(const struct rcc_layout *lay)
{
	if (lay->link->recorded != NULL || lay->settings.is_original ||
	    lay->settings.factors == 0 ||
	    !rcc_entry_point_is_missing(&lay->request, &lay->link->inputs))
		return;
	rcc_warn("no input defines \"_start\": the program begins at whichever "
		 "function the seed puts first");
	rcc_hint("name the entry point with -e");
}

static int link_layout(struct rcc_layout *lay, struct rcc_refusal *why)
{
	int status = rcc_one_link_write_object(lay, why);

	if (lay->link->inputs.has_bitcode && !lay->is_unsupported &&
	    (lay->request.args->has_llvm_plugin ||
	     lay->request.linker->kind == RCC_LINKER_LLD) &&
	    !lay->settings.is_original)
		lay->llvm_objects =
			rcc_mem_printf("%s/" LLVM_OBJECTS, lay->link->dir.path);
	if (status == 0 && lay->settings.moves != NULL && lay->object == NULL)
		status = rcc_refuse(why, RCC_EFORMAT, "unset RANDCC_MOVE",
				    "cannot move functions: the link has no "
				    "object");
	if (status == 0 && rcc_several_links_are_needed(lay))
		status = rcc_several_links_plan(lay, why);
	if (status == 0)
		status = rcc_one_link_run(lay, lay->link->output, NULL, why);
	if (status == 0) {
		warn_of_unknown(lay);
		warn_of_entry(lay);
	}
	lay->n_lto = rcc_lto_count(lay->link->dir.path);
	return status;
}

/* ---- All phases --------------------------------------------------------- */

static int make_layout(struct rcc_layout *lay, struct rcc_refusal *why)
{
	int status = choose_placement(lay, why);

	if (status == 0)
		status = open_dir(lay, why);
	if (status == 0)
		status = plan_data(lay, why);
	if (status == 0)
		status = copy_inputs(lay, why);
	if (status == 0)
		status = plan_factors(lay, why);
	if (status == 0)
		status = link_layout(lay, why);
	if (status == 0 && lay->object != NULL)
		status = rcc_check_program(lay, why);
	return status;
}

int rcc_lay_out(struct rcc_link *l, struct rcc_refusal *why)
{
	struct rcc_layout lay = {.link = l,
				 .request = *l->request,
				 .settings = *l->request->settings};
	int status;

	lay.request.settings = &lay.settings;
	if (l->recorded != NULL)
		lay.lto_list = l->recorded->lto_list;
	status = make_layout(&lay, why);
	/* If functions could not be moved, remove the output, even if an
	 * earlier link wrote it.  Otherwise make would consider it complete. */
	if (status < 0 && lay.settings.moves != NULL)
		rcc_link_remove_output(l);
	rcc_layout_release(&lay);
	return status;
}
