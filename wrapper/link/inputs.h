/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files behind a link line, found as the linker finds them, and read. */
#ifndef RCC_WRAPPER_LINK_INPUTS_H
#define RCC_WRAPPER_LINK_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/elf/object.h"
#include "wrapper/line/request.h"
#include "wrapper/line/script.h"
#include "wrapper/link/recorded.h"
#include "wrapper/link/work_dir.h"

/* A word of the command line that names a file the linker reads. */
struct rcc_input {
	size_t word;
	/* The file; NULL when it was not found: the linker will say so, or
	 * find it in its own directories. */
	char *path;
	/* A thin archive's ordinary equivalent, which was read in its place;
	 * NULL: it is not a thin archive. */
	char *ordinary;
	/* The earlier input that names the same archive and was read;
	 * SIZE_MAX: there is none. */
	size_t same_as;
	bool is_open; /* `file` was read */
	struct rcc_object_file file;
	struct rcc_script *script; /* facts of a linker script, or NULL */
};

struct rcc_inputs {
	struct rcc_input *item; /* the inputs in the order of the line */
	size_t n;
	struct rcc_elf_flavour flavour; /* the first object's flavour */
	bool has_ir;			/* gcc's LTO bytecode is among them */
	/* Facts of the script that replaces the default one (-T), borrowed from
	 * its input; NULL: there is none, or it was not found. */
	const struct rcc_script *main_script;
	struct rcc_work_dir
		dir; /* private: opened if there are thin archives */
};

/* Find and read them.  Returns 0, or RCC_EFORMAT when an object or archive is
 * malformed, or RCC_ESYS.  The inputs must be released in any case.  Files that
 * are not there are the linker's to report.  recorded: NULL, or a replay's. */
int rcc_inputs_open(struct rcc_inputs *inputs,
		    const struct rcc_request *request,
		    const struct rcc_recorded *recorded,
		    struct rcc_refusal *why);
void rcc_inputs_release(struct rcc_inputs *inputs);

/* Give the memory of the inputs back to the system while the linker runs, which
 * has its own mappings of them.  Changes are lost.  Only names that did not
 * change may be read afterwards. */
void rcc_inputs_drop_pages(const struct rcc_inputs *inputs);

/* Whether the line names anything to lay out. */
bool rcc_inputs_are_any(const struct rcc_inputs *inputs,
			const struct rcc_ldargs *args);

/* The file that -L leads to for a -l word; NULL if it is not there.  Libraries
 * for another machine are skipped.  Caller frees. */
char *rcc_inputs_find_library(const struct rcc_inputs *inputs,
			      const struct rcc_ldargs *args,
			      const struct rcc_ld_word *library);

/* Whether the file belongs to the system rather than to the build: such files
 * are recorded by path and checksum. */
bool rcc_inputs_is_system(const char *path);

/* The same for an absolute path without symbolic links, by its text alone. */
bool rcc_inputs_is_system_path(const char *real);

#endif
