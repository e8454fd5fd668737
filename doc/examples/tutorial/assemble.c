/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read a program.  Each line has one instruction and its operand, if any.  An
 * operand is a number, a variable (a … z), or the name of a label.  The line
 * "NAME:" defines a label. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm.h"

#define N_CODE 256

struct label {
	char name[32];
	long place;
};

static struct label label[64];
static int n_labels;

static long find_label(const char *name)
{
	for (int i = 0; i < n_labels; i++)
		if (strcmp(label[i].name, name) == 0)
			return label[i].place;
	return -1;
}

/* Store a label.  Return whether there was room for it. */
static int add_label(const char *word, long place)
{
	if (n_labels == 64)
		return 0;
	snprintf(label[n_labels].name, sizeof(label[0].name), "%.*s",
		 (int)(strlen(word) - 1), word);
	label[n_labels++].place = place;
	return 1;
}

static int read_operand(const char *word, long *operand)
{
	char *end = NULL;

	*operand = strtol(word, &end, 10);
	if (*word == '\0' || *end == '\0')
		return 1;
	*operand = word[1] == '\0' ? word[0] - 'a' : find_label(word);
	return *operand >= 0 && (word[1] != '\0' || *operand < 26);
}

/* Make one of two passes over the file.  The first pass finds the labels, and
 * the second uses them.  Return 0, or the number of the line that is wrong. */
static int pass(struct vm *vm, FILE *file, int number)
{
	char line[128];
	long n = 0;

	for (int i = 1; fgets(line, sizeof(line), file) != NULL; i++) {
		char name[32] = "";
		char word[32] = "";
		size_t length;

		if (sscanf(line, "%31s %31s", name, word) < 1 || name[0] == '#')
			continue;
		length = strlen(name);
		if (name[length - 1] == ':') {
			if (number == 1 && !add_label(name, n))
				return i;
			continue;
		}
		if (n == N_CODE || (vm->code[n].run = op_find(name)) == NULL)
			return i;
		if (!read_operand(word, &vm->code[n].operand) && number == 2)
			return i;
		n++;
	}
	return 0;
}

int assemble(struct vm *vm, const char *path)
{
	FILE *file = fopen(path, "r");
	int wrong;

	if (file == NULL)
		return 1;
	wrong = pass(vm, file, 1);
	rewind(file);
	if (wrong == 0)
		wrong = pass(vm, file, 2);
	fclose(file);
	return wrong;
}
