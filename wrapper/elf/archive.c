/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading and writing archives.  An archive can have two tables before its
 * members.  The index has each symbol with the offset of the member that
 * defines the symbol.  The table of names has the members' names that are too
 * long for a header.  BSD ar writes other tables.  The body of a member or
 * table is the bytes after its header.  A nested member of a thin archive is a
 * member of an ordinary archive that the thin archive lists.
 */
#include "wrapper/elf/archive.h"

#include <ar.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/object.h"

/* The largest size of a member.  Its header has ten decimal digits for the
 * size. */
#define MEMBER_MAX UINT64_C(9999999999)

struct member {
	struct rcc_archive_member was; /* in the archive that we read */
	uint64_t new_at; /* offset of its header in the archive that we write */
	char *path;
	char *name; /* its name in the archive that we write */
};

/* The state of writing a new archive from an old one, which may be thin. */
struct filling {
	struct rcc_archive from;
	struct member *member;
	size_t n_members;
	size_t n_allocated;
	/* Member names are relative to this directory, or to the working
	 * directory if `dir` is NULL. */
	char *dir;
};

/* Store why the archive is malformed, and return RCC_EFORMAT. */
__attribute__((format(printf, 2, 3))) static int
malformed(struct rcc_archive *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(a->reason, RCC_WHY_MAX, fmt, ap);
	va_end(ap);
	return RCC_EFORMAT;
}

bool rcc_archive_is(const struct rcc_file_map *map, bool *is_thin)
{
	static const char thin[] = "!<thin>\n";

	*is_thin = map->n >= SARMAG && memcmp(map->data, thin, SARMAG) == 0;
	return *is_thin ||
	       (map->n >= SARMAG && memcmp(map->data, ARMAG, SARMAG) == 0);
}

/* Read a decimal number that ends at a blank or with the field.  Returns
 * MEMBER_MAX + 1 if there is no such number. */
static uint64_t number(const char *field, size_t width)
{
	uint64_t value = 0;
	size_t i = 0;

	for (; i < width && field[i] >= '0' && field[i] <= '9'; i++)
		value = value * 10 + (uint64_t)(field[i] - '0');
	return i != 0 && (i == width || field[i] == ' ') ? value
							 : MEMBER_MAX + 1;
}

/* Find the member header at offset `at`, and set *size to the size of the
 * member.  If there is no header, store the reason and return NULL. */
static const struct ar_hdr *header_at(struct rcc_archive *a, uint64_t at,
				      uint64_t *size)
{
	const struct ar_hdr *h;

	if (at > a->n || a->n - at < sizeof(*h)) {
		malformed(a, "truncated archive");
		return NULL;
	}
	h = (const void *)(a->bytes + at);
	*size = number(h->ar_size, sizeof(h->ar_size));
	if (memcmp(h->ar_fmag, ARFMAG, sizeof(h->ar_fmag)) == 0 &&
	    *size <= MEMBER_MAX)
		return h;
	malformed(a, "no member header at offset %" PRIu64, at);
	return NULL;
}

static bool is_named(const struct ar_hdr *h, const char *name)
{
	char padded[sizeof(h->ar_name) + 1];

	snprintf(padded, sizeof(padded), "%-16s", name);
	return memcmp(h->ar_name, padded, sizeof(h->ar_name)) == 0;
}

/* Return whether `h` is the header of a table: the symbol index or the long
 * names.  If so, store the place of the table's body.  Even a thin archive
 * contains these bodies, although it contains no members. */
static bool is_table(struct rcc_archive *a, const struct ar_hdr *h,
		     uint64_t size)
{
	const unsigned char *body = (const unsigned char *)(h + 1);

	if (is_named(h, "//")) {
		a->name = body;
		a->n_names = size;
		return true;
	}
	if (!is_named(h, "/") && !is_named(h, "/SYM64/"))
		return false;
	a->index = body;
	a->n_index = size;
	a->index_width = is_named(h, "/") ? 4 : 8;
	return true;
}

/* Skip the body of a member, or the rest of it, and the byte that pads it to an
 * even offset.  Some archivers omit this byte after the last member. */
static int skip(struct rcc_archive *a, uint64_t size)
{
	if (size > a->n - a->at)
		return malformed(a, "truncated archive");
	a->at += size;
	if ((a->at & 1) != 0 && a->at < a->n)
		a->at++;
	return 0;
}

int rcc_archive_open(struct rcc_archive *a, const struct rcc_file_map *map,
		     char *reason)
{
	const struct ar_hdr *h;
	uint64_t size;
	int err = 0;

	*a = (struct rcc_archive){
		.bytes = map->data,
		.n = map->n,
		.at = SARMAG,
		.reason = reason,
	};
	if (!rcc_archive_is(map, &a->is_thin))
		return malformed(a, "not an archive");
	/* The symbol index and the table of names come before all members. */
	while (err == 0 && a->at < a->n) {
		h = header_at(a, a->at, &size);
		if (h == NULL)
			return RCC_EFORMAT;
		if (!is_table(a, h, size))
			return 0;
		a->at += sizeof(*h);
		err = skip(a, size);
	}
	return err;
}

/* Return the name of a member whose header contains "/OFFSET" or
 * "/OFFSET:NESTED".  OFFSET is a place in the table of names, where the name
 * ends with "/\n".  NESTED, the offset of a nested member in its archive, is
 * stored in *nested_at.  Returns NULL if the field is malformed.  Caller
 * frees. */
static char *long_name(const struct rcc_archive *a, const char *field,
		       uint64_t *nested_at)
{
	char *end;
	uint64_t offset = strtoull(field + 1, &end, 10);
	const unsigned char *start;
	const unsigned char *stop;

	if (end == field + 1 || offset >= a->n_names)
		return NULL;
	if (*end == ':')
		*nested_at = strtoull(end + 1, &end, 10);
	if (*end != ' ' && *end != '\0')
		return NULL;
	start = a->name + offset;
	stop = memchr(start, '\n', a->n_names - offset);
	if (stop != NULL && stop != start && stop[-1] == '/')
		stop--;
	if (stop == NULL || stop == start)
		return NULL;
	return rcc_mem_strndup((const char *)start, (size_t)(stop - start));
}

/* Return the name of a member whose header contains "#1/LENGTH".  BSD ar writes
 * this, and puts the name into the first LENGTH bytes of the body.  These bytes
 * are removed from the body in *m.  Returns NULL if the field is malformed.
 * Caller frees. */
static char *bsd_name(const struct rcc_archive *a, const char *field,
		      struct rcc_archive_member *m)
{
	uint64_t n = strtoull(field + 3, NULL, 10);

	if (a->is_thin || n > m->size || n > a->n - m->at)
		return NULL;
	m->at += n;
	m->size -= n;
	return rcc_mem_strndup((const char *)a->bytes + m->at - n, n);
}

/* Return NAME for the field "NAME/" of a member's header.  BSD ar writes "NAME"
 * without the slash.  Caller frees. */
static char *short_name(const char *field)
{
	size_t n = strcspn(field, "/");

	while (field[n] == '\0' && n != 0 && field[n - 1] == ' ')
		n--;
	return n != 0 ? rcc_mem_strndup(field, n) : NULL;
}

/* Read the header at offset `at`.  The caller must check that the member's body
 * is inside the file. */
static int read_member(struct rcc_archive *a, uint64_t at,
		       struct rcc_archive_member *m)
{
	const struct ar_hdr *h;
	char field[sizeof(h->ar_name) + 1] = {0};

	*m = (struct rcc_archive_member){.header_at = at};
	h = header_at(a, at, &m->size);
	if (h == NULL)
		return RCC_EFORMAT;
	m->at = at + sizeof(*h);
	memcpy(field, h->ar_name, sizeof(h->ar_name));
	if (field[0] == '/')
		m->name = long_name(a, field, &m->nested_at);
	else if (strncmp(field, "#1/", 3) == 0)
		m->name = bsd_name(a, field, m);
	else
		m->name = short_name(field);
	if (m->name == NULL)
		return malformed(
			a, "the member at offset %" PRIu64 " has no name", at);
	return 0;
}

int rcc_archive_next(struct rcc_archive *a, struct rcc_archive_member *m)
{
	int err;

	if (a->at >= a->n)
		return 0;
	err = read_member(a, a->at, m);
	if (err != 0)
		return err;
	a->at = m->at;
	if (!a->is_thin)
		err = skip(a, m->size);
	if (err == 0)
		return 1;
	free(m->name);
	return err;
}

/* Read a nested member of a thin archive.  `map` is an ordinary archive, which
 * contains the member at m->was.nested_at. */
static int read_nested(struct filling *f, const struct member *m,
		       const struct rcc_file_map *map,
		       struct rcc_archive_member *nested)
{
	struct rcc_archive inner;

	if (rcc_archive_open(&inner, map, f->from.reason) == 0 &&
	    read_member(&inner, m->was.nested_at, nested) == 0) {
		if (nested->size <= map->n - nested->at)
			return 0;
		free(nested->name);
	}
	return malformed(&f->from,
			 "its member \"%s\" is not an archive with a member at "
			 "offset %" PRIu64,
			 m->path, m->was.nested_at);
}

static int map_member(struct filling *f, const struct member *m,
		      struct rcc_file_map *map)
{
	if (rcc_file_map(m->path, map) == 0)
		return 0;
	return malformed(&f->from, "its member \"%s\": %s", m->path,
			 strerror(errno));
}

/* Set the name of a nested member.  The thin archive does not have this name,
 * so read it from the ordinary archive that contains the member. */
static int name_nested(struct filling *f, struct member *m)
{
	struct rcc_file_map map;
	struct rcc_archive_member nested;
	int err = map_member(f, m, &map);

	if (err != 0)
		return err;
	err = read_nested(f, m, &map, &nested);
	if (err == 0)
		m->name = nested.name;
	rcc_file_unmap(&map);
	return err;
}

static int add_member(struct filling *f, struct rcc_archive_member was)
{
	struct member *m;

	f->member = rcc_mem_grow(f->member, f->n_members, &f->n_allocated,
				 sizeof(*f->member));
	m = &f->member[f->n_members++];
	*m = (struct member){.was = was};
	m->path = f->dir != NULL ? rcc_file_join(f->dir, was.name)
				 : rcc_mem_strdup(was.name);
	if (was.nested_at != 0)
		return name_nested(f, m);
	m->name = rcc_mem_strdup(rcc_file_base(was.name));
	return 0;
}

static int read_thin(struct filling *f, const struct rcc_file_map *map,
		     char *reason)
{
	int err = rcc_archive_open(&f->from, map, reason);
	struct rcc_archive_member m;

	while (err == 0) {
		err = rcc_archive_next(&f->from, &m);
		if (err <= 0)
			break;
		err = add_member(f, m);
	}
	return err;
}

/* Write a member's header.  The fields that the linker does not read (time,
 * owner, mode) are constant. */
static void put_header(FILE *out, const char *name, uint64_t size)
{
	fprintf(out, "%-16s%-12s%-6s%-6s%-8s%-10" PRIu64 ARFMAG, name, "0", "0",
		"0", "644", size);
}

static void put_padding(FILE *out, uint64_t size)
{
	if ((size & 1) != 0)
		putc('\n', out);
}

/* Write the names of all members into the table of long names.  Short names may
 * be in this table too. */
static void put_names(const struct filling *f, FILE *out)
{
	uint64_t size = 0;

	for (size_t i = 0; i < f->n_members; i++)
		size += strlen(f->member[i].name) + 2;
	put_header(out, "//", size);
	for (size_t i = 0; i < f->n_members; i++)
		fprintf(out, "%s/\n", f->member[i].name);
	put_padding(out, size);
}

static int put_member(struct filling *f, struct member *m, uint64_t name_at,
		      FILE *out)
{
	struct rcc_archive_member whole = {0};
	struct rcc_file_map map;
	char name[24];
	int err = map_member(f, m, &map);

	if (err != 0)
		return err;
	whole.size = map.n;
	if (m->was.nested_at != 0)
		err = read_nested(f, m, &map, &whole);
	if (err == 0 && whole.size > MEMBER_MAX)
		err = malformed(&f->from, "its member \"%s\" is too large",
				m->path);
	if (err == 0) {
		m->new_at = (uint64_t)ftello(out);
		snprintf(name, sizeof(name), "/%" PRIu64, name_at);
		put_header(out, name, whole.size);
		fwrite(map.data + whole.at, 1, whole.size, out);
		put_padding(out, whole.size);
		free(whole.name);
	}
	rcc_file_unmap(&map);
	return err;
}

uint64_t rcc_archive_number(const unsigned char *at, size_t width)
{
	uint64_t value = 0;

	for (size_t i = 0; i < width; i++)
		value = value << 8 | at[i];
	return value;
}

static int by_header(const void *key, const void *member)
{
	uint64_t at = *(const uint64_t *)key;
	uint64_t other = ((const struct member *)member)->was.header_at;

	return (at > other) - (at < other);
}

/* Write the index.  It has the number of symbols, for each symbol the offset of
 * its member's header, and the symbols' names.  Only the offsets differ from
 * the index of the old archive. */
static int put_index(struct filling *f, FILE *out)
{
	struct rcc_archive *a = &f->from;
	size_t width = a->index_width;
	uint64_t n =
		a->n_index >= width ? rcc_archive_number(a->index, width) : 0;

	if (a->n_index < width || n > a->n_index / width - 1)
		return malformed(a, "its symbol index is truncated");
	fwrite(a->index, 1, width, out);
	for (uint64_t i = 1; i <= n; i++) {
		uint64_t at = rcc_archive_number(a->index + i * width, width);
		const struct member *m = NULL;

		if (f->n_members != 0)
			m = bsearch(&at, f->member, f->n_members,
				    sizeof(*f->member), by_header);
		if (m == NULL)
			return malformed(a,
					 "its symbol index names no member at "
					 "offset %" PRIu64,
					 at);
		if (width == 4 && m->new_at > UINT32_MAX)
			return malformed(
				a,
				"its members are larger than 4 GiB together");
		for (size_t k = width; k-- > 0;)
			putc((int)(m->new_at >> (8 * k) & 0xff), out);
	}
	fwrite(a->index + (n + 1) * width, 1, a->n_index - (n + 1) * width,
	       out);
	return 0;
}

/* Write the whole archive.  The index comes first in the file, but its offsets
 * are written last, when they are known. */
static int write_full(struct filling *f, FILE *out)
{
	uint64_t name_at = 0;
	off_t index_at;
	int err = 0;

	fputs(ARMAG, out);
	index_at = ftello(out) + (off_t)sizeof(struct ar_hdr);
	if (f->from.index != NULL) {
		put_header(out, f->from.index_width == 4 ? "/" : "/SYM64/",
			   f->from.n_index);
		fwrite(f->from.index, 1, f->from.n_index, out);
		put_padding(out, f->from.n_index);
	}
	if (f->n_members != 0)
		put_names(f, out);
	for (size_t i = 0; i < f->n_members && err == 0; i++) {
		err = put_member(f, &f->member[i], name_at, out);
		name_at += strlen(f->member[i].name) + 2;
	}
	if (err != 0 || f->from.index == NULL)
		return err;
	if (fseeko(out, index_at, SEEK_SET) != 0)
		return RCC_ESYS;
	return put_index(f, out);
}

static void release_filling(struct filling *f)
{
	for (size_t i = 0; i < f->n_members; i++) {
		free(f->member[i].was.name);
		free(f->member[i].path);
		free(f->member[i].name);
	}
	free(f->member);
	free(f->dir);
}

static int write_file(struct filling *f, const char *path)
{
	FILE *out = fopen(path, "wxe");
	int err;

	if (out == NULL)
		return RCC_ESYS;
	err = write_full(f, out);
	if (err == 0 && ferror(out) != 0)
		err = RCC_ESYS;
	if (fclose(out) != 0 && err == 0)
		err = RCC_ESYS;
	return err;
}

int rcc_archive_fill(const char *thin, const struct rcc_file_map *map,
		     const char *out, char *reason)
{
	struct filling f = {0};
	const char *slash = strrchr(thin, '/');
	int err;

	if (slash != NULL)
		f.dir = rcc_mem_strndup(thin, (size_t)(slash - thin));
	err = read_thin(&f, map, reason);
	if (err == 0)
		err = write_file(&f, out);
	release_filling(&f);
	return err;
}

/* Write a member: its header with a new size, and the n bytes at `bytes`.  If
 * BSD ar put the member's name between the header and the bytes, copy the
 * name. */
static void put_other(const struct rcc_archive *a,
		      const struct rcc_archive_member *m,
		      const unsigned char *bytes, size_t n, FILE *out)
{
	const size_t n_head = m->at - m->header_at;
	const uint64_t size = n + n_head - sizeof(struct ar_hdr);
	struct ar_hdr h;
	char text[sizeof(h.ar_size) + 1];

	memcpy(&h, a->bytes + m->header_at, sizeof(h));
	snprintf(text, sizeof(text), "%-10" PRIu64, size);
	memcpy(h.ar_size, text, sizeof(h.ar_size));
	fwrite(&h, 1, sizeof(h), out);
	fwrite(a->bytes + m->header_at + sizeof(h), 1, n_head - sizeof(h), out);
	fwrite(bytes, 1, n, out);
	put_padding(out, size);
}

/* Write all members, and store their new offsets. */
static int put_others(struct filling *f, FILE *out,
		      rcc_archive_replace *replace, void *context)
{
	struct rcc_archive *a = &f->from;
	struct rcc_archive_member m;
	int err;

	while ((err = rcc_archive_next(a, &m)) > 0) {
		size_t n = m.size;
		const unsigned char *bytes = replace(context, &m, &n);
		struct member *member;

		f->member = rcc_mem_grow(f->member, f->n_members,
					 &f->n_allocated, sizeof(*f->member));
		member = &f->member[f->n_members++];
		*member = (struct member){.was = m,
					  .new_at = (uint64_t)ftello(out)};
		if (n > MEMBER_MAX / 2)
			return malformed(a, "its member \"%s\" is too large",
					 m.name);
		put_other(a, &m, bytes != NULL ? bytes : a->bytes + m.at, n,
			  out);
	}
	return err;
}

/* Read or write a number of BSD ar's index, in the byte order of the machine
 * that the archive is for. */
static uint64_t bsd_number(const unsigned char *at, size_t width, bool is_big)
{
	uint64_t value = 0;

	for (size_t i = 0; i < width; i++)
		value = value << 8 | at[is_big ? i : width - 1 - i];
	return value;
}

static void put_bsd_number(uint64_t value, size_t width, bool is_big, FILE *out)
{
	for (size_t i = 0; i < width; i++)
		putc((int)(value >> 8 * (is_big ? width - 1 - i : i) & 0xff),
		     out);
}

/* Find the index that BSD ar writes as the first member of an archive.  The
 * index is the size of a list in bytes, and then the list.  Each element of the
 * list is a pair: the place of a symbol's name, and the offset of the header of
 * the member that defines the symbol.  Returns the number of pairs, or 0 if
 * there is no such index. */
static uint64_t find_bsd_index(const struct filling *f, size_t *width,
			       bool *is_big)
{
	static const char name[] = "__.SYMDEF";
	const struct member *m = f->member;
	const unsigned char *body;
	uint64_t n;

	if (f->n_members == 0 ||
	    strncmp(m->was.name, name, sizeof(name) - 1) != 0)
		return 0;
	*width = strncmp(m->was.name + sizeof(name) - 1, "_64", 3) == 0 ? 8 : 4;
	body = f->from.bytes + m->was.at;
	for (int big = 0; big <= 1 && m->was.size >= *width; big++) {
		*is_big = big != 0;
		n = bsd_number(body, *width, *is_big);
		if (n % (2 * *width) == 0 && n <= m->was.size - *width)
			return n / (2 * *width);
	}
	return 0;
}

/* Write the new offsets of members into BSD ar's index, if there is one. */
static int put_bsd_index(struct filling *f, FILE *out)
{
	size_t width = 0;
	bool is_big = false;
	const uint64_t n = find_bsd_index(f, &width, &is_big);
	const struct rcc_archive_member *was = n != 0 ? &f->member->was : NULL;

	for (uint64_t i = 0; i < n; i++) {
		const uint64_t skip = width + (2 * i + 1) * width;
		const uint64_t at = bsd_number(f->from.bytes + was->at + skip,
					       width, is_big);
		const struct member *m = bsearch(&at, f->member, f->n_members,
						 sizeof(*f->member), by_header);

		if (m == NULL)
			return malformed(&f->from,
					 "its symbol index names no member at "
					 "offset %" PRIu64,
					 at);
		if (fseeko(out,
			   (off_t)(f->member->new_at + was->at -
				   was->header_at + skip),
			   SEEK_SET) != 0)
			return RCC_ESYS;
		put_bsd_number(m->new_at, width, is_big, out);
	}
	return 0;
}

int rcc_archive_rewrite(const struct rcc_file_map *map, FILE *out,
			rcc_archive_replace *replace, void *context,
			char *reason)
{
	struct filling f = {0};
	int err = rcc_archive_open(&f.from, map, reason);

	if (err == 0) {
		/* Copy the magic number, the index and the table of names. */
		fwrite(map->data, 1, f.from.at, out);
		err = put_others(&f, out, replace, context);
	}
	if (err == 0 && f.from.index != NULL) {
		if (fseeko(out, f.from.index - map->data, SEEK_SET) != 0)
			err = RCC_ESYS;
		else
			err = put_index(&f, out);
	}
	if (err == 0)
		err = put_bsd_index(&f, out);
	if (err == 0 && (fflush(out) != 0 || ferror(out)))
		err = RCC_ESYS;
	release_filling(&f);
	return err;
}
