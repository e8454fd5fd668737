/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/layout_note.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "wrapper/elf/output.h"

/* The last line of the program's note, "digest: " and 16 digits.  The digest
 * has a fixed length, because it is overwritten after the link. */
#define DIGEST_KEY "digest: "
#define DIGEST_DIGITS 16

/* Return the note's line about the factor `data`, or "".  Caller frees. */
static char *data_line(const struct rcc_data_factor *d)
{
	char without[80] = "";

	if (!d->is_asked)
		return rcc_mem_strdup("");
	if (d->n_without != 0)
		snprintf(without, sizeof(without),
			 "; %zu object%s compiled without it", d->n_without,
			 d->n_without == 1 ? "" : "s");
	return rcc_mem_printf("data: %zu variables%s%s\n", d->n_variables,
			      d->has_lto ? " and those of LTO" : "", without);
}

/* Return a line of the note, or "" if there is no value.  Caller frees. */
static char *optional_line(const char *key, const char *value)
{
	return value != NULL ? rcc_mem_printf("%s: %s\n", key, value)
			     : rcc_mem_strdup("");
}

char *rcc_layout_note_text(const struct rcc_layout_note *note)
{
	const struct rcc_settings *set = note->settings;
	char factors[RCC_FACTORS_TEXT_MAX];
	char seed[24] = "none";
	char padding[32] = "";
	const char *offset = "";
	char stack[64] = "";
	char order[48] = "";
	char *compilers = optional_line("compilers", note->compilers);
	char *undivided = optional_line("undivided", note->undivided);
	char *data = data_line(note->data);
	char *moves = rcc_move_factor_note(note->moves);
	char *text;

	if (!set->is_original)
		snprintf(seed, sizeof(seed), "%" PRIu64, set->seed);
	if ((set->factors & RCC_FACTOR_PADDING) != 0)
		snprintf(padding, sizeof(padding), "padding-max: %u\n",
			 set->padding_max);
	if ((set->factors & RCC_FACTOR_OFFSET) != 0 && !set->is_original)
		offset = RCC_NOTE_OFFSET "64\n";
	if (set->order != NULL)
		snprintf(order, sizeof(order), "order: a list of %zu symbols\n",
			 set->order->n_used);
	if (note->stack->why_not != NULL)
		snprintf(stack, sizeof(stack), "stack: none (%s)\n",
			 note->stack->why_not);
	else if (note->stack->is_asked)
		snprintf(stack, sizeof(stack), "stack: %u\n",
			 note->stack->offset);
	text = rcc_mem_printf(
		"version: %s\nseed: %s\nfactors: %s\n%s%s%s%s%s%s%s%slinker: "
		"%s\n"
		"moved: %zu\nrandomised: %s%s%s%s\n" DIGEST_KEY "%0*d\n",
		RCC_VERSION, seed, rcc_rank_factors_text(set->factors, factors),
		order, compilers, undivided, padding, offset, moves, data,
		stack, note->linker != NULL ? note->linker : "unknown",
		note->n_moved, note->not_randomised != NULL ? "no" : "yes",
		note->not_randomised != NULL ? " (" : "",
		note->not_randomised != NULL ? note->not_randomised : "",
		note->not_randomised != NULL ? ")" : "", DIGEST_DIGITS, 0);
	free(compilers);
	free(undivided);
	free(data);
	free(moves);
	return text;
}

/* Overwrite the value of `key` in the note of a program.  `fd` is the program,
 * open for writing. */
static int overwrite(int fd, const struct rcc_output *out, const char *key,
		     const char *value)
{
	const char *at = strstr(out->note, key);
	uint64_t offset;

	if (at == NULL)
		return RCC_EUNSUP;
	offset = out->note_at + (uint64_t)(at - out->note) + strlen(key);
	return pwrite(fd, value, strlen(value), (off_t)offset) ==
			       (ssize_t)strlen(value)
		       ? 0
		       : RCC_ESYS;
}

int rcc_layout_note_stamp(const char *program, const struct rcc_output *out,
			  const struct rcc_output *named, bool nothing_moved)
{
	char digits[DIGEST_DIGITS + 1];
	int err = 0;
	int fd;

	if (out->note == NULL)
		return RCC_EUNSUP;
	snprintf(digits, sizeof(digits), "%016" PRIx64,
		 rcc_output_digest(named));
	fd = open(program, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		err = RCC_ESYS;
	if (err == 0 && named->n_functions != 0)
		err = overwrite(fd, out, "\n" DIGEST_KEY, digits);
	if (err == 0 && nothing_moved)
		err = overwrite(fd, out, "\nrandomised: ", "no ");
	if (fd >= 0 && close(fd) != 0)
		err = RCC_ESYS;
	return err;
}
