/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a CSV file about many machines.  The columns are one of:
 *
 *	system,machine,layout,run,value
 *	system,kind,machine,layout,run,value
 *
 * A kind groups machines, for example those of one model.  Machines of
 * different kinds may have the same name.  All machines ran the same layouts:
 * the same name means the same layout on every machine.
 *
 * The level below the layout is the run.  If there are levels below the run,
 * their values are averaged.  If the layout is the lowest level, each row is a
 * run.
 */
#ifndef RCC_ANALYSE_FLEET_ROWS_H
#define RCC_ANALYSE_FLEET_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "analyse/row_reader.h"
#include "common/strmap.h"

/* The names in one column of the file, numbered from 0 in order of appearance.
 * `map` gives the number of a name.  (A machine's key in `map` is the number of
 * the kind, followed by the name of the machine.) */
struct rcc_fleet_names {
	struct rcc_strmap map; /* owns its keys */
	char **item;
	size_t n, room;
};

/* A run.  The first four fields are the numbers of its system, machine, layout
 * and label (struct rcc_fleet_names).  The mean of its n rows is sum / n. */
struct rcc_fleet_run {
	size_t system, machine, layout, run;
	double sum;
	size_t n;
};

struct rcc_fleet_rows {
	bool has_kinds;
	/* `label` has the texts in the column of runs. */
	struct rcc_fleet_names system, kind, machine, layout, label;
	size_t *kind_of; /* the number of each machine's kind */
	size_t room_kinds;
	/* Finds a run by the numbers of its system, machine, layout and label.
	 * The map owns its keys. */
	struct rcc_strmap by_cells;
	struct rcc_fleet_run *run;
	size_t n, room;
};

/* Return whether the header of a CSV file names machines, as the comment at the
 * top describes. */
bool rcc_fleet_rows_are_in(const struct rcc_row_reader *reader);
/* Add the row that was read last. */
void rcc_fleet_rows_add(struct rcc_fleet_rows *rows,
			const struct rcc_row_reader *reader);
/* Return the run with these numbers, or NULL. */
const struct rcc_fleet_run *
rcc_fleet_rows_find(const struct rcc_fleet_rows *rows, size_t system,
		    size_t machine, size_t layout, size_t run);
/* Release rows, which may be zeroed. */
void rcc_fleet_rows_release(struct rcc_fleet_rows *rows);

#endif
