/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/toolchain.h"

#include <stdlib.h>

#include "common/diag.h"
#include "harness/build/compiler_version.h"
#include "harness/build/layout_table.h"
#include "harness/build/program_note.h"

static int put(struct rcc_experiment *x, const struct rcc_program_note *note)
{
	char *compiler = rcc_compiler_version();
	int status = RCC_EXIT_OK;

	/* Store the version of the linker last.  If it is stored, the other
	 * versions are stored too. */
	if (rcc_store_set(x->store, "compiler", compiler) != 0 ||
	    (note->compilers[0] != '\0' &&
	     rcc_store_set(x->store, "compilers", note->compilers) != 0) ||
	    rcc_store_set(x->store, "randcc", RCC_VERSION) != 0 ||
	    rcc_store_set(x->store, "linker", note->linker) != 0)
		status = rcc_experiment_store_failed(x, "store the toolchain");
	free(compiler);
	return status;
}

int rcc_toolchain_store(struct rcc_experiment *x)
{
	struct rcc_program_note note = {0};
	char *stored = NULL;
	char *program;
	int status;

	if (rcc_store_get(x->store, "linker", &stored) != 0 || stored != NULL) {
		free(stored);
		return RCC_EXIT_OK;
	}
	program = rcc_layout_table_program(x, rcc_layout_table_original(x, 0));
	status = rcc_program_note_read(x->bindir, program, &note);
	if (status == RCC_EXIT_OK)
		status = put(x, &note);
	rcc_program_note_release(&note);
	free(program);
	return status;
}
