/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/layout_object.h"

#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "wrapper/elf/output.h"

static void append_word(struct rcc_strbuf *b, const struct rcc_elf_flavour *f,
			uint32_t value)
{
	unsigned char w[4];

	for (int i = 0; i < 4; i++)
		w[f->data == ELFDATA2MSB ? 3 - i : i] =
			(unsigned char)(value >> (8 * i));
	rcc_strbuf_add_bytes(b, w, sizeof(w));
}

static void append_note(struct rcc_strbuf *b, const struct rcc_elf_flavour *f,
			const char *owner, uint32_t type, const void *desc,
			size_t n, size_t align)
{
	static const char zero[8];
	size_t n_owner = strlen(owner) + 1;

	append_word(b, f, (uint32_t)n_owner);
	append_word(b, f, (uint32_t)n);
	append_word(b, f, type);
	rcc_strbuf_add_bytes(b, owner, n_owner);
	rcc_strbuf_add_bytes(b, zero, (4 - n_owner % 4) % 4);
	rcc_strbuf_add_bytes(b, desc, n);
	rcc_strbuf_add_bytes(b, zero, (align - n % align) % align);
}

/* The state of writing the layout object.  The buffers must live until
 * elf_update() has read them. */
struct writer {
	Elf *elf;
	struct rcc_strbuf names;
	struct rcc_strbuf note;
	struct rcc_strbuf property;
	unsigned char *no_ops;
	char *reason;
};

static int failed(struct writer *w, const char *what)
{
	snprintf(w->reason, RCC_WHY_MAX, "%s: %s", what, elf_errmsg(-1));
	return RCC_EFORMAT;
}

/* Add a section whose header and bytes come from the caller. */
static int add_whole(struct writer *w, const struct rcc_layout_section *s)
{
	Elf_Scn *scn = elf_newscn(w->elf);
	GElf_Shdr shdr;
	Elf_Data *d;

	if (scn == NULL || gelf_getshdr(scn, &shdr) == NULL)
		return failed(w, "new section");
	shdr.sh_name = (GElf_Word)w->names.n;
	shdr.sh_type = s->type;
	shdr.sh_flags = s->flags;
	shdr.sh_addralign = s->align;
	shdr.sh_entsize = s->entry_size;
	shdr.sh_link = s->link;
	shdr.sh_info = s->info;
	rcc_strbuf_add_bytes(&w->names, s->name, strlen(s->name) + 1);
	d = elf_newdata(scn);
	if (d == NULL || gelf_update_shdr(scn, &shdr) == 0)
		return failed(w, "new section");
	d->d_buf = s->n != 0 ? s->bytes : NULL;
	d->d_size = s->n;
	d->d_align = s->align;
	d->d_type = ELF_T_BYTE;
	d->d_version = EV_CURRENT;
	return 0;
}

static int add_section(struct writer *w, const char *name, uint32_t type,
		       uint64_t flags, uint64_t align, void *data, size_t n)
{
	const struct rcc_layout_section s = {
		.name = name,
		.type = type,
		.flags = flags,
		.align = align,
		.bytes = data,
		.n = n,
	};

	return add_whole(w, &s);
}

/* The types of a GNU note and of properties in it, from the psABIs of x86-64
 * and of aarch64. */
#define GNU_PROPERTY_TYPE 5
#define X86_FEATURE_1_AND 0xc0000002u
#define AARCH64_FEATURE_1_AND 0xc0000000u

/* The contents of the layout object that depend on the machine. */
static const struct machine {
	uint16_t machine;
	uint32_t property; /* type of the property for control-flow features */
	size_t n_instruction; /* size of an instruction that traps */
} machine_table[] = {
	{EM_X86_64, X86_FEATURE_1_AND, 1},
	{EM_386, X86_FEATURE_1_AND, 1},
	{EM_AARCH64, AARCH64_FEATURE_1_AND, 4},
};

static const struct machine *machine_of(const struct rcc_elf_flavour *f)
{
	for (size_t i = 0; i < sizeof(machine_table) / sizeof(machine_table[0]);
	     i++)
		if (machine_table[i].machine == f->machine)
			return &machine_table[i];
	return NULL;
}

static int add_property(struct writer *w, const struct rcc_elf_flavour *f)
{
	struct rcc_strbuf desc = {0};
	size_t align = f->elf_class == ELFCLASS64 ? 8 : 4;
	const struct machine *m = machine_of(f);
	int err;

	if (m == NULL)
		return 0;
	append_word(&desc, f, m->property);
	append_word(&desc, f, 4);
	append_word(&desc, f, UINT32_MAX);
	if (align == 8)
		append_word(&desc, f, 0);
	append_note(&w->property, f, "GNU", GNU_PROPERTY_TYPE, desc.text,
		    desc.n, align);
	err = add_section(w, ".note.gnu.property", SHT_NOTE, SHF_ALLOC, align,
			  w->property.text, w->property.n);
	rcc_strbuf_release(&desc);
	return err;
}

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

/*
 * Write a filler: n bytes of instructions that trap.  The program never reaches
 * these instructions.  They encode `i`, the number of the filler, because the
 * linker might fold equal fillers into one (--icf).
 *
 * Each instruction stands for a digit of `i`.  On x86 the digits have base 3:
 * int3, hlt and int1 stand for 0, 1 and 2.  On aarch64 the digits have base
 * 2^16: brk #N stands for N.  Instructions are little-endian on every aarch64,
 * even where data are big-endian.
 */
static void fill(unsigned char *at, size_t n, size_t i, const struct machine *m)
{
	static const unsigned char trap[] = {0xcc, 0xf4, 0xf1};

	if (m->n_instruction == 1)
		for (size_t k = 0; k < n; k++, i /= sizeof(trap))
			at[k] = trap[i % sizeof(trap)];
	else
		for (size_t k = 0; k + 4 <= n; k += 4, i >>= 16) {
			uint32_t brk = 0xd4200000u | (i & 0xffff) << 5;

			for (int b = 0; b < 4; b++)
				at[k + b] = (unsigned char)(brk >> 8 * b);
		}
}

bool rcc_layout_object_can_fill(const struct rcc_elf_flavour *flavour)
{
	return machine_of(flavour) != NULL;
}

/* Add a section with the filler number `i`, of n bytes.  The bytes of the
 * filler are written to the buffer `at`. */
static int add_filler(struct writer *w, const struct machine *m,
		      const char *name, uint64_t align, unsigned char *at,
		      size_t n, size_t i)
{
	fill(at, n, i, m);
	/* Nothing refers to this section, so --gc-sections would remove it
	 * without SHF_GNU_RETAIN. */
	return add_section(w, name, SHT_PROGBITS,
			   SHF_ALLOC | SHF_EXECINSTR | SHF_GNU_RETAIN, align,
			   at, n);
}

static int add_fillers(struct writer *w, const struct rcc_layout_object *l)
{
	const struct machine *m = machine_of(&l->flavour);
	size_t total = 0;
	unsigned char *at;
	int err = 0;

	if (l->n_fillers + l->n_windows == 0)
		return 0;
	if (m == NULL) {
		snprintf(w->reason, RCC_WHY_MAX, "no filler on machine %u",
			 l->flavour.machine);
		return RCC_EUNSUP;
	}
	for (size_t i = 0; i < l->n_fillers; i++)
		total += l->filler[i].n_bytes;
	for (size_t i = 0; i < l->n_windows; i++)
		total += l->window[i].n_bytes;
	at = w->no_ops = rcc_mem_alloc(total);
	for (size_t i = 0; i < l->n_fillers && err == 0; i++) {
		err = add_filler(w, m, l->filler[i].name, l->filler[i].align,
				 at, l->filler[i].n_bytes, i);
		at += l->filler[i].n_bytes;
	}
	for (size_t i = 0; i < l->n_windows && err == 0; i++) {
		err = add_filler(w, m, l->window[i].name, m->n_instruction, at,
				 l->window[i].n_bytes, l->n_fillers + i);
		at += l->window[i].n_bytes;
	}
	return err;
}

static int add_sections(struct writer *w, const struct rcc_layout_object *l)
{
	const struct rcc_elf_flavour *f = &l->flavour;
	int err = 0;

	rcc_strbuf_add_bytes(&w->names, "", 1);
	for (size_t i = 0; i < l->n_first && err == 0; i++)
		err = add_whole(w, &l->first[i]);
	if (err == 0)
		err = add_section(w, ".note.GNU-stack", SHT_PROGBITS, 0, 1,
				  NULL, 0);
	if (err == 0)
		err = add_property(w, f);
	if (err == 0 && l->note != NULL) {
		append_note(&w->note, f, RCC_NOTE_OWNER, RCC_NOTE_TYPE, l->note,
			    l->n_note, 4);
		err = add_section(w, RCC_NOTE_SECTION, SHT_NOTE, 0, 4,
				  w->note.text, w->note.n);
	}
	if (err == 0)
		err = add_fillers(w, l);
	for (size_t i = 0; i < l->n_pivots && err == 0; i++)
		err = add_whole(w, &l->pivot[i]);
	return err;
}

/* Add the string table of section names.  It comes last, because then all names
 * are known. */
static int add_names(struct writer *w)
{
	Elf_Scn *scn = elf_newscn(w->elf);
	size_t n_sections = 0;
	GElf_Shdr shdr;
	GElf_Ehdr ehdr;
	Elf_Data *d;

	if (scn == NULL || gelf_getshdr(scn, &shdr) == NULL)
		return failed(w, "section names");
	shdr.sh_name = (GElf_Word)w->names.n;
	shdr.sh_type = SHT_STRTAB;
	shdr.sh_addralign = 1;
	rcc_strbuf_add_bytes(&w->names, ".shstrtab", sizeof(".shstrtab"));
	d = elf_newdata(scn);
	if (d == NULL || gelf_update_shdr(scn, &shdr) == 0)
		return failed(w, "section names");
	d->d_buf = w->names.text;
	d->d_size = w->names.n;
	d->d_align = 1;
	d->d_version = EV_CURRENT;
	n_sections = elf_ndxscn(scn);
	if (gelf_getehdr(w->elf, &ehdr) == NULL)
		return failed(w, "header");
	if (n_sections < SHN_LORESERVE) {
		ehdr.e_shstrndx = (GElf_Half)n_sections;
	} else {
		/* The index is too large for e_shstrndx, so section 0 holds
		 * it. */
		Elf_Scn *first = elf_getscn(w->elf, 0);

		if (first == NULL || gelf_getshdr(first, &shdr) == NULL)
			return failed(w, "header");
		shdr.sh_link = (GElf_Word)n_sections;
		gelf_update_shdr(first, &shdr);
		ehdr.e_shstrndx = SHN_XINDEX;
	}
	return gelf_update_ehdr(w->elf, &ehdr) != 0 ? 0 : failed(w, "header");
}

static int add_header(struct writer *w, const struct rcc_layout_object *l)
{
	const struct rcc_elf_flavour *f = &l->flavour;
	GElf_Ehdr ehdr;

	if (gelf_newehdr(w->elf, f->elf_class) == NULL ||
	    gelf_getehdr(w->elf, &ehdr) == NULL)
		return failed(w, "header");
	ehdr.e_ident[EI_DATA] = f->data;
	/* SHF_GNU_RETAIN is defined only for this OS ABI. */
	ehdr.e_ident[EI_OSABI] =
		l->n_fillers + l->n_windows != 0 ? ELFOSABI_GNU : f->osabi;
	ehdr.e_machine = f->machine;
	ehdr.e_flags = f->flags;
	ehdr.e_type = ET_REL;
	ehdr.e_version = EV_CURRENT;
	return gelf_update_ehdr(w->elf, &ehdr) != 0 ? 0 : failed(w, "header");
}

/* Write the object into the memory file `fd`.  A file on disk would be slower,
 * because libelf would write each section to this file separately, or flush
 * the file's mapping to the disk. */
static int make_object(struct writer *w, int fd,
		       const struct rcc_layout_object *layout)
{
	int err;

	elf_version(EV_CURRENT);
	w->elf = elf_begin(fd, ELF_C_WRITE_MMAP, NULL);
	if (w->elf == NULL)
		return failed(w, "new object");
	err = add_header(w, layout);
	if (err == 0)
		err = add_sections(w, layout);
	if (err == 0)
		err = add_names(w);
	if (err == 0 && elf_update(w->elf, ELF_C_WRITE_MMAP) < 0)
		err = failed(w, "new object");
	elf_end(w->elf);
	return err;
}

int rcc_layout_object_write(const char *path,
			    const struct rcc_layout_object *layout,
			    char *reason)
{
	struct writer w = {.reason = reason};
	int fd = memfd_create("layout", MFD_CLOEXEC);
	int err = RCC_ESYS;

	if (fd >= 0) {
		err = make_object(&w, fd, layout);
		if (err == 0) {
			size_t n;
			char *bytes = rcc_file_read_fd(fd, &n);

			err = rcc_file_replace(path, bytes, n, 0600);
			free(bytes);
		}
		close(fd);
	}
	rcc_strbuf_release(&w.names);
	rcc_strbuf_release(&w.note);
	rcc_strbuf_release(&w.property);
	free(w.no_ops);
	return err;
}
