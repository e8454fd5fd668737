/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/dataset.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse/measurement_table.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "common/strmap.h"

/* ---- Groups ------------------------------------------------------------ */

/*
 * The units and groups of a file.
 *
 * A unit is a benchmark, a system, or a member of a level above the lowest,
 * such as a layout or an execution.  It is identified by the text in its column
 * and by its parent, the unit in the column before.  Units are numbered from 1
 * in order of appearance.
 *
 * In dataset.c, "group" means a group of the lowest level: all rows with the
 * same units, such as all iterations of one execution.  Groups are numbered
 * from 0.
 */
struct groups {
	struct rcc_strmap units; /* keyed by parent and cell; owns its keys */
	struct rcc_strbuf key;
	/* The number of units of a row, not counting the benchmark: a system,
	 * and one unit for each level above the lowest. */
	size_t n_depths;
	size_t *path;	/* for each group, the numbers of its n_depths units */
	size_t *n_rows; /* number of rows of each group */
	size_t n, room_paths, room_rows;
};

/* Find a unit, or add it.  In the slot that is returned, `value` is the number
 * of the unit.  `extra` is used only if the unit has no units below it.  It is
 * the number of the unit's group plus 1, or 0 until that group is added. */
static struct rcc_strmap_slot *find_unit(struct groups *g, uint64_t parent,
					 const struct rcc_csv_field *cell)
{
	struct rcc_strmap_slot *slot;
	char *key;
	int is_new;

	g->key.n = 0;
	rcc_strbuf_add_bytes(&g->key, &parent, sizeof(parent));
	rcc_strbuf_add_bytes(&g->key, cell->text, cell->len);
	slot = rcc_strmap_find(&g->units, g->key.text, g->key.n);
	if (slot != NULL)
		return slot;
	key = rcc_mem_alloc(g->key.n);
	memcpy(key, g->key.text, g->key.n);
	slot = rcc_strmap_at(&g->units, key, g->key.n, &is_new);
	slot->value = g->units.n_used;
	return slot;
}

static void add_group(struct groups *g, const size_t *path)
{
	for (size_t i = 0; i < g->n_depths; i++) {
		g->path = rcc_mem_grow(g->path, g->n * g->n_depths + i,
				       &g->room_paths, sizeof(*g->path));
		g->path[g->n * g->n_depths + i] = path[i];
	}
	g->n_rows = rcc_mem_grow(g->n_rows, g->n, &g->room_rows,
				 sizeof(*g->n_rows));
	g->n_rows[g->n++] = 0;
}

/* Find the group of a row, or add it. */
static size_t find_group(struct groups *g, const struct rcc_row_reader *row)
{
	size_t path[RCC_STATS_MAX_LEVELS];
	struct rcc_strmap_slot *slot;
	uint64_t benchmark = 0;

	if (row->benchmark != NULL)
		benchmark = find_unit(g, 0, row->benchmark)->value;
	slot = find_unit(g, benchmark, row->system);
	path[0] = slot->value;
	for (size_t i = 1; i < g->n_depths; i++) {
		slot = find_unit(g, path[i - 1], &row->level[i - 1]);
		path[i] = slot->value;
	}
	if (slot->extra == 0) {
		add_group(g, path);
		slot->extra = g->n;
	}
	return slot->extra - 1;
}

static void groups_release(struct groups *g)
{
	for (size_t i = 0; i < g->units.n_slots; i++)
		free((char *)g->units.slot[i].key);
	rcc_strmap_release(&g->units);
	rcc_strbuf_release(&g->key);
	free(g->path);
	free(g->n_rows);
}

/* ---- From the file to the table ---------------------------------------- */

/* The state of reading a file. */
struct reading {
	struct rcc_dataset *data;
	struct rcc_row_reader row;
	struct rcc_measurement_table table;
	struct groups groups;
	size_t room_systems;
	size_t last_system; /* the largest unit number of the systems so far */
};

static void add_system(struct reading *r)
{
	struct rcc_dataset *data = r->data;
	struct rcc_dataset_system *system;

	data->system = rcc_mem_grow(data->system, data->n_systems,
				    &r->room_systems, sizeof(*data->system));
	system = &data->system[data->n_systems++];
	memset(system, 0, sizeof(*system));
	system->name = rcc_mem_strdup(r->row.system->text);
	if (r->row.benchmark != NULL)
		system->benchmark = rcc_mem_strdup(r->row.benchmark->text);
}

static int add_row(struct reading *r, struct rcc_refusal *why)
{
	struct groups *g = &r->groups;
	const size_t n_groups = g->n;
	const struct rcc_csv_field *cell = &r->row.level[r->row.n_levels - 1];
	const struct rcc_measurement m = {.line = r->row.csv.line,
					  .group = find_group(g, &r->row),
					  .value = r->row.value};

	g->n_rows[m.group]++;
	if (r->data->has_machines)
		rcc_fleet_rows_add(&r->data->fleet, &r->row);
	/* Only a new group can belong to a new system. */
	if (g->n > n_groups &&
	    g->path[m.group * g->n_depths] > r->last_system) {
		r->last_system = g->path[m.group * g->n_depths];
		add_system(r);
	}
	return rcc_measurement_table_add(&r->table, &m, cell->text, cell->len,
					 why);
}

static int add_rows(struct reading *r, struct rcc_refusal *why)
{
	int result = rcc_measurement_table_open(&r->table, why);

	r->groups.n_depths = r->row.n_levels;
	r->data->has_machines = rcc_fleet_rows_are_in(&r->row);
	while (result == 0) {
		result = rcc_row_reader_next(&r->row, why);
		if (result != 1)
			return result;
		result = add_row(r, why);
	}
	return result;
}

static int check_duplicates(struct reading *r, struct rcc_refusal *why)
{
	size_t earlier;
	size_t line;
	const int found = rcc_measurement_table_find_duplicate(
		&r->table, &earlier, &line, why);

	if (found != 1)
		return found;
	return rcc_refuse(why, RCC_EFORMAT,
			  r->row.options.columns != NULL
				  ? "name more columns in --columns, so that "
				    "no two rows are alike"
				  : "number the repetitions in the column "
				    "before the value",
			  "\"%s\" line %zu: the same cells as line %zu",
			  r->row.path, line, earlier);
}

/* ---- From the table to samples ----------------------------------------- */

static int compare_paths(const void *a, const void *b, void *self)
{
	const struct groups *g = self;
	const size_t *x = g->path + *(const size_t *)a * g->n_depths;
	const size_t *y = g->path + *(const size_t *)b * g->n_depths;
	size_t i = 0;

	while (i < g->n_depths - 1 && x[i] == y[i])
		i++;
	return (x[i] > y[i]) - (x[i] < y[i]);
}

/* Return the indices of the groups in nested order, in which the groups of a
 * unit are adjacent.  The caller must free them. */
static size_t *nested_order(struct groups *g)
{
	size_t *order = rcc_mem_calloc(g->n, sizeof(*order));

	for (size_t i = 0; i < g->n; i++)
		order[i] = i;
	qsort_r(order, g->n, sizeof(*order), compare_paths, g);
	return order;
}

/* Count the units directly below each unit, or the rows of a unit that has no
 * units below it.  Depth 0 is the system, depth 1 a member of the highest
 * level, and so on.  size[depth] lists the counts of all units of that depth,
 * in nested order. */
static void count_members(const struct groups *g, const size_t *order,
			  size_t **size)
{
	const size_t lowest = g->n_depths - 1;
	size_t n_units[RCC_STATS_MAX_LEVELS] = {0};
	const size_t *last = NULL;

	for (size_t depth = 0; depth <= lowest; depth++)
		size[depth] = rcc_mem_calloc(g->n, sizeof(*size[depth]));
	for (size_t k = 0; k < g->n; k++) {
		const size_t *path = g->path + order[k] * g->n_depths;
		size_t depth = 0;

		while (last != NULL && path[depth] == last[depth])
			depth++;
		for (; depth <= lowest; depth++) {
			n_units[depth]++;
			if (depth > 0)
				size[depth - 1][n_units[depth - 1] - 1]++;
		}
		size[lowest][k] = g->n_rows[order[k]];
		last = path;
	}
}

/* Copy the values from the table to data->value, in nested order. */
static int place_values(struct reading *r, const size_t *order,
			struct rcc_refusal *why)
{
	const struct groups *g = &r->groups;
	struct rcc_dataset *data = r->data;
	size_t *next = rcc_mem_calloc(g->n, sizeof(*next));
	struct rcc_measurement m;
	int got;

	for (size_t k = 0; k < g->n; k++) {
		next[order[k]] = data->n_values;
		data->n_values += g->n_rows[order[k]];
	}
	data->value =
		rcc_mem_realloc(NULL, data->n_values, sizeof(*data->value));
	while ((got = rcc_measurement_table_next(&r->table, &m, why)) == 1)
		data->value[next[m.group]++] = m.value;
	free(next);
	return got;
}

/* Make the sample of one system.  The counts of its units begin at index
 * first[depth] of data->size[depth], and its values at index *first_value of
 * data->value.  Both indices are advanced to the next system. */
static void make_sample(struct rcc_dataset *data, size_t *first,
			size_t *first_value, struct rcc_sample *sample)
{
	const size_t n = data->n_levels;
	size_t n_groups = 1;

	sample->x = data->value + *first_value;
	sample->n_levels = n;
	for (size_t depth = 0; depth < n; depth++) {
		const size_t level = n - 1 - depth;
		const size_t *size = data->size[depth] + first[depth];
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
	*first_value += n_groups;
}

static int make_samples(struct reading *r, struct rcc_refusal *why)
{
	struct rcc_dataset *data = r->data;
	size_t *order = nested_order(&r->groups);
	size_t first[RCC_STATS_MAX_LEVELS] = {0};
	size_t first_value = 0;
	int result;

	count_members(&r->groups, order, data->size);
	result = place_values(r, order, why);
	for (size_t s = 0; s < data->n_systems && result == 0; s++)
		make_sample(data, first, &first_value, &data->system[s].sample);
	free(order);
	return result;
}

/* ---- Reading ----------------------------------------------------------- */

/* Move the names of the levels and the counts of rows from the row reader to
 * the data set. */
static void take_header(struct reading *r)
{
	struct rcc_dataset *data = r->data;
	struct rcc_row_reader *row = &r->row;

	data->n_levels = row->n_levels;
	memcpy(data->level_name, row->level_name, sizeof(data->level_name));
	memset(row->level_name, 0, sizeof(row->level_name));
	data->only_name = row->only_name;
	row->only_name = NULL;
	data->has_benchmarks = row->has_benchmarks;
	data->n_left_out = row->n_left_out;
	if (row->n_failed != 0)
		rcc_warn("\"%s\": rows of failed runs are left out: %zu",
			 row->path, row->n_failed);
	if (row->n_replaced != 0)
		rcc_warn("\"%s\": rows of runs that were made again are left "
			 "out: %zu",
			 row->path, row->n_replaced);
	data->most_together = row->most_together;
}

static int read_all(struct reading *r, const char *path, int fd,
		    const struct rcc_row_options *options,
		    struct rcc_refusal *why)
{
	int result = rcc_row_reader_open(&r->row, path, fd, options, why);

	if (result == 0)
		result = add_rows(r, why);
	if (result == 0)
		result = check_duplicates(r, why);
	if (result == 0) {
		take_header(r);
		result = make_samples(r, why);
	}
	return result;
}

int rcc_dataset_read(const char *path, const struct rcc_row_options *options,
		     struct rcc_dataset *data, struct rcc_refusal *why)
{
	const bool is_input = strcmp(path, "-") == 0;
	const int fd =
		is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct reading r = {.data = data};
	int result;

	memset(data, 0, sizeof(*data));
	if (fd < 0)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot open \"%s\"",
				  path);
	result = read_all(&r, is_input ? "standard input" : path, fd, options,
			  why);
	groups_release(&r.groups);
	rcc_measurement_table_release(&r.table);
	rcc_row_reader_release(&r.row);
	if (!is_input)
		close(fd);
	if (result != 0)
		rcc_dataset_release(data);
	return result;
}

/* ---- One value for each unit ------------------------------------------- */

/* Count the values in the next group of level i (0 is the lowest), and move
 * next[] past this group.  A group of level 0 is for example the iterations of
 * one execution.  next[k] is the index of the next group in sample->size[k].
 * If sample->size[k] is NULL, all groups of level k have the same size and
 * next[k] is not used. */
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

bool rcc_dataset_counts_differ(const struct rcc_dataset *data)
{
	const size_t top = data->n_levels - 1;
	size_t first = 0;

	for (size_t s = 0; s < data->n_systems && top > 0; s++) {
		const struct rcc_sample *sample = &data->system[s].sample;
		size_t next[RCC_STATS_MAX_LEVELS] = {0};

		for (size_t k = 0; k < sample->r[top]; k++) {
			const size_t n = count_values(sample, top - 1, next);

			if (first == 0)
				first = n;
			if (n != first)
				return true;
		}
	}
	return false;
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
	for (size_t i = 0; i < top; i++) {
		free(data->level_name[i]);
		data->level_name[i] = NULL;
	}
	data->level_name[0] = data->level_name[top];
	if (top > 0)
		data->level_name[top] = NULL;
	data->n_levels = 1;
	data->n_values = (size_t)(to - data->value);
}

void rcc_dataset_release(struct rcc_dataset *data)
{
	for (size_t i = 0; i < RCC_STATS_MAX_LEVELS; i++) {
		free(data->level_name[i]);
		free(data->size[i]);
	}
	for (size_t i = 0; i < data->n_systems; i++) {
		free(data->system[i].name);
		free(data->system[i].benchmark);
	}
	rcc_fleet_rows_release(&data->fleet);
	free(data->only_name);
	free(data->system);
	free(data->value);
	memset(data, 0, sizeof(*data));
}
