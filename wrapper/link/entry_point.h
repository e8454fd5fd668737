/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbol at which a program begins. */
#ifndef RCC_WRAPPER_LINK_ENTRY_POINT_H
#define RCC_WRAPPER_LINK_ENTRY_POINT_H

#include <stdbool.h>

#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

/* Return whether the program has no symbol for its entry point.  The linker then
 * lets it begin at its first function, which depends on the seed.  False if the
 * symbol may be elsewhere: in a script, in an input that a script names, or in
 * what the linker's plugin compiles. */
bool rcc_entry_point_is_missing(const struct rcc_request *request,
				const struct rcc_inputs *inputs);

#endif
