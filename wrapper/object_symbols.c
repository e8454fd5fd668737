/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an input defines. */
#include "wrapper/object.h"

#include <gelf.h>
#include <libelf.h>
#include <string.h>

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
