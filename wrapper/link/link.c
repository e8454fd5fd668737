/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/link.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/command.h"
#include "wrapper/link/inputs.h"
#include "wrapper/order/link_order.h"
#include "wrapper/link/layout_note.h"
#include "wrapper/order/padding.h"
#include "wrapper/link/placement.h"
#include "wrapper/link/run_linker.h"
#include "wrapper/link/verify.h"
#include "wrapper/link/private_copies.h"

char *rcc_link_libexec_dir(void)
{
	return rcc_mem_printf("%s/../libexec/randcc", rcc_file_self_dir());
}

void rcc_link_remove_output(const struct rcc_link *l)
{
	const char *output = l->output != NULL ? l->output : l->args.output;
	struct stat st;

	if (lstat(output, &st) == 0 && S_ISREG(st.st_mode))
		unlink(output);
}

void rcc_link_unsupported(struct rcc_link *l, const char *problem,
			  const char *remedy)
{
	if (l->settings->pass_unsupported) {
		rcc_warn("%s: \"%s\" is linked unrandomised", problem,
			 l->args.output);
		return;
	}
	rcc_error("%s", problem);
	rcc_hint("%s, or set RANDCC_UNSUPPORTED=pass to link without "
		 "randomising",
		 remedy);
	/* From after a link: make must not take it for done. */
	if (l->tmp_dir != NULL)
		rcc_link_remove_output(l);
	exit(RCC_EXIT_OURS);
}

bool rcc_link_open(struct rcc_link *l)
{
	if (l->args.is_information || l->args.is_relocatable)
		return false;
	l->linker_kind = l->banner != NULL
				 ? rcc_linker_kind_of(l->banner)
				 : rcc_linker_identify(l->linker, &l->banner);
	rcc_inputs_open(l);
	for (size_t i = 0; i < l->n_inputs; i++)
		if (l->args.word[l->input[i].word].kind != RCC_LD_OPTION_IN)
			return true;
	return false;
}

/* The directory of the link under way, for a program that ends in its midst. */
static char *tmp_dir_at_exit;

static void remove_tmp_dir(void)
{
	if (tmp_dir_at_exit != NULL)
		rcc_file_remove_tree(tmp_dir_at_exit);
}

/* Copies are the same files for all seeds where all of them change names. */
static bool can_overwrite(const struct rcc_link *l)
{
	return l->used_dir != NULL && !l->settings->save_temps &&
	       !l->settings->is_original && !l->has_ir &&
	       l->kept_lto == NULL && l->placement == RCC_PLACE_BY_NAME;
}

static void create_tmp_dir(struct rcc_link *l)
{
	l->is_used_dir = can_overwrite(l);
	if (l->is_used_dir) {
		l->tmp_dir = rcc_mem_strdup(l->used_dir);
		return;
	}
	l->tmp_dir = rcc_file_tmp_dir("randld");
	if (l->tmp_dir == NULL)
		rcc_file_die_no_tmp();
	if (l->settings->save_temps)
		return;
	tmp_dir_at_exit = l->tmp_dir;
	atexit(remove_tmp_dir);
}

static bool may_move(const struct rcc_link *l, const struct rcc_link_input *in)
{
	const struct rcc_ld_word *w = &l->args.word[in->word];

	return w->kind == RCC_LD_FILE && in->is_open &&
	       in->file.kind == RCC_FILE_OBJECT && !w->is_foreign &&
	       !w->is_whole && !w->is_grouped && !l->args.allows_muldefs &&
	       (in->file.object[0].traits & RCC_OBJECT_IS_IR) == 0 &&
	       !rcc_linkorder_is_start_file(w->text) &&
	       !rcc_settings_pins(l->settings, w->text);
}

/* order[i] is the input that stands where input i stood. */
static size_t *order_inputs(struct rcc_link *l)
{
	size_t *order = rcc_mem_calloc(l->n_inputs, sizeof(*order));
	struct rcc_link_item *item =
		rcc_mem_calloc(l->n_inputs, sizeof(*item));

	for (size_t i = 0; i < l->n_inputs; i++) {
		const struct rcc_link_input *in = &l->input[i];

		order[i] = i;
		item[i].run = l->args.word[in->word].run;
		item[i].is_fixed = !may_move(l, in);
		if (item[i].is_fixed)
			continue;
		item[i].object = &in->file.object[0];
		/* A script of the user's may gather sections of any name (a
		 * linker set). */
		item[i].is_chained =
			l->args.script != NULL &&
			(item[i].object->traits & RCC_OBJECT_HAS_OTHER) != 0;
	}
	if ((l->settings->factors & RCC_FACTOR_UNITS) != 0 &&
	    !l->settings->is_original) {
		rcc_linkorder_chain(item, l->n_inputs);
		l->n_moved += rcc_linkorder_shuffle(item, l->n_inputs,
						   l->settings->seed, order);
	}
	free(item);
	for (size_t i = 0; i < l->n_inputs; i++)
		l->input[order[i]].place = i;
	return order;
}

static bool moves_stack(const struct rcc_link *l)
{
	return l->has_stack && l->stack.why_not == NULL;
}

static const char *why_not_randomised(const struct rcc_link *l,
				      bool is_obstructed)
{
	const struct rcc_settings *set = l->settings;

	if (set->is_original)
		return "original layout";
	if (is_obstructed)
		return "not supported";
	if (set->factors == 0)
		return "no factors";
	if (moves_stack(l))
		return NULL;
	if ((l->n_ranked + l->data.n_variables + l->n_moved == 0 &&
	     !l->has_ir) ||
	    (set->factors == RCC_FACTOR_PADDING && set->padding_max == 0))
		return "nothing to move";
	return NULL;
}

/* The note (and the filler) as an input; its path, or NULL when the link has
 * no object to take the machine from. */
static char *write_layout_object(struct rcc_link *l, bool is_obstructed,
				 const struct rcc_filler *filler,
				 size_t n_fillers)
{
	struct rcc_note note = {.settings = l->settings,
				.linker = l->banner,
				.n_moved = l->n_moved,
				.data = l->data.is_placed ? &l->data : NULL,
				.stack = l->has_stack ? &l->stack : NULL};
	struct rcc_layout_object layout = {.flavour = l->flavour,
					   .filler = filler,
					   .n_fillers = n_fillers};
	struct rcc_layout_section *pivot = NULL;
	char why[RCC_WHY_MAX];
	char *text;
	char *path;
	int err;

	if (l->flavour.elf_class == 0)
		return NULL;
	if (moves_stack(l)) {
		layout.first = l->stack.section;
		layout.n_first = sizeof(l->stack.section) /
				 sizeof(l->stack.section[0]);
	}
	note.not_randomised = why_not_randomised(l, is_obstructed);
	text = rcc_note_text(&note);
	layout.note = text;
	layout.n_note = strlen(text);
	path = rcc_mem_printf("%s/randcc-layout.o", l->tmp_dir);
	/* Filler does for pivots. */
	if (n_fillers == 0) {
		layout.pivot = pivot = rcc_pivots_sections(&l->pivots);
		layout.n_pivots = l->pivots.n;
	}
	err = rcc_object_write_layout(path, &layout, why);
	rcc_pivots_free_sections(pivot, layout.n_pivots);
	free(text);
	if (err == 0)
		return path;
	if (err == RCC_ESYS)
		rcc_error_errno("cannot write \"%s\"", path);
	else
		rcc_error("cannot write \"%s\": %s", path, why);
	rcc_hint("free some space there, or set TMPDIR to another directory");
	exit(RCC_EXIT_OURS);
}

/* Tell the stand-in for lto-wrapper, which the linker's plugin will start. */
static void prepare_lto(struct rcc_link *l)
{
	const struct rcc_ldargs *a = &l->args;
	char *dir;
	char seed[24];
	char factors[RCC_FACTORS_TEXT_MAX];

	if (a->lto_wrapper_word == SIZE_MAX)
		return;
	dir = rcc_mem_printf("%s/lto", l->tmp_dir);
	if (mkdir(dir, 0700) != 0 && errno != EEXIST)
		rcc_die_errno("cannot create \"%s\"", dir);
	snprintf(seed, sizeof(seed), "%llu",
		 (unsigned long long)l->settings->seed);
	setenv("RANDCC_SEED", l->settings->is_original ? "none" : seed, 1);
	setenv("RANDCC_FACTORS",
	       rcc_rank_factors_text(l->settings->factors, factors), 1);
	setenv(RCC_ENV_LTO_WRAPPER, a->word[a->lto_wrapper_word].text, 1);
	setenv(RCC_ENV_LTO_DIR, dir, 1);
	setenv(RCC_ENV_LTO_KEEP, l->keep_lto ? "1" : "", 1);
	setenv(RCC_ENV_LTO_KEPT, l->kept_lto != NULL ? l->kept_lto : "", 1);
	free(dir);
}

/* How many functions the stand-in ranked. */
static size_t count_lto(const struct rcc_link *l)
{
	char *path = rcc_mem_printf("%s/lto/" RCC_LTO_RANKED, l->tmp_dir);
	char *text = rcc_file_read(path, NULL);
	size_t n = text != NULL ? strtoul(text, NULL, 10) : 0;

	free(text);
	free(path);
	return n;
}

static void stamp(struct rcc_link *l)
{
	const char *output = l->output != NULL ? l->output : l->args.output;
	bool nothing_moved = l->has_ir && !l->settings->is_original &&
			     l->n_ranked + l->data.n_variables + l->n_moved ==
				     0 &&
			     !moves_stack(l);
	struct rcc_output out;
	char why[RCC_WHY_MAX];
	struct stat st;
	int err;

	/* -o /dev/null: a probe of the build system's */
	if (stat(output, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	err = rcc_output_open(&out, output, why);
	if (err == 0 && !l->settings->is_original &&
	    !rcc_verify_order(l, &out)) {
		rcc_link_unsupported(l, "the linker did not place functions by rank",
				     l->args.script != NULL
					     ? "use a linker script that sorts "
					       ".text.sorted.* before it takes "
					       ".text.*"
					     : "leave out options that order "
					       "sections");
		nothing_moved = true;
	}
	if (err == 0 && !rcc_verify_variables(l, &out)) {
		rcc_link_unsupported(l, "the linker did not place variables by "
					"rank",
				     "take \"data\" out of RANDCC_FACTORS");
		nothing_moved = true;
	}
	if (err == 0 && moves_stack(l) && !rcc_stack_verify(&l->stack, &out)) {
		rcc_link_unsupported(l, "the linker did not take the entry "
					"point that moves the stack",
				     "take \"stack\" out of RANDCC_FACTORS");
		nothing_moved = true;
	}
	if (err == 0) {
		err = rcc_note_stamp(output, &out, nothing_moved);
		rcc_output_release(&out);
	}
	if (err == RCC_ESYS)
		rcc_warn("cannot complete the note of \"%s\": %s", output,
			 strerror(errno));
	else if (err == RCC_EFORMAT)
		rcc_warn("cannot complete the note of \"%s\": %s", output, why);
	else if (err == RCC_EUNSUP)
		rcc_warn("\"%s\" has no randcc note: a linker script discards "
			 "it",
			 output);
}

/* While the linker runs, which has its own view of them, the inputs need not
 * stay in memory.  What is read of them afterwards are names that did not
 * change. */
static void drop_inputs(const struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++)
		if (l->input[i].is_open)
			rcc_file_drop_pages(&l->input[i].file.map);
	malloc_trim(0);
}

static void tune_linker(const struct rcc_link *l)
{
	bool compiles = l->has_ir && l->kept_lto == NULL;
	size_t n_bytes = 0;

	/* Compilers are the user's to tune. */
	if (l->linker_kind != RCC_LINKER_BFD || compiles)
		return;
	for (size_t i = 0; i < l->n_inputs && !l->has_ir; i++)
		if (l->input[i].file.kind == RCC_FILE_OBJECT)
			n_bytes += l->input[i].file.map.n;
	rcc_linker_tune(n_bytes);
}

/* `map`: a file to which the linker writes its map, or NULL. */
static int run_linker(struct rcc_link *l, const size_t *order,
		      const char *layout_object, const char *map)
{
	struct rcc_strvec command = {0};
	int status;

	rcc_command_build(l, order, layout_object, &command);
	if (rcc_data_script(l) != NULL)
		rcc_strvec_pushf(&command, "-T%s", rcc_data_script(l));
	if (moves_stack(l) && layout_object != NULL)
		rcc_strvec_pushf(&command, "--entry=%s", RCC_STACK_ENTRY);
	if (map != NULL)
		rcc_strvec_pushf(&command, "-Map=%s", map);
	rcc_command_shorten(l, &command);
	prepare_lto(l);
	tune_linker(l);
	drop_inputs(l);
	status = rcc_relay_run(l, command.item, map != NULL);
	rcc_strvec_release(&command);
	return status;
}

/*
 * The first link of a padded one, to learn what will be in the program
 * (padding.h).  The second one need not compile again what LTO made.
 */
static int probe(struct rcc_link *l, const size_t *order,
		 const char *layout_object, struct rcc_filler **filler,
		 size_t *n_fillers)
{
	const char *output = l->output;
	bool keep_lto = l->keep_lto;
	char *map = rcc_mem_printf("%s/map", l->tmp_dir);
	char *program = rcc_mem_printf("%s/probe", l->tmp_dir);
	int status;

	l->output = program;
	l->keep_lto = true;
	status = run_linker(l, order, layout_object, map);
	l->output = output;
	l->keep_lto = keep_lto;
	if (status == 0 &&
	    rcc_padding_plan(map, rcc_placement_map_begin(l), l->settings,
			     filler, n_fillers) != 0)
		rcc_die_errno("cannot read \"%s\"", map);
	if (l->kept_lto == NULL && l->has_ir)
		l->kept_lto = l->probed_lto = rcc_mem_printf(
			"%s/lto/" RCC_LTO_KEPT_LIST, l->tmp_dir);
	if (l->kept_lto != NULL && access(l->kept_lto, R_OK) != 0)
		l->kept_lto = NULL; /* the linker did it without the plugin */
	free(map);
	free(program);
	return status;
}

static int link_laid_out(struct rcc_link *l, bool is_obstructed)
{
	const struct rcc_settings *set = l->settings;
	bool pads = (set->factors & RCC_FACTOR_PADDING) != 0 &&
		    !set->is_original && set->padding_max != 0;
	size_t *order = order_inputs(l);
	char *object = write_layout_object(l, is_obstructed, NULL, 0);
	struct rcc_filler *filler = NULL;
	size_t n_fillers = 0;
	int status = 0;

	if (pads && object != NULL) {
		status = probe(l, order, object, &filler, &n_fillers);
		free(object);
		object = write_layout_object(l, is_obstructed, filler,
					     n_fillers);
	}
	if (status == 0)
		status = run_linker(l, order, object, NULL);
	l->n_ranked += count_lto(l);
	if (status == 0 && object != NULL)
		stamp(l);
	free(filler);
	free(object);
	free(order);
	return status;
}

int rcc_link_run(struct rcc_link *l)
{
	struct rcc_settings set = *l->settings;
	const struct rcc_settings *asked = l->settings;
	const char *remedy = "";
	const char *problem;
	int status;

	problem = rcc_placement_choose(l, &remedy);
	if (problem == NULL)
		problem = rcc_data_obstacle(l, &remedy);
	if (problem != NULL) {
		rcc_link_unsupported(l, problem, remedy);
		set.factors = 0;
		l->settings = &set;
	}
	rcc_process_hold_signals();
	create_tmp_dir(l);
	rcc_inputs_fill_thin(l);
	if (problem == NULL && rcc_placement_prepare(l) != 0)
		rcc_die_errno("cannot write in \"%s\"", l->tmp_dir);
	rcc_views_rank(l);
	rcc_views_rename(l);
	rcc_data_plan(l);
	rcc_stack_plan(l);
	status = link_laid_out(l, problem != NULL);
	l->settings = asked;
	return status;
}

void rcc_link_release(struct rcc_link *l)
{
	if (l->tmp_dir != NULL) {
		if (l->settings->save_temps)
			rcc_warn("temporary files kept in \"%s\"", l->tmp_dir);
		else if (!l->is_used_dir &&
			 rcc_file_remove_tree(l->tmp_dir) != 0)
			rcc_warn("cannot remove \"%s\": %s", l->tmp_dir,
				 strerror(errno));
	}
	tmp_dir_at_exit = NULL;
	free(l->tmp_dir);
	l->tmp_dir = NULL;
	rcc_inputs_release(l);
	rcc_ldargs_release(&l->args);
	free(l->linker);
	free(l->banner);
	free(l->sort_script);
	free(l->probed_lto);
	rcc_pivots_release(&l->pivots);
	rcc_data_release(&l->data);
	rcc_stack_release(&l->stack);
	rcc_strmap_release(&l->n_views);
	rcc_process_release_signals();
}
