/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/several_links.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/error.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/one_link.h"

bool rcc_several_links_are_needed(const struct rcc_layout *lay)
{
	return (rcc_request_has_filler(&lay->request) ||
		lay->settings.moves != NULL) &&
	       lay->object != NULL;
}

/* Let the later links use the objects that LTO made in the first one, so that
 * they need not compile.  There are no such objects if the linker did LTO
 * without gcc's plugin. */
static void reuse_lto_objects(struct rcc_layout *lay)
{
	if (lay->lto_list == NULL && lay->link->inputs.has_ir) {
		if (lay->first_lto_list == NULL)
			lay->first_lto_list =
				rcc_lto_kept_list(lay->link->dir.path);
		lay->lto_list = lay->first_lto_list;
	}
	if (lay->lto_list != NULL && access(lay->lto_list, R_OK) != 0)
		lay->lto_list = NULL;
}

/* Return the path of a temporary program in a folder `name` of its own.  The
 * program has the base name of the output, because linkers write this name into
 * a library that has symbol versions but no soname.  Caller frees. */
static char *temporary_program(const struct rcc_layout *lay, const char *name)
{
	char *folder = rcc_mem_printf("%s/%s", lay->link->dir.path, name);
	char *path = rcc_file_join(folder,
				   rcc_file_base(rcc_link_output(lay->link)));

	/* If this fails, the linker will report it. */
	rcc_file_mkdirs(folder);
	free(folder);
	return path;
}

/* Link to the temporary file `program`, with all symbols, and write a map to
 * `map`. */
static int link_for_map(struct rcc_layout *lay, const char *program,
			const char *map, struct rcc_refusal *why)
{
	int status;

	if (lay->request.linker->kind == RCC_LINKER_BFD &&
	    strchr(map, '%') != NULL)
		return rcc_refuse(
			why, RCC_EFORMAT,
			"set TMPDIR to a folder without \"%\" in its path",
			"cannot write a map of the link in \"%s\": GNU ld puts "
			"the program's name in the place of \"%%\"",
			lay->link->dir.path);
	status = rcc_one_link_run(lay, program, map, why);
	reuse_lto_objects(lay);
	return status;
}

/* Plan the factors `padding` and `offset` from the map of the first link. */
static int plan_fillers(struct rcc_layout *lay, const char *map,
			struct rcc_refusal *why)
{
	int err = 0;

	if (rcc_request_has_filler(&lay->request))
		err = rcc_filler_plan(map, lay->placement.map_begin,
				      &lay->settings, &lay->filler);
	if (err == RCC_EFORMAT)
		return rcc_refuse(
			why, err,
			"leave padding and offset out of RANDCC_FACTORS",
			"the map of the linker \"%s\" has no list of "
			"sections",
			lay->request.linker->path);
	return err == 0 ? 0
			: rcc_refuse(why, err, NULL, "cannot read \"%s\"", map);
}

/* Plan the windows (move_factor.h) of functions that are moved alone.  `map` and
 * `program` are from the first link.  With filler, a second link shows where the
 * windows are. */
static int plan_windows(struct rcc_layout *lay, const char *map,
			const char *program, struct rcc_refusal *why)
{
	const char *dir = lay->link->dir.path;
	char *lto_ranked = rcc_lto_ranked(dir);
	char *second = temporary_program(lay, "windows");
	const struct rcc_move_probe first = {
		.inputs = &lay->link->inputs,
		.map = map,
		.begin = lay->placement.map_begin,
		.program = program,
		.uses_ir = lay->request.args->has_plugin,
		.lto_list = lay->lto_list,
		.lto_ranked = lto_ranked};
	int status = rcc_move_factor_find(&lay->moves, lay->settings.moves,
					  &first, why);

	if (status == 0 && rcc_request_has_filler(&lay->request)) {
		status = rcc_one_link_write_object(lay, why);
		if (status == 0)
			status = link_for_map(lay, second, map, why);
		if (status == 0)
			status = rcc_move_factor_read_windows(&lay->moves,
							      second, why);
	}
	if (status == 0)
		status = rcc_move_factor_place(&lay->moves, why);
	free(second);
	free(lto_ranked);
	return status;
}

int rcc_several_links_plan(struct rcc_layout *lay, struct rcc_refusal *why)
{
	const char *dir = lay->link->dir.path;
	char *map = rcc_mem_printf("%s/map", dir);
	char *program = temporary_program(lay, "probe");
	int status = link_for_map(lay, program, map, why);

	if (status == 0)
		status = plan_fillers(lay, map, why);
	if (status == 0 && lay->settings.moves != NULL)
		status = plan_windows(lay, map, program, why);
	if (status == 0)
		status = rcc_one_link_write_object(lay, why);
	free(map);
	free(program);
	return status;
}

int rcc_several_links_keep_symbols(struct rcc_layout *lay, char **program,
				   struct rcc_refusal *why)
{
	char *map = rcc_mem_printf("%s/map", lay->link->dir.path);
	int status;

	*program = temporary_program(lay, "whole");
	reuse_lto_objects(lay);
	status = link_for_map(lay, *program, map, why);
	free(map);
	return status;
}
