/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/build_tools.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "harness/build/compiler_version.h"
#include "harness/study/json_values.h"

/* The variables that make, Autoconf, CMake, Meson, cargo, gcc and randcc
 * read. */
static const char *const variables[] = {
	"AR",
	"CC",
	"CFLAGS",
	"CMAKE_BUILD_TYPE",
	"CMAKE_TOOLCHAIN_FILE",
	"COMPILER_PATH",
	"CPATH",
	"CPLUS_INCLUDE_PATH",
	"CPP",
	"CPPFLAGS",
	"CXX",
	"CXXFLAGS",
	"C_INCLUDE_PATH",
	"F77",
	"FC",
	"FCFLAGS",
	"FFLAGS",
	"GCC_EXEC_PREFIX",
	"LD",
	"LDFLAGS",
	"LDLIBS",
	"LIBRARY_PATH",
	"LIBS",
	"NM",
	"OBJC",
	"OBJCFLAGS",
	"PKG_CONFIG_PATH",
	"RANDCC_CC",
	"RANDCC_CXX",
	"RANDCC_FC",
	"RANDCC_LD",
	"RANLIB",
	"RUSTC",
	"RUSTFLAGS",
};
#define N_VARIABLES (sizeof(variables) / sizeof(variables[0]))

/* The programs whose versions count.  `variable` names another program to run in
 * the place of `name`; NULL if there is no such variable. */
static const struct {
	const char *variable;
	const char *name;
} programs[] = {
	{"RANDCC_CC", "gcc"},
	{"RANDCC_CXX", "g++"},
	{"RANDCC_FC", "gfortran"},
	{"RANDCC_LD", "ld"},
};
#define N_PROGRAMS (sizeof(programs) / sizeof(programs[0]))

static const char clang[] = "clang";

/* Return the value of a variable.  If it is not UTF-8, as JSON must be, return
 * its digest. */
static json_t *value_json(const char *value)
{
	json_t *json = json_string(value);

	return json != NULL
		       ? json
		       : json_sprintf("%016" PRIx64,
				      rcc_rank_hash(value, strlen(value), 0));
}

/* Add the file to which the command clang leads, such as
 * /usr/lib/llvm-14/bin/clang.  clang itself takes long to print its version. */
static void add_clang(json_t *tools)
{
	const char *dirs = getenv("PATH");
	char *link = dirs != NULL ? rcc_file_find_program("clang", dirs, NULL)
				  : NULL;
	char *path = link != NULL ? realpath(link, NULL) : NULL;

	if (path != NULL)
		json_object_set_new(tools, clang, value_json(path));
	free(path);
	free(link);
}

json_t *rcc_build_tools(void)
{
	json_t *tools = json_object();

	for (size_t i = 0; i < N_VARIABLES; i++) {
		const char *value = getenv(variables[i]);

		if (value != NULL)
			json_object_set_new(tools, variables[i],
					    value_json(value));
	}
	for (size_t i = 0; i < N_PROGRAMS; i++) {
		char *version = rcc_compiler_version(programs[i].variable,
						     programs[i].name);

		if (version[0] != '\0')
			json_object_set_new(tools, programs[i].name,
					    json_string(version));
		free(version);
	}
	add_clang(tools);
	return tools;
}

/* Return what is said of a variable or a version; caller frees. */
static char *describe(const json_t *value)
{
	return value == NULL
		       ? rcc_mem_strdup("not set")
		       : rcc_mem_printf("\"%s\"", json_string_value(value));
}

/* Return the sentence about `name` if its values differ, or NULL. */
static char *compare(const char *name, const json_t *was, const json_t *now)
{
	char *before;
	char *after;
	char *text;

	if (rcc_json_agree(was, now, name))
		return NULL;
	before = describe(json_object_get(was, name));
	after = describe(json_object_get(now, name));
	text = rcc_mem_printf("%s is %s, and was %s", name, after, before);
	free(after);
	free(before);
	return text;
}

char *rcc_build_tools_difference(const json_t *was, const json_t *now)
{
	char *text = NULL;

	for (size_t i = 0; i < N_VARIABLES && text == NULL; i++)
		text = compare(variables[i], was, now);
	for (size_t i = 0; i < N_PROGRAMS && text == NULL; i++)
		text = compare(programs[i].name, was, now);
	return text != NULL ? text : compare(clang, was, now);
}
