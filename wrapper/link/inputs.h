/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find and read the files that a linker's command line names.  The search skips
 * the linker's built-in directories, because they hold no code of the user. */
#ifndef RCC_WRAPPER_LINK_INPUTS_H
#define RCC_WRAPPER_LINK_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "common/refusal.h"
#include "wrapper/elf/object.h"
#include "wrapper/line/request.h"
#include "wrapper/line/script.h"
#include "wrapper/link/recorded.h"
#include "wrapper/link/work_dir.h"

/* A word of the command line that names a file for the linker to read. */
struct rcc_input {
	size_t word; /* index in rcc_ldargs.word */
	/* The path of the file.  NULL if randld did not find it.  Then the
	 * linker finds the file in its own directories, or reports that it is
	 * missing. */
	char *path;
	/* The path by which a linker script knows the file: the word, or for -l
	 * the path at which the linker found the library.  In a replay it is the
	 * path in the recorded link, and `path` is in the store.  Borrowed;
	 * NULL if the file was not found. */
	const char *name;
	/* The path of the ordinary archive that replaces a thin one.  NULL if
	 * the input is not a thin archive. */
	char *ordinary;
	/* The index of an earlier input that is the same archive, perhaps by
	 * another path, or an archive with the same bytes; SIZE_MAX if there is
	 * none.  The archive is read for the earlier input only. */
	size_t same_as;
	bool is_open; /* `file` was read */
	struct rcc_object_file file;
	struct rcc_script *script; /* NULL unless the file may be a script */
	struct stat st; /* Private: of the file `path`; zero if not found. */
};

struct rcc_inputs {
	struct rcc_input *item; /* in the order of the command line */
	size_t n;
	struct rcc_elf_flavour flavour; /* machine etc. of the first object */
	bool has_ir;			/* an input has gcc's LTO bytecode */
	bool has_bitcode;		/* an input has LLVM's bitcode */
	/* The script that replaces the default one (-T); borrowed from its
	 * input.  NULL if there is no such script or it was not found. */
	const struct rcc_script *main_script;
	struct rcc_work_dir
		dir; /* Private: holds ordinary archives; made if needed. */
};

/* Find and read all inputs.  Missing files are left for the linker to report.
 * `recorded` is NULL except in a replay.  Returns 0, RCC_ESYS, or RCC_EFORMAT
 * if an object or archive is malformed.  The inputs must be released in any
 * case. */
int rcc_inputs_open(struct rcc_inputs *inputs,
		    const struct rcc_request *request,
		    const struct rcc_recorded *recorded,
		    struct rcc_refusal *why);
void rcc_inputs_release(struct rcc_inputs *inputs);

/* Give the memory of the mapped inputs back to the system before the linker
 * runs.  The linker maps the files itself.  randld's changes to the memory are
 * lost, so section names that randld changed must not be read afterwards. */
void rcc_inputs_drop_pages(const struct rcc_inputs *inputs);

/* Return whether the command line names any file or library to link, found or
 * not.  The files of options, such as -T, do not count. */
bool rcc_inputs_are_any(const struct rcc_inputs *inputs,
			const struct rcc_ldargs *args);

/* Find the library of a -l option in the -L directories.  Libraries for another
 * machine are skipped.  Returns the path (caller frees), or NULL if there is
 * none. */
char *rcc_inputs_find_library(const struct rcc_inputs *inputs,
			      const struct rcc_ldargs *args,
			      const struct rcc_ld_word *library);

/* Return whether a library is for the machine of this link.  A file without an
 * ELF header, which may be a script, counts too. */
bool rcc_inputs_fits(const struct rcc_inputs *inputs, const char *path);

/* Return whether a file belongs to the system and not to the user's build.  A
 * record keeps only the path and checksum of such a file. */
bool rcc_inputs_is_system(const char *path);

/* Return the path of the file that is read for an input: of the ordinary archive
 * that replaces a thin one, or of the input itself. */
const char *rcc_input_read_from(const struct rcc_input *in);

/* Return whether a path names a pipe.  randld does not read it, because the
 * linker could not read it again. */
bool rcc_inputs_is_pipe(const char *path);

/* Return whether an input, or a member of an archive, defines a global
 * symbol. */
bool rcc_inputs_define(const struct rcc_inputs *inputs, const char *symbol);

/* Return whether an input was read and is the user's: neither a start file, such
 * as crti.o, nor a file of the system. */
bool rcc_inputs_is_users(const struct rcc_ldargs *args,
			 const struct rcc_input *in);

/* Return whether the linker must get the path on the command line, also in a
 * replay.  The program looks for a shared library without a soname at this path,
 * and has symbols with the path of a file that is not an object (-b). */
bool rcc_inputs_needs_path(const struct rcc_input *in,
			   const struct rcc_ld_word *w);

/* Return whether a path belongs to the system.  Only the text of the path
 * counts.  It must be absolute and have no symbolic links. */
bool rcc_inputs_is_system_path(const char *real);

#endif
