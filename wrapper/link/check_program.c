/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/check_program.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/command.h"
#include "wrapper/link/layout_note.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/several_links.h"
#include "wrapper/link/verify.h"

/* ---- 7: is the program as it should be? --------------------------------- */

static int verify_functions(const struct rcc_layout *lay,
			    const struct rcc_output *out,
			    struct rcc_refusal *why)
{
	char *lto_ranked = rcc_lto_ranked(lay->link->dir.path);
	const struct rcc_expected expected = {
		.inputs = &lay->link->inputs,
		.position = lay->order.position,
		.placement = &lay->placement,
		.n_functions = lay->ranks.n_functions + lay->n_lto,
		.uses_ir = lay->request.args->has_plugin,
		.lto_ranked = lto_ranked};
	bool is_right =
		lay->settings.is_original ||
		expected.n_functions + rcc_layout_n_moved_units(lay) == 0 ||
		rcc_verify_functions(&expected, out);

	free(lto_ranked);
	if (is_right)
		return 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  lay->request.args->script != NULL
				  ? "use a linker script that sorts "
				    ".text.sorted.* before it takes .text.*"
				  : "leave out options that order sections",
			  "the linker did not place functions by rank");
}

static int verify_variables(const struct rcc_layout *lay,
			    const struct rcc_output *out,
			    struct rcc_refusal *why)
{
	if (lay->data.n_variables == 0 ||
	    rcc_verify_variables(&lay->link->inputs, out))
		return 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  "take \"data\" out of RANDCC_FACTORS",
			  "the linker did not place variables by rank");
}

static int verify_stack(const struct rcc_layout *lay,
			const struct rcc_output *out, struct rcc_refusal *why)
{
	if (!rcc_stack_factor_moves(&lay->stack) ||
	    rcc_stack_factor_verify(&lay->stack, out))
		return 0;
	return rcc_refuse(why, RCC_EUNSUP,
			  "take \"stack\" out of RANDCC_FACTORS",
			  "the linker did not take the entry point that moves "
			  "the stack");
}

/* Refuse a program with objects that LLVM's plugin made.  check_bitcode() in
 * placement.c has already refused bitcode outside archives.  Bitcode in an
 * archive can be refused only after the link, because only the linker knows
 * which members it needs. */
static int verify_llvm(const struct rcc_layout *lay,
		       const struct rcc_output *out, struct rcc_refusal *why)
{
	const char *name;
	DIR *dir;
	bool is_any = false;

	(void)out;
	if (lay->llvm_objects == NULL)
		return 0;
	/* The names of the objects begin with the name that the plugin got. */
	name = rcc_file_base(lay->llvm_objects);
	dir = opendir(lay->link->dir.path);
	if (dir == NULL)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot read \"%s\"",
				  lay->link->dir.path);
	for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
		struct stat st;

		is_any |= strncmp(e->d_name, name, strlen(name)) == 0 &&
			  fstatat(dirfd(dir), e->d_name, &st, 0) == 0 &&
			  st.st_size != 0;
	}
	closedir(dir);
	return is_any ? rcc_placement_refuse_bitcode(&lay->request, why) : 0;
}

/* Return whether the program lacks symbols that its check needs, because an
 * option left them out (-s, -x). */
static bool lacks_symbols(const struct rcc_layout *lay,
			  const struct rcc_output *out)
{
	if (lay->moves.n != 0 &&
	    rcc_move_factor_lacks_symbols(&lay->moves, out))
		return true;
	return out->has_sections && rcc_command_strips(lay->request.args);
}

/* Link the program once more, with its symbols, and read it into `whole`.
 * Check that it has the code of the program without symbols, `out`.  If it has
 * not, RANDCC_UNSUPPORTED=pass permits that, except with RANDCC_MOVE. */
static int read_with_symbols(struct rcc_layout *lay,
			     const struct rcc_output *out,
			     struct rcc_output *whole, struct rcc_refusal *why)
{
	char reason[RCC_WHY_MAX] = "";
	char *program;
	int err = rcc_several_links_keep_symbols(lay, &program, why);

	if (err == 0 && rcc_output_open(whole, program, reason) != 0)
		err = RCC_EFORMAT;
	/* The entry point of a shared library does not tell where its code
	 * is. */
	if (err == 0 && !lay->request.args->is_shared &&
	    (whole->n_entry != out->n_entry || out->n_entry == 0 ||
	     memcmp(whole->entry, out->entry, out->n_entry) != 0))
		err = RCC_EFORMAT;
	if (err != 0 && why->problem == NULL)
		err = rcc_refuse(why,
				 lay->moves.n != 0 ? RCC_EFORMAT : RCC_EUNSUP,
				 "link without -s",
				 "cannot check the order of functions: \"%s\" "
				 "has no symbols, and could not be linked in "
				 "the same way with them",
				 rcc_link_output(lay->link));
	free(program);
	return err;
}

/* Check the program for every factor.  If a check fails, set *is_randomised to
 * false.  Then rcc_link_pass_or_refuse() decides whether the error is returned.
 * Functions of RANDCC_MOVE in a wrong place fail the link even under
 * RANDCC_UNSUPPORTED=pass. */
static int verify_all(const struct rcc_layout *lay,
		      const struct rcc_output *out, bool *is_randomised,
		      struct rcc_refusal *why)
{
	static int (*const check[])(const struct rcc_layout *,
				    const struct rcc_output *,
				    struct rcc_refusal *) = {
		verify_llvm, verify_functions, verify_variables, verify_stack};

	for (size_t i = 0; i < sizeof(check) / sizeof(check[0]); i++) {
		int err = check[i](lay, out, why);

		if (err != 0)
			*is_randomised = false;
		err = rcc_link_pass_or_refuse(lay->link, err, why);
		if (err != 0)
			return err;
	}
	return lay->moves.n == 0
		       ? 0
		       : rcc_move_factor_verify(&lay->moves, out, why);
}

/* Warn of functions that do not have the place in a cache line that the factor
 * `offset` gave them.  RANDCC_MOVE gives other places. */
static void check_offsets(const struct rcc_layout *lay,
			  const struct rcc_output *out)
{
	size_t n;
	size_t n_fixed;
	size_t n_wrong;

	if (lay->moves.n != 0)
		return;
	n_wrong = rcc_verify_offsets(&lay->filler, out, &n, &n_fixed);
	if (2 * n_fixed > n)
		rcc_warn("the factor offset has no effect on %zu of %zu "
			 "functions of \"%s\", which begin a cache line "
			 "because of their alignment (-falign-functions)",
			 n_fixed, n, rcc_link_output(lay->link));
	if (n_wrong != 0)
		rcc_warn("%zu of %zu functions of \"%s\" do not begin where "
			 "the factor offset puts them: their sections have the "
			 "same name, or do not begin with the function",
			 n_wrong, n, rcc_link_output(lay->link));
}

/* ---- 8: the digest, in the program's note ------------------------------- */

static void warn_of_note(const char *output, int err, const char *reason,
			 bool has_sections)
{
	if (err == RCC_ESYS)
		rcc_warn("cannot complete the note of \"%s\": %s", output,
			 strerror(errno));
	else if (err == RCC_EFORMAT)
		rcc_warn("cannot complete the note of \"%s\": %s", output,
			 reason);
	else if (err == RCC_EUNSUP && !has_sections)
		rcc_warn("\"%s\" has no randcc note, and its order was not "
			 "checked: it has no section headers",
			 output);
	else if (err == RCC_EUNSUP)
		rcc_warn("\"%s\" has no randcc note: a linker script discards "
			 "it",
			 output);
}

int rcc_check_program(struct rcc_layout *lay, struct rcc_refusal *why)
{
	const char *output = rcc_link_output(lay->link);
	/* With LTO the note was written before LTO's objects were ranked, and
	 * it says "randomised: yes".  Check now that something was ranked. */
	bool is_randomised = !lay->link->inputs.has_ir ||
			     lay->settings.is_original ||
			     !rcc_layout_moves_nothing(lay);
	struct rcc_output out;
	struct rcc_output whole = {0};
	const struct rcc_output *named = &out;
	char reason[RCC_WHY_MAX] = "";
	int err;

	/* A build system may link to /dev/null to test an option. */
	if (!rcc_file_is_regular(output))
		return 0;
	err = rcc_output_open(&out, output, reason);
	if (err != 0) {
		if (lay->moves.n != 0)
			return rcc_refuse(why, RCC_EFORMAT, NULL,
					  "cannot verify moved functions: "
					  "cannot read \"%s\"",
					  output);
		warn_of_note(output, err, reason, true);
		return 0;
	}
	if (lacks_symbols(lay, &out)) {
		err = read_with_symbols(lay, &out, &whole, why);
		if (err == 0)
			named = &whole;
		else
			is_randomised = false;
		err = rcc_link_pass_or_refuse(lay->link, err, why);
	}
	if (err == 0)
		err = verify_all(lay, named, &is_randomised, why);
	if (err == 0)
		check_offsets(lay, named);
	if (err == 0)
		warn_of_note(output,
			     rcc_layout_note_stamp(output, &out, named,
						   !is_randomised),
			     reason, out.has_sections);
	rcc_output_release(&out);
	rcc_output_release(&whole);
	return err;
}
