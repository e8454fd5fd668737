/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/needed.h"

#include <gelf.h>
#include <libelf.h>

#include "common/diag.h"
#include "common/file.h"

static void read_dynamic(Elf *elf, Elf_Scn *scn, const GElf_Shdr *shdr,
			 struct rcc_strvec *name)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn dyn;

	for (int i = 0; data != NULL && gelf_getdyn(data, i, &dyn) != NULL &&
			dyn.d_tag != DT_NULL;
	     i++) {
		const char *text =
			dyn.d_tag == DT_NEEDED
				? elf_strptr(elf, shdr->sh_link, dyn.d_un.d_val)
				: NULL;

		if (text != NULL)
			rcc_strvec_push(name, text);
	}
}

int rcc_needed_read(const char *path, struct rcc_strvec *name)
{
	struct rcc_file_map map;
	Elf_Scn *scn = NULL;
	Elf *elf;
	int err;

	elf_version(EV_CURRENT);
	err = rcc_file_map(path, &map);
	if (err != 0)
		return err;
	elf = elf_memory((char *)map.data, map.n);
	if (elf == NULL || elf_kind(elf) != ELF_K_ELF)
		err = RCC_EFORMAT;
	while (err == 0 && (scn = elf_nextscn(elf, scn)) != NULL) {
		GElf_Shdr shdr;

		if (gelf_getshdr(scn, &shdr) != NULL &&
		    shdr.sh_type == SHT_DYNAMIC)
			read_dynamic(elf, scn, &shdr, name);
	}
	elf_end(elf);
	rcc_file_unmap(&map);
	return err;
}
