/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One link, laid out by a seed.  The phases, in order:
 *
 *	1 rcc_link_open		find and read the inputs
 *	2 rcc_link_run		rank functions in private copies, permute
 *				objects, add the layout object, run the linker,
 *				stamp the note
 *	3 recipe.c		(if asked) keep what the link needs
 *
 * A replay (recipe.c) fills the same structure from a record, and takes the
 * same path: that is why it gives the same bytes.
 */
#ifndef RCC_WRAPPER_LINK_LINK_H
#define RCC_WRAPPER_LINK_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/link/data_factor.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/line/linker.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/pivots.h"
#include "wrapper/order/rerank.h"
#include "wrapper/config/settings.h"
#include "wrapper/link/stack_factor.h"
#include "common/strmap.h"

/* A word of the command line that names a file the linker reads. */
struct rcc_link_input {
	size_t word;
	/* The file; NULL when it was not found (the linker will say so, or
	 * look in its own directories). */
	char *path;
	struct rcc_object_file file;
	/* A thin archive's ordinary equivalent, which is what was read; NULL:
	 * it is none. */
	char *full;
	/* The input that names the same archive before on the line, and has
	 * been read; SIZE_MAX: there is none. */
	size_t same_as;
	bool is_open;	/* read as an object or archive */
	bool is_changed; /* its names differ from those on disk */
	/* What the linker is given in its place; NULL: the word as it is. */
	char *view;
	size_t *order; /* of an archive's members; NULL: as they are */
	size_t place; /* among the inputs, as the linker gets them */
};

/* A file that a script names, and that a record keeps. */
struct rcc_link_kept {
	char *script; /* its id */
	char *name;   /* as the script has it */
	char *file;   /* in the store */
	char *base;   /* of the file when it was recorded */
};

struct rcc_link {
	const struct rcc_settings *settings;
	struct rcc_ldargs args;
	char *linker; /* the real one */
	enum rcc_linker_kind linker_kind;
	char *banner; /* its version; a replay knows it from the record */
	char *tmp_dir;
	/* Replay only: a directory in which the same link, by another seed, left
	 * its copies, to be overwritten; NULL: there is none.  Not removed. */
	const char *used_dir;
	bool is_used_dir; /* that is tmp_dir */
	struct rcc_link_input *input;
	size_t n_inputs;
	struct rcc_elf_flavour flavour;
	bool has_ir;
	enum rcc_placement placement;
	bool groups;	  /* the class of a function goes before its rank */
	bool script_sorts; /* the user's script does */
	char *sort_script; /* one of ours, besides the user's; NULL: none */
	/* Keep the objects that come out of LTO, unranked, in tmp_dir/lto. */
	bool keep_lto;

	/* Replay only. */
	const char *output;	/* instead of the line's own; NULL: a link */
	char **stored;		/* by word: the kept file; NULL: as it is */
	const struct rcc_link_kept *kept; /* named by scripts */
	size_t n_kept;
	const char *kept_lto;	/* file that lists the objects of LTO */

	char *probed_lto; /* the same, of the first of two links */

	size_t n_ranked;
	size_t n_moved;
	struct rcc_pivots pivots;
	struct rcc_data data;
	struct rcc_stack stack;
	bool has_stack; /* the factor was asked for */
	/* By name of a private copy: how many have it already. */
	struct rcc_strmap n_views;
};

/* Both end the program with a message where the link cannot be done as asked.
 * rcc_link_open() returns false when there is nothing to lay out (-r,
 * --version…): the linker is then to be run as it is. */
bool rcc_link_open(struct rcc_link *l);

/* Returns the linker's exit status. */
int rcc_link_run(struct rcc_link *l);

/* Say why the link cannot be randomised as asked, and what would work, and end
 * the program; or, if the user said that this may be, warn and return. */
void rcc_link_unsupported(struct rcc_link *l, const char *problem,
			  const char *remedy);

/* Unlink what the link wrote, if that is a regular file (not /dev/null). */
void rcc_link_remove_output(const struct rcc_link *l);

/* Closes files and removes the temporary directory; after it, signals. */
void rcc_link_release(struct rcc_link *l);

/* The directory of the stand-ins that gcc finds by -B; caller frees. */
char *rcc_link_libexec_dir(void);

/* Names for what randld tells its stand-in for lto-wrapper (lto_wrapper.c). */
#define RCC_ENV_LTO_WRAPPER "RANDCC_LTO_WRAPPER" /* the real one */
#define RCC_ENV_LTO_DIR "RANDCC_LTO_DIR"  /* a directory of this link's own */
#define RCC_ENV_LTO_KEEP "RANDCC_LTO_KEEP" /* 1: keep objects there */
#define RCC_ENV_LTO_KEPT "RANDCC_LTO_KEPT" /* list of kept objects */
#define RCC_LTO_KEPT_LIST "kept"	   /* file in that directory */
#define RCC_LTO_RANKED "ranked" /* file in that directory */

#endif
