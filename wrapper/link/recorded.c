/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/recorded.h"

#include <string.h>

#include "common/file.h"

const struct rcc_recorded_script_file *
rcc_recorded_find(const struct rcc_recorded *recorded, const char *script,
		  const char *name)
{
	if (recorded == NULL)
		return NULL;
	for (size_t i = 0; i < recorded->n_script_files; i++) {
		const struct rcc_recorded_script_file *f =
			&recorded->script_file[i];

		if (strcmp(f->script, rcc_file_base(script)) == 0 &&
		    (name == NULL || strcmp(f->name, name) == 0))
			return f;
	}
	return NULL;
}
