/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/script_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strvec.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/link/inputs.h"
#include "wrapper/line/script.h"

const struct rcc_link_kept *rcc_named_kept(const struct rcc_link *l,
					   const char *script, const char *name)
{
	for (size_t i = 0; i < l->n_kept; i++)
		if (strcmp(l->kept[i].script, rcc_file_base(script)) == 0 &&
		    (name == NULL || strcmp(l->kept[i].name, name) == 0))
			return &l->kept[i];
	return NULL;
}

/* -lNAME, or looked for here, beside the script, and in the directories of -L;
 * NULL if it is not there. */
static char *find_named(const struct rcc_link *l, size_t word,
			const char *script, const char *name)
{
	const struct rcc_link_kept *kept = rcc_named_kept(l, script, name);
	struct rcc_ld_word library = l->args.word[word];
	const char *base = rcc_file_base(script);
	char *dir = rcc_mem_strndup(script, (size_t)(base - script));
	char *beside = rcc_file_join(dir[0] != '\0' ? dir : ".", name);
	char *as_library = rcc_mem_printf(":%s", name);
	char *found;

	library.text = strncmp(name, "-l", 2) == 0 ? name + 2 : as_library;
	if (kept != NULL)
		found = rcc_mem_strdup(kept->file);
	else if (access(name, R_OK) == 0)
		found = rcc_mem_strdup(name);
	else if (access(beside, R_OK) == 0)
		found = rcc_mem_strdup(beside);
	else
		found = rcc_inputs_find_library(l, &library);
	free(dir);
	free(beside);
	free(as_library);
	return found;
}

/* One script that is being read, and the one that names it. */
struct reading {
	const char *path;
	const struct reading *by;
};

struct check {
	struct rcc_link *l;
	size_t word;		/* of the line, that led here */
	bool is_mri;		/* that word is a -c */
	struct rcc_strvec done; /* scripts that were read whole */
	/* Not to check, but to list what is named; or NULL. */
	struct rcc_named_list *list;
};

/* Whether a file that we do not give the linker ourselves has functions to
 * rank; *is_script when it is no object but may name some.  libc's and libgcc's
 * scripts name libgcc.a, which is on the line too: what is open need not be
 * read again. */
static bool has_functions(const struct rcc_link *l, const char *path,
			  bool *is_script)
{
	struct rcc_object_file file;
	char why[RCC_WHY_MAX];
	bool has;

	*is_script = false;
	for (size_t i = 0; i < l->n_inputs; i++)
		if (l->input[i].is_open &&
		    l->input[i].file.kind == RCC_FILE_ARCHIVE &&
		    strcmp(l->input[i].path, path) == 0)
			return l->input[i].file.n_functions != 0;
	if (rcc_object_file_open(&file, path, false, why) != 0)
		return false;
	*is_script = file.kind == RCC_FILE_OTHER;
	has = file.n_functions != 0 || file.kind == RCC_FILE_THIN_ARCHIVE;
	rcc_object_file_release(&file);
	return has;
}

static void report(struct rcc_link *l, const char *script, const char *name)
{
	if (l->settings->pass_unsupported) {
		rcc_warn("the linker script \"%s\" names \"%s\", whose "
			 "functions are not randomised",
			 script, name);
		return;
	}
	rcc_error("the linker script \"%s\" names \"%s\", whose functions "
		  "cannot be randomised there",
		  script, name);
	rcc_hint("name that file on the command line, or set "
		 "RANDCC_UNSUPPORTED=pass to link without randomising it");
	rcc_link_release(l);
	exit(RCC_EXIT_OURS);
}

/* GNU ld follows such a circle for ever. */
static void refuse_loop(struct rcc_link *l, const struct reading *script,
			const char *path)
{
	for (const struct reading *r = script; r != NULL; r = r->by) {
		if (strcmp(r->path, path) != 0)
			continue;
		rcc_error("the linker script \"%s\" names \"%s\", which leads "
			  "to it again",
			  script->path, path);
		rcc_hint("take it out of one of the two");
		rcc_link_release(l);
		exit(RCC_EXIT_OURS);
	}
}

static bool is_done(const struct check *c, const char *path)
{
	for (size_t i = 0; i < c->done.n; i++)
		if (strcmp(c->done.item[i], path) == 0)
			return true;
	return false;
}

static void list_file(const struct check *c, const char *script,
		      const char *name, const char *path)
{
	struct rcc_named_list *list = c->list;
	char *real = realpath(path, NULL);

	if (real == NULL)
		return;
	list->item = rcc_mem_grow(list->item, list->n, &list->room,
				  sizeof(*list->item));
	list->item[list->n++] = (struct rcc_named){
		.script = rcc_mem_strdup(script),
		.name = rcc_mem_strdup(name),
		.file = real,
		.is_mri = c->is_mri,
	};
}

static void check_script(struct check *c, const struct reading *script)
{
	struct rcc_strvec name = {0};
	struct rcc_file_map map;

	if (is_done(c, script->path) || rcc_file_map(script->path, &map) != 0)
		return;
	rcc_script_files(&map, &name);
	if (c->is_mri)
		rcc_script_mri_files(&map, &name);
	rcc_file_unmap(&map);
	for (size_t i = 0; i < name.n; i++) {
		char *file =
			find_named(c->l, c->word, script->path, name.item[i]);
		bool is_script = false;
		bool has = file != NULL &&
			   has_functions(c->l, file, &is_script);

		if (file != NULL && c->list != NULL)
			list_file(c, script->path, name.item[i], file);
		else if (has)
			report(c->l, script->path, name.item[i]);
		if (is_script) {
			refuse_loop(c->l, script, file);
			check_script(c, &(struct reading){file, script});
		}
		free(file);
	}
	rcc_strvec_release(&name);
	rcc_strvec_push(&c->done, script->path);
}

/* An input that is neither object nor archive, or a file that an option names
 * (-T). */
static bool may_name(const struct rcc_link *l, const struct rcc_link_input *in)
{
	if (l->args.word[in->word].kind == RCC_LD_OPTION_IN)
		return in->path != NULL;
	return in->is_open && in->file.kind == RCC_FILE_OTHER;
}

/* -c SCRIPT, --mri-script=SCRIPT */
static bool is_mri(const struct rcc_ld_word *w)
{
	return w->kind == RCC_LD_OPTION_IN && w->name != NULL &&
	       (strcmp(w->name, "c") == 0 ||
		strcmp(w->name, "mri-script") == 0);
}

void rcc_named_check(struct rcc_link *l, const struct rcc_link_input *in)
{
	struct check c = {.l = l,
			  .word = in->word,
			  .is_mri = is_mri(&l->args.word[in->word])};

	if (!may_name(l, in))
		return;
	check_script(&c, &(struct reading){in->path, NULL});
	rcc_strvec_release(&c.done);
}

void rcc_named_list(struct rcc_link *l, struct rcc_named_list *list)
{
	struct check c = {.l = l, .list = list};

	for (size_t i = 0; i < l->n_inputs; i++) {
		c.word = l->input[i].word;
		c.is_mri = is_mri(&l->args.word[c.word]);
		if (may_name(l, &l->input[i]))
			check_script(&c, &(struct reading){l->input[i].path,
							   NULL});
	}
	rcc_strvec_release(&c.done);
}

void rcc_named_release(struct rcc_named_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->item[i].script);
		free(list->item[i].name);
		free(list->item[i].file);
	}
	free(list->item);
	*list = (struct rcc_named_list){0};
}

/* Whether a copy elsewhere does the same in a link: not a thin archive, and not
 * a shared library that is needed by its path. */
static bool can_move(const char *path)
{
	struct rcc_object_file file;
	char why[RCC_WHY_MAX];
	bool result;

	if (rcc_object_file_open(&file, path, false, why) != 0)
		return false;
	result = file.kind != RCC_FILE_THIN_ARCHIVE &&
		 (file.kind != RCC_FILE_SHARED || file.has_soname);
	rcc_object_file_release(&file);
	return result;
}

bool rcc_named_is_kept(const struct rcc_named *named)
{
	return !named->is_mri && !rcc_inputs_is_system(named->script) &&
	       !rcc_inputs_is_system(named->file) && can_move(named->file);
}

/* ---- On a replay -------------------------------------------------------- */

struct view {
	struct rcc_link *l;
	const char *script;
};

/* Where the linker finds a kept file: it ends as the recorded path did, for
 * scripts that choose files by their names. */
static char *kept_path(void *self, const char *name)
{
	const struct view *v = self;
	const struct rcc_link_kept *kept =
		rcc_named_kept(v->l, v->script, name);
	struct stat st;
	char *dir;
	char *path;

	if (kept == NULL)
		return NULL;
	dir = rcc_mem_printf("%s/named/%s", v->l->tmp_dir,
			     rcc_file_base(kept->file));
	path = rcc_file_join(dir, kept->base);
	if (rcc_file_mkdirs(dir) != 0)
		rcc_die_errno("cannot create \"%s\"", dir);
	if (lstat(path, &st) != 0)
		rcc_named_view(v->l, kept->file, path);
	free(dir);
	return path;
}

void rcc_named_view(struct rcc_link *l, const char *file, const char *to)
{
	struct view v = {.l = l, .script = file};
	char *text = rcc_named_kept(l, file, NULL) != NULL
			     ? rcc_file_read(file, NULL)
			     : NULL;
	char *renamed;
	int err;

	if (text == NULL) {
		if (symlink(file, to) != 0 && errno != EEXIST)
			rcc_die_errno("cannot create \"%s\"", to);
		return;
	}
	renamed = rcc_script_rename(text, kept_path, &v);
	err = rcc_file_replace(to, renamed, strlen(renamed), 0600);
	free(renamed);
	free(text);
	if (err != 0)
		rcc_die_errno("cannot create \"%s\"", to);
}
