/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a linker script names (script.h), and the scripts that it names name,
 * the linker reads behind our back: functions there would silently keep their
 * places.
 */
#ifndef RCC_WRAPPER_LINK_SCRIPT_FILES_H
#define RCC_WRAPPER_LINK_SCRIPT_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/link/link.h"

/* If the input is a script: that no file which it names, however indirectly,
 * has functions to rank, and that none leads back to itself.  Ends the program
 * with an error; of functions it only warns if the user lets unsupported links
 * pass. */
void rcc_named_check(struct rcc_link *l, const struct rcc_link_input *in);

/* A file that a script names. */
struct rcc_named {
	char *script;
	char *name; /* as the script has it */
	char *file; /* absolute */
	bool is_mri;
};

struct rcc_named_list {
	struct rcc_named *item;
	size_t n;
	size_t room;
};

/* All that the scripts among the inputs name, however indirectly. */
void rcc_named_list(struct rcc_link *l, struct rcc_named_list *list);
void rcc_named_release(struct rcc_named_list *list);

/* Whether a record keeps it; else it must stay where it is. */
bool rcc_named_is_kept(const struct rcc_named *named);

/* On a replay.  What is kept of a script's files: that of this name, or any
 * (NULL); NULL: nothing. */
const struct rcc_link_kept *rcc_named_kept(const struct rcc_link *l,
					   const char *script,
					   const char *name);
/* Make at `to` what the linker is given for a file of the store: a symbolic link,
 * or a copy of a script that names what is kept by where it is now. */
void rcc_named_view(struct rcc_link *l, const char *file, const char *to);

#endif
