/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding out from an object's symbols whether it defines a symbol, and whether
 * it has variables without ranks. */
#ifndef RCC_WRAPPER_ELF_OBJECT_SYMBOLS_H
#define RCC_WRAPPER_ELF_OBJECT_SYMBOLS_H

#include <stdbool.h>

#include "wrapper/elf/object.h"

/* Return whether the object defines a global symbol with this name. */
bool rcc_object_defines(const struct rcc_object_file *f,
			const struct rcc_object *o, const char *name);

/* Return whether an object without ranked variables has variables that could
 * have been ranked.  Jump tables and constants that the compiler made do not
 * count. */
bool rcc_object_has_plain_variables(const struct rcc_object_file *f,
				    const struct rcc_object *o);

#endif
