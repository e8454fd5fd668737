/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The linker's messages and files have the names of private copies.  This puts
 * the user's own file names back.
 */
#ifndef RCC_WRAPPER_LINK_USER_NAMES_H
#define RCC_WRAPPER_LINK_USER_NAMES_H

#include <stddef.h>

#include "common/strbuf.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/private_copies.h"

/* All borrowed. */
struct rcc_user_names {
	const struct rcc_ldargs *args;
	const struct rcc_inputs *inputs;
	const struct rcc_private_copies *copies;
	const char *dir; /* the link's temporary directory */
};

/* Append n bytes of text, with the user's names. */
void rcc_user_names_add(const struct rcc_user_names *names, const char *text,
			size_t n, struct rcc_strbuf *out);

/* Take the lines that name a file which randld added out of a dependency file,
 * or make would look for that file.  Returns the new length. */
size_t rcc_user_names_drop_lines(const struct rcc_user_names *names,
				 char *text);

#endif
