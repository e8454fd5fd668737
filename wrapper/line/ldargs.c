/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/line/ldargs.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/response_file.h"
#include "wrapper/line/ldoptions.h"

/* The options that --push-state saves. */
struct state {
	bool is_static;
	bool is_whole;
};

/* The state of the parser between two words of the command line. */
struct parser {
	struct rcc_ldargs *a;
	struct state now;
	struct state saved[64];
	size_t n_saved;
	bool is_grouped;
	bool is_lazy;
	bool is_foreign;
	size_t span;
	size_t at; /* index of the next argument */
};

static struct rcc_ld_word *add_word(struct parser *p,
				    enum rcc_ld_word_kind kind, size_t n,
				    const char *text)
{
	struct rcc_ldargs *a = p->a;
	struct rcc_ld_word *w;

	a->word = rcc_mem_grow(a->word, a->n_words, &a->n_allocated,
			       sizeof(*a->word));
	w = &a->word[a->n_words++];
	*w = (struct rcc_ld_word){.kind = kind,
				  .at = p->at,
				  .n = n,
				  .text = text,
				  .span = p->span,
				  .is_static = p->now.is_static,
				  .is_whole = p->now.is_whole,
				  .is_grouped = p->is_grouped,
				  .is_lazy = p->is_lazy,
				  .is_foreign = p->is_foreign};
	p->at += n;
	return w;
}

static bool ends_with(const char *s, const char *suffix)
{
	size_t n = strlen(s);
	size_t m = strlen(suffix);

	return n >= m && strcmp(s + n - m, suffix) == 0;
}

static void plugin_option(struct parser *p, const char *value)
{
	struct rcc_ldargs *a = p->a;

	if (value[0] == '/' && ends_with(value, "lto-wrapper"))
		a->lto_wrapper_word = a->n_words - 1;
}

static void keyword(struct parser *p, const char *value)
{
	if (strcmp(value, "muldefs") == 0)
		p->a->allows_muldefs = true;
}

/* Carry out an option that changes how later words are read.  --whole-archive
 * and similar options begin a new span, because inputs before and after them
 * must not change places. */
static void change_state(struct parser *p, enum rcc_ld_meaning meaning)
{
	switch (meaning) {
	case RCC_OPT_STATIC:
		p->now.is_static = true;
		break;
	case RCC_OPT_DYNAMIC:
		p->now.is_static = false;
		break;
	case RCC_OPT_WHOLE:
		p->now.is_whole = true;
		p->span++;
		break;
	case RCC_OPT_NO_WHOLE:
		p->now.is_whole = false;
		p->span++;
		break;
	case RCC_OPT_GROUP:
	case RCC_OPT_LAZY:
		p->is_grouped = true;
		p->is_lazy |= meaning == RCC_OPT_LAZY;
		p->span++;
		break;
	case RCC_OPT_END_GROUP:
		p->is_grouped = false;
		p->is_lazy = false;
		p->span++;
		break;
	case RCC_OPT_PUSH:
		if (p->n_saved < sizeof(p->saved) / sizeof(p->saved[0]))
			p->saved[p->n_saved] = p->now;
		p->n_saved++;
		break;
	case RCC_OPT_POP:
		if (p->n_saved > 0 &&
		    --p->n_saved < sizeof(p->saved) / sizeof(p->saved[0]))
			p->now = p->saved[p->n_saved];
		p->span++;
		break;
	default:
		break;
	}
}

/* Set the field of struct rcc_ldargs for an option that has no argument and
 * concerns the whole link. */
static void set_flag(struct rcc_ldargs *a, enum rcc_ld_meaning meaning)
{
	switch (meaning) {
	case RCC_OPT_RELOCATABLE:
		a->is_relocatable = true;
		break;
	case RCC_OPT_INFORMATION:
		a->is_information = true;
		break;
	case RCC_OPT_SHARED:
		a->is_shared = true;
		break;
	case RCC_OPT_MULDEFS:
		a->allows_muldefs = true;
		break;
	case RCC_OPT_LISTS:
		a->lists_sections = true;
		break;
	default:
		break;
	}
}

/* Store the argument of an option in struct rcc_ldargs or in the parser's
 * state, if a layout depends on it. */
static void keep_value(struct parser *p, enum rcc_ld_meaning meaning,
		       const char *value)
{
	struct rcc_ldargs *a = p->a;

	switch (meaning) {
	case RCC_OPT_OUTPUT:
		a->output = value;
		break;
	case RCC_OPT_SCRIPT:
		a->script = value;
		break;
	case RCC_OPT_ENTRY:
		a->entry = value;
		break;
	case RCC_OPT_SYSROOT:
		a->sysroot = value;
		break;
	case RCC_OPT_FORMAT:
		p->is_foreign = strncmp(value, "elf", 3) != 0 &&
				strcmp(value, "default") != 0;
		p->span++;
		break;
	case RCC_OPT_MAP:
	case RCC_OPT_LISTS:
		a->lists_sections = true;
		break;
	case RCC_OPT_PLUGIN:
		a->has_plugin = true;
		a->has_llvm_plugin |=
			strncmp(rcc_file_base(value), "LLVM", 4) == 0;
		break;
	case RCC_OPT_USE_LINKER:
		a->use_linker = value;
		break;
	case RCC_OPT_PLUGIN_OPTION:
		plugin_option(p, value);
		break;
	case RCC_OPT_KEYWORD:
		keyword(p, value);
		break;
	default:
		break;
	}
}

/* Return the kind of word for an option that has an argument.  The kind says,
 * above all, whether the linker reads or writes the file `value`. */
static enum rcc_ld_word_kind kind_of(enum rcc_ld_meaning meaning,
				     const char *value)
{
	switch (meaning) {
	case RCC_OPT_LIBRARY:
		return RCC_LD_LIBRARY;
	case RCC_OPT_SEARCH:
		return RCC_LD_SEARCH;
	case RCC_OPT_READS:
	case RCC_OPT_SCRIPT:
		return RCC_LD_OPTION_IN;
	case RCC_OPT_WRITES:
	case RCC_OPT_MAP:
	case RCC_OPT_OUTPUT:
		return RCC_LD_OPTION_OUT;
	case RCC_OPT_PLUGIN_OPTION:
		/* gcc's plugin writes its symbol resolutions into this file. */
		return strncmp(value, "-fresolution=", 13) == 0
			       ? RCC_LD_OPTION_OUT
			       : RCC_LD_OPTION;
	default:
		return RCC_LD_OPTION;
	}
}

/* Read an option and its argument.  Returns 0, or RCC_EFORMAT if the argument
 * is missing. */
static int read_option(struct parser *p)
{
	struct rcc_ldargs *a = p->a;
	const char *word = a->arg.item[p->at];
	const char *value;
	const struct rcc_ld_option *option = rcc_ldoptions_match(word, &value);
	size_t n = 1;

	if (option == NULL) {
		if (strcmp(word, "-v") == 0 || strcmp(word, "-V") == 0)
			a->is_information |= a->arg.n == 1;
		add_word(p, RCC_LD_OPTION, 1, word);
		return 0;
	}
	if (option->argument == RCC_OPT_NONE ||
	    option->argument == RCC_OPT_OPTIONAL) {
		add_word(p, RCC_LD_OPTION, 1, value != NULL ? value : word)
			->name = option->name;
		change_state(p, option->meaning);
		set_flag(a, option->meaning);
		return 0;
	}
	if (value == NULL) {
		value = a->arg.item[p->at + 1];
		n = 2;
	}
	if (value == NULL)
		return RCC_EFORMAT;
	add_word(p, kind_of(option->meaning, value), n, value)->name =
		option->name;
	keep_value(p, option->meaning, value);
	return 0;
}

int rcc_ldargs_parse(struct rcc_ldargs *a, char *const *argv, const char **bad)
{
	struct parser p = {.a = a};

	memset(a, 0, sizeof(*a));
	a->output = "a.out";
	a->lto_wrapper_word = SIZE_MAX;
	rcc_response_expand(&a->arg, argv);
	while (p.at < a->arg.n) {
		const char *word = a->arg.item[p.at];

		if (word[0] != '-' || word[1] == '\0') {
			add_word(&p, RCC_LD_FILE, 1, word);
			continue;
		}
		if (read_option(&p) != 0) {
			*bad = word;
			return RCC_EFORMAT;
		}
	}
	return 0;
}

bool rcc_ldargs_is_temporary(const char *path)
{
	const char *name = rcc_file_base(path);
	size_t n = 2;

	if (path[0] != '/' || strncmp(name, "cc", n) != 0)
		return false;
	while (isalnum((unsigned char)name[n]))
		n++;
	return n == 8 && strcmp(name + n, ".o") == 0;
}

bool rcc_ldargs_is_mri_script(const struct rcc_ld_word *w)
{
	return w->kind == RCC_LD_OPTION_IN && w->name != NULL &&
	       (strcmp(w->name, "c") == 0 ||
		strcmp(w->name, "mri-script") == 0);
}

const char *rcc_ldargs_soname(const struct rcc_ldargs *a)
{
	const char *soname = NULL;

	for (size_t i = 0; i < a->n_words; i++) {
		const struct rcc_ld_word *w = &a->word[i];

		if (w->name != NULL && (strcmp(w->name, "soname") == 0 ||
					strcmp(w->name, "h") == 0))
			soname = w->text;
	}
	return soname;
}

/* Return the part of a path behind "=" or "$SYSROOT", or NULL if it begins with
 * neither. */
static const char *behind_sysroot(const char *path)
{
	static const char variable[] = "$SYSROOT";
	const size_t n = sizeof(variable) - 1;

	if (path[0] == '=')
		return path + 1;
	return strncmp(path, variable, n) == 0 ? path + n : NULL;
}

bool rcc_ldargs_names_sysroot(const char *path)
{
	return behind_sysroot(path) != NULL;
}

char *rcc_ldargs_fill_sysroot(const struct rcc_ldargs *a, const char *path)
{
	const char *rest = behind_sysroot(path);

	if (rest == NULL)
		return rcc_mem_strdup(path);
	return rcc_mem_printf("%s%s", a->sysroot != NULL ? a->sysroot : "",
			      rest);
}

void rcc_ldargs_push_word(const struct rcc_ldargs *a,
			  const struct rcc_ld_word *w, struct rcc_strvec *out)
{
	for (size_t k = 0; k < w->n; k++)
		rcc_strvec_push(out, a->arg.item[w->at + k]);
}

void rcc_ldargs_release(struct rcc_ldargs *a)
{
	rcc_strvec_release(&a->arg);
	free(a->word);
	memset(a, 0, sizeof(*a));
}
