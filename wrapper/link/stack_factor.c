/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/stack_factor.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/object_symbols.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/link.h"

/*
 * The assembler's own output for this, with the offset left open:
 *
 *		.cfi_startproc
 *		.cfi_undefined rip	// back traces end here, as in _start
 *		endbr64
 *		mov	(%rsp), %rcx		// argc
 *		lea	16(%rsp,%rcx,8), %rsi	// envp
 *	1:	lodsq
 *		test	%rax, %rax
 *		jnz	1b
 *	2:	lodsq				// the auxiliary vector: pairs
 *		add	$8, %rsi
 *		test	%rax, %rax
 *		jnz	2b
 *		mov	%rsi, %rcx
 *		sub	%rsp, %rcx		// bytes up to its end
 *		mov	%rsp, %rsi
 *		lea	4095(%rcx), %rax	// as many pages: ld.so's and the
 *		and	$-4096, %rax		// C library's pointers into what
 *		sub	%rax, %rsp		// lies here stay good
 *		sub	$OFFSET, %rsp
 *		mov	%rsp, %rdi
 *		shr	$3, %rcx		// words
 *		rep movsq
 *		jmp	_start
 *		.cfi_endproc
 */
static const unsigned char code_64[] = {
	0xf3, 0x0f, 0x1e, 0xfa, 0x48, 0x8b, 0x0c, 0x24, 0x48, 0x8d, 0x74,
	0xcc, 0x10, 0x48, 0xad, 0x48, 0x85, 0xc0, 0x75, 0xf9, 0x48, 0xad,
	0x48, 0x83, 0xc6, 0x08, 0x48, 0x85, 0xc0, 0x75, 0xf5, 0x48, 0x89,
	0xf1, 0x48, 0x29, 0xe1, 0x48, 0x89, 0xe6, 0x48, 0x8d, 0x81, 0xff,
	0x0f, 0x00, 0x00, 0x48, 0x25, 0x00, 0xf0, 0xff, 0xff, 0x48, 0x29,
	0xc4, 0x48, 0x81, 0xec, 0x00, 0x00, 0x00, 0x00, 0x48, 0x89, 0xe7,
	0x48, 0xc1, 0xe9, 0x03, 0xf3, 0x48, 0xa5, 0xe9, 0x00, 0x00, 0x00,
	0x00,
};
static const unsigned char frame_64[] = {
	0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x7a,
	0x52, 0x00, 0x01, 0x78, 0x10, 0x01, 0x1b, 0x0c, 0x07, 0x08,
	0x90, 0x01, 0x07, 0x10, 0x14, 0x00, 0x00, 0x00, 0x1c, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, sizeof(code_64), 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};

/* The same with registers and words of 32 bits. */
static const unsigned char code_32[] = {
	0xf3, 0x0f, 0x1e, 0xfb, 0x8b, 0x0c, 0x24, 0x8d, 0x74, 0x8c, 0x08,
	0xad, 0x85, 0xc0, 0x75, 0xfb, 0xad, 0x83, 0xc6, 0x04, 0x85, 0xc0,
	0x75, 0xf8, 0x89, 0xf1, 0x29, 0xe1, 0x89, 0xe6, 0x8d, 0x81, 0xff,
	0x0f, 0x00, 0x00, 0x25, 0x00, 0xf0, 0xff, 0xff, 0x29, 0xc4, 0x81,
	0xec, 0x00, 0x00, 0x00, 0x00, 0x89, 0xe7, 0xc1, 0xe9, 0x02, 0xf3,
	0xa5, 0xe9, 0xfc, 0xff, 0xff, 0xff,
};
static const unsigned char frame_32[] = {
	0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x7a, 0x52,
	0x00, 0x01, 0x7c, 0x08, 0x01, 0x1b, 0x0c, 0x04, 0x04, 0x88, 0x01,
	0x07, 0x08, 0x10, 0x00, 0x00, 0x00, 0x1c, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, sizeof(code_32), 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x00,
};
#define FRAME_CODE_AT 32 /* where it says the code's address */
#define JUMP_SIZE 4	 /* the code ends with the jump's distance */

static const struct machine {
	uint16_t machine;
	unsigned char elf_class;
	const unsigned char *code;
	size_t n_code;
	size_t offset_at;
	const unsigned char *frame;
	size_t n_frame;
	bool has_addends; /* RELA */
	uint32_t jump;	  /* relocations */
	uint32_t address;
} machine_table[] = {
	{EM_X86_64, ELFCLASS64, code_64, sizeof(code_64), 59, frame_64,
	 sizeof(frame_64), true, R_X86_64_PLT32, R_X86_64_PC32},
	{EM_386, ELFCLASS32, code_32, sizeof(code_32), 45, frame_32,
	 sizeof(frame_32), false, R_386_PC32, R_386_PC32},
};

/* In the order of the sections; the layout object has them from 1 on. */
enum { CODE, FRAME, CODE_RELOC, FRAME_RELOC, SYMBOLS, NAMES, N_SECTIONS };
#define INDEX(section) ((section) + 1u)
/* And of the symbols. */
enum { NO_SYMBOL, OUR_ENTRY, THEIR_ENTRY, N_SYMBOLS };

/* More than any of them takes. */
#define ROOM ((size_t)N_SECTIONS * 128)

static const char *entry_word(const struct rcc_ldargs *args)
{
	return args->entry != NULL ? args->entry : "_start";
}

/* The entry point that this line asks for; NULL when it cannot be known (an
 * address, or one that a script names), with the reason and what to do. */
static const char *entry_of(const struct rcc_ldargs *args, const char **problem,
			    const char **remedy)
{
	const char *entry = entry_word(args);
	char *text;

	*problem = NULL;
	if (entry[0] >= '0' && entry[0] <= '9') {
		*problem = "the program's entry point is an address, so its "
			   "stack cannot be moved";
		*remedy = "name a symbol with -e";
		return NULL;
	}
	if (args->script == NULL || args->entry != NULL)
		return entry;
	text = rcc_file_read(args->script, NULL);
	if (text != NULL && strstr(text, "ENTRY") != NULL) {
		*problem = "the linker script chooses the entry point, so the "
			   "program's stack cannot be moved";
		*remedy = "name the entry point with -e too";
		entry = NULL;
	}
	free(text);
	return entry;
}

uint32_t rcc_stack_offset(uint64_t seed)
{
	static const char label[] = "stack";
	uint64_t hash = rcc_rank_hash(label, sizeof(label) - 1, seed);

	return (uint32_t)(((hash >> 32) * (RCC_STACK_N_STEPS + 1)) >> 32) *
	       RCC_STACK_STEP;
}

static const struct machine *machine_of(const struct rcc_elf_flavour *f)
{
	for (size_t i = 0; i < sizeof(machine_table) / sizeof(machine_table[0]);
	     i++)
		if (machine_table[i].machine == f->machine &&
		    machine_table[i].elf_class == f->elf_class)
			return &machine_table[i];
	return NULL;
}

/* Both machines are little-endian. */
static unsigned char *put(unsigned char *at, uint64_t value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*at++ = (unsigned char)(value >> (8 * i));
	return at;
}

static unsigned char *put_reloc(unsigned char *at, const struct machine *m,
				size_t where, uint32_t symbol, uint32_t type,
				int64_t addend)
{
	if (!m->has_addends)
		return put(put(at, where, 4), ELF32_R_INFO(symbol, type), 4);
	at = put(put(at, where, 8), ELF64_R_INFO((uint64_t)symbol, type), 8);
	return put(at, (uint64_t)addend, 8);
}

static unsigned char *put_symbol(unsigned char *at, const struct machine *m,
				 size_t name, int type, int visibility,
				 size_t section, size_t size)
{
	bool is_64 = m->elf_class == ELFCLASS64;

	at = put(at, name, 4);
	if (!is_64)
		at = put(put(at, 0, 4), size, 4);
	at = put(at, name == 0 ? 0 : ELF64_ST_INFO(STB_GLOBAL, type), 1);
	at = put(put(at, (uint64_t)visibility, 1), section, 2);
	return is_64 ? put(put(at, 0, 8), size, 8) : at;
}

/* The next section takes the bytes up to `end`. */
static unsigned char *take(struct rcc_stack *s, int section, const char *name,
			   uint32_t type, uint64_t flags, unsigned char *start,
			   const unsigned char *end)
{
	s->section[section] = (struct rcc_layout_section){
		.name = name,
		.type = type,
		.flags = flags,
		.align = section == CODE ? 16 : section == NAMES ? 1 : 8,
		.bytes = start,
		.n = (size_t)(end - start),
	};
	return start + s->section[section].n;
}

static unsigned char *make_code(struct rcc_stack *s, const struct machine *m,
				unsigned char *at)
{
	unsigned char *end;

	memcpy(at, m->code, m->n_code);
	put(at + m->offset_at, s->offset, 4);
	/* Not a C identifier, so that the linker makes no __start_ of it. */
	at = take(s, CODE, ".randcc.entry", SHT_PROGBITS,
		  SHF_ALLOC | SHF_EXECINSTR, at, at + m->n_code);
	memcpy(at, m->frame, m->n_frame);
	at = take(s, FRAME, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, at,
		  at + m->n_frame);
	end = put_reloc(at, m, m->n_code - JUMP_SIZE, THEIR_ENTRY, m->jump,
			-JUMP_SIZE);
	at = take(s, CODE_RELOC,
		  m->has_addends ? ".rela.randcc.entry" : ".rel.randcc.entry",
		  m->has_addends ? SHT_RELA : SHT_REL, SHF_INFO_LINK, at, end);
	end = put_reloc(at, m, FRAME_CODE_AT, OUR_ENTRY, m->address, 0);
	return take(s, FRAME_RELOC,
		    m->has_addends ? ".rela.eh_frame" : ".rel.eh_frame",
		    m->has_addends ? SHT_RELA : SHT_REL, SHF_INFO_LINK, at,
		    end);
}

static void make_symbols(struct rcc_stack *s, const struct machine *m,
			 unsigned char *at)
{
	unsigned char *end;

	end = put_symbol(at, m, 0, STT_NOTYPE, STV_DEFAULT, 0, 0);
	end = put_symbol(end, m, 1, STT_FUNC, STV_HIDDEN, INDEX(CODE),
			 m->n_code);
	end = put_symbol(end, m, 1 + sizeof(RCC_STACK_ENTRY), STT_NOTYPE,
			 STV_DEFAULT, SHN_UNDEF, 0);
	take(s, SYMBOLS, ".symtab", SHT_SYMTAB, 0, at, end);
	/* Of any length: a block of its own. */
	s->names = rcc_mem_printf("%c%s%c%s", 0, RCC_STACK_ENTRY, 0, s->entry);
	s->section[NAMES] = (struct rcc_layout_section){
		.name = ".strtab",
		.type = SHT_STRTAB,
		.align = 1,
		.bytes = (unsigned char *)s->names,
		.n = 1 + sizeof(RCC_STACK_ENTRY) + strlen(s->entry) + 1,
	};
}

static void link_sections(struct rcc_stack *s)
{
	struct rcc_layout_section *section = s->section;

	section[CODE_RELOC].link = INDEX(SYMBOLS);
	section[CODE_RELOC].info = INDEX(CODE);
	section[FRAME_RELOC].link = INDEX(SYMBOLS);
	section[FRAME_RELOC].info = INDEX(FRAME);
	section[CODE_RELOC].entry_size = section[CODE_RELOC].n;
	section[FRAME_RELOC].entry_size = section[FRAME_RELOC].n;
	section[SYMBOLS].link = INDEX(NAMES);
	section[SYMBOLS].info = OUR_ENTRY; /* the first global one */
	section[SYMBOLS].entry_size = section[SYMBOLS].n / N_SYMBOLS;
}

/* Returns 0, or RCC_EUNSUP for a machine whose code is not known. */
static int make_sections(struct rcc_stack *s,
			 const struct rcc_elf_flavour *flavour)
{
	const struct machine *m = machine_of(flavour);

	if (m == NULL)
		return RCC_EUNSUP;
	s->bytes = rcc_mem_alloc(ROOM);
	make_symbols(s, m, make_code(s, m, s->bytes));
	link_sections(s);
	return 0;
}

void rcc_stack_release(struct rcc_stack *s)
{
	free(s->bytes);
	free(s->names);
	s->bytes = NULL;
	s->names = NULL;
}

bool rcc_stack_verify(const struct rcc_stack *s, const struct rcc_output *out)
{
	const struct rcc_layout_section *code = &s->section[CODE];

	return out->entry != NULL && out->n_entry >= code->n &&
	       memcmp(out->entry, code->bytes, code->n - JUMP_SIZE) == 0;
}

/* ---- Of a link ---------------------------------------------------------- */

/* Whether the link has that entry point to go on to. */
static bool defines(const struct rcc_link *l, const char *symbol)
{
	for (size_t i = 0; i < l->n_inputs; i++) {
		const struct rcc_object_file *f = &l->input[i].file;

		for (size_t k = 0; l->input[i].is_open && k < f->n_objects; k++)
			if (rcc_object_defines(f, &f->object[k], symbol))
				return true;
	}
	return false;
}

void rcc_stack_plan(struct rcc_link *l)
{
	const char *problem = NULL;
	const char *remedy = NULL;
	struct rcc_stack *s = &l->stack;

	l->has_stack = (l->settings->factors & RCC_FACTOR_STACK) != 0 &&
		       !l->settings->is_original;
	if (!l->has_stack)
		return;
	s->entry = entry_of(&l->args, &problem, &remedy);
	s->offset = rcc_stack_offset(l->settings->seed);
	if (l->args.is_shared)
		s->why_not = "a shared library";
	else if (problem != NULL)
		s->why_not = "not supported";
	else if (!defines(l, s->entry))
		s->why_not = "no entry point";
	else if (make_sections(s, &l->flavour) != 0) {
		problem = "the stack of a program can be moved on x86-64 and "
			  "i386 only";
		remedy = "take \"stack\" out of RANDCC_FACTORS";
		s->why_not = "not supported";
	}
	if (problem != NULL && !l->args.is_shared)
		rcc_link_unsupported(l, problem, remedy);
}
