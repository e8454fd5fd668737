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
 *		and in the manual of 13 of November 2022 (gccint, "Sections",
 *		TARGET_ASM_FUNCTION_SECTION).
 *	get_named_section (decl, name, reloc)
 *		in output.h; the same in 11 and 12.
 *	targetm.asm_out.unique_section (decl, reloc), set_decl_section_name
 *		in target.def and tree.h; the same in 11 and 12.  Only for
 *		variables.
 *
 * gcc 13 to 15 were not available: the plugin was not compiled with them, and
 * their headers were not read.  These changes are known from other plugins:
 *
 *	13	gimple-iterator.h must come before gimple-fold.h (Linux commit
 *		e6a71160cc14, "gcc-plugins: Reorganize gimple includes for GCC
 *		13"; kpatch pull request 1337).  This plugin includes no gimple
 *		header.
 *	14	last_stmt() is now last_nondebug_stmt() (Linux,
 *		scripts/gcc-plugins/gcc-common.h, its only line for 14).  This
 *		plugin reads no statement.
 *	15	gcc itself is written in C++14, and in C++11 before
 *		(gcc.gnu.org/install/prerequisites.html: "Versions of GCC prior
 *		to 15 allow bootstrapping with an ISO C++11 compiler").
 *		PLUGIN_CXXFLAGS in plugin/rules.mk has gnu++14 for all.
 *	9 to 16	the author of FRRouting's frr-format has one source of a plugin
 *		for all of them (pull request 21986).
 *
 * With a new version, check that the interfaces still have the parameters
 * above.  A difference is a compile error.
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

#endif
