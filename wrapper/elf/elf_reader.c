/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/elf_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/diag.h"

int rcc_elf_malformed(struct rcc_elf *im, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(im->reason, RCC_WHY_MAX, fmt, ap);
	va_end(ap);
	return RCC_EFORMAT;
}

struct rcc_elf_strings rcc_elf_open_strings(const unsigned char *image,
					    uint64_t n, const GElf_Shdr *table)
{
	struct rcc_elf_strings strings = {0};
	const char *last;

	if (table->sh_type == SHT_NOBITS || table->sh_offset > n ||
	    table->sh_size > n - table->sh_offset)
		return strings;
	strings.at = (const char *)image + table->sh_offset;
	last = memrchr(strings.at, '\0', table->sh_size);
	strings.n = last != NULL ? (uint64_t)(last - strings.at) + 1 : 0;
	return strings;
}

struct rcc_elf_strings rcc_elf_strings_of(Elf *elf, const unsigned char *image,
					  uint64_t n, size_t table)
{
	GElf_Shdr shdr;

	if (gelf_getshdr(elf_getscn(elf, table), &shdr) == NULL ||
	    shdr.sh_type != SHT_STRTAB || (shdr.sh_flags & SHF_COMPRESSED) != 0)
		return (struct rcc_elf_strings){0};
	return rcc_elf_open_strings(image, n, &shdr);
}

const char *rcc_elf_string(const struct rcc_elf_strings *table, uint64_t offset)
{
	return offset < table->n ? table->at + offset : NULL;
}

const char *rcc_elf_section_name(const struct rcc_elf *im, size_t i)
{
	return rcc_elf_string(&im->names, im->section[i].sh_name);
}

bool rcc_elf_is_variable(const GElf_Shdr *s)
{
	return (s->sh_type == SHT_PROGBITS || s->sh_type == SHT_NOBITS) &&
	       (s->sh_flags & SHF_ALLOC) != 0 &&
	       (s->sh_flags & (SHF_EXECINSTR | SHF_MERGE)) == 0;
}
