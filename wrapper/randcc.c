/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randcc, randc++, randfc, randclang, randclang++: run the compiler with our
 * plugin and with randld as its linker.
 *
 * Each call gets these options before the call's own options:
 *
 *	-fplugin=.../layout.so	each function gets a section of its own
 *	-fplugin-arg-layout-data  with the factor `data`: each variable too
 *	-B.../libexec/randcc/	gcc finds randld there as `ld`, `ld.bfd`, ...
 *
 * The options in RANDCC_FLAGS come after the call's own options.
 *
 * clang cannot load gcc's plugins.  It gets -ffunction-sections instead, and
 * -fdata-sections with the factor `data`.  Then randld names the sections
 * (wrapper/elf/object_naming.h).  If clang is told to run a linker by its path,
 * it gets another option (wrapper/cc/clang_linker.h).
 *
 * randcc needs no table of gcc's options.  Compiling does not depend on the
 * seed, and the linker's command line is the best description of a link.
 * Therefore all calls get the same options, whether they compile, link,
 * preprocess or only ask for a version.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/refusal.h"
#include "common/shell_words.h"
#include "common/strvec.h"
#include "wrapper/cc/clang_linker.h"
#include "wrapper/cc/compiler.h"
#include "wrapper/cc/record_options.h"
#include "wrapper/config/settings.h"

/* Print the refusal and exit. */
__attribute__((noreturn)) static void refused(struct rcc_refusal *refusal)
{
	rcc_refusal_print(refusal);
	exit(RCC_EXIT_OURS);
}

/* Print which package has the headers that are needed to compile our plugin for
 * this gcc.  `key` is "<version>-<machine>".  Debian names a cross compiler and
 * its packages by the machine. */
static void hint_headers(const char *compiler, const char *key)
{
	const char *machine = key + strcspn(key, "-");
	const size_t n = strlen(machine);
	const bool is_cross = n > 1 && strncmp(rcc_file_base(compiler),
					       machine + 1, n - 1) == 0;

	rcc_hint("install the plugin headers of that gcc "
		 "(gcc-%.*s-plugin-dev%s in Debian, gcc-plugin-devel in "
		 "Fedora) and run make for randcc again, or set "
		 "RANDCC_UNSUPPORTED=pass to move whole units only",
		 (int)strcspn(key, "."), key, is_cross ? machine : "");
}

/* Handle a compiler for which our plugin was not built.  Warn under
 * RANDCC_UNSUPPORTED=pass; otherwise exit.  `key` is gcc's
 * "<version>-<machine>", or NULL if the compiler is neither gcc nor clang. */
static void no_plugin(const struct rcc_settings *set, const char *compiler,
		      const char *key)
{
	if (set->pass_unsupported) {
		rcc_warn("no layout plugin for \"%s\": functions keep their "
			 "order "
			 "within a unit; whole units move",
			 compiler);
		return;
	}
	if (key == NULL) {
		rcc_error("\"%s\" is neither gcc nor clang: its functions "
			  "cannot be placed",
			  compiler);
		rcc_hint("name a gcc or a clang in RANDCC_CC, RANDCC_CXX or "
			 "RANDCC_FC, or "
			 "set RANDCC_UNSUPPORTED=pass to move whole units "
			 "only");
	} else {
		rcc_error("no layout plugin for \"%s\", gcc %.*s", compiler,
			  (int)strcspn(key, "-"), key);
		hint_headers(compiler, key);
	}
	exit(RCC_EXIT_OURS);
}

/* Append the options that clang gets in place of the plugin.  clang would warn
 * about unused options when a call only links.  The first and the last option
 * here turn this warning off for the options between them. */
static void push_clang_options(struct rcc_strvec *command, unsigned factors)
{
	rcc_strvec_push(command, "--start-no-unused-arguments");
	rcc_strvec_push(command, "-ffunction-sections");
	if ((factors & RCC_FACTOR_DATA) != 0)
		rcc_strvec_push(command, "-fdata-sections");
	rcc_strvec_push(command, "--end-no-unused-arguments");
}

/* Undo the user's options that would keep clang's functions in one section, or
 * in sections without names. */
static void undo_options(struct rcc_strvec *command)
{
	static const char *const option[][2] = {
		{"-fno-function-sections", "-ffunction-sections"},
		{"-fno-unique-section-names", "-funique-section-names"}};

	for (size_t i = 0; i < sizeof(option) / sizeof(option[0]); i++)
		for (size_t k = 1; k < command->n; k++)
			if (strcmp(command->item[k], option[i][0]) == 0)
				rcc_strvec_replace(command, k, option[i][1]);
}

/* Let randld find the linker where clang itself looks first: in clang's own
 * directory, which need not be in PATH.  An lld of another version may not know
 * clang's options or its bitcode. */
static void add_own_directory(const char *clang)
{
	const char *others = getenv("COMPILER_PATH");
	char *real = realpath(clang, NULL);
	char *slash = real != NULL ? strrchr(real, '/') : NULL;
	char *path;

	if (slash != NULL) {
		*slash = '\0';
		path = others != NULL ? rcc_mem_printf("%s:%s", others, real)
				      : rcc_mem_strdup(real);
		setenv("COMPILER_PATH", path, 1);
		free(path);
	}
	free(real);
}

/* Append the options that make the compiler give each function a section of its
 * own.  If the compiler cannot do that, calls no_plugin(), which warns or ends
 * randcc.  Returns whether the compiler is clang. */
static bool push_section_options(struct rcc_strvec *command,
				 const struct rcc_settings *set)
{
	bool is_clang = false;
	char *version = NULL;
	char *plugin = rcc_compiler_plugin(command, &version);

	if (plugin != NULL) {
		rcc_strvec_pushf(command, "-fplugin=%s", plugin);
		if ((set->factors & RCC_FACTOR_DATA) != 0)
			rcc_strvec_push(command, "-fplugin-arg-layout-data");
	} else if (version != NULL &&
		   strstr(version, RCC_CLANG_VERSION) != NULL) {
		push_clang_options(command, set->factors);
		add_own_directory(command->item[0]);
		is_clang = true;
	} else {
		no_plugin(set, command->item[0], version);
	}
	free(plugin);
	free(version);
	return is_clang;
}

/* Append `words`, and then the options in RANDCC_FLAGS, to *argv. */
static void add_flags(char *const *words, struct rcc_strvec *argv,
		      struct rcc_refusal *refusal)
{
	const char *flags = getenv("RANDCC_FLAGS");

	rcc_strvec_push_all(argv, words);
	if (flags == NULL || rcc_shell_split(flags, argv) == 0)
		return;
	rcc_refuse(refusal, RCC_EFORMAT,
		   "it has options, separated by blanks and quoted as for a "
		   "shell",
		   "a quote is not closed in RANDCC_FLAGS: %s", flags);
	refused(refusal);
}

static void record_options(const char *dir, char *const *argv)
{
	/* Only warn: an error would make the probe of a configure script fail.
	 * A link that cannot be recorded is an error (randld.c). */
	if (rcc_record_options(dir, argv) != 0)
		rcc_warn("cannot record the options of this call in "
			 "\"%s/options\": %s",
			 dir, strerror(errno));
}

int main(int argc, char **argv)
{
	struct rcc_settings set;
	struct rcc_strvec words = {0};
	struct rcc_strvec command = {0};
	struct rcc_refusal refusal = {0};
	bool is_clang;

	(void)argc;
	rcc_diag_program(rcc_file_base(argv[0]));
	if (rcc_file_self() == NULL)
		rcc_die_errno("cannot read /proc/self/exe");
	/* Check the settings in every call, so that a bad one already fails the
	 * first compilation. */
	if (rcc_settings_read(&set, &refusal) != 0)
		refused(&refusal);
	add_flags(argv, &words, &refusal);
	if (set.record_dir != NULL)
		record_options(set.record_dir, words.item);
	if (rcc_compiler_find(argv[0], &command, &refusal) != 0)
		refused(&refusal);
	is_clang = push_section_options(&command, &set);
	rcc_strvec_pushf(&command, "-B%s/../libexec/randcc/",
			 rcc_file_self_dir());
	rcc_strvec_push_all(&command, words.item + 1);
	if (is_clang)
		undo_options(&command);
	if (is_clang)
		rcc_clang_linker_replace(words.item + 1, &command);
	execv(command.item[0], command.item);
	rcc_die_errno("cannot run \"%s\"", command.item[0]);
}
