/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare-objects DIR_A DIR_B <paths: is the code of two builds the same?
 *
 * For each object (a path relative to both directories, one a line) the
 * functions, each in a section of its own, are compared: bytes, alignment,
 * flags, relocations by offset, type, symbol and addend.  Sections are matched
 * by their place among the object's code sections; names must agree once a rank
 * or filler of randcc's is taken away.
 *
 * Prints "objects functions same", then a line for each function that differs;
 * exit status 1 if there was one.
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

struct object {
	int fd;
	Elf *elf;
	size_t names;	/* section of the section names */
	size_t symbols; /* section of the symbol table */
	size_t at;	/* the section last looked at */
};

static size_t n_objects;
static size_t n_functions;
static size_t n_same;
static FILE *details; /* kept until the totals are out */

static bool open_object(struct object *o, const char *dir, const char *path)
{
	char *full = rcc_mem_printf("%s/%s", dir, path);

	*o = (struct object){.fd = open(full, O_RDONLY | O_CLOEXEC)};
	free(full);
	if (o->fd < 0)
		return false;
	o->elf = elf_begin(o->fd, ELF_C_READ_MMAP, NULL);
	if (elf_kind(o->elf) != ELF_K_ELF ||
	    elf_getshdrstrndx(o->elf, &o->names) != 0)
		return false;
	return true;
}

static void close_object(struct object *o)
{
	elf_end(o->elf);
	if (o->fd >= 0)
		close(o->fd);
}

/* A section's name, as it is without randcc; caller frees. */
static char *name_of(const struct object *o, const GElf_Shdr *s)
{
	static const char *const group[] = {".text.unlikely.", ".text.exit.",
					    ".text.startup.", ".text.hot.",
					    ".text."};
	const char *name = elf_strptr(o->elf, o->names, s->sh_name);
	struct rcc_rank_name part;

	if (name == NULL)
		name = "";
	if (rcc_rank_parse(name, strlen(name), &part) != 0)
		return rcc_mem_strdup(name);
	return rcc_mem_printf("%s%.*s", group[part.cls],
			      (int)(part.tail_len - part.unit_len - 1),
			      part.tail + part.unit_len + 1);
}

/* The next code section that is not empty; false at the end. */
static bool next_function(struct object *o, GElf_Shdr *s)
{
	Elf_Scn *scn;

	while ((scn = elf_getscn(o->elf, o->at + 1)) != NULL) {
		o->at++;
		if (gelf_getshdr(scn, s) != NULL &&
		    s->sh_type == SHT_PROGBITS &&
		    (s->sh_flags & SHF_EXECINSTR) != 0 && s->sh_size != 0)
			return true;
	}
	return false;
}

static bool same_bytes(Elf_Data *a, Elf_Data *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return a->d_size == b->d_size &&
	       memcmp(a->d_buf, b->d_buf, a->d_size) == 0;
}

/* The relocation section of section `of`, or NULL. */
static Elf_Scn *relocs_of(const struct object *o, size_t of, GElf_Shdr *s)
{
	/* The assembler puts it right behind. */
	Elf_Scn *scn = elf_getscn(o->elf, of);

	while ((scn = elf_nextscn(o->elf, scn)) != NULL)
		if (gelf_getshdr(scn, s) != NULL && s->sh_type == SHT_RELA &&
		    s->sh_info == of)
			return scn;
	return NULL;
}

/* A relocation as text, its symbol by name; caller frees. */
static char *reloc_text(const struct object *o, const GElf_Shdr *relocs,
			Elf_Data *data, size_t i)
{
	Elf_Scn *table = elf_getscn(o->elf, relocs->sh_link);
	GElf_Shdr table_header;
	GElf_Shdr section;
	GElf_Rela r;
	GElf_Sym sym;
	char *name = NULL;
	char *text;

	if (gelf_getrela(data, (int)i, &r) == NULL ||
	    gelf_getshdr(table, &table_header) == NULL ||
	    gelf_getsym(elf_getdata(table, NULL), (int)GELF_R_SYM(r.r_info),
			&sym) == NULL)
		return rcc_mem_strdup("?");
	if (GELF_ST_TYPE(sym.st_info) != STT_SECTION)
		name = rcc_mem_strdup(
			elf_strptr(o->elf, table_header.sh_link, sym.st_name));
	else if (gelf_getshdr(elf_getscn(o->elf, sym.st_shndx), &section) !=
		 NULL)
		name = name_of(o, &section);
	text = rcc_mem_printf("%lx %lx %s+%lx", (unsigned long)r.r_offset,
			      (unsigned long)GELF_R_TYPE(r.r_info),
			      name != NULL ? name : "?",
			      (unsigned long)r.r_addend);
	free(name);
	return text;
}

static bool same_relocs(const struct object *a, const struct object *b)
{
	GElf_Shdr sa = {0};
	GElf_Shdr sb = {0};
	Elf_Scn *scn_a = relocs_of(a, a->at, &sa);
	Elf_Scn *scn_b = relocs_of(b, b->at, &sb);
	size_t n = sa.sh_entsize != 0 ? sa.sh_size / sa.sh_entsize : 0;
	bool same = true;

	if (scn_a == NULL || scn_b == NULL)
		return scn_a == scn_b;
	if (sa.sh_size != sb.sh_size)
		return false;
	for (size_t i = 0; i < n && same; i++) {
		char *ta = reloc_text(a, &sa, elf_getdata(scn_a, NULL), i);
		char *tb = reloc_text(b, &sb, elf_getdata(scn_b, NULL), i);

		same = strcmp(ta, tb) == 0 && ta[0] != '?';
		free(ta);
		free(tb);
	}
	return same;
}

static void differs(const char *path, const char *name, const char *how)
{
	fprintf(details, "%s: %s: %s\n", path, name, how);
}

static void compare_function(const char *path, const struct object *a,
			     const GElf_Shdr *sa, const struct object *b,
			     const GElf_Shdr *sb)
{
	char *name_a = name_of(a, sa);
	char *name_b = name_of(b, sb);

	n_functions++;
	if (strcmp(name_a, name_b) != 0)
		differs(path, name_a, "has another name in the other build");
	else if (sa->sh_flags != sb->sh_flags ||
		 sa->sh_addralign != sb->sh_addralign)
		differs(path, name_a, "flags or alignment");
	else if (!same_bytes(elf_getdata(elf_getscn(a->elf, a->at), NULL),
			     elf_getdata(elf_getscn(b->elf, b->at), NULL)))
		differs(path, name_a, "bytes");
	else if (!same_relocs(a, b))
		differs(path, name_a, "relocations");
	else
		n_same++;
	free(name_a);
	free(name_b);
}

static void compare(const char *dir_a, const char *dir_b, const char *path)
{
	struct object a = {.fd = -1};
	struct object b = {.fd = -1};
	GElf_Shdr sa;
	GElf_Shdr sb;

	if (!open_object(&a, dir_a, path) || !open_object(&b, dir_b, path)) {
		n_functions++;
		differs(path, "-", "not an object in both builds");
	} else {
		bool more_b;

		n_objects++;
		while (next_function(&a, &sa)) {
			if (next_function(&b, &sb)) {
				compare_function(path, &a, &sa, &b, &sb);
			} else {
				n_functions++;
				differs(path, "-", "a function is missing");
			}
		}
		more_b = next_function(&b, &sb);
		n_functions += more_b;
		if (more_b)
			differs(path, "-", "a function more");
	}
	close_object(&a);
	close_object(&b);
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (argc != 3 || elf_version(EV_CURRENT) == EV_NONE)
		return 2;
	details = tmpfile();
	if (details == NULL)
		return 2;
	while ((n = getline(&line, &room, stdin)) > 0) {
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
