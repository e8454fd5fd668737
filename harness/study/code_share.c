/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/code_share.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static const char *const kind_text[RCC_N_CODE_KINDS] = {
	"laid-out", "object",  "system",    "linker", "build-library",
	"library",  "program", "generated", "kernel",
};

const char *rcc_code_kind_text(enum rcc_code_kind kind)
{
	return kind_text[kind];
}

void rcc_code_share_add(struct rcc_code_share *share, enum rcc_code_kind kind,
			const char *name, double n, bool is_cplusplus)
{
	struct rcc_code_part *p;

	for (size_t i = 0; i < share->n; i++) {
		p = &share->part[i];
		if (p->kind == kind && strcmp(p->name, name) == 0) {
			p->n += n;
			p->is_cplusplus |= is_cplusplus;
			return;
		}
	}
	share->part = rcc_mem_grow(share->part, share->n, &share->n_allocated,
				   sizeof(*share->part));
	share->part[share->n++] =
		(struct rcc_code_part){.kind = kind,
				       .name = rcc_mem_strdup(name),
				       .n = n,
				       .is_cplusplus = is_cplusplus};
}

static int by_share(const void *a, const void *b)
{
	const struct rcc_code_part *x = a;
	const struct rcc_code_part *y = b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return x->kind != y->kind ? (int)x->kind - (int)y->kind
				  : strcmp(x->name, y->name);
}

void rcc_code_share_finish(struct rcc_code_share *share)
{
	double sum = 0;

	for (size_t i = 0; i < share->n; i++)
		sum += share->part[i].n;
	for (size_t i = 0; i < share->n && sum > 0; i++)
		share->part[i].n /= sum;
	if (share->n != 0)
		qsort(share->part, share->n, sizeof(*share->part), by_share);
}

void rcc_code_share_release(struct rcc_code_share *share)
{
	for (size_t i = 0; i < share->n; i++)
		free(share->part[i].name);
	free(share->part);
	free(share->why_not);
	*share = (struct rcc_code_share){0};
}

double rcc_code_share_of(const struct rcc_code_share *share,
			 enum rcc_code_kind kind)
{
	double sum = 0;

	for (size_t i = 0; i < share->n; i++)
		if (share->part[i].kind == kind)
			sum += share->part[i].n;
	return sum;
}

json_t *rcc_code_share_json(const struct rcc_code_share *share)
{
	json_t *parts = json_array();

	for (size_t i = 0; i < share->n; i++) {
		const struct rcc_code_part *p = &share->part[i];
		json_t *part =
			json_pack("{s:s,s:f}", "kind",
				  rcc_code_kind_text(p->kind), "share", p->n);

		if (p->name[0] != '\0')
			json_object_set_new(part, "name", json_string(p->name));
		if (p->is_cplusplus)
			json_object_set_new(part, "language",
					    json_string("c++"));
		json_array_append_new(parts, part);
	}
	if (share->why_not != NULL)
		return json_pack("{s:s,s:s,s:o}", "of", "bytes", "why",
				 share->why_not, "parts", parts);
	return json_pack("{s:s,s:I,s:o}", "of", "cpu-time", "samples",
			 (json_int_t)share->n_samples, "parts", parts);
}

static void read_part(struct rcc_code_share *share, const json_t *json)
{
	const char *kind = json_string_value(json_object_get(json, "kind"));
	const char *name = json_string_value(json_object_get(json, "name"));

	for (int i = 0; kind != NULL && i < RCC_N_CODE_KINDS; i++)
		if (strcmp(kind, kind_text[i]) == 0)
			rcc_code_share_add(
				share, (enum rcc_code_kind)i,
				name != NULL ? name : "",
				json_number_value(
					json_object_get(json, "share")),
				json_object_get(json, "language") != NULL);
}

void rcc_code_share_read(const json_t *json, struct rcc_code_share *share)
{
	const char *why = json_string_value(json_object_get(json, "why"));
	const json_t *parts = json_object_get(json, "parts");
	const json_t *part;
	size_t i;

	*share = (struct rcc_code_share){
		.n_samples = (size_t)json_integer_value(
			json_object_get(json, "samples")),
		.why_not = why != NULL ? rcc_mem_strdup(why) : NULL,
	};
	json_array_foreach(parts, i, part)
	{
		read_part(share, part);
	}
}
