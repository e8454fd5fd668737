/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compilers and linkers whose versions were written down when randcc was built,
 * in lib/randcc/: starting one only to ask for its version costs as much as a
 * small link.
 */
#ifndef RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H
#define RCC_WRAPPER_CONFIG_TOOL_VERSIONS_H

#define RCC_KNOWN_COMPILERS "compilers"
#define RCC_KNOWN_LINKERS "linkers"

/* What the list says of the program `path`, by the file's size and time of
 * change; caller frees.  NULL when it does not have that very file: an updated
 * or another program is to be asked. */
char *rcc_known_look_up(const char *list, const char *path);

#endif
