/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The YAML nodes of a study file (suite_file.h), and messages about them.  Only
 * harness/suite uses this header and libyaml.
 */
#ifndef RCC_HARNESS_SUITE_SUITE_YAML_H
#define RCC_HARNESS_SUITE_SUITE_YAML_H

#include <stdbool.h>
#include <stdio.h>
#include <yaml.h>

struct rcc_yaml {
	const char *path; /* the file's name in messages */
	yaml_document_t document;
};

/* Print "FILE:LINE:COLUMN: ..." and return RCC_EXIT_USAGE.  On error, the
 * functions below that return an int also print such a message and return
 * RCC_EXIT_USAGE.  Otherwise they return RCC_EXIT_OK. */
int rcc_yaml_bad(const struct rcc_yaml *y, const yaml_mark_t *at,
		 const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Load the next YAML document.  On success the caller must delete
 * y->document. */
int rcc_yaml_load(struct rcc_yaml *y, yaml_parser_t *parser);

yaml_node_t *rcc_yaml_node(struct rcc_yaml *y, int index);

/* Return the text of a scalar; NULL if the node is not a scalar. */
const char *rcc_yaml_text(const yaml_node_t *n);
/* Return whether the node is this word without quotes. */
bool rcc_yaml_is_plain(const yaml_node_t *n, const char *word);
/* Return whether the node is the value of "key: ~" or "key:". */
bool rcc_yaml_is_null(const yaml_node_t *n);
/* Return whether the node is {binary} without quotes, which YAML reads as a
 * mapping with the key "binary". */
bool rcc_yaml_is_bare_binary(struct rcc_yaml *y, const yaml_node_t *n);

/* Check that a node is a string, and set *text.  `what` names the node in
 * messages. */
int rcc_yaml_want_text(struct rcc_yaml *y, const yaml_node_t *n,
		       const char *what, const char **text);
/* Check that a node is a mapping whose keys are distinct strings. */
int rcc_yaml_want_mapping(struct rcc_yaml *y, const yaml_node_t *n,
			  const char *what);
/* Check that a node is a mapping whose keys are distinct strings in `allowed`,
 * a list that ends with NULL. */
int rcc_yaml_want_keys(struct rcc_yaml *y, const yaml_node_t *n,
		       const char *what, const char *const *allowed);

/* Return the key-value pair of a mapping that has this key, or NULL.  `mapping`
 * may be NULL. */
yaml_node_pair_t *rcc_yaml_find(struct rcc_yaml *y, const yaml_node_t *mapping,
				const char *key);

#endif
