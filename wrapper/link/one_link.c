/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/one_link.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/strvec.h"
#include "wrapper/link/command.h"
#include "wrapper/link/compilers.h"
#include "wrapper/link/layout_note.h"
#include "wrapper/link/layout_parts.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/run_linker.h"
#include "wrapper/link/undivided.h"
#include "wrapper/link/user_names.h"

/* ---- 5: the layout object ----------------------------------------------- */

static const char *why_not_randomised(const struct rcc_layout *lay)
{
	const struct rcc_settings *set = &lay->settings;

	if (set->is_original)
		return "original layout";
	if (lay->is_unsupported)
		return "not supported";
	if (set->factors == 0)
		return "no factors";
	if (rcc_stack_factor_moves(&lay->stack))
		return NULL;
	if ((rcc_layout_moves_nothing(lay) && !lay->link->inputs.has_ir) ||
	    (set->factors == RCC_FACTOR_PADDING && set->padding_max == 0))
		return "nothing to move";
	return NULL;
}

/* Return the text on undivided code for the note, or NULL.  Caller frees. */
static char *undivided_text(const struct rcc_layout *lay)
{
	const struct rcc_script_files *files = &lay->link->script_files;
	struct rcc_undivided all = {0};

	rcc_undivided_add_inputs(&all, lay->request.args, &lay->link->inputs);
	for (size_t i = 0; i < files->n; i++)
		rcc_undivided_join(&all, &files->item[i].undivided);
	return rcc_undivided_text(&all);
}

int rcc_one_link_write_object(struct rcc_layout *lay, struct rcc_refusal *why)
{
	char *compilers = rcc_compilers_text(&lay->link->inputs);
	char *undivided = undivided_text(lay);
	const struct rcc_layout_note note = {
		.settings = &lay->settings,
		.linker = lay->request.linker->banner,
		.n_moved = rcc_layout_n_moved_units(lay),
		.compilers = compilers,
		.undivided = undivided,
		.data = &lay->data,
		.stack = &lay->stack,
		.moves = &lay->moves,
		.not_randomised = why_not_randomised(lay)};
	struct rcc_layout_parts parts = {.flavour = lay->link->inputs.flavour,
					 .stack = &lay->stack,
					 .pivots = &lay->ranks.pivots,
					 .filler = lay->filler.filler,
					 .n_fillers = lay->filler.n_fillers,
					 .window = lay->moves.filler,
					 .n_windows = lay->moves.n_fillers};
	char *text;
	int err = 0;

	if (parts.flavour.elf_class == 0)
		goto out;
	if (lay->object == NULL)
		lay->object = rcc_mem_printf("%s/randcc-layout.o",
					     lay->link->dir.path);
	text = rcc_layout_note_text(&note);
	parts.note = text;
	err = rcc_layout_parts_write(lay->object, &parts, why);
	free(text);
out:
	free(compilers);
	free(undivided);
	return err;
}

/* ---- 6: the link -------------------------------------------------------- */

/* Set the environment variables for the linker, and give the memory of the
 * inputs back to the system.  `is_temporary` says whether the linker makes a
 * temporary program (several_links.h). */
static int prepare_process(const struct rcc_layout *lay, bool is_temporary,
			   struct rcc_refusal *why)
{
	const struct rcc_link *l = lay->link;
	const bool compiles = l->inputs.has_ir && lay->lto_list == NULL;

	/* Do not tune malloc() (run_linker.h) if LTO compiles, because the
	 * compilers would inherit the tuning. */
	if (lay->placement.gains_by_tuning && !compiles)
		rcc_run_linker_tune(&l->inputs);
	rcc_inputs_drop_pages(&l->inputs);
	/* Keep LTO's objects if another link will need them.  A link without
	 * symbols is repeated with them (several_links.h). */
	return rcc_lto_prepare(&lay->request, l->dir.path, lay->lto_list,
			       l->keeps_lto || is_temporary ||
				       rcc_command_strips(lay->request.args),
			       why);
}

int rcc_one_link_run(const struct rcc_layout *lay, const char *output,
		     const char *map, struct rcc_refusal *why)
{
	const struct rcc_link *l = lay->link;
	const bool has_entry =
		rcc_stack_factor_moves(&lay->stack) && lay->object != NULL;
	const struct rcc_command command = {.request = &lay->request,
					    .inputs = &l->inputs,
					    .order = &lay->order,
					    .copies = &lay->copies,
					    .dir = l->dir.path,
					    .layout_object = lay->object,
					    .sort_script = lay->sort_script,
					    .data_script = lay->data.script,
					    .entry = has_entry ? RCC_STACK_ENTRY
							       : NULL,
					    .map = map,
					    .output = output,
					    .keeps_symbols = map != NULL,
					    .llvm_objects = lay->llvm_objects};
	const struct rcc_user_names names = {.args = lay->request.args,
					     .inputs = &l->inputs,
					     .copies = &lay->copies,
					     .dir = l->dir.path};
	struct rcc_strvec argv = {0};
	int status = rcc_command_build(&command, &argv, why);

	if (status == 0)
		status = prepare_process(lay, map != NULL, why);
	if (status == 0)
		status = map != NULL ? rcc_run_linker_silently(argv.item,
							       &names, why)
				     : rcc_run_linker(argv.item, &names, why);
	if (output == NULL)
		rcc_run_linker_restore_files(&names);
	rcc_strvec_release(&argv);
	return status;
}
