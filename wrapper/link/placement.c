/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/placement.h"

#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/order/member_order.h"

#define BIT(kind) (1u << (kind))
/* The factors that every linker supports.  `stack` needs --entry, which every
 * linker has. */
#define COMMON_FACTORS                                                         \
	(RCC_FACTOR_FUNCTIONS | RCC_FACTOR_UNITS | RCC_FACTOR_STACK)
#define MOST_FACTORS                                                           \
	(COMMON_FACTORS | RCC_FACTOR_PROGRAM | RCC_FACTORS_OF_FILLER)

/* The abilities of each linker, and how it places functions (struct
 * rcc_placement). */
static const struct traits {
	const char *name;
	enum rcc_placement_method method;
	bool has_groups;
	/* The linker can order the functions of a program that gcc's LTO
	 * compiled in several partitions. */
	bool has_lto;
	/* The linker can load gcc's LTO plugin. */
	bool has_plugins;
	bool needs_sort_script;
	bool keeps_objects_in_order;
	bool gains_by_tuning;
	unsigned factors;
	const char *map_begin;
} traits_table[] = {
	[RCC_LINKER_UNKNOWN] = {.method = RCC_PLACE_NOT},
	[RCC_LINKER_BFD] = {.name = "GNU ld",
			    .method = RCC_PLACE_BY_NAME,
			    .has_groups = true,
			    .has_lto = true,
			    .has_plugins = true,
			    .gains_by_tuning = true,
			    .factors = MOST_FACTORS | RCC_FACTOR_DATA,
			    /* In GNU ld's map this line comes after the list of
			     * discarded sections. */
			    .map_begin = "\nLinker script and memory map\n"},
	[RCC_LINKER_GOLD] = {.name = "gold",
			     .method = RCC_PLACE_BY_NAME,
			     .has_groups = true,
			     .has_lto = true,
			     .has_plugins = true,
			     .factors = MOST_FACTORS,
			     .map_begin = "\nMemory map\n"},
	[RCC_LINKER_LLD] = {.name = "lld",
			    .method = RCC_PLACE_BY_NAME,
			    .needs_sort_script = true,
			    .factors = MOST_FACTORS,
			    .map_begin = ""},
	[RCC_LINKER_MOLD] = {.name = "mold",
			     .method = RCC_PLACE_BY_HEADER,
			     .has_plugins = true,
			     .keeps_objects_in_order = true,
			     .factors = COMMON_FACTORS},
};

#define ANY_LINKER                                                             \
	(BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_GOLD) | BIT(RCC_LINKER_LLD) |    \
	 BIT(RCC_LINKER_MOLD))
#define NOT_ELF "writes no ELF file, so the layout could not be checked"

/* Options that conflict with a layout.  With such an option the linker would
 * order sections by another rule, or would look for its inputs at places where
 * randld does not look. */
static const struct rival {
	unsigned kinds;
	const char *name;
	const char *value; /* NULL: any value */
	/* Whether to refuse the option for the original layout too.  It is
	 * refused if it hides the inputs, or if it sorts by section name: our
	 * section names differ from those of plain -ffunction-sections. */
	bool spoils_original;
	const char *why; /* the problem; NULL: the option orders sections */
} rival_table[] = {
	{BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_GOLD) | BIT(RCC_LINKER_LLD),
	 "sort-section", "name", true, NULL},
	{BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_GOLD), "section-ordering-file",
	 NULL, true, NULL},
	{BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_LLD), "remap-inputs", NULL, true,
	 "changes where the linker finds its inputs"},
	{BIT(RCC_LINKER_BFD) | BIT(RCC_LINKER_LLD), "remap-inputs-file", NULL,
	 true, "changes where the linker finds its inputs"},
	{BIT(RCC_LINKER_GOLD), "no-text-reorder", NULL, false, NULL},
	{BIT(RCC_LINKER_GOLD), "z", "text-unlikely-segment", false, NULL},
	{BIT(RCC_LINKER_GOLD) | BIT(RCC_LINKER_LLD), "z",
	 "keep-text-section-prefix", false, NULL},
	{BIT(RCC_LINKER_LLD), "symbol-ordering-file", NULL, false, NULL},
	{BIT(RCC_LINKER_LLD), "call-graph-ordering-file", NULL, false, NULL},
	{BIT(RCC_LINKER_LLD), "bp-startup-sort", "function", false, NULL},
	{BIT(RCC_LINKER_LLD), "bp-compression-sort", "function", false, NULL},
	{BIT(RCC_LINKER_LLD), "bp-compression-sort", "both", false, NULL},
	{BIT(RCC_LINKER_LLD) | BIT(RCC_LINKER_MOLD), "shuffle-sections", NULL,
	 false, NULL},
	{BIT(RCC_LINKER_MOLD), "reverse-sections", NULL, false, NULL},
	{ANY_LINKER, "oformat", "binary", false, NOT_ELF},
	{ANY_LINKER, "oformat", "ihex", false, NOT_ELF},
	{ANY_LINKER, "oformat", "srec", false, NOT_ELF},
	{BIT(RCC_LINKER_MOLD), "C", NULL, true,
	 "changes where the linker finds its inputs"},
	{BIT(RCC_LINKER_MOLD), "directory", NULL, true,
	 "changes where the linker finds its inputs"},
	{BIT(RCC_LINKER_MOLD) | BIT(RCC_LINKER_LLD), "chroot", NULL, true,
	 "changes where the linker finds its inputs"},
};

/* The link that the functions below check. */
struct context {
	const struct rcc_request *request;
	const struct rcc_inputs *inputs;
	const struct traits *traits;
	bool is_original;
};

static const char use_gnu_ld[] = "use GNU ld (-fuse-ld=bfd)";
static const char no_lto_remedy[] =
	"use GNU ld or gold (-fuse-ld=bfd), or compile without -flto";
#define SORT_REMEDY                                                            \
	"add *(SORT(.text.sorted.*)) before *(.text.*) and other patterns of " \
	"code"
#define UNSORTED_SCRIPT "a linker script that does not sort .text.sorted.*"

static const struct rival *find_rival(const struct context *c,
				      const struct rcc_ld_word *w)
{
	const unsigned kind = BIT(c->request->linker->kind);

	for (size_t i = 0; i < sizeof(rival_table) / sizeof(rival_table[0]);
	     i++) {
		const struct rival *r = &rival_table[i];

		if (w->name != NULL && (r->kinds & kind) != 0 &&
		    strcmp(r->name, w->name) == 0 &&
		    (r->value == NULL || strcmp(r->value, w->text) == 0))
			return r;
	}
	return NULL;
}

static int check_options(const struct context *c, struct rcc_refusal *why)
{
	const struct rcc_ldargs *args = c->request->args;

	for (size_t i = 0; i < args->n_words; i++) {
		const struct rival *r = find_rival(c, &args->word[i]);
		bool is_short;

		if (r == NULL || (c->is_original && !r->spoils_original))
			continue;
		is_short = strlen(r->name) == 1;
		return rcc_refuse(why, RCC_EUNSUP, "remove that option",
				  "the option \"%s%s%s%s\" %s",
				  is_short ? "-" : "--", r->name,
				  r->value == NULL ? ""
				  : is_short	   ? " "
						   : "=",
				  r->value != NULL ? r->value : "",
				  r->why != NULL ? r->why
						 : "orders sections by itself");
	}
	return 0;
}

/* Return whether any script on the command line places code by the names of
 * functions' sections.  Scripts that only add to the default script count
 * too. */
static bool has_script_with_names(const struct rcc_inputs *inputs)
{
	if (inputs->main_script != NULL &&
	    inputs->main_script->code == RCC_SCRIPT_NAMES)
		return true;
	for (size_t i = 0; i < inputs->n; i++)
		if (inputs->item[i].script != NULL &&
		    inputs->item[i].script->code == RCC_SCRIPT_NAMES)
			return true;
	return false;
}

/* Choose the placement method (enum rcc_placement_method) that suits the user's
 * script. */
static int check_script(struct rcc_placement *p, const struct context *c,
			struct rcc_refusal *why)
{
	const struct rcc_script *script = c->inputs->main_script;

	if (has_script_with_names(c->inputs))
		return rcc_refuse(
			why, RCC_EUNSUP,
			"remove the patterns .text.NAME from the script",
			"the linker script places functions by the "
			"names of their sections");
	/* If the script was not found, choose as if there were none.  The
	 * linker will report the missing script. */
	switch (script != NULL ? script->code : RCC_SCRIPT_ADDS) {
	case RCC_SCRIPT_ADDS:
		return 0;
	case RCC_SCRIPT_SORTS:
		p->method = RCC_PLACE_BY_NAME;
		p->script_sorts = true;
		return 0;
	case RCC_SCRIPT_KEEPS_ORDER:
		p->method = RCC_PLACE_BY_HEADER;
		return 0;
	default:
		break;
	}
	if (c->is_original)
		return 0;
	return rcc_refuse(why, RCC_EUNSUP, SORT_REMEDY,
			  "the linker script does not sort .text.sorted.*");
}

static int check_filler(const struct context *c, struct rcc_refusal *why)
{
	if (!rcc_request_has_filler(c->request) ||
	    c->inputs->flavour.elf_class == 0 ||
	    rcc_layout_object_can_fill(&c->inputs->flavour))
		return 0;
	if (!rcc_request_has(c->request, RCC_FACTOR_OFFSET))
		return rcc_refuse(why, RCC_EUNSUP,
				  "take \"padding\" out of RANDCC_FACTORS",
				  "the factor padding needs x86-64, i386 or "
				  "aarch64");
	return rcc_refuse(why, RCC_EUNSUP,
			  "take \"offset\" and \"padding\" out of "
			  "RANDCC_FACTORS",
			  "the factors offset and padding need x86-64, i386 or "
			  "aarch64");
}

/* Refuse to move single functions if filler cannot be placed around them. */
static int check_moves(const struct rcc_placement *p, const struct context *c,
		       struct rcc_refusal *why)
{
	const struct traits *t = c->traits;
	const unsigned factors = c->request->settings->factors;
	const bool by_script = t->method != p->method;

	if (c->request->settings->moves == NULL ||
	    c->inputs->flavour.elf_class == 0)
		return 0;
	if (c->is_original)
		return rcc_refuse(why, RCC_EUNSUP, "set a seed",
				  "cannot move functions in the original "
				  "layout (seed \"none\")");
	if ((factors & RCC_FACTORS_OF_FUNCTIONS) == 0)
		return rcc_refuse(why, RCC_EUNSUP,
				  "add \"functions\" to RANDCC_FACTORS",
				  "cannot move functions without a factor that "
				  "ranks them");
	if ((t->factors & RCC_FACTOR_PADDING) == 0 ||
	    p->method != RCC_PLACE_BY_NAME)
		return rcc_refuse(why, RCC_EUNSUP,
				  by_script ? SORT_REMEDY : use_gnu_ld,
				  "%s cannot move single functions%s", t->name,
				  by_script ? " under " UNSORTED_SCRIPT : "");
	/* gold writes the output's path into a library without a soname.  The
	 * earlier links write to other paths, of other lengths.  So addresses
	 * in their programs would differ from those of the last link. */
	if (c->request->linker->kind == RCC_LINKER_GOLD &&
	    c->request->args->is_shared &&
	    rcc_ldargs_soname(c->request->args) == NULL)
		return rcc_refuse(why, RCC_EUNSUP,
				  "give it a soname (-Wl,-soname=NAME)",
				  "gold cannot move single functions of a "
				  "library without a soname");
	if (!rcc_layout_object_can_fill(&c->inputs->flavour))
		return rcc_refuse(why, RCC_EUNSUP, "unset RANDCC_MOVE",
				  "moving single functions needs x86-64, i386 "
				  "or aarch64");
	return 0;
}

/* Refuse factors that the linker does not support, or does not support with the
 * placement method of this link. */
static int check_factors(const struct rcc_placement *p, const struct context *c,
			 struct rcc_refusal *why)
{
	const struct traits *t = c->traits;
	const bool by_script = t->method != p->method;
	unsigned can = t->factors;
	unsigned missing;
	char names[RCC_FACTORS_TEXT_MAX];

	if (p->method == RCC_PLACE_BY_HEADER)
		can &= COMMON_FACTORS;
	missing = c->request->settings->factors & ~can;
	if (c->is_original)
		return 0;
	if (c->request->settings->order != NULL &&
	    p->method == RCC_PLACE_BY_HEADER)
		return rcc_refuse(
			why, RCC_EUNSUP, by_script ? SORT_REMEDY : use_gnu_ld,
			"%s cannot put the functions of several "
			"objects into the order of RANDCC_ORDER%s",
			t->name, by_script ? " under " UNSORTED_SCRIPT : "");
	if (missing == 0)
		return 0;
	rcc_rank_factors_text(missing, names);
	rcc_refuse(why, RCC_EUNSUP, NULL, "%s does not support the factor %s%s",
		   t->name, names, by_script ? " under " UNSORTED_SCRIPT : "");
	rcc_refusal_remedy(why, "%s, or leave %s out of RANDCC_FACTORS",
			   by_script ? SORT_REMEDY : use_gnu_ld, names);
	return RCC_EUNSUP;
}

/*
 * Refuse an LTO link of gcc's bytecode if the linker cannot make the layout.  A
 * link without -plugin on its command line is not an LTO link: every linker
 * then takes the machine code in fat objects.
 *
 * With lld, refuse the original layout too.  lld does not support gcc's plugin.
 * It would silently link the machine code in fat objects, so even the original
 * layout would have other code.
 */
static int check_lto(const struct rcc_placement *p, const struct context *c,
		     struct rcc_refusal *why)
{
	if (!c->inputs->has_ir || !c->request->args->has_plugin)
		return 0;
	if (!c->traits->has_plugins)
		return rcc_refuse(why, RCC_EUNSUP, no_lto_remedy,
				  "%s cannot link gcc's LTO objects",
				  c->traits->name);
	if (c->is_original)
		return 0;
	if (!c->traits->has_lto)
		return rcc_refuse(why, RCC_EUNSUP, no_lto_remedy,
				  "%s cannot order functions across the parts "
				  "of an LTO program",
				  c->traits->name);
	if (p->method == RCC_PLACE_BY_NAME)
		return 0;
	return rcc_refuse(why, RCC_EUNSUP, SORT_REMEDY,
			  "an LTO program needs a linker script that sorts "
			  ".text.sorted.*");
}

int rcc_placement_refuse_bitcode(const struct rcc_request *request,
				 struct rcc_refusal *why)
{
	return rcc_refuse(why, RCC_EUNSUP,
			  "use lld (-fuse-ld=lld), or compile without -flto",
			  "%s cannot order the functions of LLVM's LTO",
			  traits_table[request->linker->kind].name);
}

/* Refuse a link in which the linker's plugin compiles LLVM's bitcode, because
 * randld cannot get the plugin's objects.  (It can get the objects that lld
 * makes, see llvm_lto.h.)  Archives are not checked here, because the linker
 * takes only the members that it needs.  verify_llvm() in check_program.c
 * checks them after the link. */
static int check_bitcode(const struct context *c, struct rcc_refusal *why)
{
	if (c->is_original || c->request->linker->kind == RCC_LINKER_LLD ||
	    !c->request->args->has_plugin)
		return 0;
	for (size_t i = 0; i < c->inputs->n; i++) {
		const struct rcc_object_file *f = &c->inputs->item[i].file;

		if (f->has_bitcode && f->kind != RCC_FILE_ARCHIVE)
			return rcc_placement_refuse_bitcode(c->request, why);
	}
	return 0;
}

/* Return whether the linker links the libraries that objects name.  Only lld does.
 * The last of its two options counts. */
static bool links_named_libraries(const struct rcc_request *request)
{
	const struct rcc_ldargs *args = request->args;

	if (request->linker->kind != RCC_LINKER_LLD)
		return false;
	for (size_t i = args->n_words; i-- > 0;) {
		const char *name = args->word[i].name;

		if (name == NULL)
			continue;
		if (strcmp(name, "no-dependent-libraries") == 0)
			return false;
		if (strcmp(name, "dependent-libraries") == 0)
			return true;
	}
	return true;
}

static bool names_libraries(const struct rcc_object_file *f)
{
	for (size_t i = 0; i < f->n_objects; i++)
		if ((f->object[i].traits & RCC_OBJECT_NAMES_LIBRARIES) != 0)
			return true;
	return false;
}

/* Refuse a link whose linker finds libraries that the line does not name.  randld
 * would not rank their functions, and a record would not have them.  Therefore
 * refuse the original layout too.  The system's archives, such as libc++.a, name
 * libraries of the system, which may stay as they are. */
static int check_libraries(const struct context *c, struct rcc_refusal *why)
{
	const struct rcc_ldargs *args = c->request->args;

	if (!links_named_libraries(c->request))
		return 0;
	for (size_t i = 0; i < c->inputs->n; i++) {
		const struct rcc_input *in = &c->inputs->item[i];

		if (names_libraries(&in->file) && rcc_inputs_is_users(args, in))
			return rcc_refuse(
				why, RCC_EUNSUP,
				"name them on the command line (-lNAME), and "
				"pass --no-dependent-libraries to lld",
				"\"%s\" names libraries for lld (#pragma "
				"comment(lib, ...)), which cannot be "
				"randomised",
				in->name);
	}
	return 0;
}

/* Find an archive in which several members have functions, and randld cannot
 * move the members.  The linker takes them in the archive's order, or in the
 * order in which they are needed. */
static const struct rcc_input *archive_of_units(const struct rcc_placement *p,
						const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;
		size_t n = 0;

		if (f->kind != RCC_FILE_ARCHIVE ||
		    (p->moves_members && rcc_member_order_is_possible(&f->map)))
			continue;
		for (size_t k = 0; k < f->n_objects; k++)
			n += f->object[k].n_functions != 0;
		if (n > 1)
			return &inputs->item[i];
	}
	return NULL;
}

static int check_archives(const struct rcc_placement *p,
			  const struct context *c, struct rcc_refusal *why)
{
	const bool has_script = c->request->args->script != NULL;
	const struct rcc_input *in = NULL;

	if (p->method == RCC_PLACE_BY_HEADER &&
	    rcc_request_has(c->request, RCC_FACTOR_UNITS))
		in = archive_of_units(p, c->inputs);
	if (in == NULL)
		return 0;
	rcc_refuse(why, RCC_EUNSUP, NULL,
		   "%s cannot move the units of the archive \"%s\"%s",
		   c->traits->name,
		   rcc_file_base(c->request->args->word[in->word].text),
		   has_script ? " under " UNSORTED_SCRIPT : "");
	rcc_refusal_remedy(why, "%s, or leave units out of RANDCC_FACTORS",
			   has_script ? SORT_REMEDY : use_gnu_ld);
	return RCC_EUNSUP;
}

int rcc_placement_choose(struct rcc_placement *p,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs,
			 struct rcc_refusal *why)
{
	const struct rcc_linker *linker = request->linker;
	const struct context c = {.request = request,
				  .inputs = inputs,
				  .traits = &traits_table[linker->kind],
				  .is_original =
					  request->settings->is_original};
	int err;

	*p = (struct rcc_placement){
		.method = c.traits->method,
		.has_groups = c.traits->has_groups,
		.keeps_objects_in_order = c.traits->keeps_objects_in_order,
		.gains_by_tuning = c.traits->gains_by_tuning,
		.map_begin = c.traits->map_begin};
	if (p->method == RCC_PLACE_NOT) {
		if (c.is_original && request->settings->moves == NULL)
			return 0;
		return rcc_refuse(why, RCC_EUNSUP, use_gnu_ld,
				  "unknown linker \"%s\"", linker->path);
	}
	/* Check the options first.  An option that orders sections may name a
	 * file.  If check_script() ran first, it might report this file as a
	 * linker script. */
	err = check_options(&c, why);
	if (err == 0)
		err = check_script(p, &c, why);
	/* A linker that keeps objects in order also keeps the members of an
	 * archive in order. */
	p->moves_members = c.traits->keeps_objects_in_order &&
			   p->method == RCC_PLACE_BY_HEADER;
	if (err == 0)
		err = check_lto(p, &c, why);
	if (err == 0)
		err = check_bitcode(&c, why);
	if (err == 0)
		err = check_libraries(&c, why);
	if (err == 0)
		err = check_factors(p, &c, why);
	if (err == 0)
		err = check_filler(&c, why);
	if (err == 0)
		err = check_moves(p, &c, why);
	if (err == 0)
		err = check_archives(p, &c, why);
	return err;
}

/*
 * Return whether an input has a section .init.  lld sorts by name only under a
 * script.  There are two scripts:
 *
 *	with .init	The script inserts .text just before .init.
 *	without .init	The script uses OVERWRITE_SECTIONS, which moves .text
 *			behind the other code sections.  Programs without .init
 *			have hardly any other code sections.
 *
 * With either script, lld appends code sections that match no pattern to .text.
 */
static bool has_init(const struct rcc_inputs *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; k < f->n_objects; k++)
			if ((f->object[k].traits & RCC_OBJECT_HAS_INIT) != 0)
				return true;
	}
	return false;
}

int rcc_placement_write_script(const struct rcc_placement *p,
			       const struct rcc_request *request,
			       const struct rcc_inputs *inputs, const char *dir,
			       char **path, struct rcc_refusal *why)
{
	static const char before_init[] =
		"SECTIONS { .text : { *(SORT(.text.sorted.*)) } } "
		"INSERT BEFORE .init;\n";
	static const char without_init[] =
		"OVERWRITE_SECTIONS { .text : { *(SORT(.text.sorted.*)) } }\n";
	const char *script;

	*path = NULL;
	if (!traits_table[request->linker->kind].needs_sort_script ||
	    request->settings->is_original || p->method != RCC_PLACE_BY_NAME ||
	    p->script_sorts)
		return 0;
	script = has_init(inputs) ? before_init : without_init;
	*path = rcc_mem_printf("%s/randcc-layout-sort.ld", dir);
	if (rcc_file_replace(*path, script, strlen(script), 0600) != 0)
		return rcc_refuse(why, RCC_ESYS, NULL, "cannot write \"%s\"",
				  *path);
	return 0;
}
