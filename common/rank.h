/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rank rule: how the section of a function or a variable is named, and
 * where a seed puts it.
 *
 * Every function sits in a section of its own, named
 *
 *	.text.sorted.<class>.<rank: 16 hex digits>.<unit>.<symbol>	ranked
 *	<group><filler>.<unit>.<symbol>					unranked
 *
 * Both names begin with a prefix of RCC_RANK_PREFIX_LEN characters.  Therefore
 * a rank is set, changed or removed in place, in the string table of section
 * names, and nothing else in the object moves.
 *
 * GNU ld's default script (gold's too) sorts `.text.sorted.*` by name: the
 * class digit keeps gcc's own grouping, the rank decides within it.  Unranked
 * names fall under the script's other patterns exactly as the names of plain
 * -ffunction-sections do (`.text.unlikely.*`, `.text.exit.*`,
 * `.text.startup.*`, `.text.hot.*`, `.text.*`), so a link of unranked names has
 * the original order.
 *
 * <unit> names the translation unit and contains no dot (rcc_rank_unit()).  In
 * gcc's objects the plugin writes it: the path of the source file, relative to
 * the directory of the compilation.  For objects of other compilers randld
 * takes, in this order, the base name of the source file that the object's
 * symbols name first (STT_FILE; of rustc the crate and the number of the part),
 * the name of the archive's member, and the base name of the object, without
 * what a compiler adds to the name of a temporary one.  None of these depends
 * on the directory or the time of the build.
 *
 * <symbol> is what follows the group in the name that plain -ffunction-sections
 * gives, so that our sections partition the code exactly as that option does (a
 * C++ thunk shares the section of its function).
 *
 * With the factor `data` variables have names of the same width:
 *
 *	.data.sort.<group>.<rank: 16 hex digits>.<kind>.<unit>.<symbol>	ranked
 *	<plain prefix><filler>.<unit>.<symbol>				unranked
 *
 * The group is a letter for the output section that holds the variable.  The
 * kind is a digit for its plain prefix: .data, .data.rel and .data.rel.local
 * are one group, and are placed in one order.  No default script sorts
 * variables; randld adds a script that does.  Variables in .tbss are left out,
 * because GNU ld gives a second output section of that kind the address of the
 * first.
 *
 * This file is core: it does not allocate, use stdio or exit.  The same source
 * is compiled as C and as C++, and linked into cc1.
 */
#ifndef RCC_COMMON_RANK_H
#define RCC_COMMON_RANK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* gcc's groups in the order in which GNU ld's default script places them. */
enum rcc_rank_class {
	RCC_RANK_UNLIKELY = 0, /* cold functions, cold halves */
	RCC_RANK_EXIT = 1,     /* destructors */
	RCC_RANK_STARTUP = 2,  /* constructors, main */
	RCC_RANK_HOT = 3,      /* hot by attribute or profile */
	RCC_RANK_REST = 4,
	RCC_RANK_N_CLASSES = 5,
	/* The kinds of variables, by the section names that gcc gives. */
	RCC_RANK_RODATA = 5,
	RCC_RANK_RELRO_LOCAL,
	RCC_RANK_RELRO,
	RCC_RANK_DATA_REL_LOCAL,
	RCC_RANK_DATA_REL,
	RCC_RANK_DATA,
	RCC_RANK_BSS,
	RCC_RANK_TDATA,
	RCC_RANK_END
};

/* Output sections that hold variables, in the order of addresses. */
enum rcc_rank_group {
	RCC_RANK_IN_RODATA,
	RCC_RANK_IN_TDATA,
	RCC_RANK_IN_RELRO,
	RCC_RANK_IN_DATA,
	RCC_RANK_IN_BSS,
	RCC_RANK_N_GROUPS
};

/* The properties of a layout that a seed can decide.  RANDCC_FACTORS and
 * -fplugin-arg-layout-factors list them. */
enum rcc_rank_factor {
	RCC_FACTOR_FUNCTIONS = 1, /* order of functions inside a unit */
	RCC_FACTOR_UNITS = 2,	  /* order of units, code and data */
	RCC_FACTOR_PROGRAM = 4,	  /* order of functions across units */
	RCC_FACTOR_PADDING = 8,	  /* filler between functions */
	RCC_FACTOR_DATA = 16,	  /* order of variables */
	RCC_FACTOR_STACK = 32	  /* start address of the stack */
};
/* The factors that order functions, or that place something in this order. */
#define RCC_FACTORS_OF_FUNCTIONS                                               \
	((unsigned)RCC_FACTOR_FUNCTIONS | (unsigned)RCC_FACTOR_UNITS |         \
	 (unsigned)RCC_FACTOR_PROGRAM | (unsigned)RCC_FACTOR_PADDING)
#define RCC_FACTORS_ALL UINT32_MAX
#define RCC_FACTORS_DEFAULT                                                    \
	((unsigned)RCC_FACTOR_FUNCTIONS | (unsigned)RCC_FACTOR_UNITS)

/* The length of the first part of a name, which contains the rank. */
#define RCC_RANK_PREFIX_LEN 32
/* The size of the buffer for rcc_rank_factors_text(), with its NUL. */
#define RCC_FACTORS_TEXT_MAX 64

/* Return the keyed hash from which all ranks are made: XXH64 (libxxhash) of the
 * bytes, with a seed. */
uint64_t rcc_rank_hash(const void *bytes, size_t n, uint64_t seed);

/* Return a number from 0 ... bound - 1, uniformly, from the upper half of a
 * hash. */
uint32_t rcc_rank_below(uint64_t hash, uint32_t bound);

/* Parse a seed: "0" ... "18446744073709551615" (also 0x...) or "none".  Returns
 * 0 and sets *seed and *is_none, or -1 for anything else: signs, blanks,
 * trailing text, overflow. */
int rcc_rank_parse_seed(const char *text, uint64_t *seed, int *is_none);

/* Parse a comma-separated list of factor names, or "none" for no factor.
 * Returns 0 and sets *factors (enum rcc_rank_factor, or-ed), or returns -1 and,
 * if `bad` is not NULL, sets *bad and *bad_len to the unknown word in
 * `text`. */
int rcc_rank_parse_factors(const char *text, unsigned *factors,
			   const char **bad, size_t *bad_len);

/* Write the factors as a list in a fixed order, such as "functions,units", or
 * "none", to `out`, which has room for RCC_FACTORS_TEXT_MAX bytes.  Returns
 * `out`. */
char *rcc_rank_factors_text(unsigned factors, char *out);

/* Return the factors that decide the place of a section of this class, as
 * rcc_rank_of() takes them; 0 if the section gets no rank.  Padding needs ranks
 * too, since they place its filler.  `data` orders variables as `functions`
 * orders functions. */
unsigned rcc_rank_factors_of(unsigned factors, enum rcc_rank_class cls);

/* Find the class of a section that plain gcc named, and the <symbol> in that
 * name (points into `plain`).  Returns 0, or -1 if -ffunction-sections does not
 * give such a name, which means that the user chose the section. */
int rcc_rank_split_plain(const char *plain, enum rcc_rank_class *cls,
			 const char **symbol);

/* Return the prefix of the names that plain gcc gives to sections of this
 * class. */
const char *rcc_rank_plain_prefix(enum rcc_rank_class cls);

/* Find the class and the <symbol> of a section of a variable, by the names that
 * -fdata-sections gives.  Returns as rcc_rank_split_plain() does. */
int rcc_rank_split_data(const char *plain, enum rcc_rank_class *cls,
			const char **symbol);

/* Return whether the class is one of variables. */
int rcc_rank_is_data(enum rcc_rank_class cls);
/* Return the output section of a class of variables, and its letter in
 * names. */
enum rcc_rank_group rcc_rank_group_of(enum rcc_rank_class cls);
char rcc_rank_group_letter(enum rcc_rank_group group);

/* Write the <unit> of a source file: `path` relative to the directory `dir` (if
 * both are absolute), with '_' for every byte that is not a letter, a digit,
 * '/', '-', '+' or '_'.  The name is relative, so that the same tree built
 * elsewhere gives the same layouts.  `dir` may be NULL.  Writes at most room-1
 * bytes and a NUL; a longer name is cut at its start and keeps the name of the
 * file.  Returns the length written. */
size_t rcc_rank_unit(char *out, size_t room, const char *path, const char *dir);

/* Write a complete, unranked name: RCC_RANK_PREFIX_LEN characters, unit, '.',
 * symbol.  `out` has room for RCC_RANK_PREFIX_LEN + strlen(unit) +
 * strlen(symbol) + 2 bytes. */
void rcc_rank_name(char *out, enum rcc_rank_class cls, const char *unit,
		   const char *symbol);

/* Overwrite the prefix of a name in place: with a rank, or without one. */
void rcc_rank_set(char *prefix, enum rcc_rank_class cls, uint64_t rank);
void rcc_rank_clear(char *prefix, enum rcc_rank_class cls);

/* The parts of a name. */
struct rcc_rank_name {
	enum rcc_rank_class cls;
	int is_ranked;
	uint64_t rank;	  /* 0 if not ranked */
	const char *tail; /* "<unit>.<symbol>"; points into the name */
	uint32_t tail_len;
	uint32_t unit_len; /* the symbol begins at tail + unit_len + 1 */
};

/* Parse the name of a section (n bytes, no NUL needed).  Returns 0, or -1 if it
 * does not follow the grammar above. */
int rcc_rank_parse(const char *name, size_t n, struct rcc_rank_name *out);

/*
 * Return the rank of a function or variable.  The factors decide its two
 * halves; [n] is the number of hexadecimal digits:
 *
 *	program			PRF(seed, unit, symbol)[16]
 *	functions,units		PRF(seed, unit)[8] PRF(seed, unit, symbol)[8]
 *	functions		unit_ordinal[8]    PRF(seed, unit, symbol)[8]
 *	units			PRF(seed, unit)[8] function_ordinal[8]
 *	neither			unit_ordinal[8]    function_ordinal[8]
 *
 * <symbol> is hashed without the ".lto_priv.<n>" that LTO gives to promoted
 * statics.
 *
 * This is a pure function of its arguments.  It does not depend on the order in
 * which functions are met, on partitions or on parallelism.
 *
 * instance	tells units of the same name apart (lib/util.c and src/util.c,
 *		each compiled as "util.c"): 0 for the first object in link
 *		order, 1 for the next, and so on.  Equal names must not mean
 *		equal ranks.
 * ordinals	are the places of the unit and of the function in the original
 *		order.  The plugin does not know the unit's; it passes
 *		RCC_RANK_NO_ORDINAL, and the hash is used instead.
 */
#define RCC_RANK_NO_ORDINAL UINT32_MAX
struct rcc_rank_place {
	uint32_t instance;
	uint32_t unit_ordinal;
	uint32_t function_ordinal;
};
uint64_t rcc_rank_of(uint64_t seed, unsigned factors,
		     const struct rcc_rank_name *name,
		     const struct rcc_rank_place *place);

/* The rank of a function in two steps, for speed.  The result of the first step
 * serves all functions of one instance of a unit. */
struct rcc_rank_unit {
	uint64_t key;
	uint64_t high;
};
struct rcc_rank_unit rcc_rank_unit_of(uint64_t seed, unsigned factors,
				      const struct rcc_rank_name *name,
				      const struct rcc_rank_place *place);
uint64_t rcc_rank_in_unit(const struct rcc_rank_unit *unit, unsigned factors,
			  const struct rcc_rank_name *name,
			  const struct rcc_rank_place *place);

#ifdef __cplusplus
}
#endif

#endif
