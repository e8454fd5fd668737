/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Giving names that can hold ranks (common/rank.h) to functions from other
 * compilers.
 *
 * clang, rustc and gcc without our plugin can put each function into a section
 * .text.NAME (-ffunction-sections), and many libraries are compiled that way.
 * Each such section gets a longer name.  The names are in a new string table,
 * which replaces the old one.  The headers of section groups move before all
 * other headers.  The user's file does not change, because the new contents are
 * in memory.
 *
 * A section is named only if it contains a symbol with its NAME.  The symbol
 * may have a suffix: foo.cold is in .text.unlikely.foo.  If a section
 * .text.NAME has no such symbol, somebody chose the name on purpose, or the
 * section holds functions of several units.
 *
 * The symbol must have the type of a function or variable, and a size, as all
 * compilers write them (gcc's thunks have no size, but groups of their own).
 * Without them it is a label of assembler, and so is what begins a section
 * .text.NAME in which no symbol has a size.  Code may run from there into the
 * next section, so no section of such an object is named.  Objects that the
 * plugin made do not change.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_NAMING_H
#define RCC_WRAPPER_ELF_OBJECT_NAMING_H

#include <stdbool.h>

#include "wrapper/elf/object.h"

/*
 * Name the functions in all objects of an open file.  If `with_data`, also name
 * the variables that have sections of their own (-fdata-sections).  `unit` is
 * the unit's name for an object that names no source file and is not in an
 * archive.
 *
 * If anything is named, the new contents are read as by rcc_object_file_open().
 * `reading`, `reason` and the result are those of rcc_object_file_open().
 */
int rcc_object_file_name(struct rcc_object_file *f, const char *unit,
			 bool with_data, unsigned reading, char *reason);

#endif
