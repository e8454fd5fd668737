/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stand-in for gcc's lto-wrapper.
 *
 * In an LTO link the linker's plugin starts lto-wrapper, which compiles the
 * program and prints the names of the objects it made; the plugin hands these
 * to the linker.  randld puts us in its place: we run the real one, rank the
 * functions of its objects, and print the same names.  On a replay we do not
 * run it at all: the kept objects are ranked anew and handed over, so that a
 * new layout of an LTO program costs a link and no compilation.
 *
 * Settings come from randld by RANDCC_LTO_… (link.h) and RANDCC_SEED.
 */
#ifndef RCC_WRAPPER_RECORD_LTO_WRAPPER_H
#define RCC_WRAPPER_RECORD_LTO_WRAPPER_H

/* argv is lto-wrapper's own.  Returns the exit status. */
int rcc_ltowrap_main(char **argv);

#endif
