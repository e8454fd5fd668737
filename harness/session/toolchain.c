/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/toolchain.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/compiler_version.h"
#include "harness/build/layout_table.h"
#include "harness/build/program_note.h"
#include "harness/store/store_json.h"
#include "harness/study/toolchains.h"

/* Return the object that describes how one system was built. */
static json_t *describe(const struct rcc_program_note *note)
{
	return json_pack("{s:s,s:s}", "compilers", note->compilers, "linker",
			 note->linker);
}

/* Store how each system was built, if the systems differ in that. */
static int put_systems(struct rcc_experiment *x,
		       const struct rcc_program_note *note)
{
	const struct rcc_study *study = &x->study;
	json_t *systems = json_object();
	bool differ = false;
	int result = 0;

	for (size_t i = 0; i < study->n_systems; i++) {
		differ |= strcmp(note[i].compilers, note[0].compilers) != 0 ||
			  strcmp(note[i].linker, note[0].linker) != 0;
		json_object_set_new(systems, study->system[i].name,
				    describe(&note[i]));
	}
	if (differ)
		result = rcc_store_set_json(x->store, RCC_TOOLCHAINS_KEY,
					    systems);
	json_decref(systems);
	return result;
}

static int put(struct rcc_experiment *x, const struct rcc_program_note *note)
{
	char *compiler = rcc_compiler_version("RANDCC_CC", "gcc");
	int status = RCC_EXIT_OK;

	/* Store the version of the linker last.  If it is stored, the other
	 * versions are stored too. */
	if (rcc_store_set(x->store, "compiler", compiler) != 0 ||
	    (note->compilers[0] != '\0' &&
	     rcc_store_set(x->store, "compilers", note->compilers) != 0) ||
	    put_systems(x, note) != 0 ||
	    rcc_store_set(x->store, "randcc", RCC_VERSION) != 0 ||
	    rcc_store_set(x->store, "linker", note->linker) != 0)
		status = rcc_experiment_store_failed(x, "store the toolchain");
	free(compiler);
	return status;
}

int rcc_toolchain_store(struct rcc_experiment *x)
{
	const size_t n = x->study.n_systems;
	struct rcc_program_note *note;
	char *stored = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_store_get(x->store, "linker", &stored) != 0 || stored != NULL) {
		free(stored);
		return RCC_EXIT_OK;
	}
	note = rcc_mem_calloc(n, sizeof(*note));
	for (size_t i = 0; i < n && status == RCC_EXIT_OK; i++) {
		char *program = rcc_layout_table_program(
			x, rcc_layout_table_reference(x, i));

		status = rcc_program_note_read(x->bindir, program, &note[i]);
		free(program);
	}
	if (status == RCC_EXIT_OK)
		status = put(x, note);
	for (size_t i = 0; i < n; i++)
		rcc_program_note_release(&note[i]);
	free(note);
	return status;
}
