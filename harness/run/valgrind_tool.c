/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/valgrind_tool.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/study/simulation.h"

/* Find the first line that begins with `key`.  Return the text after `key`;
 * NULL if there is no such line. */
static const char *line_of(const char *text, const char *key)
{
	const size_t len = strlen(key);

	while (text != NULL) {
		if (strncmp(text, key, len) == 0)
			return text + len;
		text = strchr(text, '\n');
		text = text != NULL ? text + 1 : NULL;
	}
	return NULL;
}

/* Find the sum of an event in the text of a file.  Both tools list the names of
 * the events in "events: A B C" and their sums in the same order.  The sums
 * follow "summary:" (cachegrind) or "totals:" (callgrind).  Trailing sums of 0
 * are omitted. */
static int find(const char *text, const char *event, double *value)
{
	const char *names = line_of(text, "events:");
	const char *sums = line_of(text, "totals:");
	const size_t len = strlen(event);

	if (sums == NULL)
		sums = line_of(text, "summary:");
	if (names == NULL || sums == NULL)
		return RCC_EFORMAT;
	*value = 0;
	for (;;) {
		char *end = NULL;

		names += strspn(names, " ");
		if (*names == '\n' || *names == '\0')
			return RCC_EFORMAT;
		sums += strspn(sums, " ");
		*value = 0;
		if (*sums >= '0' && *sums <= '9') {
			*value = strtod(sums, &end);
			sums = end;
		}
		if (strncmp(names, event, len) == 0 &&
		    strchr(" \n", names[len]) != NULL)
			return 0;
		names += strcspn(names, " \n");
	}
}

int rcc_valgrind_tool_read(const char *path, const char *event, double *value)
{
	char *text = rcc_file_read(path, NULL);
	int result;

	if (text == NULL)
		return RCC_ESYS;
	result = find(text, event, value);
	free(text);
	return result;
}

/* Return the path of the next file in an open folder; NULL after the last one.
 * The caller must free it. */
static char *next_file(DIR *dir, const char *folder)
{
	const struct dirent *entry = readdir(dir);

	while (entry != NULL && entry->d_name[0] == '.')
		entry = readdir(dir);
	return entry != NULL ? rcc_mem_printf("%s/%s", folder, entry->d_name)
			     : NULL;
}

int rcc_valgrind_tool_sum(const char *folder, const char *event, double *value)
{
	DIR *dir = opendir(folder);
	int result = RCC_EFORMAT; /* in case the folder has no file */
	char *path;

	*value = 0;
	if (dir == NULL)
		return RCC_ESYS;
	while ((path = next_file(dir, folder)) != NULL) {
		double one = 0;

		result = rcc_valgrind_tool_read(path, event, &one);
		free(path);
		if (result != 0)
			break;
		*value += one;
	}
	closedir(dir);
	return result;
}

json_t *rcc_valgrind_tool_simulation(const char *folder, const char *version)
{
	DIR *dir = opendir(folder);
	char *path = dir != NULL ? next_file(dir, folder) : NULL;
	char *text = path != NULL ? rcc_file_read(path, NULL) : NULL;
	json_t *simulation =
		text != NULL ? rcc_simulation_read(text, version) : NULL;

	if (dir != NULL)
		closedir(dir);
	free(path);
	free(text);
	return simulation;
}

char *rcc_valgrind_tool_version(char *valgrind)
{
	char option[] = "--version";
	char *argv[] = {valgrind, option, NULL};
	char *text = NULL;

	if (rcc_process_capture(argv, &text, NULL) == 0 && text != NULL)
		text[strcspn(text, "\n")] = '\0';
	if (text != NULL && text[0] != '\0')
		return text;
	free(text);
	return NULL;
}
