/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/object.h"

#include <ctype.h>
#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/archive.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_DATA ELFDATA2LSB
#else
#define NATIVE_DATA ELFDATA2MSB
#endif

/* One ELF image while it is being read. */
struct image {
	Elf *elf;
	const unsigned char *bytes; /* of the whole file */
	uint64_t at;		    /* where the image begins in it */
	uint64_t n;		    /* and how long it is */
	size_t n_sections;
	GElf_Shdr *section;
	GElf_Shdr names;    /* the section-name string table */
	size_t *function_of; /* section → function + 1, 0: none */
	bool *in_group;
	struct rcc_object *object;
	char *why;
};

__attribute__((format(printf, 2, 3))) static int
malformed(struct image *im, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(im->why, RCC_WHY_MAX, fmt, ap);
	va_end(ap);
	return RCC_EFORMAT;
}

/* A string of a string table, or NULL when it does not end inside it. */
static const char *string_at(const struct image *im, const GElf_Shdr *table,
			     uint64_t offset)
{
	const unsigned char *start;

	if (table->sh_type == SHT_NOBITS || table->sh_offset > im->n ||
	    table->sh_size > im->n - table->sh_offset ||
	    offset >= table->sh_size)
		return NULL;
	start = im->bytes + im->at + table->sh_offset + offset;
	if (memchr(start, '\0', table->sh_size - offset) == NULL)
		return NULL;
	return (const char *)start;
}

static const char *section_name(const struct image *im, size_t i)
{
	return string_at(im, &im->names, im->section[i].sh_name);
}

/* The bytes of a section, or NULL when it has none in the file. */
static const unsigned char *section_bytes(const struct image *im, size_t i)
{
	const GElf_Shdr *s = &im->section[i];

	if (s->sh_type == SHT_NOBITS || s->sh_offset > im->n ||
	    s->sh_size > im->n - s->sh_offset)
		return NULL;
	return im->bytes + im->at + s->sh_offset;
}

static int read_sections(struct image *im)
{
	size_t names_index;
	GElf_Ehdr ehdr;

	/* libelf reads a file that was cut short as one without sections. */
	if (gelf_getehdr(im->elf, &ehdr) == NULL || ehdr.e_shoff == 0 ||
	    ehdr.e_shoff > im->n ||
	    (uint64_t)ehdr.e_shnum * ehdr.e_shentsize > im->n - ehdr.e_shoff)
		return malformed(im, "truncated: its section headers are "
				     "missing");
	if (elf_getshdrnum(im->elf, &im->n_sections) != 0 ||
	    elf_getshdrstrndx(im->elf, &names_index) != 0)
		return malformed(im, "no section headers: %s", elf_errmsg(-1));
	/* Each header takes room in the file: a count beyond that is false,
	 * and must not make us allocate. */
	if (im->n_sections > im->n / 32)
		return malformed(im, "impossible number of sections (%zu)",
				 im->n_sections);
	im->section = rcc_mem_calloc(im->n_sections, sizeof(*im->section));
	for (size_t i = 0; i < im->n_sections; i++) {
		Elf_Scn *scn = elf_getscn(im->elf, i);

		if (scn == NULL || gelf_getshdr(scn, &im->section[i]) == NULL)
			return malformed(im, "section %zu: %s", i,
					 elf_errmsg(-1));
	}
	if (im->n_sections == 0)
		return 0;
	if (names_index >= im->n_sections)
		return malformed(im, "section names in section %zu of %zu",
				 names_index, im->n_sections);
	im->names = im->section[names_index];
	for (size_t i = 1; i < im->n_sections; i++)
		if (section_name(im, i) == NULL)
			return malformed(im,
					 "the name of section %zu lies outside "
					 "the string table",
					 i);
	return 0;
}

static bool has_prefix(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool is_c_identifier(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (; *s != '\0'; s++)
		if (!isalnum((unsigned char)*s) && *s != '_')
			return false;
	return true;
}

/* Sections that every linker script takes in any order. */
static bool is_usual(const char *name)
{
	static const char *const usual[] = {
		".text",  ".data",  ".bss",	 ".rodata",   ".tdata",
		".tbss",  ".lrodata", ".ldata",	 ".lbss",     ".eh_frame",
		".note.", ".gcc_except_table",	 ".gnu.linkonce.",
	};

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (has_prefix(name, usual[i]))
			return true;
	return false;
}

static unsigned traits_of(const GElf_Shdr *s, const char *name)
{
	unsigned traits = 0;

	if (has_prefix(name, ".gnu.lto_"))
		traits |= RCC_OBJECT_IS_IR;
	if ((s->sh_flags & SHF_ALLOC) == 0 || s->sh_size == 0)
		return traits;
	if (s->sh_type == SHT_INIT_ARRAY || s->sh_type == SHT_FINI_ARRAY ||
	    s->sh_type == SHT_PREINIT_ARRAY || has_prefix(name, ".ctors") ||
	    has_prefix(name, ".dtors") || strcmp(name, ".init") == 0 ||
	    strcmp(name, ".fini") == 0)
		traits |= RCC_OBJECT_CONSTRUCTS;
	if (strcmp(name, ".init") == 0)
		traits |= RCC_OBJECT_HAS_INIT;
	if (is_c_identifier(name))
		traits |= RCC_OBJECT_IN_SET;
	if (!is_usual(name))
		traits |= RCC_OBJECT_HAS_OTHER;
	return traits;
}

static void add_function(struct image *im, size_t i,
			 const struct rcc_rank_name *name)
{
	struct rcc_object *o = im->object;
	struct rcc_function *fn = &o->function[o->n_functions];
	bool is_data = rcc_rank_is_data(name->cls) != 0;

	*fn = (struct rcc_function){
		.name_at = im->at + im->names.sh_offset +
			   im->section[i].sh_name,
		.name = *name,
		.ordinal = (uint32_t)(is_data ? o->n_variables
					      : o->n_functions - o->n_variables),
		.section = (uint32_t)i,
		.size = im->section[i].sh_size,
	};
	o->n_functions++;
	o->n_variables += is_data;
	im->function_of[i] = o->n_functions;
}

/* What stands in a section, by its header. */
static bool is_code(const GElf_Shdr *s)
{
	return s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_EXECINSTR) != 0;
}

static bool is_variable(const GElf_Shdr *s)
{
	return (s->sh_type == SHT_PROGBITS || s->sh_type == SHT_NOBITS) &&
	       (s->sh_flags & SHF_ALLOC) != 0 &&
	       (s->sh_flags & (SHF_EXECINSTR | SHF_MERGE)) == 0;
}

/* Functions and variables of ours, and the traits that section names show. */
static void find_functions(struct image *im)
{
	struct rcc_object *o = im->object;

	o->function = rcc_mem_calloc(im->n_sections, sizeof(*o->function));
	im->function_of =
		rcc_mem_calloc(im->n_sections, sizeof(*im->function_of));
	for (size_t i = 1; i < im->n_sections; i++) {
		const GElf_Shdr *s = &im->section[i];
		const char *name = section_name(im, i);
		struct rcc_rank_name part;

		o->traits |= traits_of(s, name);
		if ((is_code(s) || is_variable(s)) &&
		    rcc_rank_parse(name, strlen(name), &part) == 0 &&
		    (rcc_rank_is_data(part.cls) != 0) == is_variable(s))
			add_function(im, i, &part);
	}
	/* It is kept while the linker runs. */
	o->function = rcc_mem_realloc(o->function, o->n_functions,
				      sizeof(*o->function));
}

/* A relocation section is named after the section it relocates.  The linker
 * goes by sh_info, but the two names should not contradict each other. */
static void find_reloc_names(struct image *im)
{
	for (size_t i = 1; i < im->n_sections; i++) {
		const GElf_Shdr *s = &im->section[i];
		size_t skip = s->sh_type == SHT_RELA ? 5 : 4;
		const char *name;
		struct rcc_rank_name part;
		struct rcc_function *fn;
		uint64_t at;

		if ((s->sh_type != SHT_RELA && s->sh_type != SHT_REL) ||
		    s->sh_info >= im->n_sections ||
		    im->function_of[s->sh_info] == 0)
			continue;
		name = section_name(im, i);
		if (strlen(name) <= skip ||
		    rcc_rank_parse(name + skip, strlen(name + skip), &part))
			continue;
		fn = &im->object->function[im->function_of[s->sh_info] - 1];
		at = im->at + im->names.sh_offset + s->sh_name + skip;
		if (at != fn->name_at)
			fn->reloc_name_at = at;
	}
}

/* Symbol `i` of symbol table section `table`; its name in *name. */
static int read_symbol(struct image *im, size_t table, size_t i, GElf_Sym *sym,
		       const char **name)
{
	const GElf_Shdr *s = &im->section[table];
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, table), NULL);

	if (data == NULL || gelf_getsym(data, (int)i, sym) == NULL)
		return malformed(im, "symbol %zu: %s", i, elf_errmsg(-1));
	if (s->sh_link >= im->n_sections)
		return malformed(im, "symbol table links to section %u",
				 s->sh_link);
	*name = string_at(im, &im->section[s->sh_link], sym->st_name);
	if (*name == NULL)
		return malformed(im, "the name of symbol %zu lies outside the "
				     "string table",
				 i);
	return 0;
}

static uint64_t hash_string(const char *s, uint64_t sum)
{
	return rcc_rank_hash(s, strlen(s), sum);
}

/* A section symbol, or a label of the compiler's (.LC0) or of the unit's own
 * data: its name means nothing in another unit. */
static bool is_unnamed(const GElf_Sym *sym)
{
	return GELF_ST_BIND(sym->st_info) == STB_LOCAL &&
	       GELF_ST_TYPE(sym->st_info) != STT_FUNC &&
	       sym->st_shndx != SHN_UNDEF;
}

/* The name by which a relocation's target is known in any copy: a symbol's
 * own, or for an unnamed one the section's, without a unit. */
static const char *target_name(struct image *im, const GElf_Sym *sym,
			       const char *name)
{
	if (!is_unnamed(sym))
		return name;
	if (sym->st_shndx >= SHN_LORESERVE ||
	    sym->st_shndx >= im->n_sections || sym->st_shndx == 0)
		return "";
	if (im->function_of[sym->st_shndx] != 0)
		return strchr(im->object->function
				      [im->function_of[sym->st_shndx] - 1]
					      .name.tail,
			      '.');
	return section_name(im, sym->st_shndx);
}

/*
 * What a relocation against an unnamed symbol refers to: a string to its end,
 * else the next bytes.  x86's PC-relative addends are 4 less than the place
 * (more where an immediate follows, in every copy alike); reading from there
 * is the same for equal copies, and copies that are told apart without need
 * are only moved less.
 */
static uint64_t hash_constant(const struct image *im, size_t section,
			      int64_t addend)
{
	const GElf_Shdr *s;
	const unsigned char *bytes;
	uint64_t at = addend + 4 > 0 ? (uint64_t)addend + 4 : 0;
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

static int hash_relocs(struct image *im, size_t reloc, uint64_t *sum)
{
	const GElf_Shdr *s = &im->section[reloc];
	Elf_Data *data = elf_getdata(elf_getscn(im->elf, reloc), NULL);
	size_t n = s->sh_entsize != 0 ? s->sh_size / s->sh_entsize : 0;

	if (data == NULL || s->sh_link >= im->n_sections)
		return malformed(im, "relocations in section %zu: %s", reloc,
				 elf_errmsg(-1));
	for (size_t i = 0; i < n; i++) {
		GElf_Rela r = {0};
		GElf_Sym sym;
		const char *name;
		uint64_t key[3];
		int err;

		if (s->sh_type == SHT_RELA
			    ? gelf_getrela(data, (int)i, &r) == NULL
			    : gelf_getrel(data, (int)i, (GElf_Rel *)&r) == NULL)
			return malformed(im, "relocation %zu: %s", i,
					 elf_errmsg(-1));
		err = read_symbol(im, s->sh_link, GELF_R_SYM(r.r_info), &sym,
				  &name);
		if (err != 0)
			return err;
		key[0] = r.r_offset;
		key[1] = GELF_R_TYPE(r.r_info);
		/* Where among this unit's own constants differs between equal
		 * copies; what stands there does not. */
		key[2] = is_unnamed(&sym)
				 ? hash_constant(im, sym.st_shndx,
						 (int64_t)sym.st_value +
							 r.r_addend)
				 : (uint64_t)r.r_addend;
		*sum = rcc_rank_hash(key, sizeof(key), *sum);
		*sum = hash_string(target_name(im, &sym, name), *sum);
	}
	return 0;
}

static int hash_member(struct image *im, size_t i, uint64_t *sum)
{
	const GElf_Shdr *s = &im->section[i];
	const unsigned char *bytes;

	if (s->sh_type == SHT_RELA || s->sh_type == SHT_REL)
		return hash_relocs(im, i, sum);
	if (im->function_of[i] == 0)
		*sum = hash_string(section_name(im, i), *sum);
	*sum = rcc_rank_hash(&s->sh_size, sizeof(s->sh_size), *sum);
	bytes = section_bytes(im, i);
	if (bytes != NULL)
		*sum = rcc_rank_hash(bytes, s->sh_size, *sum);
	return 0;
}

/* A SHT_GROUP section: a flag word, then the indexes of its members. */
static int read_group(struct image *im, size_t i)
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

	if (data == NULL || data->d_buf == NULL ||
	    s->sh_link >= im->n_sections)
		return malformed(im, "section group %zu: %s", i,
				 elf_errmsg(-1));
	word = data->d_buf;
	n = data->d_size / sizeof(*word);
	if (n == 0 || (word[0] & GRP_COMDAT) == 0)
		return 0;
	err = read_symbol(im, s->sh_link, s->sh_info, &sym, &name);
	for (size_t k = 1; k < n && err == 0; k++) {
		if (word[k] == 0 || word[k] >= im->n_sections)
			return malformed(im, "section group %zu names section "
					     "%u",
					 i, word[k]);
		im->in_group[word[k]] = true;
		err = hash_member(im, word[k], &sum);
	}
	if (err != 0)
		return err;
	comdat = &o->comdat[o->n_comdats++];
	comdat->signature =
		GELF_ST_TYPE(sym.st_info) == STT_SECTION ? "" : name;
	comdat->digest = sum;
	return 0;
}

static int read_groups(struct image *im)
{
	size_t n_groups = 0;

	im->in_group = rcc_mem_calloc(im->n_sections, sizeof(*im->in_group));
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

static int read_weak_of(struct image *im, size_t table)
{
	const GElf_Shdr *s = &im->section[table];
	struct rcc_object *o = im->object;
	size_t n = s->sh_entsize != 0 ? s->sh_size / s->sh_entsize : 0;
	size_t n_allocated = 0;

	for (size_t i = s->sh_info; i < n; i++) {
		GElf_Sym sym;
		const char *name;
		int err = read_symbol(im, table, i, &sym, &name);

		if (err != 0)
			return err;
		if (GELF_ST_BIND(sym.st_info) != STB_WEAK ||
		    sym.st_shndx == SHN_UNDEF ||
		    (sym.st_shndx < SHN_LORESERVE &&
		     sym.st_shndx < im->n_sections &&
		     im->in_group[sym.st_shndx]))
			continue;
		o->weak = rcc_mem_grow(o->weak, o->n_weak, &n_allocated,
				       sizeof(*o->weak));
		o->weak[o->n_weak++] = name;
	}
	return 0;
}

static int read_weak(struct image *im)
{
	for (size_t i = 1; i < im->n_sections; i++)
		if (im->section[i].sh_type == SHT_SYMTAB)
			return read_weak_of(im, i);
	return 0;
}

static void take_flavour(struct rcc_object_file *f, Elf *elf)
{
	GElf_Ehdr ehdr;

	if (f->flavour.elf_class != 0 || gelf_getehdr(elf, &ehdr) == NULL)
		return;
	f->flavour.elf_class = ehdr.e_ident[EI_CLASS];
	f->flavour.data = ehdr.e_ident[EI_DATA];
	f->flavour.osabi = ehdr.e_ident[EI_OSABI];
	f->flavour.machine = ehdr.e_machine;
	f->flavour.flags = ehdr.e_flags;
}

static int read_image(struct rcc_object_file *f, Elf *elf, uint64_t at,
		      uint64_t n, bool order, struct rcc_object *o, char *why)
{
	struct image im = {.elf = elf,
			   .bytes = f->map.data,
			   .at = at,
			   .n = n,
			   .object = o,
			   .why = why};
	int err;

	o->at = at;
	o->n_bytes = n;
	take_flavour(f, elf);
	err = read_sections(&im);
	if (err != 0 || im.n_sections == 0)
		goto out;
	find_functions(&im);
	find_reloc_names(&im);
	f->n_functions += o->n_functions;
	/* IR never moves, so what else it holds does not matter. */
	if (order && (o->traits & RCC_OBJECT_IS_IR) == 0) {
		err = read_groups(&im);
		if (err == 0)
			err = read_weak(&im);
	}
out:
	free(im.section);
	free(im.function_of);
	free(im.in_group);
	return err;
}

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

/* A string table of a native 64-bit object, by the headers alone; NULL where
 * that takes more than a look. */
static const char *native_names(const unsigned char *image, uint64_t n,
				uint64_t *n_names)
{
	Elf64_Ehdr ehdr;
	Elf64_Shdr shdr;

	if (n < sizeof(ehdr))
		return NULL;
	memcpy(&ehdr, image, sizeof(ehdr));
	if (ehdr.e_ident[EI_CLASS] != ELFCLASS64 ||
	    ehdr.e_ident[EI_DATA] != NATIVE_DATA ||
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

/* Whether an object's section names have what names of ours, or of gcc's IR,
 * have in them.  Most archives on a line are the system's: libgcc.a is on every
 * one, twice, and has 250 members. */
static bool may_concern_us(const unsigned char *image, uint64_t n)
{
	static const char *const word[] = {".sort", ".randcc_",
					   ".gnu.lto_"};
	uint64_t n_names = 0;
	const char *names = native_names(image, n, &n_names);
	bool found = names == NULL;

	for (size_t i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		found = found || memmem(names, n_names, word[i],
					strlen(word[i])) != NULL;
	return found;
}

/* Members that are not ELF objects (text, bitcode) are the linker's own
 * affair. */
static int read_member(struct rcc_object_file *f,
		       const struct rcc_archive_member *m, size_t *n_allocated,
		       char *why)
{
	unsigned char *image = f->map.data + m->at;
	Elf *elf = NULL;
	GElf_Ehdr ehdr;
	struct rcc_object *o;
	int err = RCC_EFORMAT;

	if (m->size < SELFMAG || memcmp(image, ELFMAG, SELFMAG) != 0 ||
	    (f->flavour.elf_class != 0 && !may_concern_us(image, m->size)))
		return 0;
	elf = elf_memory((char *)image, m->size);
	if (elf == NULL || elf_kind(elf) != ELF_K_ELF ||
	    gelf_getehdr(elf, &ehdr) == NULL) {
		snprintf(why, RCC_WHY_MAX, "its member \"%s\": %s", m->name,
			 elf_errmsg(-1));
	} else if (ehdr.e_type == ET_REL) {
		o = add_object(f, n_allocated);
		o->member = rcc_mem_strdup(m->name);
		err = read_image(f, elf, m->at, m->size, false, o, why);
	} else {
		err = 0;
	}
	elf_end(elf);
	return err;
}

/* What decides on a member's place is in the archive's index (memberorder.h). */
static int read_archive(struct rcc_object_file *f, char *why)
{
	struct rcc_archive archive;
	struct rcc_archive_member m;
	size_t n_allocated = 0;
	int err = rcc_archive_open(&archive, &f->map, why);

	while (err == 0) {
		err = rcc_archive_next(&archive, &m);
		if (err <= 0)
			break;
		err = read_member(f, &m, &n_allocated, why);
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

static int read_elf(struct rcc_object_file *f, bool order, char *why)
{
	Elf *elf = elf_memory((char *)f->map.data, f->map.n);
	size_t n_allocated = 0;
	GElf_Ehdr ehdr;
	int err = 0;

	if (elf == NULL) {
		snprintf(why, RCC_WHY_MAX, "%s", elf_errmsg(-1));
		return RCC_EFORMAT;
	}
	if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &ehdr) == NULL) {
		snprintf(why, RCC_WHY_MAX, "%s", elf_errmsg(-1));
		err = RCC_EFORMAT;
	} else if (ehdr.e_type == ET_REL) {
		f->kind = RCC_FILE_OBJECT;
		err = read_image(f, elf, 0, f->map.n, order,
				 add_object(f, &n_allocated), why);
	} else {
		f->has_soname = ehdr.e_type == ET_DYN && has_soname(elf);
		f->kind = ehdr.e_type == ET_DYN ? RCC_FILE_SHARED
						: RCC_FILE_OTHER;
	}
	elf_end(elf);
	return err;
}

int rcc_object_file_open(struct rcc_object_file *f, const char *path,
			 bool order, char *why)
{
	bool is_thin;
	int err;

	memset(f, 0, sizeof(*f));
	f->kind = RCC_FILE_OTHER;
	if (elf_version(EV_CURRENT) == EV_NONE) {
		snprintf(why, RCC_WHY_MAX, "libelf is too old");
		return RCC_EFORMAT;
	}
	err = rcc_file_map(path, &f->map);
	if (err != 0)
		return err;
	if (f->map.n >= SELFMAG && (memcmp(f->map.data, ELFMAG, SELFMAG) == 0))
		err = read_elf(f, order, why);
	else if (rcc_archive_is(&f->map, &is_thin))
		f->kind = is_thin ? RCC_FILE_THIN_ARCHIVE : RCC_FILE_ARCHIVE;
	if (f->kind == RCC_FILE_ARCHIVE)
		err = read_archive(f, why);
	if (err != 0)
		rcc_object_file_release(f);
	return err;
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

void rcc_object_set_rank(unsigned char *image, const struct rcc_function *fn,
			 uint64_t rank)
{
	rcc_rank_set((char *)image + fn->name_at, fn->name.cls, rank);
	if (fn->reloc_name_at != 0)
		rcc_rank_set((char *)image + fn->reloc_name_at, fn->name.cls,
			     rank);
}

void rcc_object_clear_rank(unsigned char *image, const struct rcc_function *fn)
{
	rcc_rank_clear((char *)image + fn->name_at, fn->name.cls);
	if (fn->reloc_name_at != 0)
		rcc_rank_clear((char *)image + fn->reloc_name_at, fn->name.cls);
}
