/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/cc/record_options.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/shell_words.h"
#include "common/strbuf.h"

/* Return whether the option `word` takes the next word as its argument. */
static bool takes_next(const char *word)
{
	static const char *const all[] = {"-o",
					  "-I",
					  "-L",
					  "-l",
					  "-B",
					  "-x",
					  "-D",
					  "-U",
					  "-MF",
					  "-MT",
					  "-MQ",
					  "-include",
					  "-imacros",
					  "-isystem",
					  "-iquote",
					  "-idirafter",
					  "-isysroot",
					  "-T",
					  "-u",
					  "-z",
					  "-Xlinker",
					  "-Xassembler",
					  "-Xpreprocessor",
					  "--param",
					  NULL};

	for (size_t i = 0; all[i] != NULL; i++)
		if (strcmp(word, all[i]) == 0)
			return true;
	return false;
}

/* Return whether the option `word` affects the generated code.  Options that
 * only name files do not. */
static bool concerns_code(const char *word)
{
	static const char *const files[] = {"-o", "-I", "-L", "-l", "-B",
					    "-M", "-i", "-x", NULL};

	for (size_t i = 0; files[i] != NULL; i++)
		if (strncmp(word, files[i], 2) == 0)
			return false;
	return strcmp(word, "-c") != 0;
}

/* Append a word of the command line to `line`, quoted for a shell. */
static void add_word(struct rcc_strbuf *line, const char *word)
{
	char *quoted = rcc_shell_quote(word);

	/* A call must stay on one line, so replace line breaks. */
	for (char *at = quoted; (at = strchr(at, '\n')) != NULL;)
		*at = ' ';
	rcc_strbuf_add_item(line, " ", quoted);
	free(quoted);
}

/* Return whether a source is a probe: configure, CMake or Meson compiles it to
 * test the compiler.  The options of a probe say nothing about the program. */
static bool is_probe(const char *source)
{
	static const char *const part[] = {"CMakeScratch",     "CMakeTmp",
					   "CompilerIdC",      "CMakeCCompiler",
					   "CMakeCXXCompiler", "meson-private",
					   "sanitycheck",      NULL};

	for (size_t i = 0; part[i] != NULL; i++)
		if (strstr(source, part[i]) != NULL)
			return true;
	return strncmp(rcc_file_base(source), "conftest.", 9) == 0;
}

/* Append the options of one call of the compiler to `line`.  Returns false if
 * the call is a probe, or if it neither compiles nor links. */
static bool add_call(struct rcc_strbuf *line, char *const *argv)
{
	bool has_input = false;
	bool is_preprocessed = false;
	bool is_trial = false;

	for (size_t i = 1; argv[i] != NULL; i++) {
		const char *word = argv[i];

		is_preprocessed |= strcmp(word, "-E") == 0 ||
				   strcmp(word, "-M") == 0 ||
				   strcmp(word, "-MM") == 0;
		if (word[0] != '-' || word[1] == '\0') {
			has_input = true;
			is_trial |= is_probe(word);
			if (word[0] ==
			    '@') /* a response file: options or inputs */
				add_word(line, word);
			continue;
		}
		if (concerns_code(word))
			add_word(line, word);
		if (!takes_next(word) || argv[i + 1] == NULL)
			continue;
		i++;
		if (concerns_code(word))
			add_word(line, argv[i]);
	}
	rcc_strbuf_add(line, "\n");
	return has_input && !is_preprocessed && !is_trial;
}

/* Append the line to DIR/options.  Creates the directory and the file if
 * necessary. */
static int append(const char *dir, const struct rcc_strbuf *line)
{
	char *path = rcc_file_join(dir, "options");
	int err = rcc_file_mkdirs(dir);
	int fd = -1;

	if (err == 0)
		fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
			  0666);
	free(path);
	if (fd < 0)
		return RCC_ESYS;
	/* A single write keeps lines of parallel calls apart. */
	err = rcc_file_write_fd(fd, line->text, line->n);
	return close(fd) != 0 ? RCC_ESYS : err;
}

int rcc_record_options(const char *dir, char *const *argv)
{
	struct rcc_strbuf line = {0};
	int err = 0;

	if (add_call(&line, argv))
		err = append(dir, &line);
	rcc_strbuf_release(&line);
	return err;
}
