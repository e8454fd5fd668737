/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A linker's command line, parsed as far as a layout needs it: which words are
 * inputs, where they are, and which files the options read and write.
 *
 * The parser opens only response files (@file).  wrapper/link/inputs.h finds
 * and reads the inputs, including the libraries of -l.
 */
#ifndef RCC_WRAPPER_LINE_LDARGS_H
#define RCC_WRAPPER_LINE_LDARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

enum rcc_ld_word_kind {
	RCC_LD_OPTION,	   /* an option of no other kind */
	RCC_LD_FILE,	   /* an input file */
	RCC_LD_LIBRARY,	   /* -lNAME: `text` is NAME (or :FILE) */
	RCC_LD_OPTION_IN,  /* an option that reads the file `text` */
	RCC_LD_OPTION_OUT, /* an option that writes the file `text` */
	RCC_LD_SEARCH,	   /* -LDIR: `text` is DIR */
};

/* An input, or an option with its argument. */
struct rcc_ld_word {
	enum rcc_ld_word_kind kind;
	size_t at;	  /* index of its first argument in rcc_ldargs.arg */
	size_t n;	  /* 1, or 2 if the value is an argument of its own */
	const char *text; /* the value; points into the arguments */
	const char *name; /* option's name without dashes; NULL if unknown */
	/* Number of the word's span.  Inputs of one span may change places with
	 * each other, but not with inputs of other spans. */
	size_t span;
	/* The options in force at this word. */
	bool is_static;	 /* -Bstatic: -l takes no shared library */
	bool is_whole;	 /* inside --whole-archive */
	bool is_grouped; /* inside --start-group or --start-lib */
	bool is_lazy;	 /* inside --start-lib: linked only if needed */
	bool is_foreign; /* -b FORMAT: not a native object */
};

struct rcc_ldargs {
	struct rcc_strvec arg; /* the arguments, with response files expanded */
	struct rcc_ld_word *word;
	size_t n_words;
	size_t n_allocated;

	const char *output;  /* -o; "a.out" by default */
	const char *script;  /* -T: replaces the default script */
	const char *entry;   /* -e; NULL if not given */
	const char *sysroot; /* --sysroot; NULL if not given */
	bool is_relocatable; /* -r */
	bool is_shared;
	bool is_information; /* links nothing: --version, --help... */
	bool allows_muldefs; /* the first definition of a symbol wins */
	/* An option makes the sections of the inputs visible to the user (-Map,
	 * --print-gc-sections, -q, --orphan-handling). */
	bool lists_sections;
	bool has_plugin;	/* -plugin: the linker can read LTO objects */
	bool has_llvm_plugin;	/* -plugin with LLVM's plugin */
	const char *use_linker; /* -fuse-ld=: bfd, gold...; NULL if not given */
	/* The index of the word that tells gcc's plugin the path of
	 * lto-wrapper, or SIZE_MAX.  The word's text is this path. */
	size_t lto_wrapper_word;
};

/* Return whether a word can name a temporary object.  gcc makes such an object
 * if it compiles and links in one call: /DIR/ccXXXXXX.o with six random letters
 * and digits. */
bool rcc_ldargs_is_temporary(const char *path);

/* Return whether the word is -c SCRIPT or --mri-script=SCRIPT. */
bool rcc_ldargs_is_mri_script(const struct rcc_ld_word *w);

/* Return the name that -soname or -h gives to a shared library, or NULL if
 * neither is on the line. */
const char *rcc_ldargs_soname(const struct rcc_ldargs *a);

/* Return whether a path begins with "=" or "$SYSROOT".  It is then below the
 * sysroot. */
bool rcc_ldargs_names_sysroot(const char *path);

/* Return a path with the sysroot in place of its "=" or "$SYSROOT".  A path that
 * begins with neither is copied.  Caller frees. */
char *rcc_ldargs_fill_sysroot(const struct rcc_ldargs *a, const char *path);

/* Append the arguments of a word, as they are on the command line. */
void rcc_ldargs_push_word(const struct rcc_ldargs *a,
			  const struct rcc_ld_word *w, struct rcc_strvec *out);

/* Parse a command line.  argv[0] is the first argument, not the linker.  The
 * arguments are copied.  Returns 0.  If an option lacks its argument, returns
 * RCC_EFORMAT and sets *bad to the option. */
int rcc_ldargs_parse(struct rcc_ldargs *a, char *const *argv, const char **bad);
void rcc_ldargs_release(struct rcc_ldargs *a);

#endif
