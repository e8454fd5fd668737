/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/script_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strvec.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/elf/object_naming.h"
#include "wrapper/line/script.h"

/* The state of the search for the files that scripts name. */
struct finder {
	struct rcc_script_files *files;
	const struct rcc_ldargs *args;
	const struct rcc_inputs *inputs;
	const struct rcc_recorded *recorded;
	struct rcc_refusal *why;
	/* The word on the command line that the search began with. */
	const struct rcc_ld_word *word;
	bool is_mri;		/* the word is -c or --mri-script */
	struct rcc_strvec done; /* paths of scripts already searched */
};

/* A script whose files are being looked for, and the script that names it. */
struct trail {
	const char *path;
	const struct trail *by;
};

/* Return whether a file is inside the sysroot.  "/" and "" are no sysroots that
 * change a name. */
static bool is_in_sysroot(const struct rcc_ldargs *args, const char *path)
{
	char root[PATH_MAX];
	char real[PATH_MAX];
	size_t n;

	if (args->sysroot == NULL || realpath(args->sysroot, root) == NULL ||
	    realpath(path, real) == NULL)
		return false;
	n = strlen(root);
	return n > 1 && strncmp(real, root, n) == 0 && real[n] == '/';
}

/* Return the path of a file that a script names relative to the sysroot, or NULL
 * if the name is no such name.  An absolute name is one if the script is inside
 * the sysroot.  Only names in INPUT and GROUP (`is_searched`) count.  Caller
 * frees. */
static char *path_in_sysroot(const struct finder *f, const char *script,
			     const char *name, bool is_searched)
{
	if (!is_searched)
		return NULL;
	if (rcc_ldargs_names_sysroot(name))
		return rcc_ldargs_fill_sysroot(f->args, name);
	if (name[0] == '/' && is_in_sysroot(f->args, script))
		return rcc_mem_printf("%s%s", f->args->sysroot, name);
	return NULL;
}

/* Find the file that a script calls `name`, which is no name relative to the
 * sysroot.  The linker looks in the working directory, in the script's
 * directory, and in the -L directories.  For -lNAME it looks only in the -L
 * directories.  Returns the path (caller frees), or NULL if there is no such
 * file. */
static char *search_file(const struct finder *f, const char *script,
			 const char *name)
{
	struct rcc_ld_word library = *f->word;
	const char *base = rcc_file_base(script);
	char *dir = rcc_mem_strndup(script, (size_t)(base - script));
	char *beside = rcc_file_join(dir[0] != '\0' ? dir : ".", name);
	char *as_library = rcc_mem_printf(":%s", name);
	char *found;

	library.text = strncmp(name, "-l", 2) == 0 ? name + 2 : as_library;
	if (access(name, R_OK) == 0)
		found = rcc_mem_strdup(name);
	else if (access(beside, R_OK) == 0)
		found = rcc_mem_strdup(beside);
	else
		found = rcc_inputs_find_library(f->inputs, f->args, &library);
	free(dir);
	free(beside);
	free(as_library);
	return found;
}

/* Find the file that a script calls `name`.  Sets *is_rooted to whether the
 * linker puts the sysroot before the name.  Returns the path (caller frees), or
 * NULL if there is no such file. */
static char *find_file(const struct finder *f, const char *script,
		       const char *name, bool is_searched, bool *is_rooted)
{
	const struct rcc_recorded_script_file *recorded =
		rcc_recorded_find(f->recorded, script, name);
	char *rooted;

	*is_rooted = false;
	if (recorded != NULL)
		return rcc_mem_strdup(recorded->file);
	rooted = path_in_sysroot(f, script, name, is_searched);
	*is_rooted = rooted != NULL;
	if (rooted == NULL)
		return search_file(f, script, name);
	if (access(rooted, R_OK) == 0)
		return rooted;
	free(rooted);
	return NULL;
}

/* Return whether a file has functions or variables to rank.  In the system's
 * libraries variables do not count.  Otherwise libgcc.a would count, which has
 * one variable in code that no program needs. */
static bool has_ranked(const struct rcc_object_file *file, const char *path)
{
	const bool is_system = rcc_inputs_is_system(path);
	size_t n = 0;

	for (size_t i = 0; i < file->n_objects; i++)
		n += file->object[i].n_functions -
		     (is_system ? file->object[i].n_variables : 0);
	return n != 0;
}

/* Return whether a file has functions or variables to rank, made by the plugin
 * or by another compiler, or is a thin archive.  Adds its other code, if it is
 * the user's, to *undivided. */
static bool concerns_us(const struct finder *f, struct rcc_object_file *file,
			const char *path, struct rcc_undivided *undivided)
{
	const bool is_ours =
		has_ranked(file, path) || file->kind == RCC_FILE_THIN_ARCHIVE;
	char reason[RCC_WHY_MAX];

	if (is_ours || rcc_inputs_is_system(path))
		return is_ours;
	/* The linker reads the file itself, so the new names have no effect but
	 * to show what could have been ranked.  It also reports a file that is
	 * damaged. */
	if (rcc_object_file_name(file, rcc_file_base(path), false, 0, reason) !=
	    0)
		return false;
	rcc_undivided_add(undivided, file, f->args->has_plugin);
	return has_ranked(file, path);
}

/* Read a file that a script names.  Sets *has_functions to whether the file is
 * a thin archive, or has functions or variables to rank.  If the file is itself
 * a script, returns its facts (caller releases and frees them), else NULL.
 *
 * An archive that is open as an input is not read again.  For example, the
 * scripts of libc and libgcc name libgcc.a, which is on the command line
 * too. */
static struct rcc_script *read_file(const struct finder *f, const char *path,
				    bool *has_functions,
				    struct rcc_undivided *undivided)
{
	const struct rcc_inputs *inputs = f->inputs;
	struct rcc_script *script = NULL;
	struct rcc_object_file file;
	char reason[RCC_WHY_MAX];

	*has_functions = false;
	*undivided = (struct rcc_undivided){0};
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_input *in = &inputs->item[i];

		if (in->is_open && in->file.kind == RCC_FILE_ARCHIVE &&
		    in->ordinary == NULL && strcmp(in->path, path) == 0) {
			*has_functions = has_ranked(&in->file, path);
			return NULL;
		}
	}
	/* If the file cannot be read, leave it to the linker to report that. */
	if (rcc_object_file_open(&file, path, 0, reason) != 0)
		return NULL;
	*has_functions = concerns_us(f, &file, path, undivided);
	if (file.kind == RCC_FILE_OTHER) {
		script = rcc_mem_alloc(sizeof(*script));
		rcc_script_read(script, &file.map, f->is_mri);
	}
	rcc_object_file_release(&file);
	return script;
}

/* Return whether a file is an input too, or another script has named it. */
static bool is_known(const struct finder *f, const char *real)
{
	char *path;
	bool is_same = false;

	for (size_t i = 0; i < f->files->n; i++)
		if (strcmp(f->files->item[i].path, real) == 0)
			return true;
	for (size_t i = 0; i < f->inputs->n && !is_same; i++) {
		const struct rcc_input *in = &f->inputs->item[i];

		path = in->path != NULL ? realpath(in->path, NULL) : NULL;
		is_same = path != NULL && strcmp(path, real) == 0;
		free(path);
	}
	return is_same;
}

/* Add the file `path`, which a script calls `name`.  Its facts are those in
 * `facts`. */
static void add_file(struct finder *f, const char *script, const char *name,
		     const char *path, const struct rcc_script_file *facts)
{
	struct rcc_script_files *files = f->files;
	char *real = realpath(path, NULL);
	struct rcc_script_file *added;
	bool is_counted;

	if (real == NULL)
		return;
	is_counted =
		rcc_undivided_is_none(&facts->undivided) || is_known(f, real);
	files->item = rcc_mem_grow(files->item, files->n, &files->n_allocated,
				   sizeof(*files->item));
	added = &files->item[files->n++];
	*added = *facts;
	added->script = rcc_mem_strdup(script);
	added->name = rcc_mem_strdup(name);
	added->path = real;
	added->is_mri = f->is_mri;
	if (is_counted)
		added->undivided = (struct rcc_undivided){0};
}

/* Remember a name for which there is no file where randld looks.  The linker
 * also looks in the folders of SEARCH_DIR and in its own.  Scripts of the system
 * do not count: what they name there belongs to the system too. */
static void add_unknown(struct finder *f, const char *script, const char *name)
{
	if (rcc_inputs_is_system(script))
		return;
	rcc_strvec_push(&f->files->unknown, name);
	rcc_strvec_push(&f->files->unknown_script, script);
}

static void add_patterns(struct finder *f, const char *path,
			 const struct rcc_script *script)
{
	if (rcc_inputs_is_system(path))
		return;
	for (size_t i = 0; i < script->pattern.n; i++) {
		rcc_strvec_push(&f->files->pattern, script->pattern.item[i]);
		rcc_strvec_push(&f->files->pattern_script, path);
	}
}

/* Refuse a script that includes itself, perhaps through others. */
static int check_circle(const struct finder *f, const struct trail *script,
			const char *path)
{
	for (const struct trail *t = script; t != NULL; t = t->by)
		if (strcmp(t->path, path) == 0)
			return rcc_refuse(f->why, RCC_EFORMAT,
					  "remove one of the two names",
					  "the linker script \"%s\" includes "
					  "itself through \"%s\"",
					  script->path, path);
	return 0;
}

static int follow(struct finder *f, const struct trail *at,
		  const struct rcc_script *script);

/* Find the file that a script calls `name`.  If the file is itself a script,
 * search it too. */
static int follow_name(struct finder *f, const struct trail *at,
		       const char *name, bool is_searched)
{
	struct rcc_script_file facts = {0};
	char *path =
		find_file(f, at->path, name, is_searched, &facts.is_rooted);
	struct rcc_script *script = NULL;
	int err = 0;

	if (path == NULL) {
		add_unknown(f, at->path, name);
		return 0;
	}
	script = read_file(f, path, &facts.has_functions, &facts.undivided);
	add_file(f, at->path, name, path, &facts);
	if (script != NULL) {
		err = check_circle(f, at, path);
		if (err == 0)
			err = follow(f, &(struct trail){path, at}, script);
		rcc_script_release(script);
		free(script);
	}
	free(path);
	return err;
}

static int follow(struct finder *f, const struct trail *at,
		  const struct rcc_script *script)
{
	int err = 0;

	if (rcc_strvec_has(&f->done, at->path))
		return 0;
	f->files->sets_entry |= script->sets_entry;
	add_patterns(f, at->path, script);
	for (size_t i = 0; i < script->file.n && err == 0; i++)
		err = follow_name(f, at, script->file.item[i],
				  rcc_strvec_has(&script->searched,
						 script->file.item[i]));
	rcc_strvec_push(&f->done, at->path);
	return err;
}

int rcc_script_files_find(struct rcc_script_files *files,
			  const struct rcc_ldargs *args,
			  const struct rcc_inputs *inputs,
			  const struct rcc_recorded *recorded,
			  struct rcc_refusal *why)
{
	struct finder f = {.files = files,
			   .args = args,
			   .inputs = inputs,
			   .recorded = recorded,
			   .why = why};
	int err = 0;

	*files = (struct rcc_script_files){0};
	for (size_t i = 0; i < inputs->n && err == 0; i++) {
		const struct rcc_input *in = &inputs->item[i];

		if (in->script == NULL)
			continue;
		f.word = &args->word[in->word];
		f.is_mri = rcc_ldargs_is_mri_script(f.word);
		err = follow(&f, &(struct trail){in->path, NULL}, in->script);
	}
	rcc_strvec_release(&f.done);
	return err;
}

void rcc_script_files_release(struct rcc_script_files *files)
{
	for (size_t i = 0; i < files->n; i++) {
		free(files->item[i].script);
		free(files->item[i].name);
		free(files->item[i].path);
	}
	free(files->item);
	rcc_strvec_release(&files->unknown);
	rcc_strvec_release(&files->unknown_script);
	rcc_strvec_release(&files->pattern);
	rcc_strvec_release(&files->pattern_script);
	*files = (struct rcc_script_files){0};
}

/* Return whether a link can use a copy of the file in another place.  A thin
 * archive must stay, because its members would not be found.  A shared library
 * without a soname must stay, because the program needs it at its path. */
static bool can_move(const char *path)
{
	struct rcc_object_file file;
	char reason[RCC_WHY_MAX];
	bool result;

	if (rcc_object_file_open(&file, path, 0, reason) != 0)
		return false;
	result = file.kind != RCC_FILE_THIN_ARCHIVE &&
		 (file.kind != RCC_FILE_SHARED || file.has_soname);
	rcc_object_file_release(&file);
	return result;
}

bool rcc_script_file_can_be_kept(const struct rcc_script_file *file)
{
	return !file->is_mri && !rcc_inputs_is_system(file->script) &&
	       !rcc_inputs_is_system(file->path) && can_move(file->path);
}
