/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_groups.h"

#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/object.h"

/* Return the bytes of a section, or NULL if the file does not hold them. */
static const unsigned char *section_bytes(const struct rcc_elf *im, size_t i)
{
	const GElf_Shdr *s = &im->section[i];

	if (s->sh_type == SHT_NOBITS || s->sh_offset > im->n ||
	    s->sh_size > im->n - s->sh_offset)
		return NULL;
	return im->bytes + im->at + s->sh_offset;
}

/* Open the symbol table in section `table`, unless it is open already. */
static int open_symbols(struct rcc_elf *im, size_t table)
{
	const GElf_Shdr *s = &im->section[table];

	if (im->symbols.data != NULL && im->symbols.section == table)
		return 0;
	if (s->sh_link >= im->n_sections)
		return rcc_elf_malformed(
			im, "symbol table links to missing section %u",
			s->sh_link);
	im->symbols.data = elf_getdata(elf_getscn(im->elf, table), NULL);
	if (im->symbols.data == NULL)
		return rcc_elf_malformed(im, "symbols: %s", elf_errmsg(-1));
	im->symbols.names = rcc_elf_open_strings(im->bytes + im->at, im->n,
						 &im->section[s->sh_link]);
	im->symbols.section = table;
	im->symbols.is_64 = gelf_getclass(im->elf) == ELFCLASS64;
	return 0;
}

/* Read symbol `i` of the symbol table in section `table`, and its name. */
static int read_symbol(struct rcc_elf *im, size_t table, size_t i,
		       GElf_Sym *sym, const char **name)
{
	if (open_symbols(im, table) != 0)
		return RCC_EFORMAT;
	if (!rcc_elf_symbol(im->symbols.is_64, im->symbols.data, i, sym))
		return rcc_elf_malformed(im, "there is no symbol %zu", i);
	*name = rcc_elf_string(&im->symbols.names, sym->st_name);
	if (*name == NULL)
		return rcc_elf_malformed(
			im,
			"the name of symbol %zu lies outside the "
			"string table",
			i);
	return 0;
}

static uint64_t hash_string(const char *s, uint64_t sum)
{
	return rcc_rank_hash(s, strlen(s), sum);
}

/* Return whether the name of a symbol means nothing in another unit.  Such a
 * symbol stands for a section, for a label that the compiler made (.LC0), or
 * for a static variable of the unit. */
static bool is_unnamed(const GElf_Sym *sym)
{
	return GELF_ST_BIND(sym->st_info) == STB_LOCAL &&
	       GELF_ST_TYPE(sym->st_info) != STT_FUNC &&
	       sym->st_shndx != SHN_UNDEF;
}

/* Return a name for the target of a relocation.  The name is the same in all
 * copies of a COMDAT group.  It is the symbol's name or, if the symbol is
 * unnamed, the name of the symbol's section without the unit's name. */
static const char *target_name(struct rcc_elf *im, const GElf_Sym *sym,
			       const char *name)
{
	if (!is_unnamed(sym))
		return name;
	if (sym->st_shndx >= SHN_LORESERVE || sym->st_shndx >= im->n_sections ||
	    sym->st_shndx == 0)
		return "";
	if (im->function_of[sym->st_shndx] != 0)
		return strchr(
			im->object->function[im->function_of[sym->st_shndx] - 1]
				.name.tail,
			'.');
	return rcc_elf_section_name(im, sym->st_shndx);
}

/*
 * Hash the constant that a relocation against an unnamed symbol refers to.
 * For a string, hash all characters.  For any other constant, hash 16 bytes,
 * because its size is not known.
 *
 * The constant's offset in its section is taken to be
 *
 *	addend + 4	on x86, as for a PC-relative relocation
 *	addend		on other machines
 *
 * On x86 this offset is too small if an immediate operand follows the relocated
 * field.  Equal copies of a group still have equal hashes, because the error is
 * the same in every copy.
 */
static uint64_t hash_constant(const struct rcc_elf *im, size_t section,
			      int64_t addend)
{
	const GElf_Shdr *s;
	const unsigned char *bytes;
	const bool is_x86 = im->machine == EM_X86_64 || im->machine == EM_386;
	/* The sum may be negative, or too large in a malformed file. */
	const uint64_t sum = (uint64_t)addend + (is_x86 ? 4 : 0);
	const uint64_t at = sum <= INT64_MAX ? sum : 0;
	size_t n = 16;

	if (section == 0 || section >= SHN_LORESERVE ||
	    section >= im->n_sections)
		return 0;
	s = &im->section[section];
	bytes = section_bytes(im, section);
	if (bytes == NULL || (s->sh_flags & SHF_EXECINSTR) != 0 ||
	    at >= s->sh_size)
		return 0;
	if ((s->sh_flags & SHF_STRINGS) != 0)
		n = strnlen((const char *)bytes + at, s->sh_size - at);
	else if (n > s->sh_size - at)
		n = s->sh_size - at;
	return rcc_rank_hash(bytes + at, n, 1);
}

/* Add the relocations in section `reloc` to the hash *sum. */
static int hash_relocs(struct rcc_elf *im, size_t reloc, uint64_t *sum)
{
	const GElf_Shdr *s = &im->section[reloc];
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, reloc), NULL);
	size_t n = s->sh_entsize != 0 ? s->sh_size / s->sh_entsize : 0;

	if (data == NULL || s->sh_link >= im->n_sections)
		return rcc_elf_malformed(im, "relocations in section %zu: %s",
					 reloc, elf_errmsg(-1));
	for (size_t i = 0; i < n; i++) {
		GElf_Rela r = {0};
		GElf_Sym sym;
		const char *name;
		uint64_t key[3];
		int err;

		if (s->sh_type == SHT_RELA
			    ? gelf_getrela(data, (int)i, &r) == NULL
			    : gelf_getrel(data, (int)i, (GElf_Rel *)&r) == NULL)
			return rcc_elf_malformed(im, "relocation %zu: %s", i,
						 elf_errmsg(-1));
		err = read_symbol(im, s->sh_link, GELF_R_SYM(r.r_info), &sym,
				  &name);
		if (err != 0)
			return err;
		key[0] = r.r_offset;
		key[1] = GELF_R_TYPE(r.r_info);
		/* Hash the value of an unnamed constant.  The value is the same
		 * in every copy of the group.  The constant's offset is not,
		 * because it depends on the unit. */
		key[2] =
			is_unnamed(&sym)
				? hash_constant(im, sym.st_shndx,
						(int64_t)(sym.st_value +
							  (uint64_t)r.r_addend))
				: (uint64_t)r.r_addend;
		*sum = rcc_rank_hash(key, sizeof(key), *sum);
		*sum = hash_string(target_name(im, &sym, name), *sum);
	}
	return 0;
}

/* Add a member of a group to the hash *sum.  If the member is a section of
 * relocations, hash the relocations.  Otherwise hash its size, its bytes and
 * its name.  The name of a function's section is left out, because it contains
 * the unit's name. */
static int hash_member(struct rcc_elf *im, size_t i, uint64_t *sum)
{
	const GElf_Shdr *s = &im->section[i];
	const unsigned char *bytes;

	if (s->sh_type == SHT_RELA || s->sh_type == SHT_REL)
		return hash_relocs(im, i, sum);
	if (im->function_of[i] == 0)
		*sum = hash_string(rcc_elf_section_name(im, i), *sum);
	*sum = rcc_rank_hash(&s->sh_size, sizeof(s->sh_size), *sum);
	bytes = section_bytes(im, i);
	if (bytes != NULL)
		*sum = rcc_rank_hash(bytes, s->sh_size, *sum);
	return 0;
}

/* Read a section group: a flag word, followed by the indices of its members. */
static int read_group(struct rcc_elf *im, size_t i)
{
	const GElf_Shdr *s = &im->section[i];
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, i), NULL);
	struct rcc_object *o = im->object;
	const Elf32_Word *word;
	struct rcc_comdat *comdat;
	GElf_Sym sym;
	const char *name;
	uint64_t sum = 0;
	size_t n;
	int err;

	if (data == NULL || data->d_buf == NULL || s->sh_link >= im->n_sections)
		return rcc_elf_malformed(im, "section group %zu: %s", i,
					 elf_errmsg(-1));
	word = data->d_buf;
	n = data->d_size / sizeof(*word);
	if (n == 0 || (word[0] & GRP_COMDAT) == 0)
		return 0;
	err = read_symbol(im, s->sh_link, s->sh_info, &sym, &name);
	for (size_t k = 1; k < n && err == 0; k++) {
		if (word[k] == 0 || word[k] >= im->n_sections)
			return rcc_elf_malformed(
				im,
				"section group %zu names missing section "
				"%u",
				i, word[k]);
		im->group_of[word[k]] = (uint32_t)o->n_comdats + 1;
		err = hash_member(im, word[k], &sum);
	}
	if (err != 0)
		return err;
	comdat = &o->comdat[o->n_comdats++];
	comdat->name = GELF_ST_TYPE(sym.st_info) == STT_SECTION ? "" : name;
	comdat->digest = hash_string(comdat->name, sum);
	return 0;
}

int rcc_elf_read_groups(struct rcc_elf *im)
{
	size_t n_groups = 0;

	im->group_of = rcc_mem_calloc(im->n_sections, sizeof(*im->group_of));
	for (size_t i = 1; i < im->n_sections; i++)
		n_groups += im->section[i].sh_type == SHT_GROUP;
	im->object->comdat =
		rcc_mem_calloc(n_groups, sizeof(*im->object->comdat));
	for (size_t i = 1; i < im->n_sections; i++) {
		int err = im->section[i].sh_type == SHT_GROUP
				  ? read_group(im, i)
				  : 0;
		if (err != 0)
			return err;
	}
	return 0;
}

/* Return the group that defines a symbol, as in im->group_of.  Returns 0 if the
 * symbol is outside COMDAT groups. */
static uint32_t group_of_symbol(const struct rcc_elf *im, const GElf_Sym *sym)
{
	return sym->st_shndx < SHN_LORESERVE && sym->st_shndx < im->n_sections
		       ? im->group_of[sym->st_shndx]
		       : 0;
}

/* Add a symbol that a group defines to the object's names of groups.  Most
 * groups define one symbol, which is the signature and so is there already. */
static void add_to_comdats(struct rcc_object *o, uint32_t group,
			   const char *name, size_t *n_allocated)
{
	const struct rcc_comdat of = o->comdat[group - 1];

	if (strcmp(of.name, name) == 0)
		return;
	o->comdat = rcc_mem_grow(o->comdat, o->n_comdats, n_allocated,
				 sizeof(*o->comdat));
	o->comdat[o->n_comdats++] =
		(struct rcc_comdat){.name = name, .digest = of.digest};
}

/* Read the definitions in the symbol table that is section `table`.  Its header
 * has the index of the first symbol that is not local. */
static int read_definitions(struct rcc_elf *im, size_t table)
{
	const GElf_Shdr *s = &im->section[table];
	struct rcc_object *o = im->object;
	size_t n = s->sh_entsize != 0 ? s->sh_size / s->sh_entsize : 0;
	size_t n_weak_allocated = 0;
	size_t n_comdats_allocated = o->n_comdats;

	for (size_t i = s->sh_info; i < n; i++) {
		GElf_Sym sym;
		const char *name;
		uint32_t group;
		int err = read_symbol(im, table, i, &sym, &name);

		if (err != 0)
			return err;
		if (sym.st_shndx == SHN_UNDEF)
			continue;
		group = group_of_symbol(im, &sym);
		if (group != 0) {
			add_to_comdats(o, group, name, &n_comdats_allocated);
		} else if (GELF_ST_BIND(sym.st_info) == STB_WEAK) {
			o->weak = rcc_mem_grow(o->weak, o->n_weak,
					       &n_weak_allocated,
					       sizeof(*o->weak));
			o->weak[o->n_weak++] = name;
		}
	}
	return 0;
}

int rcc_elf_read_definitions(struct rcc_elf *im)
{
	for (size_t i = 1; i < im->n_sections; i++)
		if (im->section[i].sh_type == SHT_SYMTAB)
			return read_definitions(im, i);
	return 0;
}
