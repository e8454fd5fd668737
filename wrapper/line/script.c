/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/line/script.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"

/* Skip blanks, separators and comments. */
static const char *skip_blanks(const char *at)
{
	for (;;) {
		const char *end;

		while (isspace((unsigned char)*at) || *at == ',' || *at == ';')
			at++;
		if (at[0] != '/' || at[1] != '*')
			return at;
		end = strstr(at + 2, "*/");
		at = end != NULL ? end + 2 : at + strlen(at);
	}
}

/* Return the next word without its quotes, or NULL at the end.  A parenthesis
 * is a word.  Caller frees. */
static char *next_word(const char **at)
{
	const char *start = skip_blanks(*at);
	size_t n;

	if (*start == '\0')
		return NULL;
	if (*start == '"') {
		n = strcspn(++start, "\"");
		*at = start + n + (start[n] == '"');
	} else {
		n = strchr("()", *start) != NULL
			    ? 1
			    : strcspn(start, " \t\n\r\f\v,;()\"");
		*at = start + n;
	}
	return rcc_mem_strndup(start, n);
}

/* ---- Files that a script names ----------------------------------------- */

/* The state of the search for file names in a script. */
struct files {
	bool is_list;	  /* the last word was INPUT, GROUP or STARTUP */
	bool is_searched; /* the last list is of INPUT or GROUP */
	bool is_include;  /* the last word was INCLUDE, which takes one name */
	size_t depth;	  /* the depth of parentheses within a list of files */
};

/* Return whether `word` is the name of a file.  Updates *f, which says whether
 * the next word can be such a name. */
static bool is_file(struct files *f, const char *word)
{
	const bool opens = strcmp(word, "(") == 0;
	bool result = f->is_include;

	if (opens && (f->is_list || f->depth != 0))
		f->depth++;
	else if (strcmp(word, ")") == 0 && f->depth != 0)
		f->depth--;
	else
		result |= f->depth != 0 && strcmp(word, "AS_NEEDED") != 0;
	f->is_list = strcmp(word, "INPUT") == 0 || strcmp(word, "GROUP") == 0 ||
		     strcmp(word, "STARTUP") == 0;
	if (f->is_list)
		f->is_searched = strcmp(word, "STARTUP") != 0;
	f->is_include = strcmp(word, "INCLUDE") == 0;
	return result;
}

char *rcc_script_rename(const char *text,
			char *(*other)(void *self, const char *name),
			void *self)
{
	struct files f = {0};
	struct rcc_strbuf out = {0};
	const char *copied = text; /* `out` has the text up to here */
	const char *at = text;

	for (;;) {
		const char *begin = skip_blanks(at);
		char *word = next_word(&at);
		char *name;

		if (word == NULL)
			break;
		name = is_file(&f, word) ? other(self, word) : NULL;
		if (name != NULL) {
			rcc_strbuf_add_bytes(&out, copied,
					     (size_t)(begin - copied));
			rcc_strbuf_printf(&out, "\"%s\"", name);
			copied = at;
		}
		free(name);
		free(word);
	}
	rcc_strbuf_add(&out, copied);
	return rcc_strbuf_take(&out);
}

/* Append the files that an MRI script names.  Such a script has one command on
 * each line.  `text` is changed. */
static void read_mri(struct rcc_strvec *out, char *text)
{
	static const char blank[] = " \t\r\f\v,";
	char *line;

	while ((line = strsep(&text, "\n")) != NULL) {
		char *rest = line;
		char *word;

		line[strcspn(line, ";*")] = '\0'; /* remove a comment */
		word = strtok_r(line, blank, &rest);
		if (word == NULL || (strcasecmp(word, "LOAD") != 0 &&
				     strcasecmp(word, "INCLUDE") != 0))
			continue;
		while ((word = strtok_r(NULL, blank, &rest)) != NULL)
			rcc_strvec_push(out, word);
	}
}

/* ---- Sections that a script places ------------------------------------- */

/*
 * Return whether a pattern that begins with ".text." names the section of one
 * function, for example .text.main.  Such a pattern does not match the names
 * that the plugin gives.  Patterns for gcc's groups, such as .text.hot.*, do
 * not count, because every script has them.
 */
static bool names_function(const char *pattern)
{
	static const char *const group[] = {"unlikely", "exit",	  "startup",
					    "hot",	"sorted", "split",
					    "unknown"};
	const char *rest = pattern + strlen(".text.");

	if (*rest == '*')
		return false;
	for (size_t i = 0; i < sizeof(group) / sizeof(group[0]); i++) {
		size_t len = strlen(group[i]);

		if (strncmp(rest, group[i], len) == 0 &&
		    (rest[len] == '\0' || rest[len] == '.' || rest[len] == '*'))
			return false;
	}
	return true;
}

static bool begins(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

/*
 * Return whether `pattern` names the section of one variable, such as
 * .data.table.  Such a pattern no longer matches if the factor `data` gives the
 * section another name.  Two kinds of patterns do not count: those for gcc's
 * own names (.data.rel.local, .rodata.str1.1), and those with two dots in a row
 * (.data..NAME), which users choose.
 */
static bool names_variable(const char *pattern)
{
	static const char *const part[] = {"rel", "ro", "local", "str", "cst"};
	enum rcc_rank_class cls;
	const char *rest;

	if (rcc_rank_split_data(pattern, &cls, &rest) != 0 ||
	    strchr("*.?[", *rest) != NULL)
		return false;
	for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); i++) {
		size_t len = strlen(part[i]);

		if (strncmp(rest, part[i], len) == 0 &&
		    strspn(rest + len, "0123456789.*") == strlen(rest + len))
			return false;
	}
	return true;
}

/* The state of the search for patterns of code sections in a script. */
struct patterns {
	size_t depth;	  /* the depth of parentheses */
	size_t sorted_at; /* depth of the SORT around a word, or 0 */
	bool after_open;  /* the last word was an opening parenthesis */
	bool after_sort;  /* the last word was a SORT... */
	bool after_entry; /* the last word was ENTRY */
	/* The last pattern may take all sections of its files, and they may be
	 * sorted.  If a parenthesis opens behind it, it was a file's name. */
	bool may_take_all, may_sort_all;
	/* The properties of the whole script that were found so far. */
	bool sorts;	  /* has .text.sorted.* before the other patterns */
	bool keeps_order; /* has .text.* in the order of the inputs */
	bool takes_all;	  /* takes all sections of some files */
	bool names;	  /* has a pattern for one function, .text.NAME */
	bool sorts_all;	  /* sorts .text.* by name, which mixes up the ranks */
	bool inserts;
	bool sets_entry;
	bool names_data;
};

/* Return whether a pattern, such as .text.*, matches the sections of ranked
 * functions, whose names begin with .text.sorted. */
static bool takes_functions(const char *pattern)
{
	return strpbrk(pattern, "*?[") != NULL &&
	       fnmatch(pattern, ".text.sorted.4.x", 0) == 0;
}

/* Return whether a word names objects or members of archives, as in *sort.o or
 * libx.a:*.  Without patterns of sections behind it, the script takes all of
 * their sections. */
static bool is_object(const char *word)
{
	size_t n;

	word += strspn(word, "{");
	n = strcspn(word, "{}");
	return (n > 2 && word[n - 2] == '.' && strchr("oa", word[n - 1])) ||
	       strstr(word, ".a:") != NULL;
}

/* Update the state with a pattern that takes the sections of ranked functions,
 * such as .text.*. */
static void read_functions(struct patterns *p, const char *word)
{
	const bool is_sorted = p->sorted_at != 0;

	if (strchr("*?[", word[0]) != NULL) {
		/* This may be the name of a file.  The words behind it show
		 * that (read_word()). */
		if (is_sorted)
			p->may_sort_all = true;
		else
			/* A star behind a number is a multiplication. */
			p->may_take_all = p->after_open || word[1] != '\0';
	} else if (is_sorted) {
		p->sorts_all |= !p->sorts;
	} else {
		p->keeps_order = true;
	}
}

/* Update the state with a word that is inside parentheses. */
static void read_pattern(struct patterns *p, const char *word)
{
	p->names_data |= names_variable(word);
	if (begins(word, ".text.") && names_function(word))
		p->names = true;
	else if (begins(word, ".text.sorted.") && p->sorted_at != 0)
		p->sorts |= !p->keeps_order && !p->sorts_all;
	else if (takes_functions(word))
		read_functions(p, word);
}

/* Update the state of the search with the next word of the script. */
static void read_word(struct patterns *p, const char *word)
{
	const bool opens = strcmp(word, "(") == 0;
	const bool closes = strcmp(word, ")") == 0;

	p->takes_all |= p->may_take_all && !opens;
	p->may_take_all = false;
	/* The parenthesis behind SORT(*) comes after that of the SORT. */
	p->sorts_all |= p->may_sort_all && !opens && !closes && !p->sorts;
	p->may_sort_all &= closes;
	if (opens) {
		p->depth++;
		if (p->after_sort && p->sorted_at == 0)
			p->sorted_at = p->depth;
		p->sets_entry |= p->after_entry;
	} else if (closes && p->depth != 0) {
		if (p->sorted_at == p->depth)
			p->sorted_at = 0;
		p->depth--;
	} else {
		p->inserts |= strcmp(word, "INSERT") == 0;
		if (p->depth != 0)
			read_pattern(p, word);
		else
			p->may_take_all = is_object(word);
	}
	p->after_open = opens;
	p->after_entry = strcmp(word, "ENTRY") == 0;
	p->after_sort = strcmp(word, "SORT") == 0 ||
			strcmp(word, "SORT_BY_NAME") == 0 ||
			strcmp(word, "SORT_BY_ALIGNMENT") == 0;
}

/* ---- Patterns of input files ------------------------------------------- */

/* The state of the search for patterns of input files. */
struct choices {
	size_t depth;	 /* the depth of parentheses */
	size_t excluded; /* the depth within EXCLUDE_FILE, or 0 */
	char *last;	 /* the last word that is no parenthesis */
	/* Only closing parentheses, or nothing, came after the last word. */
	bool is_near;
};

/* Return the part of a word behind its braces.  Caller frees. */
static char *without_braces(const char *word)
{
	size_t n = strlen(word);
	size_t begin;

	while (n > 0 && word[n - 1] == '}')
		n--;
	begin = n;
	while (begin > 0 && strchr("{}", word[begin - 1]) == NULL)
		begin--;
	return rcc_mem_strndup(word + begin, n - begin);
}

/* Append `word` to `out` if it chooses input files, or the word before it if
 * `word` shows that.  A pattern of files stands before a parenthesis, as in
 * *x.o(.data) or SORT(*x.o)(.data), in EXCLUDE_FILE, or alone in braces. */
static void read_choice(struct choices *c, const char *word,
			struct rcc_strvec *out)
{
	if (strcmp(word, "(") == 0) {
		c->depth++;
		if (c->is_near)
			rcc_strvec_push(out, c->last);
		if (c->is_near && strcmp(c->last, "EXCLUDE_FILE") == 0)
			c->excluded = c->depth;
		c->is_near = false;
	} else if (strcmp(word, ")") == 0) {
		if (c->excluded == c->depth)
			c->excluded = 0;
		c->depth -= c->depth != 0;
	} else {
		free(c->last);
		c->last = without_braces(word);
		c->is_near = true;
		if (c->excluded != 0 ||
		    (c->depth == 0 &&
		     (is_object(word) || strchr(word, '/') != NULL)))
			rcc_strvec_push(out, c->last);
	}
}

static enum rcc_script_code code_of(const struct patterns *p)
{
	if (p->names)
		return RCC_SCRIPT_NAMES;
	if (p->sorts)
		return RCC_SCRIPT_SORTS;
	if (p->sorts_all)
		return RCC_SCRIPT_OTHER;
	if (p->keeps_order)
		return RCC_SCRIPT_KEEPS_ORDER;
	if (p->inserts)
		return p->takes_all ? RCC_SCRIPT_KEEPS_ORDER : RCC_SCRIPT_ADDS;
	return RCC_SCRIPT_OTHER;
}

void rcc_script_read(struct rcc_script *s, const struct rcc_file_map *map,
		     bool is_mri)
{
	struct patterns p = {0};
	struct files f = {0};
	struct choices c = {0};
	char *text;
	char *word;
	const char *at;

	*s = (struct rcc_script){.code = RCC_SCRIPT_OTHER};
	if (memchr(map->data, '\0', map->n) != NULL)
		return;
	text = rcc_mem_strndup((const char *)map->data, map->n);
	at = text;
	while ((word = next_word(&at)) != NULL) {
		const bool is_searched = f.is_searched && !f.is_include;

		if (is_file(&f, word)) {
			rcc_strvec_push(&s->file, word);
			if (is_searched)
				rcc_strvec_push(&s->searched, word);
		}
		read_word(&p, word);
		read_choice(&c, word, &s->pattern);
		free(word);
	}
	free(c.last);
	if (is_mri)
		read_mri(&s->file, text);
	free(text);
	s->code = code_of(&p);
	s->inserts = p.inserts;
	s->sets_entry = p.sets_entry;
	s->names_data = p.names_data;
}

void rcc_script_release(struct rcc_script *s)
{
	rcc_strvec_release(&s->file);
	rcc_strvec_release(&s->searched);
	rcc_strvec_release(&s->pattern);
	*s = (struct rcc_script){0};
}
