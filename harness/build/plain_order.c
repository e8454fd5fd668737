/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/plain_order.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "common/strmap.h"

/* The README names at most this many functions in each of its lists. */
#define NAMED_MAX 20

/* ---- Reading ----------------------------------------------------------- */

static const char *known(const char *text)
{
	return strcmp(text, "-") != 0 ? text : NULL;
}

/* Parse a line "ADDRESS<TAB>SYMBOL<TAB>SECTION<TAB>OBJECT". */
static void parse_line(struct rcc_plain_order *o, char *line)
{
	char *field[4];
	size_t n = 0;

	while (n < 4 && (field[n] = strsep(&line, "\t")) != NULL)
		n++;
	if (n < 4)
		return;
	o->item =
		rcc_mem_grow(o->item, o->n, &o->n_allocated, sizeof(*o->item));
	o->item[o->n++] = (struct rcc_plain_function){
		.address = strtoull(field[0], NULL, 16),
		.symbol = field[1],
		.section = known(field[2]),
		.object = known(field[3]),
	};
}

/* Mark each function whose section has the same name as the section of another
 * function. */
static void find_duplicates(struct rcc_plain_order *o)
{
	struct rcc_strmap first = {0};

	for (size_t i = 0; i < o->n; i++) {
		struct rcc_plain_function *f = &o->item[i];
		struct rcc_strmap_slot *slot;
		int is_new;

		if (f->section == NULL)
			continue;
		slot = rcc_strmap_at(&first, f->section, strlen(f->section),
				     &is_new);
		if (is_new)
			slot->value = i;
		else
			f->is_duplicate = o->item[slot->value].is_duplicate = 1;
	}
	rcc_strmap_release(&first);
}

void rcc_plain_order_parse(struct rcc_plain_order *order, char *text)
{
	char *next = text;
	char *line;

	*order = (struct rcc_plain_order){.text = text};
	while (next != NULL && (line = strsep(&next, "\n")) != NULL)
		parse_line(order, line);
	find_duplicates(order);
}

void rcc_plain_order_release(struct rcc_plain_order *order)
{
	free(order->item);
	free(order->text);
	*order = (struct rcc_plain_order){0};
}

/* ---- GNU ld ------------------------------------------------------------ */

/* Add a name to a linker script, in quotes if it has special characters. */
static void add_name(struct rcc_strbuf *b, const char *name)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "abcdefghijklmnopqrstuvwxyz"
				    "0123456789_.$/:+-*";

	if (name[strspn(name, plain)] == '\0')
		rcc_strbuf_add(b, name);
	else
		rcc_strbuf_printf(b, "\"%s\"", name);
}

static bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text);
	const size_t n_end = strlen(end);

	return n >= n_end && strcmp(text + n - n_end, end) == 0;
}

/* Add a pattern for the object file of a function.  Usually the pattern is "*"
 * followed by the object's path.  The "*" lets the pattern match if the object
 * is linked under a longer path, such as an absolute one.  The pattern has no
 * "*" if it would otherwise also match another object that has a section of the
 * same name. */
static void add_object(struct rcc_strbuf *b, const struct rcc_plain_order *o,
		       const struct rcc_plain_function *f)
{
	bool is_alone = true;
	char *pattern;

	for (size_t i = 0; i < o->n; i++) {
		const struct rcc_plain_function *g = &o->item[i];

		if (g != f && g->is_duplicate && g->section != NULL &&
		    g->object != NULL && strcmp(g->section, f->section) == 0 &&
		    ends_with(g->object, f->object))
			is_alone = false;
	}
	pattern = rcc_mem_printf("%s%s", is_alone ? "*" : "", f->object);
	add_name(b, pattern);
	free(pattern);
}

static void add_sections(struct rcc_strbuf *b, const struct rcc_plain_order *o,
			 const char *indent)
{
	for (size_t i = 0; i < o->n; i++) {
		const struct rcc_plain_function *f = &o->item[i];

		if (f->section == NULL)
			continue;
		rcc_strbuf_add(b, indent);
		if (f->is_duplicate && f->object != NULL)
			add_object(b, o, f);
		else
			rcc_strbuf_add(b, "*");
		rcc_strbuf_add(b, "(");
		add_name(b, f->section);
		rcc_strbuf_add(b, ")\n");
	}
}

/* Write the file for --section-ordering-file.  The linker applies this file
 * before its own script. */
static char *gnu_text(const struct rcc_plain_order *o, const char *origin)
{
	struct rcc_strbuf b = {0};

	rcc_strbuf_printf(
		&b,
		"/* %s\n * For GNU ld 2.43 or later, with objects of "
		"-ffunction-sections:\n"
		" *\tgcc ... -Wl,--section-ordering-file=" RCC_PLAIN_GNU
		"\n */\n.text : {\n",
		origin);
	add_sections(&b, o, "\t");
	rcc_strbuf_add(&b, "}\n");
	return rcc_strbuf_take(&b);
}

/* Write the linker script.  INSERT keeps the linker's own script in force.  The
 * functions get an output section of their own, because ld does not join the
 * sections of two scripts into one .text. */
static char *script_text(const struct rcc_plain_order *o, const char *origin)
{
	struct rcc_strbuf b = {0};

	rcc_strbuf_printf(
		&b,
		"/* %s\n * For GNU ld of any version, with objects of "
		"-ffunction-sections:\n"
		" *\tgcc ... -Wl,-T," RCC_PLAIN_SCRIPT "\n */\n"
		"SECTIONS\n{\n\t.text.ordered : {\n",
		origin);
	add_sections(&b, o, "\t\t");
	rcc_strbuf_add(&b, "\t}\n}\nINSERT BEFORE .text;\n");
	return rcc_strbuf_take(&b);
}

/* ---- gold and lld ------------------------------------------------------ */

/* Return a list of sections or symbols without duplicates. */
static char *list_text(const struct rcc_plain_order *o, bool has_symbols)
{
	struct rcc_strbuf b = {0};
	struct rcc_strmap seen = {0};

	for (size_t i = 0; i < o->n; i++) {
		const struct rcc_plain_function *f = &o->item[i];
		const char *name = has_symbols ? f->symbol : f->section;
		int is_new;

		if (f->section == NULL)
			continue;
		rcc_strmap_at(&seen, name, strlen(name), &is_new);
		if (is_new)
			rcc_strbuf_printf(&b, "%s\n", name);
	}
	rcc_strmap_release(&seen);
	return rcc_strbuf_take(&b);
}

/* ---- The table and the README ------------------------------------------ */

static char *table_text(const struct rcc_plain_order *o)
{
	struct rcc_strbuf b = {0};

	rcc_strbuf_add(&b, "address\tsymbol\tsection\tobject\n");
	for (size_t i = 0; i < o->n; i++) {
		const struct rcc_plain_function *f = &o->item[i];

		rcc_strbuf_printf(&b, "%016" PRIx64 "\t%s\t%s\t%s\n",
				  f->address, f->symbol,
				  f->section != NULL ? f->section : "-",
				  f->object != NULL ? f->object : "-");
	}
	return rcc_strbuf_take(&b);
}

static bool stays_out(const struct rcc_plain_function *f)
{
	return f->section == NULL;
}

static bool is_duplicate(const struct rcc_plain_function *f)
{
	return f->is_duplicate != 0;
}

static bool is_unqualified(const struct rcc_plain_function *f)
{
	return f->is_duplicate != 0 && f->object == NULL;
}

/* Add the text `before` and a list of the functions for which is_one() returns
 * true.  Returns false and adds nothing if there is no such function. */
static bool add_names(struct rcc_strbuf *b, const struct rcc_plain_order *o,
		      bool (*is_one)(const struct rcc_plain_function *),
		      const char *before)
{
	size_t n = 0;

	for (size_t i = 0; i < o->n; i++) {
		const struct rcc_plain_function *f = &o->item[i];

		if (!is_one(f) || ++n > NAMED_MAX)
			continue;
		rcc_strbuf_printf(b, "%s%s", n == 1 ? before : "\t", f->symbol);
		if (f->object != NULL)
			rcc_strbuf_printf(b, " (%s)", f->object);
		rcc_strbuf_add(b, "\n");
	}
	if (n > NAMED_MAX)
		rcc_strbuf_printf(b, "\tand %zu more\n", n - NAMED_MAX);
	return n != 0;
}

static void add_duplicates(struct rcc_strbuf *b,
			   const struct rcc_plain_order *o)
{
	if (!add_names(b, o, is_duplicate,
		       "\nFunctions with the same name in several objects:\n\n"
		       "\t"))
		return;
	rcc_strbuf_add(b, "\nThe files of GNU ld name their objects.  Those of "
			  "gold and lld cannot, and\nboth place all functions "
			  "of one name where the first of them is.\n");
	if (add_names(b, o, is_unqualified,
		      "\nOf these, even GNU ld's files cannot tell apart:\n\n"
		      "\t"))
		rcc_strbuf_add(b, "\nThey were compiled and linked in one call "
				  "of gcc, or by LTO.  Their objects\nhave no "
				  "lasting names.\n");
}

static char *readme_text(const struct rcc_plain_order *o, const char *origin)
{
	struct rcc_strbuf b = {0};

	rcc_strbuf_printf(
		&b,
		"%s\n\nThese files give the program this order without randcc. "
		" "
		"Compile it with the\ncompiler and the options that were "
		"measured, and with -ffunction-sections.  Then\nlink it with "
		"one of them (DIR is this folder):\n\n"
		"GNU ld 2.43 or later\n"
		"\tgcc ... -Wl,--section-ordering-file=DIR/" RCC_PLAIN_GNU "\n"
		"GNU ld of any version\n"
		"\tgcc ... -Wl,-T,DIR/" RCC_PLAIN_SCRIPT "\n"
		"gold\n"
		"\tgcc -fuse-ld=gold ... "
		"-Wl,--section-ordering-file=DIR/" RCC_PLAIN_GOLD "\n"
		"lld\n"
		"\tgcc -fuse-ld=lld ... "
		"-Wl,--symbol-ordering-file=DIR/" RCC_PLAIN_LLD "\n\n"
		"To check the program, compare the output of \"nm -n\" "
		"with " RCC_PLAIN_TABLE ", which\nhas the addresses that were "
		"measured.  With the same objects and the same GNU ld\nthe "
		"addresses are the same, if nothing else comes before the "
		"first function.\nOther linkers give other addresses in the "
		"same order.\n",
		origin);
	add_names(&b, o, stays_out,
		  "\nThese functions stay where the linker puts them, because "
		  "their objects were not\ncompiled by randcc (start files, "
		  "libraries of the system):\n\n\t");
	add_duplicates(&b, o);
	return rcc_strbuf_take(&b);
}

/* ---- Writing ----------------------------------------------------------- */

/* Write a text and free it. */
static int write_text(const char *folder, const char *name, char *text)
{
	char *path = rcc_file_join(folder, name);
	const int result = rcc_file_replace(path, text, strlen(text), 0666);

	free(path);
	free(text);
	return result;
}

int rcc_plain_order_write(const struct rcc_plain_order *order,
			  const char *origin, const char *folder)
{
	int result = rcc_file_mkdirs(folder);

	if (result == 0)
		result = write_text(folder, RCC_PLAIN_GNU,
				    gnu_text(order, origin));
	if (result == 0)
		result = write_text(folder, RCC_PLAIN_SCRIPT,
				    script_text(order, origin));
	if (result == 0)
		result = write_text(folder, RCC_PLAIN_GOLD,
				    list_text(order, false));
	if (result == 0)
		result = write_text(folder, RCC_PLAIN_LLD,
				    list_text(order, true));
	if (result == 0)
		result = write_text(folder, RCC_PLAIN_TABLE, table_text(order));
	if (result == 0)
		result = write_text(folder, RCC_PLAIN_README,
				    readme_text(order, origin));
	return result;
}
