/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randcc, randc++, randfc: the compiler, with our plugin and our linker.
 *
 * All that is added to a call:
 *
 *	-fplugin=…/layout.so	functions get sections that can be placed
 *	-fplugin-arg-layout-data  with the factor `data`: variables too
 *	-B…/libexec/randcc/	gcc finds randld there as `ld`, `ld.bfd`…
 *
 * and the compiler is run with everything else as it was given.  randcc needs
 * no table of gcc's options: compiling does not depend on the seed, and what a
 * link consists of is seen best where the linker is called.  So a call that
 * compiles, links, preprocesses or only asks for a version is treated alike.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strvec.h"
#include "wrapper/cc/compiler.h"
#include "wrapper/cc/record_options.h"
#include "wrapper/config/settings.h"

/* No plugin for this compiler: say which and what to do. */
static void no_plugin(const struct rcc_settings *set, const char *compiler,
		      const char *version)
{
	if (set->pass_unsupported) {
		rcc_warn("no layout plugin for \"%s\": functions keep their "
			 "order, units are moved",
			 compiler);
		return;
	}
	if (version == NULL)
		rcc_error("\"%s\" is not a gcc: its functions cannot be placed",
			  compiler);
	else
		rcc_error("no layout plugin for \"%s\", gcc %s", compiler,
			  version);
	if (version != NULL)
		rcc_hint("install the plugin headers of that gcc "
			 "(gcc-%.*s-plugin-dev) and build randcc again, or set "
			 "RANDCC_UNSUPPORTED=pass to move whole units only",
			 (int)strcspn(version, "."), version);
	else
		rcc_hint("name a gcc in RANDCC_CC, RANDCC_CXX or RANDCC_FC, or "
			 "set RANDCC_UNSUPPORTED=pass to move whole units "
			 "only");
	exit(RCC_EXIT_OURS);
}

int main(int argc, char **argv)
{
	struct rcc_settings set;
	struct rcc_strvec command = {0};
	char *version = NULL;
	char *plugin;

	(void)argc;
	rcc_diag_program(rcc_file_base(argv[0]));
	/* A bad setting is an error at the first call, not at the link. */
	rcc_settings_read(&set);
	if (set.record_dir != NULL)
		rcc_flags_note(set.record_dir, argv);
	rcc_compiler_find(argv[0], &command);
	plugin = rcc_compiler_plugin(&command, &version);
	if (plugin != NULL) {
		rcc_strvec_pushf(&command, "-fplugin=%s", plugin);
		if ((set.factors & RCC_FACTOR_DATA) != 0)
			rcc_strvec_push(&command, "-fplugin-arg-layout-data");
	} else {
		no_plugin(&set, command.item[0], version);
	}
	rcc_strvec_pushf(&command, "-B%s/../libexec/randcc/",
			 rcc_file_self_dir());
	rcc_strvec_push_all(&command, argv + 1);
	execv(command.item[0], command.item);
	rcc_die_errno("cannot run \"%s\"", command.item[0]);
}
