/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_file.h"

#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/archive.h"
#include "wrapper/elf/object_read.h"

static struct rcc_object *add_object(struct rcc_object_file *f,
				     size_t *n_allocated)
{
	struct rcc_object *o;

	f->object = rcc_mem_grow(f->object, f->n_objects, n_allocated,
				 sizeof(*f->object));
	o = &f->object[f->n_objects++];
	memset(o, 0, sizeof(*o));
	o->place = f->n_objects - 1;
	return o;
}

/* Find the table of section names in a 64-bit object of our byte order, using
 * its headers alone.  Returns NULL for any other object. */
static const char *native_names(const unsigned char *image, uint64_t n,
				uint64_t *n_names)
{
	Elf64_Ehdr ehdr;
	Elf64_Shdr shdr;

	if (n < sizeof(ehdr))
		return NULL;
	memcpy(&ehdr, image, sizeof(ehdr));
	if (ehdr.e_ident[EI_CLASS] != ELFCLASS64 ||
	    ehdr.e_ident[EI_DATA] != RCC_OBJECT_NATIVE ||
	    ehdr.e_shentsize != sizeof(shdr) || ehdr.e_shnum == 0 ||
	    ehdr.e_shstrndx >= ehdr.e_shnum || ehdr.e_shoff > n ||
	    ehdr.e_shnum * sizeof(shdr) > n - ehdr.e_shoff)
		return NULL;
	memcpy(&shdr, image + ehdr.e_shoff + ehdr.e_shstrndx * sizeof(shdr),
	       sizeof(shdr));
	if (shdr.sh_offset > n || shdr.sh_size > n - shdr.sh_offset)
		return NULL;
	*n_names = shdr.sh_size;
	return (const char *)image + shdr.sh_offset;
}

/*
 * Return whether an object may have a section that randld looks at:
 *
 *	- a function's section: a ranked one or .text.NAME
 *	- gcc's IR
 *	- LLVM's bitcode
 *	- the names of libraries for lld
 *	- a variable's section, if variables are to be read
 *
 * The names of these sections contain one of a few words.  One pass over all
 * section names looks for these words at each dot.
 *
 * Most archives of a link belong to the system, and randld need not read their
 * many members.  For example, every link has libgcc.a.
 */
static bool may_concern_us(const unsigned char *image, uint64_t n,
			   unsigned reading)
{
	/* the last four words begin the names of variables' sections */
	enum { N_OF_VARIABLES = 4 };
	static const struct {
		const char *text;
		size_t n;
	} word[] = {{".sort", 5},  {".randcc_", 8},  {".gnu.lto_", 9},
		    {".text.", 6}, {".llvm.lto", 9}, {".deplibs", 8},
		    {".data.", 6}, {".rodata.", 8},  {".bss.", 5},
		    {".tdata.", 7}};
	const size_t n_words =
		sizeof(word) / sizeof(word[0]) -
		((reading & RCC_READ_VARIABLES) != 0 ? 0 : N_OF_VARIABLES);
	uint64_t n_names = 0;
	const char *at = native_names(image, n, &n_names);
	const char *end;

	if (at == NULL)
		return true;
	end = at + n_names;
	for (; (at = memchr(at, '.', (size_t)(end - at))) != NULL; at++)
		for (size_t i = 0; i < n_words; i++)
			if ((size_t)(end - at) >= word[i].n &&
			    at[1] == word[i].text[1] &&
			    memcmp(at, word[i].text, word[i].n) == 0)
				return true;
	return false;
}

/* Count the code of a member for which may_concern_us() is false. */
static void count_plain(struct rcc_object_file *f, const unsigned char *image)
{
	uint64_t n_bytes = 0;
	Elf64_Ehdr ehdr;

	memcpy(&ehdr, image, sizeof(ehdr));
	for (size_t i = 0; i < ehdr.e_shnum; i++) {
		Elf64_Shdr shdr;

		memcpy(&shdr, image + ehdr.e_shoff + i * sizeof(shdr),
		       sizeof(shdr));
		if (shdr.sh_type == SHT_PROGBITS &&
		    (shdr.sh_flags & SHF_EXECINSTR) != 0)
			n_bytes += shdr.sh_size;
	}
	f->n_plain += n_bytes != 0;
	f->n_plain_bytes += n_bytes;
}

/* Read the object of n bytes at offset `at` in the file. */
static int read_object(struct rcc_object_file *f, Elf *elf, uint64_t at,
		       uint64_t n, unsigned reading, struct rcc_object *o,
		       char *reason)
{
	int err;

	o->at = at;
	o->n_bytes = n;
	err = rcc_elf_read(elf, f->map.data, (reading & RCC_READ_ORDER) != 0, o,
			   reason);
	if (err == 0 && f->flavour.elf_class == 0)
		rcc_elf_read_flavour(elf, &f->flavour);
	f->n_functions += o->n_functions;
	f->is_fat |= (o->traits & RCC_OBJECT_IS_FAT) != 0;
	return err;
}

/* Return whether n bytes begin like LLVM bitcode, either plain or in a
 * wrapper. */
static bool is_bitcode(const unsigned char *bytes, uint64_t n)
{
	static const unsigned char plain[] = {'B', 'C', 0xc0, 0xde};
	static const unsigned char wrapped[] = {0xde, 0xc0, 0x17, 0x0b};

	return n >= sizeof(plain) &&
	       (memcmp(bytes, plain, sizeof(plain)) == 0 ||
		memcmp(bytes, wrapped, sizeof(wrapped)) == 0);
}

/* Read a member of an archive.  Members that are not ELF objects (text,
 * bitcode) are left to the linker. */
static int read_member(struct rcc_object_file *f,
		       const struct rcc_archive_member *m, unsigned reading,
		       size_t *n_allocated, char *reason)
{
	unsigned char *image = f->map.data + m->at;
	Elf *elf = NULL;
	GElf_Ehdr ehdr;
	struct rcc_object *o;
	int err = RCC_EFORMAT;

	f->has_bitcode |= is_bitcode(image, m->size);
	if (m->size < SELFMAG || memcmp(image, ELFMAG, SELFMAG) != 0)
		return 0;
	if (f->flavour.elf_class != 0 &&
	    !may_concern_us(image, m->size, reading)) {
		count_plain(f, image);
		return 0;
	}
	elf = elf_memory((char *)image, m->size);
	if (elf == NULL || elf_kind(elf) != ELF_K_ELF ||
	    gelf_getehdr(elf, &ehdr) == NULL) {
		snprintf(reason, RCC_WHY_MAX, "its member \"%s\": %s", m->name,
			 elf_errmsg(-1));
	} else if (ehdr.e_type == ET_REL) {
		o = add_object(f, n_allocated);
		o->member = rcc_mem_strdup(m->name);
		err = read_object(f, elf, m->at, m->size,
				  reading & ~(unsigned)RCC_READ_ORDER, o,
				  reason);
	} else {
		err = 0;
	}
	elf_end(elf);
	return err;
}

/* Read all members of an archive.  Their COMDAT groups and weak symbols are not
 * needed, because the archive's symbol index decides which members may move. */
static int read_archive(struct rcc_object_file *f, unsigned reading,
			char *reason)
{
	struct rcc_archive archive;
	struct rcc_archive_member m;
	size_t n_allocated = 0;
	int err = rcc_archive_open(&archive, &f->map, reason);

	while (err == 0) {
		err = rcc_archive_next(&archive, &m);
		if (err <= 0)
			break;
		err = read_member(f, &m, reading, &n_allocated, reason);
		free(m.name);
	}
	return err;
}

static bool has_soname(Elf *elf)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		GElf_Shdr shdr;
		GElf_Dyn dyn;
		Elf_Data *data;

		if (gelf_getshdr(scn, &shdr) == NULL ||
		    shdr.sh_type != SHT_DYNAMIC)
			continue;
		data = elf_getdata(scn, NULL);
		for (int i = 0; gelf_getdyn(data, i, &dyn) != NULL; i++)
			if (dyn.d_tag == DT_SONAME)
				return true;
	}
	return false;
}

static int read_elf(struct rcc_object_file *f, unsigned reading, char *reason)
{
	Elf *elf = elf_memory((char *)f->map.data, f->map.n);
	size_t n_allocated = 0;
	GElf_Ehdr ehdr;
	int err = 0;

	if (elf == NULL) {
		snprintf(reason, RCC_WHY_MAX, "%s", elf_errmsg(-1));
		return RCC_EFORMAT;
	}
	if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &ehdr) == NULL) {
		snprintf(reason, RCC_WHY_MAX, "%s", elf_errmsg(-1));
		err = RCC_EFORMAT;
	} else if (ehdr.e_type == ET_REL) {
		f->kind = RCC_FILE_OBJECT;
		err = read_object(f, elf, 0, f->map.n, reading,
				  add_object(f, &n_allocated), reason);
	} else {
		f->has_soname = ehdr.e_type == ET_DYN && has_soname(elf);
		f->kind = ehdr.e_type == ET_DYN ? RCC_FILE_SHARED
						: RCC_FILE_OTHER;
	}
	elf_end(elf);
	return err;
}

/* Read the objects of the mapped file f->map, and find out its kind. */
static int read_contents(struct rcc_object_file *f, unsigned reading,
			 char *reason)
{
	bool is_thin;
	int err = 0;

	f->kind = RCC_FILE_OTHER;
	f->has_bitcode = is_bitcode(f->map.data, f->map.n);
	if (f->map.n >= SELFMAG && (memcmp(f->map.data, ELFMAG, SELFMAG) == 0))
		err = read_elf(f, reading, reason);
	else if (rcc_archive_is(&f->map, &is_thin))
		f->kind = is_thin ? RCC_FILE_THIN_ARCHIVE : RCC_FILE_ARCHIVE;
	if (f->kind == RCC_FILE_ARCHIVE)
		err = read_archive(f, reading, reason);
	if (err != 0)
		rcc_object_file_release(f);
	return err;
}

int rcc_object_file_open(struct rcc_object_file *f, const char *path,
			 unsigned reading, char *reason)
{
	int err;

	memset(f, 0, sizeof(*f));
	if (elf_version(EV_CURRENT) == EV_NONE) {
		snprintf(reason, RCC_WHY_MAX, "libelf is too old");
		return RCC_EFORMAT;
	}
	err = rcc_file_map(path, &f->map);
	return err != 0 ? err : read_contents(f, reading, reason);
}

int rcc_object_file_replace(struct rcc_object_file *f,
			    const struct rcc_file_map *map, unsigned reading,
			    char *reason)
{
	rcc_object_file_release(f);
	f->map = *map;
	return read_contents(f, reading, reason);
}

void rcc_object_file_release(struct rcc_object_file *f)
{
	for (size_t i = 0; i < f->n_objects; i++) {
		free(f->object[i].member);
		free(f->object[i].function);
		free(f->object[i].comdat);
		free(f->object[i].weak);
	}
	free(f->object);
	rcc_file_unmap(&f->map);
	memset(f, 0, sizeof(*f));
}
