/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/undivided.h"

#include "common/strbuf.h"

static size_t count(const struct rcc_object_file *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n_objects; i++)
		n += (f->object[i].traits &
		      (RCC_OBJECT_IS_UNDIVIDED | RCC_OBJECT_IS_IR)) ==
		     RCC_OBJECT_IS_UNDIVIDED;
	return n;
}

char *rcc_undivided_text(const struct rcc_ldargs *args,
			 const struct rcc_inputs *inputs)
{
	struct rcc_strbuf text = {0};
	size_t n_objects = 0;
	size_t n_members = 0;

	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_input *in = &inputs->item[i];

		if (!rcc_inputs_is_users(args, in))
			continue;
		if (in->file.kind == RCC_FILE_OBJECT)
			n_objects += count(&in->file);
		else
			n_members += count(&in->file);
	}
	if (n_objects != 0)
		rcc_strbuf_printf(&text, "%zu object%s", n_objects,
				  n_objects == 1 ? "" : "s");
	if (n_members != 0)
		rcc_strbuf_printf(&text, "%sat most %zu member%s of archives",
				  text.n != 0 ? " and " : "", n_members,
				  n_members == 1 ? "" : "s");
	return text.n != 0 ? rcc_strbuf_take(&text) : NULL;
}
