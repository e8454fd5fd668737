/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/link_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/strvec.h"
#include "harness/build/stale_tree.h"

#define N_SHOWN 20

struct record {
	char *path;
	char *output; /* absolute path, symbolic links resolved */
	char *soname; /* soname of a shared library; NULL for a program */
	struct timespec time;
};

struct records {
	struct record *item;
	size_t n;
	size_t room;
};

/* ---- Reading the records ----------------------------------------------- */

/* Return the output of randld --list-records.  Its lines are
 * NAME<TAB>OUTPUT[<TAB>SONAME].  Returns NULL after a message. */
static char *list_records(const char *bindir, const char *record)
{
	char *randld = rcc_file_join(bindir, "randld");
	char option[] = "--list-records";
	char *dir = rcc_mem_strdup(record);
	char *argv[] = {randld, option, dir, NULL};
	char *list = NULL;
	int status = rcc_process_capture(argv, &list, NULL);

	if (status < 0)
		rcc_error_errno("cannot run \"%s\"", randld);
	else if (status != 0)
		rcc_error("\"%s --list-records %s\" ended with status %d",
			  randld, record, status);
	if (status != 0) {
		free(list);
		list = NULL;
	}
	free(dir);
	free(randld);
	return list;
}

static void add_record(struct records *r, const char *dir, char *line)
{
	const char *name = strsep(&line, "\t");
	const char *output = strsep(&line, "\t");
	struct record *item;
	struct stat st = {0};
	char *real;

	if (output == NULL)
		return;
	r->item = rcc_mem_grow(r->item, r->n, &r->room, sizeof(*r->item));
	item = &r->item[r->n++];
	item->path = rcc_file_join(dir, name);
	real = realpath(output, NULL);
	item->output = rcc_mem_strdup(real != NULL ? real : output);
	item->soname = line != NULL ? rcc_mem_strdup(line) : NULL;
	stat(item->path, &st);
	item->time = st.st_mtim;
	free(real);
}

static void release(struct records *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->item[i].path);
		free(r->item[i].output);
		free(r->item[i].soname);
	}
	free(r->item);
}

static bool is_newer(const struct record *a, const struct record *b)
{
	return a->time.tv_sec != b->time.tv_sec
		       ? a->time.tv_sec > b->time.tv_sec
		       : a->time.tv_nsec >= b->time.tv_nsec;
}

/* The recorded links that match a program or library.  If all have the same
 * output, `newest` is chosen. */
struct choice {
	const struct record *newest; /* NULL if no record matches */
	struct rcc_strvec output;    /* the distinct outputs of all matches */
};

/* Add a record to the choice.  If the record is newer than all records before
 * it, it becomes `newest`.  If an output was linked twice, its last link
 * therefore counts. */
static void consider(struct choice *c, const struct record *item)
{
	if (c->newest == NULL || is_newer(item, c->newest))
		c->newest = item;
	if (!rcc_strvec_has(&c->output, item->output))
		rcc_strvec_push(&c->output, item->output);
}

static void show(const struct rcc_strvec *output)
{
	for (size_t i = 0; i < output->n && i < N_SHOWN; i++)
		fprintf(stderr, "  | %s\n", output->item[i]);
	if (output->n > N_SHOWN)
		fprintf(stderr, "  | and %zu more\n", output->n - N_SHOWN);
}

static void show_all(const struct records *r, bool libraries_only)
{
	struct rcc_strvec all = {0};

	for (size_t i = 0; i < r->n; i++)
		if ((!libraries_only || r->item[i].soname != NULL) &&
		    !rcc_strvec_has(&all, r->item[i].output))
			rcc_strvec_push(&all, r->item[i].output);
	show(&all);
	rcc_strvec_release(&all);
}

static void take(struct rcc_linked *linked, const struct record *item,
		 const char *name)
{
	linked->record = rcc_mem_strdup(item->path);
	linked->output = rcc_mem_strdup(item->output);
	linked->name = rcc_mem_strdup(name);
}

/* Return the real path of a file that the user named, since records have real
 * paths; caller frees. */
static char *absolute(const char *directory, const char *file)
{
	char *path = rcc_file_join(directory, file);
	char *real = realpath(path, NULL);

	if (real == NULL)
		return path;
	free(path);
	return real;
}

/* ---- The program ------------------------------------------------------- */

/* Return whether a file is a test program of configure, CMake or Meson. */
static bool is_probe(const char *output)
{
	static const char *const folder[] = {"/CMakeFiles/", "/meson-private/",
					     "/conftest.dir/"};

	for (size_t i = 0; i < sizeof(folder) / sizeof(folder[0]); i++)
		if (strstr(output, folder[i]) != NULL)
			return true;
	return strncmp(rcc_file_base(output), "conftest", 8) == 0;
}

/* Consider the programs that the build linked, except those that a build system
 * linked only to examine the compiler (is_probe()).  If no program remains,
 * consider everything that the build linked. */
static void consider_any(const struct records *r, struct choice *c)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->item[i].soname == NULL && !is_probe(r->item[i].output))
			consider(c, &r->item[i]);
	for (size_t i = 0; i < r->n && c->output.n == 0; i++)
		consider(c, &r->item[i]);
}

/* Consider the program that libtool linked for `wanted`.  Libtool makes
 * DIR/NAME a script, and links the program as DIR/.libs/NAME or
 * DIR/.libs/lt-NAME. */
static void consider_libtool(const struct records *r, const char *wanted,
			     struct choice *c)
{
	const char *base = rcc_file_base(wanted);
	const int n = (int)(base - wanted);

	for (int is_lt = 1; is_lt >= 0 && c->newest == NULL; is_lt--) {
		char *path = rcc_mem_printf("%.*s.libs/%s%s", n, wanted,
					    is_lt ? "lt-" : "", base);

		for (size_t i = 0; i < r->n; i++)
			if (strcmp(r->item[i].output, path) == 0)
				consider(c, &r->item[i]);
		free(path);
	}
	if (c->newest != NULL)
		fprintf(stderr, "\"%s\" is libtool's script for \"%s\"\n",
			wanted, c->newest->output);
}

static void consider_wanted(const struct records *r, const char *wanted,
			    struct choice *c)
{
	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->item[i].output, wanted) == 0)
			consider(c, &r->item[i]);
	if (c->newest == NULL)
		consider_libtool(r, wanted, c);
}

static int find_program(const struct rcc_study *study,
			const struct rcc_system *system, const char *directory,
			const struct records *r, const char *wanted,
			struct choice *c)
{
	if (wanted == NULL)
		consider_any(r, c);
	else
		consider_wanted(r, wanted, c);
	if (r->n == 0) {
		rcc_error("the build \"%s\" linked nothing through randcc",
			  system->build);
		rcc_stale_tree_hint(study, system, directory);
		return RCC_EXIT_USAGE;
	}
	if (c->output.n > 1) {
		rcc_error("the build linked %zu programs: choose one with "
			  "--program",
			  c->output.n);
		show(&c->output);
		return RCC_EXIT_USAGE;
	}
	if (c->newest == NULL) {
		rcc_error("the build linked no \"%s\" through randcc", wanted);
		rcc_stale_tree_hint(study, system, directory);
		rcc_hint("these were linked:");
		show_all(r, false);
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

/* ---- Libraries that --library names ------------------------------------ */

static bool is_meant(const struct record *item, const char *text,
		     const char *path)
{
	if (item->soname == NULL)
		return false;
	return strcmp(item->output, path) == 0 ||
	       strcmp(item->soname, text) == 0 ||
	       strcmp(rcc_file_base(item->output), text) == 0;
}

/* Choose the record of a library.  Prefer records whose output still exists.
 * The installation by libtool links a library again and then renames it, so the
 * output of that link is gone. */
static void choose_library(const struct records *r, const char *text,
			   const char *path, struct choice *c)
{
	for (size_t i = 0; i < r->n; i++)
		if (is_meant(&r->item[i], text, path) &&
		    access(r->item[i].output, F_OK) == 0)
			consider(c, &r->item[i]);
	for (size_t i = 0; i < r->n && c->output.n == 0; i++)
		if (is_meant(&r->item[i], text, path))
			consider(c, &r->item[i]);
}

/* Print that the build made no library of this name, and list the libraries
 * that it made. */
static int no_library(const struct records *r, const char *text)
{
	bool has_any = false;

	for (size_t i = 0; i < r->n; i++)
		has_any |= r->item[i].soname != NULL;
	rcc_error("the build linked no shared library \"%s\" through randcc",
		  text);
	if (has_any) {
		rcc_hint("clean first (make clean) if it was up to date; these "
			 "were linked:");
		show_all(r, true);
	} else {
		rcc_hint("it linked no shared library at all; the code of a "
			 "static library is part of the program and is laid "
			 "out with it");
	}
	return RCC_EXIT_USAGE;
}

/* Check that a library can be added.  Its name must differ from the other
 * names, because all files of a layout are in one folder. */
static int check_name(const struct rcc_linked *linked,
		      const struct record *item)
{
	const struct rcc_linked *other = NULL;

	if (strchr(item->soname, '/') != NULL) {
		rcc_error("the soname of \"%s\" is a path, \"%s\": no other "
			  "file can replace it",
			  item->output, item->soname);
		return RCC_EXIT_USAGE;
	}
	if (strcmp(linked->name, item->soname) == 0)
		other = linked;
	for (size_t i = 0; i < linked->n_libraries; i++)
		if (strcmp(linked->library[i].name, item->soname) == 0)
			other = &linked->library[i];
	if (other == NULL)
		return RCC_EXIT_OK;
	if (strcmp(other->output, item->output) == 0)
		rcc_error("--library names \"%s\" twice", item->output);
	else
		rcc_error("\"%s\" and \"%s\" have the same name, \"%s\"",
			  other->output, item->output, item->soname);
	rcc_hint("a program can load only one of them: name each --library "
		 "once");
	return RCC_EXIT_USAGE;
}

static int find_library(const char *directory, const struct records *r,
			const char *text, struct rcc_linked *linked)
{
	char *path = absolute(directory, text);
	struct choice c = {0};
	int status = RCC_EXIT_USAGE;

	choose_library(r, text, path, &c);
	if (c.newest == NULL) {
		status = no_library(r, text);
	} else if (c.output.n > 1) {
		rcc_error(
			"the build linked %zu libraries \"%s\": choose one by "
			"its path",
			c.output.n, text);
		show(&c.output);
	} else {
		status = check_name(linked, c.newest);
	}
	if (status == RCC_EXIT_OK)
		take(&linked->library[linked->n_libraries++], c.newest,
		     c.newest->soname);
	rcc_strvec_release(&c.output);
	free(path);
	return status;
}

/* ---- Libraries that the program needs ---------------------------------- */

/* Return the library of the build with this soname.  Returns NULL if no library
 * has it.  Also returns NULL if several libraries have it, since the program
 * might load any of them. */
static const struct record *find_needed(const struct records *r,
					const char *soname)
{
	struct choice c = {0};
	const struct record *found = NULL;

	for (size_t i = 0; i < r->n; i++)
		if (r->item[i].soname != NULL &&
		    strcmp(r->item[i].soname, soname) == 0 &&
		    access(r->item[i].output, F_OK) == 0)
			consider(&c, &r->item[i]);
	if (c.output.n == 1)
		found = c.newest;
	rcc_strvec_release(&c.output);
	return found;
}

static bool has_name(const struct rcc_linked *linked, const char *name)
{
	bool has = strcmp(linked->name, name) == 0;

	for (size_t i = 0; i < linked->n_libraries; i++)
		has |= strcmp(linked->library[i].name, name) == 0;
	return has;
}

/* Add the libraries that the file `output` needs. */
static void add_needed_of(const char *bindir, const struct records *r,
			  const char *output, struct rcc_linked *linked)
{
	char *randld = rcc_file_join(bindir, "randld");
	char inspect[] = "--inspect";
	char needed[] = "--needed";
	char *file = rcc_mem_strdup(output);
	char *argv[] = {randld, inspect, needed, file, NULL};
	char *list = NULL;
	char *next;
	char *soname;

	if (access(file, R_OK) != 0 ||
	    rcc_process_capture(argv, &list, NULL) != 0) {
		free(list);
		list = NULL;
	}
	next = list;
	while (next != NULL && (soname = strsep(&next, "\n")) != NULL) {
		const struct record *found = find_needed(r, soname);

		if (found != NULL && strchr(soname, '/') == NULL &&
		    !has_name(linked, soname))
			take(&linked->library[linked->n_libraries++], found,
			     soname);
	}
	free(list);
	free(file);
	free(randld);
}

/* Add the libraries that the program needs directly or indirectly. */
static void add_needed(const char *bindir, const struct records *r,
		       struct rcc_linked *linked)
{
	add_needed_of(bindir, r, linked->output, linked);
	for (size_t i = 0; i < linked->n_libraries; i++)
		add_needed_of(bindir, r, linked->library[i].output, linked);
}

int rcc_link_records_find(const char *bindir, const struct rcc_study *study,
			  size_t i, const char *directory, const char *record,
			  bool adds_needed, struct rcc_linked *linked)
{
	const struct rcc_system *system = &study->system[i];
	char *list = list_records(bindir, record);
	char *wanted = NULL;
	char *next = list;
	char *line;
	struct records r = {0};
	struct choice c = {0};
	int status;

	if (list == NULL)
		return RCC_EXIT_USAGE;
	while ((line = strsep(&next, "\n")) != NULL)
		add_record(&r, record, line);
	if (system->program != NULL)
		wanted = absolute(directory, system->program);
	status = find_program(study, system, directory, &r, wanted, &c);
	if (status == RCC_EXIT_OK)
		take(linked, c.newest, rcc_file_base(c.newest->output));
	linked->library = rcc_mem_calloc(system->n_libraries + r.n + 1,
					 sizeof(*linked->library));
	for (size_t k = 0; k < system->n_libraries && status == RCC_EXIT_OK;
	     k++)
		status =
			find_library(directory, &r, system->library[k], linked);
	if (status == RCC_EXIT_OK && adds_needed && !study->has_libraries)
		add_needed(bindir, &r, linked);
	rcc_strvec_release(&c.output);
	release(&r);
	free(wanted);
	free(list);
	return status;
}

static void read_records(const char *bindir, const char *record,
			 struct records *r)
{
	char *list = list_records(bindir, record);
	char *next = list;
	char *line;

	while (next != NULL && (line = strsep(&next, "\n")) != NULL)
		add_record(r, record, line);
	free(list);
}

bool rcc_link_records_add(const char *bindir, const char *record,
			  const char *output, struct rcc_linked *linked)
{
	struct choice c = {0};
	struct records r = {0};
	bool is_added = false;

	read_records(bindir, record, &r);
	for (size_t i = 0; i < r.n; i++)
		if (r.item[i].soname != NULL &&
		    strcmp(r.item[i].output, output) == 0)
			consider(&c, &r.item[i]);
	if (c.newest != NULL && strchr(c.newest->soname, '/') == NULL &&
	    !has_name(linked, c.newest->soname)) {
		linked->library = rcc_mem_realloc(linked->library,
						  linked->n_libraries + 2,
						  sizeof(*linked->library));
		linked->library[linked->n_libraries] = (struct rcc_linked){0};
		take(&linked->library[linked->n_libraries++], c.newest,
		     c.newest->soname);
		is_added = true;
	}
	rcc_strvec_release(&c.output);
	release(&r);
	return is_added;
}

void rcc_link_records_libraries(const char *bindir, const char *record,
				struct rcc_strvec *output)
{
	struct records r = {0};

	read_records(bindir, record, &r);
	for (size_t i = 0; i < r.n; i++)
		if (r.item[i].soname != NULL &&
		    !rcc_strvec_has(output, r.item[i].output))
			rcc_strvec_push(output, r.item[i].output);
	release(&r);
}
