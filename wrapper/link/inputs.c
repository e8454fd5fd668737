/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/inputs.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/elf/archive.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/link/script_files.h"

/* A directory of -L: "=DIR" and "$SYSROOT/DIR" are below the sysroot. */
static char *search_dir(const struct rcc_ldargs *a, const char *dir)
{
	static const char variable[] = "$SYSROOT";
	const char *root = a->sysroot != NULL ? a->sysroot : "";

	if (dir[0] == '=')
		return rcc_mem_printf("%s%s", root, dir + 1);
	if (strncmp(dir, variable, sizeof(variable) - 1) == 0)
		return rcc_mem_printf("%s%s", root,
				      dir + sizeof(variable) - 1);
	return rcc_mem_strdup(dir);
}

/* Whether a library is for the machine of this link, by its first ELF header:
 * ld skips the others and looks on.  What has none (a script) fits. */
static bool fits(const struct rcc_link *l, const char *path)
{
	static const unsigned char magic[] = {0x7f, 'E', 'L', 'F'};
	const struct rcc_elf_flavour *f = &l->flavour;
	struct rcc_file_map map;
	const unsigned char *header;
	bool result = true;

	if (f->elf_class == 0 || rcc_file_map(path, &map) != 0)
		return true;
	header = memmem(map.data, map.n, magic, sizeof(magic));
	if (header != NULL && map.n - (size_t)(header - map.data) >= 20) {
		unsigned machine = f->data == 2 /* big-endian */
					   ? header[18] << 8 | header[19]
					   : header[19] << 8 | header[18];

		result = header[4] == f->elf_class && machine == f->machine;
	}
	rcc_file_unmap(&map);
	return result;
}

static char *try_file(const struct rcc_link *l, const char *dir,
		      const char *before, const char *name, const char *after)
{
	char *path = rcc_mem_printf("%s/%s%s%s", dir, before, name, after);

	if (access(path, R_OK) == 0 && fits(l, path))
		return path;
	free(path);
	return NULL;
}

/* ld looks into every -L directory, wherever it stands on the line, for the
 * shared library and then for the archive.  Its built-in directories hold no
 * code of the user's. */
char *rcc_inputs_find_library(const struct rcc_link *l,
			      const struct rcc_ld_word *lib)
{
	const struct rcc_ldargs *a = &l->args;
	char *found = NULL;

	for (size_t i = 0; i < a->n_words && found == NULL; i++) {
		char *dir;

		if (a->word[i].kind != RCC_LD_SEARCH)
			continue;
		dir = search_dir(a, a->word[i].text);
		if (lib->text[0] == ':') {
			found = try_file(l, dir, "", lib->text + 1, "");
		} else {
			if (!lib->is_static)
				found = try_file(l, dir, "lib", lib->text,
						 ".so");
			if (found == NULL)
				found = try_file(l, dir, "lib", lib->text,
						 ".a");
		}
		free(dir);
	}
	return found;
}

/* The linker looks for these beside the libraries too. */
static bool is_searched(const struct rcc_ld_word *w)
{
	static const char *const option[] = {
		"T",	       "script",       "dT", "default-script",
		"dynamic-list", "version-script"};

	for (size_t i = 0; i < sizeof(option) / sizeof(option[0]); i++)
		if (w->name != NULL && strcmp(w->name, option[i]) == 0)
			return true;
	return false;
}

/* It reads them as soon as it sees them: -L must stand before.  The default
 * script alone is read at the end. */
static char *find_script(const struct rcc_link *l, size_t word)
{
	const struct rcc_ldargs *a = &l->args;
	const struct rcc_ld_word *w = &a->word[word];
	const bool is_late = w->name[0] == 'd' && w->name[1] != 'y';
	const size_t end = is_late ? a->n_words : word;
	char *found = NULL;

	for (size_t i = 0; i < end && found == NULL; i++) {
		char *dir;

		if (a->word[i].kind != RCC_LD_SEARCH)
			continue;
		dir = search_dir(a, a->word[i].text);
		found = try_file(l, dir, "", w->text, "");
		free(dir);
	}
	return found;
}

const char *rcc_inputs_script(const struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++)
		if (l->args.word[l->input[i].word].text == l->args.script &&
		    l->input[i].path != NULL)
			return l->input[i].path;
	return l->args.script;
}

static char *find_input(const struct rcc_link *l, size_t word)
{
	const struct rcc_ld_word *w = &l->args.word[word];
	struct stat st;

	if (l->stored != NULL && l->stored[word] != NULL)
		return rcc_mem_strdup(l->stored[word]);
	if (w->kind == RCC_LD_LIBRARY)
		return rcc_inputs_find_library(l, w);
	/* -R DIR is an -rpath. */
	if (access(w->text, R_OK) == 0 &&
	    (w->kind != RCC_LD_OPTION_IN ||
	     stat(w->text, &st) != 0 || !S_ISDIR(st.st_mode)))
		return rcc_mem_strdup(w->text);
	if (w->kind == RCC_LD_OPTION_IN && is_searched(w))
		return find_script(l, word);
	return NULL;
}

bool rcc_inputs_is_system(const char *path)
{
	static const char *const dir[] = {"/usr/lib/",	 "/usr/lib32/",
					  "/usr/lib64/", "/usr/libx32/",
					  "/lib/",	 "/lib32/",
					  "/lib64/",	 "/libx32/",
					  "/usr/local/lib/",
					  "/usr/x86_64-linux-gnu/"};
	char real[PATH_MAX];
	bool is_system = false;

	if (realpath(path, real) == NULL)
		return false;
	for (size_t i = 0; i < sizeof(dir) / sizeof(dir[0]); i++)
		is_system |= strncmp(real, dir[i], strlen(dir[i])) == 0;
	return is_system;
}

__attribute__((noreturn)) static void
unreadable(struct rcc_link *l, const struct rcc_link_input *in, const char *why)
{
	rcc_error("cannot read \"%s\": %s", l->args.word[in->word].text, why);
	rcc_hint("rebuild that file; nothing was linked");
	rcc_link_release(l);
	exit(RCC_EXIT_OURS);
}

/* The input that has the same archive open already; SIZE_MAX: none. */
static size_t opened_before(const struct rcc_link *l,
			    const struct rcc_link_input *in)
{
	for (const struct rcc_link_input *k = l->input; k < in; k++)
		if (k->is_open && k->file.kind == RCC_FILE_ARCHIVE &&
		    strcmp(k->path, in->path) == 0)
			return (size_t)(k - l->input);
	return SIZE_MAX;
}

static void open_input(struct rcc_link *l, struct rcc_link_input *in)
{
	const struct rcc_ld_word *w = &l->args.word[in->word];
	bool order = (l->settings->factors & RCC_FACTOR_UNITS) != 0 &&
		     w->kind == RCC_LD_FILE && !l->settings->is_original;
	char why[RCC_WHY_MAX];
	int err;

	if (in->path == NULL || w->kind == RCC_LD_OPTION_IN || w->is_foreign)
		return;
	in->same_as = opened_before(l, in);
	if (in->same_as != SIZE_MAX)
		return;
	err = rcc_object_file_open(
		&in->file, in->full != NULL ? in->full : in->path, order, why);
	if (err == RCC_ESYS)
		return; /* the linker will say it in its own words */
	if (err != 0)
		unreadable(l, in, why);
	in->is_open = true;
	if (l->flavour.elf_class == 0)
		l->flavour = in->file.flavour;
	for (size_t i = 0; i < in->file.n_objects; i++)
		if ((in->file.object[i].traits & RCC_OBJECT_IS_IR) != 0)
			l->has_ir = true;
}

void rcc_inputs_open(struct rcc_link *l)
{
	size_t n_allocated = 0;

	for (size_t i = 0; i < l->args.n_words; i++) {
		enum rcc_ld_word_kind kind = l->args.word[i].kind;
		struct rcc_link_input *in;

		if (kind != RCC_LD_FILE && kind != RCC_LD_LIBRARY &&
		    kind != RCC_LD_OPTION_IN)
			continue;
		l->input = rcc_mem_grow(l->input, l->n_inputs, &n_allocated,
					sizeof(*l->input));
		in = &l->input[l->n_inputs++];
		*in = (struct rcc_link_input){.word = i, .same_as = SIZE_MAX};
		in->path = find_input(l, i);
		open_input(l, in);
		if (!l->settings->is_original)
			rcc_named_check(l, in);
	}
}

/* The same archive, named again on the line: one equivalent serves. */
static const struct rcc_link_input *filled_before(const struct rcc_link *l,
						  size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (l->input[k].full != NULL &&
		    strcmp(l->input[k].path, l->input[i].path) == 0)
			return &l->input[k];
	return NULL;
}

static void fill_thin(struct rcc_link *l, size_t i)
{
	struct rcc_link_input *in = &l->input[i];
	const struct rcc_link_input *before = filled_before(l, i);
	char why[RCC_WHY_MAX];
	int err = 0;

	if (before != NULL) {
		in->full = rcc_mem_strdup(before->full);
	} else {
		in->full = rcc_mem_printf("%s/full%zu.a", l->tmp_dir, i);
		err = rcc_archive_fill(in->path, &in->file.map, in->full, why);
	}
	if (err == RCC_ESYS)
		snprintf(why, sizeof(why), "cannot write \"%s\": %s", in->full,
			 strerror(errno));
	if (err != 0)
		unreadable(l, in, why);
	rcc_object_file_release(&in->file);
	in->is_open = false;
	open_input(l, in);
	if (!in->is_open && in->same_as == SIZE_MAX)
		unreadable(l, in, strerror(errno));
}

void rcc_inputs_fill_thin(struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++)
		if (l->input[i].is_open &&
		    l->input[i].file.kind == RCC_FILE_THIN_ARCHIVE)
			fill_thin(l, i);
}

void rcc_inputs_release(struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++) {
		struct rcc_link_input *in = &l->input[i];

		free(in->path);
		free(in->view);
		free(in->order);
		free(in->full);
		if (in->is_open)
			rcc_object_file_release(&in->file);
	}
	free(l->input);
	l->input = NULL;
	l->n_inputs = 0;
}
