/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/render_text.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/visible.h"
#include "harness/document/text_table.h"
#include "harness/document/wrap.h"

#define INDENT 2
/* The column at which the texts of terms (RCC_NODE_TERM) begin, if all labels
 * of their group are short enough. */
#define TERM_COLUMN 14

/* ---- Blank lines ------------------------------------------------------- */

static bool is_heading(enum rcc_node_kind kind)
{
	return kind == RCC_NODE_TITLE || kind == RCC_NODE_PART ||
	       kind == RCC_NODE_SECTION || kind == RCC_NODE_QUESTION ||
	       kind == RCC_NODE_FOLD;
}

static bool has_blank_before(const struct rcc_node *node,
			     const struct rcc_node *former)
{
	if (former == NULL)
		return false;
	if (is_heading(node->kind) || former->kind == RCC_NODE_TITLE)
		return true;
	if (node->kind == RCC_NODE_TABLE)
		return rcc_table_has_heads(node->table);
	if (node->kind == RCC_NODE_HEADLINE ||
	    former->kind == RCC_NODE_HEADLINE)
		return true;
	if (node->kind == RCC_NODE_NUMBER || former->kind == RCC_NODE_NUMBER)
		return node->kind != former->kind;
	return !is_heading(former->kind) && node->kind != former->kind &&
	       node->kind != RCC_NODE_COMMAND && node->kind != RCC_NODE_LITERAL;
}

/* ---- Terms and commands ------------------------------------------------ */

static bool has_label(enum rcc_node_kind kind)
{
	return kind == RCC_NODE_TERM || kind == RCC_NODE_COMMAND;
}

/* Return the width of the longest label in the group of nodes that begins with
 * node `i`. */
static int longest_label(const struct rcc_document *d, size_t i)
{
	const enum rcc_node_kind kind = d->node[i].kind;
	int longest = 0;

	for (; i < d->n && d->node[i].kind == kind;
	     i = rcc_document_next(d, i + 1, RCC_MEDIUM_TEXT)) {
		const int width = rcc_wrap_columns(d->node[i].label);

		longest = width > longest ? width : longest;
	}
	return longest;
}

static void print_term(const struct rcc_node *node, int longest, FILE *out)
{
	const int column = INDENT + longest + 2;
	char *label = rcc_mem_printf("%*s%s", INDENT, "", node->label);

	rcc_wrap(out, label, column > TERM_COLUMN ? column : TERM_COLUMN,
		 node->text);
	free(label);
}

static void print_command(const struct rcc_node *node, int longest, FILE *out)
{
	const int pad = longest - rcc_wrap_columns(node->label);

	if (node->label[0] == '\0')
		fprintf(out, "%*s%s\n", INDENT, "", node->text);
	else
		fprintf(out, "%*s%s: %*s%s\n", INDENT, "", node->label, pad, "",
			node->text);
}

/* ---- The answer -------------------------------------------------------- */

/* Print a group of RCC_NODE_NUMBER in three columns: labels, values,
 * explanations. */
static void print_numbers(const struct rcc_document *d, size_t i, FILE *out)
{
	int label = 0;
	int value = 0;

	for (size_t k = i; k < d->n && d->node[k].kind == RCC_NODE_NUMBER;
	     k = rcc_document_next(d, k + 1, RCC_MEDIUM_TEXT)) {
		const int l = rcc_wrap_columns(d->node[k].label);
		const int v = rcc_wrap_columns(d->node[k].value);

		label = l > label ? l : label;
		value = v > value ? v : value;
	}
	for (; i < d->n && d->node[i].kind == RCC_NODE_NUMBER;
	     i = rcc_document_next(d, i + 1, RCC_MEDIUM_TEXT)) {
		const struct rcc_node *node = &d->node[i];
		const int l = label - rcc_wrap_columns(node->label);
		const int v = value - rcc_wrap_columns(node->value);
		char *first =
			rcc_mem_printf("%*s%s%*s%s", INDENT, "", node->label,
				       l + 2 + v, "", node->value);

		rcc_wrap(out, first, INDENT + label + 2 + value + 2,
			 node->text);
		free(first);
	}
}

/* ---- The whole --------------------------------------------------------- */

static void print_item(const struct rcc_node *node, FILE *out)
{
	const int indent = INDENT + 2 * (int)node->depth;
	char *bullet = rcc_mem_printf("%*s-", indent, "");

	rcc_wrap(out, bullet, indent + 2, node->text);
	free(bullet);
}

static void print_node(const struct rcc_node *node, int longest, FILE *out)
{
	switch (node->kind) {
	case RCC_NODE_TITLE:
		rcc_wrap(out, "", 0, node->text);
		break;
	case RCC_NODE_PART:
		fprintf(out, "== %s ==\n", node->text);
		break;
	case RCC_NODE_SECTION:
	case RCC_NODE_QUESTION:
	case RCC_NODE_FOLD:
		rcc_wrap(out, "", 0, node->text);
		break;
	case RCC_NODE_HEADLINE:
	case RCC_NODE_PARAGRAPH:
	case RCC_NODE_NOTE:
		rcc_wrap(out, "", INDENT, node->text);
		break;
	case RCC_NODE_ITEM:
	case RCC_NODE_WARNING:
		print_item(node, out);
		break;
	case RCC_NODE_TERM:
		print_term(node, longest, out);
		break;
	case RCC_NODE_COMMAND:
		print_command(node, longest, out);
		break;
	case RCC_NODE_LITERAL:
	case RCC_NODE_DIAGRAM:
		fputs(node->text, out);
		break;
	case RCC_NODE_TABLE:
		rcc_text_table(node->table, INDENT, out);
		break;
	case RCC_NODE_NUMBER: /* printed with the first number of its group */
	case RCC_NODE_FIGURE:
	case RCC_NODE_FOLD_END:
	case RCC_NODE_ANSWER:
	case RCC_NODE_ANSWER_END:
		break;
	}
}

static bool is_shown(enum rcc_node_kind kind)
{
	return kind != RCC_NODE_FIGURE && kind != RCC_NODE_FOLD_END &&
	       kind != RCC_NODE_ANSWER && kind != RCC_NODE_ANSWER_END;
}

static void print_all(const struct rcc_document *d, FILE *out)
{
	const struct rcc_node *former = NULL;
	int longest = 0;

	for (size_t i = rcc_document_next(d, 0, RCC_MEDIUM_TEXT); i < d->n;
	     i = rcc_document_next(d, i + 1, RCC_MEDIUM_TEXT)) {
		const struct rcc_node *node = &d->node[i];

		if (!is_shown(node->kind))
			continue;
		if (has_blank_before(node, former))
			fputc('\n', out);
		if (has_label(node->kind) &&
		    (former == NULL || former->kind != node->kind))
			longest = longest_label(d, i);
		if (node->kind == RCC_NODE_NUMBER &&
		    (former == NULL || former->kind != node->kind))
			print_numbers(d, i, out);
		print_node(node, longest, out);
		former = node;
	}
}

void rcc_render_text(const struct rcc_document *d, FILE *out)
{
	char *text = NULL;
	size_t n = 0;
	FILE *memory = rcc_mem_open(&text, &n);

	print_all(d, memory);
	rcc_mem_close(memory);
	rcc_visible(text, n);
	fwrite(text, 1, n, out);
	free(text);
}
