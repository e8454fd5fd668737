/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/program_note.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

static void take_line(struct rcc_program_note *note, const char *line)
{
	const struct {
		const char *key;
		char **to;
	} field[] = {
		{"seed: ", &note->seed},     {"factors: ", &note->factors},
		{"linker: ", &note->linker}, {"compilers: ", &note->compilers},
		{"digest: ", &note->digest},
	};

	for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++) {
		const size_t len = strlen(field[i].key);

		if (strncmp(line, field[i].key, len) != 0)
			continue;
		free(*field[i].to);
		*field[i].to = rcc_mem_strdup(line + len);
	}
	if (strcmp(line, "randomised: yes") == 0)
		note->is_randomised = true;
}

static void complete(struct rcc_program_note *note)
{
	char **const field[] = {&note->seed, &note->factors, &note->linker,
				&note->compilers, &note->digest};

	for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++)
		if (*field[i] == NULL)
			*field[i] = rcc_mem_strdup("");
}

int rcc_program_note_read(const char *bindir, const char *program,
			  struct rcc_program_note *note)
{
	char *randld = rcc_file_join(bindir, "randld");
	char inspect[] = "--inspect";
	char only_note[] = "--note";
	char *file = rcc_mem_strdup(program);
	char *argv[] = {randld, inspect, only_note, file, NULL};
	char *text = NULL;
	char *next = NULL;
	int status = rcc_process_capture(argv, &text, NULL);

	memset(note, 0, sizeof(*note));
	if (status < 0)
		rcc_error_errno("cannot run \"%s\"", randld);
	else if (status != 0)
		rcc_error("\"%s\" has no randcc note (randld --inspect ended "
			  "with status %d)",
			  program, status);
	for (char *line = status == 0 ? strtok_r(text, "\n", &next) : NULL;
	     line != NULL; line = strtok_r(NULL, "\n", &next))
		take_line(note, line);
	complete(note);
	free(text);
	free(file);
	free(randld);
	return status == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

void rcc_program_note_release(struct rcc_program_note *note)
{
	free(note->seed);
	free(note->factors);
	free(note->linker);
	free(note->compilers);
	free(note->digest);
	memset(note, 0, sizeof(*note));
}
