/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/response_file.h"
#include "wrapper/line/ldargs.h"

/* The longest command to pass without a response file.  The kernel allows 128
 * KiB for one word and, by default, 2 MiB in all. */
#define COMMAND_LINE_MAX (128 * 1024)

/* Return the directory that randcc passes to gcc with -B.  gcc finds randld
 * there.  Caller frees. */
static char *libexec_dir(void)
{
	return rcc_mem_printf("%s/../libexec/randcc", rcc_file_self_dir());
}

/* Append an option with a new value, in the form that the user chose:
 * "--opt=VALUE", "--opt VALUE" or "-oVALUE". */
static void push_with_value(struct rcc_strvec *out, const struct rcc_ldargs *a,
			    const struct rcc_ld_word *w, const char *value)
{
	const char *first = a->arg.item[w->at];

	if (w->n == 2) {
		rcc_strvec_push(out, first);
		rcc_strvec_push(out, value);
	} else {
		rcc_strvec_pushf(out, "%.*s%s", (int)(w->text - first), first,
				 value);
	}
}

static void push_input(struct rcc_strvec *out, const struct rcc_command *c,
		       size_t i)
{
	const struct rcc_ldargs *a = c->request->args;
	const struct rcc_input *in = &c->inputs->item[i];
	const struct rcc_ld_word *w = &a->word[in->word];
	const char *copy = c->copies->path[i];

	if (copy == NULL)
		rcc_ldargs_push_word(a, w, out);
	else if (w->kind == RCC_LD_OPTION_IN)
		push_with_value(out, a, w, copy);
	else if (w->kind == RCC_LD_LIBRARY && in->file.kind == RCC_FILE_SHARED)
		/* Keep -l here.  A path would be wrong for a library without a
		 * soname, because the program would later look for the library
		 * at this path. */
		rcc_ldargs_push_word(a, w, out);
	else
		rcc_strvec_push(out, copy);
}

/* Append an option that writes a file.  If c->output is set, the linker writes
 * the program to that path.  It then writes no other file that the command line
 * names: a replay, for example, must not overwrite the files of the recorded
 * link. */
static void push_output(struct rcc_strvec *out, const struct rcc_command *c,
			const struct rcc_ld_word *w)
{
	const struct rcc_ldargs *a = c->request->args;

	if (c->output == NULL)
		rcc_ldargs_push_word(a, w, out);
	else if (w->text == a->output)
		push_with_value(out, a, w, c->output);
	else if (strncmp(w->text, "-fresolution=", 13) == 0) {
		char *path =
			rcc_mem_printf("-fresolution=%s/resolution", c->dir);

		push_with_value(out, a, w, path);
		free(path);
	}
}

static void push_option(struct rcc_strvec *out, const struct rcc_ldargs *a,
			size_t word, const char *libexec)
{
	const struct rcc_ld_word *w = &a->word[word];
	struct stat ours;
	struct stat theirs;

	if (word == a->lto_wrapper_word) {
		char *path = rcc_mem_printf("%s/lto/lto-wrapper", libexec);

		push_with_value(out, a, w, path);
		free(path);
		return;
	}
	/* Leave out -fuse-ld=.  It is meant for randld, and some linkers reject
	 * it. */
	if (a->use_linker != NULL && w->text == a->use_linker)
		return;
	/* Leave out the -L that gcc adds for randcc's -B.  A link without
	 * randcc does not have it. */
	if (w->kind == RCC_LD_SEARCH && stat(libexec, &ours) == 0 &&
	    stat(w->text, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
	    ours.st_ino == theirs.st_ino)
		return;
	rcc_ldargs_push_word(a, w, out);
}

/*
 * Find the first input file.  The layout object, which randld adds, goes right
 * after this file.  The layout object must not come first: ld would then attach
 * the sections that it makes itself, such as the PLT's .eh_frame, to the layout
 * object, which would change their order.  It must not be inside --start-lib,
 * where the linker takes only objects that are needed.
 */
static size_t first_file(const struct rcc_ldargs *a)
{
	for (size_t i = 0; i < a->n_words; i++)
		if ((a->word[i].kind == RCC_LD_FILE ||
		     a->word[i].kind == RCC_LD_LIBRARY) &&
		    !a->word[i].is_foreign && !a->word[i].is_lazy)
			return i;
	return SIZE_MAX;
}

/* Return whether an option removes symbols from the program. */
static bool is_strip(const struct rcc_ldargs *a, const struct rcc_ld_word *w)
{
	static const char *const option[] = {"s", "strip-all", "discard-all",
					     "retain-symbols-file"};

	for (size_t i = 0; i < sizeof(option) / sizeof(option[0]); i++)
		if (w->name != NULL && strcmp(w->name, option[i]) == 0)
			return true;
	return strcmp(a->arg.item[w->at], "-x") == 0;
}

bool rcc_command_strips(const struct rcc_ldargs *a)
{
	for (size_t i = 0; i < a->n_words; i++)
		if (is_strip(a, &a->word[i]))
			return true;
	return false;
}

static void push_words(struct rcc_strvec *out, const struct rcc_command *c)
{
	const struct rcc_ldargs *a = c->request->args;
	const struct rcc_inputs *inputs = c->inputs;
	const size_t first = first_file(a);
	char *libexec = libexec_dir();
	size_t next = 0;

	for (size_t i = 0; i < a->n_words; i++) {
		const bool is_input =
			next < inputs->n && inputs->item[next].word == i;

		if (c->keeps_symbols && is_strip(a, &a->word[i]))
			next += is_input;
		else if (is_input)
			push_input(out, c, c->order->input[next++]);
		else if (a->word[i].kind == RCC_LD_OPTION_OUT)
			push_output(out, c, &a->word[i]);
		else
			push_option(out, a, i, libexec);
		if (i == first && c->layout_object != NULL)
			rcc_strvec_push(out, c->layout_object);
	}
	free(libexec);
}

int rcc_command_shorten(struct rcc_strvec *command, const char *dir,
			struct rcc_refusal *why)
{
	struct rcc_strvec rest = {0};
	size_t total = 0;
	int err = 0;
	char *linker;
	char *path;
	char *text;
	size_t n;

	for (size_t i = 0; i < command->n; i++)
		total += strlen(command->item[i]) + 1;
	if (total < COMMAND_LINE_MAX)
		return 0;
	rcc_strvec_push_all(&rest, command->item + 1);
	text = rcc_response_quote(&rest, &n);
	path = rcc_mem_printf("%s/arguments", dir);
	if (rcc_file_replace(path, text, n, 0600) != 0)
		err = rcc_refuse(why, RCC_ESYS, NULL, "cannot write \"%s\"",
				 path);
	linker = rcc_mem_strdup(command->item[0]);
	rcc_strvec_release(command);
	rcc_strvec_take(command, linker);
	rcc_strvec_pushf(command, "@%s", path);
	rcc_strvec_release(&rest);
	free(text);
	free(path);
	return err;
}

int rcc_command_build(const struct rcc_command *c, struct rcc_strvec *out,
		      struct rcc_refusal *why)
{
	const struct rcc_ldargs *a = c->request->args;

	rcc_strvec_push(out, c->request->linker->path);
	if (c->sort_script != NULL) {
		rcc_strvec_push(out, "-T");
		rcc_strvec_push(out, c->sort_script);
	}
	/* Add no -L that is not needed.  GNU ld numbers the files that it tries
	 * to open, and one more -L changes the numbers.  They are in the names
	 * of symbols with which ld works around erratum 843419 of the
	 * Cortex-A53. */
	if (c->copies->has_library)
		rcc_strvec_pushf(out, "-L%s", c->dir);
	/* The linker looks there first, because it searches the directories of
	 * -rpath-link in their order, and before all others
	 * (rcc_needed_files_check()). */
	if (c->copies->needed_dir != NULL)
		rcc_strvec_pushf(out, "-rpath-link=%s", c->copies->needed_dir);
	push_words(out, c);
	if (c->output != NULL && strcmp(a->output, "a.out") == 0)
		rcc_strvec_pushf(out, "-o%s", c->output);
	if (c->data_script != NULL)
		rcc_strvec_pushf(out, "-T%s", c->data_script);
	/* Without this option lld would place functions by clang's call-graph
	 * profile, even where the user's script sorts the functions (SORT). */
	if (c->request->linker->kind == RCC_LINKER_LLD &&
	    !c->request->settings->is_original &&
	    (c->request->settings->factors & RCC_FACTORS_OF_FUNCTIONS) != 0)
		rcc_strvec_push(out, "--no-call-graph-profile-sort");
	if (c->llvm_objects != NULL)
		rcc_strvec_pushf(out, "-plugin-opt=obj-path=%s",
				 c->llvm_objects);
	if (c->entry != NULL)
		rcc_strvec_pushf(out, "--entry=%s", c->entry);
	if (c->map != NULL)
		rcc_strvec_pushf(out, "-Map=%s", c->map);
	return rcc_command_shorten(out, c->dir, why);
}
