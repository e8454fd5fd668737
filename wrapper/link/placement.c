/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/placement.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "wrapper/elf/object.h"
#include "wrapper/order/member_order.h"
#include "wrapper/link/inputs.h"
#include "wrapper/line/script.h"

#define BIT(kind) (1u << (kind))
/* What all linkers have: the stack goes by --entry. */
#define COMMON_FACTORS                                                         \
	(RCC_FACTOR_FUNCTIONS | RCC_FACTOR_UNITS | RCC_FACTOR_STACK)
#define MOST_FACTORS (COMMON_FACTORS | RCC_FACTOR_PROGRAM | RCC_FACTOR_PADDING)

static const struct traits {
	const char *name;
	enum rcc_placement placement;
	/* Cold, hot and startup code stand together (as in a plain link), so
	 * that the class decides before the rank. */
	bool groups;
	bool has_lto; /* gcc's; in the order of ranks */
	unsigned factors;
	const char *map_begin;
} traits_table[] = {
	[RCC_LINKER_UNKNOWN] = {.placement = RCC_PLACE_NOT},
	[RCC_LINKER_BFD] = {"GNU ld", RCC_PLACE_BY_NAME, true, true, ~0u,
			    /* What stands before it was thrown away. */
			    "\nLinker script and memory map\n"},
	[RCC_LINKER_GOLD] = {"gold", RCC_PLACE_BY_NAME, true, true,
			     MOST_FACTORS, "\nMemory map\n"},
	[RCC_LINKER_LLD] = {"lld", RCC_PLACE_BY_NAME, false, false,
			    MOST_FACTORS, ""},
	[RCC_LINKER_MOLD] = {"mold", RCC_PLACE_BY_HEADER, false, false,
			     COMMON_FACTORS, NULL},
};

/* Options by which a linker orders sections on its own, or finds files where
 * we do not look. */
static const struct rival {
	unsigned kinds;
	const char *name;
	const char *value; /* NULL: any */
	/* Also for the original layout: it goes by section names, which are
	 * not those of plain -ffunction-sections, or hides the inputs. */
	bool spoils_original;
	const char *why; /* NULL: it orders sections by itself */
} rival_table[] = {
	{BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_GOLD) | BIT(RCC_LINKER_LLD),
	 "sort-section", "name", true, NULL},
	{BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_GOLD), "section-ordering-file",
	 NULL, true, NULL},
	{BIT(RCC_LINKER_GOLD), "no-text-reorder", NULL, false, NULL},
	{BIT(RCC_LINKER_GOLD), "z", "text-unlikely-segment", false, NULL},
	{BIT(RCC_LINKER_GOLD) | BIT(RCC_LINKER_LLD), "z",
	 "keep-text-section-prefix", false, NULL},
	{BIT(RCC_LINKER_LLD), "symbol-ordering-file", NULL, false, NULL},
	{BIT(RCC_LINKER_LLD), "call-graph-ordering-file", NULL, false, NULL},
	{BIT(RCC_LINKER_LLD) | BIT(RCC_LINKER_MOLD), "shuffle-sections", NULL,
	 false, NULL},
	{BIT(RCC_LINKER_MOLD), "reverse-sections", NULL, false, NULL},
	{BIT(RCC_LINKER_MOLD), "C", NULL, true,
	 "makes the linker find its inputs elsewhere"},
	{BIT(RCC_LINKER_MOLD), "directory", NULL, true,
	 "makes the linker find its inputs elsewhere"},
	{BIT(RCC_LINKER_MOLD) | BIT(RCC_LINKER_LLD), "chroot", NULL, true,
	 "makes the linker find its inputs elsewhere"},
};

/* What a problem is said in: both parts last as long as the program. */
static char problem_text[256];
static char remedy_text[256];

static const struct rival *find_rival(const struct rcc_link *l,
				      const struct rcc_ld_word *w)
{
	for (size_t i = 0; i < sizeof(rival_table) / sizeof(rival_table[0]);
	     i++) {
		const struct rival *r = &rival_table[i];

		if (w->name != NULL && (r->kinds & BIT(l->linker_kind)) != 0 &&
		    strcmp(r->name, w->name) == 0 &&
		    (r->value == NULL || strcmp(r->value, w->text) == 0))
			return r;
	}
	return NULL;
}

static const char *rival_option(const struct rcc_link *l, const char **remedy)
{
	for (size_t i = 0; i < l->args.n_words; i++) {
		const struct rcc_ld_word *w = &l->args.word[i];
		const struct rival *r = find_rival(l, w);

		if (r == NULL ||
		    (l->settings->is_original && !r->spoils_original))
			continue;
		snprintf(problem_text, sizeof(problem_text),
			 "the option \"%s%s%s%s\" %s",

			 strlen(r->name) == 1 ? "-" : "--", r->name,
			 r->value == NULL	? ""
			 : strlen(r->name) == 1 ? " "
						: "=",
			 r->value != NULL ? r->value : "",
			 r->why != NULL ? r->why : "orders sections by itself");
		*remedy = "leave that option out";
		return problem_text;
	}
	return NULL;
}

/* How the user's script places code; false when that is in the way. */
static const char *script_obstacle(struct rcc_link *l, const char **remedy)
{
	char *text = rcc_file_read(rcc_inputs_script(l), NULL);
	enum rcc_script_code code = RCC_SCRIPT_ADDS;

	if (text != NULL) /* else the linker says it */
		code = rcc_script_code(text);
	free(text);
	switch (code) {
	case RCC_SCRIPT_ADDS:
		return NULL;
	case RCC_SCRIPT_SORTS:
		l->placement = RCC_PLACE_BY_NAME;
		l->script_sorts = true;
		return NULL;
	case RCC_SCRIPT_KEEPS_ORDER:
		l->placement = RCC_PLACE_BY_HEADER;
		return NULL;
	case RCC_SCRIPT_NAMES:
		*remedy = "take out the patterns .text.NAME";
		return "the linker script places functions by the names of "
		       "their sections";
	default:
		break;
	}
	if (l->settings->is_original)
		return NULL;
	*remedy = "add *(SORT(.text.sorted.*)) before *(.text.*) in its .text";
	return "the linker script does not sort .text.sorted.*";
}

/* Factors that this way of placing cannot have. */
static const char *missing_factor(const struct rcc_link *l, const char **remedy)
{
	const struct traits *t = &traits_table[l->linker_kind];
	unsigned can = t->factors;
	unsigned missing;
	char names[RCC_FACTORS_TEXT_MAX];

	if (l->placement == RCC_PLACE_BY_HEADER)
		can &= COMMON_FACTORS;
	missing = l->settings->factors & ~can;
	if (missing == 0 || l->settings->is_original)
		return NULL;
	snprintf(problem_text, sizeof(problem_text),
		 "%s cannot place by the factor %s%s", t->name,
		 rcc_rank_factors_text(missing, names),
		 t->placement != l->placement
			 ? " under a linker script that does not sort "
			   ".text.sorted.*"
			 : "");
	snprintf(remedy_text, sizeof(remedy_text),
		 "%s, or leave %s out of RANDCC_FACTORS",
		 t->placement != l->placement
			 ? "add *(SORT(.text.sorted.*)) before *(.text.*) in "
			   "its .text"
			 : "use GNU ld (-fuse-ld=bfd)",
		 names);
	*remedy = remedy_text;
	return problem_text;
}

/*
 * Bytecode of gcc's among the inputs.  lld has no plugins: it would silently
 * link the machine code that fat objects have besides, in the original layout
 * too.  Without -plugin on the line no linker does more.
 */
static const char *lto_obstacle(const struct rcc_link *l, const char **remedy)
{
	const struct traits *t = &traits_table[l->linker_kind];

	if (!l->has_ir || !l->args.has_plugin)
		return NULL;
	if (l->linker_kind == RCC_LINKER_LLD) {
		*remedy = "use GNU ld or gold (-fuse-ld=bfd), or compile "
			  "without -flto";
		return "lld cannot link gcc's LTO objects";
	}
	if (l->settings->is_original)
		return NULL;
	if (!t->has_lto) {
		snprintf(problem_text, sizeof(problem_text),
			 "%s cannot order functions across the parts of an "
			 "LTO program",
			 t->name);
		*remedy = "use GNU ld or gold (-fuse-ld=bfd), or compile "
			  "without -flto";
		return problem_text;
	}
	if (l->placement == RCC_PLACE_BY_NAME)
		return NULL;
	*remedy = "add *(SORT(.text.sorted.*)) before *(.text.*) in its .text";
	return "the linker script does not sort .text.sorted.*, as an LTO "
	       "program needs";
}

/* An archive with several units, whose order is that of the archive (or of
 * need) where ranks do not decide. */
static const struct rcc_link_input *archive_of_units(const struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++) {
		const struct rcc_object_file *f = &l->input[i].file;
		size_t n = 0;

		if (f->kind != RCC_FILE_ARCHIVE &&
		    f->kind != RCC_FILE_THIN_ARCHIVE)
			continue;
		if (rcc_placement_orders_members(l) &&
		    rcc_memberorder_can(&f->map))
			continue;
		if (f->kind == RCC_FILE_THIN_ARCHIVE)
			return &l->input[i];
		for (size_t k = 0; k < f->n_objects; k++)
			n += f->object[k].n_functions != 0;
		if (n > 1)
			return &l->input[i];
	}
	return NULL;
}

static const char *archive_obstacle(const struct rcc_link *l,
				    const char **remedy)
{
	const struct rcc_link_input *in = NULL;

	if (l->placement == RCC_PLACE_BY_HEADER && !l->settings->is_original &&
	    (l->settings->factors & RCC_FACTOR_UNITS) != 0)
		in = archive_of_units(l);
	if (in == NULL)
		return NULL;
	snprintf(problem_text, sizeof(problem_text),
		 "%s cannot move the units of the archive \"%s\"%s",
		 traits_table[l->linker_kind].name,
		 rcc_file_base(l->args.word[in->word].text),
		 l->args.script != NULL
			 ? " under a linker script that does not sort "
			   ".text.sorted.*"
			 : "");
	*remedy = l->args.script != NULL
			  ? "add *(SORT(.text.sorted.*)) before *(.text.*) in "
			    "its .text, or leave units out of RANDCC_FACTORS"
			  : "use GNU ld (-fuse-ld=bfd), or leave units out of "
			    "RANDCC_FACTORS";
	return problem_text;
}

const char *rcc_placement_choose(struct rcc_link *l, const char **remedy)
{
	const struct traits *t = &traits_table[l->linker_kind];
	const char *problem = NULL;

	l->placement = t->placement;
	l->groups = t->groups;
	l->script_sorts = false;
	if (t->placement == RCC_PLACE_NOT) {
		*remedy = "use GNU ld (-fuse-ld=bfd)";
		return l->settings->is_original
			       ? NULL
			       : "the linker is none that randcc knows";
	}
	if (l->args.script != NULL)
		problem = script_obstacle(l, remedy);
	if (problem == NULL)
		problem = rival_option(l, remedy);
	if (problem == NULL)
		problem = lto_obstacle(l, remedy);
	if (problem == NULL)
		problem = missing_factor(l, remedy);
	if (problem == NULL)
		problem = archive_obstacle(l, remedy);
	return problem;
}

/*
 * lld sorts by name only where a script says so.  Its .text stands just before
 * .init, which is known from the inputs; a program without .init has hardly
 * other code than .text, and there OVERWRITE_SECTIONS puts it last.  What the
 * pattern does not take, lld appends.
 */
static bool has_init(const struct rcc_link *l)
{
	for (size_t i = 0; i < l->n_inputs; i++)
		for (size_t k = 0; k < l->input[i].file.n_objects; k++)
			if ((l->input[i].file.object[k].traits &
			     RCC_OBJECT_HAS_INIT) != 0)
				return true;
	return false;
}

int rcc_placement_prepare(struct rcc_link *l)
{
	static const char text[] = ".text : { *(SORT(.text.sorted.*)) }";
	char *script;
	char *path;
	int err;

	if (l->linker_kind != RCC_LINKER_LLD || l->settings->is_original ||
	    l->placement != RCC_PLACE_BY_NAME || l->script_sorts)
		return 0;
	if (has_init(l))
		script = rcc_mem_printf(
			"SECTIONS { %s } INSERT BEFORE .init;\n", text);
	else
		script = rcc_mem_printf("OVERWRITE_SECTIONS { %s }\n", text);
	path = rcc_mem_printf("%s/sort.ld", l->tmp_dir);
	err = rcc_file_replace(path, script, strlen(script), 0600);
	if (err == 0)
		l->sort_script = path;
	else
		free(path);
	free(script);
	return err;
}

bool rcc_placement_orders_members(const struct rcc_link *l)
{
	return l->placement == RCC_PLACE_BY_HEADER &&
	       l->linker_kind == RCC_LINKER_MOLD;
}

const char *rcc_placement_map_begin(const struct rcc_link *l)
{
	return traits_table[l->linker_kind].map_begin;
}
