/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/ldargs.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

/* What an option means to us. */
enum meaning {
	PLAIN,
	READS,	/* its argument names a file it reads */
	WRITES, /* its argument names a file it writes */
	OUTPUT,
	SCRIPT,
	LIBRARY,
	SEARCH,
	SYSROOT,
	EMULATION,
	FORMAT,
	ENTRY,
	PLUGIN,
	USE_LINKER,
	PLUGIN_OPTION,
	KEYWORD, /* -z */
	RELOCATABLE,
	SHARED,
	INFORMATION,
	MULDEFS,
	STATIC,
	DYNAMIC,
	WHOLE,
	NO_WHOLE,
	GROUP,
	END_GROUP,
	PUSH,
	POP,
};

enum argument {
	NONE,
	SEPARATE, /* --opt ARG, --opt=ARG */
	JOINED,	  /* -oARG or -o ARG: one letter */
	OPTIONAL, /* --opt or --opt=ARG: never takes the next word */
};

/*
 * GNU ld's options (ld --help of 2.40, which prints long options with two
 * dashes; one dash works too) that take an argument, that mean something here,
 * or that would be taken for a one-letter option of another meaning
 * (-build-id is not -b uild-id).  Any other word that begins with a dash is an option without one.
 * Sorted by name for bsearch(); testsuite/unit/ldargs.c checks that.
 */
static const struct option {
	const char *name;
	enum argument argument;
	enum meaning meaning;
} option_table[] = {
	{"(", NONE, GROUP},
	{")", NONE, END_GROUP},
	{"A", JOINED, PLAIN},
	{"Bdynamic", NONE, DYNAMIC},
	{"Bshareable", NONE, SHARED},
	{"Bstatic", NONE, STATIC},
	{"F", JOINED, PLAIN},
	{"G", JOINED, PLAIN},
	{"I", JOINED, PLAIN},
	{"L", JOINED, SEARCH},
	{"Map", SEPARATE, WRITES},
	{"N", NONE, STATIC},
	{"O", JOINED, PLAIN},
	{"P", JOINED, PLAIN},
	{"R", JOINED, READS},
	{"T", JOINED, SCRIPT},
	{"Tbss", SEPARATE, PLAIN},
	{"Tdata", SEPARATE, PLAIN},
	{"Tldata-segment", SEPARATE, PLAIN},
	{"Trodata-segment", SEPARATE, PLAIN},
	{"Ttext", SEPARATE, PLAIN},
	{"Ttext-segment", SEPARATE, PLAIN},
	{"Ur", NONE, RELOCATABLE},
	{"Y", JOINED, PLAIN},
	{"a", JOINED, PLAIN},
	{"allow-multiple-definition", NONE, MULDEFS},
	{"architecture", SEPARATE, PLAIN},
	{"assert", SEPARATE, PLAIN},
	{"audit", SEPARATE, PLAIN},
	{"auxiliary", SEPARATE, PLAIN},
	{"b", JOINED, FORMAT},
	{"build-id", OPTIONAL, PLAIN},
	{"c", JOINED, READS},
	{"call_shared", NONE, DYNAMIC},
	{"check-sections", NONE, PLAIN},
	{"compress-debug-sections", OPTIONAL, PLAIN},
	{"copy-dt-needed-entries", NONE, PLAIN},
	{"cref", NONE, PLAIN},
	{"ctf-share-types", OPTIONAL, PLAIN},
	{"ctf-variables", NONE, PLAIN},
	{"dT", SEPARATE, SCRIPT},
	{"default-script", SEPARATE, SCRIPT},
	{"defsym", SEPARATE, PLAIN},
	{"demangle", OPTIONAL, PLAIN},
	{"depaudit", SEPARATE, PLAIN},
	{"dependency-file", SEPARATE, WRITES},
	{"dn", NONE, STATIC},
	{"dy", NONE, DYNAMIC},
	{"dynamic-linker", SEPARATE, PLAIN},
	{"dynamic-list", SEPARATE, READS},
	{"e", JOINED, ENTRY},
	{"end-group", NONE, END_GROUP},
	{"entry", SEPARATE, ENTRY},
	{"error-handling-script", SEPARATE, READS},
	{"exclude-libs", SEPARATE, PLAIN},
	{"export-dynamic-symbol", SEPARATE, PLAIN},
	{"export-dynamic-symbol-list", SEPARATE, READS},
	{"f", JOINED, PLAIN},
	{"filter", SEPARATE, PLAIN},
	{"fini", SEPARATE, PLAIN},
	{"format", SEPARATE, FORMAT},
	{"fuse-ld", SEPARATE, USE_LINKER},
	{"gc-sections", NONE, PLAIN},
	{"gpsize", SEPARATE, PLAIN},
	{"h", JOINED, PLAIN},
	{"hash-size", SEPARATE, PLAIN},
	{"hash-style", SEPARATE, PLAIN},
	{"help", NONE, INFORMATION},
	{"i", NONE, RELOCATABLE},
	{"ignore-unresolved-symbol", SEPARATE, PLAIN},
	{"init", SEPARATE, PLAIN},
	{"just-symbols", SEPARATE, READS},
	{"l", JOINED, LIBRARY},
	{"ld-generated-unwind-info", NONE, PLAIN},
	{"library", SEPARATE, LIBRARY},
	{"library-path", SEPARATE, SEARCH},
	{"m", JOINED, EMULATION},
	{"map-whole-files", NONE, PLAIN},
	{"max-cache-size", SEPARATE, PLAIN},
	{"mri-script", SEPARATE, READS},
	{"n", NONE, STATIC},
	{"nmagic", NONE, STATIC},
	{"no-gc-sections", NONE, PLAIN},
	{"no-whole-archive", NONE, NO_WHOLE},
	{"non_shared", NONE, STATIC},
	{"o", JOINED, OUTPUT},
	{"oformat", SEPARATE, PLAIN},
	{"omagic", NONE, STATIC},
	{"orphan-handling", SEPARATE, PLAIN},
	{"out-implib", SEPARATE, WRITES},
	{"output", SEPARATE, OUTPUT},
	{"plugin", SEPARATE, PLUGIN},
	{"plugin-opt", SEPARATE, PLUGIN_OPTION},
	{"pop-state", NONE, POP},
	{"print-output-format", NONE, INFORMATION},
	{"print-sysroot", NONE, INFORMATION},
	{"push-state", NONE, PUSH},
	{"r", NONE, RELOCATABLE},
	{"relocatable", NONE, RELOCATABLE},
	{"require-defined", SEPARATE, PLAIN},
	{"retain-symbols-file", SEPARATE, READS},
	{"rpath", SEPARATE, PLAIN},
	{"rpath-link", SEPARATE, PLAIN},
	{"s", NONE, PLAIN},
	{"script", SEPARATE, SCRIPT},
	{"section-ordering-file", SEPARATE, READS},
	{"section-start", SEPARATE, PLAIN},
	{"shared", NONE, SHARED},
	{"soname", SEPARATE, PLAIN},
	{"sort-section", SEPARATE, PLAIN},
	{"spare-dynamic-tags", SEPARATE, PLAIN},
	{"start-group", NONE, GROUP},
	{"static", NONE, STATIC},
	{"strip-all", NONE, PLAIN},
	{"sysroot", SEPARATE, SYSROOT},
	{"target-help", NONE, INFORMATION},
	{"task-link", SEPARATE, PLAIN},
	{"trace-symbol", SEPARATE, PLAIN},
	{"u", JOINED, PLAIN},
	{"undefined", SEPARATE, PLAIN},
	{"unresolved-symbols", SEPARATE, PLAIN},
	{"version", NONE, INFORMATION},
	{"version-exports-section", SEPARATE, PLAIN},
	{"version-script", SEPARATE, READS},
	{"whole-archive", NONE, WHOLE},
	{"wrap", SEPARATE, PLAIN},
	{"y", JOINED, PLAIN},
	{"z", JOINED, KEYWORD},
};
#define N_OPTIONS (sizeof(option_table) / sizeof(option_table[0]))

/* Where the parser stands; --push-state saves it. */
struct state {
	bool is_static;
	bool is_whole;
};

struct parser {
	struct rcc_ldargs *a;
	struct state now;
	struct state saved[64];
	size_t n_saved;
	bool is_grouped;
	bool is_foreign;
	size_t run;
	size_t at; /* the argument being read */
};

static int by_name(const void *key, const void *option)
{
	return strcmp(key, ((const struct option *)option)->name);
}

static const struct option *find_option(const char *name, size_t len)
{
	char key[48];

	if (len == 0 || len >= sizeof(key))
		return NULL;
	memcpy(key, name, len);
	key[len] = '\0';
	return bsearch(key, option_table, N_OPTIONS, sizeof(option_table[0]),
		       by_name);
}

/*
 * ld reads its options with getopt_long_only(): a long name after one dash or
 * two, before any cluster of letters; but after one dash a name that begins
 * with `o` is -oFILE.  On return *value is the joined value, or NULL.
 */
static const struct option *match(const char *word, const char **value)
{
	bool two_dashes = word[1] == '-';
	const char *name = word + (two_dashes ? 2 : 1);
	size_t len = strcspn(name, "=");
	const struct option *option = NULL;

	*value = NULL;
	if (two_dashes || name[0] != 'o' || name[1] == '\0')
		option = find_option(name, len);
	if (option != NULL &&
	    (option->argument != JOINED || (len == 1 && name[1] == '\0'))) {
		if (name[len] == '=')
			*value = name + len + 1;
		return option;
	}
	if (two_dashes)
		return NULL;
	option = find_option(name, 1);
	if (option == NULL || option->argument != JOINED)
		return NULL;
	if (name[1] != '\0')
		*value = name + 1;
	return option;
}

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
				  .run = p->run,
				  .is_static = p->now.is_static,
				  .is_whole = p->now.is_whole,
				  .is_grouped = p->is_grouped,
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

static void change_state(struct parser *p, enum meaning meaning)
{
	switch (meaning) {
	case STATIC:
		p->now.is_static = true;
		break;
	case DYNAMIC:
		p->now.is_static = false;
		break;
	case WHOLE:
		p->now.is_whole = true;
		p->run++;
		break;
	case NO_WHOLE:
		p->now.is_whole = false;
		p->run++;
		break;
	case GROUP:
		p->is_grouped = true;
		p->run++;
		break;
	case END_GROUP:
		p->is_grouped = false;
		p->run++;
		break;
	case PUSH:
		if (p->n_saved < sizeof(p->saved) / sizeof(p->saved[0]))
			p->saved[p->n_saved] = p->now;
		p->n_saved++;
		break;
	case POP:
		if (p->n_saved > 0 &&
		    --p->n_saved < sizeof(p->saved) / sizeof(p->saved[0]))
			p->now = p->saved[p->n_saved];
		p->run++;
		break;
	default:
		break;
	}
}

static void set_flag(struct rcc_ldargs *a, enum meaning meaning)
{
	switch (meaning) {
	case RELOCATABLE:
		a->is_relocatable = true;
		break;
	case INFORMATION:
		a->is_information = true;
		break;
	case SHARED:
		a->is_shared = true;
		break;
	case MULDEFS:
		a->allows_muldefs = true;
		break;
	default:
		break;
	}
}

static void keep_value(struct parser *p, enum meaning meaning,
		       const char *value)
{
	struct rcc_ldargs *a = p->a;

	switch (meaning) {
	case OUTPUT:
		a->output = value;
		break;
	case SCRIPT:
		a->script = value;
		break;
	case ENTRY:
		a->entry = value;
		break;
	case SYSROOT:
		a->sysroot = value;
		break;
	case EMULATION:
		a->emulation = value;
		break;
	case FORMAT:
		p->is_foreign = strncmp(value, "elf", 3) != 0 &&
				strcmp(value, "default") != 0;
		p->run++;
		break;
	case PLUGIN:
		a->has_plugin = true;
		break;
	case USE_LINKER:
		a->use_linker = value;
		break;
	case PLUGIN_OPTION:
		plugin_option(p, value);
		break;
	case KEYWORD:
		keyword(p, value);
		break;
	default:
		break;
	}
}

static enum rcc_ld_word_kind kind_of(enum meaning meaning, const char *value)
{
	switch (meaning) {
	case LIBRARY:
		return RCC_LD_LIBRARY;
	case SEARCH:
		return RCC_LD_SEARCH;
	case READS:
	case SCRIPT:
		return RCC_LD_OPTION_IN;
	case WRITES:
	case OUTPUT:
		return RCC_LD_OPTION_OUT;
	case PLUGIN_OPTION:
		/* The plugin writes its symbol resolution there. */
		return strncmp(value, "-fresolution=", 13) == 0
			       ? RCC_LD_OPTION_OUT
			       : RCC_LD_OPTION;
	default:
		return RCC_LD_OPTION;
	}
}

/* Returns 0, or RCC_EFORMAT when the argument is missing. */
static int read_option(struct parser *p)
{
	struct rcc_ldargs *a = p->a;
	const char *word = a->arg.item[p->at];
	const char *value;
	const struct option *option = match(word, &value);
	size_t n = 1;

	if (option == NULL) {
		if (strcmp(word, "-v") == 0 || strcmp(word, "-V") == 0)
			a->is_information |= a->arg.n == 1;
		add_word(p, RCC_LD_OPTION, 1, word);
		return 0;
	}
	if (option->argument == NONE || option->argument == OPTIONAL) {
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
	rcc_ldargs_expand(&a->arg, argv);
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

void rcc_ldargs_release(struct rcc_ldargs *a)
{
	rcc_strvec_release(&a->arg);
	free(a->word);
	memset(a, 0, sizeof(*a));
}

/* The next word of a response file; NULL at its end.  Reads and writes in
 * place: quoting only ever makes a word shorter. */
static char *next_word(char **at)
{
	char *in = *at;
	char *out;
	char *word;
	char quote = '\0';

	while (isspace((unsigned char)*in))
		in++;
	if (*in == '\0')
		return NULL;
	word = out = in;
	for (; *in != '\0'; in++) {
		if (*in == '\\' && in[1] != '\0') {
			*out++ = *++in;
		} else if (quote != '\0') {
			if (*in == quote)
				quote = '\0';
			else
				*out++ = *in;
		} else if (*in == '\'' || *in == '"') {
			quote = *in;
		} else if (isspace((unsigned char)*in)) {
			in++;
			break;
		} else {
			*out++ = *in;
		}
	}
	*at = in;
	*out = '\0';
	return word;
}

/* libiberty's limit too: a response file that names itself must end. */
#define MAX_RESPONSE_FILES 2000

static void expand_into(struct rcc_strvec *out, const char *word,
			size_t *n_files)
{
	char *text = NULL;
	char *at;
	char *inner;

	if (word[0] == '@' && (*n_files)++ < MAX_RESPONSE_FILES)
		text = rcc_file_read(word + 1, NULL);
	if (text == NULL) {
		rcc_strvec_push(out, word);
		return;
	}
	at = text;
	while ((inner = next_word(&at)) != NULL)
		expand_into(out, inner, n_files);
	free(text);
}

void rcc_ldargs_expand(struct rcc_strvec *out, char *const *argv)
{
	size_t n_files = 0;

	for (; *argv != NULL; argv++)
		expand_into(out, *argv, &n_files);
	/* argv-shaped even when empty */
	if (out->item == NULL) {
		rcc_strvec_push(out, "");
		free(out->item[0]);
		out->item[0] = NULL;
		out->n = 0;
	}
}

char *rcc_ldargs_quote(const struct rcc_strvec *arg, size_t *n)
{
	size_t room = 1;
	char *text;
	char *out;

	for (size_t i = 0; i < arg->n; i++)
		room += 2 * strlen(arg->item[i]) + 3;
	text = out = rcc_mem_alloc(room);
	for (size_t i = 0; i < arg->n; i++) {
		if (arg->item[i][0] == '\0') {
			*out++ = '"';
			*out++ = '"';
		}
		for (const char *c = arg->item[i]; *c != '\0'; c++) {
			if (isspace((unsigned char)*c) ||
			    strchr("\\'\"", *c) != NULL)
				*out++ = '\\';
			*out++ = *c;
		}
		*out++ = '\n';
	}
	*out = '\0';
	*n = (size_t)(out - text);
	return text;
}
