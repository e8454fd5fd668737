/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/inputs.h"

#include <errno.h>
#include <limits.h>
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
#include "wrapper/elf/archive.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/elf/object_naming.h"
#include "wrapper/elf/object_symbols.h"
#include "wrapper/order/link_order.h"

/* ---- Searching for files ----------------------------------------------- */

/* Return whether a library is for the machine of this link, according to its
 * first ELF header.  ld skips a library for another machine and searches on.  A
 * file without an ELF header may be a script, so it fits. */
static bool fits(const struct rcc_elf_flavour *f, const char *path)
{
	static const unsigned char magic[] = {0x7f, 'E', 'L', 'F'};
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

/* Join DIR, a slash, BEFORE, NAME and AFTER to a path.  Return the path if it
 * leads to a readable library for this machine, otherwise NULL.  Caller
 * frees. */
static char *try_file(const struct rcc_elf_flavour *flavour, const char *dir,
		      const char *before, const char *name, const char *after)
{
	char *path = rcc_mem_printf("%s/%s%s%s", dir, before, name, after);

	if (access(path, R_OK) == 0 && rcc_file_is_regular(path) &&
	    fits(flavour, path))
		return path;
	free(path);
	return NULL;
}

/* Search for a library as ld does.  All -L directories count, even those that
 * come later on the line.  In each directory the shared library is taken before
 * the archive.  The linker's built-in directories are left out, because they
 * hold no code of the user. */
char *rcc_inputs_find_library(const struct rcc_inputs *inputs,
			      const struct rcc_ldargs *args,
			      const struct rcc_ld_word *library)
{
	const struct rcc_elf_flavour *flavour = &inputs->flavour;
	const char *name = library->text;
	char *found = NULL;

	for (size_t i = 0; i < args->n_words && found == NULL; i++) {
		char *dir;

		if (args->word[i].kind != RCC_LD_SEARCH)
			continue;
		dir = rcc_ldargs_fill_sysroot(args, args->word[i].text);
		if (name[0] == ':') {
			found = try_file(flavour, dir, "", name + 1, "");
		} else {
			if (!library->is_static)
				found = try_file(flavour, dir, "lib", name,
						 ".so");
			if (found == NULL)
				found = try_file(flavour, dir, "lib", name,
						 ".a");
		}
		free(dir);
	}
	return found;
}

/* An option whose file the linker searches for in the -L directories. */
struct searched_option {
	const char *name;
	/* The linker reads the file at the end of the command line, and
	 * searches all -L directories.  It reads any other file as soon as it
	 * comes to the option, and searches only the -L directories before the
	 * option. */
	bool is_read_last;
};

/* Return the word's option if the linker searches for the option's file, or
 * NULL. */
static const struct searched_option *
searched_option(const struct rcc_ld_word *w)
{
	static const struct searched_option option[] = {
		{"T", false},
		{"script", false},
		{"dT", true},
		{"default-script", true},
		{"dynamic-list", false},
		{"version-script", false}};

	for (size_t i = 0; i < sizeof(option) / sizeof(option[0]); i++)
		if (w->name != NULL && strcmp(w->name, option[i].name) == 0)
			return &option[i];
	return NULL;
}

/* Find the file of an option in the -L directories.  Returns its path (caller
 * frees), or NULL if there is none, or if the linker would not search for
 * it. */
static char *find_option_file(const struct rcc_ldargs *args, size_t word)
{
	static const struct rcc_elf_flavour any = {0};
	const struct rcc_ld_word *w = &args->word[word];
	const struct searched_option *option = searched_option(w);
	size_t end = word;
	char *found = NULL;

	if (option == NULL)
		return NULL;
	if (option->is_read_last)
		end = args->n_words;
	for (size_t i = 0; i < end && found == NULL; i++) {
		char *dir;

		if (args->word[i].kind != RCC_LD_SEARCH)
			continue;
		dir = rcc_ldargs_fill_sysroot(args, args->word[i].text);
		found = try_file(&any, dir, "", w->text, "");
		free(dir);
	}
	return found;
}

static char *find_input(const struct rcc_inputs *inputs,
			const struct rcc_ldargs *args,
			const struct rcc_recorded *recorded, size_t word)
{
	const struct rcc_ld_word *w = &args->word[word];
	struct stat st;

	if (recorded != NULL && recorded->file[word] != NULL)
		return rcc_mem_strdup(recorded->file[word]);
	if (w->kind == RCC_LD_LIBRARY)
		return rcc_inputs_find_library(inputs, args, w);
	/* -R with a directory means -rpath, so it is not a file. */
	if (access(w->text, R_OK) == 0 &&
	    (w->kind != RCC_LD_OPTION_IN || stat(w->text, &st) != 0 ||
	     !S_ISDIR(st.st_mode)))
		return rcc_mem_strdup(w->text);
	return w->kind == RCC_LD_OPTION_IN ? find_option_file(args, word)
					   : NULL;
}

/* Return whether a path is below /usr/MACHINE-…-…/, for example
 * "/usr/x86_64-linux-gnu/lib/".  Distributions put libraries there, for their
 * own compiler and for cross compilers. */
static bool is_below_machine(const char *path)
{
	static const char usr[] = "/usr/";
	const char *name = path + sizeof(usr) - 1;
	const char *end;
	size_t n_dashes = 0;

	if (strncmp(path, usr, sizeof(usr) - 1) != 0)
		return false;
	end = strchr(name, '/');
	for (const char *c = name; end != NULL && c < end; c++)
		n_dashes += *c == '-';
	return n_dashes >= 2;
}

bool rcc_inputs_fits(const struct rcc_inputs *inputs, const char *path)
{
	return fits(&inputs->flavour, path);
}

bool rcc_inputs_is_system_path(const char *real)
{
	static const char *const dir[] = {
		"/usr/lib/",	    "/usr/lib32/", "/usr/lib64/",
		"/usr/libx32/",	    "/lib/",	   "/lib32/",
		"/lib64/",	    "/libx32/",	   "/usr/local/lib/",
		"/usr/local/lib64/"};
	bool is_system = is_below_machine(real);

	for (size_t i = 0; i < sizeof(dir) / sizeof(dir[0]); i++)
		is_system |= strncmp(real, dir[i], strlen(dir[i])) == 0;
	return is_system;
}

bool rcc_inputs_is_system(const char *path)
{
	char real[PATH_MAX];

	return realpath(path, real) != NULL && rcc_inputs_is_system_path(real);
}

bool rcc_inputs_needs_path(const struct rcc_input *in,
			   const struct rcc_ld_word *w)
{
	return w->kind == RCC_LD_FILE &&
	       (w->is_foreign ||
		(in->file.kind == RCC_FILE_SHARED && !in->file.has_soname));
}

bool rcc_inputs_is_users(const struct rcc_ldargs *args,
			 const struct rcc_input *in)
{
	return in->is_open &&
	       !rcc_link_order_is_start_file(args->word[in->word].text) &&
	       !rcc_inputs_is_system(in->path);
}

const char *rcc_input_read_from(const struct rcc_input *in)
{
	return in->ordinary != NULL ? in->ordinary : in->path;
}

bool rcc_inputs_is_pipe(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 &&
	       (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

bool rcc_inputs_define(const struct rcc_inputs *inputs, const char *symbol)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; inputs->item[i].is_open && k < f->n_objects;
		     k++)
			if (rcc_object_defines(f, &f->object[k], symbol))
				return true;
	}
	return false;
}

/* ---- Reading the inputs ------------------------------------------------ */

/* Refuse a file that cannot be read.  `reason` has the text of errno already, so
 * RCC_ESYS becomes RCC_EFORMAT (common/refusal.h). */
static int unreadable(const struct rcc_ld_word *w, int err, const char *reason,
		      struct rcc_refusal *why)
{
	return rcc_refuse(why, err == RCC_ESYS ? RCC_EFORMAT : err,
			  "rebuild that file; nothing was linked",
			  "cannot read \"%s\": %s", w->text, reason);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

/* Return the directory of a file.  Caller frees. */
static char *dir_of(const char *path)
{
	const size_t n = (size_t)(rcc_file_base(path) - path);

	return n == 0 ? rcc_mem_strdup(".") : rcc_mem_strndup(path, n);
}

/* Return whether two files are in the same directory. */
static bool are_neighbours(const char *a, const char *b)
{
	char *dir_a = dir_of(a);
	char *dir_b = dir_of(b);
	struct stat st_a, st_b;
	const bool result = stat(dir_a, &st_a) == 0 &&
			    stat(dir_b, &st_b) == 0 &&
			    is_same_file(&st_a, &st_b);

	free(dir_a);
	free(dir_b);
	return result;
}

static bool have_same_bytes(const char *a, const char *b)
{
	struct rcc_file_map map_a, map_b;
	bool result;

	if (rcc_file_map(a, &map_a) != 0)
		return false;
	if (rcc_file_map(b, &map_b) != 0) {
		rcc_file_unmap(&map_a);
		return false;
	}
	result = map_a.n == map_b.n &&
		 memcmp(map_a.data, map_b.data, map_a.n) == 0;
	rcc_file_unmap(&map_a);
	rcc_file_unmap(&map_b);
	return result;
}

/* Return whether an earlier input `k` is the same archive as `in`.  Another
 * archive with the same bytes counts too, because a record keeps one file for
 * both, and a replay must number their functions as the build does.  The bytes
 * of a thin archive are those of the ordinary one that replaces it: in another
 * directory the same thin archive means other members. */
static bool is_same_archive(const struct rcc_input *k,
			    const struct rcc_input *in)
{
	const bool is_thin = k->ordinary != NULL || in->ordinary != NULL;

	if (strcmp(k->path, in->path) == 0)
		return true;
	if (is_same_file(&k->st, &in->st) &&
	    (!is_thin || are_neighbours(k->path, in->path)))
		return true;
	return (is_thin || k->st.st_size == in->st.st_size) &&
	       have_same_bytes(rcc_input_read_from(k), rcc_input_read_from(in));
}

/* Return the index of an earlier input that is the same archive and was read, or
 * SIZE_MAX.  A thin archive counts too, because an ordinary one was read instead
 * (open_ordinary()). */
static size_t opened_before(const struct rcc_inputs *inputs,
			    const struct rcc_input *in)
{
	for (const struct rcc_input *k = inputs->item; k < in; k++)
		if (k->is_open && k->file.kind == RCC_FILE_ARCHIVE &&
		    is_same_archive(k, in))
			return (size_t)(k - inputs->item);
	return SIZE_MAX;
}

/* Return the unit's name for an object that names no source file.  It is the
 * object's name.  A compiler that compiles and links in one call makes a
 * temporary object with a random name, and random characters must not decide a
 * rank.  So gcc's "/tmp/ccTpGsd1.o" becomes "temporary", and clang's
 * "NAME-3f00a1.o" becomes "NAME".  Caller frees. */
static char *unit_of(const struct rcc_ld_word *w)
{
	const char *base = rcc_file_base(w->text);
	const size_t n = strlen(base);

	if (rcc_ldargs_is_temporary(w->text))
		return rcc_mem_strdup("temporary");
	if (n > 9 && base[n - 9] == '-' &&
	    strspn(base + n - 8, "0123456789abcdef") == 6)
		return rcc_mem_strndup(base, n - 9);
	return rcc_mem_strdup(base);
}

/* Rename the sections of functions that other compilers made, so that ranks fit
 * into the names (elf/object_naming.h).  The user's file does not change,
 * because the new names are only in memory. */
static int name_functions(struct rcc_input *in, const struct rcc_ld_word *w,
			  const struct rcc_request *request, unsigned reading,
			  struct rcc_refusal *why)
{
	const bool with_data = rcc_request_has(request, RCC_FACTOR_DATA);
	char reason[RCC_WHY_MAX];
	char *unit = unit_of(w);
	int err = rcc_object_file_name(&in->file, unit, with_data, reading,
				       reason);

	free(unit);
	if (err == 0)
		return 0;
	in->is_open = false;
	return unreadable(w, err, reason, why);
}

/* Write an ordinary archive with the members of a thin archive, and read it
 * instead of the thin one.  The members are the user's own files, which randld
 * must not change. */
static int open_ordinary(struct rcc_inputs *inputs, struct rcc_input *in,
			 const struct rcc_request *request, unsigned reading,
			 struct rcc_refusal *why)
{
	const struct rcc_ld_word *w = &request->args->word[in->word];
	bool is_kept = request->settings->save_temps;
	struct rcc_file_map thin = in->file.map;
	char reason[RCC_WHY_MAX];
	int err;

	if (inputs->dir.path == NULL &&
	    rcc_work_dir_open(&inputs->dir, is_kept, why) != 0)
		return RCC_ESYS;
	in->ordinary = rcc_mem_printf("%s/full%zu.a", inputs->dir.path,
				      (size_t)(in - inputs->item));
	err = rcc_archive_fill(in->path, &thin, in->ordinary, reason);
	if (err == RCC_ESYS)
		snprintf(reason, sizeof(reason), "cannot write \"%s\": %s",
			 in->ordinary, strerror(errno));
	if (err != 0)
		return unreadable(w, err, reason, why);
	rcc_object_file_release(&in->file);
	in->is_open = false;
	err = rcc_object_file_open(&in->file, in->ordinary, reading, reason);
	if (err == RCC_ESYS)
		snprintf(reason, sizeof(reason), "%s", strerror(errno));
	if (err != 0)
		return unreadable(w, err, reason, why);
	in->is_open = true;
	return 0;
}

/* Return whether the linker takes the bitcode, and not the machine code, of
 * objects that have both.  lld does so under --fat-lto-objects.  Any other
 * linker does so if it loads LLVM's plugin. */
static bool reads_fat(const struct rcc_request *request)
{
	const struct rcc_ldargs *args = request->args;
	bool result = false;

	for (size_t i = 0; i < args->n_words; i++) {
		const char *option = args->arg.item[args->word[i].at];

		if (strcmp(option, "--fat-lto-objects") == 0)
			result = true;
		else if (strcmp(option, "--no-fat-lto-objects") == 0)
			result = false;
	}
	return request->linker->kind == RCC_LINKER_LLD ? result
						       : args->has_llvm_plugin;
}

/* Read the file of an input if randld needs its contents.  If the file cannot
 * be opened, leave it to the linker to report that. */
static int open_input(struct rcc_inputs *inputs, struct rcc_input *in,
		      const struct rcc_request *request,
		      struct rcc_refusal *why)
{
	const struct rcc_ld_word *w = &request->args->word[in->word];
	unsigned reading = 0;
	char reason[RCC_WHY_MAX];
	int err;

	if (in->path == NULL || w->kind == RCC_LD_OPTION_IN || w->is_foreign)
		return 0;
	if (w->kind == RCC_LD_FILE &&
	    rcc_request_has(request, RCC_FACTOR_UNITS))
		reading |= RCC_READ_ORDER;
	if (rcc_request_has(request, RCC_FACTOR_DATA))
		reading |= RCC_READ_VARIABLES;
	if (stat(in->path, &in->st) != 0)
		return 0; /* the linker will report it */
	in->same_as = opened_before(inputs, in);
	if (in->same_as != SIZE_MAX) {
		const struct rcc_input *before = &inputs->item[in->same_as];

		if (before->ordinary != NULL)
			in->ordinary = rcc_mem_strdup(before->ordinary);
		return 0;
	}
	err = rcc_object_file_open(&in->file, in->path, reading, reason);
	if (err == RCC_ESYS)
		return 0; /* the linker will report it */
	if (err != 0)
		return unreadable(w, err, reason, why);
	in->is_open = true;
	if (in->file.kind == RCC_FILE_THIN_ARCHIVE) {
		err = open_ordinary(inputs, in, request, reading, why);
		if (err == 0)
			in->same_as = opened_before(inputs, in);
		if (in->same_as != SIZE_MAX) {
			rcc_object_file_release(&in->file);
			in->is_open = false;
			return 0;
		}
	}
	if (err == 0)
		err = name_functions(in, w, request, reading, why);
	if (err != 0)
		return err;
	if (inputs->flavour.elf_class == 0)
		inputs->flavour = in->file.flavour;
	in->file.has_bitcode |= in->file.is_fat && reads_fat(request);
	inputs->has_bitcode |= in->file.has_bitcode;
	for (size_t i = 0; i < in->file.n_objects; i++)
		if ((in->file.object[i].traits & RCC_OBJECT_IS_IR) != 0)
			inputs->has_ir = true;
	return 0;
}

/* Fill in in->script if the input may be a script: a file that is neither
 * object nor archive, or the file of an option.  If it is not a script,
 * rcc_script_read() finds nothing in it.  Returns 0, or RCC_EFORMAT if the file of
 * -T is a pipe. */
static int read_script(struct rcc_input *in, const struct rcc_ld_word *w,
		       const struct rcc_ldargs *args, struct rcc_refusal *why)
{
	bool is_option = w->kind == RCC_LD_OPTION_IN && in->path != NULL;
	struct rcc_file_map map = in->file.map;

	if (!is_option && (!in->is_open || in->file.kind != RCC_FILE_OTHER))
		return 0;
	if (is_option && rcc_inputs_is_pipe(in->path))
		return w->text != args->script
			       ? 0
			       : rcc_refuse(why, RCC_EFORMAT,
					    "write the script to a file",
					    "the linker script \"%s\" is a "
					    "pipe, which can be read only once",
					    w->text);
	if (is_option && rcc_file_map(in->path, &map) != 0)
		return 0;
	in->script = rcc_mem_alloc(sizeof(*in->script));
	rcc_script_read(in->script, &map, rcc_ldargs_is_mri_script(w));
	if (is_option)
		rcc_file_unmap(&map);
	return 0;
}

int rcc_inputs_open(struct rcc_inputs *inputs,
		    const struct rcc_request *request,
		    const struct rcc_recorded *recorded,
		    struct rcc_refusal *why)
{
	const struct rcc_ldargs *args = request->args;
	size_t n_allocated = 0;

	*inputs = (struct rcc_inputs){0};
	for (size_t i = 0; i < args->n_words; i++) {
		const struct rcc_ld_word *w = &args->word[i];
		struct rcc_input *in;
		int err;

		if (w->kind != RCC_LD_FILE && w->kind != RCC_LD_LIBRARY &&
		    w->kind != RCC_LD_OPTION_IN)
			continue;
		inputs->item =
			rcc_mem_grow(inputs->item, inputs->n, &n_allocated,
				     sizeof(*inputs->item));
		in = &inputs->item[inputs->n++];
		*in = (struct rcc_input){.word = i, .same_as = SIZE_MAX};
		in->path = find_input(inputs, args, recorded, i);
		if (w->kind != RCC_LD_LIBRARY)
			in->name = w->text;
		else if (recorded != NULL && recorded->path != NULL &&
			 recorded->path[i] != NULL)
			in->name = recorded->path[i];
		else
			in->name = in->path;
		err = open_input(inputs, in, request, why);
		if (err == 0)
			err = read_script(in, w, args, why);
		if (err != 0)
			return err;
		if (in->script != NULL && w->text == args->script)
			inputs->main_script = in->script;
	}
	return 0;
}

bool rcc_inputs_are_any(const struct rcc_inputs *inputs,
			const struct rcc_ldargs *args)
{
	for (size_t i = 0; i < inputs->n; i++)
		if (args->word[inputs->item[i].word].kind != RCC_LD_OPTION_IN)
			return true;
	return false;
}

static void drop_maps(const struct rcc_inputs *inputs)
{
	struct rcc_file_map *map = rcc_mem_calloc(inputs->n + 1, sizeof(*map));
	size_t n = 0;

	for (size_t i = 0; i < inputs->n; i++)
		if (inputs->item[i].is_open)
			map[n++] = inputs->item[i].file.map;
	rcc_file_drop_pages(map, n);
	free(map);
}

void rcc_inputs_drop_pages(const struct rcc_inputs *inputs)
{
	drop_maps(inputs);
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

void rcc_inputs_release(struct rcc_inputs *inputs)
{
	/* All pages at once: to unmap one file after the other takes longer. */
	drop_maps(inputs);
	for (size_t i = 0; i < inputs->n; i++) {
		struct rcc_input *in = &inputs->item[i];

		free(in->path);
		free(in->ordinary);
		if (in->script != NULL)
			rcc_script_release(in->script);
		free(in->script);
		if (in->is_open)
			rcc_object_file_release(&in->file);
	}
	free(inputs->item);
	rcc_work_dir_release(&inputs->dir);
	*inputs = (struct rcc_inputs){0};
}
