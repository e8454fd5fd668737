/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stand-in for gcc's lto-wrapper.
 *
 * In an LTO link gcc's linker plugin starts lto-wrapper, which compiles the
 * program and prints the names of the objects that it made.  The plugin gives
 * these objects to the linker.  randld makes the plugin start the stand-in
 * instead.  The stand-in runs lto-wrapper, ranks the functions of the objects,
 * and prints the objects' names.
 *
 * The stand-in can keep copies of the objects, before it ranks them.  If there
 * are kept objects, it ranks these and does not run lto-wrapper.  Two kinds of
 * links have kept objects:
 *
 *	- the links of a replay
 *	- all links but the first, if a layout needs several
 *	  (link/several_links.h)
 *
 * So another layout of an LTO program needs no compilation.
 *
 * randld passes settings to the stand-in in the variables RANDCC_LTO_…
 * (wrapper/link/lto_link.h), RANDCC_SEED and RANDCC_FACTORS.
 */
#ifndef RCC_WRAPPER_RECORD_LTO_WRAPPER_H
#define RCC_WRAPPER_RECORD_LTO_WRAPPER_H

#include "common/refusal.h"
#include "wrapper/config/settings.h"

/* Act as lto-wrapper with the arguments `argv`.  Returns the exit status, or a
 * negative RCC_E… with the reason. */
int rcc_lto_wrapper_run(char **argv, const struct rcc_settings *settings,
			struct rcc_refusal *why);

#endif
