/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/member_order.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/archive.h"
#include "wrapper/order/link_order.h"
#include "common/strmap.h"

/* A member of an archive: all bytes from its header to the next header. */
struct chunk {
	uint64_t at;
	uint64_t n;
	uint64_t body_at;
};

struct members {
	struct rcc_archive archive;
	struct chunk *chunk;
	size_t n;
};

static void release_members(struct members *m)
{
	free(m->chunk);
	*m = (struct members){0};
}

/* Find the members of an archive.  It was read before, so it is well-formed.
 * But it may have no members or no index. */
static void read_members(struct members *m, const struct rcc_file_map *map)
{
	struct rcc_archive_member member;
	size_t n_allocated = 0;
	char why[RCC_WHY_MAX];

	*m = (struct members){0};
	if (rcc_archive_open(&m->archive, map, why) != 0)
		return;
	while (rcc_archive_next(&m->archive, &member) > 0) {
		m->chunk = rcc_mem_grow(m->chunk, m->n, &n_allocated,
					sizeof(*m->chunk));
		m->chunk[m->n++] = (struct chunk){.at = member.header_at,
						  .body_at = member.at};
		free(member.name);
	}
	for (size_t i = 0; i < m->n; i++)
		m->chunk[i].n = (i + 1 < m->n ? m->chunk[i + 1].at : map->n) -
				m->chunk[i].at;
}

bool rcc_member_order_is_possible(const struct rcc_file_map *map)
{
	struct rcc_archive archive;
	char why[RCC_WHY_MAX];

	return rcc_archive_open(&archive, map, why) == 0 &&
	       archive.index != NULL;
}

static int by_place(const void *key, const void *chunk)
{
	uint64_t at = *(const uint64_t *)key;
	uint64_t other = ((const struct chunk *)chunk)->at;

	return (at > other) - (at < other);
}

/* Return the index of the member whose header is at offset `at`, or m->n if
 * there is none. */
static size_t member_at(const struct members *m, uint64_t at)
{
	const struct chunk *c = NULL;

	if (m->n != 0)
		c = bsearch(&at, m->chunk, m->n, sizeof(*c), by_place);
	return c != NULL ? (size_t)(c - m->chunk) : m->n;
}

/* Return the number of symbols in the archive's index, or 0 if the index is
 * malformed.  The index begins with this number, and has the offset of a member
 * for each symbol. */
static uint64_t n_symbols(const struct rcc_archive *a)
{
	uint64_t n = a->n_index >= a->index_width
			     ? rcc_archive_number(a->index, a->index_width)
			     : 0;

	return n < a->n_index / a->index_width ? n : 0;
}

/* According to the archive's index, several members may define the same symbol.
 * Mark such members as chained: they keep their order among themselves. */
static void chain_by_index(const struct members *m, struct rcc_link_item *item)
{
	const struct rcc_archive *a = &m->archive;
	uint64_t n = n_symbols(a);
	const char *name = (const char *)a->index + (n + 1) * a->index_width;
	const char *end = (const char *)a->index + a->n_index;
	struct rcc_strmap seen = {0};

	for (uint64_t i = 1; i <= n && name < end; i++) {
		size_t len = strnlen(name, (size_t)(end - name));
		size_t member = member_at(
			m, rcc_archive_number(a->index + i * a->index_width,
					      a->index_width));
		int is_new;
		struct rcc_strmap_slot *s =
			rcc_strmap_at(&seen, name, len, &is_new);

		name += len + 1;
		if (is_new)
			s->value = member;
		if (s->value == member || s->value == m->n || member == m->n)
			continue;
		item[member].is_chained = true;
		item[s->value].is_chained = true;
	}
	rcc_strmap_release(&seen);
}

/* Describe each member for rcc_link_order_shuffle().  Members without ranked
 * functions are pinned: they never move. */
static void fill_items(const struct members *m, const struct rcc_object_file *f,
		       struct rcc_link_item *item)
{
	size_t k = 0;

	for (size_t i = 0; i < m->n; i++) {
		const struct rcc_object *o = NULL;

		if (k < f->n_objects && f->object[k].at == m->chunk[i].body_at)
			o = &f->object[k++];
		/* Only the last member may lack its padding byte.  Its size is
		 * then odd, and it must stay last. */
		item[i].is_pinned = o == NULL || o->n_functions == 0 ||
				    m->chunk[i].n % 2 != 0;
		item[i].object = o;
	}
}

/* Set the field `place` of each object in the archive. */
static void set_places(const struct members *m, const size_t *order,
		       struct rcc_object_file *f,
		       const struct rcc_link_item *item)
{
	for (size_t i = 0; i < m->n; i++)
		if (item[order[i]].object != NULL)
			f->object[item[order[i]].object - f->object].place = i;
}

size_t rcc_member_order_shuffle(struct rcc_object_file *f, uint64_t seed,
				size_t **order)
{
	struct rcc_link_item *item;
	struct members m;
	size_t n_moved = 0;

	*order = NULL;
	read_members(&m, &f->map);
	item = rcc_mem_calloc(m.n, sizeof(*item));
	fill_items(&m, f, item);
	if (m.archive.index != NULL && m.n != 0) {
		*order = rcc_mem_calloc(m.n, sizeof(**order));
		rcc_link_order_chain(item, m.n);
		chain_by_index(&m, item);
		n_moved = rcc_link_order_shuffle(item, m.n, seed, *order);
		set_places(&m, *order, f, item);
	}
	if (n_moved == 0) {
		free(*order);
		*order = NULL;
	}
	free(item);
	release_members(&m);
	return n_moved;
}

/* Write the new offsets of the members into `index`, a copy of the archive's
 * index. */
static void write_index(const struct members *m, const uint64_t *new_at,
			unsigned char *index)
{
	size_t width = m->archive.index_width;
	uint64_t n = n_symbols(&m->archive);

	for (uint64_t i = 1; i <= n; i++) {
		unsigned char *at = index + i * width;
		size_t member = member_at(m, rcc_archive_number(at, width));

		for (size_t k = 0; member != m->n && k < width; k++)
			at[k] = (unsigned char)(new_at[member] >>
						(8 * (width - 1 - k)));
	}
}

int rcc_member_order_write(int fd, const struct rcc_object_file *f,
			   const size_t *order)
{
	struct members m;
	unsigned char *head;
	uint64_t *new_at;
	uint64_t at;
	int err;

	read_members(&m, &f->map);
	at = m.chunk[0].at;
	head = rcc_mem_alloc(at);
	memcpy(head, f->map.data, at);
	new_at = rcc_mem_calloc(m.n, sizeof(*new_at));
	for (size_t i = 0, next = at; i < m.n; i++) {
		new_at[order[i]] = next;
		next += m.chunk[order[i]].n;
	}
	write_index(&m, new_at, head + (m.archive.index - f->map.data));
	err = rcc_file_write_fd(fd, head, at);
	for (size_t i = 0; i < m.n && err == 0; i++)
		err = rcc_file_write_fd(fd, f->map.data + m.chunk[order[i]].at,
					m.chunk[order[i]].n);
	free(new_at);
	free(head);
	release_members(&m);
	return err;
}
