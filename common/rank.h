/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rank rule: how a section of a function or variable is named, and where a
 * seed puts it.
 *
 * Every function has a section of its own, with one of these names:
 *
 *	.text.sorted.<class>.<rank: 16 hex digits>.<unit>.<symbol>	ranked
 *	<group><filler>.<unit>.<symbol>					unranked
 *
 * <class> is the digit of one of gcc's groups (enum rcc_rank_class): hot
 * functions, startup functions and so on.
 *
 * <group> is the beginning of the name that plain gcc gives to sections of this
 * group, such as `.text.hot.` or `.text.`.
 *
 * <filler> is "randcc" and underscores.  It makes the part before <unit> as
 * long in unranked names as in ranked ones: RCC_RANK_PREFIX_LEN characters with
 * the dot.  A rank can therefore be set, changed or removed by overwriting the
 * name in the object's string table.  Nothing else in the object moves.
 *
 * The default script of GNU ld and gold sorts `.text.sorted.*` by name.  The
 * class comes before the rank, so the groups keep their order, and the rank
 * decides within a group.
 *
 * Unranked names match the script's other patterns (`.text.unlikely.*`,
 * `.text.exit.*`, `.text.startup.*`, `.text.hot.*`, `.text.*`), as the names of
 * plain -ffunction-sections do.  So a link of unranked names has the original
 * order.
 *
 * <unit> names the translation unit and contains no dot (rcc_rank_unit()).  In
 * gcc's objects the plugin (plugin/layout_plugin.c) writes it: the path of the
 * source file, relative to the compiler's working directory.  In objects of
 * other compilers randld, randcc's wrapper of the linker, writes it.  It takes
 * the first of these names that exists:
 *
 *	- the base name of the first source file in the symbol table
 *	  (STT_FILE); rustc stores the crate and a codegen unit's number there
 *	- the name of the archive's member
 *	- the base name of the object, without what a compiler adds to the
 *	  name of a temporary object
 *
 * None of these depends on the directory or the time of the build.
 *
 * <symbol> is the rest of the name that plain -ffunction-sections gives, after
 * the group.  Therefore our sections divide the code exactly as that option
 * does: a C++ thunk, for example, shares the section of its function.
 *
 * With the factor `data`, variables have names of the same width:
 *
 *	.data.sort.<group>.<rank: 16 hex digits>.<kind>.<unit>.<symbol>	ranked
 *	<plain prefix><filler>.<unit>.<symbol>				unranked
 *
 * Here <group> is a letter for the output section that holds the variable.
 * <plain prefix> is the beginning of the name that plain gcc gives, and <kind>
 * is a digit that stands for it.  One order covers a whole group, for example
 * .data, .data.rel and .data.rel.local together.  No default script sorts
 * variables, so randld adds a script that does.
 *
 * Variables in .tbss get no rank.  They would need a second output section, and
 * GNU ld would give this section the same address as .tbss.
 *
 * This file does not allocate memory, use stdio or call exit().  The same
 * source is compiled as C and as C++.  The plugin contains it, so it runs
 * inside cc1.
 */
#ifndef RCC_COMMON_RANK_H
#define RCC_COMMON_RANK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* gcc's groups, in the order in which GNU ld's default script places them. */
enum rcc_rank_class {
	RCC_RANK_UNLIKELY = 0, /* cold functions, cold parts of functions */
	RCC_RANK_EXIT = 1,     /* destructors */
	RCC_RANK_STARTUP = 2,  /* constructors, main */
	RCC_RANK_HOT = 3,      /* hot by attribute or profile */
	RCC_RANK_REST = 4,
	RCC_RANK_N_CLASSES = 5,
	/* The kinds of variables, one for each beginning of a section's name
	 * that gcc gives to variables (".rodata.", ".data.rel.ro.", ...). */
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

/* Output sections that hold variables, in order of address. */
enum rcc_rank_group {
	RCC_RANK_IN_RODATA,
	RCC_RANK_IN_TDATA,
	RCC_RANK_IN_RELRO,
	RCC_RANK_IN_DATA,
	RCC_RANK_IN_BSS,
	RCC_RANK_N_GROUPS
};

/* The properties of a layout that a seed can decide.  The user chooses them by
 * RANDCC_FACTORS or -fplugin-arg-layout-factors. */
enum rcc_rank_factor {
	RCC_FACTOR_FUNCTIONS = 1, /* order of functions inside a unit */
	RCC_FACTOR_UNITS = 2,	  /* order of units, for code and for data */
	RCC_FACTOR_PROGRAM = 4,	  /* order of all functions */
	RCC_FACTOR_PADDING = 8,	  /* filler between functions */
	RCC_FACTOR_DATA = 16,	  /* order of variables */
	RCC_FACTOR_STACK = 32,	  /* start address of the stack */
	RCC_FACTOR_OFFSET = 64	  /* offset of functions in a cache line */
};
/* The factors that put filler between functions. */
#define RCC_FACTORS_OF_FILLER                                                  \
	((unsigned)RCC_FACTOR_PADDING | (unsigned)RCC_FACTOR_OFFSET)
/* The factors that order functions, or that depend on this order (filler). */
#define RCC_FACTORS_OF_FUNCTIONS                                               \
	((unsigned)RCC_FACTOR_FUNCTIONS | (unsigned)RCC_FACTOR_UNITS |         \
	 (unsigned)RCC_FACTOR_PROGRAM | RCC_FACTORS_OF_FILLER)
#define RCC_FACTORS_ALL UINT32_MAX
#define RCC_FACTORS_DEFAULT                                                    \
	((unsigned)RCC_FACTOR_FUNCTIONS | (unsigned)RCC_FACTOR_UNITS)

/* The section that marks an object as made by gcc with the plugin.
 *
 * The user may give a section a name that -ffunction-sections or
 * -fdata-sections could also have given.  The plugin does not rename such a
 * section, but adds this mark to the object.  Without the mark, randld would
 * think that another compiler made the object, and would rename the section.
 * The mark is in no linked program (SHF_EXCLUDE). */
#define RCC_RANK_KEPT ".randcc_kept"

/* The length of a section's name up to and including the dot before <unit>.
 * This beginning of the name contains the rank or the filler. */
#define RCC_RANK_PREFIX_LEN 32
/* The size of the buffer for rcc_rank_factors_text(), with its NUL. */
#define RCC_FACTORS_TEXT_MAX 64

/* Hash bytes with the key `seed`, by XXH64 of libxxhash.  All ranks are made
 * from this hash. */
uint64_t rcc_rank_hash(const void *bytes, size_t n, uint64_t seed);

/* Return a uniform number from 0 to bound-1.  It comes from the upper half of
 * `hash`. */
uint32_t rcc_rank_below(uint64_t hash, uint32_t bound);

/* Parse a seed: "0" ... "18446744073709551615" (also 0x...)  or "none".
 * Returns 0 and sets *seed and *is_none.  Returns -1 for any other text, for
 * example with a sign or a blank, and for a number that is too large. */
int rcc_rank_parse_seed(const char *text, uint64_t *seed, int *is_none);

/* Parse a comma-separated list of factor names, or "none" for no factor.
 * Returns 0 and sets *factors to the values of enum rcc_rank_factor, or-ed.  If
 * a word is unknown, returns -1 and sets *bad and *bad_len to that word in
 * `text`, unless `bad` is NULL. */
int rcc_rank_parse_factors(const char *text, unsigned *factors,
			   const char **bad, size_t *bad_len);

/* Write the factors to `out` as a list in a fixed order, such as
 * "functions,units", or as "none".  `out` has RCC_FACTORS_TEXT_MAX bytes.
 * Returns `out`. */
char *rcc_rank_factors_text(unsigned factors, char *out);

/* Return those of the user's `factors` that move a section of this class, for
 * rcc_rank_of().  Returns 0 if the section gets no rank.  For functions the
 * result includes `padding` and `offset`, because the filler between functions
 * depends on their order.  For variables the result has RCC_FACTOR_FUNCTIONS in
 * place of `data`, so that rcc_rank_of() orders the variables inside a unit. */
unsigned rcc_rank_factors_of(unsigned factors, enum rcc_rank_class cls);

/* Find the class and the <symbol> of a section name that plain gcc gave.
 * *symbol points into `plain`.  Returns 0, or -1 if the section must keep its
 * name: -ffunction-sections never gives the name `plain`, so the user chose it,
 * or the name begins with ".text.sorted.". */
int rcc_rank_split_plain(const char *plain, enum rcc_rank_class *cls,
			 const char **symbol);

/* Return the beginning of the section names that plain gcc gives to this class,
 * such as ".text.hot." or ".rodata.". */
const char *rcc_rank_plain_prefix(enum rcc_rank_class cls);

/* Do the same as rcc_rank_split_plain() for a name that gcc gives to a
 * variable's section with -fdata-sections. */
int rcc_rank_split_data(const char *plain, enum rcc_rank_class *cls,
			const char **symbol);

/* Return whether this is a class of variables. */
int rcc_rank_is_data(enum rcc_rank_class cls);
/* Return the output section of a class of variables, and the letter that stands
 * for an output section in names. */
enum rcc_rank_group rcc_rank_group_of(enum rcc_rank_class cls);
char rcc_rank_group_letter(enum rcc_rank_group group);

/* Write the <unit> of a source file to `out`, which has `room` bytes.  If
 * `path` and the directory `dir` are absolute, the name is `path` relative to
 * `dir`.  The same tree built elsewhere then gives the same layouts.  `dir` may
 * be NULL.  Any byte that is not a letter, a digit, '/', '-', '+' or '_'
 * becomes '_'.  A name that is too long loses its beginning and keeps the name
 * of the file.  Returns the length. */
size_t rcc_rank_unit(char *out, size_t room, const char *path, const char *dir);

/* Write a complete, unranked name: prefix, unit, '.', symbol.  `out` has room
 * for RCC_RANK_PREFIX_LEN + strlen(unit) + strlen(symbol) + 2 bytes. */
void rcc_rank_name(char *out, enum rcc_rank_class cls, const char *unit,
		   const char *symbol);

/* Overwrite the first RCC_RANK_PREFIX_LEN characters of a section's name in
 * place: rcc_rank_set() writes a rank, rcc_rank_clear() the filler. */
void rcc_rank_set(char *prefix, enum rcc_rank_class cls, uint64_t rank);
void rcc_rank_clear(char *prefix, enum rcc_rank_class cls);

/* The parts of a section's name, by the grammar at the top of this file. */
struct rcc_rank_name {
	enum rcc_rank_class cls;
	int is_ranked;
	uint64_t rank;	  /* 0 if not ranked */
	const char *tail; /* "<unit>.<symbol>"; points into the name */
	uint32_t tail_len;
	uint32_t unit_len; /* the symbol begins at tail + unit_len + 1 */
};

/* Parse the name of a section.  It has n bytes and needs no NUL.  Returns 0, or
 * -1 if it does not follow the grammar above. */
int rcc_rank_parse(const char *name, size_t n, struct rcc_rank_name *out);

/*
 * Return the rank of a function or variable, a number of 16 hexadecimal digits.
 * `factors` decides from what the rank is made:
 *
 *	program			H(unit, symbol)[16]
 *	functions,units		H(unit)[8]         H(unit, symbol)[8]
 *	functions		unit_ordinal[8]    H(unit, symbol)[8]
 *	units			H(unit)[8]         function_ordinal[8]
 *	none of these		unit_ordinal[8]    function_ordinal[8]
 *
 *	[n]	the first n digits of a hash, or all n digits of an ordinal
 *	H	rcc_rank_hash() with the key `seed` or, if `instance` is not 0,
 *		with the hash of `instance` as the key.  H leaves out the
 *		".lto_priv.<n>" that LTO appends to a symbol.
 *
 * The rank depends on the arguments alone, and not on the order in which
 * functions are met, on partitions or on parallelism.
 *
 * The fields of `place`:
 *
 *	instance
 *		Tells apart units of the same name (lib/util.c and src/util.c,
 *		each compiled as "util.c").  It is 0 for the first of these
 *		units in link order, 1 for the next, and so on.  Without it,
 *		functions of the same name would get equal ranks.
 *	unit_ordinal, function_ordinal
 *		The places of the unit and of the function in the original
 *		order.  The plugin does not know them, and passes
 *		RCC_RANK_NO_ORDINAL.  The rank then has the hash instead:
 *		H(unit)[8] or H(unit, symbol)[8].
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

/* Compute a rank in two steps, which is faster.  All functions of a unit (more
 * exactly, of one instance) share the result of the first step. */
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
