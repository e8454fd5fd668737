/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Giving names that can hold ranks (common/rank.h) to the functions of other
 * compilers.
 *
 * clang, rustc and gcc without our plugin put each function into a section
 * .text.NAME if they are asked to, and many libraries come like that.  Such a
 * section gets a longer name, in a string table that takes the place of the
 * object's.  Nothing else in the object changes, and the user's file never
 * does: the changed contents are in memory.
 *
 * A section is named only if it has a symbol that is its NAME, as these
 * compilers write it; they may add a suffix to the symbol (foo.cold in
 * .text.unlikely.foo).  In any other section .text.NAME somebody meant
 * something by the name, or there are functions of several units.  An object
 * that the plugin made stays as it is.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_NAMING_H
#define RCC_WRAPPER_ELF_OBJECT_NAMING_H

#include <stdbool.h>

#include "wrapper/elf/object.h"

/*
 * Name the functions in all objects of a file that was opened, and if
 * `with_data` the variables that have sections of their own (-fdata-sections).
 * If there are any, the file is read again; `order` and the results are those
 * of rcc_object_file_open().  `unit` is the name of the unit of an object that
 * names no source file, and is not a member of an archive.
 */
int rcc_object_file_name(struct rcc_object_file *f, const char *unit,
			 bool with_data, bool order, char *reason);

#endif
