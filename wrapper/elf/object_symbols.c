/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_symbols.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/elf_reader.h"

static bool table_defines(Elf *elf, Elf_Scn *scn, const GElf_Shdr *shdr,
			  const char *name)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t n = shdr->sh_entsize != 0 ? shdr->sh_size / shdr->sh_entsize : 0;

	for (size_t i = shdr->sh_info; data != NULL && i < n; i++) {
		GElf_Sym sym;
		const char *is;

		if (gelf_getsym(data, (int)i, &sym) == NULL)
			return false;
		is = sym.st_shndx != SHN_UNDEF
			     ? elf_strptr(elf, shdr->sh_link, sym.st_name)
			     : NULL;
		if (is != NULL && strcmp(is, name) == 0)
			return true;
	}
	return false;
}

bool rcc_object_defines(const struct rcc_object_file *f,
			const struct rcc_object *o, const char *name)
{
	Elf *elf = elf_memory((char *)f->map.data + o->at, o->n_bytes);
	Elf_Scn *scn = NULL;
	bool defines = false;

	while (elf != NULL && !defines &&
	       (scn = elf_nextscn(elf, scn)) != NULL) {
		GElf_Shdr shdr;

		if (gelf_getshdr(scn, &shdr) != NULL &&
		    shdr.sh_type == SHT_SYMTAB)
			defines = table_defines(elf, scn, &shdr, name);
	}
	elf_end(elf);
	return defines;
}

/* Whether a section holds variables that the factor `data` can place. */
enum holding {
	HOLDS_NONE, /* holds no such variables */
	HOLDS_SOME, /* holds at least one */
	/* The section holds variables, or else only constants that the compiler
	 * made, which have no symbols. */
	MAY_HOLD,
};

/* Decide by a section's name what it holds.  A section .data.NAME holds a
 * variable (-fdata-sections).  Plain .data may hold only constants: in
 * position-independent code, gcc puts the initial value of a local struct or
 * array there if the value has relocations.  This constant has no symbol. */
static enum holding holding_of_name(const char *name)
{
	for (int i = RCC_RANK_N_CLASSES; i < RCC_RANK_END; i++) {
		enum rcc_rank_class cls = (enum rcc_rank_class)i;
		const char *prefix = rcc_rank_plain_prefix(cls);
		/* Leave out the dot at the end of the prefix. */
		size_t len = strlen(prefix) - 1;
		enum rcc_rank_group group = rcc_rank_group_of(cls);

		if (strncmp(name, prefix, len) == 0 &&
		    (name[len] == '\0' || name[len] == '.'))
			return group == RCC_RANK_IN_RODATA ||
					       group == RCC_RANK_IN_RELRO ||
					       strcmp(name, ".data") == 0
				       ? MAY_HOLD
				       : HOLDS_SOME;
	}
	return HOLDS_NONE;
}

static enum holding holding_of(const GElf_Shdr *s, const char *name)
{
	bool can_be = rcc_elf_is_variable(s) && s->sh_size != 0;

	return can_be && name != NULL ? holding_of_name(name) : HOLDS_NONE;
}

static Elf_Scn *symbol_table(Elf *elf, GElf_Shdr *shdr)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn)) != NULL)
		if (gelf_getshdr(scn, shdr) != NULL &&
		    shdr->sh_type == SHT_SYMTAB)
			break;
	return scn;
}

/* Return whether a symbol is a mapping symbol.  The assemblers for aarch64 and
 * arm write such a symbol where code ($x, $a, $t) or data ($d) begins.  A dot
 * and more text may follow.  A mapping symbol names no variable. */
static bool is_mapping(const GElf_Sym *sym, const char *name)
{
	return GELF_ST_TYPE(sym->st_info) == STT_NOTYPE &&
	       GELF_ST_BIND(sym->st_info) == STB_LOCAL && name != NULL &&
	       name[0] == '$' && name[1] != '\0' &&
	       strchr("adtx", name[1]) != NULL &&
	       (name[2] == '\0' || name[2] == '.');
}

/* Return whether any symbol is in a section that may hold variables (MAY_HOLD).
 * Also return true for an object without a file symbol (STT_FILE).  The local
 * symbols of such an object were stripped, and one of them may have been a
 * variable in such a section. */
static bool names_variable(Elf *elf, const enum holding *section,
			   size_t n_sections)
{
	GElf_Shdr shdr = {0};
	Elf_Scn *scn = symbol_table(elf, &shdr);
	Elf_Data *data = elf_getdata(scn, NULL);
	int index = scn != NULL ? elf_scnshndx(scn) : 0;
	Elf_Scn *far = index > 0 ? elf_getscn(elf, (size_t)index) : NULL;
	size_t n = shdr.sh_entsize != 0 ? shdr.sh_size / shdr.sh_entsize : 0;
	bool has_file = false;

	for (size_t i = 1; i < n; i++) {
		Elf32_Word at = 0;
		GElf_Sym sym;
		int type;

		if (gelf_getsymshndx(data, elf_getdata(far, NULL), (int)i, &sym,
				     &at) == NULL)
			return true;
		type = GELF_ST_TYPE(sym.st_info);
		has_file |= type == STT_FILE;
		if (sym.st_shndx != SHN_XINDEX)
			at = sym.st_shndx;
		if (type != STT_SECTION && at < n_sections &&
		    section[at] == MAY_HOLD &&
		    !is_mapping(&sym,
				elf_strptr(elf, shdr.sh_link, sym.st_name)))
			return true;
	}
	return !has_file;
}

/* Set section[i] to what section i holds.  Returns HOLDS_SOME if any section is
 * HOLDS_SOME, otherwise MAY_HOLD if any section is MAY_HOLD. */
static enum holding find_holding(Elf *elf, enum holding *section, size_t n)
{
	enum holding all = HOLDS_NONE;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return HOLDS_NONE;
	for (size_t i = 1; i < n; i++) {
		GElf_Shdr shdr;

		if (gelf_getshdr(elf_getscn(elf, i), &shdr) == NULL)
			continue;
		section[i] =
			holding_of(&shdr, elf_strptr(elf, names, shdr.sh_name));
		if (section[i] != HOLDS_NONE && all != HOLDS_SOME)
			all = section[i];
	}
	return all;
}

bool rcc_object_has_plain_variables(const struct rcc_object_file *f,
				    const struct rcc_object *o)
{
	Elf *elf = elf_memory((char *)f->map.data + o->at, o->n_bytes);
	enum holding *section = NULL;
	enum holding all = HOLDS_NONE;
	size_t n = 0;
	bool found;

	if (elf != NULL && elf_getshdrnum(elf, &n) == 0) {
		section = rcc_mem_calloc(n, sizeof(*section));
		all = find_holding(elf, section, n);
	}
	found = all == HOLDS_SOME ||
		(all == MAY_HOLD && names_variable(elf, section, n));
	free(section);
	elf_end(elf);
	return found;
}
