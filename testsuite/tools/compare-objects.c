/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare-objects [-g] DIR_A DIR_B: compare the code of two builds.
 *
 * With -g, the group in a section's name (.text.unlikely., .text.hot.) is
 * ignored, because the names that randld gives for lld contain no group.
 *
 * Standard input has one path on each line: an object or archive, relative to
 * both directories.  Each function of an object is in a section of its own.
 * The functions are compared by their bytes, alignment, flags and relocations
 * (offset, type, symbol, addend).  Two sections correspond if their names are
 * equal without the unit and the rank that randcc adds to a name.
 *
 * Under link-time optimization, an object can have functions of one name from
 * several units.  The plain compiler may put them into one section.  randcc
 * gives each a section of its own.  Therefore all sections of A with one name
 * count as one section, and each section of B is compared with a part of it.
 * If one of the builds is by the plain compiler, it must be A.
 *
 * Prints the number of objects, of functions, and of functions that are the
 * same.  Then prints a line for each function that differs, and a line that
 * ends in ": together" for each function without a section of its own in A.
 * The exit status is 1 if a function differs.
 */
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/mem.h"
#include "common/rank.h"

/* Whether the option -g was given. */
static bool drops_groups;

/* A code section of an object.  Usually it holds one function. */
struct piece {
	size_t at; /* index of the section */
	char *name;
	size_t base; /* offset after joining the sections of this name */
	GElf_Shdr header;
};

/* An open object or archive. */
struct object {
	int fd;
	Elf *elf;
	size_t names; /* index of the section with section names */
	struct piece *pieces;
	size_t n_pieces;
};

static size_t n_objects;
static size_t n_functions;
static size_t n_same;
/* temporary file of the lines about functions, printed after the totals */
static FILE *details;

static bool open_file(struct object *o, const char *dir, const char *path)
{
	char *full = rcc_mem_printf("%s/%s", dir, path);

	*o = (struct object){.fd = open(full, O_RDONLY | O_CLOEXEC)};
	free(full);
	if (o->fd >= 0)
		o->elf = elf_begin(o->fd, ELF_C_READ_MMAP, NULL);
	return o->elf != NULL;
}

static bool is_object(struct object *o)
{
	return elf_kind(o->elf) == ELF_K_ELF &&
	       elf_getshdrstrndx(o->elf, &o->names) == 0;
}

static void close_object(struct object *o)
{
	for (size_t i = 0; i < o->n_pieces; i++)
		free(o->pieces[i].name);
	free(o->pieces);
	elf_end(o->elf);
	if (o->fd >= 0)
		close(o->fd);
	*o = (struct object){.fd = -1};
}

/* Return the name of a section without the parts that randcc added.  Caller
 * frees. */
static char *name_of(const struct object *o, const GElf_Shdr *s)
{
	const char *name = elf_strptr(o->elf, o->names, s->sh_name);
	enum rcc_rank_class cls;
	struct rcc_rank_name part;
	const char *symbol;

	if (name == NULL)
		name = "";
	if (drops_groups && rcc_rank_split_plain(name, &cls, &symbol) == 0 &&
	    rcc_rank_parse(name, strlen(name), &part) != 0)
		return rcc_mem_printf(".text.%s", symbol);
	if (rcc_rank_parse(name, strlen(name), &part) != 0)
		return rcc_mem_strdup(name);
	return rcc_mem_printf(
		"%s%.*s",
		rcc_rank_plain_prefix(
			drops_groups && !rcc_rank_is_data(part.cls)
				? RCC_RANK_REST
				: part.cls),
		(int)(part.tail_len - part.unit_len - 1),
		part.tail + part.unit_len + 1);
}

static size_t end_of(const struct piece *p)
{
	return p->base + p->header.sh_size;
}

/* Return the offset that the piece `p` would have if all sections of its name
 * were joined. */
static size_t base_of(const struct object *o, const struct piece *p)
{
	size_t align = p->header.sh_addralign != 0 ? p->header.sh_addralign : 1;

	for (size_t i = o->n_pieces; i-- > 0;)
		if (strcmp(o->pieces[i].name, p->name) == 0)
			return (end_of(&o->pieces[i]) + align - 1) / align *
			       align;
	return 0;
}

static void find_pieces(struct object *o)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(o->elf, scn)) != NULL) {
		struct piece p = {.at = elf_ndxscn(scn)};

		if (gelf_getshdr(scn, &p.header) == NULL ||
		    p.header.sh_type != SHT_PROGBITS ||
		    (p.header.sh_flags & SHF_EXECINSTR) == 0 ||
		    p.header.sh_size == 0)
			continue;
		p.name = name_of(o, &p.header);
		p.base = base_of(o, &p);
		o->pieces = rcc_mem_realloc(o->pieces, o->n_pieces + 1,
					    sizeof(*o->pieces));
		o->pieces[o->n_pieces++] = p;
	}
}

/* Return the piece of A that contains the piece `p` of B, or NULL. */
static const struct piece *holder(const struct object *a, const struct piece *p)
{
	for (size_t i = 0; i < a->n_pieces; i++)
		if (strcmp(a->pieces[i].name, p->name) == 0 &&
		    a->pieces[i].base <= p->base &&
		    end_of(p) <= end_of(&a->pieces[i]))
			return &a->pieces[i];
	return NULL;
}

/* Return whether A, from `skip` on, begins with the bytes of B. */
static bool same_bytes(Elf_Data *a, size_t skip, Elf_Data *b)
{
	return a != NULL && b != NULL && skip + b->d_size <= a->d_size &&
	       memcmp((char *)a->d_buf + skip, b->d_buf, b->d_size) == 0;
}

/* Return the relocation section for section `of` and set *s to its header, or
 * return NULL. */
static Elf_Scn *relocs_of(const struct object *o, size_t of, GElf_Shdr *s)
{
	/* First search the sections after section `of`, because the assembler
	 * puts the relocations of a section right after it.  Then search the
	 * whole file, because randld may have moved the relocations. */
	Elf_Scn *scn = elf_getscn(o->elf, of);

	for (int pass = 0; pass < 2; pass++) {
		while ((scn = elf_nextscn(o->elf, scn)) != NULL)
			if (gelf_getshdr(scn, s) != NULL &&
			    s->sh_type == SHT_RELA && s->sh_info == of)
				return scn;
	}
	return NULL;
}

/* Return the target of a relocation as text: "NAME+OFFSET".  NAME is the name
 * of the symbol, or the name of a section if the symbol stands for a section.
 * Returns NULL if the symbol table is malformed.  Caller frees. */
static char *target_text(const struct object *o, size_t table, GElf_Rela *r)
{
	Elf_Scn *scn = elf_getscn(o->elf, table);
	GElf_Shdr header;
	GElf_Sym sym;
	unsigned long base = 0;
	char *name = NULL;
	char *text;

	if (gelf_getshdr(scn, &header) == NULL ||
	    gelf_getsym(elf_getdata(scn, NULL), (int)GELF_R_SYM(r->r_info),
			&sym) == NULL)
		return NULL;
	if (GELF_ST_TYPE(sym.st_info) != STT_SECTION)
		name = rcc_mem_strdup(
			elf_strptr(o->elf, header.sh_link, sym.st_name));
	else if (gelf_getshdr(elf_getscn(o->elf, sym.st_shndx), &header) !=
		 NULL)
		name = name_of(o, &header);
	if (name == NULL)
		return NULL;
	for (size_t i = 0; i < o->n_pieces; i++)
		if (GELF_ST_TYPE(sym.st_info) == STT_SECTION &&
		    o->pieces[i].at == sym.st_shndx)
			base = o->pieces[i].base;
	text = rcc_mem_printf("%s+%lx", name,
			      (unsigned long)r->r_addend + base);
	free(name);
	return text;
}

/* Return the relocations of the bytes [from, from + size) of section `at` as
 * text.  Returns NULL if they cannot be read.  Caller frees. */
static char *relocs_text(const struct object *o, size_t at, size_t from,
			 size_t size)
{
	GElf_Shdr header = {0};
	Elf_Scn *scn = relocs_of(o, at, &header);
	size_t n =
		header.sh_entsize != 0 ? header.sh_size / header.sh_entsize : 0;
	char *text = rcc_mem_strdup("");

	/* Without a relocation section, `n` is meaningless, because relocs_of()
	 * set `header` to the header of another section. */
	if (scn == NULL)
		return text;
	for (size_t i = 0; i < n; i++) {
		char *target;
		char *longer;
		GElf_Rela r;

		if (gelf_getrela(elf_getdata(scn, NULL), (int)i, &r) == NULL ||
		    (target = target_text(o, header.sh_link, &r)) == NULL) {
			free(text);
			return NULL;
		}
		if (r.r_offset >= from && r.r_offset < from + size) {
			longer = rcc_mem_printf(
				"%s%lx %lx %s\n", text,
				(unsigned long)(r.r_offset - from),
				(unsigned long)GELF_R_TYPE(r.r_info), target);
			free(text);
			text = longer;
		}
		free(target);
	}
	return text;
}

static bool same_relocs(const struct object *a, const struct piece *pa,
			const struct object *b, const struct piece *pb)
{
	size_t size = pb->header.sh_size;
	char *ta = relocs_text(a, pa->at, pb->base - pa->base, size);
	char *tb = relocs_text(b, pb->at, 0, size);
	bool same = ta != NULL && tb != NULL && strcmp(ta, tb) == 0;

	free(ta);
	free(tb);
	return same;
}

static void differs(const char *path, const char *name, const char *how)
{
	fprintf(details, "%s: %s: %s\n", path, name, how);
}

static void compare_function(const char *path, const struct object *a,
			     const struct object *b, const struct piece *pb)
{
	const struct piece *pa = holder(a, pb);
	bool together;

	n_functions++;
	if (pa == NULL) {
		differs(path, pb->name, "not in the other build, or larger");
		return;
	}
	together = pa->header.sh_size != pb->header.sh_size;
	if (pa->header.sh_flags != pb->header.sh_flags ||
	    (!together && pa->header.sh_addralign != pb->header.sh_addralign))
		differs(path, pb->name, "flags or alignment");
	else if (!same_bytes(elf_getdata(elf_getscn(a->elf, pa->at), NULL),
			     pb->base - pa->base,
			     elf_getdata(elf_getscn(b->elf, pb->at), NULL)))
		differs(path, pb->name, "bytes");
	else if (!same_relocs(a, pa, b, pb))
		differs(path, pb->name, "relocations");
	else
		n_same++;
	if (together)
		differs(path, pb->name, "together");
}

/* Report the functions of A that B lacks. */
static void look_for_more(const char *path, const struct object *a,
			  const struct object *b)
{
	for (size_t i = 0; i < a->n_pieces; i++) {
		const struct piece *p = &a->pieces[i];
		bool found = false;

		for (size_t k = 0; k < b->n_pieces && !found; k++)
			found = end_of(p) == end_of(&b->pieces[k]) &&
				strcmp(p->name, b->pieces[k].name) == 0;
		n_functions += !found;
		if (!found)
			differs(path, p->name, "not in this build, or smaller");
	}
}

static void compare_pair(const char *path, struct object *a, struct object *b)
{
	if (!is_object(a) || !is_object(b)) {
		n_functions++;
		differs(path, "-", "not an object in both builds");
		return;
	}
	n_objects++;
	find_pieces(a);
	find_pieces(b);
	for (size_t i = 0; i < b->n_pieces; i++)
		compare_function(path, a, b, &b->pieces[i]);
	look_for_more(path, a, b);
}

/* Compare two archives member by member.  If neither of two members is an
 * object, both are symbol indices and are skipped. */
static void compare_members(const char *path, struct object *a,
			    struct object *b)
{
	struct object ma = {.fd = -1};
	struct object mb = {.fd = -1};
	Elf_Cmd next = ELF_C_READ_MMAP;

	while (next != ELF_C_NULL) {
		ma = (struct object){.fd = -1,
				     .elf = elf_begin(a->fd, next, a->elf)};
		mb = (struct object){.fd = -1,
				     .elf = elf_begin(b->fd, next, b->elf)};
		if (ma.elf == NULL || mb.elf == NULL)
			break;
		if (elf_kind(ma.elf) == ELF_K_ELF ||
		    elf_kind(mb.elf) == ELF_K_ELF)
			compare_pair(path, &ma, &mb);
		next = elf_next(ma.elf);
		if (elf_next(mb.elf) != next)
			break;
		close_object(&ma);
		close_object(&mb);
	}
	if (ma.elf != NULL || mb.elf != NULL) {
		n_functions++;
		differs(path, "-", "members differ");
	}
	close_object(&ma);
	close_object(&mb);
}

static void compare(const char *dir_a, const char *dir_b, const char *path)
{
	struct object a = {.fd = -1};
	struct object b = {.fd = -1};

	if (open_file(&a, dir_a, path) && open_file(&b, dir_b, path) &&
	    elf_kind(a.elf) == ELF_K_AR && elf_kind(b.elf) == ELF_K_AR)
		compare_members(path, &a, &b);
	else
		compare_pair(path, &a, &b);
	close_object(&a);
	close_object(&b);
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t room = 0;

	if (argc > 1 && strcmp(argv[1], "-g") == 0) {
		drops_groups = true;
		argv++;
		argc--;
	}
	if (argc != 3 || elf_version(EV_CURRENT) == EV_NONE)
		return 2;
	details = tmpfile();
	if (details == NULL)
		return 2;
	while (getline(&line, &room, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		compare(argv[1], argv[2], line);
	}
	free(line);
	printf("%zu %zu %zu\n", n_objects, n_functions, n_same);
	rewind(details);
	for (int c; (c = getc(details)) != EOF;)
		putchar(c);
	fclose(details);
	return n_same == n_functions ? 0 : 1;
}
