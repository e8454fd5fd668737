/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A linker's command line, understood as far as a layout needs it: which words
 * are inputs, where they stand, and which files the options read and write.
 *
 * Only response files (@file) are opened here.  wrapper/link/inputs.h finds the
 * inputs, those of -l too, and reads them.
 */
#ifndef RCC_WRAPPER_LINE_LDARGS_H
#define RCC_WRAPPER_LINE_LDARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

enum rcc_ld_word_kind {
	RCC_LD_OPTION,	   /* any other option, with its argument */
	RCC_LD_FILE,	   /* an input file */
	RCC_LD_LIBRARY,	   /* -lNAME: `text` is NAME (or :FILE) */
	RCC_LD_OPTION_IN,  /* an option that reads the file `text` */
	RCC_LD_OPTION_OUT, /* an option that writes the file `text` */
	RCC_LD_SEARCH,	   /* -LDIR: `text` is DIR */
};

/* One input or option with its argument: one or two arguments. */
struct rcc_ld_word {
	enum rcc_ld_word_kind kind;
	size_t at;	  /* index of its first argument */
	size_t n;	  /* 1, or 2 when the value is an argument of its own */
	const char *text; /* the value; points into the arguments */
	const char *name; /* a known option's name, without dashes */
	/* State of the line at this word. */
	size_t span;	     /* inputs of one span may change places */
	bool is_static;	     /* -Bstatic: no shared libraries for -l */
	bool is_whole;	     /* inside --whole-archive */
	bool is_grouped;     /* inside --start-group */
	bool is_foreign;     /* -b FORMAT: not the native object format */
};

struct rcc_ldargs {
	struct rcc_strvec arg; /* argv[1]…, response files expanded */
	struct rcc_ld_word *word;
	size_t n_words;
	size_t n_allocated;

	const char *output;	 /* the name on the line; "a.out" by default */
	const char *script;	 /* -T: replaces the default script */
	const char *entry;	 /* -e; NULL: none */
	const char *sysroot;	 /* NULL: none */
	bool is_relocatable;	 /* -r */
	bool is_shared;
	bool is_information;	 /* --version, --help…: links nothing */
	bool allows_muldefs;	 /* the first of several definitions wins */
	/* -Map, --print-gc-sections, -q, --orphan-handling: the user sees
	 * which sections the inputs have. */
	bool lists_sections;
	bool has_plugin;	 /* -plugin: LTO objects can be read */
	const char *use_linker;	 /* -fuse-ld=: bfd, gold…; NULL: none */
	/* The word that tells gcc's plugin where lto-wrapper is, or
	 * SIZE_MAX; its text is the path. */
	size_t lto_wrapper_word;
};

/* -c SCRIPT, --mri-script=SCRIPT */
bool rcc_ldargs_is_mri_script(const struct rcc_ld_word *w);

/* Returns 0, or RCC_EFORMAT when an option lacks its argument: *bad is then
 * that option.  The arguments are copied. */
int rcc_ldargs_parse(struct rcc_ldargs *a, char *const *argv, const char **bad);
void rcc_ldargs_release(struct rcc_ldargs *a);

/* Replace @file by the words of the file, as libiberty's expandargv() does for
 * gcc and ld: blanks separate, quotes and backslashes quote, and the name of a
 * file that cannot be read stays as it is. */
void rcc_ldargs_expand(struct rcc_strvec *out, char *const *argv);

/* One word a line, quoted so that rcc_ldargs_expand() and the linker read the
 * same words again; caller frees. */
char *rcc_ldargs_quote(const struct rcc_strvec *arg, size_t *n);

#endif
