/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/line/ldargs.h"

/* Beyond this the command line goes into a response file: the kernel's limits
 * are 128 KiB a word and, by default, 2 MiB in all. */
#define COMMAND_LINE_MAX (128 * 1024)

/* The word with its value replaced: "--opt=VALUE", "--opt VALUE", "-oVALUE". */
static void push_with_value(struct rcc_strvec *out, const struct rcc_link *l,
			    const struct rcc_ld_word *w, const char *value)
{
	const char *first = l->args.arg.item[w->at];

	if (w->n == 2) {
		rcc_strvec_push(out, first);
		rcc_strvec_push(out, value);
	} else {
		rcc_strvec_pushf(out, "%.*s%s", (int)(w->text - first), first,
				 value);
	}
}

static void push_as_it_is(struct rcc_strvec *out, const struct rcc_link *l,
			  const struct rcc_ld_word *w)
{
	for (size_t k = 0; k < w->n; k++)
		rcc_strvec_push(out, l->args.arg.item[w->at + k]);
}

static void push_input(struct rcc_strvec *out, const struct rcc_link *l,
		       const struct rcc_link_input *in)
{
	const struct rcc_ld_word *w = &l->args.word[in->word];

	if (in->view == NULL)
		push_as_it_is(out, l, w);
	else if (w->kind == RCC_LD_OPTION_IN)
		push_with_value(out, l, w, in->view);
	else if (w->kind == RCC_LD_LIBRARY && in->file.kind == RCC_FILE_SHARED)
		/* By -l and not by path: a library without a soname would
		 * otherwise be needed by that path. */
		push_as_it_is(out, l, w);
	else
		rcc_strvec_push(out, in->view);
}

/* What a replay must not write where the first link wrote it. */
static void push_output(struct rcc_strvec *out, const struct rcc_link *l,
			const struct rcc_ld_word *w)
{
	if (l->output == NULL)
		push_as_it_is(out, l, w);
	else if (w->text == l->args.output)
		push_with_value(out, l, w, l->output);
	else if (strncmp(w->text, "-fresolution=", 13) == 0) {
		char *path = rcc_mem_printf("-fresolution=%s/resolution",
					    l->tmp_dir);

		push_with_value(out, l, w, path);
		free(path);
	}
}

static void push_option(struct rcc_strvec *out, const struct rcc_link *l,
			size_t word, const char *libexec)
{
	const struct rcc_ld_word *w = &l->args.word[word];
	struct stat ours;
	struct stat theirs;

	if (word == l->args.lto_wrapper_word) {
		char *path = rcc_mem_printf("%s/lto/lto-wrapper", libexec);

		push_with_value(out, l, w, path);
		free(path);
		return;
	}
	/* Said to us; not all linkers know it. */
	if (l->args.use_linker != NULL && w->text == l->args.use_linker)
		return;
	/* gcc turns our -B into a -L: the line shall be as without us. */
	if (w->kind == RCC_LD_SEARCH && stat(libexec, &ours) == 0 &&
	    stat(w->text, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
	    ours.st_ino == theirs.st_ino)
		return;
	push_as_it_is(out, l, w);
}

/*
 * Where the layout object goes: behind the first input file.  Not before it:
 * ld hangs the sections that it makes itself, .eh_frame of the PLT among them,
 * on the first object, and their order would change.
 */
static size_t layout_object_place(const struct rcc_link *l)
{
	for (size_t i = 0; i < l->args.n_words; i++)
		if ((l->args.word[i].kind == RCC_LD_FILE ||
		     l->args.word[i].kind == RCC_LD_LIBRARY) &&
		    !l->args.word[i].is_foreign)
			return i;
	return SIZE_MAX;
}

void rcc_command_build(const struct rcc_link *l, const size_t *order,
		       const char *layout_object, struct rcc_strvec *out)
{
	char *libexec = rcc_link_libexec_dir();
	size_t place = layout_object_place(l);
	size_t next_input = 0;

	rcc_strvec_push(out, l->linker);
	if (l->sort_script != NULL) {
		rcc_strvec_push(out, "-T");
		rcc_strvec_push(out, l->sort_script);
	}
	if (l->stored != NULL)
		rcc_strvec_pushf(out, "-L%s", l->tmp_dir);
	for (size_t i = 0; i < l->args.n_words; i++) {
		if (next_input < l->n_inputs &&
		    l->input[next_input].word == i)
			push_input(out, l, &l->input[order[next_input++]]);
		else if (l->args.word[i].kind == RCC_LD_OPTION_OUT)
			push_output(out, l, &l->args.word[i]);
		else
			push_option(out, l, i, libexec);
		if (i == place && layout_object != NULL)
			rcc_strvec_push(out, layout_object);
	}
	if (l->output != NULL && strcmp(l->args.output, "a.out") == 0)
		rcc_strvec_pushf(out, "-o%s", l->output);
	free(libexec);
}

void rcc_command_shorten(const struct rcc_link *l, struct rcc_strvec *command)
{
	struct rcc_strvec rest = {0};
	size_t total = 0;
	char *path;
	char *text;
	size_t n;

	for (size_t i = 0; i < command->n; i++)
		total += strlen(command->item[i]) + 1;
	if (total < COMMAND_LINE_MAX)
		return;
	rcc_strvec_push_all(&rest, command->item + 1);
	text = rcc_ldargs_quote(&rest, &n);
	path = rcc_mem_printf("%s/arguments", l->tmp_dir);
	if (rcc_file_replace(path, text, n, 0600) != 0)
		rcc_die_errno("cannot write \"%s\"", path);
	rcc_strvec_release(command);
	rcc_strvec_push(command, l->linker);
	rcc_strvec_pushf(command, "@%s", path);
	rcc_strvec_release(&rest);
	free(text);
	free(path);
}
