/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/undivided.h"

#include <inttypes.h>

#include "common/strbuf.h"

void rcc_undivided_add(struct rcc_undivided *u, const struct rcc_object_file *f,
		       bool has_plugin)
{
	const bool is_object = f->kind == RCC_FILE_OBJECT;
	size_t *n = is_object ? &u->n_objects : &u->n_members;
	uint64_t *n_bytes = is_object ? &u->object_bytes : &u->member_bytes;

	for (size_t i = 0; i < f->n_objects; i++) {
		const struct rcc_object *o = &f->object[i];

		if (has_plugin && (o->traits & RCC_OBJECT_IS_IR) != 0)
			continue;
		*n += o->n_undivided != 0;
		*n_bytes += o->n_undivided;
	}
	*n += f->n_plain;
	*n_bytes += f->n_plain_bytes;
}

void rcc_undivided_add_inputs(struct rcc_undivided *u,
			      const struct rcc_ldargs *args,
			      const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_input *in = &inputs->item[i];
		struct rcc_undivided one = {0};

		/* Most files have none.  Whose file it is takes system calls. */
		rcc_undivided_add(&one, &in->file, args->has_plugin);
		if (!rcc_undivided_is_none(&one) &&
		    rcc_inputs_is_users(args, in))
			rcc_undivided_join(u, &one);
	}
}

bool rcc_undivided_is_none(const struct rcc_undivided *u)
{
	return u->n_objects == 0 && u->n_members == 0;
}

void rcc_undivided_join(struct rcc_undivided *u,
			const struct rcc_undivided *more)
{
	u->n_objects += more->n_objects;
	u->n_members += more->n_members;
	u->object_bytes += more->object_bytes;
	u->member_bytes += more->member_bytes;
}

char *rcc_undivided_text(const struct rcc_undivided *u)
{
	struct rcc_strbuf text = {0};

	if (u->n_objects != 0)
		rcc_strbuf_printf(&text, "%" PRIu64 " bytes in %zu object%s",
				  u->object_bytes, u->n_objects,
				  u->n_objects == 1 ? "" : "s");
	if (u->n_members != 0)
		rcc_strbuf_printf(&text,
				  "%sat most %" PRIu64
				  " bytes in %zu member%s of archives",
				  text.n != 0 ? " and " : "", u->member_bytes,
				  u->n_members, u->n_members == 1 ? "" : "s");
	return text.n != 0 ? rcc_strbuf_take(&text) : NULL;
}
