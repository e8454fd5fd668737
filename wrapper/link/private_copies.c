/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/private_copies.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/link/script_copies.h"
#include "wrapper/order/member_order.h"

static int no_room(struct rcc_refusal *why, const char *verb, const char *path)
{
	return rcc_refuse(why, RCC_ESYS,
			  "free some space there, or set TMPDIR to another "
			  "directory",
			  "cannot %s \"%s\"", verb, path);
}

/* Return whether no file of this link is in the way of a copy of the type `kind`
 * at this path.  Other obstacles are found when the copy is made. */
static bool is_free(const struct rcc_private_copies *c, const char *path,
		    mode_t kind)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno != ENOTDIR;
	return c->dir->is_reused && (st.st_mode & S_IFMT) == kind;
}

/* Return the end of a path without the components "..", "." and "".  The linker
 * may write its names of files in other ways than it got them, and randld looks
 * for the names of copies there (user_names.h). */
static const char *plain_end(const char *path)
{
	const char *slash;
	const char *end = path;

	for (const char *at = path; (slash = strchr(at, '/')) != NULL;
	     at = slash + 1) {
		const size_t n = (size_t)(slash - at);

		if (n <= 2 && strncmp(at, "..", n) == 0)
			end = slash + 1;
	}
	return end;
}

/*
 * Choose a path for the copy of a file called `name`.  The path ends like the
 * user's path, because linker scripts choose files by name ("*src/fast.o").
 * file_patterns.h finds the patterns that do not match it nevertheless.
 * The copy has the type `kind` (a regular file or a symbolic link).
 *
 * The path is in the first numbered directory (0.SUFFIX, 1.SUFFIX...) in which
 * this link has no file called `name`.  A directory that is used again may have a
 * file `name` from another seed.  The new copy may overwrite this old file if the
 * old file has the type `kind`.  Returns NULL if a directory cannot be made.
 */
static char *new_path(struct rcc_private_copies *c, const char *name,
		      mode_t kind, struct rcc_refusal *why)
{
	int is_new;
	struct rcc_strmap_slot *used;

	name = plain_end(name);
	used = rcc_strmap_at(&c->n_used, name, strlen(name), &is_new);
	for (size_t k = used->value;; k++) {
		char *path = rcc_mem_printf("%s/%zu%s/%s", c->dir->path, k,
					    c->dir->suffix, name);
		char *dir = rcc_mem_strndup(
			path, (size_t)(rcc_file_base(path) - path) - 1);
		int err = rcc_file_mkdirs(dir);
		/* A file of this link may have the name of a directory. */
		const bool is_blocked = err != 0 && errno == ENOTDIR;

		if (is_blocked)
			err = 0;
		if (err != 0)
			no_room(why, "create", dir);
		free(dir);
		if (err == 0 && !is_blocked && is_free(c, path, kind)) {
			used->value = k + 1;
			if (is_new)
				used->key = path + strlen(path) - used->n;
			return path;
		}
		free(path);
		if (err != 0)
			return NULL;
	}
}

/* Return the user's name of the file.  Linker scripts and --exclude-libs choose
 * files by this name.  The linker looks for a shared library under a name of its
 * own.  Caller frees. */
static char *name_of(const struct rcc_input *in, const struct rcc_ld_word *w)
{
	if (w->kind != RCC_LD_LIBRARY || in->file.kind != RCC_FILE_SHARED)
		return rcc_mem_strdup(in->name);
	if (w->text[0] == ':')
		return rcc_mem_strdup(w->text + 1);
	return rcc_mem_printf("lib%s.so", w->text);
}

static int write_bytes(int fd, const struct rcc_input *in,
		       const size_t *member_order)
{
	if (member_order != NULL)
		return rcc_member_order_write(fd, &in->file, member_order);
	return rcc_file_write_fd(fd, in->file.map.data, in->file.map.n);
}

static int write_copy(struct rcc_private_copies *c, size_t i,
		      const struct rcc_input *in, const struct rcc_ld_word *w,
		      const size_t *member_order, struct rcc_refusal *why)
{
	char *name = name_of(in, w);
	int err = 0;
	int fd;

	c->path[i] = new_path(c, name, S_IFREG, why);
	free(name);
	if (c->path[i] == NULL)
		return RCC_ESYS;
	/* The file need not be truncated.  If it exists, it is a copy from
	 * another seed, which has the same size. */
	fd = open(c->path[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0)
		err = write_bytes(fd, in, member_order);
	if (fd < 0 || err != 0)
		err = no_room(why, "write", c->path[i]);
	if (fd >= 0 && close(fd) != 0 && err == 0)
		err = no_room(why, "write", c->path[i]);
	return err;
}

/* Make the copy of an archive that the line named before.  If both words name it
 * in the same way, it is the copy of the earlier one.  Otherwise it is another
 * file, because scripts and --exclude-libs choose archives by name. */
static int copy_again(struct rcc_private_copies *c, size_t i,
		      const struct rcc_inputs *inputs,
		      const struct rcc_ldargs *args, struct rcc_refusal *why)
{
	const struct rcc_input *in = &inputs->item[i];
	const struct rcc_input *before = &inputs->item[in->same_as];
	const char *from = c->path[in->same_as];
	char *name = name_of(in, &args->word[in->word]);
	char *earlier = name_of(before, &args->word[before->word]);
	int err = 0;

	if (strcmp(name, earlier) == 0) {
		c->path[i] = rcc_mem_strdup(from);
	} else {
		c->path[i] = new_path(c, name, S_IFREG, why);
		err = c->path[i] == NULL ? RCC_ESYS : 0;
		/* A copy from another seed may be there. */
		if (err == 0)
			rcc_file_remove_quietly(c->path[i]);
		if (err == 0 && rcc_file_copy(from, c->path[i], 0600) != 0)
			err = no_room(why, "write", c->path[i]);
	}
	free(name);
	free(earlier);
	return err;
}

static int rank_input(struct rcc_private_copies *c, size_t i,
		      struct rcc_input *in, const struct rcc_ld_word *w,
		      struct rcc_ranks *ranks, struct rcc_refusal *why)
{
	size_t *member_order;
	int err = 0;

	if (rcc_ranks_set(ranks, in, &member_order))
		err = write_copy(c, i, in, w, member_order, why);
	free(member_order);
	return err;
}

/* A buffer for the bytes of one object while ranks are written into them. */
struct buffer {
	unsigned char *bytes;
	size_t n;
};

/* An object with at most this many bytes per function is dense.  Nearly all
 * objects are dense, even those with debug information. */
#define BYTES_PER_FUNCTION ((size_t)16384)

static bool is_dense(const struct rcc_object_file *f)
{
	return f->kind == RCC_FILE_OBJECT &&
	       f->map.n / BYTES_PER_FUNCTION < f->n_functions;
}

/*
 * Write ranks into an input.  A dense object is copied to a buffer and changed
 * there, and the next dense object uses the same buffer.  The copy takes less time
 * than a page fault for each page that changes.  Other objects and archives are
 * changed where they are mapped.  Most of their pages stay as they are.
 */
static int rank_in_buffer(struct buffer *buffer, struct rcc_private_copies *c,
			  size_t i, struct rcc_input *in,
			  const struct rcc_ld_word *w, struct rcc_ranks *ranks,
			  struct rcc_refusal *why)
{
	struct rcc_file_map map = in->file.map;
	int err;

	if (!is_dense(&in->file))
		return rank_input(c, i, in, w, ranks, why);
	if (buffer->bytes == NULL || buffer->n < map.n) {
		free(buffer->bytes);
		buffer->bytes = rcc_mem_alloc(map.n);
		buffer->n = map.n;
	}
	memcpy(buffer->bytes, map.data, map.n);
	in->file.map.data = buffer->bytes;
	err = rank_input(c, i, in, w, ranks, why);
	in->file.map = map;
	return err;
}

int rcc_private_copies_write(struct rcc_private_copies *c,
			     const struct rcc_ldargs *args,
			     struct rcc_inputs *inputs, struct rcc_ranks *ranks,
			     const struct rcc_work_dir *dir,
			     struct rcc_refusal *why)
{
	struct buffer buffer = {0};
	int err = 0;

	*c = (struct rcc_private_copies){.n = inputs->n, .dir = dir};
	c->path = rcc_mem_calloc(c->n, sizeof(*c->path));
	for (size_t i = 0; i < c->n && err == 0; i++) {
		struct rcc_input *in = &inputs->item[i];

		if (in->same_as != SIZE_MAX && c->path[in->same_as] != NULL)
			err = copy_again(c, i, inputs, args, why);
		if (in->is_open)
			err = rank_in_buffer(&buffer, c, i, in,
					     &args->word[in->word], ranks, why);
	}
	free(buffer.bytes);
	return err;
}

/* Make the directory of a path.  Returns 0 or RCC_ESYS. */
static int make_dir_of(const char *path, struct rcc_refusal *why)
{
	char *dir =
		rcc_mem_strndup(path, (size_t)(rcc_file_base(path) - path) - 1);
	int err = rcc_file_mkdirs(dir);

	if (err != 0)
		err = no_room(why, "create", dir);
	free(dir);
	return err;
}

/* Set *path to the path of a shared library's copy, which the linker finds with
 * -l and with -L for the directory of copies.  `name` is the library's file
 * name; for -l:NAME it may have directories.  Caller frees *path. */
static int library_path(struct rcc_private_copies *c, const char *name,
			char **path, struct rcc_refusal *why)
{
	if (strstr(name, "..") != NULL)
		return rcc_refuse(why, RCC_EUNSUP,
				  "name the library by its path, or by -L and "
				  "-l, and record the link again",
				  "cannot replay a link with \"-l:%s\"", name);
	*path = rcc_mem_printf("%s/%s", c->dir->path, name);
	c->has_library = true;
	return make_dir_of(*path, why);
}

/* Put the libraries that others need into a directory, under the names by which
 * they are needed. */
static int add_needed(struct rcc_private_copies *c,
		      const struct rcc_recorded *recorded,
		      struct rcc_refusal *why)
{
	int err = 0;

	if (recorded->n_needed != 0)
		c->needed_dir = rcc_mem_printf("%s/needed", c->dir->path);
	for (size_t i = 0; i < recorded->n_needed && err == 0; i++) {
		const struct rcc_recorded_needed *needed = &recorded->needed[i];
		char *path =
			rcc_mem_printf("%s/%s", c->needed_dir, needed->name);

		err = make_dir_of(path, why);
		if (err == 0 && symlink(needed->file, path) != 0 &&
		    errno != EEXIST)
			err = no_room(why, "create", path);
		free(path);
	}
	return err;
}

int rcc_private_copies_rename(struct rcc_private_copies *c,
			      const struct rcc_ldargs *args,
			      const struct rcc_inputs *inputs,
			      const struct rcc_recorded *recorded,
			      struct rcc_refusal *why)
{
	int err = 0;

	for (size_t i = 0; i < inputs->n && err == 0; i++) {
		const struct rcc_input *in = &inputs->item[i];
		const struct rcc_ld_word *w = &args->word[in->word];
		char *name;

		if (c->path[i] != NULL || recorded->file[in->word] == NULL ||
		    rcc_inputs_needs_path(in, w))
			continue;
		name = name_of(in, w);
		if (w->kind == RCC_LD_LIBRARY &&
		    in->file.kind == RCC_FILE_SHARED) {
			err = library_path(c, name, &c->path[i], why);
		} else {
			c->path[i] = new_path(c, name, S_IFLNK, why);
			err = c->path[i] == NULL ? RCC_ESYS : 0;
		}
		free(name);
		if (err == 0)
			err = rcc_script_copy_make(recorded, c->dir->path,
						   in->path, c->path[i], why);
	}
	return err != 0 ? err : add_needed(c, recorded, why);
}

void rcc_private_copies_release(struct rcc_private_copies *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->path[i]);
	free(c->path);
	free(c->needed_dir);
	rcc_strmap_release(&c->n_used);
	*c = (struct rcc_private_copies){0};
}
