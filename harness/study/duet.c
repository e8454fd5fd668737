/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/duet.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/study/process_control.h"

char *rcc_duet_divide(const cpu_set_t *core, size_t n_cores, size_t n,
		      struct rcc_duet_setup *setup)
{
	*setup = (struct rcc_duet_setup){.n = n};
	if (n < 2 || n > RCC_DUET_MAX)
		return rcc_mem_printf(
			"a block has %zu runs, but only 2 to %d can "
			"run at once",
			n, RCC_DUET_MAX);
	if (n_cores < n)
		return rcc_mem_printf("this process may use %zu core%s, and "
				      "the %zu runs of a block need as many",
				      n_cores, n_cores == 1 ? "" : "s", n);
	for (size_t i = 0; i < n_cores / n * n; i++) {
		if (CPU_COUNT(&core[i]) != CPU_COUNT(&core[0]))
			return rcc_mem_strdup("the cores that this process may "
					      "use differ in their number of "
					      "CPUs");
		CPU_OR(&setup->side[i % n], &setup->side[i % n], &core[i]);
	}
	setup->is_settled = true;
	return NULL;
}

size_t rcc_duet_side(const struct rcc_duet_setup *setup, size_t cell,
		     uint64_t block)
{
	return (size_t)((cell + block) % setup->n);
}

static char *list_cpus(const cpu_set_t *cpus)
{
	struct rcc_strbuf text = {0};

	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		char number[16];

		if (!CPU_ISSET(cpu, cpus))
			continue;
		snprintf(number, sizeof(number), "%zu", cpu);
		rcc_strbuf_add_item(&text, ",", number);
	}
	return rcc_strbuf_take(&text);
}

json_t *rcc_duet_json(const struct rcc_duet_setup *setup)
{
	json_t *sides = json_array();

	for (size_t i = 0; i < setup->n; i++) {
		char *cpus = list_cpus(&setup->side[i]);

		json_array_append_new(sides, json_string(cpus));
		free(cpus);
	}
	return json_pack("{s:o}", "sides", sides);
}

void rcc_duet_read(const json_t *json, struct rcc_duet_setup *setup)
{
	const json_t *sides = json_object_get(json, "sides");
	const size_t n = json_array_size(sides);

	*setup = (struct rcc_duet_setup){0};
	if (n < 2 || n > RCC_DUET_MAX)
		return;
	setup->is_settled = true;
	setup->n = n;
	for (size_t i = 0; i < n; i++) {
		const char *cpus = json_string_value(json_array_get(sides, i));

		if (cpus == NULL || rcc_process_control_parse_cpus(
					    cpus, &setup->side[i]) != 0) {
			*setup = (struct rcc_duet_setup){0};
			return;
		}
	}
}

char *rcc_duet_text(const struct rcc_duet_setup *setup)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < setup->n; i++) {
		char *cpus = list_cpus(&setup->side[i]);

		rcc_strbuf_add_item(&text, " | ", cpus);
		free(cpus);
	}
	return rcc_strbuf_take(&text);
}
