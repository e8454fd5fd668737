/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of linkers: which ones take an argument, and what they mean for a
 * layout. */
#ifndef RCC_WRAPPER_LINE_LDOPTIONS_H
#define RCC_WRAPPER_LINE_LDOPTIONS_H

/* The meaning of an option for a layout.  "The file" is the option's
 * argument. */
enum rcc_ld_meaning {
	RCC_OPT_PLAIN,	/* does not matter to a layout */
	RCC_OPT_READS,	/* the linker reads the file */
	RCC_OPT_WRITES, /* the linker writes the file */
	/* The linker lists the sections of its inputs in the file. */
	RCC_OPT_MAP,
	RCC_OPT_OUTPUT,
	RCC_OPT_SCRIPT,
	RCC_OPT_LIBRARY,
	RCC_OPT_SEARCH,
	RCC_OPT_SYSROOT,
	RCC_OPT_FORMAT,
	RCC_OPT_ENTRY,
	RCC_OPT_PLUGIN,
	RCC_OPT_USE_LINKER,
	RCC_OPT_PLUGIN_OPTION,
	RCC_OPT_KEYWORD, /* -z */
	RCC_OPT_RELOCATABLE,
	RCC_OPT_SHARED,
	RCC_OPT_INFORMATION,
	RCC_OPT_MULDEFS,
	RCC_OPT_LISTS, /* the linker shows the sections of its inputs */
	RCC_OPT_STATIC,
	RCC_OPT_DYNAMIC,
	RCC_OPT_WHOLE,
	RCC_OPT_NO_WHOLE,
	RCC_OPT_GROUP,
	RCC_OPT_LAZY, /* --start-lib */
	RCC_OPT_END_GROUP,
	RCC_OPT_PUSH,
	RCC_OPT_POP,
};

/* How an option takes its argument. */
enum rcc_ld_argument {
	RCC_OPT_NONE,
	RCC_OPT_SEPARATE, /* --opt ARG, --opt=ARG */
	RCC_OPT_JOINED,	  /* -oARG or -o ARG: one letter */
	RCC_OPT_OPTIONAL, /* --opt or --opt=ARG, never --opt ARG */
};

struct rcc_ld_option {
	const char *name;
	enum rcc_ld_argument argument;
	enum rcc_ld_meaning meaning;
};

/* Return the option in `word`, or NULL if it is unknown.  GNU ld's rules for
 * abbreviations apply.  Sets *value to the option's value if it is part of
 * `word`, else to NULL. */
const struct rcc_ld_option *rcc_ldoptions_match(const char *word,
						const char **value);

#endif
