/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Naming functions and variables: their sections, such as .text.NAME, get
 * longer names that can hold ranks (object_naming.h).  The new names are in a
 * new string table at the end of the object.
 */
#include "wrapper/elf/object_naming.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"
#include "wrapper/elf/archive.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/elf/object_image.h"
#include "wrapper/elf/object_order.h"
#include "wrapper/elf/rust_metadata.h"

/* The new table of section names may be this many times as large as the object.
 * A compiler's object stays far below this limit: each function has a header, a
 * symbol and a name, which together are larger than what its new name adds.  In
 * a damaged object many headers could name the same long string.  The new table
 * would have a copy for each header, and memory would run out. */
#define NAMES_TIMES_MAX 16

/* The size of the buffer for a unit's name.  A longer name loses its
 * beginning. */
#define UNIT_MAX 160

/* A section that may hold one function or one variable. */
struct candidate {
	enum rcc_rank_class cls;
	/* The NAME in a section name such as .text.NAME.  NULL if the section
	 * cannot hold just one function or variable. */
	const char *symbol;
	bool is_in_group; /* the section is part of a group, as COMDAT code */
	bool is_function; /* a compiler's symbol with this NAME is in it */
	bool has_whole;	  /* any symbol with a size is in it */
	/* The section has a symbol with this NAME that no compiler writes. */
	bool is_label;
	uint32_t reloc; /* index of its relocation section, or 0 */
};

/* An object whose functions are being named. */
struct naming {
	struct rcc_image im;
	unsigned char *names_header; /* header of the table of section names */
	struct candidate *section;
	bool with_data;
	size_t n_functions; /* functions and variables */
	char unit[UNIT_MAX];
};

/* ---- Strings ------------------------------------------------------------ */

/* Return the string at offset `at` of a string table.  `h` is the table's
 * header.  Returns "" if the string is not inside the table. */
static const char *string_at(const struct rcc_image *im, const unsigned char *h,
			     uint64_t at)
{
	size_t n;
	const char *text = (const char *)rcc_image_entries(im, h, 1, &n);

	if (GET(im, h, Shdr, sh_type) != SHT_STRTAB || at >= n ||
	    memchr(text + at, '\0', n - at) == NULL)
		return "";
	return text + at;
}

/* Find the header of the table of section names.  Returns NULL if this is not
 * an ordinary string table. */
static unsigned char *names_header(const struct rcc_image *im)
{
	uint64_t i = GET(im, im->bytes, Ehdr, e_shstrndx);
	unsigned char *h;
	size_t n;

	if (i == SHN_XINDEX)
		i = GET(im, im->headers, Shdr, sh_link);
	if (i == 0 || i >= im->n_sections)
		return NULL;
	h = rcc_image_header(im, i);
	if (GET(im, h, Shdr, sh_type) != SHT_STRTAB ||
	    (GET(im, h, Shdr, sh_flags) & SHF_COMPRESSED) != 0 ||
	    rcc_image_entries(im, h, 1, &n) == NULL)
		return NULL;
	return h;
}

/* ---- Sections ----------------------------------------------------------- */

static bool is_variable(const struct rcc_image *im, const unsigned char *h)
{
	const uint64_t type = GET(im, h, Shdr, sh_type);

	return (type == SHT_PROGBITS || type == SHT_NOBITS) &&
	       GET(im, h, Shdr, sh_size) != 0 &&
	       (GET(im, h, Shdr, sh_flags) &
		(SHF_ALLOC | SHF_EXECINSTR | SHF_MERGE)) == SHF_ALLOC;
}

static bool is_code(const struct rcc_image *im, const unsigned char *h)
{
	return GET(im, h, Shdr, sh_type) == SHT_PROGBITS &&
	       GET(im, h, Shdr, sh_size) != 0 &&
	       (GET(im, h, Shdr, sh_flags) & (SHF_ALLOC | SHF_EXECINSTR)) ==
		       (SHF_ALLOC | SHF_EXECINSTR);
}

/* Find the code sections .text.NAME, and the sections of variables if
 * g->with_data.  Returns how many there are. */
static size_t find_candidates(struct naming *g)
{
	const struct rcc_image *im = &g->im;
	size_t n = 0;

	for (size_t i = 1; i < im->n_sections; i++) {
		const unsigned char *h = rcc_image_header(im, i);
		struct candidate *c = &g->section[i];
		const char *name;

		bool is_data = g->with_data && is_variable(im, h);
		int err;

		if (!is_data && !is_code(im, h))
			continue;
		name = string_at(im, g->names_header,
				 GET(im, h, Shdr, sh_name));
		err = is_data ? rcc_rank_split_data(name, &c->cls, &c->symbol)
			      : rcc_rank_split_plain(name, &c->cls, &c->symbol);
		if (err != 0 || c->symbol[0] == '\0')
			c->symbol = NULL;
		c->is_in_group = (GET(im, h, Shdr, sh_flags) & SHF_GROUP) != 0;
		n += c->symbol != NULL;
	}
	return n;
}

static void find_relocs(struct naming *g)
{
	const struct rcc_image *im = &g->im;

	for (size_t i = im->n_sections; i-- > 1;) {
		const unsigned char *h = rcc_image_header(im, i);
		uint64_t type = GET(im, h, Shdr, sh_type);
		uint64_t of = GET(im, h, Shdr, sh_info);

		if ((type == SHT_REL || type == SHT_RELA) &&
		    of < im->n_sections)
			g->section[of].reloc = (uint32_t)i;
	}
}

/* ---- Symbols ------------------------------------------------------------ */

/* Return whether `symbol` is `name`, or `name` with a dot and a suffix. */
static bool begins_with(const char *symbol, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(symbol, name, n) == 0 &&
	       (symbol[n] == '\0' || symbol[n] == '.');
}

/* Return whether the symbol `symbol` belongs to the section .text.`section`.
 * The symbol's name must be `section`, or `section` with a dot and a suffix.
 * gcc may put a word before the function's name in `section`, as in
 * .text.split.foo.  The array `group` has these words, except those for which
 * linker scripts have patterns, such as .text.hot.*. */
static bool is_of_section(const char *symbol, const char *section)
{
	static const char *const group[] = {"split.", "unknown."};

	for (size_t i = 0; i < sizeof(group) / sizeof(group[0]); i++)
		if (strncmp(section, group[i], strlen(group[i])) == 0 &&
		    begins_with(symbol, section + strlen(group[i])))
			return true;
	return begins_with(symbol, section);
}

/* Return whether a symbol may be that of a part of a function, NAME.SUFFIX. */
static bool may_be_part(const char *symbol, const char *section)
{
	return strchr(symbol, '.') != NULL && strcmp(symbol, section) != 0;
}

/* Return whether a symbol of the candidate `c` is one that compilers write: it
 * has the type of what the candidate holds, and a size.  Assembler may have
 * mere labels, and code may run from the end of one section into the next.
 * clang writes no type for a part of a function, such as foo.cold, but does
 * write its size.  gcc writes no size for its thunks, each of which is in a
 * group of its own. */
static bool is_whole(const struct rcc_image *im, const unsigned char *symbol,
		     const char *name, const struct candidate *c)
{
	if (GET(im, symbol, Sym, st_size) == 0 && !c->is_in_group)
		return false;
	switch (ELF64_ST_TYPE(GET(im, symbol, Sym, st_info))) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
		return !rcc_rank_is_data(c->cls);
	case STT_OBJECT:
	case STT_TLS:
		return rcc_rank_is_data(c->cls);
	case STT_NOTYPE:
		return !rcc_rank_is_data(c->cls) &&
		       may_be_part(name, c->symbol);
	default:
		return false;
	}
}

/* Set is_function or is_label of the symbol's section if the symbol has the
 * NAME of the section.  If it is a file symbol, take the unit's name from it. */
static void judge(struct naming *g, const unsigned char *names,
		  const unsigned char *symbol, uint64_t section)
{
	const struct rcc_image *im = &g->im;
	const char *name = string_at(im, names, GET(im, symbol, Sym, st_name));
	const unsigned type = ELF64_ST_TYPE(GET(im, symbol, Sym, st_info));
	struct candidate *c;

	if (type == STT_FILE && g->unit[0] == '\0')
		rcc_rank_unit(g->unit, sizeof(g->unit), rcc_file_base(name),
			      NULL);
	if (type == STT_FILE || type == STT_SECTION || section == 0 ||
	    section >= im->n_sections)
		return;
	c = &g->section[section];
	c->has_whole |= GET(im, symbol, Sym, st_size) != 0;
	if (c->symbol == NULL || c->is_function ||
	    !is_of_section(name, c->symbol))
		return;
	c->is_function = is_whole(im, symbol, name, c);
	c->is_label |= !c->is_function;
	g->n_functions += c->is_function;
}

/* Read the symbol table with header `h`.  It shows which candidates hold a
 * function or variable, and gives the unit's name. */
static void read_symbols(struct naming *g, const unsigned char *h)
{
	const struct rcc_image *im = &g->im;
	const uint64_t link = GET(im, h, Shdr, sh_link);
	size_t n_long;
	const unsigned char *far = rcc_image_long_indices(im, &n_long);
	size_t n;
	const unsigned char *symbol = rcc_image_symbols(im, h, &n);

	if (link >= im->n_sections)
		return;
	for (size_t i = 1; i < n; i++) {
		const unsigned char *at =
			symbol + i * rcc_image_symbol_size(im);
		uint64_t section = GET(im, at, Sym, st_shndx);

		if (section == SHN_XINDEX && i < n_long)
			section =
				rcc_image_get(im, far + i * sizeof(Elf32_Word),
					      sizeof(Elf32_Word));
		else if (section >= SHN_LORESERVE)
			section = 0;
		judge(g, rcc_image_header(im, link), at, section);
	}
}

/* Return whether a group's signature is a section symbol, or is missing. */
static bool is_signed_by_section(const struct rcc_image *im,
				 const unsigned char *group)
{
	const uint64_t link = GET(im, group, Shdr, sh_link);
	const uint64_t i = GET(im, group, Shdr, sh_info);
	const unsigned char *symbol;
	size_t n;

	if (link >= im->n_sections)
		return true;
	symbol = rcc_image_symbols(im, rcc_image_header(im, link), &n);
	if (i >= n)
		return true;
	symbol += i * rcc_image_symbol_size(im);
	return ELF64_ST_TYPE(GET(im, symbol, Sym, st_info)) == STT_SECTION;
}

/* Return whether somebody wrote the object by hand, in assembler: a candidate
 * has a mere label, or is code without any symbol that has a size.  Sections of
 * such an object may belong together. */
static bool is_by_hand(const struct naming *g)
{
	for (size_t i = 1; i < g->im.n_sections; i++) {
		const struct candidate *c = &g->section[i];

		if (c->symbol == NULL || c->is_function || c->is_in_group)
			continue;
		if (c->is_label || (!c->has_whole && !rcc_rank_is_data(c->cls)))
			return true;
	}
	return false;
}

/* In an object, find the functions and variables whose sections can be renamed.
 * Returns whether there are any. */
static bool find_functions(struct naming *g)
{
	const struct rcc_image *im = &g->im;

	if (find_candidates(g) == 0)
		return false;
	for (size_t i = 1; i < im->n_sections; i++) {
		const unsigned char *h = rcc_image_header(im, i);
		uint64_t type = GET(im, h, Shdr, sh_type);

		if (type == SHT_GROUP && is_signed_by_section(im, h))
			return false;
		if (type == SHT_SYMTAB)
			read_symbols(g, h);
	}
	find_relocs(g);
	return g->n_functions != 0 && !is_by_hand(g);
}

/* ---- Names -------------------------------------------------------------- */

/* Append the new name of a section to the string table.  The section's
 * relocation section has the same name with ".rel" or ".rela" before it, so one
 * string serves both. */
static void add_name(struct naming *g, size_t i, struct rcc_strbuf *table)
{
	const struct rcc_image *im = &g->im;
	const struct candidate *c = &g->section[i];
	unsigned char *reloc =
		c->reloc != 0 ? rcc_image_header(im, c->reloc) : NULL;
	size_t room =
		RCC_RANK_PREFIX_LEN + strlen(g->unit) + strlen(c->symbol) + 2;
	char *name = rcc_mem_alloc(room);

	rcc_rank_name(name, c->cls, g->unit, c->symbol);
	if (reloc != NULL) {
		PUT(im, reloc, Shdr, sh_name, table->n);
		rcc_strbuf_add(table, GET(im, reloc, Shdr, sh_type) == SHT_RELA
					      ? ".rela"
					      : ".rel");
	}
	PUT(im, rcc_image_header(im, i), Shdr, sh_name, table->n);
	rcc_strbuf_add_bytes(table, name, strlen(name) + 1);
	free(name);
}

/* Return an upper bound for the size of the string table with the new names. */
static uint64_t size_of_names(const struct naming *g, size_t n_old)
{
	const size_t n_unit =
		strlen(g->unit) + RCC_RANK_PREFIX_LEN + sizeof(".rela.");
	uint64_t n = n_old;

	for (size_t i = 1; i < g->im.n_sections; i++)
		if (g->section[i].is_function)
			n += n_unit + strlen(g->section[i].symbol) + 1;
	return n;
}

/* Give new names to the functions of an object.  Write the names into the new
 * string table `table`, and their offsets into the section headers.  Returns 0
 * or RCC_EFORMAT. */
static int add_names(struct naming *g, const struct rcc_object *o,
		     struct rcc_strbuf *table, char *reason)
{
	size_t n;
	const unsigned char *old =
		rcc_image_entries(&g->im, g->names_header, 1, &n);
	const uint64_t size = size_of_names(g, n);

	/* An offset in a string table has 32 bits. */
	if (size > UINT32_MAX || size / NAMES_TIMES_MAX > o->n_bytes) {
		snprintf(reason, RCC_WHY_MAX,
			 "the names of its sections are too long");
		return RCC_EFORMAT;
	}
	rcc_strbuf_add_bytes(table, old, n);
	for (size_t i = 1; i < g->im.n_sections; i++)
		if (g->section[i].is_function)
			add_name(g, i, table);
	PUT(&g->im, g->names_header, Shdr, sh_offset, o->n_bytes);
	PUT(&g->im, g->names_header, Shdr, sh_size, table->n);
	rcc_image_put_groups_first(&g->im);
	return 0;
}

/* Rename the sections of an object's functions, in the section headers.  Writes
 * the new string table to `table`.  The caller must append this table to the
 * object's bytes.  If there is nothing to name, `table` stays empty and the
 * object does not change.  Returns 0 or RCC_EFORMAT. */
static int name_object(struct rcc_object_file *f, const struct rcc_object *o,
		       const char *unit, bool with_data,
		       struct rcc_strbuf *table, char *reason)
{
	struct naming g = {.with_data = with_data};
	int err = 0;

	/* Objects of two compilers that `ld -r` has joined are not told apart.
	 * The functions of the other compiler then keep their order, and count
	 * as undivided code (link/undivided.h). */
	if (o->n_functions != 0 || (o->traits & RCC_OBJECT_IS_OURS) != 0 ||
	    !rcc_image_open(&g.im, f, o))
		return 0;
	g.names_header = names_header(&g.im);
	if (g.names_header == NULL)
		return 0;
	g.section = rcc_mem_calloc(g.im.n_sections, sizeof(*g.section));
	if (find_functions(&g)) {
		if (g.unit[0] == '\0')
			rcc_rank_unit(g.unit, sizeof(g.unit),
				      rcc_file_base(o->member != NULL
							    ? o->member
							    : unit),
				      NULL);
		err = add_names(&g, o, table, reason);
	}
	free(g.section);
	return err;
}

/* ---- Files with new names ----------------------------------------------- */

/* The new contents of a file, in which functions have names that can hold
 * ranks. */
struct contents {
	struct rcc_object_file *f;
	/* The string table of each object; empty if no name is added to it. */
	struct rcc_strbuf *table;
	size_t next;	      /* the next object to write */
	unsigned char *bytes; /* the object written last */
};

/* Return the bytes of an object with its new names, or without rustc's
 * metadata.  Return NULL if the object does not change. */
static const unsigned char *with_names(struct contents *c, size_t i, size_t *n)
{
	const struct rcc_object *o = &c->f->object[i];
	const struct rcc_strbuf *table = &c->table[i];

	free(c->bytes);
	c->bytes = NULL;
	if (table->n == 0)
		return c->bytes = rcc_rust_metadata_drop(c->f, o, n);
	*n = o->n_bytes + table->n;
	c->bytes = rcc_mem_alloc(*n);
	memcpy(c->bytes, c->f->map.data + o->at, o->n_bytes);
	memcpy(c->bytes + o->n_bytes, table->text, table->n);
	return c->bytes;
}

static const unsigned char *
replace_member(void *context, const struct rcc_archive_member *m, size_t *n)
{
	struct contents *c = context;

	if (c->next == c->f->n_objects || c->f->object[c->next].at != m->at)
		return NULL;
	return with_names(c, c->next++, n);
}

static int write_contents(struct contents *c, FILE *out, char *reason)
{
	const unsigned char *bytes;
	size_t n = 0;

	if (c->f->kind == RCC_FILE_ARCHIVE)
		return rcc_archive_rewrite(&c->f->map, out, replace_member, c,
					   reason);
	bytes = with_names(c, 0, &n);
	return fwrite(bytes, 1, n, out) == n && fflush(out) == 0 ? 0 : RCC_ESYS;
}

/* Write the contents to a memory file, and read this file in place of the
 * user's file.  Memory from malloc() would not do, because
 * rcc_inputs_drop_pages() drops the pages of the contents.  Dropped pages of a
 * mapped file are read from the file again at the next access. */
static int read_named(struct contents *c, unsigned reading, char *reason)
{
	struct rcc_file_map map = {0};
	int fd = memfd_create("named", MFD_CLOEXEC);
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
	int err = out != NULL ? write_contents(c, out, reason) : RCC_ESYS;

	if (err == 0)
		err = rcc_file_map_fd(fd, &map);
	if (err == RCC_ESYS)
		snprintf(reason, RCC_WHY_MAX, "no memory for its new names: %s",
			 strerror(errno));
	if (out != NULL)
		fclose(out);
	else if (fd >= 0)
		close(fd);
	if (err != 0) {
		rcc_object_file_release(c->f);
		return RCC_EFORMAT;
	}
	err = rcc_object_file_replace(c->f, &map, reading, reason);
	c->f->is_named = err == 0;
	return err;
}

int rcc_object_file_name(struct rcc_object_file *f, const char *unit,
			 bool with_data, unsigned reading, char *reason)
{
	struct contents c = {.f = f};
	const size_t n = f->n_objects;
	size_t n_named = 0;
	int err = 0;

	c.table = rcc_mem_calloc(n, sizeof(*c.table));
	for (size_t i = 0; i < n && err == 0; i++) {
		err = name_object(f, &f->object[i], unit, with_data,
				  &c.table[i], reason);
		n_named += c.table[i].n != 0;
	}
	if (err != 0)
		rcc_object_file_release(f);
	else if (n_named != 0)
		err = read_named(&c, reading, reason);
	for (size_t i = 0; i < n; i++)
		rcc_strbuf_release(&c.table[i]);
	free(c.table);
	free(c.bytes);
	return err;
}
