/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/render_markdown.h"

#include <ctype.h>
#include <string.h>

#include "harness/document/wrap.h"

/* ---- Text -------------------------------------------------------------- */

/* Print a character, escaped if it could begin markup in Markdown or HTML. */
static void put_char(FILE *out, char c)
{
	if (c == '<')
		fputs("&lt;", out);
	else if (c == '&')
		fputs("&amp;", out);
	else if (strchr("\\`*_[]|~>#", c) != NULL)
		fprintf(out, "\\%c", c);
	else
		fputc(c == '\n' ? ' ' : c, out);
}

/* If the text begins like an item of a numbered list, such as "12. " or "12) ",
 * return the number of digits.  Otherwise return 0. */
static size_t list_digits(const char *text)
{
	size_t n = 0;

	while (isdigit((unsigned char)text[n]))
		n++;
	if (n == 0 || (text[n] != '.' && text[n] != ')'))
		return 0;
	return text[n + 1] == ' ' || text[n + 1] == '\0' ? n : 0;
}

/* Print text that is not at the beginning of a line. */
static void put_inline(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (rcc_wrap_is_plus_minus(text)) {
			fputs("\302\261", out);
			text++;
		} else {
			put_char(out, *text);
		}
	}
}

/* Print text at the beginning of a line. */
static void put_text(FILE *out, const char *text)
{
	const size_t digits = list_digits(text);

	if (digits != 0) {
		fprintf(out, "%.*s\\", (int)digits, text);
		text += digits;
	} else if (!rcc_wrap_is_plus_minus(text) &&
		   (text[0] == '-' || text[0] == '+' || text[0] == '=')) {
		fputc('\\', out);
		fputc(*text++, out);
	}
	put_inline(out, text);
}

/* Print lines in a code block.  The fence is longer than any sequence of
 * backquotes in the lines. */
static void put_lines(FILE *out, const char *text)
{
	size_t longest = 2;

	for (const char *at = strchr(text, '`'); at != NULL;) {
		const size_t n = strspn(at, "`");

		longest = n > longest ? n : longest;
		at = strchr(at + n, '`');
	}
	for (size_t i = 0; i <= longest; i++)
		fputc('`', out);
	fprintf(out, "\n%s", text);
	if (text[0] != '\0' && text[strlen(text) - 1] != '\n')
		fputc('\n', out);
	for (size_t i = 0; i <= longest; i++)
		fputc('`', out);
	fputc('\n', out);
}

/* ---- Tables ------------------------------------------------------------ */

static void put_cell(FILE *out, const char *text)
{
	fputs("| ", out);
	put_inline(out, text);
	fputc(' ', out);
}

static void print_row(const struct rcc_table *t, const struct rcc_row *row,
		      FILE *out)
{
	for (size_t i = 0; i < t->n_columns; i++)
		if (rcc_medium_shows(RCC_MEDIUM_TEXT, t->column[i].medium))
			put_cell(out, i < row->cell.n ? row->cell.item[i] : "");
	fputs("|\n", out);
}

static void print_table(const struct rcc_table *t, FILE *out)
{
	for (size_t i = 0; i < t->n_columns; i++)
		if (rcc_medium_shows(RCC_MEDIUM_TEXT, t->column[i].medium))
			put_cell(out, t->column[i].head);
	fputs("|\n", out);
	for (size_t i = 0; i < t->n_columns; i++)
		if (rcc_medium_shows(RCC_MEDIUM_TEXT, t->column[i].medium))
			fputs(t->column[i].align == RCC_ALIGN_RIGHT ? "| ---: "
								    : "| --- ",
			      out);
	fputs("|\n", out);
	for (size_t i = 0; i < t->n_rows; i++)
		print_row(t, &t->row[i], out);
}

static void print_number(const struct rcc_node *node, bool is_first, FILE *out)
{
	if (is_first)
		fputs("| | | |\n| --- | ---: | --- |\n", out);
	put_cell(out, node->label);
	put_cell(out, node->value);
	put_cell(out, node->text);
	fputs("|\n", out);
}

/* ---- The whole --------------------------------------------------------- */

static void put_heading(FILE *out, const char *marks, const char *text)
{
	fprintf(out, "%s ", marks);
	put_inline(out, text);
	fputc('\n', out);
}

static void put_line(FILE *out, const char *before, const char *text,
		     const char *after)
{
	fputs(before, out);
	put_inline(out, text);
	fputs(after, out);
}

static void open_fold(FILE *out, const char *summary)
{
	fputs("<details><summary>", out);
	put_inline(out, summary);
	fputs("</summary>\n", out);
}

static void print_labelled(const struct rcc_node *node, FILE *out)
{
	put_line(out, "- **", node->label, "**: ");
	put_inline(out, node->text);
	fputc('\n', out);
}

static void print_command(const struct rcc_node *node, FILE *out)
{
	if (node->label[0] != '\0')
		put_line(out, "", node->label, ":\n\n");
	put_lines(out, node->text);
}

static void print_node(const struct rcc_node *node, bool is_first, FILE *out)
{
	switch (node->kind) {
	case RCC_NODE_TITLE:
		put_heading(out, "##", node->text);
		break;
	case RCC_NODE_PART:
	case RCC_NODE_SECTION:
		put_heading(out, "###", node->text);
		break;
	case RCC_NODE_QUESTION:
		put_heading(out, "####", node->text);
		break;
	case RCC_NODE_HEADLINE:
		put_line(out, "**", node->text, "**\n");
		break;
	case RCC_NODE_NUMBER:
		print_number(node, is_first, out);
		break;
	case RCC_NODE_PARAGRAPH:
	case RCC_NODE_NOTE:
		put_text(out, node->text);
		fputc('\n', out);
		break;
	case RCC_NODE_ITEM:
		fprintf(out, "%*s- ", 2 * (int)node->depth, "");
		put_text(out, node->text);
		fputc('\n', out);
		break;
	case RCC_NODE_WARNING:
		fputs("- :warning: ", out);
		put_text(out, node->text);
		fputc('\n', out);
		break;
	case RCC_NODE_TERM:
		print_labelled(node, out);
		break;
	case RCC_NODE_COMMAND:
		print_command(node, out);
		break;
	case RCC_NODE_LITERAL:
	case RCC_NODE_DIAGRAM:
		put_lines(out, node->text);
		break;
	case RCC_NODE_TABLE:
		print_table(node->table, out);
		break;
	case RCC_NODE_FOLD:
		open_fold(out, node->text);
		break;
	case RCC_NODE_FOLD_END:
		fputs("</details>\n", out);
		break;
	case RCC_NODE_ANSWER:
	case RCC_NODE_ANSWER_END:
	case RCC_NODE_FIGURE:
		break;
	}
}

/* Return true if two adjacent nodes belong to one group, such as one list.
 * There is no blank line between such nodes. */
static bool continues(const struct rcc_node *node,
		      const struct rcc_node *former)
{
	return former != NULL && former->kind == node->kind &&
	       (node->kind == RCC_NODE_NUMBER || node->kind == RCC_NODE_ITEM ||
		node->kind == RCC_NODE_WARNING || node->kind == RCC_NODE_TERM);
}

static bool is_shown(enum rcc_node_kind kind)
{
	return kind != RCC_NODE_FIGURE && kind != RCC_NODE_ANSWER &&
	       kind != RCC_NODE_ANSWER_END;
}

/* Return the index of the node after the end of the first answer
 * (RCC_NODE_ANSWER_END); d->n if there is no answer. */
static size_t answer_end(const struct rcc_document *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->node[i].kind == RCC_NODE_ANSWER_END)
			return i + 1;
	return d->n;
}

void rcc_render_markdown(const struct rcc_document *d, FILE *out)
{
	const size_t end = answer_end(d);
	const struct rcc_node *former = NULL;
	bool is_folded = false;

	for (size_t i = rcc_document_next(d, 0, RCC_MEDIUM_TEXT); i < d->n;
	     i = rcc_document_next(d, i + 1, RCC_MEDIUM_TEXT)) {
		const struct rcc_node *node = &d->node[i];

		if (!is_shown(node->kind))
			continue;
		if (i >= end && !is_folded) {
			fputc('\n', out);
			open_fold(out, "Details");
			is_folded = true;
		}
		if (former != NULL && !continues(node, former))
			fputc('\n', out);
		print_node(node, !continues(node, former), out);
		former = node;
	}
	if (is_folded)
		fputs("\n</details>\n", out);
}
