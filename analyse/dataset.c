/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/dataset.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "analyse/dataset_rows.h"

/* ---- From rows to samples ---------------------------------------------- */

/* Gives every node its place among those of its depth, so that the children of
 * one parent stand together, in the order of the file. */
static void place_nodes(struct rcc_rows *r)
{
	/* Where the next child of a node goes. */
	uint32_t *next = rcc_mem_calloc(r->n_nodes, sizeof(*next));
	/* Nodes of the depth above, by place. */
	uint32_t *above = rcc_mem_calloc(r->n_nodes, sizeof(*above));
	uint32_t n_above = 0;

	for (uint32_t i = 0; i < r->n_nodes; i++) {
		if (r->node[i].depth == 0) {
			r->node[i].place = n_above;
			above[n_above++] = i;
		}
	}
	for (uint32_t depth = 1; depth < r->n_levels; depth++) {
		uint32_t at = 0;

		for (uint32_t k = 0; k < n_above; k++) {
			next[above[k]] = at;
			at += r->node[above[k]].n_members;
		}
		for (uint32_t i = 0; i < r->n_nodes; i++) {
			if (r->node[i].depth == depth)
				r->node[i].place = next[r->node[i].parent]++;
		}
		for (uint32_t i = 0; i < r->n_nodes; i++) {
			if (r->node[i].depth == depth)
				above[r->node[i].place] = i;
		}
		n_above = at;
	}
	free(next);
	free(above);
}

/* Members of each node, depth after depth, by place; begin[d] is where depth d
 * starts. */
static size_t *sizes_of(const struct rcc_rows *r, size_t *begin)
{
	size_t *size = rcc_mem_calloc(r->n_nodes, sizeof(*size));

	memset(begin, 0, (RCC_STATS_MAX_LEVELS + 1) * sizeof(*begin));
	for (size_t i = 0; i < r->n_nodes; i++)
		begin[r->node[i].depth + 1]++;
	for (size_t d = 1; d <= RCC_STATS_MAX_LEVELS; d++)
		begin[d] += begin[d - 1];
	for (size_t i = 0; i < r->n_nodes; i++)
		size[begin[r->node[i].depth] + r->node[i].place] =
			r->node[i].n_members;
	return size;
}

/* Where the rows of each lowest group begin, by node. */
static size_t *place_rows(const struct rcc_rows *r, const size_t *size,
			  size_t n_groups)
{
	size_t *begin = rcc_mem_calloc(n_groups, sizeof(*begin));
	size_t *of_node = rcc_mem_calloc(r->n_nodes, sizeof(*of_node));
	size_t at = 0;

	for (size_t g = 0; g < n_groups; g++) {
		begin[g] = at;
		at += size[g];
	}
	for (size_t i = 0; i < r->n_nodes; i++)
		if (r->node[i].depth + 1 == r->n_levels)
			of_node[i] = begin[r->node[i].place];
	free(begin);
	return of_node;
}

/* Rows in nested order; nothing moves if they are already. */
static void order_rows(struct rcc_rows *r, const size_t *size, size_t n_groups)
{
	size_t *next = place_rows(r, size, n_groups);
	double *ordered;
	bool is_ordered = true;

	for (size_t i = 1; i < r->n_rows && is_ordered; i++)
		is_ordered = next[r->group[i - 1]] <= next[r->group[i]];
	if (!is_ordered) {
		ordered = rcc_mem_realloc(NULL, r->n_rows, sizeof(*ordered));
		for (size_t i = 0; i < r->n_rows; i++)
			ordered[next[r->group[i]]++] = r->value[i];
		free(r->value);
		r->value = ordered;
	}
	free(next);
}

/* The sample of the system whose groups at each depth begin at first[depth];
 * moves those on to the next system's. */
static void make_sample(struct rcc_dataset *data, const size_t *begin,
			size_t *first, size_t *first_row,
			struct rcc_sample *sample)
{
	const size_t n = data->n_levels;
	size_t n_groups = 1;

	sample->x = data->value + *first_row;
	sample->n_levels = n;
	for (size_t depth = 0; depth < n; depth++) {
		const size_t level = n - 1 - depth;
		const size_t *size = data->size + begin[depth] + first[depth];
		bool is_balanced = true;
		size_t n_members = 0;

		for (size_t g = 0; g < n_groups; g++) {
			is_balanced = is_balanced && size[g] == size[0];
			n_members += size[g];
		}
		sample->r[level] = size[0];
		sample->size[level] = is_balanced ? NULL : size;
		first[depth] += n_groups;
		n_groups = n_members;
	}
	*first_row += n_groups;
}

/* Benchmark and system, which the rows have as one. */
static void take_name(char **name, bool has_benchmarks,
		      struct rcc_dataset_system *system)
{
	char *at = has_benchmarks ? strchr(*name, RCC_ROWS_SEPARATOR) : NULL;

	if (at == NULL) {
		system->name = *name;
	} else {
		system->benchmark =
			rcc_mem_strndup(*name, (size_t)(at - *name));
		system->name = rcc_mem_strdup(at + 1);
		free(*name);
	}
	*name = NULL;
}

/* Takes over what the data set keeps. */
static void make_samples(struct rcc_rows *r, struct rcc_dataset *data)
{
	size_t begin[RCC_STATS_MAX_LEVELS + 1];
	size_t first[RCC_STATS_MAX_LEVELS] = {0};
	size_t first_row = 0;
	const size_t lowest = r->n_levels - 1;

	place_nodes(r);
	data->size = sizes_of(r, begin);
	order_rows(r, data->size + begin[lowest],
		   begin[lowest + 1] - begin[lowest]);
	data->value = r->value;
	data->n_values = r->n_rows;
	r->value = NULL;
	data->n_systems = r->n_names;
	data->system = rcc_mem_calloc(r->n_names, sizeof(*data->system));
	for (size_t s = 0; s < r->n_names; s++) {
		take_name(&r->name[s], data->has_benchmarks, &data->system[s]);
		make_sample(data, begin, first, &first_row,
			    &data->system[s].sample);
	}
}

int rcc_dataset_read(const char *path,
		     const struct rcc_dataset_options *options,
		     struct rcc_dataset *data)
{
	const bool is_input = strcmp(path, "-") == 0;
	const int fd =
		is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct rcc_rows r;
	int result;

	memset(data, 0, sizeof(*data));
	if (fd < 0) {
		rcc_error_errno("cannot open \"%s\"", path);
		return RCC_ESYS;
	}
	rcc_rows_init(&r, is_input ? "standard input" : path, fd, options);
	result = rcc_rows_read(&r, data);
	if (result == 0)
		result = rcc_rows_check_duplicates(&r);
	if (result == 0)
		make_samples(&r, data);
	rcc_rows_release(&r);
	if (!is_input)
		close(fd);
	if (result != 0)
		rcc_dataset_release(data);
	return result;
}

/* ---- One value for each unit ------------------------------------------- */

/* How many values there are in the next member of level i + 1; groups that were
 * counted are passed in next[]. */
static size_t count_values(const struct rcc_sample *sample, size_t i,
			   size_t *next)
{
	const size_t n = sample->size[i] != NULL ? sample->size[i][next[i]++]
						 : sample->r[i];
	size_t n_values = 0;

	if (i == 0)
		return n;
	for (size_t k = 0; k < n; k++)
		n_values += count_values(sample, i - 1, next);
	return n_values;
}

void rcc_dataset_reduce(struct rcc_dataset *data, enum rcc_statistic statistic)
{
	const size_t top = data->n_levels - 1;
	double *from = data->value;
	double *to = data->value;

	for (size_t s = 0; s < data->n_systems && top > 0; s++) {
		struct rcc_sample *sample = &data->system[s].sample;
		const size_t n_units = sample->r[top];
		size_t next[RCC_STATS_MAX_LEVELS] = {0};
		double *const first = to;

		for (size_t k = 0; k < n_units; k++) {
			const size_t n = count_values(sample, top - 1, next);

			*to++ = rcc_median_or_min(from, n, statistic);
			from += n;
		}
		*sample = rcc_sample_1(first, n_units);
	}
	for (size_t i = 0; i < top; i++)
		free(data->level_name[i]);
	data->level_name[0] = data->level_name[top];
	data->n_levels = 1;
	data->n_values = (size_t)(to - data->value);
}

void rcc_dataset_release(struct rcc_dataset *data)
{
	for (size_t i = 0; i < data->n_levels; i++)
		free(data->level_name[i]);
	for (size_t i = 0; i < data->n_systems; i++) {
		free(data->system[i].name);
		free(data->system[i].benchmark);
	}
	free(data->fixed_name);
	free(data->system);
	free(data->value);
	free(data->size);
	memset(data, 0, sizeof(*data));
}
