/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/fleet_rows.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/mem.h"
#include "common/strbuf.h"

/* ---- Names ------------------------------------------------------------- */

/* Return the number of the name with this key.  If the key is new, add the
 * name.  One name may have several keys, because machines of different kinds
 * may have the same name. */
static size_t number_of(struct rcc_fleet_names *names, const char *key,
			size_t key_len, const char *name)
{
	struct rcc_strmap_slot *slot =
		rcc_strmap_find(&names->map, key, key_len);
	char *copy;
	int is_new;

	if (slot != NULL)
		return slot->value;
	copy = rcc_mem_alloc(key_len + 1);
	memcpy(copy, key, key_len);
	slot = rcc_strmap_at(&names->map, copy, key_len, &is_new);
	slot->value = names->n;
	names->item = rcc_mem_grow(names->item, names->n, &names->room,
				   sizeof(*names->item));
	names->item[names->n] = rcc_mem_strdup(name);
	return names->n++;
}

static size_t number_of_field(struct rcc_fleet_names *names,
			      const struct rcc_csv_field *field)
{
	return number_of(names, field->text, field->len, field->text);
}

static void map_release(struct rcc_strmap *map)
{
	for (size_t i = 0; i < map->n_slots; i++)
		free((char *)map->slot[i].key);
	rcc_strmap_release(map);
}

static void names_release(struct rcc_fleet_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->item[i]);
	free(names->item);
	map_release(&names->map);
}

/* ---- Rows -------------------------------------------------------------- */

/* Return the name of the level at `depth`; "" if there is none.  The highest
 * level has depth 0. */
static const char *name_of(const struct rcc_row_reader *reader, size_t depth)
{
	return depth < reader->n_levels
		       ? reader->level_name[reader->n_levels - 1 - depth]
		       : "";
}

static bool has_kinds(const struct rcc_row_reader *reader)
{
	return strcasecmp(name_of(reader, 0), "kind") == 0;
}

bool rcc_fleet_rows_are_in(const struct rcc_row_reader *reader)
{
	const size_t depth = has_kinds(reader);

	return strcasecmp(name_of(reader, depth), "machine") == 0 &&
	       reader->n_levels >= depth + 2;
}

/* Return the number of a machine.  Add the machine if it is new. */
static size_t machine_of(struct rcc_fleet_rows *rows, size_t kind,
			 const struct rcc_csv_field *field)
{
	const size_t n = rows->machine.n;
	struct rcc_strbuf key = {0};
	size_t machine;

	rcc_strbuf_add_bytes(&key, &kind, sizeof(kind));
	rcc_strbuf_add_bytes(&key, field->text, field->len);
	machine = number_of(&rows->machine, key.text, key.n, field->text);
	rcc_strbuf_release(&key);
	if (machine == n) {
		rows->kind_of =
			rcc_mem_grow(rows->kind_of, n, &rows->room_kinds,
				     sizeof(*rows->kind_of));
		rows->kind_of[n] = kind;
	}
	return machine;
}

/* A run is identified by four numbers: those of its system, machine, layout and
 * label (the text in the file's column of runs). */
enum { N_CELLS = 4 };

static void add_run(struct rcc_fleet_rows *rows, const size_t *cell,
		    double value)
{
	const size_t n_bytes = N_CELLS * sizeof(*cell);
	struct rcc_strmap_slot *slot =
		rcc_strmap_find(&rows->by_cells, (const char *)cell, n_bytes);
	char *key;
	int is_new;

	if (slot != NULL) {
		rows->run[slot->value].sum += value;
		rows->run[slot->value].n++;
		return;
	}
	key = rcc_mem_alloc(n_bytes);
	memcpy(key, cell, n_bytes);
	slot = rcc_strmap_at(&rows->by_cells, key, n_bytes, &is_new);
	slot->value = rows->n;
	rows->run = rcc_mem_grow(rows->run, rows->n, &rows->room,
				 sizeof(*rows->run));
	rows->run[rows->n++] = (struct rcc_fleet_run){cell[0], cell[1], cell[2],
						      cell[3], value,	1};
}

void rcc_fleet_rows_add(struct rcc_fleet_rows *rows,
			const struct rcc_row_reader *reader)
{
	const struct rcc_csv_field *level = reader->level;
	size_t depth = 0;
	size_t kind = 0;
	size_t cell[N_CELLS];

	rows->has_kinds = has_kinds(reader);
	if (rows->has_kinds)
		kind = number_of_field(&rows->kind, &level[depth++]);
	cell[0] = number_of_field(&rows->system, reader->system);
	cell[1] = machine_of(rows, kind, &level[depth++]);
	cell[2] = number_of_field(&rows->layout, &level[depth++]);
	cell[3] = depth < reader->n_levels
			  ? number_of_field(&rows->label, &level[depth])
			  : 0;
	add_run(rows, cell, reader->value);
}

const struct rcc_fleet_run *
rcc_fleet_rows_find(const struct rcc_fleet_rows *rows, size_t system,
		    size_t machine, size_t layout, size_t run)
{
	const size_t cell[N_CELLS] = {system, machine, layout, run};
	const struct rcc_strmap_slot *slot = rcc_strmap_find(
		&rows->by_cells, (const char *)cell, sizeof(cell));

	return slot != NULL ? &rows->run[slot->value] : NULL;
}

void rcc_fleet_rows_release(struct rcc_fleet_rows *rows)
{
	names_release(&rows->system);
	names_release(&rows->kind);
	names_release(&rows->machine);
	names_release(&rows->layout);
	names_release(&rows->label);
	map_release(&rows->by_cells);
	free(rows->kind_of);
	free(rows->run);
	memset(rows, 0, sizeof(*rows));
}
