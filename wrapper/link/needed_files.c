/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/needed_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strvec.h"
#include "wrapper/elf/needed.h"

/* The state of the search. */
struct search {
	struct rcc_needed_files *files;
	const struct rcc_link *link;
	/* The folders that do not depend on the library in need. */
	struct rcc_strvec dir;
	struct rcc_strvec library; /* paths of libraries whose needs count */
	struct rcc_strvec seen;	   /* names that were searched for */
};

/* ---- Folders ------------------------------------------------------------ */

/* Return a folder with the folder of the library `by` in place of $ORIGIN.  ld
 * puts no sysroot before such a folder.  Caller frees. */
static char *fill_origin(const char *root, const char *dir, const char *by)
{
	static const char *const origin[] = {"$ORIGIN", "${ORIGIN}"};
	char real[PATH_MAX];

	for (size_t i = 0; i < sizeof(origin) / sizeof(origin[0]); i++) {
		const size_t n = strlen(origin[i]);

		if (by == NULL || strncmp(dir, origin[i], n) != 0 ||
		    realpath(by, real) == NULL)
			continue;
		return rcc_mem_printf("%.*s%s",
				      (int)(rcc_file_base(real) - real), real,
				      dir + n);
	}
	return rcc_mem_printf("%s%s", root, dir);
}

/* Append the folders of a list, which colons separate.  `root` is put before each
 * of them.  `by` is the library that has the list, or NULL. */
static void add_dirs(struct rcc_strvec *dirs, const char *list,
		     const char *root, const char *by)
{
	char *copy = rcc_mem_strdup(list != NULL ? list : "");
	char *rest = copy;
	char *dir;

	while ((dir = strsep(&rest, ":")) != NULL)
		if (dir[0] != '\0')
			rcc_strvec_take(dirs, fill_origin(root, dir, by));
	free(copy);
}

static const char *sysroot(const struct search *s)
{
	const char *root = s->link->request->args->sysroot;

	return root != NULL ? root : "";
}

static bool has_name(const struct rcc_ld_word *w, const char *name)
{
	return w->name != NULL && strcmp(w->name, name) == 0;
}

/* Return whether a word is -rpath, or -R with a folder, which means the same. */
static bool is_rpath(const struct rcc_ld_word *w)
{
	struct stat st;

	return has_name(w, "rpath") ||
	       (has_name(w, "R") && stat(w->text, &st) == 0 &&
		S_ISDIR(st.st_mode));
}

/* Append the folders of the command line and of the environment. */
static void add_line_dirs(struct search *s)
{
	const struct rcc_ldargs *args = s->link->request->args;
	bool has_option = false;

	for (size_t i = 0; i < args->n_words; i++) {
		if (!has_name(&args->word[i], "rpath-link"))
			continue;
		add_dirs(&s->dir, args->word[i].text, "", NULL);
		has_option = true;
	}
	for (size_t i = 0; i < args->n_words; i++) {
		if (!is_rpath(&args->word[i]))
			continue;
		add_dirs(&s->dir, args->word[i].text, sysroot(s), NULL);
		has_option = true;
	}
	if (!has_option)
		add_dirs(&s->dir, getenv("LD_RUN_PATH"), "", NULL);
	add_dirs(&s->dir, getenv("LD_LIBRARY_PATH"), "", NULL);
}

/* ---- Libraries ---------------------------------------------------------- */

/* Return whether ld takes a library when it first searches the folders.  It then
 * skips one that needs others, but not the C library.  If it finds no other, it
 * searches again and skips none. */
static bool is_taken_first(const char *path)
{
	static const char c_library[] = "libc.so";
	struct rcc_strvec name = {0};
	bool result;

	/* A file that is not ELF needs none. */
	(void)rcc_needed_read(path, &name, NULL);
	result = name.n == 0;
	for (size_t i = 0; i < name.n; i++)
		result |= strncmp(name.item[i], c_library,
				  sizeof(c_library) - 1) == 0;
	rcc_strvec_release(&name);
	return result;
}

/* Return the path of the library `name` in the first folder that has it for this
 * machine, or NULL.  `skips` means that ld searches for the first time.  Caller
 * frees. */
static char *find_in(const struct search *s, const struct rcc_strvec *dirs,
		     const char *name, bool skips)
{
	for (size_t i = 0; i < dirs->n; i++) {
		char *path = rcc_mem_printf("%s/%s", dirs->item[i], name);

		if (access(path, R_OK) == 0 && rcc_file_is_regular(path) &&
		    rcc_inputs_fits(&s->link->inputs, path) &&
		    (!skips || is_taken_first(path)))
			return path;
		free(path);
	}
	return NULL;
}

/* Find the library `name`.  `own` has the folders that the library in need
 * names.  Returns its path (caller frees), or NULL if it is in none of the
 * folders. */
static char *find_library(const struct search *s, const struct rcc_strvec *own,
			  const char *name)
{
	const struct rcc_strvec *const dirs[] = {&s->dir, own, &s->dir, own};
	char *path = NULL;

	if (name[0] == '/')
		return access(name, R_OK) == 0 ? rcc_mem_strdup(name) : NULL;
	for (size_t i = 0; i < 4 && path == NULL; i++)
		path = find_in(s, dirs[i], name, i < 2);
	return path;
}

static void add_file(struct rcc_needed_files *files, const char *name,
		     const char *path)
{
	files->item = rcc_mem_grow(files->item, files->n, &files->n_allocated,
				   sizeof(*files->item));
	files->item[files->n++] = (struct rcc_needed_file){
		rcc_mem_strdup(name), rcc_mem_strdup(path)};
}

/* Find the libraries that the library `by` needs.  ld loads one library for each
 * name. */
static void follow(struct search *s, const char *by)
{
	struct rcc_strvec name = {0};
	struct rcc_strvec run_path = {0};
	struct rcc_strvec own = {0};

	/* A file that is not ELF needs none. */
	(void)rcc_needed_read(by, &name, &run_path);
	for (size_t i = 0; i < run_path.n; i++)
		add_dirs(&own, run_path.item[i], sysroot(s), by);
	for (size_t i = 0; i < name.n; i++) {
		char *path;

		if (rcc_strvec_has(&s->seen, name.item[i]))
			continue;
		rcc_strvec_push(&s->seen, name.item[i]);
		path = find_library(s, &own, name.item[i]);
		if (path == NULL)
			continue;
		if (!rcc_inputs_is_system(path))
			add_file(s->files, name.item[i], path);
		rcc_strvec_take(&s->library, path);
	}
	rcc_strvec_release(&name);
	rcc_strvec_release(&run_path);
	rcc_strvec_release(&own);
}

/* Append the shared libraries that the line and the scripts name. */
static void add_named_libraries(struct search *s)
{
	const struct rcc_inputs *inputs = &s->link->inputs;
	const struct rcc_script_files *named = &s->link->script_files;

	for (size_t i = 0; i < inputs->n; i++)
		if (inputs->item[i].is_open &&
		    inputs->item[i].file.kind == RCC_FILE_SHARED)
			rcc_strvec_push(&s->library, inputs->item[i].path);
	for (size_t i = 0; i < named->n; i++)
		rcc_strvec_push(&s->library, named->item[i].path);
}

void rcc_needed_files_find(struct rcc_needed_files *files,
			   const struct rcc_link *l)
{
	struct search s = {.files = files, .link = l};

	*files = (struct rcc_needed_files){0};
	if (l->request->linker->kind != RCC_LINKER_BFD)
		return;
	add_line_dirs(&s);
	add_named_libraries(&s);
	/* follow() appends to the list. */
	for (size_t i = 0; i < s.library.n; i++)
		follow(&s, s.library.item[i]);
	rcc_strvec_release(&s.dir);
	rcc_strvec_release(&s.library);
	rcc_strvec_release(&s.seen);
}

void rcc_needed_files_release(struct rcc_needed_files *files)
{
	for (size_t i = 0; i < files->n; i++) {
		free(files->item[i].name);
		free(files->item[i].path);
	}
	free(files->item);
	*files = (struct rcc_needed_files){0};
}

bool rcc_needed_file_can_be_kept(const struct rcc_needed_file *file)
{
	return file->name[0] != '/' && strstr(file->name, "..") == NULL;
}

/* Refuse a library that ld would take in place of the recorded one. */
static int check_file(const struct rcc_needed_file *file,
		      const struct rcc_recorded *recorded,
		      struct rcc_refusal *why)
{
	for (size_t i = 0; i < recorded->n_needed; i++) {
		const struct rcc_recorded_needed *was = &recorded->needed[i];

		if (strcmp(was->name, file->name) == 0 &&
		    !is_taken_first(was->file) && is_taken_first(file->path))
			return rcc_refuse(
				why, RCC_EFORMAT,
				"remove it, or record the link again",
				"the linker would take \"%s\" in place of the "
				"recorded library \"%s\"",
				file->path, was->name);
	}
	return 0;
}

int rcc_needed_files_check(const struct rcc_link *l, struct rcc_refusal *why)
{
	struct rcc_needed_files files = {0};
	int err = 0;

	if (l->recorded->n_needed != 0)
		rcc_needed_files_find(&files, l);
	for (size_t i = 0; i < files.n && err == 0; i++)
		err = check_file(&files.item[i], l->recorded, why);
	rcc_needed_files_release(&files);
	return err;
}
