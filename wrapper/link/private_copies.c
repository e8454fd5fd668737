/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/private_copies.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/object_arrange.h"
#include "wrapper/elf/object_order.h"
#include "wrapper/record/content_store.h"
#include "wrapper/order/member_order.h"
#include "wrapper/link/script_files.h"
#include "wrapper/link/placement.h"

/* A private path for a file known as `name`, in the first of the numbered
 * directories where that is free, or of that kind and another seed's.  It ends
 * as the user's path does: linker scripts choose files by their names
 * ("*src/fast.o"). */
static char *private_path(struct rcc_link *l, const char *name, mode_t kind)
{
	int is_new;
	struct rcc_strmap_slot *taken;

	if (strstr(name, "..") != NULL)
		name = rcc_file_base(name);
	taken = rcc_strmap_at(&l->n_views, name, strlen(name), &is_new);
	for (size_t k = taken->value;; k++) {
		char *path = rcc_mem_printf("%s/%zu/%s", l->tmp_dir, k, name);
		char *dir = rcc_mem_strndup(
			path, (size_t)(rcc_file_base(path) - path) - 1);
		struct stat st;

		if (rcc_file_mkdirs(dir) != 0) {
			rcc_error_errno("cannot create \"%s\"", dir);
			rcc_hint("free some space there, or set TMPDIR to "
				 "another directory");
			exit(RCC_EXIT_OURS);
		}
		free(dir);
		if (lstat(path, &st) != 0 ||
		    (l->is_used_dir && (st.st_mode & S_IFMT) == kind)) {
			taken->value = k + 1;
			if (is_new)
				taken->key = path + strlen(path) - taken->n;
			return path;
		}
		free(path);
	}
}

/* What the file is called on the line: --exclude-libs goes by it, and in a
 * replay in->path is that of the store. */
static char *view_name(const struct rcc_link *l,
		       const struct rcc_link_input *in)
{
	const struct rcc_ld_word *w = &l->args.word[in->word];

	if (w->kind != RCC_LD_LIBRARY)
		return rcc_mem_strdup(w->text);
	if (w->text[0] == ':')
		return rcc_mem_strdup(w->text + 1);
	return rcc_mem_printf("lib%s%s", w->text,
			      in->file.kind == RCC_FILE_SHARED ? ".so" : ".a");
}

static int write_bytes(int fd, const struct rcc_link_input *in)
{
	if (in->order != NULL)
		return rcc_memberorder_write(fd, &in->file, in->order);
	return rcc_file_write_fd(fd, in->file.map.data, in->file.map.n);
}

static void write_view(struct rcc_link *l, struct rcc_link_input *in)
{
	char *name = view_name(l, in);
	int fd;

	in->view = private_path(l, name, S_IFREG);
	free(name);
	/* Another seed's copy has the same size. */
	fd = open(in->view, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || write_bytes(fd, in) != 0 || close(fd) != 0) {
		rcc_error_errno("cannot write \"%s\"", in->view);
		rcc_hint("free some space there, or set TMPDIR to another "
			 "directory");
		exit(RCC_EXIT_OURS);
	}
}

/* Returns how many functions moved. */
static size_t order_headers(const struct rcc_link *l, struct rcc_object_file *f)
{
	size_t n = 0;

	if (l->settings->is_original ||
	    (l->settings->factors & RCC_FACTOR_FUNCTIONS) == 0)
		return 0;
	for (size_t i = 0; i < f->n_objects; i++)
		n += rcc_object_order_headers(f, &f->object[i]);
	return n;
}

/* Fewer functions than this are in no order that the linker would take long
 * over. */
#define ARRANGED_AT_LEAST 64

/* What only saves the linker time.  A script may have no place for pivots. */
static bool can_arrange(const struct rcc_link *l)
{
	return l->linker_kind == RCC_LINKER_BFD && !l->settings->is_original &&
	       l->settings->factors != 0 && l->args.script == NULL &&
	       !l->args.lists_sections;
}

static void arrange(struct rcc_link *l, struct rcc_object_file *f)
{
	if (!can_arrange(l))
		return;
	for (size_t i = 0; i < f->n_objects; i++) {
		if (f->object[i].n_functions < ARRANGED_AT_LEAST)
			continue;
		rcc_object_arrange(f, &f->object[i],
				   (l->settings->factors & RCC_FACTOR_DATA) !=
					   0,
				   &l->pivots);
	}
}

/* Returns how many members moved. */
static size_t order_members(const struct rcc_link *l, struct rcc_link_input *in)
{
	const char *name = l->args.word[in->word].text;
	uint64_t seed = rcc_rank_hash(name, strlen(name), l->settings->seed);

	if (!rcc_placement_orders_members(l) || l->settings->is_original ||
	    (l->settings->factors & RCC_FACTOR_UNITS) == 0 ||
	    in->file.kind != RCC_FILE_ARCHIVE || l->args.allows_muldefs ||
	    rcc_settings_pins(l->settings, name))
		return 0;
	return rcc_memberorder_shuffle(&in->file, seed, &in->order);
}

/* Rank, and write a copy if that changed the file. */
static void rank_input(struct rcc_link *l, struct rcc_link_input *in,
		       struct rcc_rerank *rerank)
{
	in->is_changed = rcc_rerank_file(rerank, &in->file);
	if (rerank->keeps_names) {
		size_t n = order_headers(l, &in->file);
		size_t n_members = order_members(l, in);

		in->is_changed |= n + n_members != 0;
		l->n_ranked += n;
		l->n_moved += n_members;
	} else if (in->is_changed) {
		arrange(l, &in->file);
	}
	if (in->is_changed)
		write_view(l, in);
}

/* The bytes of one object, as they are changed. */
struct room {
	unsigned char *bytes;
	size_t n;
};

/*
 * An object is changed nearly everywhere, an archive here and there.  So the
 * one's bytes are changed elsewhere, where those of the object before were: that
 * is faster than a fault for each page of the mapping, which is where the
 * other's are changed.
 */
static void rank_input_in(struct room *room, struct rcc_link *l,
			  struct rcc_link_input *in, struct rcc_rerank *rerank)
{
	struct rcc_file_map map = in->file.map;

	if (in->file.kind != RCC_FILE_OBJECT || in->file.n_functions == 0) {
		rank_input(l, in, rerank);
		return;
	}
	if (room->bytes == NULL || room->n < map.n) {
		free(room->bytes);
		room->bytes = rcc_mem_alloc(map.n);
		room->n = map.n;
	}
	memcpy(room->bytes, map.data, map.n);
	in->file.map.data = room->bytes;
	rank_input(l, in, rerank);
	in->file.map = map;
}

void rcc_views_rank(struct rcc_link *l)
{
	struct rcc_rerank rerank;
	struct room room = {0};

	rcc_rerank_init(&rerank, l->settings, false);
	rerank.keeps_names = l->placement == RCC_PLACE_BY_HEADER;
	rerank.has_groups = l->groups;
	l->n_ranked = 0;
	l->n_moved = 0;
	for (size_t i = 0; i < l->n_inputs; i++) {
		struct rcc_link_input *in = &l->input[i];

		/* One copy of an archive serves wherever it is named. */
		if (in->same_as != SIZE_MAX &&
		    l->input[in->same_as].view != NULL)
			in->view = rcc_mem_strdup(l->input[in->same_as].view);
		if (in->is_open)
			rank_input_in(&room, l, in, &rerank);
	}
	if (!rerank.keeps_names)
		l->n_ranked = rerank.n_ranked;
	rcc_rerank_release(&rerank);
	free(room.bytes);
}

/*
 * Without a soname a shared library that is named by a path is needed by that
 * very path, so a replay must name it as the link did: it can only be the file
 * that was recorded.
 */
static bool stays_in_place(const struct rcc_link_input *in,
			   const struct rcc_ld_word *w)
{
	char now[RCC_CONTENT_ID_LEN + 1];

	if (w->kind != RCC_LD_FILE || in->file.kind != RCC_FILE_SHARED ||
	    in->file.has_soname)
		return false;
	if (rcc_content_id(w->text, now) == 0 &&
	    strcmp(now, rcc_file_base(in->path)) == 0)
		return true;
	rcc_error("\"%s\" has no soname and is not what it was when the link "
		  "was recorded",
		  w->text);
	rcc_hint("build that library again, or give it a soname "
		 "(-Wl,-soname=NAME) and record again");
	exit(RCC_EXIT_OURS);
}

void rcc_views_rename(struct rcc_link *l)
{
	for (size_t i = 0; l->stored != NULL && i < l->n_inputs; i++) {
		struct rcc_link_input *in = &l->input[i];
		const struct rcc_ld_word *w = &l->args.word[in->word];
		char *name;

		if (in->view != NULL || l->stored[in->word] == NULL ||
		    stays_in_place(in, w))
			continue;
		name = view_name(l, in);
		if (w->kind == RCC_LD_LIBRARY)
			in->view = rcc_mem_printf("%s/%s", l->tmp_dir, name);
		else
			in->view = private_path(l, name, S_IFLNK);
		free(name);
		rcc_named_view(l, in->path, in->view);
	}
}
