/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/code_map.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

static enum rcc_code_how how_of(const char *text)
{
	if (strcmp(text, "moved") == 0)
		return RCC_CODE_MOVED;
	if (strcmp(text, "fixed") == 0)
		return RCC_CODE_FIXED;
	if (strcmp(text, "system") == 0)
		return RCC_CODE_SYSTEM;
	return RCC_CODE_LINKER;
}

/* Parse a line "ADDRESS<TAB>NAME<TAB>OFFSET<TAB>SIZE<TAB>HOW<TAB>ORIGIN". */
static void parse_line(struct rcc_code_map *map, char *line)
{
	char *field[6];
	size_t n = 0;

	while (n < 6 && (field[n] = strsep(&line, "\t")) != NULL)
		n++;
	if (n < 6)
		return;
	map->function = rcc_mem_grow(map->function, map->n, &map->n_allocated,
				     sizeof(*map->function));
	map->function[map->n++] = (struct rcc_code_function){
		.address = strtoull(field[0], NULL, 16),
		.name = field[1],
		.offset = strtoull(field[2], NULL, 16),
		.size = strtoull(field[3], NULL, 10),
		.how = how_of(field[4]),
		.origin = field[5],
		.is_cplusplus = strncmp(field[1], "_Z", 2) == 0,
	};
}

static int by_offset(const void *a, const void *b)
{
	const struct rcc_code_function *x = a;
	const struct rcc_code_function *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	/* Several names may have one offset, and join_aliases() keeps only the
	 * first.  Therefore put names of functions that layouts move before
	 * other names. */
	return (y->how == RCC_CODE_MOVED) - (x->how == RCC_CODE_MOVED);
}

static void join_aliases(struct rcc_code_map *map)
{
	size_t n = 0;

	for (size_t i = 0; i < map->n; i++) {
		struct rcc_code_function *f = &map->function[i];

		if (n != 0 && map->function[n - 1].offset == f->offset) {
			if (map->function[n - 1].size < f->size)
				map->function[n - 1].size = f->size;
			continue;
		}
		map->function[n++] = *f;
	}
	map->n = n;
}

void rcc_code_map_parse(struct rcc_code_map *map, char *text)
{
	char *next = text;
	char *line;

	*map = (struct rcc_code_map){.text = text};
	while (next != NULL && (line = strsep(&next, "\n")) != NULL)
		parse_line(map, line);
	if (map->n != 0)
		qsort(map->function, map->n, sizeof(*map->function), by_offset);
	join_aliases(map);
}

void rcc_code_map_release(struct rcc_code_map *map)
{
	free(map->function);
	free(map->text);
	*map = (struct rcc_code_map){0};
}

const struct rcc_code_function *
rcc_code_map_find(const struct rcc_code_map *map, uint64_t offset)
{
	size_t lo = 0;
	size_t hi = map->n;
	const struct rcc_code_function *f;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (map->function[mid].offset <= offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == 0)
		return NULL;
	f = &map->function[lo - 1];
	return f->size == 0 || offset - f->offset < f->size ? f : NULL;
}

int rcc_code_map_read(struct rcc_code_map *map, const char *bindir,
		      const char *record, const char *program)
{
	char *randld = rcc_file_join(bindir, "randld");
	char inspect[] = "--inspect";
	char with_record[] = "--record";
	char *dir = rcc_mem_strdup(record);
	char *file = rcc_mem_strdup(program);
	char *argv[] = {randld, inspect, with_record, dir, file, NULL};
	char *text = NULL;
	const int status = rcc_process_capture(argv, &text, NULL);

	*map = (struct rcc_code_map){0};
	if (status == 0)
		rcc_code_map_parse(map, text);
	else
		free(text);
	free(file);
	free(dir);
	free(randld);
	return status == 0 ? 0 : RCC_ESYS;
}
