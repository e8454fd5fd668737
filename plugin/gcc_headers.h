/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All gcc headers that the plugin needs, and all differences between gcc
 * versions.  Nothing else in the tree includes gcc's headers or uses
 * GCCPLUGIN_VERSION.
 *
 * The plugin depends on these interfaces:
 *
 *	targetm.asm_out.function_section (decl, freq, startup, exit)
 *		in target.def; the same in the headers of gcc 4.6, 11 and 12,
 *		and in the manual of gcc 13 as of November 2022 (gccint,
 *		"Sections", TARGET_ASM_FUNCTION_SECTION).
 *	get_named_section (decl, name, reloc)
 *		in output.h; the same in 11 and 12.
 *	targetm.asm_out.unique_section (decl, reloc), set_decl_section_name
 *		in target.def and tree.h; the same in 11 and 12.  Only for
 *		variables.
 *
 * The plugin was compiled with gcc 11.3, 11.5, 12.2, 12.4, 12.5, 13.3, 13.5,
 * 14.2, 14.4, 15.3 and 16.2; doc/SYSTEMS.md says what was run.  One difference
 * between these versions matters to the plugin: the type of expand_location(),
 * below.  Two others would matter if the plugin read statements:
 *
 *	13	gimple-iterator.h must come before gimple-fold.h (Linux commit
 *		e6a71160cc14, "gcc-plugins: Reorganize gimple includes for GCC
 *		13"; kpatch pull request 1337)
 *	14	last_stmt() is now last_nondebug_stmt() (Linux,
 *		scripts/gcc-plugins/gcc-common.h, the only line there about
 *		gcc 14)
 *
 * gcc itself has been written in C++14 since version 15, and in C++11 before.
 * PLUGIN_CXXFLAGS in plugin/rules.mk has gnu++14 for all versions.
 *
 * For a new version of gcc, check that the interfaces still have these
 * parameters.  If they do not, the plugin does not compile.
 */
#ifndef RCC_PLUGIN_GCC_HEADERS_H
#define RCC_PLUGIN_GCC_HEADERS_H

#include "gcc-plugin.h"
#include "plugin-version.h"

#if GCCPLUGIN_VERSION_MAJOR < 11
#error "randcc's plugin supports gcc 11 and later"
#endif

#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "output.h"
#include "target.h"
#include "toplev.h"
#include "intl.h"
#include "diagnostic-core.h"

/* The macro DECL_SOURCE_FILE calls this function.  In gcc 15 its parameter grew
 * to 64 bits, which changed the name of its symbol.  A weak reference lets any
 * version of gcc load the plugin, which then says what version it was built
 * for.  With a strong reference the dynamic linker would fail first. */
extern expanded_location expand_location(location_t) __attribute__((weak));

#endif
