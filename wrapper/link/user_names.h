/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replacing the names of private copies (private_copies.h) with the user's file
 * names, in the linker's messages and files.
 */
#ifndef RCC_WRAPPER_LINK_USER_NAMES_H
#define RCC_WRAPPER_LINK_USER_NAMES_H

#include <stddef.h>

#include "common/strbuf.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/private_copies.h"

/* The user's file names and the private copies in one link.  All fields are
 * borrowed. */
struct rcc_user_names {
	const struct rcc_ldargs *args;
	const struct rcc_inputs *inputs;
	const struct rcc_private_copies *copies;
	const char *dir; /* the link's temporary directory */
};

/* Append n bytes of text to `out`.  Replace the names of private copies with
 * the user's file names. */
void rcc_user_names_add(const struct rcc_user_names *names, const char *text,
			size_t n, struct rcc_strbuf *out);

/* Do the same with the text of a dependency file, in which names may be escaped
 * for make.  Leave out the lines that name a file added by randld: make would
 * look for such a file later.  Changes `text`. */
void rcc_user_names_add_dependencies(const struct rcc_user_names *names,
				     char *text, struct rcc_strbuf *out);

#endif
