/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/stack_factor.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/rank.h"

/*
 * The code of the entry point.  It copies the arguments, the environment and
 * the auxiliary vector to a lower address, and starts the program there.  The
 * original stays intact, because ld.so and the C library keep pointers into it.
 * The assembler makes the code from this text, with 0 for OFFSET:
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
 *		lea	4095(%rcx), %rax	// rounded up to whole pages
 *		and	$-4096, %rax
 *		sub	%rax, %rsp
 *		sub	$OFFSET, %rsp
 *		mov	%rsp, %rdi
 *		shr	$3, %rcx		// words
 *		rep movsq
 *		jmp	_start
 *		.cfi_endproc
 */
/* clang-format off */
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

/* The same code for i386, with 32-bit registers and words. */
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
/*
 * The code for aarch64, where each instruction has 4 bytes.  It keeps x0, which
 * ld.so passes to _start.
 *
 *		.cfi_startproc
 *		.cfi_undefined x30
 *		bti	c
 *		ldr	x9, [sp]		// argc
 *		add	x10, sp, x9, lsl #3
 *		add	x10, x10, #16		// envp
 *	1:	ldr	x11, [x10], #8
 *		cbnz	x11, 1b
 *	2:	ldp	x11, x12, [x10], #16	// the auxiliary vector: pairs
 *		cbnz	x11, 2b
 *		mov	x9, sp
 *		sub	x11, x10, x9		// bytes up to its end
 *		add	x11, x11, #4095
 *		and	x11, x11, #-4096
 *		sub	x12, x9, x11
 *		mov	x11, #OFFSET
 *		sub	x12, x12, x11
 *		mov	sp, x12
 *	3:	ldr	x11, [x9], #8
 *		str	x11, [x12], #8
 *		cmp	x9, x10
 *		b.ne	3b
 *		b	_start
 *		.cfi_endproc
 */
static const unsigned char code_aarch64[] = {
	0x5f, 0x24, 0x03, 0xd5, 0xe9, 0x03, 0x40, 0xf9, 0xea, 0x6f, 0x29, 0x8b,
	0x4a, 0x41, 0x00, 0x91, 0x4b, 0x85, 0x40, 0xf8, 0xeb, 0xff, 0xff, 0xb5,
	0x4b, 0x31, 0xc1, 0xa8, 0xeb, 0xff, 0xff, 0xb5, 0xe9, 0x03, 0x00, 0x91,
	0x4b, 0x01, 0x09, 0xcb, 0x6b, 0xfd, 0x3f, 0x91, 0x6b, 0xcd, 0x74, 0x92,
	0x2c, 0x01, 0x0b, 0xcb, 0x0b, 0x00, 0x80, 0xd2, 0x8c, 0x01, 0x0b, 0xcb,
	0x9f, 0x01, 0x00, 0x91, 0x2b, 0x85, 0x40, 0xf8, 0x8b, 0x85, 0x00, 0xf8,
	0x3f, 0x01, 0x0a, 0xeb, 0xa1, 0xff, 0xff, 0x54, 0x00, 0x00, 0x00, 0x14,
};
static const unsigned char frame_aarch64[] = {
	0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x7a,
	0x52, 0x00, 0x04, 0x78, 0x1e, 0x01, 0x1b, 0x0c, 0x1f, 0x00,
	0x00, 0x07, 0x1e, 0x00, 0x14, 0x00, 0x00, 0x00, 0x1c, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, sizeof(code_aarch64), 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};
/* clang-format on */
/* The offset in the section .eh_frame of the field for the code's address. */
#define FRAME_CODE_AT 32
/* The code ends with the distance of the jump, in this many bytes.  On aarch64
 * these bytes are the whole jump, and the distance is part of them. */
#define JUMP_SIZE 4

/* A machine whose stack can be moved. */
static const struct machine {
	uint16_t machine;
	unsigned char elf_class;
	const unsigned char *code;
	size_t n_code;
	size_t offset_at;
	/* the instruction that the offset is part of; 0 if the offset is a word
	 * of its own */
	uint32_t offset_in;
	/* the bit of that instruction at which the offset begins */
	int offset_shift;
	const unsigned char *frame;
	size_t n_frame;
	bool has_addends; /* relocations have addends (RELA) */
	uint32_t jump;	  /* type of the relocation of the jump */
	int64_t jump_addend;
	uint32_t address;
} machine_table[] = {
	{EM_X86_64, ELFCLASS64, code_64, sizeof(code_64), 59, 0, 0, frame_64,
	 sizeof(frame_64), true, R_X86_64_PLT32, -JUMP_SIZE, R_X86_64_PC32},
	{EM_386, ELFCLASS32, code_32, sizeof(code_32), 45, 0, 0, frame_32,
	 sizeof(frame_32), false, R_386_PC32, -JUMP_SIZE, R_386_PC32},
	{EM_AARCH64, ELFCLASS64, code_aarch64, sizeof(code_aarch64), 52,
	 0xd280000b, 5, frame_aarch64, sizeof(frame_aarch64), true,
	 R_AARCH64_JUMP26, 0, R_AARCH64_PREL32},
};

/* The sections of the new entry point, in the order of the layout object.  The
 * first is section 1. */
enum { CODE, FRAME, CODE_RELOC, FRAME_RELOC, SYMBOLS, NAMES, N_SECTIONS };
#define INDEX(section) ((section) + 1u)
/* The symbols, in the order of the symbol table: the new entry point, and the
 * original one, to which the code jumps. */
enum { NO_SYMBOL, OUR_ENTRY, THEIR_ENTRY, N_SYMBOLS };

/* The size of a buffer for all sections of any machine. */
#define ROOM ((size_t)N_SECTIONS * 128)

uint32_t rcc_stack_factor_offset(uint64_t seed)
{
	static const char label[] = "stack";
	uint64_t hash = rcc_rank_hash(label, sizeof(label) - 1, seed);

	return rcc_rank_below(hash, RCC_STACK_N_STEPS + 1) * RCC_STACK_STEP;
}

static const struct machine *machine_of(const struct rcc_elf_flavour *f)
{
	for (size_t i = 0; i < sizeof(machine_table) / sizeof(machine_table[0]);
	     i++)
		if (machine_table[i].machine == f->machine &&
		    machine_table[i].elf_class == f->elf_class &&
		    f->data == ELFDATA2LSB)
			return &machine_table[i];
	return NULL;
}

/* Write a number of n bytes in little-endian order.  All machines here use this
 * order. */
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

/* Make a section of the bytes from `start` to `end`.  Returns the start of the
 * next section, which is `end`. */
static unsigned char *take(struct rcc_stack_factor *s, int section,
			   const char *name, uint32_t type, uint64_t flags,
			   unsigned char *start, const unsigned char *end)
{
	s->section[section] = (struct rcc_layout_section){
		.name = name,
		.type = type,
		.flags = flags,
		.align = section == CODE    ? 16
			 : section == NAMES ? 1
					    : 8,
		.bytes = start,
		.n = (size_t)(end - start),
	};
	return start + s->section[section].n;
}

static unsigned char *make_code(struct rcc_stack_factor *s,
				const struct machine *m, unsigned char *at)
{
	unsigned char *end;

	memcpy(at, m->code, m->n_code);
	put(at + m->offset_at, m->offset_in | s->offset << m->offset_shift, 4);
	/* The name is not a C identifier.  Otherwise the linker would define a
	 * symbol __start_NAME for it. */
	at = take(s, CODE, ".randcc.entry", SHT_PROGBITS,
		  SHF_ALLOC | SHF_EXECINSTR, at, at + m->n_code);
	memcpy(at, m->frame, m->n_frame);
	at = take(s, FRAME, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, at,
		  at + m->n_frame);
	end = put_reloc(at, m, m->n_code - JUMP_SIZE, THEIR_ENTRY, m->jump,
			m->jump_addend);
	at = take(s, CODE_RELOC,
		  m->has_addends ? ".rela.randcc.entry" : ".rel.randcc.entry",
		  m->has_addends ? SHT_RELA : SHT_REL, SHF_INFO_LINK, at, end);
	end = put_reloc(at, m, FRAME_CODE_AT, OUR_ENTRY, m->address, 0);
	return take(s, FRAME_RELOC,
		    m->has_addends ? ".rela.eh_frame" : ".rel.eh_frame",
		    m->has_addends ? SHT_RELA : SHT_REL, SHF_INFO_LINK, at,
		    end);
}

static void make_symbols(struct rcc_stack_factor *s, const struct machine *m,
			 unsigned char *at)
{
	unsigned char *end;

	end = put_symbol(at, m, 0, STT_NOTYPE, STV_DEFAULT, 0, 0);
	end = put_symbol(end, m, 1, STT_FUNC, STV_HIDDEN, INDEX(CODE),
			 m->n_code);
	end = put_symbol(end, m, 1 + sizeof(RCC_STACK_ENTRY), STT_NOTYPE,
			 STV_DEFAULT, SHN_UNDEF, 0);
	take(s, SYMBOLS, ".symtab", SHT_SYMTAB, 0, at, end);
	/* The names have memory of their own, because the name of the entry
	 * point can be long. */
	s->names = rcc_mem_printf("%c%s%c%s", 0, RCC_STACK_ENTRY, 0, s->entry);
	s->section[NAMES] = (struct rcc_layout_section){
		.name = ".strtab",
		.type = SHT_STRTAB,
		.align = 1,
		.bytes = (unsigned char *)s->names,
		.n = 1 + sizeof(RCC_STACK_ENTRY) + strlen(s->entry) + 1,
	};
}

static void link_sections(struct rcc_stack_factor *s)
{
	struct rcc_layout_section *section = s->section;

	section[CODE_RELOC].link = INDEX(SYMBOLS);
	section[CODE_RELOC].info = INDEX(CODE);
	section[FRAME_RELOC].link = INDEX(SYMBOLS);
	section[FRAME_RELOC].info = INDEX(FRAME);
	section[CODE_RELOC].entry_size = section[CODE_RELOC].n;
	section[FRAME_RELOC].entry_size = section[FRAME_RELOC].n;
	section[SYMBOLS].link = INDEX(NAMES);
	section[SYMBOLS].info = OUR_ENTRY; /* the first global symbol */
	section[SYMBOLS].entry_size = section[SYMBOLS].n / N_SYMBOLS;
}

/* Make all sections.  Returns 0, or RCC_EUNSUP if there is no code for this
 * machine. */
static int make_sections(struct rcc_stack_factor *s,
			 const struct rcc_elf_flavour *flavour)
{
	const struct machine *m = machine_of(flavour);

	if (m == NULL)
		return RCC_EUNSUP;
	s->bytes = rcc_mem_alloc(ROOM);
	make_symbols(s, m, make_code(s, m, s->bytes));
	link_sections(s);
	s->n_sections = N_SECTIONS;
	return 0;
}

void rcc_stack_factor_release(struct rcc_stack_factor *s)
{
	free(s->bytes);
	free(s->names);
	*s = (struct rcc_stack_factor){0};
}

bool rcc_stack_factor_moves(const struct rcc_stack_factor *s)
{
	return s->n_sections != 0;
}

bool rcc_stack_factor_verify(const struct rcc_stack_factor *s,
			     const struct rcc_output *out)
{
	const struct rcc_layout_section *code = &s->section[CODE];

	return out->entry != NULL && out->n_entry >= code->n &&
	       memcmp(out->entry, code->bytes, code->n - JUMP_SIZE) == 0;
}

/* ---- The plan of a link ------------------------------------------------- */

/* Refuse a link if randld does not know the symbol of its entry point. */
static int check_entry(const struct rcc_ldargs *args, bool script_sets_entry,
		       struct rcc_refusal *why)
{
	const char *entry = args->entry;

	if (entry != NULL && entry[0] >= '0' && entry[0] <= '9')
		return rcc_refuse(why, RCC_EUNSUP, "name a symbol with -e",
				  "the program's entry point is an address, so "
				  "its stack cannot be moved");
	if (entry == NULL && script_sets_entry)
		return rcc_refuse(why, RCC_EUNSUP,
				  "name the entry point with -e too",
				  "the linker script chooses the entry point, "
				  "so the program's stack cannot be moved");
	return 0;
}

int rcc_stack_factor_plan(struct rcc_stack_factor *s,
			  const struct rcc_request *request,
			  const struct rcc_inputs *inputs,
			  bool script_sets_entry, struct rcc_refusal *why)
{
	const struct rcc_ldargs *args = request->args;

	*s = (struct rcc_stack_factor){0};
	s->is_asked = rcc_request_has(request, RCC_FACTOR_STACK);
	if (!s->is_asked)
		return 0;
	s->offset = rcc_stack_factor_offset(request->settings->seed);
	s->entry = args->entry != NULL ? args->entry : "_start";
	if (args->is_shared) {
		s->why_not = "a shared library";
		return 0;
	}
	if (check_entry(args, script_sets_entry, why) != 0) {
		s->why_not = "not supported";
		return RCC_EUNSUP;
	}
	if (!rcc_inputs_define(inputs, s->entry)) {
		s->why_not = "no entry point";
		return 0;
	}
	if (make_sections(s, &inputs->flavour) == 0)
		return 0;
	s->why_not = "not supported";
	return rcc_refuse(why, RCC_EUNSUP,
			  "take \"stack\" out of RANDCC_FACTORS",
			  "the factor stack needs x86-64, i386 or aarch64");
}
