/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes of a study file, and what is wrong with them: libyaml's only home.
 * Private to suite_*.c.
 */
#ifndef RCC_HARNESS_SUITE_SUITE_YAML_H
#define RCC_HARNESS_SUITE_SUITE_YAML_H

#include <stdbool.h>
#include <stdio.h>
#include <yaml.h>

struct rcc_yaml {
	const char *path; /* as messages name it */
	yaml_document_t document;
};

/* Says "FILE:LINE:COLUMN: ..." and returns RCC_EXIT_USAGE.  So do all below
 * that return an int, or they return RCC_EXIT_OK. */
int rcc_yaml_bad(const struct rcc_yaml *y, const yaml_mark_t *at,
		 const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* The next document of the parser; to be deleted if RCC_EXIT_OK. */
int rcc_yaml_load(struct rcc_yaml *y, yaml_parser_t *parser);

yaml_node_t *rcc_yaml_node(struct rcc_yaml *y, int index);

/* The text of a scalar, or NULL. */
const char *rcc_yaml_text(const yaml_node_t *n);
/* An unquoted word. */
bool rcc_yaml_is_plain(const yaml_node_t *n, const char *word);
/* "key: ~" and "key:" */
bool rcc_yaml_is_null(const yaml_node_t *n);
/* Unquoted, {binary} is YAML for a mapping with the key "binary". */
bool rcc_yaml_is_bare_binary(struct rcc_yaml *y, const yaml_node_t *n);

/* `what` names the node in messages. */
int rcc_yaml_want_text(struct rcc_yaml *y, const yaml_node_t *n,
		       const char *what, const char **text);
/* A mapping whose keys are texts and differ. */
int rcc_yaml_want_mapping(struct rcc_yaml *y, const yaml_node_t *n,
			  const char *what);
/* The same with no key but those allowed (the list ends with NULL). */
int rcc_yaml_want_keys(struct rcc_yaml *y, const yaml_node_t *n,
		       const char *what, const char *const *allowed);

/* NULL: there is none.  `mapping` may be NULL. */
yaml_node_pair_t *rcc_yaml_find(struct rcc_yaml *y, const yaml_node_t *mapping,
				const char *key);

#endif
