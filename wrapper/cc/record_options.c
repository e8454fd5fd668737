/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/cc/record_options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"

/* Whether the word behind this one belongs to it. */
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

/* Whether it says something of the code, rather than of files. */
static bool is_told(const char *word)
{
	static const char *const files[] = {"-o", "-I", "-L", "-l", "-B",
					    "-M", "-i", "-x", NULL};

	for (size_t i = 0; files[i] != NULL; i++)
		if (strncmp(word, files[i], 2) == 0)
			return false;
	return strcmp(word, "-c") != 0;
}

static void add(char **line, const char *word)
{
	char *quoted = rcc_shell_quote(word);
	char *longer;

	/* A line is a call. */
	for (char *at = quoted; (at = strchr(at, '\n')) != NULL;)
		*at = ' ';
	longer = rcc_mem_printf("%s%s%s", *line, **line != '\0' ? " " : "",
				quoted);
	free(quoted);
	free(*line);
	*line = longer;
}

/* The line without its end; NULL: the call compiles and links nothing. */
static char *line_of(char *const *argv)
{
	char *line = rcc_mem_strdup("");
	bool has_input = false;
	bool is_preprocessed = false;

	for (size_t i = 1; argv[i] != NULL; i++) {
		const char *word = argv[i];

		is_preprocessed |= strcmp(word, "-E") == 0 ||
				   strcmp(word, "-M") == 0 ||
				   strcmp(word, "-MM") == 0;
		if (word[0] != '-' || word[1] == '\0') {
			has_input = true;
			if (word[0] == '@') /* more options, or inputs */
				add(&line, word);
			continue;
		}
		if (is_told(word))
			add(&line, word);
		if (!takes_next(word) || argv[i + 1] == NULL)
			continue;
		i++;
		if (is_told(word))
			add(&line, argv[i]);
	}
	if (has_input && !is_preprocessed)
		return line;
	free(line);
	return NULL;
}

void rcc_flags_note(const char *dir, char *const *argv)
{
	char *line = line_of(argv);
	char *path = rcc_file_join(dir, "options");
	char *whole;
	bool is_written;
	int fd;

	if (line == NULL) {
		free(path);
		return;
	}
	whole = rcc_mem_printf("%s\n", line);
	/* One write for each call: parallel ones do not mix. */
	fd = rcc_file_mkdirs(dir) != 0
		     ? -1
		     : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
			    0666);
	is_written = fd >= 0 &&
		     rcc_file_write_fd(fd, whole, strlen(whole)) == 0;
	if (fd >= 0 && close(fd) != 0)
		is_written = false;
	if (!is_written)
		/* No reason to end a probe of a configure; a link that cannot
		 * be recorded does. */
		rcc_warn("cannot note the options of this call in "
			 "\"%s\": %s",
			 path, strerror(errno));
	free(whole);
	free(path);
	free(line);
}
