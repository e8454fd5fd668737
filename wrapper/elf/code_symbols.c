/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/code_symbols.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/rank.h"
#include "wrapper/elf/elf_reader.h"

static void add(struct rcc_code_symbols *code, const GElf_Sym *sym,
		const GElf_Shdr *shdr, const char *name, const char *section,
		bool is_object)
{
	struct rcc_code_symbol *s;
	/* In an object, the value of a symbol is relative to the symbol's
	 * section.  In a program it is an address. */
	const uint64_t base = is_object ? 0 : shdr->sh_addr;

	code->item = rcc_mem_grow(code->item, code->n, &code->n_allocated,
				  sizeof(*code->item));
	s = &code->item[code->n++];
	*s = (struct rcc_code_symbol){
		.name = name,
		.section = section,
		.address = sym->st_value,
		.offset = shdr->sh_offset + (sym->st_value - base),
		.size = sym->st_size,
		.align = shdr->sh_addralign,
	};
}

/* An ELF image, and the string tables that names are in. */
struct image {
	Elf *elf;
	const unsigned char *bytes;
	size_t n;
	bool is_object;
	struct rcc_elf_strings section_names;
	struct rcc_elf_strings names; /* names of symbols */
};

static void read_symbol(struct rcc_code_symbols *code, const struct image *im,
			const GElf_Sym *sym)
{
	const int type = GELF_ST_TYPE(sym->st_info);
	const char *name = rcc_elf_string(&im->names, sym->st_name);
	const char *section;
	GElf_Shdr shdr;

	if (name == NULL)
		return;
	if (type == STT_FILE && code->source == NULL)
		code->source = name;
	if ((type != STT_FUNC && type != STT_GNU_IFUNC) ||
	    sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE ||
	    gelf_getshdr(elf_getscn(im->elf, sym->st_shndx), &shdr) == NULL ||
	    (shdr.sh_flags & SHF_EXECINSTR) == 0)
		return;
	section = rcc_elf_string(&im->section_names, shdr.sh_name);
	add(code, sym, &shdr, name, section != NULL ? section : "",
	    im->is_object);
}

static void read_symbols(struct rcc_code_symbols *code, struct image *im)
{
	Elf *elf = im->elf;
	Elf_Scn *scn = NULL;
	GElf_Ehdr ehdr;
	size_t names;

	if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &ehdr) == NULL ||
	    elf_getshdrstrndx(elf, &names) != 0)
		return;
	im->is_object = ehdr.e_type == ET_REL;
	im->section_names = rcc_elf_strings_of(elf, im->bytes, im->n, names);
	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		GElf_Shdr shdr;
		GElf_Sym sym;
		Elf_Data *data;

		if (gelf_getshdr(scn, &shdr) == NULL ||
		    shdr.sh_type != SHT_SYMTAB)
			continue;
		data = elf_getdata(scn, NULL);
		im->names =
			rcc_elf_strings_of(elf, im->bytes, im->n, shdr.sh_link);
		for (int i = 1;
		     data != NULL && gelf_getsym(data, i, &sym) != NULL; i++)
			read_symbol(code, im, &sym);
	}
}

void rcc_code_symbols_read(struct rcc_code_symbols *code,
			   const unsigned char *image, size_t n)
{
	struct image im = {.bytes = image, .n = n};

	memset(code, 0, sizeof(*code));
	elf_version(EV_CURRENT);
	im.elf = elf_memory((char *)image, n);
	if (im.elf != NULL)
		read_symbols(code, &im);
	/* The names stay valid: they point into the caller's image. */
	elf_end(im.elf);
}

void rcc_code_symbols_release(struct rcc_code_symbols *code)
{
	free(code->item);
	memset(code, 0, sizeof(*code));
}

bool rcc_code_symbols_is_moved(const char *section)
{
	struct rcc_rank_name name;

	return rcc_rank_parse(section, strlen(section), &name) == 0;
}
