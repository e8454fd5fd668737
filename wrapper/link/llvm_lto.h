/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LTO by LLVM: links of bitcode, of clang -flto and of rustc, with lld.
 *
 * lld compiles the bitcode itself and hands the objects to nobody, but it can
 * keep them.  Therefore lld runs on the user's command line first, and its
 * program is thrown away.  The kept objects, whose functions have sections of
 * their own, then take the place of the bitcode on the command line.  That is
 * an ordinary link, which is laid out and recorded as any other: a replay
 * compiles nothing.  The original layout is linked in the same way, so that all
 * layouts have the same code.
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

/* Compile the bitcode.  The objects are kept in `dir`, which the caller opened,
 * and `argv` becomes the command line, without the linker, of the link that
 * remains; caller releases.  Returns 0, the linker's exit status, or RCC_ESYS
 * or RCC_EUNSUP. */
int rcc_llvm_lto_compile(const struct rcc_link *l,
			 const struct rcc_work_dir *dir,
			 struct rcc_strvec *argv, struct rcc_refusal *why);

#endif
