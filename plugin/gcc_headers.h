/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every gcc header the plugin needs, and every difference between gcc
 * versions: nothing else in the tree includes gcc's headers or asks for
 * GCCPLUGIN_VERSION.
 *
 * The two interfaces that the plugin stands on, and what is known of them:
 *
 *	targetm.asm_out.function_section (decl, freq, startup, exit)
 *		target.def; the same in gcc 4.6, 11 and 12 (read in their
 *		headers), and in the manual of 13 as it was in November 2022
 *		(gccint, "Sections", TARGET_ASM_FUNCTION_SECTION).
 *	get_named_section (decl, name, reloc)
 *		output.h; the same in 11 and 12.
 *	targetm.asm_out.unique_section (decl, reloc), set_decl_section_name
 *		target.def, tree.h; the same in 11 and 12 (variables only).
 *
 * gcc 13 to 15 were not at hand: neither compiled with nor their headers read.
 * What others met there, and why it does not reach this file:
 *
 *	13	gimple-iterator.h must come before gimple-fold.h (Linux commit
 *		e6a71160cc14, "gcc-plugins: Reorganize gimple includes for GCC
 *		13"; kpatch pull request 1337).  We take no gimple header.
 *	14	last_stmt() is called last_nondebug_stmt() (Linux,
 *		scripts/gcc-plugins/gcc-common.h, its only line for 14).  We
 *		look at no statement.
 *	15	gcc itself is written in C++14; until then C++11 would do
 *		(gcc.gnu.org/install/prerequisites.html: "Versions of GCC prior
 *		to 15 allow bootstrapping with an ISO C++11 compiler").
 *		PLUGIN_CXXFLAGS in plugin/rules.mk says gnu++14 for all.
 *	9 to 16	one source of a plugin for all of them, says the author of
 *		FRRouting's frr-format (pull request 21986).
 *
 * To look at when one of them is: that these four still have the parameters
 * above (a difference is a compile error).
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
