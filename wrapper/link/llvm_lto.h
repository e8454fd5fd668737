/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LTO by LLVM: links of bitcode from clang -flto or rustc, with lld.
 *
 * lld compiles the bitcode itself and has no hook for the objects, but it can
 * keep them.  Therefore lld first runs with the user's command line, and its
 * program is thrown away.  Then the kept objects replace the bitcode on the
 * command line.  In the kept objects each function has a section of its own.
 *
 * The rest is an ordinary link, which is laid out and recorded like any other.
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
 * opened.  `argv` becomes the command line of the remaining link, without the
 * linker; caller releases.  Returns 0, the linker's exit status, or RCC_ESYS or
 * RCC_EUNSUP. */
int rcc_llvm_lto_compile(const struct rcc_link *l,
			 const struct rcc_work_dir *dir,
			 struct rcc_strvec *argv, struct rcc_refusal *why);

#endif
