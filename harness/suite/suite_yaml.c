/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/suite/suite_yaml.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/spelling.h"
#include "common/strbuf.h"

int rcc_yaml_bad(const struct rcc_yaml *y, const yaml_mark_t *at,
		 const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0)
		rcc_error("%s:%zu:%zu: %s", y->path, at->line + 1,
			  at->column + 1, text);
	va_end(ap);
	free(text);
	return RCC_EXIT_USAGE;
}

yaml_node_t *rcc_yaml_node(struct rcc_yaml *y, int index)
{
	return yaml_document_get_node(&y->document, index);
}

const char *rcc_yaml_text(const yaml_node_t *n)
{
	return n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value
					   : NULL;
}

bool rcc_yaml_is_plain(const yaml_node_t *n, const char *word)
{
	return n->type == YAML_SCALAR_NODE &&
	       n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       strcmp(rcc_yaml_text(n), word) == 0;
}

bool rcc_yaml_is_null(const yaml_node_t *n)
{
	return rcc_yaml_is_plain(n, "~") || rcc_yaml_is_plain(n, "null") ||
	       rcc_yaml_is_plain(n, "");
}

static const char *kind_of(const yaml_node_t *n)
{
	if (n->type == YAML_MAPPING_NODE)
		return "a mapping";
	return n->type == YAML_SEQUENCE_NODE ? "a list" : "a string";
}

bool rcc_yaml_is_bare_binary(struct rcc_yaml *y, const yaml_node_t *n)
{
	return n->type == YAML_MAPPING_NODE &&
	       n->data.mapping.style == YAML_FLOW_MAPPING_STYLE &&
	       n->data.mapping.pairs.top == n->data.mapping.pairs.start + 1 &&
	       rcc_yaml_is_plain(
		       rcc_yaml_node(y, n->data.mapping.pairs.start->key),
		       "binary");
}

int rcc_yaml_want_text(struct rcc_yaml *y, const yaml_node_t *n,
		       const char *what, const char **text)
{
	*text = rcc_yaml_text(n);
	/* An argument cannot contain NUL.  Refuse such a text, since it would
	 * be cut at the NUL. */
	if (*text != NULL && strlen(*text) != n->data.scalar.length)
		return rcc_yaml_bad(y, &n->start_mark, "%s contains a NUL",
				    what);
	if (*text != NULL)
		return RCC_EXIT_OK;
	rcc_yaml_bad(y, &n->start_mark, "%s must be a string, not %s", what,
		     kind_of(n));
	if (rcc_yaml_is_bare_binary(y, n))
		rcc_hint("put it in quotes: '{binary}'");
	return RCC_EXIT_USAGE;
}

int rcc_yaml_want_mapping(struct rcc_yaml *y, const yaml_node_t *n,
			  const char *what)
{
	if (n->type != YAML_MAPPING_NODE)
		return rcc_yaml_bad(y, &n->start_mark,
				    "%s must be a mapping, not %s", what,
				    kind_of(n));
	for (const yaml_node_pair_t *p = n->data.mapping.pairs.start;
	     p < n->data.mapping.pairs.top; p++) {
		const yaml_node_t *key = rcc_yaml_node(y, p->key);
		const char *text = NULL;

		if (rcc_yaml_want_text(y, key, "a key", &text) != RCC_EXIT_OK)
			return RCC_EXIT_USAGE;
		for (const yaml_node_pair_t *q = n->data.mapping.pairs.start;
		     q < p; q++) {
			const yaml_node_t *old = rcc_yaml_node(y, q->key);

			if (strcmp(rcc_yaml_text(old), text) == 0)
				return rcc_yaml_bad(y, &key->start_mark,
						    "duplicate key \"%s\", "
						    "first in line %zu",
						    text,
						    old->start_mark.line + 1);
		}
	}
	return RCC_EXIT_OK;
}

yaml_node_pair_t *rcc_yaml_find(struct rcc_yaml *y, const yaml_node_t *mapping,
				const char *key)
{
	if (mapping == NULL)
		return NULL;
	for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start;
	     p < mapping->data.mapping.pairs.top; p++)
		if (strcmp(rcc_yaml_text(rcc_yaml_node(y, p->key)), key) == 0)
			return p;
	return NULL;
}

static int unknown_key(const struct rcc_yaml *y, const yaml_node_t *key,
		       const char *const *allowed)
{
	const char *near = rcc_spelling_nearest(rcc_yaml_text(key), allowed);
	struct rcc_strbuf list = {0};

	for (size_t i = 0; allowed[i] != NULL; i++)
		rcc_strbuf_add_item(&list, ", ", allowed[i]);
	if (near != NULL)
		rcc_yaml_bad(y, &key->start_mark,
			     "unknown key \"%s\"; did you mean \"%s\"?",
			     rcc_yaml_text(key), near);
	else
		rcc_yaml_bad(y, &key->start_mark, "unknown key \"%s\"",
			     rcc_yaml_text(key));
	rcc_hint("valid keys: %s", list.text);
	rcc_strbuf_release(&list);
	return RCC_EXIT_USAGE;
}

int rcc_yaml_want_keys(struct rcc_yaml *y, const yaml_node_t *mapping,
		       const char *what, const char *const *allowed)
{
	int status = rcc_yaml_want_mapping(y, mapping, what);

	if (status != RCC_EXIT_OK)
		return status;
	for (const yaml_node_pair_t *p = mapping->data.mapping.pairs.start;
	     p < mapping->data.mapping.pairs.top; p++) {
		const char *key = rcc_yaml_text(rcc_yaml_node(y, p->key));
		size_t i = 0;

		while (allowed[i] != NULL && strcmp(allowed[i], key) != 0)
			i++;
		if (allowed[i] == NULL)
			return unknown_key(y, rcc_yaml_node(y, p->key),
					   allowed);
	}
	return RCC_EXIT_OK;
}

static int syntax_error(const struct rcc_yaml *y, const yaml_parser_t *parser)
{
	rcc_yaml_bad(y, &parser->problem_mark, "%s%s%s",
		     parser->problem != NULL ? parser->problem : "not readable",
		     parser->context != NULL ? " " : "",
		     parser->context != NULL ? parser->context : "");
	rcc_hint("a study file is YAML: strings that contain \": \" or \" #\", "
		 "or begin with {, [, *, & or !, need quotes");
	return RCC_EXIT_USAGE;
}

int rcc_yaml_load(struct rcc_yaml *y, yaml_parser_t *parser)
{
	return yaml_parser_load(parser, &y->document) ? RCC_EXIT_OK
						      : syntax_error(y, parser);
}
