/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/needed.h"

#include <gelf.h>
#include <libelf.h>

#include "common/diag.h"
#include "common/file.h"

/* The lists that are being read. */
struct lists {
	struct rcc_strvec *name;
	struct rcc_strvec *run_path; /* may be NULL */
};

/* Return the list to which an entry with this tag belongs, or NULL. */
static struct rcc_strvec *list_of(const struct lists *lists, GElf_Sxword tag)
{
	if (tag == DT_NEEDED)
		return lists->name;
	return tag == DT_RPATH || tag == DT_RUNPATH ? lists->run_path : NULL;
}

static void read_dynamic(Elf *elf, Elf_Scn *scn, const GElf_Shdr *shdr,
			 const struct lists *lists)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn dyn;

	for (int i = 0; data != NULL && gelf_getdyn(data, i, &dyn) != NULL &&
			dyn.d_tag != DT_NULL;
	     i++) {
		struct rcc_strvec *list = list_of(lists, dyn.d_tag);
		const char *text = list != NULL ? elf_strptr(elf, shdr->sh_link,
							     dyn.d_un.d_val)
						: NULL;

		if (text != NULL)
			rcc_strvec_push(list, text);
	}
}

int rcc_needed_read(const char *path, struct rcc_strvec *name,
		    struct rcc_strvec *run_path)
{
	const struct lists lists = {name, run_path};
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
			read_dynamic(elf, scn, &shdr, &lists);
	}
	elf_end(elf);
	rcc_file_unmap(&map);
	return err;
}
