/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/elf_reader.h"
#include "wrapper/elf/object_groups.h"

static int read_headers(struct rcc_elf *im)
{
	im->section = rcc_mem_calloc(im->n_sections, sizeof(*im->section));
	for (size_t i = 0; i < im->n_sections; i++) {
		Elf_Scn *scn = elf_getscn(im->elf, i);

		if (scn == NULL || gelf_getshdr(scn, &im->section[i]) == NULL)
			return rcc_elf_malformed(im, "section %zu: %s", i,
						 elf_errmsg(-1));
	}
	return 0;
}

static int read_sections(struct rcc_elf *im)
{
	size_t names_index;
	GElf_Ehdr ehdr;

	/* libelf would report that a truncated file has no sections.  Check
	 * first that the section headers are in the file. */
	if (gelf_getehdr(im->elf, &ehdr) == NULL || ehdr.e_shoff == 0 ||
	    ehdr.e_shoff > im->n ||
	    (uint64_t)ehdr.e_shnum * ehdr.e_shentsize > im->n - ehdr.e_shoff)
		return rcc_elf_malformed(im,
					 "truncated: its section headers are "
					 "missing");
	if (elf_getshdrnum(im->elf, &im->n_sections) != 0 ||
	    elf_getshdrstrndx(im->elf, &names_index) != 0)
		return rcc_elf_malformed(im, "no section headers: %s",
					 elf_errmsg(-1));
	/* Check the number of headers before allocating memory for them.  Each
	 * header has at least 32 bytes in the file (in fact 40 or 64). */
	if (im->n_sections > im->n / 32)
		return rcc_elf_malformed(im,
					 "impossible number of sections (%zu)",
					 im->n_sections);
	if (read_headers(im) != 0)
		return RCC_EFORMAT;
	if (im->n_sections == 0)
		return 0;
	if (names_index >= im->n_sections)
		return rcc_elf_malformed(
			im, "section names in section %zu, but there are %zu",
			names_index, im->n_sections);
	im->names_at = im->at + im->section[names_index].sh_offset;
	im->names = rcc_elf_open_strings(im->bytes + im->at, im->n,
					 &im->section[names_index]);
	for (size_t i = 1; i < im->n_sections; i++)
		if (rcc_elf_section_name(im, i) == NULL)
			return rcc_elf_malformed(
				im,
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

/* The type of a section that names libraries for lld. */
#ifndef SHT_LLVM_DEPENDENT_LIBRARIES
#define SHT_LLVM_DEPENDENT_LIBRARIES 0x6fff4c04
#endif

/* Return whether a section's name is one of those that compilers give, or
 * continues it after a dot.  No program should depend on the order of such
 * sections.  Other names, such as .data_table, were chosen by somebody whose
 * program may.  The linker keeps the first of the sections .gnu.linkonce.* with
 * the same name, so their order matters too. */
static bool is_usual(const char *name)
{
	static const char *const usual[] = {
		".text",   ".data",	".bss",		 ".rodata",
		".tdata",  ".tbss",	".lrodata",	 ".ldata",
		".lbss",   ".eh_frame", ".note",	 ".gcc_except_table",
		".sframe", ".ltext",	".stapsdt.base",
	};

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
		const size_t n = strlen(usual[i]);

		if (strncmp(name, usual[i], n) == 0 &&
		    (name[n] == '\0' || name[n] == '.'))
			return true;
	}
	return false;
}

/* Return the traits (enum rcc_object_trait) that this section gives to its
 * object. */
static unsigned traits_of(const GElf_Shdr *s, const char *name)
{
	unsigned traits = 0;

	if (has_prefix(name, ".gnu.lto_"))
		traits |= RCC_OBJECT_IS_IR;
	if (strcmp(name, ".llvm.lto") == 0)
		traits |= RCC_OBJECT_IS_FAT;
	if (strcmp(name, RCC_RANK_KEPT) == 0)
		traits |= RCC_OBJECT_IS_OURS;
	if (s->sh_type == SHT_LLVM_DEPENDENT_LIBRARIES)
		traits |= RCC_OBJECT_NAMES_LIBRARIES;
	if ((s->sh_flags & SHF_ALLOC) == 0)
		return traits;
	/* Even an empty section may have the label at which a table begins. */
	if (is_c_identifier(name))
		traits |= RCC_OBJECT_IN_SET;
	if (!is_usual(name))
		traits |= RCC_OBJECT_HAS_OTHER;
	if (s->sh_size == 0)
		return traits;
	if (s->sh_type == SHT_INIT_ARRAY || s->sh_type == SHT_FINI_ARRAY ||
	    s->sh_type == SHT_PREINIT_ARRAY || has_prefix(name, ".ctors") ||
	    has_prefix(name, ".dtors") || strcmp(name, ".init") == 0 ||
	    strcmp(name, ".fini") == 0)
		traits |= RCC_OBJECT_CONSTRUCTS;
	if (strcmp(name, ".init") == 0)
		traits |= RCC_OBJECT_HAS_INIT;
	return traits;
}

/* Return the last string of a .comment section, or NULL.  If one compiler uses
 * the assembler of another, the object has the strings of both.  The compiler
 * that made the code writes the last one. */
static const char *read_comment(const struct rcc_elf *im, size_t i)
{
	const struct rcc_elf_strings text = rcc_elf_open_strings(
		im->bytes + im->at, im->n, &im->section[i]);
	const char *last;

	if (text.n < 2)
		return NULL;
	last = memrchr(text.at, '\0', text.n - 1);
	return last != NULL ? last + 1 : text.at;
}

static void add_function(struct rcc_elf *im, size_t i,
			 const struct rcc_rank_name *name)
{
	struct rcc_object *o = im->object;
	struct rcc_ranked_section *fn = &o->function[o->n_functions];
	bool is_data = rcc_rank_is_data(name->cls) != 0;

	*fn = (struct rcc_ranked_section){
		.name_at = im->names_at + im->section[i].sh_name,
		.name = *name,
		.ordinal =
			(uint32_t)(is_data ? o->n_variables
					   : o->n_functions - o->n_variables),
		.section = (uint32_t)i,
	};
	o->n_functions++;
	o->n_variables += is_data;
	im->function_of[i] = (uint32_t)o->n_functions;
}

static bool is_code(const GElf_Shdr *s)
{
	return s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_EXECINSTR) != 0;
}

/* Find the functions and variables that can be ranked, and the object's traits
 * (enum rcc_object_trait) that section names show. */
static void find_functions(struct rcc_elf *im)
{
	struct rcc_object *o = im->object;

	o->function = rcc_mem_alloc(im->n_sections * sizeof(*o->function));
	im->function_of =
		rcc_mem_calloc(im->n_sections, sizeof(*im->function_of));
	for (size_t i = 1; i < im->n_sections; i++) {
		const GElf_Shdr *s = &im->section[i];
		const char *name = rcc_elf_section_name(im, i);
		struct rcc_rank_name part;

		if ((is_code(s) || rcc_elf_is_variable(s)) &&
		    rcc_rank_parse(name, strlen(name), &part) == 0 &&
		    (rcc_rank_is_data(part.cls) != 0) ==
			    rcc_elf_is_variable(s)) {
			add_function(im, i, &part);
		} else {
			o->traits |= traits_of(s, name);
			o->n_undivided += is_code(s) ? s->sh_size : 0;
		}
		if (strcmp(name, ".comment") == 0)
			o->comment = read_comment(im, i);
	}
	/* Shrink the list, because it stays allocated while the linker runs. */
	o->function = rcc_mem_realloc(o->function, o->n_functions,
				      sizeof(*o->function));
}

/* Find the second copies of functions' section names.  The name of a relocation
 * section ends with such a copy: ".rela" is followed by the name of the section
 * to relocate.  The linker finds that section by sh_info and not by name.  But
 * both copies of the name should stay equal. */
static void find_reloc_names(struct rcc_elf *im)
{
	for (size_t i = 1; i < im->n_sections; i++) {
		const GElf_Shdr *s = &im->section[i];
		size_t skip = s->sh_type == SHT_RELA ? 5 : 4;
		const char *name;
		struct rcc_rank_name part;
		struct rcc_ranked_section *fn;
		uint64_t at;

		if ((s->sh_type != SHT_RELA && s->sh_type != SHT_REL) ||
		    s->sh_info >= im->n_sections ||
		    im->function_of[s->sh_info] == 0)
			continue;
		fn = &im->object->function[im->function_of[s->sh_info] - 1];
		at = im->names_at + s->sh_name + skip;
		if (at == fn->name_at)
			continue; /* one string for both names */
		name = rcc_elf_section_name(im, i);
		if (strlen(name) <= skip ||
		    rcc_rank_parse(name + skip, strlen(name + skip), &part))
			continue;
		fn->reloc_name_at = at;
	}
}

void rcc_elf_read_flavour(Elf *elf, struct rcc_elf_flavour *flavour)
{
	GElf_Ehdr ehdr;

	if (gelf_getehdr(elf, &ehdr) == NULL)
		return;
	flavour->elf_class = ehdr.e_ident[EI_CLASS];
	flavour->data = ehdr.e_ident[EI_DATA];
	flavour->osabi = ehdr.e_ident[EI_OSABI];
	flavour->machine = ehdr.e_machine;
	flavour->flags = ehdr.e_flags;
}

int rcc_elf_read(Elf *elf, const unsigned char *bytes, bool order,
		 struct rcc_object *o, char *reason)
{
	struct rcc_elf im = {.elf = elf,
			     .bytes = bytes,
			     .at = o->at,
			     .n = o->n_bytes,
			     .object = o,
			     .reason = reason};
	GElf_Ehdr ehdr;
	int err = read_sections(&im);

	if (err != 0 || im.n_sections == 0)
		goto out;
	if (gelf_getehdr(elf, &ehdr) != NULL)
		im.machine = ehdr.e_machine;
	find_functions(&im);
	find_reloc_names(&im);
	/* An object with IR never moves, so its groups and weak symbols do not
	 * matter. */
	if (order && (o->traits & RCC_OBJECT_IS_IR) == 0) {
		err = rcc_elf_read_groups(&im);
		if (err == 0)
			err = rcc_elf_read_definitions(&im);
	}
out:
	free(im.section);
	free(im.function_of);
	free(im.group_of);
	return err;
}
