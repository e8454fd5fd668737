/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LTO by lld.  A first run of lld compiles the bitcode.  It keeps the objects
 * that it makes, which are called the kept objects below.  In the link that
 * follows they replace the bitcode (llvm_lto.h).
 */
#include "wrapper/link/llvm_lto.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/strmap.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/line/linker.h"
#include "wrapper/link/command.h"
#include "wrapper/link/private_copies.h"
#include "wrapper/link/run_linker.h"
#include "wrapper/link/user_names.h"

/* The name of the first object that lld keeps.  The names of further objects
 * are this name with a number. */
#define KEPT "lto.o"

bool rcc_llvm_lto_is_needed(const struct rcc_link *l)
{
	return l->inputs.has_bitcode &&
	       l->request->linker->kind == RCC_LINKER_LLD;
}

/* Run lld with the user's command line, but with another output. */
static int run(const struct rcc_link *l, const char *dir,
	       struct rcc_refusal *why)
{
	const struct rcc_ldargs *a = l->request->args;
	struct rcc_private_copies copies = {.n = l->inputs.n};
	const struct rcc_user_names names = {
		.args = a, .inputs = &l->inputs, .copies = &copies, .dir = dir};
	struct rcc_strvec command = {0};
	int status;

	copies.path = rcc_mem_calloc(copies.n, sizeof(*copies.path));
	rcc_strvec_push(&command, l->request->linker->path);
	for (size_t i = 0; i < a->n_words; i++)
		if (a->word[i].text != a->use_linker &&
		    a->word[i].text != a->output)
			rcc_ldargs_push_word(a, &a->word[i], &command);
	rcc_strvec_pushf(&command, "--lto-obj-path=%s/" KEPT, dir);
	rcc_strvec_pushf(&command, "-o%s/probe", dir);
	status = rcc_command_shorten(&command, dir, why);
	if (status == 0)
		status = rcc_run_linker_silently(command.item, &names, why);
	rcc_strvec_release(&command);
	rcc_private_copies_release(&copies);
	return status;
}

static int is_kept(const struct dirent *e)
{
	return strncmp(e->d_name, KEPT, strlen(KEPT)) == 0;
}

/* Append the paths of the kept objects, in the order in which lld made them.
 * Empty files are left out; they come from modules without code. */
static int push_objects(struct rcc_strvec *out, const char *dir,
			struct rcc_refusal *why)
{
	struct dirent **entry;
	const int n = scandir(dir, &entry, is_kept, versionsort);

	if (n < 0)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot read \"%s\"",
				  dir);
	for (int i = 0; i < n; i++) {
		char *path = rcc_mem_printf("%s/%s", dir, entry[i]->d_name);
		struct stat st;

		if (stat(path, &st) == 0 && st.st_size != 0)
			rcc_strvec_push(out, path);
		free(path);
		free(entry[i]);
	}
	free(entry);
	return 0;
}

/* Return whether an input is bitcode, which the kept objects replace. */
static bool is_replaced(const struct rcc_input *in)
{
	return in->file.has_bitcode && in->file.kind != RCC_FILE_ARCHIVE;
}

/* Return the index of the first word that is a library, an archive or
 * --start-lib.  (--start-lib begins a list of objects that are linked only if
 * needed.)  The kept objects must come before this word.  Otherwise the linker
 * would take an archive's bitcode again, for symbols that the kept objects
 * define. */
static size_t first_lazy(const struct rcc_link *l)
{
	const struct rcc_ldargs *a = l->request->args;
	const struct rcc_inputs *inputs = &l->inputs;
	size_t place = a->n_words;

	for (size_t i = a->n_words; i-- > 0;)
		if (a->word[i].kind == RCC_LD_LIBRARY ||
		    (a->word[i].name != NULL &&
		     strcmp(a->word[i].name, "start-lib") == 0))
			place = i;
	for (size_t i = 0; i < inputs->n; i++)
		if ((inputs->item[i].file.kind == RCC_FILE_ARCHIVE ||
		     inputs->item[i].same_as != SIZE_MAX) &&
		    inputs->item[i].word < place)
			place = inputs->item[i].word;
	return place;
}

/* The weak symbols of the kept objects, and the names that their COMDAT groups
 * define.  The linker takes the first definition of each name. */
struct weak_names {
	struct rcc_strmap set; /* keys: the names; they point into `file` */
	struct rcc_object_file *file;
	size_t n_files;
};

/* Return the i-th weak symbol or COMDAT name of an object, or NULL after the
 * last. */
static const char *weak_name(const struct rcc_object *o, size_t i)
{
	if (i < o->n_weak)
		return o->weak[i];
	i -= o->n_weak;
	return i < o->n_comdats ? o->comdat[i].name : NULL;
}

/* Fill *w with the names in the kept objects, whose paths are `kept`.  Skip an
 * object that cannot be read, because the next link reports it. */
static void read_weak_names(struct weak_names *w, const struct rcc_strvec *kept)
{
	char reason[RCC_WHY_MAX];
	const char *name;
	int is_new;

	w->file = rcc_mem_calloc(kept->n, sizeof(*w->file));
	for (size_t i = 0; i < kept->n; i++) {
		struct rcc_object_file *f = &w->file[w->n_files];

		if (rcc_object_file_open(f, kept->item[i], RCC_READ_ORDER,
					 reason) != 0)
			continue;
		w->n_files++;
		for (size_t k = 0; f->n_objects != 0 &&
				   (name = weak_name(&f->object[0], k)) != NULL;
		     k++)
			rcc_strmap_at(&w->set, name, strlen(name), &is_new);
	}
}

static void release_weak_names(struct weak_names *w)
{
	rcc_strmap_release(&w->set);
	for (size_t i = 0; i < w->n_files; i++)
		rcc_object_file_release(&w->file[i]);
	free(w->file);
}

/* Return whether the object at `path` has a weak symbol or a COMDAT name that is
 * in *w, the names in the kept objects. */
static bool conflicts(const char *path, const struct weak_names *w)
{
	struct rcc_object_file f;
	char reason[RCC_WHY_MAX];
	const char *name;
	bool result = false;

	if (w->set.n_used == 0 ||
	    rcc_object_file_open(&f, path, RCC_READ_ORDER, reason) != 0)
		return false;
	for (size_t i = 0; f.n_objects != 0 && !result &&
			   (name = weak_name(&f.object[0], i)) != NULL;
	     i++)
		result = rcc_strmap_find(&w->set, name, strlen(name)) != NULL;
	rcc_object_file_release(&f);
	return result;
}

/*
 * Choose where to insert the kept objects, which lld compiled from bitcode.
 * Returns the index of the word on the command line that will follow them.
 *
 * In its own link, lld places these objects after all other objects.  Therefore
 * insert them as late as possible, but before the first library.  The code and
 * the constructors then have the same order as in lld's own link.
 *
 * There is one exception.  If several inputs define the same weak symbol or
 * COMDAT group, lld takes the definition of the first input.  Suppose that a
 * kept object and an object behind the first bitcode file define the same
 * symbol.  If the kept objects came late, the linker could choose another
 * definition than in lld's own link.  In that case, insert the kept objects at
 * the place of the first bitcode file.
 */
static size_t place_of_objects(const struct rcc_link *l,
			       const struct rcc_strvec *kept)
{
	const struct rcc_inputs *inputs = &l->inputs;
	const size_t last = first_lazy(l);
	size_t place = last;
	size_t first = SIZE_MAX;
	struct weak_names weak = {0};

	for (size_t i = 0; i < inputs->n && place == last; i++) {
		const struct rcc_input *in = &inputs->item[i];

		if (in->word >= last)
			break;
		if (is_replaced(in) && first == SIZE_MAX)
			first = in->word;
		else if (first != SIZE_MAX && in->is_open && !is_replaced(in) &&
			 in->file.kind == RCC_FILE_OBJECT) {
			if (weak.file == NULL)
				read_weak_names(&weak, kept);
			if (conflicts(in->path, &weak))
				place = first;
		}
	}
	release_weak_names(&weak);
	return place;
}

/* Refuse options that make lld write no objects, or keep them elsewhere.  One
 * of these options is the cache of ThinLTO: for a cached module lld writes
 * nothing to --lto-obj-path. */
static int check_options(const struct rcc_ldargs *a, struct rcc_refusal *why)
{
	static const char *const option[] = {
		"thinlto-cache-dir=", "cache-dir=",    "thinlto-index-only",
		"lto-emit-asm",	      "lto-emit-llvm", "emit-asm",
		"emit-llvm",	      "lto-obj-path=", "obj-path="};
	static const char plugin[] = "plugin-opt=";

	for (size_t i = 0; i < a->n_words; i++) {
		const char *word = a->arg.item[a->word[i].at];
		const char *text = word;

		if (text[0] != '-')
			continue;
		text += strspn(text, "-");
		if (strncmp(text, plugin, strlen(plugin)) == 0)
			text += strlen(plugin);
		for (size_t k = 0; k < sizeof(option) / sizeof(option[0]); k++)
			if (strncmp(text, option[k], strlen(option[k])) == 0)
				return rcc_refuse(
					why, RCC_EUNSUP, "remove that option",
					"with the option \"%s\" lld does not "
					"keep the objects of LTO for randld",
					word);
	}
	return 0;
}

/* Refuse an archive that has bitcode and is inside --whole-archive.  The linker
 * would link every member, and so compile the bitcode again. */
static int check_archives(const struct rcc_link *l, struct rcc_refusal *why)
{
	for (size_t i = 0; i < l->inputs.n; i++) {
		const struct rcc_input *in = &l->inputs.item[i];
		const struct rcc_ld_word *w = &l->request->args->word[in->word];

		if (in->file.has_bitcode && !is_replaced(in) && w->is_whole)
			return rcc_refuse(
				why, RCC_EUNSUP,
				"name its members on the command line, or "
				"compile them without -flto",
				"the archive \"%s\" has bitcode and is inside "
				"--whole-archive",
				w->text);
	}
	return 0;
}

int rcc_llvm_lto_compile(const struct rcc_link *l,
			 const struct rcc_work_dir *dir,
			 struct rcc_strvec *argv, struct rcc_refusal *why)
{
	const struct rcc_ldargs *a = l->request->args;
	const struct rcc_inputs *inputs = &l->inputs;
	struct rcc_strvec kept = {0};
	int status = check_options(a, why);
	size_t place = 0;
	size_t next = 0;

	if (status == 0)
		status = check_archives(l, why);
	if (status == 0)
		status = run(l, dir->path, why);
	if (status == 0)
		status = push_objects(&kept, dir->path, why);
	if (status == 0)
		place = place_of_objects(l, &kept);
	for (size_t i = 0; i <= a->n_words && status == 0; i++) {
		const struct rcc_input *in = NULL;

		if (i == place && kept.n != 0)
			rcc_strvec_push_all(argv, kept.item);
		if (i == a->n_words)
			break;
		if (next < inputs->n && inputs->item[next].word == i)
			in = &inputs->item[next++];
		if ((in == NULL || !is_replaced(in)) &&
		    strcmp(a->arg.item[a->word[i].at], "--fat-lto-objects") !=
			    0)
			rcc_ldargs_push_word(a, &a->word[i], argv);
	}
	rcc_strvec_release(&kept);
	return status;
}
