/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LTO by LLVM: links of bitcode from clang -flto or rustc, with lld.
 *
 * lld compiles the bitcode to objects itself.  randld cannot change these
 * objects during the link, but lld can keep them.  Therefore there are two
 * steps:
 *
 *  1. lld runs with the user's command line and keeps the objects.  Its program
 *     is thrown away.
 *  2. The kept objects replace the bitcode on the command line.  In these
 *     objects each function has a section of its own.  The program is linked
 *     again.  This is an ordinary link, laid out and recorded like any other.
 *
 * A replay compiles nothing.  The original layout is linked in the same way, so
 * that all layouts have the same code.
 */
#ifndef RCC_WRAPPER_LINK_LLVM_LTO_H
#define RCC_WRAPPER_LINK_LLVM_LTO_H

#include <stdbool.h>

#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/link/link.h"
#include "wrapper/link/work_dir.h"

/* Return whether lld will compile bitcode in a link that rcc_link_open() has
 * opened. */
bool rcc_llvm_lto_is_needed(const struct rcc_link *l);

/* Compile the bitcode.  The objects are kept in `dir`, which the caller has
 * opened.  `argv` becomes the command line of the link that follows, without
 * the linker; caller releases.  Returns 0, the linker's exit status, or
 * RCC_ESYS or RCC_EUNSUP. */
int rcc_llvm_lto_compile(const struct rcc_link *l,
			 const struct rcc_work_dir *dir,
			 struct rcc_strvec *argv, struct rcc_refusal *why);

#endif
