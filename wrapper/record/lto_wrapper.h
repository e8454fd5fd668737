/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stand-in for gcc's lto-wrapper.
 *
 * In an LTO link the linker's plugin starts lto-wrapper, which compiles the
 * program and prints the names of the objects it made; the plugin gives these
 * to the linker.  randld names the stand-in instead.  It runs the real one,
 * ranks the functions of the objects, and prints the same names.  On a replay
 * it does not run the real one: it ranks the kept objects anew, so that a new
 * layout of an LTO program costs a link and no compilation.
 *
 * Its settings come from randld by RANDCC_LTO_… (wrapper/link/lto_link.h),
 * RANDCC_SEED and RANDCC_FACTORS.
 */
#ifndef RCC_WRAPPER_RECORD_LTO_WRAPPER_H
#define RCC_WRAPPER_RECORD_LTO_WRAPPER_H

#include "common/refusal.h"
#include "wrapper/config/settings.h"

/* argv is lto-wrapper's own.  Returns the exit status, or a negative RCC_E…
 * with the reason. */
int rcc_lto_wrapper_run(char **argv, const struct rcc_settings *settings,
			struct rcc_refusal *why);

#endif
