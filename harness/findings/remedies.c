/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/remedies.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"

/* ---- The plan ---------------------------------------------------------- */

/* The functions that a remedy concerns. */
struct group {
	const struct rcc_explained_function
		*member[2 * RCC_EXPLAIN_SUSPECTS_MAX];
	size_t n;
};

static void add_member(struct group *g, const struct rcc_explanation *e,
		       size_t number)
{
	if (number >= e->n_moved)
		return;
	for (size_t i = 0; i < g->n; i++)
		if (g->member[i] == e->moved[number])
			return;
	g->member[g->n++] = e->moved[number];
}

/* The explanation names functions.  Sort them into three groups, which need
 * different remedies.  A suspicion about an offset in the cache line adds its
 * function to `line`.  Any other suspicion adds its functions to `set`.  A
 * suspicion about one function's offset in the page also adds the function to
 * `page`. */
static void find_groups(const struct rcc_explanation *e, struct group *line,
			struct group *page, struct group *set)
{
	for (size_t i = 0; i < e->n_suspects; i++) {
		const struct rcc_suspect *s = &e->confirmation[i].suspect;
		const bool is_pair = s->other != RCC_NO_FUNCTION;

		if (!rcc_explanation_names(e, i))
			continue;
		if (!is_pair && s->modulus == RCC_PLACE_LINE) {
			add_member(line, e, s->function);
			continue;
		}
		if (!is_pair)
			add_member(page, e, s->function);
		add_member(set, e, s->function);
		add_member(set, e, s->other);
	}
}

/* Return the length of the part of a symbol that is the function's name in the
 * source.  If gcc copies a function, it appends a dot and a word to the copy's
 * name (sum.constprop.0). */
static int source_length(const char *symbol)
{
	return (int)strcspn(symbol, ".");
}

static json_t *new_remedy(const char *name, char *advice, char *flags)
{
	json_t *json = json_pack("{s:s,s:s,s:s}", "name", name, "advice",
				 advice, "flags", flags);

	free(advice);
	free(flags);
	return json;
}

/* Return the JSON object of a remedy that gives an attribute to each function
 * of a group.  `argument` is the argument of randcc's plugin for this
 * attribute, such as "align=64:".  The function's name is appended to it. */
static json_t *new_attribute(const struct group *g, const char *attribute,
			     const char *argument)
{
	struct rcc_strbuf advice = {0};
	struct rcc_strbuf flags = {0};
	json_t *symbols = json_array();
	json_t *json;

	rcc_strbuf_printf(&advice, "__attribute__((%s)) for ", attribute);
	for (size_t i = 0; i < g->n; i++) {
		const char *name = g->member[i]->name;

		rcc_strbuf_printf(&advice, "%s%s", i != 0 ? " and " : "",
				  g->member[i]->label);
		rcc_strbuf_printf(&flags, "%s-fplugin-arg-layout-%s%.*s",
				  i != 0 ? " " : "", argument,
				  source_length(name), name);
		json_array_append_new(symbols, json_string(name));
	}
	json = new_remedy(attribute, rcc_strbuf_take(&advice),
			  rcc_strbuf_take(&flags));
	json_object_set_new(json, "functions", symbols);
	return json;
}

static json_t *new_alignment(const struct group *g, unsigned align)
{
	char *attribute = rcc_mem_printf("aligned(%u)", align);
	char *argument = rcc_mem_printf("align=%u:", align);
	json_t *json = new_attribute(g, attribute, argument);

	json_object_set_new(json, "align", json_integer(align));
	free(argument);
	free(attribute);
	return json;
}

static json_t *new_option(const char *option)
{
	return new_remedy(option,
			  rcc_mem_printf("the compiler's option %s", option),
			  rcc_mem_strdup(option));
}

json_t *rcc_remedies_plan(const struct rcc_explanation *e, bool has_plugin)
{
	struct group line = {0};
	struct group page = {0};
	struct group set = {0};
	json_t *list = json_array();

	find_groups(e, &line, &page, &set);
	if (line.n != 0) {
		if (has_plugin)
			json_array_append_new(
				list, new_alignment(&line, RCC_PLACE_LINE));
		json_array_append_new(list, new_option("-falign-functions=64"));
		json_array_append_new(list, new_option("-falign-loops=32"));
	}
	if (page.n != 0 && has_plugin)
		json_array_append_new(list,
				      new_alignment(&page, RCC_PLACE_PAGE));
	if (set.n != 0 && has_plugin)
		json_array_append_new(list, new_attribute(&set, "hot", "hot="));
	return list;
}

/* ---- The result -------------------------------------------------------- */

static int read_findings(const char *metric, struct rcc_remedies *r)
{
	char *db = rcc_file_join(r->folder, "study.db");
	int status = RCC_EXIT_OK;

	if (rcc_file_is_regular(db)) {
		status = rcc_findings_load(r->folder, metric, &r->findings);
		r->is_measured = status == RCC_EXIT_OK;
	}
	for (size_t i = 0; i < r->findings.n_cells; i++)
		r->is_measured &= r->findings.cell[i].n_layouts != 0;
	free(db);
	return status;
}

int rcc_remedies_read(const char *dir, const struct rcc_explanation *e,
		      struct rcc_remedies *r)
{
	bool is_built = false;
	size_t i;
	json_t *one;

	*r = (struct rcc_remedies){
		.list = json_object_get(e->remedies, "list"),
		.problem = json_string_value(
			json_object_get(e->remedies, "problem")),
		.command = json_string_value(
			json_object_get(e->remedies, "command")),
		.folder = rcc_mem_printf("%s/%s/%s", dir, RCC_REMEDIES_FOLDER,
					 RCC_REMEDIES_STUDY),
	};
	json_array_foreach(r->list, i, one) is_built |=
		json_object_get(one, "system") != NULL;
	if (!is_built)
		return RCC_EXIT_OK;
	return read_findings(
		json_string_value(json_object_get(e->setup, "metric")), r);
}

void rcc_remedies_release(struct rcc_remedies *r)
{
	rcc_findings_release(&r->findings);
	free(r->folder);
	*r = (struct rcc_remedies){0};
}

size_t rcc_remedies_system(const struct rcc_remedies *r, size_t i)
{
	const size_t system = (size_t)json_integer_value(
		json_object_get(json_array_get(r->list, i), "system"));

	return system < r->findings.stored.study.n_systems ? system : 0;
}

void rcc_remedies_compare(const struct rcc_remedies *r,
			  const struct rcc_explanation *e, size_t system,
			  struct rcc_comparison *c)
{
	rcc_comparison_of_systems(&r->findings, 0, system, e->threshold, c);
}

const struct rcc_effect *rcc_remedies_effect(const struct rcc_remedies *r,
					     size_t system)
{
	const struct rcc_findings *f = &r->findings;

	for (size_t i = 0; i < f->n_effects; i++)
		if (f->cell[f->effect[i].random].system == system)
			return &f->effect[i];
	return NULL;
}
