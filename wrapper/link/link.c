/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The phases of a link:
 *
 *	1 inputs	find and read them; follow the scripts among them
 *	2 placement	how this linker can place code by rank; or refuse
 *	3 ranks		plan data; write private copies of the inputs, in which
 *			functions and variables have ranks
 *	4 other factors	plan the stack and the order of objects on the line
 *	5 layout object	write the note, the stack's entry point, filler
 *	6 link		run the linker; twice with filler or moved functions,
 *			and three times with both
 *	7 verify	compare the program's order with the ranks
 *	8 note		write the digest of the order into the note
 */
#include "wrapper/link/link.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strvec.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/command.h"
#include "wrapper/link/compilers.h"
#include "wrapper/link/data_factor.h"
#include "wrapper/link/input_order.h"
#include "wrapper/link/layout_note.h"
#include "wrapper/link/layout_parts.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/move_factor.h"
#include "wrapper/link/placement.h"
#include "wrapper/link/private_copies.h"
#include "wrapper/link/ranks.h"
#include "wrapper/link/run_linker.h"
#include "wrapper/link/stack_factor.h"
#include "wrapper/link/undivided.h"
#include "wrapper/link/user_names.h"
#include "wrapper/link/verify.h"
#include "wrapper/order/filler.h"

/* LLVM's plugin keeps its objects under names that begin with this. */
#define LLVM_OBJECTS "llvm.o"

/* A layout that is being made, and the decisions so far. */
struct layout {
	struct rcc_link *link;
	/* The link's request.  It has no factors if this layout is not
	 * supported and RANDCC_UNSUPPORTED=pass. */
	struct rcc_request request;
	struct rcc_settings settings; /* `request` points to these */
	bool is_unsupported;	      /* the linker cannot place code by rank */

	struct rcc_placement placement;
	char *sort_script; /* path of the script that sorts code, or NULL */
	struct rcc_ranks ranks;
	struct rcc_private_copies copies;
	struct rcc_data_factor data;
	struct rcc_stack_factor stack;
	struct rcc_input_order order;
	struct rcc_filler_plan filler;
	struct rcc_move_factor moves;
	char *object; /* path of the layout object (layout_parts.h), or NULL */
	/* The path of a list of objects that LTO made in an earlier link.  This
	 * link uses them instead of compiling.  NULL if there is none. */
	const char *lto_list;
	/* The path of the list of objects that LTO made in the first of several
	 * links.  NULL if there is none.  Owned.  lto_list may point to it. */
	char *probed_lto;
	/* How many functions and variables of LTO's objects have ranks. */
	size_t n_lto;
	/* Path where LLVM's plugin keeps its objects, or NULL.  Owned. */
	char *llvm_objects;
};

static const char *output_of(const struct rcc_link *l)
{
	return l->output != NULL ? l->output : l->request->args->output;
}

void rcc_link_remove_output(const struct rcc_link *l)
{
	const char *output = output_of(l);
	struct stat st;

	if (lstat(output, &st) == 0 && S_ISREG(st.st_mode))
		unlink(output);
}

/*
 * Decide whether a link continues after the error `err`.  RCC_EUNSUP means that
 * the link cannot be randomised as asked.  If RANDCC_UNSUPPORTED=pass, warn and
 * return 0 for RCC_EUNSUP.  Otherwise return `err`.
 *
 * Two other places make such a decision: check_script_files() for one file of a
 * link, and randcc.c for a compilation.
 */
static int pass_or_refuse(const struct rcc_link *l, int err,
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

/* ---- 1: the inputs ------------------------------------------------------ */

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

/* ---- 2: how the linker is made to place code ---------------------------- */

static int choose_placement(struct layout *lay, struct rcc_refusal *why)
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
	return pass_or_refuse(l, err, why);
}

/* ---- 3: ranks, in private copies ---------------------------------------- */

/* Return whether this link can overwrite the private copies from another seed's
 * link.  It can if every seed gives the same files of the same sizes.  That
 * holds if the seed changes only names in the copies, and if the link puts no
 * other files into the directory. */
static bool can_overwrite(const struct layout *lay)
{
	return lay->link->used_dir != NULL && !lay->settings.save_temps &&
	       !lay->settings.is_original && !lay->link->inputs.has_ir &&
	       lay->lto_list == NULL &&
	       lay->placement.method == RCC_PLACE_BY_NAME;
}

static int open_dir(struct layout *lay, struct rcc_refusal *why)
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
static int plan_data(struct layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;
	int err = rcc_data_factor_plan(&lay->data, &lay->request, &l->inputs,
				       l->dir.path, why);

	if (err == RCC_EUNSUP)
		lay->settings.factors &= ~(unsigned)RCC_FACTOR_DATA;
	return pass_or_refuse(l, err, why);
}

/* Warn if RANDCC_ORDER lists none of the functions.  The link may yet compile
 * some. */
static void check_list(const struct layout *lay)
{
	if (lay->settings.order != NULL && !lay->link->inputs.has_ir &&
	    lay->ranks.rerank.n_ranked != 0 && lay->ranks.rerank.n_listed == 0)
		rcc_warn("none of the %zu symbols that RANDCC_ORDER lists is a "
			 "function that layouts of \"%s\" move",
			 lay->settings.order->n_used, output_of(lay->link));
}

static int copy_inputs(struct layout *lay, struct rcc_refusal *why)
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
	return err;
}

/* ---- 4: the other factors ----------------------------------------------- */

static int plan_factors(struct layout *lay, struct rcc_refusal *why)
{
	struct rcc_link *l = lay->link;
	int err;

	err = rcc_stack_factor_plan(&lay->stack, &lay->request, &l->inputs,
				    l->script_files.sets_entry, why);
	err = pass_or_refuse(l, err, why);
	if (err != 0)
		return err;
	rcc_input_order_choose(&lay->order, &lay->request, &l->inputs);
	return 0;
}

static size_t n_moved_units(const struct layout *lay)
{
	return lay->ranks.n_members + lay->order.n_moved;
}

static bool moves_nothing(const struct layout *lay)
{
	return lay->ranks.n_functions + lay->n_lto + lay->data.n_variables +
			       n_moved_units(lay) ==
		       0 &&
	       !rcc_stack_factor_moves(&lay->stack);
}

/* ---- 5: the layout object ----------------------------------------------- */

static const char *why_not_randomised(const struct layout *lay)
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
	if ((moves_nothing(lay) && !lay->link->inputs.has_ir) ||
	    (set->factors == RCC_FACTOR_PADDING && set->padding_max == 0))
		return "nothing to move";
	return NULL;
}

/* Return the text on undivided code for the note, or NULL.  Caller frees. */
static char *undivided_text(const struct layout *lay)
{
	const struct rcc_script_files *files = &lay->link->script_files;
	struct rcc_undivided all = {0};

	rcc_undivided_add_inputs(&all, lay->request.args, &lay->link->inputs);
	for (size_t i = 0; i < files->n; i++)
		rcc_undivided_join(&all, &files->item[i].undivided);
	return rcc_undivided_text(&all);
}

/* Write the layout object.  It is for the same machine as the first input
 * object.  If there is no input object, no layout object is made. */
static int write_object(struct layout *lay, struct rcc_refusal *why)
{
	char *compilers = rcc_compilers_text(&lay->link->inputs);
	char *undivided = undivided_text(lay);
	const struct rcc_layout_note note = {
		.settings = &lay->settings,
		.linker = lay->request.linker->banner,
		.n_moved = n_moved_units(lay),
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
 * inputs back to the system. */
static int prepare_process(const struct layout *lay, bool is_probe,
			   struct rcc_refusal *why)
{
	const struct rcc_link *l = lay->link;
	const bool compiles = l->inputs.has_ir && lay->lto_list == NULL;

	/* Do not tune malloc() (run_linker.h) if LTO compiles, because the
	 * compilers would inherit the tuning. */
	if (lay->placement.gains_by_tuning && !compiles)
		rcc_run_linker_tune(&l->inputs);
	rcc_inputs_drop_pages(&l->inputs);
	/* A link without symbols is repeated with them (link_whole()). */
	return rcc_lto_prepare(&lay->request, l->dir.path, lay->lto_list,
			       l->keeps_lto || is_probe ||
				       rcc_command_strips(lay->request.args),
			       why);
}

/* Run the linker once.  The program goes to `output`, or to the path on the
 * command line if `output` is NULL.  If `map` is not NULL, the linker writes
 * its map there, and prints nothing if it succeeds.  Returns its exit status,
 * or a negative RCC_E…. */
static int link_once(struct layout *lay, const char *output, const char *map,
		     struct rcc_refusal *why)
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

/* After the first of several links, remember where LTO's objects are.  The
 * later links then need not compile them again.  There are no such objects if
 * the linker did LTO without gcc's plugin. */
static void keep_probed_lto(struct layout *lay)
{
	if (lay->lto_list == NULL && lay->link->inputs.has_ir)
		lay->lto_list = lay->probed_lto =
			rcc_lto_kept_list(lay->link->dir.path);
	if (lay->lto_list != NULL && access(lay->lto_list, R_OK) != 0)
		lay->lto_list = NULL;
}

/* Return the path of a temporary program in a folder `name` of its own.  The
 * program has the base name of the output, because linkers write this name into
 * a library that has symbol versions but no soname.  Caller frees. */
static char *temporary_program(const struct layout *lay, const char *name)
{
	char *folder = rcc_mem_printf("%s/%s", lay->link->dir.path, name);
	char *path = rcc_file_join(folder, rcc_file_base(output_of(lay->link)));

	/* If this fails, the linker will report it. */
	rcc_file_mkdirs(folder);
	free(folder);
	return path;
}

/* Link to the temporary file `program`, which keeps all symbols.  Write a map
 * to `map`. */
static int probe(struct layout *lay, const char *program, const char *map,
		 struct rcc_refusal *why)
{
	int status;

	if (lay->request.linker->kind == RCC_LINKER_BFD &&
	    strchr(map, '%') != NULL)
		return rcc_refuse(
			why, RCC_EFORMAT,
			"set TMPDIR to a folder without \"%\" in its path",
			"cannot write a map of the link in \"%s\": GNU ld puts "
			"the program's name in the place of \"%%\"",
			lay->link->dir.path);
	status = link_once(lay, program, map, why);
	keep_probed_lto(lay);
	return status;
}

/* Plan the factors `padding` and `offset` from the map of the first link. */
static int plan_fillers(struct layout *lay, const char *map,
			struct rcc_refusal *why)
{
	int err = 0;

	if (rcc_request_has_filler(&lay->request))
		err = rcc_filler_plan(map, lay->placement.map_begin,
				      &lay->settings, &lay->filler);
	if (err == RCC_EFORMAT)
		return rcc_refuse(
			why, err,
			"leave padding and offset out of RANDCC_FACTORS",
			"the map of the linker \"%s\" has no list of "
			"sections",
			lay->request.linker->path);
	return err == 0 ? 0
			: rcc_refuse(why, err, NULL, "cannot read \"%s\"", map);
}

/* Plan the windows (move_factor.h) of functions that are moved alone.  With
 * filler, another link shows where the windows are. */
static int plan_moves(struct layout *lay, const char *map, const char *program,
		      struct rcc_refusal *why)
{
	const char *dir = lay->link->dir.path;
	char *lto_ranked = rcc_lto_ranked(dir);
	char *second = temporary_program(lay, "windows");
	const struct rcc_move_probe first = {
		.inputs = &lay->link->inputs,
		.map = map,
		.begin = lay->placement.map_begin,
		.program = program,
		.uses_ir = lay->request.args->has_plugin,
		.lto_list = lay->lto_list,
		.lto_ranked = lto_ranked};
	int status = rcc_move_factor_find(&lay->moves, lay->settings.moves,
					  &first, why);

	if (status == 0 && rcc_request_has_filler(&lay->request)) {
		status = write_object(lay, why);
		if (status == 0)
			status = probe(lay, second, map, why);
		if (status == 0)
			status = rcc_move_factor_read_windows(&lay->moves,
							      second, why);
	}
	if (status == 0)
		status = rcc_move_factor_place(&lay->moves, why);
	free(second);
	free(lto_ranked);
	return status;
}

/* Make the links before the last one.  They show how much filler goes between
 * functions (wrapper/order/filler.h, move_factor.h). */
static int plan_links(struct layout *lay, struct rcc_refusal *why)
{
	const char *dir = lay->link->dir.path;
	char *map = rcc_mem_printf("%s/map", dir);
	char *program = temporary_program(lay, "probe");
	int status = probe(lay, program, map, why);

	if (status == 0)
		status = plan_fillers(lay, map, why);
	if (status == 0 && lay->settings.moves != NULL)
		status = plan_moves(lay, map, program, why);
	if (status == 0)
		status = write_object(lay, why);
	free(map);
	free(program);
	return status;
}

/* Warn of libraries that the linker found, but randld did not: they are in the
 * linker's own folders, or in those that a script names (SEARCH_DIR). */
static void warn_of_unknown(const struct layout *lay)
{
	const struct rcc_inputs *inputs = &lay->link->inputs;

	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_ld_word *w =
			&lay->request.args->word[inputs->item[i].word];

		if (w->kind == RCC_LD_LIBRARY && inputs->item[i].path == NULL &&
		    lay->link->recorded == NULL)
			rcc_warn("-l%s is in a folder that no -L names: its "
				 "functions keep their places, and a record "
				 "does not have it",
				 w->text);
	}
}

static int link_layout(struct layout *lay, struct rcc_refusal *why)
{
	const bool moves = lay->settings.moves != NULL;
	int status = write_object(lay, why);

	if (lay->link->inputs.has_bitcode && !lay->is_unsupported &&
	    (lay->request.args->has_llvm_plugin ||
	     lay->request.linker->kind == RCC_LINKER_LLD) &&
	    !lay->settings.is_original)
		lay->llvm_objects =
			rcc_mem_printf("%s/" LLVM_OBJECTS, lay->link->dir.path);
	if (status == 0 && moves && lay->object == NULL)
		status = rcc_refuse(why, RCC_EFORMAT, "unset RANDCC_MOVE",
				    "cannot move functions: the link has no "
				    "object");
	if (status == 0 && (rcc_request_has_filler(&lay->request) || moves) &&
	    lay->object != NULL)
		status = plan_links(lay, why);
	if (status == 0)
		status = link_once(lay, lay->link->output, NULL, why);
	if (status == 0)
		warn_of_unknown(lay);
	lay->n_lto = rcc_lto_count(lay->link->dir.path);
	return status;
}

/* ---- 7: is the program as it should be? --------------------------------- */

static int verify_functions(const struct layout *lay,
			    const struct rcc_output *out,
			    struct rcc_refusal *why)
{
	char *lto_ranked = rcc_lto_ranked(lay->link->dir.path);
	const struct rcc_expected expected = {
		.inputs = &lay->link->inputs,
		.position = lay->order.position,
		.placement = &lay->placement,
		.n_functions = lay->ranks.n_functions + lay->n_lto,
		.uses_ir = lay->request.args->has_plugin,
		.lto_ranked = lto_ranked};
	bool is_right = lay->settings.is_original ||
			expected.n_functions + n_moved_units(lay) == 0 ||
			rcc_verify_functions(&expected, out);

	free(lto_ranked);
	if (is_right)
		return 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  lay->request.args->script != NULL
				  ? "use a linker script that sorts "
				    ".text.sorted.* before it takes .text.*"
				  : "leave out options that order sections",
			  "the linker did not place functions by rank");
}

static int verify_variables(const struct layout *lay,
			    const struct rcc_output *out,
			    struct rcc_refusal *why)
{
	if (lay->data.n_variables == 0 ||
	    rcc_verify_variables(&lay->link->inputs, out))
		return 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  "take \"data\" out of RANDCC_FACTORS",
			  "the linker did not place variables by rank");
}

static int verify_stack(const struct layout *lay, const struct rcc_output *out,
			struct rcc_refusal *why)
{
	if (!rcc_stack_factor_moves(&lay->stack) ||
	    rcc_stack_factor_verify(&lay->stack, out))
		return 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  "take \"stack\" out of RANDCC_FACTORS",
			  "the linker did not take the entry point that moves "
			  "the stack");
}

/* Refuse a program with objects that LLVM's plugin made.  check_bitcode() in
 * placement.c has already refused bitcode outside archives.  Bitcode in an
 * archive can be refused only after the link, because only the linker knows
 * which members it needs. */
static int verify_llvm(const struct layout *lay, const struct rcc_output *out,
		       struct rcc_refusal *why)
{
	DIR *dir;
	bool is_any = false;

	(void)out;
	if (lay->llvm_objects == NULL)
		return 0;
	dir = opendir(lay->link->dir.path);
	if (dir == NULL)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot read \"%s\"",
				  lay->link->dir.path);
	for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
		struct stat st;

		is_any |= strncmp(e->d_name, LLVM_OBJECTS,
				  sizeof(LLVM_OBJECTS) - 1) == 0 &&
			  fstatat(dirfd(dir), e->d_name, &st, 0) == 0 &&
			  st.st_size != 0;
	}
	closedir(dir);
	return is_any ? rcc_placement_refuse_bitcode(&lay->request, why) : 0;
}

/* Return whether the program lacks symbols that its check needs, because an
 * option left them out (-s, -x). */
static bool lacks_symbols(const struct layout *lay,
			  const struct rcc_output *out)
{
	if (lay->moves.n != 0 &&
	    rcc_move_factor_lacks_symbols(&lay->moves, out))
		return true;
	return out->has_sections && rcc_command_strips(lay->request.args);
}

/* Link the program once more, with its symbols, and read it into `whole`.
 * Check that it has the code of the program without symbols, `out`.  If it has
 * not, RANDCC_UNSUPPORTED=pass permits that, except with RANDCC_MOVE. */
static int link_whole(struct layout *lay, const struct rcc_output *out,
		      struct rcc_output *whole, struct rcc_refusal *why)
{
	char *map = rcc_mem_printf("%s/map", lay->link->dir.path);
	char *program = temporary_program(lay, "whole");
	char reason[RCC_WHY_MAX] = "";
	int err;

	keep_probed_lto(lay);
	err = probe(lay, program, map, why);
	if (err == 0 && rcc_output_open(whole, program, reason) != 0)
		err = RCC_EFORMAT;
	/* The entry point of a shared library does not tell where its code
	 * is. */
	if (err == 0 && !lay->request.args->is_shared &&
	    (whole->n_entry != out->n_entry || out->n_entry == 0 ||
	     memcmp(whole->entry, out->entry, out->n_entry) != 0))
		err = RCC_EFORMAT;
	if (err != 0 && why->problem == NULL)
		err = rcc_refuse(why,
				 lay->moves.n != 0 ? RCC_EFORMAT : RCC_EUNSUP,
				 "link without -s",
				 "cannot check the order of functions: \"%s\" "
				 "has no symbols, and could not be linked in "
				 "the same way with them",
				 output_of(lay->link));
	free(program);
	free(map);
	return err;
}

/* Check the program for every factor.  If a check fails, set *is_randomised to
 * false.  Then pass_or_refuse() decides whether the error is returned.
 * Functions of RANDCC_MOVE in a wrong place fail the link even under
 * RANDCC_UNSUPPORTED=pass. */
static int verify_all(const struct layout *lay, const struct rcc_output *out,
		      bool *is_randomised, struct rcc_refusal *why)
{
	static int (*const check[])(const struct layout *,
				    const struct rcc_output *,
				    struct rcc_refusal *) = {
		verify_llvm, verify_functions, verify_variables, verify_stack};

	for (size_t i = 0; i < sizeof(check) / sizeof(check[0]); i++) {
		int err = check[i](lay, out, why);

		if (err != 0)
			*is_randomised = false;
		err = pass_or_refuse(lay->link, err, why);
		if (err != 0)
			return err;
	}
	return lay->moves.n == 0
		       ? 0
		       : rcc_move_factor_verify(&lay->moves, out, why);
}

/* Warn of functions that do not have the place in a cache line that the factor
 * `offset` gave them.  RANDCC_MOVE gives other places. */
static void check_offsets(const struct layout *lay,
			  const struct rcc_output *out)
{
	size_t n;
	size_t n_fixed;
	size_t n_wrong;

	if (lay->moves.n != 0)
		return;
	n_wrong = rcc_verify_offsets(&lay->filler, out, &n, &n_fixed);
	if (2 * n_fixed > n)
		rcc_warn("the factor offset has no effect on %zu of %zu "
			 "functions of \"%s\", which begin a cache line "
			 "because of their alignment (-falign-functions)",
			 n_fixed, n, output_of(lay->link));
	if (n_wrong != 0)
		rcc_warn("%zu of %zu functions of \"%s\" do not begin where "
			 "the factor offset puts them: their sections have the "
			 "same name, or do not begin with the function",
			 n_wrong, n, output_of(lay->link));
}

/* ---- 8: the digest, in the program's note ------------------------------- */

static void warn_of_note(const char *output, int err, const char *reason,
			 bool has_sections)
{
	if (err == RCC_ESYS)
		rcc_warn("cannot complete the note of \"%s\": %s", output,
			 strerror(errno));
	else if (err == RCC_EFORMAT)
		rcc_warn("cannot complete the note of \"%s\": %s", output,
			 reason);
	else if (err == RCC_EUNSUP && !has_sections)
		rcc_warn("\"%s\" has no randcc note, and its order was not "
			 "checked: it has no section headers",
			 output);
	else if (err == RCC_EUNSUP)
		rcc_warn("\"%s\" has no randcc note: a linker script discards "
			 "it",
			 output);
}

static int check_program(struct layout *lay, struct rcc_refusal *why)
{
	const char *output = output_of(lay->link);
	/* With LTO the note was written before LTO's objects were ranked, and
	 * it says "randomised: yes".  Check now that something was ranked. */
	bool is_randomised = !lay->link->inputs.has_ir ||
			     lay->settings.is_original || !moves_nothing(lay);
	struct rcc_output out;
	struct rcc_output whole = {0};
	const struct rcc_output *named = &out;
	char reason[RCC_WHY_MAX] = "";
	int err;

	/* A build system may link to /dev/null to test an option. */
	if (!rcc_file_is_regular(output))
		return 0;
	err = rcc_output_open(&out, output, reason);
	if (err != 0) {
		if (lay->moves.n != 0)
			return rcc_refuse(why, RCC_EFORMAT, NULL,
					  "cannot verify moved functions: "
					  "cannot read \"%s\"",
					  output);
		warn_of_note(output, err, reason, true);
		return 0;
	}
	if (lacks_symbols(lay, &out)) {
		err = link_whole(lay, &out, &whole, why);
		if (err == 0)
			named = &whole;
		else
			is_randomised = false;
		err = pass_or_refuse(lay->link, err, why);
	}
	if (err == 0)
		err = verify_all(lay, named, &is_randomised, why);
	if (err == 0)
		check_offsets(lay, named);
	if (err == 0)
		warn_of_note(output,
			     rcc_layout_note_stamp(output, &out, named,
						   !is_randomised),
			     reason, out.has_sections);
	rcc_output_release(&out);
	rcc_output_release(&whole);
	return err;
}

/* ---- All phases --------------------------------------------------------- */

static int make_layout(struct layout *lay, struct rcc_refusal *why)
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
		status = check_program(lay, why);
	return status;
}

int rcc_link_run(struct rcc_link *l, struct rcc_refusal *why)
{
	struct layout lay = {.link = l,
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
	rcc_move_factor_release(&lay.moves);
	rcc_ranks_release(&lay.ranks);
	rcc_private_copies_release(&lay.copies);
	rcc_data_factor_release(&lay.data);
	rcc_stack_factor_release(&lay.stack);
	rcc_input_order_release(&lay.order);
	rcc_filler_plan_release(&lay.filler);
	free(lay.sort_script);
	free(lay.object);
	free(lay.probed_lto);
	free(lay.llvm_objects);
	return status;
}

void rcc_link_release(struct rcc_link *l)
{
	rcc_script_files_release(&l->script_files);
	rcc_inputs_release(&l->inputs);
	rcc_work_dir_release(&l->dir);
}
