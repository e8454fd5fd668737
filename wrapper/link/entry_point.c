/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/entry_point.h"

#include <string.h>

/* Return whether an option defines the symbol, as in --defsym=_start=main. */
static bool is_defined_by_option(const struct rcc_ldargs *args,
				 const char *symbol)
{
	const size_t n = strlen(symbol);

	for (size_t i = 0; i < args->n_words; i++) {
		const struct rcc_ld_word *w = &args->word[i];

		if (w->name != NULL && strcmp(w->name, "defsym") == 0 &&
		    strncmp(w->text, symbol, n) == 0 && w->text[n] == '=')
			return true;
	}
	return false;
}

/* Return whether a script other than a library adds inputs. */
static bool has_script_with_inputs(const struct rcc_ldargs *args,
				   const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_input *in = &inputs->item[i];

		if (in->script != NULL && in->script->file.n != 0 &&
		    args->word[in->word].kind != RCC_LD_LIBRARY)
			return true;
	}
	return false;
}

bool rcc_entry_point_is_missing(const struct rcc_request *request,
				const struct rcc_inputs *inputs)
{
	static const char *const start[] = {"_start", "__start"};
	const struct rcc_ldargs *args = request->args;

	if (args->is_shared || args->entry != NULL || args->script != NULL ||
	    inputs->has_ir || inputs->has_bitcode ||
	    inputs->flavour.elf_class == 0 ||
	    has_script_with_inputs(args, inputs))
		return false;
	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (rcc_inputs_define(inputs, start[i]) ||
		    is_defined_by_option(args, start[i]))
			return false;
	return true;
}
