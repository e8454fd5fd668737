/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/output.h"

#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/elf_reader.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/radix.h"

static const char *string_of(Elf *elf, size_t table, size_t offset)
{
	return elf_strptr(elf, table, offset);
}

static void read_note(struct rcc_output *out, Elf_Scn *scn,
		      const GElf_Shdr *shdr)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t name_at;
	size_t desc_at;
	size_t at = 0;
	GElf_Nhdr note;

	if (data == NULL)
		return;
	while ((at = gelf_getnote(data, at, &note, &name_at, &desc_at)) > 0) {
		const char *base = data->d_buf;

		if (note.n_type != RCC_NOTE_TYPE ||
		    note.n_namesz != sizeof(RCC_NOTE_OWNER) ||
		    memcmp(base + name_at, RCC_NOTE_OWNER,
			   sizeof(RCC_NOTE_OWNER)) != 0 ||
		    out->note != NULL)
			continue;
		out->note = rcc_mem_strndup(base + desc_at, note.n_descsz);
		out->note_at = shdr->sh_offset + desc_at;
		out->n_note = note.n_descsz;
	}
}

/* The section that was looked up last.  It is cached, because the next symbol
 * is usually in the same section. */
struct place {
	size_t section; /* 0 before the first symbol */
	bool is_loaded;
	bool is_code;
};

/* Look up the section of a symbol.  Returns false if the symbol is not loaded
 * into memory. */
static bool find_place(Elf *elf, const GElf_Sym *sym, struct place *place)
{
	Elf_Scn *scn;
	GElf_Shdr shdr;

	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE)
		return false;
	if (place->section != sym->st_shndx) {
		place->section = sym->st_shndx;
		scn = elf_getscn(elf, sym->st_shndx);
		place->is_loaded = scn != NULL &&
				   gelf_getshdr(scn, &shdr) != NULL &&
				   (shdr.sh_flags & SHF_ALLOC) != 0;
		place->is_code = place->is_loaded &&
				 (shdr.sh_flags & SHF_EXECINSTR) != 0;
	}
	return place->is_loaded;
}

/* A growing list of the program's functions, or of its variables. */
struct list {
	struct rcc_output_symbol **at;
	size_t *n;
	size_t n_allocated;
};

static void add_symbol(struct list *list, const GElf_Sym *sym, const char *name)
{
	struct rcc_output_symbol *last;

	*list->at = rcc_mem_grow(*list->at, *list->n, &list->n_allocated,
				 sizeof(**list->at));
	last = &(*list->at)[(*list->n)++];
	last->address = sym->st_value;
	last->name = name;
}

static bool is_kept(int type)
{
	return type == STT_FUNC || type == STT_GNU_IFUNC ||
	       type == STT_OBJECT || type == STT_TLS;
}

static void read_symbols(struct rcc_output *out, Elf *elf, Elf_Scn *scn,
			 const GElf_Shdr *shdr)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	bool is_64 = gelf_getclass(elf) == ELFCLASS64;
	struct rcc_elf_strings names = rcc_elf_strings_of(
		elf, out->map.data, out->map.n, shdr->sh_link);
	size_t n = shdr->sh_entsize != 0 ? shdr->sh_size / shdr->sh_entsize : 0;
	struct list function = {&out->function, &out->n_functions,
				out->n_functions};
	struct list variable = {&out->variable, &out->n_variables,
				out->n_variables};
	struct place place = {0};

	for (size_t i = 1; data != NULL && i < n; i++) {
		const char *name;
		GElf_Sym sym;
		int type;

		if (!rcc_elf_symbol(is_64, data, i, &sym))
			break;
		type = GELF_ST_TYPE(sym.st_info);
		if (!is_kept(type) || !find_place(elf, &sym, &place))
			continue;
		name = rcc_elf_string(&names, sym.st_name);
		if (name == NULL)
			continue;
		if (place.is_code &&
		    (type == STT_FUNC || type == STT_GNU_IFUNC))
			add_symbol(&function, &sym, name);
		else if (!place.is_code &&
			 (type == STT_OBJECT || type == STT_TLS))
			add_symbol(&variable, &sym, name);
	}
}

static void find_entry(struct rcc_output *out, Elf *elf, const GElf_Ehdr *ehdr)
{
	GElf_Phdr phdr;

	for (int i = 0; gelf_getphdr(elf, i, &phdr) != NULL; i++) {
		uint64_t at = ehdr->e_entry - phdr.p_vaddr;

		if (phdr.p_type != PT_LOAD || ehdr->e_entry < phdr.p_vaddr ||
		    at >= phdr.p_filesz || phdr.p_offset > out->map.n ||
		    phdr.p_filesz > out->map.n - phdr.p_offset)
			continue;
		out->entry = out->map.data + phdr.p_offset + at;
		out->n_entry = phdr.p_filesz - at;
	}
}

static int by_name(const void *a, const void *b)
{
	const struct rcc_output_symbol *x = a;
	const struct rcc_output_symbol *y = b;

	return strcmp(x->name, y->name);
}

/* Sort symbols by address, then by name.  Frees `at`; caller frees the
 * result. */
static struct rcc_output_symbol *sorted(struct rcc_output_symbol *at, size_t n)
{
	struct rcc_radix_item *item = rcc_mem_alloc(n * sizeof(*item));
	struct rcc_output_symbol *out = rcc_mem_alloc(n * sizeof(*out));

	for (size_t i = 0; i < n; i++)
		item[i] = (struct rcc_radix_item){at[i].address, i};
	rcc_radix_sort(item, n);
	for (size_t i = 0; i < n; i++)
		out[i] = at[item[i].value];
	free(item);
	free(at);
	for (size_t i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && out[k].address == out[i].address;)
			k++;
		if (k - i > 1)
			qsort(out + i, k - i, sizeof(*out), by_name);
	}
	return out;
}

static int read_output(struct rcc_output *out, Elf *elf, char *reason)
{
	Elf_Scn *scn = NULL;
	GElf_Ehdr ehdr;
	size_t names;

	if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &ehdr) == NULL) {
		snprintf(reason, RCC_WHY_MAX, "not an ELF file");
		return RCC_EFORMAT;
	}
	if (elf_getshdrstrndx(elf, &names) != 0) {
		snprintf(reason, RCC_WHY_MAX, "%s", elf_errmsg(-1));
		return RCC_EFORMAT;
	}
	out->has_sections = ehdr.e_shoff != 0;
	find_entry(out, elf, &ehdr);
	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		GElf_Shdr shdr;
		const char *name;

		if (gelf_getshdr(scn, &shdr) == NULL)
			continue;
		name = string_of(elf, names, shdr.sh_name);
		if (shdr.sh_type == SHT_NOTE && name != NULL &&
		    strcmp(name, RCC_NOTE_SECTION) == 0)
			read_note(out, scn, &shdr);
		else if (shdr.sh_type == SHT_SYMTAB)
			read_symbols(out, elf, scn, &shdr);
	}
	out->function = sorted(out->function, out->n_functions);
	out->variable = sorted(out->variable, out->n_variables);
	return 0;
}

int rcc_output_open(struct rcc_output *out, const char *path, char *reason)
{
	Elf *elf;
	int err;

	memset(out, 0, sizeof(*out));
	elf_version(EV_CURRENT);
	err = rcc_file_map(path, &out->map);
	if (err != 0)
		return err;
	elf = elf_memory((char *)out->map.data, out->map.n);
	if (elf == NULL) {
		snprintf(reason, RCC_WHY_MAX, "%s", elf_errmsg(-1));
		err = RCC_EFORMAT;
	} else {
		err = read_output(out, elf, reason);
		/* The names stay valid: they point into our mapping of the
		 * file. */
		elf_end(elf);
	}
	if (err != 0)
		rcc_output_release(out);
	return err;
}

void rcc_output_release(struct rcc_output *out)
{
	free(out->note);
	free(out->function);
	free(out->variable);
	rcc_file_unmap(&out->map);
	memset(out, 0, sizeof(*out));
}

/* Find the line "stack: ..." in the note.  Sets *line to the newline before the
 * line.  Returns the length of this newline and the line together, or 0 if
 * there is no such line. */
static size_t stack_line(const char *note, const char **line)
{
	*line = note != NULL ? strstr(note, "\nstack: ") : NULL;
	return *line != NULL ? strcspn(*line + 1, "\n") + 1 : 0;
}

bool rcc_output_has_data(const struct rcc_output *out)
{
	return out->note != NULL && strstr(out->note, "\ndata: ") != NULL;
}

uint64_t rcc_output_digest(const struct rcc_output *out)
{
	bool with_distances =
		out->note != NULL &&
		(strstr(out->note, "\npadding-max: ") != NULL ||
		 strstr(out->note, "\n" RCC_NOTE_OFFSET) != NULL ||
		 strstr(out->note, "\n" RCC_NOTE_MOVE) != NULL);
	const char *line;
	size_t n_line = stack_line(out->note, &line);
	uint64_t sum = 0;

	for (size_t i = 0; i < out->n_functions; i++) {
		uint64_t distance =
			out->function[i].address - out->function[0].address;

		sum = rcc_rank_hash(out->function[i].name,
				    strlen(out->function[i].name) + 1, sum);
		if (with_distances)
			sum = rcc_rank_hash(&distance, sizeof(distance), sum);
	}
	for (size_t i = 0; rcc_output_has_data(out) && i < out->n_variables;
	     i++)
		sum = rcc_rank_hash(out->variable[i].name,
				    strlen(out->variable[i].name) + 1, sum);
	if (n_line != 0)
		sum = rcc_rank_hash(line, n_line, sum);
	return sum;
}
