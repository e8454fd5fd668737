/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * layout.so: a gcc plugin that gives every function a section of its own.  The
 * name of the section says which function it is, so the linker can decide where
 * to place it.
 *
 * For demo.c plain gcc -ffunction-sections writes
 *
 *	.section .text.add,"ax",@progbits
 *	.section .text.unlikely.fail,"ax",@progbits
 *
 * and with the plugin it writes
 *
 *	.section .text.randcc___________________.demo_c.add,"ax",@progbits
 *	.section .text.unlikely.randcc__________.demo_c.fail,"ax",@progbits
 *
 * With -fplugin-arg-layout-seed=1 it also writes ranks, the numbers by which
 * the linker sorts the sections.  This is for links without randld, randcc's
 * wrapper of the linker.  Otherwise randld sets the ranks.
 *
 *	.section .text.sorted.4.fc53ab6f8bce6d14.demo_c.add,"ax",@progbits
 *	.section .text.sorted.0.fc53ab6fd2a0b3f1.demo_c.fail,"ax",@progbits
 *
 * Nothing else in the assembler file differs.  common/rank.h has the grammar.
 *
 * gcc asks a target hook, asm_out.function_section, where to put a function or
 * its cold half (the blocks that rarely run, if gcc splits them off).  The
 * plugin replaces this hook.  The new hook calls the original one, which
 * returns the section that plain -ffunction-sections uses.  Then the new hook
 * changes the name of this section.  Therefore:
 *
 *	- functions that plain gcc puts into one section stay together,
 *	  for example a C++ thunk and its function
 *	- gcc's groups remain (hot, startup, ...)
 *	- a section that the user chose keeps its name
 *
 * The user may choose a name that -ffunction-sections also gives, for a
 * function, for a variable or in assembler between functions.  randld might
 * then think that another compiler made the object, and would rename the user's
 * section.  Therefore the plugin marks such an object as its own by an empty
 * section (RCC_RANK_KEPT).  The linker leaves this section out of the program.
 * Other objects have no mark: `ld -r` may join one that has no functions with
 * objects of another compiler, whose sections randld should name.  (randld names
 * nothing in an object that has a function of the plugin.)
 *
 * The plugin never changes the order in which gcc emits functions.  That would
 * change the code: gcc compiles a caller with what it knows about callees that
 * it has already emitted (-fipa-ra).
 *
 * Arguments:
 *	-fplugin-arg-layout-seed=N		write ranks for the seed N,
 *						0 ... 2^64-1; for "none",
 *						write no ranks
 *	-fplugin-arg-layout-factors=LIST	what the seed randomizes:
 *						functions, units, program;
 *						by default functions,units
 *	-fplugin-arg-layout-data		give variables sections of their
 *						own too (-fdata-sections); see
 *						below
 *	-fplugin-arg-layout-align=N:SYMBOL	compile this function as if its
 *						source had the attribute
 *						aligned(N); N is a power of 2
 *	-fplugin-arg-layout-hot=SYMBOL		the same for the attribute hot
 *	-fplugin-arg-layout-disable		do nothing
 *
 * With -data, the section of a variable is, for example,
 *
 *	.section .bss.randcc____________________.demo_c.counter,"aw",@nobits
 *
 * Only randld writes ranks into such names.
 *
 * -align and -hot may be repeated.  With them, randstudy measures an attribute
 * before anybody changes the source.
 *
 * This file uses only what C and C++ have in common; gcc builds plugins as C++.
 */
#include "plugin/gcc_headers.h"

#include "common/rank.h"

/* gcc loads a plugin only if the plugin defines this symbol.  The symbol states
 * that the plugin's license is compatible with the GPL. */
__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

#define ARG "-fplugin-arg-%s-%s"

/* The size of the buffer for a unit's name, the path of its source file.  A
 * longer name loses its beginning, because the end of a deep path is enough in
 * the name of a section. */
#define UNIT_MAX 160

/* The factors that the plugin can randomize by writing ranks at compile
 * time. */
#define PLUGIN_FACTORS                                                         \
	((unsigned)RCC_FACTOR_FUNCTIONS | (unsigned)RCC_FACTOR_UNITS |         \
	 (unsigned)RCC_FACTOR_PROGRAM)

static struct {
	bool is_disabled;
	bool has_seed;
	bool places_data;
	uint64_t seed;
	unsigned factors;
} layout = {false, false, false, 0, RCC_FACTORS_DEFAULT};

/* The functions of -fplugin-arg-layout-align and -fplugin-arg-layout-hot, each
 * of which gets an attribute.  The strings belong to gcc. */
#define ATTRIBUTES_MAX 16
#define ALIGN_MOST 4096U

static struct {
	const char *symbol;
	unsigned align; /* in bytes; 0 for the attribute hot */
} attribute[ATTRIBUTES_MAX];
static size_t n_attributes;

/* Whether the unit may have sections whose names randld must not change: the
 * user chose the section of a function or variable, or wrote assembler outside
 * of functions, or a variable keeps its order. */
static bool has_kept;

/* gcc's own hooks, which ours call. */
static section *(*plain_function_section)(tree, enum node_frequency, bool,
					  bool);
static void (*plain_unique_section)(tree, int);

static struct plugin_info layout_info = {
	RCC_VERSION,
	"seed=N: place functions by this seed when compiling, or none\n"
	"factors=LIST: functions,units (default), program\n"
	"data: sections for variables too, to be placed by randld\n"
	"align=N:SYMBOL: give a function the attribute aligned(N)\n"
	"hot=SYMBOL: give a function the attribute hot\n"
	"disable: do nothing\n"};

/*
 * Return the name of the source file from which a function was compiled.  For
 * an inline function of a header, this is the source file of the unit that
 * emits the function.  With LTO, it is the source file of the compile step, so
 * that ranks do not depend on how lto1 divides the program.
 */
static const char *source_of(const_tree decl)
{
	const_tree unit;

	if (!in_lto_p)
		return main_input_filename;
	unit = get_ultimate_context(decl);
	if (unit != NULL_TREE && DECL_NAME(unit) != NULL_TREE)
		return IDENTIFIER_POINTER(DECL_NAME(unit));
	/* A declaration that gcc itself made may have no file. */
	if (DECL_SOURCE_FILE(decl) == NULL)
		return "";
	return DECL_SOURCE_FILE(decl);
}

/* Return the name of the section that plain -ffunction-sections uses, or NULL
 * if this section has no name. */
static const char *plain_name(const_tree decl, const section *plain)
{
	if (plain == NULL)
		return DECL_SECTION_NAME(decl);
	if (SECTION_STYLE(plain) == SECTION_NAMED)
		return plain->named.name;
	return NULL;
}

static bool user_chose_section(const_tree decl)
{
	return DECL_SECTION_NAME(decl) != NULL &&
	       !symtab_node::get(decl)->implicit_section;
}

/* Write the rank into a section's name at compile time, if the plugin was given
 * a seed (-fplugin-arg-layout-seed). */
static void rank_now(char *name, size_t len)
{
	/* An ordinal is a place in the original order of the link.  A rank has
	 * ordinals if the factor `units` or `functions` is off.  The plugin
	 * does not know the order of the link, so it writes no ordinals, and
	 * the seed decides even if these factors are off. */
	struct rcc_rank_place place = {0, RCC_RANK_NO_ORDINAL,
				       RCC_RANK_NO_ORDINAL};
	struct rcc_rank_name part;

	if (!layout.has_seed || layout.factors == 0)
		return;
	if (rcc_rank_parse(name, len, &part) == 0)
		rcc_rank_set(name, part.cls,
			     rcc_rank_of(layout.seed, layout.factors, &part,
					 &place));
}

/* The new function_section hook.  Returns the section of a function or of its
 * cold half. */
static section *layout_function_section(tree decl, enum node_frequency freq,
					bool startup, bool exit)
{
	section *plain = plain_function_section(decl, freq, startup, exit);
	enum rcc_rank_class cls;
	char unit[UNIT_MAX];
	const char *symbol;
	const char *name;
	char *ranked;
	size_t len;

	if (decl == NULL_TREE)
		return plain;
	name = plain_name(decl, plain);
	if (name == NULL || rcc_rank_split_plain(name, &cls, &symbol) != 0)
		return plain;
	if (user_chose_section(decl)) {
		has_kept = true;
		return plain;
	}
	len = RCC_RANK_PREFIX_LEN + 1 + strlen(symbol) +
	      rcc_rank_unit(unit, sizeof(unit), source_of(decl), get_src_pwd());
	ranked = XALLOCAVEC(char, len + 1);
	rcc_rank_name(ranked, cls, unit, symbol);
	rank_now(ranked, len);
	return get_named_section(decl, ranked, 0);
}

/* Return whether the user asks that a variable stay in the order of the source,
 * by the attribute no_reorder or by -fno-toplevel-reorder.  -O0 implies this
 * option, but the user of -O0 did not ask for it.  With LTO nothing tells the
 * two apart, so variables from an -O0 unit stay. */
static bool keeps_order(const_tree decl)
{
	const symtab_node *node = symtab_node::get(decl);

	if (node == NULL || !node->no_reorder)
		return false;
	return in_lto_p || optimize != 0 ||
	       global_options_set.x_flag_toplevel_reorder != 0 ||
	       lookup_attribute("no_reorder", DECL_ATTRIBUTES(decl)) !=
		       NULL_TREE;
}

/*
 * The new unique_section hook.  gcc calls it for a variable that gets a section
 * of its own: with -fdata-sections, and for C++ variables that several units
 * define.
 *
 * The section gets a new name, as for functions.  The prefix of the name stays,
 * because gcc derives the flags of the section from the prefix.  A variable
 * keeps its section in two cases:
 *
 *	- the prefix is unknown: other memory models have other prefixes
 *	- the variable must stay in the order of the source
 */
static void layout_unique_section(tree decl, int reloc)
{
	enum rcc_rank_class cls;
	char unit[UNIT_MAX];
	const char *symbol;
	const char *plain;
	char *name;

	plain_unique_section(decl, reloc);
	plain = DECL_SECTION_NAME(decl);
	if (TREE_CODE(decl) != VAR_DECL || plain == NULL ||
	    rcc_rank_split_data(plain, &cls, &symbol) != 0)
		return;
	if (keeps_order(decl)) {
		has_kept = true;
		return;
	}
	name = XALLOCAVEC(char,
			  RCC_RANK_PREFIX_LEN + UNIT_MAX + strlen(symbol) + 2);
	rcc_rank_unit(unit, sizeof(unit), source_of(decl), get_src_pwd());
	rcc_rank_name(name, cls, unit, symbol);
	set_decl_section_name(decl, name);
}

/* Return whether a function's symbol is the one that an argument names.  gcc
 * numbers nested functions, and those inside a Fortran procedure, as in
 * inner.0.  An argument `inner` means each of them.  It does not mean parts
 * that gcc makes of a function before it optimizes, such as foo._omp_fn.0: an
 * attribute in the source does not reach them either. */
static bool is_named(const char *symbol, const char *name)
{
	const size_t n = strlen(name);

	if (strncmp(symbol, name, n) != 0)
		return false;
	symbol += n;
	if (symbol[0] == '\0')
		return true;
	return symbol[0] == '.' && symbol[1] != '\0' &&
	       symbol[1 + strspn(symbol + 1, "0123456789")] == '\0';
}

static void give_alignment(tree decl, unsigned bits)
{
	if (bits > DECL_ALIGN(decl))
		SET_DECL_ALIGN(decl, bits);
	DECL_USER_ALIGN(decl) = 1;
}

static void give_hot(tree decl)
{
	if (lookup_attribute("hot", DECL_ATTRIBUTES(decl)) == NULL_TREE)
		DECL_ATTRIBUTES(decl) =
			tree_cons(get_identifier("hot"), NULL_TREE,
				  DECL_ATTRIBUTES(decl));
}

/* Look for variables and assembler for which has_kept is set. */
static void find_kept(void)
{
	enum rcc_rank_class cls;
	const char *symbol;
	varpool_node *node;

	has_kept |= symtab->first_asm_symbol() != NULL;
	FOR_EACH_VARIABLE (node)
		has_kept |= user_chose_section(node->decl) &&
			    rcc_rank_split_data(DECL_SECTION_NAME(node->decl),
						&cls, &symbol) == 0;
}

/* Give functions the attributes that the plugin's arguments name for them.  gcc
 * calls this when it has read the unit, in any language, and before it
 * optimizes.  Copies that gcc makes later, such as NAME.constprop.0, get the
 * attributes from their original.  A symbol may be an alias: that of a complete
 * constructor in C++ often is.  Then the function behind it gets them. */
static void finish_unit_source(void *gcc_data, void *user_data)
{
	cgraph_node *node;

	(void)gcc_data;
	(void)user_data;
	find_kept();
	FOR_EACH_FUNCTION(node)
	{
		const char *symbol;
		tree decl;

		if (!node->definition)
			continue;
		symbol = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(node->decl));
		/* gcc puts an asterisk before a name that the source sets with
		 * asm(). */
		symbol += symbol[0] == '*';
		decl = node->ultimate_alias_target()->decl;
		for (size_t i = 0; i < n_attributes; i++) {
			if (!is_named(symbol, attribute[i].symbol))
				continue;
			if (attribute[i].align == 0)
				give_hot(decl);
			else
				give_alignment(decl, attribute[i].align *
							     BITS_PER_UNIT);
		}
	}
}

/* Replace the hooks.  gcc calls this once for each unit.  By then the target
 * has set its hooks, and no function has been compiled yet. */
static void start_unit(void *gcc_data, void *user_data)
{
	(void)gcc_data;
	(void)user_data;
	if (targetm.asm_out.function_section == layout_function_section)
		return;
	plain_function_section = targetm.asm_out.function_section;
	targetm.asm_out.function_section = layout_function_section;
	if (layout.places_data) {
		plain_unique_section = targetm.asm_out.unique_section;
		targetm.asm_out.unique_section = layout_unique_section;
	}
}

/* Mark the object with the section RCC_RANK_KEPT if it may need that.  gcc calls
 * this when the unit's code is written.  A slim object of LTO has no code, and
 * gets no mark.  LTO itself has the code of all units, and always marks. */
static void finish_unit(void *gcc_data, void *user_data)
{
	(void)gcc_data;
	(void)user_data;
	if (asm_out_file == NULL || flag_wpa != NULL ||
	    (flag_generate_lto && !flag_fat_lto_objects) ||
	    !(has_kept || in_lto_p))
		return;
	switch_to_section(get_section(RCC_RANK_KEPT,
				      SECTION_EXCLUDE | SECTION_DEBUG, NULL));
}

static bool parse_seed(const char *plugin, const char *value)
{
	int is_none;

	if (value == NULL) {
		error(G_("no value for %<" ARG "=%>"), plugin, "seed");
		return false;
	}
	if (rcc_rank_parse_seed(value, &layout.seed, &is_none) != 0) {
		error(G_("bad value in %<" ARG "=%s%>: a seed is a number from "
			 "0 to 18446744073709551615, or %<none%>"),
		      plugin, "seed", value);
		return false;
	}
	layout.has_seed = !is_none;
	return true;
}

static bool parse_factors(const char *plugin, const char *value)
{
	if (value == NULL) {
		error(G_("no value for %<" ARG "=%>"), plugin, "factors");
		return false;
	}
	if (rcc_rank_parse_factors(value, &layout.factors, NULL, NULL) != 0 ||
	    (layout.factors & ~PLUGIN_FACTORS) != 0) {
		error(G_("bad value in %<" ARG "=%s%>: factors are a comma-"
			 "separated list of %<functions%>, %<units%>, "
			 "%<program%> (randld carries out the others)"),
		      plugin, "factors", value);
		return false;
	}
	return true;
}

/* Read the value of -fplugin-arg-layout-align, "N:SYMBOL", or of
 * -fplugin-arg-layout-hot, "SYMBOL". */
static bool parse_attribute(const char *plugin, const struct plugin_argument *a)
{
	const bool is_hot = strcmp(a->key, "hot") == 0;
	const char *symbol = a->value;
	unsigned long align = 0;

	if (symbol != NULL && !is_hot) {
		char *end;

		align = strtoul(symbol, &end, 10);
		symbol = *end == ':' ? end + 1 : NULL;
		if (align == 0 || align > ALIGN_MOST ||
		    (align & (align - 1)) != 0)
			symbol = NULL;
	}
	if (symbol == NULL || symbol[0] == '\0') {
		error(G_("bad value in %<" ARG "=%s%>: %s"), plugin, a->key,
		      a->value != NULL ? a->value : "",
		      is_hot ? "it is the name of a symbol"
			     : "it is a power of 2 up to 4096, a colon and the "
			       "name of a symbol");
		return false;
	}
	if (n_attributes == ATTRIBUTES_MAX) {
		error(G_("more than %d functions with attributes"),
		      ATTRIBUTES_MAX);
		return false;
	}
	attribute[n_attributes].symbol = symbol;
	attribute[n_attributes++].align = (unsigned)align;
	return true;
}

static bool parse_argument(const char *plugin,
			   const struct plugin_argument *arg)
{
	if (strcmp(arg->key, "seed") == 0)
		return parse_seed(plugin, arg->value);
	if (strcmp(arg->key, "factors") == 0)
		return parse_factors(plugin, arg->value);
	if (strcmp(arg->key, "align") == 0 || strcmp(arg->key, "hot") == 0)
		return parse_attribute(plugin, arg);
	if (strcmp(arg->key, "disable") == 0 || strcmp(arg->key, "data") == 0) {
		if (arg->value != NULL) {
			error(G_("%<" ARG "%> takes no value"), plugin,
			      arg->key);
			return false;
		}
		if (strcmp(arg->key, "disable") == 0)
			layout.is_disabled = true;
		else
			layout.places_data = true;
		return true;
	}
	error(G_("unknown argument %<" ARG "%>: arguments are %<seed=%>, "
		 "%<factors=%>, %<data%>, %<align=%>, %<hot=%> and "
		 "%<disable%>"),
	      plugin, arg->key);
	return false;
}

/* Find the value of a configure option with which `gcc` was built.  Sets
 * *value, and returns the length of the value.  Returns 0 if the option was not
 * given. */
static int configured(const struct plugin_gcc_version *gcc, const char *option,
		      const char **value)
{
	const char *end = " ";

	*value = strstr(gcc->configuration_arguments, option);
	if (*value == NULL)
		return 0;
	*value += strlen(option);
	if (**value == '\'') {
		++*value;
		end = "'";
	}
	return (int)strcspn(*value, end);
}

/* Describe a build of gcc, for example "12.2.0 20220819 x86_64-linux-gnu
 * (Debian 12.2.0-14)".  The part in parentheses is the value of
 * --with-pkgversion.  The updates that a distribution makes of one version
 * differ only in this part.  The cross compilers of a distribution differ in
 * the machine. */
static void describe_gcc(const struct plugin_gcc_version *gcc, char *text,
			 size_t size)
{
	const char *machine;
	const char *package;
	int n_machine = configured(gcc, "--target=", &machine);
	int n_package = configured(gcc, "--with-pkgversion=", &package);

	snprintf(text, size, "%s %s%s%.*s%s%.*s%s", gcc->basever,
		 gcc->datestamp, n_machine != 0 ? " " : "", n_machine,
		 n_machine != 0 ? machine : "", n_package != 0 ? " (" : "",
		 n_package, n_package != 0 ? package : "",
		 n_package != 0 ? ")" : "");
}

static void refuse_gcc(const char *path, const struct plugin_gcc_version *gcc)
{
	char ours[160];
	char theirs[160];

	describe_gcc(&gcc_version, ours, sizeof(ours));
	describe_gcc(gcc, theirs, sizeof(theirs));
	error(G_("plugin %qs was built for gcc %s, this is gcc %s: install the "
		 "plugin headers of this gcc and run make for randcc again"),
	      path, ours, theirs);
}

__attribute__((visibility("default"))) int
plugin_init(struct plugin_name_args *plugin, struct plugin_gcc_version *version)
{
	const char *name = plugin->base_name;

	if (!plugin_default_version_check(version, &gcc_version)) {
		refuse_gcc(plugin->full_name, version);
		return 1;
	}
	for (int i = 0; i < plugin->argc; i++)
		if (!parse_argument(name, &plugin->argv[i]))
			return 1;
	register_callback(name, PLUGIN_INFO, NULL, &layout_info);
	if (layout.is_disabled)
		return 0;
	/* With these flags, gcc gives each function an implicit section, which
	 * the plugin renames, and an exception table of its own.  The plugin
	 * sets the flags itself, so that they are also set in lto1 and in a gcc
	 * that was not started by randcc. */
	flag_function_sections = 1;
	if (layout.places_data)
		flag_data_sections = 1;
	register_callback(name, PLUGIN_START_UNIT, start_unit, NULL);
	register_callback(name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
	register_callback(name, PLUGIN_ALL_IPA_PASSES_START, finish_unit_source,
			  NULL);
	return 0;
}
